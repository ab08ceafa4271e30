import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type JSX, useEffect, useRef, useState } from "react";
import { useChart } from "../../api/accounts";
import { answer, api } from "../../api/client";
import { asProblem, Problem } from "../../api/problem";
import type { components } from "../../api/schema";
import { may, session } from "../../api/session";
import { Amount } from "../../parts/Amount";
import { Refusal } from "../../parts/Refusal";
import { formatDay } from "../../text/day";
import { Line } from "./Checklist";

type ProofView = components["schemas"]["SignedProofView"];

/** Whether stock agrees with the books at the end of a day: computed when asked, as it reads every movement from the first. */
export function Proof({ asOf }: { asOf: string }): JSX.Element | null {
  const [proof, setProof] = useState<ProofView>();
  const [problem, setProblem] = useState<Problem>();
  const [isRunning, setRunning] = useState(false);
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);
  if (!mayProve()) return null;

  async function prove(): Promise<void> {
    const mine = new AbortController();
    control.current = mine;
    setRunning(true);
    setProblem(undefined);
    try {
      const found = await answer(api.GET("/api/v1/inventory/proof", { params: { query: { asOf } }, signal: mine.signal }));
      setProof(found);
    } catch (error) {
      if (!mine.signal.aborted) setProblem(asProblem(error));
    }
    setRunning(false);
  }

  const holds = proof?.proof.holds;
  return (
    <div>
      <h3>Stock and books</h3>
      <ul className="checks">
        <Line
          status={proof === undefined ? "unknown" : holds ? "ok" : "blocking"}
          title={proof === undefined || holds ? `Stock agrees with the books on ${formatDay(asOf)}` : `Stock does not agree with the books on ${formatDay(asOf)}`}
          told={proof && foundIn(proof)}
          word={holds ? "agrees" : undefined}
          count={proof?.proof.failureCount}
        >
          {isRunning ? (
            <Button variant="default" size="compact-sm" onClick={() => control.current?.abort()}>
              Cancel
            </Button>
          ) : (
            <Button variant="default" size="compact-sm" onClick={() => void prove()}>
              {proof ? "Prove again" : "Prove it"}
            </Button>
          )}
        </Line>
      </ul>
      <p role="status" className={isRunning ? "dim" : "spoken"}>
        {isRunning ? "All movements are costed again…" : proof ? (holds ? "Stock agrees with the books." : "Stock does not agree with the books.") : ""}
      </p>
      {problem && <Refusal problem={problem} onAgain={() => void prove()} />}
      {proof && proof.proof.accounts.length > 0 && <ProofAccounts proof={proof} asOf={asOf} />}
    </div>
  );
}

function foundIn({ proof }: ProofView): string {
  if (proof.movements === 0) return "No goods have moved by then.";
  const differences = proof.failureCount === 0 ? "no difference" : `${proof.failureCount} ${proof.failureCount === 1 ? "difference" : "differences"}`;
  return `${proof.movements} movements costed from the first, ${differences}.`;
}

/** Whoever may read costs and reports, of all warehouses. */
function mayProve(): boolean {
  const now = session.get();
  return may("reports:read") && may("costs:read") && (now.state === "in" || now.state === "expired") && now.me.warehouseIds === null;
}

/** The accounts of stock: what goods are worth, what the books say, and the difference. */
function ProofAccounts({ proof, asOf }: { proof: ProofView; asOf: string }): JSX.Element {
  const chart = useChart();
  const { accounts, failures } = proof.proof;
  return (
    <div className="lines-scroll" tabIndex={0} role="group" aria-label="Stock and books by account">
      <table className="lines">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col" className="number">
              Goods
            </th>
            <th scope="col" className="number">
              Books
            </th>
            <th scope="col" className="number">
              Difference
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.map((one) => (
            <tr key={one.accountId}>
              <td>
                <Link to="/accounts/$account" params={{ account: one.code ?? one.accountId }} search={{ to: asOf }} className="quiet">
                  <span className="strong">{one.code}</span> {chart?.byId.get(one.accountId)?.name}
                </Link>
              </td>
              <td className="number">
                <Amount value={one.replayed} />
              </td>
              <td className="number">
                <Amount value={one.books} />
              </td>
              <td className="number">
                <Amount value={one.difference} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {failures.length > 0 && (
        <ul className="plain">
          {failures.slice(0, 8).map((failure) => (
            <li key={`${failure.invariant} ${failure.detail}`}>{failure.detail}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
