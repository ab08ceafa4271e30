import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type JSX, type ReactNode, Suspense, lazy } from "react";
import { useEntry } from "../../api/entries";
import type { InboxItem } from "../../api/inbox";
import type { Problem, WayOut } from "../../api/problem";
import { EntryLines } from "../../parts/EntryLines";
import { Moment } from "../../parts/Moment";
import { Refusal } from "../../parts/Refusal";
import { formatDay } from "../../text/day";
import { naming } from "../entry/people";
import { CountContent, MovementContent } from "./Goods";

const ProposedChange = lazy(() => import("./ProposedChange").then((own) => ({ default: own.ProposedChange })));

/** What waits, beside the list: as much of it as a decision needs, and the decision. */
export function InboxPeek({
  item,
  me,
  problem,
  onWay,
  wayPart,
  onAgain,
  onApprove,
  onReject,
}: {
  item: InboxItem;
  me: string;
  /** Why the decision was refused. */
  problem: Problem | undefined;
  onWay: (way: WayOut) => void;
  wayPart: ReactNode;
  /** Reads it again, where somebody else changed it meanwhile. */
  onAgain: () => void;
  onApprove: () => void;
  onReject: () => void;
}): JSX.Element {
  const { entry, problem: unread } = useEntry(item.kind === "entry" ? item.id : undefined);
  const name = naming(me);
  // While the next one is read, nothing of the one before is shown as its own.
  const shown = entry?.id === item.id ? entry : undefined;
  const by = shown?.submittedBy ? name(shown.submittedBy, shown.submittedByName) : item.by;
  const isDecision = item.group === "approve";
  return (
    <aside className="inbox-peek" aria-label={item.title || "What waits"}>
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
      {problem && <Refusal problem={problem} onWay={onWay} onAgain={problem.status === 412 ? onAgain : undefined} againTitle="Show how it is now" />}
      {wayPart}
      {unread && <Refusal problem={unread} />}
      {shown && <EntryLines lines={shown.lines} baseCurrency={shown.baseCurrency} isCompact />}
      {item.kind === "movement" && <MovementContent id={item.id} />}
      {item.kind === "count" && <CountContent id={item.id} />}
      {item.kind === "control" && (
        <Suspense fallback={null}>
          <ProposedChange id={item.id} />
        </Suspense>
      )}
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
        <Button component={Link} to={item.kind === "control" ? "/settings/control-changes" : `${SCREENS[item.kind]}/${item.id}`} variant="default">
          Open <kbd>⏎</kbd>
        </Button>
      </p>
    </aside>
  );
}

/** Where each kind of record has its screen. */
const SCREENS: Record<Exclude<InboxItem["kind"], "control">, string> = { entry: "/journal", movement: "/movements", count: "/counts" };
