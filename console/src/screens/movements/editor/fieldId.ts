import type { Head } from "./draft";

/** The name of a field on the page. */
export const fieldId = (field: keyof Head): string => `movement-${field}`;
