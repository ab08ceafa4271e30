import { Button, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type ClipboardEvent, type JSX, type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { type Entry, stateOf } from "../../api/entries";
import { useJournals } from "../../api/journals";
import { termsOf } from "../../api/parties";
import type { WayOut } from "../../api/problem";
import { may, session } from "../../api/session";
import { type Store, useStore } from "../../api/store";
import { pathOf } from "../../api/ways";
import { say } from "../../app/toasts";
import { Chip } from "../../parts/Chip";
import { LineGrid } from "../../parts/grid/LineGrid";
import { Leave } from "../../parts/Leave";
import { useWays } from "../../parts/useWays";
import { draftOf } from "./body";
import { columnName, lookIn, remember, remembered, shownColumns } from "./columns";
import { ColumnChooser } from "./ColumnChooser";
import { Conflict } from "./Conflict";
import type { Desk } from "./desk";
import type { ColumnId } from "./draft";
import { DATE_FIELD, EntryHead } from "./EntryHead";
import { findersOf } from "./finders";
import { Foot } from "./Foot";
import { LikeEntries } from "./LikeEntries";
import { isTable, PasteDialog } from "./PasteDialog";
import type { Act } from "./save";
import { Refused } from "./Refused";
import { Templates } from "./Templates";
import { useBooks } from "./useBooks";
import { type Beginning, REASON_FIELD, useEditor } from "./useEditor";
import { useEditorActions } from "./useEditorActions";
import "./editor.css";

type Props = Omit<Beginning, "onDone"> & {
  /** Where Esc leads. */
  onLeave: () => void;
  /** The entry was posted or submitted: true where the editor goes on with the next one. */
  onDone: (entry: Entry) => boolean;
  /** What was left unsent before, in the place of the help, where it moves nothing. */
  offer?: ReactNode;
};

const DONE: Record<Act, (entry: Entry) => string> = {
  save: () => "Draft saved",
  draft: () => "Draft saved",
  post: (entry) => `${entry.number ?? "The entry"} posted${entry.correctsEntryId ? " in the place of what was wrong" : ""}`,
  submit: () => "Submitted for approval",
};

/** Writes one entry: its head, its lines, and what posting it would do. */
export function EntryEditor({ onLeave, onDone, offer, ...beginning }: Props): JSX.Element {
  const navigate = useNavigate();
  const done = useCallback(
    (entry: Entry, act: Act) => {
      const open = (): void => void navigate({ to: "/journal/$entry", params: { entry: entry.number ?? entry.id } });
      say(DONE[act](entry), { title: `Open ${entry.number ?? "it"}`, run: open });
      return act === "save" || onDone(entry);
    },
    [navigate, onDone],
  );
  const editor = useEditor({ ...beginning, onDone: done });
  const { desk, head, stored, busy, problem, act } = editor;
  const { sheet } = desk;
  const headNow = useStore(head);
  const books = useBooks(headNow.currency, headNow.date) ?? desk.books;
  desk.books = books;
  desk.headDimensions = headNow.dimensions;
  const journals = useJournals();
  const journalKind = journals?.find((one) => one.id === headNow.journal)?.kind;
  const from = headNow.documentDate || headNow.date;
  useEffect(() => desk.followTerms({ from, journalKind, termsOf }), [desk, from, journalKind]);

  const [chosen, setChosen] = useState<ReadonlySet<ColumnId>>(() => new Set(remembered("columns").split(" ").filter(Boolean) as ColumnId[]));
  const signature = useSyncExternalStore(
    sheet.follow,
    useMemo(() => columnsBy(editor.desk, chosen), [editor.desk, chosen, books, headNow.dimensions]),
  );
  const columns = useMemo(() => signature.split("\n") as ColumnId[], [signature]);
  desk.columns = columns;
  const names = useMemo(() => columns.map((column) => columnName(column, books.dimensions)), [columns, books.dimensions]);
  const look = useMemo(() => lookIn(books.chart), [books.chart]);
  const finders = useMemo(() => findersOf(books, desk), [desk, books.chart, books.decimals, books.dimensions]);

  const [isLeaving, setLeaving] = useState(false);
  const [pasted, setPasted] = useState<{ text: string; after: number | undefined }>();
  const canPost = may("journalEntries:post");
  const leave = useCallback(() => {
    // Esc closes what lies over the page first.
    if (document.querySelector('[role="dialog"], [role="menu"]')) return;
    if (editor.isDirty()) setLeaving(true);
    else onLeave();
  }, [editor.isDirty, onLeave]);
  const { corrects } = beginning;
  const main: Act = canPost || corrects ? "post" : "draft";
  const lastAct = useRef<Act>(main);
  const doAct = useCallback(
    (what: Act) => {
      lastAct.current = what;
      void act(what);
    },
    [act],
  );
  const hindrance = busy ? "It is on its way" : isLeaving || pasted || editor.clash ? "A dialog is open" : undefined;
  useEditorActions({ desk, act: doAct, main, leave, hindrance });
  useEffect(() => document.getElementById(beginning.corrects ? REASON_FIELD : DATE_FIELD)?.focus(), []);
  useReminder(editor.isDirty, isLeaving, beginning.subject);
  useEffect(() => {
    if (headNow.journal) remember("journal", headNow.journal);
  }, [headNow.journal]);

  const ways = useWays({
    again: { title: TITLES[lastAct.current], run: () => doAct(lastAct.current) },
    own: (way) => {
      const own = ownAct(way, stored);
      if (own) doAct(own);
      return own !== undefined;
    },
  });
  useEffect(() => ways.clear(), [problem]);
  const focusLines = useCallback(() => desk.focus(sheet.orderNow()[0] ?? 0, "account"), [desk, sheet]);
  const state = stored ? stateOf(stored) : undefined;

  function onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData("text/plain");
    if (!isTable(text)) return;
    event.preventDefault();
    setPasted({ text, after: desk.active()?.id ?? sheet.orderNow().at(-1) });
  }

  return (
    <div className="screen entry-editor" onPaste={onPaste}>
      <div className="screen-head">
        <h1>{corrects ? `Correct ${corrects.entry.number ?? "an entry"}` : stored ? "Edit draft" : "New entry"}</h1>
        {state && <Chip kind={state.kind}>{state.word}</Chip>}
        {offer ?? <p className={!corrects && !stored && canPost ? "key-hints" : undefined}>{corrects ? CORRECTION : helpOf(stored, canPost)}</p>}
        <div className="editor-tools">
          {!corrects && <Templates desk={desk} head={head} isNew={!stored} />}
          <ColumnChooser
            shown={columns}
            chosen={chosen}
            dimensions={books.dimensions}
            onChange={(next) => {
              setChosen(next);
              remember("columns", [...next].join(" "));
            }}
          />
        </div>
      </div>
      <div className="editor-form" inert={busy !== undefined}>
        {corrects && <Reason of={corrects.reason} />}
        <EntryHead head={head} books={books} faults={editor.headFaults} onFault={editor.onFault} onDone={focusLines} />
        {!corrects && !stored && <LikeEntries desk={desk} head={head} />}
        <LineGrid desk={desk} look={look} columns={columns} names={names} finders={finders} />
      </div>
      {problem && (
        <Refused
          problem={problem.with(problem.ways.map((way) => (ownAct(way, stored) === "submit" ? { ...way, title: TITLES.submit } : way)))}
          head={head}
          journals={journals}
          total={desk.totals()[0]?.debit ?? "0"}
          onWay={ways.go}
          onAgain={problem.status === 0 || problem.status >= 500 ? () => doAct(lastAct.current) : undefined}
        />
      )}
      {ways.part}
      <div className="editor-end">
        <Foot desk={desk} head={head} onRefused={editor.onRefused} isTold={problem !== undefined} />
        <div className="editor-ways">
          <Button variant="subtle" onClick={leave}>
            Leave <kbd>Esc</kbd>
          </Button>
          {!canPost && !corrects && (
            <Button variant="default" onClick={() => doAct("submit")} disabled={busy !== undefined}>
              Submit for approval
            </Button>
          )}
          {canPost && !corrects && may("journalEntries:draft") && (
            <Button variant="default" onClick={() => doAct("save")} loading={busy === "save"} disabled={busy !== undefined}>
              Save draft <kbd>Ctrl S</kbd>
            </Button>
          )}
          <Button onClick={() => doAct(main)} loading={busy === main} disabled={busy !== undefined}>
            {corrects ? "Correct" : TITLES[main]} <kbd>Ctrl ⏎</kbd>
          </Button>
        </div>
      </div>
      {isLeaving && (
        <Leave
          what="entry"
          onStay={() => setLeaving(false)}
          onKeep={onLeave}
          onDiscard={() => {
            editor.discard();
            onLeave();
          }}
        />
      )}
      {pasted && (
        <PasteDialog
          text={pasted.text}
          books={books}
          onClose={() => setPasted(undefined)}
          onTake={(lines) => {
            sheet.insert(lines, pasted.after);
            setPasted(undefined);
            const last = lines.at(-1);
            if (last) desk.focus(last.id, "account");
          }}
        />
      )}
      {editor.clash && stored && (
        <Conflict
          base={draftOf(stored, books, false)}
          mine={{ head: head.get(), lines: sheet.everything() }}
          theirs={draftOf(editor.clash.theirs, books, false)}
          books={books}
          by={editor.clash.theirs.status}
          onClose={() => editor.settle(undefined)}
          onTake={editor.settle}
        />
      )}
    </div>
  );
}

