import { Button } from "@mantine/core";
import { type JSX, useEffect, useState } from "react";
import { type Kept, followUnsent, forget } from "../../api/kept";
import { useOrganization } from "../../api/organization";
import { may } from "../../api/session";
import { useStore } from "../../api/store";
import { useActions } from "../../app/actions";
import { useFilters } from "../../app/filters";
import { Moment } from "../../parts/Moment";
import { Refusal } from "../../parts/Refusal";
import "../../parts/screen.css";
import "../../parts/record.css";
import { one } from "../../text/filters";
import { plural, writeCount } from "../../text/language";
import { type Desk, type KeptImport, FORM, bringIn, change, check, desk, again, isBusy, reset, stop, takeUp } from "./desk";
import { EndPage } from "./EndPage";
import { FileStep } from "./FileStep";
import { HowRead } from "./HowRead";
import { type Kind, KINDS, type Program, PROGRAMS } from "./kinds";
import { Preview } from "./Preview";
import { Progress, ToldLines } from "./Progress";
import { missingOf, type Settings } from "./settings";
import { UnknownAccounts } from "./UnknownAccounts";
import { WhatAndWhere } from "./WhatAndWhere";
import { Facts, Faults, LeftOut, countOfKind } from "./WhatWasRead";
import { isNoHeader } from "./words";
import "./import.css";

const SCHEMA = { what: one(KINDS.map(([kind]) => kind)), from: one(PROGRAMS.map(([program]) => program)) };

/** `/import`: files of other books, read, checked and brought in. */
export function ImportScreen(): JSX.Element {
  const now = useStore(desk);
  const { values, change: address } = useFilters(SCHEMA);
  const offer = useOffer(now);
  // The sums of lines that name no currency are in that of the books.
  useOrganization();
  useEffect(() => {
    const { kind, program } = desk.get().settings;
    const wanted = { kind: (values.what as Kind | undefined) ?? kind, program: (values.from as Program | undefined) ?? program };
    if (desk.get().file === undefined && (wanted.kind !== kind || wanted.program !== program)) change(wanted);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what a link says counts when it is followed
  }, []);
  const put = (next: Partial<Settings>): void => {
    change(next);
    const { kind, program } = desk.get().settings;
    if (next.kind !== undefined || next.program !== undefined) address({ what: kind, from: program } as typeof values);
  };
  const isSent = now.work.is === "sent";
  const isAllowed = may("journalEntries:draft");
  useActions([
    ...(isBusy(now.work) ? [{ id: "stop-import", title: "Stop", keys: "esc", run: stop }] : []),
    ...(now.file && !isBusy(now.work) && !isSent ? [{ id: "import-anew", title: "Begin anew with another file", run: reset }] : []),
  ]);
  return (
    <div className="import">
      <div className="screen-head">
        <h1>Import</h1>
        <p>Files of Xero, QuickBooks, Odoo or a spreadsheet. Nothing is written before all of it was checked.</p>
      </div>
      {isAllowed ? (
        offer.part
      ) : (
        <p className="import-note">Your role does not let you write entries, which importing needs. Somebody who manages roles can let you.</p>
      )}
      {!isAllowed ? null : isBusy(now.work) ? (
        <Progress now={now} />
      ) : isSent ? (
        <EndPage now={now} />
      ) : (
        <>
          <WhatAndWhere settings={now.settings} onChange={put} />
          <FileStep file={now.file} />
          {now.file && <OfFile now={now} onChange={put} />}
        </>
      )}
    </div>
  );
}

/** What follows from the file. */
function OfFile({ now, onChange }: { now: Desk; onChange: (change: Partial<Settings>) => void }): JSX.Element | null {
  const { file, settings, summary, problem, isReading, leavesOut, work } = now;
  if (!file) return null;
  const missing = missingOf(settings);
  const isAsked = summary?.faults.some((fault) => isNoHeader(fault.message)) ?? false;
  const isUnread = summary !== undefined && summary.requests === 0 && isAsked;
  const checked = work.is === "checked" ? work : undefined;
  return (
    <>
      {missing !== undefined && <p className="import-note">{missing} Then the file is read.</p>}
      {problem && (
        <Refusal problem={problem} onAgain={() => again(0)} againTitle="Read it again" />
      )}
      <HowRead settings={settings} file={file} isAsked={isAsked} onChange={onChange} />
      {!summary && isReading && <p className="dim">Reading the file…</p>}
      {summary && (
        <>
          <section aria-label="What was read" aria-busy={isReading}>
            <h2>What was read</h2>
            <Facts kind={settings.kind} summary={summary} />
            <LeftOut ignored={summary.ignored} />
          </section>
          <Faults kind={settings.kind} summary={summary} leavesOut={leavesOut} />
          {settings.kind !== "parties" && <UnknownAccounts settings={settings} unknown={summary.unknown} onChange={onChange} />}
          {!isUnread && <Preview kind={settings.kind} summary={summary} />}
          {checked && <Checked now={now} />}
          <MainAct now={now} />
        </>
      )}
    </>
  );
}

