import { beforeEach, expect, test, vi } from "vitest";
import { lastOf, noteUse, wantedAt } from "./lastOrganization";

const storage = (): Pick<Storage, "getItem" | "setItem"> => {
  const kept = new Map<string, string>();
  return { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => void kept.set(name, value) };
};
beforeEach(() => {
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("sessionStorage", storage());
});

test("a sign-in leads to the books that the tab shows, then to those that the user used last here", () => {
  expect(wantedAt("ada", undefined)).toEqual([undefined]);
  noteUse("Ada", "org_1");
  vi.stubGlobal("sessionStorage", storage());
  expect(wantedAt("ada", undefined)).toEqual(["org_1", undefined]);
  noteUse("bob", "org_2");
  expect(wantedAt("ada", undefined)).toEqual(["org_2", "org_1", undefined]);
  expect(wantedAt("ada", "org_3")).toEqual(["org_3", "org_2", "org_1", undefined]);
  expect(lastOf("bob")).toBe("org_2");
});

test("a device that keeps nothing is asked each time", () => {
  vi.stubGlobal("localStorage", undefined);
  vi.stubGlobal("sessionStorage", undefined);
  noteUse("ada", "org_1");
  expect(wantedAt("ada", undefined)).toEqual([undefined]);
});
