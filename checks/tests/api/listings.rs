//! The listing reports: general ledger, journal, voids and reversals, numbers, late entries, audit trail.

use std::collections::BTreeMap;

use checks::{TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;

const LEDGER: &str = "/accounting/reports/general-ledger";
const JOURNAL: &str = "/accounting/reports/journal";
const YEAR: &str = "dateFrom=2010-01-01&dateTo=2010-12-31";

fn minor(value: &Value) -> i128 {
    let text = value.as_str().unwrap_or_else(|| panic!("no amount: {value}"));
    text.replace('.', "").parse().unwrap()
}

/// Sales and expenses in both journals on several days, of which some are taken back; the ids of the entries.
pub async fn history(app: &TestServer) -> Vec<String> {
    let user = app.as_role("accountant");
    let mut ids = Vec::new();
    for number in 0..12_usize {
        let day = ["2010-03-15", "2010-01-31", "2010-12-31", "2010-06-15"][number % 4];
        let journal = if number % 3 == 0 { &app.books.sales } else { &app.books.journal };
        let amount = format!("{}.{:02}", 3 + number * 7, number);
        let (debit, credit) = if number % 5 == 4 { ("5000", "1000") } else { ("1000", "4000") };
        let lines = [(debit, amount.as_str(), ""), (credit, "", amount.as_str())];
        let entry = app.sale(&amount).on(day).with("journalId", journal.clone()).lines(&lines);
        ids.push(user.post_entry(&entry).await);
    }
    user.void(&ids[2]).await.expect(204);
    user.void(&ids[7]).await.expect(204);
    let reversal = json!({"date": "2010-12-31", "reason": "accrual of the year before"});
    user.post(&format!("/accounting/journal-entries/{}/reverse", ids[3]), &reversal).await.expect(201);
    ids
}

async fn report(app: &TestServer, path: &str) -> Value {
    app.as_role("auditor").get(path).await.expect(200).json()
}

async fn text(app: &TestServer, path: &str) -> String {
    app.as_role("auditor").get(path).await.expect(200).text()
}

on_both![
    the_general_ledger_runs_from_openings_to_closings_that_are_those_of_the_trial_balance,
    a_journal_finds_the_few_entries_of_its_days_among_many_others,
    both_halves_of_a_void_pair_are_always_there_and_marked,
    a_ledger_is_of_the_accounts_that_were_asked_for,
    pages_are_of_the_report_that_the_first_one_began,
    the_journal_has_every_entry_in_order_and_carries_its_sums,
    what_was_taken_back_is_told_with_who_when_and_why,
    every_number_is_looked_at_and_none_is_missing,
    an_entry_is_late_by_its_period_its_soft_close_and_its_days,
    the_audit_trail_is_the_chain_from_its_first_link_to_its_head,
    what_was_known_stays_the_same_to_the_byte_after_voids_and_late_entries,
];

async fn the_general_ledger_runs_from_openings_to_closings_that_are_those_of_the_trial_balance(app: &TestServer) {
    history(app).await;
    let user = app.as_role("auditor");
    for days in [YEAR, "dateFrom=2010-02-01&dateTo=2010-06-30", "dateFrom=2010-12-31&dateTo=2010-12-31"] {
        let balance = report(app, &format!("/accounting/reports/trial-balance?{days}")).await;
        let closings: BTreeMap<String, i128> = balance["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| {
                (row["code"].as_str().unwrap().to_owned(), minor(&row["closingDebit"]) - minor(&row["closingCredit"]))
            })
            .collect();
        let whole = all_pages(&user, &format!("{LEDGER}?{days}"), 200).await;
        let (mut running, mut found) = (0, BTreeMap::new());
        for row in &whole {
            let sign = if row["normalBalance"] == "debit" { 1 } else { -1 };
            let shown = minor(&row["balance"]) * sign;
            match row["row"].as_str().unwrap() {
                "opening" => running = shown,
                "line" => running += minor(&row["baseDebit"]) - minor(&row["baseCredit"]),
                _ => {
                    found.insert(row["code"].as_str().unwrap().to_owned(), shown);
                }
            }
            assert_eq!(shown, running, "{row}");
        }
        assert_eq!(found, closings, "{days}");
        for limit in [1, 3, 7] {
            assert_eq!(all_pages(&user, &format!("{LEDGER}?{days}"), limit).await, whole, "limit {limit}");
        }
    }
}

