import type { JSX } from "react";
import { useChart } from "../../../api/accounts";
import type { components } from "../../../api/schema";
import { Chip } from "../../../parts/Chip";
import type { Column } from "../../../parts/List";
import { NounChapter } from "../kit/NounChapter";
import type { Noun } from "../kit/noun";
import { KINDS, kindInWords } from "./kinds";

type Reason = components["schemas"]["ReasonCodeView"];
interface Form {
  code: string;
  name: string;
  accountId: string;
  kinds: string[];
  isActive: boolean;
}

const REASONS: Noun<Reason, Form> = {
  one: "reason code",
  many: "reason codes",
  path: "/inventory/reason-codes",
  subject: "stock",
  event: "reasonCode",
  reads: "items:read",
  writes: "items:manage",
  idOf: (one) => one.id,
  versionOf: (one) => one.version,
  titleOf: (one) => `${one.code} ${one.name}`,
  isActive: (one) => one.isActive,
  formOf: (one) => ({
    code: one?.code ?? "",
    name: one?.name ?? "",
    accountId: one?.accountId ?? "",
    kinds: one?.kinds ?? [],
    isActive: one?.isActive ?? true,
  }),
  deleting: "Only a reason that was never used is deleted; make one that is used inactive instead.",
  fields: [
    { name: "code", label: "Code", kind: "text", maxLength: 20, isRequired: true, upper: true },
    { name: "name", label: "Reason", kind: "text", maxLength: 120, isRequired: true },
    { name: "accountId", label: "Account of the other side", help: "Empty: the usual one of the item and the warehouse.", kind: "account" },
    { name: "kinds", label: "Only for", kind: "many", choices: KINDS, none: "None is chosen, so it can be given for all kinds." },
    { name: "isActive", label: "In use", kind: "check", isShown: (_, isNew) => !isNew },
  ],
};

/** Why goods are adjusted. */
export function ReasonCodesChapter(): JSX.Element {
  const chart = useChart();
  const account = (one: Reason): JSX.Element | string => {
    const found = one.accountId ? chart?.byId.get(one.accountId) : undefined;
    return found ? `${found.code} ${found.name}` : <span className="dim">{one.accountId ? "an account" : "the usual one"}</span>;
  };
  const columns: Column<Reason>[] = [
    { id: "code", head: "Code", width: "minmax(7rem, 10rem)", corner: "bottom-left", cell: (one) => one.code },
    { id: "name", head: "Reason", width: "minmax(9rem, 1fr)", corner: "top-left", cell: (one) => <span dir="auto">{one.name}</span> },
    { id: "account", head: "Account", width: "minmax(9rem, 1fr)", corner: "top-right", cell: account },
    { id: "kinds", head: "For", width: "minmax(8rem, 1fr)", cell: (one) => one.kinds.map(kindInWords).join(", ") || <span className="dim">all kinds</span> },
    {
      id: "state",
      head: "State",
      width: "8rem",
      corner: "bottom-right",
      cell: (one) => (one.isActive ? <Chip kind="open">in use</Chip> : <Chip kind="voided">not in use</Chip>),
    },
  ];
  return <NounChapter noun={REASONS} columns={columns} empty="Whoever adjusts stock gives a reason: found, missing, broken. The reason says where the value goes." />;
}
