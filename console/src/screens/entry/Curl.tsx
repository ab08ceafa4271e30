import { Button } from "@mantine/core";
import type { JSX } from "react";
import type { Entry } from "../../api/entries";
import { apiBase } from "../../api/place";
import { may } from "../../api/session";
import { say } from "../../app/toasts";
import { type Call, callsOf } from "./curl";

/** The entry as calls of the API: whatever is done here can be done by a program. */
export function Curl({ entry }: { entry: Entry }): JSX.Element {
  const rights = {
    write: may("journalEntries:draft") || may("journalEntries:post"),
    void: may("journalEntries:void"),
    trail: may("audit:read"),
  };
  return <Calls calls={callsOf(entry, `${apiBase}/api/v1`, rights)} />;
}

/** Calls of the API, each to be copied. */
export function Calls({ calls }: { calls: readonly Call[] }): JSX.Element {
  return (
    <div className="entry-curl">
      <p className="dim">
        Put a token of yours into <code>TOKEN</code> before. The API's page tells how to get one.
      </p>
      {calls.map((call) => (
        <section key={call.title}>
          <div className="entry-curl-head">
            <h2>{call.title}</h2>
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => {
                void navigator.clipboard?.writeText(call.text);
                say("Copied.");
              }}
            >
              Copy
            </Button>
          </div>
          <pre tabIndex={0}>
            <code>{call.text}</code>
          </pre>
        </section>
      ))}
    </div>
  );
}
