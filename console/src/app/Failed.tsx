import { Button } from "@mantine/core";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import type { JSX } from "react";
import { Problem } from "../api/problem";
import { Refusal } from "../parts/Refusal";

/** A screen that could not be shown: why, and what to do. */
export function Failed({ error, reset }: ErrorComponentProps): JSX.Element {
  const router = useRouter();
  const again = (): void => {
    reset();
    void router.invalidate();
  };
  if (error instanceof Problem) return <Refusal problem={error} onAgain={again} />;
  const isOldPage = /dynamically imported module|module script/.test(String(error));
  return (
    <section className="failed" role="alert">
      <h2>{isOldPage ? "Countinghouse was updated" : "This screen failed"}</h2>
      <p>
        {isOldPage
          ? "This page is older than the service. Reload it; what you typed is kept on this device."
          : "What you typed is kept on this device. Try again; if it fails again, tell who runs the service what stands here:"}
      </p>
      {!isOldPage && <code>{String(error)}</code>}
      <p>
        <Button onClick={() => (isOldPage ? location.reload() : again())}>{isOldPage ? "Reload" : "Try again"}</Button>
      </p>
    </section>
  );
}

/** An address that leads nowhere. */
export function NoSuchPage(): JSX.Element {
  return (
    <section className="failed">
      <h1>There is no such page</h1>
      <p>The address may be mistyped. Search with Ctrl K, or choose a screen on the left.</p>
    </section>
  );
}
