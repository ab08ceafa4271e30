import type { JSX } from "react";
import { useZone } from "../../api/organization";
import { nameOfPoint } from "./knowing";

/** A point of knowledge in words, by the clock of the books. */
export function Point({ at }: { at: string }): JSX.Element {
  return <>{nameOfPoint(at, useZone())}</>;
}
