import { useNavigate } from "@tanstack/react-router";
import type { JSX } from "react";
import { type Role, inWords, usePeople } from "../../../api/people";
import { may } from "../../../api/session";
import { Chip } from "../../../parts/Chip";
import type { Column } from "../../../parts/List";
import { NounChapter } from "../kit/NounChapter";
import { conflictsOf } from "./duties";
import { ROLES } from "./nouns";
import { plural } from "../../../text/language";

/** How a role is called: built-in ones in words. */
export const roleTitle = (role: Role): string => (role.isBuiltIn ? inWords(role.name) : role.name);

/** All roles, and how many duties each joins in one hand. */
export function RolesChapter(): JSX.Element {
  const navigate = useNavigate();
  const { data: people } = usePeople();
  const columns: Column<Role>[] = [
    { id: "name", head: "Role", width: "minmax(10rem, 1fr)", corner: "top-left", cell: (role) => <span dir="auto">{roleTitle(role)}</span> },
    { id: "kind", head: "Kind", width: "7rem", corner: "bottom-left", cell: (role) => (role.isBuiltIn ? "built-in" : "your own") },
    { id: "rights", head: "Rights", width: "5rem", kind: "number", cell: (role) => role.permissions.length },
    ...(may("users:read")
      ? ([{ id: "people", head: "People", width: "5rem", kind: "number", corner: "top-right", cell: (role) => (people ?? []).filter((one) => one.roles.includes(role.id)).length }] satisfies Column<Role>[])
      : []),
    {
      id: "duties",
      head: "Duties",
      width: "12rem",
      corner: "bottom-right",
      cell: (role) => {
        const count = conflictsOf(role.permissions).length;
        return count === 0 ? <span className="dim">kept apart</span> : <Chip kind="waits">{plural(count, "1 in one hand", `${count} in one hand`)}</Chip>;
      },
    },
  ];
  return (
    <NounChapter
      noun={ROLES}
      columns={columns}
      wordsOf={(role) => `${roleTitle(role)} ${role.description ?? ""}`}
      empty="Built-in roles are always there."
      size="xl"
      opens={(role) => void navigate({ to: "/settings/$chapter/$record", params: { chapter: "roles", record: role.id } })}
    />
  );
}
