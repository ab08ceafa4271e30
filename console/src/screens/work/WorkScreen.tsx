/** Not built yet. */
export function WorkScreen() {
  return null;
}
