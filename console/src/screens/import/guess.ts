// What a spreadsheet means, by what it says: its headings, and how its days and amounts are written. Nothing is guessed that can mean
// two things; people choose it then.

import { markOf } from "../../text/columns";
import type { Opened } from "./file/fileDesk";
import { guessColumns } from "./kinds";
import type { Settings } from "./settings";

/** The order of the parts of these days, where one of them can be read in one order alone. */
export function orderOf(days: readonly string[]): Settings["dates"] {
  for (const day of days) {
    const [first = "", second = ""] = day.split(/[\s./-]+/);
    if (/^\d{4}$/.test(first)) return "yearFirst";
    if (!/^\d{1,2}$/.test(first) || !/^\d{1,2}$/.test(second)) continue;
    if (Number(first) > 12) return "dayFirst";
    if (Number(second) > 12) return "monthFirst";
  }
  return "";
}

/** How a file is read, with what it says itself. Programs that are known need no guess. */
export function guessed(settings: Settings, { headings, samples, isSheet }: Pick<Opened, "headings" | "samples" | "isSheet">): Settings {
  if (settings.program !== "countinghouse") return settings;
  const columns = guessColumns(settings.kind, headings);
  const cells = (heading: string | undefined): readonly string[] => (heading === undefined ? [] : (samples[headings.indexOf(heading)] ?? []));
  const amounts = [columns.debit, columns.credit, columns.amount].flatMap(cells);
  // Workbooks have days and figures as such.
  const dates = isSheet ? "" : orderOf([columns.date, columns.documentDate, columns.dueDate].flatMap(cells));
  const mark = isSheet ? undefined : markOf(amounts);
  return { ...settings, columns, dates, decimals: mark === "," ? "comma" : mark === "." ? "point" : "" };
}
