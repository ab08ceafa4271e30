import { Button, CloseButton, TextInput } from "@mantine/core";
import { type JSX, useEffect, useMemo, useRef, useState } from "react";
import type { Count, CountLine } from "../../api/counts";
import { answer, api } from "../../api/client";
import { asProblem } from "../../api/problem";
import type { components } from "../../api/schema";
import { useActions } from "../../app/actions";
import { sentence } from "../../app/SignIn";
import "../../parts/filters.css";
import { Moment } from "../../parts/Moment";
import { Refusal } from "../../parts/Refusal";
import { type Outcome, SCAN_FIELD, ScanField, whyOf } from "../../parts/ScanField";
import { addAmounts } from "../../text/number";
import { Progress } from "./Progress";
import { afterTimes, foundNow, linesShown, meantBy, type Shown, timesOf } from "./sheet";
import { type SheetGridHandle, SheetGrid } from "./SheetGrid";
import type { useSheet } from "./useSheet";
import { plural } from "../../text/language";

type Scanned = components["schemas"]["ScanView"];

const SHOWN: readonly (readonly [Shown, string])[] = [
  ["all", "All"],
  ["uncounted", "Not counted yet"],
  ["counted", "Counted"],
];

/** What is counted: by scanning labels, or by typing quantities line after line. What the books say is not shown in a blind count. */
export function Sheet({ count, lines, sheet, mayApprove }: { count: Count; lines: CountLine[]; sheet: ReturnType<typeof useSheet>; mayApprove: boolean }): JSX.Element {
  const [shown, setShown] = useState<Shown>("all");
  const [words, setWords] = useState("");
  const [bin, setBin] = useState<{ id: string; code: string }>();
  const [showsBooks, setShowsBooks] = useState(false);
  const grid = useRef<SheetGridHandle>(null);
  const last = useRef<{ line: number; step: string }>(undefined);
  const latest = useRef(lines);
  latest.current = lines;
  const now = useRef(sheet);
  now.current = sheet;
  // Rows stay where they are while they are counted: they are chosen anew when another choice is made, or lines came.
  const rows = useMemo(() => linesShown(latest.current, count, shown, words).map((line) => line.lineNumber), [lines.length, count.sentBackAt, shown, words]);
  const byNumber = useMemo(() => new Map(lines.map((line) => [line.lineNumber, line])), [lines]);
  const quantityOf = (line: CountLine): string | null => now.current.pending.get(line.lineNumber) ?? foundNow(line, count);

  useActions([
    { id: "count-uncounted", title: "Show what is not counted yet", keys: "u", run: () => setShown(shown === "uncounted" ? "all" : "uncounted") },
    { id: "count-filter", title: "Find on the sheet", keys: "/", run: () => document.getElementById("sheet-text")?.focus() },
  ]);

  // A scanner is at hand: it need not be told where to begin.
  useEffect(() => document.getElementById(SCAN_FIELD)?.focus(), []);

  async function onScan(code: string): Promise<Outcome> {
    const times = timesOf(code);
    if (times !== undefined) return again(times);
    const body = { data: code, job: "count" as const, countId: count.id, warehouseId: count.warehouseId, ...(bin && { place: bin.id }) };
    let found: Scanned;
    try {
      found = await answer(api.POST("/api/v1/inventory/scan", { body }));
    } catch (error) {
      if (asProblem(error).status !== 400) throw error;
      // A label that breaks the rules of its kind is known to nobody, too.
      now.current.addUnknown(code);
      return { isFault: true, text: `“${code}” stands in the list of unknown codes: ${sentence(whyOf(error))}` };
    }
    if (found.kind === "ambiguous") return { isFault: true, text: `“${code}” is several things: choose one.`, readings: found.readings };
    if (found.location) {
      setBin(found.location);
      return { isFault: false, text: `Bin ${found.location.code}: what is scanned next lies there.` };
    }
    if (!found.item) {
      now.current.addUnknown(code);
      return { isFault: true, text: `“${code}” is not known: it stands in the list of unknown codes.` };
    }
    const { sku, name } = found.item;
    const step = found.quantity?.baseQuantity ?? "1";
    const meant = meantBy(latest.current, found, bin?.id);
    if ("several" in meant) {
      setWords(sku);
      const what = meant.several.some((line) => line.lotNumber) ? "scan the lot" : "scan its bin";
      return { isFault: true, text: `${sku} ${name} has ${meant.several.length} lines: ${what}, or type the quantity.` };
    }
    if ("isNew" in meant) {
      const lotNumber = found.lot?.number ?? found.lotNumber;
      const serialNumber = found.serial?.number ?? found.serialNumber;
      const made = await now.current.foundNew({
        itemId: found.item.id,
        quantity: step,
        ...(bin && { locationId: bin.id }),
        ...(lotNumber && (found.lot ? { lotId: found.lot.id } : { lot: { number: lotNumber, ...(found.expiresOn && { expiresOn: found.expiresOn }) } })),
        ...(serialNumber && (found.serial ? { serialId: found.serial.id } : { serial: { number: serialNumber } })),
      });
      if (made) last.current = { line: made.lineNumber, step };
      return { isFault: false, text: `${sku} ${name} ${step}: not expected here, and added.` };
    }
    const { line } = meant;
    const total = addAmounts([quantityOf(line) ?? "0", step]);
    now.current.found(line.lineNumber, total);
    last.current = { line: line.lineNumber, step };
    grid.current?.show(line.lineNumber);
    return { isFault: false, text: `${sku} ${name} +${step}, now ${total}.` };
  }

  /** The last label counts so many times. */
  function again(times: string): Outcome {
    const line = last.current && latest.current.find((one) => one.lineNumber === last.current?.line);
    if (!last.current || !line) return { isFault: true, text: "Scan a label first: × says how many times it counts." };
    const total = afterTimes(quantityOf(line) ?? "0", last.current.step, times);
    now.current.found(line.lineNumber, total);
    last.current = undefined;
    return { isFault: false, text: `${line.sku} ${line.name} ×${times}, now ${total}.` };
  }

  const { left, problem, unknown } = sheet;
  return (
    <div className="count-sheet">
      {left && (
        <p className="count-offer" role="status">
          <span>
            {[
              left.held.pending.length > 0 && `${left.held.pending.length} ${plural(left.held.pending.length, "quantity", "quantities")} not sent`,
              left.held.unknown.length > 0 && `${left.held.unknown.length} unknown ${plural(left.held.unknown.length, "code", "codes")}`,
            ]
              .filter(Boolean)
              .join(" and ")}{" "}
            of this count {left.held.pending.length + plural(left.held.unknown.length, "is", "are")} on this device, <Moment at={new Date(left.at).toISOString()} />.
          </span>
          <Button variant="default" size="compact-sm" onClick={left.takeUp}>
            Take them up
          </Button>
          <Button variant="default" size="compact-sm" onClick={left.throwAway}>
            Throw them away
          </Button>
        </p>
      )}
      <div className="count-tools">
        <ScanField placeholder="Label, SKU, bin; ×12 for twelve" onScan={onScan} onEmpty={() => grid.current?.focusNext(undefined)} />
        <Progress count={count} />
      </div>
      {problem && <Refusal problem={problem} onAgain={sheet.again} againTitle="Send again" />}
      <div className="filters" role="search">
        <TextInput
          id="sheet-text"
          aria-label="Find on the sheet"
          placeholder="SKU, name, bin or lot"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") event.currentTarget.blur();
            if (event.key === "Enter" || event.key === "ArrowDown") {
              event.preventDefault();
              grid.current?.focusNext(undefined);
            }
          }}
        />
        <span role="group" aria-label="Which lines" className="refusal-ways">
          {SHOWN.map(([one, title]) => (
            <Button key={one} id={`show-${one}`} variant={one === shown ? "light" : "default"} aria-pressed={one === shown} onClick={() => setShown(one)}>
              {title} {one === "uncounted" && <kbd>u</kbd>}
            </Button>
          ))}
        </span>
        {bin && (
          <span className="filter" data-set="true">
            <span className="filter-name">In bin: {bin.code}</span>
            <CloseButton size="xs" aria-label="In no bin" onClick={() => setBin(undefined)} />
          </span>
        )}
        {count.isBlind && mayApprove && (
          <Button variant="transparent" aria-pressed={showsBooks} onClick={() => setShowsBooks(!showsBooks)}>
            {showsBooks ? "Hide what the books say" : "Show what the books say"}
          </Button>
        )}
      </div>
      <SheetGrid
        ref={grid}
        rows={rows}
        byNumber={byNumber}
        quantityOf={quantityOf}
        pending={sheet.pending}
        showsBooks={!count.isBlind || showsBooks}
        onFound={sheet.found}
        onEnd={() => document.getElementById(SCAN_FIELD)?.focus()}
      />
      {unknown.size > 0 && (
        <section className="count-unknown" aria-label="Unknown codes">
          <h2>Unknown codes</h2>
          <p className="dim">Nothing here has these labels. They are on this device alone: find out what they are, then scan them again.</p>
          <ul>
            {[...unknown].map(([code, times]) => (
              <li key={code}>
                <code>{code}</code> {times > 1 && `${times} times`}
                <CloseButton size="xs" aria-label={`Drop ${code}`} onClick={() => sheet.dropUnknown(code)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
