// Following what other pages hold: a page that ends lets go when the browser comes to it, which on a busy machine takes seconds.

/** What is free now, and the names of the locks under which others hold the rest. */
export interface Looked<Found> {
  free: Found[];
  held: string[];
}

/** Tells what is free, at once, and anew whenever somebody lets go of what they held at first, however long that takes. */
export function followed<Found>(look: () => Promise<Looked<Found>>, locks: Pick<LockManager, "request"> | undefined, tell: (free: Found[]) => void): () => void {
  const over = new AbortController();
  const lookNow = async (): Promise<string[]> => {
    const { free, held } = await look();
    if (over.signal.aborted) return [];
    tell(free);
    return held;
  };
  void lookNow().then((held) => {
    for (const name of held) {
      // Shared: several pages may wait for the same one.
      locks?.request(name, { mode: "shared", signal: over.signal }, () => undefined).then(lookNow, () => undefined);
    }
  });
  return () => over.abort();
}
