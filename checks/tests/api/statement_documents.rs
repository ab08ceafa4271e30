//! Statements as files: the tree can be seen, and a workbook adds up the shown amounts.

use std::collections::BTreeMap;
use std::io::Cursor;

use calamine::{Data, Range, Reader, Xlsx};
use checks::{Answer, TestServer, on_both};
use serde_json::{Value, json};

const REPORTS: &str = "/accounting/reports";
const YEAR: &str = "dateFrom=2010-01-01&dateTo=2010-12-31";

async fn document(app: &TestServer, query: &str, format: &str) -> Answer {
    let answer = app.as_role("auditor").get(&format!("{REPORTS}/{query}&format={format}")).await;
    answer.expect(200);
    answer
}

/// A year with groups two deep, a foreign line and a loss.
async fn history(app: &TestServer) {
    let user = app.as_role("admin");
    let group = |code: &str, name: &str, parent: Option<&str>| json!({"code": code, "name": name, "type": "asset", "isGroup": true, "parentId": parent});
    let top = user.post("/accounting/accounts", &group("1", "What we have", None)).await.expect(201).id();
    let below = user.post("/accounting/accounts", &group("13", "On the way", Some(&top))).await.expect(201).id();
    for (code, change) in [
        ("1000", json!({"subtype": "cash", "parentId": top})),
        ("1200", json!({"parentId": below})),
        ("1300", json!({"parentId": below})),
        ("5000", json!({"subtype": "cogs"})),
    ] {
        user.put(&format!("/accounting/accounts/{}", app.books.accounts[code]), &change).await.expect(204);
    }
    for (code, of_type, subtype) in [("1400", "asset", json!("receivable")), ("2100", "liability", Value::Null)] {
        let account = json!({"code": code, "name": code, "type": of_type, "subtype": subtype});
        user.post("/accounting/accounts", &account).await.expect(201);
    }
    let rate = json!({"fromCurrency": "EUR", "toCurrency": "GBP", "rate": "0.8", "validFrom": "2010-12-01"});
    user.post("/accounting/exchange-rates", &rate).await.expect(201);
    for (date, debit, credit, amount) in [
        ("2010-01-02", "1000", "3000", "500.00"),
        ("2010-02-10", "1000", "4000", "100.00"),
        ("2010-03-10", "1300", "2100", "40.00"),
        ("2010-03-11", "5000", "1300", "139.12"),
    ] {
        user.post_entry(&app.sale(amount).on(date).lines(&[(debit, amount, ""), (credit, "", amount)])).await;
    }
    let foreign = app.sale("10.00").with("currency", "EUR");
    user.post_entry(&foreign.lines(&[("1400", "10.00", ""), ("4000", "", "10.00")])).await;
}

/// Every statement, with columns of every kind.
fn statements() -> [String; 6] {
    [
        "balance-sheet?asOf=2010-12-31&compareWith=2010-02-28".to_owned(),
        "balance-sheet?asOf=2010-12-31&columnsBy=currency&includeZero=true".to_owned(),
        format!("profit-and-loss?{YEAR}&compareWith=previousYear"),
        format!("profit-and-loss?{YEAR}&columnsBy=currency"),
        format!("cash-flow?{YEAR}&compareWith=2010-02-01..2010-02-28"),
        format!("cash-flow?{YEAR}&includeZero=true"),
    ]
}

/// A workbook's only sheet: the shown text of its cells, and the values behind them.
struct Sheet {
    cells: Range<Data>,
    formulas: Range<String>,
}

impl Sheet {
    fn of(answer: &Answer) -> Self {
        let mut book: Xlsx<_> = Xlsx::new(Cursor::new(answer.bytes.clone())).unwrap();
        let name = book.sheet_names()[0].clone();
        Self { cells: book.worksheet_range(&name).unwrap(), formulas: book.worksheet_formula(&name).unwrap() }
    }