/** What the check found. */
function Checked({ now }: { now: Desk }): JSX.Element | null {
  const { work, settings } = now;
  if (work.is !== "checked") return null;
  const { tally, isWhole, problem } = work;
  return (
    <section aria-label="What the check found">
      <h2>What the check found</h2>
      <div className="import-note" data-kind={tally.refused.length > 0 ? "faults" : "fine"} role="status">
        <p>
          <span className="strong">{countOfKind(settings.kind, tally.taken)} would come in</span>
          {tally.there > 0 && `, ${writeCount(tally.there)} ${plural(tally.there, "is", "are")} there already`}
          {tally.waits.length > 0 && `, ${writeCount(tally.waits.length)} need another person's approval and would be submitted for it`}
          {tally.refused.length > 0 && `, ${writeCount(tally.refused.length)} would be refused`}. {isWhole ? "Nothing is written yet." : "The check was stopped before its end; nothing is written."}
        </p>
      </div>
      {problem && <Refusal problem={problem} />}
      <ToldLines title="These would be refused" label="Lines that would be refused" told={tally.refused} />
      <ToldLines title="These need approval" label="Lines that need approval" told={tally.waits} />
    </section>
  );
}

/** The one thing to do next: check, then bring in. */
function MainAct({ now }: { now: Desk }): JSX.Element {
  const { settings, summary, work, isReading, leavesOut } = now;
  const isChecked = work.is === "checked" && work.isWhole;
  const tally = work.is === "checked" ? work.tally : undefined;
  const why = whyNot(now);
  const takes = tally ? tally.taken + tally.waits.length : 0;
  const title = isChecked ? `Bring in ${tally && tally.refused.length > 0 ? "the other " : ""}${countOfKind(settings.kind, takes)}` : "Check all of it";
  const act = (): void => void (isChecked ? bringIn() : check());
  useActions([{ id: "import-main", title, keys: "mod+enter", words: "import dry run post", disabled: why, run: act }]);
  return (
    <div className="import-acts">
      <Button disabled={why !== undefined} aria-describedby={why ? "import-why" : undefined} loading={isReading && summary !== undefined} onClick={act}>
        {title} <kbd>Ctrl ⏎</kbd>
      </Button>
      {isChecked && (
        <Button variant="default" onClick={() => void check()}>
          Check again
        </Button>
      )}
      <Button variant="default" onClick={reset}>
        Begin anew
      </Button>
      {why && (
        <p id="import-why" className="dim">
          {why}
        </p>
      )}
      {!isChecked && !why && !leavesOut && <p className="dim">Every line is checked against the books; nothing is written.</p>}
    </div>
  );
}

function whyNot({ summary, settings, isReading, leavesOut, work }: Desk): string | undefined {
  if (settings.kind === "parties" && !may("parties:manage")) return "Your role does not let you make parties.";
  if (isReading || !summary) return "The file is being read.";
  if (summary.requests === 0) return "Nothing of the file can come in yet: mend its faults.";
  if (summary.faultsTotal > 0 && !leavesOut) return settings.kind === "openingBalances" ? "Mend the faults first." : "Mend the faults first, or leave those lines out.";
  if (work.is === "checked" && work.isWhole && work.tally.taken + work.tally.waits.length === 0) return work.tally.refused.length > 0 ? "All of it would be refused." : "All of it is there already.";
  return undefined;
}

/** What was left of an import in this browser: a closed tab loses nothing. */
function useOffer(now: Desk): { part: JSX.Element | null } {
  const [offered, setOffered] = useState<Kept<KeptImport>>();
  const isFree = now.file === undefined;
  useEffect(() => {
    setOffered(undefined);
    return isFree ? followUnsent<KeptImport>(FORM, "file", ([newest]) => setOffered(newest)) : undefined;
  }, [isFree]);
  if (!offered || !isFree) return { part: null };
  const { name, isSent } = offered.value;
  return {
    part: (
      <p className="record-offer" role="status">
        <span>
          {isSent ? `The import of ${name} did not come to its end` : `${name} was not brought in yet`}, <Moment at={new Date(offered.at).toISOString()} />.
        </span>
        <Button variant="default" size="compact-sm" onClick={() => void takeUp(offered.value)}>
          Go on with it
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            void forget(offered.id);
            setOffered(undefined);
          }}
        >
          Forget it
        </Button>
      </p>
    ),
  };
}
