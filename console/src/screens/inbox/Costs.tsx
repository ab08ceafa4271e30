import { Button } from "@mantine/core";
import { type FormEvent, type JSX, useState } from "react";
import { useKey } from "../../api/key";
import { useMovement } from "../../api/linked";
import { type Problem, asProblem } from "../../api/problem";
import { touched } from "../../api/queries";
import { ask } from "../../api/records";
import { say } from "../../app/toasts";
import { AmountInput } from "../../parts/AmountInput";
import { Refusal } from "../../parts/Refusal";
import "./inbox.css";

/** What the goods of a receipt cost, asked line by line of somebody who knows it; what is left empty stays open. */
export function Costs({ id, onDone }: { id: string; onDone: () => void }): JSX.Element | null {
  const movement = useMovement(id);
  const { key, renew } = useKey();
  const [costs, setCosts] = useState<Readonly<Record<number, string>>>({});
  const [problem, setProblem] = useState<Problem>();
  const [busy, setBusy] = useState(false);
  if (!movement) return null;
  const open = movement.lines.filter((line) => line.totalCost === null);
  const lines = open.flatMap(({ lineNumber }) => (costs[lineNumber] ? [{ lineNumber, totalCost: costs[lineNumber] }] : []));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (busy || lines.length === 0) return;
    setBusy(true);
    setProblem(undefined);
    ask("PUT", `/inventory/movements/${id}/costs`, { body: { lines }, key: key(), version: movement.version })
      .then(() => {
        say(lines.length === open.length ? "The costs are stated: the receipt can be posted." : "The costs are stated.");
        setCosts({});
        setBusy(false);
        if (lines.length === open.length) onDone();
        void touched("stock", "inbox");
      })
      .catch((error: unknown) => {
        renew();
        setProblem(asProblem(error));
        setBusy(false);
      });
  };
  return (
    <form onSubmit={submit} className="inbox-costs">
      {open.map((line) => (
        <AmountInput
          key={line.lineNumber}
          label={`Cost of all ${line.sku ?? "goods"} on line ${line.lineNumber}, in ${movement.currency}`}
          value={costs[line.lineNumber] ?? ""}
          onChange={(cost) => {
            renew();
            setCosts((before) => ({ ...before, [line.lineNumber]: cost }));
          }}
        />
      ))}
      {problem && <Refusal problem={problem} onAgain={problem.status === 412 ? () => void touched("stock", "inbox") : undefined} againTitle="Read it again" />}
      <Button type="submit" loading={busy} disabled={lines.length === 0}>
        State the costs
      </Button>
    </form>
  );
}
