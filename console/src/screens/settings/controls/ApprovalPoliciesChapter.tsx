import type { JSX } from "react";
import { NativeSelect } from "@mantine/core";
import { useJournals } from "../../../api/journals";
import type { components } from "../../../api/schema";
import { Amount } from "../../../parts/Amount";
import { Chip } from "../../../parts/Chip";
import type { Column } from "../../../parts/List";
import { useOrganization } from "../../../api/organization";
import { KINDS, kindInWords } from "../goods/kinds";
import { NounChapter } from "../kit/NounChapter";
import type { ControlProps, Noun } from "../kit/noun";

type Policy = components["schemas"]["ApprovalPolicyView"];
interface Form {
  name: string;
  appliesTo: "journalEntries" | "movements";
  minAmount: string;
  journalId: string;
  movementKind: string;
  isActive: boolean;
}

function JournalControl({ label, value, error, onChange }: ControlProps<string, Form>): JSX.Element {
  const journals = useJournals();
  return (
    <NativeSelect
      label={label}
      value={value}
      error={error}
      data={[{ value: "", label: "every journal" }, ...(journals ?? []).map((one) => ({ value: one.id, label: `${one.code} ${one.name}` }))]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const POLICIES: Noun<Policy, Form> = {
  one: "approval policy",
  many: "approval policies",
  path: "/accounting/approval-policies",
  subject: "rules",
  event: "approvalPolicy",
  touches: ["controls", "inbox"],
  reads: "approvalPolicies:read",
  writes: "approvalPolicies:manage",
  idOf: (one) => one.id,
  versionOf: (one) => one.version,
  titleOf: (one) => one.name,
  isActive: (one) => one.isActive,
  formOf: (one) => ({
    name: one?.name ?? "",
    appliesTo: one?.appliesTo ?? "journalEntries",
    minAmount: one?.minAmount ?? "",
    journalId: one?.journalId ?? "",
    movementKind: one?.movementKind ?? "",
    isActive: one?.isActive ?? true,
  }),
  whyFieldFixed: (_, field) => (field === "appliesTo" ? "It stays: make another policy for the other." : undefined),
  deleting: "What it held back can be posted by one person from then on. Entries and movements that wait for approval keep waiting.",
  fields: [
    { name: "name", label: "Name", kind: "text", maxLength: 120, isRequired: true },
    {
      name: "appliesTo",
      label: "Holds back",
      kind: "choice",
      choices: [
        ["journalEntries", "entries of the journal"],
        ["movements", "movements of goods"],
      ],
    },
    { name: "journalId", label: "Of the journal", kind: "own", control: JournalControl, isShown: (form) => form.appliesTo === "journalEntries" },
    { name: "movementKind", label: "Of the kind", kind: "choice", choices: [["", "every kind"], ...KINDS], isShown: (form) => form.appliesTo === "movements" },
    {
      name: "minAmount",
      label: "From the amount",
      help: "The debit of the whole, in the currency of the books. Empty or 0 is each of them.",
      kind: "amount",
      wire: (value: never) => value || "0",
    },
    { name: "isActive", label: "In force", kind: "check" },
  ],
};

/** What another person must approve. */
export function ApprovalPoliciesChapter(): JSX.Element {
  const journals = useJournals();
  const takesTwo = useOrganization()?.controlChanges === "secondPerson";
  const of = (one: Policy): string => {
    if (one.appliesTo === "movements") return one.movementKind ? kindInWords(one.movementKind) : "every movement of goods";
    const journal = journals?.find((other) => other.id === one.journalId);
    return one.journalId ? `entries of ${journal?.name ?? one.journalCode ?? "one journal"}` : "every entry";
  };
  const columns: Column<Policy>[] = [
    { id: "name", head: "Name", width: "minmax(9rem, 1fr)", corner: "top-left", cell: (one) => <span dir="auto">{one.name}</span> },
    { id: "of", head: "Holds back", width: "minmax(9rem, 1fr)", corner: "bottom-left", cell: of },
    { id: "from", head: "From", kind: "number", width: "9rem", corner: "top-right", cell: (one) => <Amount value={one.minAmount} currency={one.currency} /> },
    {
      id: "state",
      head: "State",
      width: "8rem",
      corner: "bottom-right",
      cell: (one) => (one.isActive ? <Chip kind="open">in force</Chip> : <Chip kind="voided">off</Chip>),
    },
  ];
  return (
    <NounChapter
      noun={POLICIES}
      columns={columns}
      empty="Without a policy, whoever may post does so alone. A policy holds back what is large or delicate until another person has approved it."
      above={takesTwo && <p>Changes here take a second person: they are proposed, and made when somebody else approves.</p>}
    />
  );
}
