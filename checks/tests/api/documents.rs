//! Reports as files: every format has the data of the JSON, and nothing in them is mistaken for anything else.

use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use checks::{Answer, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;
use crate::listings::history;

const YEAR: &str = "dateFrom=2010-01-01&dateTo=2010-12-31";

/// Every report that is answered as a document, with a query of its own.
fn reports(app: &TestServer) -> Vec<String> {
    let statement = format!("/accounting/accounts/{}/statement", app.books.accounts["1000"]);
    let mut paths: Vec<String> = ["trial-balance", "general-ledger", "journal", "voids", "late-entries"]
        .map(|name| format!("/accounting/reports/{name}?{YEAR}"))
        .into();
    paths.extend([format!("{statement}?{YEAR}"), "/accounting/reports/number-gaps?".to_owned()]);
    paths.extend(["audit-trail", "control-changes"].map(|name| format!("/accounting/reports/{name}?")));
    paths.push("/accounting/reports/aged-open-items?controlFor=receivable&asOf=2010-12-31".to_owned());
    paths.push("/accounting/open-items?controlFor=receivable".to_owned());
    paths
}

async fn document(app: &TestServer, path: &str, format: &str) -> Answer {
    let answer = app.as_role("auditor").get(&format!("{path}&format={format}")).await;
    answer.expect(200);
    answer
}

/// The records of a CSV by column, without the first one.
fn records(answer: &Answer) -> Vec<std::collections::BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(answer.bytes.as_slice());
    reader.deserialize().map(Result::unwrap).collect()
}

fn book(answer: &Answer) -> Xlsx<Cursor<Vec<u8>>> {
    Xlsx::new(Cursor::new(answer.bytes.clone())).unwrap()
}

on_both![
    every_report_comes_in_every_format_with_its_type_and_a_telling_name,
    csv_has_the_lines_of_the_json_and_sums_that_are_marked,
    a_workbook_has_the_numbers_of_the_json_and_totals_that_a_spreadsheet_adds_up_itself,
    a_text_is_never_a_formula_nor_a_script,
    an_amount_with_more_digits_than_a_spreadsheet_has_stands_there_in_full,
];

async fn every_report_comes_in_every_format_with_its_type_and_a_telling_name(app: &TestServer) {
    history(app).await;
    for path in reports(app) {
        for (format, media, disposition) in [
            ("csv", "text/csv; charset=utf-8", "attachment"),
            ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "attachment"),
            ("print", "text/html; charset=utf-8", "inline"),
        ] {
            let answer = document(app, &path, format).await;
            assert_eq!(answer.header("content-type"), media, "{path}");
            let name = answer.header("content-disposition").to_owned();
            let extension = if format == "print" { "html" } else { format };
            assert!(name.starts_with(disposition) && name.ends_with(&format!(".{extension}\"")), "{path}: {name}");
            assert!(!answer.bytes.is_empty());
            let accepted = media.split(';').next().unwrap();
            let by_accept = app.as_role("auditor").get(&path).header("accept", accepted).await;
            assert_eq!(by_accept.expect(200).bytes, answer.bytes, "{path} as {format}");
        }
        let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        let json = app.as_role("auditor").get(&format!("{path}&format=json")).header("accept", browser).await;
        assert_eq!(json.expect(200).header("content-type"), "application/json", "format wins");
    }
    let user = app.as_role("auditor");
    let ledger = format!("/accounting/reports/general-ledger?{YEAR}");
    let next = user.get(&format!("{ledger}&limit=1")).await.json();
    let cursor = next["nextCursor"].as_str().unwrap();
    user.get(&format!("{ledger}&format=csv&cursor={cursor}")).await.expect(400).pointer("cursor");
    let by_currency = format!("/accounting/reports/trial-balance?{YEAR}&byCurrency=true&format=csv");
    user.get(&by_currency).await.expect(400).pointer("byCurrency");
    app.as_role("clerk").get("/accounting/reports/audit-trail?format=csv").await.expect(403);
}

