//! Drafts: anything may be missing, anything may change, and posting ends that.

use checks::{TestServer, entry, on_both};
use serde_json::{Value, json};

const ENTRIES: &str = "/accounting/journal-entries";

on_both![
    a_draft_grows_from_nothing_to_a_posted_entry,
    a_draft_that_is_sent_back_with_its_lines_as_they_are_shown_stays_as_it_is,
    two_editors_do_not_overwrite_each_other,
    drafts_touch_no_balance_and_their_references_are_looked_at_when_they_are_posted,
    an_entry_of_ten_thousand_lines_is_posted_read_and_voided_and_one_more_is_refused,
];

async fn a_draft_grows_from_nothing_to_a_posted_entry(app: &TestServer) {
    let (clerk, accountant) = (app.as_role("clerk"), app.as_role("accountant"));
    let country = accountant
        .post("/accounting/dimensions", &json!({"code": "country", "name": "Country"}))
        .await
        .expect(201)
        .id();
    accountant
        .post(&format!("/accounting/dimensions/{country}/values"), &json!({"code": "France", "name": "France"}))
        .await
        .expect(201);
    let made = clerk.post(ENTRIES, &json!({"date": "2010-12-01", "journalId": app.books.journal, "lines": []})).await;
    let path = format!("{ENTRIES}/{}", made.expect(201).id());
    assert_eq!(
        (&made.json()["status"], &made.json()["number"], made.etag()),
        (&json!("draft"), &Value::Null, "\"1\"".to_owned())
    );
    let post = || accountant.ask(reqwest::Method::POST, &format!("{path}/post"));
    post().await.expect(422).code("entry_incomplete");
    clerk.put(&path, &json!({"lines": [{"accountCode": "1000", "debit": "5.00", "description": "ä\u{1f600}"}, {"description": "to be found out"}]})).await.expect(204);
    post().await.expect(422);
    let lines = json!([{"accountCode": "1000", "debit": "5.00"}, {"accountCode": "4000", "credit": "4.99"}]);
    clerk.put(&path, &json!({"lines": lines})).await.expect(204);
    assert_eq!(post().await.expect(422).code("entry_unbalanced").json()["context"]["difference"], "0.01");
    clerk.put(&path, &json!({"lines": [lines[0], {"accountCode": "4000", "credit": "5.00"}], "description": "done", "dimensions": {"country": "France"}, "metadata": {"a": {"b": 1, "c": 2}}})).await.expect(204);
    clerk.put(&path, &json!({"metadata": {"a": {"b": null}}})).await.expect(204);
    let now = clerk.get(&path).await;
    assert_eq!(
        (&now.json()["metadata"], &now.json()["dimensions"], now.etag()),
        (&json!({"a": {"c": 2}}), &json!({"country": "France"}), "\"5\"".to_owned())
    );
    app.as_role("clerk").ask(reqwest::Method::POST, &format!("{path}/post")).await.expect(403);
    post().header("if-match", "\"4\"").await.expect(412).code("version_mismatch");
    let posted = post().header("if-match", "\"5\"").key("post").await;
    posted.expect(204);
    assert_eq!(post().header("if-match", "\"5\"").key("post").await.expect(204).etag(), posted.etag());
    post().await.expect(409).code("entry_not_draft");
    accountant.put(&path, &json!({"description": "x"})).await.expect(409).code("entry_not_draft");
    accountant.delete(&path).await.expect(409).code("entry_not_draft");
    let entry = clerk.get(&path).await.json();
    assert_eq!(
        (&entry["status"], &entry["number"], &entry["totalDebit"]),
        (&json!("posted"), &json!("GJ-2010-000001"), &json!("5.00"))
    );
}

async fn a_draft_that_is_sent_back_with_its_lines_as_they_are_shown_stays_as_it_is(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let lines = json!([
        {"accountCode": "1000", "debit": "10.00", "currency": "USD", "exchangeRate": "0.8", "description": "half", "dueDate": "2010-12-24"},
        {"accountCode": "1000", "credit": "2.00", "currency": "USD", "baseCredit": "1.50"},
        {"accountCode": "1100", "debit": "3.00", "partyName": "17850"}, {"accountCode": "4000", "credit": "9.50"}, {"description": "to be found out"},
    ]);
    let body = json!({"date": "2010-12-01", "journalId": app.books.journal, "lines": lines});
    let path = format!("{ENTRIES}/{}", accountant.post(ENTRIES, &body).await.expect(201).id());
    let before = app.heads().await;
    let mut shown = accountant.get(&path).await.expect(200).json();
    assert_eq!(accountant.put(&path, &shown).await.expect(204).etag(), "\"1\"");
    assert_eq!(app.heads().await, before);
    shown["lines"][4]["description"] = json!("found");
    accountant.put(&path, &shown).await.expect(204);
    let after = accountant.get(&path).await.json();
    assert_eq!((&after["lines"], &after["version"]), (&shown["lines"], &json!(2)));
    shown["version"] = json!(2);
    shown["lines"][0]["openAmounts"] = json!(null);
    accountant.put(&path, &shown).await.expect(400).code("validation_failed").pointer("/lines/0/openAmounts");
}

