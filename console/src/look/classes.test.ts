import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "vitest";

const SOURCE = join(import.meta.dirname, "..");
const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((name) => !name.startsWith("scan/"));
const read = (name: string): string => readFileSync(join(SOURCE, name), "utf8");

/** The selectors of a file, each of a list by itself. */
function selectorsOf(css: string): string[] {
  const plain = css.replace(/\/\*.*?\*\//gs, "");
  return [...plain.matchAll(/([^{}]+)\{/g)]
    .map(([, selector = ""]) => selector.trim())
    .filter((selector) => !selector.startsWith("@"))
    .flatMap((selector) => selector.split(/,(?![^(]*\))/));
}

/** The class by which a selector begins, whatever else it asks for with `:has()`: it says whose the rule is. */
const ownerOf = (selector: string): string | undefined => classIn(selector.replace(/:has\([^)]*\)/g, "")) ?? classIn(selector);
const classIn = (selector: string): string | undefined => /\.([a-zA-Z][\w-]*)/.exec(selector)?.[1];

const sheets = files.filter((name) => name.endsWith(".css"));
const isScreens = (name: string): boolean => name.startsWith("screens/");
/** What paper leaves out of any screen stands in one file. */
const isPaper = (name: string): boolean => name === "look/print.css";
const shared = new Set(sheets.filter((name) => !isScreens(name) && !isPaper(name)).flatMap((name) => selectorsOf(read(name)).map(ownerOf)));

// The styles of a screen stay when another one is opened: a class that both style would look as the later one says.
test("no two files style the same class, and no screen restyles a class that all screens share", () => {
  const styled = new Map<string, Set<string>>();
  const faults: string[] = [];
  for (const sheet of sheets.filter(isScreens)) {
    for (const selector of selectorsOf(read(sheet))) {
      const owner = ownerOf(selector);
      if (owner === undefined || shared.has(owner)) faults.push(`${sheet}: “${selector.trim()}” begins with no class of its own`);
      else styled.set(owner, (styled.get(owner) ?? new Set()).add(sheet));
    }
  }
  for (const [name, by] of styled) if (by.size > 1) faults.push(`.${name} is styled by ${[...by].join(" and ")}`);
  expect(faults).toEqual([]);
});

/** All files that one brings with it, itself among them. */
function broughtBy(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  if (name.endsWith(".css")) return found;
  for (const [, from = ""] of read(name).matchAll(/(?:from|import)\s+"(\.[^"]+)"/g)) {
    const to = normalize(join(dirname(name), from));
    const file = ["", ".ts", ".tsx"].map((end) => to + end).find((path) => /\.(tsx?|css)$/.test(path) && existsSync(join(SOURCE, path)));
    if (file) broughtBy(file, found);
  }
  return found;
}

/** The classes that a file names as such. */
function namedBy(text: string): string[] {
  return [...text.matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})/g)].flatMap(([, plain, computed = ""]) =>
    (plain ?? [...computed.matchAll(/(?<!=== )"([^"]*)"/g)].map(([, one]) => one).join(" ")).split(" "),
  );
}

test("each screen brings the styles of all classes that it uses, whatever was opened before", () => {
  const byClass = new Map<string, string[]>();
  for (const sheet of sheets) {
    for (const selector of selectorsOf(read(sheet))) {
      for (const [, name = ""] of selector.matchAll(/\.([a-zA-Z][\w-]*)/g)) byClass.set(name, [...(byClass.get(name) ?? []), sheet]);
    }
  }
  const always = broughtBy("main.tsx");
  const screens = [...read("app/router.tsx").matchAll(/import\("\.\.\/(screens\/[^"]+)"\)/g)].map(([, path]) => `${path}.tsx`);
  expect(screens.length).toBeGreaterThan(30);
  const faults = new Set<string>();
  for (const screen of screens) {
    const brought = broughtBy(screen);
    for (const file of [...brought].filter((name) => name.endsWith(".tsx"))) {
      for (const name of namedBy(read(file))) {
        const by = byClass.get(name);
        if (by && !by.some((sheet) => brought.has(sheet) || always.has(sheet))) faults.add(`${screen} misses ${by.join(", ")} for .${name} of ${file}`);
      }
    }
  }
  expect([...faults]).toEqual([]);
});
