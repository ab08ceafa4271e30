import { useCategories } from "../../api/items";

/** The id of the category that the address names by its code. */
export function useCategoryId(code: string | undefined): { id: string | undefined; isReady: boolean } {
  const known = useCategories();
  if (code === undefined) return { id: undefined, isReady: true };
  // An unknown code is asked for as it stands: the service says what is wrong with it.
  return { id: known && (known.byCode.get(code)?.id ?? code), isReady: known !== undefined };
}
