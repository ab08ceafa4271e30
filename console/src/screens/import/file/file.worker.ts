import { FileDesk } from "./fileDesk";

/** What the page asks: a method of the desk with its arguments. */
export interface Asked {
  id: number;
  method: keyof FileDesk;
  args: unknown[];
}

/** What it is answered. */
export interface Told {
  id: number;
  value?: unknown;
  fault?: string;
}

const desk = new FileDesk();
const page = self as unknown as { postMessage: (told: Told, given: Transferable[]) => void; onmessage: (event: MessageEvent<Asked>) => void };

page.onmessage = (event) => {
  const { id, method, args } = event.data;
  const call = desk[method] as (...args: unknown[]) => unknown;
  Promise.resolve()
    .then(() => call.apply(desk, args))
    .then(
      (value) => page.postMessage({ id, value }, value instanceof ArrayBuffer ? [value] : []),
      (fault: unknown) => page.postMessage({ id, fault: String(fault) }, []),
    );
};
