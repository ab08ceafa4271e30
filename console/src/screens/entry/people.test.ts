import { describe, expect, it } from "vitest";
import type { Entry } from "../../api/entries";
import { actsOf, naming } from "./people";

const AT = "2010-12-05T10:00:00Z";
const LATER = "2010-12-06T10:00:00Z";
const name = naming("prn_me");

/** The acts as a sentence. */
function told(change: Partial<Entry>): string {
  const plain = { status: "posted", version: 1, createdBy: "prn_alex", createdAt: AT, postedAt: AT, postedBy: "prn_alex" };
  const names = { createdByName: "Alex", postedByName: "Alex", submittedByName: "Alex" };
  const none = { rejectedAt: null, submittedAt: null, approvedAt: null, voidedAt: null };
  return actsOf({ ...plain, ...names, ...none, ...change } as Entry, name)
    .map((act) => `${act.verb} by ${act.by ?? "?"}${act.reason ? `: ${act.reason}` : ""}`)
    .join(", ");
}

describe("who did what with an entry", () => {
  it("tells once what was written and posted in one", () => {
    expect(told({})).toBe("posted by Alex");
    expect(told({ postedAt: LATER })).toBe("written by Alex, posted by Alex");
  });

  it("tells an approval as the posting that it is", () => {
    const approved = { postedAt: LATER, postedBy: "prn_me", approvedAt: LATER, approvedBy: "prn_me", submittedAt: AT, submittedBy: "prn_alex" };
    expect(told(approved as Partial<Entry>)).toBe("written by Alex, submitted by Alex, approved by you");
  });

  it("gives the reasons of a void and of a rejection", () => {
    expect(told({ voidedAt: LATER, voidedBy: "prn_me", voidReason: "entered twice" } as Partial<Entry>)).toBe("posted by Alex, voided by you: entered twice");
    const rejected = { status: "draft", version: 3, postedAt: null, postedBy: null, rejectedAt: LATER, rejectedBy: "prn_me", rejectionReason: "no receipt" };
    expect(told(rejected as Partial<Entry>)).toBe("written by Alex, rejected by you: no receipt");
  });

  it("leaves out a name that was erased", () => {
    expect(told({ postedByName: null })).toBe("posted by ?");
  });
});