    /// The number at a place, in minor units.
    fn minor(&self, place: (u32, u32)) -> i128 {
        match self.cells.get_value(place) {
            Some(Data::Float(number)) => format!("{number:.2}").replace('.', "").parse().unwrap(),
            other => panic!("no number at {place:?}: {other:?}"),
        }
    }

    /// The result of a formula of sums.
    fn computed(&self, formula: &str) -> i128 {
        let mut sum = 0;
        for part in formula.replace("-SUM(", "+-SUM(").split('+').filter(|part| !part.is_empty()) {
            let (sign, part) = part.strip_prefix('-').map_or((1, part), |part| (-1, part));
            let ranges = part
                .strip_prefix("SUM(")
                .and_then(|part| part.strip_suffix(')'))
                .unwrap_or_else(|| panic!("{formula}"));
            for range in ranges.split(',') {
                let (first, last) = range.split_once(':').unwrap_or((range, range));
                let ((top, left), (bottom, right)) = (place(first), place(last));
                for row in top..=bottom {
                    sum += (left..=right).map(|column| sign * self.minor((row, column))).sum::<i128>();
                }
            }
        }
        sum
    }

    fn header(&self) -> u32 {
        let is_it = |row: &[Data]| row[0] == Data::String("Name".into()) && row[1] == Data::String("Account".into());
        u32::try_from(self.cells.rows().position(is_it).unwrap()).unwrap()
    }
}

/// `C12` as row 11 and column 2.
fn place(name: &str) -> (u32, u32) {
    let (letter, row) = name.split_at(1);
    (row.parse::<u32>().unwrap() - 1, u32::from(letter.as_bytes()[0] - b'A'))
}

fn records(answer: &Answer) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_reader(answer.bytes.as_slice());
    reader.deserialize().map(Result::unwrap).collect()
}

on_both![
    every_sum_of_a_workbook_is_a_formula_that_comes_to_the_amount_of_the_json,
    the_name_stands_first_and_shows_its_level,
    sections_without_figures_are_left_out_unless_they_are_asked_for,
    an_amount_that_a_spreadsheet_would_cut_makes_no_formula_that_leaves_it_out,
];

async fn every_sum_of_a_workbook_is_a_formula_that_comes_to_the_amount_of_the_json(app: &TestServer) {
    history(app).await;
    for query in statements() {
        let told = app.as_role("auditor").get(&format!("{REPORTS}/{query}")).await.expect(200).json();
        let sheet = Sheet::of(&document(app, &query, "xlsx").await);
        let first = sheet.header() + 1;
        let rows = told["data"].as_array().unwrap();
        assert!(rows.len() > 3, "{query}");
        for (place, row) in (first..).zip(rows) {
            assert_eq!(sheet.cells.get_value((place, 0)), Some(&Data::String(row["title"].as_str().unwrap().into())));
            let has_parts = rows
                .get(usize::try_from(place - first).unwrap() + 1)
                .is_some_and(|next| next["depth"].as_i64() > row["depth"].as_i64());
            let is_head = row["kind"] == "section" || row["isGroup"] == true;
            for (column, amount) in (2..).zip(row["amounts"].as_array().unwrap()) {
                let amount: i128 = amount.as_str().unwrap().replace('.', "").parse().unwrap();
                assert_eq!(sheet.minor((place, column)), amount, "{query}: {row}");
                let is_across = told["columns"][usize::try_from(column).unwrap() - 2]["kind"] == "total";
                match sheet.formulas.get_value((place, column)).filter(|text| !text.is_empty()) {
                    Some(formula) => assert_eq!(sheet.computed(formula), amount, "{query}: {formula} of {row}"),
                    None => {
                        assert!(!(is_head && has_parts) && (is_head || !is_across), "{query}: {row} has no formula")
                    }
                }
            }
        }
        let end = first + u32::try_from(rows.len()).unwrap();
        let totals = sheet.cells.end().unwrap().0 + 1 - end;
        assert!(totals > 0, "{query}");
        for place in end..end + totals {
            let title = sheet.cells.get_value((place, 0)).unwrap().to_string();
            for column in 2..2 + u32::try_from(told["columns"].as_array().unwrap().len()).unwrap() {
                let formula = sheet.formulas.get_value((place, column)).filter(|text| !text.is_empty());
                // No row of the statement adds up to these.
                let is_given =
                    ["Cash at the beginning", "Effect of exchange rates on cash", "Brought in by opening entries"]
                        .contains(&title.as_str());
                assert_eq!(formula.is_none(), is_given, "{query}: {title}");
                if let Some(formula) = formula {
                    assert_eq!(sheet.computed(formula), sheet.minor((place, column)), "{query}: {formula} of {title}");
                }
            }
        }
    }
}

