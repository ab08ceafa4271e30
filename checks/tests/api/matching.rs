//! Open items: matched in whole and in part, written off, undone, aged, and fought over.

use checks::{Caller, TestServer, on_both};
use domain::commands::periods::close::ClosePeriod;
use domain::value::Sought;
use serde_json::{Value, json};

const MATCHES: &str = "/accounting/matches";

/// The open amounts of an account by entry id.
async fn open(caller: &Caller, query: &str) -> Vec<(String, String)> {
    let items = caller.get(&format!("/accounting/open-items?{query}")).await.data();
    let text = |item: &Value, field: &str| item[field].as_str().unwrap().to_owned();
    items.iter().map(|item| (text(item, "entryId"), text(item, "openAmount"))).collect()
}

async fn unmatch(caller: &Caller, id: &str) -> checks::Answer {
    caller.post(&format!("{MATCHES}/{id}/unmatch"), &json!({"reason": "it paid another one"})).await
}

async fn tolerate(app: &TestServer, amount: &str) {
    app.as_role("admin").put("/organization", &json!({"writeOffTolerance": amount})).await.expect(204);
}

on_both![
    undoing_a_match_leaves_the_aged_list_of_a_closed_month_as_it_was,
    an_invoice_is_matched_with_its_payments_and_what_is_left_is_open,
    the_ages_of_what_is_open_come_to_the_balance_on_every_day,
    foreign_items_tie_through_revaluation_payment_match_and_unmatch,
    a_small_difference_is_written_off_and_its_entry_goes_with_the_match_alone,
    of_two_matches_of_one_line_at_once_one_wins_and_the_other_is_told_what_is_open,
    what_cannot_be_matched_is_refused_at_its_place_and_writes_nothing,
    a_line_shows_what_is_open_of_it_and_the_matches_that_settle_it,
    open_items_by_age_are_of_one_party_where_that_is_asked_and_add_up_in_every_form,
    an_account_keeps_open_items_as_long_as_a_match_of_them_stands,
];

async fn an_invoice_is_matched_with_its_payments_and_what_is_left_is_open(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let journal = &app.books.journal;
    let invoice = accountant.receivable(journal, "A", "2010-12-01", "100.00").await;
    let first = accountant.receivable(journal, "A", "2010-12-09", "-60.00").await;
    let second = accountant.receivable(journal, "A", "2010-12-10", "-50.00").await;
    let answer = accountant.matching(&[&invoice, &first]).await;
    let made = answer.expect(201).json();
    let id = made["id"].as_str().unwrap();
    assert_eq!(answer.header("location"), format!("{}/api/v1{MATCHES}/{id}", app.url));
    assert_eq!(
        made,
        accountant.get(&format!("{MATCHES}/{id}")).await.expect(200).json(),
        "it is answered as it is read"
    );
    for (field, value) in [
        ("amount", json!("60.00")),
        ("date", json!("2010-12-09")),
        ("status", json!("active")),
        ("currency", json!("GBP")),
        ("source", json!("manual")),
        ("writeOffEntryId", json!(null)),
        ("fxEntryId", json!(null)),
        ("version", json!(1)),
    ] {
        assert_eq!(made[field], value, "{field}");
    }
    assert_eq!(made["lines"][0]["debit"], "60.00");
    assert_eq!(made["lines"][1]["credit"], "60.00");
    assert_eq!(
        open(&accountant, "accountCode=1100").await,
        [(invoice.clone(), "40.00".to_owned()), (second.clone(), "50.00".to_owned())]
    );
    assert_eq!(
        open(&accountant, "controlFor=receivable&asOf=2010-12-08").await,
        [(invoice.clone(), "100.00".to_owned())]
    );

    let event = accountant.get("/events?limit=200").await.data().pop().unwrap();
    assert_eq!((&event["type"], &event["subject"]), (&json!("match.created"), &made["id"]));
    assert_eq!(event["data"]["matchIds"], json!([made["id"]]));
    let listed = accountant.get(&format!("{MATCHES}?entryId={invoice}&status=active")).await.data();
    assert_eq!(listed, std::slice::from_ref(&made));

    accountant.matching(&[&second, &invoice]).await.expect(201);
    assert_eq!(open(&accountant, "accountCode=1100").await, [(second.clone(), "10.00".to_owned())], "on account");
    accountant.matching(&[&invoice, &second]).await.expect(409).code("line_not_open");
    let undone = unmatch(&accountant, id).await;
    undone.expect(204);
    assert_eq!(undone.etag(), "\"2\"");
    unmatch(&accountant, id).await.expect(409).code("match_not_active");
    let shown = accountant.get(&format!("{MATCHES}/{id}")).await.json();
    assert_eq!((&shown["status"], &shown["undoReason"]), (&json!("undone"), &json!("it paid another one")));
    assert_eq!(open(&accountant, "accountCode=1100").await.len(), 3);
}

