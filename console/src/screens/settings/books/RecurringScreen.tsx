import { Button } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { useOrganization } from "../../../api/organization";
import { touched } from "../../../api/queries";
import { ask, useAll, useOne } from "../../../api/records";
import type { components } from "../../../api/schema";
import { may } from "../../../api/session";
import { useActions } from "../../../app/actions";
import { say } from "../../../app/toasts";
import { Chip, type ChipKind } from "../../../parts/Chip";
import { EntryLines } from "../../../parts/EntryLines";
import { PlainTable } from "../../../parts/PlainTable";
import { Refusal } from "../../../parts/Refusal";
import { formatDay } from "../../../text/calendar";
import { ActDialog } from "../../close/ActDialog";
import "../../close/close.css";
import { RecordHead } from "../kit/ChapterHead";
import { RecordDialog } from "../kit/RecordDialog";
import "../people/people.css";
import { ruleInWords } from "./recurrence";
import { RECURRING, type Recurring } from "./recurring";

type Occurrence = components["schemas"]["OccurrenceView"];

const STATES: Record<Occurrence["status"], [ChipKind, string]> = { due: ["waits", "due"], made: ["posted", "made"], skipped: ["voided", "left out"] };

/** One recurring entry: its lines, and what came of each day. */
export function RecurringScreen(): JSX.Element {
  const { record = "" } = useParams({ strict: false });
  const { data, problem } = useOne<Recurring>("entries", `/accounting/recurring-entries/${encodeURIComponent(record)}`);
  if (problem) return <Refusal problem={problem} />;
  if (!data) return <p className="dim">Reading the recurring entry…</p>;
  return <RecurringPage recurring={data} />;
}

type Open = "change" | { make: string } | { skip: string } | undefined;

function RecurringPage({ recurring }: { recurring: Recurring }): JSX.Element {
  const [open, setOpen] = useState<Open>();
  const base = useOrganization()?.baseCurrency ?? recurring.currency;
  const { data: days } = useAll<Occurrence>("entries", `/accounting/recurring-entries/${recurring.id}/occurrences`);
  const manages = may("recurringEntries:manage");
  const close = (): void => setOpen(undefined);
  useActions(manages ? [{ id: "edit", title: "Change the recurring entry", keys: "e", run: () => setOpen("change") }] : []);
  const first = days?.find((day) => day.status === "due")?.date;
  const act = (path: "run" | "skip", date: string) => (
    <ActDialog
      title={path === "run" ? `Make the entry of ${formatDay(date)} now` : `Leave ${formatDay(date)} out`}
      act={path === "run" ? "Make it" : "Leave it out"}
      means={
        path === "run"
          ? recurring.outcome === "posted"
            ? "The entry is posted on its day, with the lines below."
            : "A draft of that day is written, with the lines below. Somebody posts it."
          : "No entry is made for that day. It stays in the list as left out."
      }
      undo={path === "run" && recurring.outcome === "posted" ? "It can be voided like any entry." : undefined}
      reason="none"
      size={path === "run" ? "lg" : "md"}
      run={({ key }) => ask("POST", `/accounting/recurring-entries/${recurring.id}/${path}`, { body: { date }, key })}
      onDone={() => {
        void touched("entries", "balances", "inbox");
        say(path === "run" ? "The entry is made." : "The day is left out.");
        close();
      }}
      onClose={close}
    >
      {path === "run" && <EntryLines lines={recurring.lines} baseCurrency={base} isCompact />}
    </ActDialog>
  );
  return (
    <div className="person">
      <RecordHead title={recurring.name}>{recurring.isActive ? <Chip kind="open">active</Chip> : <Chip kind="voided">paused</Chip>}</RecordHead>
      {manages && (
        <div className="person-deeds">
          <Button onClick={() => setOpen("change")}>
            Change, pause or delete <kbd>e</kbd>
          </Button>
          {first && (
            <Button variant="default" onClick={() => setOpen({ make: first })}>
              Make that of {formatDay(first)} now…
            </Button>
          )}
        </div>
      )}
      <section aria-label="Facts">
        <dl className="person-facts">
          <dt>Days</dt>
          <dd>
            {ruleInWords(recurring.rule)}, counted from {formatDay(recurring.startDate)}
          </dd>
          <dt>Next</dt>
          <dd>{recurring.nextDate ? formatDay(recurring.nextDate) : "no more"}</dd>
          <dt>Becomes</dt>
          <dd>
            {recurring.outcome === "posted" ? "a posted entry" : "a draft"}
            {recurring.amounts === "total" ? " with its part of the amounts" : ""}
          </dd>
          <dt>Text</dt>
          <dd dir="auto">{recurring.description || "none"}</dd>
        </dl>
      </section>
      <section aria-label="What each entry has">
        <h2>Lines</h2>
        <EntryLines lines={recurring.lines} baseCurrency={base} />
      </section>
      <section aria-label="Days">
        <h2>What came of each day</h2>
        {days && (
          <PlainTable<Occurrence>
            label="Days of the recurring entry"
            rows={days}
            rowId={(day) => day.date}
            columns={[
              { id: "date", head: "Day", cell: (day) => formatDay(day.date) },
              { id: "state", head: "State", cell: (day) => <Chip kind={STATES[day.status][0]}>{STATES[day.status][1]}</Chip> },
              {
                id: "entry",
                head: "Entry",
                cell: (day) =>
                  day.entryId ? (
                    <Link to="/journal/$entry" params={{ entry: day.entryId }}>
                      the entry
                    </Link>
                  ) : (
                    <span className={day.problem ? "negative" : "dim"}>{day.problem ?? "none"}</span>
                  ),
              },
              {
                id: "act",
                head: <span className="spoken">What can be done</span>,
                cell: (day) =>
                  manages &&
                  day.status === "due" && (
                    <span className="person-deeds">
                      <Button variant="default" size="compact-sm" aria-label={`Make that of ${formatDay(day.date)}`} onClick={() => setOpen({ make: day.date })}>
                        Make it now…
                      </Button>
                      <Button variant="default" size="compact-sm" aria-label={`Leave ${formatDay(day.date)} out`} onClick={() => setOpen({ skip: day.date })}>
                        Leave out…
                      </Button>
                    </span>
                  ),
              },
            ]}
          />
        )}
      </section>
      {open === "change" && <RecordDialog noun={RECURRING} record={recurring} onClose={close} />}
      {typeof open === "object" && ("make" in open ? act("run", open.make) : act("skip", open.skip))}
    </div>
  );
}
