import { CloseButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type JSX, useState } from "react";
import { useChart } from "../../api/accounts";
import { useActions } from "../../app/actions";
import { Amount } from "../../parts/Amount";
import "../../parts/lines.css";
import { subtract } from "../../text/number";
import { DifferenceLines } from "./DifferenceLines";
import type { Difference } from "./difference";
import { PartTable } from "./PartTable";
import { Signed } from "./Signed";

/** Accounts that are shown at once. */
const MOST = 12;

/** What makes the difference between two figures, beside the statement: by account, and of one account by party and by line. */
export function DifferencePeek({ difference, onClose }: { difference: Difference; onClose: () => void }): JSX.Element {
  useActions([{ id: "peek-close", title: "Close what is shown beside", keys: "esc", quiet: true, run: onClose }]);
  const { title, names, amounts, parts, isWhole } = difference;
  const chart = useChart();
  const [chosen, setChosen] = useState(() => parts.find((part) => part.code !== null)?.code ?? undefined);
  const part = parts.find((one) => one.code === chosen);
  const account = chosen === undefined ? undefined : chart?.byCode.get(chosen);
  return (
    <aside className="peek report-peek" aria-label={`What makes the difference: ${title}`}>
      <div className="screen-head">
        <h2>{title}: what makes the difference</h2>
        <CloseButton aria-label="Close" onClick={onClose} ml="auto" />
      </div>
      <p className="dim">
        {names[0]}: <Amount value={amounts[0]} /> · {names[1]}: <Amount value={amounts[1]} />
      </p>
      <p className="report-peek-amount">
        <Signed value={subtract(...amounts)} />
      </p>
      {parts.length === 0 ? (
        <p>No account changed.</p>
      ) : (
        <PartTable head="Account" parts={parts.slice(0, MOST)} names={names} sum={isWhole ? subtract(...amounts) : undefined} chosen={chosen} onChoose={parts.length > 1 ? setChosen : undefined} rest={parts.length - MOST} />
      )}
      {part && account && <DifferenceLines key={part.code} difference={difference} part={part} account={account} />}
      {account && difference.spans.before && (
        <p className="refusal-ways">
          {([difference.spans.now, difference.spans.before] as const).map((span, at) => (
            <Link key={names[at]} to="/accounts/$account" params={{ account: account.code }} search={{ from: span.from, to: span.to }}>
              {account.code} in {names[at]}
            </Link>
          ))}
        </p>
      )}
    </aside>
  );
}