async fn the_ages_of_what_is_open_come_to_the_balance_on_every_day(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let journal = &app.books.journal;
    let old = accountant.receivable(journal, "A", "2010-09-01", "100.00").await;
    accountant.receivable(journal, "B", "2010-12-20", "7.00").await;
    let paid = accountant.receivable(journal, "A", "2010-12-01", "-30.00").await;
    let report = async |query: &str| {
        let report = accountant.get(&format!("/accounting/reports/aged-open-items?{query}")).await.expect(200).json();
        for totals in [&report["totals"], &report["currencies"][0]] {
            assert_eq!(totals["difference"], "0.00", "{report}");
        }
        let rows = report["data"].as_array().unwrap().iter();
        let rows: Vec<(Value, Value)> =
            rows.map(|row| (row["partyName"].clone(), row["baseAmounts"].clone())).collect();
        (rows, report["totals"]["total"].clone())
    };
    let a = |amounts: [&str; 5]| (json!("A"), json!(amounts));
    let b = (json!("B"), json!(["0.00", "7.00", "0.00", "0.00", "0.00"]));
    let (rows, total) = report("accountCode=1100&asOf=2010-12-31").await;
    assert_eq!(rows, [a(["0.00", "-30.00", "0.00", "0.00", "100.00"]), b.clone()]);
    assert_eq!(total, "77.00");
    accountant.matching(&[&old, &paid]).await.expect(201);
    let (rows, _) = report("controlFor=receivable&asOf=2010-12-31").await;
    assert_eq!(rows, [a(["0.00", "0.00", "0.00", "0.00", "70.00"]), b]);
    let (rows, total) = report("controlFor=receivable&asOf=2010-11-30").await;
    assert_eq!(
        (rows, total),
        (vec![a(["0.00", "0.00", "0.00", "100.00", "0.00"])], json!("100.00")),
        "not paid by then"
    );
    let own =
        accountant.get("/accounting/reports/aged-open-items?accountCode=1100&asOf=2010-12-31&buckets=7").await.json();
    assert_eq!(own["buckets"], json!(["current", "1-7", "8+"]));
    for query in [
        "",
        "accountCode=1000",
        "accountCode=1100&controlFor=receivable",
        "controlFor=bank",
        "accountCode=9",
        "accountCode=1100&buckets=9,8",
    ] {
        accountant
            .get(&format!("/accounting/reports/aged-open-items?{query}"))
            .await
            .expect(400)
            .code("validation_failed");
    }
}

async fn undoing_a_match_leaves_the_aged_list_of_a_closed_month_as_it_was(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let journal = &app.books.journal;
    let invoice = accountant.receivable(journal, "A", "2010-01-10", "300.00").await;
    let paid = accountant.receivable(journal, "A", "2010-03-20", "-200.00").await;
    let made = accountant.matching(&[&invoice, &paid]).await.expect(201).id();
    for period in &app.books.periods[..3] {
        app.submit(ClosePeriod { period: Sought::of(period), reason: None, force: false, if_match: None }).await;
    }
    let aged = async |day: &str| {
        let path = format!("/accounting/reports/aged-open-items?controlFor=receivable&asOf={day}");
        accountant.get(&path).await.expect(200).json()["data"][0]["baseAmounts"].clone()
    };
    // 80 days after 10 January.
    let march = json!(["0.00", "0.00", "0.00", "100.00", "0.00"]);
    assert_eq!(aged("2010-03-31").await, march);
    unmatch(&accountant, &made).await.expect(204);
    assert_eq!(aged("2010-03-31").await, march, "what was reported stays");
    assert_eq!(aged("2010-04-01").await, json!(["0.00", "-200.00", "0.00", "300.00", "0.00"]));
    let undone = accountant.get(&format!("{MATCHES}/{made}")).await.json();
    assert_eq!(undone["undoneOn"], "2010-04-01");
}

