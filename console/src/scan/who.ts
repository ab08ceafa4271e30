// Who works with this device: as the service says, or, without a network, as it said last.

import { Problem } from "../api/problem";
import { type Me, readMe, session } from "../api/session";
import { keepNote, note } from "./shelf";
import { uuidv7 } from "./uuid";

const PATIENCE_MS = 3_000;

interface KeptWho {
  me: Me;
  organization: string;
}

/** Finds out who is signed in. Where no answer comes, it is who was signed in last: what they do is sent when one does. */
export async function findOut(): Promise<void> {
  const kept = await note<KeptWho>("who");
  const offline = (): void => {
    if (kept && session.get().state === "unknown") session.set({ state: "in", ...kept });
  };
  const timer = setTimeout(offline, PATIENCE_MS);
  try {
    await readMe();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (kept) offline();
    else session.set({ state: "out", why: "There is no network, and nobody has signed in on this device before." });
  } finally {
    clearTimeout(timer);
  }
}

session.follow(() => {
  const now = session.get();
  if (now.state === "in") void keepNote("who", { me: { ...now.me, csrfToken: null }, organization: now.organization } satisfies KeptWho);
  if (now.state === "out") void keepNote("who", undefined);
});

/** The person and the books, while somebody is or was signed in. */
export function who(): { user: string; name: string; organization: string; me: Me } | undefined {
  const now = session.get();
  if (now.state !== "in" && now.state !== "expired") return undefined;
  return { user: now.me.principalId, name: now.me.name ?? now.me.username ?? "", organization: now.organization, me: now.me };
}

let device: string | undefined;

/** A short name of this device, made when it is first used: it tells apart what devices send. */
export async function deviceName(): Promise<string> {
  device ??= await note<string>("device");
  if (device === undefined) {
    device = uuidv7(Date.now()).slice(-8);
    await keepNote("device", device);
  }
  return device;
}
