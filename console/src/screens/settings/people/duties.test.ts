import { describe, expect, test } from "vitest";
import { conflictsOf, idleRights } from "./duties";

const TABLE: [string, string[], string[]][] = [
  ["a clerk who only drafts", ["journalEntries:read", "journalEntries:draft"], []],
  ["whoever drafts and approves", ["journalEntries:draft", "journalEntries:approve"], ["prepares-approves"]],
  ["whoever posts and voids", ["journalEntries:post", "journalEntries:void"], ["posts-voids"]],
  ["whoever posts and opens closed months", ["journalEntries:post", "periods:close"], ["posts-closes"]],
  ["whoever counts and approves the count", ["counts:record", "counts:approve"], ["counts-approves"]],
  ["whoever ships and adjusts", ["movements:post", "movements:adjust"], ["ships-adjusts"]],
  ["whoever receives and prices", ["movements:post", "movements:cost"], ["receives-prices"]],
  ["an auditor, who only reads", ["journalEntries:read", "audit:read", "users:read"], []],
  ["whoever gives rights and posts goods", ["users:manage", "movements:post"], ["rights-posts"]],
];

describe("duties in one hand", () => {
  test.each(TABLE)("of %s", (_, rights, found) => {
    expect(conflictsOf(rights).map((one) => one.id)).toEqual(found);
  });

  test("a conflict names the rights that make it", () => {
    expect(conflictsOf(["journalEntries:draft", "journalEntries:post", "journalEntries:approve"])[0]?.rights).toEqual([
      "journalEntries:draft",
      "journalEntries:post",
      "journalEntries:approve",
    ]);
  });
});

test("rights to entries and reports do nothing without the right to costs", () => {
  expect(idleRights(["reports:read", "items:read"])).toEqual([{ right: "reports:read", needs: "costs:read" }]);
  expect(idleRights(["reports:read", "costs:read"])).toEqual([]);
});