async fn foreign_items_tie_through_revaluation_payment_match_and_unmatch(app: &TestServer) {
    let user = app.as_role("accountant");
    let gains = json!({"code": "7000", "name": "Exchange differences", "type": "expense", "subtype": "fxGainLoss"});
    user.post("/accounting/accounts", &gains).await.expect(201);
    for (told, day) in [("0.80", "2010-01-10"), ("0.90", "2010-01-31"), ("0.85", "2010-02-10")] {
        let rate = json!({"fromCurrency": "EUR", "toCurrency": "GBP", "rate": told, "validFrom": day});
        user.post("/accounting/exchange-rates", &rate).await.expect(201);
    }
    let foreign = async |day: &str, side: &str, other: &str, amount: &str| {
        let lines = json!([
            {"accountCode": "1100", "partyName": "Dupont", side: amount}, {"accountCode": "1000", other: amount}
        ]);
        let body =
            json!({"date": day, "journalId": app.books.journal, "status": "posted", "currency": "EUR", "lines": lines});
        user.post("/accounting/journal-entries", &body).await.expect(201).id()
    };
    let invoice = foreign("2010-01-10", "debit", "credit", "100.00").await;
    user.post("/accounting/revaluations", &json!({"date": "2010-01-31"})).await.expect(201);
    let payment = foreign("2010-02-10", "credit", "debit", "60.00").await;
    let tied = async |as_of: &str| {
        let report = user
            .get(&format!("/accounting/reports/aged-open-items?accountCode=1100&asOf={as_of}"))
            .await
            .expect(200)
            .json();
        assert_eq!(report["totals"]["difference"], "0.00", "{report}");
        report["totals"]["total"].as_str().unwrap().to_owned()
    };
    assert_eq!(tied("2010-01-31").await, "90.00", "at the closing rate");
    assert_eq!(tied("2010-02-01").await, "80.00", "as it was invoiced");
    let made = user.matching(&[&invoice, &payment]).await.expect(201).json();
    let gain = user.entry(made["fxEntryId"].as_str().unwrap()).await;
    assert_eq!(
        (&gain["entryType"], &gain["totalDebit"]),
        (&json!("fxRealised"), &json!("3.00")),
        "60 at 0.85 less 0.80"
    );
    assert_eq!(tied("2010-02-10").await, "32.00", "40 euros at 0.80");
    let blocked = user.void(&invoice).await;
    blocked.expect(409).code("entry_has_matched_lines");
    unmatch(&user, made["id"].as_str().unwrap()).await.expect(204);
    assert_eq!(tied("2010-02-10").await, "29.00", "80 less 51");
    user.void(&invoice).await.expect(204);
    assert_eq!(tied("2010-02-10").await, "-51.00");
}

