//! Journals and their series: gapless, per year, per month or for ever.

use checks::{Caller, TestServer, entry, on_both};
use serde_json::{Value, json};

const JOURNALS: &str = "/accounting/journals";
const ENTRIES: &str = "/accounting/journal-entries";

async fn next_year(app: &TestServer) {
    let year = json!({"name": "2011", "startDate": "2011-01-01"});
    app.as_role("controller").post("/accounting/fiscal-years", &year).await.expect(201);
}

async fn number(caller: &Caller, journal: &str, day: &str) -> String {
    caller.post(ENTRIES, &entry(journal, "1.00").on(day).json()).await.expect(201).field("number")
}

on_both![
    a_series_counts_without_gaps_and_begins_anew_as_its_pattern_says,
    more_than_a_million_entries_would_still_sort_behind_their_width,
    patterns_that_would_repeat_a_number_are_refused,
    a_journal_in_use_keeps_its_code_and_an_inactive_one_takes_no_entries,
];

async fn a_series_counts_without_gaps_and_begins_anew_as_its_pattern_says(app: &TestServer) {
    next_year(app).await;
    let user = app.as_role("accountant");
    let journal = async |body: Value| user.post(JOURNALS, &body).await.expect(201).id();
    let yearly = journal(json!({"code": "Y", "name": "Yearly", "type": "general"})).await;
    let monthly = journal(json!({"code": "M", "name": "Monthly", "type": "general", "numberPattern": "{year}/{month}/{seq:3}", "resetPer": "month"})).await;
    let endless = journal(
        json!({"code": "E", "name": "Endless", "type": "general", "numberPattern": "E{seq}", "resetPer": "never"}),
    )
    .await;
    let mut told = Vec::new();
    for day in ["2010-12-31", "2011-01-01", "2010-12-01", "2011-01-31", "2010-01-15"] {
        told.push([
            number(&user, &yearly, day).await,
            number(&user, &monthly, day).await,
            number(&user, &endless, day).await,
        ]);
        // Refusals, previews and drafts take no number.
        user.post(ENTRIES, &entry(&yearly, "1.00").on("2031-01-01").json()).await.expect(422);
        user.post(ENTRIES, &entry(&yearly, "1.00").lines(&[("1000", "1.00", ""), ("4000", "", "2.00")]).json())
            .await
            .expect(422);
        user.post(&format!("{ENTRIES}?dryRun=true"), &entry(&yearly, "1.00").on(day).json()).await.expect(200);
        user.post_entry(&entry(&yearly, "1.00").on(day).draft()).await;
    }
    assert_eq!(
        told,
        [
            ["Y-2010-000001", "2010/12/001", "E1"],
            ["Y-2011-000001", "2011/01/001", "E2"],
            ["Y-2010-000002", "2010/12/002", "E3"],
            ["Y-2011-000002", "2011/01/002", "E4"],
            ["Y-2010-000003", "2010/01/001", "E5"],
        ]
    );
    let series = |answer: Value| {
        answer["series"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| (row["bucket"].as_str().unwrap().to_owned(), row["last"].as_i64().unwrap()))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        series(user.get(&format!("{JOURNALS}/{yearly}")).await.json()),
        [("2010".to_owned(), 3), ("2011".to_owned(), 2)]
    );
    assert_eq!(
        series(user.get(&format!("{JOURNALS}/{monthly}")).await.json()),
        [("2010-01".to_owned(), 1), ("2010-12".to_owned(), 2), ("2011-01".to_owned(), 2)]
    );
    // A void's mirror takes the next number of the original's date.
    let id = user.get(&format!("{ENTRIES}?number=Y-2010-000002")).await.data()[0]["id"].as_str().unwrap().to_owned();
    user.void(&id).await.expect(204);
    let mirror = user.entry(&id).await["voidedByEntryId"].as_str().unwrap().to_owned();
    assert_eq!(user.entry(&mirror).await["number"], "Y-2010-000004");
}

async fn more_than_a_million_entries_would_still_sort_behind_their_width(app: &TestServer) {
    let user = app.as_role("accountant");
    let narrow = user
        .post(JOURNALS, &json!({"code": "N", "name": "Narrow", "type": "general", "numberPattern": "N{year}-{seq:1}"}))
        .await
        .expect(201)
        .id();
    let mut numbers = Vec::new();
    for _ in 0..11 {
        numbers.push(number(&user, &narrow, "2010-05-05").await);
    }
    assert_eq!((numbers[8].as_str(), numbers[9].as_str(), numbers[10].as_str()), ("N2010-9", "N2010-10", "N2010-11"));
    for wanted in &numbers {
        assert_eq!(user.get(&format!("{ENTRIES}?number={wanted}")).await.data().len(), 1, "{wanted}");
    }
}

async fn patterns_that_would_repeat_a_number_are_refused(app: &TestServer) {
    let user = app.as_role("accountant");
    for (pattern, reset) in [
        ("X", "year"),
        ("{seq}", "year"),
        ("{year}-{seq}", "month"),
        ("{year}{seq}{seq}", "year"),
        ("{year}-{seq:x}", "year"),
        ("{jahr}-{seq}", "year"),
        ("{year}-{seq:6", "year"),
        ("é{year}-{seq}", "year"),
    ] {
        let body =
            json!({"code": "P", "name": "Pattern", "type": "general", "numberPattern": pattern, "resetPer": reset});
        let answer = user.post(JOURNALS, &body).await;
        assert!(matches!(answer.status, 400 | 422), "{pattern}: {}", answer.text());
        answer.pointer("/numberPattern");
    }
    user.post(JOURNALS, &json!({"code": "GJ", "name": "x", "type": "general"})).await.expect(409).code("code_taken");
    user.post(JOURNALS, &json!({"code": "gj", "name": "x", "type": "general"})).await.expect(201);
}

async fn a_journal_in_use_keeps_its_code_and_an_inactive_one_takes_no_entries(app: &TestServer) {
    let user = app.as_role("accountant");
    let posted = user.post_entry(&app.sale("1.00")).await;
    let path = format!("{JOURNALS}/{}", app.books.journal);
    for change in [json!({"code": "XX"}), json!({"numberPattern": "X{year}-{seq}"}), json!({"resetPer": "never"})] {
        user.put(&path, &change).await.expect(409).code("journal_in_use");
    }
    user.put(&path, &json!({"isActive": false, "name": "Old"})).await.expect(204);
    user.post(ENTRIES, &app.sale("1.00").json()).await.expect(422).code("journal_not_usable").pointer("/journalId");
    user.void(&posted).await.expect(204);
    let listed = user.get(&format!("{JOURNALS}?isActive=false")).await.data();
    assert_eq!((listed.len(), &listed[0]["name"], &listed[0]["series"][0]["last"]), (1, &json!("Old"), &json!(2)));
    assert_eq!(user.get(&format!("{JOURNALS}?type=sales&q=journal")).await.data()[0]["code"], "SJ");
    app.as_role("clerk").put(&path, &json!({"name": "x"})).await.expect(403);
}
