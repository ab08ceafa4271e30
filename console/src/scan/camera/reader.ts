// One worker that reads pictures, one at a time.

import wasm from "zxing-wasm/reader/zxing_reader.wasm?url";
import type { Picture, Seen } from "./reader.worker";

/** Reads codes in pictures. */
export interface Reader {
  read: (image: ImageData) => Promise<Seen>;
  end: () => void;
}

/** Starts the worker; what it needs is loaded with it. */
export function startReader(): Reader {
  const worker = new Worker(new URL("./reader.worker.ts", import.meta.url), { type: "module" });
  worker.postMessage({ wasm: new URL(wasm, location.href).href });
  const waiting = new Map<number, (seen: Seen) => void>();
  let next = 0;
  worker.addEventListener("message", (event: MessageEvent<Seen>) => {
    waiting.get(event.data.id)?.(event.data);
    waiting.delete(event.data.id);
  });
  worker.addEventListener("error", (event) => {
    for (const [id, answer] of waiting) answer({ id, codes: [], fault: event.message || "The reader of codes could not be started." });
    waiting.clear();
  });
  return {
    read: (image) =>
      new Promise((resolve) => {
        next += 1;
        waiting.set(next, resolve);
        worker.postMessage({ id: next, image } satisfies Picture);
      }),
    end: () => worker.terminate(),
  };
}
