import { describe, expect, it } from "vitest";
import { CHORD_MS, clashes, describeChord, press, type Binding, type KeySettings, type Press, type Waiting } from "./chords";

const bindings: Binding<string>[] = [
  "g j", "g p", "c", "v", "j", "?", "/", "[", "]", "x", "shift+x", "space", "enter", "esc", "up", "f2", "ctrl+enter", "mod+k", "mod+s", "alt+n",
  "mod+shift+p", "mod+j s", "+", "plus", "ctrl+alt+c", "=",
].map((keys) => ({ keys, action: keys })); // prettier-ignore

const pc: KeySettings = { isMac: false, singleKeys: true };
const mac: KeySettings = { isMac: true, singleKeys: true };

/** The actions that presses hit, 100 ms apart. */
function hits(presses: (Press | string)[], settings = pc, gap = 100): (string | undefined)[] {
  let waiting: Waiting | undefined;
  return presses.map((one, index) => {
    const answer = press(bindings, settings, waiting, typeof one === "string" ? { key: one } : one, index * gap);
    waiting = answer.waiting;
    return answer.hit?.action;
  });
}

describe("a press hits the binding of its key", () => {
  it.each<[Press, string | undefined]>([
    [{ key: "c" }, "c"],
    [{ key: "C" }, "c"],
    [{ key: "c", shift: true }, undefined],
    [{ key: "X", shift: true }, "shift+x"],
    [{ key: "?", shift: true }, "?"],
    [{ key: "?" }, "?"],
    [{ key: "/", shift: true }, "/"],
    [{ key: "[" }, "["],
    [{ key: "[", ctrl: true, alt: true }, "["],
    [{ key: "]", ctrl: true, alt: true, shift: true }, "]"],
    [{ key: "[", ctrl: true }, undefined],
    [{ key: " " }, "space"],
    [{ key: "Enter" }, "enter"],
    [{ key: "Escape" }, "esc"],
    [{ key: "ArrowUp" }, "up"],
    [{ key: "F2" }, "f2"],
    [{ key: "Enter", ctrl: true }, "ctrl+enter"],
    [{ key: "k", ctrl: true }, "mod+k"],
    [{ key: "K", ctrl: true }, "mod+k"],
    [{ key: "k", meta: true }, "mod+k"],
    [{ key: "k", ctrl: true, shift: true }, undefined],
    [{ key: "P", ctrl: true, shift: true }, "mod+shift+p"],
    [{ key: "n", alt: true }, "alt+n"],
    [{ key: "c", ctrl: true, alt: true }, "ctrl+alt+c"],
    [{ key: "c", ctrl: true }, undefined],
    [{ key: "c", alt: true }, undefined],
    [{ key: "c", meta: true }, undefined],
    [{ key: "+", shift: true }, "plus"],
    [{ key: "=" }, "="],
    [{ key: "q" }, undefined],
    [{ key: "ß" }, undefined],
  ])("%j", (one, action) => {
    const settings = one.meta && one.key === "k" ? mac : pc;
    expect(hits([one], settings)).toEqual([action]);
  });
});

describe("on a Mac", () => {
  it.each<[Press, string | undefined]>([
    [{ key: "k", meta: true }, "mod+k"],
    [{ key: "k", ctrl: true }, undefined],
    [{ key: "Enter", ctrl: true }, "ctrl+enter"],
    [{ key: "Enter", meta: true }, undefined],
    [{ key: "[", alt: true }, "["],
    [{ key: "s", meta: true }, "mod+s"],
  ])("%j hits %s", (one, action) => expect(hits([one], mac)).toEqual([action]));
});

describe("while text is typed, only keys that write nothing do something", () => {
  it.each<[Press, string | undefined]>([
    [{ key: "c" }, undefined],
    [{ key: "?", shift: true }, undefined],
    [{ key: "[", ctrl: true, alt: true }, undefined],
    [{ key: "X", shift: true }, undefined],
    [{ key: " " }, undefined],
    [{ key: "Enter" }, undefined],
    [{ key: "ArrowUp" }, undefined],
    [{ key: "Escape" }, "esc"],
    [{ key: "F2" }, "f2"],
    [{ key: "Enter", ctrl: true }, "ctrl+enter"],
    [{ key: "k", ctrl: true }, "mod+k"],
    [{ key: "n", alt: true }, "alt+n"],
  ])("%j hits %s", (one, action) => expect(hits([{ ...one, isTyping: true }])).toEqual([action]));

  it("letters of a chord are text", () => {
    expect(hits([{ key: "g", isTyping: true }, { key: "j", isTyping: true }])).toEqual([undefined, undefined]);
    expect(hits(["g", { key: "j", isTyping: true }])).toEqual([undefined, undefined]);
  });
  it("but a chord that began with Ctrl goes on", () => {
    expect(hits([{ key: "j", ctrl: true, isTyping: true }, { key: "s", isTyping: true }])).toEqual([undefined, "mod+j s"]);
  });
});

