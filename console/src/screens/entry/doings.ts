// What can be done with an entry, by its state and the rights of the caller: never allowed is absent, not now says why.

import type { Entry } from "../../api/entries";
import type { Permission } from "../../api/session";
import { addDays, formatDay, monthEnd } from "../../text/day";

/** Everything that can be done with an entry. */
export type Deed =
  | "approve"
  | "reject"
  | "post"
  | "submit"
  | "withdraw"
  | "edit"
  | "void"
  | "reverse"
  | "correct"
  | "recur"
  | "copy"
  | "delete";

/** Another record that is to be looked at instead. */
export interface Instead {
  kind: "entry" | "movement" | "match" | "revaluation" | "fiscalYear";
  id: string;
}

/** Something that the caller can do with the entry, now or not now. */
export interface Doing {
  deed: Deed;
  /** As on its button. */
  title: string;
  /** Its key, as text/chords.ts writes it. */
  keys?: string;
  /** One sentence that explains it. */
  explains: string;
  /** Why it cannot be done now. */
  disabled?: string | undefined;
  /** Where it is done instead. */
  instead?: Instead | undefined;
}

/** Who looks at the entry. */
export interface Looker {
  may: (permission: Permission) => boolean;
  /** Their id. */
  id: string;
  /** What the organization forbids one person; unknown to those who may not read its settings. */
  duties?: { approverNotPreparer: boolean; voiderNotPoster: boolean } | undefined;
}

const EDITABLE = ["journalEntries:draft", "journalEntries:post"] as const;

/** What the caller can do with the entry, the most likely first. */
export function doingsWith(entry: Entry, looker: Looker): Doing[] {
  const list: Doing[] = [];
  if (entry.status === "pendingApproval") list.push(...waiting(entry, looker));
  if (entry.status === "draft") list.push(...drafted(looker));
  if (entry.status === "posted" || entry.status === "voided") list.push(...posted(entry, looker));
  if (entry.status === "posted" && looker.may("recurringEntries:manage") && !hindranceOf(entry)) {
    list.push({ deed: "recur", title: "Let it recur…", explains: "The service makes an entry with these lines on its days: each month, quarter or year." });
  }
  if (EDITABLE.some(looker.may)) {
    list.push({ deed: "copy", title: "Copy", explains: "Begins a new entry with these lines." });
  }
  if (entry.status === "draft" && looker.may("journalEntries:draft")) {
    list.push({ deed: "delete", title: "Delete the draft", explains: "Takes the draft away; you have ten seconds to undo that." });
  }
  return list;
}

function drafted({ may }: Looker): Doing[] {
  const list: Doing[] = [];
  if (may("journalEntries:post")) {
    list.push({ deed: "post", title: "Post", keys: "mod+enter", explains: "Gives it its number and freezes its lines." });
  }
  if (may("journalEntries:draft")) {
    list.push(
      { deed: "edit", title: "Edit", keys: "e", explains: "Opens the draft to change it." },
      { deed: "submit", title: "Submit for approval", explains: "Hands it to those who approve; they post it or send it back." },
    );
  }
  return list;
}

function waiting(entry: Entry, looker: Looker): Doing[] {
  const list: Doing[] = [];
  if (looker.may("journalEntries:approve")) {
    list.push(
      {
        deed: "approve",
        title: "Approve",
        keys: "a",
        explains: "Posts it as it stands, and names you as the one who approved it.",
        disabled: whyNotApprove(entry, looker),
      },
      { deed: "reject", title: "Reject", keys: "r", explains: "Makes it a draft again that shows your reason." },
    );
  }
  if (looker.may("journalEntries:draft") && prepared(entry, looker.id)) {
    list.push(
      { deed: "withdraw", title: "Withdraw", explains: "Makes it a draft again, which is yours to change or delete." },
      { deed: "edit", title: "Edit", keys: "e", explains: "Opens it to change it; what is saved is to be submitted again." },
    );
  }
  return list;
}

/** Whether this person made, changed or submitted it. */
export function prepared(entry: Pick<Entry, "createdBy" | "submittedBy" | "preparedBy">, person: string): boolean {
  return entry.createdBy === person || entry.submittedBy === person || entry.preparedBy.includes(person);
}

/** Why the caller may not approve it, where the organization separates duties. */
export function whyNotApprove(entry: Pick<Entry, "createdBy" | "submittedBy" | "preparedBy">, looker: Looker): string | undefined {
  if (!looker.duties?.approverNotPreparer || !prepared(entry, looker.id)) return undefined;
  return "You prepared it; here another person must approve.";
}

