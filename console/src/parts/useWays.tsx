import { Button, Modal, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, type JSX, useRef, useState } from "react";
import { newKey } from "../api/key";
import { asProblem, Problem, type WayOut } from "../api/problem";
import { type Subject, touched } from "../api/queries";
import { goWay, screenOf, withValue } from "../api/ways";
import { Refusal } from "./Refusal";
import { plural } from "../text/language";

const ALL: Subject[] = [
  ...(["entries", "balances", "accounts", "matches", "periods", "parties", "stock", "inbox"] as const),
  ...(["journals", "dimensions", "currencies", "organization", "people", "controls", "rules"] as const),
];

interface Options {
  /** Does the refused thing again; it is offered when a way out was gone. */
  again?: { title: string; run: () => void } | undefined;
  /** Ways that the screen goes itself: true where it did. */
  own?: ((way: WayOut) => boolean) | undefined;
  /** A way was gone, with what the service answered. */
  onDone?: ((way: WayOut, answer: unknown) => void) | undefined;
}

/**
 * Goes the ways out of a refusal: hand `go` to `Refusal` and show `part` below it. A way that reads something leads to its
 * screen; one that changes something is made with a key of its own, after what it still needs was asked for; then the refused
 * thing is offered again.
 */
export function useWays({ again, own, onDone }: Options): { go: (way: WayOut) => void; part: JSX.Element | null; clear: () => void } {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<WayOut>();
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState<WayOut>();
  const [problem, setProblem] = useState<Problem>();
  const keys = useRef(new Map<WayOut, string>());

  async function make(way: WayOut, body: unknown): Promise<void> {
    const key = keys.current.get(way) ?? newKey();
    keys.current.set(way, key);
    setBusy(true);
    try {
      const answer = await goWay(way, body, key);
      setDone(way);
      setProblem(undefined);
      setAsking(undefined);
      void touched(...ALL);
      onDone?.(way, answer);
    } catch (error) {
      const refused = asProblem(error);
      if (refused.status >= 400 && refused.status < 500) keys.current.delete(way);
      setProblem(refused);
      setAsking(undefined);
    } finally {
      setBusy(false);
    }
  }

  function go(way: WayOut): void {
    setDone(undefined);
    setProblem(undefined);
    if (own?.(way)) return;
    const screen = screenOf(way);
    if (screen !== undefined) void navigate({ to: screen });
    else if (way.needs && way.needs.length > 0) setAsking(way);
    else void make(way, way.body);
  }

  function clear(): void {
    setDone(undefined);
    setProblem(undefined);
    setAsking(undefined);
  }

  const part = (
    <>
      {busy && !asking && <p role="status">On its way…</p>}
      {problem && <Refusal problem={problem} onWay={go} />}
      {done && (
        <section className="way-done" role="status">
          <p>
            <strong>Done:</strong> {done.title}.
          </p>
          {again && (
            <Button
              autoFocus
              onClick={() => {
                clear();
                again.run();
              }}
            >
              {again.title}
            </Button>
          )}
        </section>
      )}
      {asking && <Needs way={asking} busy={busy} onClose={() => setAsking(undefined)} onGo={(body) => void make(asking, body)} />}
    </>
  );
  return { go, part: busy || problem || done || asking ? part : null, clear };
}

/** What a way still needs, as fields. */
function Needs({ way, busy, onClose, onGo }: { way: WayOut; busy: boolean; onClose: () => void; onGo: (body: unknown) => void }): JSX.Element {
  const needs = way.needs ?? [];
  const [values, setValues] = useState<Record<string, string>>({});
  const isReady = needs.every((pointer) => values[pointer]?.trim());
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isReady) onGo(needs.reduce<unknown>((body, pointer) => withValue(body, pointer, values[pointer]?.trim()), way.body ?? {}));
  }
  return (
    <Modal opened onClose={onClose} title={way.title}>
      <form onSubmit={submit} className="way-needs">
        {needs.map((pointer, at) => (
          <TextInput
            key={pointer}
            label={fieldName(pointer)}
            value={values[pointer] ?? ""}
            data-autofocus={at === 0 || undefined}
            autoComplete="off"
            onChange={(event) => setValues({ ...values, [pointer]: event.currentTarget.value })}
          />
        ))}
        <div className="refusal-ways">
          <Button type="submit" loading={busy} disabled={!isReady}>
            {way.title}
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {!isReady && <span className="dim">{plural(needs.length, "Fill in the field.", "Fill in the fields.")}</span>}
        </div>
      </form>
    </Modal>
  );
}

/** `/lines/0/dueDate` as `Due date`. */
export function fieldName(pointer: string): string {
  const name = pointer.split("/").at(-1) ?? "";
  const words = name.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
