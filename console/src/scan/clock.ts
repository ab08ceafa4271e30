// What the service's clock says, told by a device whose own may be wrong.

/** More than so far apart, the device's clock was set anew. */
const JUMP_MS = 3_000;

/**
 * Milliseconds to add to the device's clock, after an answer whose `Date` was `served` came at `received` by it. The header is cut
 * to seconds and the answer took its time, so that each answer says a little too little: of those that agree, the greatest is
 * nearest, and what it gives is never in the service's future.
 */
export function corrected(known: number | undefined, served: number, received: number): number {
  const said = served - received;
  if (known === undefined || Math.abs(said - known) > JUMP_MS) return said;
  return Math.max(known, said);
}

let offset: number | undefined;

/** Hears the `Date` of an answer. */
export function hearDate(header: string | null, received: number = Date.now()): void {
  const served = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(served)) return;
  offset = corrected(offset, served, received);
  try {
    localStorage.setItem("countinghouse-scan-clock", String(offset));
  } catch {
    // Not kept: the next answer tells it again.
  }
}

function kept(): number {
  const text = typeof localStorage === "undefined" ? null : localStorage.getItem("countinghouse-scan-clock");
  return text === null ? 0 : Number(text) || 0;
}

/** Now, by the service's clock, in milliseconds. */
export function serviceNow(): number {
  offset ??= kept();
  return Date.now() + offset;
}

/** The same as the API writes it. */
export const serviceInstant = (): string => new Date(serviceNow()).toISOString();
