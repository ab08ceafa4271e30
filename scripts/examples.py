"""Records or compares what the main operations answer (see scripts/examples)."""

import json
import os
import re
import sys
import urllib.error
import urllib.request

URL = os.environ["COUNTINGHOUSE_URL"]
RECORDED = "server/src/http/openapi/examples.json"
# What differs from run to run: ids, instants, hashes, cursors and signatures.
PASSING = [
    (r"\b([a-z]{2,6})_[0-9a-z]{26}\b", r"\1_ID"),
    (r"\b20\d\d-\d\d-\d\dT[0-9:.]+Z", "INSTANT"),
    (r"\b[0-9a-f]{64}\b", "HASH"),
    (r'"(nextCursor|keyId|value)": "[^"]{8,}"', r'"\1": "MARK"'),
]
# What nobody else may see, even of books that are gone.
SECRET = {"access_token": "eyJhbGciOiJFZERTQSIsImtpZCI6…", "clientSecret": "chs_…", "client_secret": "chs_…"}

seen, names = {}, {}


def filled(part):
    """`$name` is the id of what was made under that name, and `$name.member` something else of it."""
    if isinstance(part, dict):
        return {name: filled(member) for name, member in part.items()}
    if isinstance(part, list):
        return [filled(member) for member in part]
    if not isinstance(part, str):
        return part
    return re.sub(r"\$\{(\w+)(?:\.(\w+))?\}", lambda found: names[found[1]][found[2] or "id"], part)


def call(operation, method, path, body=None, name=None, headers=()):
    """One request. The first one of each operation is its example; one without an operation only prepares others."""
    body, path = filled(body), filled(path)
    own = {"Content-Type": "application/json", **dict(headers)}
    if operation != "AuthController_token":
        own["Authorization"] = f"Bearer {os.environ['COUNTINGHOUSE_TOKEN']}"
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{URL}/api/v1{path}", data, own, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            status, text = answer.status, answer.read()
            answer = json.loads(text) if text else None
    except urllib.error.HTTPError as refused:
        raise SystemExit(f"{operation}: {method} {path} was refused: {refused.read().decode()}") from None
    if name:
        names[name] = answer
    if operation and operation not in seen:
        seen[operation] = {"status": str(status)} | ({"request": body} if body is not None else {})
        if answer is not None:
            seen[operation]["answer"] = answer
    return answer


def books():
    """The books of a shop for paper and pencils, from its settings to its reports."""
    call("OrganizationController_get", "GET", "/organization")
    account = call("ServiceAccountsController_create", "POST", "/service-accounts",
                   {"name": "Web shop", "roles": ["accountant", "warehouseManager"]})
    call("AuthController_token", "POST", "/auth/token",
         {"grant_type": "client_credentials", "client_id": account["clientId"], "client_secret": account["clientSecret"]})
    call("AccountsController_list", "GET", "/accounting/accounts?limit=2")
    call("AccountsController_create", "POST", "/accounting/accounts",
         {"code": "6150", "name": "Packaging", "type": "expense"})
    call("JournalsController_create", "POST", "/accounting/journals", {"code": "WEB", "name": "Web shop", "type": "sales"})
    call("PartiesController_create", "POST", "/accounting/parties", {"kinds": ["customer"], "name": "Ada Lovelace"})
    call("FiscalYearsController_create", "POST", "/accounting/fiscal-years",
         {"name": "2027", "startDate": "2027-01-01", "periodFrequency": "quarterly"})
    call("JournalEntriesController_create", "POST", "/accounting/journal-entries",
         {"date": "2026-03-02", "journalCode": "WEB", "status": "posted", "reference": "SO-1001",
          "lines": [{"accountCode": "1100", "partyName": "Ada Lovelace", "debit": "30.00"},
                    {"accountCode": "4000", "credit": "30.00"}]}, "sale")
    call("JournalEntriesController_get", "GET", "/accounting/journal-entries/${sale}")
    call(None, "POST", "/accounting/journal-entries",
         {"date": "2026-03-05", "journalCode": "WEB", "status": "posted", "reference": "SO-1001",
          "lines": [{"accountCode": "1000", "debit": "30.00"},
                    {"accountCode": "1100", "partyName": "Ada Lovelace", "credit": "30.00"}]}, "payment")
    call("MatchesController_create", "POST", "/accounting/matches",
         {"lines": [{"entryId": "${sale}", "lineNumber": 1}, {"entryId": "${payment}", "lineNumber": 2}]})
    call("JournalEntriesController_batch", "POST", "/accounting/journal-entries/batch",
         {"items": [{"date": "2026-03-06", "journalCode": "WEB", "status": "posted", "source": "till", "externalId": "Z-17",
                     "lines": [{"accountCode": "1000", "debit": "12.50"}, {"accountCode": "4000", "credit": "12.50"}]}]},
         "till")
    call(None, "POST", "/accounting/journal-entries",
         {"date": "2026-03-09", "journalCode": "WEB", "status": "posted",
          "lines": [{"accountCode": "6150", "debit": "8.00"}, {"accountCode": "1000", "credit": "8.00"}]}, "twice")
    call("JournalEntriesController_void", "POST", "/accounting/journal-entries/${twice}/void", {"reason": "Entered twice"})
    call(None, "POST", "/accounting/journal-entries",
         {"date": "2026-03-31", "journalCode": "WEB", "status": "posted",
          "lines": [{"accountCode": "6150", "debit": "5.00"}, {"accountCode": "1000", "credit": "5.00"}]}, "accrual")
    call("JournalEntriesController_reverse", "POST", "/accounting/journal-entries/${accrual}/reverse",
         {"date": "2026-04-01", "reason": "Accrual of March"})
    call("JournalEntriesController_list", "GET", "/accounting/journal-entries?limit=1&reference=SO-1001&include=lines")


