import { IconCircleDashed, IconLock, IconRosetteDiscountCheckFilled } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type JSX, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Year } from "../../api/close";
import { type Period, periodName } from "../../api/periods";
import { foldTitle, periodsOf, rowsOf, shortName, stateWord, yearAddress } from "./order";
import { plural } from "../../text/language";
import "./seals.css";

const SIGNS = { open: IconCircleDashed, softClosed: IconLock, closed: IconRosetteDiscountCheckFilled } as const;

/** The sign of a state: a ring to be sealed, a lock, a seal. */
function Sign({ status }: { status: Period["status"] }): JSX.Element {
  const Icon = SIGNS[status as keyof typeof SIGNS] ?? IconCircleDashed;
  return <Icon size={28} stroke={1.25} aria-hidden className="seal-sign" />;
}

/** All years as rows of seals, newest first; the others are folded. ← and → go along a row, ↑ and ↓ between rows. */
export function Seals({ years, shown, next }: { years: Year[]; shown: { year: Year; id: string }; next: Period | undefined }): JSX.Element {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const box = useRef<HTMLDivElement>(null);
  // Who has found their period wants to see it, not the years that were looked through.
  useEffect(() => setOpened(new Set()), [shown.id]);
  const rows = rowsOf(years, (year) => year.id === shown.year.id || year.id === next?.fiscalYearId || opened.has(year.id));

  function onKeyDown(event: KeyboardEvent): void {
    const to = event.target instanceof HTMLElement ? sealFrom(box.current, event.target, event.key) : undefined;
    if (!to) return;
    event.preventDefault();
    to.focus();
  }

  return (
    <nav className="seals" aria-label="Years and their periods" ref={box} onKeyDown={onKeyDown}>
      {opened.size > 0 && (
        <button type="button" className="seals-fold seals-more" onClick={() => setOpened(new Set())}>
          Show fewer years
        </button>
      )}
      {rows.map((row) =>
        row.kind === "fold" ? (
          <button
            key={row.id}
            type="button"
            className="seals-fold"
            onClick={() => setOpened(new Set([...opened, ...row.years.map((year) => year.id)]))}
          >
            {foldTitle(row.years)} <span className="seals-more">{plural(row.years.length, "Show it", `Show ${row.years.length} years`)}</span>
          </button>
        ) : (
          <section key={row.year.id} aria-label={`Year ${row.year.name}`}>
            <h2>{row.year.name}</h2>
            <ul>
              {periodsOf(row.year).map((period) => (
                <Seal
                  key={period.id}
                  to={period.name}
                  status={period.status}
                  short={shortName(period, row.year)}
                  name={periodName(period)}
                  isShown={period.id === shown.id}
                  isNext={period.id === next?.id}
                />
              ))}
              <Seal
                to={yearAddress(years, row.year)}
                status={row.year.status}
                short="Year"
                name={`Fiscal year ${row.year.name}`}
                isShown={row.year.id === shown.id}
                isNext={false}
                isYear
              />
            </ul>
          </section>
        ),
      )}
    </nav>
  );
}

const sealsIn = (part: Element | null | undefined): HTMLElement[] => [...(part?.querySelectorAll<HTMLElement>("[data-seal]") ?? [])];

/** The seal that a key leads to from this one. */
function sealFrom(box: HTMLElement | null, seal: HTMLElement, key: string): HTMLElement | undefined {
  if (!seal.matches("[data-seal]")) return undefined;
  const all = sealsIn(box);
  const at = all.indexOf(seal);
  const lists = [...(box?.querySelectorAll("ul") ?? [])];
  const line = lists.findIndex((list) => list.contains(seal));
  const row = sealsIn(lists[line]);
  const place = row.indexOf(seal);
  switch (key) {
    case "ArrowLeft":
      return all[at - 1];
    case "ArrowRight":
      return all[at + 1];
    case "ArrowUp":
      return sealsIn(lists[line - 1])[place];
    case "ArrowDown":
      return sealsIn(lists[line + 1])[place];
    case "Home":
      return row[0];
    case "End":
      return row.at(-1);
    default:
      return undefined;
  }
}

interface SealProps {
  to: string;
  status: Period["status"];
  short: string;
  name: string;
  isShown: boolean;
  isNext: boolean;
  isYear?: boolean;
}

/** One period or year of the row; the shown one is where Tab comes in. */
function Seal({ to, status, short, name, isShown, isNext, isYear = false }: SealProps): JSX.Element {
  return (
    <li data-year={isYear}>
      <Link
        to="/close/$period"
        params={{ period: to }}
        className="seal"
        data-seal=""
        data-state={status}
        aria-current={isShown ? "page" : undefined}
        tabIndex={isShown ? 0 : -1}
        resetScroll={false}
        title={name}
      >
        <span aria-hidden className="seal-name">
          {short}
        </span>
        <Sign status={status} />
        <span className="spoken">{name}, </span>
        <span className="seal-word">{stateWord(status)}</span>
        {isNext && (
          <span className="seal-next">
            <span className="spoken">, </span>next<span className="spoken"> to close</span>
          </span>
        )}
      </Link>
    </li>
  );
}
