import { expect, test } from "vitest";
import { partsOf } from "./ids";

test("an id in a text leads to the screen of its record, and all else stays as it is", () => {
  expect(partsOf("line 3 of mov_01m8hem9eqfb88s81eh9xxn966 cost 4.00, and je_01m8hem97cfvxr03bbfhp3q3m5 has 5.00")).toEqual([
    { text: "line 3 of " },
    { text: "the movement", to: "/movements/mov_01m8hem9eqfb88s81eh9xxn966" },
    { text: " cost 4.00, and " },
    { text: "the entry", to: "/journal/je_01m8hem97cfvxr03bbfhp3q3m5" },
    { text: " has 5.00" },
  ]);
  expect(partsOf("stock_value 4.00 of an item_x")).toEqual([{ text: "stock_value 4.00 of an item_x" }]);
});
