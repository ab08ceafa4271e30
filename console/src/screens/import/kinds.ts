// What can be brought in, from where, and which columns such files have.

import { meaningOfHeading, plain } from "../../text/headings";

/** What a file holds. */
export type Kind = "journalEntries" | "openingBalances" | "openItems" | "parties";
/** The program that wrote it; `countinghouse` is any spreadsheet. */
export type Program = "xero" | "quickbooks" | "odoo" | "countinghouse";

/** What can come in, in the order in which it should. */
export const KINDS: readonly (readonly [Kind, string, string])[] = [
  ["parties", "Customers and suppliers", "Contacts with their addresses. Bring them in first."],
  ["openingBalances", "Opening balances", "The trial balance of the day before the books begin, as one entry."],
  ["openItems", "Open items", "Invoices and bills that are not paid yet, each to be matched with its payment."],
  ["journalEntries", "Journal entries", "Entries as they were posted there, line by line."],
];

/** Where files come from. */
export const PROGRAMS: readonly (readonly [Program, string])[] = [
  ["xero", "Xero"],
  ["quickbooks", "QuickBooks"],
  ["odoo", "Odoo"],
  ["countinghouse", "Spreadsheet or another program"],
];

/** Which file to export there. */
export const EXPORTS: Record<Program, Record<Kind, string>> = {
  xero: {
    parties: "Contacts, Export.",
    openingBalances: "The report Trial Balance as of the day before the books begin here, exported to Excel.",
    openItems: "Invoices, or Bills to pay, exported: an invoice may have several lines, and comes in once.",
    journalEntries: "The Journal Report, or a file of manual journals.",
  },
  quickbooks: {
    parties: "The list of customers or of suppliers, exported to Excel.",
    openingBalances: "The report Trial Balance as of the day before the books begin here.",
    openItems: "The report Open Invoices, or A/R or A/P Ageing Detail.",
    journalEntries: "The report Journal, for the days that you want.",
  },
  odoo: {
    parties: "Contacts: select the lines of the list, Action, Export.",
    openingBalances: "The trial balance, or the journal items until the day before.",
    openItems: "Invoices or bills that are not paid: select them, Action, Export.",
    journalEntries: "Journal items with Date, Journal Entry, Account, Partner, Debit and Credit; for foreign lines also Amount in Currency and Currency.",
  },
  countinghouse: {
    parties: "A table with one party a line.",
    openingBalances: "A table with an account and its balance a line.",
    openItems: "A table with one unpaid document a line.",
    journalEntries: "A table with one line of an entry a line.",
  },
};

/** What a column holds, as the API calls it. */
export type Column = keyof typeof COLUMNS;

/** All columns that are read, in words. */
export const COLUMNS = {
  date: "Date",
  entry: "Number of the entry",
  account: "Account",
  accountName: "Name of the account",
  debit: "Debit",
  credit: "Credit",
  amount: "Amount",
  description: "Text",
  lineDescription: "Text of the line",
  reference: "Reference",
  party: "Party",
  documentDate: "Date of the document",
  dueDate: "Due date",
  currency: "Currency",
  exchangeRate: "Exchange rate",
  foreignAmount: "Amount in the currency",
  journalCode: "Journal",
  partyCode: "Code",
  email: "Email",
  phone: "Telephone",
  street: "Street",
  city: "City",
  region: "Region",
  postalCode: "Postal code",
  country: "Country",
  taxNumber: "Tax number",
  paymentTermsDays: "Days to pay",
} as const;

/** The columns of files of each kind, those that are needed first. */
export const COLUMNS_OF: Record<Kind, readonly Column[]> = {
  journalEntries: [
    ...(["date", "account", "debit", "credit", "amount", "entry", "description", "lineDescription", "reference", "party"] as const),
    ...(["dueDate", "accountName", "currency", "exchangeRate", "foreignAmount", "journalCode", "documentDate"] as const),
  ],
  openingBalances: ["account", "debit", "credit", "amount", "accountName", "party", "currency", "exchangeRate", "foreignAmount"],
  openItems: ["party", "amount", "debit", "credit", "reference", "documentDate", "dueDate", "description", "currency", "exchangeRate"],
  parties: ["party", "partyCode", "email", "phone", "street", "city", "region", "postalCode", "country", "taxNumber", "currency", "paymentTermsDays"],
};

