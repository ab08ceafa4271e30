import { expect, test } from "vitest";
import { dueInWords } from "./due";

test("what is owed can be late; a payment or a credit note waits for its match", () => {
  const owed = { side: "debit", dueDate: "2026-03-01" } as const;
  expect(dueInWords(owed, "2026-03-01", "receivable")).toBe("1 Mar 2026");
  expect(dueInWords(owed, "2026-03-02", "receivable")).toBe("1 Mar 2026, 1 day late");
  expect(dueInWords({ ...owed, side: "credit" }, "2026-11-17", "receivable")).toBe("to be matched");
  expect(dueInWords({ ...owed, side: "credit" }, "2026-03-11", "payable")).toBe("1 Mar 2026, 10 days late");
  expect(dueInWords(owed, "2026-03-11", "payable")).toBe("to be matched");
});
