import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { MomentFirst } from "../../parts/MomentFirst";
import { foundIn, mayProve, useLatestProof, useProving } from "../../api/proof";
import { Refusal } from "../../parts/Refusal";
import { formatDay } from "../../text/day";
import { ProofAccounts, ProofFailures } from "../stock/ProofTables";
import { Line } from "./Checklist";

/** How many differences are shown here; the screen of the proof has them all. */
const MOST = 8;

/** Whether stock agrees with the books at the end of a day: computed when asked, as it reads every movement from the first. */
export function Proof({ asOf }: { asOf: string }): JSX.Element | null {
  const { proof, at, problem, isRunning, prove, cancel } = useProving(asOf);
  const latest = useLatestProof();
  if (!mayProve()) return null;
  const holds = proof?.proof.holds;
  return (
    <div>
      <h3>Stock and books</h3>
      <ul className="checks">
        <Line
          status={proof === undefined ? "unknown" : holds ? "ok" : "blocking"}
          title={proof === undefined || holds ? `Stock agrees with the books on ${formatDay(asOf)}` : `Stock does not agree with the books on ${formatDay(asOf)}`}
          told={
            proof ? (
              <>
                {foundIn(proof)} Proved by you, {at && <MomentFirst at={at} />}.
              </>
            ) : latest?.at ? (
              <>
                Not proved for this day here yet. The service proved all stock by itself, <MomentFirst at={latest.at} />: it {latest.holds ? "agreed" : "did not agree"}.
              </>
            ) : undefined
          }
          word={holds ? "agrees" : proof === undefined && latest?.at ? "not for this day" : undefined}
          count={proof?.proof.failureCount}
        >
          {isRunning ? (
            <Button variant="default" size="compact-sm" onClick={cancel}>
              Cancel
            </Button>
          ) : (
            <Button variant="default" size="compact-sm" onClick={prove}>
              {proof ? "Prove again" : "Prove it"}
            </Button>
          )}
        </Line>
      </ul>
      <p role="status" className={isRunning ? "dim" : "spoken"}>
        {isRunning ? "All movements are costed again…" : proof ? (holds ? "Stock agrees with the books." : "Stock does not agree with the books.") : ""}
      </p>
      {problem && <Refusal problem={problem} onAgain={prove} />}
      {proof && proof.proof.accounts.length > 0 && <ProofAccounts proof={proof} asOf={asOf} />}
      {proof && <ProofFailures proof={proof} most={MOST} />}
      {proof && !holds && (
        <p>
          <Link to="/stock/proof" search={{ asOf }}>
            The whole proof
          </Link>
        </p>
      )}
    </div>
  );
}
