import { describe, expect, it } from "vitest";
import { readTable } from "./table";

describe("a text becomes a table", () => {
  it.each<[string, string, string[][]]>([
    ["nothing", "", []],
    ["blank lines only", "\r\n\t\t\r\n", []],
    ["one cell", "4000", [["4000"]]],
    ["one column", "4000\n1200\n", [["4000"], ["1200"]]],
    ["tabs", "4000\t12,50\r\n1200\t-12,50\r\n", [["4000", "12,50"], ["1200", "-12,50"]]],
    ["tabs with commas inside", "4000\tGoods, blue\t1,50\n1200\tBank, cash\t2,50", [["4000", "Goods, blue", "1,50"], ["1200", "Bank, cash", "2,50"]]],
    ["semicolons", "4000;12,50\n1200;-12,50", [["4000", "12,50"], ["1200", "-12,50"]]],
    ["commas", "4000,12.50\n1200,-12.50", [["4000", "12.50"], ["1200", "-12.50"]]],
    ["quoted decimal commas", '4000,"12,50"\n1200,"-12,50"', [["4000", "12,50"], ["1200", "-12,50"]]],
    ["commas with a semicolon in a cell", "4000,a;b,1\n1200,c,2\n1300,d,3", [["4000", "a;b", "1"], ["1200", "c", "2"], ["1300", "d", "3"]]],
    ["a tab in a quoted cell", '4000;"a\tb";1\n1200;c;2', [["4000", "a\tb", "1"], ["1200", "c", "2"]]],
    ["a mark of coding", "\ufeff4000;1\n1200;2", [["4000", "1"], ["1200", "2"]]],
    ["a named separator", "sep=|\r\n4000|1;5\r\n1200|2;5", [["4000", "1;5"], ["1200", "2;5"]]],
    ["a mark and a named separator", "\ufeffsep=;\n4000;1\n1200;2", [["4000", "1"], ["1200", "2"]]],
    ["line breaks in quotes", '4000\t"Goods\nblue"\t1\n1200\tBank\t2', [["4000", "Goods blue", "1"], ["1200", "Bank", "2"]]],
    ["doubled quotes", '4000\t"He said ""no""\nto it"\t1\n1200\tx\t2', [["4000", 'He said "no" to it', "1"], ["1200", "x", "2"]]],
    ["bare quotes of a spreadsheet", '4000\t"Blue" vase\t1\n1200\t5" nails\t2', [["4000", '"Blue" vase', "1"], ["1200", '5" nails', "2"]]],
    ["blanks around cells", " 4000 \t\u00a012,50\u00a0\n1200\t 1", [["4000", "12,50"], ["1200", "1"]]],
    ["rows of different length", "4000\t1\t\t\n1200\n\t\t3\n", [["4000", "1", ""], ["1200", "", ""], ["", "", "3"]]],
    ["empty rows between", "4000\t1\n\n\t\n1200\t2\n\n\n", [["4000", "1"], ["1200", "2"]]],
    ["old line ends", "4000\t1\r1200\t2\r", [["4000", "1"], ["1200", "2"]]],
  ])("of %s", (_, text, table) => expect(readTable(text)).toEqual(table));
});
