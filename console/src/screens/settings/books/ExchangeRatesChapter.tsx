import { Button, NativeSelect } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type JSX, useMemo, useState } from "react";
import { asProblem } from "../../../api/problem";
import { ask } from "../../../api/records";
import type { components } from "../../../api/schema";
import { queries } from "../../../api/queries";
import { may } from "../../../api/session";
import { useActions } from "../../../app/actions";
import { useFilters } from "../../../app/filters";
import { DateRange } from "../../../parts/DateRange";
import { EmptyList, FaultyChip } from "../../../parts/Filters";
import { type Column, List } from "../../../parts/List";
import { Moment } from "../../../parts/Moment";
import { News } from "../../../parts/News";
import { Refusal } from "../../../parts/Refusal";
import { TextFilter } from "../../../parts/TextFilter";
import { formatDay } from "../../../text/calendar";
import { day, one, text } from "../../../text/filters";
import { ChapterHead } from "../kit/ChapterHead";
import { RecordDialog } from "../kit/RecordDialog";
import { RateImport } from "./RateImport";
import { type RateForm, RATES } from "./rateNoun";
import { useBack } from "../kit/back";

/** A rate as the API has it. */
type Rate = components["schemas"]["ExchangeRateView"];

const SCHEMA = { pair: text, type: one(["spot", "closing", "average"]), from: day, to: day };
const TYPES: Record<Rate["rateType"], string> = { spot: "of the day", closing: "closing", average: "average" };

/** Exchange rates by pair and day, newest first; by hand or from a file. */
export function ExchangeRatesChapter(): JSX.Element {
  const back = useBack();
  const { values, faults, change, clear } = useFilters(SCHEMA);
  const [open, setOpen] = useState<"new" | "import" | { again: Partial<RateForm> }>();
  const [from, to] = (values.pair ?? "").toUpperCase().split(/[^A-Z]+/);
  const query = useMemo(
    () => ({
      fromCurrency: /^[A-Z]{3,8}$/.test(from ?? "") ? from : undefined,
      toCurrency: /^[A-Z]{3,8}$/.test(to ?? "") ? to : undefined,
      rateType: values.type,
      dateFrom: values.from,
      dateTo: values.to,
    }),
    [from, to, values.type, values.from, values.to],
  );
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ["currencies", "rates", query],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) =>
      (await ask<{ data: Rate[]; nextCursor: string | null }>("GET", "/accounting/exchange-rates", { query: { ...query, limit: "200", cursor: pageParam }, signal })).body,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  const manages = may("exchangeRates:manage");
  useActions([
    ...(manages
      ? [
          { id: "new", title: "New exchange rate", keys: "c", run: () => setOpen("new") },
          { id: "import", title: "Import exchange rates from a file", words: "csv ecb xml", run: () => setOpen("import") },
        ]
      : []),
    { id: "filter", title: "Filter by pair", keys: "/", run: () => document.getElementById("settings-text")?.focus() },
    back,
  ]);
  const columns: Column<Rate>[] = [
    { id: "day", head: "From the day", width: "8rem", corner: "bottom-left", cell: (rate) => formatDay(rate.validFrom) },
    { id: "pair", head: "Pair", width: "minmax(9rem, 1fr)", corner: "top-left", cell: (rate) => `1 ${rate.fromCurrency} in ${rate.toCurrency}` },
    { id: "rate", head: "Rate", kind: "number", width: "minmax(8rem, 10rem)", corner: "top-right", cell: (rate) => rate.rate },
    { id: "type", head: "Kind", width: "7rem", cell: (rate) => TYPES[rate.rateType] },
    { id: "source", head: "Source", width: "minmax(7rem, 1fr)", cell: (rate) => rate.source ?? <span className="dim">none</span> },
    { id: "at", head: "Recorded", width: "8rem", corner: "bottom-right", cell: (rate) => <Moment at={rate.createdAt} /> },
  ];
  const isFiltered = Object.keys(values).length > 0;
  return (
    <div className="screen settings">
      <ChapterHead />
      {error && <Refusal problem={asProblem(error)} />}
      <div className="filters" role="search">
        <TextFilter id="settings-text" label="Pair, such as EUR GBP" value={values.pair ?? ""} onChange={(pair) => change({ pair: pair || undefined })} />
        <NativeSelect
          aria-label="Kind"
          value={values.type ?? ""}
          data={[{ value: "", label: "Every kind" }, ...Object.entries(TYPES).map(([value, label]) => ({ value, label }))]}
          onChange={(event) => change({ type: (event.currentTarget.value || undefined) as Rate["rateType"] | undefined })}
        />
        <DateRange span={values} onChange={(span) => change({ from: span.from, to: span.to } as typeof values)} />
        {faults.map((fault) => (
          <FaultyChip key={fault.name} name={fault.name} text={fault.text} onClear={() => change({ [fault.name]: undefined })} />
        ))}
        <News noun="exchangeRate" onShow={() => void queries.resetQueries({ queryKey: ["currencies", "rates"] })} />
        {manages && (
          <div className="filters-end">
            <Button variant="default" onClick={() => setOpen("import")}>
              Import a file…
            </Button>
            <Button onClick={() => setOpen("new")}>
              New exchange rate <kbd>c</kbd>
            </Button>
          </div>
        )}
      </div>
      <div className="screen-body">
        <div>
          {data ? (
            <List
              label="Exchange rates"
              columns={columns}
              rows={rows}
              rowId={(rate) => rate.id}
              onMore={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : undefined}
              onOpen={
                manages
                  ? (rate) => setOpen({ again: { fromCurrency: rate.fromCurrency, toCurrency: rate.toCurrency, rateType: rate.rateType, validFrom: rate.validFrom } })
                  : undefined
              }
              empty={
                <EmptyList what="exchange rates" isFiltered={isFiltered} onClear={clear}>
                  <h2>No exchange rates yet</h2>
                  <p>Lines in a foreign currency take the rate of their day. Record one, or import the file of the European Central Bank.</p>
                  {manages && <Button onClick={() => setOpen("import")}>Import a file</Button>}
                </EmptyList>
              }
            />
          ) : (
            !error && <p className="dim">Reading exchange rates…</p>
          )}
        </div>
      </div>
      {(open === "new" || typeof open === "object") && (
        <RecordDialog noun={RATES} record={undefined} begin={typeof open === "object" ? open.again : undefined} onClose={() => setOpen(undefined)}>
          {() => <p className="dim">A rate is never changed: another one for the same day takes its place, and posted entries keep theirs.</p>}
        </RecordDialog>
      )}
      {open === "import" && <RateImport onClose={() => setOpen(undefined)} />}
    </div>
  );
}
