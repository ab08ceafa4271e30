//! Statements of accounts and groups: what stands opposite each line, what was known, and that every form says the same.

use std::collections::BTreeMap;
use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::names_beside_ids::narrowed;

const YEAR: &str = "dateFrom=2010-01-01&dateTo=2010-12-31";

on_both![
    a_statement_tells_what_stands_opposite_each_line,
    a_statement_of_what_was_known_is_the_one_that_was_given_then_to_the_byte,
    a_group_says_the_same_in_every_form_and_report,
];

async fn statement(user: &Caller, account: &str, query: &str) -> Value {
    user.get(&format!("/accounting/accounts/{account}/statement?{query}")).await.expect(200).json()
}

fn minor(amount: &Value) -> i128 {
    amount.as_str().unwrap().replace('.', "").parse().unwrap()
}

async fn a_statement_tells_what_stands_opposite_each_line(app: &TestServer) {
    let (user, admin) = (app.as_role("accountant"), app.as_role("admin"));
    user.post_entry(&app.sale("5.00")).await;
    let lines = [
        ("1000", "10.00", ""),
        ("1300", "90.00", ""),
        ("4000", "", "60.00"),
        ("3000", "", "30.00"),
        ("2000", "", "10.00"),
    ];
    let mut body = app.sale("1.00").on("2010-12-02").lines(&lines).json();
    body["lines"][4]["partyName"] = json!("Orchard");
    admin.post("/accounting/journal-entries", &body).await.expect(201);
    user.receivable(&app.books.journal, "Ann", "2010-12-03", "7.00").await;
    let told = statement(&user, &app.books.accounts["1000"], YEAR).await;
    let rows: Vec<(Vec<&str>, i64)> = told["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            assert_eq!((&row["accountCode"], &row["accountName"]), (&json!("1000"), &json!("Cash")));
            assert_eq!(row["journalCode"], "GJ");
            let others = row["counterAccounts"].as_array().unwrap().iter();
            (others.map(|one| one["code"].as_str().unwrap()).collect(), row["counterAccountCount"].as_i64().unwrap())
        })
        .collect();
    assert_eq!(rows, [(vec!["4000"], 1), (vec!["4000", "3000", "2000"], 4), (vec!["1100"], 1)]);
    let opposite = &told["data"][1]["counterAccounts"][0];
    assert_eq!(
        *opposite,
        json!({"accountId": app.books.accounts["4000"], "code": "4000", "name": "Sales", "side": "credit"})
    );
    let told = statement(&user, &app.books.accounts["1100"], YEAR).await;
    assert_eq!((&told["data"][0]["partyName"], &told["data"][0]["openAmount"]), (&json!("Ann"), &json!("7.00")));
    // Whoever may read the report reads whom its lines are about.
    let reader = narrowed(app, "reports:read costs:read").await;
    assert_eq!(statement(&reader, &app.books.accounts["1100"], YEAR).await["data"], told["data"]);
}

