//! The reversal of a journal entry: its effect ends on a later date, and the original stays.

use checks::{Answer, Caller, TestServer, on_both};
use domain::commands::periods::close::ClosePeriod;
use domain::value::Sought;
use serde_json::{Value, json};

const ENTRIES: &str = "/accounting/journal-entries";

async fn reverse(caller: &Caller, id: &str, date: &str) -> Answer {
    caller.post(&format!("{ENTRIES}/{id}/reverse"), &json!({"date": date, "reason": "returned"})).await
}

/// Closes January to the last of these months.
async fn close_until(app: &TestServer, month: usize) {
    for period in &app.books.periods[..month] {
        app.submit(ClosePeriod { period: Sought::of(period), reason: None, force: false, if_match: None }).await;
    }
}

on_both![
    a_reversal_is_answered_with_its_place_and_both_name_each_other,
    an_entry_is_reversed_once_and_again_when_its_reversal_was_voided,
    of_two_reversals_at_once_one_is_posted,
    bad_dates_and_states_are_refused_and_write_nothing,
    what_a_closed_period_offers_works_and_is_marked_as_an_adjustment_of_a_prior_one,
    the_organization_may_reverse_where_a_void_comes_too_late,
    a_reversal_is_ordinary_turnover_and_its_void_is_a_void_pair,
];

async fn a_reversal_is_answered_with_its_place_and_both_name_each_other(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let id = accountant.post_entry(&app.sale("139.12").with("reference", "536365")).await;
    let answer = reverse(&accountant, &id, "2010-12-24").await;
    let reversal = answer.expect(201).json();
    let reversal_id = reversal["id"].as_str().unwrap();
    assert_eq!(answer.header("location"), format!("{}/api/v1{ENTRIES}/{reversal_id}", app.url));
    assert_eq!(answer.etag(), "\"1\"");
    assert_eq!(reversal, accountant.entry(reversal_id).await, "it is answered as it is read");
    for (field, value) in [
        ("entryType", json!("reversal")),
        ("date", json!("2010-12-24")),
        ("number", json!("GJ-2010-000002")),
        ("reversesEntryId", json!(id)),
        ("reason", json!("returned")),
        ("reference", json!("536365")),
        ("description", json!("Reversal of GJ-2010-000001: returned")),
        ("priorPeriodAdjustment", json!(false)),
    ] {
        assert_eq!(reversal[field], value, "{field}");
    }
    let original = accountant.entry(&id).await;
    assert_eq!((&original["status"], &original["reversedByEntryId"]), (&json!("posted"), &reversal["id"]));
    for line in 0..2 {
        assert_eq!(reversal["lines"][line]["debit"], original["lines"][line]["credit"]);
    }
    let event = accountant.get("/events?limit=200").await.data().pop().unwrap();
    assert_eq!((&event["type"], &event["subject"]), (&json!("journalEntry.reversed"), &json!(id)));
    let told = event["data"]["journalEntries"].as_array().unwrap();
    assert_eq!(told.iter().filter(|entry| entry["reversesEntryId"] == json!(id)).count(), 1);
    let own = json!({"date": "2010-12-24", "reason": "x", "description": "Credit note 7"});
    let next = accountant.post_entry(&app.sale("1.00")).await;
    let told = accountant.post(&format!("{ENTRIES}/{next}/reverse"), &own).await.expect(201).json();
    assert_eq!(told["description"], "Credit note 7");
}

async fn an_entry_is_reversed_once_and_again_when_its_reversal_was_voided(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let id = accountant.post_entry(&app.sale("3.00")).await;
    let first = reverse(&accountant, &id, "2010-12-01").await.expect(201).id();
    let before = app.heads().await;
    let again = reverse(&accountant, &id, "2010-12-01").await;
    again.expect(409).code("entry_already_reversed");
    assert_eq!(again.json()["context"]["reversedByEntryId"], json!(first));
    accountant.void(&id).await.expect(409).code("entry_already_reversed");
    assert_eq!(app.heads().await, before);
    let way = again.resolution("void-reversal");
    assert!(way["href"].as_str().unwrap().ends_with(&format!("{ENTRIES}/{first}/void")), "{way}");
    accountant.void(&first).await.expect(204);
    assert_eq!(accountant.entry(&id).await["reversedByEntryId"], Value::Null);
    reverse(&accountant, &id, "2010-12-01").await.expect(201);
}

async fn of_two_reversals_at_once_one_is_posted(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let id = accountant.post_entry(&app.sale("3.00")).await;
    let (one, other) = tokio::join!(reverse(&accountant, &id, "2010-12-02"), reverse(&accountant, &id, "2010-12-03"));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409]);
    assert_eq!(accountant.get(&format!("{ENTRIES}?entryType=reversal")).await.data().len(), 1);
}

