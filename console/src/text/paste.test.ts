import { describe, expect, it } from "vitest";
import { readPaste, type Choice, type PasteField } from "./paste";

const bare: PasteField = {
  locale: "en", today: "2010-12-05", order: "dmy", currency: "EUR", decimalsOf: (currency) => (currency === "JPY" ? 0 : currency === "KWD" ? 3 : 2),
}; // prettier-ignore
const books: PasteField = {
  ...bare,
  accounts: [
    { code: "1200", name: "Bank" },
    { code: "4000", name: "Sales of goods" },
    { code: "6300", name: "Rent" },
    { code: "CASH", name: "Cash on hand" },
  ],
  parties: [{ code: "C-001", name: "Miller Ltd" }, { code: "C-002", name: "Éclair SA" }],
  currencies: ["EUR", "USD", "JPY"],
  dimensions: [{ code: "project", name: "Project", values: ["North", "South"] }, { code: "cc", name: "Cost centre" }],
};

const meanings = (text: string, field = bare) => readPaste(text, field).columns.map((column) => column.meaning);
const lines = (text: string, field = bare, choices?: Choice[]) => readPaste(text, field, choices).rows.map((row) => row.line);
const faults = (text: string, field = bare, choices?: Choice[]) =>
  readPaste(text, field, choices).rows.flatMap((row) => row.cells.flatMap((cell) => cell.fault ?? []));

describe("columns are recognised by their headings", () => {
  it.each([
    ["Account\tDebit\tCredit\tText\n4000\t\t12.50\tSale", ["account", "debit", "credit", "text"]],
    ["Konto;Soll;Haben;Buchungstext\n1200;12,50;;Miete", ["account", "debit", "credit", "text"]],
    ["Compte;Libellé;Montant;Échéance\n1200;Loyer;12,50;31/12/2010", ["account", "text", "amount", "due"]],
    ["Date\tAccount\tAccount name\tAmount\tBalance\n5.12.2010\t4000\tSales\t12.50\t99.00", ["ignore", "account", "ignore", "amount", "ignore"]],
    ["Amount\tCurrency\tAccount\tCustomer\n1.00\tUSD\t4000\tMiller", ["amount", "currency", "account", "party"]],
  ])("%j", (text, expected) => {
    expect(meanings(text)).toEqual(expected);
    expect(readPaste(text, bare).hasHeadings).toBe(true);
  });

  it("a dimension by its own name, and the rest by what stands below", () => {
    const paste = readPaste("Project\tWhere\tHow much\tCost centre\nNorth\t4000\t1.50\t100\nSouth\t1200\t-1.50\t200", books);
    expect(paste.columns.map(({ meaning, dimension }) => [meaning, dimension])).toEqual([
      ["dimension", "project"],
      ["account", undefined],
      ["amount", undefined],
      ["dimension", "cc"],
    ]);
    expect(paste.rows[0]?.line).toEqual({ account: "4000", debit: "1.50", dimensions: { project: "North", cc: "100" } });
  });
  it("unknown words over figures are headings too", () => {
    expect(readPaste("Wo\tWieviel\n4000\t1.50\n1200\t-1.50", bare)).toMatchObject({ hasHeadings: true, rows: { length: 2 } });
  });
});

