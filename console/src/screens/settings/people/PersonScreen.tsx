import { Button } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { myId } from "../../../api/me";
import { type Person, nameOf, usePeople, useRoleNames, useRoles, useServiceAccounts, useWarehouses } from "../../../api/people";
import { may } from "../../../api/session";
import { useActions } from "../../../app/actions";
import { Moment } from "../../../parts/Moment";
import { Refusal } from "../../../parts/Refusal";
import { ControlHistory } from "../controls/ControlHistory";
import { RecordHead } from "../kit/ChapterHead";
import { RecordDialog } from "../kit/RecordDialog";
import { ActiveDialog } from "./ActiveDialog";
import { conflictsOf } from "./duties";
import { DutyWarnings } from "./DutyWarnings";
import { PEOPLE } from "./nouns";
import { PasswordDialog } from "./PasswordDialog";
import { stateOf } from "./PeopleChapter";
import { RightsList } from "./RightsList";
import "./people.css";
import { ChapterLink, RecordLink } from "../kit/links";

/** One person: what they may do, where, and how they sign in. */
export function PersonScreen(): JSX.Element {
  const { record = "" } = useParams({ strict: false });
  const { data: people, problem } = usePeople();
  // What a person may do follows from all of these: it is shown at once, not line by line.
  const others = [useRoles(), useWarehouses(), useServiceAccounts()];
  if (problem) return <Refusal problem={problem} />;
  if (!people || others.some((one) => one.isLoading)) return <p className="dim">Reading the person…</p>;
  const person = people.find((one) => one.id === record || one.username === record);
  if (!person) {
    return (
      <section className="failed">
        <h1>Nobody “{record}” works here</h1>
        <p>
          See all <ChapterLink to="people">people</ChapterLink>.
        </p>
      </section>
    );
  }
  return <PersonPage person={person} />;
}

type Open = "change" | "password" | "active" | undefined;

function PersonPage({ person }: { person: Person }): JSX.Element {
  const [open, setOpen] = useState<Open>();
  const roleName = useRoleNames();
  const roles = (useRoles().data ?? []).filter((role) => person.roles.includes(role.id));
  const warehouses = useWarehouses().data;
  const programs = (useServiceAccounts().data ?? []).filter((one) => one.ownerId === person.id);
  const rights = [...new Set(roles.flatMap((role) => role.permissions as string[]))];
  const manages = may("users:manage");
  const isMe = person.id === myId();
  const close = (): void => setOpen(undefined);
  useActions(
    manages
      ? [
          { id: "edit", title: `Change ${nameOf(person)}`, keys: "e", run: () => setOpen("change") },
          ...(isMe ? [] : [{ id: "password", title: "Set a new password", words: "reset end sessions", run: () => setOpen("password") }]),
        ]
      : [],
  );
  const places = person.warehouseIds?.map((id) => {
    const one = warehouses?.find((other) => other.id === id);
    return one ? `${one.code} ${one.name}` : "a warehouse";
  });
  return (
    <div className="person">
      <RecordHead title={nameOf(person)}>{stateOf(person)}</RecordHead>
      {manages && (
        <div className="person-deeds">
          <Button onClick={() => setOpen("change")}>
            Change name, roles, warehouses <kbd>e</kbd>
          </Button>
          {isMe ? (
            <Button component={Link} to="/settings/sign-in" variant="default">
              Your password and sign-ins
            </Button>
          ) : (
            <>
              {person.kind === "user" && (
                <Button variant="default" onClick={() => setOpen("password")}>
                  Set a new password…
                </Button>
              )}
              <Button variant={person.isActive ? "danger" : "default"} onClick={() => setOpen("active")}>
                {person.isActive ? "Lock out…" : "Let in again…"}
              </Button>
            </>
          )}
        </div>
      )}
      <section aria-label="Facts">
        <dl className="person-facts">
          <dt>User name</dt>
          <dd>{person.username ?? "signs in elsewhere"}</dd>
          <dt>Roles</dt>
          <dd>
            {person.roles.length === 0
              ? "none"
              : person.roles.map((id, at) => (
                  <span key={id}>
                    {at > 0 && ", "}
                    {may("roles:read") ? (
                      <RecordLink chapter="roles" record={id}>
                        {roleName(id)}
                      </RecordLink>
                    ) : (
                      roleName(id)
                    )}
                  </span>
                ))}
          </dd>
          <dt>Warehouses</dt>
          <dd>{places === undefined ? "all" : places.join(", ") || "none"}</dd>
          <dt>Member since</dt>
          <dd>
            <Moment at={person.createdAt} />
          </dd>
          {programs.length > 0 && (
            <>
              <dt>Responsible for</dt>
              <dd>
                {programs.map((one, at) => (
                  <span key={one.id}>
                    {at > 0 && ", "}
                    <RecordLink chapter="service-accounts" record={one.id}>
                      {one.name}
                    </RecordLink>
                  </span>
                ))}
              </dd>
            </>
          )}
        </dl>
        {may("audit:read") && (
          <p>
            <Link to="/audit" search={{ who: person.id }}>
              What {isMe ? "you" : "they"} did, in the audit trail
            </Link>
          </p>
        )}
      </section>
      {may("roles:read") && (
        <section aria-label="Rights">
          <h2>What they may do</h2>
          <DutyWarnings conflicts={conflictsOf(rights)} />
          <RightsList rights={rights} none="Nothing: they have no role." />
        </section>
      )}
      {may("controlChanges:read") && <ControlHistory subject={person.id} title="How their rights came about" />}
      {open === "change" && <RecordDialog noun={PEOPLE} record={person} size="lg" onClose={close} />}
      {open === "password" && <PasswordDialog person={person} onClose={close} />}
      {open === "active" && <ActiveDialog person={person} onClose={close} />}
    </div>
  );
}
