// Finds codes in pictures, beside the page, so that nothing on it waits.

import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";

/** One picture, with the number under which it is answered. */
export interface Picture {
  id: number;
  image: ImageData;
}

/** What is in it: the code as a scanner sends it, with its symbology identifier. */
export interface Seen {
  id: number;
  codes: string[];
  /** Why nothing could be read at all. */
  fault?: string;
}

// The labels of goods and places, and what people print themselves.
const FORMATS = ["EAN13", "EAN8", "UPCA", "UPCE", "ITF14", "Code128", "Code39", "DataMatrix", "QRCode", "DataBar", "DataBarExp"] as const;

self.addEventListener("message", (event: MessageEvent<Picture | { wasm: string }>) => {
  const message = event.data;
  if ("wasm" in message) {
    // From where the page is, never from another place.
    prepareZXingModule({ overrides: { locateFile: () => message.wasm } });
    return;
  }
  void read(message);
});

async function read({ id, image }: Picture): Promise<void> {
  const answer = (seen: Omit<Seen, "id">): void => self.postMessage({ id, ...seen } satisfies Seen);
  try {
    const found = await readBarcodes(image, { formats: [...FORMATS], textMode: "Plain", maxNumberOfSymbols: 1, tryHarder: true });
    answer({ codes: found.filter((one) => one.isValid).map((one) => `${one.symbologyIdentifier}${one.text}`) });
  } catch (error) {
    answer({ codes: [], fault: error instanceof Error ? error.message : String(error) });
  }
}
