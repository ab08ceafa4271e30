// Compresses what was built, and prints what a browser loads, against the budgets: too much fails the build.
import { createHash } from "node:crypto";
import { readdir, readFile, stat, unlink, writeFile } from "node:fs/promises";
import { constants, brotliCompressSync, gzipSync } from "node:zlib";

const built = new URL("../dist/", import.meta.url);
const manifest = JSON.parse(await readFile(new URL("manifest.json", built), "utf8"));
await unlink(new URL("manifest.json", built));

// The pages are served at the address of every screen: what they load is named from where the service is reached.
for (const name of ["index.html", "scan.html"]) {
  const page = new URL(name, built);
  await writeFile(page, (await readFile(page, "utf8")).replaceAll('"./console/', '"{base}/console/'));
}

const gzipped = new Map();
for (const name of await readdir(new URL("console/", built))) {
  const url = new URL(`console/${name}`, built);
  const bytes = await readFile(url);
  if (!/\.(js|css|svg|wasm)$/.test(name)) continue;
  gzipped.set(`console/${name}`, gzipSync(bytes).length);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(new URL(`console/${name}.br`, built), brotliCompressSync(bytes, { params: quality }));
}

/** All files that these chunks load at once. */
function loaded(keys, seen = new Set()) {
  for (const key of keys) {
    if (seen.has(key)) continue;
    seen.add(key);
    loaded(manifest[key].imports ?? [], seen);
  }
  return seen;
}
const filesOf = (keys) => new Set([...keys].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]));
const kib = (files, end) =>
  [...files].filter((file) => file.endsWith(end)).reduce((sum, file) => sum + (gzipped.get(file) ?? 0), 0) / 1024;

const routes = Object.keys(manifest).filter((key) => manifest[key].isDynamicEntry && key.startsWith("src/screens/"));
const journal = routes.filter((key) => key.startsWith("src/screens/journal/"));
const first = loaded(["index.html", ...journal]);
const scan = loaded(["scan.html"]);
const camera = [...loaded(["src/scan/camera/Camera.tsx"])].filter((key) => !scan.has(key));
const reader = [...gzipped.keys()].filter((name) => /\/reader\.worker-|\.wasm$/.test(name));
const figures = [
  ["first load with the journal, JavaScript", kib(filesOf(first), ".js"), 250],
  ["first load with the journal, CSS", kib(filesOf(first), ".css"), 25],
  ["first load of scanning, JavaScript", kib(filesOf(scan), ".js"), 110],
  ["first load of scanning, CSS", kib(filesOf(scan), ".css"), 25],
  ["the camera of scanning, when it opens, JavaScript", kib([...filesOf(camera), ...reader], ".js"), 30],
  ["the camera of scanning, when it opens, reader", kib(reader, ".wasm"), 480],
  ...routes.map((key) => {
    const own = [...loaded([key])].filter((part) => !first.has(part) || part === key);
    return [`${key}`, kib(filesOf(own), ".js"), 80];
  }),
];

// The service worker keeps the page for those who scan and its parts, but for the camera's reader, under the name of the build.
const parts = loaded(["scan.html", ...(manifest["scan.html"].dynamicImports ?? []).filter((key) => !key.includes("/camera/"))]);
const kept = [...new Set([...filesOf(parts), ...[...parts].flatMap((key) => manifest[key].assets ?? [])])];
const worker = (await readFile(new URL("../scan-worker.js", import.meta.url), "utf8"))
  .replace("{build}", createHash("sha256").update(kept.toSorted().join("\n")).update(await readFile(new URL("scan.html", built))).digest("hex").slice(0, 16))
  .replace("/* {files} */", kept.map((file) => JSON.stringify(file)).join(", "));
await writeFile(new URL("scan-worker.js", built), worker);

let total = 0;
for (const name of await readdir(new URL("console/", built))) total += (await stat(new URL(`console/${name}`, built))).size;
console.log("What the console loads, gzip");
let over = false;
for (const [what, size, budget] of figures) {
  over ||= size > budget;
  console.log(`  ${size.toFixed(1).padStart(6)} of ${String(budget).padStart(3)} KiB  ${what}${size > budget ? "  TOO MUCH" : ""}`);
}
console.log(`  ${(total / 1024).toFixed(0)} KiB in the program, compressed forms included`);
if (over) process.exit(1);
