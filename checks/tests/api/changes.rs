//! What changed, value by value, with what there was before: the history of a record, and all changes for auditors.

use checks::entry::NewEntry;
use checks::{Answer, Caller, TestServer, on_both};
use serde_json::{Value, json};

on_both![
    a_clerk_reads_what_was_changed_of_a_draft_until_it_was_posted,
    what_was_made_and_deleted_is_told_value_by_value,
    an_entry_that_goods_made_and_took_back_has_its_history,
    costs_are_left_out_for_who_may_not_read_them_and_movements_of_other_warehouses_are_not_there,
    all_changes_are_for_auditors_and_are_paged_newest_first,
    who_may_not_read_a_record_may_not_read_its_changes,
    an_account_of_an_imported_chart_knows_what_it_was_before,
];

/// An entry as a change of its draft.
fn as_sent(entry: &NewEntry) -> Value {
    let mut body = entry.json();
    body.as_object_mut().unwrap().remove("status");
    body
}

async fn history(reader: &Caller, subject: &str) -> Vec<Value> {
    reader.get(&format!("/audit/changes?subject={subject}")).await.expect(200).data()
}

/// What an event changed, as `path: before -> after`.
fn told(event: &Value) -> Vec<String> {
    let changes = event["changes"].as_array().unwrap_or_else(|| panic!("{event}"));
    changes
        .iter()
        .map(|one| format!("{}: {} -> {}", one["path"].as_str().unwrap(), one["before"], one["after"]))
        .collect()
}

fn has(event: &Value, wanted: &str) {
    assert!(told(event).iter().any(|one| one == wanted), "no {wanted} in {:#?}", told(event));
}

fn types(events: &[Value]) -> Vec<&str> {
    events.iter().map(|event| event["type"].as_str().unwrap()).collect()
}

async fn a_clerk_reads_what_was_changed_of_a_draft_until_it_was_posted(app: &TestServer) {
    let (clerk, accountant) = (app.as_role("clerk"), app.as_role("accountant"));
    let entry = clerk.post_entry(&app.sale("5.00").draft().with("description", "Apples")).await;
    let edited = as_sent(&app.sale("7.50").with("description", "Pears"));
    clerk.put(&format!("/accounting/journal-entries/{entry}"), &edited).await.expect(204);
    accountant.post(&format!("/accounting/journal-entries/{entry}/post"), &json!({})).await.expect(204);
    accountant.void(&entry).await.expect(204);
    let events = history(&clerk, &entry).await;
    assert_eq!(
        types(&events),
        ["journalEntry.voided", "journalEntry.posted", "journalEntry.edited", "journalEntry.drafted"]
    );
    let [voided, posted, edit, made] = events.as_slice() else { panic!("{events:#?}") };
    has(voided, "/status: \"posted\" -> \"voided\"");
    has(voided, "/voidReason: null -> \"entered twice\"");
    assert!(told(voided).iter().all(|one| !one.starts_with("/lines")), "{voided:#}");
    has(posted, "/status: \"draft\" -> \"posted\"");
    assert!(told(posted).iter().any(|one| one.starts_with("/number: null -> ")), "{posted:#}");
    let wanted = [
        "/description: \"Apples\" -> \"Pears\"",
        "/lines/0/baseDebit: \"5.00\" -> \"7.50\"",
        "/lines/0/debit: \"5.00\" -> \"7.50\"",
        "/lines/1/baseCredit: \"5.00\" -> \"7.50\"",
        "/lines/1/credit: \"5.00\" -> \"7.50\"",
        "/totalCredit: \"5.00\" -> \"7.50\"",
        "/totalDebit: \"5.00\" -> \"7.50\"",
    ];
    assert_eq!(told(edit), wanted);
    has(made, "/description: null -> \"Apples\"");
    assert_eq!((&edit["actor"], &edit["isCut"]), (&json!(app.books.member("clerk").to_string()), &json!(false)));
    assert_eq!(posted["subject"], entry);
    // The mirror was made by the event of the entry that it voids.
    let mirror = clerk.entry(&entry).await["voidedByEntryId"].as_str().unwrap().to_owned();
    let events = history(&clerk, &mirror).await;
    assert_eq!((types(&events), &events[0]["subject"]), (vec!["journalEntry.voided"], &json!(entry)));
    has(&events[0], "/entryType: null -> \"void\"");
    let only = clerk.get(&format!("/audit/changes?subject={entry}&kind=journalEntry.edited")).await.data();
    assert_eq!(only.as_slice(), std::slice::from_ref(edit));
    let by = app.books.member("accountant");
    let by = clerk.get(&format!("/audit/changes?subject={entry}&actor={by}")).await.data();
    assert_eq!(types(&by), ["journalEntry.voided", "journalEntry.posted"]);
    let early = clerk.get(&format!("/audit/changes?subject={entry}&dateTo=2010-01-01")).await.data();
    assert_eq!(early, Vec::<Value>::new());
}

