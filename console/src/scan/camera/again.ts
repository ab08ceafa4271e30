/** The same code in front of the camera is one scan, until it was away for so long. */
export const AGAIN_MS = 1_200;

/** Tells a code that was just taken from one that is scanned again. */
export class Again {
  private seen = new Map<string, number>();

  /** Whether this code counts, seen at this time. As long as it stays in view, it does not count again. */
  counts(code: string, at: number): boolean {
    const last = this.seen.get(code);
    this.seen.set(code, at);
    return last === undefined || at - last >= AGAIN_MS;
  }

  /** After UNDO the same code counts at once. */
  forget(): void {
    this.seen.clear();
  }
}
