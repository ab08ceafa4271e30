import type { JSX } from "react";
import type { Journal } from "../../../api/journals";
import { Chip } from "../../../parts/Chip";
import type { Column } from "../../../parts/List";
import { NounChapter } from "../kit/NounChapter";
import type { Noun } from "../kit/noun";

interface Form {
  code: string;
  name: string;
  kind: Journal["kind"];
  numberPattern: string;
  resetPer: Journal["resetPer"];
  isActive: boolean;
}

const KINDS = [
  ["general", "everything else"],
  ["sales", "sales"],
  ["purchase", "purchases"],
  ["cash", "cash"],
  ["bank", "bank"],
  ["stock", "movements of goods"],
  ["opening", "opening balances"],
  ["closing", "closing of years"],
] as const;
const RESETS = [
  ["year", "every year"],
  ["month", "every month"],
  ["never", "never"],
] as const;

/** Journals and their series of numbers. */
const JOURNALS: Noun<Journal, Form> = {
  one: "journal",
  many: "journals",
  path: "/accounting/journals",
  subject: "journals",
  event: "journal",
  reads: "journals:read",
  writes: "journals:manage",
  idOf: (one) => one.id,
  versionOf: (one) => one.version,
  titleOf: (one) => `${one.code} ${one.name}`,
  isActive: (one) => one.isActive,
  formOf: (one) => ({
    code: one?.code ?? "",
    name: one?.name ?? "",
    kind: one?.kind ?? "general",
    numberPattern: one?.numberPattern ?? "",
    resetPer: one?.resetPer ?? "year",
    isActive: one?.isActive ?? true,
  }),
  whyFieldFixed: (one, field) => {
    if (field === "kind") return "The kind of a journal stays.";
    const isNumbered = one.series.length > 0;
    return isNumbered && (field === "code" || field === "numberPattern" || field === "resetPer") ? "It stays: entries have its numbers." : undefined;
  },
  fields: [
    { name: "code", label: "Code", kind: "text", maxLength: 20, isRequired: true, placeholder: "GJ" },
    { name: "name", label: "Name", kind: "text", maxLength: 120, isRequired: true },
    { name: "kind", label: "For", kind: "choice", choices: KINDS },
    {
      name: "numberPattern",
      label: "Numbers",
      help: "{year}, {month} and {seq:6}, which is the number with six digits. Empty: the code, the year and six digits.",
      kind: "text",
      maxLength: 60,
      placeholder: "GJ-{year}-{seq:6}",
    },
    { name: "resetPer", label: "Begins again at 1", kind: "choice", choices: RESETS },
    {
      name: "isActive",
      label: "Active",
      help: "An inactive journal takes no new entries except voids.",
      kind: "check",
      isShown: (_, isNew) => !isNew,
    },
  ],
};

/** The journals of the books. */
export function JournalsChapter(): JSX.Element {
  const columns: Column<Journal>[] = [
    { id: "code", head: "Code", width: "6rem", corner: "bottom-left", cell: (one) => one.code },
    { id: "name", head: "Name", width: "minmax(9rem, 1fr)", corner: "top-left", cell: (one) => <span dir="auto">{one.name}</span> },
    { id: "kind", head: "For", width: "10rem", corner: "top-right", cell: (one) => KINDS.find(([kind]) => kind === one.kind)?.[1] ?? one.kind },
    { id: "pattern", head: "Numbers", width: "minmax(9rem, 14rem)", cell: (one) => one.numberPattern },
    { id: "last", head: "Last number", kind: "number", width: "8rem", cell: (one) => one.series.at(-1)?.last ?? <span className="dim">none</span> },
    {
      id: "state",
      head: "State",
      width: "7rem",
      corner: "bottom-right",
      cell: (one) => (one.isActive ? <Chip kind="open">active</Chip> : <Chip kind="voided">inactive</Chip>),
    },
  ];
  return <NounChapter noun={JOURNALS} columns={columns} empty="A journal gathers entries of one kind and numbers them without gaps. Begin with one for everything." />;
}
