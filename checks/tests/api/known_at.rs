//! Reports of the books as they were known at an earlier point of their log.

use checks::{TestServer, on_both};
use domain::value::Instant;
use serde_json::{Value, json};

use crate::inventory_proof::sql;

const REPORTS: &str = "/accounting/reports";
const DAY_US: i64 = 86_400_000_000;

/// The questions at every point, each with its own dates.
const QUESTIONS: &[&str] = &[
    "trial-balance?asOf=2010-12-31",
    "trial-balance?asOf=2010-12-31&includeVoided=true&closing=include",
    "trial-balance?dateFrom=2010-06-01&dateTo=2010-12-31&includeZero=true",
    "trial-balance?asOf=2010-12-31&dimension[country]=UK",
    "trial-balance?asOf=2010-12-31&withoutDimension=country",
    "trial-balance?asOf=2010-12-31&byCurrency=true",
    "trial-balance?asOf=2010-12-31&byCurrency=true&includeVoided=true",
    "trial-balance?asOf=2010-12-31&currency=GBP",
    "trial-balance?dateFrom=2010-12-01&dateTo=2010-12-31&currency=USD",
    "profit-and-loss?dateFrom=2010-07-01&dateTo=2010-12-31&compareWith=previousPeriod,previousYear",
    "profit-and-loss?dateFrom=2010-01-01&dateTo=2010-12-31&columnsBy=dimension:country",
    "profit-and-loss?dateFrom=2010-01-01&dateTo=2010-12-31&columnsBy=currency&dimension[country]=UK",
    "balance-sheet?asOf=2010-12-31&compareWith=previousPeriod,2010-06-30&includeZero=true",
    "cash-flow?dateFrom=2010-06-01&dateTo=2010-12-31&format=csv",
];

/// The answers at one point of the log.
struct Moment {
    seq: i64,
    at: String,
    answers: Vec<String>,
}

async fn ask(app: &TestServer, question: &str) -> String {
    let answer = app.as_role("auditor").get(&format!("{REPORTS}/{question}")).await;
    String::from_utf8(answer.expect(200).bytes.clone()).unwrap()
}

async fn remember(app: &TestServer, moments: &mut Vec<Moment>) {
    let head = app.head(&app.books).await.unwrap();
    let mut answers = Vec::new();
    for question in QUESTIONS {
        answers.push(ask(app, question).await);
    }
    moments.push(Moment { seq: head.seq, at: head.at.to_string(), answers });
}

/// Posts, voids, reverses, corrects, closes a month and changes the chart, and remembers the answers after each.
async fn history(app: &TestServer) -> Vec<Moment> {
    let (admin, user) = (app.as_role("admin"), app.as_role("accountant"));
    let cash = format!("/accounting/accounts/{}", app.books.accounts["1000"]);
    user.put(&cash, &json!({"subtype": "cash"})).await.expect(204);
    let country = json!({"code": "country", "name": "Country"});
    let country = admin.post("/accounting/dimensions", &country).await.expect(201).id();
    let mut ids = Vec::new();
    for code in ["Europe", "UK", "London"] {
        let value = json!({"code": code, "name": code});
        ids.push(admin.post(&format!("/accounting/dimensions/{country}/values"), &value).await.expect(201).id());
    }
    let mut moments = Vec::new();
    let in_london = app.sale("8.01").on("2010-06-02").with("dimensions", json!({"country": "London"}));
    let in_the_uk = app.sale("5.00").on("2010-12-02").with("dimensions", json!({"country": "UK"}));
    let first = user.post_entry(&app.sale("139.12").on("2010-05-30")).await;
    remember(app, &mut moments).await;
    let second = user.post_entry(&in_london).await;
    user.post_entry(&in_the_uk).await;
    remember(app, &mut moments).await;
    user.void(&first).await.expect(204);
    remember(app, &mut moments).await;
    let path = format!("/accounting/dimensions/{country}/values/{}", ids[2]);
    admin.put(&path, &json!({"parentId": ids[1]})).await.expect(204);
    remember(app, &mut moments).await;
    let reverse = json!({"date": "2010-07-01", "reason": "returned"});
    user.post(&format!("/accounting/journal-entries/{second}/reverse"), &reverse).await.expect(201);
    remember(app, &mut moments).await;
    let sales = format!("/accounting/accounts/{}", app.books.accounts["4000"]);
    user.put(&sales, &json!({"name": "Income", "code": "4001"})).await.expect(204);
    let new = json!({"code": "1001", "name": "Till", "type": "asset"});
    let new = user.post("/accounting/accounts", &new).await.expect(201).id();
    remember(app, &mut moments).await;
    user.delete(&format!("/accounting/accounts/{new}")).await.expect(204);
    let third =
        user.post_entry(&app.sale("7.00").on("2010-12-31").lines(&[("1000", "7.00", ""), ("4001", "", "7.00")])).await;
    remember(app, &mut moments).await;
    user.void(&third).await.expect(204);
    for number in 0..6 {
        user.post_entry(&app.sale("1.25").on("2010-11-30").lines(&[("5000", "1.25", ""), ("1000", "", "1.25")])).await;
        if number % 3 == 0 {
            remember(app, &mut moments).await;
        }
    }
    moments
}

