"""The page of all problems, made from `/problems` of a running service; see errors-page."""

import json
import os
import re
import sys
import urllib.request

PAGE = "docs/reference/errors.md"
HEAD = """# Errors

Every refusal has one of these codes in `code`. A code keeps its name, its status and its meaning. How to read a problem, and
how to follow its way out: [Build on it: errors](../build/errors.md). The running service has a page for each code at
`/problems/<code>`, and all of them as JSON at `/problems`.

`scripts/errors-page` makes this page from the program's own table.
"""
REQUEST, RIGHTS, LATER = "The request", "Signing in and rights", "Not now"
# By status first; then the first chapter with words of the code takes it, and the first of all what no other takes.
BY_STATUS = {401: RIGHTS, 403: RIGHTS, 429: LATER, 500: LATER, 503: LATER}
CHAPTERS = {
    REQUEST: None,
    RIGHTS: "last_admin|^role_|^organization_",
    "Entries and approval": "^entry_|^amount_(out|prec)|correct|date_before|approval|duties|second_person|control_change"
    "|^journal_|occurrence|recurring",
    "Matches": "^match|matchable|line_not_open|exceeds_open|write_off",
    "Periods and years": "period|^fiscal_year|^retained",
    "Accounts, parties, dimensions and currencies": "^account_|^control_account|party|^dimension|^section|^currency|^base_currencies|^rate_"
    "|^conversion|^parent_|^fx_|^rounding",
    "Goods and warehouses": "warehouse|location|^item_|^lot_|serial|reason|movement|stock|negative|transit|^transfer|^quantity"
    "|^unit_|^posting_date|^occurred",
    "Counts and reservations": "^count_|_count$|^reservation|^expiry",
    "What goods cost": "cost|value|^replay|scope|^pool_too|traceable|^valuation|source$|^takes",
    "Damage": "frozen|^invariant",
    LATER: None,
}


def chapter(problem):
    status, code = problem["status"], problem["code"]
    found = (name for name, words in CHAPTERS.items() if words and re.search(words, code))
    return BY_STATUS.get(status) or next(found, REQUEST)


def cell(text):
    return text.replace("|", "\\|")


def written(problems):
    parts = [HEAD]
    for name in CHAPTERS:
        rows = [problem for problem in problems if chapter(problem) == name]
        parts.append(f"\n## {name}\n\n| Code | Status | What it means | What to do |\n|---|---|---|---|\n")
        for row in rows:
            parts.append(f"| `{row['code']}` | {row['status']} | {cell(row['title'])} | {cell(row['advice'])} |\n")
    return "".join(parts)


def main(arguments):
    address = os.environ["COUNTINGHOUSE_URL"] + "/problems"
    with urllib.request.urlopen(urllib.request.Request(address, headers={"Accept": "application/json"})) as answer:
        page = written(json.load(answer)["data"])
    if arguments == ["--check"]:
        with open(PAGE, encoding="utf-8") as file:
            if file.read() == page:
                return 0
        print(f"{PAGE} is not what the program says: run scripts/errors-page", file=sys.stderr)
        return 1
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(page)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