async fn the_name_stands_first_and_shows_its_level(app: &TestServer) {
    history(app).await;
    for query in statements() {
        let told = app.as_role("auditor").get(&format!("{REPORTS}/{query}")).await.expect(200).json();
        let rows = told["data"].as_array().unwrap();
        let csv = document(app, &query, "csv").await;
        assert!(csv.text().contains("row,level,Name,Account,"), "{}", csv.text());
        for (record, row) in records(&csv).iter().zip(rows) {
            assert_eq!(
                (&record["Name"], &record["level"]),
                (&row["title"].as_str().unwrap().to_owned(), &row["depth"].to_string())
            );
            let is_head = row["kind"] == "section" || row["isGroup"] == true;
            assert_eq!(
                (record["Account"].as_str(), record["row"].as_str()),
                (row["code"].as_str().unwrap_or_default(), if is_head { "group" } else { "line" })
            );
        }
        let page = document(app, &query, "print").await.text();
        let deepest = rows.iter().filter_map(|row| row["depth"].as_i64()).max().unwrap();
        assert!(deepest > 0 && page.contains(&format!("level-{deepest}\"><td class=\"text\">")), "{query}: {page}");
    }
    let name = document(app, &statements()[3], "csv").await.header("content-disposition").to_owned();
    assert!(name.contains("profit-and-loss-2010-01-01..2010-12-31.csv"), "{name}: the days, whatever the columns are");
}

async fn sections_without_figures_are_left_out_unless_they_are_asked_for(app: &TestServer) {
    history(app).await;
    let sections = |answer: &Answer| -> Vec<String> {
        records(answer)
            .iter()
            .filter(|record| record["row"] == "group" && record["Account"].is_empty())
            .map(|record| record["Name"].clone())
            .collect()
    };
    let question = "balance-sheet?asOf=2010-12-31";
    let some = sections(&document(app, question, "csv").await);
    assert_eq!(
        some,
        ["Assets", "Cash and bank", "Receivables", "Other assets", "Liabilities", "Other liabilities", "Equity"]
    );
    let all = sections(&document(app, &format!("{question}&includeZero=true"), "csv").await);
    assert_eq!(all.len(), 12, "{all:?}");
    let nothing = app.as_role("auditor").get(&format!("{REPORTS}/{question}&knownAt=seq:20")).await.expect(200).json();
    assert_eq!((&nothing["data"], &nothing["totals"]["assets"]), (&json!([]), &json!(["0.00"])));
}

async fn an_amount_that_a_spreadsheet_would_cut_makes_no_formula_that_leaves_it_out(app: &TestServer) {
    let user = app.as_role("accountant");
    for _ in 0..2 {
        user.post_entry(&app.sale("9999999999999.99")).await;
    }
    let sheet = Sheet::of(&document(app, "balance-sheet?asOf=2010-12-31", "xlsx").await);
    assert_eq!(sheet.formulas.used_cells().filter(|(_, _, text)| !text.is_empty()).count(), 0);
    let shown = sheet.cells.rows().flatten().filter(|cell| **cell == Data::String("19999999999999.98".into())).count();
    let rows: Value = app.as_role("auditor").get(&format!("{REPORTS}/balance-sheet?asOf=2010-12-31")).await.json();
    assert_eq!(shown, rows["data"].as_array().unwrap().len() + 2, "all rows, and both totals");
}