def goods():
    """What the shop does with its goods."""
    call("WarehousesController_create", "POST", "/warehouses", {"code": "SHOP", "name": "The shop"}, "shop")
    call("WarehousesController_update", "PUT", "/warehouses/${shop}", {"name": "The shop in Mill Lane"})
    call("ItemsController_create", "POST", "/inventory/items", {"sku": "PENCIL-HB", "name": "Pencil, HB"}, "pencil")
    call("ItemsController_list", "GET", "/inventory/items?limit=1")
    call("MovementsController_create", "POST", "/inventory/movements",
         {"kind": "receipt", "occurredAt": "2026-03-02T09:00:00Z", "warehouseCode": "MAIN",
          "lines": [{"sku": "PENCIL-HB", "quantity": "100", "totalCost": "25.00"}]}, "receipt")
    call("ReservationsController_create", "POST", "/inventory/reservations",
         {"sku": "PENCIL-HB", "quantity": "4", "warehouseCode": "MAIN", "reference": "SO-1002"})
    call(None, "POST", "/inventory/movements",
         {"kind": "issue", "occurredAt": "2026-03-03T10:00:00Z", "warehouseCode": "MAIN", "reference": "SO-1001",
          "lines": [{"sku": "PENCIL-HB", "quantity": "12"}]}, "issue")
    call("MovementsController_get", "GET", "/inventory/movements/${issue}")
    call("MovementsController_list", "GET", "/inventory/movements?limit=1&reference=SO-1001")
    call("StockController_onHand", "GET", "/inventory/stock")
    names["main"] = call("WarehousesController_list", "GET", "/warehouses?code=MAIN")["data"][0]
    call("WarehousesController_stock", "GET", "/warehouses/${main}/stock")
    call("StockController_availability", "GET", "/inventory/availability?sku=PENCIL-HB")
    call("ReservationsController_releaseByReference", "POST", "/inventory/reservations/release",
         {"reference": "SO-1002", "reason": "The customer cancelled"})
    call("StockController_set", "POST", "/inventory/stock/set",
         {"sku": "PENCIL-HB", "warehouseCode": "MAIN", "quantity": "87", "expectedQuantity": "88",
          "occurredAt": "2026-03-04T18:00:00Z", "description": "One was broken"})
    call("MovementsController_void", "POST", "/inventory/movements/${issue}/void", {"reason": "The order was cancelled"})
    call("CountsController_open", "POST", "/inventory/counts", {"warehouseCode": "MAIN", "occurredAt": "2026-03-31T18:00:00Z", "description": "Count of March"}, "count")
    call("BatchController_run", "POST", "/batch",
         {"items": [
             {"name": "hold", "method": "POST", "path": "/inventory/reservations",
              "body": {"sku": "PENCIL-HB", "quantity": "2", "warehouseCode": "MAIN", "reference": "SO-1003"}},
             {"name": "goods", "method": "POST", "path": "/inventory/movements",
              "body": {"kind": "issue", "occurredAt": "2026-03-06T12:00:00Z", "warehouseCode": "MAIN",
                       "reference": "SO-1003", "lines": [{"sku": "PENCIL-HB", "quantity": "2", "reservationId": "$hold"}]}}]})
    call("InventoryController_proof", "GET", "/inventory/proof")


def reports():
    for name, operation, query in [
        ("trial-balance", "trialBalance", "asOf=2026-03-31"),
        ("balance-sheet", "balanceSheet", "asOf=2026-03-31"),
        ("profit-and-loss", "profitAndLoss", "dateFrom=2026-03-01&dateTo=2026-03-31"),
    ]:
        call(f"ReportsController_{operation}", "GET", f"/accounting/reports/{name}?{query}")
    call("OpenItemsController_list", "GET", "/accounting/open-items?accountCode=1100&asOf=2026-03-03")
    first = call("PeriodsController_list", "GET", "/accounting/periods?limit=1")["data"][0]
    call("PeriodsController_close", "POST", f"/accounting/periods/{first['id']}/close", {})
    call("EventsController_list", "GET", "/events?limit=1")
    call("AuditController_head", "GET", "/audit/head")


def masked(part):
    """Without secrets, and with the address of the document's examples."""
    if isinstance(part, dict):
        return {name: SECRET.get(name, masked(member)) for name, member in part.items()}
    if isinstance(part, list):
        return [masked(member) for member in part]
    return part.replace(URL, "https://books.example.com") if isinstance(part, str) else part


def passing(part):
    text = json.dumps(part, indent=1, ensure_ascii=False)
    for pattern, name in PASSING:
        text = re.sub(pattern, name, text)
    return text.splitlines()


def main():
    books()
    goods()
    reports()
    found = masked(seen)
    if "--write" in sys.argv:
        with open(RECORDED, "w", encoding="utf-8") as file:
            json.dump(dict(sorted(found.items())), file, indent=1, ensure_ascii=False)
            file.write("\n")
        print(f"{len(found)} operations are recorded")
        return
    with open(RECORDED, encoding="utf-8") as file:
        recorded = json.load(file)
    wrong = 0
    for operation in sorted(found.keys() | recorded.keys()):
        stands, comes = passing(recorded.get(operation)), passing(found.get(operation))
        if stands != comes:
            wrong += 1
            print(f"{operation} answers otherwise than its example:")
            print("".join(f"  - {line}\n" for line in stands if line not in comes), end="")
            print("".join(f"  + {line}\n" for line in comes if line not in stands), end="")
    print(f"{len(found)} examples compared, {wrong} differ")
    if wrong:
        raise SystemExit("record them anew: scripts/examples --write")


main()
