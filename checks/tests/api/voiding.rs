//! The void of a journal entry: the whole table of its answers.

use checks::{Answer, Database, TestServer, on_both};
use domain::commands::periods::close::ClosePeriod;
use domain::commands::periods::soft_close::SoftClosePeriod;
use domain::value::Sought;
use serde_json::{Value, json};

fn path(id: &str) -> String {
    format!("/accounting/journal-entries/{id}/void")
}

/// The refusal wrote nothing: both logs end where they ended.
async fn refused(app: &TestServer, id: &str, status: u16, code: &str) -> Answer {
    let before = app.heads().await;
    let answer = app.as_role("accountant").void(id).await;
    answer.expect(status).code(code);
    assert_eq!(app.heads().await, before, "{code} wrote something");
    answer
}

/// Closes or soft-closes January to the last of these months.
async fn close_until(app: &TestServer, month: usize) {
    for period in &app.books.periods[..month] {
        app.submit(ClosePeriod { period: Sought::of(period), reason: None, force: false, if_match: None }).await;
    }
}

on_both![
    a_posted_entry_is_voided_by_a_linked_mirror_on_its_own_date,
    a_draft_refuses_and_offers_to_be_deleted,
    a_voided_entry_says_who_voided_it_when_and_by_which_mirror,
    unknown_malformed_and_foreign_ids_are_all_the_same_404,
    the_reason_is_checked_with_a_pointer,
    a_closed_period_refuses_and_offers_the_reversal_on_the_first_open_date,
    a_soft_closed_period_lets_only_those_void_who_may_override,
    the_external_id_of_a_voided_entry_is_free_again,
];