describe("columns are recognised by what stands in them", () => {
  it.each<[string, string, PasteField, string[]]>([
    ["code, debit, credit", "1200\t12.50\t\n4000\t\t12.50", bare, ["account", "debit", "credit"]],
    ["code and signed amount", "1200\t12.50\n4000\t-12.50", bare, ["account", "amount"]],
    ["code, whole amounts", "1200\t12\n4000\t-12", bare, ["account", "amount"]],
    ["text before amounts", "Rent\t1200\t12.50\nSale of the day\t4000\t-12.50", bare, ["text", "account", "amount"]],
    ["a name of an account", "Bank\t12.50\nSales of goods\t-12.50", books, ["account", "amount"]],
    ["code with name", "1200 Bank\t12.50\n4000 Sales of goods\t-12.50", books, ["account", "amount"]],
    ["codes with letters", "A-100\t12.50\nB-200\t-12.50", bare, ["account", "amount"]],
    ["accounts behind numbers of rows", "1\t4000\t5.00\n2\t1200\t-5.00", books, ["ignore", "account", "amount"]],
    ["a party", "1200\tMiller Ltd\tInvoice of the month\t5.00\n4000\tEclair SA\tAnother invoice\t-5.00", books, ["account", "party", "text", "amount"]],
    ["a due day", "1200\t5.00\t31.12.2010\n4000\t-5.00\t15.1.2011", bare, ["account", "amount", "due"]],
    ["a currency", "1200\tUSD\t5.00\n4000\tUSD\t-5.00", bare, ["account", "currency", "amount"]],
    ["a currency the books lack", "1200\tABC\t5.00\n4000\tABC\t-5.00", books, ["account", "text", "amount"]],
    ["a dimension", "1200\tNorth\t5.00\n4000\tSouth\t-5.00", books, ["account", "dimension", "amount"]],
    ["dashes for zero", "1200\t12.50\t-\n4000\t -   \t12.50", bare, ["account", "debit", "credit"]],
    ["zeros for nothing", "1200\t12.50\t0.00\n4000\t0.00\t12.50", bare, ["account", "debit", "credit"]],
    ["amounts with a balance behind", "1200\t12.50\t100.00\n4000\t-2.50\t97.50", bare, ["account", "amount", "ignore"]],
    ["signs of currency", "1200\t€ 12.50\t\n4000\t\t€ 12.50", bare, ["account", "debit", "credit"]],
    ["parentheses", "1200\t12.50\n4000\t(12.50)", bare, ["account", "amount"]],
    ["an empty column between", "1200\t\t12.50\n4000\t\t-12.50", bare, ["account", "ignore", "amount"]],
    ["only amounts", "12.50\n-12.50", bare, ["amount"]],
  ])("%s", (_, text, field, expected) => {
    expect(meanings(text, field)).toEqual(expected);
    expect(readPaste(text, field).hasHeadings).toBe(false);
  });
});

describe("the decimal mark is decided for the column", () => {
  const amounts = (cells: string[], field = bare) => lines(cells.map((cell) => `1200\t${cell}`).join("\n"), field).map((line) => line.debit);
  it.each<[string, string[], (string | undefined)[]]>([
    ["by one cell that can only be a comma", ["1.234", "12,50"], ["1234.00", "12.50"]],
    ["by one cell that can only be a point", ["1,234", "12.50"], ["1234.00", "12.50"]],
    ["by one cell with both", ["1.234", "1.234,50"], ["1234.00", "1234.50"]],
    ["by groups", ["1.500", "1.234.567"], ["1500.00", "1234567.00"]],
    ["by the language if nothing tells", ["1,234", "2,345"], ["1234.00", "2345.00"]],
    ["by most cells", ["1.234", "12,50", "13,50", "14.50"], ["1234.00", "12.50", "13.50", "14.50"]],
  ])("%s", (_, cells, expected) => expect(amounts(cells)).toEqual(expected));

  it("and says so for a cell that differs", () => {
    const rows = readPaste("1200\t12,50\n1200\t13,50\n1200\t14.50", bare).rows;
    expect(rows.map((row) => row.cells[1]?.note)).toEqual([undefined, undefined, "Read as 14.50: its decimal mark is not that of the column."]);
  });
  it("and notes the doubt where only the language decided", () => {
    expect(readPaste("1200\t1,234", bare).rows[0]?.cells[1]?.note).toBe("Read as 1,234.00. The comma in “1,234” was taken for a thousands mark.");
    expect(readPaste("1200\t1,234\n1200\t2.50", bare).rows[0]?.cells[1]?.note).toBeUndefined();
  });
  it("and for the column beside it, which cannot tell", () => {
    expect(lines("1200\t1.234\t\n4000\t\t12,50")).toMatchObject([{ debit: "1234.00" }, { credit: "12.50" }]);
  });
  it("and a column that can tell keeps its own", () => {
    const text = "1200\t12,50\t\n1200\t1.234\t\n1200\t13,50\t\n4000\t\t12.50\n4000\t\t1,234";
    expect(lines(text).map((line) => line.debit ?? line.credit)).toEqual(["12.50", "1234.00", "13.50", "12.50", "1234.00"]);
  });
  it("and three decimals are a fault, not thousands", () => {
    expect(faults("1200\t1,234\n1200\t12,50")).toEqual(["This is 1.234, but only 2 decimals can be kept. Type 1.23 or 1.24. The comma in “1,234” was taken for the decimal mark."]);
  });
});

