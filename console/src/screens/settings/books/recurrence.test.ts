import { expect, test } from "vitest";
import { recurrenceOf, ruleInWords, ruleOf } from "./recurrence";

test.each([
  ["FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=12", "on the last day of each month, 12 times"],
  ["FREQ=MONTHLY;BYMONTHDAY=15;COUNT=6", "on day 15 of each month, 6 times"],
  ["FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1;COUNT=6", "on day 30 of each month, or its last, 6 times"],
  ["FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=-1;COUNT=4", "on the last day of every third month, 4 times"],
  ["FREQ=WEEKLY;BYDAY=FR;COUNT=52", "each Friday, 52 times"],
  ["FREQ=YEARLY;COUNT=3", "each year, 3 times"],
  ["FREQ=MONTHLY;BYDAY=1MO;UNTIL=20101231", "by the rule FREQ=MONTHLY;BYDAY=1MO, until 31 Dec 2010"],
])("the rule %s is told in words, and the form gives it back", (rule, words) => {
  expect(ruleInWords(rule)).toBe(words);
  expect(ruleOf(recurrenceOf(rule))).toBe(rule);
});

test("the 31st of each month is its last day, so that no month is left out", () => {
  expect(ruleOf({ every: "monthDay", day: "31", times: "6", own: "" })).toBe("FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=6");
});
