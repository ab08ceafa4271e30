import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { useActions } from "../../app/actions";
import "../../parts/screen.css";
import { reportsFor } from "./all";
import { useMemberships } from "./organizations";
import "./reports.css";

/** All reports, each with what it answers. */
export function ReportsIndex(): JSX.Element {
  const step = (by: 1 | -1): void => {
    const links = [...document.querySelectorAll<HTMLElement>(".report-index a")];
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[at < 0 ? 0 : Math.max(0, Math.min(at + by, links.length - 1))]?.focus();
  };
  useActions([
    { id: "row-next", title: "Next report", keys: "j", quiet: true, run: () => step(1) },
    { id: "row-before", title: "Report before", keys: "k", quiet: true, run: () => step(-1) },
  ]);
  const chapters = reportsFor(useMemberships().length);
  return (
    <div className="screen report-index">
      <div className="screen-head">
        <h1>Reports</h1>
      </div>
      {chapters.map((chapter) => (
        <section key={chapter.name}>
          <h2>{chapter.name}</h2>
          <ul>
            {chapter.reports.map((one) => (
              <li key={one.to}>
                <Link to={one.to}>{one.name}</Link>
                <span className="dim">{one.what}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
