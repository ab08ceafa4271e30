import { expect, test } from "vitest";
import type { LedgerRow } from "../../api/stock";
import { levelsOf, turnover } from "./levels";

const moved = (postingDate: string, quantity: string, runningQuantity: string): LedgerRow =>
  ({ postingDate, quantity, runningQuantity, runningValue: null }) as LedgerRow;

const ROWS = [moved("2010-12-01", "780", "780"), moved("2010-12-01", "-96", "684"), moved("2010-12-03", "0.5", "684.5")];

test("the level of a day is that after its last movement", () => {
  expect(levelsOf(ROWS).map((one) => `${one.day} ${one.quantity}`)).toEqual(["2010-12-01 684", "2010-12-03 684.5"]);
});

test("what came and what left are summed apart", () => {
  expect(turnover(ROWS)).toEqual({ came: "780.5", left: "96" });
});
