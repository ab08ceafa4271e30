import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { useChecklist, useYears } from "../../api/close";
import type { Period } from "../../api/periods";
import { periodName } from "../../api/periods";
import type { Check } from "../../api/close";
import { today } from "../../app/today";
import { formatDay } from "../../text/day";
import { inOrder, nextToClose } from "../close/order";
import { inWords, placeOf } from "../close/ways";
import { plural } from "../../text/language";

/** The month that is closed next, and what stands in its way. */
export function NextClose(): JSX.Element | null {
  const { years, problem } = useYears();
  const next = years && nextToClose(years);
  if (!years && !problem) return <section aria-label="Close" aria-busy hidden />;
  if (!next) return null;
  const others = inOrder(years).filter((one) => one.status === "softClosed" && one.id !== next.id);
  return (
    <section aria-label="Close">
      <h2>
        <Link to="/close/$period" params={{ period: next.name }}>
          {next.status === "softClosed" ? `${periodName(next)} is soft-closed and waits to be closed` : `${periodName(next)} is next to close`}
        </Link>
      </h2>
      {next.endDate >= today() ? <p className="dim">It runs until {formatDay(next.endDate)}. All months before it are closed.</p> : <InTheWay period={next} />}
      {others.length > 0 && (
        <p>
          Soft-closed, too:{" "}
          {others.map((one, at) => (
            <span key={one.id}>
              {at > 0 && ", "}
              <Link to="/close/$period" params={{ period: one.name }}>
                {periodName(one)}
              </Link>
            </span>
          ))}
          .
        </p>
      )}
    </section>
  );
}

function InTheWay({ period }: { period: Period }): JSX.Element {
  const { list, problem } = useChecklist("period", period.id);
  const blocking = list?.items.filter((item) => item.status === "blocking") ?? [];
  if (problem) return <p className="dim">What stands in its way cannot be read now.</p>;
  if (!list)
    return (
      <p className="dim" aria-busy>
        Reading what stands in its way…
      </p>
    );
  if (blocking.length === 0) return <p>Nothing stands in its way.</p>;
  return (
    <>
      <p>{plural(blocking.length, "One thing stands", `${blocking.length} things stand`)} in its way:</p>
      <ul className="today-list">
        {blocking.map((item) => (
          <li key={item.code}>
            <Reason item={item} period={period} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** What stands in the way, leading to where it is mended: its list, else the checklist of the month. */
function Reason({ item, period }: { item: Check; period: Period }): JSX.Element {
  const place = placeOf({ name: item.code, method: item.method, href: item.href });
  const text = inWords(item.whatToDo ?? item.title);
  if (place?.kind === "screen") {
    return (
      <Link to={place.to as "/"} search={place.search}>
        {text}
      </Link>
    );
  }
  return (
    <Link to="/close/$period" params={{ period: period.name }}>
      {text}
    </Link>
  );
}
