import type { JSX, ReactNode } from "react";
import "./record.css";

/** What is said of a record, in pairs; what says nothing is left out. */
export function Facts({ facts, none }: { facts: readonly (readonly [string, ReactNode])[]; none?: string }): JSX.Element | null {
  const shown = facts.filter(([, value]) => value !== null && value !== undefined && value !== false && value !== "");
  if (shown.length === 0) return none ? <p className="dim">{none}</p> : null;
  return (
    <dl className="record-facts">
      {shown.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
