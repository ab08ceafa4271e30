import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { JSX, ReactNode } from "react";
import { type Entry, useEntry } from "../../api/entries";
import type { InboxItem } from "../../api/inbox";
import { type Movement, useMovement } from "../../api/linked";
import type { Problem, WayOut } from "../../api/problem";
import { useTrail } from "../../api/trail";
import { EntryLines } from "../../parts/EntryLines";
import { Moment } from "../../parts/Moment";
import { Refusal } from "../../parts/Refusal";
import { formatDay } from "../../text/day";
import { movementKind } from "../entry/Links";
import { naming } from "../entry/people";

/** What waits, beside the list: as much of it as a decision needs, and the decision. */
export function InboxPeek({
  item,
  me,
  problem,
  onWay,
  onApprove,
  onReject,
}: {
  item: InboxItem;
  me: string;
  /** Why the decision was refused. */
  problem: Problem | undefined;
  onWay: (way: WayOut) => void;
  onApprove: () => void;
  onReject: () => void;
}): JSX.Element {
  const { entry, problem: unread } = useEntry(item.kind === "entry" ? item.id : undefined);
  const movement = useMovement(item.kind === "movement" ? item.id : undefined);
  const trail = useTrail(item.kind === "entry" ? item.id : undefined);
  const name = naming(me, trail.rows);
  // While the next one is read, nothing of the one before is shown as its own.
  const shown = entry?.id === item.id ? entry : undefined;
  const by = shown?.submittedBy ? name(shown.submittedBy, shown.submittedByName) : item.by;
  const isDecision = item.group === "approve";
  return (
    <aside className="peek inbox-peek" aria-label={item.title || "What waits"}>
      <h2 dir="auto">{item.title || "Without text"}</h2>
      <p className="dim">
        {item.day && `${formatDay(item.day)} · `}
        {item.group === "draft" || item.group === "rejected" ? "changed" : "sent"}
        {by && ` by ${by}`} <Moment at={item.at} />
      </p>
      {item.reason && (
        <p className="inbox-reason" dir="auto">
          Rejected{shown?.rejectedBy && name(shown.rejectedBy, shown.rejectedByName) && ` by ${name(shown.rejectedBy, shown.rejectedByName)}`}:{" "}
          <q>{item.reason}</q>
        </p>
      )}
      {problem && <Refusal problem={problem} onWay={onWay} />}
      {unread && <Refusal problem={unread} />}
      <Content item={item} entry={shown} movement={movement} />
      {item.undecidable && <p>{item.undecidable}</p>}
      <p className="inbox-deeds">
        {isDecision && (
          <>
            <Button onClick={onApprove} disabled={item.undecidable !== undefined}>
              Approve <kbd>a</kbd>
            </Button>
            <Button variant="danger" onClick={onReject}>
              {item.kind === "count" ? "Send back" : "Reject"} <kbd>r</kbd>
            </Button>
          </>
        )}
        {item.kind === "entry" && (item.group === "draft" || item.group === "rejected") && (
          <Button component={Link} to={`/journal/${item.id}/edit`}>
            Edit <kbd>e</kbd>
          </Button>
        )}
        {item.kind === "entry" && (
          <Button component={Link} to={`/journal/${item.id}`} variant="default">
            Open <kbd>⏎</kbd>
          </Button>
        )}
      </p>
    </aside>
  );
}

function Content({ item, entry, movement }: { item: InboxItem; entry: Entry | undefined; movement: Movement | undefined }): ReactNode {
  if (item.kind === "entry") return entry && <EntryLines lines={entry.lines} baseCurrency={entry.baseCurrency} isCompact />;
  if (item.kind === "count") return <p>A count whose differences are above what is tolerated.</p>;
  if (!movement) return null;
  const kind = movementKind(movement.kind);
  return (
    <>
      <p>
        {kind.charAt(0).toUpperCase() + kind.slice(1)}
        {movement.partyName && `, ${movement.partyName}`}
      </p>
      <div className="lines-scroll">
        <table className="lines">
          <thead>
            <tr>
              <th scope="col">Item</th>
              <th scope="col" className="number">
                Quantity
              </th>
            </tr>
          </thead>
          <tbody>
            {movement.lines.map((line) => (
              <tr key={line.lineNumber}>
                <td>
                  <span className="strong">{line.sku}</span> {line.itemName}
                </td>
                <td className="number">{line.quantity.replace("-", "\u2212")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
