//! Files of other books: read over the API and from the command line, then sent like anybody's requests.

use checks::folder::Folder;
use checks::program::{Place, Ran, run};
use checks::{TestServer, on_both};
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};
use serde_json::{Value, json};

const READ: &str = "/accounting/imports/read";
const BATCH: &str = "/accounting/journal-entries/batch";
const JOURNAL: &str = "Acme\n\n,Date,Transaction Type,Num,Name,Memo/Description,Account,Debit,Credit\n\
    ,01/15/2010,Invoice,1001,Blue Ltd,,Receivables,\"1,200.00\",\n,,,,Blue Ltd,,Sales,,\"1,200.00\"\n\
    ,01/20/2010,Payment,,Blue Ltd,,Cash,500.00,\n,,,,Blue Ltd,,Receivables,,500.00\nTOTAL,,,,,,,\"1,700.00\",\"1,700.00\"\n";

on_both![
    a_file_is_read_into_requests_that_come_in_once_however_often_they_are_sent,
    a_file_with_faults_tells_them_all_and_writes_nothing,
    open_items_come_in_with_the_balances_and_are_matched_with_later_payments,
];

/// The bodies of the requests, as a batch of entries takes them.
fn items(reading: &Value) -> Value {
    reading["requests"].as_array().unwrap().iter().map(|request| request["body"].clone()).collect()
}

async fn a_file_is_read_into_requests_that_come_in_once_however_often_they_are_sent(app: &TestServer) {
    let user = app.as_role("accountant");
    let before = app.heads().await;
    let file = json!({"kind": "journalEntries", "program": "quickbooks", "text": JOURNAL});
    let reading = user.post(READ, &file).await.expect(200).json();
    assert_eq!(app.heads().await, before, "reading writes nothing");
    assert_eq!((reading["faultsTotal"].as_i64(), reading["requests"].as_array().unwrap().len()), (Some(0), 2));
    assert_eq!(reading["requests"][0]["lines"], json!([4, 5]));

    let batch = json!({"atomic": true, "items": items(&reading)});
    user.post(BATCH, &batch).await.expect(200);
    let trial = user.get("/accounting/reports/trial-balance?asOf=2010-01-31").await.expect(200).json();
    let balance = |code: &str| {
        let row = trial["data"].as_array().unwrap().iter().find(|row| row["code"] == code).unwrap();
        (row["closingDebit"].clone(), row["closingCredit"].clone())
    };
    assert_eq!(balance("1000"), (json!("500.00"), json!("0.00")));
    assert_eq!(balance("1100"), (json!("700.00"), json!("0.00")));
    assert_eq!(balance("4000"), (json!("0.00"), json!("1200.00")));

    let longer = JOURNAL.replace("TOTAL", ",01/31/2010,Expense,,,,Cost of goods sold,3.00,\n,,,,,,Cash,,3.00\nTOTAL");
    let again = user.post(READ, &json!({"kind": "journalEntries", "program": "quickbooks", "text": longer})).await;
    let batch = json!({"items": items(&again.expect(200).json())});
    let results = user.post(BATCH, &batch).await.expect(200).json()["results"].clone();
    let statuses: Vec<&Value> = results.as_array().unwrap().iter().map(|result| &result["status"]).collect();
    assert_eq!(statuses, [409, 409, 201]);
    assert_eq!(results[0]["problem"]["code"], "duplicate_external_id");
}

