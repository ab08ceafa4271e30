import { Link } from "@tanstack/react-router";
import type { CSSProperties, JSX } from "react";
import type { Chart } from "../../api/accounts";
import type { OpenItem, OpenSide } from "../../api/openItems";
import { Amount, amountWidth } from "../../parts/Amount";
import type { Column } from "../../parts/List";
import { useShown } from "../../parts/listColumns";
import { daysBetween } from "../../text/calendar";
import { formatDay } from "../../text/day";
import { addAmounts, negate } from "../../text/number";
import { dueInWords, owedSide } from "./due";

/** The columns of open items: what is open stands on its side, as it would in the account. */
export function itemColumns({
  items,
  side: of,
  at,
  base,
  chart,
  isBeside,
}: {
  side: OpenSide;
  items: OpenItem[];
  at: string;
  base: string | undefined;
  chart: Chart | undefined;
  /** Whether something is shown beside, which leaves less room. */
  isBeside: boolean;
}): Column<OpenItem>[] {
  const foreign = (item: OpenItem): string | undefined => (item.currency === base ? undefined : item.currency);
  const width = amountWidth([...items.map((item) => (foreign(item) ? `${item.currency} ${item.openAmount}` : item.openAmount)), sum(items, "debit")]);
  const hasSeveralAccounts = new Set(items.map((item) => item.accountId)).size > 1;
  const open = (side: "debit" | "credit"): Column<OpenItem> => ({
    id: side,
    head: side === "debit" ? "Debit open" : "Credit open",
    kind: "number",
    width,
    corner: "top-right",
    cell: (item) => item.side === side && <Amount value={item.openAmount} currency={foreign(item)} />,
  });
  const columns: (Column<OpenItem> | false)[] = [
    { id: "date", head: "Date", width: "6.25rem", cell: (item) => formatDay(item.date) },
    {
      id: "number",
      head: "Number",
      corner: "bottom-left",
      width: "9rem",
      cell: (item) => (
        <Link to="/journal/$entry" params={{ entry: item.number ?? item.entryId }} className="quiet" tabIndex={-1}>
          {item.number ?? "entry"}
        </Link>
      ),
    },
    hasSeveralAccounts && { id: "account", head: "Account", width: "5rem", cell: (item) => chart?.byId.get(item.accountId)?.code },
    {
      id: "text",
      head: "Text",
      corner: "top-left",
      width: isBeside ? "minmax(4rem, 1fr)" : "minmax(8rem, 1fr)",
      cell: (item) => (
        <span dir="auto" title={item.description}>
          {item.description}
        </span>
      ),
    },
    !isBeside && {
      id: "due",
      head: "Due",
      width: "11.5rem",
      corner: "bottom-right",
      cell: (item) => <span className={daysBetween(item.dueDate, at) > 0 && item.side === owedSide(of) ? undefined : "dim"}>{dueInWords(item, at, of)}</span>,
    },
    open("debit"),
    open("credit"),
  ];
  return columns.filter((column) => column !== false);
}

function sum(items: OpenItem[], side?: "debit" | "credit"): string {
  const values = items.filter((item) => side === undefined || item.side === side);
  return addAmounts(["0.00", ...values.map((item) => (side === undefined && item.side === "credit" ? negate(item.openBaseAmount) : item.openBaseAmount))]);
}

/** Both sides summed in the currency of the books, and the balance of the party between them. */
export function ItemTotal({ items, side: of, columns: all, base }: { items: OpenItem[]; side: OpenSide; columns: Column<OpenItem>[]; base: string | undefined }): JSX.Element {
  const columns = useShown(all);
  const sides = (["debit", "credit"] as const).filter((side) => columns.some((column) => column.id === side));
  return (
    <tr className="total items-total">
      <td className="list-margin" />
      <th scope="row" style={{ "--span": Math.max(1, columns.length - sides.length) } as CSSProperties}>
        {of === "receivable" ? "Owed to us" : "Owed by us"}
        {base ? ` in ${base}` : ""} <Amount value={of === "receivable" ? sum(items) : negate(sum(items))} />
      </th>
      {sides.map((side) => (
        <td key={side} className="number" data-corner="none">
          <span>
            <Amount value={sum(items, side)} />
          </span>
        </td>
      ))}
    </tr>
  );
}
