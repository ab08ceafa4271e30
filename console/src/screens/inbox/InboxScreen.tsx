import { useNavigate } from "@tanstack/react-router";
import { type JSX, useEffect, useState } from "react";
import { reject } from "../../api/decide";
import { type Entry, readEntry } from "../../api/entries";
import { useMyId } from "../../api/me";
import { asProblem } from "../../api/problem";
import { type Group, type InboxItem, useInbox } from "../../api/inbox";
import { queries, touched } from "../../api/queries";
import { canGo } from "../../api/ways";
import { useActions } from "../../app/actions";
import { Amount } from "../../parts/Amount";
import { Chip, type ChipKind } from "../../parts/Chip";
import { type Column, List } from "../../parts/List";
import { Moment } from "../../parts/Moment";
import { Refusal } from "../../parts/Refusal";
import { useWays } from "../../parts/useWays";
import "../../parts/screen.css";
import { formatDay } from "../../text/day";
import { WaitingToClose } from "../close/WaitingToClose";
import { RejectDialog } from "../entry/RejectDialog";
import { InboxPeek } from "./InboxPeek";
import { useDecisions } from "./useDecisions";
import "../entry/entry.css";
import "./inbox.css";

/** How each group is called, on a row and in the sum of the head. */
const GROUPS: Record<Group, { kind: ChipKind; word: string; counted: string }> = {
  approve: { kind: "waits", word: "to approve", counted: "to approve" },
  rejected: { kind: "fault", word: "rejected", counted: "rejected" },
  draft: { kind: "draft", word: "draft", counted: "begun" },
  sent: { kind: "open", word: "with others", counted: "with others" },
};

/** Where somebody was in the inbox; it lives as long as the tab. */
let lastAt: string | undefined;