async fn a_small_difference_is_written_off_and_its_entry_goes_with_the_match_alone(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let journal = &app.books.journal;
    let invoice = accountant.receivable(journal, "A", "2010-12-01", "100.00").await;
    let payment = accountant.receivable(journal, "A", "2010-12-09", "-99.50").await;
    let lines = json!([{"entryId": invoice, "lineNumber": 1}, {"entryId": payment, "lineNumber": 1}]);
    let body = json!({"lines": lines, "writeOff": {"accountCode": "5000", "description": "Bank charges"}});
    let refused = accountant.post(MATCHES, &body).await;
    refused.expect(422).code("write_off_exceeds_tolerance");
    assert_eq!(refused.json()["context"]["tolerance"], "0.00");
    tolerate(app, "0.50").await;
    let made = accountant.post(MATCHES, &body).await.expect(201).json();
    let entry = made["writeOffEntryId"].as_str().unwrap();
    let shown = accountant.entry(entry).await;
    assert_eq!(
        (&shown["ownerType"], &shown["ownerId"], &shown["description"]),
        (&json!("match"), &made["id"], &json!("Bank charges"))
    );
    assert_eq!(open(&accountant, "accountCode=1100").await, []);
    let direct = accountant.void(entry).await;
    direct.expect(409).code("entry_owned_by_source");
    let held = accountant.void(&invoice).await;
    held.expect(409).code("entry_has_matched_lines");
    let way = &held.json()["resolutions"][0];
    assert_eq!(way["rel"], "unmatch");
    assert!(
        way["href"].as_str().unwrap().ends_with(&format!("{MATCHES}/{}/unmatch", made["id"].as_str().unwrap())),
        "{way}"
    );
    unmatch(&accountant, made["id"].as_str().unwrap()).await.expect(204);
    assert_eq!(accountant.entry(entry).await["status"], "voided");
    accountant.void(&invoice).await.expect(204);
    assert_eq!(
        open(&accountant, "accountCode=1100").await,
        [(payment.clone(), "99.50".to_owned())],
        "the void matched its halves"
    );
    let own = accountant.get(&format!("{MATCHES}?entryId={invoice}&source=void")).await.data();
    unmatch(&accountant, own[0]["id"].as_str().unwrap()).await.expect(409).code("match_system_generated");
}

async fn of_two_matches_of_one_line_at_once_one_wins_and_the_other_is_told_what_is_open(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let journal = &app.books.journal;
    let invoice = accountant.receivable(journal, "A", "2010-12-01", "10.00").await;
    let one = accountant.receivable(journal, "A", "2010-12-02", "-10.00").await;
    let other = accountant.receivable(journal, "A", "2010-12-02", "-10.00").await;
    let (first, second) = ([invoice.as_str(), &one], [invoice.as_str(), &other]);
    let (first, second) =
        tokio::join!(async { accountant.matching(&first).await }, async { accountant.matching(&second).await });
    let (won, lost) = if first.status == 201 { (first, second) } else { (second, first) };
    won.expect(201);
    lost.expect(409).code("line_not_open");
    assert_eq!(lost.json()["context"]["openAmount"], "0.00");
}

