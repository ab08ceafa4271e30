//! Plain-text accounting both ways: a year's books go out as journals and come in again, elsewhere, the same.

use std::path::Path;

use checks::folder::Folder;
use checks::postgres::{self, FreshDatabase};
use checks::program::{Place, Program, Ran, run};
use checks::year::Year;
use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};
use server::plaintext::PlainFormat;
use server::plaintext::read::read;

const INIT: [&str; 9] =
    ["init", "--organization", "Fresh", "--currency", "GBP", "--username", "ada", "--password-file", "-"];

/// The data that must be equal afterwards: the chart, every entry, and trial balances.
async fn books(caller: &Caller) -> Value {
    let chart = caller.get("/accounting/chart").await.expect(200).json();
    let entries = crate::accounts::all_pages(caller, "/accounting/journal-entries", 200).await;
    let mut told: Vec<Value> = entries
        .iter()
        .map(|entry| {
            json!([
                entry["number"],
                entry["date"],
                entry["description"],
                entry["status"],
                entry["totalDebit"],
                entry["voidReason"],
                entry["entryType"] == "reversal",
                entry["reversesEntryId"].is_string(),
                entry["reversedByEntryId"].is_string(),
                entry["reference"]
            ])
        })
        .collect();
    told.sort_by_key(ToString::to_string);
    let mut balances = Vec::new();
    for day in ["2010-06-30", "2010-12-31", "2011-01-31"] {
        let path =
            format!("/accounting/reports/trial-balance?asOf={day}&closing=include&includeZero=true&byCurrency=true");
        for row in caller.get(&path).await.expect(200).json()["data"].as_array().unwrap() {
            let mut own = json!([day, row["code"]]);
            for column in ["openingDebit", "openingCredit", "closingDebit", "closingCredit", "currencies"] {
                own.as_array_mut().unwrap().push(row[column].clone());
            }
            balances.push(own);
        }
    }
    json!({"chart": chart, "entries": told, "balances": balances})
}

async fn caller(program: &Program, place: Place<'_>) -> Caller {
    let token = run(place, &[], &["token", "--user", "ada"], "").done().out.clone();
    let http = reqwest::Client::builder().no_proxy().pool_max_idle_per_host(0).build().unwrap();
    Caller::new(http, &program.url, Some(token))
}

fn import(place: Place<'_>, format: &str, file: &Path, more: &[&str]) -> Ran {
    let mut arguments = vec!["import", format, file.to_str().unwrap()];
    arguments.extend(more);
    run(place, &[], &arguments, "")
}

on_both![
    a_closed_year_comes_in_closed_and_goes_out_without_its_closing_on_request,
    a_year_that_went_out_comes_in_again_with_the_same_chart_entries_voids_and_balances,
    a_currency_of_ones_own_goes_out_with_its_decimals_and_comes_in_where_the_organization_has_it,
    an_export_has_the_entries_of_its_days_and_says_what_it_cannot_do,
];

async fn a_year_that_went_out_comes_in_again_with_the_same_chart_entries_voids_and_balances(app: &TestServer) {
    let mut year = Year::open(app).await;
    for month in 1..=12 {
        year.month(month).await;
    }
    year.end().await;
    let admin = app.as_role("admin");
    let ours = books(&admin).await;
    let files = Folder::new();
    std::fs::create_dir_all(files.path()).unwrap();
    for format in ["hledger", "beancount"] {
        let text = admin.get(&format!("/accounting/export?format={format}")).await;
        let text = String::from_utf8(text.expect(200).bytes.clone()).unwrap();
        assert!(text.trim_end().lines().last().unwrap().starts_with("; The end: "), "{format}");
        let file = files.path().join(format);
        std::fs::write(&file, &text).unwrap();

        let folder = Folder::new();
        let fresh = match app.database.dialect() {
            store::sql::Dialect::Sqlite => None,
            store::sql::Dialect::Postgres => Some(FreshDatabase::create(&postgres::cluster().unwrap()).await),
        };
        let url = fresh.as_ref().map(FreshDatabase::url);
        let place = Place { folder: folder.path(), database_url: url.as_deref() };
        run(place, &[], &INIT, "seven green umbrellas").done();
        let program = Program::start(place).await;
        let tried = import(place, format, &file, &["--dry-run"]);
        assert!(
            tried.done().out.contains("would be created: ") && tried.out.contains("2 fiscal years: 2010, 2011"),
            "{tried:?}"
        );
        import(place, format, &file, &[]).done();
        let ada = caller(&program, place).await;
        let theirs = books(&ada).await;
        for part in ["chart", "entries", "balances"] {
            assert_eq!(theirs[part], ours[part], "{format}: {part}");
        }
        let again = import(place, format, &file, &[]);
        assert!(again.done().out.contains("posted: 0, of them voided: 0, already there: "), "{again:?}");
        assert_eq!(books(&ada).await, ours, "{format}: a second run changes nothing");
        drop(program);
        run(place, &[], &["verify"], "").done();
    }
}

