//! Statement mappings: which accounts belong to which section, and the reports that use them.

use checks::{TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;

const MAPPINGS: &str = "/accounting/statement-mappings";
const REPORTS: &str = "/accounting/reports";

fn sections() -> Value {
    json!([
        {"key": "have", "title": "What we have", "side": "debit"},
        {"key": "owed", "title": "<b>Owed & due</b>", "side": "debit", "parentKey": "have", "codes": ["1100"]},
        {"key": "own", "title": "What is ours", "side": "credit", "types": ["equity"], "hasResults": true},
    ])
}

fn sheet(name: &str) -> Value {
    json!({"name": name, "kind": "balanceSheet", "sections": sections()})
}

/// The first amount of each section of a statement.
fn amounts(report: &Value) -> Vec<(String, String)> {
    let rows = report["data"].as_array().unwrap().iter().filter(|row| row["kind"] == "section");
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    rows.map(|row| (text(&row["section"]), text(&row["amounts"][0]))).collect()
}

async fn report(app: &TestServer, question: &str) -> Value {
    app.as_role("auditor").get(&format!("{REPORTS}/{question}")).await.expect(200).json()
}

on_both![
    a_mapping_is_made_read_listed_changed_and_deleted,
    an_account_that_two_sections_claim_is_refused_and_both_are_named,
    a_mapped_balance_sheet_has_every_account_and_the_totals_of_the_other_one,
    a_mapped_profit_and_loss_has_columns_and_the_result_of_the_other_one,
    a_mapped_cash_flow_has_lines_of_three_activities_and_what_no_section_names_beside,
    a_mapped_report_of_what_was_known_stays_when_the_mapping_goes,
];

async fn a_mapping_is_made_read_listed_changed_and_deleted(app: &TestServer) {
    let user = app.as_role("accountant");
    let made = user.post(MAPPINGS, &sheet("For the bank")).key("k").await;
    let view = made.expect(201).json();
    assert_eq!((&view["sections"][1]["parentKey"], &view["sections"][1]["codes"]), (&json!("have"), &json!(["1100"])));
    assert_eq!(user.post(MAPPINGS, &sheet("For the bank")).key("k").await.expect(201).json(), view);
    user.post(MAPPINGS, &sheet("For the bank")).await.expect(409).code("code_taken").pointer("/name");
    let path = format!("{MAPPINGS}/{}", made.id());
    assert_eq!(app.as_role("auditor").get(&path).await.expect(200).json(), view);
    app.as_role("auditor").post(MAPPINGS, &sheet("x")).await.expect(403);
    app.as_foreign("admin").get(&path).await.expect(404);
    let result =
        json!({"name": "Any", "kind": "profitAndLoss", "sections": [{"key": "a", "title": "A", "side": "credit"}]});
    user.post(MAPPINGS, &result).await.expect(201);
    let listed = user.get(MAPPINGS).await.data();
    assert_eq!((listed.len(), &listed[0]["name"]), (2, &json!("Any")));
    assert_eq!(all_pages(&user, MAPPINGS, 1).await, listed);
    assert_eq!(user.get(&format!("{MAPPINGS}?kind=balanceSheet&q=BANK")).await.data().len(), 1);
    user.put(&path, &json!({"name": "Bank"})).header("if-match", "\"1\"").await.expect(204);
    user.put(&path, &json!({"name": "Bank 2"})).header("if-match", "\"1\"").await.expect(412);
    assert_eq!(
        user.put(&path, &json!({"sections": sections()})).await.expect(204).etag(),
        "\"2\"",
        "the same changes nothing"
    );
    let unmapped = user.get(&format!("{path}/unmapped")).await.expect(200).data();
    assert!(unmapped.iter().any(|account| account["code"] == "1000"), "{unmapped:?}");
    assert!(unmapped.iter().all(|account| account["code"] != "1100" && account["type"] != "revenue"), "{unmapped:?}");
    user.delete(&path).header("if-match", "\"2\"").await.expect(204);
    user.get(&path).await.expect(404);
    user.get(&format!("{path}/unmapped")).await.expect(404);
    let kinds: Vec<Value> = app
        .as_role("admin")
        .get("/events?limit=200")
        .await
        .data()
        .into_iter()
        .rev()
        .take(3)
        .map(|event| event["type"].clone())
        .collect();
    assert_eq!(kinds, ["statementMapping.deleted", "statementMapping.updated", "statementMapping.created"]);
}

async fn an_account_that_two_sections_claim_is_refused_and_both_are_named(app: &TestServer) {
    let user = app.as_role("accountant");
    let before = app.heads().await;
    let twice = json!([
        {"key": "cash", "title": "Cash", "side": "debit", "codes": ["1000"]},
        {"key": "other", "title": "Other", "side": "debit", "codes": ["1000"]},
    ]);
    let body = json!({"name": "Twice", "kind": "balanceSheet", "sections": twice});
    let refused = user.post(MAPPINGS, &body).await;
    refused.expect(422).code("account_claimed_twice").pointer("/sections/1/codes/0").says("sections cash and other");
    for (wrong, place) in [
        (json!({"key": "unmapped", "title": "x", "side": "debit"}), "/sections/0/key"),
        (json!({"key": "a", "title": "x", "side": "debit", "parentKey": "b"}), "/sections/0/parentKey"),
        (json!({"key": "a", "title": "x", "side": "debit", "types": ["revenue"]}), "/sections/0/types/0"),
        (
            json!({"key": "a", "title": "x", "side": "debit", "codeRanges": [{"from": "2", "to": "1"}]}),
            "/sections/0/codeRanges/0",
        ),
        (json!({"key": "a", "title": "x", "side": "debit", "activity": "operating"}), "/sections/0/activity"),
    ] {
        let body = json!({"name": "Wrong", "kind": "balanceSheet", "sections": [wrong]});
        user.post(MAPPINGS, &body).await.expect(422).code("section_invalid").pointer(place);
    }
    user.post(MAPPINGS, &json!({"name": "None", "kind": "balanceSheet", "sections": []})).await.expect(400);
    user.post(MAPPINGS, &json!({"name": "Cash", "kind": "cash", "sections": sections()})).await.expect(400);
    assert_eq!(app.heads().await, before, "nothing is written");
}

async fn a_mapped_balance_sheet_has_every_account_and_the_totals_of_the_other_one(app: &TestServer) {
    let user = app.as_role("accountant");
    user.post_entry(&app.sale("139.12").on("2010-12-01")).await;
    let id = user.post(MAPPINGS, &sheet("For the bank")).await.expect(201).id();
    let plain = report(app, "balance-sheet?asOf=2010-12-31").await;
    let mapped = report(app, &format!("balance-sheet?asOf=2010-12-31&mapping={id}&compareWith=previousYear")).await;
    assert_eq!((&plain["mappingId"], &plain["unmapped"]), (&Value::Null, &json!([])));
    assert_eq!((&mapped["mappingId"], &mapped["isBalanced"]), (&json!(id), &json!(true)));
    for total in ["assets", "liabilities", "equity", "difference"] {
        assert_eq!(mapped["totals"][total][0], plain["totals"][total][0], "{total}");
    }
    let found = amounts(&mapped);
    let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["own", "unmapped"], "what has nothing is left out");
    assert_eq!(found[0].1, "139.12", "the result of the year is ours");
    let unmapped = user.get(&format!("{MAPPINGS}/{id}/unmapped")).await.data();
    assert_eq!(mapped["unmapped"].as_array(), Some(&unmapped));
    let path = format!("{REPORTS}/balance-sheet?asOf=2010-12-31&mapping={id}");
    let page = user.get(&format!("{path}&format=print")).await.expect(200).text();
    assert!(
        page.contains("For the bank") && !page.contains("<b>Owed") && page.contains("Not in any section"),
        "{page}"
    );
    let csv = user.get(&format!("{path}&format=csv")).await.expect(200).text();
    assert!(csv.contains("What is ours,,139.12"), "{csv}");
    user.get(&format!("{path}&format=xlsx")).await.expect(200);
}