async fn what_cannot_be_matched_is_refused_at_its_place_and_writes_nothing(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let journal = &app.books.journal;
    let invoice = accountant.receivable(journal, "A", "2010-12-01", "10.00").await;
    let payment = accountant.receivable(journal, "A", "2010-12-02", "-10.00").await;
    let other = accountant.receivable(journal, "B", "2010-12-02", "-10.00").await;
    let line = |entry: &str| json!({"entryId": entry, "lineNumber": 1});
    let with = |entry: &str, amount: Value| json!({"entryId": entry, "lineNumber": 1, "amount": amount});
    let before = app.heads().await;
    for (body, status, code, pointer) in [
        (json!({"lines": [line(&invoice), line(&other)]}), 422, "lines_not_matchable", "/lines/1"),
        (json!({"lines": [line(&invoice), line(&invoice)]}), 422, "lines_not_matchable", "/lines/1"),
        (json!({"lines": [line(&invoice)]}), 422, "lines_not_matchable", "/lines"),
        (json!({"lines": [line("je_x"), line(&invoice)]}), 422, "unknown_reference", "/lines/0/entryId"),
        (
            json!({"lines": [with(&invoice, json!("10.01")), line(&payment)]}),
            409,
            "amount_exceeds_open",
            "/lines/0/amount",
        ),
        (json!({"lines": [with(&invoice, json!("0")), line(&payment)]}), 422, "amount_out_of_range", "/lines/0/amount"),
        (
            json!({"lines": [with(&invoice, json!("1.001")), line(&payment)]}),
            422,
            "amount_precision",
            "/lines/0/amount",
        ),
        (json!({"lines": [with(&invoice, json!("-1")), line(&payment)]}), 400, "validation_failed", "/lines/0/amount"),
        (json!({"lines": [with(&invoice, json!("5")), with(&payment, json!("4"))]}), 422, "match_unbalanced", "/lines"),
        (json!({"lines": []}), 400, "validation_failed", "/lines"),
        (json!({"lines": vec![line(&invoice); 1_001]}), 400, "validation_failed", "/lines"),
        (json!({"lines": [line(&invoice), line(&payment)], "date": "2010-12-01"}), 422, "date_before_entry", "/date"),
        (
            json!({"lines": [line(&invoice), line(&payment)], "writeOff": {}}),
            400,
            "validation_failed",
            "/writeOff/accountCode",
        ),
        (
            json!({"lines": [line(&invoice), line(&payment)], "writeOff": {"accountCode": "5000"}}),
            422,
            "lines_not_matchable",
            "/writeOff",
        ),
    ] {
        let answer = accountant.post(MATCHES, &body).await;
        answer.expect(status).code(code);
        assert_eq!(answer.json()["errors"][0]["pointer"], pointer, "{}", answer.text());
    }
    assert_eq!(app.heads().await, before);
    app.as_role("clerk").matching(&[&invoice, &payment]).await.expect(403).code("forbidden");
    let preview = accountant
        .ask(reqwest::Method::POST, &format!("{MATCHES}?dryRun=true"))
        .text(&json!({"lines": [line(&invoice), line(&payment)]}).to_string())
        .await
        .expect(200)
        .json();
    assert_eq!(preview["wouldReturn"]["amount"], "10.00");
    assert_eq!(app.heads().await, before);
}

async fn a_line_shows_what_is_open_of_it_and_the_matches_that_settle_it(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let journal = &app.books.journal;
    let invoice = accountant.receivable(journal, "A", "2010-12-01", "100.00").await;
    let payments = [
        accountant.receivable(journal, "A", "2010-12-02", "-30.00").await,
        accountant.receivable(journal, "A", "2010-12-03", "-20.00").await,
    ];
    let line = async |id: &str, number: usize| accountant.entry(id).await["lines"][number].clone();
    let open = async |id: &str| {
        let line = line(id, 0).await;
        (line["openAmount"].clone(), line["matchIds"].clone())
    };
    assert_eq!(open(&invoice).await, (json!("100.00"), json!([])));
    assert_eq!(line(&invoice, 1).await["openAmount"], Value::Null, "cash keeps no open items");
    let first = accountant.matching(&[&invoice, &payments[0]]).await.expect(201).id();
    let second = accountant.matching(&[&invoice, &payments[1]]).await.expect(201).id();
    assert_eq!(open(&invoice).await, (json!("50.00"), json!([first, second])));
    assert_eq!(open(&payments[0]).await, (json!("0.00"), json!([first])));
    let statement =
        accountant.get(&format!("/accounting/accounts/{}/statement", app.books.accounts["1100"])).await.data();
    let shown: Vec<&Value> = statement.iter().map(|row| &row["openAmount"]).collect();
    assert_eq!(shown, ["50.00", "0.00", "0.00"]);
    assert_eq!(statement[0]["matchIds"], json!([first, second]));
    unmatch(&accountant, &first).await.expect(204);
    assert_eq!(open(&invoice).await, (json!("80.00"), json!([second])));
    // The answer of a write has the rows it wrote: the same for ever, whatever was matched since.
    let body = app.sale("1.00").lines(&[("2000", "", "1.00"), ("1000", "1.00", "")]).json();
    let mut body = body;
    body["lines"][0]["partyName"] = json!("Supplier");
    let made = accountant.post("/accounting/journal-entries", &body).key("told").await;
    assert_eq!(made.expect(201).json()["lines"][0]["openAmount"], Value::Null);
    assert_eq!(open(&made.id()).await.0, "1.00");
    let again = accountant.post("/accounting/journal-entries", &body).key("told").await;
    assert_eq!(again.expect(201).bytes, made.bytes);
    let draft = accountant.post_entry(&app.sale("1.00").draft()).await;
    assert_eq!(open(&draft).await, (Value::Null, Value::Null));
}