function posted(entry: Entry, looker: Looker): Doing[] {
  const hindrance = hindranceOf(entry);
  const own =
    !hindrance && looker.duties?.voiderNotPoster && entry.postedBy === looker.id
      ? { text: "You posted it; here another person must take it back." }
      : undefined;
  const why = hindrance ?? own;
  const held = { disabled: why?.text, instead: hindrance?.instead };
  const list: Doing[] = [];
  if (looker.may("journalEntries:void")) {
    list.push({ deed: "void", title: "Void", keys: "v", explains: "It should not be there: a mirror entry on the same day takes it out.", ...held });
  }
  if (looker.may("journalEntries:reverse")) {
    list.push({ deed: "reverse", title: "Reverse", explains: "It was right and has ended: the opposite is posted on a later day.", ...reversing(entry, held) });
  }
  if (looker.may("journalEntries:correct")) {
    list.push({ deed: "correct", title: "Correct…", explains: "Something in it is wrong: say how it should be, and it is replaced.", ...reversing(entry, held) });
  }
  return list;
}

/** What was reversed on schedule can be voided, with its reversal; it cannot be reversed or corrected again. */
function reversing(entry: Entry, held: Pick<Doing, "disabled" | "instead">): Pick<Doing, "disabled" | "instead"> {
  const reversal = entry.reversedByEntryId;
  if (held.disabled || !reversal) return held;
  return { disabled: "It has been reversed. Void the reversal first.", instead: { kind: "entry", id: reversal } };
}

interface Hindrance {
  text: string;
  instead?: Instead | undefined;
}

/** Why an entry can be neither voided nor reversed nor corrected: the rules of the books, in their order. */
export function hindranceOf(entry: Entry): Hindrance | undefined {
  const at = (kind: Instead["kind"], id: string | null): Instead | undefined => (id ? { kind, id } : undefined);
  if (entry.status === "voided") return { text: "It has been voided already.", instead: at("entry", entry.voidedByEntryId) };
  if (entry.entryType === "void") {
    return { text: "It is the mirror of a void. To have its original back, copy that.", instead: at("entry", entry.voidsEntryId) };
  }
  switch (entry.ownerType) {
    case "revaluation":
      return { text: "A revaluation made it. Run that again: it posts the difference.", instead: at("revaluation", entry.ownerId) };
    case "fiscalYear":
      return { text: "The close of a year made it. Reopen the year instead.", instead: at("fiscalYear", entry.ownerId) };
    case "movement":
      return { text: "It belongs to a movement of goods. Void that, and this goes with it.", instead: at("movement", entry.ownerId) };
    case "match":
      return { text: "It belongs to a match. Undo that, and this goes with it.", instead: at("match", entry.ownerId) };
    default:
  }
  if (entry.entryType === "closing" || entry.entryType === "fxRevaluation") return { text: "A run of the books made it. Run that again instead." };
  if (entry.ownerType) return { text: `It belongs to ${entry.ownerType} ${entry.ownerId ?? ""}. Undo that instead.` };
  if (entry.correctedByEntryId) {
    return { text: "It has been corrected. Change its latest correction instead.", instead: at("entry", entry.correctedByEntryId) };
  }
  if (entry.reversedByEntryId && !entry.autoReverseOn) {
    return { text: "It has been reversed. Void the reversal first.", instead: at("entry", entry.reversedByEntryId) };
  }
  return undefined;
}

/** A period, as far as the first open day needs it. */
interface Span {
  startDate: string;
  endDate: string;
  status: string;
}

/** The first day, from this one on, that takes entries of the caller; absent where no period is open. */
export function firstOpenDay(periods: readonly Span[], from: string, mayOverride: boolean): string | undefined {
  const open = periods.filter((one) => one.endDate >= from && (one.status === "open" || (mayOverride && one.status === "softClosed")));
  const days = open.map((one) => (one.startDate > from ? one.startDate : from));
  return days.toSorted()[0];
}

/** The day from which a reversal is offered: of what is dated at a month's end, as accruals are, the first of the next month. */
export const reversalFrom = (date: string): string => (date === monthEnd(date) ? addDays(date, 1) : date);

/** A way out that reverses, on its day: `Reverse on 1 Jan 2011`. */
export const reverseTitle = (date: string): string => `Reverse on ${formatDay(date)}`;