async fn a_journal_finds_the_few_entries_of_its_days_among_many_others(app: &TestServer) {
    let user = app.as_role("accountant");
    let mut ids = Vec::new();
    for others in [0, 700, 1000] {
        let items: Vec<Value> = (0..others).map(|_| app.sale("1.00").on("2010-05-01").json()).collect();
        if others > 0 {
            user.post("/accounting/journal-entries/batch", &json!({"items": items})).await.expect(200);
        }
        ids.push(user.post_entry(&app.sale("2.00").on("2010-04-30")).await);
    }
    let path = format!("{JOURNAL}?dateFrom=2010-04-01&dateTo=2010-04-30");
    for limit in [1, 2, 5, 200] {
        let rows = all_pages(&user, &path, limit).await;
        let found: Vec<(&str, i64)> =
            rows.iter().map(|row| (row["entryId"].as_str().unwrap(), row["lineNumber"].as_i64().unwrap())).collect();
        let wanted: Vec<(&str, i64)> = ids.iter().flat_map(|id| [(id.as_str(), 1), (id.as_str(), 2)]).collect();
        assert_eq!(found, wanted, "limit {limit}");
    }
    assert!(text(app, &format!("{path}&format=csv")).await.contains("6.00,6.00"), "the whole at once");
    let whole = all_pages(&user, &format!("{JOURNAL}?{YEAR}"), 200).await;
    assert_eq!(whole.len(), 2 * 1703);
}

async fn both_halves_of_a_void_pair_are_always_there_and_marked(app: &TestServer) {
    let ids = history(app).await;
    for path in [LEDGER, JOURNAL] {
        let rows = all_pages(&app.as_role("auditor"), &format!("{path}?{YEAR}"), 200).await;
        let original: Vec<&Value> = rows.iter().filter(|row| row["entryId"] == ids[2]).collect();
        assert!(original.len() == 2 && original.iter().all(|row| row["status"] == "voided"), "{path}: {original:?}");
        let mirrors = rows.iter().filter(|row| row["entryType"] == "void").count();
        assert_eq!(mirrors, 4, "{path}: two lines of each of two mirrors");
    }
}

async fn a_ledger_is_of_the_accounts_that_were_asked_for(app: &TestServer) {
    history(app).await;
    let codes = async |query: &str| {
        let rows = all_pages(&app.as_role("auditor"), &format!("{LEDGER}?{YEAR}&{query}"), 200).await;
        let mut codes: Vec<String> = rows.iter().map(|row| row["code"].as_str().unwrap().to_owned()).collect();
        codes.dedup();
        codes
    };
    assert_eq!(codes("codeFrom=1000&codeTo=4000").await, ["1000", "4000"]);
    assert_eq!(codes("codeTo=1").await, ["1000"], "and those that begin with it");
    assert_eq!(codes("type=expense").await, ["5000"]);
    let account = |code: &str| app.books.accounts[code].to_string();
    assert_eq!(codes(&format!("accountId={}", account("4000"))).await, ["4000"]);
    let several = format!("accountId={},{},{}", account("5000"), account("1000"), account("5000"));
    assert_eq!(codes(&several).await, ["1000", "5000"], "each once, by code");
    assert_eq!(codes(&format!("{several}&codeFrom=4000")).await, ["5000"]);
    let user = app.as_role("auditor");
    for (query, pointer) in [
        ("accountId=nothing", "accountId"),
        (&format!("accountId={},nothing", account("1000")), "accountId"),
        ("dateFrom=2010-12-31&dateTo=2010-01-01", "dateFrom"),
        ("cursor=AQEAAA", "cursor"),
        ("type=money", "type"),
        ("format=pdf", "format"),
        ("knownAt=seq:99999999", "knownAt"),
        ("dimension[planet]=Mars", "dimension[planet]"),
        ("dimension=planet:Mars", "dimension[planet]"),
        ("dimension=Mars", "dimension"),
    ] {
        user.get(&format!("{LEDGER}?{query}")).await.expect(400).code("validation_failed").pointer(pointer);
    }
}

