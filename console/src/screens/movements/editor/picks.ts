// Where goods that leave should be taken from, as the warehouse's way of picking says.

import { answer, api } from "../../../api/client";
import type { components } from "../../../api/schema";
import { may } from "../../../api/session";
import { Exact } from "../../../text/exact";
import { lotHint } from "../../../api/lotLookup";
import type { Choice } from "../../../parts/Lookup";

/** A suggestion for one line. */
export type Picks = components["schemas"]["PickSuggestionsView"];

const known = new Map<string, Promise<Picks>>();
const MOST_KEPT = 200;

/** Where to take so much of an item; asked once for the same. */
export function picksOf(itemId: string, warehouseId: string, quantity: string): Promise<Picks> {
  const key = `${itemId} ${warehouseId} ${quantity}`;
  const before = known.get(key);
  if (before) return before;
  const query = { itemId, warehouseId, quantity };
  const asked = answer(api.GET("/api/v1/inventory/pick-suggestions", { params: { query } }));
  if (known.size > MOST_KEPT) known.clear();
  known.set(key, asked);
  asked.catch(() => known.delete(key));
  return asked;
}

/** Forgets what was suggested: goods have moved. */
export const forgetPicks = (): void => known.clear();

/** The lots that goods can be taken from, the first to be taken first. */
export async function lotsToPick(itemId: string, warehouseId: string): Promise<Choice[]> {
  if (!may("items:read")) return [];
  // More than there is: every place is told.
  const picks = await picksOf(itemId, warehouseId, "1000000000");
  const lots = new Map<string, Choice>();
  for (const [at, line] of picks.lines.entries()) {
    const place = picks.places[at];
    if (!line.lotId || !place?.lotNumber) continue;
    const before = lots.get(line.lotId);
    const there = before ? new Exact(before.name.split(" ")[0] ?? "0").plus(place.onHand).toFixed() : place.onHand;
    const hint = lotHint({ expiresOn: place.expiresOn, bestBefore: place.bestBefore, status: "available" });
    lots.set(line.lotId, { id: line.lotId, code: place.lotNumber, name: `${there} there`, hint });
  }
  return [...lots.values()];
}

/** The pieces that can be taken. */
export async function piecesToPick(itemId: string, warehouseId: string): Promise<Choice[]> {
  if (!may("items:read")) return [];
  const picks = await picksOf(itemId, warehouseId, "1000000000");
  return picks.lines.flatMap((line, at) => {
    const place = picks.places[at];
    return line.serialId && place?.serialNumber ? [{ id: line.serialId, code: place.serialNumber, name: "", hint: place.locationCode ?? undefined }] : [];
  });
}
