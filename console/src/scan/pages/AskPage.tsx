import { type JSX, useEffect, useState } from "react";
import type { components } from "../../api/schema";
import { useStore } from "../../api/store";
import { formatDay } from "../../text/day";
import { catalogue, reading } from "../catalogue/read";
import { type KeptStock, keptStock } from "../catalogue/records";
import { jobOf } from "../job/jobs";
import { read } from "../net";
import { plus, shown } from "../quantity";
import type { Found } from "../understand";
import { formatTime } from "../when";
import { who } from "../who";
import { JobPage } from "./JobPage";

type StockRow = components["schemas"]["StockRow"];

/** What something is, and where there is more of it. */
export function AskPage({ place }: { place: string }): JSX.Element {
  const [found, setFound] = useState<Found>();
  const job = jobOf("ask");
  if (!job) return <main />;
  return (
    <JobPage job={job} place={place} more={{ asked: setFound }}>
      {found?.kind === "goods" && <OfGoods key={found.goods.item.id} found={found} />}
      {found?.kind === "bin" && <OfBin code={found.bin.code} warehouse={found.bin.warehouse} />}
    </JobPage>
  );
}

function OfGoods({ found }: { found: Extract<Found, { kind: "goods" }> }): JSX.Element {
  const { item, lot, serial } = found.goods;
  const here = useStore(catalogue);
  const kept = useStore(reading);
  const [fresh, setFresh] = useState<KeptStock[]>();
  useEffect(() => {
    const org = who()?.organization ?? "";
    void read<{ data: StockRow[] }>(`/inventory/stock?by=location&nonZero=true&itemId=${item.id}&limit=200`)
      .then((page) => setFresh(page.data.map((row) => keptStock(org, "location", row))))
      .catch(() => undefined); // What is kept is shown.
  }, [item.id]);
  const rows = fresh ?? here.stock.filter((row) => row.item === item.id && row.by === "location");
  const lots = here.stock.filter((row) => row.item === item.id && row.by !== "location");
  const total = rows.reduce((sum, row) => plus(sum, row.quantity), "0");
  return (
    <section className="asked" aria-label={item.name}>
      <dl>
        <dt>SKU</dt>
        <dd>{item.sku}</dd>
        {item.gtins.length > 0 && (
          <>
            <dt>GTIN</dt>
            <dd>{item.gtins.map((one) => one.gtin).join(", ")}</dd>
          </>
        )}
        {lot && (
          <>
            <dt>Lot</dt>
            <dd>
              {lot.number}
              {lot.expiresOn !== undefined && `, use by ${formatDay(lot.expiresOn)}`}
            </dd>
          </>
        )}
        {serial !== undefined && (
          <>
            <dt>Piece</dt>
            <dd>{serial}</dd>
          </>
        )}
        <dt>On hand</dt>
        <dd>{shown(total, item.unit)}</dd>
      </dl>
      <p className="dim">{fresh ? "As it is now." : kept.state === "here" ? `As it was at ${formatTime(kept.at)}, in this place alone.` : "Nothing is known of the stock yet."}</p>
      <ul className="lines">
        {[...rows, ...lots].map((row) => (
          <li key={[row.warehouse, row.bin, row.lot, row.serial, row.by].join(" ")}>
            <span>
              {row.by === "location" ? [here.warehouses.get(row.warehouse)?.code, row.bin].filter(Boolean).join(" · ") : row.by === "lot" ? `Lot ${row.lot ?? ""}` : `Piece ${row.serial ?? ""}`}
              {row.by !== "location" && row.expiresOn !== null && <span className="dim">use by {formatDay(row.expiresOn)}</span>}
            </span>
            <span className="much">{shown(row.quantity, item.unit)}</span>
          </li>
        ))}
      </ul>
      {rows.length === 0 && <p>There is none.</p>}
    </section>
  );
}

function OfBin({ code, warehouse }: { code: string; warehouse: string }): JSX.Element {
  const here = useStore(catalogue);
  const rows = here.stock.filter((row) => row.warehouse === warehouse && row.bin === code && row.by === "location");
  return (
    <section className="asked" aria-label={`Bin ${code}`}>
      <ul className="lines">
        {rows.map((row) => {
          const item = here.items.get(row.item);
          return (
            <li key={row.item}>
              <span>
                <b>{item?.name ?? row.item}</b>
                <span className="dim">{item?.sku}</span>
              </span>
              <span className="much">{shown(row.quantity, item?.unit ?? "")}</span>
            </li>
          );
        })}
      </ul>
      {rows.length === 0 && <p>It is empty.</p>}
    </section>
  );
}
