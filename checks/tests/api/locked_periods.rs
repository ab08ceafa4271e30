//! A closed period takes nothing, on whichever way it comes: each test is one way.

use checks::{Caller, TestServer, on_both};
use domain::commands::journal_entries::create::CreateEntry;
use domain::ledger::entries::draft::NewLine;
use domain::ledger::invoice_numbers::NumberUse;
use domain::rows::EntryType;
use domain::value::{Decimal, IdOrCode, Sought};
use serde_json::{Value, json};

const ENTRIES: &str = "/accounting/journal-entries";

async fn close_january(app: &TestServer) {
    let path = format!("/accounting/periods/{}/close", app.books.periods[0]);
    app.as_role("admin").post(&path, &json!({})).await.expect(204);
}

fn january(app: &TestServer) -> Value {
    app.sale("1.00").on("2010-01-15").json()
}

/// The movement is refused as of a closed period, with the first open date, and writes nothing.
async fn refused(app: &TestServer, ask: checks::caller::Ask) {
    let before = app.heads().await;
    let answer = ask.await;
    answer.expect(409).code("period_closed");
    assert_eq!(answer.json()["context"]["firstOpenDate"], "2010-02-01");
    assert_eq!(app.heads().await, before, "something was written");
}

/// How many entries are posted in January.
async fn posted(caller: &Caller) -> usize {
    let path = format!("{ENTRIES}?status=posted&dateFrom=2010-01-01&dateTo=2010-01-31&limit=200");
    caller.get(&path).await.data().len()
}

on_both![
    a_new_entry_does_not_get_in,
    a_batch_as_an_import_sends_it_does_not_get_in,
    what_a_dry_run_allowed_does_not_get_in_after_the_close,
    a_draft_that_is_moved_into_it_stays_a_draft,
    a_void_does_not_get_in_and_offers_the_first_open_date,
    a_job_with_all_rights_does_not_get_in,
    a_closed_year_shuts_its_soft_closed_periods_for_who_may_override,
    of_posts_and_a_close_at_once_each_post_is_before_the_close_or_refused,
];

async fn a_new_entry_does_not_get_in(app: &TestServer) {
    close_january(app).await;
    for role in ["admin", "controller", "accountant"] {
        refused(app, app.as_role(role).post(ENTRIES, &january(app))).await;
    }
    let named = app.sale("1.00").on("2010-01-15").with("periodId", app.books.periods[0].as_str()).json();
    refused(app, app.as_role("admin").post(ENTRIES, &named)).await;
}

async fn a_batch_as_an_import_sends_it_does_not_get_in(app: &TestServer) {
    close_january(app).await;
    let admin = app.as_role("admin");
    let imported = app.sale("1.00").on("2010-01-15").with("source", "retail").with("externalId", "536365").json();
    let open = app.sale("1.00").on("2010-02-01").json();
    let path = format!("{ENTRIES}/batch");
    refused(app, admin.post(&path, &json!({"atomic": true, "items": [open, imported]}))).await;
    let loose = admin.post(&path, &json!({"items": [imported, open]})).await.expect(200).json();
    assert_eq!(
        (&loose["results"][0]["problem"]["code"], &loose["results"][1]["status"]),
        (&json!("period_closed"), &json!(201))
    );
}

async fn what_a_dry_run_allowed_does_not_get_in_after_the_close(app: &TestServer) {
    let admin = app.as_role("admin");
    admin.post(&format!("{ENTRIES}?dryRun=true"), &january(app)).await.expect(200);
    let draft = admin.post_entry(&app.sale("1.00").on("2010-02-15").draft()).await;
    admin.put(&format!("{ENTRIES}/{draft}?dryRun=true"), &json!({"date": "2010-01-15"})).await.expect(200);
    close_january(app).await;
    refused(app, admin.post(ENTRIES, &january(app)).key("after")).await;
    refused(app, admin.post(&format!("{ENTRIES}?dryRun=true"), &january(app))).await;
}

async fn a_draft_that_is_moved_into_it_stays_a_draft(app: &TestServer) {
    let admin = app.as_role("admin");
    let draft = admin.post_entry(&app.sale("1.00").on("2010-02-15").draft()).await;
    close_january(app).await;
    admin.put(&format!("{ENTRIES}/{draft}"), &json!({"date": "2010-01-15"})).await.expect(204);
    refused(app, admin.ask(reqwest::Method::POST, &format!("{ENTRIES}/{draft}/post"))).await;
    assert_eq!(admin.entry(&draft).await["status"], "draft");
}

