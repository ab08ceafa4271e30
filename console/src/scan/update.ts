// The service worker keeps this page for when there is no network. A newer one waits until somebody lets it in.

import { base } from "../api/place";
import { store } from "../api/store";

/** A newer page that waits; nothing while this is the newest. */
export const newer = store<ServiceWorker | null>(null);

/** Registers the worker, where the browser has one: over https, and on its own machine. */
export function keepPage(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  let hadOne = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    // The first one takes over a page that it did not load: nothing changes by that.
    if (hadOne) location.reload();
    hadOne = true;
  });
  navigator.serviceWorker.register(`${base}/scan/scan-worker.js`, { scope: `${base}/scan` }).then(
    (registration) => {
      const look = (worker: ServiceWorker | null): void => {
        if (!worker) return;
        const installed = (): void => {
          if (worker.state === "installed" && navigator.serviceWorker.controller) newer.set(worker);
        };
        installed();
        worker.addEventListener("statechange", installed);
      };
      look(registration.waiting);
      registration.addEventListener("updatefound", () => look(registration.installing));
    },
    () => undefined, // Without it the page needs a network, and scans all the same.
  );
}

/** Lets the newer page in: this one is loaded anew. */
export function letIn(): void {
  newer.get()?.postMessage("take over");
}
