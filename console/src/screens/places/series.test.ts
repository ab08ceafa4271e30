import { expect, test } from "vitest";
import { seriesOf } from "./series";

test.each([
  ["A-01", "A-03", ["A-01", "A-02", "A-03"]],
  ["a-9", "A-11", ["A-9", "A-10", "A-11"]],
  ["099", "101", ["099", "100", "101"]],
  ["R2-07", "R2-07", ["R2-07"]],
])("from %s to %s are the bins %j", (first, last, codes) => {
  expect(seriesOf(first, last)).toEqual({ ok: true, codes });
});

test.each([
  ["A-01", "B-03", "Both codes begin the same before their number: A- and B- differ."],
  ["A-05", "A-01", "A-01 comes before A-05."],
  ["A", "A-01", "Both codes end in a number, such as A-01 and A-20."],
  ["A-1", "A-501", "These are more than 500 bins: make them in several rows."],
])("from %s to %s there are none, and it says why", (first, last, message) => {
  const series = seriesOf(first, last);
  if (first === "A-1") expect(seriesOf("A-1", "A-500").ok).toBe(true);
  expect(series).toEqual({ ok: false, message });
});
