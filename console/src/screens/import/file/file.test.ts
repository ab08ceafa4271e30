import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { crc32 } from "../../close/zip";
import { csvLine, decoded, rowsOf } from "./csv";
import { FileDesk } from "./fileDesk";
import { bestRows, placeOfHeadings } from "./heading";
import { sheetRows } from "./sheet";

test("rows have the lines at which they begin, whatever is in quotes", () => {
  const rows = rowsOf('a,b\n\n"two\nlines","say ""yes"""\nlast,', ",");
  expect(rows).toEqual([
    { line: 1, cells: ["a", "b"] },
    { line: 3, cells: ["two\nlines", 'say "yes"'] },
    { line: 5, cells: ["last", ""] },
  ]);
  expect(rowsOf("", ",")).toEqual([]);
  expect(rowsOf('"never closed', ",")).toEqual([{ line: 1, cells: ["never closed"] }]);
});

test("what is not UTF-8 is read as spreadsheets of the West write it, and that is said", () => {
  expect(decoded(new Uint8Array([0x4d, 0xfc, 0x6c, 0x6c]))).toEqual({ text: "Müll", encoding: "Windows-1252" });
  expect(decoded(new TextEncoder().encode("\ufeffa\r\nb"))).toEqual({ text: "a\nb", encoding: "UTF-8" });
  expect(decoded(new Uint8Array([0xff, 0xfe, 0x61, 0]))).toEqual({ text: "a", encoding: "UTF-16" });
});

test("headings are found under the titles of a report, and by the sign that separates most of them", () => {
  const report = 'Acme Ltd,,,\nJournal,,,\n"January, 2010",,,\n\n,Date,Account,Debit,Credit\n,01/15/2010,Sales,5.00,\n';
  const rows = bestRows(report);
  expect(rows[placeOfHeadings(rows)]).toEqual({ line: 5, cells: ["", "Date", "Account", "Debit", "Credit"] });
  expect(bestRows("Datum;Konto;Soll\n1.2.2010;Bank, alt;1,00\n")[0]?.cells).toEqual(["Datum", "Konto", "Soll"]);
  expect(placeOfHeadings([])).toBe(0);
});

test("a cell of a file that is written is quoted where it must be", () => {
  expect(csvLine(["a", "b,c", 'say "d"', "e\nf"])).toBe('a,"b,c","say ""d""","e\nf"');
});

/** A ZIP file as spreadsheets write it: compressed, with a directory at its end. */
function zipped(files: Record<string, string>): Uint8Array<ArrayBuffer> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const raw = Buffer.from(text);
    const packed = deflateRawSync(raw);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(crc32(raw), 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(raw.length, 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(raw.length, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    parts.push(head, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(at, 16);
  return Uint8Array.from(Buffer.concat([...parts, ...directory, end]));
}

/** What a workbook has besides its sheet: the second of its formats is a day. */
const WORKBOOK = {
  "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
  "xl/workbook.xml":
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Journal" sheetId="1" r:id="rId1"/></sheets></workbook>',
  "xl/_rels/workbook.xml.rels":
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
  "xl/styles.xml": '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" xfId="0"/><xf numFmtId="14" xfId="0"/></cellXfs></styleSheet>',
};
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

test("a sheet is read with shared and own texts, days, figures of all digits, and cells that are left out", async () => {
  const rows = await sheetRows(
    zipped({
      ...WORKBOOK,
      "xl/sharedStrings.xml": `<sst ${MAIN}><si><t>Date</t></si><si><r><t>Ac</t></r><r><t xml:space="preserve">count &amp; name</t></r></si><si/></sst>`,
      "xl/worksheets/sheet1.xml": `<worksheet ${MAIN}><dimension ref="A1:D5"/><sheetData><row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row><row r="3"/><row r="5"><c r="A5" s="1"><v>40179</v></c><c r="B5" t="inlineStr"><is><t>Rent</t></is></c><c r="C5" s="0"/><c r="D5"><v>1234567890123.4567</v></c></row></sheetData></worksheet>`,
    }),
  );
  expect(rows).toEqual([
    { line: 2, cells: ["Date", "", "Account & name", ""] },
    { line: 5, cells: ["2010-01-01", "Rent", "", "1234567890123.4567"] },
  ]);
  await expect(sheetRows(Uint8Array.from([0x50, 0x4b, 3, 4]))).rejects.toThrow();
});

const bytes = (text: string): ArrayBuffer => Uint8Array.from(new TextEncoder().encode(text)).buffer;

test("a desk tells what was read, keeps the keys of a run, and gives faulty lines back as they stand", async () => {
  const desk = new FileDesk();
  const opened = await desk.open(bytes("date,account,debit\n2010-12-01,1010,5.00\n2010-12-02,Bank,x\n"));
  expect([opened.headings, opened.samples[1], opened.isSheet]).toEqual([["date", "account", "debit"], ["1010", "Bank"], false]);
  expect(JSON.parse(new TextDecoder().decode(desk.body({ kind: "journalEntries" })))).toMatchObject({ kind: "journalEntries", text: expect.stringContaining("2010-12-01,1010") });
  const lines = [{ accountCode: "1010", debit: "5.00" }, { accountCode: "6100", credit: "5.00" }];
  const answer = {
    rows: 2,
    requests: [{ lines: [2, 2], method: "POST", path: "/accounting/journal-entries", body: { date: "2010-12-01", description: "Rent", lines } }],
    faults: [{ line: 3, column: "debit", message: '"x" is not an amount: …' }, { line: 3, column: "account", message: "is empty" }],
    faultsTotal: 2,
    ignored: [],
    unknownAccounts: [],
  };
  const summary = desk.take(bytes(JSON.stringify(answer)), "journalEntries", "GBP");
  expect(summary).toMatchObject({ requests: 1, shown: 2, sums: [{ currency: "GBP", amount: "5.00" }], first: "2010-12-01", last: "2010-12-01" });
  expect(summary.faults).toEqual([
    { line: 3, column: "debit", value: "x", message: "is not an amount: …" },
    { line: 3, column: "account", value: "Bank", message: "is empty" },
  ]);
  const [chunk] = desk.chunks("run", 0, 200, "GJ");
  expect(JSON.parse(chunk?.body ?? "")).toEqual({ atomic: false, items: [{ ...answer.requests[0]?.body, journalCode: "GJ" }] });
  expect(desk.chunks("run", 0, 200, "GJ")[0]?.key).toBe(chunk?.key);
  expect(desk.chunks("other", 0, 200, "GJ")[0]?.key).not.toBe(chunk?.key);
  expect(desk.faulty([{ lines: [3], message: "no amount" }])).toBe("\ufeffdate,account,debit,Line,Why not\r\n2010-12-02,Bank,x,3,no amount\r\n");
});
