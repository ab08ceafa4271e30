/** Not built yet. */
export function MovementsScreen() {
  return null;
}
