import type { components } from "../../../api/schema";
import type { Noun } from "../kit/noun";
import { EntryControl } from "./EntryControl";
import { RuleControl } from "./RuleControl";
import { ruleInWords } from "./recurrence";
import type { Template } from "./template";

/** A recurring entry as the API has it. */
export type Recurring = components["schemas"]["RecurringEntryView"];

/** What the form holds. */
export interface RecurringForm {
  name: string;
  entry: Template | null;
  rule: string;
  startDate: string;
  outcome: string;
  amounts: string;
  description: string;
  isActive: boolean;
}

/** Recurring entries. */
export const RECURRING: Noun<Recurring, RecurringForm> = {
  one: "recurring entry",
  many: "recurring entries",
  path: "/accounting/recurring-entries",
  subject: "entries",
  event: "recurringEntry",
  reads: "recurringEntries:read",
  writes: "recurringEntries:manage",
  idOf: (one) => one.id,
  versionOf: (one) => one.version,
  titleOf: (one) => one.name,
  isActive: (one) => one.isActive,
  formOf: (one) => ({
    name: one?.name ?? "",
    entry: null,
    rule: one?.rule ?? "FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=12",
    startDate: one?.startDate ?? "",
    outcome: one?.outcome ?? "draft",
    amounts: one?.amounts ?? "each",
    description: one?.description ?? "",
    isActive: one?.isActive ?? true,
  }),
  deleting: "Only one that has made no entry is deleted; pause one that has.",
  finish: (body, form) => {
    const { entry: _, ...rest } = body;
    // The rule counts from its first day: they go together.
    const days = "rule" in rest || "startDate" in rest ? { rule: form.rule, startDate: form.startDate } : {};
    return { ...form.entry?.body, ...rest, ...days };
  },
  fields: [
    { name: "name", label: "Name", kind: "text", maxLength: 120, isRequired: true, placeholder: "Rent of the warehouse" },
    { name: "entry", label: "Lines as in the entry", help: "Its accounts, amounts and dimensions are copied.", kind: "own", control: EntryControl, isRequired: true, isShown: (_, isNew) => isNew },
    { name: "rule", label: "Days", kind: "own", control: RuleControl, words: (value: never) => ruleInWords(value) },
    { name: "startDate", label: "Counted from the day", help: "Days that have passed are made within a minute.", kind: "day", isRequired: true },
    {
      name: "outcome",
      label: "On each day",
      kind: "choice",
      choices: [
        ["draft", "a draft is written, and somebody posts it"],
        ["posted", "the entry is posted"],
      ],
    },
    {
      name: "amounts",
      label: "The amounts are",
      help: "In all: each day takes an equal part, and the last what is left.",
      kind: "choice",
      choices: [
        ["each", "those of each day"],
        ["total", "those of all days together, to be spread"],
      ],
    },
    { name: "description", label: "Text", help: "{year}, {month} and {day} stand for the day of the entry.", kind: "text", maxLength: 2000 },
    { name: "isActive", label: "Active: entries are made by themselves", kind: "check", isShown: (_, isNew) => !isNew },
  ],
};