/** Of each set, a file of this kind needs one. */
export const NEEDED: Record<Kind, readonly (readonly Column[])[]> = {
  journalEntries: [["date"], ["account", "accountName"], ["debit", "credit", "amount"]],
  openingBalances: [
    ["account", "accountName"],
    ["debit", "credit", "amount"],
  ],
  openItems: [["party"], ["amount", "debit", "credit"]],
  parties: [["party"]],
};

/** What else a column may be called: in English, German and French. */
const WORDS: Partial<Record<Column, string>> = {
  date: "date, entry date, posting date, transaction date, accounting date, datum, buchungsdatum, belegdatum, date comptable",
  entry: "entry, entry number, entry no, journal entry, journal number, transaction number, transaction no, voucher, voucher no, buchungsnummer, buchung, belegnummer, belegnr, beleg nr, beleg, numero de piece, n piece, ecriture",
  accountName: "account name, account description, name of account, kontoname, kontobezeichnung, intitule du compte",
  reference: "reference, ref, invoice, invoice number, invoice no, bill no, bill number, document, document no, document number, number, rechnung, rechnungsnummer, rechnung nr, belegfeld, facture, numero",
  documentDate: "document date, invoice date, bill date, rechnungsdatum, date de piece, date de facture",
  party: "name, company, full name, firma",
  amount: "amount due, open, open balance, open amount, outstanding, balance due, offen, offener betrag, reste a payer",
  partyCode: "code, customer no, customer number, supplier no, supplier number, kundennummer, kunden nr, lieferantennummer, code client",
  email: "email, e mail, mail, email address, e mail adresse, courriel",
  phone: "phone, telephone, tel, phone number, telefon, telefonnummer",
  street: "street, address, address line 1, strasse, adresse, rue",
  city: "city, town, ort, stadt, ville",
  region: "region, state, county, province, bundesland, kanton",
  postalCode: "postal code, postcode, zip, zip code, plz, postleitzahl, code postal",
  country: "country, land, pays",
  taxNumber: "tax number, vat number, vat no, vat, tax id, ust id, ust idnr, steuernummer, numero de tva",
  paymentTermsDays: "payment terms, payment terms days, days to pay, terms, zahlungsziel, delai de paiement",
  exchangeRate: "exchange rate, rate, kurs, wechselkurs, taux de change",
  foreignAmount: "amount in currency, foreign amount, betrag fremdwahrung, montant devise",
  journalCode: "journal, journal code, code journal",
  lineDescription: "line text, line description, line memo",
};

/** The meanings of pasted columns, as files have them. */
const MEANT: Partial<Record<string, Column>> = { account: "account", debit: "debit", credit: "credit", amount: "amount", text: "description", party: "party", due: "dueDate", currency: "currency" };

const KNOWN = new Map<string, Column[]>();
for (const [column, words] of Object.entries(WORDS)) {
  for (const word of words.split(",")) {
    const name = word.trim();
    KNOWN.set(name, [...(KNOWN.get(name) ?? []), column as Column]);
  }
}

/** Which heading of a spreadsheet stands for which column, by what it is called. Each heading and each column is taken once. */
export function guessColumns(kind: Kind, headings: readonly string[]): Partial<Record<Column, string>> {
  const found: Partial<Record<Column, string>> = {};
  const taken = new Set<string>();
  const give = (column: Column | undefined, heading: string): void => {
    if (column === undefined || !COLUMNS_OF[kind].includes(column) || found[column] !== undefined || taken.has(heading)) return;
    found[column] = heading;
    taken.add(heading);
  };
  const named = headings.filter((heading) => heading !== "" && heading.length <= 100);
  // Those that are called as ours come first, then the nouns of books, then what only some files have.
  for (const heading of named) give(COLUMNS_OF[kind].find((column) => plain(column.replace(/([A-Z])/g, " $1")) === plain(heading) || column === heading), heading);
  for (const heading of named) for (const column of KNOWN.get(plain(heading)) ?? []) give(column, heading);
  for (const heading of named) give(MEANT[meaningOfHeading(heading) ?? ""], heading);
  return found;
}