async fn two_editors_do_not_overwrite_each_other(app: &TestServer) {
    let clerk = app.as_role("clerk");
    let id = clerk.post_entry(&app.sale("1.00").draft()).await;
    let path = format!("{ENTRIES}/{id}");
    let tag = clerk.get(&path).await.etag();
    clerk.put(&path, &json!({"description": "mine"})).header("if-match", &tag).await.expect(204);
    clerk
        .put(&path, &json!({"description": "yours"}))
        .header("if-match", &tag)
        .await
        .expect(412)
        .code("version_mismatch");
    clerk.put(&path, &json!({"description": "yours", "version": 1})).await.expect(412);
    clerk.delete(&path).header("if-match", &tag).await.expect(412);
    // An equal body changes nothing, not even the version.
    let answer = clerk.put(&path, &json!({"description": "mine"})).await;
    assert_eq!(answer.expect(204).etag(), "\"2\"");
    clerk.delete(&path).header("if-match", "\"2\"").key("gone").await.expect(204);
    assert_eq!(
        clerk.delete(&path).header("if-match", "\"2\"").key("gone").await.expect(204).header("idempotent-replayed"),
        "true"
    );
    clerk.get(&path).await.expect(404);
    clerk.delete(&path).await.expect(404);
}

async fn drafts_touch_no_balance_and_their_references_are_looked_at_when_they_are_posted(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let account = accountant
        .post("/accounting/accounts", &json!({"code": "gone", "name": "x", "type": "asset"}))
        .await
        .expect(201)
        .id();
    let draft =
        accountant.post_entry(&app.sale("9.00").draft().lines(&[("gone", "9.00", ""), ("4000", "", "9.00")])).await;
    assert_eq!(accountant.get("/accounting/reports/trial-balance?asOf=2010-12-31").await.json()["data"], json!([]));
    accountant.delete(&format!("/accounting/accounts/{account}")).await.expect(204);
    accountant
        .ask(reqwest::Method::POST, &format!("{ENTRIES}/{draft}/post"))
        .await
        .expect(422)
        .code("unknown_reference");
    assert_eq!(accountant.entry(&draft).await["lines"][0]["debit"], "9.00");
    // A draft holds its external id; deleting it sets the id free.
    let held = accountant.post_entry(&app.sale("1.00").draft().with("externalId", "x")).await;
    accountant
        .post(ENTRIES, &app.sale("1.00").with("externalId", "x").json())
        .await
        .expect(409)
        .code("duplicate_external_id");
    accountant.delete(&format!("{ENTRIES}/{held}")).await.expect(204);
    accountant.post(ENTRIES, &app.sale("1.00").with("externalId", "x").json()).await.expect(201);
}

async fn an_entry_of_ten_thousand_lines_is_posted_read_and_voided_and_one_more_is_refused(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let mut lines = vec![json!({"accountCode": "1000", "debit": "0.01"}); 9_999];
    lines.push(json!({"accountCode": "4000", "credit": "99.99"}));
    let id = accountant
        .post(ENTRIES, &entry(&app.books.journal, "1").with("lines", lines.clone()).json())
        .await
        .expect(201)
        .id();
    let stored = accountant.entry(&id).await;
    assert_eq!((stored["lines"].as_array().unwrap().len(), &stored["totalDebit"]), (10_000, &json!("99.99")));
    accountant.void(&id).await.expect(204);
    lines.insert(0, json!({"accountCode": "1000", "debit": "0.00"}));
    let answer = accountant.post(ENTRIES, &entry(&app.books.journal, "1").with("lines", lines).json()).await;
    assert!(matches!(answer.status, 400 | 422), "{}", answer.text());
    answer.pointer("/lines");
}
