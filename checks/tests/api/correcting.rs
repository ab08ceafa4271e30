//! Corrections: void and repost where the period is open, only the difference where it is closed.

use checks::{Answer, Caller, TestServer, on_both};
use domain::commands::periods::close::ClosePeriod;
use domain::value::Sought;
use serde_json::{Value, json};

const ENTRIES: &str = "/accounting/journal-entries";

/// The intended form of a sale.
fn replacement(amount: &str) -> Value {
    json!({"description": "Invoice 536365", "lines": [{"accountCode": "1000", "debit": amount}, {"accountCode": "4000", "credit": amount}]})
}

async fn correct(caller: &Caller, id: &str, replacement: Value) -> Answer {
    caller.post(&format!("{ENTRIES}/{id}/correct"), &json!({"reason": "misread", "replacement": replacement})).await
}

async fn close_march(app: &TestServer) {
    for period in &app.books.periods[..3] {
        app.submit(ClosePeriod { period: Sought::of(period), reason: None, force: false, if_match: None }).await;
    }
}

async fn cash(caller: &Caller) -> String {
    let report = caller.get("/accounting/reports/trial-balance?asOf=2010-12-31").await.expect(200).json();
    let row = report["data"].as_array().unwrap().iter().find(|row| row["code"] == "1000").cloned().unwrap();
    format!("{}/{}", row["closingDebit"].as_str().unwrap(), row["closingCredit"].as_str().unwrap())
}

on_both![
    in_an_open_period_the_entry_is_voided_and_replaced_in_one_commit,
    in_a_closed_period_the_difference_is_posted_and_carries_the_replacement,
    what_a_correction_takes_back_is_set_off_against_the_invoice,
    a_replacement_is_checked_as_a_new_entry_and_its_faults_are_pointed_at,
    a_repeated_key_answers_the_same_correction_and_a_preview_writes_nothing,
];

async fn in_an_open_period_the_entry_is_voided_and_replaced_in_one_commit(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let id = accountant
        .post_entry(&app.sale("100.00").on("2010-03-31").with("externalId", "536365").with("source", "shop"))
        .await;
    let before = app.heads().await.0.unwrap().seq;
    let answer = correct(&accountant, &id, replacement("130.00")).await;
    let made = answer.expect(201).json();
    assert_eq!(app.heads().await.0.unwrap().seq, before + 1, "one fact");
    let made_id = made["id"].as_str().unwrap();
    assert_eq!(answer.header("location"), format!("{}/api/v1{ENTRIES}/{made_id}", app.url));
    assert_eq!(made, accountant.entry(made_id).await);
    for (field, value) in [
        ("status", json!("posted")),
        ("date", json!("2010-03-31")),
        ("correctsEntryId", json!(id)),
        ("reason", json!("misread")),
        ("externalId", json!("536365")),
        ("source", json!("shop")),
        ("totalDebit", json!("130.00")),
        ("replacement", Value::Null),
        ("priorPeriodAdjustment", json!(false)),
    ] {
        assert_eq!(made[field], value, "{field}");
    }
    let original = accountant.entry(&id).await;
    assert_eq!((&original["status"], &original["voidReason"]), (&json!("voided"), &json!("misread")));
    assert_eq!(original["correctedByEntryId"], made["id"]);
    assert_eq!(cash(&accountant).await, "130.00/0.00");
    let event = accountant.get("/events?limit=200").await.data().pop().unwrap();
    assert_eq!((&event["type"], &event["subject"]), (&json!("journalEntry.corrected"), &json!(id)));
    assert_eq!(event["data"]["journalEntries"].as_array().unwrap().len(), 3, "original, mirror and replacement");
    let late = correct(&accountant, &id, replacement("5.00")).await;
    late.expect(409).code("entry_already_corrected");
    assert_eq!(late.json()["context"]["correctedByEntryId"], made["id"]);
    assert!(late.resolution("correct-newest")["href"].as_str().unwrap().ends_with(&format!("{made_id}/correct")));
}

