import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RIGHTS } from "./rights";

test("every right of the API stands in exactly one group, in words", () => {
  const document = JSON.parse(readFileSync(new URL("../../../../../docs/reference/openapi.json", import.meta.url), "utf8")) as {
    components: { schemas: { Permission: { enum: string[] } } };
  };
  const named = RIGHTS.flatMap((group) => group.rights.map(([right]) => right as string));
  expect(named.toSorted()).toEqual(document.components.schemas.Permission.enum.toSorted());
  for (const group of RIGHTS) for (const [right, words] of group.rights) expect(words).not.toBe(right);
});
