import { expect, test } from "vitest";
import { type Draft, newHead, newLine } from "./draft";
import { disputed, merged } from "./versions";

const cell = (value: string): { text: string; value: string } => ({ text: value, value });
const base: Draft = {
  head: { ...newHead("2010-12-24", "jrn_1"), description: "Rent" },
  lines: [newLine({ account: cell("6100"), debit: cell("10.00") }), newLine({ account: cell("1010"), credit: cell("10.00") })],
};
const withHead = (head: Partial<Draft["head"]>): Draft => ({ ...base, head: { ...base.head, ...head } });
const values = (draft: Draft): unknown => draft.lines.map((line) => Object.fromEntries(Object.entries(line.cells).map(([name, one]) => [name, one?.value])));

test("what only one changed is no question, and both changes stand together", () => {
  const mine = withHead({ description: "Rent of December" });
  const theirs: Draft = { ...base, head: { ...base.head, reference: "R-1" }, lines: [...base.lines, newLine({ account: cell("6200"), debit: cell("1.00") })] };
  expect(disputed(base, mine, theirs)).toEqual([]);
  const both = merged(base, mine, theirs, new Map());
  expect(both.head).toMatchObject({ description: "Rent of December", reference: "R-1" });
  expect(values(both)).toEqual([{ account: "6100", debit: "10.00" }, { account: "1010", credit: "10.00" }, { account: "6200", debit: "1.00" }]);
});

test("a field that both changed is one question, and the choice is taken", () => {
  const mine: Draft = { ...withHead({ description: "A" }), lines: [newLine({ account: cell("6100"), debit: cell("12.00") }), ...base.lines.slice(1)] };
  const theirs: Draft = { ...withHead({ description: "B" }), lines: [newLine({ account: cell("6100"), debit: cell("11.00") }), ...base.lines.slice(1)] };
  expect(disputed(base, mine, theirs)).toEqual([
    { path: "description", mine: "A", theirs: "B" },
    { path: "0 debit", mine: "12.00", theirs: "11.00" },
  ]);
  const chosen = merged(base, mine, theirs, new Map([["description", "theirs"], ["0 debit", "mine"]]));
  expect(chosen.head.description).toBe("B");
  expect(values(chosen)).toEqual([{ account: "6100", debit: "12.00" }, { account: "1010", credit: "10.00" }]);
});

test("a line that one removed and the other changed is asked field by field", () => {
  const mine: Draft = { ...base, lines: base.lines.slice(0, 1) };
  const theirs: Draft = { ...base, lines: [base.lines[0] ?? newLine(), newLine({ account: cell("1010"), credit: cell("20.00") })] };
  expect(disputed(base, mine, theirs)).toEqual([{ path: "1 credit", mine: "", theirs: "20.00" }]);
});
