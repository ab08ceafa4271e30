/** Not built yet. */
export function MovementScreen() {
  return null;
}
