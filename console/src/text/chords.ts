// Keys of the console: which binding a press hits, without a document.

/** A key press as the document reports it. */
export interface Press {
  /** `KeyboardEvent.key`: "a", "?", "Enter", "ArrowUp". */
  key: string;
  ctrl?: boolean;
  meta?: boolean;
  alt?: boolean;
  shift?: boolean;
  /** The focus is in a field that takes text. */
  isTyping?: boolean;
}

/** Keys and what they mean. */
export interface Binding<Action> {
  /** One press ("?", "ctrl+enter", "mod+k") or several after one another ("g j"). `mod` is ⌘ on a Mac, Ctrl elsewhere. */
  keys: string;
  action: Action;
}

/** How keys are taken on this machine by this person. */
export interface KeySettings {
  isMac: boolean;
  /** Letters, digits and signs alone do something. Off for people whom they harm, such as those who speak to the machine (WCAG 2.1.4). */
  singleKeys: boolean;
}

/** The presses of a chord that has begun, and when the last of them was. */
export interface Waiting {
  presses: readonly string[];
  at: number;
}

/** What a press did. */
export interface Answer<Action> {
  /** To be handed in with the next press. */
  waiting: Waiting | undefined;
  /** The binding that was hit. */
  hit?: Binding<Action>;
  /** The press belongs to the console, so the document should not act on it. */
  taken: boolean;
}

/** How long a chord waits for its next key. */
export const CHORD_MS = 1200;

/** Feeds one press at a time in milliseconds. If two bindings have the same keys, the first one is hit: put the innermost screen first. */
export function press<Action>(
  bindings: readonly Binding<Action>[],
  settings: KeySettings,
  before: Waiting | undefined,
  now: Press,
  at: number,
): Answer<Action> {
  const pending = before && at - before.at <= CHORD_MS ? before : undefined;
  if (HELD.has(now.key)) return { waiting: pending, taken: false };
  const presses = [...(pending?.presses ?? []), nameOf(now, settings.isMac)];

  let begins = false;
  for (const binding of bindings) {
    const wanted = strokes(binding.keys, settings.isMac);
    if (!isAllowed(wanted[0] ?? "", now, settings)) continue;
    if (!presses.every((stroke, index) => stroke === wanted[index])) continue;
    if (wanted.length === presses.length) return { waiting: undefined, hit: binding, taken: true };
    begins = true;
  }
  if (begins) return { waiting: { presses, at }, taken: true };
  // A key that ends a chord nobody knows does nothing else: "g v" is a slip of the hand, and not the wish to void.
  return { waiting: undefined, taken: pending !== undefined && now.isTyping !== true };
}

/** Keys that only hold others, or are not finished yet. */
const HELD = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "Fn", "Dead", "Process", "Unidentified"]);

/** Short names of keys in bindings, by the names in documents. */
const NAMES: Record<string, string> = {
  " ": "space", "+": "plus", arrowup: "up", arrowdown: "down", arrowleft: "left", arrowright: "right", escape: "esc", delete: "del",
}; // prettier-ignore

const MODIFIERS = ["mod", "ctrl", "meta", "alt", "shift"];

/** The name of a press: modifiers in one order, then the key. */
function nameOf(now: Press, isMac: boolean): string {
  const isCharacter = [...now.key].length === 1 && now.key !== " ";
  const isSign = isCharacter && !/[\p{L}\p{N}]/u.test(now.key);
  // On many keyboards signs need Shift, AltGr (Ctrl and Alt to the document) or Option: what counts is the sign that comes out.
  const composed = isSign && now.alt === true && (isMac ? !now.ctrl : now.ctrl === true);
  const held = {
    mod: isMac ? now.meta : now.ctrl && !composed,
    ctrl: isMac && now.ctrl,
    meta: !isMac && now.meta,
    alt: now.alt && !composed,
    shift: now.shift && !isSign,
  };
  const key = now.key.toLowerCase();
  return inOneOrder(held, NAMES[key] ?? key);
}

function inOneOrder(held: Record<string, boolean | undefined>, key: string): string {
  return [...MODIFIERS.filter((modifier) => held[modifier]), key].join("+");
}

/** The presses of a binding, named as `nameOf` names them. */
function strokes(keys: string, isMac: boolean): string[] {
  return keys.split(" ").map((stroke) => {
    const names = stroke.toLowerCase().split("+");
    const key = names.pop() ?? "";
    const held: Record<string, boolean> = {};
    for (const name of names) held[name === (isMac ? "meta" : "ctrl") ? "mod" : name] = true;
    return inOneOrder(held, key);
  });
}

/** Whether a binding that begins with this stroke may be hit now. */
function isAllowed(first: string, now: Press, settings: KeySettings): boolean {
  const names = first.split("+");
  const key = names.at(-1) ?? "";
  if (names.some((name) => name !== key && name !== "shift")) return true;
  if (now.isTyping) return key === "esc" || /^f\d+$/.test(key);
  return settings.singleKeys || ([...key].length > 1 && key !== "plus");
}

/** Bindings that can never be hit, because another one has the same keys or begins with them, or they begin with the other's. */
export function clashes<Action>(bindings: readonly Binding<Action>[]): [Binding<Action>, Binding<Action>][] {
  const found: [Binding<Action>, Binding<Action>][] = [];
  bindings.forEach((one, index) => {
    for (const other of bindings.slice(index + 1)) {
      const [a, b] = [strokes(one.keys, false), strokes(other.keys, false)];
      if (a.every((stroke, at) => at >= b.length || stroke === b[at])) found.push([one, other]);
    }
  });
  return found;
}

/** Keys for the eye: "Ctrl K", "⌘ K", "g then j", "?". */
export function describeChord(keys: string, isMac: boolean): string {
  return strokes(keys, isMac).map((stroke) => describeStroke(stroke, isMac)).join(" then ");
}

const SHOWN: Record<string, string> = {
  up: "↑", down: "↓", left: "←", right: "→", plus: "+", pageup: "Page Up", pagedown: "Page Down",
}; // prettier-ignore

function describeStroke(stroke: string, isMac: boolean): string {
  const names = stroke.split("+");
  const key = names.pop() ?? "";
  const held = names.map((name) => {
    if (name === "mod") return isMac ? "⌘" : "Ctrl";
    if (name === "ctrl") return "⌃";
    if (name === "meta") return "Meta";
    if (name === "alt") return isMac ? "⌥" : "Alt";
    return isMac ? "⇧" : "Shift";
  });
  const alone = held.length === 0 && key.length === 1;
  const shown = SHOWN[key] ?? (alone ? key : key.charAt(0).toUpperCase() + key.slice(1));
  return [...held, shown].join(" ");
}