async fn a_mapped_profit_and_loss_has_columns_and_the_result_of_the_other_one(app: &TestServer) {
    let user = app.as_role("accountant");
    user.post_entry(&app.sale("139.12").on("2010-12-01")).await;
    let sections = json!([{"key": "turnover", "title": "Turnover", "side": "credit", "codeRanges": [{"from": "4000", "to": "4999"}]}]);
    let body = json!({"name": "Short", "kind": "profitAndLoss", "sections": sections});
    let id = user.post(MAPPINGS, &body).await.expect(201).id();
    let days = "profit-and-loss?dateFrom=2010-12-01&dateTo=2010-12-31";
    for more in ["", "&columnsBy=currency", "&compareWith=previousPeriod,previousYear"] {
        let (plain, mapped) =
            (report(app, &format!("{days}{more}")).await, report(app, &format!("{days}{more}&mapping={id}")).await);
        assert_eq!((&mapped["totals"], &mapped["columns"]), (&plain["totals"], &plain["columns"]));
        assert_eq!(amounts(&mapped)[0], ("turnover".to_owned(), "139.12".to_owned()));
    }
    for (question, code) in
        [(format!("{days}&mapping=map_x"), "unknown_reference"), (format!("balance-sheet?mapping={id}"), "wrong_kind")]
    {
        let answer = user.get(&format!("{REPORTS}/{question}")).await;
        assert_eq!(answer.expect(400).json()["errors"][0]["code"], json!(code));
    }
}