async fn a_posted_entry_is_voided_by_a_linked_mirror_on_its_own_date(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let id = accountant.post_entry(&app.sale("139.12")).await;
    let before = accountant.entry(&id).await;
    let answer = accountant.void(&id).await;
    answer.expect(204).empty();
    let after = accountant.entry(&id).await;
    assert_eq!(after["status"], "voided");
    for field in ["number", "date", "hash", "lines", "totalDebit", "sequence", "postedAt"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    assert_eq!(answer.etag(), format!("\"{}\"", after["version"]));
    let mirror_id = after["voidedByEntryId"].as_str().unwrap();
    assert_eq!(answer.header("location"), format!("{}/api/v1/accounting/journal-entries/{mirror_id}", app.url));
    let mirror = accountant.entry(mirror_id).await;
    assert_eq!(
        (&mirror["entryType"], &mirror["date"], &mirror["voidsEntryId"]),
        (&"void".into(), &before["date"], &id.clone().into())
    );
    for line in 0..2 {
        assert_eq!(mirror["lines"][line]["debit"], before["lines"][line]["credit"]);
        assert_eq!(mirror["lines"][line]["credit"], before["lines"][line]["debit"]);
    }
    assert_eq!(
        (&after["voidReason"], &after["voidedBy"]),
        (&"entered twice".into(), &app.books.member("accountant").to_string().into())
    );
    assert_eq!(mirror["number"], "GJ-2010-000002", "the next number");
}

async fn a_draft_refuses_and_offers_to_be_deleted(app: &TestServer) {
    let id = app.as_role("accountant").post_entry(&app.sale("1.00").draft()).await;
    let answer = refused(app, &id, 409, "entry_not_posted").await;
    assert_eq!(answer.resolution("delete")["method"], "DELETE");
}

async fn a_voided_entry_says_who_voided_it_when_and_by_which_mirror(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let id = accountant.post_entry(&app.sale("1.00")).await;
    accountant.void(&id).await.expect(204);
    let entry = accountant.entry(&id).await;
    let context = refused(app, &id, 409, "entry_already_voided").await.json()["context"].clone();
    for field in ["voidedAt", "voidedBy", "voidedByEntryId", "voidReason"] {
        assert_eq!(context[field], entry[field], "{field}");
    }
    let mirror = entry["voidedByEntryId"].as_str().unwrap();
    let answer = refused(app, mirror, 409, "entry_is_void").await;
    assert_eq!(answer.resolution("original")["method"], "GET");
}

async fn unknown_malformed_and_foreign_ids_are_all_the_same_404(app: &TestServer) {
    let foreign = app.as_foreign("accountant").post_entry(&checks::entry(&app.other.journal, "5.00")).await;
    let mut texts = Vec::new();
    for id in [
        foreign.as_str(),
        "je_01h455vb4pex5vsknk084sn02q",
        "je_",
        "nonsense",
        "acc_01h455vb4pex5vsknk084sn02q",
        "%00",
        "..%2f..",
        "je_zzzzzzzzzzzzzzzzzzzzzzzzzz",
        &"x".repeat(2000),
    ] {
        let mut problem = refused(app, id, 404, "not_found").await.json();
        problem["requestId"] = Value::Null;
        texts.push(problem);
    }
    assert!(texts.windows(2).all(|two| two[0] == two[1]), "the answers tell ids apart: {texts:#?}");
    assert_eq!(app.as_foreign("accountant").entry(&foreign).await["status"], "posted");
}

async fn the_reason_is_checked_with_a_pointer(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let id = accountant.post_entry(&app.sale("1.00")).await;
    let before = app.heads().await;
    for reason in [
        json!(null),
        json!(5),
        json!(true),
        json!([]),
        json!({}),
        json!(""),
        json!("   "),
        json!("\u{a0}\u{2003}"),
        json!("x".repeat(501)),
        json!("é".repeat(501)),
        json!("a\u{0}b"),
        json!("a\u{7}b"),
        json!("a\u{85}b"),
    ] {
        let answer = accountant.post(&path(&id), &json!({"reason": reason})).await;
        answer.expect(400).code("validation_failed").pointer("/reason");
    }
    accountant.post(&path(&id), &json!({})).await.expect(400).code("validation_failed").pointer("/reason");
    accountant.post(&path(&id), &json!({"reson": "x"})).await.expect(400).code("validation_failed").says("reason");
    assert_eq!(app.heads().await, before);
    let longest = format!("  {}\n", "é".repeat(500));
    accountant.post(&path(&id), &json!({"reason": longest})).await.expect(204);
    assert_eq!(accountant.entry(&id).await["voidReason"], "é".repeat(500), "it is kept trimmed");
}

async fn a_closed_period_refuses_and_offers_the_reversal_on_the_first_open_date(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let id = accountant.post_entry(&app.sale("7.00").on("2010-02-10")).await;
    close_until(app, 3).await;
    let answer = refused(app, &id, 409, "period_closed").await;
    assert_eq!(answer.json()["context"]["firstOpenDate"], "2010-04-01");
    let way = answer.resolution("reverse");
    assert_eq!(
        (&way["method"], &way["body"]),
        (&json!("POST"), &json!({"date": "2010-04-01", "reason": "entered twice"}))
    );
    assert_eq!(way["href"], format!("{}/api/v1/accounting/journal-entries/{id}/reverse", app.url));
    app.as_role("controller").void(&id).await.expect(409).code("period_closed");
}

async fn a_soft_closed_period_lets_only_those_void_who_may_override(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let id = accountant.post_entry(&app.sale("7.00").on("2010-01-10")).await;
    app.submit(SoftClosePeriod { period: Sought::of(&app.books.periods[0]), reason: None, if_match: None }).await;
    let answer = refused(app, &id, 409, "period_soft_closed").await;
    assert_eq!(answer.resolution("reverse")["body"]["date"], "2010-02-01");
    app.as_role("controller").void(&id).await.expect(204);
}

async fn the_external_id_of_a_voided_entry_is_free_again(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let sale = app.sale("5.00").with("externalId", "536365");
    let first = accountant.post_entry(&sale).await;
    accountant.post("/accounting/journal-entries", &sale.json()).await.expect(409).code("duplicate_external_id");
    accountant.void(&first).await.expect(204);
    accountant.post_entry(&sale).await;
}

/// Entries that no command of today makes: owned and closing ones.
async fn states_set_up_behind_the_back(database: Database) {
    let server = TestServer::start(database).await;
    let accountant = server.as_role("accountant");
    let mut statements = Vec::new();
    let mut cases = Vec::new();
    for (index, (assignment, code)) in [
        ("owner_type = 'movement', owner_id = 'mov_1'", "entry_owned_by_source"),
        ("entry_type = 'fxRevaluation'", "entry_system_generated"),
    ]
    .into_iter()
    .enumerate()
    {
        let external = format!("case-{index}");
        let id = accountant.post_entry(&server.sale("3.00").with("externalId", external.as_str())).await;
        statements.push(format!("update entries set {assignment} where external_id = '{external}'"));
        cases.push((id, code));
    }
    let server = server.tamper(&statements).await;
    for (id, code) in cases {
        let answer = refused(&server, &id, 409, code).await;
        if code == "entry_owned_by_source" {
            let way = answer.resolution("void-owner");
            assert!(way["href"].as_str().unwrap().ends_with("/inventory/movements/mov_1/void"), "{way}");
        }
    }
    server.stop().await;
}

#[test]
fn owned_and_system_entries_refuse_and_name_the_way_out_on_sqlite() {
    checks::server::runtime().block_on(states_set_up_behind_the_back(Database::Sqlite));
}

#[test]
fn owned_and_system_entries_refuse_and_name_the_way_out_on_postgres() {
    if checks::postgres::cluster().is_some() {
        checks::server::runtime().block_on(states_set_up_behind_the_back(Database::Postgres));
    }
}
