import {
  IconBarcode,
  IconBooks,
  IconBuildingWarehouse,
  IconChartBar,
  IconClipboardCheck,
  IconFileImport,
  IconFileText,
  IconHistory,
  IconInbox,
  IconListCheck,
  IconListDetails,
  IconPackages,
  IconReceipt,
  IconRosetteDiscountCheck,
  IconScale,
  IconScan,
  IconSettings,
  IconSunHigh,
  IconTable,
  IconTag,
  IconTruck,
  type TablerIcon,
} from "@tabler/icons-react";
import { useWaiting } from "../api/inbox";
import type { Permission } from "../api/session";

/** A screen in the column on the left. */
export interface Place {
  /** What it is called. */
  name: string;
  /** Its address. */
  to: string;
  /** The key behind `g`. */
  letter: string;
  icon: TablerIcon;
  /** The right without which it is not there; of several, one is enough. */
  needs: Permission | readonly Permission[];
  /** Whether it is a page of its own, which the router does not know. */
  isOutside?: true;
  /** How many things wait there: a hook. */
  useCount?: () => number;
  /** Other words that somebody may search it by. */
  words: string;
}

/** A chapter of the column; the first one has no name. */
export interface Chapter {
  name: string;
  places: Place[];
}

/** All screens, in the order in which they stand. */
export const CHAPTERS: Chapter[] = [
  {
    name: "",
    places: [
      {
        name: "Today",
        to: "/today",
        letter: "d",
        icon: IconSunHigh,
        needs: ["reports:read", "journalEntries:draft", "movements:read", "counts:read"],
        words: "dashboard overview cash result jobs home",
      },
      {
        name: "Inbox",
        to: "/inbox",
        letter: "n",
        icon: IconInbox,
        needs: ["journalEntries:draft", "journalEntries:approve", "movements:approve", "counts:approve", "controlChanges:approve"],
        useCount: useWaiting,
        words: "approve approvals waiting drafts rejected tasks",
      },
    ],
  },
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
      {
        name: "Close",
        to: "/close",
        letter: "c",
        icon: IconRosetteDiscountCheck,
        needs: "periods:read",
        words: "periods months years lock seal reopen checklist fiscal",
      },
      {
        name: "Import",
        to: "/import",
        letter: "f",
        icon: IconFileImport,
        needs: "journalEntries:draft",
        words: "files csv excel xero quickbooks odoo spreadsheet opening balances migrate upload",
      },
    ],
  },
  {
    name: "Warehouse",
    places: [
      {
        name: "Work",
        to: "/work",
        letter: "w",
        icon: IconListCheck,
        needs: "movements:read",
        words: "jobs receive ship count expiring low reorder",
      },
      {
        name: "Scan",
        to: "/scan",
        letter: "x",
        icon: IconScan,
        needs: ["movements:post", "movements:draft", "counts:record"],
        isOutside: true,
        words: "barcode scanner receive put away issue move count camera phone",
      },
      {
        name: "Stock",
        to: "/stock",
        letter: "s",
        icon: IconPackages,
        needs: "movements:read",
        words: "on hand available reserved held lots serials ageing",
      },
      {
        name: "Movements",
        to: "/movements",
        letter: "m",
        icon: IconTruck,
        needs: "movements:read",
        words: "receipts issues shipments transfers adjustments goods",
      },
      {
        name: "Counts",
        to: "/counts",
        letter: "k",
        icon: IconClipboardCheck,
        needs: "counts:read",
        words: "inventory stocktake blind variance recount",
      },
      {
        name: "Items",
        to: "/items",
        letter: "i",
        icon: IconTag,
        needs: "items:read",
        words: "products goods sku gtin barcode lots",
      },
      {
        name: "Places",
        to: "/places",
        letter: "l",
        icon: IconBuildingWarehouse,
        needs: "warehouses:read",
        words: "warehouses bins locations shelves",
      },
      {
        name: "Labels",
        to: "/labels",
        letter: "e",
        icon: IconBarcode,
        needs: "items:read",
        words: "print barcodes datamatrix code 128 sheets stickers",
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
  {
    name: "Administration",
    places: [
      {
        name: "Audit",
        to: "/audit",
        letter: "h",
        icon: IconHistory,
        needs: "audit:read",
        words: "trail changes who when before after chain verification",
      },
      {
        name: "Settings",
        to: "/settings",
        letter: ",",
        icon: IconSettings,
        needs: ["organization:read"],
        words: "users people roles service accounts journals years dimensions rates policies devices keys",
      },
    ],
  },
];
