import type { JSX } from "react";
import { unitWord, useUnits } from "../api/items";
import { Amount } from "./Amount";

/** A quantity of goods, with its unit behind it where that is not single pieces. */
export function Quantity({
  value,
  unit,
  zero = "shown",
}: {
  value: string | null | undefined;
  /** Its code; absent where the unit stands elsewhere. */
  unit?: string | undefined;
  zero?: "blank" | "shown";
}): JSX.Element | null {
  const units = useUnits();
  if (value === null || value === undefined) return null;
  const word = unit ? unitWord(units, unit) : "";
  if (word === "") return <Amount value={value} zero={zero} />;
  return (
    <>
      <Amount value={value} zero={zero} /> <span className="dim">{word}</span>
    </>
  );
}
