/** Not built yet. */
export function NewCountScreen() {
  return null;
}
