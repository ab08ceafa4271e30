//! The ledger of a customer or supplier, ledgers of one party, and figures in foreign currencies as figures.

use std::collections::BTreeMap;
use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

const STATEMENT: &str = "/accounting/reports/party-statement";

on_both![
    ages_of_a_closed_month_are_told_as_they_were_known_to_the_byte,
    the_statement_of_a_party_closes_with_what_is_open_and_opens_with_the_day_before,
    the_statement_of_a_party_says_the_same_in_every_form,
    a_statement_of_what_was_known_of_a_party_stays_the_same,
    ledgers_tell_the_lines_of_one_party_and_what_they_come_to,
    a_bank_account_in_dollars_agrees_with_the_statement_of_its_bank,
    foreign_amounts_are_numbers_in_files,
];

/// Posts to the receivables or payables of a party in a currency, and returns the entry's id.
async fn owed(app: &TestServer, date: &str, account: &str, party: &str, currency: &str, amount: &str) -> String {
    let (side, other, amount) = match amount.strip_prefix('-') {
        Some(paid) => ("credit", "debit", paid),
        None => ("debit", "credit", amount),
    };
    let body = json!({
        "date": date, "journalId": app.books.journal, "status": "posted", "currency": currency,
        "documentDate": date, "reference": format!("R-{amount}"), "description": "Goods",
        "lines": [
            {"accountCode": account, "partyName": party, side: amount, "dueDate": date},
            {"accountCode": "1000", other: amount},
        ],
    });
    app.as_role("accountant").post("/accounting/journal-entries", &body).await.expect(201).id()
}

async fn party(app: &TestServer, name: &str) -> String {
    let found = app.as_role("admin").get(&format!("/accounting/parties?name={name}")).await.data();
    found[0]["id"].as_str().unwrap().to_owned()
}

async fn rates(app: &TestServer) {
    for (told, day) in [("0.80", "2010-01-10"), ("0.90", "2010-01-31"), ("0.85", "2010-02-10")] {
        let rate = json!({"fromCurrency": "USD", "toCurrency": "GBP", "rate": told, "validFrom": day});
        app.as_role("accountant").post("/accounting/exchange-rates", &rate).await.expect(201);
    }
}

async fn unmatch(caller: &Caller, id: &str) {
    let reason = json!({"reason": "it paid another one"});
    caller.post(&format!("/accounting/matches/{id}/unmatch"), &reason).await.expect(204);
}

/// The records of a CSV by column.
fn records(bytes: &[u8]) -> Vec<BTreeMap<String, String>> {
    csv::Reader::from_reader(bytes).deserialize().map(Result::unwrap).collect()
}

/// The rows of the only sheet of a workbook.
fn cells(bytes: &[u8]) -> Vec<Vec<Data>> {
    let mut book: Xlsx<Cursor<Vec<u8>>> = Xlsx::new(Cursor::new(bytes.to_vec())).unwrap();
    let name = book.sheet_names()[0].clone();
    book.worksheet_range(&name).unwrap().rows().map(<[Data]>::to_vec).collect()
}

