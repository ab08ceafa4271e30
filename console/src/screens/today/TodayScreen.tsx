/** Not built yet. */
export function TodayScreen() {
  return null;
}