async fn open_items_by_age_are_of_one_party_where_that_is_asked_and_add_up_in_every_form(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let journal = &app.books.journal;
    accountant.receivable(journal, "A", "2010-12-01", "100.00").await;
    accountant.receivable(journal, "A", "2010-09-01", "11.00").await;
    accountant.receivable(journal, "=B", "2010-12-31", "7.00").await;
    let aged = "/accounting/reports/aged-open-items?controlFor=receivable&asOf=2010-12-31";
    let all = accountant.get(aged).await.expect(200).json();
    assert_eq!(
        (all["data"].as_array().unwrap().len(), &all["totals"]["total"], &all["totals"]["difference"]),
        (2, &json!("118.00"), &json!("0.00"))
    );
    let party = all["data"].as_array().unwrap().iter().find(|row| row["partyName"] == "A").unwrap()["partyId"].clone();
    let party = party.as_str().unwrap();
    let own = accountant.get(&format!("{aged}&partyId={party}")).await.expect(200).json();
    assert_eq!(own["data"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&own["totals"]["total"], &own["totals"]["balance"], &own["totals"]["difference"]),
        (&json!("111.00"), &Value::Null, &Value::Null)
    );
    assert_eq!(own["currencies"][0]["amounts"], json!(["0.00", "100.00", "0.00", "0.00", "11.00"]));
    accountant.get(&format!("{aged}&partyId=pty_x")).await.expect(400).pointer("partyId").says("does not exist here");
    let csv = accountant.get(&format!("{aged}&format=csv")).await;
    let rows: Vec<String> = csv.expect(200).text().lines().map(str::to_owned).collect();
    assert!(
        rows[0].ends_with("row,Party,Currency,Open in currency,Not due,1-30 days,31-60 days,61-90 days,91+ days,Total"),
        "{rows:?}"
    );
    assert_eq!(
        rows[1..],
        [
            "line,'=B,GBP,7.00,7.00,0.00,0.00,0.00,0.00,7.00",
            "line,A,GBP,111.00,0.00,100.00,0.00,0.00,11.00,111.00",
            "total,Total,,,7.00,100.00,0.00,0.00,11.00,118.00"
        ]
    );
    let items = accountant.get(&format!("/accounting/open-items?accountCode=1100&partyId={party}&format=csv")).await;
    let shown: Vec<(String, String)> = csv::Reader::from_reader(items.expect(200).bytes.as_slice())
        .deserialize::<std::collections::BTreeMap<String, String>>()
        .map(|row| row.map(|row| (row["Due"].clone(), row["Open"].clone())).unwrap())
        .collect();
    let of = |due: &str, open: &str| (due.to_owned(), open.to_owned());
    assert_eq!(shown, [of("2010-09-01", "11.00"), of("2010-12-01", "100.00"), of("", "111.00")]);
    accountant.get("/accounting/open-items?accountCode=1100&format=csv&cursor=AQ").await.expect(400).pointer("cursor");
}

async fn an_account_keeps_open_items_as_long_as_a_match_of_them_stands(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let id = accountant.matched(&app.books.journal).await;
    let account = &app.books.accounts["1100"];
    let path = format!("/accounting/accounts/{account}");
    let held = accountant.put(&path, &json!({"isReconcilable": false})).await;
    held.expect(409).code("account_in_use");
    assert_eq!(held.json()["errors"][0]["pointer"], "/isReconcilable");
    unmatch(&accountant, &id).await.expect(204);
    accountant.put(&path, &json!({"isReconcilable": false})).await.expect(204);
    accountant.get("/accounting/open-items?accountCode=1100").await.expect(400).code("validation_failed");
    accountant.put(&path, &json!({"isReconcilable": true})).await.expect(204);
    assert_eq!(open(&accountant, "accountCode=1100").await.len(), 2);
}
