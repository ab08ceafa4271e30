// The entry as calls of the API, to be pasted into a terminal. The token is never written: it is the shell's own variable.

import type { Entry } from "../../api/entries";

/** A call: what it does, and how it is typed. */
export interface Call {
  title: string;
  text: string;
}

/** The calls that read the entry, make one like it, and undo it, as far as the caller may. */
export function callsOf(entry: Entry, api: string, rights: { write: boolean; void: boolean; trail: boolean }): Call[] {
  const path = `${api}/accounting/journal-entries`;
  const list: Call[] = [{ title: "Read it", text: curl("GET", `${path}/${entry.id}`) }];
  if (rights.write) list.push({ title: "Make a draft like it", text: curl("POST", path, bodyOf(entry)) });
  if (rights.void && entry.status === "posted") {
    list.push({ title: "Void it, if it is still as shown here", text: curl("POST", `${path}/${entry.id}/void`, { reason: "entered twice" }, entry.version) });
  }
  if (rights.trail) list.push({ title: "Read its history", text: curl("GET", `${api}/accounting/reports/audit-trail?subject=${entry.id}`) });
  return list;
}

/** A body that makes such an entry: what posting and the books added is left out. */
export function bodyOf(entry: Entry): Record<string, unknown> {
  const given = (fields: Record<string, unknown>): Record<string, unknown> =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== "" && !isEmpty(value)));
  return given({
    date: entry.date,
    journalCode: entry.journalCode,
    journalId: entry.journalCode ? undefined : entry.journalId,
    description: entry.description,
    reference: entry.reference,
    documentDate: entry.documentDate,
    currency: entry.currency === entry.baseCurrency ? undefined : entry.currency,
    dimensions: entry.dimensions,
    lines: entry.lines.map((line) =>
      given({
        accountCode: line.accountCode,
        accountId: line.accountCode ? undefined : line.accountId,
        debit: isZeroText(line.debit) ? undefined : line.debit,
        credit: isZeroText(line.credit) ? undefined : line.credit,
        currency: line.currency === entry.currency ? undefined : line.currency,
        exchangeRate: line.exchangeRate,
        description: line.description,
        partyCode: line.partyCode,
        partyId: line.partyCode ? undefined : line.partyId,
        dueDate: line.dueDate,
        dimensions: line.dimensions,
      }),
    ),
  });
}

const isZeroText = (amount: string): boolean => /^0(\.0*)?$/.test(amount);

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}

/** A call as it is typed: with the version that it is for, where it must still be that one. */
export function curl(method: "GET" | "POST", url: string, body?: unknown, version?: number): string {
  const parts = [`curl -H "Authorization: Bearer $TOKEN"`];
  if (version !== undefined) parts.push(`  -H 'If-Match: "${version}"'`);
  if (body !== undefined) {
    parts.push(`  -H "Idempotency-Key: $(uuidgen)" -H 'Content-Type: application/json'`);
    parts.push(`  -d ${quoted(JSON.stringify(body, null, 2))}`);
  } else if (method !== "GET") {
    parts.push(`  -X ${method}`);
  }
  parts.push(`  ${quoted(url)}`);
  return parts.join(" \\\n");
}

/** A text for the shell, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
