import type { JSX } from "react";
import { periodName, presentPeriod, usePeriods } from "../api/periods";
import { Chip } from "../parts/Chip";
import { today } from "./today";

const STATES = {
  open: { kind: "open", word: "open" },
  softClosed: { kind: "softClosed", word: "soft-closed" },
  closed: { kind: "closed", word: "closed" },
} as const;

/** The month that people work in, and whether it takes entries. */
export function PeriodState(): JSX.Element | null {
  const periods = usePeriods();
  const period = periods && presentPeriod(periods, today());
  if (!period) return null;
  const state = STATES[period.status as keyof typeof STATES];
  return (
    <span className="shell-period">
      {periodName(period)} {state && <Chip kind={state.kind}>{state.word}</Chip>}
    </span>
  );
}
