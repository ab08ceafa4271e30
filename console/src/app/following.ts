import { readPreferences, writePreferences } from "../api/preferences";
import { type Stamp, type Style, newest } from "./newest";
import { settings } from "./settings";

// The settings of a person follow them: what they choose on one device is on the others from the next sign-in on. The device
// keeps its own copy for the first paint, which never waits for the network.

const STAMP = "countinghouse-settings-of";
const PAUSE_MS = 800;

function stamp(): Stamp | undefined {
  try {
    return JSON.parse(localStorage.getItem(STAMP) ?? "null") as Stamp | undefined;
  } catch {
    return undefined;
  }
}

function mark(person: string, at: number): void {
  try {
    localStorage.setItem(STAMP, JSON.stringify({ person, at }));
  } catch {
    // A device that keeps nothing takes the server's each time.
  }
}

/** Takes the person's settings from the server, and sends there what they change; until the answer is called. */
export function followPreferences(person: string): () => void {
  let isStopped = false;
  let isTaking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const send = async (at: number): Promise<void> => {
    await writePreferences({ style: { at, settings: settings.get() } satisfies Style });
  };
  const begin = async (): Promise<void> => {
    const server = (await readPreferences())["style"] as Style | undefined;
    if (isStopped) return;
    const counts = newest(stamp(), person, server);
    if (counts === "server" && server) {
      isTaking = true;
      settings.set({ ...settings.get(), ...server.settings });
      isTaking = false;
      mark(person, server.at);
    } else if (counts === "device") {
      await send(stamp()?.at ?? Date.now());
    }
  };
  const unfollow = settings.follow(() => {
    if (isTaking) return;
    const at = Date.now();
    mark(person, at);
    clearTimeout(timer);
    timer = setTimeout(() => void send(at).catch(() => undefined), PAUSE_MS);
  });
  // Without an answer this device goes on with its own.
  void begin().catch(() => undefined);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unfollow();
  };
}
