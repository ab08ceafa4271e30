import type { JSX } from "react";
import { makeDue, useDue, useObstacles } from "../../api/mend";
import type { Period } from "../../api/periods";
import { touched } from "../../api/queries";
import { say } from "../../app/toasts";
import { Refusal } from "../../parts/Refusal";
import { formatDay } from "../../text/day";
import { Dialog } from "./Dialog";
import { RatesDialog } from "./RatesDialog";
import { ReversalsDialog } from "./ReversalsDialog";
import { RevaluationDialog } from "./RevaluationDialog";
import { SeriesDialog } from "./SeriesDialog";
import type { MendDialog } from "./useWayOf";
import { plural } from "../../text/language";

/** The dialog in which a line of the checklist is mended. */
export function MendDialogs({ open, period, onOpen, onClose }: {
  open: MendDialog;
  period: Period;
  onOpen: (dialog: MendDialog) => void;
  onClose: () => void;
}): JSX.Element {
  const done = (told: string): void => {
    void touched("entries", "balances", "periods");
    onClose();
    say(told);
  };
  if (open === "revalue") return <RevaluationDialog period={period} onRates={() => onOpen("rates")} onDone={done} onClose={onClose} />;
  if (open === "rates") return <RatesDialog period={period} onDone={done} onClose={onClose} />;
  if (open === "reversals") return <ReversalsDialog period={period} onDone={done} onClose={onClose} />;
  if (open === "recurring") return <RecurringDialog period={period} onDone={done} onClose={onClose} />;
  return <ObstaclesDialog {...open} onClose={onClose} />;
}

/** Makes the recurring entries that are due, one after another. */
function RecurringDialog({ period, onDone, onClose }: { period: Period; onDone: (told: string) => void; onClose: () => void }): JSX.Element | null {
  const due = useDue(period.endDate);
  if (!due) return null;
  return (
    <SeriesDialog
      title="Make recurring entries"
      act={plural(due.length, "Make this one", `Make these ${due.length}`)}
      means={`Each is made on its own day up to ${formatDay(period.endDate)}, as a draft or posted, as it says itself.`}
      steps={due.map((one) => ({
        id: `${one.recurring.id} ${one.date}`,
        title: `${one.recurring.name}, ${formatDay(one.date)}, ${one.recurring.outcome === "posted" ? "posted" : "as a draft"}`,
        run: ({ key }) => makeDue(one, key),
      }))}
      onSome={async (count, isAll) => {
        if (isAll) onDone(plural(count, "1 entry is made.", `${count} entries are made.`));
        else await touched("entries", "periods");
      }}
      onClose={onClose}
    />
  );
}

/** What stands in the way in stock. */
function ObstaclesDialog({ list, title, onClose }: { list: string; title: string; onClose: () => void }): JSX.Element {
  const { rows, problem } = useObstacles(list);
  return (
    <Dialog title={title} onClose={onClose} size="lg">
      {problem && <Refusal problem={problem} />}
      <div className="lines-scroll">
        <table className="lines">
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">What</th>
              <th scope="col">Text</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {rows?.map((row) => (
              <tr key={textOf(row["id"])}>
                <td>{dayOf(row)}</td>
                <td>{textOf(row["number"]) || textOf(row["kind"]) || textOf(row["name"])}</td>
                <td dir="auto">{textOf(row["description"]) || textOf(row["reference"])}</td>
                <td>{WORDS[textOf(row["status"])] ?? textOf(row["status"])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows?.length === 0 && <p>There is none any more.</p>}
    </Dialog>
  );
}

const WORDS: Record<string, string> = { pendingApproval: "waits for approval" };
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function dayOf(row: Record<string, unknown>): string {
  const at = textOf(row["occurredAt"]) || textOf(row["snapshotDate"]) || textOf(row["createdAt"]);
  return at === "" ? "" : formatDay(at.slice(0, 10));
}