/** What waits for the caller: the list, and beside it what a decision needs to know. */
export function InboxScreen(): JSX.Element {
  const navigate = useNavigate();
  const { items: all, isLoading, isCut, error } = useInbox();
  const me = useMyId();
  const decisions = useDecisions();
  const items = all.filter((item) => !decisions.taken.has(item.id));
  const [at, setAt] = useState(lastAt);
  const [rejecting, setRejecting] = useState<InboxItem>();
  const index = Math.max(0, items.findIndex((item) => item.id === at));
  const current = items[index];
  const fate = current && decisions.fates.get(current.id);
  const next = items[index + 1];

  // The next ones are read before they are come to.
  const ahead = items.slice(index, index + 3).filter((item) => item.kind === "entry").map((item) => item.id).join(" ");
  useEffect(() => {
    for (const id of ahead.split(" ").filter(Boolean)) {
      void queries.prefetchQuery({ queryKey: ["entries", "one", id], queryFn: ({ signal }) => readEntry(id, signal) });
    }
  }, [ahead]);

  const ways = useWays({ onDone: () => current && decisions.forget(current.id) });

  function arrive(id: string | undefined): void {
    if (id !== current?.id) ways.clear();
    lastAt = id;
    setAt(id);
  }

  /** What was looked at is what is approved: an entry whose lines are not here yet cannot be. */
  function approveCurrent(): void {
    if (!current || current.group !== "approve" || current.undecidable || fate?.state === "sent") return;
    const read = queries.getQueryData<Entry>(["entries", "one", current.id]);
    if (current.kind === "entry" && !read) return;
    decisions.send(current, read?.version ?? current.version);
    if (next) arrive(next.id);
  }

  const open = (item: InboxItem): void => {
    if (item.kind === "entry") void navigate({ to: "/journal/$entry", params: { entry: item.id } });
    else if (item.kind === "movement") void navigate({ to: "/movements/$movement", params: { movement: item.id } });
    else if (item.kind === "count") void navigate({ to: "/counts/$count", params: { count: item.id } });
    else void navigate({ to: "/settings/$chapter", params: { chapter: "control-changes" } });
  };
  const isEditable = current?.kind === "entry" && (current.group === "draft" || current.group === "rejected");
  useActions([
    ...(current?.group === "approve"
      ? [
          { id: "inbox-approve", title: "Approve what is shown", keys: "a", disabled: current.undecidable, run: approveCurrent },
          { id: "inbox-reject", title: "Reject what is shown", keys: "r", run: () => setRejecting(current) },
        ]
      : []),
    ...(isEditable
      ? [
          {
            id: "inbox-edit",
            title: "Edit the draft",
            keys: "e",
            run: () => void navigate({ to: "/journal/$entry/edit", params: { entry: current.id } }),
          },
        ]
      : []),
  ]);

  if (error) return <Refusal problem={asProblem(error)} />;
  const problem = fate?.state === "refused" ? fate.problem.with(fate.problem.ways.filter(canGo)) : undefined;
  return (
    <div className="screen inbox">
      <div className="screen-head">
        <h1>Inbox</h1>
        <p role="status">
          {sumOf(items)}
          {isCut && ", and more"}
          {decisions.taken.size > 0 && ` · ${decisions.taken.size} decided`}
        </p>
      </div>
      <WaitingToClose />
      <div className="inbox-body">
        {isLoading ? (
          <p className="dim">Reading what waits…</p>
        ) : (
          <List
            label="What waits for you"
            columns={columnsWith(decisions.fates)}
            rows={items}
            rowId={(item) => item.id}
            margin={(item) => (item.group === "draft" ? "draft" : item.group === "approve" ? "waits" : undefined)}
            at={current?.id}
            current={current?.id}
            onAt={arrive}
            onOpen={open}
            onPeek={(item) => arrive(item?.id)}
            peeksNarrow
            empty={
              <>
                <h2>Nothing waits for you.</h2>
                <p>Entries to approve, drafts of yours and what was sent back to you will be here.</p>
              </>
            }
          />
        )}
        {current && (
          <InboxPeek
            key={current.id}
            item={current}
            me={me}
            problem={problem}
            onWay={ways.go}
            wayPart={ways.part}
            onAgain={() => {
              decisions.forget(current.id);
              void touched("entries", "stock", "inbox");
            }}
            onApprove={approveCurrent}
            onReject={() => setRejecting(current)}
          />
        )}
      </div>
      {rejecting && (
        <RejectDialog
          entry={{ ...rejecting, description: rejecting.title }}
          what={rejecting.kind === "count" ? "count" : rejecting.kind === "control" ? "proposal" : "document"}
          send={(sending, reason) => reject(rejecting.kind, sending, reason)}
          onClose={() => setRejecting(undefined)}
          onDone={() => {
            decisions.take(rejecting.id);
            if (next) arrive(next.id);
          }}
        />
      )}
    </div>
  );
}

/** `10 to approve, 1 rejected`. */
function sumOf(items: InboxItem[]): string {
  const counts = (Object.keys(GROUPS) as Group[]).map((group) => [group, items.filter((item) => item.group === group).length] as const);
  return counts
    .filter(([, count]) => count > 0)
    .map(([group, count]) => `${count} ${GROUPS[group].counted}`)
    .join(", ");
}

function columnsWith(fates: ReturnType<typeof useDecisions>["fates"]): Column<InboxItem>[] {
  return [
    {
      id: "group",
      head: "For you",
      corner: "bottom-left",
      width: "7rem",
      cell: (item) => {
        const fate = fates.get(item.id);
        if (fate?.state === "sent") return <span className="dim">being sent…</span>;
        if (fate?.state === "refused") return <Chip kind="fault">refused</Chip>;
        return <Chip kind={GROUPS[item.group].kind}>{GROUPS[item.group].word}</Chip>;
      },
    },
    { id: "day", head: "Date", width: "6.25rem", cell: (item) => item.day && formatDay(item.day) },
    {
      id: "text",
      head: "Text",
      corner: "top-left",
      width: "minmax(6rem, 1fr)",
      cell: (item) => (
        <span dir="auto" title={item.title}>
          {item.title || <span className="dim">no text</span>}
        </span>
      ),
    },
    {
      id: "amount",
      head: "Amount",
      kind: "number",
      corner: "top-right",
      width: "minmax(6rem, auto)",
      cell: (item) => <Amount value={item.amount} />,
    },
    { id: "at", head: "Since", corner: "bottom-right", width: "7rem", cell: (item) => <Moment at={item.at} /> },
  ];
}
