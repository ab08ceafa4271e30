// All reports, each with what it answers: for the page that lists them, and for who searches one.

/** A report and its address. */
export interface ReportPlace {
  to: string;
  name: string;
  what: string;
  /** Whether only who belongs to several organizations has it. */
  isOfSeveral?: true;
}

/** Reports of one kind. */
export interface ReportChapter {
  name: string;
  reports: ReportPlace[];
}

/** The reports that are offered to somebody who belongs to so many organizations. */
export const reportsFor = (organizations: number): ReportChapter[] =>
  REPORTS.map((chapter) => ({ ...chapter, reports: chapter.reports.filter((one) => !one.isOfSeveral || organizations > 1) }));

/** The reports by what they are for. */
const REPORTS: ReportChapter[] = [
  {
    name: "Statements",
    reports: [
      { to: "/reports/profit-and-loss", name: "Profit and loss", what: "Revenue, expenses and the result of some days, by month, compared and split" },
      { to: "/reports/balance-sheet", name: "Balance sheet", what: "Assets, liabilities and equity at the end of a day" },
      { to: "/reports/cash-flow", name: "Cash flow", what: "From the result to the change in cash" },
      { to: "/reports/changes-in-equity", name: "Changes in equity", what: "What owners put in and took out, and what the result added" },
      { to: "/reports/trial-balance", name: "Trial balance", what: "Opening, movement and closing of every account in debits and credits" },
      { to: "/reports/combined-trial-balance", name: "Combined trial balance", what: "Several organizations side by side, and their sum", isOfSeveral: true },
    ],
  },
  {
    name: "Books",
    reports: [
      { to: "/reports/general-ledger", name: "General ledger", what: "Every account with its lines and the balance after each" },
      { to: "/reports/journal", name: "Journal, line by line", what: "Every line of every posted entry, with sums carried forward" },
      { to: "/reports/aged-open-items", name: "Open items by age", what: "Who owes how much, and for how long it is overdue" },
      { to: "/reports/party-statement", name: "Statement of account", what: "What one customer or supplier was billed, paid and still owes, to keep and to send" },
    ],
  },
  {
    name: "Checks",
    reports: [
      { to: "/reports/voids", name: "Voids, reversals and corrections", what: "What was taken back, by which entry and why" },
      { to: "/reports/late-entries", name: "Late entries", what: "Posted after their period, into a soft-closed one, or dated far back" },
      { to: "/reports/number-gaps", name: "Gaps in numbers", what: "Whether a number is missing in any journal" },
      { to: "/reports/diff", name: "What changed since", what: "The entries between two moments, and what they changed" },
    ],
  },
];
