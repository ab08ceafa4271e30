import { Link } from "@tanstack/react-router";
import type { JSX } from "react";
import { type MovementKind, wayOf } from "../../api/movementKinds";
import type { Movement, MovementLine, MovementRow } from "../../api/movements";
import { isNegative } from "../../text/number";

/** Where goods of a movement come from and go to, as far as warehouses are: their codes, or who is outside. */
export interface Ends {
  from: string[];
  to: string[];
}

/** Both ends of a movement, in the order of its lines. */
export function endsOf(movement: Pick<MovementRow, "kind"> & { mode?: Movement["mode"] }, lines: readonly MovementLine[]): Ends {
  const from = new Set<string>();
  const to = new Set<string>();
  for (const line of lines) {
    const place = line.warehouseCode ?? "…";
    const other = line.toWarehouseCode ?? undefined;
    switch (wayOf(movement.kind as MovementKind, { isNegative: isNegative(line.quantity), role: line.role })) {
      case "pass":
        // A receipt of a transfer, and a loss, have one place: where goods arrive, and where they had left.
        if (isNegative(line.quantity)) from.add(place);
        else to.add(place);
        if (other) to.add(other);
        break;
      case "out":
        from.add(place);
        break;
      default:
        to.add(place);
    }
  }
  return { from: [...from], to: [...to] };
}

/** What stands on the side without a warehouse: who sends or gets the goods. */
const OUTSIDE: Partial<Record<MovementKind, string>> = {
  receipt: "supplier",
  issue: "customer",
  return: "customer",
  supplierReturn: "supplier",
  scrap: "scrapped",
  internalUse: "own use",
};

/** Both ends in a few words: `Potteries of Stoke → DEPOT`. */
export function endsInWords(movement: Pick<MovementRow, "kind" | "partyName"> & { mode?: Movement["mode"] }, lines: readonly MovementLine[]): string {
  const { from, to } = endsOf(movement, lines);
  const outside = movement.partyName ?? OUTSIDE[movement.kind];
  const left = from.join(", ") || (to.length > 0 ? outside : undefined);
  const right = to.join(", ") || (from.length > 0 ? (movement.mode === "close" ? "lost" : outside) : undefined);
  if (!left) return right ?? "";
  if (!right) return left;
  return `${left} → ${right}`;
}

/** A warehouse as a link to its screen. */
export function PlaceLink({ code }: { code: string }): JSX.Element {
  if (code === "…") return <>a place</>;
  return (
    <Link to="/places/$place" params={{ place: code }} className="quiet">
      {code}
    </Link>
  );
}