async fn csv_has_the_lines_of_the_json_and_sums_that_are_marked(app: &TestServer) {
    history(app).await;
    let user = app.as_role("auditor");
    let journal = format!("/accounting/reports/journal?{YEAR}");
    let rows = all_pages(&user, &journal, 200).await;
    let records_of = async |path: &str| records(&document(app, path, "csv").await);
    let csv = records_of(&journal).await;
    assert_eq!(csv.len(), rows.len() + 1);
    for (record, row) in csv.iter().zip(&rows) {
        let shown = |name: &str| if row[name] == "0.00" { "" } else { row[name].as_str().unwrap() };
        assert_eq!((record["row"].as_str(), record["Number"].as_str()), ("line", row["number"].as_str().unwrap()));
        assert_eq!((record["Debit"].as_str(), record["Credit"].as_str()), (shown("baseDebit"), shown("baseCredit")));
        assert_eq!(
            (record["Account"].as_str(), record["Status"].as_str()),
            (row["accountCode"].as_str().unwrap(), row["status"].as_str().unwrap())
        );
    }
    let total = &csv[rows.len()];
    let last = &rows[rows.len() - 1];
    assert_eq!((total["row"].as_str(), total["Debit"].as_str()), ("total", last["carriedDebit"].as_str().unwrap()));

    let ledger = format!("/accounting/reports/general-ledger?{YEAR}");
    let (rows, csv) = (all_pages(&user, &ledger, 200).await, records_of(&ledger).await);
    let kinds: Vec<&str> = rows
        .iter()
        .map(|row| if row["row"] == "closing" { "subtotal" } else { row["row"].as_str().unwrap() })
        .collect();
    let told: Vec<&str> = csv.iter().map(|record| record["row"].as_str()).collect();
    assert_eq!(told[..told.len() - 1], kinds);
    for (record, row) in csv.iter().zip(&rows) {
        assert_eq!(record["Balance"], row["balance"].as_str().unwrap());
    }

    let statement = format!("/accounting/accounts/{}/statement?dateTo=2010-12-31", app.books.accounts["1000"]);
    let (rows, csv) = (all_pages(&user, &statement, 200).await, records_of(&statement).await);
    let balances = |record: &&std::collections::BTreeMap<String, String>| record["row"] == "line";
    let told: Vec<&str> = csv.iter().filter(balances).map(|record| record["Balance"].as_str()).collect();
    let expected: Vec<&str> = rows.iter().map(|row| row["balance"].as_str().unwrap()).collect();
    assert_eq!(told, expected);
}