async fn pages_are_of_the_report_that_the_first_one_began(app: &TestServer) {
    let ids = history(app).await;
    let user = app.as_role("auditor");
    for path in [LEDGER, JOURNAL] {
        let before = all_pages(&user, &format!("{path}?{YEAR}"), 200).await;
        let first = user.get(&format!("{path}?{YEAR}&limit=5")).await.expect(200).json();
        let accountant = app.as_role("accountant");
        accountant.post_entry(&app.sale("1000.00").on("2010-01-31")).await;
        let taken_back = if path == LEDGER { &ids[0] } else { &ids[1] };
        accountant.void(taken_back).await.expect(204);
        let mut rows = first["data"].as_array().unwrap().clone();
        let mut next = first["nextCursor"].as_str().map(str::to_owned);
        while let Some(cursor) = next {
            let page = user.get(&format!("{path}?{YEAR}&limit=5&cursor={cursor}")).await.expect(200).json();
            assert_eq!(page["seq"], first["seq"]);
            rows.extend(page["data"].as_array().unwrap().clone());
            next = page["nextCursor"].as_str().map(str::to_owned);
        }
        assert_eq!(rows, before, "{path}");
    }
}

async fn the_journal_has_every_entry_in_order_and_carries_its_sums(app: &TestServer) {
    history(app).await;
    let user = app.as_role("auditor");
    let rows = all_pages(&user, &format!("{JOURNAL}?{YEAR}"), 200).await;
    let mut sequences: Vec<i64> = rows.iter().map(|row| row["sequence"].as_i64().unwrap()).collect();
    sequences.dedup();
    assert_eq!(sequences, (1..=15).collect::<Vec<i64>>(), "no holes");
    let (mut debit, mut credit) = (0, 0);
    for row in &rows {
        debit += minor(&row["baseDebit"]);
        credit += minor(&row["baseCredit"]);
        assert_eq!((minor(&row["carriedDebit"]), minor(&row["carriedCredit"])), (debit, credit));
    }
    let balance = report(app, &format!("/accounting/reports/trial-balance?{YEAR}&includeVoided=true")).await;
    assert_eq!((minor(&balance["totals"]["debit"]), minor(&balance["totals"]["credit"])), (debit, credit));
    let first = user.get(&format!("{JOURNAL}?{YEAR}&limit=5")).await.json();
    let second =
        user.get(&format!("{JOURNAL}?{YEAR}&limit=5&cursor={}", first["nextCursor"].as_str().unwrap())).await.json();
    assert_eq!(second["broughtForwardDebit"], rows[4]["carriedDebit"]);
    for limit in [1, 4] {
        assert_eq!(all_pages(&user, &format!("{JOURNAL}?{YEAR}"), limit).await, rows, "limit {limit}");
    }

    let by_number = all_pages(&user, &format!("{JOURNAL}?{YEAR}&order=number"), 200).await;
    let numbers: Vec<(&str, &str)> =
        by_number.iter().map(|row| (row["journalCode"].as_str().unwrap(), row["number"].as_str().unwrap())).collect();
    assert!(numbers.is_sorted() && numbers.len() == rows.len(), "{numbers:?}");
    let of_sales = all_pages(&user, &format!("{JOURNAL}?{YEAR}&order=number&journalId={}", app.books.sales), 3).await;
    assert!(!of_sales.is_empty() && of_sales.iter().all(|row| row["journalId"] == app.books.sales));
}

