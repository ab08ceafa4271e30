import { Button } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { type ServiceAccount, useNaming, useRoleNames, useServiceAccounts } from "../../../api/people";
import { touched } from "../../../api/queries";
import { ask } from "../../../api/records";
import { may } from "../../../api/session";
import { useActions } from "../../../app/actions";
import { say } from "../../../app/toasts";
import { Chip } from "../../../parts/Chip";
import { Moment } from "../../../parts/Moment";
import { PlainTable } from "../../../parts/PlainTable";
import { Refusal } from "../../../parts/Refusal";
import { ActDialog } from "../../close/ActDialog";
import "../../close/close.css";
import { RecordHead } from "../kit/ChapterHead";
import { RecordDialog } from "../kit/RecordDialog";
import { SERVICE_ACCOUNTS } from "./nouns";
import { RotateDialog } from "./RotateDialog";
import { SecretShown } from "./SecretShown";
import "./people.css";
import { ChapterLink } from "../kit/links";

/** One program: its rights, who is responsible, and its secrets. */
export function ServiceAccountScreen(): JSX.Element {
  const { record = "" } = useParams({ strict: false });
  const { data, problem } = useServiceAccounts();
  if (problem) return <Refusal problem={problem} />;
  if (!data) return <p className="dim">Reading the service account…</p>;
  const account = data.find((one) => one.id === record);
  if (!account) {
    return (
      <section className="failed">
        <h1>There is no such service account</h1>
        <p>
          See all <ChapterLink to="service-accounts">service accounts</ChapterLink>.
        </p>
      </section>
    );
  }
  return <AccountPage account={account} />;
}

type Secret = ServiceAccount["secrets"][number];
type Open = "change" | "rotate" | "active" | { revoke: Secret } | { shown: ServiceAccount } | undefined;

function AccountPage({ account }: { account: ServiceAccount }): JSX.Element {
  const [open, setOpen] = useState<Open>();
  const naming = useNaming();
  const roleName = useRoleNames();
  const manages = may("serviceAccounts:manage");
  const close = (): void => setOpen(undefined);
  useActions(manages ? [{ id: "edit", title: "Change the service account", keys: "e", run: () => setOpen("change") }] : []);
  const secrets = account.secrets.toReversed();
  return (
    <div className="person">
      <RecordHead title={account.name}>{account.isActive ? <Chip kind="open">active</Chip> : <Chip kind="voided">inactive</Chip>}</RecordHead>
      {manages && (
        <div className="person-deeds">
          <Button onClick={() => setOpen("change")}>
            Change <kbd>e</kbd>
          </Button>
          <Button variant="default" onClick={() => setOpen("rotate")}>
            Replace the secret…
          </Button>
          <Button variant={account.isActive ? "danger" : "default"} onClick={() => setOpen("active")}>
            {account.isActive ? "Make it inactive…" : "Make it active…"}
          </Button>
        </div>
      )}
      {!account.ownerActive && (
        <p className="duties">
          Nobody active is responsible for it. It goes on working: give it another responsible person, and replace the secret, which the one before may know.
        </p>
      )}
      <section aria-label="Facts">
        <dl className="person-facts">
          <dt>Roles</dt>
          <dd>{account.roles.map(roleName).join(", ") || "none"}</dd>
          <dt>Responsible</dt>
          <dd>{naming(account.ownerId)}</dd>
          <dt>Had its secret</dt>
          <dd>{[...new Set(account.heldBy.map(naming))].join(", ")}: none of them can approve what it prepares</dd>
          <dt>Made</dt>
          <dd>
            <Moment at={account.createdAt} />
          </dd>
        </dl>
        {may("audit:read") && (
          <p>
            <Link to="/audit" search={{ who: account.id }}>
              What it did, in the audit trail
            </Link>
          </p>
        )}
      </section>
      <section aria-label="Secrets">
        <h2>Secrets</h2>
        <PlainTable
          label="Secrets"
          rows={secrets}
          rowId={(secret) => secret.clientId}
          columns={[
            { id: "id", head: "Client id", cell: (secret) => <code>{secret.clientId}</code> },
            { id: "made", head: "Made", cell: (secret) => <Moment at={secret.createdAt} /> },
            { id: "used", head: "Last used", cell: (secret) => (secret.lastUsedAt ? <Moment at={secret.lastUsedAt} /> : <span className="dim">never</span>) },
            {
              id: "state",
              head: "State",
              cell: (secret) =>
                secret.isRevoked ? (
                  <Chip kind="voided">works no more</Chip>
                ) : secret.expiresAt ? (
                  <Chip kind="waits">
                    ends <Moment at={secret.expiresAt} />
                  </Chip>
                ) : (
                  <Chip kind="open">works</Chip>
                ),
            },
            {
              id: "act",
              head: <span className="spoken">What can be done</span>,
              cell: (secret) =>
                manages &&
                !secret.isRevoked && (
                  <Button variant="default" size="compact-sm" aria-label={`Revoke ${secret.clientId}`} onClick={() => setOpen({ revoke: secret })}>
                    Revoke…
                  </Button>
                ),
            },
          ]}
        />
      </section>
      {open === "change" && <RecordDialog noun={SERVICE_ACCOUNTS} record={account} onClose={close} />}
      {open === "rotate" && <RotateDialog account={account} onDone={(shown) => setOpen({ shown })} onClose={close} />}
      {open === "active" && <ActiveAct account={account} onClose={close} />}
      {typeof open === "object" && "revoke" in open && <RevokeAct account={account} secret={open.revoke} onClose={close} />}
      {typeof open === "object" && "shown" in open && <SecretShown account={open.shown} onClose={close} />}
    </div>
  );
}

function ActiveAct({ account, onClose }: { account: ServiceAccount; onClose: () => void }): JSX.Element {
  const isActive = !account.isActive;
  return (
    <ActDialog
      title={isActive ? `Make ${account.name} active` : `Make ${account.name} inactive`}
      act={isActive ? "Make it active" : "Make it inactive"}
      means={isActive ? "Its secrets get tokens again." : "The program gets no token any more, and its present ones end now."}
      reason="none"
      run={({ key }) => ask("PUT", `/service-accounts/${account.id}`, { body: { isActive }, key, version: account.version })}
      onDone={() => {
        void touched("people", "controls");
        say(isActive ? "It is active again." : "It is inactive: its tokens have ended.");
        onClose();
      }}
      onClose={onClose}
    />
  );
}

function RevokeAct({ account, secret, onClose }: { account: ServiceAccount; secret: Secret; onClose: () => void }): JSX.Element {
  return (
    <ActDialog
      title="Revoke a secret"
      act="Revoke it"
      means={`${secret.clientId} works no more from now on. All tokens of the account end; a program with another secret gets new ones by itself.`}
      undo="A revoked secret does not come back."
      reason="none"
      run={({ key }) => ask("DELETE", `/service-accounts/${account.id}/secrets/${encodeURIComponent(secret.clientId)}`, { key })}
      onDone={() => {
        void touched("people");
        say("The secret is revoked.");
        onClose();
      }}
      onClose={onClose}
    />
  );
}
