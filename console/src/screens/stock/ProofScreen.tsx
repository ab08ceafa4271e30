import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type JSX, useEffect } from "react";
import { foundIn, mayProve, useProving } from "../../api/proof";
import { useActions } from "../../app/actions";
import { useFilters } from "../../app/filters";
import { AsOfNow } from "../../parts/AsOfNow";
import { Chip } from "../../parts/Chip";
import { FaultyChip } from "../../parts/Filters";
import { Moment } from "../../parts/Moment";
import "../../parts/record.css";
import { Refusal } from "../../parts/Refusal";
import "../../parts/screen.css";
import { formatDay } from "../../text/day";
import { day } from "../../text/filters";
import { ProofAccounts, ProofChecks, ProofFailures, ProofLate } from "./ProofTables";

const SCHEMA = { asOf: day };

/** The proof that stock and books agree: every movement costed anew, compared with the books line by line. */
export function ProofScreen(): JSX.Element {
  const { values, faults, change } = useFilters(SCHEMA);
  const { proof, problem, isRunning, prove, cancel } = useProving(values.asOf);
  const isAllowed = mayProve();
  useActions(isAllowed ? [{ id: "prove", title: "Prove stock", keys: "mod+enter", disabled: isRunning ? "it is running" : undefined, run: prove }] : []);
  useEffect(() => document.getElementById("prove")?.focus(), []);
  const when = values.asOf ? `at the end of ${formatDay(values.asOf)}` : "now";
  return (
    <div className="record">
      <div className="screen-head">
        <h1>Proof of stock</h1>
        <p>
          Whether goods and books agree {when} · <Link to="/stock">stock</Link>
        </p>
      </div>
      {!isAllowed ? (
        <p>The proof reads all costs and the books: it needs the rights to read costs and reports, and all warehouses.</p>
      ) : (
        <>
          <div className="filters" role="search">
            <AsOfNow day={values.asOf} onChange={(asOf) => change({ asOf })} />
            {faults.map((fault) => (
              <FaultyChip key={fault.name} name={fault.name} text={fault.text} onClear={() => change({ [fault.name]: undefined })} />
            ))}
            {isRunning ? (
              <Button variant="default" onClick={cancel}>
                Cancel
              </Button>
            ) : (
              <Button id="prove" onClick={prove}>
                {proof ? "Prove again" : "Prove it"} <kbd>Ctrl ⏎</kbd>
              </Button>
            )}
          </div>
          <p role="status">
            {isRunning && "All movements are costed again…"}
            {!isRunning && proof && (
              <>
                <Chip kind={proof.proof.holds ? "posted" : "fault"}>{proof.proof.holds ? "Goods and books agree" : "Goods and books do not agree"}</Chip> {foundIn(proof)}
              </>
            )}
            {!isRunning && !proof && !problem && "Every movement is costed anew, from the first, and compared with the books. Nothing is changed by it."}
          </p>
          {problem && <Refusal problem={problem} onAgain={prove} />}
          {proof && (
            <div className="record-tab" data-flows>
              {proof.proof.failures.length > 0 && (
                <section>
                  <h2>Differences</h2>
                  <ProofFailures proof={proof} />
                </section>
              )}
              {proof.proof.accounts.length > 0 && (
                <section>
                  <h2>By account, in {proof.proof.currency}</h2>
                  <ProofAccounts proof={proof} asOf={values.asOf} />
                </section>
              )}
              <ProofLate proof={proof} />
              <section>
                <h2>What was checked</h2>
                <ProofChecks proof={proof} />
                <p className="dim">
                  It holds for all that was recorded up to event {proof.seq}, <Moment at={proof.proof.at} />, and is signed by the service with the key {proof.signature.keyId}.
                </p>
              </section>
            </div>
          )}
        </>
      )}
    </div>
  );
}