async fn what_was_made_and_deleted_is_told_value_by_value(app: &TestServer) {
    let admin = app.as_role("admin");
    let item = json!({"sku": "A-1", "name": "Apples", "gtins": [{"gtin": "06291041500213"}]});
    let item = admin.post("/inventory/items", &item).await.expect(201).id();
    let path = format!("/inventory/items/{item}");
    admin.put(&path, &json!({"name": "Green apples", "metadata": {"shelf": "b/3"}})).await.expect(204);
    admin.delete(&path).await.expect(204);
    let events = history(&admin, &item).await;
    assert_eq!(types(&events), ["item.deleted", "item.updated", "item.created"]);
    has(&events[0], "/name: \"Green apples\" -> null");
    assert_eq!(told(&events[1]), ["/metadata/shelf: null -> \"b/3\"", "/name: \"Apples\" -> \"Green apples\""]);
    has(&events[2], "/sku: null -> \"A-1\"");
    has(&events[2], "/gtins/06291041500213: null -> \"06291041500213\"");
}

/// Books with goods in a warehouse: the receipt of two pieces for 10.00.
async fn receipt(app: &TestServer, warehouse: &str) -> String {
    let admin = app.as_role("admin");
    admin.reservation(warehouse, "A-1").await;
    let line = json!({"sku": "A-1", "quantity": "2", "totalCost": "10.00"});
    let body =
        json!({"kind": "receipt", "occurredAt": "2010-01-06T10:00:00Z", "warehouseId": warehouse, "lines": [line]});
    admin.post("/inventory/movements", &body).await.expect(201).id()
}

async fn an_entry_that_goods_made_and_took_back_has_its_history(app: &TestServer) {
    let admin = app.as_role("admin");
    let warehouse = admin.warehouse("LON").await;
    admin.post("/inventory/items", &json!({"sku": "A-1", "name": "Apples"})).await.expect(201);
    let movement = receipt(app, &warehouse).await;
    let path = format!("/inventory/movements/{movement}");
    let entry = admin.get(&path).await.json()["entryId"].as_str().unwrap().to_owned();
    admin.post(&format!("{path}/void"), &json!({"reason": "not ours"})).await.expect(204);
    let events = history(&app.as_role("clerk"), &entry).await;
    assert_eq!(types(&events), ["movement.voided", "movement.posted"]);
    assert!(events.iter().all(|event| event["subject"] == movement), "{events:#?}");
    has(&events[0], "/status: \"posted\" -> \"voided\"");
    assert!(told(&events[1]).iter().any(|one| one.ends_with("/debit: null -> \"10.00\"")), "{events:#?}");
    let events = history(&admin, &movement).await;
    assert_eq!(types(&events), ["movement.voided", "movement.posted"]);
    has(&events[0], "/voidReason: null -> \"not ours\"");
}

async fn costs_are_left_out_for_who_may_not_read_them_and_movements_of_other_warehouses_are_not_there(
    app: &TestServer,
) {
    let admin = app.as_role("admin");
    let (here, there) = (admin.warehouse("LON").await, admin.warehouse("MAN").await);
    admin.post("/inventory/items", &json!({"sku": "A-1", "name": "Apples"})).await.expect(201);
    let movement = receipt(app, &here).await;
    let operator = app.as_role("warehouseOperator");
    let seen = told(&history(&operator, &movement).await[0]);
    assert!(seen.iter().any(|one| one == "/lines/0/quantity: null -> \"2\""), "{seen:#?}");
    assert!(seen.iter().all(|one| !one.contains("10.00")), "{seen:#?}");
    assert!(told(&history(&admin, &movement).await[0]).iter().any(|one| one.contains("10.00")));
    let member = app.books.member("warehouseOperator");
    admin.put(&format!("/users/{member}"), &json!({"warehouseIds": [there]})).await.expect(204);
    operator.get(&format!("/audit/changes?subject={movement}")).await.expect(404);
}

