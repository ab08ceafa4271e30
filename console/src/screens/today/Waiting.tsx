import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { useInbox } from "../../api/inbox";
import { useOrganization } from "../../api/organization";
import { may } from "../../api/session";
import { type Summary, useCounting } from "../../api/summary";
import { CHAPTERS } from "../../app/nav";
import { Amount } from "../../parts/Amount";
import { GROUPS, titleOf } from "../inbox/called";
import { Rows } from "./Rows";
import { plural } from "../../text/language";

/** Rows that are shown; the rest is in the inbox. */
const SHOWN = 5;
const INBOX = CHAPTERS.flatMap((chapter) => chapter.places).find((place) => place.to === "/inbox");

/** What waits for the caller, the most urgent first. */
export function Waiting(): JSX.Element | null {
  if (![INBOX?.needs ?? []].flat().some(may)) return null;
  return <InboxRows />;
}

function InboxRows(): JSX.Element {
  const { items, counts, isLoading } = useInbox();
  const { summary, isLoading: isCounting } = useCounting();
  const base = useOrganization()?.baseCurrency;
  const own = items.filter((item) => item.group !== "submitted").slice(0, SHOWN);
  const rest = counts ? counts.approve + counts.rejected + counts.reversal + counts.cost + counts.draft - own.length : 0;
  return (
    <section aria-label="Inbox" aria-busy={isLoading || isCounting}>
      <h2>
        <Link to="/inbox">Waiting for you</Link>
      </h2>
      {!isLoading && own.length === 0 && <p className="dim">Nothing waits for you.</p>}
      <Rows
        label="Waiting for you"
        rows={own.map((item) => ({
          key: item.id,
          title: item.kind === "entry" ? <Link to="/journal/$entry" params={{ entry: item.id }}>{titleOf(item)}</Link> : <Link to="/inbox">{titleOf(item)}</Link>,
          told: GROUPS[item.group].word,
          figure: item.amount === null ? null : <Amount value={item.amount} currency={item.currency === base ? undefined : (item.currency ?? undefined)} />,
        }))}
      />
      {rest > 0 && (
        <p>
          <Link to="/inbox">{rest} more</Link>
        </p>
      )}
      {summary && <InAll summary={summary} />}
    </section>
  );
}

/** How much waits in all, for whomever: of entries and of goods. */
function InAll({ summary }: { summary: Summary }): JSX.Element | null {
  const { drafts, pending } = summary;
  const parts = [
    { to: "/journal", status: "draft", count: drafts.journalEntries, one: "draft of an entry", many: "drafts of entries" },
    { to: "/journal", status: "pendingApproval", count: pending.journalEntries, one: "entry to approve", many: "entries to approve" },
    { to: "/movements", status: "draft", count: drafts.movements, one: "draft of a movement", many: "drafts of movements" },
    { to: "/movements", status: "pendingApproval", count: pending.movements, one: "movement to approve", many: "movements to approve" },
  ].filter((part) => part.count);
  if (parts.length === 0) return null;
  return (
    <p className="dim">
      In all:{" "}
      {parts.map(({ to, status, count, one, many }, at) => (
        <span key={one}>
          {at > 0 && ", "}
          <Link to={to as "/journal"} search={{ status }}>
            {count} {plural(count ?? 0, one, many)}
          </Link>
        </span>
      ))}
      .
    </p>
  );
}
