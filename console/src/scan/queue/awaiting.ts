// Goods that somebody holds in their hand and the books do not know yet, because the receipt waits for its costs.

import { problemOf } from "../../api/problem";
import type { components } from "../../api/schema";
import { formatDay } from "../../text/day";
import { call, NoAnswer, read } from "../net";
import type { Awaited, Operation, Refused } from "./operation";

type Summary = components["schemas"]["MovementSummary"];

/** Refusals that a receipt which is not posted explains. */
const SHORT = new Set(["insufficient_stock", "stock_not_available"]);

/** For so many items a receipt is looked for, where the refusal names none. */
const MOST = 10;

/** The receipt whose posting this operation waits for; nothing where there is none. */
export async function awaitedBy(operation: Operation, refused: Refused): Promise<Awaited | undefined> {
  if (!SHORT.has(refused.code) || operation.madeId !== undefined) return undefined;
  const warehouse = operation.body["warehouseId"];
  if (typeof warehouse !== "string") return undefined;
  const items: readonly string[] = refused.itemId === undefined ? operation.goods.slice(0, MOST) : [refused.itemId];
  try {
    for (const item of items) {
      const { data } = await read<{ data: Summary[] }>(
        `/inventory/movements?kind=receipt&status=draft,pendingApproval&warehouseId=${warehouse}&itemId=${item}&limit=1`,
        { organization: operation.organization },
      );
      const [receipt] = data;
      if (receipt) return { id: receipt.id, called: calledReceipt(receipt) };
    }
    return undefined;
  } catch {
    // Then it is a refusal like any other.
    return undefined;
  }
}

/** `receipt DN-7 of 6 Dec 2010`. */
const calledReceipt = (receipt: Pick<Summary, "reference" | "occurredAt" | "createdAt">): string =>
  `receipt ${receipt.reference ? `${receipt.reference} ` : ""}of ${formatDay((receipt.occurredAt ?? receipt.createdAt).slice(0, 10))}`;

/** How a movement stands now: `gone` where it is no more, nothing where nobody knows. */
export async function statusOf(operation: Operation, id: string): Promise<string | undefined> {
  try {
    const answer = await call("GET", `/inventory/movements/${id}`, { organization: operation.organization });
    if (answer.status === 404) return "gone";
    if (answer.status !== 200) throw problemOf(answer.status, answer.body);
    return (answer.body as { status: string }).status;
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    return undefined;
  }
}
