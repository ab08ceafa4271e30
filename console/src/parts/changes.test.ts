import { describe, expect, test } from "vitest";
import { cameAndWent, differences, eventInWords, fieldInWords, valueInWords } from "./changes";

describe("the differences of two states", () => {
  test("are told field by field, inner ones with their path", () => {
    expect(differences({ name: "A", duties: { one: false, other: true } }, { name: "B", duties: { one: true, other: true } })).toEqual([
      { path: "/name", before: "A", after: "B" },
      { path: "/duties/one", before: false, after: true },
    ]);
  });

  test("of something new are all its fields", () => {
    expect(differences(null, { name: "A", isActive: true })).toEqual([
      { path: "/name", before: null, after: "A" },
      { path: "/isActive", before: null, after: true },
    ]);
  });

  test("of lists of words are one change, and what came and went is told", () => {
    const [change] = differences({ roles: ["clerk", "auditor"] }, { roles: ["clerk", "admin"] });
    expect(change?.path).toBe("/roles");
    expect(cameAndWent(change?.before, change?.after)).toEqual({ came: ["admin"], went: ["auditor"] });
  });

  test("of lines are those of each line", () => {
    expect(differences({ lines: [{ debit: "1.00" }] }, { lines: [{ debit: "2.00" }, { debit: "3.00" }] })).toEqual([
      { path: "/lines/0/debit", before: "1.00", after: "2.00" },
      { path: "/lines/1/debit", before: null, after: "3.00" },
    ]);
  });

  test("are none where nothing changed", () => {
    expect(differences({ a: [1] }, { a: [1] })).toEqual([]);
  });
});

test.each([
  ["/lines/0/dueDate", "Line 1, due date"],
  ["/name", "Name"],
  ["/separationOfDuties/voiderNotPoster", "Whoever posts may not void"],
  ["/cogsAccountId", "Cogs account"],
])("the field %s is called %s", (path, words) => {
  expect(fieldInWords(path)).toBe(words);
});

test.each([
  [null, "—"],
  [true, "yes"],
  ["2010-12-05", "5 Dec 2010"],
  ["secondPerson", "second person"],
  ["Rent of the shop", "Rent of the shop"],
  ["120.00", "120.00"],
  [[], "none"],
])("the value %j is told as %s", (value, words) => {
  expect(valueInWords("/x", value)).toBe(words);
});

test("no list of warehouses is all of them", () => {
  expect(valueInWords("/warehouseIds", null)).toBe("all");
});

test("an event is told in words", () => {
  expect(eventInWords("journalEntry.voided")).toBe("Journal entry voided");
});
