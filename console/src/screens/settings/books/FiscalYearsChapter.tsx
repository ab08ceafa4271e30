import { Button } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { type Year, useYears } from "../../../api/close";
import { touched } from "../../../api/queries";
import { may } from "../../../api/session";
import { useActions } from "../../../app/actions";
import { Chip, type ChipKind } from "../../../parts/Chip";
import { type Column, List } from "../../../parts/List";
import { News } from "../../../parts/News";
import { Refusal } from "../../../parts/Refusal";
import { formatDay } from "../../../text/calendar";
import "../../close/close.css";
import { NewYearDialog } from "../../close/NewYearDialog";
import { ChapterHead } from "../kit/ChapterHead";
import { useBack } from "../kit/back";

const STATES: Record<Year["status"], [ChipKind, string]> = { open: ["open", "open"], softClosed: ["softClosed", "soft-closed"], closed: ["closed", "closed"] };

/** Fiscal years with how far they are closed; closing is a screen of its own. */
export function FiscalYearsChapter(): JSX.Element {
  const navigate = useNavigate();
  const back = useBack();
  const { years, problem } = useYears();
  const [isMaking, setMaking] = useState(false);
  const manages = may("periods:manage");
  const create = (): void => setMaking(true);
  const open = (year: Year): void => void navigate({ to: "/close/$period", params: { period: year.name } });
  useActions([
    ...(manages && years ? [{ id: "new", title: "New fiscal year", keys: "c", run: create }] : []),
    back,
  ]);
  const columns: Column<Year>[] = [
    { id: "name", head: "Year", width: "minmax(6rem, 1fr)", corner: "top-left", cell: (year) => year.name },
    { id: "days", head: "Days", width: "minmax(13rem, 1fr)", corner: "bottom-left", cell: (year) => `${formatDay(year.startDate)} to ${formatDay(year.endDate)}` },
    {
      id: "periods",
      head: "Periods closed",
      kind: "number",
      width: "10rem",
      corner: "top-right",
      cell: (year) => `${year.periods.filter((period) => period.status === "closed").length} of ${year.periods.length}`,
    },
    { id: "state", head: "State", width: "8rem", corner: "bottom-right", cell: (year) => <Chip kind={STATES[year.status][0]}>{STATES[year.status][1]}</Chip> },
  ];
  return (
    <div className="screen settings">
      <ChapterHead />
      {problem && <Refusal problem={problem} />}
      <div className="filters">
        <div className="filters-end">
          <News noun="fiscalYear" onShow={() => void touched("periods")} />
          {manages && (
            <Button onClick={create} disabled={!years}>
              New fiscal year <kbd>c</kbd>
            </Button>
          )}
        </div>
      </div>
      <div className="screen-body">
        <div>
          {years ? (
            <List
              label="Fiscal years"
              columns={columns}
              rows={years}
              rowId={(year) => year.id}
              onOpen={open}
              empty={
                <>
                  <h2>No fiscal year yet</h2>
                  <p>Entries are refused until a year has their day.</p>
                  {manages && <Button onClick={create}>Make the first one</Button>}
                </>
              }
            />
          ) : (
            !problem && <p className="dim">Reading the years…</p>
          )}
        </div>
      </div>
      {isMaking && years && <NewYearDialog years={years} onClose={() => setMaking(false)} />}
    </div>
  );
}