async fn in_a_closed_period_the_difference_is_posted_and_carries_the_replacement(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let id = accountant.post_entry(&app.sale("100.00").on("2010-03-31")).await;
    close_march(app).await;
    let mut wanted = replacement("130.00");
    wanted["reference"] = json!("INV-1");
    let made = correct(&accountant, &id, wanted).await.expect(201).json();
    assert_eq!(made, accountant.entry(made["id"].as_str().unwrap()).await);
    for (field, value) in [
        ("date", json!("2010-04-01")),
        ("correctsEntryId", json!(id)),
        ("totalDebit", json!("30.00")),
        ("priorPeriodAdjustment", json!(true)),
        ("description", json!("Correction of GJ-2010-000001: misread")),
    ] {
        assert_eq!(made[field], value, "{field}");
    }
    assert_eq!(
        (&made["replacement"]["date"], &made["replacement"]["reference"]),
        (&json!("2010-03-31"), &json!("INV-1"))
    );
    assert_eq!(made["replacement"]["lines"][0]["debit"], "130.00");
    assert_eq!((&made["replacement"]["currency"], &made["replacement"]["exchangeRate"]), (&json!("GBP"), &Value::Null));
    let original = accountant.entry(&id).await;
    assert_eq!((&original["status"], &original["correctedByEntryId"]), (&json!("posted"), &made["id"]));
    assert_eq!(cash(&accountant).await, "130.00/0.00");

    // Again: against the newest, and only the difference from it.
    accountant.void(&id).await.expect(409).code("entry_already_corrected");
    correct(&accountant, &id, replacement("1.00")).await.expect(409).code("entry_already_corrected");
    let second = correct(&accountant, made["id"].as_str().unwrap(), replacement("120.00")).await.expect(201).json();
    assert_eq!((&second["totalDebit"], cash(&accountant).await), (&json!("10.00"), "120.00/0.00".to_owned()));
    // Taken back one by one, each lets the one before it be in effect.
    accountant.void(second["id"].as_str().unwrap()).await.expect(204);
    assert_eq!(cash(&accountant).await, "130.00/0.00");
    accountant.void(made["id"].as_str().unwrap()).await.expect(204);
    assert_eq!(cash(&accountant).await, "100.00/0.00");
    assert_eq!(accountant.entry(&id).await["correctedByEntryId"], Value::Null);
}

/// What is open of Acme: amounts of items, and what the aged list says of it on a day.
async fn owed(caller: &Caller, day: &str) -> (Vec<String>, String) {
    let items = caller.get("/accounting/open-items?controlFor=receivable").await.data();
    let aged = caller.get(&format!("/accounting/reports/aged-open-items?controlFor=receivable&asOf={day}")).await;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let total = text(&aged.expect(200).json()["totals"]["total"]);
    (items.iter().map(|item| format!("{}{}", text(&item["side"]), text(&item["openAmount"]))).collect(), total)
}

async fn what_a_correction_takes_back_is_set_off_against_the_invoice(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let lines = |amount: &str| {
        json!([
            {"accountCode": "1100", "debit": amount, "partyName": "Acme"}, {"accountCode": "4000", "credit": amount},
        ])
    };
    let wanted = |amount: &str| json!({"description": "Invoice 1", "lines": lines(amount)});
    let invoice = accountant.post_entry(&app.sale("1.00").on("2010-03-31").with("lines", lines("300.00"))).await;
    close_march(app).await;
    let less = correct(&accountant, &invoice, wanted("250.00")).await.expect(201).id();
    // One item of 250.00 in April; at the end of March it was still 300.00.
    let (items, total) = owed(&accountant, "2010-04-30").await;
    assert_eq!((items.len(), total.as_str()), (1, "250.00"), "{items:?}");
    assert_eq!(owed(&accountant, "2010-03-31").await.1, "300.00");
    let made = accountant.get("/accounting/matches?source=correction").await.data();
    assert_eq!(
        (made.len(), &made[0]["amount"], &made[0]["date"], &made[0]["partyName"]),
        (1, &json!("50.00"), &json!("2010-04-01"), &json!("Acme"))
    );
    let undo = format!("/accounting/matches/{}/unmatch", made[0]["id"].as_str().unwrap());
    let refused = accountant.post(&undo, &json!({"reason": "by hand"})).await;
    refused.expect(409).code("match_system_generated");
    assert_eq!(refused.json()["resolutions"][0]["rel"], "void-correction");
    // 20.00 more than that are an item beside it, and what was taken back is no item.
    let more = correct(&accountant, &less, wanted("270.00")).await.expect(201).id();
    let (items, total) = owed(&accountant, "2010-04-30").await;
    assert_eq!((items.len(), total.as_str()), (2, "270.00"), "{items:?}");
    accountant.void(&more).await.expect(204);
    accountant.void(&less).await.expect(204);
    let (items, total) = owed(&accountant, "2010-04-30").await;
    assert_eq!((items.len(), total.as_str()), (1, "300.00"), "{items:?}");
    let undone = accountant.get("/accounting/matches?source=correction").await.data();
    assert_eq!((&undone[0]["status"], &undone[0]["undoReason"]), (&json!("undone"), &json!("entered twice")));
}

