// The worker that has the file, from the page's side.

import type { Asked, Told } from "./file.worker";
import type { FileDesk } from "./fileDesk";

/** The desk in the worker: every answer takes a moment. */
export type Reader = {
  [Method in keyof FileDesk]: FileDesk[Method] extends (...args: infer Args) => infer Value ? (...args: Args) => Promise<Awaited<Value>> : never;
};

let started: Reader | undefined;

/** The reader of files: one for the page, started when the first file comes. */
export function reader(): Reader {
  started ??= start();
  return started;
}

/** Ends it, and all that it holds. */
let end = (): void => undefined;
export function endReader(): void {
  end();
  started = undefined;
}

function start(): Reader {
  const worker = new Worker(new URL("./file.worker.ts", import.meta.url), { type: "module" });
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (fault: Error) => void }>();
  let next = 0;
  worker.addEventListener("message", (event: MessageEvent<Told>) => {
    const { id, value, fault } = event.data;
    const one = waiting.get(id);
    waiting.delete(id);
    if (fault === undefined) one?.resolve(value);
    else one?.reject(new Error(fault));
  });
  worker.addEventListener("error", (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message || "the reader of files could not be started"));
    waiting.clear();
  });
  end = () => worker.terminate();
  const call = (method: keyof FileDesk, ...args: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      next += 1;
      waiting.set(next, { resolve, reject });
      const given = args.filter((one) => one instanceof ArrayBuffer);
      worker.postMessage({ id: next, method, args } satisfies Asked, given);
    });
  const methods = ["open", "body", "take", "preview", "chunks", "drafts", "faulty"] as const;
  return Object.fromEntries(methods.map((method) => [method, (...args: unknown[]) => call(method, ...args)])) as unknown as Reader;
}
