import { Button } from "@mantine/core";
import { type JSX, useEffect, useState } from "react";
import { type Kept, allUnsent, forget } from "../../../api/kept";
import { say } from "../../../app/toasts";
import { Moment } from "../../../parts/Moment";
import { PlainTable } from "../../../parts/PlainTable";

/** The forms that the caller left unsent on this device, to be rid of them. */
export function KeptForms(): JSX.Element {
  const [kept, setKept] = useState<Kept[]>();
  useEffect(() => {
    void allUnsent().then(setKept);
  }, []);
  const drop = (one: Kept): void => {
    void forget(one.id);
    setKept(kept?.filter((other) => other !== one));
    say("The unsent form is gone.");
  };
  return (
    <section aria-label="Unsent forms">
      <h2>Unsent forms</h2>
      <p className="dim">What you typed and did not send is kept on this device for 14 days, and offered where you left it. It goes when you sign out.</p>
      {kept?.length === 0 && <p>There are none.</p>}
      {kept && kept.length > 0 && (
        <PlainTable
          label="Forms that were not sent"
          rows={kept}
          rowId={(one) => one.id}
          columns={[
            { id: "what", head: "Form", cell: (one) => `${one.form.replace(/^settings /, "")}${one.subject === "new" ? ", a new one" : ""}` },
            { id: "at", head: "Left", cell: (one) => <Moment at={new Date(one.at).toISOString()} /> },
            {
              id: "act",
              head: <span className="spoken">What can be done</span>,
              cell: (one) => (
                <Button variant="default" size="compact-sm" aria-label={`Throw the unsent ${one.form} away`} onClick={() => drop(one)}>
                  Throw away
                </Button>
              ),
            },
          ]}
        />
      )}
    </section>
  );
}