async fn ages_of_a_closed_month_are_told_as_they_were_known_to_the_byte(app: &TestServer) {
    let user = app.as_role("accountant");
    let journal = &app.books.journal;
    let invoice = user.receivable(journal, "Acme", "2010-01-10", "300.00").await;
    let payment = user.receivable(journal, "Acme", "2010-03-20", "-200.00").await;
    let late = user.receivable(journal, "Acme", "2010-02-01", "50.00").await;
    let made = user.matching(&[&invoice, &payment]).await.expect(201).id();
    let questions = [
        "/accounting/reports/aged-open-items?controlFor=receivable&asOf=2010-03-31",
        "/accounting/reports/aged-open-items?accountCode=1100&asOf=2010-03-31&format=csv",
        "/accounting/reports/aged-open-items?controlFor=receivable&asOf=2010-02-28",
        "/accounting/open-items?controlFor=receivable&asOf=2010-03-31",
        "/accounting/open-items?accountCode=1100&format=csv",
        "/accounting/open-items?accountCode=1100&asOf=2010-03-31&format=print",
    ];
    let ask = async |known: &str| {
        let mut answers = Vec::new();
        for question in questions {
            answers.push(user.get(&format!("{question}{known}")).await.expect(200).text());
        }
        answers
    };
    let (seq, told) = (app.head(&app.books).await.unwrap().seq, ask("").await);
    let aged = user.get(questions[0]).await.json();
    assert_eq!(aged["data"][0]["amounts"], json!(["0.00", "0.00", "50.00", "100.00", "0.00"]));
    unmatch(&user, &made).await;
    user.void(&late).await.expect(204);
    user.receivable(journal, "Bell", "2010-03-01", "9.00").await;
    let rest = user.receivable(journal, "Acme", "2010-03-30", "-100.00").await;
    user.matching(&[&invoice, &rest]).await.expect(201);
    assert_ne!(ask("").await, told);
    assert_eq!(ask(&format!("&knownAt=seq:{seq}")).await, told);
    let totals = user.get(&format!("{}&knownAt=seq:{seq}", questions[0])).await.json();
    assert_eq!(totals["totals"]["difference"], "0.00");
    for question in questions {
        user.get(&format!("{question}&knownAt=seq:999999")).await.expect(400).pointer("knownAt");
    }
}

async fn the_statement_of_a_party_closes_with_what_is_open_and_opens_with_the_day_before(app: &TestServer) {
    let user = app.as_role("accountant");
    rates(app).await;
    let invoice = owed(app, "2010-01-10", "1100", "Acme", "GBP", "300.00").await;
    let payment = owed(app, "2010-03-20", "1100", "Acme", "GBP", "-200.00").await;
    user.matching(&[&invoice, &payment]).await.expect(201);
    owed(app, "2010-01-11", "1100", "Acme", "USD", "100.00").await;
    owed(app, "2010-02-10", "2000", "Acme", "GBP", "-40.00").await;
    owed(app, "2010-02-10", "1100", "Other", "GBP", "7.00").await;
    let id = party(app, "Acme").await;
    let ask = async |query: &str| user.get(&format!("{STATEMENT}?partyId={id}&{query}")).await.expect(200).json();
    let told = ask("dateFrom=2010-01-01&dateTo=2010-03-31&controlFor=receivable").await;
    assert_eq!((&told["partyName"], &told["normalBalance"]), (&json!("Acme"), &json!("debit")));
    let [pounds, dollars] = told["currencies"].as_array().unwrap().as_slice() else { panic!("{told}") };
    for (field, wanted) in [
        ("currency", json!("GBP")),
        ("openingBalance", json!("0.00")),
        ("totalDebit", json!("300.00")),
        ("totalCredit", json!("200.00")),
        ("closingBalance", json!("100.00")),
        ("openTotal", json!("100.00")),
        ("ageing", json!(["0.00", "0.00", "0.00", "100.00", "0.00"])),
        ("difference", json!("0.00")),
    ] {
        assert_eq!(pounds[field], wanted, "{field}");
    }
    for (field, wanted) in
        [("currency", "USD"), ("closingBalance", "100.00"), ("baseClosingBalance", "80.00"), ("difference", "0.00")]
    {
        assert_eq!(dollars[field], wanted, "{field}");
    }
    let lines = pounds["lines"].as_array().unwrap();
    let of = |line: &Value, field: &str| line[field].as_str().unwrap().to_owned();
    assert_eq!(lines.iter().map(|line| of(line, "balance")).collect::<Vec<_>>(), ["300.00", "100.00"]);
    assert_eq!(lines.iter().map(|line| of(line, "openAmount")).collect::<Vec<_>>(), ["100.00", "0.00"]);
    assert_eq!((&lines[0]["dueDate"], &lines[0]["reference"]), (&json!("2010-01-10"), &json!("R-300.00")));
    assert_eq!(lines[0]["matchedWith"][0]["entryId"], json!(payment));
    assert_eq!(lines[1]["matchedWith"][0]["entryId"], json!(invoice));
    assert_eq!(pounds["openItems"][0]["openAmount"], "100.00");
    // What was paid later was open then.
    let before = ask("dateFrom=2010-01-01&dateTo=2010-02-28&controlFor=receivable&currency=GBP").await;
    assert_eq!(before["currencies"][0]["lines"][0]["openAmount"], "300.00");
    assert_eq!(before["currencies"][0]["lines"][0]["matchedWith"], json!([]));
    for day in ["2010-01-10", "2010-02-10", "2010-03-19", "2010-03-20"] {
        let next = day.parse::<jiff::civil::Date>().unwrap().tomorrow().unwrap();
        let (until, from) =
            (ask(&format!("dateTo={day}")).await, ask(&format!("dateFrom={next}&dateTo=2010-12-31")).await);
        for one in until["currencies"].as_array().unwrap() {
            assert_eq!(one["closingBalance"], one["openTotal"], "{day}: {one}");
            let same = |other: &&Value| other["currency"] == one["currency"];
            let other = from["currencies"].as_array().unwrap().iter().find(same);
            let opening = other.map_or(json!("0.00"), |other| other["openingBalance"].clone());
            assert_eq!(one["closingBalance"], opening, "{day}");
        }
    }
    // Both sides at once come to what they come to one by one.
    let both = ask("dateFrom=2010-01-01&dateTo=2010-12-31&currency=GBP").await;
    assert_eq!(both["currencies"][0]["closingBalance"], "60.00");
    let payable = ask("dateFrom=2010-01-01&dateTo=2010-12-31&controlFor=payable").await;
    assert_eq!(payable["normalBalance"], "credit");
    assert_eq!(payable["currencies"][0]["closingBalance"], "40.00");
    user.get(STATEMENT).await.expect(400).pointer("partyId");
    user.get(&format!("{STATEMENT}?partyId={id}&controlFor=bank")).await.expect(400).pointer("controlFor");
    user.get(&format!("{STATEMENT}?partyId=pty_x")).await.expect(400).pointer("partyId");
    app.as_role("warehouseOperator").get(&format!("{STATEMENT}?partyId={id}")).await.expect(403);
}

