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
import { titleOf } from "./called";
import { Costs } from "./Costs";
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
  onCosts,
  edit,
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
  /** Absent where the caller may not. */
  onReject: (() => void) | undefined;
  /** All costs of the receipt are stated. */
  onCosts: () => void;
  /** Where the draft is edited, if the caller may. */
  edit: string | undefined;
}): JSX.Element {
  const { entry, problem: unread } = useEntry(item.kind === "entry" ? item.id : undefined);
  const name = naming(me);
  // While the next one is read, nothing of the one before is shown as its own.
  const shown = entry?.id === item.id ? entry : undefined;
  const by = name(item.by, item.byName);
  const isDecision = item.group === "approve";
  return (
    <aside className="inbox-peek" aria-label={titleOf(item) || "What waits"}>
      <h2 dir="auto">{titleOf(item) || "Without text"}</h2>
      <p className="dim">
        {item.day && `${formatDay(item.day)} · `}
        {VERBS[item.group]}
        {by && ` by ${by}`} <Moment at={item.at} />
      </p>
      {item.reason && (
        <p className="inbox-reason" dir="auto">
          {item.kind === "count" ? "Sent back" : "Rejected"}
          {by && ` by ${by}`}: <q>{item.reason}</q>
        </p>
      )}
      {problem && <Refusal problem={problem} onWay={onWay} onAgain={problem.status === 412 ? onAgain : undefined} againTitle="Show how it is now" />}
      {wayPart}
      {unread && <Refusal problem={unread} />}
      {shown && <EntryLines lines={shown.lines} baseCurrency={shown.baseCurrency} isCompact />}
      {item.kind === "movement" && <MovementContent id={item.id} />}
      {item.allowed.includes("cost") && <Costs id={item.id} onDone={onCosts} />}
      {item.kind === "count" && <CountContent id={item.id} />}
      {item.kind === "control" && (
        <Suspense fallback={null}>
          <ProposedChange id={item.id} />
        </Suspense>
      )}
      {item.undecidable && <p>{item.undecidable}</p>}
      <p className="inbox-deeds" hidden={item.kind === "entry" && !shown && !unread}>
        {isDecision && (
          <>
            <Button onClick={onApprove} disabled={item.undecidable !== undefined}>
              Approve <kbd>a</kbd>
            </Button>
            {onReject && (
              <Button variant="danger" onClick={onReject}>
                {item.kind === "count" ? "Send back" : "Reject"} <kbd>r</kbd>
              </Button>
            )}
          </>
        )}
        {edit && (
          <Button component={Link} to={edit}>
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

/** What was done to it when it began to wait. */
const VERBS: Record<InboxItem["group"], string> = { approve: "sent", submitted: "sent", rejected: "sent back", draft: "changed", cost: "changed", reversal: "written" };

/** Where each kind of record has its screen. */
const SCREENS: Record<Exclude<InboxItem["kind"], "control">, string> = { entry: "/journal", movement: "/movements", count: "/counts" };
