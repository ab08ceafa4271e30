import { Button, Modal } from "@mantine/core";
import { type JSX, useEffect, useState } from "react";
import type { Movement } from "../../../api/movements";
import { useWarehouses } from "../../../api/warehouses";
import { type Clash, Conflict } from "../../../parts/Conflict";
import { merge } from "../../../parts/merge";
import { formatDay, isDay } from "../../../text/day";
import { draftOf } from "./body";
import { type Draft, type Head, type Line, sentLines } from "./draft";
import "../movements.css";

const LABELS: Partial<Record<keyof Head, string>> = {
  day: "Date",
  description: "Text",
  reference: "Number",
  party: "Party",
  warehouse: "Warehouse",
  toWarehouse: "To",
  reason: "Reason",
  account: "Account",
  isTwoStep: "Two steps",
  amount: "Amount",
  splitBy: "Spread",
  dueDate: "Due",
  currency: "Currency",
};

/** A form with its lines as one field: what they say. */
type Whole = Omit<Head, "partyText"> & { lines: string };

const said = (lines: readonly Line[]): string =>
  JSON.stringify(sentLines(lines).map((line) => [Object.entries(line.cells).flatMap(([column, one]) => (one?.value ? [[column, one.value]] : [])).toSorted(), line.hidden ?? null]));

function wholeOf({ head, lines }: Draft): Whole {
  const { partyText: _, ...rest } = head;
  return { ...rest, lines: said(lines) };
}

/** Somebody else changed the draft meanwhile: what only they changed is taken, and of what both changed one is chosen. */
export function ClashDialog({
  stored,
  mine,
  theirs,
  locale,
  onSettle,
}: {
  stored: Movement;
  mine: Draft;
  theirs: Movement;
  locale: string;
  onSettle: (merged: Draft | undefined) => void;
}): JSX.Element | null {
  const warehouses = useWarehouses();
  // The versions are those of the moment: typing goes on nowhere while the dialog is open.
  const [my] = useState(mine);
  const [both, setBoth] = useState<{ base: Draft; other: Draft }>();
  const [chosen, setChosen] = useState<ReadonlyMap<string, "mine" | "theirs">>(new Map());
  useEffect(() => {
    void Promise.all([draftOf(stored, locale, "edit"), draftOf(theirs, locale, "edit")]).then(([base, other]) => setBoth({ base, other }));
  }, [stored, theirs, locale]);
  if (!both) return null;
  const { base, other } = both;
  const { merged, taken, conflicts } = merge(wholeOf(base), wholeOf(my), wholeOf(other));
  const label = (field: string): string => (field === "lines" ? "Lines" : (LABELS[field as keyof Head] ?? field));
  const words = (draft: Draft, field: string): string => {
    if (field === "lines") return `${sentLines(draft.lines).length} lines`;
    if (field === "party") return draft.head.partyText;
    const value = String(draft.head[field as keyof Head]);
    return warehouses?.byId.get(value)?.name ?? (isDay(value) ? formatDay(value) : value);
  };
  const clashes = (conflicts as string[]).map((field): Clash => ({ id: field, label: label(field), mine: words(my, field), theirs: words(other, field), chosen: chosen.get(field) }));
  const cannot = theirs.status === "draft" || theirs.status === "pendingApproval" ? undefined : "It has been posted meanwhile and cannot be changed any more.";
  const isUndecided = clashes.some((one) => one.chosen === undefined);

  function take(): void {
    const isTheirs = (field: string): boolean => (taken as string[]).includes(field) || chosen.get(field) === "theirs";
    const head = Object.fromEntries(
      Object.keys(my.head).map((field) => [field, isTheirs(field === "partyText" ? "party" : field) ? other.head[field as keyof Head] : my.head[field as keyof Head]]),
    ) as unknown as Head;
    onSettle({ head, lines: isTheirs("lines") || merged.lines === said(other.lines) ? other.lines : my.lines });
  }

  return (
    <Modal opened onClose={() => onSettle(undefined)} title="Two people changed it" size="lg" closeButtonProps={{ "aria-label": "Close" }}>
      <div className="movement-form">
        {cannot ? <p>{cannot}</p> : <Conflict clashes={clashes} taken={(taken as string[]).map((one) => label(one).toLowerCase())} onChoose={(id, which) => setChosen(new Map(chosen).set(id, which))} />}
        <p className="refusal-ways">
          {!cannot && (
            <Button onClick={take} disabled={isUndecided} data-autofocus>
              Save it so
            </Button>
          )}
          <Button variant="default" onClick={() => onSettle(undefined)}>
            Back to mine
          </Button>
          {isUndecided && !cannot && <span className="dim">Choose a value above first.</span>}
        </p>
      </div>
    </Modal>
  );
}
