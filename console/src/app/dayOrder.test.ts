import { beforeAll, expect, test, vi } from "vitest";

vi.stubGlobal("document", { querySelector: () => null });
vi.stubGlobal("location", { origin: "https://books.example.com" });
let dayOrderOf: typeof import("./dayOrder").dayOrderOf;
beforeAll(async () => {
  ({ dayOrderOf } = await import("./dayOrder"));
});

test("the month is typed first only where the language and the books are American, or somebody chose it", () => {
  expect(dayOrderOf("auto", "en-US", "Europe/London")).toBe("dmy");
  expect(dayOrderOf("auto", "en-US", undefined)).toBe("dmy");
  expect(dayOrderOf("auto", "en-GB", "America/New_York")).toBe("dmy");
  expect(dayOrderOf("auto", "en-US", "America/New_York")).toBe("mdy");
  expect(dayOrderOf("mdy", "en-GB", "Europe/London")).toBe("mdy");
  expect(dayOrderOf("ymd", "en-US", "America/New_York")).toBe("ymd");
});