const CORRECTION =
  "Write it as it should have been. What was posted stays in the books, with a link: it is voided, or in a closed month the difference is posted.";

/** Why an entry is corrected; it stands in the books for good. */
function Reason({ of }: { of: Store<string> }): JSX.Element {
  const reason = useStore(of);
  return (
    <TextInput
      id={REASON_FIELD}
      label="Why it is corrected"
      description="It stands in the books with the correction."
      value={reason}
      onChange={(event) => of.set(event.currentTarget.value)}
      maxLength={500}
      required
      withAsterisk={false}
    />
  );
}

/** Says that unsent work is kept when the editor is left without a question, as by a link. */
function useReminder(isDirty: () => boolean, isAsked: boolean, subject: string): void {
  const navigate = useNavigate();
  const now = useRef({ isAsked, navigate });
  now.current = { isAsked, navigate };
  useEffect(
    () => () => {
      if (now.current.isAsked || !isDirty() || session.get().state !== "in") return;
      const back = (): void => void now.current.navigate({ to: leadsTo(subject) });
      // Not where the editor is merely drawn anew.
      setTimeout(() => document.querySelector(".entry-editor") ?? say("Your unsent entry is kept on this device", { title: "Back to it", run: back }));
    },
    [isDirty, subject],
  );
}

