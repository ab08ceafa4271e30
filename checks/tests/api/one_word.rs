//! One word for one thing: `isActive` beside `status`, `kind` beside `type`, and a journal by its code.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

on_both![
    what_can_be_inactive_says_and_takes_is_active,
    a_warehouse_that_is_frozen_is_active_and_stays_frozen,
    a_contradiction_is_refused_at_the_better_word_and_an_edit_of_either_counts,
    accounts_journals_and_periods_have_a_kind,
    a_journal_is_named_by_its_code_in_policies_lists_and_the_journal,
];

const ITEMS: &str = "/inventory/items";
const REASONS: &str = "/inventory/reason-codes";
const WAREHOUSES: &str = "/warehouses";

async fn made(admin: &Caller, path: &str, body: Value) -> String {
    format!("{path}/{}", admin.post(path, &body).await.expect(201).id())
}

/// One of each thing that has a status: where it is, and the list that it is in.
async fn things(admin: &Caller) -> Vec<(String, String)> {
    made(admin, WAREHOUSES, json!({"code": "MAIN", "name": "Main"})).await;
    let warehouse = made(admin, WAREHOUSES, json!({"code": "N", "name": "North"})).await;
    let locations = format!("{warehouse}/locations");
    vec![
        (made(admin, ITEMS, json!({"sku": "CUP", "name": "Cup"})).await, ITEMS.to_owned()),
        (made(admin, &locations, json!({"code": "A-1"})).await, locations),
        (made(admin, REASONS, json!({"code": "LOST", "name": "Lost"})).await, REASONS.to_owned()),
        (warehouse, WAREHOUSES.to_owned()),
    ]
}

async fn what_can_be_inactive_says_and_takes_is_active(app: &TestServer) {
    let admin = app.as_role("admin");
    for (path, list) in things(&admin).await {
        let read = async || admin.get(&path).await.expect(200).json();
        let is = |shown: &Value| (shown["isActive"].clone(), shown["status"].clone());
        assert_eq!(is(&read().await), (json!(true), json!("active")), "{path}");
        let id = read().await["id"].clone();
        let among = async |query: &str| {
            let rows = admin.get(&format!("{list}?limit=200&{query}")).await.expect(200).data();
            rows.iter().any(|row| row["id"] == id)
        };
        for (change, wanted) in [
            (json!({"isActive": false}), (json!(false), json!("inactive"))),
            (json!({"isActive": false}), (json!(false), json!("inactive"))),
            (json!({"isActive": true}), (json!(true), json!("active"))),
            (json!({"status": "inactive"}), (json!(false), json!("inactive"))),
            (json!({"status": "active", "isActive": true}), (json!(true), json!("active"))),
            (json!({"isActive": false, "status": "inactive"}), (json!(false), json!("inactive"))),
        ] {
            admin.put(&path, &change).await.expect(204);
            assert_eq!(is(&read().await), wanted, "{path} after {change}");
            assert_eq!(among("isActive=true").await, wanted.0 == true, "{path}");
            assert_eq!(among("isActive=false").await, wanted.0 == false, "{path}");
            assert_eq!(among("status=inactive").await, wanted.0 == false, "{path}");
        }
        admin.put(&path, &json!({"isActive": "no"})).await.expect(400).pointer("/isActive");
        admin.get(&format!("{list}?isActive=maybe")).await.expect(400).pointer("isActive");
    }
    let item = admin.post(ITEMS, &json!({"sku": "OLD", "name": "Old", "isActive": false})).await.expect(201).json();
    assert_eq!((&item["isActive"], &item["status"]), (&json!(false), &json!("inactive")));
    let items = json!({"items": [{"sku": "OLD", "name": "Old", "isActive": true}], "onExisting": "update"});
    admin.post(&format!("{ITEMS}/import"), &items).await.expect(200);
    let found = admin.get(&format!("{ITEMS}?sku=OLD&isActive=true")).await.data();
    assert_eq!(found.len(), 1, "also in an import");
}

