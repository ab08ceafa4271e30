import { expect, test } from "vitest";
import { stepOf } from "../../api/step";
import { levelsOf } from "./levels";

const point = (date: string, quantity: string, value: string | null = null) => ({ date, quantity, value });

test("a level is told where it changes, and the last one always", () => {
  const points = [point("2010-12-01", "684"), point("2010-12-02", "684"), point("2010-12-03", "684.5"), point("2010-12-04", "684.5")];
  expect(levelsOf(points).map((one) => `${one.day} ${one.quantity}`)).toEqual(["2010-12-01 684", "2010-12-03 684.5", "2010-12-04 684.5"]);
});

test("goods that only change their value have a new level", () => {
  expect(levelsOf([point("2010-12-01", "2", "6.00"), point("2010-12-02", "2", "5.00"), point("2010-12-03", "2", "5.00")])).toHaveLength(3);
});

test("the points lie so far apart that the service tells all of them", () => {
  expect([5, 400, 401, 2_800, 2_801].map(stepOf)).toEqual(["day", "day", "week", "week", "month"]);
});
