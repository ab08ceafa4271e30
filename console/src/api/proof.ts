import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { settings } from "../app/settings";
import { formatAmount } from "../text/number";
import { answer, api } from "./client";
import { asProblem, type Problem } from "./problem";
import type { components } from "./schema";
import { may, organization, session } from "./session";
import { plural } from "../text/language";

/** A signed proof of stock. */
export type Proof = components["schemas"]["SignedProofView"];

/** Whether the user may prove stock: whoever may read costs and reports, of all warehouses. */
export function mayProve(): boolean {
  const now = session.get();
  return may("reports:read") && may("costs:read") && (now.state === "in" || now.state === "expired") && now.me.warehouseIds === null;
}

interface Found {
  proof: Proof;
  asOf: string | undefined;
  at: string;
}

/** What was proved in this tab, by books and day: whoever comes back to the month finds it. */
const proved = new Map<string, Found>();
const nameOf = (asOf: string | undefined): string => `${organization() ?? ""} ${asOf ?? ""}`;

/** What the service found when it last proved all stock by itself. */
export function useLatestProof(): components["schemas"]["LatestProofView"] | undefined {
  const { data } = useQuery({
    queryKey: ["stock", "latest proof"],
    enabled: mayProve(),
    queryFn: ({ signal }) => answer(api.GET("/api/v1/inventory/proof/latest", { signal })),
  });
  return data;
}

/** A proof that is run when somebody asks for it: it reads every movement from the first. */
export function useProving(asOf: string | undefined): {
  proof: Proof | undefined;
  /** When it was proved. */
  at: string | undefined;
  problem: Problem | undefined;
  isRunning: boolean;
  prove: () => void;
  cancel: () => void;
} {
  const [found, setFound] = useState<Found | undefined>(() => proved.get(nameOf(asOf)));
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
      const next = { proof, asOf, at: new Date().toISOString() };
      proved.set(nameOf(asOf), next);
      setFound(next);
    } catch (error) {
      if (!mine.signal.aborted) setProblem(asProblem(error));
    }
    setRunning(false);
  }

  // What was proved of another day says nothing of this one.
  const own = found?.asOf === asOf ? found : proved.get(nameOf(asOf));
  return {
    proof: own?.proof,
    at: own?.at,
    problem,
    isRunning,
    prove: () => void prove(),
    cancel: () => control.current?.abort(),
  };
}

/** What was looked at and what was found, in a sentence. */
export function foundIn({ proof }: Proof): string {
  if (proof.movements === 0) return "No goods have moved by then.";
  const differences = proof.failureCount === 0 ? "no difference" : `${proof.failureCount} ${plural(proof.failureCount, "difference", "differences")}`;
  const movements = formatAmount(String(proof.movements), { decimals: 0, locale: settings.get().locale });
  return `${movements} ${plural(proof.movements, "movement", "movements")} costed from the first, ${differences}.`;
}
