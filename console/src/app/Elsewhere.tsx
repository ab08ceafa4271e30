import { Button, Modal } from "@mantine/core";
import { type JSX, useState } from "react";
import { elsewhere, session } from "../api/session";
import { useStore } from "../api/store";

/** Another window of the browser has led the session to other books: this one asks before it does anything more. */
export function Elsewhere(): JSX.Element | null {
  const waiting = useStore(elsewhere);
  const now = useStore(session);
  const [busy, setBusy] = useState(false);
  if (!waiting || now.state !== "in") return null;
  const nameOf = (id: string): string => now.me.memberships.find((one) => one.organizationId === id)?.name ?? "other books";
  const choose = (choice: "here" | "there"): void => {
    setBusy(true);
    void waiting.choose(choice).finally(() => setBusy(false));
  };
  return (
    <Modal opened onClose={() => undefined} withCloseButton={false} closeOnEscape={false} closeOnClickOutside={false} title="Which books?">
      <p>
        Another window of this browser went over to <strong>{nameOf(waiting.actual)}</strong>. This one shows{" "}
        <strong>{nameOf(now.organization)}</strong>. Nothing of it was written into the other books.
      </p>
      <p className="refusal-ways">
        <Button loading={busy} onClick={() => choose("here")} data-autofocus>
          Go on with {nameOf(now.organization)}
        </Button>
        <Button variant="default" disabled={busy} onClick={() => choose("there")}>
          Show {nameOf(waiting.actual)} here, too
        </Button>
      </p>
    </Modal>
  );
}
