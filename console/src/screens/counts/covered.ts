import type { Count } from "../../api/counts";
import type { Location } from "../../api/warehouses";
import { plural } from "../../text/language";

/** Places that are named; more are told as such. */
const NAMED = 3;

/** What a count that has no text is called by what it covers: `Count of A-02, 6 articles`. */
export function coveredBy(count: Pick<Count, "locationIds" | "lineCount" | "warehouseCode">, places: ReadonlyMap<string, Pick<Location, "code">>): string {
  const codes = (count.locationIds as string[]).flatMap((id) => places.get(id)?.code ?? []);
  const named = codes.length > 0 ? `${codes.slice(0, NAMED).join(", ")}${codes.length > NAMED ? " and more" : ""}` : (count.warehouseCode ?? "a warehouse");
  return `Count of ${named}, ${count.lineCount} ${plural(count.lineCount, "article", "articles")}`;
}