async fn what_was_taken_back_is_told_with_who_when_and_why(app: &TestServer) {
    let ids = history(app).await;
    let rows = all_pages(&app.as_role("auditor"), "/accounting/reports/voids", 2).await;
    let told: Vec<(&str, &str)> =
        rows.iter().map(|row| (row["kind"].as_str().unwrap(), row["originalEntryId"].as_str().unwrap())).collect();
    assert_eq!(told, [("void", ids[2].as_str()), ("void", &ids[7]), ("reversal", &ids[3])]);
    assert_eq!(rows[2]["reason"], "accrual of the year before");
    assert!(rows[0]["reason"].is_string() && rows[0]["originalNumber"].is_string());
    assert_eq!(rows[0]["by"].as_str(), Some(app.books.member("accountant").to_string().as_str()));
    // A reversal that is voided stays in the list, marked.
    let reversal = rows[2]["entryId"].as_str().unwrap();
    app.as_role("accountant").void(reversal).await.expect(204);
    let rows = all_pages(&app.as_role("auditor"), "/accounting/reports/voids", 200).await;
    assert_eq!((&rows[2]["status"], &rows[3]["originalEntryId"]), (&json!("voided"), &json!(reversal)));
    let none = report(app, "/accounting/reports/voids?dateFrom=2011-01-01").await;
    assert_eq!(none["data"], json!([]));
}

async fn every_number_is_looked_at_and_none_is_missing(app: &TestServer) {
    history(app).await;
    let told = report(app, "/accounting/reports/number-gaps").await;
    assert_eq!((&told["holds"], &told["entries"], &told["faults"]), (&json!(true), &json!(15), &json!([])));
    let counted: i64 = told["series"]
        .as_array()
        .unwrap()
        .iter()
        .map(|series| {
            assert_eq!(series["count"], series["last"]);
            series["count"].as_i64().unwrap()
        })
        .sum();
    assert_eq!(counted, 15);
}

async fn an_entry_is_late_by_its_period_its_soft_close_and_its_days(app: &TestServer) {
    // The days of the books are long past: every posting now is late for them.
    let user = app.as_role("accountant");
    user.post_entry(&app.sale("5.00").on("2010-06-15")).await;
    let june = &app.books.periods[5];
    for period in &app.books.periods[..6] {
        let path = format!("/accounting/periods/{period}/soft-close");
        app.as_role("controller").post(&path, &json!({})).await.expect(204);
    }
    let controller = app.as_role("controller");
    let draft = user.post_entry(&app.sale("6.00").on("2010-06-30").draft()).await;
    controller.post(&format!("/accounting/journal-entries/{draft}/post"), &json!({})).await.expect(204);
    let rows = all_pages(&app.as_role("auditor"), "/accounting/reports/late-entries", 1).await;
    assert_eq!(rows[0]["reasons"], json!(["afterPeriodEnd", "backdated"]));
    assert_eq!(rows[1]["reasons"], json!(["afterPeriodEnd", "afterSoftClose", "backdated"]));
    assert_eq!((rows[1]["periodId"].as_str(), rows.len()), (Some(june.as_str()), 2));
    // Of today nothing is late.
    let today = jiff::Zoned::now().with_time_zone(jiff::tz::TimeZone::get("Europe/London").unwrap()).date();
    for year in 2011..=today.year() {
        let year = json!({"name": year.to_string(), "startDate": format!("{year}-01-01")});
        app.as_role("admin").post("/accounting/fiscal-years", &year).await.expect(201);
    }
    user.post_entry(&app.sale("7.00").on(&today.to_string())).await;
    let of_now = format!("/accounting/reports/late-entries?dateFrom={today}&days=0");
    assert_eq!(report(app, &of_now).await["data"], json!([]));
    app.as_role("auditor").get("/accounting/reports/late-entries?days=-1").await.expect(400).pointer("days");
}