async fn a_mapped_cash_flow_has_lines_of_three_activities_and_what_no_section_names_beside(app: &TestServer) {
    let user = app.as_role("accountant");
    let cash = format!("/accounting/accounts/{}", app.books.accounts["1000"]);
    user.put(&cash, &json!({"subtype": "cash"})).await.expect(204);
    for (code, of_type) in [("1400", "asset"), ("2100", "liability")] {
        user.post("/accounting/accounts", &json!({"code": code, "name": code, "type": of_type})).await.expect(201);
    }
    for (debit, credit, amount) in
        [("1000", "4000", "139.12"), ("1000", "3000", "500.00"), ("1300", "1000", "30.00"), ("1400", "2100", "7.00")]
    {
        user.post_entry(&app.sale(amount).lines(&[(debit, amount, ""), (credit, "", amount)])).await;
    }
    let wanting = json!([{"key": "a", "title": "A", "side": "credit"}]);
    let refused = user.post(MAPPINGS, &json!({"name": "Cash", "kind": "cashFlow", "sections": wanting})).await;
    refused
        .expect(422)
        .code("section_invalid")
        .pointer("/sections/0/activity")
        .says("operating, investing or financing");
    let sections = json!([
        {"key": "business", "title": "Business", "side": "credit", "activity": "operating", "hasResults": true},
        {"key": "owing", "title": "What we owe", "side": "credit", "parentKey": "business", "types": ["liability"]},
        {"key": "bought", "title": "Bought", "side": "debit", "activity": "investing", "codes": ["1300"]},
        {"key": "owners", "title": "From owners", "side": "credit", "activity": "financing", "types": ["equity"]},
    ]);
    let made = user.post(MAPPINGS, &json!({"name": "Our cash", "kind": "cashFlow", "sections": sections})).await;
    let (id, view) = (made.expect(201).id(), made.json());
    assert_eq!(
        (&view["sections"][0]["activity"], &view["sections"][1]["activity"]),
        (&json!("operating"), &Value::Null)
    );
    let question = "cash-flow?dateFrom=2010-01-01&dateTo=2010-12-31";
    let plain = report(app, question).await;
    let mapped = report(app, &format!("{question}&mapping={id}")).await;
    let totals = |report: &Value| {
        ["operating", "investing", "financing", "unmapped", "change"]
            .map(|name| report["totals"][name][0].as_str().unwrap().to_owned())
    };
    assert_eq!(totals(&plain), ["109.12", "0.00", "500.00", "0.00", "609.12"]);
    assert_eq!(totals(&mapped), ["146.12", "-30.00", "500.00", "-7.00", "609.12"]);
    let of = |name: &str, amount: &str| (name.to_owned(), amount.to_owned());
    assert_eq!(
        amounts(&mapped),
        [
            of("business", "146.12"),
            of("owing", "7.00"),
            of("bought", "30.00"),
            of("owners", "500.00"),
            of("unmapped", "-7.00")
        ]
    );
    assert_eq!((&mapped["mappingId"], &plain["mappingId"]), (&json!(id), &Value::Null));
    let unmapped = user.get(&format!("{MAPPINGS}/{id}/unmapped")).await.data();
    assert_eq!(mapped["unmapped"].as_array(), Some(&unmapped));
    let codes: Vec<&str> = unmapped.iter().map(|account| account["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["1100", "1200", "1400"], "cash is what is explained, and the result is one line");
    let seq = app.head(&app.books).await.unwrap().seq;
    user.delete(&format!("{MAPPINGS}/{id}")).await.expect(204);
    let then = report(app, &format!("{question}&mapping={id}&knownAt=seq:{seq}")).await;
    assert_eq!((&then["data"], &then["totals"]), (&mapped["data"], &mapped["totals"]));
    let gone = user.get(&format!("{REPORTS}/{question}&mapping={id}")).await;
    assert_eq!(gone.expect(400).json()["errors"][0]["code"], "unknown_reference");
}

async fn a_mapped_report_of_what_was_known_stays_when_the_mapping_goes(app: &TestServer) {
    let user = app.as_role("accountant");
    user.post_entry(&app.sale("139.12").on("2010-12-01")).await;
    let id = user.post(MAPPINGS, &sheet("For the bank")).await.expect(201).id();
    let seq = app.head(&app.books).await.unwrap().seq;
    let question = format!("{REPORTS}/balance-sheet?asOf=2010-12-31&mapping={id}");
    let then = user.get(&question).await.expect(200).text();
    let path = format!("{MAPPINGS}/{id}");
    user.put(&path, &json!({"name": "Anew", "sections": [{"key": "a", "title": "A", "side": "debit"}]}))
        .await
        .expect(204);
    user.post_entry(&app.sale("1.00").on("2010-12-01")).await;
    assert_ne!(user.get(&question).await.expect(200).text(), then);
    user.delete(&path).await.expect(204);
    user.get(&question).await.expect(400);
    assert_eq!(user.get(&format!("{question}&knownAt=seq:{seq}")).await.expect(200).text(), then);
    user.get(&format!("{question}&knownAt=seq:{}", seq - 1)).await.expect(400);
}