on_both![
    a_report_of_what_was_known_is_the_one_that_was_given_then_to_the_byte,
    an_instant_answers_with_all_that_was_written_at_or_before_it,
    days_go_on_where_nothing_happens,
    before_its_void_an_entry_is_an_ordinary_one,
    a_point_that_the_log_has_not_is_refused_with_what_it_has,
];

async fn a_report_of_what_was_known_is_the_one_that_was_given_then_to_the_byte(app: &TestServer) {
    let moments = history(app).await;
    for Moment { seq, at, answers } in &moments {
        for (question, answer) in QUESTIONS.iter().zip(answers) {
            for known in [format!("seq:{seq}"), at.clone()] {
                assert_eq!(ask(app, &format!("{question}&knownAt={known}")).await, *answer, "{question} at {known}");
            }
        }
    }
    let without_day = format!("balance-sheet?knownAt=seq:{}", moments[0].seq);
    let today: Value = serde_json::from_str(&ask(app, &without_day).await).unwrap();
    assert_eq!(today["asOf"], moments[0].at[..10], "without a day, that of the moment");
    assert!(moments.windows(2).all(|pair| pair[0].answers != pair[1].answers), "each step is seen in a report");
}

async fn an_instant_answers_with_all_that_was_written_at_or_before_it(app: &TestServer) {
    let moments = history(app).await;
    let question = QUESTIONS[0];
    let head = app.head(&app.books).await.unwrap();
    for (moment, next) in moments.iter().zip(moments.iter().skip(1)) {
        let at: jiff::Timestamp = moment.at.parse().unwrap();
        let micros = |by: i64| (at + jiff::SignedDuration::from_micros(by)).to_string();
        assert!(micros(1) < next.at, "events are apart");
        let zoned = |zone: &str| {
            at.to_zoned(jiff::tz::TimeZone::get(zone).unwrap()).strftime("%Y-%m-%dT%H:%M:%S.%6f%:z").to_string()
        };
        let (east, west) = (zoned("Asia/Kolkata"), zoned("America/St_Johns"));
        assert!(east.ends_with("+05:30") && west.contains("T"), "{east} {west}");
        for known in [
            moment.at.clone(),
            micros(1),
            moment.at.replace('Z', "999Z"),
            moment.at.to_lowercase(),
            west,
            east.replace('+', "%2B"),
            east,
        ] {
            assert_eq!(
                ask(app, &format!("{question}&knownAt={known}")).await,
                moment.answers[0],
                "{known} for {}",
                moment.at
            );
        }
        let before: Value =
            serde_json::from_str(&ask(app, &format!("{question}&knownAt={}", micros(-1))).await).unwrap();
        assert!(before["seq"].as_i64().unwrap() < moment.seq, "an event is known at its own instant and not before");
    }
    let last = ask(app, &format!("{question}&knownAt={}", head.at)).await;
    assert_eq!(serde_json::from_str::<Value>(&last).unwrap()["seq"], head.seq);
}

