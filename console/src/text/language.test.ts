import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plural, writeCount } from "./language";

test("a word goes with its count, and thousands have their mark", () => {
  expect([0, 1, 2, 1001].map((count) => `${writeCount(count)} ${plural(count, "line", "lines")}`)).toEqual(["0 lines", "1 line", "2 lines", "1,001 lines"]);
});

// What depends on the language stands in `src/text`, so that there is one place to change.
test("no screen asks the language of the browser, or makes plurals of its own", () => {
  const source = join(import.meta.dirname, "..");
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name) && !/\.test\.ts$|^text\/|schema\.d\.ts$/.test(name));
  const faults = files.flatMap((name) => {
    const text = readFileSync(join(source, name), "utf8");
    const found = text.match(/\.toLocale\w*String\(|new Intl\.\w+|=== 1 \? "[^"]*" : "|Intl\.NumberFormat/g) ?? [];
    return found.map((what) => `${name}: ${what}`);
  });
  expect(faults).toEqual([]);
});