async fn a_workbook_has_the_numbers_of_the_json_and_totals_that_a_spreadsheet_adds_up_itself(app: &TestServer) {
    history(app).await;
    let group = json!({"code": "0", "name": "Assets", "type": "asset", "isGroup": true});
    let group = app.as_role("admin").post("/accounting/accounts", &group).await.expect(201).id();
    let cash = format!("/accounting/accounts/{}", app.books.accounts["1000"]);
    app.as_role("admin").put(&cash, &json!({"parentId": group})).await.expect(204);
    let path = format!("/accounting/reports/trial-balance?{YEAR}");
    let report = app.as_role("auditor").get(&path).await.expect(200).json();
    let mut workbook = book(&document(app, &path, "xlsx").await);
    let (sheet, formulas) =
        (workbook.worksheet_range("Trial balance").unwrap(), workbook.worksheet_formula("Trial balance").unwrap());
    let rows: Vec<Vec<Data>> = sheet.rows().map(<[Data]>::to_vec).collect();
    let header = rows.iter().position(|row| row[0] == Data::String("Account".into())).unwrap();
    let data = report["data"].as_array().unwrap();
    let number = |value: &Value| Data::Float(value.as_str().unwrap().parse().unwrap());
    let names = ["openingDebit", "openingCredit", "debit", "credit", "closingDebit", "closingCredit"];
    for (shown, row) in rows[header + 1..].iter().zip(data) {
        assert_eq!(shown[0], Data::String(row["code"].as_str().unwrap().into()));
        for (place, name) in names.iter().enumerate() {
            assert_eq!(shown[3 + place], number(&row[*name]), "{name} of {row}");
        }
    }
    let total = header + 1 + data.len();
    for (place, name) in names.iter().enumerate() {
        assert_eq!(rows[total][3 + place], number(&report["totals"][*name]), "{name}");
        // The sheet has no empty rows or columns before its title: places are those of the formulas.
        let formula = formulas.get_value((u32::try_from(total).unwrap(), u32::try_from(3 + place).unwrap())).unwrap();
        let column = char::from(b'D' + u8::try_from(place).unwrap());
        assert_eq!(*formula, format!("SUM({column}{}:{column}{})", header + 3, total), "without the group above");
    }
    // Formulas add up lines alone: each account's own, and all of them.
    let mut ledger = book(&document(app, &format!("/accounting/reports/general-ledger?{YEAR}"), "xlsx").await);
    let formulas = ledger.worksheet_formula("General ledger").unwrap();
    assert_eq!(formulas.used_cells().filter(|(_, _, text)| text.starts_with("SUM(")).count(), 2 * (3 + 1));
}

async fn a_text_is_never_a_formula_nor_a_script(app: &TestServer) {
    let evil = ["=HYPERLINK(\"http://evil\")", "+1", "-2+3", "@SUM(1)", "<script>alert(1)</script>"];
    for text in evil {
        let entry = app.sale("139.12").with("description", text).with("reference", text);
        app.as_role("accountant").post_entry(&entry).await;
    }
    let user = app.as_role("accountant");
    user.post("/accounting/accounts", &json!({"code": "=1", "name": "@evil", "type": "asset"})).await.expect(201);
    user.post_entry(&app.sale("1.00").lines(&[("=1", "1.00", ""), ("4000", "", "1.00")])).await;
    let trial = format!("/accounting/reports/trial-balance?{YEAR}");
    for path in
        [format!("/accounting/reports/journal?{YEAR}"), format!("/accounting/reports/general-ledger?{YEAR}"), trial]
    {
        for record in records(&document(app, &path, "csv").await) {
            for (column, text) in &record {
                let is_amount = ["Debit", "Credit", "Balance"].iter().any(|name| column.contains(name));
                assert!(is_amount || !text.starts_with(['=', '+', '-', '@']), "{path}: {column} is {text}");
            }
        }
        let mut workbook = book(&document(app, &path, "xlsx").await);
        let name = workbook.sheet_names()[0].clone();
        let formulas = workbook.worksheet_formula(&name).unwrap();
        assert!(formulas.used_cells().all(|(_, _, text)| text.starts_with("SUM(")), "{path}");
        let page = document(app, &path, "print").await;
        let policy = page.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; style-src 'sha256-") && !policy.contains("unsafe"), "{policy}");
        assert!(!page.text().contains("<script"), "{path}");
    }
}

async fn an_amount_with_more_digits_than_a_spreadsheet_has_stands_there_in_full(app: &TestServer) {
    let user = app.as_role("accountant");
    for _ in 0..2 {
        user.post_entry(&app.sale("9999999999999.99")).await;
    }
    let path = format!("/accounting/reports/trial-balance?{YEAR}");
    let mut workbook = book(&document(app, &path, "xlsx").await);
    let sheet = workbook.worksheet_range("Trial balance").unwrap();
    let shown = sheet.rows().flatten().filter(|cell| **cell == Data::String("19999999999999.98".into())).count();
    assert_eq!(shown, 8, "both sides of movement and closing, of both accounts and their totals");
    assert_eq!(workbook.worksheet_formula("Trial balance").unwrap().used_cells().count(), 2, "the openings");
}
