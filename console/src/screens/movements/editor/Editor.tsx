import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type ClipboardEvent, type JSX, type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { KINDS, type MovementKind, kindTitle } from "../../../api/movementKinds";
import { type Movement, movementState } from "../../../api/movements";
import type { Location } from "../../../api/warehouses";
import { useOrganization } from "../../../api/organization";
import { may } from "../../../api/session";
import { useStore } from "../../../api/store";
import { useActions } from "../../../app/actions";
import { say } from "../../../app/toasts";
import { Chip } from "../../../parts/Chip";
import type { Cell } from "../../../parts/grid/cells";
import { LineGrid } from "../../../parts/grid/LineGrid";
import { Leave } from "../../../parts/Leave";
import { Refusal } from "../../../parts/Refusal";
import { type Outcome, ScanField, SCAN_FIELD } from "../../../parts/ScanField";
import { useWays } from "../../../parts/useWays";
import "../../editor/editor.css";
import type { Act } from "../../editor/save";
import { calledMovement } from "../called";
import { columnName, lookOf, shownColumns } from "./columns";
import { ClashDialog } from "./ClashDialog";
import { type Column, type Head, sentLines } from "./draft";
import { findersOf } from "./finders";
import { HeadForm } from "./HeadForm";
import { isTable, PasteDialog } from "./PasteDialog";
import { PreviewPane } from "./PreviewPane";
import { hasPiece, lineOfScan, raised, sameGoods, scan } from "./scanning";
import { useHouse } from "./useHouse";
import { type Beginning, useMovementEditor } from "./useMovementEditor";
import { plural } from "../../../text/language";
import "./editor.css";

const NO_BINS: readonly Location[] = [];

type Props = Omit<Beginning, "onDone" | "house"> & {
  house: Beginning["house"];
  /** Where Esc leads. */
  onLeave: () => void;
  /** It was posted or submitted: true where the editor goes on with the next one. */
  onDone: (movement: Movement) => boolean;
  /** What was left unsent before, in the place of the help, where it moves nothing. */
  offer?: ReactNode;
};

const TITLES: Record<Act, string> = { post: "Post", save: "Save draft", draft: "Save draft", submit: "Submit for approval" };
/** What is said of goods whose cost the office adds. */
const HANDED = "submitted: the office adds the costs and posts it";
const DONE: Record<Act, string> = { post: "posted", save: "saved as a draft", draft: "saved as a draft", submit: "submitted for approval" };

/** Why the caller cannot post a movement of this kind; undefined where they can. */
export function whyNotPost(head: Head, receiptsWithoutCost: string | undefined): string | undefined {
  const facts = KINDS[head.kind];
  if (lacksCosts(head.kind, receiptsWithoutCost)) {
    return may("movements:draft") ? "Submit it when all goods are in: the office adds the costs and posts it." : "Somebody who knows the costs posts it.";
  }
  return may(facts.needs) ? undefined : "Somebody else posts it: submit it for approval, or save it as a draft for later.";
}

/** Whether it needs costs that the caller does not see: then the caller hands it on, and does not post it. */
function lacksCosts(kind: MovementKind, receiptsWithoutCost: string | undefined): boolean {
  return KINDS[kind].cost === "needed" && !may("costs:read") && (kind !== "receipt" || receiptsWithoutCost === "refuse");
}

