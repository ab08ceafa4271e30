import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The program that is tried. */
export const program = process.env["COUNTINGHOUSE_BIN"] ?? resolve("../target/debug/countinghouse");

/** The PostgreSQL that keeps the books, as a URL without a database; absent where SQLite does. See `scripts/check-console --postgres`. */
const postgres = process.env["CONSOLE_POSTGRES"] ? process.env["TEST_DATABASE_URL"]?.replace(/\/[^/]*$/, "") : undefined;
const TEMPLATE = "console_template";

/** Makes a database, as a copy of another one or empty; answers its URL, or nothing where SQLite keeps the books. */
export function newDatabase(name: string, from?: string): string {
  if (!postgres) return "";
  const bin = execFileSync(resolve("../scripts/postgres-bin"), { encoding: "utf8" }).trim();
  const [, user = "", host = ""] = /^postgres:\/\/([^@]+)@(.+)$/.exec(postgres) ?? [];
  const args = ["-h", decodeURIComponent(host), "-U", user, ...(from ? ["-T", from] : []), name];
  execFileSync(join(bin, "createdb"), args, { stdio: ["ignore", "ignore", "inherit"] });
  return `${postgres}/${name}`;
}

/** A database of one's own with the demo's books; nothing where they are in the data folder. */
export const databaseOfTest = (name: string): string => newDatabase(name, TEMPLATE);

/** Loads the demo's books once; every file of tests starts its own service on a copy. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "countinghouse-console-"));
  process.env["COUNTINGHOUSE_TEMPLATE"] = folder;
  execFileSync(program, ["demo", "--load-only"], {
    env: { ...process.env, COUNTINGHOUSE_DATA: folder, DATABASE_URL: newDatabase(TEMPLATE) },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return () => rmSync(folder, { recursive: true, force: true });
}
