import { type JSX, useState } from "react";
import { findAccounts, useChart } from "../../api/accounts";
import { closeYear, deleteYear, reopenYear, useClosingPreview, type Year } from "../../api/close";
import type { WayOut } from "../../api/problem";
import { type Choice, Lookup } from "../../parts/Lookup";
import { Refusal } from "../../parts/Refusal";
import { plural } from "../../text/language";
import { ActDialog } from "./ActDialog";
import { PreviewEntries } from "./PreviewEntries";

interface YearAct {
  year: Year;
  onWay: (way: WayOut) => boolean;
  onDone: (told: string) => void;
  onClose: () => void;
}

/** Closes a year: the entry that it would post, the account of the result where it must be said, and the act. */
export function CloseYearDialog({ year, isEarly, onWay, onDone, onClose }: YearAct & { isEarly: boolean }): JSX.Element {
  const chart = useChart();
  const [account, setAccount] = useState<Choice | null>(null);
  const { entries, problem } = useClosingPreview(year.id, account?.id, !isEarly);
  const needsAccount = account !== null || problem?.code === "retained_earnings_needed";
  const not = isEarly || entries ? undefined : needsAccount ? "Choose the account of the result." : problem ? "It is refused as it stands." : "The preview is being read.";
  return (
    <ActDialog
      title={`Close fiscal year ${year.name}`}
      act="Close the year"
      means={`The result of ${year.name} moves into retained earnings with one entry on its last day, the next year is made, and nobody posts into ${year.name} any more.`}
      undo="Only those who may close can open it again, with a reason, while no later year is closed. The closing entry is voided then."
      reason="optional"
      early={isEarly ? "Close it although its last day has not passed" : undefined}
      size="lg"
      disabled={not}
      run={({ key, reason, force }) =>
        closeYear({ id: year.id, version: year.version, key, reason, force, retainedEarningsAccountId: account?.id })
      }
      onWay={onWay}
      onDone={() => onDone(`Fiscal year ${year.name} is closed.`)}
      onClose={onClose}
    >
      {needsAccount && (
        <Lookup
          label="Account of the result"
          description="An equity account, such as retained earnings."
          value={account}
          find={(typed) => findAccounts(chart, typed)}
          onChange={setAccount}
        />
      )}
      {problem && !needsAccount && <Refusal problem={problem} onWay={(way) => onWay(way) && onClose()} />}
      {entries?.length === 0 && <p>There is no result to move: it closes without an entry.</p>}
      {entries && entries.length > 0 && (
        <>
          <h3>The closing entry</h3>
          <PreviewEntries entries={entries} />
        </>
      )}
    </ActDialog>
  );
}

/** Takes back a year that was made by mistake. */
export function DeleteYearDialog({ year, onWay, onDone, onClose }: YearAct): JSX.Element {
  return (
    <ActDialog
      title={`Delete fiscal year ${year.name}`}
      act="Delete the year"
      means={`${year.name} goes with its ${plural(year.periods.length, "period", `${year.periods.length} periods`)}, and no entry can have its days any more. It must be without entries and drafts.`}
      undo="It can be made again, with other days or another name."
      reason="none"
      run={({ key }) => deleteYear(year, key)}
      onWay={onWay}
      onDone={() => onDone(`Fiscal year ${year.name} is deleted.`)}
      onClose={onClose}
    />
  );
}

/** Opens a closed year again. */
export function ReopenYearDialog({ year, onWay, onDone, onClose }: YearAct): JSX.Element {
  return (
    <ActDialog
      title={`Reopen fiscal year ${year.name}`}
      act="Reopen the year"
      means={`Its closing entry is voided, and every balance is as before. Its periods stay as they are: reopen them one by one, from the last.`}
      undo="It can be closed again at any time, with a new closing entry."
      reason="required"
      run={({ key, reason }) => reopenYear({ id: year.id, version: year.version, key, reason })}
      onWay={onWay}
      onDone={() => onDone(`Fiscal year ${year.name} is open again.`)}
      onClose={onClose}
    />
  );
}