async fn the_statement_of_a_party_says_the_same_in_every_form(app: &TestServer) {
    let admin = app.as_role("admin");
    rates(app).await;
    let contact = json!({"name": "Acme", "kinds": ["customer"], "contact": {"address": "1 High Street\nLeeds"}});
    let id = admin.post("/accounting/parties", &contact).await.expect(201).id();
    owed(app, "2010-01-10", "1100", "Acme", "USD", "4000.00").await;
    owed(app, "2010-02-10", "1100", "Acme", "USD", "-1500.00").await;
    let path = format!("{STATEMENT}?partyId={id}&dateFrom=2010-01-11&dateTo=2010-02-28");
    let told = admin.get(&path).await.expect(200).json();
    let own = &told["currencies"][0];
    assert_eq!(told["partyAddress"], "1 High Street\nLeeds");
    assert_eq!(
        (&own["openingBalance"], &own["closingBalance"], &own["openTotal"]),
        (&json!("4000.00"), &json!("2500.00"), &json!("2500.00"))
    );
    let csv = admin.get(&format!("{path}&format=csv")).await;
    let rows = records(&csv.expect(200).bytes);
    let shown = |row: &BTreeMap<String, String>| {
        ["row", "Part", "Debit", "Credit", "Balance", "Open", "Base credit"].map(|name| row[name].clone())
    };
    let of = |texts: [&str; 7]| texts.map(str::to_owned);
    assert_eq!(shown(&rows[0]), of(["opening", "statement", "", "", "4000.00", "", ""]));
    assert_eq!(shown(&rows[1]), of(["line", "statement", "", "1500.00", "2500.00", "-1500.00", "1275.00"]));
    assert_eq!(shown(&rows[2]), of(["subtotal", "statement", "", "1500.00", "2500.00", "", "1275.00"]));
    let last = rows.last().unwrap();
    assert_eq!(shown(last), of(["total", "total", "", "", "", "2500.00", ""]));
    let csv = csv.text();
    assert!(!csv.contains('\''), "no apostrophe stands before a number: {csv}");
    let book = cells(&admin.get(&format!("{path}&format=xlsx")).await.expect(200).bytes);
    let header = book.iter().position(|row| row.contains(&Data::String("Part".into()))).unwrap();
    let balance = book[header].iter().position(|cell| *cell == Data::String("Balance".into())).unwrap();
    assert_eq!(book[header + 2][balance], Data::Float(2500.0));
    let page = admin.get(&format!("{path}&format=print")).await.expect(200).text();
    for text in [
        "<h1>Statement of account</h1>",
        "<p>Acme</p>",
        "<p>1 High Street</p>",
        "<p>2010-01-11 to 2010-02-28</p>",
        "<p>Total due: 2500.00 USD</p>",
        ">2,500.00</td>",
        "Closing balance",
    ] {
        assert!(page.contains(text), "{text} is not in {page}");
    }
    assert!(!page.contains("Base debit"));
    let settings = admin.get("/organization").await.json();
    assert!(page.contains(settings["name"].as_str().unwrap()));
    // Whoever may not read parties reads no address.
    let lines = app.as_role("auditor").get(&path).await.expect(200).json();
    assert_eq!(lines["currencies"], told["currencies"]);
}

