import { Button } from "@mantine/core";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { type JSX, useCallback, useEffect, useState } from "react";
import { type Entry, readEntry, useEntry } from "../../api/entries";
import { useJournals } from "../../api/journals";
import { followUnsent, forget, type Kept } from "../../api/kept";
import { likelyDay, usePeriods } from "../../api/periods";
import { asProblem, Problem } from "../../api/problem";
import { may } from "../../api/session";
import { store } from "../../api/store";
import { today } from "../../app/today";
import { Refusal } from "../../parts/Refusal";
import "../../parts/screen.css";
import { since } from "../../text/since";
import { draftOf } from "./body";
import { remembered } from "./columns";
import { newHead, revived, type UnsentEntry } from "./draft";
import { EntryEditor } from "./EntryEditor";
import type { Books } from "./reading";
import { useBooks } from "./useBooks";
import type { Beginning } from "./useEditor";

/** Writes a new entry, or one that begins as a copy: `?copy=GJ-2010-000012`. */
export function NewEntryScreen(): JSX.Element {
  const search = useSearch({ strict: false }) as { copy?: string; correct?: string; kind?: string };
  const from = search.correct ?? search.copy;
  const { entry, problem } = useEntry(from);
  const books = useBooks("", "");
  const journals = useJournals();
  const periods = usePeriods();
  const isReady = books && (journals || !may("journals:read")) && (periods || !may("periods:read")) && (!from || entry || problem);
  if (!may("journalEntries:draft") && !may("journalEntries:post")) return <NotAllowed />;
  if (!isReady) return <Opening />;
  if (search.correct && entry) return <Correct key={entry.id} entry={entry} books={books} />;
  const active = journals?.filter((one) => one.isActive) ?? [];
  // Of several of the kind that is asked for it is the one that was used before, else the first that was made.
  const asked = active.filter((one) => one.kind === search.kind).sort((one, other) => (one.id < other.id ? -1 : 1));
  const journal =
    asked.find((one) => one.id === remembered("journal")) ??
    asked[0] ??
    active.find((one) => one.id === remembered("journal")) ??
    active.find((one) => one.kind === "general") ?? active[0];
  const day = likelyDay(periods, today());
  const copied = search.copy && entry ? draftOf(entry, books, true) : undefined;
  const first = copied ? { ...copied, head: { ...copied.head, date: day } } : { head: newHead(day, journal?.id ?? ""), lines: [] };
  return (
    <>
      {problem && <Refusal problem={problem} />}
      <Unsent key={`${search.copy ?? ""} ${search.kind ?? ""}`} subject="new" beginning={{ books, first, subject: "new", isTyped: copied !== undefined }} />
    </>
  );
}

/** Says how a posted entry should have been. */
function Correct({ entry, books }: { entry: Entry; books: Books }): JSX.Element {
  const [corrects] = useState(() => ({ entry, reason: store("") }));
  if (entry.status !== "posted") {
    return (
      <div className="screen">
        <h1>{entry.number ?? "Draft"}</h1>
        <p>{entry.status === "voided" ? "It is voided: enter it again as it should be." : "It is not posted yet: change the draft itself."}</p>
      </div>
    );
  }
  const first = draftOf(entry, books, false);
  return <Unsent subject={`correct ${entry.id}`} beginning={{ books, first, corrects, subject: `correct ${entry.id}`, isTyped: false }} />;
}

/** Changes a draft. */
export function EditEntryScreen(): JSX.Element {
  const { entry } = useParams({ strict: false }) as { entry: string };
  return <EditEntry key={entry} name={entry} />;
}

function EditEntry({ name }: { name: string }): JSX.Element {
  const books = useBooks("", "");
  // The draft as it is now, and then as it was when the editor opened: what others do to it meanwhile is told when it is saved.
  const [opened, setOpened] = useState<Entry>();
  const [problem, setProblem] = useState<Problem>();
  useEffect(() => {
    const stop = new AbortController();
    readEntry(name, stop.signal).then(setOpened, (error: unknown) => {
      if (!stop.signal.aborted) setProblem(asProblem(error));
    });
    return () => stop.abort();
  }, [name]);
  if (problem) return <Refusal problem={problem} />;
  if (!books || !opened) return <Opening />;
  if (opened.status !== "draft" && opened.status !== "pendingApproval") return <Posted entry={opened} />;
  return (
    <Unsent
      key={opened.id}
      subject={opened.id}
      beginning={{ books, first: draftOf(opened, books, false), stored: opened, subject: opened.id, isTyped: false }}
    />
  );
}

function NotAllowed(): JSX.Element {
  return (
    <div className="screen">
      <h1>New entry</h1>
      <p>Your roles read entries and write none. Who manages the users can give you the right to draft or to post them.</p>
      <p>
        <Button component={Link} to="/journal" variant="default">
          To the journal
        </Button>
      </p>
    </div>
  );
}

function Opening(): JSX.Element {
  return (
    <div className="screen">
      <p className="dim">Opening the editor…</p>
    </div>
  );
}

function Posted({ entry }: { entry: Entry }): JSX.Element {
  return (
    <div className="screen">
      <h1>{entry.number}</h1>
      <p>A posted entry never changes. Correct, reverse or void it instead: each leaves what was posted in the books.</p>
      <p>
        <Button component={Link} to={`/journal/${entry.number ?? entry.id}`}>
          Open the entry
        </Button>
      </p>
    </div>
  );
}

/** The editor, and in its head what was left unsent before, to go on with or to throw away. */
function Unsent({ subject, beginning }: { subject: string; beginning: Omit<Beginning, "onDone"> }): JSX.Element {
  const navigate = useNavigate();
  const [offered, setOffered] = useState<Kept<UnsentEntry>[]>([]);
  const [begun, setBegun] = useState({ beginning, round: 0 });
  useEffect(() => followUnsent<UnsentEntry>("entry", subject, setOffered), [subject]);
  const onLeave = useCallback(() => void navigate({ to: "/journal" }), [navigate]);
  const onDone = useCallback(
    (entry: Entry) => {
      if (subject === "new") return true;
      void navigate({ to: "/journal/$entry", params: { entry: entry.number ?? entry.id }, replace: true });
      return false;
    },
    [navigate, subject],
  );
  const newest = offered[0];
  function goOn(kept: Kept<UnsentEntry>): void {
    const { head, lines, stored, keys } = kept.value;
    setOffered([]);
    setBegun({
      round: begun.round + 1,
      beginning: { ...beginning, first: { head, lines: revived(lines) }, stored, isTyped: true, unsent: { id: kept.id, keys } },
    });
  }
  const offer = newest && (
    <section className="editor-unsent" role="status">
      <p>
        You have an unsent entry, typed {since(new Date(newest.at).toISOString(), new Date().toISOString())}
        {newest.value.head.description && <>: “{newest.value.head.description}”</>}
      </p>
      <Button size="compact-sm" onClick={() => goOn(newest)}>
        Continue it
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        onClick={() => {
          void forget(newest.id);
          setOffered(offered.slice(1));
        }}
      >
        Discard it
      </Button>
    </section>
  );
  return <EntryEditor key={begun.round} {...begun.beginning} offer={offer} onLeave={onLeave} onDone={onDone} />;
}