describe("rows become lines", () => {
  it("with all that a line can have", () => {
    const text = "Account\tDebit\tCredit\tText\tCustomer\tDue date\tCurrency\tCost centre\n1200\t1,234.50\t\tInvoice\tmiller ltd\t12/31/2010 00:00\tusd\t100";
    expect(lines(text, books)).toEqual([
      { account: "1200", debit: "1234.50", text: "Invoice", party: "C-001", due: "2010-12-31", currency: "USD", dimensions: { cc: "100" } },
    ]);
  });
  it("with signed amounts on their sides", () => {
    expect(lines("1200\t12.50\n4000\t(12.50)\n4000\t5-")).toMatchObject([{ debit: "12.50" }, { credit: "12.50" }, { credit: "5.00" }]);
  });
  it("with the decimals of their own currency", () => {
    expect(lines("Account\tCurrency\tAmount\n1200\tJPY\t1,234\n1200\tUSD\t5\n4000\t\t-5")).toMatchObject([
      { debit: "1234", currency: "JPY" },
      { debit: "5.00", currency: "USD" },
      { credit: "5.00" },
    ]);
  });
  it("with accounts by code, by name and by both", () => {
    expect(lines("Konto;Betrag\n1200;1\nsales OF goods;1\n6300 Rent;1\n6300 - Rent;1\ncash;-4", books).map((line) => line.account)).toEqual([
      "1200", "4000", "6300", "6300", "CASH",
    ]); // prettier-ignore
  });
  it("with dates in the order that fits all of the column", () => {
    expect(lines("1200\t1\t12/31/2010\n1200\t-1\t1/2/2011").map((line) => line.due)).toEqual(["2010-12-31", "2011-01-02"]);
    expect(lines("1200\t1\t3/1/2011\n1200\t-1\t1/2/2011").map((line) => line.due)).toEqual(["2011-01-03", "2011-02-01"]);
  });
});

describe("each wrong cell has its sentence", () => {
  it.each<[string, string, string[]]>([
    ["an unknown account", "Account\tAmount\n4711\t1", ["There is no account “4711”. Choose another one or create it."]],
    ["no account", "Account\tAmount\tText\n\t1\tx", ["The account is missing."]],
    ["an unknown party", "Account\tAmount\tParty\n1200\t1\tNobody", ["There is no party “Nobody”. Choose another one or create it."]],
    ["an unknown currency", "Account\tAmount\tCurrency\n1200\t1\tXYZ", ["“XYZ” is not a currency here. Type its three letters, such as EUR."]],
    ["no amount", "Account\tDebit\tCredit\n1200\t\t", ["The amount is missing."]],
    ["both sides", "Account\tDebit\tCredit\n1200\t1\t2", ["A line has one amount: a debit or a credit. Remove one of them."]],
    ["a debit below zero", "Account\tDebit\tCredit\n1200\t-1\t", ["A debit is not below zero. Put the amount under credit without its minus."]],
    ["a word for an amount", "Account\tAmount\n1200\tmuch", ["“much” is not an amount. Type a figure, such as 12.50, or a sum, such as 3*12.50."]],
    ["a number of a document for an amount", "Account\tAmount\n1200\t10/2", ["“10/2” is not an amount. Choose another column or correct it."]],
    ["a month for an amount", "Account\tAmount\n1200\t2010-12", ["“2010-12” is not an amount. Choose another column or correct it."]],
    ["too many decimals", "Account\tAmount\n1200\t1.2345", ["This is 1.2345, but only 2 decimals can be kept. Type 1.23 or 1.24."]],
    ["a day that is none", "Account\tAmount\tDue\n1200\t1\t31.2.2011", ["February 2011 has 28 days. Type a day from 1 to 28."]],
    ["another currency in the cell", "Account\tAmount\n1200\t$ 5", ["Leave out the currency sign: the currency has a field of its own."]],
  ])("%s", (_, text, expected) => {
    expect(faults(text, books)).toEqual(expected);
    expect(readPaste(text, books).faults).toBe(expected.length);
  });
  it("and what is wrong is not in the line", () => {
    expect(lines("Account\tAmount\n4711\tmuch", books)).toEqual([{ dimensions: {} }]);
  });
});

