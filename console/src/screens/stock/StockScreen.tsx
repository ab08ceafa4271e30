/** Not built yet. */
export function StockScreen() {
  return null;
}
