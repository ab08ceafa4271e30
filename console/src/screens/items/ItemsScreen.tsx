/** Not built yet. */
export function ItemsScreen() {
  return null;
}
