import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { type Entry, readEntry } from "../../api/entries";
import { forget, keep } from "../../api/kept";
import { newKey } from "../../api/key";
import { asProblem, Problem } from "../../api/problem";
import { forgetParties } from "../../api/parties";
import { touched } from "../../api/queries";
import { type Store, store } from "../../api/store";
import { Sheet } from "../../parts/grid/sheet";
import { type Keeping, useKeeping } from "../../parts/useKeeping";
import { Desk } from "./desk";
import { type ColumnId, type Draft, EMPTY, fingerprint, type Head, isFilledLine, type Line, newHead, sentLines, type UnsentEntry } from "./draft";
import { DATE_FIELD, fieldId } from "./EntryHead";
import { type HeadFaults, takeBack, tell } from "./faults";
import type { Books } from "./reading";
import { type Act, type Correction, Halfway, Keys, send } from "./save";

/** How an editor begins. */
export interface Beginning {
  books: Books;
  first: Draft;
  /** The draft of the service that is changed; absent for a new entry. */
  stored?: Entry | undefined;
  /** The posted entry that this replaces. */
  corrects?: Correction | undefined;
  /** Where it stands: `new`, or the id of the draft. */
  subject: string;
  /** Work of before that goes on: its name on the device, and the keys of its requests. */
  unsent?: { id: string; keys: Record<string, string> } | undefined;
  /** Whether something was typed before this began, as in a copy or in kept work. */
  isTyped: boolean;
  /** The service has made it; false where the editor stays with this entry. */
  onDone: (entry: Entry, act: Act) => boolean;
}

/** Somebody else changed the draft meanwhile. */
export interface Clash {
  theirs: Entry;
  act: Act;
}

/** An entry at work: its fields, what is sent of them, and what the service said. */
export interface Editor {
  desk: Desk;
  head: Store<Head>;
  stored: Entry | undefined;
  busy: Act | undefined;
  problem: Problem | undefined;
  headFaults: HeadFaults;
  clash: Clash | undefined;
  act: (what: Act) => Promise<void>;
  /** Takes the versions that somebody chose, and goes on with what was refused. */
  settle: (merged: Draft | undefined) => void;
  isDirty: () => boolean;
  /** Throws away what was typed. */
  discard: () => void;
  /** What stands in a field of the head cannot be read. */
  onFault: (field: keyof Head, message: string | undefined) => void;
  onRefused: (problem: Problem | undefined, sent: readonly Line[]) => void;
}

const NO_FAULTS: HeadFaults = {};

/** The field of a correction that says why. */
export const REASON_FIELD = "entry-reason";

