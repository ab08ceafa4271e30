import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { runReversals, useReversalsPreview } from "../../api/mend";
import type { Period } from "../../api/periods";
import { sentence } from "../../app/SignIn";
import { Refusal } from "../../parts/Refusal";
import { formatDay } from "../../text/day";
import { ActDialog } from "./ActDialog";
import { PreviewEntries } from "./PreviewEntries";
import { plural } from "../../text/language";

/** Posts the reversals that are due by the end of the period: which, those that must wait, and the act. */
export function ReversalsDialog({ period, onDone, onClose }: { period: Period; onDone: (told: string) => void; onClose: () => void }): JSX.Element {
  const { would, entries, problem, isReading } = useReversalsPreview(period.endDate);
  const count = would?.posted.length ?? 0;
  const waiting = would?.waiting ?? [];
  const not = problem ? "It is refused as it stands." : !would || isReading ? "The preview is being read." : undefined;
  return (
    <ActDialog
      title="Run scheduled reversals"
      act={plural(count, "Post 1 reversal", `Post ${count} reversals`)}
      means={`Entries that were to be reversed by ${formatDay(period.endDate)} are reversed, each on its own day.`}
      undo="Each reversal can be voided."
      reason="none"
      size="lg"
      disabled={not ?? (count === 0 ? "There is nothing to post." : undefined)}
      run={({ key }) => runReversals(period.endDate, key)}
      onDone={() => onDone(plural(count, "1 reversal is posted.", `${count} reversals are posted.`))}
      onClose={onClose}
    >
      {problem && <Refusal problem={problem} />}
      {waiting.length > 0 && (
        <section>
          <h3>{plural(waiting.length, "1 must wait", `${waiting.length} must wait`)}</h3>
          <ul className="close-plain">
            {waiting.map((one) => (
              <li key={one.entryId}>
                <Link to="/journal/$entry" params={{ entry: one.entryId }}>
                  The entry
                </Link>
                : {sentence(one.problem.detail)}
              </li>
            ))}
          </ul>
        </section>
      )}
      <PreviewEntries entries={entries} />
    </ActDialog>
  );
}
