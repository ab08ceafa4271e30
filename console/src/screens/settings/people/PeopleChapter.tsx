import { Button } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { type JSX, useRef, useState } from "react";
import { type Person, nameOf, useRoleNames, useWarehouses } from "../../../api/people";
import { may } from "../../../api/session";
import { Chip } from "../../../parts/Chip";
import type { Column } from "../../../parts/List";
import { ShownOnce } from "../../../parts/ShownOnce";
import { NounChapter } from "../kit/NounChapter";
import { PEOPLE, type PersonForm } from "./nouns";
import { ChapterLink } from "../kit/links";

/** Who works in these books. */
export function PeopleChapter(): JSX.Element {
  const navigate = useNavigate();
  const roleName = useRoleNames();
  const warehouses = useWarehouses().data;
  const typed = useRef<PersonForm>(undefined);
  const [made, setMade] = useState<{ person: Person; password: string }>();
  const places = (person: Person): string =>
    person.warehouseIds === null
      ? "all"
      : person.warehouseIds.map((id) => warehouses?.find((one) => one.id === id)?.code ?? "…").join(", ") || "none";
  const columns: Column<Person>[] = [
    {
      id: "name",
      head: "Name",
      width: "minmax(9rem, 1fr)",
      corner: "top-left",
      cell: (person) => (
        <span dir="auto" title={nameOf(person)}>
          {nameOf(person)}
        </span>
      ),
    },
    { id: "username", head: "User name", width: "minmax(7rem, 12rem)", corner: "bottom-left", cell: (person) => person.username ?? "from elsewhere" },
    { id: "roles", head: "Roles", width: "minmax(8rem, 1fr)", corner: "top-right", cell: (person) => person.roles.map(roleName).join(", ") || <span className="dim">none</span> },
    { id: "places", head: "Warehouses", width: "8rem", cell: places },
    { id: "state", head: "State", width: "12rem", corner: "bottom-right", cell: stateOf },
  ];
  return (
    <>
      <NounChapter
        noun={PEOPLE}
        columns={columns}
        wordsOf={(person) => `${nameOf(person)} ${person.username ?? ""} ${person.roles.map(roleName).join(" ")}`}
        empty="Add whoever works with you: each person signs in as themselves."
        opens={(person) => void navigate({ to: "/settings/$chapter/$record", params: { chapter: "people", record: person.username ?? person.id } })}
        buttons={
          may("users:manage") && (
            <Button component={Link} to="/settings/invitations" variant="default">
              Invite somebody who has a login
            </Button>
          )
        }
        below={(form, problem) => {
          typed.current = form;
          if (problem?.code !== "code_taken") return null;
          return (
            <p>
              Whoever has this user name can join these books, too:{" "}
              <ChapterLink to="invitations">invite them</ChapterLink>, and they decide.
            </p>
          );
        }}
        onSaved={({ record }) => setMade({ person: record, password: typed.current?.password ?? "" })}
      />
      {made && (
        <ShownOnce
          title={`${nameOf(made.person)} can sign in`}
          rows={[
            { label: "User name", value: made.person.username ?? "" },
            { label: "First password", value: made.password },
          ]}
          onClose={() => setMade(undefined)}
        >
          <p>Give them both yourself: the service sends no mail. They choose a password of their own at the first sign-in.</p>
        </ShownOnce>
      )}
    </>
  );
}

/** Whether somebody can sign in. */
export function stateOf(person: Person): JSX.Element {
  if (!person.isActive) return <Chip kind="voided">inactive</Chip>;
  if (person.mustChangePassword) return <Chip kind="waits">has not signed in yet</Chip>;
  return <Chip kind="open">active</Chip>;
}
