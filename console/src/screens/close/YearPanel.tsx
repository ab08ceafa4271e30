import { Button } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { type JSX, useMemo, useState } from "react";
import { useChecklist, type Year } from "../../api/close";
import { touched } from "../../api/queries";
import { may } from "../../api/session";
import { useActions } from "../../app/actions";
import { say } from "../../app/toasts";
import { Chip } from "../../parts/Chip";
import { Refusal } from "../../parts/Refusal";
import { formatDay } from "../../text/day";
import { ChecklistLines, summaryOf } from "./Checklist";
import { MAIN } from "./Dialog";
import { History } from "./History";
import { MendDialogs } from "./MendDialogs";
import { periodsOf, stateWord, yearAddress } from "./order";
import { Pack } from "./Pack";
import { Papers } from "./Papers";
import { type MendDialog, useWayOf } from "./useWayOf";
import { CloseYearDialog, DeleteYearDialog, ReopenYearDialog } from "./YearDialogs";
import { plural } from "../../text/language";

/** A fiscal year: how it stands, what is left to do, its closing entry and its history. */
export function YearPanel({ year, years }: { year: Year; years: Year[] }): JSX.Element {
  const navigate = useNavigate();
  const address = yearAddress(years, year);
  const title = `Fiscal year ${year.name}`;
  const { list, problem } = useChecklist("year", year.id);
  const [open, setOpen] = useState<"close" | "reopen" | "delete">();
  const [mending, setMending] = useState<MendDialog>();
  const here = useMemo(() => ({ what: `closing ${year.name}`, to: `/close/${address}` }), [year.name, address]);
  const ways = useWayOf(years, here, setMending);
  const isClosed = year.status === "closed";
  const blocking = list?.items.filter((item) => item.status === "blocking") ?? [];
  const others = blocking.filter((item) => item.code !== "periodOver").length;
  const notYet = !list
    ? "the checklist is being read"
    : others > 0
      ? `${others} ${plural(others, "line is", "lines are")} in the way`
      : undefined;
  const later = years.find((other) => other.status === "closed" && other.startDate > year.startDate);
  const reopenNot = later ? `${later.name} is closed: years reopen from the last` : undefined;
  const mayClose = may("periods:close");
  // Only the ends of what there is, and nothing that was ever closed: the others have no such button.
  const isAnEnd = years.every((other) => other.startDate >= year.startDate) || years.every((other) => other.startDate <= year.startDate);
  const mayDelete = may("periods:manage") && isAnEnd && year.status === "open" && year.history.length === 0;
  const lastPeriod = periodsOf(year).at(-1);
  useActions([
    ...(mayClose && !isClosed ? [{ id: "close-year", title: `Close ${title}`, disabled: notYet, run: () => setOpen("close") }] : []),
    ...(mayClose && isClosed ? [{ id: "reopen-year", title: `Reopen ${title}`, disabled: reopenNot, run: () => setOpen("reopen") }] : []),
    ...(mayDelete ? [{ id: "delete-year", title: `Delete ${title}`, words: "remove take back", run: () => setOpen("delete") }] : []),
    { id: "close-main", title: "The main act of this year", keys: "mod+enter", quiet: true, run: () => document.getElementById(MAIN)?.click() },
  ]);

  const done = async (told: string): Promise<void> => {
    await touched("periods");
    setOpen(undefined);
    // The preview of the dialog is a balance, too, and is refused from now on.
    void touched("entries", "balances");
    say(told);
  };
  const act = { year, onWay: ways.ofProblem, onDone: (told: string) => void done(told), onClose: () => setOpen(undefined) };
  const papers = { from: year.startDate, to: year.endDate, name: year.name, id: year.id, kind: "year" as const };
  return (
    <section className="closing" aria-label={title}>
      <div className="closing-head">
        <h2>{title}</h2>
        <Chip kind={year.status as "open" | "softClosed" | "closed"}>{stateWord(year.status)}</Chip>
        <p className="dim">
          {formatDay(year.startDate)} to {formatDay(year.endDate)}
        </p>
      </div>
      <div className="closing-acts">
        {mayClose && !isClosed && (
          <Button id={MAIN} disabled={notYet !== undefined} aria-describedby={notYet ? "year-not" : undefined} onClick={() => setOpen("close")}>
            Close the year
          </Button>
        )}
        <Pack subject={papers} isMain={isClosed} />
        {mayClose && isClosed && (
          <Button variant="default" disabled={reopenNot !== undefined} aria-describedby={reopenNot ? "year-not" : undefined} onClick={() => setOpen("reopen")}>
            Reopen the year
          </Button>
        )}
        {mayDelete && (
          <Button variant="subtle" onClick={() => setOpen("delete")}>
            Delete the year…
          </Button>
        )}
        {mayClose && (isClosed ? reopenNot : list && notYet) && (
          <p id="year-not" className="closing-why">
            {isClosed ? `It cannot be reopened: ${reopenNot}.` : `It cannot be closed yet: ${notYet}.`}
          </p>
        )}
      </div>
      <div className="closing-body">
        <div>
          <h3>{isClosed ? "Its checklist" : "To be done before it closes"}</h3>
          {list && !isClosed && <p className="dim">{summaryOf(list.items)}</p>}
          {problem && <Refusal problem={problem} />}
          {list ? <ChecklistLines items={list.items} way={ways.ofCheck} /> : !problem && <p className="dim">Reading the checklist…</p>}
        </div>
        <div className="closing-side">
          {year.closingEntryId && (
            <div>
              <h3>Result</h3>
              <p>
                <Link to="/journal/$entry" params={{ entry: year.closingEntryId }}>
                  The closing entry
                </Link>{" "}
                moved it into equity.
              </p>
            </div>
          )}
          <Papers subject={papers} />
          <div>
            <h3>History</h3>
            <History subject={year.id} changes={year.history} />
          </div>
        </div>
      </div>
      {open === "close" && <CloseYearDialog {...act} isEarly={blocking.some((item) => item.code === "periodOver")} />}
      {open === "delete" && (
        <DeleteYearDialog
          {...act}
          onDone={(told) => {
            say(told);
            void navigate({ to: "/close" }).then(() => touched("periods"));
          }}
        />
      )}
      {open === "reopen" && <ReopenYearDialog {...act} />}
      {mending !== undefined && lastPeriod && (
        <MendDialogs open={mending} period={lastPeriod} onOpen={setMending} onClose={() => setMending(undefined)} />
      )}
    </section>
  );
}
