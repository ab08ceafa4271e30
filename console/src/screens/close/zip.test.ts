import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { crc32, zip } from "./zip";

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;

test("the checksum is that of the standard", () => {
  expect(crc32(bytes("123456789")).toString(16)).toBe("cbf43926");
});

test("other programs read the packed files with their names", async () => {
  const packed = zip([{ name: "journal.txt", bytes: bytes("one line\n") }, { name: "Übersicht.txt", bytes: bytes("zwei\n") }], new Date(2010, 11, 31));
  const folder = mkdtempSync(join(tmpdir(), "zip-"));
  const file = join(folder, "pack.zip");
  writeFileSync(file, Buffer.from(await packed.arrayBuffer()));
  const script = "import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);assert z.testzip() is None;print([(i.filename,z.read(i).decode()) for i in z.infolist()])";
  const told = execFileSync("python3", ["-c", script, file], { encoding: "utf8" });
  expect(told.trim()).toBe(String.raw`[('journal.txt', 'one line\n'), ('Übersicht.txt', 'zwei\n')]`);
  rmSync(folder, { recursive: true });
});