async fn the_audit_trail_is_the_chain_from_its_first_link_to_its_head(app: &TestServer) {
    let ids = history(app).await;
    let user = app.as_role("auditor");
    let trail = "/accounting/reports/audit-trail";
    let rows = all_pages(&user, trail, 7).await;
    let mut previous = "0".repeat(64);
    for (seq, row) in (1..).zip(&rows) {
        assert_eq!((row["seq"].as_i64(), row["previousHash"].as_str()), (Some(seq), Some(previous.as_str())));
        previous = row["hash"].as_str().unwrap().to_owned();
    }
    let head = report(app, "/audit/head").await;
    assert_eq!((&rows[rows.len() - 1]["seq"], &head["hash"]), (&head["seq"], &json!(previous)));

    let mut backwards = rows.clone();
    backwards.reverse();
    for limit in [1, 7, 200] {
        assert_eq!(all_pages(&user, &format!("{trail}?sort=-seq"), limit).await, backwards, "limit {limit}");
    }
    assert_eq!(all_pages(&user, &format!("{trail}?sort=seq"), 200).await, rows);
    let newest = report(app, &format!("{trail}?sort=-seq&kind=journalEntry&limit=1")).await;
    assert_eq!(newest["data"][0]["action"], "journal entry reversed");
    let told = text(app, &format!("{trail}?sort=-seq&format=csv")).await;
    let first = told.lines().nth(1).unwrap();
    assert!(first.starts_with(&format!("line,{},", head["seq"])), "{first}");
    user.get(&format!("{trail}?sort=-at")).await.expect(400).pointer("sort");

    let voids = all_pages(&user, &format!("{trail}?kind=journalEntry.voided"), 1).await;
    assert_eq!(voids.len(), 2);
    assert_eq!((&voids[0]["action"], &voids[0]["subject"]), (&json!("journal entry voided"), &json!(ids[2])));
    assert_eq!(voids[0]["actor"].as_str(), Some(app.books.member("accountant").to_string().as_str()));
    let of_entries = all_pages(&user, &format!("{trail}?kind=journalEntry"), 200).await;
    assert_eq!(of_entries.len(), 15);
    assert_eq!(all_pages(&user, &format!("{trail}?subject={}", ids[2]), 200).await.len(), 2, "posted and voided");
    let mine = all_pages(&user, &format!("{trail}?actor={}", app.books.member("accountant")), 200).await;
    assert_eq!(mine.len(), 15);
    for (query, some) in [
        ("actor=nothing", false),
        ("kind=journal", true),
        ("kind=x", false),
        ("dateTo=2009-12-31", false),
        ("dateFrom=2010-01-01", true),
    ] {
        assert_eq!(!all_pages(&user, &format!("{trail}?{query}"), 200).await.is_empty(), some, "{query}");
    }
    app.as_role("clerk").get(trail).await.expect(403).code("forbidden");
}

async fn what_was_known_stays_the_same_to_the_byte_after_voids_and_late_entries(app: &TestServer) {
    let ids = history(app).await;
    let seq = app.head(&app.books).await.unwrap().seq;
    let asked = [
        format!("{LEDGER}?{YEAR}&limit=200"),
        format!("{LEDGER}?{YEAR}&limit=200&type=revenue"),
        format!("{JOURNAL}?{YEAR}&limit=200"),
        format!("{JOURNAL}?{YEAR}&order=number&limit=7"),
        "/accounting/reports/voids?limit=200".to_owned(),
        "/accounting/reports/late-entries?limit=200".to_owned(),
        "/accounting/reports/number-gaps?".to_owned(),
    ];
    let mut before = Vec::new();
    for path in &asked {
        let plain = text(app, path).await;
        assert_eq!(text(app, &format!("{path}&knownAt=seq:{seq}")).await, plain, "{path}");
        before.push(plain);
    }
    let user = app.as_role("accountant");
    user.void(&ids[0]).await.expect(204);
    user.post_entry(&app.sale("77.00").on("2010-01-31")).await;
    let cash = format!("/accounting/accounts/{}", app.books.accounts["1000"]);
    app.as_role("admin").put(&cash, &json!({"name": "Petty cash"})).await.expect(204);
    for (path, before) in asked.iter().zip(before) {
        assert_ne!(text(app, path).await, before, "{path} learnt something");
        assert_eq!(text(app, &format!("{path}&knownAt=seq:{seq}")).await, before, "{path}");
        let csv = app.as_role("auditor").get(&format!("{path}&knownAt=seq:{seq}&format=csv")).await;
        csv.expect(200);
    }
}
