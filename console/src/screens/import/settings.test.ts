import { expect, test } from "vitest";
import { guessed, orderOf } from "./guess";
import { guessColumns } from "./kinds";
import { beginning, mappingFile, membersOf, missingOf, readMappingFile } from "./settings";
import { begun, faultInWords, linesInWords } from "./words";

test("a mapping file says what the command line takes, and comes back as it was", () => {
  const settings = { ...beginning("journalEntries", "countinghouse"), columns: { date: "Datum" }, accounts: { Bank: "1010" }, dates: "dayFirst" as const, decimals: "comma" as const, source: "old-books" };
  const text = mappingFile(settings);
  expect(JSON.parse(text)).toEqual({ program: "countinghouse", columns: { date: "Datum" }, accounts: { Bank: "1010" }, dates: "dayFirst", decimals: "comma", source: "old-books" });
  expect(readMappingFile(text, beginning("journalEntries", "xero"))).toEqual(settings);
  expect(readMappingFile("[1]", settings)).toBeUndefined();
  expect(readMappingFile("no", settings)).toBeUndefined();
  expect(readMappingFile('{"columns":{"nonsense":"A","date":7},"dates":"sometimes"}', settings)).toMatchObject({ columns: {}, dates: "" });
});

test("what a file of another kind needs is not told to the service", () => {
  const settings = { ...beginning("parties", "xero"), accounts: { Bank: "1010" }, offset: "3900", date: "2011-01-01", isDraft: true, source: "x" };
  expect(membersOf(settings)).toEqual({ kind: "parties", program: "xero" });
  expect(missingOf({ ...beginning("openItems", "xero"), date: "2011-01-01" })).toBe("Choose the account that took their balance.");
});

test("the headings of a spreadsheet are known in three languages, each once", () => {
  expect(guessColumns("journalEntries", ["Belegdatum", "Beleg", "Konto", "Buchungstext", "Soll", "Haben", "Bemerkung"])).toEqual({
    date: "Belegdatum", entry: "Beleg", account: "Konto", description: "Buchungstext", debit: "Soll", credit: "Haben",
  });
  expect(guessColumns("openItems", ["Customer", "Invoice number", "Invoice date", "Due date", "Amount due"])).toEqual({
    party: "Customer", reference: "Invoice number", documentDate: "Invoice date", dueDate: "Due date", amount: "Amount due",
  });
  expect(guessColumns("parties", ["name", "E-Mail", "PLZ"])).toEqual({ party: "name", email: "E-Mail", postalCode: "PLZ" });
});

test("the order of days is taken from days that can be read in one order alone", () => {
  expect([["01/02/2010", "31/01/2010"], ["01/02/2010", "01/31/2010"], ["2010-01-31"], ["01/02/2010"], ["x"]].map(orderOf)).toEqual(["dayFirst", "monthFirst", "yearFirst", "", ""]);
  const file = { headings: ["Datum", "Soll"], samples: [["31.1.2010"], ["1.200,00"]], isSheet: false };
  expect(guessed(beginning("journalEntries", "countinghouse"), file)).toMatchObject({ dates: "dayFirst", decimals: "comma" });
  expect(guessed(beginning("journalEntries", "xero"), file)).toMatchObject({ dates: "", columns: {} });
});

test("a new account begins with what the file calls it", () => {
  expect(["1010 Bank", "Bank (1010)", "Bank:Checking", "1010", "1010 - Bank"].map(begun)).toEqual([
    { code: "1010", name: "Bank" }, { code: "1010", name: "Bank" }, { name: "Checking" }, { code: "1010" }, { code: "1010", name: "Bank" },
  ]);
});

test("lines and faults are told in words of the page", () => {
  expect([[3], [3, 4, 5], [3, 7], [1, 3, 5, 9]].map(linesInWords)).toEqual(["3", "3–5", "3, 7", "1, 3, 5 …"]);
  expect(faultInWords("is not a day: days are read as 2010-01-31. Say dates=dayFirst or dates=monthFirst for other files")).toBe(
    "Is not a day: days are read as 2010-01-31. Choose the order of days if they are written otherwise",
  );
});
