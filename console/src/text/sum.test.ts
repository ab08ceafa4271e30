import { expect, it } from "vitest";
import { marksOf } from "./locale";
import { readSum } from "./sum";

/** The quotient as text. */
function result(text: string, locale = "en"): string {
  const reading = readSum(text, { marks: marksOf(locale) });
  return reading.ok ? reading.result.over.div(reading.result.under).toFixed() : reading.message;
}

it.each<[string, string, string]>([
  ["1200*0.2", "en", "240"],
  ["1200*0,2", "de", "240"],
  ["100+20", "en", "120"],
  ["100 + 20 - 5", "en", "115"],
  ["0.1+0.2", "en", "0.3"],
  ["1.1*1.1", "en", "1.21"],
  ["2+3*4", "en", "14"],
  ["(2+3)*4", "en", "20"],
  ["2*(3+(4-1))", "en", "12"],
  ["(1+2)", "en", "3"],
  ["(52)*2", "en", "104"],
  ["10-2-3", "en", "5"],
  ["100/4/5", "en", "5"],
  ["100/3*3", "en", "100"],
  ["1/3+1/3+1/3", "en", "1"],
  ["119/1.19", "en", "100"],
  ["119/1,19", "de", "100"],
  ["5*-2", "en", "-10"],
  ["-5--2", "en", "-3"],
  ["1 200 * 2", "en", "2400"],
  ["1'200+1", "de-CH", "1201"],
  ["1,234.50+0.50", "en", "1235"],
  ["1000*0,175", "de", "175"],
  ["92233720368547758.07-0.01", "en", "92233720368547758.06"],
  ["99999999999999999999/99999999999999999999", "en", "1"],
  ["0*5", "en", "0"],
  ["0*-5", "en", "0"],
  ["1/1024", "en", "0.0009765625"],
  ["((((7))))", "en", "7"],
  ["1/3*2/2*3-1", "en", "0"],
  ["0.1+0.2-0.3", "en", "0"],
  ["2*-(3+4)", "en", "-14"],
  ["8/2*4", "en", "16"],
  ["99999999999999999999999999*99999999999999999999999999", "en", "9999999999999999999999999800000000000000000000000001"],
])("%s in %s is %s", (text, locale, value) => expect(result(text, locale)).toBe(value));

it.each<[string, string]>([
    ["1200*", "A figure is missing after “*”. Type it, or remove the sign."],
    ["12+5-", "A figure is missing after “-”. Type it, or remove the sign."],
    ["*5", "A figure is missing before “*”. Type it, or remove the sign."],
    ["5+*5", "A figure is missing before “*”. Type it, or remove the sign."],
    ["()5", "A figure is missing before “)”. Type it, or remove the sign."],
    ["(5+2", "There is a “(” without its “)”. Add the other one or remove it."],
    ["5+2)", "There is a “)” without its “(”. Remove it or add the other one."],
    ["2(3)", "“2(3)” lacks a sign before “(3)”. Type + - * or / there."],
    ["5/0", "Nothing can be divided by 0. Change the figure behind the “/”."],
    ["5/(2-2)", "Nothing can be divided by 0. Change the figure behind the “/”."],
  ["", "A figure is missing. Type it."],
  ["1,2345,6+1", "The digits of “1,2345,6” are not in groups of three. Type 12345.6 if you mean that."],
])("%s is answered by what to do", (text, message) => expect(result(text)).toBe(message));

it("the first doubtful figure is named", () => {
  expect(readSum("1+2,345*6,789", { marks: marksOf("en") })).toMatchObject({ doubt: { text: "2,345", mark: ",", readAs: "thousands" } });
});
