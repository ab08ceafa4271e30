/** Not built yet. */
export function SettingsScreen() {
  return null;
}

/** Not built yet. */
export function SettingsChapterScreen() {
  return null;
}
