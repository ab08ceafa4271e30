import { Button } from "@mantine/core";
import type { JSX } from "react";
import { useZone } from "../../api/organization";
import type { Problem } from "../../api/problem";
import { useFirstPosting } from "../../api/reports";
import type { Report } from "./address";
import { momentInWords, nameOfPoint } from "./knowing";

/** All days that books can have. */
const EVER = { from: "1900-01-01", to: "2199-12-31" };
const POINTS = new Set(["knownAt", "from", "to"]);

/** Whether a report is refused because the log has nothing at the point of knowledge: before it began, or later than now. */
export function isUnknowable(problem: Problem): boolean {
  return problem.code === "validation_failed" && "seq" in problem.body.context && problem.body.errors.some((fault) => POINTS.has(fault.pointer.replace("/", "")) && fault.code === "out_of_range");
}

/** That nothing had been recorded at the point of knowledge yet, when that began, and the ways to there and to now. */
export function Unknowable({ report }: { report: Report }): JSX.Element {
  const zone = useZone();
  const { knownAt, since } = report.values;
  const point = knownAt ?? since ?? "";
  const isLater = point.startsWith("seq:") ? point !== "seq:0" : Date.parse(point) > Date.now() - SURE_MS;
  return (
    <div className="list-empty" role="alert">
      <h2>{isLater ? "That moment is not known for sure yet" : "Nothing had been recorded by then"}</h2>
      {isLater ? <p>{point.startsWith("seq:") ? `The log has no ${nameOfPoint(point)} yet.` : `What is written up to ${momentInWords(point, zone)} may not be complete: look again in some minutes.`}</p> : <p>{<Began />}</p>}
      <p className="refusal-ways">
        {!isLater && <FirstEntry report={report} />}
        <Now report={report} />
      </p>
    </div>
  );
}

/** Of the last minutes the service may not know yet that nothing more is written. */
const SURE_MS = 5 * 60_000;

/** When the first entry came, in a sentence. */
export function Began(): JSX.Element | null {
  const zone = useZone();
  const first = useFirstPosting(EVER.from, EVER.to, true);
  if (first === undefined) return null;
  return <>{first === null ? "Nothing is posted in these books yet." : `The first entry came on ${momentInWords(first, zone)}.`}</>;
}

/** The way to the moment of the first entry. */
export function FirstEntry({ report }: { report: Report }): JSX.Element | null {
  const zone = useZone();
  const first = useFirstPosting(EVER.from, EVER.to, true);
  if (!first) return null;
  return (
    <Button variant="default" onClick={() => report.change({ knownAt: endOfMinute(first), since: undefined })}>
      As known on {momentInWords(first, zone)}
    </Button>
  );
}

/** The way to what is known now. */
export function Now({ report }: { report: Report }): JSX.Element {
  return (
    <Button variant="default" onClick={() => report.change({ knownAt: undefined, since: undefined })}>
      As known now
    </Button>
  );
}

/** The end of a moment's minute, which is what the button says; the moment itself while the service is not sure of that minute yet. */
function endOfMinute(at: string): string {
  const end = Math.floor(Date.parse(at) / 60_000) * 60_000 + 59_999;
  return end < Date.now() - SURE_MS ? new Date(end).toISOString() : at;
}
