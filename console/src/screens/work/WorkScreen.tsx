import type { JSX } from "react";
import "../../parts/screen.css";
import { Jobs } from "../today/Jobs";
import "../today/today.css";

/** Rows of each kind of job; more are in the lists that they lead to. */
const ROWS = 50;

/** What is to be done in the warehouse, by kind of job. */
export function WorkScreen(): JSX.Element {
  return (
    <div className="screen today">
      <div className="screen-head">
        <h1>Work</h1>
        <p>What comes, what goes, what is to be counted, and what runs out.</p>
      </div>
      <div className="today-parts">
        <Jobs shown={ROWS} />
      </div>
    </div>
  );
}