/// Profit and loss of 2010 without its closing, and with it.
async fn results(caller: &Caller) -> Value {
    let profit = caller.get("/accounting/reports/profit-and-loss?dateFrom=2010-01-01&dateTo=2010-12-31").await;
    let profit = profit.expect(200).json()["totals"].clone();
    let path = "/accounting/reports/trial-balance?asOf=2010-12-31&closing=";
    let rows = |report: Value| -> Vec<Value> {
        let rows = report["data"].as_array().unwrap().iter();
        rows.map(|row| json!([row["code"], row["closingDebit"], row["closingCredit"]])).collect()
    };
    let without = rows(caller.get(&format!("{path}exclude")).await.expect(200).json());
    let with = rows(caller.get(&format!("{path}include")).await.expect(200).json());
    let years = caller.get("/accounting/fiscal-years").await.expect(200).json();
    let closed = years["data"].as_array().unwrap().iter().map(|year| json!([year["name"], year["status"]]));
    json!({"profit": profit, "without": without, "with": with, "years": closed.collect::<Vec<_>>()})
}

async fn a_closed_year_comes_in_closed_and_goes_out_without_its_closing_on_request(app: &TestServer) {
    let admin = app.as_role("admin");
    let account = json!({"code": "3100", "name": "Retained earnings", "type": "equity", "subtype": "retainedEarnings"});
    admin.post("/accounting/accounts", &account).await.expect(201);
    admin.post_entry(&app.sale("100.00").on("2010-06-15")).await;
    let cost = app.sale("30.00").on("2010-12-31").lines(&[("5000", "30.00", ""), ("1000", "", "30.00")]);
    admin.post_entry(&cost).await;
    for id in app.books.periods.iter().chain([&app.books.adjustment]) {
        admin.post(&format!("/accounting/periods/{id}/close"), &json!({})).await.expect(204);
    }
    let year = format!("/accounting/fiscal-years/{}", app.books.year);
    // Closed, opened, and closed again: the first closing is void.
    admin.post(&format!("{year}/close"), &json!({"reason": "audited"})).await.expect(204);
    admin.post(&format!("{year}/reopen"), &json!({"reason": "late"})).await.expect(204);
    admin.post(&format!("{year}/close"), &json!({"reason": "audited"})).await.expect(204);
    let ours = results(&admin).await;
    let out = |more: &str| format!("/accounting/export?format=hledger{more}");
    let text = async |path: String| String::from_utf8(admin.get(&path).await.expect(200).bytes.clone()).unwrap();
    let (whole, without) = (text(out("")).await, text(out("&closing=exclude")).await);
    assert!(whole.contains("; The end: 5 entries"), "{whole}");
    assert!(without.contains("; The end: 2 entries") && !without.contains("entry-type: closing"), "{without}");

    let (files, folder) = (Folder::new(), Folder::new());
    std::fs::create_dir_all(files.path()).unwrap();
    let file = files.path().join("whole.journal");
    std::fs::write(&file, &whole).unwrap();
    let place = Place { folder: folder.path(), database_url: None };
    run(place, &[], &INIT, "seven green umbrellas").done();
    let tried = import(place, "hledger", &file, &["--dry-run"]);
    assert!(tried.done().out.contains("would be closed: 1 fiscal year"), "{tried:?}");
    let done = import(place, "hledger", &file, &[]);
    assert!(done.done().out.contains("closed: 1 fiscal year\nposted: "), "{done:?}");
    let again = import(place, "hledger", &file, &[]);
    assert!(again.done().out.contains("posted: 0,") && !again.out.contains("closed: 1"), "{again:?}");
    let program = Program::start(place).await;
    let ada = caller(&program, place).await;
    assert_eq!(results(&ada).await, ours);
    let twice = String::from_utf8(ada.get(&out("&closing=exclude")).await.expect(200).bytes.clone()).unwrap();
    assert!(!twice.contains("entry-type: closing"), "{twice}");
    drop(program);
    run(place, &[], &["export", "--format", "chart", "--without-closing"], "").failed(2, "--without-closing");
    let out = run(place, &[], &["export", "--format", "ledger", "--without-closing"], "").done().out.clone();
    assert!(!out.contains("entry-type: closing"), "{out}");
    run(place, &[], &["verify"], "").done();
}

