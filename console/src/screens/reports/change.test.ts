import { expect, test } from "vitest";
import { changeOf, percentOf } from "./change";

test("a change is exact, and its percentage is of the earlier figure's size", () => {
  for (const [now, before, by, percent] of [
    ["150.00", "100.00", "50.00", "50.0"],
    ["100.00", "150.00", "-50.00", "-33.3"],
    ["-5.00", "-10.00", "5.00", "50.0"],
    ["-10.00", "10.00", "-20.00", "-200.0"],
    ["99999999999999.99", "0.01", "99999999999999.98", "999999999999999800.0"],
    ["100.00", "100.00", "0.00", "0.0"],
  ] as const) {
    expect(changeOf(now, before)).toEqual({ by, percent });
  }
});

test("nothing has no percentage", () => {
  expect(changeOf("100.00", "0.00")).toEqual({ by: "100.00", percent: "n/a" });
  expect(changeOf("0.00", "0.00")).toEqual({ by: "0.00", percent: "n/a" });
  expect(percentOf("0.00", "-100.00")).toBe("0.0");
});
