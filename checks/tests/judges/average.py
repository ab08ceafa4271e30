"""The moving average as textbooks have it, in fractions that are never rounded.

Reads items with all that moved, in order; what came has a value, what left has the value that is to be judged. Fails where
a value is not the rounded one, or where what leaves one place does not come to the other, and prints what is left of each item.

The books hold whole pence: the value of a pool is the exact one rounded half up, up to a millionth of a penny for each
movement, so that what leaves is the difference of two rounded values.
"""

import json
import sys
from fractions import Fraction

HALF = Fraction(1, 2)


def rounded(value):
    return (value + HALF).__floor__()


def fail(*what):
    sys.exit(" ".join(str(part) for part in what))


def judge(item):
    pools = {}
    exact = {}
    for number, row in enumerate(item["moved"], 1):
        pool = pools.setdefault(row["pool"], {"quantity": Fraction(0), "value": Fraction(0), "booked": 0})
        quantity, value = Fraction(row["quantity"]), row["value"]
        if quantity > 0:
            pool["value"] += value
        else:
            unit_cost = pool["value"] / pool["quantity"]
            exact[tuple(row["line"])] = -quantity * unit_cost, value
            pool["value"] += quantity * unit_cost
        pool["quantity"] += quantity
        pool["booked"] += value
        if pool["quantity"] < 0:
            fail(item["sku"], row, "left and was not there")
        if abs(pool["booked"] - pool["value"]) > HALF + Fraction(number, 1_000_000):
            fail(item["sku"], row, "has the books at", pool["booked"], "and the average at", float(pool["value"]))
        if pool["quantity"] == 0 and pool["booked"] != 0:
            fail(item["sku"], row, "leaves nothing that is worth", pool["booked"])

    # What leaves one place by a line comes to the other by it, as much and at the same value: the whole stays as it is.
    lines = {}
    for row in item["moved"]:
        lines.setdefault(tuple(row["line"]), []).append(row)
    for rows in lines.values():
        if len(rows) == 1:
            continue
        places = {row["pool"] for row in rows}
        if len(rows) != 2 or len(places) != 2:
            fail(item["sku"], rows, "are no two halves of one line")
        if sum(row["quantity"] for row in rows) != 0 or sum(row["value"] for row in rows) != 0:
            fail(item["sku"], rows, "come to more or less than what left")

    # What comes back has the share of what its issue cost in the books, in whole pence; the last has what is left.
    values = {tuple(row["line"]): row for row in item["moved"] if row["quantity"] > 0}
    issued = {tuple(row["line"]): row for row in item["moved"] if row["quantity"] < 0}
    back = {}
    for one in item["returns"]:
        back.setdefault(tuple(one["of"]), []).append(values[tuple(one["line"])])
    for of, rows in back.items():
        quantity, cost = -issued[of]["quantity"], -issued[of]["value"]
        for row in rows:
            if abs(row["value"] - Fraction(cost * row["quantity"], quantity)) >= len(rows):
                fail(item["sku"], row, "came back at another cost than it left at:", issued[of])
        if sum(row["quantity"] for row in rows) == quantity and sum(row["value"] for row in rows) != cost:
            fail(item["sku"], rows, "is all of", issued[of], "and not at its cost")

    # No movement rounds twice: what left differs from the exact cost by less than a penny and what came before.
    for line, (cost, value) in exact.items():
        if abs(cost + value) > 1 + Fraction(len(item["moved"]), 1_000_000):
            fail(item["sku"], line, "cost", float(cost), "and not", -value)

    left = sum(pool["booked"] for pool in pools.values())
    if abs(left - sum(rounded(pool["value"]) for pool in pools.values())) > 0:
        fail(item["sku"], "is worth", left, "and not", [float(pool["value"]) for pool in pools.values()])
    return left


print(json.dumps({item["sku"]: judge(item) for item in json.load(sys.stdin)}))
