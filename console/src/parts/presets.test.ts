import { expect, test } from "vitest";
import { presetOf, presetsAround } from "./presets";

test("this month is the month of the day that people work on, and last month may lie in the year before", () => {
  const presets = presetsAround("2011-01-15");
  expect(presets.slice(0, 3)).toEqual([
    { name: "This month", from: "2011-01-01", to: "2011-01-31" },
    { name: "Last month", from: "2010-12-01", to: "2010-12-31" },
    { name: "This year", from: "2011-01-01", to: "2011-12-31" },
  ]);
});

test("a span that is a preset is called by its word", () => {
  const presets = presetsAround("2010-12-31");
  expect(presetOf(presets, { from: "2010-12-01", to: "2010-12-31" })?.name).toBe("This month");
  expect(presetOf(presets, {})?.name).toBe("All");
  expect(presetOf(presets, { from: "2010-12-02" })).toBeUndefined();
});
