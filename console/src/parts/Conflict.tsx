import { Button } from "@mantine/core";
import type { JSX } from "react";
import "./refusal.css";

/** A field that two people changed to different values, in words. */
export interface Clash {
  id: string;
  label: string;
  mine: string;
  theirs: string;
  /** Which was chosen. */
  chosen?: "mine" | "theirs" | undefined;
}

/** Somebody else was faster: what they changed, and of each field that both changed, which value stays. */
export function Conflict({
  clashes,
  taken,
  onChoose,
}: {
  clashes: Clash[];
  /** The labels of fields that they alone changed, and that the form now has. */
  taken: string[];
  onChoose: (id: string, chosen: "mine" | "theirs") => void;
}): JSX.Element {
  return (
    <section className="refusal" role="alert">
      <h2>Somebody else saved this meanwhile</h2>
      {taken.length > 0 && <p>They changed {taken.join(", ")}: the form has their value now.</p>}
      {clashes.length === 0 && <p>Your changes do not touch theirs: save again.</p>}
      {clashes.map((one) => (
        <p key={one.id} className="refusal-ways">
          <span className="strong">{one.label}</span>
          <Button variant={one.chosen === "mine" ? "filled" : "default"} aria-pressed={one.chosen === "mine"} onClick={() => onChoose(one.id, "mine")}>
            Mine: {one.mine || "nothing"}
          </Button>
          <Button variant={one.chosen === "theirs" ? "filled" : "default"} aria-pressed={one.chosen === "theirs"} onClick={() => onChoose(one.id, "theirs")}>
            Theirs: {one.theirs || "nothing"}
          </Button>
        </p>
      ))}
    </section>
  );
}
