import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Meaning } from "./element";
import { type Label, ownText, readLabel } from "./label";
import { Misread } from "./misread";

// The service runs the same file: what one of them reads otherwise fails on that side.
const file = readFileSync(new URL("../../../../domain/src/stock/labels/labels.tsv", import.meta.url), "utf8");
const rows = file
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split("\t"));

/** The meaning of an element as the file writes it: only where it is another text than the value. */
function meant(meaning: Meaning): string {
  if ("day" in meaning) return `→${meaning.day}`;
  if ("unit" in meaning) return `→${meaning.number} ${meaning.unit}`;
  if ("number" in meaning) return `→${meaning.number}`;
  return meaning.kind === "gtin" ? `→${meaning.text}` : "";
}

const told = (label: Label): string => label.elements.map((read) => `${read.ai}=${read.value}${meant(read.meaning)}`).join(" | ");

test("every label of the file that the service runs, too, is read as it says", () => {
  expect(rows.length).toBeGreaterThan(60);
  for (const [written = "", carrier = "", elements = ""] of rows) {
    const text = written.replaceAll("␝", "\u001d");
    if (carrier === "refused") {
      expect(() => readLabel(text, 2026), written).toThrow(Misread);
      try {
        readLabel(text, 2026);
      } catch (misread) {
        expect((misread as Misread).code, written).toBe(elements);
      }
    } else {
      const label = readLabel(text, 2026);
      expect([label.carrier, told(label)], written).toEqual([carrier, elements]);
    }
  }
});

test("a code of our own is not taken for a label, nor a label for a code of our own", () => {
  expect(ownText("DEPOT")).toBe("DEPOT");
  expect(ownText("]C022423")).toBe("22423");
  for (const text of ["]C10109506000134352", "https://id.gs1.org/01/09506000134352", "(10)A", "10A\u001d17261231", ""]) {
    expect(ownText(text), text).toBeUndefined();
  }
});
