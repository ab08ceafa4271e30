import { useQuery } from "@tanstack/react-query";
import type { Choice } from "../parts/Lookup";
import { formatDay } from "../text/day";
import { answer, api } from "./client";
import type { components } from "./schema";
import { may } from "./session";

type Lot = components["schemas"]["LotView"];
type Serial = components["schemas"]["SerialView"];

/** The day on which a lot is over, in words; nothing where it has none. */
export function lotHint({ expiresOn, bestBefore, status }: Pick<Lot, "expiresOn" | "bestBefore" | "status">): string | undefined {
  const held = status === "available" ? undefined : status;
  const until = expiresOn ? `expires ${formatDay(expiresOn)}` : bestBefore ? `best before ${formatDay(bestBefore)}` : undefined;
  return [until, held].filter(Boolean).join(", ") || undefined;
}

const lotChoice = (lot: Lot): Choice => ({ id: lot.id, code: lot.number, name: "", hint: lotHint(lot) });
const serialChoice = (serial: Serial): Choice => ({
  id: serial.id,
  code: serial.number,
  name: "",
  hint: serial.status === "available" ? undefined : serial.status,
});

/** The lots, of an item or of any, whose number fits what is typed. */
export async function findLots(typed: string, itemId?: string): Promise<Choice[]> {
  if (!may("items:read")) return [];
  const query = { limit: 8, ...(itemId && { itemId }), ...(typed && { q: typed }) };
  const page = await answer(api.GET("/api/v1/inventory/lots", { params: { query } }));
  return page.data.map(lotChoice);
}

/** The pieces, of an item or of any, whose number fits what is typed. */
export async function findSerials(typed: string, itemId?: string): Promise<Choice[]> {
  if (!may("items:read")) return [];
  const query = { limit: 8, ...(itemId && { itemId }), ...(typed && { q: typed }) };
  const page = await answer(api.GET("/api/v1/inventory/serials", { params: { query } }));
  return page.data.map(serialChoice);
}

/** The number of a lot. */
export function useLotNumber(id: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ["stock", "lot", id],
    enabled: id !== undefined && may("items:read"),
    queryFn: ({ signal }) => answer(api.GET("/api/v1/inventory/lots/{id}", { params: { path: { id: id ?? "" } }, signal })),
  });
  return data?.number;
}

/** The number of a piece. */
export function useSerialNumber(id: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ["stock", "serial", id],
    enabled: id !== undefined && may("items:read"),
    queryFn: ({ signal }) => answer(api.GET("/api/v1/inventory/serials/{id}", { params: { path: { id: id ?? "" } }, signal })),
  });
  return data?.number;
}
