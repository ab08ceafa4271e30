import { useQuery } from "@tanstack/react-query";
import { answer, api } from "./client";
import type { components } from "./schema";
import { may } from "./session";

/** A value that lines can carry. */
export type DimensionValue = components["schemas"]["DimensionValueView"];

/** A dimension with the values that lines can have. */
export interface Dimension {
  id: string;
  code: string;
  name: string;
  values: DimensionValue[];
}

/** No more values are read at once: of a longer dimension the service is asked. */
const MOST_VALUES = 2_000;

async function readValues(id: string, signal: AbortSignal): Promise<DimensionValue[]> {
  const values: DimensionValue[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 200, isActive: true, ...(cursor ? { cursor } : {}) };
    const page = await answer(api.GET("/api/v1/accounting/dimensions/{id}/values", { params: { path: { id }, query }, signal }));
    values.push(...page.data);
    cursor = page.nextCursor ?? undefined;
  } while (cursor && values.length < MOST_VALUES);
  return cursor ? [] : values.filter((value) => !value.isGroup);
}

/** The dimensions that lines can use, with their values. */
export function useDimensions(): Dimension[] | undefined {
  const { data } = useQuery({
    queryKey: ["dimensions"],
    enabled: may("dimensions:read"),
    staleTime: 5 * 60_000,
    queryFn: async ({ signal }) => {
      const query = { limit: 200, isActive: true };
      const page = await answer(api.GET("/api/v1/accounting/dimensions", { params: { query }, signal }));
      return Promise.all(
        page.data.map(async ({ id, code, name }) => ({ id, code, name, values: await readValues(id, signal) })),
      );
    },
  });
  return data;
}