async fn a_void_does_not_get_in_and_offers_the_first_open_date(app: &TestServer) {
    let admin = app.as_role("admin");
    let id = admin.post_entry(&app.sale("1.00").on("2010-01-15")).await;
    close_january(app).await;
    refused(app, admin.void(&id)).await;
    let way = admin.void(&id).await.resolution("reverse");
    assert_eq!(way["body"]["date"], "2010-02-01");
}

async fn a_job_with_all_rights_does_not_get_in(app: &TestServer) {
    let line = |code: &str| NewLine { account: Some(IdOrCode::Code(code.to_owned())), ..NewLine::default() };
    let amount = Some(Decimal::from_units(100, 2));
    let entry = CreateEntry {
        date: jiff::civil::date(2010, 1, 15),
        document_date: None,
        journal: Some(IdOrCode::Id(Sought::of(&app.books.journal))),
        period: None,
        auto_reverse_on: None,
        post: true,
        entry_type: EntryType::Standard,
        description: "on its day".to_owned(),
        reference: None,
        number_use: NumberUse::Once,
        source: String::new(),
        external_id: None,
        currency: None,
        exchange_rate: None,
        dimensions: String::new(),
        lines: vec![NewLine { debit: amount, ..line("1000") }, NewLine { credit: amount, ..line("4000") }],
        metadata: "{}".to_owned(),
    };
    assert_eq!(app.submit_as_job(entry.clone()).await, Ok(()));
    close_january(app).await;
    assert_eq!(app.submit_as_job(entry).await, Err(domain::value::rejection::Code::PeriodClosed));
}

async fn a_closed_year_shuts_its_soft_closed_periods_for_who_may_override(app: &TestServer) {
    let admin = app.as_role("admin");
    for period in app.books.periods.iter().chain([&app.books.adjustment]) {
        admin.post(&format!("/accounting/periods/{period}/soft-close"), &json!({})).await.expect(204);
    }
    let id = admin
        .post(ENTRIES, &app.sale("1.00").lines(&[("1000", "1.00", ""), ("3000", "", "1.00")]).json())
        .await
        .expect(201)
        .id();
    admin.post(&format!("/accounting/fiscal-years/{}/close", app.books.year), &json!({})).await.expect(204);
    let before = app.heads().await;
    for answer in [admin.post(ENTRIES, &january(app)).await, admin.void(&id).await] {
        answer.expect(409).code("period_closed").says("closed with fiscal year 2010");
        assert_eq!(answer.json()["context"]["firstOpenDate"], "2011-01-01");
    }
    let named = app.sale("1.00").on("2010-12-31").with("periodId", app.books.adjustment.as_str()).json();
    admin.post(ENTRIES, &named).await.expect(409).code("period_closed");
    assert_eq!(app.heads().await, before);
}

async fn of_posts_and_a_close_at_once_each_post_is_before_the_close_or_refused(app: &TestServer) {
    let (admin, accountant) = (app.as_role("admin"), app.as_role("accountant"));
    let path = format!("/accounting/periods/{}/close", app.books.periods[0]);
    let mut posts = tokio::task::JoinSet::new();
    for number in 0..40 {
        let (accountant, admin, entry, path) = (accountant.clone(), admin.clone(), january(app), path.clone());
        posts.spawn(async move {
            if number == 20 {
                admin.post(&path, &json!({})).await.expect(204);
                return 0;
            }
            let answer = accountant.post(ENTRIES, &entry).await;
            if answer.status != 201 {
                answer.expect(409).code("period_closed");
            }
            usize::from(answer.status == 201)
        });
    }
    let mut accepted = 0;
    while let Some(done) = posts.join_next().await {
        accepted += done.unwrap();
    }
    assert_eq!(posted(&admin).await, accepted);
    let events = admin.get("/events?limit=200").await.json()["data"].as_array().unwrap().clone();
    let seq_of = |kind: &str| {
        events
            .iter()
            .filter(|event| event["type"] == kind)
            .filter_map(|event| event["seq"].as_i64())
            .collect::<Vec<_>>()
    };
    let closed = seq_of("period.closed")[0];
    assert!(seq_of("journalEntry.posted").iter().all(|seq| *seq < closed), "posted behind the close");
    refused(app, accountant.post(ENTRIES, &january(app))).await;
}
