import { describe, expect, it } from "vitest";
import type { Entry } from "../../api/entries";
import { type Looker, doingsWith, firstOpenDay, reversalFrom } from "./doings";

const ALL: Looker = { may: () => true, id: "prn_me", duties: { approverNotPreparer: false, voiderNotPoster: false } };
const NOTHING: Looker = { ...ALL, may: () => false };

function entry(change: Partial<Entry>): Entry {
  const plain = { status: "posted", entryType: "standard", createdBy: "prn_other", submittedBy: null, preparedBy: [], postedBy: "prn_other" };
  const links = {
    ownerType: null,
    ownerId: null,
    voidedByEntryId: null,
    voidsEntryId: null,
    reversedByEntryId: null,
    correctedByEntryId: null,
    autoReverseOn: null,
  };
  return { ...plain, ...links, ...change } as Entry;
}

/** Deeds in their order; those that cannot be done now in brackets. */
function told(of: Partial<Entry>, looker = ALL): string {
  return doingsWith(entry(of), looker)
    .map((one) => (one.disabled ? `[${one.deed}]` : one.deed))
    .join(" ");
}

describe("what can be done with an entry", () => {
  it.each([
    ["a draft", { status: "draft" }, "post edit submit copy delete"],
    ["one that waits for others' work", { status: "pendingApproval" }, "approve reject copy"],
    ["one that the caller submitted", { status: "pendingApproval", submittedBy: "prn_me" }, "approve reject withdraw edit copy"],
    ["a posted one", {}, "void reverse correct recur copy"],
    ["a voided one", { status: "voided", voidedByEntryId: "je_2" }, "[void] [reverse] [correct] copy"],
    ["the mirror of a void", { entryType: "void", voidsEntryId: "je_1" }, "[void] [reverse] [correct] copy"],
    ["one of a movement", { ownerType: "movement", ownerId: "mov_1" }, "[void] [reverse] [correct] copy"],
    ["a corrected one", { correctedByEntryId: "je_3" }, "[void] [reverse] [correct] copy"],
    ["a reversed one", { reversedByEntryId: "je_4" }, "[void] [reverse] [correct] copy"],
    ["one reversed on schedule", { reversedByEntryId: "je_4", autoReverseOn: "2011-01-01" }, "void [reverse] [correct] recur copy"],
  ] as [string, Partial<Entry>, string][])("of %s follows its state", (_name, of, expected) => {
    expect(told(of)).toBe(expected);
  });

  it("is nothing for somebody who may only read", () => {
    for (const status of ["draft", "pendingApproval", "posted", "voided"] as const) expect(told({ status }, NOTHING)).toBe("");
  });

  it("says where the document is that is voided instead", () => {
    const [first] = doingsWith(entry({ ownerType: "movement", ownerId: "mov_1" }), ALL);
    expect(first?.instead).toEqual({ kind: "movement", id: "mov_1" });
    expect(first?.disabled).toMatch(/Void that/);
  });

  it("leaves approval and void to another person where duties are separated", () => {
    const strict = { ...ALL, duties: { approverNotPreparer: true, voiderNotPoster: true } };
    expect(told({ status: "pendingApproval", preparedBy: ["prn_me"] }, strict)).toBe("[approve] reject withdraw edit copy");
    expect(told({ postedBy: "prn_me" }, strict)).toBe("[void] [reverse] [correct] recur copy");
    expect(told({}, strict)).toBe("void reverse correct recur copy");
  });
});

describe("the first open day", () => {
  const month = (number: string, status: string) => ({ startDate: `2010-${number}-01`, endDate: `2010-${number}-28`, status });
  it("is the day itself, or the first of the next open period", () => {
    expect(firstOpenDay([month("01", "open"), month("02", "open")], "2010-01-05", false)).toBe("2010-01-05");
    expect(firstOpenDay([month("01", "closed"), month("02", "softClosed"), month("03", "open")], "2010-01-05", false)).toBe("2010-03-01");
    expect(firstOpenDay([month("01", "closed"), month("02", "softClosed")], "2010-01-05", true)).toBe("2010-02-01");
    expect(firstOpenDay([month("01", "closed")], "2010-01-05", true)).toBeUndefined();
  });
});

it("what is dated at a month's end is reversed on the first of the next", () => {
  expect(reversalFrom("2010-11-30")).toBe("2010-12-01");
  expect(reversalFrom("2010-11-29")).toBe("2010-11-29");
});