describe("with single keys switched off", () => {
  const off = { ...pc, singleKeys: false };
  it.each<[Press, string | undefined]>([
    [{ key: "c" }, undefined],
    [{ key: "?" }, undefined],
    [{ key: "[" }, undefined],
    [{ key: "+" }, undefined],
    [{ key: "X", shift: true }, undefined],
    [{ key: " " }, "space"],
    [{ key: "Enter" }, "enter"],
    [{ key: "Escape" }, "esc"],
    [{ key: "ArrowUp" }, "up"],
    [{ key: "k", ctrl: true }, "mod+k"],
  ])("%j hits %s", (one, action) => expect(hits([one], off)).toEqual([action]));
  it("chords of letters do nothing and wait for nothing", () => {
    expect(hits(["g", "j"], off)).toEqual([undefined, undefined]);
    expect(press(bindings, off, undefined, { key: "g" }, 0)).toEqual({ waiting: undefined, taken: false });
  });
});

describe("a chord", () => {
  it("is hit by its last key", () => expect(hits(["g", "j"])).toEqual([undefined, "g j"]));
  it("does not fire the letter that ends it", () => expect(hits(["g", "j", "j"])).toEqual([undefined, "g j", "j"]));
  it("waits for 1.2 s", () => {
    expect(hits(["g", "j"], pc, CHORD_MS)).toEqual([undefined, "g j"]);
    expect(hits(["g", "j"], pc, CHORD_MS + 1)).toEqual([undefined, "j"]);
  });
  it("that nobody knows does nothing, not even what its last key does alone", () => {
    expect(hits(["g", "v", "v"])).toEqual([undefined, undefined, "v"]);
    expect(hits(["g", "Escape"])).toEqual([undefined, undefined]);
  });
  it("survives Shift on its way", () => expect(hits(["g", "Shift", "j"])).toEqual([undefined, undefined, "g j"]));
  it("takes its presses from the document", () => {
    const first = press(bindings, pc, undefined, { key: "g" }, 0);
    expect(first.taken).toBe(true);
    expect(press(bindings, pc, first.waiting, { key: "q" }, 10)).toEqual({ waiting: undefined, taken: true });
    expect(press(bindings, pc, undefined, { key: "q" }, 0)).toEqual({ waiting: undefined, taken: false });
    expect(press(bindings, pc, first.waiting, { key: "q", isTyping: true }, 10).taken).toBe(false);
  });
});

it("of two bindings with the same keys the first is hit", () => {
  const two = [{ keys: "a", action: "inner" }, { keys: "a", action: "outer" }];
  expect(press(two, pc, undefined, { key: "a" }, 0).hit?.action).toBe("inner");
});

it.each<[string[], [string, string][]]>([
  [["g j", "g p", "j", "mod+k"], []],
  [["g", "g j"], [["g", "g j"]]],
  [["g j", "g"], [["g j", "g"]]],
  [["a", "b", "a"], [["a", "a"]]],
  [["ctrl+enter", "mod+enter"], [["ctrl+enter", "mod+enter"]]],
  [["shift+mod+p", "mod+shift+p"], [["shift+mod+p", "mod+shift+p"]]],
])("of %j these clash: %j", (keys, expected) => {
  const found = clashes(keys.map((one) => ({ keys: one, action: one })));
  expect(found.map(([a, b]) => [a.keys, b.keys])).toEqual(expected);
});

it.each([
  ["mod+k", "Ctrl K", "⌘ K"],
  ["ctrl+enter", "Ctrl Enter", "⌃ Enter"],
  ["mod+shift+p", "Ctrl Shift P", "⌘ ⇧ P"],
  ["shift+mod+p", "Ctrl Shift P", "⌘ ⇧ P"],
  ["alt+up", "Alt ↑", "⌥ ↑"],
  ["g j", "g then j", "g then j"],
  ["mod+j s", "Ctrl J then s", "⌘ J then s"],
  ["?", "?", "?"],
  ["[", "[", "["],
  ["shift+x", "Shift X", "⇧ X"],
  ["esc", "Esc", "Esc"],
  ["space", "Space", "Space"],
  ["pagedown", "Page Down", "Page Down"],
  ["plus", "+", "+"],
  ["f2", "F2", "F2"],
])("%s is shown as %j, and on a Mac as %j", (keys, onPc, onMac) => {
  expect([describeChord(keys, false), describeChord(keys, true)]).toEqual([onPc, onMac]);
});
