import { expect, test } from "vitest";
import { nameOfPoint, point, stopOf, stopsBetween } from "./knowing";

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
