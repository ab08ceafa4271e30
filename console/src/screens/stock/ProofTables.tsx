import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { useChart } from "../../api/accounts";
import type { Proof } from "../../api/proof";
import { Amount } from "../../parts/Amount";
import { WithLinks } from "../../parts/WithLinks";
import { PlainTable } from "../../parts/PlainTable";
import { ToStatement } from "../../parts/ToStatement";
import { formatDay } from "../../text/day";
import { isZero } from "../../text/number";

/** The accounts of stock: what goods are worth, what the books say, and the difference; of each, the statement. */
export function ProofAccounts({ proof, asOf }: { proof: Proof; asOf: string | undefined }): JSX.Element {
  const chart = useChart();
  const { accounts } = proof.proof;
  const hasLate = accounts.some((one) => !isZero(one.late));
  const hasOther = accounts.some((one) => one.balance !== one.books);
  return (
    <PlainTable
      label="Stock and books by account"
      rows={accounts}
      rowId={(one) => one.accountId}
      columns={[
        {
          id: "account",
          head: "Account",
          cell: (one) => (
            <ToStatement account={one.code ?? one.accountId} search={asOf ? { to: asOf } : {}} className="quiet">
              <span className="strong">{one.code}</span> {chart?.byId.get(one.accountId)?.name}
            </ToStatement>
          ),
        },
        { id: "goods", head: "Goods", kind: "number" as const, cell: (one) => <Amount value={one.replayed} /> },
        { id: "books", head: "Books", kind: "number" as const, cell: (one) => <Amount value={one.books} /> },
        ...(hasLate ? [{ id: "late", head: "Posted later", kind: "number" as const, cell: (one: (typeof accounts)[number]) => <Amount value={one.late} /> }] : []),
        { id: "difference", head: "Difference", kind: "number" as const, cell: (one) => <Amount value={one.difference} /> },
        ...(hasOther ? [{ id: "balance", head: "Balance", kind: "number" as const, cell: (one: (typeof accounts)[number]) => <Amount value={one.balance} /> }] : []),
      ]}
    />
  );
}

/** What does not hold, row by row, with the records that it names as links. */
export function ProofFailures({ proof, most }: { proof: Proof; most?: number }): JSX.Element | null {
  const { failures, failureCount } = proof.proof;
  const shown = most === undefined ? failures : failures.slice(0, most);
  if (shown.length === 0) return null;
  return (
    <>
      <PlainTable
        label="Differences"
        rows={shown}
        rowId={(one, at) => `${one.invariant} ${at}`}
        columns={[
          { id: "what", head: "What should hold", cell: (one) => invariantWords(one.invariant) },
          { id: "detail", head: "What was found", cell: (one) => <WithLinks text={one.detail} /> },
        ]}
      />
      {failureCount > shown.length && <p className="dim">And {failureCount - shown.length} more.</p>}
    </>
  );
}

/** The movements that occurred by the day and were posted after it, as its period was closed. */
export function ProofLate({ proof }: { proof: Proof }): JSX.Element | null {
  const { lateItems, lateCount, currency } = proof.proof;
  const chart = useChart();
  if (lateItems.length === 0) return null;
  return (
    <section>
      <h2>Posted after the day</h2>
      <p className="dim">These goods had moved by the day, and their period was closed: the books have them later. They are no difference.</p>
      <PlainTable
        label="Posted after the day"
        rows={lateItems}
        rowId={(one, at) => `${one.seq} ${at}`}
        columns={[
          {
            id: "moved",
            head: "Moved",
            cell: (one) =>
              one.movementId ? (
                <Link to="/movements/$movement" params={{ movement: one.movementId }}>
                  {formatDay(one.occurredAt.slice(0, 10))}
                </Link>
              ) : (
                formatDay(one.occurredAt.slice(0, 10))
              ),
          },
          { id: "posted", head: "Posted", cell: (one) => formatDay(one.date) },
          {
            id: "account",
            head: "Account",
            cell: (one) => {
              const account = chart?.byId.get(one.accountId);
              return account ? `${account.code} ${account.name}` : one.accountId;
            },
          },
          { id: "amount", head: `Amount in ${currency}`, kind: "number" as const, cell: (one) => <Amount value={one.amount} /> },
        ]}
      />
      {lateCount > lateItems.length && <p className="dim">And {lateCount - lateItems.length} more.</p>}
    </section>
  );
}

/** Every check that was made. */
export function ProofChecks({ proof }: { proof: Proof }): JSX.Element {
  return (
    <PlainTable
      label="What was checked"
      rows={proof.invariants}
      rowId={(one) => one.name}
      columns={[
        { id: "what", head: "What should hold", cell: (one) => invariantWords(one.name) },
        { id: "checked", head: "Checked", kind: "number" as const, cell: (one) => <Amount value={String(one.checked)} /> },
        { id: "holds", head: "Result", cell: (one) => (one.holds ? "holds" : <span className="negative">does not hold</span>) },
      ]}
    />
  );
}

const INVARIANTS: Record<string, string> = {
  "stock.costs": "Costing all movements anew gives the postings that were made",
  "stock.pools": "Costing all movements anew gives the values that are kept",
  "stock.accounts": "On each account the value of goods is that of the books",
  "stock.values": "The postings of goods equal their value, day by day",
  "stock.books": "The postings of goods equal the lines of the books, day by day",
  "stock.quantities": "What there is of an item is the sum of its movements",
  "stock.places": "What there is of an item is the stock of its warehouses",
  "stock.days": "The stock of each place is the sum of its days",
  "stock.lines": "The stock of each place is the sum of its movements",
  "stock.negative": "Nothing is below zero where that is not allowed",
  "stock.entries": "Each movement has the entries that it says",
  "stock.reserved": "What is reserved is the sum of the reservations",
  "stock.received": "Goods received and not invoiced are those of the documents",
  "stock.claimable": "What can be claimed of invoices is what the documents say",
  "stock.transit": "Goods in transit are those of the documents",
  "stock.written_down": "What is written down is what was posted",
  "stock.consigned": "Goods at others are those of the documents",
  "stock.of_others": "Goods of others are those of the documents",
  "stock.shares": "What falls to each receipt of a later cost was worked out right",
};

/** What a check says, in words. */
export const invariantWords = (name: string): string => INVARIANTS[name] ?? name;