async fn a_warehouse_that_is_frozen_is_active_and_stays_frozen(app: &TestServer) {
    let admin = app.as_role("admin");
    made(&admin, WAREHOUSES, json!({"code": "MAIN", "name": "Main"})).await;
    let path = made(&admin, WAREHOUSES, json!({"code": "N", "name": "North"})).await;
    let status = async || admin.get(&path).await.json()["status"].clone();
    admin.put(&path, &json!({"status": "frozen"})).await.expect(204);
    let read = admin.get(&path).await.json();
    assert_eq!((&read["isActive"], &read["status"]), (&json!(true), &json!("frozen")));
    for body in [read.clone(), json!({"isActive": true}), json!({"isActive": true, "status": "frozen"}), json!({})] {
        admin.put(&path, &body).await.expect(204);
        assert_eq!(status().await, "frozen", "{body}");
    }
    let found = async |query: &str| {
        let rows = admin.get(&format!("{WAREHOUSES}?{query}")).await.expect(200).data();
        rows.iter().any(|row| row["code"] == "N")
    };
    assert!(found("isActive=true").await && found("status=frozen").await && found("isActive=true&status=frozen").await);
    assert!(!found("isActive=false").await && !found("status=active").await);
    let mut edited = read.clone();
    edited["isActive"] = json!(false);
    admin.put(&path, &edited).await.expect(204);
    assert_eq!(status().await, "inactive", "the edit counts, not the status as it was shown");
}

async fn a_contradiction_is_refused_at_the_better_word_and_an_edit_of_either_counts(app: &TestServer) {
    let admin = app.as_role("admin");
    for (path, body) in [
        (ITEMS, json!({"sku": "X", "name": "X", "status": "active", "isActive": false})),
        (REASONS, json!({"code": "X", "name": "X", "status": "inactive", "isActive": true})),
        (WAREHOUSES, json!({"code": "X", "name": "X", "status": "frozen", "isActive": false})),
    ] {
        admin.post(path, &body).await.expect(400).pointer("/isActive");
    }
    let body = json!({"code": "X", "name": "X", "type": "asset", "kind": "expense"});
    admin.post("/accounting/accounts", &body).await.expect(400).pointer("/kind");
    let body = json!({"code": "X", "name": "X", "kind": "asse"});
    assert_eq!(admin.post("/accounting/accounts", &body).await.expect(400).pointers(), ["/kind"]);
    let query = format!("{ITEMS}?status=active&isActive=false");
    admin.get(&query).await.expect(400).pointer("isActive");
    // What was read is edited in one of its words, and goes back whole.
    for (path, _) in things(&admin).await {
        for (word, value, wanted) in [
            ("isActive", json!(false), "inactive"),
            ("status", json!("active"), "active"),
            ("status", json!("inactive"), "inactive"),
            ("isActive", json!(true), "active"),
        ] {
            let mut read = admin.get(&path).await.json();
            read[word] = value;
            admin.put(&path, &read).await.expect(204);
            assert_eq!(admin.get(&path).await.json()["status"], wanted, "{path}: {word}");
        }
    }
}

async fn accounts_journals_and_periods_have_a_kind(app: &TestServer) {
    let admin = app.as_role("admin");
    let account = made(&admin, "/accounting/accounts", json!({"code": "7777", "name": "New", "kind": "expense"})).await;
    let journal = made(&admin, "/accounting/journals", json!({"code": "KJ", "name": "New", "kind": "sales"})).await;
    for (path, kind, list) in
        [(&account, "expense", "/accounting/accounts"), (&journal, "sales", "/accounting/journals")]
    {
        let read = admin.get(path).await.expect(200).json();
        assert_eq!((&read["kind"], &read["type"]), (&json!(kind), &json!(kind)));
        admin.put(path, &read).await.expect(204);
        for word in ["kind", "type"] {
            let rows = admin.get(&format!("{list}?limit=200&{word}={kind}")).await.expect(200).data();
            assert!(rows.iter().any(|row| row["id"] == read["id"]));
            assert!(rows.iter().all(|row| row["kind"] == kind && row["type"] == kind));
        }
    }
    for word in ["kind", "type"] {
        for wanted in ["asset", "liability"] {
            let mut read = admin.get(&account).await.json();
            read[word] = json!(wanted);
            admin.put(&account, &read).await.expect(204);
            assert_eq!(admin.get(&account).await.json()["kind"], wanted, "{word}");
        }
        admin.put(&journal, &json!({word: "cash"})).await.expect(400).pointer(&format!("/{word}"));
    }
    admin.post("/accounting/accounts", &json!({"code": "7778", "name": "New"})).await.expect(400).pointer("/type");
    let periods = admin.get("/accounting/periods?kind=standard").await.expect(200).data();
    assert_eq!(periods, admin.get("/accounting/periods?type=standard").await.data());
    assert!(!periods.is_empty() && periods.iter().all(|row| row["kind"] == "standard"));
    let one = admin.get(&format!("/accounting/periods/{}", periods[0]["id"].as_str().unwrap())).await.json();
    assert_eq!((&one["kind"], &one["type"]), (&json!("standard"), &json!("standard")));
}

