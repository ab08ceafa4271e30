import { Button, Checkbox, CloseButton, NativeSelect, TextInput } from "@mantine/core";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type FormEvent, type JSX, useState } from "react";
import { openCount } from "../../api/counts";
import { findGoods } from "../../api/goodsLookup";
import { categoryChoice, useCategories } from "../../api/items";
import { useKey } from "../../api/key";
import { type Problem, asProblem } from "../../api/problem";
import { touched } from "../../api/queries";
import { reasonsFor, useReasonCodes } from "../../api/reasonCodes";
import { may, session } from "../../api/session";
import { useStore } from "../../api/store";
import { findLocations, findWarehouses, useLocations, useWarehouses, warehouseChoice } from "../../api/warehouses";
import { useActions } from "../../app/actions";
import { today } from "../../app/today";
import { AmountInput } from "../../parts/AmountInput";
import { DayInput } from "../../parts/DayInput";
import { type Choice, Lookup, written } from "../../parts/Lookup";
import { Moment } from "../../parts/Moment";
import { Refusal } from "../../parts/Refusal";
import "../../parts/screen.css";
import { useUnsent } from "../../parts/useUnsent";
import { useWays } from "../../parts/useWays";
import { rank } from "../../text/search";
import { Overlap } from "./Overlap";
import type { Covers } from "./overlap";
import "./counts.css";

interface Plan {
  warehouse: string;
  reference: string;
  description: string;
  day: string;
  isBlind: boolean;
  locations: Choice[];
  items: Choice[];
  categories: Choice[];
  quantity: string;
  percent: string;
  value: string;
  reason: string;
}

const EMPTY: Plan = { warehouse: "", reference: "", description: "", day: "", isBlind: true, locations: [], items: [], categories: [], quantity: "", percent: "", value: "", reason: "" };

