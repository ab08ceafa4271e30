import { send } from "./client";
import { apiBase } from "./place";
import { problemOf } from "./problem";

/** The forms of a report beside the screen. */
export type DocumentFormat = "csv" | "xlsx" | "print";

/** The parameters of a report; absent ones are left out. */
export type Asked = Record<string, string | undefined>;

function addressOf(path: string, asked: Asked, format: DocumentFormat): string {
  const query = new URLSearchParams({ format });
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, value);
  return `${apiBase}/api/v1${path}?${query}`;
}

/** Saves a report as a file, under the name that the service gives it. It is asked for as all else is: of the books of this tab. */
export async function saveDocument(path: string, asked: Asked, format: "csv" | "xlsx"): Promise<void> {
  const response = await send(new Request(addressOf(path, asked, format)));
  if (!response.ok) throw problemOf(response.status, await response.json().catch(() => null));
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1] ?? `report.${format}`;
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Opens the page for paper. A page of its own cannot say which books it shows, so that is asked first. */
export async function openPrint(path: string, asked: Asked): Promise<void> {
  // Opened at once: after an answer, a browser takes it for a pop-up that nobody asked for.
  const page = open("", "_blank");
  const response = await send(new Request(`${apiBase}/api/v1/organization`));
  if (!response.ok) {
    page?.close();
    throw problemOf(response.status, await response.json().catch(() => null));
  }
  const address = addressOf(path, asked, "print");
  if (page) {
    page.location.href = address;
    printWhenRead(page);
  } else location.assign(address);
}

const LOOKS_MS = 100;
const GIVES_UP_MS = 60_000;

/** Opens the printing dialog of a page of this service as soon as it is whole, and lets go of it. */
function printWhenRead(page: Window): void {
  const until = Date.now() + GIVES_UP_MS;
  const timer = setInterval(() => {
    try {
      const isRead = page.closed || (page.location.href !== "about:blank" && page.document.readyState === "complete");
      if (!isRead && Date.now() < until) return;
      clearInterval(timer);
      if (page.closed) return;
      page.opener = null;
      if (isRead) page.print();
    } catch {
      // It went to another place: it is nobody's to print.
      clearInterval(timer);
    }
  }, LOOKS_MS);
}
