//! Idempotency keys: one effect per key, the same answer again, and no receipt for a refusal.

use checks::{Answer, TestServer, on_both};
use serde_json::json;

/// Status, body and the headers that are part of an answer.
pub(crate) fn told(answer: &Answer) -> (u16, String, String, String) {
    (
        answer.status,
        String::from_utf8_lossy(&answer.bytes).into_owned(),
        answer.header("etag").to_owned(),
        answer.header("location").to_owned(),
    )
}

on_both![
    the_same_request_again_gets_the_same_answer_and_has_no_second_effect,
    another_request_under_the_same_key_is_refused,
    a_request_that_means_the_same_is_the_same_however_it_is_written,
    the_refusal_of_a_key_says_which_request_had_it_and_what_that_one_made,
    a_refusal_leaves_no_receipt_and_the_key_is_decided_anew,
    a_bad_key_is_refused_and_a_long_one_is_not,
    a_hundred_times_the_same_key_at_once_is_one_effect_and_one_answer,
    a_receipt_outlives_the_process_that_wrote_it,
];

async fn the_same_request_again_gets_the_same_answer_and_has_no_second_effect(app: &TestServer) {
    let admin = app.as_role("admin");
    let sale = app.sale("12.34").json();
    let first = admin.post("/accounting/journal-entries", &sale).key("k-1").await;
    first.expect(201);
    assert_eq!(first.header("idempotent-replayed"), "");
    let head = app.heads().await;
    let entry = first.id();
    let again = admin.post("/accounting/journal-entries", &sale).key("k-1").await;
    assert_eq!(told(&again), told(&first));
    assert_eq!(again.header("idempotent-replayed"), "true");
    assert_eq!(app.heads().await, head);

    let void = || admin.void(&entry).key("k-2");
    let (first, again) = (void().await, void().await);
    first.expect(204);
    assert_eq!((told(&again), again.header("idempotent-replayed")), (told(&first), "true"));
    // The answer is that of the first time, though the entry changed since.
    let created_again = admin.post("/accounting/journal-entries", &sale).key("k-1").await;
    assert_eq!(created_again.expect(201).json()["status"], "posted");

    let warehouse = admin.warehouse("LON").await;
    let put = |name: &str| admin.put(&format!("/warehouses/{warehouse}"), &json!({"name": name})).key("k-3");
    let (first, again) = (put("One").await, put("One").await);
    assert_eq!((told(&again), again.header("idempotent-replayed")), (told(&first), "true"));
}

async fn another_request_under_the_same_key_is_refused(app: &TestServer) {
    let admin = app.as_role("admin");
    let warehouse = admin.warehouse("LON").await;
    let path = format!("/warehouses/{warehouse}");
    admin.put(&path, &json!({"name": "One"})).key("k").await.expect(204);
    let head = app.heads().await;
    admin.put(&path, &json!({"name": "Two"})).key("k").await.expect(422).code("idempotency_key_reused");
    admin
        .put("/warehouses/wh_01h455vb4pex5vsknk084sn02q", &json!({"name": "One"}))
        .key("k")
        .await
        .expect(422)
        .code("idempotency_key_reused");
    admin.post("/warehouses", &json!({"name": "One"})).key("k").await.expect(400);
    admin
        .post("/warehouses", &json!({"code": "X", "name": "One"}))
        .key("k")
        .await
        .expect(422)
        .code("idempotency_key_reused");
    assert_eq!(app.heads().await, head);
    // The key belongs to the principal and the organization.
    app.as_role("warehouseManager").put(&path, &json!({"name": "Two"})).key("k").await.expect(204);
    app.as_foreign("admin").post("/warehouses", &json!({"code": "X", "name": "x"})).key("k").await.expect(201);
}

async fn a_request_that_means_the_same_is_the_same_however_it_is_written(app: &TestServer) {
    let admin = app.as_role("admin");
    let journal = &app.books.journal;
    let sent = format!(
        r#"{{"date": "2010-12-01", "journalId": "{journal}", "status": "posted", "description": "Caf\u00e9",
            "lines": [{{"accountCode": "1000", "debit": 12.50}}, {{"accountCode": "4000", "credit": 12.50}}]}}"#
    );
    // As a database that keeps JSON by its meaning gives it back: other order, other white space, no escapes.
    let kept = format!(
        r#"{{"lines":[{{"debit":12.5,"accountCode":"1000"}},{{"credit":12.500,"accountCode":"4000"}}],"status":"posted","description":"Café","journalId":"{journal}","date":"2010-12-01"}}"#
    );
    let post =
        |text: &str| admin.post("/accounting/journal-entries", &json!({})).raw("application/json", text).key("k");
    let (first, again) = (post(&sent).await, post(&kept).await);
    first.expect(201);
    assert_eq!((told(&again), again.header("idempotent-replayed")), (told(&first), "true"));
    // The order of a list has a meaning.
    let other = kept.replace("\"1000\"", "\"5000\"");
    post(&other).await.expect(422).code("idempotency_key_reused");
}

