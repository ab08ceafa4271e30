/** Not built yet. */
export function PlacesScreen() {
  return null;
}
