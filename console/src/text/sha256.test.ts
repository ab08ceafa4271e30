import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "./sha256";

test("the hash is that of the standard, whatever the length of the text", () => {
  for (const text of ["", "abc", "ü€😀", ...Array.from({ length: 140 }, (_, length) => "x".repeat(length)), "books ".repeat(10_000)]) {
    expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
  }
});