#[test]
fn an_empty_file_is_a_failure() {
    let (folder, files) = (Folder::new(), Folder::new());
    std::fs::create_dir_all(files.path()).unwrap();
    let file = files.path().join("piped.journal");
    std::fs::write(&file, " \n").unwrap();
    let place = Place { folder: folder.path(), database_url: None };
    import(place, "hledger", &file, &[]).failed(1, "line 1: the file is empty");
}

async fn a_currency_of_ones_own_goes_out_with_its_decimals_and_comes_in_where_the_organization_has_it(
    app: &TestServer,
) {
    let (here, there) = (app.as_role("accountant"), app.as_foreign("accountant"));
    here.post("/accounting/currencies", &json!({"code": "BTC", "name": "Bitcoin", "decimals": 8})).await.expect(201);
    let line = |account: &str, side: &str, base: &str| json!({"accountCode": account, "currency": "BTC", side: "0.00012345", base: "3.70"});
    let entry = json!({
        "date": "2010-03-01", "journalId": app.books.journal, "status": "posted",
        "lines": [line("1000", "debit", "baseDebit"), line("4000", "credit", "baseCredit")],
    });
    here.post("/accounting/journal-entries", &entry).await.expect(201);
    let out = async |format: &str| here.get(&format!("/accounting/export?format={format}")).await.expect(200).text();
    for (format, directive) in [
        ("hledger", "commodity 1000.00000000 BTC\n"),
        ("ledger", "commodity BTC\n    format 1000.00000000 BTC\n"),
        ("beancount", " commodity BTC\n  decimals: 8\n"),
    ] {
        let text = out(format).await;
        assert!(text.contains(directive) && text.contains("0.00012345 BTC @@ 3.70 GBP"), "{format}: {text}");
    }
    there.get("/accounting/currencies/BTC").await.expect(404);
    here.put("/accounting/currencies/BTC", &json!({"isActive": false})).await.expect(204);
    let journal = read(out("hledger").await.as_bytes(), PlainFormat::Hledger);
    let declared: Vec<&Value> = journal.declared.iter().filter_map(|one| one.get("currency")).collect();
    assert_eq!(declared, [&json!({"code": "BTC", "name": "Bitcoin", "decimals": 8, "isActive": false})]);
}

async fn an_export_has_the_entries_of_its_days_and_says_what_it_cannot_do(app: &TestServer) {
    let user = app.as_role("accountant");
    let first = user.post_entry(&app.sale("1.00").on("2010-02-01")).await;
    let second = user.post_entry(&app.sale("2.00").on("2010-03-01")).await;
    user.post(&format!("/accounting/journal-entries/{second}/void"), &json!({"reason": "twice"})).await.expect(204);
    let drafted = user.post_entry(&app.sale("3.00").on("2010-03-01").draft()).await;
    for format in ["hledger", "ledger", "beancount"] {
        let all = user.get(&format!("/accounting/export?format={format}")).await;
        assert_eq!(all.expect(200).header("content-type"), "text/plain; charset=utf-8");
        let text = all.text();
        assert!(text.contains(&first) && text.contains(&second) && !text.contains(&drafted), "{text}");
        assert!(text.contains("; The end: 3 entries"), "both halves of a void: {text}");
        let some = user.get(&format!("/accounting/export?format={format}&dateFrom=2010-02-01&dateTo=2010-02-28")).await;
        assert!(some.text().contains(&first) && some.text().contains("; The end: 1 entry"), "{}", some.text());
    }
    user.get("/accounting/export").await.expect(400).pointer("format");
    user.get("/accounting/export?format=xero").await.expect(400).pointer("format");
    user.get("/accounting/export?format=ledger&dateFrom=2010-02-02&dateTo=2010-02-01")
        .await
        .expect(400)
        .pointer("dateFrom");
    app.as_role("warehouseOperator").get("/accounting/export?format=hledger").await.expect(403);
}

