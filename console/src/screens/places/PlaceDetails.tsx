import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { may } from "../../api/session";
import { type Warehouse, useLocations, useWarehouses } from "../../api/warehouses";
import { Facts } from "../../parts/Facts";
import { Moment } from "../../parts/Moment";
import { GOODS_ACCOUNTS } from "../items/CategoryDialog";
import { AccountLink, effective } from "../items/Details";
import { ADDRESS, CONTACT } from "./placeForm";
import { BINS, DEFAULTS, NEGATIVE, PICKS, SCOPES } from "./words";

/** All that is said of a warehouse. */
export function PlaceDetails({ place, onReclassify, onScope }: { place: Warehouse; onReclassify: (() => void) | undefined; onScope: (() => void) | undefined }): JSX.Element {
  const known = useWarehouses();
  const locations = useLocations(place.id);
  const texts = (stored: Record<string, unknown> | null, names: readonly (readonly [string, string])[]): [string, string][] =>
    names.flatMap(([name, label]) => (typeof stored?.[name] === "string" ? [[label, stored[name]] as [string, string]] : []));
  const warehouse = (id: string): JSX.Element => {
    const code = known?.byId.get(id)?.code ?? id;
    return (
      <Link key={id} to="/places/$place" params={{ place: code }}>
        {code}
      </Link>
    );
  };
  const uses = (Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[]).flatMap((use): [string, string][] => {
    const code = locations?.find((one) => one.id === place.defaultLocations[use])?.code;
    return code ? [[DEFAULTS[use], code]] : [];
  });
  return (
    <div className="record-tab" data-flows>
      <section>
        <h2>How goods lie and leave</h2>
        <Facts
          facts={[
            ["Goods lie", BINS[place.binsMode]],
            ["Picked first", PICKS[place.pickStrategy]],
            ["More leaves than there is", NEGATIVE[place.negativeStock]],
            ["Resupplied from", place.resupplyFrom.length > 0 && <>{place.resupplyFrom.map((id, at) => [at > 0 && ", ", warehouse(id)])}</>],
            ["Goods on their way are in", place.inTransitWarehouseId && warehouse(place.inTransitWarehouseId)],
          ]}
        />
        {place.description && <p dir="auto">{place.description}</p>}
      </section>
      {uses.length > 0 && (
        <section>
          <h2>Bins for goods that name none</h2>
          <Facts facts={uses} />
        </section>
      )}
      <section>
        <h2>Costs</h2>
        <Facts facts={[["Goods are costed", SCOPES[place.costingScope]]]} />
        {onScope && (
          <p>
            <Button variant="default" size="compact-sm" onClick={onScope}>
              Change the costing…
            </Button>
          </p>
        )}
      </section>
      {may("accounts:read") && (
        <section>
          <h2>Accounts</h2>
          <p className="dim">Its own, or of what is above it. They take precedence over those of categories.</p>
          <Facts
            facts={GOODS_ACCOUNTS.map(([field, label]) => [
              label,
              <span key={field}>
                <AccountLink id={place[effective(field)]} />
                {place[field] !== null && <span className="dim"> its own</span>}
              </span>,
            ])}
          />
          {onReclassify && (
            <p>
              <Button variant="default" size="compact-sm" onClick={onReclassify}>
                Value on another account…
              </Button>
            </p>
          )}
        </section>
      )}
      <section>
        <h2>Where it is</h2>
        <Facts
          none="No address is given."
          facts={[...texts(place.address, ADDRESS), ...texts(place.contact, CONTACT), ["Time zone", place.timezone], ["GLN", place.gln && <code>{place.gln}</code>], ["Tags", place.tags.join(", ")]]}
        />
      </section>
      <p className="dim">
        Made <Moment at={place.createdAt} />, last changed <Moment at={place.updatedAt} />.
      </p>
    </div>
  );
}
