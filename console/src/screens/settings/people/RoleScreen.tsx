import { Button } from "@mantine/core";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { type Role, nameOf, usePeople, useRoles } from "../../../api/people";
import { may } from "../../../api/session";
import { useActions } from "../../../app/actions";
import { Refusal } from "../../../parts/Refusal";
import { ControlHistory } from "../controls/ControlHistory";
import { RecordHead } from "../kit/ChapterHead";
import { DeleteDialog } from "../kit/DeleteDialog";
import { RecordDialog } from "../kit/RecordDialog";
import { conflictsOf } from "./duties";
import { DutyWarnings } from "./DutyWarnings";
import { ROLES } from "./nouns";
import { RightsList } from "./RightsList";
import { roleTitle } from "./RolesChapter";
import "./people.css";
import { ChapterLink, RecordLink } from "../kit/links";

/** One role: what it lets people do, who has it, and which duties it joins. */
export function RoleScreen(): JSX.Element {
  const { record = "" } = useParams({ strict: false });
  const { data: roles, problem } = useRoles();
  if (problem) return <Refusal problem={problem} />;
  if (!roles) return <p className="dim">Reading the role…</p>;
  const role = roles.find((one) => one.id === record || one.name === record);
  if (!role) {
    return (
      <section className="failed">
        <h1>There is no role “{record}”</h1>
        <p>
          See all <ChapterLink to="roles">roles</ChapterLink>.
        </p>
      </section>
    );
  }
  return <RolePage role={role} />;
}

type Open = "change" | "copy" | "delete" | undefined;

function RolePage({ role }: { role: Role }): JSX.Element {
  const navigate = useNavigate();
  const [open, setOpen] = useState<Open>();
  const { data: people } = usePeople();
  const holders = (people ?? []).filter((one) => one.roles.includes(role.id));
  const manages = may("roles:manage");
  const close = (): void => setOpen(undefined);
  useActions(
    manages
      ? [
          ...(role.isBuiltIn ? [] : [{ id: "edit", title: "Change the role", keys: "e", run: () => setOpen("change" as const) }]),
          { id: "copy", title: "Copy the role", keys: "c", run: () => setOpen("copy" as const) },
        ]
      : [],
  );
  return (
    <div className="person">
      <RecordHead title={roleTitle(role)}>
        <p>{role.isBuiltIn ? "Built in: it stays as it is." : role.description}</p>
      </RecordHead>
      {manages && (
        <div className="person-deeds">
          {!role.isBuiltIn && (
            <Button onClick={() => setOpen("change")}>
              Change <kbd>e</kbd>
            </Button>
          )}
          <Button variant={role.isBuiltIn ? "filled" : "default"} onClick={() => setOpen("copy")}>
            Copy it <kbd>c</kbd>
          </Button>
          {!role.isBuiltIn && (
            <Button variant="danger" onClick={() => setOpen("delete")}>
              Delete…
            </Button>
          )}
        </div>
      )}
      <DutyWarnings conflicts={conflictsOf(role.permissions)} />
      {may("users:read") && (
        <section aria-label="Who has it">
          <h2>Who has it</h2>
          {holders.length === 0 && <p className="dim">Nobody.</p>}
          <p>
            {holders.map((one, at) => (
              <span key={one.id}>
                {at > 0 && ", "}
                <RecordLink chapter="people" record={one.username ?? one.id}>
                  {nameOf(one)}
                </RecordLink>
                {!one.isActive && " (inactive)"}
              </span>
            ))}
          </p>
        </section>
      )}
      <section aria-label="Rights">
        <h2>What it lets people do</h2>
        <RightsList rights={role.permissions} none="Nothing." />
      </section>
      {!role.isBuiltIn && may("controlChanges:read") && <ControlHistory subject={role.id} title="How it changed" />}
      {open === "change" && <RecordDialog noun={ROLES} record={role} size="xl" onClose={close} />}
      {open === "copy" && (
        <RecordDialog
          noun={ROLES}
          record={undefined}
          begin={{ name: `Own ${roleTitle(role)}`.slice(0, 60), permissions: role.permissions }}
          size="xl"
          onSaved={({ record }) => void navigate({ to: "/settings/$chapter/$record", params: { chapter: "roles", record: record.id } })}
          onClose={close}
        />
      )}
      {open === "delete" && (
        <DeleteDialog noun={ROLES} record={role} onDone={() => void navigate({ to: "/settings/$chapter", params: { chapter: "roles" } })} onClose={close} />
      )}
    </div>
  );
}
