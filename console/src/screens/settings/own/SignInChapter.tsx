import { Button } from "@mantine/core";
import { type JSX, useState } from "react";
import { touched } from "../../../api/queries";
import { ask, useAll } from "../../../api/records";
import type { components } from "../../../api/schema";
import { type Me, changeOrganization, readMe, session } from "../../../api/session";
import { useStore } from "../../../api/store";
import { say } from "../../../app/toasts";
import { Chip } from "../../../parts/Chip";
import { Moment } from "../../../parts/Moment";
import { PlainTable } from "../../../parts/PlainTable";
import { Refusal } from "../../../parts/Refusal";
import { asProblem, type Problem } from "../../../api/problem";
import { inWords } from "../../../api/people";
import { ActDialog } from "../../close/ActDialog";
import "../../close/close.css";
import { ChapterHead } from "../kit/ChapterHead";
import "../people/people.css";
import { JoinDialog } from "./JoinDialog";
import { OwnPasswordDialog } from "./OwnPasswordDialog";

type SignIn = components["schemas"]["SignInView"];
type Belonging = Me["memberships"][number];
type Open = "password" | "join" | { end: SignIn } | { leave: Belonging } | undefined;

/** The caller's password, their sign-ins on all devices, and their organizations. */
export function SignInChapter(): JSX.Element | null {
  const now = useStore(session);
  const { data, problem } = useAll<SignIn>("people", "/auth/sessions");
  const [open, setOpen] = useState<Open>();
  const [refused, setRefused] = useState<Problem>();
  if (now.state !== "in" && now.state !== "expired") return null;
  const { me } = now;
  const close = (): void => setOpen(undefined);
  const here = (id: string | null): string => me.memberships.find((one) => one.organizationId === id)?.name ?? "no organization";
  return (
    <div className="person">
      <ChapterHead />
      {me.username && (
        <section aria-label="Password">
          <h2>Password</h2>
          <p>You sign in as {me.username}. A new password ends all your sign-ins, this one and those of programs that use it, too.</p>
          <p>
            <Button variant="default" onClick={() => setOpen("password")}>
              Change your password…
            </Button>
          </p>
        </section>
      )}
      <section aria-label="What you are signed in by">
        <h2>What you are signed in by</h2>
        {problem && <Refusal problem={problem} />}
        {data && (
          <PlainTable
            label="Your sign-ins"
            rows={data}
            rowId={(one) => one.id}
            columns={[
              {
                id: "kind",
                head: "By",
                cell: (one) => (
                  <>
                    {one.kind === "console" ? "a browser" : "a program with your password"} {one.isCurrent && <Chip kind="posted">this one</Chip>}
                  </>
                ),
              },
              { id: "where", head: "Acts for", cell: (one) => here(one.organizationId) },
              { id: "since", head: "Since", cell: (one) => <Moment at={one.createdAt} /> },
              { id: "used", head: "Last used", cell: (one) => <Moment at={one.lastUsedAt} /> },
              {
                id: "act",
                head: <span className="spoken">What can be done</span>,
                cell: (one) =>
                  !one.isCurrent && (
                    <Button variant="default" size="compact-sm" aria-label={`End the sign-in of ${one.createdAt.slice(0, 16).replace("T", " ")}`} onClick={() => setOpen({ end: one })}>
                      End it…
                    </Button>
                  ),
              },
            ]}
          />
        )}
      </section>
      <section aria-label="Organizations" hidden={!data && !problem}>
        <h2>Organizations</h2>
        {refused && <Refusal problem={refused} />}
        <PlainTable
          label="Your organizations"
          rows={me.memberships}
          rowId={(one) => one.organizationId}
          columns={[
            {
              id: "name",
              head: "Organization",
              cell: (one) => (
                <>
                  <span dir="auto">{one.name}</span> {one.organizationId === now.organization && <Chip kind="posted">shown here</Chip>}{" "}
                  {one.isHome && <span className="dim">your home</span>}
                </>
              ),
            },
            { id: "roles", head: "Your roles", cell: (one) => one.roles.map((role) => (role.startsWith("role_") ? "a role of its own" : inWords(role))).join(", ") || "none" },
            {
              id: "act",
              head: <span className="spoken">What can be done</span>,
              cell: (one) => (
                <span className="person-deeds">
                  {one.organizationId !== now.organization && (
                    <Button
                      variant="default"
                      size="compact-sm"
                      aria-label={`Work in ${one.name}`}
                      onClick={() => void changeOrganization(one.organizationId).catch((error: unknown) => setRefused(asProblem(error)))}
                    >
                      Work there
                    </Button>
                  )}
                  <Button variant="default" size="compact-sm" aria-label={`Leave ${one.name}`} onClick={() => setOpen({ leave: one })}>
                    Leave…
                  </Button>
                </span>
              ),
            },
          ]}
        />
        <p>
          <Button variant="default" onClick={() => setOpen("join")}>
            Join another by a code…
          </Button>
        </p>
      </section>
      {open === "password" && <OwnPasswordDialog username={me.username ?? ""} organization={now.organization} onClose={close} />}
      {open === "join" && <JoinDialog onClose={close} />}
      {typeof open === "object" && "end" in open && (
        <ActDialog
          title="End a sign-in"
          act="End it"
          means="Whoever uses it is asked for the password at the next step. If you do not know it, change your password, too."
          reason="none"
          run={({ key }) => ask("DELETE", `/auth/sessions/${open.end.id}`, { key })}
          onDone={() => {
            void touched("people");
            say("The sign-in has ended.");
            close();
          }}
          onClose={close}
        />
      )}
      {typeof open === "object" && "leave" in open && (
        <ActDialog
          title={`Leave ${open.leave.name}`}
          act="Leave it"
          means="You come back only by another invitation. Your preferences and your own views there go; what you shared stays."
          reason="none"
          run={({ key }) => ask("DELETE", `/organizations/${open.leave.organizationId}/membership`, { key })}
          onDone={() => {
            say(`You left ${open.leave.name}.`);
            close();
            void readMe();
          }}
          onClose={close}
        />
      )}
    </div>
  );
}
