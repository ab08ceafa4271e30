/** Not built yet. */
export function ProofScreen() {
  return null;
}
