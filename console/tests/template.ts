import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The program that is tried. */
export const program = process.env["COUNTINGHOUSE_BIN"] ?? resolve("../target/debug/countinghouse");

/** Loads the demo's books once; every file of tests starts its own service on a copy. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), "countinghouse-console-"));
  process.env["COUNTINGHOUSE_TEMPLATE"] = folder;
  execFileSync(program, ["demo", "--load-only"], {
    env: { ...process.env, COUNTINGHOUSE_DATA: folder, DATABASE_URL: "" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return () => rmSync(folder, { recursive: true, force: true });
}
