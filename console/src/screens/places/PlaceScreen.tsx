/** Not built yet. */
export function PlaceScreen() {
  return null;
}