async fn a_statement_of_what_was_known_of_a_party_stays_the_same(app: &TestServer) {
    let user = app.as_role("accountant");
    let invoice = owed(app, "2010-01-10", "1100", "Acme", "GBP", "300.00").await;
    let payment = owed(app, "2010-03-20", "1100", "Acme", "GBP", "-200.00").await;
    let made = user.matching(&[&invoice, &payment]).await.expect(201).id();
    let id = party(app, "Acme").await;
    let questions = ["json", "csv", "print"]
        .map(|format| format!("{STATEMENT}?partyId={id}&dateFrom=2010-01-01&dateTo=2010-06-30&format={format}"));
    let ask = async |known: &str| {
        let mut answers = Vec::new();
        for question in &questions {
            answers.push(user.get(&format!("{question}{known}")).await.expect(200).text());
        }
        answers
    };
    let (seq, told) = (app.head(&app.books).await.unwrap().seq, ask("").await);
    unmatch(&user, &made).await;
    user.void(&payment).await.expect(204);
    owed(app, "2010-05-01", "1100", "Acme", "GBP", "9.00").await;
    assert_ne!(ask("").await, told);
    assert_eq!(ask(&format!("&knownAt=seq:{seq}")).await, told);
}

async fn ledgers_tell_the_lines_of_one_party_and_what_they_come_to(app: &TestServer) {
    let user = app.as_role("accountant");
    owed(app, "2010-01-10", "1100", "Acme", "GBP", "300.00").await;
    owed(app, "2010-02-10", "1100", "Bell", "GBP", "50.00").await;
    owed(app, "2010-03-20", "1100", "Acme", "GBP", "-200.00").await;
    let id = party(app, "Acme").await;
    let account = &app.books.accounts["1100"];
    let path = format!("/accounting/accounts/{account}/statement?partyId={id}&dateFrom=2010-02-01&dateTo=2010-12-31");
    let told = user.get(&path).await.expect(200).json();
    assert_eq!((&told["openingBalance"], &told["closingBalance"]), (&json!("300.00"), &json!("100.00")));
    assert_eq!(told["data"].as_array().unwrap().len(), 1);
    assert_eq!((&told["data"][0]["dueDate"], &told["ownCurrency"]), (&json!("2010-03-20"), &Value::Null));
    let rows = records(&user.get(&format!("{path}&format=csv")).await.expect(200).bytes);
    let line = rows.iter().find(|row| row["row"] == "line").unwrap();
    assert_eq!(
        (line["Party"].as_str(), line["Due"].as_str(), line["Balance"].as_str()),
        ("Acme", "2010-03-20", "100.00")
    );
    let ledger = format!("/accounting/reports/general-ledger?partyId={id}&dateFrom=2010-01-01&dateTo=2010-12-31");
    let told = user.get(&ledger).await.expect(200).json();
    let rows = told["data"].as_array().unwrap();
    assert_eq!(
        rows.iter().map(|row| row["row"].as_str().unwrap()).collect::<Vec<_>>(),
        ["opening", "line", "line", "closing"]
    );
    assert_eq!((&rows[1]["partyName"], &rows[3]["balance"]), (&json!("Acme"), &json!("100.00")));
    let journal = "/accounting/reports/journal?dateFrom=2010-01-01&dateTo=2010-12-31";
    let told = user.get(journal).await.expect(200).data();
    assert_eq!((&told[0]["partyName"], &told[0]["dueDate"]), (&json!("Acme"), &json!("2010-01-10")));
    let rows = records(&user.get(&format!("{journal}&format=csv")).await.expect(200).bytes);
    assert_eq!((rows[0]["Party"].as_str(), rows[0]["Currency"].as_str()), ("Acme", "GBP"));
    for path in [&path, &ledger] {
        user.get(&path.replace(&id, "pty_x")).await.expect(400).pointer("partyId");
    }
}

