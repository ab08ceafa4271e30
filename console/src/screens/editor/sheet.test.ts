import { expect, test, vi } from "vitest";
import { type ColumnId, type Line, fingerprint, isEmptyLine, isFilledLine, newHead, newLine } from "./draft";
import { Sheet } from "../../parts/grid/sheet";

const cell = (value: string): { text: string; value: string } => ({ text: value, value });
const filled = (account: string): ReturnType<typeof newLine> => newLine({ account: cell(account), debit: cell("1.00") });

test("typing tells the line that changed, and no other", () => {
  const sheet = new Sheet<ColumnId, Line>([filled("1"), filled("2")], isFilledLine);
  const [first = 0, second = 0] = sheet.orderNow();
  const [one, other] = [vi.fn(), vi.fn()];
  sheet.followLine(first, one);
  sheet.followLine(second, other);
  sheet.setCell(first, "memo", cell("x"));
  expect([one.mock.calls.length, other.mock.calls.length]).toEqual([1, 0]);
});

test("an empty line comes once, when the last one is filled", () => {
  const sheet = new Sheet<ColumnId, Line>([], isFilledLine);
  const [first = 0] = sheet.orderNow();
  sheet.setCell(first, "account", cell("6100"));
  sheet.addWhenFilled(first);
  expect(sheet.orderNow()).toHaveLength(1);
  sheet.setCell(first, "debit", cell("1.00"));
  sheet.addWhenFilled(first);
  sheet.addWhenFilled(first);
  expect(sheet.orderNow()).toHaveLength(2);
});

test("removed lines come back where they were, with what was written since", () => {
  const sheet = new Sheet<ColumnId, Line>([filled("1"), filled("2"), filled("3")], isFilledLine);
  const [first = 0, second = 0] = sheet.orderNow();
  const undo = sheet.remove(new Set([first, second]));
  expect(sheet.everything().map((line) => line.cells.account?.value)).toEqual(["3", undefined]);
  const last = sheet.orderNow().at(-1) ?? 0;
  sheet.setCell(last, "account", cell("4"));
  undo();
  expect(sheet.everything().map((line) => line.cells.account?.value)).toEqual(["1", "2", "3", "4", undefined]);
});

test("pasted lines stand behind the line with the focus, and empty lines before them go", () => {
  const sheet = new Sheet<ColumnId, Line>([filled("1"), newLine(), filled("3")], isFilledLine);
  const [first] = sheet.orderNow();
  sheet.insert([filled("2")], first);
  expect(sheet.everything().map((line) => line.cells.account?.value)).toEqual(["1", "2", "3", undefined]);
  expect(sheet.everything().filter(isEmptyLine)).toHaveLength(1);
});

test("an entry is told from another by what stands in it, whatever its lines are called", () => {
  const head = newHead("2010-12-24", "jrn_1");
  expect(fingerprint({ head, lines: [filled("1"), newLine()] })).toBe(fingerprint({ head, lines: [filled("1")] }));
  expect(fingerprint({ head, lines: [filled("1")] })).not.toBe(fingerprint({ head, lines: [filled("2")] }));
});
