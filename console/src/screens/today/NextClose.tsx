import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { useChecklist, useYears } from "../../api/close";
import type { Period } from "../../api/periods";
import { periodName } from "../../api/periods";
import { today } from "../../app/today";
import { formatDay } from "../../text/day";
import { nextToClose } from "../close/order";

/** The month that is closed next, and what stands in its way. */
export function NextClose(): JSX.Element | null {
  const { years } = useYears();
  const next = years && nextToClose(years);
  if (!next) return null;
  return (
    <section aria-label="Close">
      <h2>
        <Link to="/close/$period" params={{ period: next.name }}>
          {periodName(next)} is next to close
        </Link>
      </h2>
      {next.endDate >= today() ? <p className="dim">It runs until {formatDay(next.endDate)}. All months before it are closed.</p> : <InTheWay period={next} />}
    </section>
  );
}

/** Days in a text of the service as everywhere here: `31 Oct 2026`. */
const withDays = (text: string): string => text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, (day) => formatDay(day));

function InTheWay({ period }: { period: Period }): JSX.Element {
  const { list } = useChecklist("period", period.id);
  const blocking = list?.items.filter((item) => item.status === "blocking") ?? [];
  if (!list) return <p className="dim">Reading what stands in its way…</p>;
  if (blocking.length === 0) return <p>Nothing stands in its way.</p>;
  return (
    <>
      <p>{blocking.length === 1 ? "One thing stands" : `${blocking.length} things stand`} in its way:</p>
      <ul className="today-list">
        {blocking.map((item) => (
          <li key={item.code}>{withDays(item.whatToDo ?? item.title)}</li>
        ))}
      </ul>
    </>
  );
}
