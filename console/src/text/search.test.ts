import { describe, expect, it } from "vitest";
import { SHOWN_ROWS, fold, matchesWordStarts, rank } from "./search";

it.each([
  ["Ærø Łódź STRASSE", "aero lodz strasse"],
  ["Straße", "strasse"],
  ["Éléphant", "elephant"],
  ["Çığ Đorđe", "cig dorde"],
  ["Ｗｉｄｅ", "wide"],
  ["ﬁnance", "finance"],
])("%s folds to %s", (text, folded) => expect(fold(text)).toBe(folded));

it.each<[string, string, boolean]>([
  ["4000 Sales of goods", "", true],
  ["4000 Sales of goods", "  ", true],
  ["4000 Sales of goods", "40", true],
  ["4000 Sales of goods", "sal", true],
  ["4000 Sales of goods", "goo sal", true],
  ["4000 Sales of goods", "SAL GOO 4000", true],
  ["4000 Sales of goods", "ales", false],
  ["4000 Sales of goods", "sal x", false],
  ["4000 Sales of goods", "00", false],
  ["4000 Sales of goods", "sales of", true],
  ["Café de l'Opéra", "opera cafe", true],
  ["Cafe", "café", true],
  ["Müller & Söhne", "sohne", true],
  ["Große Straße", "grosse", true],
  ["Revenue / Domestic / Shop", "dom rev", true],
  ["1200.10 Bank", "1200.10", true],
  ["1200.10 Bank", "1200.1", true],
  ["1200.10 Bank", "10", true],
  ["1200.10 Bank", "200", false],
  ["Co-operative", "op", true],
  ["Co-operative", "co-op", true],
  ["banana nap", "nap", true],
  ["Wages (gross)", "gross", true],
  ["Wages (gross)", "(gr", true],
])("%j is found by %j: %s", (text, typed, expected) => expect(matchesWordStarts(text, typed)).toBe(expected));

describe("the best matches come first", () => {
  const items = [
    { code: "1000", name: "Cash", path: "Assets / Current" },
    { code: "10001", name: "Cash on hand in euro", path: "Assets / Current" },
    { code: "100", name: "Assets" },
    { code: "1200", name: "Bank, 100 days", path: "Assets / Current" },
    { code: "4000", name: "Sales of goods", path: "Income" },
    { code: "4100", name: "Goods returned", path: "Income / Sales" },
    { code: "6000", name: "Petty cash differences", path: "Expenses" },
    { code: "CASH", name: "Clearing" },
  ];
  it.each([
    ["100", ["100", "1000", "10001", "1200"]],
    ["1000", ["1000", "10001"]],
    ["cash", ["CASH", "1000", "10001", "6000"]],
    ["goods", ["4100", "4000"]],
    ["sales", ["4000", "4100"]],
    ["sal goo", ["4000", "4100"]],
    ["exp", ["6000"]],
    ["curr 12", ["1200"]],
    ["assets", ["100", "1000", "10001", "1200"]],
    ["nothing", []],
    ["10 00", []],
  ])("%j finds %j", (typed, codes) => expect(rank(items, typed).map((item) => item.code)).toEqual(codes));

  it("each kind of match before the next", () => {
    const sorted = [
      { code: "SALE", name: "x" },
      { code: "SALES2", name: "x" },
      { code: "1", name: "Sales" },
      { code: "2", name: "Other sales" },
      { code: "3", name: "x", path: "Sales" },
    ];
    expect(rank([...sorted].reverse(), "sale").map((item) => item.code)).toEqual(["SALE", "SALES2", "1", "2", "3"]);
  });
  it("nothing typed keeps the order, so that recent ones stay first", () => expect(rank(items, " ")).toEqual(items));
  it("no more than eight are shown", () => {
    const many = Array.from({ length: 50 }, (_, index) => ({ code: `4${index}`, name: "Sales" }));
    expect(rank(many, "sales").map((item) => item.code)).toEqual(["40", "41", "42", "43", "44", "45", "46", "47"]);
    expect(rank(many, "")).toHaveLength(SHOWN_ROWS);
    expect(rank(many, "sales", 3)).toHaveLength(3);
  });
  it("the exact code is first even behind many others", () => {
    const many = Array.from({ length: 50 }, (_, index) => ({ code: `${index + 40}`, name: "41 Sales" }));
    expect(rank(many, "41")[0]?.code).toBe("41");
  });
});
