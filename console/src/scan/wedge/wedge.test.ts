import { expect, test } from "vitest";
import { Bursts, BURST_MS, USUAL } from "./bursts";
import { learn, type Pressed } from "./learn";

/** Presses the keys so far apart, from a moment on; what came of it, and when the last key came. */
function press(bursts: Bursts, keys: readonly string[], from: number, apart: number): { codes: string[]; typed: string[]; at: number } {
  const codes: string[] = [];
  const typed: string[] = [];
  let at = from;
  for (const [index, key] of keys.entries()) {
    at = from + index * apart;
    const heard = bursts.press(key, at);
    codes.push(...heard.codes);
    typed.push(...heard.typed);
  }
  return { codes, typed, at };
}

test("keys faster than anybody types are one code, with and without a key behind it", () => {
  expect(press(new Bursts(), [..."22423", "Enter"], 0, 5).codes).toEqual(["22423"]);
  expect(press(new Bursts(), [..."22423", "Tab"], 0, BURST_MS).codes).toEqual(["22423"]);
  const bare = new Bursts({ ...USUAL, suffix: "" });
  const { codes, at } = press(bare, [..."22423"], 0, 5);
  expect(codes).toEqual([]);
  expect(bare.rest(at + BURST_MS + 1).codes).toEqual(["22423"]);
});

test("a code is put together though its keys come up to 100 ms apart, and ends at the key behind it", () => {
  expect(press(new Bursts(), [..."22423", "Enter"], 0, 95).codes).toEqual(["22423"]);
  const learnt = new Bursts({ ...USUAL, isLearnt: true });
  // A device that stops for half a second within a code.
  expect(press(learnt, [..."2242"], 0, 5).codes).toEqual([]);
  expect(learnt.rest(400).codes).toEqual([]);
  expect(press(learnt, ["3", "Enter"], 500, 5).codes).toEqual(["22423"]);
  // The end of it never comes: it is told, and is no code.
  press(learnt, [..."2242"], 2_000, 5);
  expect(learnt.rest(4_000)).toMatchObject({ codes: [], halves: ["2242"] });
});

test("twenty codes that begin 50 ms apart are twenty, with and without a key behind each", () => {
  for (const suffix of ["Enter", ""]) {
    const bursts = new Bursts({ ...USUAL, suffix });
    const codes: string[] = [];
    for (let scan = 0; scan < 20; scan += 1) {
      codes.push(...press(bursts, [...`SKU-${scan + 10}`, ...(suffix ? [suffix] : [])], scan * 50, 1).codes);
    }
    codes.push(...bursts.rest(2_000).codes);
    expect(codes).toEqual(Array.from({ length: 20 }, (_, scan) => `SKU-${scan + 10}`));
  }
});

test("what somebody types goes to where it was meant, in its order", () => {
  const bursts = new Bursts();
  const typed = press(bursts, [..."ab c"], 0, 120);
  expect([typed.codes, typed.typed]).toEqual([[], ["a", "b", " "]]);
  expect(bursts.rest(1_000).typed).toEqual(["c"]);
  // Somebody who types fast, and into a field.
  const bare = [..."22423"].map((key, at) => bursts.press(key, 1_500 + at * 80, true));
  expect(bare.flatMap((heard) => heard.codes)).toEqual([]);
  expect(bursts.press("Enter", 1_900, true)).toMatchObject({ codes: [], typed: ["2", "2", "4", "2", "3", "Enter"] });
  // Two keys almost at once, as fingers roll.
  expect(press(bursts, ["t", "h", "Enter"], 2_000, 20).typed).toEqual(["t", "h", "Enter"]);
  // Enter alone is nobody's code.
  expect(bursts.press("Enter", 5_000)).toEqual({ isSwallowed: false, codes: [], typed: [], halves: [] });
});

test("keys and codes that come twice count once where the scanner does so, and a separator is told by its stand-in", () => {
  const keys = new Bursts({ ...USUAL, doubling: "keys" });
  expect(press(keys, [..."2222442233", "Enter"], 0, 2).codes).toEqual(["22423"]);
  const codes = new Bursts({ ...USUAL, doubling: "codes" });
  const once = press(codes, [..."22423", "Enter", ..."22423", "Enter"], 0, 2).codes;
  expect(once).toEqual(["22423"]);
  expect(press(codes, [..."22423", "Enter"], 1_000, 2).codes).toEqual(["22423"]);
  const separator = new Bursts({ ...USUAL, separator: "|" });
  expect(press(separator, [..."10L1|17261231", "Enter"], 0, 2).codes).toEqual(["10L1\u001d17261231"]);
});

const pull = (keys: readonly string[]): Pressed[] => keys.map((key, index) => ({ key, at: index * 3 }));
const TEST = "010950600013435210TEST-1";

test("the test code tells what stands behind each code, for the separator, and what comes twice", () => {
  expect(learn(pull([..."]d2", ...TEST, "\u001d", ..."2142", "Enter"]))).toMatchObject({ wedge: { suffix: "Enter", separator: "", doubling: "" } });
  expect(learn(pull([...TEST, "|", ..."2142", "Tab"]))).toMatchObject({ wedge: { suffix: "Tab", separator: "|", doubling: "" } });
  expect(learn(pull([...TEST, "F8", ..."2142"]))).toMatchObject({ wedge: { suffix: "", separator: "F8", doubling: "" } });
  const doubled = [...TEST, "|", ..."2142"].flatMap((key) => [key, key]);
  expect(learn(pull([...doubled, "Enter"]))).toMatchObject({ wedge: { doubling: "keys", separator: "|" } });
  const twice = [...TEST, "\u001d", ..."2142", "Enter"];
  expect(learn(pull([...twice, ...twice]))).toMatchObject({ wedge: { doubling: "codes", suffix: "Enter" } });
});

test("a scanner that garbles the test code is told what is wrong with it", () => {
  for (const [keys, told] of [
    [[...TEST, ..."2142", "Enter"], /leaves out the separator/],
    [[...TEST.toLowerCase(), "|", ..."2142", "Enter"], /Caps Lock/],
    [[...TEST.replace("-", "ß"), "|", ..."2142", "Enter"], /language/],
    [["Enter"], /Nothing came/],
  ] as const) {
    const learnt = learn(pull(keys));
    expect("fault" in learnt ? learnt.fault : "").toMatch(told);
  }
});
