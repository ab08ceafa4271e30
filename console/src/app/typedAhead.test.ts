import { expect, test } from "vitest";
import { TypedAhead } from "./typedAhead";

function typed(target: EventTarget, text: string): void {
  for (const key of text) target.dispatchEvent(Object.assign(new Event("keydown", { cancelable: true }), { key }));
}

test("letters typed before the field is there stand in it, and those after its focus are its own", () => {
  const target = new EventTarget();
  const ahead = new TypedAhead(target);
  const shown: string[] = [];
  typed(target, "x");
  ahead.begin();
  typed(target, "Inv");
  ahead.follow((text) => shown.push(text));
  typed(target, "oi");
  ahead.end();
  typed(target, "ce");
  expect(shown).toEqual(["Inv", "Invo", "Invoi"]);
});

test("a letter that is kept does nothing else on the page", () => {
  const target = new EventTarget();
  new TypedAhead(target).begin();
  const event = Object.assign(new Event("keydown", { cancelable: true }), { key: "c" });
  target.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
});
