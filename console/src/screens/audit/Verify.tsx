import { Button } from "@mantine/core";
import type { JSX } from "react";
import { may } from "../../api/session";
import { useVerification, type Verification } from "../../api/verification";
import { useActions } from "../../app/actions";
import { Moment } from "../../parts/Moment";
import { Refusal } from "../../parts/Refusal";
import { plural, writeCount } from "../../text/language";

const count = (value: number): string => writeCount(value);

/** Verifies the whole log and every balance while the service runs, and tells what was found. */
export function Verify(): JSX.Element | null {
  const { latest, begin, isBeginning, problem } = useVerification();
  const isRunning = latest?.state === "running" || isBeginning;
  useActions([
    { id: "verify", title: "Verify the books", words: "chain hash proof audit", disabled: isRunning ? "A verification runs" : undefined, run: begin },
  ]);
  if (!latest && problem) return <Refusal problem={problem} />;
  if (!latest) return may("audit:read") ? <section className="audit-head" aria-hidden /> : null;
  return (
    <section className="audit-head" aria-label="Verification">
      <div role="status">
        <Told latest={latest} />
      </div>
      {latest.failures.length > 0 && (
        <ul>
          {latest.failures.map((one, at) => (
            <li key={at}>{typeof one === "string" ? one : Object.values(one).join(": ")}</li>
          ))}
        </ul>
      )}
      {problem && <Refusal problem={problem} />}
      <p>
        <Button variant="default" onClick={begin} loading={isBeginning} disabled={isRunning}>
          {latest.state === "none" ? "Verify the books" : "Verify them again"}
        </Button>
      </p>
    </section>
  );
}

/** How far it is, or what it found, in a sentence. */
function Told({ latest }: { latest: Verification }): JSX.Element {
  switch (latest.state) {
    case "none":
      return <p>Nobody has verified these books yet: the chain of the log, every balance, and the stock against the books.</p>;
    case "running":
      return (
        <>
          <p>
            {latest.checked < latest.total ? `Event ${count(latest.checked)} of ${count(latest.total)} is verified` : "All events are verified; balances and stock are compared"}.
          </p>
          <progress value={latest.checked} max={Math.max(latest.total, 1)} aria-label="Verification" />
        </>
      );
    case "done":
      return (
        <p>
          {latest.holds ? (
            <>
              The books were verified, and <span className="strong">everything holds</span>: {count(latest.checked)} events,{" "}
            </>
          ) : (
            <>
              <span className="strong">{plural(latest.failureCount, "One thing does", `${count(latest.failureCount)} things do`)} not hold</span>, found{" "}
            </>
          )}
          <Moment at={latest.endedAt ?? latest.startedAt ?? ""} />.
        </p>
      );
    default:
      return (
        <p>
          The last verification did not come to its end, <Moment at={latest.endedAt ?? latest.startedAt ?? ""} />. Begin another one.
        </p>
      );
  }
}
