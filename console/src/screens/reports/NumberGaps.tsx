import type { JSX } from "react";
import { type Answers, useAnswer } from "../../api/reports";
import { useJournals } from "../../api/journals";
import { Chip } from "../../parts/Chip";
import "../../parts/lines.css";
import { useReport } from "./address";
import { KnownChip } from "./KnownChip";
import { Band, ReportFrame } from "./ReportFrame";
import { plural } from "../../text/language";

const NAMES = ["knownAt"] as const;

type Fault = Answers["number-gaps"]["faults"][number];

/** Whether each journal's numbers are all there: one that is missing would be an entry that somebody took away. */
export function NumberGaps(): JSX.Element {
  const report = useReport(NAMES, "none");
  const journals = useJournals();
  const { answer, ...reading } = useAnswer("number-gaps", report.asked, report.isReady);
  const nameOf = (code: string): string => journals?.find((one) => one.code === code)?.name ?? "";
  return (
    <ReportFrame
      name="number-gaps"
      title="Gaps in numbers"
      report={report}
      ofDays="none"
      reading={reading}
      isEmpty={false}
      bands={
        answer &&
        !answer.holds && (
          <Band kind="fault">
            <span>
              {plural(answer.faultCount, "A number is", `${answer.faultCount} numbers are`)} missing or wrong. Have <code>countinghouse verify</code> run,
              and look for who had access to the database.
            </span>
          </Band>
        )
      }
      chips={<KnownChip report={report} />}
    >
      {answer && (
        <div className="report-page">
          {answer.holds && (
            <p>
              <Chip kind="posted">No number is missing</Chip> Checked: {answer.entries} {plural(answer.entries, "entry", "entries")} in {answer.series.length} series.
            </p>
          )}
          {answer.faults.length > 0 && <Faults faults={answer.faults} />}
          <div className="lines-scroll" tabIndex={0} role="region" aria-label="Series of numbers">
            <table className="lines report-narrow">
              <thead>
                <tr>
                  <th scope="col">Journal</th>
                  <th scope="col">Series</th>
                  <th scope="col" className="number">
                    Entries
                  </th>
                  <th scope="col" className="number">
                    Last number
                  </th>
                </tr>
              </thead>
              <tbody>
                {answer.series.map((one) => (
                  <tr key={`${one.journalId} ${one.bucket}`}>
                    <td>
                      <span className="strong">{one.journalCode}</span> {nameOf(one.journalCode)}
                    </td>
                    <td>{one.bucket || "one for all"}</td>
                    <td className="number">{one.count}</td>
                    <td className="number">{one.last}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      )}
    </ReportFrame>
  );
}

const WORDS: Record<Fault["kind"], string> = {
  missingSequences: "positions missing in the books",
  missingNumbers: "numbers missing",
  wrongNumber: "another number than expected",
};

function Faults({ faults }: { faults: readonly Fault[] }): JSX.Element {
  return (
    <ul className="report-faults">
      {faults.map((fault) => (
        <li key={`${fault.kind} ${fault.first} ${fault.sequence}`}>
          <Chip kind="fault">{WORDS[fault.kind]}</Chip> {fault.first}
          {fault.last && ` to ${fault.last}`}
        </li>
      ))}
    </ul>
  );
}
