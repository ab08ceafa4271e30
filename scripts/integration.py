"""A shop on the service, whose calls are counted (see scripts/integration)."""

import json
import os
import random
import socket
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

URL = os.environ["COUNTINGHOUSE_URL"]
SEED, ORDERS, REPEATED, CUT, ITEMS = 20101201, 500, 120, 195, 60

calls, counted, token = Counter(), threading.Lock(), os.environ["COUNTINGHOUSE_TOKEN"]


def call(job, method, path, body=None, key=None, cut=False):
    """One request; with `cut`, the connection is closed once it is sent, and nobody hears the answer."""
    with counted:
        calls[job] += 1
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    if key:
        headers["Idempotency-Key"] = key
    data = None if body is None else json.dumps(body).encode()
    if cut:
        host, port = urllib.parse.urlparse(URL).netloc.split(":")
        lines = [f"{method} /api/v1{path} HTTP/1.1", f"Host: {host}", f"Content-Length: {len(data)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        with socket.create_connection((host, int(port))) as line:
            line.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + data)
        return None
    request = urllib.request.Request(f"{URL}/api/v1{path}", data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = answer.read()
            return json.loads(text) if text else {}
    except urllib.error.HTTPError as refused:
        raise SystemExit(f"{job}: {method} {path} was refused: {refused.read().decode()}") from None


def batch(job, key, *items, cut=False):
    done = call(job, "POST", "/batch", {"items": list(items)}, key, cut)
    return None if done is None else {row["name"]: row["id"] for row in done["results"] if row["name"]}


def post(path, body, name=None):
    return {"name": name, "method": "POST", "path": path, "body": body}


def sell(order):
    """The checkout: goods are reserved, sold and shipped."""
    line = {"sku": order["sku"], "quantity": str(order["quantity"])}
    number, day = order["number"], "2026-02-01"
    entry = {"date": day, "journalCode": "SJ", "status": "posted", "source": "shop", "externalId": number, "lines": [
        {"accountCode": "1100", "partyName": order["customer"], "debit": order["amount"]},
        {"accountCode": "4000", "credit": order["amount"]}]}
    goods = {"kind": "issue", "occurredAt": day, "source": "shop", "externalId": number,
             "lines": [line | {"reservationId": "$hold"}]}
    return (post("/inventory/reservations", line | {"reference": number}, "hold"),
            post("/accounting/journal-entries", entry, "sale"), post("/inventory/movements", goods, "goods"))


def begin():
    """Goods to sell, in books that `init` made with a chart, a year and a warehouse; returns each item's price in pence."""
    calls["books"] += 2  # init, and the token
    prices = {f"ITEM-{number:02}": 100 + 37 * number for number in range(ITEMS)}
    call("books", "POST", "/inventory/items/import", {"items": [{"sku": sku, "name": sku} for sku in prices]})
    call("books", "POST", "/inventory/movements", {"kind": "receipt", "occurredAt": "2026-01-31", "lines": [
        {"sku": sku, "quantity": "100", "totalCost": "50.00"} for sku in prices]})
    return prices


def main():
    chance = random.Random(SEED)
    prices = begin()
    orders = []
    for number in range(ORDERS):
        sku, quantity = chance.choice(list(prices)), chance.randint(1, 4)
        amount = f"{Decimal(prices[sku] * quantity) / 100:.2f}"
        orders.append({"number": f"SO-{number:04}", "sku": sku, "quantity": quantity, "amount": amount,
                       "customer": f"Customer {number % 40}"})
    sent = orders + chance.sample(orders, REPEATED)
    chance.shuffle(sent)
    cut = set(chance.sample(range(len(sent)), CUT))
    # Whose connection broke sends the order again: it cannot know whether it was booked.
    with ThreadPoolExecutor(8) as shoppers:
        list(shoppers.map(lambda at: batch("sale", sent[at]["number"], *sell(sent[at]), cut=at in cut), range(len(sent))))
    again = [order for at, order in enumerate(sent) if at in cut]
    sold = {order["number"]: batch("sale again", order["number"], *sell(order)) for order in again}
    for order in orders:
        if order["number"] not in sold:
            sold[order["number"]] = batch("sale again", order["number"], *sell(order))

    chance.shuffle(orders)
    refunded, cancelled, paid = orders[:37], orders[37:65], orders[65:]
    for order in refunded + paid:
        lines = [{"accountCode": "1010", "debit": order["amount"]},
                 {"accountCode": "1100", "partyName": order["customer"], "credit": order["amount"]}]
        entry = {"date": "2026-02-02", "journalCode": "BANK", "status": "posted", "lines": lines}
        match = {"lines": [{"entryId": sold[order["number"]]["sale"], "lineNumber": 1},
                           {"entryId": "$payment", "lineNumber": 2}]}
        batch("payment", f"pay-{order['number']}", post("/accounting/journal-entries", entry, "payment"),
              post("/accounting/matches", match))
    for order in refunded:
        lines = [{"accountCode": "4000", "debit": order["amount"]}, {"accountCode": "1010", "credit": order["amount"]}]
        entry = {"date": "2026-02-03", "journalCode": "BANK", "status": "posted", "lines": lines}
        back = {"kind": "return", "occurredAt": "2026-02-03", "ofMovementId": sold[order["number"]]["goods"],
                "lines": [{"sku": order["sku"], "quantity": str(order["quantity"])}]}
        batch("refund", f"back-{order['number']}", post("/accounting/journal-entries", entry),
              post("/inventory/movements", back))
    for order in cancelled:
        why, made = {"reason": "the order was cancelled"}, sold[order["number"]]
        batch("cancellation", f"off-{order['number']}", post(f"/accounting/journal-entries/{made['sale']}/void", why),
              post(f"/inventory/movements/{made['goods']}/void", why | {"releaseReservations": True}))

    there = {sku: 100 - sum(order["quantity"] for order in paid if order["sku"] == sku) for sku in prices}
    first = next(iter(prices))
    call("stock to N", "POST", "/inventory/stock/set", {"sku": first, "quantity": "7", "expectedQuantity": str(there[first])})
    reconcile(there | {first: 7}, paid)
    tell()


def reconcile(there, paid):
    """The books, the stock, the proof and the feed against what the shop did."""
    report = call("reading", "GET", "/accounting/reports/trial-balance?asOf=2026-12-31")
    rows = {row["code"]: Decimal(row["closingCredit"]) - Decimal(row["closingDebit"]) for row in report["data"]}
    revenue = sum(Decimal(order["amount"]) for order in paid)
    must("revenue", rows["4000"], revenue)
    must("cash", -rows["1010"], revenue)
    must("receivables", rows["1100"], Decimal(0))
    rows = call("reading", "GET", "/inventory/availability?limit=200")["data"]
    must("stock", {row["sku"]: int(row["onHand"]) for row in rows if row["onHand"] != "0"}, {s: q for s, q in there.items() if q})
    must("reserved", {row["sku"] for row in rows if row["reserved"] != "0"}, set())
    proof = call("reading", "GET", "/inventory/proof")
    must("proof", [one["name"] for one in proof["invariants"] if not one["holds"]], [])
    after, expected = "", 1
    while True:
        page = call("feed", "GET", f"/events?limit=200{after}")
        for event in page["data"]:
            must("the feed has no gap", event["seq"], expected)
            expected += 1
        if not page["data"]:
            break
        after = f"&after={page['nextCursor']}"
    print(f"{expected - 1} events without a gap; revenue {revenue}, stock and proof as expected")


def must(what, found, wanted):
    if found != wanted:
        sys.exit(f"{what}: {found} is not {wanted}")


def tell():
    """The table of calls; more than these is a step back."""
    for job, times, most in [
        ("books", 1, 4), ("sale", ORDERS + REPEATED, 1), ("payment", ORDERS - 28, 1), ("refund", 37, 1),
        ("cancellation", 28, 1), ("stock to N", 1, 1),
    ]:
        per = calls[job] / times
        print(f"{job:14} {calls[job]:5} calls, {per:.0f} each")
        must(f"calls of {job}", per <= most, True)


main()
