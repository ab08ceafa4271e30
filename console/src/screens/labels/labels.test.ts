import { expect, test } from "vitest";
import { commandOf } from "../../scan/commands";
import { readLabel, said } from "../../scan/gs1/label";
import { commandLabels, itemLabel, placeLabel, printed } from "./label";
import { symbol } from "./symbol";

const item = { id: "i", sku: "22423", name: "Regency cakestand", unitCode: "C62" };

test("the label of an item has its number as GS1 writes it, and its own code where it has none", () => {
  const label = itemLabel({ ...item, gtins: [{ gtin: "19506000134359", unitCode: "XCS" }, { gtin: "09506000134352", unitCode: null }] }, 2);
  expect(label.code).toEqual({ gs1: "(01)09506000134352" });
  expect("gs1" in label.code && said(readLabel(label.code.gs1, 2026), "gtin")?.text).toBe("09506000134352");
  expect(itemLabel({ ...item, gtins: [] }, 1).code).toEqual({ own: "22423" });
  expect(printed([label])).toHaveLength(2);
});

test("every command label is understood as what is printed below it", () => {
  for (const label of commandLabels()) {
    const command = commandOf("own" in label.code ? label.code.own : "");
    expect(command?.kind === "times" ? `×${command.times}` : command?.kind.toUpperCase(), label.id).toBe(label.title);
  }
});

test("each label can be drawn in both kinds of code, and what cannot is told", () => {
  const labels = [...commandLabels(), itemLabel({ ...item, gtins: [{ gtin: "09506000134352", unitCode: null }] }, 1), placeLabel({ id: "b", code: "A-01-01", name: null })];
  for (const label of labels) {
    for (const kind of ["square", "long"] as const) expect(symbol(label.code, kind), label.id).toMatch(/^data:image\/svg\+xml/);
  }
  expect(symbol({ gs1: "(01)09506000134353" }, "square")).toBeUndefined();
});
