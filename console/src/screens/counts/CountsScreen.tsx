/** Not built yet. */
export function CountsScreen() {
  return null;
}