/** Plans a count: where, what, blind or not, and which differences nobody has to approve. */
export function NewCountScreen(): JSX.Element {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { warehouse?: string };
  const warehouses = useWarehouses();
  const who = useStore(session);
  const { key, renew } = useKey();
  const [typed, setTyped] = useState<Plan>(EMPTY);
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  const assigned = who.state === "in" || who.state === "expired" ? who.me.warehouseIds : null;
  const own = (warehouses?.all ?? []).filter((one) => one.isActive && (!assigned || (assigned as string[]).includes(one.id)));
  const usual = own.find((one) => one.code === search.warehouse) ?? own.find((one) => one.isDefault) ?? own[0];
  const plan = { ...typed, warehouse: typed.warehouse || (usual?.id ?? "") };
  const put = (change: Partial<Plan>): void => setTyped((before) => ({ ...before, ...change }));
  const place = warehouses?.byId.get(plan.warehouse);
  const locations = useLocations(place && place.binsMode !== "none" ? place.id : undefined);
  const categories = useCategories();
  const reasons = reasonsFor(useReasonCodes(), "countAdjustment");
  const kept = useUnsent<Plan>("count plan", "new", typed, typed !== EMPTY);
  const ways = useWays({ again: { title: "Begin the count", run: () => void begin() } });

  async function begin(of: Covers = { locationIds: plan.locations.map((one) => one.id), itemIds: plan.items.map((one) => one.id) }): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    const tolerance = { ...(plan.quantity && { quantity: plan.quantity }), ...(plan.percent && { percent: plan.percent }), ...(plan.value && { value: plan.value }) };
    try {
      const count = await openCount(
        {
          warehouseId: plan.warehouse,
          isBlind: plan.isBlind,
          ...(plan.reference.trim() && { reference: plan.reference.trim() }),
          ...(plan.description.trim() && { description: plan.description.trim() }),
          ...(plan.day && plan.day !== today() && { occurredAt: plan.day }),
          ...(of.locationIds.length > 0 && { locationIds: [...of.locationIds] }),
          ...(of.itemIds.length > 0 && { itemIds: [...of.itemIds] }),
          ...(plan.categories.length > 0 && { categoryIds: plan.categories.map((one) => one.id) }),
          ...(Object.keys(tolerance).length > 0 && { tolerance }),
          ...(plan.reason && { reasonCodeId: plan.reason }),
        },
        key(),
      );
      kept.done();
      await touched("stock");
      void navigate({ to: "/counts/$count", params: { count: count.id }, replace: true });
    } catch (error) {
      renew();
      setProblem(asProblem(error));
      setBusy(false);
    }
  }

  useActions([
    { id: "count-begin", title: "Begin the count", keys: "mod+enter", whileTyping: true, run: () => void begin() },
    { id: "count-leave", title: "Back to the counts", keys: "esc", quiet: true, run: () => void navigate({ to: "/counts" }) },
  ]);
  if (!may("counts:record")) {
    return (
      <div className="screen">
        <h1>Plan a count</h1>
        <p>Your roles read counts and do not count. Who manages the users can give you the right to record counts.</p>
      </div>
    );
  }
  const overlapping = problem?.code === "count_overlaps" ? (problem.body.context["id"] as string | undefined) : undefined;
  const covers = [plan.locations, plan.items, plan.categories].some((list) => list.length > 0);
  return (
    <form
      className="count-plan"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void begin();
      }}
    >
      <h1>Plan a count</h1>
      {kept.offered && (
        <p className="count-offer" role="status">
          <span>
            A plan was left unsent <Moment at={new Date(kept.offered.at).toISOString()} />.
          </span>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              const before = kept.takeUp();
              if (before) setTyped(before);
            }}
          >
            Take it up
          </Button>
          <Button variant="default" size="compact-sm" onClick={kept.throwAway}>
            Throw it away
          </Button>
        </p>
      )}
      {problem && overlapping && (
        <Overlap
          key={overlapping}
          other={overlapping}
          warehouse={plan.warehouse}
          covers={{ locationIds: plan.locations.map((one) => one.id), itemIds: plan.items.map((one) => one.id) }}
          locations={locations ?? []}
          onWithout={(rest) => void begin(rest)}
        />
      )}
      {problem && !overlapping && <Refusal problem={problem} onWay={ways.go} />}
      {ways.part}
      <section>
        <h2>Where and when</h2>
        <div className="count-fields">
          <Lookup
            label="Warehouse"
            placeholder="Code or name"
            value={place ? warehouseChoice(place) : null}
            error={problem?.faultAt("/warehouseId")}
            find={(words) => findWarehouses(warehouses && { ...warehouses, all: own }, words)}
            onChange={(choice) => put({ warehouse: choice?.id ?? "", locations: [] })}
          />
          <DayInput label="As of" placeholder="now" value={plan.day} error={problem?.faultAt("/occurredAt")} onChange={(day) => put({ day })} />
          <TextInput label="Number" value={plan.reference} maxLength={200} autoComplete="off" onChange={(event) => put({ reference: event.currentTarget.value })} />
          <TextInput label="Text" value={plan.description} maxLength={2000} autoComplete="off" dir="auto" onChange={(event) => put({ description: event.currentTarget.value })} />
        </div>
      </section>
      <section>
        <h2>What</h2>
        <p className="dim">{covers ? "Only the goods below are counted." : `Everything in ${place?.name ?? "the warehouse"} is counted, unless you name some of it.`}</p>
        <div className="count-fields">
          {locations && locations.length > 0 && (
            <Several
              label="Zones and bins"
              chosen={plan.locations}
              find={(words) => findLocations(locations.filter((one) => one.isActive), words)}
              onChange={(list) => put({ locations: list })}
            />
          )}
          <Several label="Items" chosen={plan.items} find={findGoods} onChange={(list) => put({ items: list })} />
          {categories && categories.all.length > 0 && (
            <Several
              label="Categories"
              chosen={plan.categories}
              find={(words) => rank(categories.all, words).map((one) => categoryChoice(categories, one))}
              onChange={(list) => put({ categories: list })}
            />
          )}
        </div>
      </section>
      <section>
        <h2>How</h2>
        <Checkbox
          label="Blind: who counts does not see what the books say"
          checked={plan.isBlind}
          onChange={(event) => put({ isBlind: event.currentTarget.checked })}
        />
        <p className="dim">Differences up to these need no approval; where several are given, all apply. Without any, each difference is to be approved.</p>
        <div className="count-fields">
          <AmountInput label="Units" decimals={6} value={plan.quantity} onChange={(quantity) => put({ quantity })} />
          <AmountInput label="Percent" value={plan.percent} onChange={(percent) => put({ percent })} />
          {may("costs:read") && <AmountInput label="Value" value={plan.value} onChange={(value) => put({ value })} />}
          {reasons.length > 0 && (
            <NativeSelect
              label="Reason of differences"
              value={plan.reason}
              data={[{ value: "", label: "none" }, ...reasons.map((one) => ({ value: one.id, label: `${one.code} ${one.name}` }))]}
              onChange={(event) => put({ reason: event.currentTarget.value })}
            />
          )}
        </div>
      </section>
      <p className="refusal-ways">
        <Button type="submit" loading={busy} disabled={plan.warehouse === ""}>
          Begin the count <kbd>Ctrl ⏎</kbd>
        </Button>
        <Button variant="default" onClick={() => void navigate({ to: "/counts" })}>
          Cancel <kbd>Esc</kbd>
        </Button>
      </p>
    </form>
  );
}

/** A look-up that takes several, each of which can be taken back. */
function Several({
  label,
  chosen,
  find,
  onChange,
}: {
  label: string;
  chosen: Choice[];
  find: (typed: string) => Choice[] | Promise<Choice[]>;
  onChange: (list: Choice[]) => void;
}): JSX.Element {
  // Another key empties the field for the next one.
  const [round, setRound] = useState(0);
  return (
    <div className="count-several">
      <Lookup
        key={round}
        label={label}
        placeholder="Code or name"
        value={null}
        find={find}
        onChange={(choice) => {
          if (!choice) return;
          if (!chosen.some((one) => one.id === choice.id)) onChange([...chosen, choice]);
          setRound(round + 1);
        }}
        data-autofocus={round > 0 || undefined}
        autoFocus={round > 0}
      />
      {chosen.length > 0 && (
        <ul aria-label={`Chosen: ${label.toLowerCase()}`}>
          {chosen.map((one) => (
            <li key={one.id}>
              {written(one)} <CloseButton size="xs" aria-label={`Without ${written(one)}`} onClick={() => onChange(chosen.filter((other) => other.id !== one.id))} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