async fn a_file_with_faults_tells_them_all_and_writes_nothing(app: &TestServer) {
    let user = app.as_role("accountant");
    let text = "day;konto;soll;haben\n15.01.2010;Kasse;1.000,00;\n15.01.2010;4000;;1.000,00\n31.02.2010;1000;1,00;\n31.02.2010;4000;;1,00\n";
    let columns = json!({"date": "day", "account": "konto", "debit": "soll", "credit": "haben"});
    let file =
        json!({"kind": "journalEntries", "text": text, "columns": columns, "dates": "dayFirst", "decimals": "comma"});
    let reading = user.post(READ, &file).await.expect(200).json();
    let told: Vec<(i64, &str)> = reading["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| (fault["line"].as_i64().unwrap(), fault["column"].as_str().unwrap()))
        .collect();
    assert_eq!(told, [(2, "konto"), (4, "day"), (5, "day")]);
    assert_eq!(reading["unknownAccounts"], json!([{"name": "Kasse", "lines": 1}]));
    assert_eq!(reading["requests"], json!([]));

    let mut named = file.clone();
    named["accounts"] = json!({"Kasse": "1000"});
    let reading = user.post(READ, &named).await.expect(200).json();
    assert_eq!(reading["requests"][0]["body"]["lines"][0], json!({"accountCode": "1000", "debit": "1000.00"}));

    user.post(READ, &json!({"kind": "journalEntries"})).await.expect(400).pointer("/text");
    user.post(READ, &json!({"kind": "parties", "text": "x", "base64": "eA=="})).await.expect(400).pointer("/base64");
    user.post(READ, &json!({"kind": "parties", "base64": "?"})).await.expect(400).pointer("/base64");
    let columns = json!({"konto": "x"});
    user.post(READ, &json!({"kind": "parties", "text": "x", "columns": columns}))
        .await
        .expect(400)
        .pointer("/columns/konto");
    app.as_role("warehouseOperator").post(READ, &file).await.expect(403);
}

async fn open_items_come_in_with_the_balances_and_are_matched_with_later_payments(app: &TestServer) {
    let user = app.as_role("accountant");
    let balances = "Account Code,Account,Debit,Credit\n1000,Cash,\"1,000.00\",\n1100,Receivables,300.00,\n3000,Equity,,\"1,300.00\"\n";
    let mut file = json!({"kind": "openingBalances", "program": "xero", "text": balances, "date": "2010-01-01"});
    let reading = user.post(READ, &file).await.expect(200).json();
    assert!(reading["faults"][0]["message"].as_str().unwrap().contains("offsetAccountCode"), "{reading}");
    file["offsetAccountCode"] = json!("3000");
    let reading = user.post(READ, &file).await.expect(200).json();
    user.post(BATCH, &json!({"atomic": true, "items": items(&reading)})).await.expect(200);

    let invoices = "ContactName,InvoiceNumber,InvoiceDate,DueDate,InvoiceAmountDue\nBlue Ltd,INV-1,15/12/2009,14/01/2010,250.00\nRed Ltd,INV-2,20/12/2009,19/01/2010,50.00\n";
    let file = json!({"kind": "openItems", "program": "xero", "text": invoices, "date": "2010-01-01", "offsetAccountCode": "3000", "controlFor": "receivable"});
    let reading = user.post(READ, &file).await.expect(200).json();
    user.post(BATCH, &json!({"atomic": true, "items": items(&reading)})).await.expect(200);

    let trial = user.get("/accounting/reports/trial-balance?asOf=2010-01-01").await.expect(200).json();
    let row = |code: &str| trial["data"].as_array().unwrap().iter().find(|row| row["code"] == code).unwrap().clone();
    assert_eq!(row("1100")["openingDebit"], "300.00", "opening entries on the first day open the books");
    assert_eq!(row("3000")["closingCredit"], "1300.00", "what the items left is taken by their other side");
    let aged =
        user.get("/accounting/reports/aged-open-items?controlFor=receivable&asOf=2010-01-31").await.expect(200).json();
    let rows: Vec<(&Value, &Value)> =
        aged["data"].as_array().unwrap().iter().map(|row| (&row["partyName"], &row["amounts"][1])).collect();
    assert_eq!(rows, [(&json!("Blue Ltd"), &json!("250.00")), (&json!("Red Ltd"), &json!("50.00"))]);
}

fn typed(folder: &Folder, arguments: &[&str]) -> Ran {
    run(Place { folder: folder.path(), database_url: None }, &[], arguments, "seven green umbrellas")
}

#[test]
fn a_spreadsheet_with_days_and_formulas_comes_in_from_the_command_line_with_a_saved_mapping() {
    let (folder, files) = (Folder::new(), Folder::new());
    typed(
        &folder,
        &[
            "init",
            "--organization",
            "Ada",
            "--username",
            "ada",
            "--password-file",
            "-",
            "--chart",
            "ifrs",
            "--fiscal-year",
            "2010",
        ],
    )
    .done();
    std::fs::create_dir_all(files.path()).unwrap();
    let file = |name: &str| files.path().join(name).to_str().unwrap().to_owned();
    let (sheet, mapping) = (file("journal.xlsx"), file("ours.json"));

    let mut book = Workbook::new();
    let page = book.add_worksheet();
    let day = Format::new().set_num_format("dd/mm/yyyy");
    for (at, name) in ["Posted", "Konto", "Text", "Amount"].iter().enumerate() {
        page.write_string(2, u16::try_from(at).unwrap(), *name).unwrap();
    }
    page.write_string(0, 0, "Ada's journal").unwrap();
    // What a sum of tenths leaves behind the fifteenth digit is no part of an amount.
    for (row, account, amount) in [(3, "1010", 0.1 + 0.2), (4, "4000", -(0.1 + 0.2))] {
        page.write_datetime_with_format(row, 0, ExcelDateTime::from_ymd(2010, 1, 15).unwrap(), &day).unwrap();
        page.write_string(row, 1, account).unwrap();
        page.write_string(row, 2, "Sale").unwrap();
        page.write_number(row, 3, amount).unwrap();
    }
    book.save(&sheet).unwrap();
    std::fs::write(&mapping, r#"{"columns": {"date": "Posted", "account": "Konto", "description": "Text", "amount": "Amount"}, "source": "ours"}"#).unwrap();

    let typed_with = |more: &[&str]| typed(&folder, &[&["import", "entries", sheet.as_str()], more].concat());
    typed_with(&[]).failed(1, "is a header with date");
    let out = typed_with(&["--mapping", &mapping, "--dry-run"]);
    assert!(out.done().out.contains("1 entry would come in, 0 already there, 1 line left out: a dry run"), "{out:?}");
    let out = typed_with(&["--mapping", &mapping]);
    assert!(out.done().out.contains("1 entry came in, 0 already there"), "{out:?}");
    let out = typed_with(&["--mapping", &mapping]);
    assert!(out.done().out.contains("0 entries came in, 1 already there"), "{out:?}");

    let path = file("parties.csv");
    std::fs::write(&path, "name,email\nBlue Ltd,ap@blue.example\nRed Ltd,\n").unwrap();
    let out = typed(&folder, &["import", "parties", &path, "--for", "receivable"]);
    assert!(out.done().out.contains("2 parties came in"), "{out:?}");
    let out = typed(&folder, &["import", "parties", &path, "--for", "receivable"]);
    assert!(out.done().out.contains("0 parties came in, 2 already there"), "{out:?}");

    std::fs::write(&path, "").unwrap();
    typed(&folder, &["import", "entries", &path]).failed(1, "is empty, nothing was imported");
    std::fs::write(
        &path,
        "date,account,debit,credit\n2011-01-15,1010,5,\n2011-01-15,4000,,5\n2010-01-15,1010,5,\n2010-01-15,4000,,5\n",
    )
    .unwrap();
    let out = typed(&folder, &["import", "entries", &path]);
    out.failed(1, "line 2: ");
    out.failed(1, "has 1 error, nothing was imported");
    std::fs::write(
        &path,
        "date,account,debit,credit\n2010-01-15,bank,5,\n2010-01-15,4000,,5\n2010-01-16,bank,5,\n2010-01-16,4000,,5\n",
    )
    .unwrap();
    typed(&folder, &["import", "entries", &path]).failed(1, "has 1 error");
}
