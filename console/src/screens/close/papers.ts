// The papers of a month or a year, and how they are fetched.

import { send } from "../../api/client";
import { apiBase } from "../../api/place";
import { Problem, problemOf } from "../../api/problem";
import { may } from "../../api/session";
import { type Packed, zip } from "./zip";

/** A paper: how it is called, its file, and where it comes from. */
export interface Paper {
  title: string;
  file: string;
  /** Below `/api/v1`. */
  path: string;
  /** Whether it is a page to print rather than a sheet. */
  isPage?: boolean;
}

/** The papers of these days that the caller may read; pages to print of those that fit on paper. */
export function papersOf(from: string, to: string): Paper[] {
  const span = `dateFrom=${from}&dateTo=${to}`;
  const reports: [title: string, name: string, query: string, prints: boolean][] = [
    ["Trial balance", "trial-balance", span, true],
    ["Profit and loss", "profit-and-loss", span, true],
    ["Balance sheet", "balance-sheet", `asOf=${to}`, true],
    ["General ledger", "general-ledger", span, false],
    ["Journal", "journal", span, false],
  ];
  const papers = !may("reports:read")
    ? []
    : reports.flatMap(([title, name, query, prints]): Paper[] => {
        const path = `/accounting/reports/${name}?${query}`;
        const sheet = { title, file: `${name}.xlsx`, path: `${path}&format=xlsx` };
        return prints ? [sheet, { title, file: `${name}.html`, path: `${path}&format=print`, isPage: true }] : [sheet];
      });
  const hasProof = may("reports:read") && may("costs:read");
  return [...papers, ...(hasProof ? [{ title: "Proof of stock, signed", file: "proof-of-stock.json", path: `/inventory/proof?asOf=${to}` }] : [])];
}

/** A paper that could not be had, and why. */
export interface Missing {
  paper: Paper;
  problem: Problem;
}

/** Fetches the papers one after another into one file. What is refused is left out, and said in the list of contents. */
export async function packed(
  papers: readonly Paper[],
  signal: AbortSignal,
  onPaper: (paper: Paper, at: number) => void,
): Promise<{ file: Blob; missing: Missing[] }> {
  const files: Packed[] = [];
  const missing: Missing[] = [];
  for (const [at, paper] of papers.entries()) {
    onPaper(paper, at);
    const response = await send(new Request(`${apiBase}/api/v1${paper.path}`, { signal }));
    if (response.ok) files.push({ name: paper.file, bytes: new Uint8Array(await response.arrayBuffer()) });
    else missing.push({ paper, problem: problemOf(response.status, await response.json().catch(() => null)) });
  }
  const contents = [
    ...papers.filter((paper) => files.some((file) => file.name === paper.file)).map((paper) => `${paper.file}: ${paper.title}`),
    ...missing.map(({ paper, problem }) => `${paper.file}: left out, ${problem.message}`),
    `Fetched on ${new Date().toISOString()} from ${apiBase}`,
  ];
  const bytes = new TextEncoder().encode(`${contents.join("\r\n")}\r\n`) as Uint8Array<ArrayBuffer>;
  return { file: zip([...files, { name: "contents.txt", bytes }], new Date()), missing };
}

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