/** An entry at work. */
export function useEditor({ books, first, stored: before, corrects, subject, unsent, isTyped, onDone }: Beginning): Editor {
  const [desk] = useState(() => new Desk(new Sheet<ColumnId, Line>(first.lines, isFilledLine), books, corrects));
  const [head] = useState(() => store(first.head));
  const [stored, setStored] = useState(before);
  const [busy, setBusy] = useState<Act>();
  const [problem, setProblem] = useState<Problem>();
  const [headFaults, setHeadFaults] = useState<HeadFaults>(NO_FAULTS);
  const [clash, setClash] = useState<Clash>();
  const now = useRef({ stored, busy, onDone, unread: new Map<keyof Head, string>(), refused: "" });
  now.current.stored = stored;
  now.current.onDone = onDone;
  const { sheet } = desk;
  const draft = useCallback((): Draft => ({ head: head.get(), lines: sheet.everything() }), [head, sheet]);
  const saved = useRef<string>(undefined);
  saved.current ??= isTyped ? "" : fingerprint(draft());
  const keys = useRef<Keys>(undefined);
  keys.current ??= new Keys(unsent?.keys);

  const keeping = useMemo(
    (): Keeping<UnsentEntry> => ({
      id: unsent?.id ?? newKey(),
      subject,
      isDirty: () => fingerprint(draft()) !== saved.current,
      now: () => ({ ...draft(), stored: now.current.stored, keys: keys.current?.all() ?? {} }),
    }),
    [draft, subject, unsent?.id],
  );
  useKeeping("entry", [sheet, head], keeping);
  const forgetKept = useCallback(() => void forget(keeping.id), [keeping]);

  const finish = useCallback(
    (entry: Entry, what: Act) => {
      forgetKept();
      forgetParties();
      void touched("entries", "balances", "matches", "inbox", "parties");
      if (what === "save") {
        setStored(entry);
        saved.current = fingerprint(draft());
      } else {
        setStored(undefined);
        sheet.replace([]);
        head.set(newHead(head.get().date, head.get().journal));
        saved.current = fingerprint(draft());
      }
      if (now.current.onDone(entry, what) && what !== "save") document.getElementById(DATE_FIELD)?.focus();
    },
    [draft, forgetKept, head, sheet],
  );

  const refuse = useCallback(
    async (error: unknown, what: Act, sent: readonly Line[]): Promise<boolean> => {
      if (error instanceof Halfway) {
        setStored(error.stored);
        now.current.stored = error.stored;
        saved.current = fingerprint(draft());
        return refuse(error.problem, what, sent);
      }
      const refused = asProblem(error);
      const own = now.current.stored;
      if (refused.code === "version_mismatch" && own) {
        setClash({ theirs: await readEntry(own.id), act: what });
        return true;
      }
      // Of a correction, the entry is a part of what was sent.
      const errors = refused.body.errors.map((one) => ({ ...one, pointer: one.pointer.replace(/^\/replacement/, "") }));
      const told = tell(sheet, errors, sent);
      setHeadFaults(told.head);
      now.current.refused = fingerprint(draft());
      setProblem(new Problem(refused.status, { ...refused.body, errors: told.rest }));
      const field = Object.keys(told.head)[0];
      if (field === "date") document.getElementById(DATE_FIELD)?.focus();
      else if (field === undefined && told.firstLine) desk.focus(told.firstLine.id, told.firstLine.column);
      return field === "date" || (field === undefined && told.firstLine !== undefined);
    },
    [desk, draft, sheet],
  );

  // What was refused is another entry as soon as something in it changes.
  useEffect(() => {
    if (!problem) return undefined;
    const look = (): void => {
      if (fingerprint(draft()) !== now.current.refused) setProblem(undefined);
    };
    const ends = [sheet.follow(look), head.follow(look)];
    return () => ends.forEach((end) => end());
  }, [draft, head, problem, sheet]);

  const act = useCallback(
    async (what: Act): Promise<void> => {
      if (now.current.busy) return;
      now.current.busy = what;
      const focused = document.activeElement;
      await desk.readAll();
      // What the last line is offered counts where nothing else is missing: it was there to be seen.
      if (what === "post" || what === "submit") desk.takeOffer();
      takeBack(sheet);
      setHeadFaults(NO_FAULTS);
      setProblem(undefined);
      const fault = desk.firstFault();
      const sent = sentLines(sheet.everything());
      const [unread] = now.current.unread.keys();
      let isPlaced = false;
      if (corrects && corrects.reason.get().trim() === "") {
        document.getElementById(REASON_FIELD)?.focus();
        isPlaced = true;
      } else if (unread !== undefined || head.get().date === "") {
        if (unread === undefined) setHeadFaults({ date: "Give the day of the entry." });
        document.getElementById(fieldId(unread ?? "date"))?.focus();
        isPlaced = true;
      } else if (fault) {
        desk.focus(fault.id, fault.column);
        isPlaced = true;
      } else if (sent.length === 0 && (what === "post" || what === "submit")) {
        const [first] = sheet.everything();
        if (first) sheet.annotate([{ ...first, cells: { account: { ...EMPTY, fault: "An entry has at least two lines.", isTold: true } } }]);
        desk.focus(sheet.orderNow()[0] ?? 0, "account");
        isPlaced = true;
      } else {
        setBusy(what);
        try {
          const own = (keys.current ??= new Keys());
          own.prepare(what, now.current.stored !== undefined, corrects !== undefined);
          // Kept with its keys: where this page ends before the answer, the same request can be made again, and counts once.
          if (keeping.isDirty()) await keep("entry", subject, keeping.id, keeping.now());
          const entry = await send(draft(), now.current.stored, what, own, corrects);
          flushSync(() => setBusy(undefined));
          finish(entry, what);
          isPlaced = what !== "save";
        } catch (error) {
          // The form takes the focus again only when it is drawn as at rest.
          flushSync(() => setBusy(undefined));
          isPlaced = await refuse(error, what, sent);
          // Its key is spent where it is known what became of it.
          if (keeping.isDirty()) void keep("entry", subject, keeping.id, keeping.now());
        }
      }
      now.current.busy = undefined;
      // Where nothing asks for attention, one goes on where one was.
      if (!isPlaced && focused instanceof HTMLElement && focused.isConnected) focused.focus();
    },
    [desk, draft, finish, head, keeping, refuse, sheet, subject],
  );

  const settle = useCallback(
    (merged: Draft | undefined) => {
      const was = clash;
      setClash(undefined);
      if (!merged || !was) return;
      now.current.stored = was.theirs;
      setStored(was.theirs);
      head.set(merged.head);
      sheet.replace(merged.lines);
      void act(was.act);
    },
    [act, clash, head, sheet],
  );

  const discard = useCallback(() => {
    saved.current = fingerprint(draft());
    forgetKept();
  }, [draft, forgetKept]);
  const onFault = useCallback((field: keyof Head, message: string | undefined) => {
    if (message === undefined) now.current.unread.delete(field);
    else now.current.unread.set(field, message);
  }, []);
  const onRefused = useCallback(
    (refused: Problem | undefined, sent: readonly Line[]) => {
      if (refused) setHeadFaults(tell(sheet, refused.body.errors, sent).head);
      else {
        takeBack(sheet);
        setHeadFaults(NO_FAULTS);
      }
    },
    [sheet],
  );
  return { desk, head, stored, busy, problem, headFaults, clash, act, settle, isDirty: keeping.isDirty, discard, onFault, onRefused };
}
