/** Not built yet. */
export function ItemScreen() {
  return null;
}
