import { Button, CloseButton } from "@mantine/core";
import type { JSX } from "react";
import { store, useStore } from "../api/store";
import "./toasts.css";

/** A word about what was just done, with a way back for ten seconds where there is one. */
export interface Toast {
  id: number;
  text: string;
  /** The way back or onward: its button and what it does. */
  action?: { title: string; run: () => void } | undefined;
}

const STAYS_MS = 10_000;
const toasts = store<readonly Toast[]>([]);
let last = 0;

/** Says what was done. It goes after ten seconds. */
export function say(text: string, action?: Toast["action"]): void {
  last += 1;
  const id = last;
  toasts.set([...toasts.get().slice(-2), { id, text, action }]);
  setTimeout(() => unsay(id), STAYS_MS);
}

function unsay(id: number): void {
  toasts.set(toasts.get().filter((one) => one.id !== id));
}

/** What was said and has not gone. */
export function Toasts(): JSX.Element {
  const shown = useStore(toasts);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((one) => (
        <div key={one.id} className="toast">
          <span>{one.text}</span>
          {one.action && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={() => {
                unsay(one.id);
                one.action?.run();
              }}
            >
              {one.action.title}
            </Button>
          )}
          <CloseButton aria-label="Close" size="sm" onClick={() => unsay(one.id)} />
        </div>
      ))}
    </div>
  );
}
