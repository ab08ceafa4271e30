/** Not built yet. */
export function AuditScreen() {
  return null;
}
