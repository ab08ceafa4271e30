import { useCallback, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { forget, keep } from "../../../api/kept";
import { newKey } from "../../../api/key";
import { type Movement, readMovement } from "../../../api/movements";
import { forgetParties } from "../../../api/parties";
import { asProblem, Problem } from "../../../api/problem";
import { touched } from "../../../api/queries";
import { type Store, store } from "../../../api/store";
import { EMPTY } from "../../../parts/grid/cells";
import { Sheet } from "../../../parts/grid/sheet";
import { type Keeping, useKeeping } from "../../../parts/useKeeping";
import { type Act, Keys } from "../../editor/save";
import { Desk } from "./desk";
import { type Column, type Draft, type Head, type Line, type UnsentMovement, fingerprint, isFilledLine, newHead, sentLines } from "./draft";
import { type HeadFaults, takeBack, tell } from "./faults";
import { fieldId } from "./fieldId";
import { forgetPicks } from "./picks";
import type { House } from "./reading";
import { MovementHalfway, send } from "./save";

/** How an editor begins. */
export interface Beginning {
  first: Draft;
  house: Omit<House, "head">;
  /** The draft of the service that is changed; absent for a new movement. */
  stored?: Movement | undefined;
  /** Where it stands: `new`, or the id of the draft. */
  subject: string;
  /** Work of before that goes on: its name on the device, and the keys of its requests. */
  unsent?: { id: string; keys: Record<string, string> } | undefined;
  /** Whether something was typed before this began, as in a copy or in kept work. */
  isTyped: boolean;
  /** The service has made it; false where the editor stays with this movement. */
  onDone: (movement: Movement, act: Act) => boolean;
}

/** A movement at work: its fields, what is sent of them, and what the service said. */
export interface MovementEditing {
  desk: Desk;
  head: Store<Head>;
  stored: Movement | undefined;
  busy: Act | undefined;
  problem: Problem | undefined;
  headFaults: HeadFaults;
  /** Somebody else changed the draft meanwhile: theirs, and what was to be done. */
  clash: { theirs: Movement; act: Act } | undefined;
  act: (what: Act) => Promise<void>;
  /** Takes the versions that somebody chose, and goes on with what was refused; without any, all stays as it is. */
  settle: (merged: Draft | undefined) => void;
  isDirty: () => boolean;
  discard: () => void;
  onFault: (field: keyof Head, message: string | undefined) => void;
  onRefused: (problem: Problem | undefined, sent: readonly Line[]) => void;
}

const NO_FAULTS: HeadFaults = {};

/** A movement at work. */
export function useMovementEditor({ first, house, stored: before, subject, unsent, isTyped, onDone }: Beginning): MovementEditing {
  const [head] = useState(() => store(first.head));
  const [desk] = useState(
    () => new Desk(new Sheet<Column, Line>(first.lines, (line) => isFilledLine(line, head.get().kind)), { ...house, head: first.head }),
  );
  const [stored, setStored] = useState(before);
  const [busy, setBusy] = useState<Act>();
  const [problem, setProblem] = useState<Problem>();
  const [headFaults, setHeadFaults] = useState<HeadFaults>(NO_FAULTS);
  const [clash, setClash] = useState<MovementEditing["clash"]>();
  const now = useRef({ stored, busy, onDone, unread: new Map<keyof Head, string>() });
  now.current.stored = stored;
  now.current.onDone = onDone;
  const { sheet } = desk;
  const draft = useCallback((): Draft => ({ head: head.get(), lines: sheet.everything() }), [head, sheet]);
  const saved = useRef<string>(undefined);
  saved.current ??= isTyped ? "" : fingerprint(draft());
  const keys = useRef<Keys>(undefined);
  keys.current ??= new Keys(unsent?.keys);

  const keeping = useMemo(
    (): Keeping<UnsentMovement> => ({
      id: unsent?.id ?? newKey(),
      subject,
      isDirty: () => fingerprint(draft()) !== saved.current,
      now: () => ({ ...draft(), stored: now.current.stored, keys: keys.current?.all() ?? {} }),
    }),
    [draft, subject, unsent?.id],
  );
  useKeeping("movement", [sheet, head], keeping);
  const forgetKept = useCallback(() => void forget(keeping.id), [keeping]);

  const finish = useCallback(
    (movement: Movement, what: Act) => {
      forgetKept();
      forgetParties();
      forgetPicks();
      void touched("stock", "entries", "balances", "inbox", "parties");
      if (what === "save") {
        setStored(movement);
        saved.current = fingerprint(draft());
      } else {
        setStored(undefined);
        sheet.replace([]);
        const { kind, day, warehouse, toWarehouse } = head.get();
        head.set({ ...newHead(kind, day, warehouse), toWarehouse });
        saved.current = fingerprint(draft());
      }
      now.current.onDone(movement, what);
    },
    [draft, forgetKept, head, sheet],
  );

  const refuse = useCallback(
    async (error: unknown, what: Act, sent: readonly Line[]): Promise<void> => {
      if (error instanceof MovementHalfway) {
        setStored(error.stored);
        now.current.stored = error.stored;
        saved.current = fingerprint(draft());
        return refuse(error.problem, what, sent);
      }
      const refused = asProblem(error);
      const own = now.current.stored;
      if (refused.code === "version_mismatch" && own) {
        setClash({ theirs: await readMovement(own.id), act: what });
        return;
      }
      const told = tell(sheet, refused.body.errors, sent, desk.columns);
      setHeadFaults(told.head);
      setProblem(new Problem(refused.status, { ...refused.body, errors: told.rest }));
      const field = Object.keys(told.head)[0] as keyof Head | undefined;
      if (field) document.getElementById(fieldId(field))?.focus();
      else if (told.firstLine) desk.focus(told.firstLine.id, told.firstLine.column);
    },
    [desk, draft, sheet],
  );

  const act = useCallback(
    async (what: Act): Promise<void> => {
      if (now.current.busy) return;
      now.current.busy = what;
      const focused = document.activeElement;
      await desk.readAll();
      desk.takeShown();
      takeBack(sheet);
      setHeadFaults(NO_FAULTS);
      setProblem(undefined);
      const fault = desk.firstFault();
      const sent = sentLines(sheet.everything());
      const [unread] = now.current.unread.keys();
      if (unread !== undefined) document.getElementById(fieldId(unread))?.focus();
      else if (fault) desk.focus(fault.id, fault.column);
      else if (sent.length === 0 && head.get().of === "") {
        const [line] = sheet.everything();
        if (line) sheet.annotate([{ ...line, cells: { item: { ...EMPTY, fault: "A movement has at least one line.", isTold: true } } }]);
        desk.focus(sheet.orderNow()[0] ?? 0, "item");
      } else {
        setBusy(what);
        try {
          const own = (keys.current ??= new Keys());
          own.prepare(what, now.current.stored !== undefined);
          // Kept with its keys: where this page ends before the answer, the same request can be made again, and counts once.
          if (keeping.isDirty()) await keep("movement", subject, keeping.id, keeping.now());
          const movement = await send(draft(), now.current.stored, what, own);
          flushSync(() => setBusy(undefined));
          finish(movement, what);
          if (what === "save" && focused instanceof HTMLElement && focused.isConnected) focused.focus();
        } catch (error) {
          // The form takes the focus again only when it is drawn as at rest.
          flushSync(() => setBusy(undefined));
          await refuse(error, what, sent);
          if (keeping.isDirty()) void keep("movement", subject, keeping.id, keeping.now());
        }
      }
      now.current.busy = undefined;
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
      if (refused) setHeadFaults(tell(sheet, refused.body.errors, sent, desk.columns).head);
      else {
        takeBack(sheet);
        setHeadFaults(NO_FAULTS);
      }
    },
    [desk, sheet],
  );
  return { desk, head, stored, busy, problem, headFaults, clash, act, settle, isDirty: keeping.isDirty, discard, onFault, onRefused };
}
