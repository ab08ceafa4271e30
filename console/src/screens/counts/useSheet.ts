import { useCallback, useEffect, useRef, useState } from "react";
import { type Count, type CountLine, type Found, recordFound } from "../../api/counts";
import { newKey } from "../../api/key";
import { type Problem, asProblem } from "../../api/problem";
import { useUnsent } from "../../parts/useUnsent";

/** What of a sheet is on this device alone: quantities on their way, and codes that nobody knows. */
export interface Held {
  pending: [lineNumber: number, quantity: string][];
  unknown: [code: string, times: number][];
}

/** Recordings that are sent together. */
const AT_ONCE = 100;

/** Records what is found, in the order in which it was found; what is not sent yet is kept on the device. */
export function useSheet(count: Count): {
  /** The quantity of a line that is on its way. */
  pending: ReadonlyMap<number, string>;
  unknown: ReadonlyMap<string, number>;
  problem: Problem | undefined;
  /** A line has so much. */
  found: (lineNumber: number, quantity: string) => void;
  /** Goods that have no line: it is made, and told. */
  foundNew: (found: Found) => Promise<CountLine | undefined>;
  addUnknown: (code: string) => void;
  dropUnknown: (code: string) => void;
  again: () => void;
  /** Waits until everything is sent; false where something could not be. */
  settled: () => Promise<boolean>;
  /** What was left on this device before. */
  left: { at: number; held: Held; takeUp: () => void; throwAway: () => void } | undefined;
} {
  const [pending, setPending] = useState<ReadonlyMap<number, string>>(new Map());
  const [unknown, setUnknown] = useState<ReadonlyMap<string, number>>(new Map());
  const [problem, setProblem] = useState<Problem>();
  const waiting = useRef(new Map<number, string>());
  const sending = useRef<Promise<boolean>>(undefined);
  const kept = useUnsent<Held>("count sheet", count.id, { pending: [...pending], unknown: [...unknown] }, pending.size > 0 || unknown.size > 0);
  const id = count.id;

  const flush = useCallback((): Promise<boolean> => {
    sending.current ??= (async () => {
      try {
        while (waiting.current.size > 0) {
          const batch = [...waiting.current].slice(0, AT_ONCE);
          await recordFound(id, batch.map(([lineNumber, quantity]) => ({ lineNumber, quantity })), newKey());
          for (const [lineNumber, quantity] of batch) if (waiting.current.get(lineNumber) === quantity) waiting.current.delete(lineNumber);
          setPending(new Map(waiting.current));
          setProblem(undefined);
        }
        return true;
      } catch (error) {
        setProblem(asProblem(error));
        return false;
      } finally {
        sending.current = undefined;
      }
    })();
    return sending.current;
  }, [id]);

  const found = useCallback(
    (lineNumber: number, quantity: string): void => {
      waiting.current.set(lineNumber, quantity);
      setPending(new Map(waiting.current));
      void flush();
    },
    [flush],
  );
  const foundNew = useCallback(
    async (goods: Found): Promise<CountLine | undefined> => (await recordFound(id, [goods], newKey()))[0],
    [id],
  );
  const settled = useCallback(async (): Promise<boolean> => {
    await sending.current;
    return waiting.current.size === 0 || flush();
  }, [flush]);
  useEffect(() => {
    // What a lost connection held back goes when it is there again.
    const again = (): void => void (waiting.current.size > 0 && flush());
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [flush]);
  const addUnknown = useCallback((code: string): void => setUnknown((before) => new Map(before).set(code, (before.get(code) ?? 0) + 1)), []);
  const dropUnknown = useCallback((code: string): void => {
    setUnknown((before) => {
      const next = new Map(before);
      next.delete(code);
      return next;
    });
  }, []);
  const before = kept.offered;
  const left = before && {
    at: before.at,
    held: before.value,
    takeUp: () => {
      const held = kept.takeUp();
      if (!held) return;
      setUnknown(new Map([...held.unknown, ...unknown]));
      for (const [lineNumber, quantity] of held.pending) if (!waiting.current.has(lineNumber)) waiting.current.set(lineNumber, quantity);
      setPending(new Map(waiting.current));
      void flush();
    },
    throwAway: kept.throwAway,
  };
  return { pending, unknown, problem, found, foundNew, addUnknown, dropUnknown, again: () => void flush(), settled, left };
}
