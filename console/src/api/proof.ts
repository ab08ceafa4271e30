import { useEffect, useRef, useState } from "react";
import { settings } from "../app/settings";
import { formatAmount } from "../text/number";
import { answer, api } from "./client";
import { asProblem, type Problem } from "./problem";
import type { components } from "./schema";
import { may, session } from "./session";

/** A signed proof of stock. */
export type Proof = components["schemas"]["SignedProofView"];

/** Whether the user may prove stock: whoever may read costs and reports, of all warehouses. */
export function mayProve(): boolean {
  const now = session.get();
  return may("reports:read") && may("costs:read") && (now.state === "in" || now.state === "expired") && now.me.warehouseIds === null;
}

/** A proof that is run when somebody asks for it: it reads every movement from the first. */
export function useProving(asOf: string | undefined): {
  proof: Proof | undefined;
  problem: Problem | undefined;
  isRunning: boolean;
  prove: () => void;
  cancel: () => void;
} {
  const [found, setFound] = useState<{ proof: Proof; asOf: string | undefined }>();
  const [problem, setProblem] = useState<Problem>();
  const [isRunning, setRunning] = useState(false);
  const control = useRef<AbortController>(undefined);
  useEffect(() => () => control.current?.abort(), []);

  async function prove(): Promise<void> {
    const mine = new AbortController();
    control.current = mine;
    setRunning(true);
    setProblem(undefined);
    try {
      const query = asOf === undefined ? {} : { asOf };
      const proof = await answer(api.GET("/api/v1/inventory/proof", { params: { query }, signal: mine.signal }));
      setFound({ proof, asOf });
    } catch (error) {
      if (!mine.signal.aborted) setProblem(asProblem(error));
    }
    setRunning(false);
  }

  return {
    // What was proved of another day says nothing of this one.
    proof: found?.asOf === asOf ? found?.proof : undefined,
    problem,
    isRunning,
    prove: () => void prove(),
    cancel: () => control.current?.abort(),
  };
}

/** What was looked at and what was found, in a sentence. */
export function foundIn({ proof }: Proof): string {
  if (proof.movements === 0) return "No goods have moved by then.";
  const differences = proof.failureCount === 0 ? "no difference" : `${proof.failureCount} ${proof.failureCount === 1 ? "difference" : "differences"}`;
  const movements = formatAmount(String(proof.movements), { decimals: 0, locale: settings.get().locale });
  return `${movements} ${proof.movements === 1 ? "movement" : "movements"} costed from the first, ${differences}.`;
}
