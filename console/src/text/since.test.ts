import { expect, it } from "vitest";
import { since } from "./since";

it.each([
  ["2010-12-05T10:00:00Z", "just now"],
  ["2010-12-05T09:59:01Z", "just now"],
  ["2010-12-05T10:00:30Z", "just now"],
  ["2010-12-05T09:59:00Z", "1 minute ago"],
  ["2010-12-05T09:48:00Z", "12 minutes ago"],
  ["2010-12-05T09:00:01Z", "59 minutes ago"],
  ["2010-12-05T09:00:00Z", "1 hour ago"],
  ["2010-12-05T08:00:00Z", "2 hours ago"],
  ["2010-12-05T09:00:00+01:00", "2 hours ago"],
  ["2010-12-04T10:00:01Z", "23 hours ago"],
  ["2010-12-04T10:00:00Z", "1 day ago"],
  ["2010-11-10T10:00:00Z", "25 days ago"],
  ["2010-11-04T10:00:00Z", "1 month ago"],
  ["2010-06-05T10:00:00Z", "6 months ago"],
  ["2009-12-05T10:00:00Z", "11 months ago"],
  ["2009-12-04T10:00:00Z", "1 year ago"],
  ["2005-12-01T10:00:00Z", "5 years ago"],
  ["2010-12-05T12:00:00Z", "in 2 hours"],
  ["2010-12-08T10:00:00Z", "in 3 days"],
  ["2010-12-05T09:59:00.250Z", "just now"],
])("%s is %s", (instant, words) => expect(since(instant, "2010-12-05T10:00:00Z")).toBe(words));
