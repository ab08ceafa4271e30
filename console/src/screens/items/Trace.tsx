import { CloseButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { usePaged } from "../../api/paged";
import type { LedgerRow, TraceRow } from "../../api/stock";
import type { components } from "../../api/schema";
import { useActions } from "../../app/actions";
import { Amount } from "../../parts/Amount";
import { Refusal } from "../../parts/Refusal";
import { formatDay } from "../../text/day";
import { movementKind } from "../../api/movementKinds";
import "./items.css";

/** Where the cost of a line came from, or where its value went, beside the ledger. */
export function Trace({ row, onClose }: { row: LedgerRow; onClose: () => void }): JSX.Element {
  const pages = usePaged<components["schemas"]["CostTraceView"]>("stock", `/inventory/movements/${row.movementId}/cost-trace`, { lineNumber: String(row.lineNumber) });
  useActions([{ id: "trace-close", title: "Close the cost trace", keys: "esc", quiet: true, run: onClose }]);
  const title = row.quantity.startsWith("-") ? "Where its cost came from" : "Where its value went";
  return (
    <aside className="peek" aria-label="Cost trace">
      <div className="trace-head">
        <h2>{title}</h2>
        <CloseButton aria-label="Close" onClick={onClose} />
      </div>
      <p className="dim">
        {formatDay(row.postingDate)}, {row.warehouseCode} ·{" "}
        <Link to="/movements/$movement" params={{ movement: row.movementId }}>
          the movement
        </Link>
        {row.entryId && (
          <>
            {" "}
            ·{" "}
            <Link to="/journal/$entry" params={{ entry: row.entryId }}>
              its entry
            </Link>
          </>
        )}
      </p>
      {pages.problem && <Refusal problem={pages.problem} />}
      {pages.isLoading && <p className="dim">Tracing…</p>}
      {pages.rows.length > 0 && (
        <ul className="trace">
          {pages.rows.map((one) => (
            <li key={one.number} style={{ paddingLeft: `${Math.min(one.level, 8) * 1}rem` }}>
              <span className="trace-words">
                <TraceWords row={one} />
                {one.quantity && (
                  <span className="dim">
                    {" "}
                    · <Amount value={one.quantity} />
                  </span>
                )}
              </span>
              <span className={one.level === 0 ? "number strong" : "number"}>
                <Amount value={one.amount} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {pages.rows.some((one) => one.attribution === "proportional") && <p className="dim">≈ is a share of goods that cannot be told apart.</p>}
      {pages.more && (
        <button type="button" className="lines-more" onClick={pages.more}>
          Show more
        </button>
      )}
    </aside>
  );
}

const ROLES: Record<TraceRow["role"], string> = {
  line: "This line",
  from: "From",
  owed: "More left than there was",
  absorbed: "Absorbed",
  left: "Left with",
  arrived: "Arrived by",
  remainder: "Moved on",
  settled: "Settled by",
  inStock: "Still in stock",
  variance: "Went to the account of differences",
  lost: "Lost",
  rounding: "Rounding",
  others: "Others",
};

function TraceWords({ row }: { row: TraceRow }): JSX.Element {
  const words = `${row.attribution === "proportional" ? "≈ " : ""}${ROLES[row.role] ?? row.role}`;
  if (row.level === 0 || row.movementId === null || row.kind === null) {
    return (
      <>
        {words}
        {row.warehouseCode && row.role === "inStock" ? ` at ${row.warehouseCode}` : ""}
        {row.isCut ? " …" : ""}
      </>
    );
  }
  return (
    <>
      {words}{" "}
      <Link to="/movements/$movement" params={{ movement: row.movementId }}>
        {movementKind(row.kind)}
      </Link>
      {row.postingDate && ` of ${formatDay(row.postingDate)}`}
      {row.warehouseCode && `, ${row.warehouseCode}`}
      {row.isCut ? " …" : ""}
    </>
  );
}
