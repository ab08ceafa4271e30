/** Not built yet. */
export function LabelsScreen() {
  return null;
}