describe("a person's choice goes before the guess", () => {
  it("and the guess does not use the same meaning elsewhere", () => {
    const choices: Choice[] = [{ meaning: "text" }];
    const paste = readPaste("1200\t12.50\tRent\n4000\t-12.50\tSale", bare, choices);
    expect(paste.columns.map((column) => column.meaning)).toEqual(["text", "amount", "ignore"]);
    expect(paste.rows[0]?.line).toEqual({ text: "1200", debit: "12.50", dimensions: {} });
  });
  it("and a chosen column of amounts decides its own mark", () => {
    const [, column] = readPaste("1200\t1.234\tx\n1200\t12,5\ty", bare, [{ meaning: "account" }, { meaning: "credit" }]).columns;
    expect(column).toMatchObject({ meaning: "credit", decimalMark: "," });
  });
});

describe("200 rows of 6 cells with decimal commas", () => {
  const rows = Array.from({ length: 200 }, (_, index) => {
    const value = `${index % 3 === 0 ? "1.234" : index + 1},${String(index % 100).padStart(2, "0")}`;
    const text = index % 7 === 0 ? `"Line ${index}\nsecond ""line"""` : `Line ${index}, blue`;
    return [index % 2 ? "4000" : "1200", index % 2 ? "" : value, index % 2 ? value : "", text, "31.12.2010", "EUR"];
  });
  const expected = rows.map(([account, debit, credit], index) => {
    const wire = (value = "") => value.replace(".", "").replace(",", ".");
    const text = index % 7 === 0 ? `Line ${index} second "line"` : `Line ${index}, blue`;
    const side = debit ? { debit: wire(debit) } : { credit: wire(credit) };
    return { account, ...side, text, due: "2010-12-31", currency: "EUR", dimensions: {} };
  });
  const excel = `${rows.map((row) => row.join("\t")).join("\r\n")}\r\n`;
  const file = rows.map((row) => row.map((cell) => (cell.includes(";") ? `"${cell}"` : cell)).join(";")).join("\n");

  it.each([
    ["copied from a spreadsheet", excel],
    ["with a mark of coding and empty rows behind", `\ufeff${excel}\r\n\t\t\t\t\t\r\n\r\n`],
    ["with headings", `Konto\tSoll\tHaben\tText\tFällig\tWährung\r\n${excel}`],
    ["from a file with semicolons", file],
  ])("%s are read without a fault", (_, text) => {
    const paste = readPaste(text, books);
    expect(paste.columns.map((column) => column.meaning)).toEqual(["account", "debit", "credit", "text", "due", "currency"]);
    expect(paste.faults).toBe(0);
    expect(paste.rows.map((row) => row.line)).toEqual(expected);
  });

  it("a thousand rows take less than a second", () => {
    const start = performance.now();
    expect(readPaste(excel.repeat(5), books).rows).toHaveLength(1000);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

it("nothing pasted is nothing", () => {
  expect(readPaste("", bare)).toEqual({ hasHeadings: false, columns: [], rows: [], faults: 0 });
  expect(readPaste("\r\n", bare).rows).toEqual([]);
});
