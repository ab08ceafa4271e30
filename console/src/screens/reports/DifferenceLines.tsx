import { Link } from "@tanstack/react-router";
import { type JSX, useMemo } from "react";
import type { Account } from "../../api/accounts";
import { type MoveLine, useMoves } from "../../api/moves";
import { Refusal } from "../../parts/Refusal";
import { formatDay } from "../../text/day";
import { addAmounts, compare, negate, subtract } from "../../text/number";
import { behind } from "../accounts/statementRows";
import { pairOf } from "./address";
import { type Difference, type Part, byGroup, largestFirst } from "./difference";
import { PartTable } from "./PartTable";
import { Signed } from "./Signed";

const MOST_PARTIES = 8;
const MOST_LINES = 8;

/** Of one account's part of a difference: by party, and the largest lines of the later days. */
export function DifferenceLines({ difference, part, account }: { difference: Difference; part: Part; account: Account }): JSX.Element {
  const { spans, filters, names } = difference;
  const { now, before, isWhole, isLoading, problem } = useMoves(account.id, spans, askedFor(filters));
  const { parties, largest } = useMemo(() => {
    const sum = (lines: readonly MoveLine[]): string => addAmounts(lines.map(debitOf));
    // The part has the sign of its statement; a state at two days differs by the lines between them.
    const expected = spans.before ? part.now : part.by;
    const isTurned = isWhole ? compare(sum(now), expected) !== 0 : account.normalBalance === "credit";
    const signed = (line: MoveLine): string => (isTurned ? negate(debitOf(line)) : debitOf(line));
    const move = (isBefore: boolean) => (line: MoveLine) => ({ group: line.partyName ?? "Without a party", amount: signed(line), isBefore });
    return {
      parties: byGroup([...now.map(move(false)), ...before.map(move(true))]),
      largest: largestFirst(now.map((line) => ({ line, by: signed(line) }))).slice(0, MOST_LINES),
    };
  }, [now, before, isWhole, spans.before, part, account.normalBalance]);
  if (problem) return <Refusal problem={problem} />;
  if (isLoading) return <p className="dim">Reading its lines…</p>;
  const hasParties = parties.some((one) => one.title !== "Without a party");
  return (
    <>
      {!isWhole && <p className="dim">There are very many lines: these are of the first thousands.</p>}
      {hasParties && (
        <>
          <h3>
            {account.code} {account.name}, by customer or supplier
          </h3>
          <PartTable head="Party" parts={parties.slice(0, MOST_PARTIES).map((one) => ({ ...one, code: null }))} names={spans.before && names} rest={parties.length - MOST_PARTIES} sum={isWhole ? addAmounts(parties.map((one) => one.by)) : undefined} />
        </>
      )}
      {largest.length > 0 && (
        <>
          <h3>Its largest lines{spans.before ? `, ${names[0]}` : ""}</h3>
          <table className="lines" aria-label="Largest lines">
            <tbody>
              {largest.map(({ line, by }) => (
                <tr key={`${line.entryId} ${line.lineNumber}`}>
                  <td className="report-nowrap">{formatDay(line.date, "short")}</td>
                  <td>
                    <Link to="/journal/$entry" params={{ entry: line.number ?? line.entryId }} className="quiet">
                      {line.number ?? "entry"}
                    </Link>{" "}
                    <span className="dim" dir="auto">
                      {[line.description, ...behind(line)].filter(Boolean).join(" · ")}
                    </span>
                  </td>
                  <td className="number">
                    <Signed value={by} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </>
  );
}

const debitOf = (line: MoveLine): string => subtract(line.baseDebit, line.baseCredit);

function askedFor({ dimension, without, knownAt }: Difference["filters"]): Record<string, string> {
  const asked: Record<string, string> = {};
  if (knownAt) asked["knownAt"] = knownAt;
  if (without) asked["withoutDimension"] = without;
  if (dimension) {
    const [code, value] = pairOf(dimension);
    asked[`dimension[${code}]`] = value;
  }
  return asked;
}
