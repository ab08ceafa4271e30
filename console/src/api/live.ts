import { apiBase } from "./place";
import { type Subject, queries } from "./queries";
import { may, session } from "./session";
import { store } from "./store";

// The books change while they are shown. One tab of the browser reads the feed and tells the others: a browser has six
// connections to one address. News only make what was read stale; nothing on the screen moves by itself.

/** What the feed says of one event. */
interface Told {
  type: string;
  actor: string;
}

/** What an event about a noun makes stale. */
const STALE: Record<string, Subject[]> = {
  journalEntry: ["entries", "balances", "inbox"],
  match: ["matches", "entries"],
  revaluation: ["entries", "balances"],
  account: ["accounts"],
  chart: ["accounts"],
  party: ["parties"],
  period: ["periods"],
  fiscalYear: ["periods"],
  movement: ["stock", "entries", "balances", "inbox"],
  count: ["stock", "inbox"],
  reservation: ["stock"],
  item: ["stock"],
  itemCategory: ["stock"],
  lot: ["stock"],
  serial: ["stock"],
  warehouse: ["stock"],
  location: ["stock"],
  pool: ["stock"],
  controlChange: ["controls", "rules", "inbox"],
  approvalPolicy: ["controls", "rules"],
  role: ["people", "controls"],
  organization: ["organization"],
  journal: ["journals"],
  dimension: ["dimensions"],
  dimensionValue: ["dimensions"],
  currency: ["currencies"],
  exchangeRate: ["currencies"],
  statementMapping: ["accounts"],
  recurringEntry: ["entries"],
  entryTemplate: ["entries"],
  reasonCode: ["stock"],
  membership: ["people", "controls"],
};

/** How much came from others since the lists were read, by noun. */
export const news = store<Readonly<Record<string, number>>>({});

/** The lists of this noun are read anew: nothing is news any more. */
export function seen(noun: string): void {
  const { [noun]: _, ...others } = news.get();
  news.set(others);
}

function hear(told: Told): void {
  const now = session.get();
  const isOwn = now.state === "in" && told.actor === now.me.principalId;
  const noun = told.type.split(".")[0] ?? "";
  const subjects = STALE[noun] ?? [];
  if (told.type.startsWith("membership.") || told.type.startsWith("role.")) void import("./session").then((own) => own.readMe());
  void queries.invalidateQueries({
    predicate: (query) => subjects.includes(query.queryKey[0] as Subject),
    // Lists stay as they are until somebody asks for the news; what is opened next is read anew.
    refetchType: "none",
  });
  if (!isOwn && subjects.length > 0) news.set({ ...news.get(), [noun]: (news.get()[noun] ?? 0) + 1 });
}

/** Follows the feed while this tab is open. */
export function followFeed(): () => void {
  const now = session.get();
  if (now.state !== "in" || !may("events:read")) return () => undefined;
  const name = `countinghouse-live-${now.organization}`;
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event: MessageEvent<Told | "rewound">) => {
    if (event.data === "rewound") void queries.resetQueries();
    else hear(event.data);
  };
  const leave = new AbortController();
  const follow = (): Promise<void> =>
    new Promise((resolve) => {
      const source = new EventSource(`${apiBase}/api/v1/events/stream?after=now`, { withCredentials: true });
      const end = (): void => {
        source.close();
        resolve();
      };
      leave.signal.addEventListener("abort", end);
      const tell = (message: MessageEvent<string>): void => {
        const told = JSON.parse(message.data) as Told;
        hear(told);
        channel.postMessage({ type: told.type, actor: told.actor } satisfies Told);
      };
      // Every type is an event of its own name.
      for (const type of TYPES) source.addEventListener(type, tell);
      source.addEventListener("feed_rewound", () => {
        void queries.resetQueries();
        channel.postMessage("rewound");
        end();
      });
    });
  navigator.locks
    ?.request(name, { signal: leave.signal }, follow)
    .catch(() => undefined); // It was left before this tab's turn came.
  return () => {
    leave.abort();
    channel.close();
  };
}

/** The nouns of the settings with what happens to them. */
const SETTINGS = ["journal", "dimension", "dimensionValue", "currency", "statementMapping", "recurringEntry", "entryTemplate", "reasonCode"].flatMap((noun) =>
  ["created", "updated", "deleted"].map((act) => `${noun}.${act}`),
);

const TYPES = [
  ...SETTINGS,
  "organization.updated",
  "exchangeRate.created",
  "exchangeRate.imported",
  "membership.changed",
  "role.created",
  "role.updated",
  "role.deleted",
  "approvalPolicy.created",
  "approvalPolicy.updated",
  "approvalPolicy.deleted",
  "controlChange.proposed",
  "controlChange.approved",
  "controlChange.rejected",
  "controlChange.withdrawn",
  "account.created",
  "account.updated",
  "account.deleted",
  "chart.imported",
  "party.created",
  "party.updated",
  "party.merged",
  "party.deleted",
  "period.created",
  "period.softClosed",
  "period.closed",
  "period.reopened",
  "fiscalYear.created",
  "fiscalYear.closed",
  "fiscalYear.reopened",
  "journalEntry.drafted",
  "journalEntry.edited",
  "journalEntry.deleted",
  "journalEntry.submitted",
  "journalEntry.withdrawn",
  "journalEntry.rejected",
  "journalEntry.posted",
  "journalEntry.voided",
  "journalEntry.reversed",
  "journalEntry.corrected",
  "match.created",
  "match.undone",
  "revaluation.run",
  "movement.drafted",
  "movement.submitted",
  "movement.posted",
  "movement.voided",
  "count.submitted",
  "count.posted",
  "reservation.created",
  "reservation.released",
  "item.created",
  "item.updated",
  "item.deleted",
  "item.imported",
  "itemCategory.created",
  "itemCategory.updated",
  "itemCategory.deleted",
  "lot.created",
  "lot.updated",
  "lot.deleted",
  "serial.created",
  "serial.updated",
  "serial.deleted",
  "warehouse.created",
  "warehouse.updated",
  "warehouse.deleted",
  "location.created",
  "location.updated",
  "location.deleted",
  "pool.frozen",
  "pool.released",
];
