import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { type Aged, type AgedRow, NO_PARTY } from "../../api/openItems";
import { Amount, amountWidth } from "../../parts/Amount";
import type { Column } from "../../parts/List";
import { Exact } from "../../text/exact";
import { absolute, addAmounts, isZero } from "../../text/number";

/** A party's open amounts by age, in one currency. */
export type PartyRow = AgedRow;

/** The name of a row. */
export const agedRowId = (row: PartyRow): string => `${row.partyId ?? NO_PARTY} ${row.currency}`;

/** An age in words: `not due`, `1–30 days`, `over 90 days`. */
export function ageInWords(bucket: string): string {
  if (bucket === "current") return "not due";
  const over = /^(\d+)\+$/.exec(bucket)?.[1];
  return over ? `over ${Number(over) - 1} days` : `${bucket.replace("-", "–")} days`;
}

/** The columns: who, how much, and how old that is, as a bar and in figures. */
export function agedColumns(aged: Aged, search: (row: PartyRow) => Record<string, string>): Column<PartyRow>[] {
  const base = aged.totals.currency;
  const foreign = (row: PartyRow): string | undefined => (row.currency === base ? undefined : row.currency);
  const hasForeign = aged.data.some(foreign);
  const widthOf = (amounts: string[]): string => amountWidth(hasForeign ? amounts.map((amount) => `${base} ${amount}`) : amounts);
  return [
    {
      id: "party",
      head: "Party",
      width: "minmax(9rem, 1fr)",
      corner: "top-left",
      cell: (row) => (
        <span dir="auto" title={row.partyName ?? undefined}>
          {row.partyName ?? <span className="dim">without a party</span>}
        </span>
      ),
    },
    {
      id: "total",
      head: "Open",
      kind: "number",
      corner: "top-right",
      width: widthOf([aged.totals.total, ...aged.data.map((row) => row.total)]),
      cell: (row) => (
        <Link to="/open-items" search={search(row)} className="quiet strong" tabIndex={-1}>
          <Amount value={row.total} currency={foreign(row)} />
        </Link>
      ),
    },
    { id: "age", head: "Age", width: "6rem", corner: "bottom-left", cell: (row) => <AgeBar buckets={aged.buckets} amounts={row.amounts} /> },
    ...aged.buckets.map((bucket, at) => ({
      id: bucket,
      head: <span className="aged-head">{ageInWords(bucket)}</span>,
      kind: "number" as const,
      width: widthOf([aged.totals.amounts[at] ?? "0", ...aged.data.map((row) => row.amounts[at] ?? "0")]),
      cell: (row: PartyRow) =>
        !isZero(row.amounts[at] ?? "0") && (
          <Link to="/open-items" search={search(row)} className="quiet" tabIndex={-1}>
            <Amount value={row.amounts[at]} currency={foreign(row)} />
          </Link>
        ),
    })),
  ];
}

/** The sums of all parties in the currency of the books. */
export function AgedTotal({ aged }: { aged: Aged }): JSX.Element {
  return (
    <tr className="total aged-total">
      <td className="list-margin" />
      <th scope="row">All parties in {aged.totals.currency}</th>
      <td className="number">
        <span>
          <Amount value={aged.totals.total} />
        </span>
      </td>
      <td data-corner="none">
        <AgeBar buckets={aged.buckets} amounts={aged.totals.amounts} />
      </td>
      {aged.totals.amounts.map((amount, at) => (
        <td key={aged.buckets[at]} className="number" data-corner="none">
          {!isZero(amount) && (
            <span>
              <Amount value={amount} />
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}

/** How old what is open is: each part as wide as its share, older ones denser; the words say the same. */
function AgeBar({ buckets, amounts }: { buckets: string[]; amounts: string[] }): JSX.Element | null {
  const sum = addAmounts(["0", ...amounts.map(absolute)]);
  if (isZero(sum)) return null;
  const shares = amounts.map((amount) => new Exact(absolute(amount)).div(sum).times(100).toFixed(0));
  const words = shares.flatMap((share, at) => (share === "0" ? [] : [`${share} % ${ageInWords(buckets[at] ?? "")}`])).join(", ");
  return (
    <span className="age-bar" role="img" aria-label={words} title={words}>
      {shares.map((share, at) => share !== "0" && <span key={buckets[at]} data-age={at} style={{ width: `${share}%` }} />)}
    </span>
  );
}
