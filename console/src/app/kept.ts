// Where somebody was on a screen, kept by the place in the browser's history, so that Back leads to exactly there.

/** The row with the focus and how far a list was scrolled. */
export interface Spot {
  /** The row that has the focus. */
  at?: string | undefined;
  /** How far it is scrolled, in pixels. */
  top?: number | undefined;
}

const NAME = "countinghouse-spots";
const MOST = 60;

function kept(): Map<string, Spot> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(NAME) ?? "[]") as [string, Spot][]);
  } catch {
    return new Map();
  }
}

const spots = typeof sessionStorage === "undefined" ? new Map<string, Spot>() : kept();

if (typeof addEventListener === "function") {
  addEventListener("pagehide", () => {
    try {
      sessionStorage.setItem(NAME, JSON.stringify([...spots].slice(-MOST)));
    } catch {
      // A browser that keeps nothing forgets the place with the page.
    }
  });
}

/** The name of this place in the history: another one after each step, the same again after Back. */
function here(): string {
  const state = history.state as { __TSR_key?: string; key?: string } | null;
  return state?.__TSR_key ?? state?.key ?? "";
}

/** Where somebody was in this list when they last were at this place of the history. */
export function spotOf(list: string): Spot {
  return spots.get(`${here()} ${list}`) ?? {};
}

/** Keeps where somebody is in this list. */
export function keepSpot(list: string, change: Spot): void {
  const name = `${here()} ${list}`;
  const next = { ...spots.get(name), ...change };
  spots.delete(name);
  spots.set(name, next);
  const oldest = spots.size > MOST ? spots.keys().next().value : undefined;
  if (oldest !== undefined) spots.delete(oldest);
}
