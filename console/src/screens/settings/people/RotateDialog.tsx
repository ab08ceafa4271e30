import { Radio, TextInput } from "@mantine/core";
import "@mantine/core/styles/Radio.css";
import { type JSX, useRef, useState } from "react";
import type { ServiceAccount } from "../../../api/people";
import { touched } from "../../../api/queries";
import { ask } from "../../../api/records";
import { ActDialog } from "../../close/ActDialog";
import "../../close/close.css";

type Before = "hours" | "end" | "keep";

/** Gives a program another secret, and says what becomes of those before. */
export function RotateDialog({
  account,
  onDone,
  onClose,
}: {
  account: ServiceAccount;
  /** The account as the answer has it, with its secret. */
  onDone: (account: ServiceAccount) => void;
  onClose: () => void;
}): JSX.Element {
  const [before, setBefore] = useState<Before>("hours");
  const [hours, setHours] = useState("24");
  const answered = useRef<ServiceAccount>(undefined);
  const body = before === "end" ? { endPrevious: true } : before === "keep" ? { keepPrevious: true } : { previousExpiresInHours: Number(hours) };
  return (
    <ActDialog
      title={`Replace the secret of ${account.name ?? "the program"}`}
      act="Make another secret"
      means="The answer has a new client id with its secret, once. Whoever takes it can never approve what the program prepares."
      reason="none"
      disabled={before === "hours" && !(Number(hours) >= 1) ? "For how many hours?" : undefined}
      run={async ({ key }) => {
        answered.current = (await ask<ServiceAccount>("POST", `/service-accounts/${account.id}/rotate-secret`, { body, key })).body;
      }}
      onDone={() => {
        void touched("people");
        if (answered.current) onDone(answered.current);
      }}
      onClose={onClose}
    >
      <fieldset className="settings-set">
        <legend>The secrets before</legend>
        <Radio name="before" label="work on for a while, so that nothing stops" checked={before === "hours"} onChange={() => setBefore("hours")} />
        {before === "hours" && (
          <TextInput
            label="Hours"
            value={hours}
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            onChange={(event) => setHours(event.currentTarget.value.replace(/[^\d]/g, ""))}
          />
        )}
        <Radio name="before" label="end now, with all tokens: the secret got out" checked={before === "end"} onChange={() => setBefore("end")} />
        <Radio name="before" label="work until they are revoked" checked={before === "keep"} onChange={() => setBefore("keep")} />
      </fieldset>
    </ActDialog>
  );
}
