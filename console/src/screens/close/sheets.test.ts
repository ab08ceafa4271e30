import { expect, test } from "vitest";
import { csv, historySheet } from "./sheets";

test("a sheet keeps commas, quotes and what looks like a formula as text", () => {
  expect(csv([["a,b", 'say "no"', "=1+1", -5, null]])).toBe('"a,b","say ""no""",\'=1+1,-5,\r\n');
});

test("the history of a closing names who did it", () => {
  const history = [{ to: "closed", from: "softClosed", at: "2026-11-28T19:05:00Z", by: "prn_1", reason: "done" }] as never;
  expect(historySheet({ history }, () => "Carla the controller")).toBe(
    "What,When,Who,Id of who,Why\r\nclosed,2026-11-28T19:05:00Z,Carla the controller,prn_1,done\r\n",
  );
});
