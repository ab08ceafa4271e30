// What somebody chose in a report, kept for the next one while the tab is open: the days, comparisons, and percentages.

import { session } from "../../api/session";
import type { Values } from "./address";
import type { Span } from "./span";

/** What is kept from report to report. */
export interface Chosen extends Pick<Values, "compare" | "share"> {
  span?: Span | undefined;
}

const NAMES = ["compare", "share"] as const;

// Other books have other days.
const nameOfStore = (): string => {
  const now = session.get();
  return `countinghouse-report ${now.state === "in" || now.state === "expired" ? now.organization : ""}`;
};

/** What was chosen last. */
export function chosen(): Chosen {
  try {
    return JSON.parse(sessionStorage.getItem(nameOfStore()) ?? "{}") as Chosen;
  } catch {
    return {};
  }
}

function keep(change: Chosen): void {
  try {
    sessionStorage.setItem(nameOfStore(), JSON.stringify({ ...chosen(), ...change }));
  } catch {
    // A browser that keeps nothing begins each report anew.
  }
}

/** Keeps the days, or that there are none. */
export const keepSpan = (span: Span | undefined): void => keep({ span });

/** Keeps of a change what counts for other reports, too. */
export function keepChoice(change: Values): void {
  for (const name of NAMES) if (name in change) keep({ [name]: change[name] });
}

/** Keeps nothing. */
export const forgetChoices = (): void => {
  sessionStorage.removeItem(nameOfStore());
};