async fn the_refusal_of_a_key_says_which_request_had_it_and_what_that_one_made(app: &TestServer) {
    let admin = app.as_role("admin");
    let first = admin.post("/accounting/journal-entries", &app.sale("1.00").json()).key("k").await;
    let refused = admin.post("/warehouses", &json!({"code": "X", "name": "x"})).key("k").await;
    let context = refused.expect(422).code("idempotency_key_reused").json()["context"].clone();
    assert_eq!((&context["method"], &context["path"]), (&json!("POST"), &json!("/api/v1/accounting/journal-entries")));
    assert_eq!((&context["id"], &context["ids"]), (&json!(first.id()), &json!([first.id()])));
    assert!(context["firstSeenAt"].as_str().is_some_and(|at| at.ends_with('Z')), "{context}");
    refused.says("POST /api/v1/accounting/journal-entries");
}

async fn a_refusal_leaves_no_receipt_and_the_key_is_decided_anew(app: &TestServer) {
    let admin = app.as_role("admin");
    let taken = admin.post("/warehouses", &json!({"code": "LON", "name": "x"})).key("k-1").await;
    taken.expect(201);
    admin.post("/warehouses", &json!({"code": "LON", "name": "x"})).key("k-2").await.expect(409).code("code_taken");
    admin.post("/warehouses", &json!({"code": "YRK", "name": "x"})).key("k-2").await.expect(201);
    let draft = admin.post_entry(&app.sale("1.00").draft()).await;
    admin.void(&draft).key("k-3").await.expect(409).code("entry_not_posted");
    admin.ask(reqwest::Method::POST, &format!("/accounting/journal-entries/{draft}/post")).key("k-4").await.expect(204);
    admin.void(&draft).key("k-3").await.expect(204);
}

async fn a_bad_key_is_refused_and_a_long_one_is_not(app: &TestServer) {
    let admin = app.as_role("admin");
    let warehouse = admin.warehouse("LON").await;
    let path = format!("/warehouses/{warehouse}");
    for key in ["", " ", "a b", "ü", &"k".repeat(256)] {
        admin.put(&path, &json!({"name": "One"})).key(key).await.expect(400);
    }
    admin.put(&path, &json!({"name": "One"})).key("a").key("b").await.expect(400);
    admin.put(&path, &json!({"name": "One"})).key(&"k".repeat(255)).await.expect(204);
}

async fn a_hundred_times_the_same_key_at_once_is_one_effect_and_one_answer(app: &TestServer) {
    let admin = app.as_role("admin");
    let sale = app.sale("55.00").json();
    let mut asked = Vec::new();
    for _ in 0..100 {
        let ask = admin.post("/accounting/journal-entries", &sale).key("storm");
        asked.push(tokio::spawn(async move { ask.await }));
    }
    let mut answers = Vec::new();
    for one in asked {
        answers.push(one.await.unwrap());
    }
    assert!(
        answers.iter().all(|answer| told(answer) == told(&answers[0])),
        "{:?}",
        answers.iter().map(Answer::text).collect::<Vec<_>>()
    );
    answers[0].expect(201);
    assert_eq!(answers.iter().filter(|answer| answer.header("idempotent-replayed") == "true").count(), 99);
    assert_eq!(admin.get("/accounting/journal-entries").await.data().len(), 1);
}

async fn a_receipt_outlives_the_process_that_wrote_it(app: &TestServer) {
    // The same is shown with kill -9 on the real program; here: the answer comes from the database, not from memory.
    let admin = app.as_role("admin");
    let sale = app.sale("1.00").json();
    let first = admin.post("/accounting/journal-entries", &sale).key("k").await;
    first.expect(201);
    for number in 0..20 {
        admin.post("/accounting/journal-entries", &sale).key(&format!("other-{number}")).await.expect(201);
    }
    let again = admin.post("/accounting/journal-entries", &sale).key("k").await;
    assert_eq!(told(&again), told(&first));
}
