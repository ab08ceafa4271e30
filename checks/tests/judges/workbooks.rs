//! Every statement says the same in JSON, CSV, as a workbook and as a page, and a program that reads workbooks comes to its sums.

use std::path::Path;
use std::process::Command;

use checks::folder::Folder;
use checks::{Caller, Database, TestServer, run};
use serde_json::{Value, json};

const REPORTS: &str = "/accounting/reports";
/// Code, name, type, subtype of what the year needs beyond the accounts of every test.
const CHART: &[(&str, &str, &str, &str)] = &[
    ("1010", "Bank", "asset", "bank"),
    ("1400", "Right of use", "asset", "fixedAsset"),
    ("1500", "Machines, \"used\"", "asset", "fixedAsset"),
    ("1590", "Depreciated", "asset", "accumulatedDepreciation"),
    ("2400", "Leases", "liability", "loan"),
    ("2500", "Loans", "liability", "loan"),
    ("3100", "Retained earnings", "equity", "retainedEarnings"),
    ("6000", "Wages", "expense", "expense"),
    ("6500", "Depreciation", "expense", "expense"),
    ("7300", "Disposals", "expense", "disposal"),
];
/// Day, and what each account takes: a year that an accountant kept by hand.
const YEAR: &[(&str, &[(&str, &str)])] = &[
    ("2010-01-01", &[("1010", "3000.00"), ("3000", "-3000.00")]),
    ("2010-01-01", &[("1010", "10000.00"), ("2500", "-10000.00")]),
    ("2010-02-01", &[("1400", "24000.00"), ("2400", "-24000.00")]),
    ("2010-03-01", &[("1500", "6000.00"), ("1010", "-6000.00")]),
    ("2010-04-01", &[("1100", "12345.60"), ("4000", "-12345.60")]),
    ("2010-06-20", &[("1010", "9000.00"), ("1100", "-9000.00")]),
    ("2010-08-31", &[("6000", "17233.40"), ("1010", "-17233.40")]),
    ("2010-10-31", &[("6500", "1000.00"), ("1590", "-1000.00")]),
    ("2010-11-30", &[("1010", "2500.00"), ("1590", "1000.00"), ("7300", "500.00"), ("1500", "-4000.00")]),
    ("2011-01-15", &[("1010", "70.00"), ("4000", "-70.00")]),
];
/// The reports that are compared, each with a name for its files.
const TOLD: &[(&str, &str)] = &[
    ("trial-balance", "trial-balance?dateFrom=2010-01-01&dateTo=2010-12-31"),
    ("trial-balance-after-a-year-that-is-not-closed", "trial-balance?asOf=2011-01-31"),
    ("balance-sheet", "balance-sheet?asOf=2010-12-31"),
    ("balance-sheet-of-two-years", "balance-sheet?asOf=2011-01-31&compareWith=2010-12-31"),
    ("profit-and-loss", "profit-and-loss?dateFrom=2010-01-01&dateTo=2010-12-31"),
    (
        "profit-and-loss-of-two-halves",
        "profit-and-loss?dateFrom=2010-07-01&dateTo=2010-12-31&compareWith=2010-01-01..2010-06-30",
    ),
    ("changes-in-equity", "changes-in-equity?dateFrom=2010-01-01&dateTo=2010-12-31"),
    ("changes-in-equity-of-a-month", "changes-in-equity?dateFrom=2011-01-01&dateTo=2011-01-31"),
    ("cash-flow", "cash-flow?dateFrom=2010-01-01&dateTo=2010-12-31"),
    ("cash-flow-of-two-years", "cash-flow?dateFrom=2011-01-01&dateTo=2011-12-31&compareWith=previousYear"),
];

#[test]
fn the_year_by_hand_has_its_figures_and_every_form_of_a_statement_says_the_same() {
    run(Database::Sqlite, async |app| {
        let admin = app.as_role("admin");
        keep(app, &admin).await;
        let flow =
            admin.get(&format!("{REPORTS}/cash-flow?dateFrom=2010-01-01&dateTo=2010-12-31")).await.expect(200).json();
        let totals = &flow["totals"];
        let figures = [&totals["operating"], &totals["investing"], &totals["financing"], &totals["difference"]];
        assert_eq!(figures, [&json!(["-8233.40"]), &json!(["-3500.00"]), &json!(["13000.00"]), &json!(["0.00"])]);

        let folder = Folder::new();
        std::fs::create_dir_all(folder.path()).unwrap();
        for (name, path) in TOLD {
            for (form, ending) in [("json", "json"), ("csv", "csv"), ("xlsx", "xlsx"), ("print", "html")] {
                let format = if form == "json" { String::new() } else { format!("&format={form}") };
                let answer = admin.get(&format!("{REPORTS}/{path}{format}")).await;
                answer.expect(200);
                std::fs::write(folder.path().join(format!("{name}.{ending}")), &answer.bytes).unwrap();
            }
        }
        compare(folder.path());
    });
}

/// Keeps the books of the year, and of some days after it.
async fn keep(app: &TestServer, admin: &Caller) {
    for (code, name, kind, subtype) in CHART {
        let account = json!({"code": code, "name": name, "type": kind, "subtype": subtype});
        admin.post("/accounting/accounts", &account).await.expect(201);
    }
    admin.post("/accounting/fiscal-years", &json!({"name": "2011", "startDate": "2011-01-01"})).await.expect(201);
    for (day, lines) in YEAR {
        let line = |(code, amount): &(&str, &str)| -> Value {
            let (side, amount) = match amount.strip_prefix('-') {
                Some(credit) => ("credit", credit),
                None => ("debit", *amount),
            };
            let party = (*code == "1100").then_some("Blue Ltd");
            json!({"accountCode": code, side: amount, "partyName": party})
        };
        let lines: Vec<Value> = lines.iter().map(line).collect();
        let entry = json!({"date": day, "journalId": app.books.journal, "status": "posted", "description": "by hand", "lines": lines});
        admin.post("/accounting/journal-entries", &entry).await.expect(201);
    }
}

fn compare(folder: &Path) {
    let Ok(tools) = std::env::var("BEANCOUNT_BIN") else {
        return crate::programs::missing("BEANCOUNT_BIN names no folder with openpyxl; scripts/judges makes one");
    };
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/judges/workbooks.py");
    let done = Command::new(Path::new(&tools).join("python")).arg(program).arg(folder).output().unwrap();
    let told = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{told}{}", String::from_utf8_lossy(&done.stderr));
    assert!(told.contains(&format!("{} reports in four forms", TOLD.len())), "{told}");
}
