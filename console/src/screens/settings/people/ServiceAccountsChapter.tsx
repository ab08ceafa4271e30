import { useNavigate } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { type ServiceAccount, useNaming, useRoleNames } from "../../../api/people";
import { Chip } from "../../../parts/Chip";
import type { Column } from "../../../parts/List";
import { Moment } from "../../../parts/Moment";
import { NounChapter } from "../kit/NounChapter";
import { SERVICE_ACCOUNTS } from "./nouns";
import { SecretShown } from "./SecretShown";

/** Sign-ins of programs. */
export function ServiceAccountsChapter(): JSX.Element {
  const navigate = useNavigate();
  const naming = useNaming();
  const roleName = useRoleNames();
  const [made, setMade] = useState<ServiceAccount>();
  const columns: Column<ServiceAccount>[] = [
    { id: "name", head: "Program", width: "minmax(9rem, 1fr)", corner: "top-left", cell: (one) => <span dir="auto">{one.name}</span> },
    { id: "roles", head: "Roles", width: "minmax(8rem, 1fr)", corner: "bottom-left", cell: (one) => one.roles.map(roleName).join(", ") || <span className="dim">none</span> },
    {
      id: "owner",
      head: "Responsible",
      width: "minmax(8rem, 12rem)",
      corner: "top-right",
      cell: (one) => (one.ownerActive ? naming(one.ownerId) : <Chip kind="fault">nobody active</Chip>),
    },
    { id: "used", head: "Last used", width: "8rem", cell: (one) => usedAt(one) },
    {
      id: "state",
      head: "State",
      width: "7rem",
      corner: "bottom-right",
      cell: (one) => (one.isActive ? <Chip kind="open">active</Chip> : <Chip kind="voided">inactive</Chip>),
    },
  ];
  return (
    <>
      <NounChapter
        noun={SERVICE_ACCOUNTS}
        columns={columns}
        empty="A program that posts sales or reads reports signs in as a service account: with a secret instead of a person's password."
        opens={(one) => void navigate({ to: "/settings/$chapter/$record", params: { chapter: "service-accounts", record: one.id } })}
        onSaved={({ record }) => setMade(record)}
      />
      {made && <SecretShown account={made} onClose={() => setMade(undefined)} />}
    </>
  );
}

function usedAt(one: ServiceAccount): JSX.Element {
  const last = one.secrets
    .flatMap((secret) => secret.lastUsedAt ?? [])
    .toSorted()
    .at(-1);
  return last ? <Moment at={last} /> : <span className="dim">never</span>;
}
