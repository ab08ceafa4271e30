import { Button, NativeSelect } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type JSX, useMemo, useState } from "react";
import { may } from "../../api/session";
import { useActions } from "../../app/actions";
import { useFilters } from "../../app/filters";
import { FaultyChip } from "../../parts/Filters";
import "../../parts/screen.css";
import { one, text } from "../../text/filters";
import { ItemsOfSheet, PlacesOfSheet } from "./Choosing";
import { commandLabels, KINDS, type Label, PAPERS } from "./label";
import "./labels.css";
import { Sheet } from "./Sheet";
import { plural } from "../../text/language";

const WHAT = ["items", "bins", "commands"] as const;
const WORDS: Record<(typeof WHAT)[number], string> = { items: "Items", bins: "Bins", commands: "Commands" };
const KIND_WORDS = { square: "Square (DataMatrix)", long: "Long (Code 128)" };
const PAPER_IDS = PAPERS.map((paper) => paper.id);
const SCHEMA = { what: one(WHAT), paper: one(PAPER_IDS), kind: one(KINDS), item: text, warehouse: text, bin: text };

/** Sheets of labels for items, bins, and for what buttons do, to be printed and scanned. */
export function LabelsScreen(): JSX.Element {
  const { values, faults, change } = useFilters(SCHEMA);
  const what = values.what ?? "items";
  const kind = values.kind ?? "square";
  const paper = PAPERS.find((one) => one.id === values.paper) ?? PAPERS[0];
  const [items, setItems] = useState<Label[]>([]);
  const [places, setPlaces] = useState<Label[]>([]);
  const commands = useMemo(commandLabels, []);
  const labels = what === "items" ? items : what === "bins" ? places : commands;
  const count = labels.reduce((sum, label) => sum + label.copies, 0);
  const disabled = count === 0 ? "there is no label on the sheet" : undefined;
  const print = (): void => globalThis.print();
  useActions([{ id: "labels.print", title: "Print these labels", keys: "mod+enter", words: "paper sheet barcode", disabled, run: print }]);
  const shown = WHAT.filter((one) => (one === "items" ? may("items:read") : one === "bins" ? may("warehouses:read") : true));

  return (
    <div className="screen">
      <div className="screen-head">
        <h1>Labels</h1>
        <p>To be printed here, and scanned at goods, shelves and tables.</p>
      </div>
      <div className="filters" role="search">
        <nav className="labels-what" aria-label="Which labels">
          {shown.map((name) => (
            <Link key={name} to="/labels" search={(now) => ({ ...now, what: name })} aria-current={name === what ? "page" : undefined}>
              {WORDS[name]}
            </Link>
          ))}
        </nav>
        {faults.map((fault) => (
          <FaultyChip key={fault.name} name={fault.name} text={fault.text} onClear={() => change({ [fault.name]: undefined })} />
        ))}
      </div>
      <div className="labels-choose">
        <NativeSelect
          label="Paper"
          value={paper?.id ?? ""}
          onChange={(event) => change({ paper: event.currentTarget.value })}
          data={PAPERS.map((one) => ({ value: one.id, label: one.name }))}
        />
        <NativeSelect
          label="Code"
          value={kind}
          onChange={(event) => change({ kind: event.currentTarget.value === "long" ? "long" : "square" })}
          data={KINDS.map((one) => ({ value: one, label: KIND_WORDS[one] }))}
        />
        <Button onClick={print} disabled={disabled !== undefined} title={disabled}>
          Print {plural(count, "1 label", `${count} labels`)}
        </Button>
        {disabled !== undefined && <span className="dim">Nothing to print: {disabled}.</span>}
      </div>
      {what === "items" && <ItemsOfSheet sku={values.item} labels={items} onChange={setItems} />}
      {what === "bins" && <PlacesOfSheet code={values.warehouse} bin={values.bin} onCode={(code) => change({ warehouse: code, bin: undefined })} onAll={() => change({ bin: undefined })} onChange={setPlaces} />}
      {what === "commands" && <p className="dim">Whoever scans one of these does what the button of that name does. Hang the sheet up where goods are scanned.</p>}
      {count > 0 && paper && <Sheet labels={labels} kind={kind} paper={paper} />}
    </div>
  );
}
