// Whose books somebody looked at last on this device, so that the next sign-in leads there and not into other books.

const BY_USER = "countinghouse-organizations";
const OF_TAB = "countinghouse-organization";

function read(): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(BY_USER) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

/** The organization that this user used last here. */
export const lastOf = (username: string): string | undefined => read()[username.toLowerCase()];

/** The organization that this tab showed last, whoever was signed in: its address is one of those books. */
export function lastOfTab(): string | undefined {
  try {
    return sessionStorage.getItem(OF_TAB) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Remembers it for the user and for the tab. */
export function noteUse(username: string | null, organization: string | null): void {
  if (!organization) return;
  try {
    sessionStorage.setItem(OF_TAB, organization);
    if (username) localStorage.setItem(BY_USER, JSON.stringify({ ...read(), [username.toLowerCase()]: organization }));
  } catch {
    // Nothing is kept on this device: it is asked each time.
  }
}

/** In which order organizations are tried at a sign-in that names none; last is none, and the service chooses. */
export function wantedAt(username: string, shown: string | undefined): (string | undefined)[] {
  const tried = [shown, lastOfTab(), lastOf(username)].filter((one): one is string => Boolean(one));
  return [...new Set(tried), undefined];
}
