// The sheet of a count: which lines still want a quantity, which one a label means, and what scans add up to.

import type { Count, CountLine } from "../../api/counts";
import type { components } from "../../api/schema";
import { addAmounts, subtract } from "../../text/number";
import { Exact } from "../../text/exact";

type Scanned = components["schemas"]["ScanView"];

/** What was found on a line in this round: of a count that was sent back, only what was counted since. */
export function foundNow(line: CountLine, count: Pick<Count, "sentBackAt">): string | null {
  if (line.counted === null) return null;
  const isBefore = count.sentBackAt !== null && line.countedAt !== null && line.countedAt < count.sentBackAt;
  return isBefore ? null : line.counted;
}

/** Which lines are shown. */
export type Shown = "all" | "uncounted" | "counted";

/** The lines that fit what is shown and the words that are typed. */
export function linesShown(lines: readonly CountLine[], count: Pick<Count, "sentBackAt">, shown: Shown, words: string): CountLine[] {
  const plain = words.trim().toLowerCase();
  return lines.filter((line) => {
    if (shown !== "all" && (foundNow(line, count) === null) !== (shown === "uncounted")) return false;
    if (plain === "") return true;
    return [line.sku, line.name, line.locationCode, line.lotNumber, line.serialNumber].some((text) => text?.toLowerCase().includes(plain));
  });
}

/** What a label means on this sheet. */
export type Meant = { line: CountLine } | { several: CountLine[] } | { isNew: true };

/** The line that the goods of a label are, in the bin that was scanned before where one was. */
export function meantBy(lines: readonly CountLine[], found: Scanned, binId: string | undefined): Meant {
  const lot = found.lot?.number ?? found.lotNumber;
  const serial = found.serial?.number ?? found.serialNumber;
  const fitting = lines.filter(
    (line) =>
      line.itemId === found.item?.id &&
      (!binId || line.locationId === binId) &&
      (!lot || line.lotNumber === lot || line.lotNumber === null) &&
      (!serial || line.serialNumber === serial),
  );
  const [only, other] = fitting;
  if (!only) return { isNew: true };
  return other ? { several: fitting } : { line: only };
}

/** `×12`, `x12` or `*12`: the last label counts so many times. */
export function timesOf(text: string): string | undefined {
  const found = /^[x×*]\s*(\d{1,9}(?:[.,]\d{1,6})?)$/i.exec(text.trim())?.[1];
  return found?.replace(",", ".");
}

/** The quantity after a label that stands for `step` counted `times` in place of once. */
export const afterTimes = (now: string, step: string, times: string): string =>
  addAmounts([subtract(now, step), new Exact(step).times(times).toFixed()]);
