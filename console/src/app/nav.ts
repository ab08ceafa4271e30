import {
  IconBooks,
  IconChartBar,
  IconFileText,
  IconListDetails,
  IconReceipt,
  IconScale,
  IconTable,
  type TablerIcon,
} from "@tabler/icons-react";
import type { Permission } from "../api/session";

/** A screen in the column on the left. */
export interface Place {
  /** What it is called. */
  name: string;
  /** Its address. */
  to: string;
  /** The letter behind `g`. */
  letter: string;
  icon: TablerIcon;
  /** The right without which it is not there. */
  needs: Permission;
  /** Other words that somebody may search it by. */
  words: string;
}

/** A chapter of the column. */
export interface Chapter {
  name: string;
  places: Place[];
}

/** All screens, in the order in which they stand. */
export const CHAPTERS: Chapter[] = [
  {
    name: "Accounting",
    places: [
      {
        name: "Journal",
        to: "/journal",
        letter: "j",
        icon: IconBooks,
        needs: "journalEntries:read",
        words: "entries postings transactions ledger",
      },
      {
        name: "Accounts",
        to: "/accounts",
        letter: "a",
        icon: IconListDetails,
        needs: "accounts:read",
        words: "chart balances statement",
      },
      {
        name: "Open items",
        to: "/open-items",
        letter: "o",
        icon: IconReceipt,
        needs: "journalEntries:read",
        words: "receivables payables unpaid matching payments ageing",
      },
    ],
  },
  {
    name: "Reports",
    places: [
      {
        name: "Profit and loss",
        to: "/reports/profit-and-loss",
        letter: "p",
        icon: IconChartBar,
        needs: "reports:read",
        words: "income statement revenue expenses result p&l",
      },
      {
        name: "Balance sheet",
        to: "/reports/balance-sheet",
        letter: "b",
        icon: IconScale,
        needs: "reports:read",
        words: "assets liabilities equity position",
      },
      {
        name: "Trial balance",
        to: "/reports/trial-balance",
        letter: "t",
        icon: IconTable,
        needs: "reports:read",
        words: "debits credits totals accounts",
      },
      {
        name: "All reports",
        to: "/reports",
        letter: "r",
        icon: IconFileText,
        needs: "reports:read",
        words: "cash flow general ledger ageing voids gaps late entries",
      },
    ],
  },
];