async fn bad_dates_and_states_are_refused_and_write_nothing(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let id = accountant.post_entry(&app.sale("3.00").on("2010-03-10")).await;
    let draft = accountant.post_entry(&app.sale("3.00").draft()).await;
    let voided = accountant.post_entry(&app.sale("3.00")).await;
    accountant.void(&voided).await.expect(204);
    let mirror = accountant.entry(&voided).await["voidedByEntryId"].as_str().unwrap().to_owned();
    close_until(app, 3).await;
    let before = app.heads().await;
    for (entry, date, status, code) in [
        (&id, "2010-03-09", 422, "date_before_entry"),
        (&id, "2031-01-01", 422, "no_period"),
        (&id, "2010-03-10", 409, "period_closed"),
        (&draft, "2010-12-01", 409, "entry_not_posted"),
        (&voided, "2010-12-01", 409, "entry_already_voided"),
        (&mirror, "2010-12-01", 409, "entry_is_void"),
        (&"je_x".to_owned(), "2010-12-01", 404, "not_found"),
    ] {
        reverse(&accountant, entry, date).await.expect(status).code(code);
    }
    reverse(&accountant, &id, "2010-03-09").await.pointer("/date");
    for body in [
        json!({}),
        json!({"date": "2010-02-30", "reason": "x"}),
        json!({"date": "2010-12-01", "reason": " "}),
        json!({"date": "2010-12-01", "reason": "x", "day": 1}),
    ] {
        accountant.post(&format!("{ENTRIES}/{id}/reverse"), &body).await.expect(400).code("validation_failed");
    }
    app.as_role("auditor").post(&format!("{ENTRIES}/{id}/reverse"), &json!({})).await.expect(403);
    let stale = accountant.post(&format!("{ENTRIES}/{id}/reverse"), &json!({"date": "2010-12-01", "reason": "x"}));
    stale.header("if-match", "\"9\"").await.expect(412).code("version_mismatch");
    assert_eq!(app.heads().await, before);
}

async fn what_a_closed_period_offers_works_and_is_marked_as_an_adjustment_of_a_prior_one(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let id = accountant.post_entry(&app.sale("7.00").on("2010-02-10")).await;
    close_until(app, 3).await;
    let way = accountant.void(&id).await.expect(409).code("period_closed").resolution("reverse");
    let path = way["href"].as_str().unwrap().split("/api/v1").nth(1).unwrap().to_owned();
    let reversal = accountant.post(&path, &way["body"]).await.expect(201).json();
    assert_eq!((&reversal["date"], &reversal["priorPeriodAdjustment"]), (&json!("2010-04-01"), &json!(true)));
}

async fn the_organization_may_reverse_where_a_void_comes_too_late(app: &TestServer) {
    let (admin, accountant) = (app.as_role("admin"), app.as_role("accountant"));
    let id = accountant.post_entry(&app.sale("7.00").on("2010-02-10")).await;
    let open = accountant.post_entry(&app.sale("7.00").on("2010-04-10")).await;
    close_until(app, 3).await;
    accountant.void(&id).await.expect(409).code("period_closed");
    admin
        .put("/organization", &json!({"voidInClosedPeriod": "sometimes"}))
        .await
        .expect(400)
        .pointer("/voidInClosedPeriod");
    admin.put("/organization", &json!({"voidInClosedPeriod": "reverseInFirstOpenPeriod"})).await.expect(204);
    assert_eq!(admin.get("/organization").await.json()["voidInClosedPeriod"], "reverseInFirstOpenPeriod");
    let answer = accountant.void(&id).key("late").await;
    assert_eq!(answer.expect(204).empty().header("void-effect"), "reversed");
    let original = accountant.entry(&id).await;
    let reversal = original["reversedByEntryId"].as_str().unwrap();
    assert_eq!((&original["status"], &original["voidReason"]), (&json!("posted"), &Value::Null));
    assert_eq!(answer.header("location"), format!("{}/api/v1{ENTRIES}/{reversal}", app.url));
    assert_eq!(answer.etag(), format!("\"{}\"", original["version"]));
    let reversal = accountant.entry(reversal).await;
    assert_eq!(
        (&reversal["date"], &reversal["priorPeriodAdjustment"], &reversal["reason"]),
        (&json!("2010-04-01"), &json!(true), &json!("entered twice"))
    );
    let event = accountant.get("/events?limit=200").await.data().pop().unwrap();
    assert_eq!(event["type"], "journalEntry.reversed");
    let again = accountant.void(&id).key("late").await;
    assert_eq!((again.expect(204).header("void-effect"), again.header("idempotent-replayed")), ("reversed", "true"));
    accountant.void(&id).await.expect(409).code("entry_already_reversed");
    assert_eq!(accountant.void(&open).await.expect(204).header("void-effect"), "", "an open period is voided in");
    let preview = accountant.post(&format!("{ENTRIES}/{open}/void?dryRun=true"), &json!({"reason": "x"})).await;
    preview.expect(409).code("entry_already_voided");
}

async fn a_reversal_is_ordinary_turnover_and_its_void_is_a_void_pair(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let id = accountant.post_entry(&app.sale("3.00").on("2010-03-10")).await;
    let reversal = reverse(&accountant, &id, "2010-04-01").await.expect(201).id();
    let cash = async |query: &str| {
        let report = accountant.get(&format!("/accounting/reports/trial-balance?{query}")).await.expect(200).json();
        let row = report["data"].as_array().unwrap().iter().find(|row| row["code"] == "1000").cloned();
        row.map(|row| {
            [&row["debit"], &row["credit"], &row["closingDebit"]].map(|cell| cell.as_str().unwrap().to_owned())
        })
    };
    let of = |cells: [&str; 3]| Some(cells.map(str::to_owned));
    assert_eq!(cash("dateFrom=2010-03-01&dateTo=2010-03-31").await, of(["3.00", "0.00", "3.00"]));
    assert_eq!(cash("asOf=2010-12-31").await, of(["3.00", "3.00", "0.00"]));
    accountant.void(&reversal).await.expect(204);
    assert_eq!(cash("asOf=2010-12-31").await, of(["3.00", "0.00", "3.00"]), "the pair is left out");
    assert_eq!(cash("asOf=2010-12-31&includeVoided=true").await, of(["6.00", "3.00", "3.00"]));
}
