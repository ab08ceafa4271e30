import { useNavigate, useRouterState } from "@tanstack/react-router";
import type { JSX } from "react";
import { type Period, periodName, presentPeriod, usePeriods } from "../api/periods";
import { may } from "../api/session";
import { Chip } from "../parts/Chip";
import { useActions } from "./actions";
import { today } from "./today";

const STATES = {
  open: { kind: "open", word: "open" },
  softClosed: { kind: "softClosed", word: "soft-closed" },
  closed: { kind: "closed", word: "closed" },
} as const;

/** The month that people work in, and whether it takes entries; where the page is about another month, that one with its own state. */
export function PeriodState(): JSX.Element | null {
  const periods = usePeriods();
  const navigate = useNavigate();
  const shown = useRouterState({ select: ({ location }) => monthOfPage(location.pathname, location.search) });
  const next = periods?.find((period) => period.kind === "standard" && period.status !== "closed");
  const closes = next !== undefined && (may("periods:close") || may("periods:softClose")) && shown !== next.name;
  useActions(
    closes
      ? [{ id: "close-next", title: `Close ${periodName(next)}`, words: "month end period soft-close books", run: () => void navigate({ to: "/close/$period", params: { period: next.name } }) }]
      : [],
  );
  const present = periods && presentPeriod(periods, today());
  if (!present) return null;
  const other = shown === undefined ? undefined : periods.find((period) => period.name === shown || period.id === shown);
  return (
    <span className="shell-period">
      {other && other.id !== present.id ? (
        <>
          <span className="dim">This page:</span> <State period={other} />
        </>
      ) : (
        <State period={present} />
      )}
    </span>
  );
}

function State({ period }: { period: Period }): JSX.Element {
  const state = STATES[period.status as keyof typeof STATES];
  return (
    <>
      {periodName(period)} {state && <Chip kind={state.kind}>{state.word}</Chip>}
    </>
  );
}

/** The period that a page is about by its address: one that is closed, or that of a report. */
function monthOfPage(path: string, search: Record<string, unknown>): string | undefined {
  const closing = /\/close\/([^/]+)$/.exec(path)?.[1];
  if (closing) return decodeURIComponent(closing);
  const given = search["period"] ?? search["asOf"] ?? search["to"];
  return typeof given === "string" && /^\d{4}-\d{2}(-\d{2})?$/.test(given) ? given.slice(0, 7) : undefined;
}
