import { expect, test } from "vitest";
import { momentInWords, nameOfPoint, point, readMoment, stopOf, stopsBetween } from "./knowing";

test("a point is a moment with its zone or an event of the log", () => {
  for (const text of ["2010-12-05T10:00:00Z", "2010-12-05T10:00:00.123456+01:00", "seq:1200"]) {
    expect(point.read(text)).toEqual({ value: text });
  }
  for (const text of ["2010-12-05", "seq:", "seq:x", "yesterday"]) expect(point.read(text)).toEqual({ wrong: [text] });
  expect(nameOfPoint("seq:1200")).toBe("event 1200");
});

test("a slider stops at the ends of days, and at less where there are few", () => {
  const days = stopsBetween("2010-12-01T09:30:00Z", "2010-12-20T12:00:00Z");
  expect(days.unit).toBe("day");
  expect(days.stops.length).toBe(19);
  const minutes = stopsBetween("2010-12-01T09:30:10Z", "2010-12-01T10:15:00Z");
  expect(minutes.unit).toBe("minute");
  expect(minutes.stops[0]).toBe("2010-12-01T09:30:59.999Z");
  expect(minutes.stops.at(-1)).toBe("2010-12-01T10:09:59.999Z");
});

test("a slider does not stop in the last minutes, of which the service is not sure yet", () => {
  expect(stopsBetween("2010-12-01T10:10:00Z", "2010-12-01T10:14:00Z").stops).toEqual([]);
});

test("a slider over years does not have a stop for each second of them", () => {
  expect(stopsBetween("2000-01-01T00:00:00Z", "2010-12-20T12:00:00Z").stops.length).toBeLessThanOrEqual(401);
});

test("a moment is at the first stop that knows it, and behind all of them is now", () => {
  const { stops } = stopsBetween("2010-12-01T09:30:10Z", "2010-12-01T10:15:00Z");
  expect(stopOf(stops, "2010-12-01T09:30:59.999Z")).toBe(0);
  expect(stopOf(stops, "2010-12-01T09:31:00Z")).toBe(1);
  expect(stopOf(stops, "2010-12-01T11:00:00Z")).toBe(stops.length);
});

test("a day means its end where the books are, and a minute means its end", () => {
  const day = (text: string) => (text === "t" ? { ok: true as const, value: "2026-11-28" } : text === "28 nov" ? { ok: true as const, value: "2026-11-28" } : { ok: false as const, message: "no day" });
  const read = (typed: string, zone = "Asia/Tokyo") => readMoment(typed, { day, zone });
  expect(read("28 nov")).toEqual({ ok: true, value: "2026-11-28T14:59:59.999Z" });
  expect(read("28 nov", "Europe/London")).toEqual({ ok: true, value: "2026-11-28T23:59:59.999Z" });
  expect(read("28 nov 19:15")).toEqual({ ok: true, value: "2026-11-28T10:15:59.999Z" });
  expect(read("28 nov, 19:15:30")).toEqual({ ok: true, value: "2026-11-28T10:15:30.000Z" });
  expect(read("28 nov at 9:05")).toEqual({ ok: true, value: "2026-11-28T00:05:59.999Z" });
  expect(read("19:15")).toEqual({ ok: true, value: "2026-11-28T10:15:59.999Z" });
  expect(read("28 nov 25:00").ok).toBe(false);
  expect(read("then")).toEqual({ ok: false, message: "no day" });
});

test("what is typed is what is shown afterwards", () => {
  expect(nameOfPoint("2026-11-28T14:59:59.999Z", "Asia/Tokyo")).toBe("the end of 28 Nov 2026");
  expect(nameOfPoint("2026-11-28T10:15:59.999Z", "Asia/Tokyo")).toBe("28 Nov 2026, 19:15");
  expect(nameOfPoint("2026-11-28T10:15:30.000Z", "Asia/Tokyo")).toBe("28 Nov 2026, 19:15:30");
  expect(momentInWords("2026-11-28T10:15:30.000Z", "Asia/Tokyo")).toBe("28 Nov 2026 at 19:15");
});
