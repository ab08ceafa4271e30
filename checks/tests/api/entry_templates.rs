//! Entry templates: lines to begin with, shared by everybody who writes entries.

use checks::{TestServer, on_both};
use serde_json::{Value, json};

const TEMPLATES: &str = "/accounting/entry-templates";

on_both![
    a_template_is_made_read_changed_and_deleted_by_those_who_draft_entries,
    a_template_names_what_exists_and_holds_its_accounts,
    a_draft_that_takes_over_the_lines_of_a_template_is_an_entry,
];

fn rent(name: &str) -> Value {
    json!({"name": name, "description": "Rent", "lines": [
        {"accountCode": "5000", "description": "Warehouse"}, {"accountCode": "1000", "credit": "12.50"},
    ]})
}

async fn a_template_is_made_read_changed_and_deleted_by_those_who_draft_entries(app: &TestServer) {
    let (clerk, other) = (app.as_role("clerk"), app.as_role("accountant"));
    let mut body = rent("Rent");
    body["journalId"] = json!(app.books.journal);
    let made = clerk.post(TEMPLATES, &body).key("k").await;
    made.expect(201);
    assert_eq!(clerk.post(TEMPLATES, &body).key("k").await.expect(201).header("idempotent-replayed"), "true");
    let path = format!("{TEMPLATES}/{}", made.id());
    let view = other.get(&path).await.expect(200).json();
    assert_eq!(view, made.json());
    let lines = &view["lines"];
    assert_eq!(
        (&lines[0]["accountCode"], &lines[0]["debit"], &lines[0]["credit"], &lines[0]["description"]),
        (&json!("5000"), &json!("0.00"), &json!("0.00"), &json!("Warehouse"))
    );
    assert_eq!((&lines[1]["credit"], &view["journalId"]), (&json!("12.50"), &json!(app.books.journal)));

    clerk.post(TEMPLATES, &rent("Alarm")).await.expect(201);
    clerk.post(TEMPLATES, &rent("Rent")).await.expect(409).code("code_taken").pointer("/name");
    let names = async |query: &str| {
        let rows = clerk.get(&format!("{TEMPLATES}?{query}")).await.expect(200).data();
        rows.into_iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names("").await, ["Alarm", "Rent"]);
    assert_eq!(names("q=ren").await, ["Rent"]);
    let preview = json!({"name": "Never"});
    other.put(&format!("{path}?dryRun=true"), &preview).await;
    assert_eq!(names("").await, ["Alarm", "Rent"]);

    let change = json!({"name": "Rent of the shop", "journalId": null});
    let stale = other.put(&path, &change).header("if-match", "\"7\"").await;
    stale.expect(412).code("version_mismatch");
    let changed = other.put(&path, &change).header("if-match", "\"1\"").header("prefer", "return=representation").await;
    let changed = changed.expect(200).json();
    assert_eq!((&changed["name"], &changed["journalId"]), (&json!("Rent of the shop"), &Value::Null));
    assert_eq!((&changed["lines"], &changed["version"]), (lines, &json!(2)));
    let again = other.put(&path, &changed).await;
    assert_eq!((again.expect(204).etag().as_str(), names("q=shop").await.len()), ("\"2\"", 1));

    app.as_role("auditor").get(&path).await.expect(200);
    app.as_role("auditor").delete(&path).await.expect(403);
    app.as_role("warehouseOperator").get(TEMPLATES).await.expect(403);
    app.as_foreign("admin").get(&path).await.expect(404);
    other.delete(&path).header("if-match", "\"1\"").await.expect(412);
    clerk.delete(&path).await.expect(204);
    clerk.get(&path).await.expect(404);
}

async fn a_template_names_what_exists_and_holds_its_accounts(app: &TestServer) {
    let admin = app.as_role("admin");
    let before = app.heads().await;
    for (change, status, code, pointer) in [
        (json!({"lines": [{"accountCode": "9999"}]}), 422, "unknown_reference", "/lines/0/accountCode"),
        (
            json!({"lines": [{"accountCode": "1000", "debit": "1", "credit": "1"}]}),
            422,
            "entry_incomplete",
            "/lines/0/credit",
        ),
        (
            json!({"lines": [{"accountCode": "1000", "dueDate": "2010-01-31"}]}),
            400,
            "validation_failed",
            "/lines/0/dueDate",
        ),
        (json!({"lines": []}), 400, "validation_failed", "/lines"),
        (json!({"journalId": "jnl_nothing"}), 422, "unknown_reference", "/journalId"),
        (json!({"date": "2010-01-31"}), 400, "validation_failed", "/date"),
    ] {
        let mut body = rent("Rent");
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        admin.post(TEMPLATES, &body).await.expect(status).code(code).pointer(pointer);
    }
    assert_eq!(app.heads().await, before);

    let account = json!({"code": "6300", "name": "Rents", "type": "expense"});
    let account = admin.post("/accounting/accounts", &account).await.expect(201).id();
    let mut body = rent("Rent");
    body["lines"][0] = json!({"accountId": account, "partyName": "The landlord"});
    let template = admin.post(TEMPLATES, &body).await.expect(201).json();
    assert_eq!(template["lines"][0]["partyName"], "The landlord");
    let held = admin.delete(&format!("/accounting/accounts/{account}")).await;
    let way = held.expect(409).code("account_in_use").says("1 entry template names it").resolution("entryTemplate");
    assert_eq!(way["method"], "GET");
    let path = format!("{TEMPLATES}/{}", template["id"].as_str().unwrap());
    assert!(way["href"].as_str().unwrap().ends_with(&path), "{way}");
    admin.delete(&path).await.expect(204);
    admin.delete(&format!("/accounting/accounts/{account}")).await.expect(204);
}

async fn a_draft_that_takes_over_the_lines_of_a_template_is_an_entry(app: &TestServer) {
    let clerk = app.as_role("clerk");
    let id = clerk.post(TEMPLATES, &rent("Rent")).await.expect(201).id();
    let template = clerk.get(&format!("{TEMPLATES}/{id}")).await.expect(200).json();
    let lines: Vec<Value> = template["lines"].as_array().unwrap().iter().map(|line| {
        json!({"accountId": line["accountId"], "debit": line["debit"], "credit": line["credit"], "description": line["description"]})
    }).collect();
    let draft = json!({"date": "2010-01-31", "journalId": app.books.journal, "description": template["description"], "lines": lines});
    let entry = clerk.post("/accounting/journal-entries", &draft).await.expect(201).json();
    assert_eq!((&entry["status"], &entry["lines"][1]["credit"]), (&json!("draft"), &json!("12.50")));
    let changes = app.as_role("admin").get(&format!("/audit/changes?subject={id}")).await.expect(200).data();
    assert_eq!(changes.len(), 1, "{changes:?}");
}
