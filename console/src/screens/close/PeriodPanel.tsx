import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, useMemo, useState } from "react";
import { useChecklist, useHistory, type Year } from "../../api/close";
import { either, useClosers } from "../../api/holders";
import { type Period, periodName } from "../../api/periods";
import { touched } from "../../api/queries";
import { may } from "../../api/session";
import { useActions } from "../../app/actions";
import { say } from "../../app/toasts";
import { Chip } from "../../parts/Chip";
import { Refusal } from "../../parts/Refusal";
import { formatDay } from "../../text/day";
import { CloseAllDialog, CloseDialog, ReopenDialog, SoftCloseDialog } from "./acts";
import { ChecklistLines, summaryOf } from "./Checklist";
import { MAIN } from "./Dialog";
import { DueLines } from "./DueLines";
import { History } from "./History";
import { MendDialogs } from "./MendDialogs";
import { neighbours, stateWord, toCloseFirst } from "./order";
import { Pack } from "./Pack";
import { Papers } from "./Papers";
import { Proof } from "./Proof";
import { type MendDialog, useWayOf } from "./useWayOf";
import { plural } from "../../text/language";

type Open = "softClose" | "close" | "reopen" | "closeAll" | undefined;

/** A period: how it stands, what is left to do, its acts, its papers and its history. */
export function PeriodPanel({ period, year, years }: { period: Period; year: Year; years: Year[] }): JSX.Element {
  const navigate = useNavigate();
  const name = periodName(period);
  const { list, problem } = useChecklist("period", period.id);
  const history = useHistory(period.id);
  const [open, setOpen] = useState<Open>();
  const [mending, setMending] = useState<MendDialog>();
  const here = useMemo(() => ({ what: `closing ${name}`, to: `/close/${period.name}` }), [name, period.name]);
  const ways = useWayOf(years, here, setMending);
  const papers = { from: period.startDate, to: period.endDate, name: period.name, id: period.id, kind: "period" as const };
  const isYearClosed = year.status === "closed";
  const before = toCloseFirst(years, period);
  const blocking = list?.items.filter((item) => item.status === "blocking") ?? [];
  const isEarly = blocking.some((item) => item.code === "periodOver");
  const others = blocking.filter((item) => item.code !== "periodOver").length;
  const notYet = !list ? "the checklist is being read" : others > 0 ? whyNot(others) : undefined;
  const canReopen = may("periods:softClose") && (period.status !== "closed" || may("periods:close"));

  const go = (to: Period | undefined): void => {
    if (to) void navigate({ to: "/close/$period", params: { period: to.name }, resetScroll: false });
  };
  const { before: left, behind: right } = neighbours(years, period);
  const offers = {
    softClose: period.status === "open" && !isYearClosed && may("periods:softClose"),
    close: period.status !== "closed" && may("periods:close"),
    closeAll: period.status !== "closed" && may("periods:close") && before.length > 0,
    reopen: period.status !== "open" && canReopen,
  };
  const reopenNot = isYearClosed ? `fiscal year ${year.name} is closed: reopen it first` : undefined;
  const main: Open = offers.softClose ? "softClose" : offers.close ? "close" : undefined;
  useActions([
    ...(offers.softClose ? [{ id: "soft-close", title: `Soft-close ${name}`, run: () => setOpen("softClose") }] : []),
    ...(offers.close ? [{ id: "close", title: `Close ${name}`, disabled: notYet, run: () => setOpen("close") }] : []),
    ...(offers.closeAll ? [{ id: "close-all", title: `Close everything up to ${name}`, run: () => setOpen("closeAll") }] : []),
    ...(offers.reopen ? [{ id: "reopen", title: `Reopen ${name}`, disabled: reopenNot, run: () => setOpen("reopen") }] : []),
    { id: "period-before", title: "Period before", keys: "[", quiet: true, run: () => go(left) },
    { id: "period-behind", title: "Next period", keys: "]", quiet: true, run: () => go(right) },
    ...(main
      ? [{ id: "close-main", title: "The main act of this period", keys: "mod+enter", quiet: true, run: () => document.getElementById(MAIN)?.click() }]
      : []),
  ]);

  const done = async (told: string, keepOpen = false): Promise<void> => {
    await touched("periods");
    if (!keepOpen) setOpen(undefined);
    say(told);
  };
  const act = { period, years, onWay: ways.ofProblem, onDone: done, onClose: () => setOpen(undefined) };
  return (
    <section className="closing" aria-label={name}>
      <div className="closing-head">
        <h2>{name}</h2>
        <Chip kind={period.status as "open" | "softClosed" | "closed"}>{stateWord(period.status)}</Chip>
        <p className="dim">
          {period.startDate !== period.endDate && `${formatDay(period.startDate)} to `}
          {formatDay(period.endDate)}
          {period.kind === "adjustment" && ", for adjustments"}
        </p>
      </div>
      {period.status === "softClosed" && <NextStep period={period} />}
      <div className="closing-acts">
        {offers.softClose && (
          <Button id={MAIN} onClick={() => setOpen("softClose")}>
            Soft-close
          </Button>
        )}
        {offers.close && (
          <Button
            {...(main === "close" ? { id: MAIN } : { variant: "default" })}
            disabled={notYet !== undefined}
            aria-describedby={notYet ? "close-not" : undefined}
            onClick={() => setOpen("close")}
          >
            {period.status === "softClosed" ? "Close it for good" : "Close"}
          </Button>
        )}
        {offers.closeAll && (
          <Button variant="default" onClick={() => setOpen("closeAll")}>
            Close all up to here
          </Button>
        )}
        {period.kind === "standard" && (
          <Pack subject={papers} isMain={period.status === "closed"} />
        )}
        {offers.reopen && (
          <Button
            variant="default"
            disabled={reopenNot !== undefined}
            aria-describedby={reopenNot ? "reopen-not" : undefined}
            onClick={() => setOpen("reopen")}
          >
            Reopen
          </Button>
        )}
        {offers.close && notYet && list && (
          <p id="close-not" className="closing-why">
            It cannot be closed yet: {notYet}.
          </p>
        )}
        {offers.reopen && reopenNot && (
          <p id="reopen-not" className="closing-why">
            It cannot be reopened: {reopenNot}.
          </p>
        )}
      </div>
      <div className="closing-body">
        <div>
          <h3>{period.status === "closed" ? "Its checklist" : "To be done before it closes"}</h3>
          {list && period.status !== "closed" && <p className="dim">{summaryOf(list.items)}</p>}
          {problem && <Refusal problem={problem} />}
          {list ? <ChecklistLines items={list.items} way={ways.ofCheck} /> : !problem && <p className="dim">Reading the checklist…</p>}
        </div>
        <div className="closing-side">
          {period.kind === "standard" && <DueLines period={period} checks={list?.items ?? []} onMend={setMending} />}
          {period.kind === "standard" && <Proof asOf={period.endDate} />}
          {period.kind === "standard" && <Papers subject={papers} />}
          <div>
            <h3>History</h3>
            {history && <History subject={period.id} changes={history} />}
          </div>
        </div>
      </div>
      {open === "softClose" && <SoftCloseDialog {...act} />}
      {open === "close" && <CloseDialog {...act} isEarly={isEarly} />}
      {open === "reopen" && <ReopenDialog {...act} />}
      {open === "closeAll" && <CloseAllDialog {...act} before={before} />}
      {mending !== undefined && <MendDialogs open={mending} period={period} onOpen={setMending} onClose={() => setMending(undefined)} />}
    </section>
  );
}

/** What comes after the soft close, and who does it where the caller may not. */
function NextStep({ period }: { period: Period }): JSX.Element {
  const closers = useClosers(period.id, !may("periods:close"));
  const name = periodName(period);
  if (may("periods:close")) return <p className="closing-next">{name} is soft-closed, which is not the end. Next: close it for good, below.</p>;
  return (
    <p className="closing-next">
      {name} is soft-closed, and waits to be closed for good.{" "}
      {closers && closers.length > 0 ? `A person with the role ${either(closers)} does that: tell one of them.` : "Somebody with the right to close periods does that."}
    </p>
  );
}

const whyNot = (count: number): string => (plural(count, "1 line is in the way", `${count} lines are in the way`));
