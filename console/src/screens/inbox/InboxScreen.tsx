import { useNavigate } from "@tanstack/react-router";
import { type JSX, useEffect, useState } from "react";
import { reject } from "../../api/decide";
import { type Entry, readEntry } from "../../api/entries";
import { useMyId } from "../../api/me";
import { asProblem } from "../../api/problem";
import { type Group, type InboxCounts, type InboxItem, useInbox } from "../../api/inbox";
import { queries, touched } from "../../api/queries";
import { canGo } from "../../api/ways";
import { useActions } from "../../app/actions";
import { useFilters } from "../../app/filters";
import { Amount } from "../../parts/Amount";
import { Chip } from "../../parts/Chip";
import { type Column, List } from "../../parts/List";
import { Moment } from "../../parts/Moment";
import { Refusal } from "../../parts/Refusal";
import { useWays } from "../../parts/useWays";
import "../../parts/screen.css";
import { Tabs } from "../../parts/Tabs";
import { formatDay } from "../../text/day";
import { one } from "../../text/filters";
import { WaitingToClose } from "../close/WaitingToClose";
import { RejectDialog } from "../entry/RejectDialog";
import { GROUPS, titleOf } from "./called";
import { InboxPeek } from "./InboxPeek";
import { useDecisions } from "./useDecisions";
import "../entry/entry.css";
import "./inbox.css";

const PARTS = Object.keys(GROUPS) as Group[];
const SCHEMA = { tab: one(PARTS) };

/** Where somebody was in the inbox; it lives as long as the tab. */
let lastAt: string | undefined;

/** What waits for the caller: the list, and beside it what a decision needs to know. */
export function InboxScreen(): JSX.Element {
  const navigate = useNavigate();
  const { values } = useFilters(SCHEMA);
  const { items: all, counts, more, isLoading, isCut, error } = useInbox(values.tab);
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
    if (!current?.allowed.includes("approve") || fate?.state === "sent") return;
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
  const edit = current && editAt(current);
  useActions([
    ...(current?.group === "approve" ? [{ id: "inbox-approve", title: "Approve what is shown", keys: "a", disabled: current.undecidable, run: approveCurrent }] : []),
    ...(current?.group === "approve" && mayReject(current) ? [{ id: "inbox-reject", title: "Reject what is shown", keys: "r", run: () => setRejecting(current) }] : []),
    ...(edit ? [{ id: "inbox-edit", title: "Edit the draft", keys: "e", run: () => void navigate({ to: edit }) }] : []),
  ]);

  if (error) return <Refusal problem={asProblem(error)} />;
  const parts = counts ? partsOf(leftOf(counts, all, decisions.taken), values.tab) : [];
  const problem = fate?.state === "refused" ? fate.problem.with(fate.problem.ways.filter(canGo)) : undefined;
  return (
    <div className="screen inbox">
      <div className="screen-head">
        <h1>Inbox</h1>
        <p role="status">
          {decisions.taken.size > 0 && `${decisions.taken.size} decided`}
          {decisions.taken.size > 0 && isCut && " · "}
          {isCut && "There is more than is counted here."}
        </p>
      </div>
      {parts.length > 0 && <Tabs label="Parts of the inbox" tabs={parts} current={values.tab ?? "all"} />}
      <WaitingToClose />
      {isLoading && <p className="dim">Reading what waits…</p>}
      <div className="inbox-body" hidden={isLoading}>
        {!isLoading && (
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
            onMore={more}
            count={counts && (values.tab ? counts[values.tab] : PARTS.reduce((sum, part) => sum + counts[part], 0))}
            peeksNarrow
            empty={
              <>
                <h2>Nothing waits for you{values.tab && " in this part"}.</h2>
                <p>Entries to approve, receipts that lack their costs, drafts of yours and what was sent back to you will be here.</p>
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
            onReject={mayReject(current) ? () => setRejecting(current) : undefined}
            onCosts={() => {
              if (current.group === "cost" && next) arrive(next.id);
            }}
            edit={edit}
          />
        )}
      </div>
      {rejecting && (
        <RejectDialog
          entry={{ ...rejecting, description: titleOf(rejecting) }}
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

/** Where the draft is edited; nothing where it is none, or not by the caller. */
export function editAt(item: InboxItem): string | undefined {
  if (!item.allowed.includes("edit")) return undefined;
  return item.kind === "entry" ? `/journal/${item.id}/edit` : `/movements/${item.id}/edit`;
}

/** Whether the caller may send it back; what is counted again is sent back, too. */
export const mayReject = ({ allowed }: InboxItem): boolean => allowed.includes("reject") || allowed.includes("sendBack");

/** How much is left for each reason: what was just decided is counted until it is read again. */
function leftOf(counts: InboxCounts, all: InboxItem[], taken: ReadonlySet<string>): InboxCounts {
  const left = { ...counts };
  for (const item of all) if (taken.has(item.id)) left[item.group] -= 1;
  return left;
}

/** The parts that have something, with how much: `To approve 10`. */
function partsOf(counts: InboxCounts, current: Group | undefined): Array<readonly [Group | "all", string]> {
  const parts = PARTS.filter((part) => counts[part] > 0 || part === current);
  const [only, second] = parts;
  if (current === undefined && !second) return only ? [["all", `${GROUPS[only].part} ${counts[only]}`]] : [];
  return [["all", "Everything"], ...parts.map((part) => [part, `${GROUPS[part].part} ${counts[part]}`] as const)];
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
        <span dir="auto" title={titleOf(item)}>
          {titleOf(item) || <span className="dim">no text</span>}
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
