import { Button, TextInput } from "@mantine/core";
import { IconBarcode } from "@tabler/icons-react";
import { type JSX, useEffect, useRef, useState } from "react";
import { asProblem } from "../api/problem";
import { useActions } from "../app/actions";
import { sentence } from "../app/SignIn";
import { useBursts } from "./bursts";
import "./scan-field.css";

/** What came of a scan, in a sentence. */
export interface Outcome {
  isFault: boolean;
  text: string;
  /** Meanings to choose from: the data of each is scanned in its place. */
  readings?: { data: string; title: string }[];
}

/** Why a code cannot be read, without the place in the request. */
export const whyOf = (error: unknown): string => asProblem(error).message.replace(/^\/data: /, "");

/** The field that takes labels. */
export const SCAN_FIELD = "scan-field";

/**
 * A field that is always ready for a label: what a scanner types elsewhere comes here, too. Codes are worked off one after
 * another, so that fast scans are none lost.
 */
export function ScanField({
  label = "Scan",
  placeholder = "Label, SKU, GTIN, lot or bin",
  onScan,
  onEmpty,
}: {
  label?: string;
  placeholder?: string;
  /** What a code did. */
  onScan: (code: string) => Promise<Outcome>;
  /** Enter in the empty field. */
  onEmpty?: (() => void) | undefined;
}): JSX.Element {
  const [typed, setTyped] = useState("");
  const [outcome, setOutcome] = useState<Outcome & { count: number }>();
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);
  const latest = useRef(onScan);
  latest.current = onScan;
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  function take(code: string): void {
    const plain = code.trim();
    if (plain === "") return;
    waiting.current += 1;
    queue.current = queue.current.then(async () => {
      let came: Outcome;
      try {
        came = await latest.current(plain);
      } catch (error) {
        came = { isFault: true, text: `“${plain}”: ${sentence(whyOf(error))}` };
      }
      waiting.current -= 1;
      if (isHere.current) setOutcome((before) => ({ ...came, count: (before?.count ?? 0) + 1 }));
    });
  }

  useBursts(take);
  useActions([{ id: "scan-field", title: "To the scan field", keys: "mod+b", whileTyping: true, quiet: true, run: () => document.getElementById(SCAN_FIELD)?.focus() }]);
  return (
    <div className="scan-line">
      <TextInput
        id={SCAN_FIELD}
        data-scan
        aria-label={label}
        placeholder={placeholder}
        title="Ctrl B leads here"
        leftSection={<IconBarcode size={18} stroke={1.5} aria-hidden />}
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.ctrlKey && event.key === "]") {
            event.preventDefault();
            setTyped(`${typed}\u001d`);
          }
          if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
          event.preventDefault();
          if (typed.trim() === "") onEmpty?.();
          // From the field: keys of a scanner come before this is drawn again.
          take(event.currentTarget.value);
          setTyped("");
        }}
      />
      <div className="scan-outcome" role="status" aria-live="polite" data-fault={outcome?.isFault || undefined}>
        {outcome && (
          <span key={outcome.count}>
            {outcome.isFault ? "✕ " : "✓ "}
            {outcome.text}
          </span>
        )}
        {outcome?.readings?.map((one) => (
          <Button key={one.data} size="compact-sm" variant="default" onClick={() => take(one.data)}>
            {one.title}
          </Button>
        ))}
      </div>
    </div>
  );
}
