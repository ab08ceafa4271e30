import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { type Known, useAlike } from "../api/alike";
import { kindTitle } from "../api/movementKinds";
import { movementDay } from "../api/movements";
import { formatDay } from "../text/day";

/** Entries and movements of the same paper: its shipment, its invoice, its payment. */
export function SameReference({ of }: { of: Known }): JSX.Element | null {
  const alike = useAlike(of);
  if (!alike || alike.entries.length + alike.movements.length === 0) return null;
  return (
    <section>
      <h2>Same reference</h2>
      <ul>
        {alike.entries.map((one) => (
          <li key={one.id}>
            <Link to="/journal/$entry" params={{ entry: one.number ?? one.id }}>
              {one.number ?? "A draft"}
            </Link>{" "}
            of {formatDay(one.date)}, {one.reference}
            {one.description && !one.description.includes(one.reference ?? "") && `: ${one.description}`}
          </li>
        ))}
        {alike.movements.map((one) => {
          const day = movementDay(one);
          return (
            <li key={one.id}>
              <Link to="/movements/$movement" params={{ movement: one.id }}>
                {kindTitle(one.kind)} {one.reference}
              </Link>
              {day && ` of ${formatDay(day)}`}
              {one.partyName && `, ${one.partyName}`}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
