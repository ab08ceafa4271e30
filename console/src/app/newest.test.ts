import { expect, test } from "vitest";
import { newest } from "./newest";

const ME = "prn_me org_one";
const at = (time: number): { at: number; settings: object } => ({ at: time, settings: {} });

test.each([
  ["nothing on the server yet, and a choice here", { person: ME, at: 5 }, undefined, "device"],
  ["nothing chosen anywhere", undefined, undefined, "same"],
  ["a device that is new to the person", undefined, at(5), "server"],
  ["a device that somebody else used last", { person: "prn_other org_one", at: 9 }, at(5), "server"],
  ["a change on another device since", { person: ME, at: 5 }, at(9), "server"],
  ["a change here that did not arrive", { person: ME, at: 9 }, at(5), "device"],
  ["no change since", { person: ME, at: 5 }, at(5), "same"],
] as const)("with %s, the right settings count", (_, device, server, counts) => {
  expect(newest(device, ME, server)).toBe(counts);
});
