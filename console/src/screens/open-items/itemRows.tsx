import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import type { Chart } from "../../api/accounts";
import type { OpenItem } from "../../api/openItems";
import { Amount, amountWidth } from "../../parts/Amount";
import type { Column } from "../../parts/List";
import { useShown } from "../../parts/listColumns";
import { daysBetween } from "../../text/calendar";
import { formatDay } from "../../text/day";
import { addAmounts, negate } from "../../text/number";

/** How late an item is, in words. */
export function dueInWords(item: OpenItem, at: string): string {
  const days = daysBetween(item.dueDate, at);
  if (days <= 0) return formatDay(item.dueDate);
  return `${formatDay(item.dueDate)}, ${days} ${days === 1 ? "day" : "days"} late`;
}

/** The columns of open items: what is open stands on its side, as it would in the account. */
export function itemColumns({
  items,
  at,
  base,
  chart,
  isBeside,
}: {
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
    cell: (item) => item.side === side && <Amount value={item.openAmount} currency={foreign(item)} />,
  });
  const columns: (Column<OpenItem> | false)[] = [
    { id: "date", head: "Date", width: "6.25rem", cell: (item) => formatDay(item.date) },
    {
      id: "number",
      head: "Number",
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
      width: isBeside ? "minmax(4rem, 1fr)" : "minmax(8rem, 1fr)",
      cell: (item) => (
        <span dir="auto" title={item.description}>
          {item.description}
        </span>
      ),
    },
    !isBeside && { id: "due", head: "Due", width: "11.5rem", cell: (item) => <span className={daysBetween(item.dueDate, at) > 0 ? undefined : "dim"}>{dueInWords(item, at)}</span> },
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
export function ItemTotal({ items, columns: all, base }: { items: OpenItem[]; columns: Column<OpenItem>[]; base: string | undefined }): JSX.Element {
  const columns = useShown(all);
  const sides = (["debit", "credit"] as const).filter((side) => columns.some((column) => column.id === side));
  return (
    <tr className="total items-total">
      <td className="list-margin" />
      <th scope="row" style={{ gridColumn: `span ${Math.max(1, columns.length - sides.length)}` }}>
        Balance{base ? ` in ${base}` : ""} <Amount value={sum(items)} />
      </th>
      {sides.map((side) => (
        <td key={side} className="number">
          <span>
            <Amount value={sum(items, side)} />
          </span>
        </td>
      ))}
    </tr>
  );
}
