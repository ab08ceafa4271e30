import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { useActions } from "../../app/actions";
import "../../parts/screen.css";
import "./reports.css";

const CHAPTERS: { name: string; reports: { to: string; name: string; what: string }[] }[] = [
  {
    name: "Statements",
    reports: [
      { to: "/reports/profit-and-loss", name: "Profit and loss", what: "Revenue, expenses and the result of some days, by month, compared and split" },
      { to: "/reports/balance-sheet", name: "Balance sheet", what: "Assets, liabilities and equity at the end of a day" },
      { to: "/reports/cash-flow", name: "Cash flow", what: "From the result to the change in cash" },
      { to: "/reports/trial-balance", name: "Trial balance", what: "Opening, movement and closing of every account in debits and credits" },
    ],
  },
  {
    name: "Books",
    reports: [
      { to: "/reports/general-ledger", name: "General ledger", what: "Every account with its lines and the balance after each" },
      { to: "/reports/journal", name: "Journal, line by line", what: "Every line of every posted entry, with sums carried forward" },
      { to: "/reports/aged-open-items", name: "Open items by age", what: "Who owes how much, and for how long it is overdue" },
    ],
  },
  {
    name: "Checks",
    reports: [
      { to: "/reports/voids", name: "Voids, reversals and corrections", what: "What was taken back, by which entry and why" },
      { to: "/reports/late-entries", name: "Late entries", what: "Posted after their period, into a soft-closed one, or dated far back" },
      { to: "/reports/number-gaps", name: "Gaps in numbers", what: "Whether a number is missing in any journal" },
      { to: "/reports/diff", name: "What changed since", what: "The entries between two moments, and what they changed" },
    ],
  },
];

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
  return (
    <div className="screen report-index">
      <div className="screen-head">
        <h1>Reports</h1>
      </div>
      {CHAPTERS.map((chapter) => (
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
