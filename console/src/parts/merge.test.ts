import { expect, test } from "vitest";
import { merge } from "./merge";

const BEGAN = { code: "1100", name: "Receivables", dimensions: ["country"] };

test("what only they changed is taken, what only I changed stays", () => {
  expect(merge(BEGAN, { ...BEGAN, name: "Debtors" }, { ...BEGAN, code: "1101" })).toEqual({
    merged: { code: "1101", name: "Debtors", dimensions: ["country"] },
    taken: ["code"],
    conflicts: [],
  });
});

test("what both changed differently must be chosen, and the same change is none", () => {
  expect(merge(BEGAN, { ...BEGAN, name: "Debtors" }, { ...BEGAN, name: "Customers" }).conflicts).toEqual(["name"]);
  expect(merge(BEGAN, { ...BEGAN, dimensions: [] }, { ...BEGAN, dimensions: [] })).toMatchObject({ taken: [], conflicts: [] });
});