async fn days_go_on_where_nothing_happens(app: &TestServer) {
    let user = app.as_role("admin");
    user.post_entry(&app.sale("139.12").on("2010-05-30")).await;
    // As if all of it had been written three days ago.
    let shift = async |sign: &str| {
        for (table, column) in [("facts", "at"), ("heads", "at"), ("entries", "posted_at")] {
            sql(
                app,
                &format!("update {table} set {column} = {column} {sign} {} where {column} is not null", 3 * DAY_US),
            )
            .await;
        }
    };
    shift("-").await;
    let written = app.head(&app.books).await.unwrap().at;
    let day_after = |number: i64| Instant(written.0 + number * DAY_US + 1);
    for number in 0..3 {
        let at = day_after(number).to_string();
        for report in ["balance-sheet?", "general-ledger?"] {
            let answer: Value = serde_json::from_str(&ask(app, &format!("{report}knownAt={at}")).await).unwrap();
            let day = if answer["asOf"].is_null() { &answer["dateTo"] } else { &answer["asOf"] };
            assert_eq!(*day, at[..10], "{report} at {at}: {answer}");
        }
        for report in ["ageing", "expiry", "late-items"] {
            let path = format!("/inventory/reports/{report}?knownAt={at}");
            assert_eq!(user.get(&path).await.expect(200).json()["asOf"], at[..10], "{path}");
        }
    }
    shift("+").await;
}

async fn before_its_void_an_entry_is_an_ordinary_one(app: &TestServer) {
    let user = app.as_role("accountant");
    let id = user.post_entry(&app.sale("139.12").on("2010-05-30")).await;
    let then = app.head(&app.books).await.unwrap().seq;
    user.void(&id).await.expect(204);
    let question = "trial-balance?asOf=2010-12-31";
    let now: Value = serde_json::from_str(&ask(app, question).await).unwrap();
    assert_eq!((&now["totals"]["debit"], &now["totals"]["closingDebit"]), (&json!("0.00"), &json!("0.00")));
    let known: Value = serde_json::from_str(&ask(app, &format!("{question}&knownAt=seq:{then}")).await).unwrap();
    assert_eq!((&known["totals"]["debit"], &known["seq"]), (&json!("139.12"), &json!(then)));
}

async fn a_point_that_the_log_has_not_is_refused_with_what_it_has(app: &TestServer) {
    let user = app.as_role("auditor");
    let head = app.head(&app.books).await.unwrap().seq;
    for (known, code) in [
        (format!("seq:{}", head + 1), "out_of_range"),
        ("seq:0".to_owned(), "malformed_seq"),
        ("seq:-1".to_owned(), "malformed_seq"),
        ("seq:".to_owned(), "malformed_seq"),
        ("seq:99999999999999999999".to_owned(), "malformed_seq"),
        ("1".to_owned(), "malformed_instant"),
        ("2010-12-31".to_owned(), "malformed_instant"),
        ("1999-01-01T00:00:00Z".to_owned(), "out_of_range"),
        ("9999-01-01T00:00:00Z".to_owned(), "out_of_range"),
    ] {
        let answer = user.get(&format!("{REPORTS}/trial-balance?knownAt={known}")).await;
        answer.expect(400).code("validation_failed").pointer("knownAt");
        assert_eq!(answer.json()["errors"][0]["code"], code, "{known}");
    }
    user.get(&format!("{REPORTS}/trial-balance?knownAt=9999-01-01T00:00:00Z")).await.says(&format!("seq:{head}"));
}