async fn all_changes_are_for_auditors_and_are_paged_newest_first(app: &TestServer) {
    let (auditor, accountant) = (app.as_role("auditor"), app.as_role("accountant"));
    let first = accountant.post_entry(&app.sale("5.00").draft()).await;
    accountant.put(&format!("/accounting/journal-entries/{first}"), &as_sent(&app.sale("6.00"))).await.expect(204);
    let account = &app.books.accounts["4000"];
    app.as_role("admin")
        .put(&format!("/accounting/accounts/{account}"), &json!({"name": "Turnover"}))
        .await
        .expect(204);
    let mut seqs = Vec::new();
    let mut path = "/audit/changes?limit=2".to_owned();
    loop {
        let page: Answer = auditor.get(&path).await;
        let data = page.expect(200).data();
        if seqs.is_empty() {
            assert_eq!(types(&data), ["account.updated", "journalEntry.edited"]);
            assert_eq!(told(&data[0]), ["/name: \"Sales\" -> \"Turnover\""]);
            has(&data[1], "/totalDebit: \"5.00\" -> \"6.00\"");
        }
        seqs.extend(data.iter().map(|event| event["seq"].as_i64().unwrap()));
        let Some(next) = page.json()["nextCursor"].as_str().map(str::to_owned) else { break };
        path = format!("/audit/changes?limit=2&cursor={next}");
    }
    let head = auditor.get("/audit/head").await.json()["seq"].as_i64().unwrap();
    assert_eq!(seqs, (1..=head).rev().collect::<Vec<_>>());
    let of_accounts = auditor.get("/audit/changes?kind=account.updated").await.data();
    assert_eq!(types(&of_accounts), ["account.updated"]);
}

async fn who_may_not_read_a_record_may_not_read_its_changes(app: &TestServer) {
    let entry = app.as_role("accountant").post_entry(&app.sale("5.00")).await;
    let operator = app.as_role("warehouseOperator");
    operator.get(&format!("/audit/changes?subject={entry}")).await.expect(403).code("forbidden");
    for clerk in [app.as_role("clerk"), operator] {
        clerk.get("/audit/changes").await.expect(403).code("forbidden");
        clerk.get("/audit/changes?subject=nonsense").await.expect(403);
    }
    let clerk = app.as_role("clerk");
    assert_eq!(history(&clerk, "je_01h455vb4pex5vsknk084sn02q").await, Vec::<Value>::new());
    let foreign = app.as_foreign("accountant").post_entry(&checks::entry(&app.other.journal, "5.00")).await;
    assert_eq!(history(&clerk, &foreign).await, Vec::<Value>::new());
    clerk.get(&format!("/audit/changes?subject={entry}&dateFrom=2010-02-01&dateTo=2010-01-01")).await.expect(400);
}

async fn an_account_of_an_imported_chart_knows_what_it_was_before(app: &TestServer) {
    let admin = app.as_role("admin");
    let row = json!({"code": "6000", "name": "Rent", "type": "expense"});
    admin.post("/accounting/chart", &json!({"accounts": [row]})).await.expect(200);
    let account = admin.get("/accounting/accounts?code=6000").await.data().remove(0);
    let id = account["id"].as_str().unwrap();
    admin.put(&format!("/accounting/accounts/{id}"), &json!({"name": "Rents"})).await.expect(204);
    let events = history(&admin, id).await;
    assert_eq!(types(&events), ["account.updated", "chart.imported"]);
    assert_eq!(told(&events[0]), ["/name: \"Rent\" -> \"Rents\""]);
    has(&events[1], "/code: null -> \"6000\"");
    let all = app.as_role("auditor").get("/audit/changes?kind=account.updated&limit=1").await.data();
    assert_eq!(told(&all[0]), ["/name: \"Rent\" -> \"Rents\""]);
}
