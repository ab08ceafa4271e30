//! Many at once: one of them wins, nothing is doubled, numbers have no gaps.

use std::collections::BTreeMap;

use checks::{Answer, TestServer, on_both};
use serde_json::{Value, json};

use crate::movements;

async fn all(asks: Vec<checks::caller::Ask>) -> Vec<Answer> {
    let running: Vec<_> = asks.into_iter().map(|ask| tokio::spawn(async move { ask.await })).collect();
    let mut answers = Vec::new();
    for one in running {
        answers.push(one.await.unwrap());
    }
    answers
}

fn by_status(answers: &[Answer]) -> BTreeMap<u16, usize> {
    let mut counts = BTreeMap::new();
    for answer in answers {
        *counts.entry(answer.status).or_default() += 1;
    }
    counts
}

on_both![
    of_a_hundred_voids_of_one_entry_one_wins_and_one_mirror_is_posted,
    of_a_hundred_issues_of_the_last_piece_one_wins_and_the_others_learn_what_is_there,
    posts_and_voids_at_once_leave_numbers_without_gaps,
    updates_with_the_same_etag_have_one_winner_and_without_one_all_are_applied,
    of_fifty_with_one_external_id_one_is_posted,
];

async fn of_a_hundred_voids_of_one_entry_one_wins_and_one_mirror_is_posted(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let id = accountant.post_entry(&app.sale("10.00")).await;
    let answers = all((0..100).map(|_| accountant.void(&id)).collect()).await;
    assert_eq!(by_status(&answers), BTreeMap::from([(204, 1), (409, 99)]));
    for answer in answers.iter().filter(|answer| answer.status == 409) {
        answer.code("entry_already_voided");
    }
    let entries = accountant.get("/accounting/journal-entries?limit=200").await.data();
    let mirrors = entries.iter().filter(|entry| entry["entryType"] == "void").count();
    assert_eq!((entries.len(), mirrors), (2, 1));
}

async fn of_a_hundred_issues_of_the_last_piece_one_wins_and_the_others_learn_what_is_there(app: &TestServer) {
    let admin = app.as_role("admin");
    movements::set_up(&admin).await;
    let line = json!({"sku": "APPLE", "quantity": "1", "totalCost": "1.00"});
    admin.post("/inventory/movements", &movements::movement("receipt", "2010-01-02", line)).await.expect(201);
    let issue = movements::movement("issue", "2010-01-03", json!({"sku": "APPLE", "quantity": "1"}));
    let answers = all((0..100).map(|_| admin.post("/inventory/movements", &issue)).collect()).await;
    assert_eq!(by_status(&answers), BTreeMap::from([(201, 1), (409, 99)]));
    for answer in answers.iter().filter(|answer| answer.status == 409) {
        answer.code("insufficient_stock");
        assert_eq!(answer.json()["context"]["available"], "0");
    }
    assert_eq!(movements::balance(&admin, "1200").await, "0.00");
}

async fn posts_and_voids_at_once_leave_numbers_without_gaps(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let mut asks: Vec<_> =
        (0..60).map(|_| accountant.post("/accounting/journal-entries", &app.sale("1.00").json())).collect();
    asks.extend(
        (0..20)
            .map(|_| accountant.post("/accounting/journal-entries", &checks::entry(&app.books.sales, "2.00").json())),
    );
    // Refusals must not take a number.
    asks.extend(
        (0..20).map(|_| accountant.post("/accounting/journal-entries", &app.sale("1.00").on("2031-01-01").json())),
    );
    let answers = all(asks).await;
    assert_eq!(by_status(&answers), BTreeMap::from([(201, 80), (422, 20)]));
    let ids: Vec<String> = answers.iter().filter(|answer| answer.status == 201).map(Answer::id).collect();
    let voided = all(ids.iter().take(30).map(|id| accountant.void(id)).collect()).await;
    assert_eq!(by_status(&voided), BTreeMap::from([(204, 30)]));
    let mut numbers: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut sequences = Vec::new();
    for entry in accountant.get("/accounting/journal-entries?limit=200").await.data() {
        let number = entry["number"].as_str().unwrap();
        numbers.entry(number[..2].to_owned()).or_default().push(number.to_owned());
        sequences.push(accountant.entry(entry["id"].as_str().unwrap()).await["sequence"].as_i64().unwrap());
    }
    sequences.sort_unstable();
    assert_eq!(sequences, (1..=110).collect::<Vec<_>>());
    for (journal, mut found) in numbers {
        found.sort();
        let wanted: Vec<String> = (1..=found.len()).map(|number| format!("{journal}-2010-{number:06}")).collect();
        assert_eq!(found, wanted);
    }
}

async fn updates_with_the_same_etag_have_one_winner_and_without_one_all_are_applied(app: &TestServer) {
    let admin = app.as_role("admin");
    let id = admin.warehouse("LON").await;
    let path = format!("/warehouses/{id}");
    let answers = all((0..30)
        .map(|number| admin.put(&path, &json!({"name": format!("N{number}")})).header("if-match", "\"1\""))
        .collect())
    .await;
    assert_eq!(by_status(&answers), BTreeMap::from([(204, 1), (412, 29)]));
    let answers =
        all((0..30).map(|number| admin.put(&path, &json!({"metadata": {(format!("k{number}")): number}}))).collect())
            .await;
    assert_eq!(by_status(&answers), BTreeMap::from([(204, 30)]));
    let after = admin.get(&path).await.json();
    assert_eq!(
        (after["metadata"].as_object().map(serde_json::Map::len), &after["version"]),
        (Some(30), &Value::from(32))
    );
}

async fn of_fifty_with_one_external_id_one_is_posted(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let sale = app.sale("1.00").with("externalId", "536365").json();
    let answers = all((0..50).map(|_| accountant.post("/accounting/journal-entries", &sale)).collect()).await;
    assert_eq!(by_status(&answers), BTreeMap::from([(201, 1), (409, 49)]));
}
