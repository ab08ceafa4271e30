//! Codes and names beside ids, lines in lists, and what lists are filtered and sorted by.

use checks::{Answer, Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;

on_both![
    lines_tell_what_accounts_and_parties_are_called,
    nobody_learns_a_name_that_they_may_not_read,
    who_reads_an_entry_reads_who_made_posted_and_voided_it,
    of_an_id_and_its_code_in_a_draft_the_one_that_was_changed_counts,
    a_list_shows_lines_if_they_are_asked_for,
    entries_are_found_by_source_reference_and_change_and_sorted,
    movements_are_found_by_source_reference_and_change_and_sorted,
];

const ENTRIES: &str = "/accounting/journal-entries";

async fn body(app: &TestServer, reference: &str, source: &str) -> Value {
    let posted = app.as_role("admin").post_entry(&app.sale("1.00")).await;
    let shown = app.as_role("admin").entry(&posted).await;
    json!({
        "date": shown["date"], "journalId": shown["journalId"], "reference": reference, "source": source,
        "externalId": "1", "metadata": {"order": reference},
        "lines": [
            {"accountId": shown["lines"][0]["accountId"], "debit": "5.00", "partyName": "Ann"},
            {"accountId": shown["lines"][1]["accountId"], "credit": "5.00"},
        ],
    })
}

/// A caller with these permissions alone.
pub async fn narrowed(app: &TestServer, scope: &str) -> Caller {
    let admin = app.as_role("admin");
    let made = admin.post("/service-accounts", &json!({"name": "Reader", "roles": ["admin"]})).await.expect(201).json();
    let grant = json!({
        "grant_type": "client_credentials", "client_id": made["clientId"], "client_secret": made["clientSecret"],
        "scope": scope,
    });
    let issued = app.with_token(None).post("/auth/token", &grant).await.expect(200).json();
    app.with_token(Some(issued["access_token"].as_str().unwrap().to_owned()))
}

async fn account(admin: &Caller, id: &Value) -> Value {
    admin.get(&format!("/accounting/accounts/{}", id.as_str().unwrap())).await.expect(200).json()
}

async fn lines_tell_what_accounts_and_parties_are_called(app: &TestServer) {
    let admin = app.as_role("admin");
    let id = admin.post(ENTRIES, &body(app, "A", "shop").await).await.expect(201).id();
    let entry = admin.entry(&id).await;
    for line in entry["lines"].as_array().unwrap() {
        let account = account(&admin, &line["accountId"]).await;
        assert_eq!((&line["accountCode"], &line["accountName"]), (&account["code"], &account["name"]));
    }
    let names: Vec<&Value> = entry["lines"].as_array().unwrap().iter().map(|line| &line["partyName"]).collect();
    assert_eq!(names, [&json!("Ann"), &Value::Null]);
    let journal = admin.get(&format!("/accounting/journals/{}", entry["journalId"].as_str().unwrap())).await.json();
    assert_eq!(entry["journalCode"], journal["code"]);
    let listed = admin.get(ENTRIES).await.data();
    assert!(listed.iter().all(|row| row["journalCode"] == journal["code"]), "{listed:?}");
    let row = listed.iter().find(|row| row["id"] == *id).unwrap();
    assert_eq!((&row["metadata"], &row["lines"]), (&json!({"order": "A"}), &Value::Null));
}

async fn nobody_learns_a_name_that_they_may_not_read(app: &TestServer) {
    let admin = app.as_role("admin");
    let id = admin.post(ENTRIES, &body(app, "A", "shop").await).await.expect(201).id();
    let whole = admin.entry(&id).await;
    for (scope, accounts, journals) in [
        ("journalEntries:read costs:read", false, false),
        ("journalEntries:read costs:read accounts:read", true, false),
        ("journalEntries:read costs:read journals:read", false, true),
    ] {
        let reader = narrowed(app, scope).await;
        let listed = reader.get(&format!("{ENTRIES}?include=lines&reference=A")).await.data();
        for shown in [reader.entry(&id).await, listed[0].clone()] {
            let of = |is_seen: bool, value: &Value| if is_seen { value.clone() } else { Value::Null };
            let (line, own) = (&shown["lines"][0], &whole["lines"][0]);
            assert_eq!(line["accountCode"], of(accounts, &own["accountCode"]), "{scope}");
            assert_eq!(line["accountName"], of(accounts, &own["accountName"]), "{scope}");
            assert_eq!(line["partyName"], "Ann", "who reads an entry reads whom it is about");
            assert_eq!(shown["journalCode"], of(journals, &whole["journalCode"]), "{scope}");
            assert_eq!(line["accountId"], own["accountId"]);
        }
    }
}

async fn who_reads_an_entry_reads_who_made_posted_and_voided_it(app: &TestServer) {
    let (clerk, user) = (app.as_role("clerk"), app.as_role("accountant"));
    let id = clerk.post_entry(&app.sale("1.00").draft()).await;
    user.post(&format!("{ENTRIES}/{id}/post"), &json!({})).await.expect(204);
    app.as_role("admin").void(&id).await.expect(204);
    let reader = narrowed(app, "journalEntries:read costs:read").await;
    let entry = reader.entry(&id).await;
    let people = ["createdByName", "postedByName", "voidedByName", "updatedByName", "approvedByName"];
    let told = people.map(|name| entry[name].clone());
    let admin = entry["voidedByName"].clone();
    assert_eq!(told, [json!("The clerk"), json!("The accountant"), admin.clone(), admin, Value::Null]);
    let listed = reader.get(&format!("{ENTRIES}?status=voided")).await.data().remove(0);
    assert_eq!(listed["createdBy"], entry["createdBy"]);
    assert_eq!((&listed["createdByName"], &listed["postedByName"]), (&json!("The clerk"), &json!("The accountant")));
    // The answer to a write names no people, also when it is repeated; and a draft that was read can be sent back.
    let body = app.sale("2.00").draft().json();
    let made = clerk.post(ENTRIES, &body).key("k").await.expect(201).json();
    assert_eq!(clerk.post(ENTRIES, &body).key("k").await.expect(201).json(), made);
    assert_eq!(made["createdByName"], Value::Null);
    let path = format!("{ENTRIES}/{}", made["id"].as_str().unwrap());
    let read = clerk.get(&path).await.json();
    assert_eq!(read["createdByName"], "The clerk");
    clerk.put(&path, &read).await.expect(204);

    let journal = &app.books.journal;
    let invoice = user.receivable(journal, "A", "2010-12-01", "100.00").await;
    let payment = user.receivable(journal, "A", "2010-12-09", "-60.00").await;
    let made = user.matching(&[&invoice, &payment]).await.expect(201).id();
    let open = reader.get("/accounting/open-items?controlFor=receivable").await.expect(200).data();
    assert_eq!((&open[0]["partyName"], &open[0]["accountCode"]), (&json!("A"), &Value::Null));
    user.post(&format!("/accounting/matches/{made}/unmatch"), &json!({"reason": "mistaken"})).await.expect(204);
    let undone = reader.get(&format!("/accounting/matches/{made}")).await.expect(200).json();
    assert_eq!(
        (&undone["createdByName"], &undone["undoneByName"]),
        (&json!("The accountant"), &json!("The accountant"))
    );
    let open = user.get("/accounting/open-items?controlFor=receivable").await.data();
    assert_eq!((&open[0]["accountCode"], &open[0]["accountName"]), (&json!("1100"), &json!("Receivables")));
}

async fn of_an_id_and_its_code_in_a_draft_the_one_that_was_changed_counts(app: &TestServer) {
    let admin = app.as_role("admin");
    let made = admin.post(ENTRIES, &body(app, "A", "shop").await).await.expect(201).json();
    let path = format!("{ENTRIES}/{}", made["id"].as_str().unwrap());
    // The answer to a write has no names; sent back, it changes nothing.
    admin.put(&path, &made).await.expect(204);
    let read = admin.get(&path).await.json();
    admin.put(&path, &read).await.expect(204);
    assert_eq!(admin.get(&path).await.json()["lines"], read["lines"]);
    let (first, second) = (read["lines"][0].clone(), read["lines"][1].clone());
    let mut by_id = read.clone();
    by_id["lines"][0]["accountId"] = second["accountId"].clone();
    admin.put(&path, &by_id).await.expect(204);
    let after = admin.get(&path).await.json();
    assert_eq!(after["lines"][0]["accountCode"], second["accountCode"]);
    let mut by_code = after.clone();
    by_code["lines"][0]["accountCode"] = first["accountCode"].clone();
    by_code["lines"][0]["partyName"] = json!("Bob");
    admin.put(&path, &by_code).await.expect(204);
    let after = admin.get(&path).await.json();
    assert_eq!(after["lines"][0]["accountId"], first["accountId"]);
    assert_eq!(after["lines"][0]["partyName"], "Bob");
    // Both changed: the caller has to say which one is meant.
    let mut both = after.clone();
    both["lines"][0]["accountId"] = second["accountId"].clone();
    both["lines"][0]["accountCode"] = json!("9999");
    admin.put(&path, &both).await.expect(400).pointer("/lines/0/accountCode");
}

async fn a_list_shows_lines_if_they_are_asked_for(app: &TestServer) {
    let admin = app.as_role("admin");
    for reference in ["A", "B", "C"] {
        admin.post(ENTRIES, &body(app, reference, reference).await).await.expect(201);
    }
    let path = format!("{ENTRIES}?include=lines");
    let listed = admin.get(&path).await.data();
    assert_eq!(listed.len(), 6);
    for row in &listed {
        let entry = admin.entry(row["id"].as_str().unwrap()).await;
        assert_eq!(row["lines"], entry["lines"]);
        assert_eq!(row["lines"].as_array().unwrap().len(), 2);
    }
    assert_eq!(all_pages(&admin, &path, 2).await, listed);
    admin.get(&format!("{ENTRIES}?include=all")).await.expect(400).pointer("include");
}

fn column(answer: &Answer, name: &str) -> Vec<Value> {
    answer.expect(200).data().iter().map(|row| row[name].clone()).collect()
}

async fn entries_are_found_by_source_reference_and_change_and_sorted(app: &TestServer) {
    let admin = app.as_role("admin");
    for (reference, source) in [("A", "shop"), ("B", "psp"), ("B", "shop2")] {
        admin.post(ENTRIES, &body(app, reference, source).await).await.expect(201);
    }
    let found = async |query: &str| column(&admin.get(&format!("{ENTRIES}?{query}")).await, "source");
    assert_eq!(found("source=psp").await, [json!("psp")]);
    assert_eq!(found("externalId=1").await.len(), 3);
    assert_eq!(found("externalId=1&source=shop").await, [json!("shop")]);
    assert_eq!(found("reference=B").await, [json!("psp"), json!("shop2")]);
    let last = admin.get(&format!("{ENTRIES}?source=psp")).await.data()[0].clone();
    let path = format!("{ENTRIES}/{}", last["id"].as_str().unwrap());
    admin.put(&path, &json!({"description": "changed"})).await.expect(204);
    let at = admin.get(&path).await.json()["updatedAt"].as_str().unwrap().to_owned();
    assert_eq!(found(&format!("changedSince={at}")).await, [json!("psp")]);
    assert_eq!(found("changedSince=2000-01-01T00:00:00Z").await.len(), 6);
    for (sort, field, rows) in
        [("number", "number", 3), ("postedAt", "postedAt", 3), ("updatedAt", "updatedAt", 6), ("date", "date", 6)]
    {
        let ascending = format!("{ENTRIES}?sort={sort}");
        let values = column(&admin.get(&ascending).await, field);
        assert_eq!(values.len(), rows, "{sort}");
        assert!(values.windows(2).all(|pair| pair[0].as_str() <= pair[1].as_str()), "{sort}: {values:?}");
        let mut backwards = column(&admin.get(&format!("{ENTRIES}?sort=-{sort}")).await, field);
        backwards.reverse();
        assert_eq!(backwards, values, "{sort}");
        assert_eq!(all_pages(&admin, &ascending, 2).await, admin.get(&ascending).await.data(), "{sort}");
    }
    admin.get(&format!("{ENTRIES}?sort=amount")).await.expect(400).pointer("sort");
}

async fn movements_are_found_by_source_reference_and_change_and_sorted(app: &TestServer) {
    const MOVEMENTS: &str = "/inventory/movements";
    let admin = app.as_role("admin");
    let unit = admin.post("/inventory/items", &json!({"sku": "N-1", "name": "Cup", "unitCode": "C62"})).await;
    unit.expect(201);
    admin.post("/warehouses", &json!({"code": "N", "name": "North"})).await.expect(201);
    for (number, day) in [(1, "2010-03-01"), (2, "2010-01-01"), (3, "2010-02-01")] {
        let draft = json!({
            "kind": "receipt", "status": "draft", "occurredAt": day, "reference": format!("R{number}"),
            "source": if number == 1 { "shop" } else { "psp" }, "externalId": "1".repeat(number), "metadata": {"n": number},
            "warehouseCode": "N",
            "lines": [{"sku": "N-1", "quantity": "1", "totalCost": "1.00"}],
        });
        admin.post(MOVEMENTS, &draft).await.expect(201);
    }
    let found = async |query: &str| column(&admin.get(&format!("{MOVEMENTS}?{query}")).await, "reference");
    assert_eq!(found("source=psp").await, [json!("R3"), json!("R2")]);
    assert_eq!(found("reference=R1").await, [json!("R1")]);
    assert_eq!(found("sort=occurredAt").await, [json!("R2"), json!("R3"), json!("R1")]);
    assert_eq!(found("sort=-occurredAt").await, [json!("R1"), json!("R3"), json!("R2")]);
    assert_eq!(found("sort=createdAt").await, [json!("R1"), json!("R2"), json!("R3")]);
    assert_eq!(found("sort=-updatedAt").await, [json!("R3"), json!("R2"), json!("R1")]);
    let first = admin.get(&format!("{MOVEMENTS}?reference=R1")).await.data()[0].clone();
    assert_eq!(first["metadata"], json!({"n": 1}));
    let path = format!("{MOVEMENTS}/{}", first["id"].as_str().unwrap());
    admin.put(&path, &json!({"description": "changed"})).await.expect(204);
    let at = admin.get(&path).await.json()["updatedAt"].as_str().unwrap().to_owned();
    assert_eq!(found(&format!("changedSince={at}")).await, [json!("R1")]);
    assert_eq!(found("sort=-updatedAt&limit=1").await, [json!("R1")]);
    for sort in ["occurredAt", "-occurredAt", "createdAt", "-updatedAt"] {
        let path = format!("{MOVEMENTS}?sort={sort}");
        assert_eq!(all_pages(&admin, &path, 2).await, admin.get(&path).await.data(), "{sort}");
    }
}
