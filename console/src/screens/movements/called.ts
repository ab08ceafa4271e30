import { kindTitle } from "../../api/movementKinds";
import type { Movement } from "../../api/movements";

/** How a movement is called in a sentence: `Receipt D-4711`. */
export const calledMovement = (movement: Pick<Movement, "kind" | "reference" | "description">): string =>
  [kindTitle(movement.kind), movement.reference ?? (movement.description ? `“${movement.description}”` : "")].filter(Boolean).join(" ");

/** The same within a sentence: `receipt D-4711`. */
export function calledInside(movement: Parameters<typeof calledMovement>[0]): string {
  const called = calledMovement(movement);
  return called.charAt(0).toLowerCase() + called.slice(1);
}
