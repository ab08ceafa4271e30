import { Button } from "@mantine/core";
import { type JSX, useState } from "react";
import { type Invitation, useNaming, useRoleNames } from "../../../api/people";
import { touched } from "../../../api/queries";
import { ask } from "../../../api/records";
import { may } from "../../../api/session";
import { say } from "../../../app/toasts";
import { Chip, type ChipKind } from "../../../parts/Chip";
import type { Column } from "../../../parts/List";
import { Moment } from "../../../parts/Moment";
import { ShownOnce } from "../../../parts/ShownOnce";
import { ActDialog } from "../../close/ActDialog";
import { NounChapter } from "../kit/NounChapter";
import { INVITATIONS } from "./nouns";

const STATES: Record<Invitation["status"], [ChipKind, string]> = {
  open: ["waits", "open"],
  accepted: ["open", "accepted"],
  declined: ["voided", "declined"],
  expired: ["voided", "over"],
};

/** Offers to people who have a login in this service. */
export function InvitationsChapter(): JSX.Element {
  const naming = useNaming();
  const roleName = useRoleNames();
  const [made, setMade] = useState<Invitation>();
  const [leaving, setLeaving] = useState<Invitation>();
  const manages = may("users:manage");
  const columns: Column<Invitation>[] = [
    { id: "username", head: "User name", width: "minmax(8rem, 1fr)", corner: "top-left", cell: (one) => one.username },
    { id: "roles", head: "Roles", width: "minmax(8rem, 1fr)", corner: "bottom-left", cell: (one) => one.roles.map(roleName).join(", ") || <span className="dim">none</span> },
    { id: "by", head: "Invited by", width: "9rem", cell: (one) => naming(one.invitedBy) },
    {
      id: "state",
      head: "State",
      width: "7rem",
      corner: "top-right",
      cell: (one) => <Chip kind={STATES[one.status][0]}>{STATES[one.status][1]}</Chip>,
    },
    { id: "until", head: "Ends", width: "8rem", cell: (one) => <Moment at={one.answeredAt ?? one.expiresAt} /> },
    ...(manages
      ? ([
          {
            id: "act",
            head: <span className="spoken">What can be done</span>,
            width: "8rem",
            corner: "bottom-right",
            cell: (one) => (
              <Button variant="default" size="compact-sm" aria-label={`${one.status === "open" ? "Withdraw" : "Remove"} the invitation of ${one.username}`} onClick={() => setLeaving(one)}>
                {one.status === "open" ? "Withdraw…" : "Remove…"}
              </Button>
            ),
          },
        ] satisfies Column<Invitation>[])
      : []),
  ];
  return (
    <>
      <NounChapter
        noun={INVITATIONS}
        columns={columns}
        empty="Invite whoever works in other books of this service already. Whoever is new is added under People."
        opens={(one) => manages && setLeaving(one)}
        onSaved={({ record }) => setMade(record)}
      />
      {made?.code && (
        <ShownOnce title={`${made.username} is invited`} rows={[{ label: "Code", value: made.code }]} onClose={() => setMade(undefined)}>
          <p>
            Give them the code yourself: the service sends no mail. They sign in as usual and accept it under Settings, Sign-in and organizations. Until then nothing
            of theirs changes.
          </p>
        </ShownOnce>
      )}
      {leaving && (
        <ActDialog
          title={leaving.status === "open" ? `Withdraw the invitation of ${leaving.username}` : `Remove the invitation of ${leaving.username}`}
          act={leaving.status === "open" ? "Withdraw it" : "Remove it"}
          means={leaving.status === "open" ? "The code works no more." : "It goes from this list. Whoever accepted stays a member."}
          reason="none"
          run={({ key }) => ask("DELETE", `/invitations/${leaving.id}`, { key })}
          onDone={() => {
            void touched("people");
            say(leaving.status === "open" ? "The invitation is withdrawn." : "The invitation is removed.");
            setLeaving(undefined);
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}
