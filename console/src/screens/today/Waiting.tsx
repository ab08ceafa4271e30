import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { type InboxItem, useInbox } from "../../api/inbox";
import { useOrganization } from "../../api/organization";
import { may } from "../../api/session";
import { CHAPTERS } from "../../app/nav";
import { Amount } from "../../parts/Amount";
import { Rows } from "./Rows";

/** Rows that are shown; the rest is in the inbox. */
const SHOWN = 5;
const WORDS: Record<InboxItem["group"], string> = { approve: "to approve", rejected: "came back", draft: "draft", sent: "with others" };
const INBOX = CHAPTERS.flatMap((chapter) => chapter.places).find((place) => place.to === "/inbox");

/** What waits for the caller, the most urgent first. */
export function Waiting(): JSX.Element | null {
  if (![INBOX?.needs ?? []].flat().some(may)) return null;
  return <InboxRows />;
}

function InboxRows(): JSX.Element {
  const { items, isLoading } = useInbox();
  const base = useOrganization()?.baseCurrency;
  const own = items.filter((item) => item.group !== "sent");
  return (
    <section aria-label="Inbox">
      <h2>
        <Link to="/inbox">Waiting for you</Link>
      </h2>
      {!isLoading && own.length === 0 && <p className="dim">Nothing waits for you.</p>}
      <Rows
        label="Waiting for you"
        rows={own.slice(0, SHOWN).map((item) => ({
          key: item.id,
          title: item.kind === "entry" ? <Link to="/journal/$entry" params={{ entry: item.id }}>{item.title}</Link> : <Link to="/inbox">{item.title}</Link>,
          told: WORDS[item.group],
          figure: item.amount === null ? null : <Amount value={item.amount} currency={item.currency === base ? undefined : (item.currency ?? undefined)} />,
        }))}
      />
      {own.length > SHOWN && (
        <p>
          <Link to="/inbox">{own.length - SHOWN} more</Link>
        </p>
      )}
    </section>
  );
}
