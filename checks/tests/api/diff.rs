//! The changes of the books' knowledge between two points of their log.

use checks::{TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;

const DIFF: &str = "/accounting/reports/diff";

async fn seq(app: &TestServer) -> i64 {
    app.head(&app.books).await.unwrap().seq
}

async fn diff(app: &TestServer, query: &str) -> Value {
    app.as_role("auditor").get(&format!("{DIFF}?{query}")).await.expect(200).json()
}

fn told(diff: &Value) -> Vec<(&str, &str, &Value)> {
    let rows = diff["data"].as_array().unwrap().iter();
    rows.map(|row| (row["change"].as_str().unwrap(), row["date"].as_str().unwrap(), &row["reason"])).collect()
}

on_both![
    it_names_exactly_the_entries_in_between_with_their_reasons,
    two_reports_differ_by_the_totals_in_between,
    points_that_are_not_there_or_the_wrong_way_round_are_refused,
];

async fn it_names_exactly_the_entries_in_between_with_their_reasons(app: &TestServer) {
    let user = app.as_role("accountant");
    let first = user.post_entry(&app.sale("10.00").on("2010-03-01")).await;
    let second = user.post_entry(&app.sale("20.00").on("2010-04-01")).await;
    let third = user.post_entry(&app.sale("40.00").on("2010-04-02")).await;
    let before = seq(app).await;
    user.void(&first).await.expect(204);
    let reverse = json!({"date": "2010-05-01", "reason": "returned"});
    user.post(&format!("/accounting/journal-entries/{second}/reverse"), &reverse).await.expect(201);
    let replacement = app.sale("44.00").on("2010-04-02").json();
    let correct = json!({"reason": "wrong amount", "replacement": replacement});
    user.post(&format!("/accounting/journal-entries/{third}/correct"), &correct).await.expect(201);
    let after = seq(app).await;
    user.post_entry(&app.sale("80.00")).await;

    let between = diff(app, &format!("from=seq:{before}&to=seq:{after}")).await;
    assert_eq!((&between["fromSeq"], &between["toSeq"]), (&json!(before), &json!(after)));
    let reason = json!("wrong amount");
    assert_eq!(
        told(&between),
        [
            ("voided", "2010-03-01", &json!("entered twice")),
            ("reversed", "2010-05-01", &json!("returned")),
            ("voided", "2010-04-02", &reason),
            ("corrected", "2010-04-02", &reason),
        ]
    );
    let ids: Vec<&Value> = between["data"].as_array().unwrap().iter().map(|row| &row["ofEntryId"]).collect();
    assert_eq!(ids, [&json!(first), &json!(second), &json!(third), &json!(third)]);
    let effect = |row: usize, place: usize| {
        let effect = &between["data"][row]["effects"][place];
        ["code", "debit", "credit"].map(|name| effect[name].as_str().unwrap().to_owned())
    };
    assert_eq!(
        (effect(0, 0), effect(0, 1)),
        (["1000", "0.00", "10.00"].map(str::to_owned), ["4000", "10.00", "0.00"].map(str::to_owned))
    );
    let totals = between["totals"].as_array().unwrap();
    assert_eq!(
        (&totals[0]["code"], &totals[0]["debit"], &totals[0]["credit"]),
        (&json!("1000"), &json!("44.00"), &json!("70.00"))
    );
    assert_eq!(told(&diff(app, &format!("from=seq:{after}&to=seq:{after}")).await), []);
    assert_eq!(told(&diff(app, "").await).len(), 8, "from the beginning until now");
    let april = diff(app, &format!("from=seq:{before}&dateFrom=2010-04-01&dateTo=2010-04-30")).await;
    assert_eq!(told(&april).iter().map(|row| row.0).collect::<Vec<_>>(), ["voided", "corrected"]);
    let paged = all_pages(&app.as_role("auditor"), &format!("{DIFF}?from=seq:{before}&to=seq:{after}"), 1).await;
    assert_eq!(json!(paged), between["data"]);
}

async fn two_reports_differ_by_the_totals_in_between(app: &TestServer) {
    let user = app.as_role("accountant");
    user.post_entry(&app.sale("10.00").on("2010-03-01")).await;
    let before = seq(app).await;
    let id = user.post_entry(&app.sale("20.00").on("2010-04-01")).await;
    user.void(&id).await.expect(204);
    user.post_entry(&app.sale("3.00").on("2010-04-01")).await;
    let minor = |value: &Value| value.as_str().unwrap().replace('.', "").parse::<i128>().unwrap();
    let mut nets = Vec::new();
    for known in [format!("&knownAt=seq:{before}"), String::new()] {
        let path = format!("/accounting/reports/trial-balance?asOf=2010-12-31{known}");
        let report = user.get(&path).await.expect(200).json();
        let row = report["data"].as_array().unwrap().iter().find(|row| row["code"] == "1000").unwrap().clone();
        nets.push(minor(&row["closingDebit"]) - minor(&row["closingCredit"]));
    }
    let totals = diff(app, &format!("from=seq:{before}&dateTo=2010-12-31")).await;
    let cash = &totals["totals"][0];
    assert_eq!(nets[1] - nets[0], minor(&cash["debit"]) - minor(&cash["credit"]), "{totals}");
}

async fn points_that_are_not_there_or_the_wrong_way_round_are_refused(app: &TestServer) {
    let user = app.as_role("auditor");
    let head = seq(app).await;
    for (query, pointer) in [
        (format!("from=seq:{}", head + 1), "from"),
        (format!("to=seq:{}", head + 1), "to"),
        (format!("from=seq:{head}&to=seq:1"), "from"),
        ("from=yesterday".to_owned(), "from"),
        ("dateFrom=2011-01-01&dateTo=2010-01-01".to_owned(), "dateFrom"),
        ("cursor=x".to_owned(), "cursor"),
    ] {
        user.get(&format!("{DIFF}?{query}")).await.expect(400).code("validation_failed").pointer(pointer);
    }
}
