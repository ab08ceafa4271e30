import { type JSX, useState } from "react";
import { closePeriod, reopenPeriod, softClose, type Year } from "../../api/close";
import { either, useOverriders } from "../../api/holders";
import { type Period, periodName } from "../../api/periods";
import type { WayOut } from "../../api/problem";
import { ActDialog } from "./ActDialog";
import { toReopenFirst } from "./order";
import { SeriesDialog } from "./SeriesDialog";
import { plural } from "../../text/language";

/** What the dialogs of a period are told. */
export interface PeriodAct {
  period: Period;
  years: Year[];
  /** Goes a way out of a refusal. */
  onWay: (way: WayOut) => boolean;
  /** It was done: what was, in a sentence. */
  /** Whether the dialog stays, as not all of a series was done. */
  onDone: (told: string, stays?: boolean) => Promise<unknown> | void;
  onClose: () => void;
}

/** Soft-closes the period. */
export function SoftCloseDialog({ period, onWay, onDone, onClose }: PeriodAct): JSX.Element {
  const name = periodName(period);
  const holders = useOverriders();
  return (
    <ActDialog
      title={`Soft-close ${name}`}
      act="Soft-close"
      means={
        <>
          {holders && holders.length > 0 ? `From then on only ${either(holders)} can post into ${name}` : `From then on only those with the right to post into soft-closed months can post into ${name}`}: nobody
          else can, by accident or by intent. What they post still changes its figures.
        </>
      }
      undo="It is not the end: look the month over, then close it for good. Until then, whoever may soft-close can open it again, with a reason."
      reason="optional"
      run={({ key, reason }) => softClose({ id: period.id, version: period.version, key, reason })}
      onWay={onWay}
      onDone={() => void onDone(`${name} is soft-closed. Next: close it for good.`)}
      onClose={onClose}
    />
  );
}

/** Closes the period; before its last day has passed only by a tick and with a reason. */
export function CloseDialog({ period, isEarly, onWay, onDone, onClose }: PeriodAct & { isEarly: boolean }): JSX.Element {
  const name = periodName(period);
  return (
    <ActDialog
      title={`Close ${name}`}
      act="Close"
      means={`From then on nobody can post into ${name}: not even a void, and goods that moved in it count from the first open day.`}
      undo="Only those who may close can open it again, with a reason, while no later period is closed."
      reason="optional"
      early={isEarly ? "Close it although its last day has not passed" : undefined}
      run={({ key, reason, force }) => closePeriod({ id: period.id, version: period.version, key, reason, force })}
      onWay={onWay}
      onDone={() => void onDone(`${name} is closed.`)}
      onClose={onClose}
    />
  );
}

/** Opens the period again. Later closed ones are opened first, the last before the others, with the same reason. */
export function ReopenDialog({ period, years, onWay, onDone, onClose }: PeriodAct): JSX.Element {
  const name = periodName(period);
  // As it was when the dialog opened: what is reopened falls out of the list.
  const [first] = useState(() => toReopenFirst(years, period));
  if (first.length > 0) {
    return (
      <SeriesDialog
        title={`Reopen ${name}`}
        act={`Reopen these ${first.length + 1}`}
        means={`Periods open again from the last: ${plural(first.length, "this one is", `these ${first.length} are`)} opened before ${name}.`}
        undo="Each must be closed again afterwards, in order."
        reason="required"
        steps={[...first, period].map((one) => ({
          id: one.id,
          title: periodName(one),
          run: ({ key, reason }) => reopenPeriod({ id: one.id, key, reason }),
        }))}
        onWay={onWay}
        onSome={(count, isAll) => {
          const told = isAll ? `${name} is open, and ${count - 1} later.` : `${count} of ${first.length + 1} are open.`;
          if (count > 0) return onDone(told, !isAll);
          return undefined;
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <ActDialog
      title={`Reopen ${name}`}
      act="Reopen"
      means={`${name} takes entries again from everybody who may post.`}
      undo="It can be closed again at any time."
      reason="required"
      run={({ key, reason }) => reopenPeriod({ id: period.id, version: period.version, key, reason })}
      onWay={onWay}
      onDone={() => void onDone(`${name} is open again.`)}
      onClose={onClose}
    />
  );
}

/** Closes all periods up to this one, in order. */
export function CloseAllDialog({ period, before, onWay, onDone, onClose }: PeriodAct & { before: Period[] }): JSX.Element {
  const name = periodName(period);
  const [all] = useState(() => [...before, period]);
  return (
    <SeriesDialog
      title={`Close everything up to ${name}`}
      act={`Close these ${all.length}`}
      means={`These ${all.length} are closed one after another, from ${periodName(all[0] ?? period)} to ${name}. It stops at the first that is not ready.`}
      undo="Nobody can post into a closed period. Only those who may close can open them again, from the last."
      reason="optional"
      steps={all.map((one) => ({
        id: one.id,
        title: periodName(one),
        run: ({ key, reason }) => closePeriod({ id: one.id, key, reason }),
      }))}
      onWay={onWay}
      onSome={(count, isAll) => {
        const told = isAll ? `${count} periods are closed.` : `${count} of ${all.length} periods are closed.`;
        if (count > 0) return onDone(told, !isAll);
        return undefined;
      }}
      onClose={onClose}
    />
  );
}
