import { IconAlertTriangle } from "@tabler/icons-react";
import type { JSX } from "react";
import type { Conflict } from "./duties";
import { rightInWords } from "./rights";
import { plural } from "../../../text/language";
import "./people.css";

/** Duties that meet in one hand, before that is saved: a warning, as small houses need it so. */
export function DutyWarnings({ conflicts }: { conflicts: readonly Conflict[] }): JSX.Element | null {
  if (conflicts.length === 0) return null;
  return (
    <section className="duties" role="status" aria-label="Duties in one hand">
      <p className="duties-title">
        <IconAlertTriangle size={16} stroke={1.5} aria-hidden /> {plural(conflicts.length, "Two duties in one hand", `${conflicts.length} times two duties in one hand`)}
      </p>
      <ul>
        {conflicts.map((one) => (
          <li key={one.id}>
            <span className="strong">{one.says}</span> {one.unless}
            <span className="duties-rights">By: {one.rights.map(rightInWords).join(" · ")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
