/** Not built yet. */
export function NewMovementScreen() {
  return null;
}

/** Not built yet. */
export function EditMovementScreen() {
  return null;
}
