/** Not built yet. */
export function CountScreen() {
  return null;
}
