// Templates of entries: what is kept of an entry that is written, and what an entry takes over from one.

import type { Template, TemplateInput } from "../../api/entryTemplates";
import { lineBody, lineOf } from "./body";
import { type Draft, type Line, cellOf, sentLines } from "./draft";
import { type Books, currencyOf } from "./reading";

/**
 * The entry as a template. Its lines say for themselves what the head says for all of them, but not their days, nor rates, which are
 * those of a day.
 */
export function templateOf({ head, lines }: Draft, name: string, books: Books): TemplateInput {
  const kept = sentLines(lines).map((line) => {
    const { dueDate: _, exchangeRate: _rate, baseDebit: _debit, baseCredit: _credit, ...body } = lineBody(line);
    const dimensions = { ...head.dimensions, ...body.dimensions };
    const currency = currencyOf(line, books);
    return {
      ...body,
      ...(Object.keys(dimensions).length > 0 && { dimensions }),
      ...(currency !== books.base && { currency }),
    };
  });
  return { name, description: head.description.trim(), journalId: head.journal || null, lines: kept };
}

/** The lines that an entry in these books takes over from a template. */
export const linesOf = (template: Template, books: Books): Line[] =>
  template.lines.map((line) => lineOf(line, { currency: books.currency, baseCurrency: books.base }, books, true));

/** Why an entry cannot be kept as a template, as it stands. */
export function hindrance(lines: readonly Line[]): string | undefined {
  const sent = sentLines(lines);
  if (sent.length === 0) return "Write a line first: a template is made of the lines.";
  return sent.some((line) => cellOf(line, "account").value === "") ? "Every line of a template needs its account." : undefined;
}