/** Where unsent work of this subject is written. */
function leadsTo(subject: string): string {
  if (subject === "new") return "/journal/new";
  const [kind, id] = subject.split(" ");
  return kind === "correct" ? `/journal/new?correct=${id}` : `/journal/${subject}/edit`;
}

const TITLES: Record<Act, string> = { post: "Post", save: "Save draft", draft: "Save draft", submit: "Submit for approval" };

/** The columns by what stands in the lines now, as a text that stays the same while they do. Looked at once per change. */
function columnsBy(desk: Desk, chosen: ReadonlySet<ColumnId>): () => string {
  let seen = -1;
  let text = "";
  return () => {
    const version = desk.sheet.version();
    if (version !== seen) {
      seen = version;
      text = shownColumns(desk.sheet.everything(), chosen, desk.books, (code) => Boolean(desk.headDimensions[code])).join("\n");
    }
    return text;
  };
}

/** A way out that the editor goes itself: as a draft, or for approval. */
function ownAct(way: WayOut, stored: Entry | undefined): Act | undefined {
  const path = pathOf(way)?.path;
  if (way.method !== "POST" || !path) return undefined;
  if (way.rel === "submit" && (path === "accounting/journal-entries" || path === `accounting/journal-entries/${stored?.id}/submit`)) return "submit";
  const body = way.body as { status?: string } | undefined;
  return path === "accounting/journal-entries" && body?.status === "draft" ? "save" : undefined;
}

function helpOf(stored: Entry | undefined, canPost: boolean): string {
  if (stored?.status === "pendingApproval") return "It waits for approval. A change makes it a draft again.";
  if (stored) return "A draft is in nobody's figures until it is posted.";
  return canPost ? "Enter: next needed field · Tab: every field · = the difference · Shift ↓ marks lines" : "Your entries are drafts: somebody else posts them.";
}
