import { Button, NativeSelect } from "@mantine/core";
import { type JSX, useMemo, useState } from "react";
import { useSubjectNames } from "../../api/names";
import { type AuditRow, TRAIL, useAuditTrail } from "../../api/audit";
import { useActions } from "../../app/actions";
import { useFilters } from "../../app/filters";
import { today } from "../../app/today";
import { DateRange } from "../../parts/DateRange";
import { EmptyList, FaultyChip, FilterChip } from "../../parts/Filters";
import { type Column, List } from "../../parts/List";
import { ExportMenu } from "../../parts/ExportMenu";
import { MomentFirst } from "../../parts/MomentFirst";
import { Refusal } from "../../parts/Refusal";
import { Views } from "../../parts/Views";
import "../../parts/screen.css";
import { addDays } from "../../text/calendar";
import { day, text } from "../../text/filters";
import { TextFilter } from "../../parts/TextFilter";
import { AuditPeek } from "./AuditPeek";
import { ChainHead } from "./ChainHead";
import { WhoFilter, useWho } from "./WhoFilter";
import { SubjectLink, sentenceOf } from "./Subject";
import { Verify } from "./Verify";
import { KINDS } from "./words";
import "./audit.css";

const SCHEMA = { who: text, kind: text, subject: text, from: day, to: day };
const LATEST_DAYS = 6;

/** Who did what and when: every event of the log, by filters that stand in the address. */
export function AuditScreen(): JSX.Element {
  const { values, faults, change, clear } = useFilters(SCHEMA);
  const who = useWho();
  const [peek, setPeek] = useState<AuditRow>();
  const isOpenEnded = values.from === undefined && values.to === undefined && values.subject === undefined;
  const filter = useMemo(
    () => ({
      actor: values.who,
      kind: values.kind,
      subject: values.subject,
      // The log is long, and the latest is what people look for.
      dateFrom: isOpenEnded ? addDays(today(), -LATEST_DAYS) : values.from,
      dateTo: values.to,
    }),
    [values.who, values.kind, values.subject, values.from, values.to, isOpenEnded],
  );
  const { rows, isLoading, isWhole, more, again, problem } = useAuditTrail(filter);
  useActions([
    { id: "filter", title: "Filter by the record", keys: "/", run: () => document.getElementById("audit-subject")?.focus() },
    ...(peek ? [{ id: "close-peek", title: "Close what is beside", keys: "esc", quiet: true, run: () => setPeek(undefined) }] : []),
  ]);
  const nameOf = useSubjectNames(rows);
  const columns: Column<AuditRow>[] = [
    { id: "seq", head: "Event", kind: "number", width: "5rem", cell: (row) => row.seq },
    {
      id: "what",
      head: "What happened",
      width: "minmax(14rem, 1fr)",
      corner: "top-left",
      cell: (row) => (
        <>
          {sentenceOf(row)} <SubjectLink id={row.subject} name={nameOf(row.subject)} />
        </>
      ),
    },
    { id: "who", head: "By", width: "minmax(8rem, 13rem)", corner: "bottom-left", cell: (row) => who(row.actor) ?? row.actorName ?? <span className="dim">without a name</span> },
    { id: "when", head: "When", width: "17rem", corner: "bottom-right", cell: (row) => <MomentFirst at={row.at} /> },
  ];
  const kind = KINDS.find(([one]) => one === values.kind)?.[1];
  return (
    <div className="screen audit">
      <div className="screen-head">
        <h1>Audit</h1>
        <p>{isOpenEnded ? "The last seven days, in the order of the log" : "In the order of the log"}</p>
      </div>
      <ChainHead />
      <Verify />
      <div className="filters" role="search">
        <TextFilter id="audit-subject" label="Id of a record" value={values.subject ?? ""} onChange={(subject) => change({ subject: subject || undefined })} />
        <WhoFilter value={values.who} onChange={(one) => change({ who: one })} />
        <FilterChip name="Kind" value={values.kind && (kind ?? values.kind)} onClear={() => change({ kind: undefined })}>
          {(close) => (
            <div className="filter-form">
              <NativeSelect
                label="About"
                value={kind ? (values.kind ?? "") : ""}
                data={[{ value: "", label: "everything" }, ...KINDS.map(([value, label]) => ({ value, label }))]}
                onChange={(event) => {
                  change({ kind: event.currentTarget.value || undefined });
                  close();
                }}
              />
            </div>
          )}
        </FilterChip>
        <DateRange span={values} onChange={(span) => change({ from: span.from, to: span.to } as typeof values)} />
        {faults.map((fault) => (
          <FaultyChip key={fault.name} name={fault.name} text={fault.text} onClear={() => change({ [fault.name]: undefined })} />
        ))}
        <div className="filters-end">
          <Views screen="/audit" />
          <Button variant="default" onClick={again}>
            Read again
          </Button>
          <ExportMenu path={TRAIL} asked={{ ...filter }} keys="e" disabled={rows.length === 0 ? "there is nothing to export" : undefined} />
        </div>
      </div>
      {problem && <Refusal problem={problem} />}
      <div className="screen-body" data-peek={peek !== undefined}>
        <div>
          {isLoading ? (
            <p className="dim">Reading the log…</p>
          ) : (
            <List
              label="Audit trail"
              columns={columns}
              rows={rows}
              rowId={(row) => String(row.seq)}
              onMore={more}
              current={peek && String(peek.seq)}
              onOpen={(row) => setPeek(row)}
              onPeek={(row) => setPeek(row && row.seq !== peek?.seq ? row : undefined)}
              peeksNarrow
              empty={
                isWhole ? (
                  <EmptyList what="events" isFiltered={!isOpenEnded || values.kind !== undefined || values.who !== undefined} onClear={clear}>
                    <h2>Nothing happened in the last seven days</h2>
                    <p>Choose other days to look further back.</p>
                  </EmptyList>
                ) : (
                  <p className="dim">Reading on…</p>
                )
              }
            />
          )}
        </div>
        {peek && (
          <AuditPeek
            key={peek.seq}
            row={peek}
            by={who(peek.actor) ?? peek.actorName ?? "somebody without a name"}
            onSubject={() => change({ ...{ subject: peek.subject }, from: undefined, to: undefined })}
            onClose={() => setPeek(undefined)}
          />
        )}
      </div>
    </div>
  );
}
