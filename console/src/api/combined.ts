// The combined trial balance of several organizations, as the service answers it.

/** Debit and credit in the one currency of all books. */
interface Sides {
  debit: string;
  credit: string;
}

/** What one organization has of an account. */
export interface CombinedCell extends Sides {
  accountId: string | null;
  /** What the organization calls it; null where it has nothing there. */
  name: string | null;
}

/** An account by its code, or a result of earlier years, which has none. */
export interface CombinedRow extends Sides {
  code: string | null;
  name: string;
  type: string;
  /** By organization, in their order. */
  columns: CombinedCell[];
}

/** An organization with the sums of its column. */
export interface CombinedOrganization extends Sides {
  id: string;
  name: string;
  /** The first day of its fiscal year: profit and loss is from there on. */
  dateFrom: string;
  seq: number;
}

/** The trial balances of several organizations side by side; nothing is set off between them. */
export interface CombinedTrialBalance {
  asOf: string;
  currency: string;
  organizations: CombinedOrganization[];
  data: CombinedRow[];
  totals: Sides;
  /** What one should know before reading, ready to be shown. */
  notes: { code: string; message: string; accounts: string[] }[];
}
