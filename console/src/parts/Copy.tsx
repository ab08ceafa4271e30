import { Button } from "@mantine/core";
import { type JSX, useState } from "react";

const SAID_MS = 2_000;

/** Copies a text, and says that it did. */
export function Copy({ text, what }: { text: string; what: string }): JSX.Element {
  const [state, setState] = useState<"" | "copied" | "failed">("");
  const copy = (): void => {
    const done = navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject(new Error("not on this address"));
    done.then(
      () => setState("copied"),
      () => setState("failed"),
    );
    setTimeout(() => setState(""), SAID_MS);
  };
  return (
    <Button variant="default" size="compact-sm" onClick={copy} aria-label={`Copy ${what}`}>
      <span aria-live="polite">{state === "copied" ? "Copied" : state === "failed" ? "Mark and copy it" : "Copy"}</span>
    </Button>
  );
}