async fn a_statement_of_what_was_known_is_the_one_that_was_given_then_to_the_byte(app: &TestServer) {
    let (user, admin) = (app.as_role("accountant"), app.as_role("admin"));
    let group = json!({"code": "1", "name": "Assets", "type": "asset", "isGroup": true});
    let group = admin.post("/accounting/accounts", &group).await.expect(201).id();
    for code in ["1000", "1100"] {
        let path = format!("/accounting/accounts/{}", app.books.accounts[code]);
        admin.put(&path, &json!({"parentId": group})).await.expect(204);
    }
    let country =
        admin.post("/accounting/dimensions", &json!({"code": "country", "name": "Country"})).await.expect(201).id();
    let uk = json!({"code": "UK", "name": "UK"});
    admin.post(&format!("/accounting/dimensions/{country}/values"), &uk).await.expect(201);
    let accounts = [group.as_str(), app.books.accounts["1000"].as_str(), app.books.accounts["1100"].as_str()];
    let questions: Vec<String> = accounts
        .iter()
        .flat_map(|account| {
            [
                YEAR,
                "dateFrom=2010-06-01",
                "dateTo=2010-06-30&limit=2",
                "dimension[country]=UK",
                "format=csv",
                "format=print",
            ]
            .map(|query| format!("/accounting/accounts/{account}/statement?{query}"))
        })
        .collect();
    let ask = async |question: &str| user.get(question).await.expect(200).text();
    let mut moments: Vec<(i64, Vec<String>)> = Vec::new();
    let mut remember = async || {
        let seq = app.head(&app.books).await.unwrap().seq;
        let mut answers = Vec::new();
        for question in &questions {
            answers.push(ask(question).await);
        }
        moments.push((seq, answers));
    };
    let in_uk = |amount: &str, date: &str| app.sale(amount).on(date).with("dimensions", json!({"country": "UK"}));
    let first = user.post_entry(&in_uk("139.12", "2010-05-30")).await;
    let invoice = user.receivable(&app.books.journal, "Ann", "2010-06-10", "100.00").await;
    remember().await;
    let payment = user.receivable(&app.books.journal, "Ann", "2010-06-20", "-60.00").await;
    let made = user.matching(&[&invoice, &payment]).await.expect(201).id();
    user.post_entry(&in_uk("8.00", "2010-03-01")).await;
    remember().await;
    user.post(&format!("/accounting/matches/{made}/unmatch"), &json!({"reason": "mistaken"})).await.expect(204);
    user.void(&first).await.expect(204);
    remember().await;
    let cash = format!("/accounting/accounts/{}", app.books.accounts["1000"]);
    admin.put(&cash, &json!({"name": "Till", "parentId": null})).await.expect(204);
    for number in 1..=6 {
        user.post_entry(&in_uk("1.25", &format!("2010-06-1{number}"))).await;
    }
    remember().await;
    for (seq, answers) in &moments {
        for (question, answer) in questions.iter().zip(answers) {
            assert_eq!(ask(&format!("{question}&knownAt=seq:{seq}")).await, *answer, "{question} as of {seq}");
        }
    }
    let open = |place: usize| moments[place].1[12].contains(r#""openAmount":"40.00""#);
    assert!(!open(0) && open(1) && !open(2), "the history has matches that came and went");
    user.get(&format!("/accounting/accounts/{group}/statement?knownAt=seq:1")).await.expect(404);
}

/// The last row of a group's documents has the debits and credits of all its lines.
async fn a_group_says_the_same_in_every_form_and_report(app: &TestServer) {
    let (user, admin) = (app.as_role("accountant"), app.as_role("admin"));
    let group = json!({"code": "1", "name": "Assets", "type": "asset", "isGroup": true});
    let group = admin.post("/accounting/accounts", &group).await.expect(201).id();
    for code in ["1000", "1100", "1300"] {
        let path = format!("/accounting/accounts/{}", app.books.accounts[code]);
        admin.put(&path, &json!({"parentId": group})).await.expect(204);
    }
    for (date, debit, credit, amount) in [
        ("2010-02-01", "1000", "4000", "100.00"),
        ("2010-03-01", "1300", "1000", "30.00"),
        ("2010-04-01", "5000", "1300", "12.34"),
    ] {
        user.post_entry(&app.sale(amount).on(date).lines(&[(debit, amount, ""), (credit, "", amount)])).await;
    }
    let days = "dateFrom=2010-03-01&dateTo=2010-12-31";
    let told = statement(&user, &group, &format!("{days}&limit=200")).await;
    let sums = ["openingBalance", "totalDebit", "totalCredit", "closingBalance"].map(|name| minor(&told[name]));
    assert_eq!(sums, [10_000, 3_000, 4_234, 8_766]);
    let ledger = user.get(&format!("/accounting/reports/general-ledger?accountId={group}&{days}&limit=200")).await;
    let of_kind = |kind: &str, field: &str| -> i128 {
        let rows = ledger.data().into_iter().filter(|row| row["row"] == kind);
        rows.map(|row| minor(&row[field])).sum()
    };
    let by_ledger =
        [("opening", "balance"), ("closing", "baseDebit"), ("closing", "baseCredit"), ("closing", "balance")];
    assert_eq!(by_ledger.map(|(kind, field)| of_kind(kind, field)), sums);
    assert_eq!(user.get(&format!("/accounting/journal-entries?accountId={group}&{days}")).await.data().len(), 2);

    let path = format!("/accounting/accounts/{group}/statement?{days}");
    let csv = user.get(&format!("{path}&format=csv")).await.expect(200).bytes.clone();
    let mut reader = csv::Reader::from_reader(csv.as_slice());
    let records: Vec<BTreeMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    let in_csv = |row: &str, column: &str| -> i128 {
        let rows = records.iter().filter(|record| record["row"] == row);
        rows.map(|record| record[column].replace('.', "").parse::<i128>().unwrap_or(0)).sum()
    };
    assert_eq!([in_csv("total", "Debit"), in_csv("total", "Credit")], [sums[1], sums[2]]);
    assert_eq!(in_csv("opening", "Balance"), sums[0]);
    assert_eq!(in_csv("line", "Debit"), sums[1]);

    let book = user.get(&format!("{path}&format=xlsx")).await.expect(200).bytes.clone();
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(book)).unwrap();
    let name = book.sheet_names()[0].clone();
    let cells = book.worksheet_range(&name).unwrap();
    let head = cells.rows().find(|row| row.contains(&Data::String("Debit".to_owned()))).unwrap().to_vec();
    let column = |name: &str| head.iter().position(|cell| *cell == Data::String(name.to_owned())).unwrap();
    let last = cells.rows().next_back().unwrap().to_vec();
    let shown = |name: &str| match &last[column(name)] {
        Data::Float(number) => format!("{number:.2}").replace('.', "").parse::<i128>().unwrap(),
        other => panic!("no number below {name}: {other:?}"),
    };
    assert_eq!([shown("Debit"), shown("Credit")], [sums[1], sums[2]]);
    let page = user.get(&format!("{path}&format=print")).await.expect(200).text();
    assert!(page.contains("Statement of 1 Assets") && page.contains("42.34") && page.contains("30.00"), "{page}");
}