async fn a_journal_is_named_by_its_code_in_policies_lists_and_the_journal(app: &TestServer) {
    const POLICIES: &str = "/accounting/approval-policies";
    const ENTRIES: &str = "/accounting/journal-entries";
    const REPORT: &str = "/accounting/reports/journal";
    let admin = app.as_role("admin");
    let posted = admin.post_entry(&app.sale("5.00")).await;
    let shown = admin.entry(&posted).await;
    let (id, code) = (shown["journalId"].as_str().unwrap(), shown["journalCode"].as_str().unwrap());
    made(&admin, "/accounting/journals", json!({"code": "OTHER", "name": "Other", "kind": "general"})).await;
    for path in [ENTRIES, REPORT] {
        let of = async |query: &str| admin.get(&format!("{path}?{query}")).await.expect(200).data();
        assert_eq!(of(&format!("journalCode={code}")).await, of(&format!("journalId={id}")).await, "{path}");
        assert!(!of(&format!("journalCode={code}")).await.is_empty());
        assert_eq!(of("journalCode=OTHER").await, [] as [Value; 0]);
        for query in ["journalCode=NONE", &format!("journalCode={code}&journalId={id}")] {
            admin.get(&format!("{path}?{query}")).await.expect(400).pointer("journalCode");
        }
    }
    let body = json!({"name": "Large", "journalCode": code, "minAmount": "1000.00"});
    let policy = admin.post(POLICIES, &body).await.expect(201).json();
    assert_eq!((&policy["journalId"], &policy["journalCode"]), (&json!(id), &json!(code)));
    let path = format!("{POLICIES}/{}", policy["id"].as_str().unwrap());
    let read = admin.get(&path).await.json();
    assert_eq!(read, policy);
    admin.put(&path, &read).await.expect(204);
    assert_eq!(admin.get(&path).await.json(), read, "what is sent back as it was read changes nothing");
    let mut edited = read.clone();
    edited["journalCode"] = json!("OTHER");
    admin.put(&path, &edited).await.expect(204);
    let after = admin.get(&path).await.json();
    assert_eq!(after["journalCode"], "OTHER");
    assert_ne!(after["journalId"], read["journalId"]);
    assert_eq!(admin.get(&format!("{POLICIES}?journalCode=OTHER")).await.data(), [after]);
    assert_eq!(admin.get(&format!("{POLICIES}?journalCode={code}")).await.data(), [] as [Value; 0]);
    admin.put(&path, &json!({"journalId": null})).await.expect(204);
    let every = admin.get(&path).await.json();
    assert_eq!((&every["journalId"], &every["journalCode"]), (&Value::Null, &Value::Null));
    admin.put(&path, &every).await.expect(204);
    admin
        .put(&path, &json!({"journalCode": "NONE"}))
        .await
        .expect(422)
        .code("unknown_reference")
        .pointer("/journalCode");
    let twice = json!({"name": "Twice", "journalCode": code, "journalId": id});
    admin.post(POLICIES, &twice).await.expect(400).pointer("/journalCode");
}