async fn a_bank_account_in_dollars_agrees_with_the_statement_of_its_bank(app: &TestServer) {
    let (user, admin) = (app.as_role("accountant"), app.as_role("admin"));
    rates(app).await;
    let gains = json!({"code": "7000", "name": "Exchange differences", "type": "expense", "subtype": "fxGainLoss"});
    admin.post("/accounting/accounts", &gains).await.expect(201);
    let bank = json!({"code": "1050", "name": "Dollars", "type": "asset", "subtype": "bank", "currency": "USD"});
    let bank = admin.post("/accounting/accounts", &bank).await.expect(201).id();
    for (date, side, other, amount) in [
        ("2010-01-10", "debit", "credit", "4000.00"),
        ("2010-01-12", "credit", "debit", "1000.00"),
        ("2010-02-10", "credit", "debit", "250.50"),
    ] {
        let lines = json!([{"accountCode": "1050", side: amount}, {"accountCode": "1000", other: amount}]);
        let journal = &app.books.journal;
        let body = json!({"date": date, "journalId": journal, "status": "posted", "currency": "USD", "lines": lines});
        user.post("/accounting/journal-entries", &body).await.expect(201);
    }
    let statement = format!("/accounting/accounts/{bank}/statement?dateFrom=2010-01-11&dateTo=2010-12-31");
    let before = app.head(&app.books).await.unwrap().seq;
    let plain = user.get(&statement).await.expect(200).json();
    user.post("/accounting/revaluations", &json!({"date": "2010-01-31"})).await.expect(201);
    let told = user.get(&statement).await.expect(200).json();
    for (field, wanted) in [
        ("ownCurrency", "USD"),
        ("ownOpeningBalance", "4000.00"),
        ("ownTotalDebit", "0.00"),
        ("ownTotalCredit", "1250.50"),
        ("ownClosingBalance", "2749.50"),
    ] {
        assert_eq!(told[field], wanted, "{field}");
    }
    let rows = told["data"].as_array().unwrap();
    let own: Vec<&str> = rows.iter().map(|row| row["ownBalance"].as_str().unwrap()).collect();
    assert_eq!(own, ["3000.00", "3000.00", "3000.00", "2749.50"], "a revaluation moves no dollars");
    let mut paged = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = user.get(&format!("{statement}&limit=1{cursor}")).await.expect(200).json();
        paged.extend(page["data"].as_array().unwrap().clone());
        let Some(next) = page["nextCursor"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(&paged, rows);
    assert_eq!(user.get(&format!("{statement}&knownAt=seq:{before}")).await.expect(200).json(), plain);
    let csv = user.get(&format!("{statement}&format=csv")).await;
    let file = records(&csv.expect(200).bytes);
    let balances: Vec<&str> =
        file.iter().filter(|row| row["row"] == "line").map(|row| row["Balance in currency"].as_str()).collect();
    assert_eq!(balances, own);
    let closing = file.iter().find(|row| row["row"] == "subtotal").unwrap();
    assert_eq!(
        (closing["Credit in currency"].as_str(), closing["Balance in currency"].as_str()),
        ("1250.50", "2749.50")
    );
    let ledger = format!("/accounting/reports/general-ledger?accountId={bank}&dateFrom=2010-01-11&dateTo=2010-12-31");
    let mut pages = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = user.get(&format!("{ledger}&limit=1{cursor}")).await.expect(200).json();
        pages.extend(page["data"].as_array().unwrap().clone());
        let Some(next) = page["nextCursor"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    let own: Vec<&str> = pages.iter().map(|row| row["ownBalance"].as_str().unwrap()).collect();
    assert_eq!(own, ["4000.00", "3000.00", "3000.00", "3000.00", "2749.50", "2749.50"]);
    // Of a cash account with lines in several currencies there is no balance in one of them.
    let cash = format!("/accounting/accounts/{}/statement", app.books.accounts["1000"]);
    user.post_entry(&app.sale("1.00")).await;
    assert_eq!(user.get(&cash).await.expect(200).json()["ownCurrency"], Value::Null);
}

async fn foreign_amounts_are_numbers_in_files(app: &TestServer) {
    let user = app.as_role("accountant");
    rates(app).await;
    owed(app, "2010-01-10", "1100", "Acme", "USD", "4000.00").await;
    owed(app, "2010-02-10", "1100", "Acme", "USD", "-5000.00").await;
    let account = &app.books.accounts["1100"];
    let days = "dateFrom=2010-01-01&dateTo=2010-12-31";
    for path in [
        format!("/accounting/reports/journal?{days}"),
        format!("/accounting/reports/general-ledger?accountId={account}&{days}"),
        format!("/accounting/accounts/{account}/statement?{days}"),
    ] {
        let csv = user.get(&format!("{path}&format=csv")).await;
        let rows = records(&csv.expect(200).bytes);
        let line = rows.iter().find(|row| row["row"] == "line").unwrap();
        let shown = ["Currency", "Rate", "Debit in currency", "Credit in currency"].map(|name| line[name].as_str());
        assert_eq!(shown, ["USD", "0.8", "4000.00", ""], "{path}");
        assert!(!csv.text().contains('\''), "{path}");
        let book = cells(&user.get(&format!("{path}&format=xlsx")).await.expect(200).bytes);
        let named = |name: &str| Data::String(name.to_owned());
        let header = book.iter().position(|row| row.contains(&named("Debit in currency"))).unwrap();
        let of = |name: &str| book[header].iter().position(|cell| *cell == named(name)).unwrap();
        let line =
            book.iter().find(|row| row[of("Currency")] == named("USD") && row[of("Rate")] != Data::Empty).unwrap();
        assert_eq!((&line[of("Debit in currency")], &line[of("Rate")]), (&Data::Float(4000.0), &Data::Float(0.8)));
    }
    for path in ["/accounting/open-items?accountCode=1100", "/accounting/reports/aged-open-items?accountCode=1100"] {
        let csv = user.get(&format!("{path}&asOf=2010-12-31&format=csv")).await;
        let rows = records(&csv.expect(200).bytes);
        let own: Vec<(&str, &str)> = rows
            .iter()
            .filter(|row| row["row"] == "line")
            .map(|row| (row["Currency"].as_str(), row["Open in currency"].as_str()))
            .collect();
        let wanted: &[(&str, &str)] =
            if rows.len() == 3 { &[("USD", "4000.00"), ("USD", "-5000.00")] } else { &[("USD", "-1000.00")] };
        assert_eq!(own, wanted, "{path}");
    }
}
