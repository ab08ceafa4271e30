// The papers of a month or a year, and how they are fetched.

import { send } from "../../api/client";
import { apiBase } from "../../api/place";
import { Problem, problemOf } from "../../api/problem";
import { may } from "../../api/session";
import { addDays } from "../../text/calendar";
import { checklistSheet, historySheet, proofSheet, ratesSheet } from "./sheets";
import { type Packed, zip } from "./zip";

/** A paper: how it is called, its file, and where it comes from. */
export interface Paper {
  title: string;
  file: string;
  /** Below `/api/v1`. */
  path: string;
  /** Whether it is a page to print rather than a sheet. */
  isPage?: boolean;
  /** Makes the sheet of what the service answers; absent where the service makes it. */
  sheet?: (body: never, names: (principal: string) => string) => string;
}

/** Whose papers they are. */
export interface Subject {
  from: string;
  to: string;
  /** How it is called: `2010-12`. */
  name: string;
  /** The period, or the year. */
  id: string;
  kind: "period" | "year";
}

/** Rates of a month may be valid since the month before. */
const RATES_FROM_DAYS = 31;

/** The papers of these days that the caller may read; pages to print of those that fit on paper. */
export function papersOf({ from, to, id, kind }: Subject): Paper[] {
  const span = `dateFrom=${from}&dateTo=${to}`;
  const reads = may("reports:read");
  const files: [title: string, file: string, path: string, prints: boolean, isWanted: boolean][] = [
    ["Trial balance", "trial-balance", `/accounting/reports/trial-balance?${span}`, true, reads],
    ["Profit and loss", "profit-and-loss", `/accounting/reports/profit-and-loss?${span}`, true, reads],
    ["Balance sheet", "balance-sheet", `/accounting/reports/balance-sheet?asOf=${to}`, true, reads],
    ["General ledger", "general-ledger", `/accounting/reports/general-ledger?${span}`, false, reads],
    ["Journal", "journal", `/accounting/reports/journal?${span}`, false, reads],
    ["Open items of customers", "open-items-receivable", `/accounting/open-items?controlFor=receivable&asOf=${to}`, false, may("journalEntries:read")],
    ["Open items of suppliers", "open-items-payable", `/accounting/open-items?controlFor=payable&asOf=${to}`, false, may("journalEntries:read")],
    ["Stock list with values", "stock", `/inventory/reports/valuation?asOf=${to}`, false, reads && may("costs:read")],
  ];
  const record = kind === "period" ? `/accounting/periods/${id}` : `/accounting/fiscal-years/${id}`;
  const proof = `/inventory/proof?asOf=${to}`;
  const proves = reads && may("costs:read");
  return [
    ...files
      .filter(([, , , , isWanted]) => isWanted)
      .flatMap(([title, file, path, prints]): Paper[] => {
        const sheet = { title, file: `${file}.xlsx`, path: `${path}&format=xlsx` };
        return prints ? [sheet, { title, file: `${file}.html`, path: `${path}&format=print`, isPage: true }] : [sheet];
      }),
    ...(may("periods:read")
      ? [
          { title: "Who closed it and when", file: "closing-history.csv", path: record, sheet: historySheet },
          { title: "Checklist", file: "checklist.csv", path: `${record}/checklist`, sheet: checklistSheet },
        ]
      : []),
    ...(may("exchangeRates:read")
      ? [{ title: "Exchange rates", file: "exchange-rates.csv", path: `/accounting/exchange-rates?dateFrom=${addDays(from, -RATES_FROM_DAYS)}&dateTo=${to}&limit=200`, sheet: ratesSheet }]
      : []),
    ...(proves
      ? [
          { title: "Proof of stock", file: "proof-of-stock.csv", path: proof, sheet: proofSheet },
          { title: "Proof of stock, signed", file: "proof-of-stock.json", path: proof },
        ]
      : []),
  ];
}

/** A paper that could not be had, and why. */
export interface Missing {
  paper: Paper;
  problem: Problem;
}

/** Fetches the papers one after another into one file. What is refused is left out, and said in the list of contents. */
export async function packed(
  papers: readonly Paper[],
  of: { organization: string; subject: Subject; by: string; names: (principal: string) => string },
  signal: AbortSignal,
  onPaper: (paper: Paper, at: number) => void,
): Promise<{ file: Blob; missing: Missing[] }> {
  const files: Packed[] = [];
  const missing: Missing[] = [];
  // A proof reads every movement: what two papers are made of is read once.
  const answers = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const [at, paper] of papers.entries()) {
    onPaper(paper, at);
    let bytes = answers.get(paper.path);
    if (!bytes) {
      const response = await send(new Request(`${apiBase}/api/v1${paper.path}`, { signal }));
      if (!response.ok) {
        missing.push({ paper, problem: problemOf(response.status, await response.json().catch(() => null)) });
        continue;
      }
      bytes = new Uint8Array(await response.arrayBuffer());
      answers.set(paper.path, bytes);
    }
    files.push({ name: paper.file, bytes: paper.sheet ? encoded(paper.sheet(JSON.parse(new TextDecoder().decode(bytes)) as never, of.names)) : bytes });
  }
  const { subject } = of;
  const contents = [
    of.organization,
    `${subject.kind === "period" ? "Period" : "Fiscal year"} ${subject.name}, ${subject.from} to ${subject.to}`,
    `${files.length} of ${papers.length} papers`,
    "",
    ...papers.filter((paper) => files.some((file) => file.name === paper.file)).map((paper) => `${paper.file}: ${paper.title}`),
    ...missing.map(({ paper, problem }) => `${paper.file}: left out, ${problem.message}`),
    "",
    `Fetched on ${new Date().toISOString()} by ${of.by} from ${apiBase}`,
  ];
  return { file: zip([...files, { name: "contents.txt", bytes: encoded(`${contents.join("\r\n")}\r\n`) }], new Date()), missing };
}

const encoded = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;

/** Hands a file to the browser to be saved. */
export function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun by then; keeping it would keep the file in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
