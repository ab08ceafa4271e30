import { expect, test } from "vitest";
import { doubles } from "./doubles";

const party = (name: string | null, isActive = true): { name: string | null; isActive: boolean } => ({ name, isActive });

test("names that differ in case, blanks, signs and legal form alone may be one party", () => {
  const found = doubles(["Blue Ltd", "BLUE  limited", "Blue, Inc.", "Blue & Sons", "Blue and Sons GmbH", "Red S.A.", "Red SA", "Green", "17850", "17851"].map((name) => party(name)));
  expect(found.map((group) => group.map((one) => one.name))).toEqual([["Blue Ltd", "BLUE  limited", "Blue, Inc."], ["Blue & Sons", "Blue and Sons GmbH"], ["Red S.A.", "Red SA"]]);
});

test("parties without a name, or out of use, and names that are a legal form alone are no doubles of all", () => {
  expect(doubles([party(null), party(null), party("Blue"), party("blue", false), party("AG"), party("Co")])).toEqual([]);
});