#[test]
fn a_journal_of_somebody_else_comes_in_and_its_faults_are_told_by_line() {
    let (folder, files) = (Folder::new(), Folder::new());
    std::fs::create_dir_all(files.path()).unwrap();
    let place = Place { folder: folder.path(), database_url: None };
    run(place, &[], &INIT, "seven green umbrellas").done();
    let file = files.path().join("mine.journal");
    let written = |text: &str| std::fs::write(&file, text).unwrap();

    written(
        "include other.journal\n\n2010-01-05 Shop | Bread\n    expenses:food  £3.20\n    assets:cash\n    assets:bank\n",
    );
    let refused = import(place, "hledger", &file, &[]);
    refused.failed(1, "line 1: includes are not followed").failed(1, "1 error, nothing was imported");
    written(
        "2010-01-05 Bread\n    expenses:food  £3.20\n    assets:cash  -3.00 GBP\n\n2010-01-06 x\n    mine  5\n    assets:cash  $-5\n",
    );
    let refused = import(place, "hledger", &file, &[]);
    for words in [
        "line 1: does not balance: its postings add up to 0.20 GBP",
        "note: line 6: the type of an account is not known, and it is taken for an asset",
        "1 error, nothing was imported",
    ] {
        refused.failed(1, words);
    }
    written(
        "2010-01-05 Shop | Bread\n    expenses:food  £3.20\n    assets:cash\n\n2009-01-06 Pay\n    assets:cash  100.00 GBP = 100.00 GBP\n    income:pay\n",
    );
    let tried = import(place, "hledger", &file, &["--dry-run"]);
    assert!(
        tried.done().out.contains("would be created: 3 accounts: assets.cash, expenses.food, income.pay"),
        "{tried:?}"
    );
    assert!(tried.out.contains("would be posted: 2"), "{tried:?}");
    let done = import(place, "hledger", &file, &[]);
    assert!(
        done.done().out.contains("posted: 2, of them voided: 0, already there: 0, balance assertions that hold: 1"),
        "{done:?}"
    );
    assert!(import(place, "hledger", &file, &[]).done().out.contains("posted: 0, of them voided: 0, already there: 2"));
    written("2010-01-07 Coins\n    assets:coins  0.5 BTC @@ 9.00 GBP\n    assets:cash\n");
    let tried = import(place, "hledger", &file, &["--dry-run"]);
    assert!(tried.done().out.contains("would be created: 1 currency: BTC"), "{tried:?}");
    let declared =
        "; countinghouse: {\"currency\":{\"code\":\"BTC\",\"decimals\":8,\"isActive\":false,\"name\":\"Bitcoin\"}}\n";
    written(&format!("{declared}\n2010-01-07 Coins\n    assets:coins  0.00000001 BTC @@ 9.00 GBP\n    assets:cash\n"));
    let tried = import(place, "hledger", &file, &["--dry-run"]);
    assert!(tried.done().out.contains("would be created: 1 currency: BTC"), "{tried:?}");
    assert!(import(place, "hledger", &file, &[]).done().out.contains("posted: 1,"));
    let out = run(place, &[], &["export", "--format", "hledger"], "").done().out.clone();
    assert!(out.contains(declared), "retired behind the entries: {out}");
    written("2010-01-08 Coins\n    assets:coins  0.000000001 BTC @@ 9.00 GBP\n    assets:cash\n");
    import(place, "hledger", &file, &[]).failed(1, "line 2: 0.000000001 BTC: too many decimals");
    let out = run(place, &[], &["export", "--format", "hledger"], "").done().out.clone();
    assert!(out.contains("commodity 1000.00000000 BTC\n") && out.contains("0.00000001 BTC @@ 9.00 GBP"), "{out}");
    assert!(out.contains("Shop / Bread") && out.contains("Assets:assets.cash cash"), "{out}");
    run(place, &[], &["export", "--format", "chart", "--date-from", "2010-01-01"], "").failed(2, "--date-from");

    let stock = |code: &str| {
        let account = json!({"account": {"code": code, "name": "Goods", "type": "asset", "subtype": "inventory", "controlFor": "stock"}});
        format!("account Assets:{code} Goods\n    ; code: {code}\n\n; countinghouse: {account}\n\n")
    };
    written(&format!(
        "{}{}2010-01-09 Goods\n    Assets:1200 Goods  5.00 GBP\n    assets:cash\n",
        stock("1200"),
        stock("1210")
    ));
    let tried = import(place, "hledger", &file, &["--dry-run"]);
    let told = "created: accounts without control by stock, because a journal contains values and no goods: 1200\n";
    assert!(tried.done().out.contains(told), "{tried:?}");
    assert!(import(place, "hledger", &file, &[]).done().out.contains("posted: 1,"));
    written(
        "account Assets:1210 Goods\n    ; code: 1210\n\n2010-01-09 Goods\n    Assets:1210 Goods  5.00 GBP\n    assets:cash\n\n2010-01-10 Shop | Bread\n    expenses:food  £1.00\n    assets:cash\n",
    );
    let tried = import(place, "hledger", &file, &["--dry-run"]);
    assert!(tried.code == 1 && tried.out.contains("would be posted: 0,"), "one refused keeps all out: {tried:?}");
    import(place, "hledger", &file, &[]).failed(1, "account 1210 is a control account for stock");
    run(place, &[], &["verify"], "").done();
}
