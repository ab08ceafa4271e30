import { Button, Modal } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { answer, api } from "../../api/client";
import { kindTitle } from "../../api/movementKinds";
import type { MovementLine } from "../../api/movements";
import { problemIn } from "../../api/paged";
import type { components } from "../../api/schema";
import { Amount } from "../../parts/Amount";
import { PlainTable } from "../../parts/PlainTable";
import { Quantity } from "../../parts/Quantity";
import { Refusal } from "../../parts/Refusal";
import "../../parts/refusal.css";
import { formatDay } from "../../text/day";

type Row = components["schemas"]["CostTraceRow"];

/** What a row of a trace is, in words. */
const ROLES: Record<Row["role"], string> = {
  line: "this line",
  from: "came from",
  owed: "left before it came",
  absorbed: "absorbed by what was made",
  left: "left with",
  arrived: "arrived by",
  remainder: "the rest of",
  settled: "settled by",
  inStock: "still in stock",
  variance: "to the account for differences",
  lost: "lost with",
  rounding: "rounding",
  others: "others",
};

/** Where the cost of a line came from, down to the first receipts, or where its value went. */
export function CostTrace({ movementId, line, onClose }: { movementId: string; line: MovementLine; onClose: () => void }): JSX.Element {
  const [direction, setDirection] = useState<"sources" | "uses">("sources");
  const { data, error } = useQuery({
    queryKey: ["stock", "cost-trace", movementId, line.lineNumber, direction],
    queryFn: ({ signal }) => {
      const query = { direction, lineNumber: line.lineNumber, limit: 200 };
      return answer(api.GET("/api/v1/inventory/movements/{id}/cost-trace", { params: { path: { id: movementId }, query }, signal }));
    },
  });
  const problem = problemIn(error);
  const view = data as components["schemas"]["CostTraceView"] | undefined;
  return (
    <Modal opened onClose={onClose} size="xl" title={`Cost of ${line.sku} ${line.itemName ?? ""}`} closeButtonProps={{ "aria-label": "Close" }}>
      <div className="movement-form">
        <div className="refusal-ways" role="group" aria-label="Which way">
          {(["sources", "uses"] as const).map((one) => (
            <Button key={one} variant={one === direction ? "light" : "default"} aria-pressed={one === direction} onClick={() => setDirection(one)}>
              {one === "sources" ? "Where it came from" : "Where it went"}
            </Button>
          ))}
        </div>
        {problem && <Refusal problem={problem} />}
        {!view && !problem && <p className="dim">Following the costs…</p>}
        {view && (
          <PlainTable
            label="Cost trace"
            rows={view.data}
            rowId={(row) => String(row.number)}
            columns={[
              { id: "what", head: "What", cell: (row) => <What row={row} movementId={movementId} /> },
              { id: "day", head: "Date", cell: (row) => row.postingDate && formatDay(row.postingDate) },
              { id: "quantity", head: "Quantity", kind: "number", cell: (row) => <Quantity value={row.quantity} /> },
              {
                id: "amount",
                head: "Amount",
                kind: "number",
                cell: (row) => (
                  <>
                    {row.attribution === "proportional" && <span className="dim">its share </span>}
                    <Amount value={row.amount} />
                  </>
                ),
              },
            ]}
          />
        )}
        {view?.nextCursor && <p className="dim">The first 200 rows of a longer trace.</p>}
      </div>
    </Modal>
  );
}

function What({ row, movementId }: { row: Row; movementId: string }): JSX.Element {
  const isOther = row.movementId && row.movementId !== movementId;
  return (
    <span style={{ paddingLeft: `${Math.min(row.level, 8) * 1.25}rem` }}>
      {ROLES[row.role]}{" "}
      {isOther && row.movementId && (
        <Link to="/movements/$movement" params={{ movement: row.movementId }}>
          {row.kind ? kindTitle(row.kind) : "a movement"}
        </Link>
      )}
      {row.warehouseCode && <span className="dim"> {row.warehouseCode}</span>}
      {row.isCut && <span className="dim"> and more below it</span>}
    </span>
  );
}
