"""A client of openapi-python-client. It runs against a demo server, and mypy finds nothing to say."""

import os

from countinghouse_client import AuthenticatedClient
from countinghouse_client.api.accounts import accounts_controller_list
from countinghouse_client.api.journal_entries import (
    journal_entries_controller_create,
    journal_entries_controller_list,
    journal_entries_controller_void,
)
from countinghouse_client.api.journals import journals_controller_list
from countinghouse_client.api.warehouses import (
    warehouses_controller_get,
    warehouses_controller_list,
    warehouses_controller_update,
)
from countinghouse_client.models import (
    AccountPage,
    EntryInput,
    EntryPage,
    EntryPreview,
    EntryView,
    JournalPage,
    Problem,
    ProblemCode,
    VoidInput,
    WarehousePage,
    WarehousePatch,
    WarehouseView,
)

URL = os.environ["COUNTINGHOUSE_URL"]
client = AuthenticatedClient(base_url=URL, token=os.environ["COUNTINGHOUSE_TOKEN"])

journals = journals_controller_list.sync(client=client, code="GJ")
assert isinstance(journals, JournalPage), journals
entry = EntryInput.from_dict(
    {
        "journalId": journals.data[0].id,
        "date": "2010-12-01",
        "description": "Consultancy",
        "status": "posted",
        "lines": [{"accountCode": "1000", "debit": "100.00"}, {"accountCode": "4000", "credit": "100.00"}],
    }
)
preview = journal_entries_controller_create.sync(client=client, body=entry, dry_run=True)
assert isinstance(preview, EntryPreview), preview
assert preview.would_return.total_debit == "100.00" and len(preview.entries[0].lines) == 2

posted = journal_entries_controller_create.sync(client=client, body=entry)
assert isinstance(posted, EntryView), posted
reason = VoidInput(reason="a test")
voided = journal_entries_controller_void.sync_detailed(posted.id, client=client, body=reason)
assert voided.status_code == 204, voided
again = journal_entries_controller_void.sync(posted.id, client=client, body=reason)
assert isinstance(again, Problem) and again.status == 409, again
assert again.code == ProblemCode.ENTRY_ALREADY_VOIDED, again.code

warehouses = warehouses_controller_list.sync(client=client)
assert isinstance(warehouses, WarehousePage), warehouses
warehouse_id = warehouses.data[0].id
read = warehouses_controller_get.sync(warehouse_id, client=client)
assert isinstance(read, WarehouseView), read
kept = warehouses_controller_update.sync_detailed(
    warehouse_id, client=client, body=WarehousePatch.from_dict(read.to_dict())
)
assert kept.status_code == 204, kept
warehouses_controller_update.sync_detailed(warehouse_id, client=client, body=WarehousePatch(description=None))
cleared = warehouses_controller_get.sync(warehouse_id, client=client)
assert isinstance(cleared, WarehouseView) and cleared.description is None, cleared
stale = warehouses_controller_update.sync(
    warehouse_id, client=client, body=WarehousePatch(name="x"), if_match='"999999"'
)
assert isinstance(stale, Problem) and stale.status == 412 and stale.code == ProblemCode.VERSION_MISMATCH, stale

pages = 0
found = accounts_controller_list.sync(client=client, limit=10)
while True:
    assert isinstance(found, AccountPage), found
    pages += 1
    if found.next_cursor is None:
        break
    found = accounts_controller_list.sync(client=client, limit=10, cursor=found.next_cursor)
assert pages > 1, pages

entries = journal_entries_controller_list.sync(client=client, dimension="country:France", limit=5)
assert isinstance(entries, EntryPage) and len(entries.data) == 5, entries