async fn a_replacement_is_checked_as_a_new_entry_and_its_faults_are_pointed_at(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let id = accountant.post_entry(&app.sale("100.00").on("2010-03-31")).await;
    accountant.post_entry(&app.sale("1.00").with("externalId", "taken")).await;
    let before = app.heads().await;
    let with = |field: &str, value: Value| {
        let mut wanted = replacement("5.00");
        wanted[field] = value;
        wanted
    };
    for (wanted, status, code, pointer) in [
        (replacement("100.00"), 422, "nothing_to_correct", "/replacement"),
        (replacement("1.001"), 422, "amount_precision", "/replacement/lines/0/debit"),
        (with("lines", json!([])), 422, "entry_incomplete", "/replacement/lines"),
        (with("date", json!("2031-01-01")), 422, "no_period", "/replacement/date"),
        (with("journalId", json!("jnl_x")), 422, "unknown_reference", "/replacement/journalId"),
        (with("autoReverseOn", json!("2010-03-31")), 422, "date_before_entry", "/replacement/autoReverseOn"),
        (with("externalId", json!("taken")), 409, "duplicate_external_id", "/replacement/externalId"),
        (with("status", json!("draft")), 400, "validation_failed", "/replacement/status"),
        (with("date", json!("yesterday")), 400, "validation_failed", "/replacement/date"),
        (
            with("lines", json!([{"accountCode": "1000", "accountId": "acc_x"}])),
            400,
            "validation_failed",
            "/replacement/lines/0/accountCode",
        ),
    ] {
        correct(&accountant, &id, wanted).await.expect(status).code(code).pointer(pointer);
    }
    accountant
        .post(&format!("{ENTRIES}/{id}/correct"), &json!({"reason": "x"}))
        .await
        .expect(400)
        .pointer("/replacement");
    correct(&accountant, "je_x", replacement("5.00")).await.expect(404);
    correct(&app.as_role("clerk"), &id, replacement("5.00")).await.expect(403);
    let draft = accountant.post_entry(&app.sale("1.00").draft()).await;
    correct(&accountant, &draft, replacement("5.00")).await.expect(409).code("entry_not_posted");
    assert_eq!(app.heads().await.0.unwrap().seq, before.0.unwrap().seq + 1, "only the draft was written");
}

async fn a_repeated_key_answers_the_same_correction_and_a_preview_writes_nothing(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let id = accountant.post_entry(&app.sale("100.00").on("2010-03-31")).await;
    close_march(app).await;
    let body = json!({"reason": "misread", "replacement": replacement("130.00")});
    let before = app.heads().await;
    let preview = accountant.post(&format!("{ENTRIES}/{id}/correct?dryRun=true"), &body).await.expect(200).json();
    assert_eq!(preview["wouldReturn"]["replacement"]["lines"][0]["debit"], "130.00");
    assert_eq!(app.heads().await, before);
    let send = || accountant.post(&format!("{ENTRIES}/{id}/correct"), &body).key("once");
    let (first, again) = (send().await, send().await);
    assert_eq!((first.expect(201).text(), again.header("idempotent-replayed")), (again.text(), "true"));
}
