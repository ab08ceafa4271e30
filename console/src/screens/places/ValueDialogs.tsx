import { NativeSelect, TextInput } from "@mantine/core";
import { type JSX, type ReactNode, useState } from "react";
import { choiceOf, findAccounts, useChart } from "../../api/accounts";
import { newKey } from "../../api/key";
import { changeScope, reclassify, useEffectOf } from "../../api/places";
import { touched } from "../../api/queries";
import type { Warehouse } from "../../api/warehouses";
import { say } from "../../app/toasts";
import { DayInput } from "../../parts/DayInput";
import { type Choice, Lookup } from "../../parts/Lookup";
import "../../parts/record.css";
import { Refusal } from "../../parts/Refusal";
import { useWays } from "../../parts/useWays";
import { ActDialog } from "../close/ActDialog";
import "../close/close.css";
import { readOnly } from "../close/Dialog";
import { PreviewEntries } from "../close/PreviewEntries";
import { gathered } from "./gathered";
import { SCOPES } from "./words";

/** Values a warehouse on another account: what that posts is shown before. */
export function ReclassifyDialog({ place, onClose }: { place: Warehouse; onClose: () => void }): JSX.Element {
  const chart = useChart();
  const [account, setAccount] = useState<Choice | null>(null);
  const [day, setDay] = useState("");
  const [text, setText] = useState("");
  const body = { toAccountId: account?.id ?? null, ...(day && { occurredAt: day }), ...(text.trim() && { description: text.trim() }) };
  const stocks = (typed: string): Choice[] =>
    findAccounts(chart && { ...chart, all: chart.all.filter((one) => one.controlFor === "stock" && one.id !== place.effectiveValuationAccountId) }, typed);
  return (
    <EffectDialog
      title={`Value ${place.code} on another account`}
      act="Reclassify"
      means="One movement takes the value of all its goods to the other account, and from then on they are valued there. Warehouses that share their costs change together."
      name={account ? JSON.stringify([place.id, place.version, "reclassify", body]) : undefined}
      missing="Choose the account."
      ask={() => reclassify(place, body, newKey(), true)}
      run={(key) => reclassify(place, body, key, false)}
      done={`The goods of ${place.code} are valued on ${account?.code ?? ""} ${account?.name ?? ""}`}
      onClose={onClose}
    >
      <p className="dim">
        Now: {chart?.byId.get(place.effectiveValuationAccountId ?? "")?.code ?? "none"} {chart?.byId.get(place.effectiveValuationAccountId ?? "")?.name}
      </p>
      <Lookup label="Account of stock" placeholder="Code or name" value={account} find={(typed) => (typed === "" && chart ? chart.all.filter((one) => one.controlFor === "stock" && one.id !== place.effectiveValuationAccountId && one.isActive && !one.isGroup).slice(0, 8).map((one) => choiceOf(chart, one)) : stocks(typed))} onChange={setAccount} data-autofocus />
      <When day={day} text={text} onDay={setDay} onText={setText} />
    </EffectDialog>
  );
}

/** Changes with what a warehouse shares its costs: what that posts is shown before. */
export function ScopeDialog({ place, onClose }: { place: Warehouse; onClose: () => void }): JSX.Element {
  const other = place.costingScope === "warehouse" ? "organization" : "warehouse";
  const [scope, setScope] = useState<Warehouse["costingScope"]>(other);
  const [day, setDay] = useState("");
  const [text, setText] = useState("");
  const body = { costingScope: scope, ...(day && scope === "organization" && { occurredAt: day }), ...(text.trim() && { description: text.trim() }) };
  return (
    <EffectDialog
      title={`Costing of ${place.code}`}
      act="Change the costing"
      means="Goods cost what their receipts cost: of this warehouse alone, or of all that share their costs. One movement takes its goods over at their value."
      name={scope === place.costingScope ? undefined : JSON.stringify([place.id, place.version, "scope", body])}
      missing="It is so already."
      ask={() => changeScope(place, body, newKey(), true)}
      run={(key) => changeScope(place, body, key, false)}
      done={`The goods of ${place.code} are costed ${SCOPES[scope]}`}
      onClose={onClose}
    >
      <NativeSelect
        label="Goods are costed"
        value={scope}
        data={Object.entries(SCOPES).map(([value, label]) => ({ value, label: value === place.costingScope ? `${label} (now)` : label }))}
        onChange={(event) => setScope(event.currentTarget.value as Warehouse["costingScope"])}
      />
      {scope === "organization" ? (
        <When day={day} text={text} onDay={setDay} onText={setText} />
      ) : (
        <TextInput label="Text (optional)" value={text} maxLength={500} autoComplete="off" onChange={(event) => setText(event.currentTarget.value)} />
      )}
    </EffectDialog>
  );
}

function When({ day, text, onDay, onText }: { day: string; text: string; onDay: (day: string) => void; onText: (text: string) => void }): JSX.Element {
  return (
    <div className="record-form-pair">
      <DayInput label="From the day" placeholder="Now" value={day} onChange={onDay} onKeyDown={readOnly} />
      <TextInput label="Text (optional)" value={text} maxLength={500} autoComplete="off" onChange={(event) => onText(event.currentTarget.value)} />
    </div>
  );
}

/** An act whose entries are shown before it is done. */
function EffectDialog({
  title,
  act,
  means,
  name,
  missing,
  ask,
  run,
  done,
  onClose,
  children,
}: {
  title: string;
  act: string;
  means: string;
  /** What is asked, as a name; absent while something is missing. */
  name: string | undefined;
  missing: string;
  ask: () => Promise<unknown>;
  run: (key: string) => Promise<unknown>;
  done: string;
  onClose: () => void;
  children: ReactNode;
}): JSX.Element {
  const { effect, problem, isReading } = useEffectOf(name ?? "", name === undefined ? undefined : ask);
  const ways = useWays({});
  const why = name === undefined ? missing : problem ? "It is refused as it stands." : !effect || isReading ? "The preview is being read." : undefined;
  return (
    <ActDialog
      title={title}
      act={act}
      means={means}
      reason="none"
      size="xl"
      disabled={why}
      run={({ key }) => run(key)}
      onDone={() => {
        onClose();
        say(done);
        void touched("stock", "entries", "balances");
      }}
      onClose={onClose}
    >
      {children}
      {problem && <Refusal problem={problem} onWay={ways.go} />}
      {ways.part}
      {name !== undefined && effect && (effect.entries.length > 0 ? <PreviewEntries entries={effect.entries.map(gathered)} /> : <p>It posts nothing: there is no value to move.</p>)}
    </ActDialog>
  );
}
