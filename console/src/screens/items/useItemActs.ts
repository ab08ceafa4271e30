import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { answer, api } from "../../api/client";
import { type Item, readItem } from "../../api/items";
import { newKey } from "../../api/key";
import { asProblem, type Problem } from "../../api/problem";
import { touched } from "../../api/queries";
import { removeSoon } from "../../api/removing";
import { say } from "../../app/toasts";
import { useWays } from "../../parts/useWays";

/** What is done to an item beside changing it: whether it is in use, and deleting one that never was. */
export function useItemActs(item: Item): {
  toggle: () => void;
  remove: () => void;
  isBusy: boolean;
  problem: Problem | undefined;
  ways: ReturnType<typeof useWays>;
  /** It was saved, perhaps under another SKU. */
  onSaved: (id: string) => void;
} {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<Problem>();
  const [isBusy, setBusy] = useState(false);
  const ways = useWays({});
  const header = (): { "Idempotency-Key": string; "If-Match": string } => ({ "Idempotency-Key": newKey(), "If-Match": `"${item.version}"` });

  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    ways.clear();
    try {
      await work();
    } catch (error) {
      setProblem(asProblem(error));
      void touched("stock");
    } finally {
      setBusy(false);
    }
  }

  const put = async (isActive: boolean, version: number): Promise<void> => {
    const params = { path: { id: item.id }, header: { "Idempotency-Key": newKey(), "If-Match": `"${version}"` } };
    await answer(api.PUT("/api/v1/inventory/items/{id}", { params, body: { isActive } }));
    await touched("stock");
  };

  return {
    isBusy,
    problem,
    ways,
    toggle: () =>
      void run(async () => {
        await put(!item.isActive, item.version);
        say(item.isActive ? `${item.sku} is inactive: nothing of it can be received` : `${item.sku} is active again`, {
          title: "Undo",
          run: () => void run(async () => put(item.isActive, (await readItem(item.id)).version)),
        });
      }),
    remove: () =>
      void run(async () => {
        // Asked at once whether it can be deleted at all: in ten seconds nobody looks any more.
        await answer(api.DELETE("/api/v1/inventory/items/{id}", { params: { path: { id: item.id }, query: { dryRun: true }, header: header() } }));
        removeSoon({
          id: item.id,
          called: `The item ${item.sku}`,
          send: async () => {
            await answer(api.DELETE("/api/v1/inventory/items/{id}", { params: { path: { id: item.id }, header: header() } }));
            await touched("stock");
          },
        });
        void navigate({ to: "/items" });
      }),
    onSaved: (id) =>
      void readItem(id).then(
        (now) => {
          if (now.sku !== item.sku) void navigate({ to: "/items/$item", params: { item: now.sku }, replace: true });
        },
        () => undefined,
      ),
  };
}
