// The log in sentences: what kinds of events there are, and where the console shows what they are about.

/** Nouns of events, in words, in the order of the filter. */
export const KINDS = [
  ["journalEntry", "Journal entries"],
  ["match", "Matches of open items"],
  ["recurringEntry", "Recurring entries"],
  ["entryTemplate", "Templates of entries"],
  ["revaluation", "Revaluations"],
  ["movement", "Movements of goods"],
  ["count", "Counts"],
  ["reservation", "Reservations"],
  ["pool", "Frozen goods"],
  ["account", "Accounts"],
  ["chart", "Chart of accounts"],
  ["party", "Parties"],
  ["item", "Items"],
  ["itemCategory", "Item categories"],
  ["reasonCode", "Reason codes"],
  ["lot", "Lots"],
  ["serial", "Serial numbers"],
  ["warehouse", "Warehouses"],
  ["location", "Bins"],
  ["period", "Periods"],
  ["fiscalYear", "Fiscal years"],
  ["journal", "Journals"],
  ["currency", "Currencies"],
  ["exchangeRate", "Exchange rates"],
  ["dimension", "Dimensions"],
  ["dimensionValue", "Values of dimensions"],
  ["statementMapping", "Statement mappings"],
  ["organization", "Organization"],
  ["membership", "Rights of people and service accounts"],
  ["role", "Roles"],
  ["approvalPolicy", "Approval policies"],
  ["controlChange", "Changes of controls"],
] as const;

/** A record that an event is about: how it is called, and its address where the console shows it. */
export interface Subject {
  word: string;
  to?: string;
}

const SUBJECTS: Record<string, [word: string, to?: (id: string) => string]> = {
  je: ["the entry", (id) => `/journal/${id}`],
  acc: ["the account", (id) => `/accounts/${id}`],
  mov: ["the movement", (id) => `/movements/${id}`],
  cnt: ["the count", (id) => `/counts/${id}`],
  pty: ["the party", (id) => `/settings/parties/${id}`],
  item: ["the item", (id) => `/items/${id}`],
  wh: ["the warehouse", (id) => `/places/${id}`],
  per: ["the period", (id) => `/close/${id}`],
  fy: ["the year", (id) => `/close/${id}`],
  prn: ["the person", (id) => `/settings/people/${id}`],
  role: ["the role", (id) => `/settings/roles/${id}`],
  dim: ["the dimension", (id) => `/settings/dimensions/${id}`],
  rec: ["the recurring entry", (id) => `/settings/recurring-entries/${id}`],
  tpl: ["the template"],
  map: ["the mapping", (id) => `/settings/statement-mappings/${id}`],
  jnl: ["the journal", () => "/settings/journals"],
  pol: ["the policy", () => "/settings/approval-policies"],
  ccg: ["the change", () => "/settings/control-changes"],
  rsn: ["the reason", () => "/settings/reason-codes"],
  icat: ["the category", () => "/settings/item-categories"],
  org: ["the organization", () => "/settings/organization"],
  xr: ["the rate", () => "/settings/exchange-rates"],
  inv: ["the invitation", () => "/settings/invitations"],
};

/** What an id names. */
export function subjectOf(id: string): Subject {
  const known = SUBJECTS[id.split("_")[0] ?? ""];
  return known ? { word: known[0], ...(known[1] && { to: known[1](id) }) } : { word: "the record" };
}