/** Writes one movement: its head, its lines by keys and by scanner, and what posting it would do. */
export function Editor({ onLeave, onDone, offer, ...beginning }: Props): JSX.Element {
  const navigate = useNavigate();
  const costs = useOrganization()?.receiptsWithoutCost;
  const done = useCallback(
    (movement: Movement, act: Act) => {
      const open = (): void => void navigate({ to: "/movements/$movement", params: { movement: movement.id } });
      const isHanded = act === "submit" && lacksCosts(movement.kind, costs);
      say(`${calledMovement(movement)} ${isHanded ? HANDED : DONE[act]}`, { title: "Open it", run: open });
      const goesOn = act === "save" || onDone(movement);
      if (goesOn && act !== "save") document.getElementById(SCAN_FIELD)?.focus();
      return goesOn;
    },
    [navigate, onDone, costs],
  );
  const editor = useMovementEditor({ ...beginning, onDone: done });
  const { desk, head, stored, busy, problem, act } = editor;
  const { sheet } = desk;
  const headNow = useStore(head);
  const { house, from, to } = useHouse(headNow);
  desk.house = house;
  const why = whyNotPost(headNow, costs);
  const canSubmit = may("movements:draft");
  const isHanded = lacksCosts(headNow.kind, costs);
  const signature = useSyncExternalStore(
    sheet.follow,
    useMemo(() => columnsBy(() => shownColumns(sheet.everything(), headNow, from, to).join(" "), sheet.version), [sheet, headNow, from, to, house.units]),
  );
  const columns = useMemo(() => signature.split(" ") as Column[], [signature]);
  desk.columns = columns;
  const names = useMemo(() => columns.map((column) => columnName(column, headNow)), [columns, headNow]);
  const finders = useMemo(() => findersOf(desk), [desk]);
  const look = useMemo(() => lookOf(desk.hint), [desk]);
  const [isLeaving, setLeaving] = useState(false);
  const [pasted, setPasted] = useState<string>();
  const bin = useRef<Cell>(undefined);
  const main: Act = why === undefined ? "post" : canSubmit ? "submit" : "draft";
  const titleOf = (what: Act): string => (what === "submit" && isHanded ? "Submit" : TITLES[what]);
  const lastAct = useRef<Act>(main);
  const doAct = useCallback(
    (what: Act) => {
      lastAct.current = what;
      void act(what);
    },
    [act],
  );
  const leave = useCallback(() => {
    // Esc closes what lies over the page first.
    if (document.querySelector('[role="dialog"], [role="menu"]')) return;
    if (editor.isDirty()) setLeaving(true);
    else onLeave();
  }, [editor.isDirty, onLeave]);
  useEffect(() => document.getElementById(SCAN_FIELD)?.focus(), []);
  const disabled = busy ? "It is on its way" : isLeaving || pasted !== undefined || editor.clash ? "A dialog is open" : undefined;
  const remove = (): void => {
    const gone = desk.removeLines();
    if (gone) say(plural(gone.count, "Line removed", `${gone.count} lines removed`), { title: "Undo", run: gone.undo });
  };
  const version = useSyncExternalStore(sheet.follow, sheet.version);
  const hasPicks = useMemo(() => desk.hasPicks(), [desk, version]);
  useActions([
    { id: "movement-main", title: main === "post" ? "Post the movement" : main === "submit" ? "Submit the movement" : "Save the draft", keys: "mod+enter", whileTyping: true, disabled, run: () => doAct(main) },
    { id: "movement-draft", title: "Save as a draft", keys: "mod+s", whileTyping: true, disabled, quiet: main === "draft", run: () => doAct("save") },
    ...(canSubmit && main !== "submit" ? [{ id: "movement-submit", title: "Submit for approval", words: "approve", disabled, run: () => doAct("submit") }] : []),
    { id: "movement-picks", title: "Take lots and bins as suggested", words: "fefo pick", disabled, run: () => desk.takeAllPicks() },
    { id: "movement-fill", title: "Fill down: from the line above, or into marked lines", keys: "mod+d", whileTyping: true, quiet: true, disabled, run: () => desk.fillDown() },
    { id: "movement-remove", title: "Remove the line, or the marked ones", keys: "mod+backspace", whileTyping: true, quiet: true, disabled, run: remove },
    { id: "movement-leave", title: "Leave the movement", keys: "esc", quiet: true, run: leave },
  ]);
  const ways = useWays({ again: { title: titleOf(lastAct.current), run: () => doAct(lastAct.current) } });
  useEffect(() => ways.clear(), [problem]);
  const state = stored ? movementState(stored.status) : undefined;

  async function onScan(code: string): Promise<Outcome> {
    const found = await scan(code, head.get());
    if (found.kind === "ambiguous") return { isFault: true, text: `“${code}” is several things: choose one.`, readings: found.readings };
    if (found.location) {
      bin.current = { text: found.location.code, value: found.location.id };
      return { isFault: false, text: `Bin ${found.location.code}: what is scanned next lies there.` };
    }
    if (found.warehouse && !found.item) {
      head.set({ ...head.get(), ...(headNow.warehouse && KINDS[headNow.kind].way === "pass" ? { toWarehouse: found.warehouse.id } : { warehouse: found.warehouse.id }) });
      return { isFault: false, text: `${found.warehouse.name}: the goods are there now.` };
    }
    const scanned = lineOfScan(found, head.get(), desk.columns.includes("bin") ? bin.current : undefined);
    if (!scanned) return { isFault: true, text: `Nothing that can be moved is called “${code}”.` };
    const name = `${found.item?.sku ?? ""} ${found.item?.name ?? ""}`;
    const lines = sentLines(sheet.everything());
    if (hasPiece(lines, scanned)) return { isFault: true, text: `${name}: this piece is in the lines already.` };
    const same = sameGoods(lines, scanned);
    const by = scanned.cells.quantity?.text ?? "1";
    if (same) {
      const line = raised(same, scanned);
      sheet.set(line);
      void desk.suggest(line.id);
      return { isFault: false, text: `${name} +${by}, now ${line.cells.quantity?.text ?? ""}.` };
    }
    sheet.insert([scanned], sheet.orderNow().at(-1));
    void desk.suggest(scanned.id);
    return { isFault: false, text: `${name} ${by}.` };
  }

  function onPaste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData("text/plain");
    if (!isTable(text)) return;
    event.preventDefault();
    setPasted(text);
  }

  return (
    <div className="screen entry-editor movement-editor" onPaste={onPaste}>
      <div className="screen-head">
        <h1>{stored ? `Edit ${kindTitle(headNow.kind).toLowerCase()}` : `New ${kindTitle(headNow.kind).toLowerCase()}`}</h1>
        {state && <Chip kind={state.kind}>{state.word}</Chip>}
        {offer ?? (
          <p>
            {stored?.status === "pendingApproval" ? "It waits for approval. A change makes it a draft again." : KINDS[headNow.kind].means} <span className="dim movement-keys">Enter: next needed field · Ctrl B: scan · Ctrl D: fill down</span>
          </p>
        )}
      </div>
      <div className="editor-form" inert={busy !== undefined}>
        <HeadForm head={head} isStored={stored !== undefined} faults={editor.headFaults} onFault={editor.onFault} bins={house.bins ?? NO_BINS} onToBin={(bin) => desk.putAllTo({ text: bin.code, value: bin.id })} onDone={() => desk.focus(sheet.orderNow().at(-1) ?? 0, "item")} />
        <div className="movement-tools">
          <ScanField onScan={onScan} onEmpty={() => desk.focus(sheet.orderNow().at(-1) ?? 0, "item")} />
          {hasPicks && (
            <Button variant="default" onClick={() => desk.takeAllPicks()}>
              Take lots as suggested
            </Button>
          )}
        </div>
        <div className="movement-work">
          <LineGrid desk={desk} look={look} columns={columns} names={names} finders={finders as Record<string, NonNullable<(typeof finders)["item"]>>} />
          <PreviewPane desk={desk} head={head} why={why} isStored={stored !== undefined} onRefused={editor.onRefused} />
        </div>
      </div>
      {problem && <Refusal problem={problem} onWay={ways.go} onAgain={problem.status === 0 || problem.status >= 500 ? () => doAct(lastAct.current) : undefined} />}
      {ways.part}
      <div className="editor-end">
        <Count desk={desk} />
        <div className="editor-ways">
          <Button variant="subtle" onClick={leave}>
            Leave <kbd>Esc</kbd>
          </Button>
          {canSubmit && main !== "submit" && (
            <Button variant="default" onClick={() => doAct("submit")} loading={busy === "submit"} disabled={busy !== undefined}>
              Submit for approval
            </Button>
          )}
          {main !== "draft" && may("movements:draft") && (
            <Button variant="default" onClick={() => doAct("save")} loading={busy === "save"} disabled={busy !== undefined}>
              Save draft <kbd>Ctrl S</kbd>
            </Button>
          )}
          <Button onClick={() => doAct(main)} loading={busy === main} disabled={busy !== undefined}>
            {titleOf(main)} <kbd>Ctrl ⏎</kbd>
          </Button>
        </div>
      </div>
      {isLeaving && (
        <Leave
          what="movement"
          onStay={() => setLeaving(false)}
          onKeep={onLeave}
          onDiscard={() => {
            editor.discard();
            onLeave();
          }}
        />
      )}
      {pasted !== undefined && (
        <PasteDialog
          text={pasted}
          house={house}
          onClose={() => setPasted(undefined)}
          onTake={(lines) => {
            sheet.insert(lines, desk.active()?.id ?? sheet.orderNow().at(-1));
            setPasted(undefined);
            for (const line of lines) void desk.suggest(line.id);
          }}
        />
      )}
      {editor.clash && stored && (
        <ClashDialog stored={stored} mine={{ head: head.get(), lines: sheet.everything() }} theirs={editor.clash.theirs} locale={house.locale} onSettle={editor.settle} />
      )}
    </div>
  );
}

/** A text that is looked at once per change, and stays the same while it says the same. */
function columnsBy(read: () => string, version: () => number): () => string {
  let seen = -1;
  let text = "";
  return () => {
    if (version() !== seen) {
      seen = version();
      text = read();
    }
    return text;
  };
}

/** How many lines there are. */
function Count({ desk }: { desk: ReturnType<typeof useMovementEditor>["desk"] }): JSX.Element {
  const version = useSyncExternalStore(desk.sheet.follow, desk.sheet.version);
  const lines = useMemo(() => sentLines(desk.sheet.everything()).length, [desk, version]);
  return <p className="dim">{lines === 0 ? "No lines yet" : plural(lines, "1 line", `${lines} lines`)}</p>;
}
