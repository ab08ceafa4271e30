"""Reads each report of a folder in its four forms and says where one says anything else than the others.

NAME.json, NAME.csv, NAME.xlsx (read by openpyxl) and NAME.html are the same report. Formulas of the workbook are reckoned anew from
its cells; with a spreadsheet program (SOFFICE names it), by that one, too.
"""

import csv
import json
import os
import re
import subprocess
import sys
from decimal import Decimal
from html.parser import HTMLParser
from pathlib import Path

import openpyxl

AMOUNT = re.compile(r"^-?[\d,]+\.\d\d$")


def shown(cell):
    """A cell as the others say it: an amount with two decimals, else its text."""
    if cell is None:
        return ""
    if isinstance(cell, (int, float, Decimal)):
        return f"{Decimal(str(cell)):.2f}"
    text = str(cell).strip()
    return text.replace(",", "") if AMOUNT.match(text) else text


class Sheet:
    """The only sheet of a workbook, with a reckoning of its own."""

    def __init__(self, path):
        self.formulas = openpyxl.load_workbook(path).active
        self.stored = openpyxl.load_workbook(path, data_only=True).active
        self.known = {}

    def value(self, place):
        """The amount in a cell, reckoned from what its formula names."""
        if place not in self.known:
            cell = self.formulas[place].value
            if isinstance(cell, str) and cell.startswith("="):
                self.known[place] = self.reckoned(cell[1:])
            else:
                self.known[place] = Decimal(str(cell or 0)) if not isinstance(cell, str) else Decimal(0)
        return self.known[place]

    def reckoned(self, formula):
        """Sums and differences of sums, all that reports have."""
        total, rest = Decimal(0), formula
        while rest:
            found = re.match(r"([+-]?)SUM\(([^)]*)\)", rest)
            if not found:
                raise SystemExit(f"a formula that is no sum: {formula}")
            sign = -1 if found[1] == "-" else 1
            for part in found[2].split(","):
                for row in self.formulas[part] if ":" in part else ((self.formulas[part],),):
                    for cell in row if isinstance(row, tuple) else (row,):
                        total += sign * self.value(cell.coordinate)
            rest = rest[found.end():]
        return total

    def rows(self):
        """The rows below the header: its first row that has two cells or more."""
        every = list(self.formulas.iter_rows())
        head = next(i for i, row in enumerate(every) if sum(cell.value is not None for cell in row) > 1)
        for row in every[head + 1:]:
            texts = []
            for cell in row:
                stored = self.stored[cell.coordinate].value
                if isinstance(cell.value, str) and cell.value.startswith("="):
                    own = self.value(cell.coordinate)
                    if own != Decimal(str(stored)).quantize(Decimal("0.01")):
                        yield ["FORMULA", cell.coordinate, str(own), str(stored)]
                texts.append(shown(stored))
            if any(texts):
                yield texts


class Page(HTMLParser):
    """The rows of a page's table."""

    def __init__(self):
        super().__init__()
        self.rows, self.row, self.text = [], None, None

    def handle_starttag(self, tag, attrs):
        if tag == "tr":
            self.row = []
        elif tag == "td":
            self.text = ""

    def handle_data(self, data):
        if self.text is not None:
            self.text += data

    def handle_endtag(self, tag):
        if tag == "td":
            self.row.append(shown(self.text))
            self.text = None
        elif tag == "tr" and self.row:
            self.rows.append(self.row)


def of_csv(path):
    """The rows without the columns that say what kind of row each is."""
    with open(path, encoding="utf-8-sig", newline="") as file:
        head, *rows = csv.reader(file)
    first = 2 if head[:2] == ["row", "level"] else 1
    return [row[0] for row in rows], [[shown(cell) for cell in row[first:]] for row in rows]


def amounts(value):
    """All amounts of a part of the answer, in its order."""
    if isinstance(value, dict):
        return [one for name in value for one in amounts(value[name])]
    if isinstance(value, list):
        return [one for part in value for one in amounts(part)]
    return [value] if isinstance(value, str) and AMOUNT.match(value) else []


def different(name, what, ours, theirs):
    if ours == theirs:
        return 0
    for one, other in zip(ours, theirs):
        if one != other:
            print(f"{name}: {what}: {one} against {other}")
            break
    else:
        print(f"{name}: {what}: {len(ours)} rows against {len(theirs)}")
    return 1


# Without it, a spreadsheet program shows the results that the file brings along.
ALWAYS = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>
"""


def recomputed(path):
    """The rows of a workbook as a spreadsheet program computes and writes them."""
    own = path.parent / "office"
    (own / "user").mkdir(parents=True, exist_ok=True)
    (own / "user" / "registrymodifications.xcu").write_text(ALWAYS)
    done = subprocess.run(
        [os.environ["SOFFICE"], f"-env:UserInstallation={own.resolve().as_uri()}", "--headless", "--convert-to", "csv",
         "--outdir", path.parent / "again", path],
        capture_output=True, text=True, check=True, timeout=120)
    made = path.parent / "again" / f"{path.stem}.csv"
    if not made.exists():
        raise SystemExit(done.stderr)
    with open(made, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    head = next(i for i, row in enumerate(rows) if sum(bool(cell) for cell in row) > 1)
    return [row for row in rows[head + 1:] if any(row)]


def plain(rows):
    """Numbers without the zeros at their ends, which a spreadsheet program leaves out."""
    def one(cell):
        try:
            return str(Decimal(cell.replace(",", "")).normalize() + 0)
        except ArithmeticError:
            return cell.strip()
    return [[one(cell) for cell in row] for row in rows]


def main():
    wrong = 0
    folder = Path(sys.argv[1])
    names = sorted(path.stem for path in folder.glob("*.json"))
    for name in names:
        answer = json.loads((folder / f"{name}.json").read_text())
        kinds, table = of_csv(folder / f"{name}.csv")
        page = Page()
        page.feed((folder / f"{name}.html").read_text())
        sheet = list(Sheet(folder / f"{name}.xlsx").rows())
        wrong += different(name, "page and CSV", page.rows, table)
        wrong += different(name, "workbook and CSV", sheet, table)
        if os.environ.get("SOFFICE"):
            wrong += different(name, "computed anew and CSV", plain(recomputed(folder / f"{name}.xlsx")), plain(table))
        figures = [[cell for cell in row if AMOUNT.match(cell)] for row in table]
        rows = [row for kind, row in zip(kinds, figures) if kind != "total"]
        wrong += different(name, "JSON and CSV", [amounts(row) for row in answer["data"]], rows)
        totals = set(amounts(answer["totals"]))
        for kind, row in zip(kinds, figures):
            if kind == "total" and not set(row) <= totals:
                print(f"{name}: a total of the CSV is none of the JSON: {row}")
                wrong += 1
    print(f"{len(names)} reports in four forms")
    sys.exit(1 if wrong or not names else 0)


main()
