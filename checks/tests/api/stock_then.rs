//! Reports on stock as the books knew it at an earlier point of their log, and by the time of movements.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;
use crate::counts::this_year;
use crate::stock::{line, lines, moved, set_up};

/// The questions at every point.
const QUESTIONS: &[&str] = &[
    "/inventory/stock?limit=200",
    "/inventory/stock?by=item",
    "/inventory/stock?by=location&nonZero=false",
    "/inventory/stock?by=lot&nonZero=false&limit=1",
    "/inventory/stock?by=serial",
    "/inventory/stock?by=item&lotStatus=available",
    "/inventory/stock?expiresUntil=2010-06-30",
    "/inventory/stock?sku=a",
    "/inventory/stock?asOf=2010-01-31",
    "/inventory/stock?asOf=2010-01-31&by=location&nonZero=false",
    "/inventory/stock?asOf=2010-01-15&basis=physical",
    "/inventory/stock?asOf=2010-01-15&basis=physical&nonZero=false&format=csv",
    "/inventory/stock?format=csv",
    "/inventory/stock?asOf=2010-02-10&format=xlsx",
    "/inventory/reports/valuation",
    "/inventory/reports/valuation?nonZero=false&limit=2",
    "/inventory/reports/valuation?by=warehouse",
    "/inventory/reports/valuation?by=account",
    "/inventory/reports/valuation?by=category",
    "/inventory/reports/valuation?sku=a&asOf=2010-02-10",
    "/inventory/reports/valuation?asOf=2010-01-31",
    "/inventory/reports/valuation?asOf=2010-02-10&by=account",
    "/inventory/reports/valuation?format=csv",
    "/inventory/reports/valuation?asOf=2010-01-31&format=xlsx",
    "/inventory/reports/ageing",
    "/inventory/reports/ageing?asOf=2010-02-10&buckets=10,20&limit=1",
    "/inventory/reports/ageing?format=csv",
    "/inventory/reports/ageing?asOf=2010-02-10&format=xlsx",
    "/inventory/reports/expiry",
    "/inventory/reports/expiry?asOf=2010-02-10&withinDays=160",
    "/inventory/reports/expiry?lotStatus=available&format=csv",
    "/inventory/reports/turns?dateFrom=2010-01-01&dateTo=2010-02-28&limit=1",
    "/inventory/reports/turns?dateFrom=2010-02-01&dateTo=2010-02-28&format=csv",
    "/inventory/reports/movement-ledger?sku=a",
    "/inventory/reports/movement-ledger?sku=a&order=posting&format=csv",
    "/inventory/reports/movement-ledger?sku=a&format=xlsx",
    "/inventory/reports/movement-ledger?sku=a&order=posting&dateFrom=2010-01-20&dateTo=2010-02-05",
    "/inventory/reports/movement-ledger?sku=a&order=posting&format=xlsx",
    "/inventory/reports/late-items?asOf=2010-01-31",
    "/inventory/reports/late-items?asOf=2010-01-31&format=csv",
    "/inventory/counts/accuracy?dateFrom=2010-01-01&dateTo=2040-12-31",
    "/inventory/counts/accuracy?dateFrom=2010-01-01&dateTo=2040-12-31&by=reason",
    "/inventory/counts/accuracy?dateFrom=2010-01-01&dateTo=2040-12-31&by=warehouse&format=csv",
];

/// The answers at one point of the log: nothing if the question was refused.
pub struct Moment {
    pub seq: i64,
    at: String,
    answers: Vec<Option<Vec<u8>>>,
}

async fn ask(user: &Caller, question: &str) -> Option<Vec<u8>> {
    let answer = user.get(question).await;
    (answer.status == 200).then(|| answer.bytes.clone())
}

async fn remember(app: &TestServer, moments: &mut Vec<Moment>) {
    let head = app.head(&app.books).await.unwrap();
    let user = app.as_role("admin");
    let mut answers = Vec::new();
    for question in QUESTIONS {
        answers.push(ask(&user, question).await);
    }
    moments.push(Moment { seq: head.seq, at: head.at.to_string(), answers });
}

async fn find(user: &Caller, list: &str, code: &str) -> String {
    let rows = user.get(&format!("{list}?limit=200")).await.expect(200).data();
    let row = rows.iter().find(|row| row["code"] == code || row["sku"] == code);
    row.unwrap_or_else(|| panic!("{list} has no {code}"))["id"].as_str().unwrap().to_owned()
}

async fn void(user: &Caller, movement: &str) {
    user.post(&format!("/inventory/movements/{movement}/void"), &json!({"reason": "mistaken"})).await.expect(204);
}

/// Goods of every kind move, also into the past, are voided and counted, and the names of everything change.
pub async fn history(app: &TestServer) -> Vec<Moment> {
    let user = set_up(app).await;
    this_year(&user).await;
    let mut moments = Vec::new();
    let (main, shop) = (find(&user, "/warehouses", "MAIN").await, find(&user, "/warehouses", "SHOP").await);
    let bin = json!({"code": "A-1"});
    let bin = user.post(&format!("/warehouses/{main}/locations"), &bin).await.expect(201).id();
    moved(&user, "receipt", "2010-01-05", "MAIN", line("A", "10", Some("100.00"))).await;
    let issue = moved(&user, "issue", "2010-01-20", "MAIN", line("A", "4", None)).await;
    moved(&user, "receipt", "2010-01-10", "SHOP", line("b", "7", Some("21.00"))).await;
    remember(app, &mut moments).await;

    let tracked = async |sku: &str, tracking: &str| {
        let body = json!({"sku": sku, "name": sku, "tracking": tracking});
        user.post("/inventory/items", &body).await.expect(201).id()
    };
    let (milk, clock) = (tracked("MILK", "lot").await, tracked("CLOCK", "serial").await);
    let lot = json!({"itemId": milk, "number": "L-1", "bestBefore": "2010-05-31", "expiresOn": "2010-06-30"});
    let lot = user.post("/inventory/lots", &lot).await.expect(201).id();
    let in_bin = json!({"sku": "MILK", "quantity": "3", "totalCost": "3.00", "lotId": lot, "locationCode": "A-1"});
    moved(&user, "receipt", "2010-01-05", "MAIN", in_bin).await;
    let piece = json!({"itemId": clock, "number": "S-1"});
    let piece = user.post("/inventory/serials", &piece).await.expect(201).id();
    let clock = json!({"sku": "CLOCK", "quantity": "1", "totalCost": "50.00", "serialNumber": "S-1"});
    moved(&user, "receipt", "2010-01-06", "MAIN", clock).await;
    remember(app, &mut moments).await;

    // Between bins nothing costs anything: no entry says when it is taken back.
    let aside = json!({"sku": "A", "quantity": "2", "toWarehouseCode": "MAIN", "toLocationCode": "A-1"});
    let aside = moved(&user, "transfer", "2010-01-25", "MAIN", aside).await;
    moved(&user, "transfer", "2010-02-03", "MAIN", json!({"sku": "A", "quantity": "3", "toWarehouseCode": "SHOP"}))
        .await;
    remember(app, &mut moments).await;
    let mistake = moved(&user, "receipt", "2010-02-10", "MAIN", line("A", "5", Some("75.00"))).await;
    moved(&user, "receipt", "2010-01-02", "MAIN", line("A", "2", Some("10.00"))).await;
    remember(app, &mut moments).await;
    void(&user, &mistake).await;
    remember(app, &mut moments).await;

    // Everything gets other names, and a name another thing.
    for (path, body) in [
        (
            format!("/inventory/items/{}", find(&user, "/inventory/items", "A").await),
            json!({"sku": "A-OLD", "name": "Old apples"}),
        ),
        (format!("/warehouses/{shop}"), json!({"code": "ALPHA", "name": "The shop"})),
        (format!("/warehouses/{main}"), json!({"timezone": "Pacific/Kiritimati"})),
        (format!("/warehouses/{main}/locations/{bin}"), json!({"code": "Z-9"})),
        (format!("/inventory/lots/{lot}"), json!({"status": "hold", "expiresOn": "2010-07-31", "number": "L-1b"})),
        (format!("/inventory/serials/{piece}"), json!({"status": "quarantine"})),
        (
            format!("/inventory/item-categories/{}", find(&user, "/inventory/item-categories", "GIFTS").await),
            json!({"code": "PRESENTS", "name": "Presents"}),
        ),
    ] {
        user.put(&path, &body).await.expect(204);
    }
    user.post("/inventory/items", &json!({"sku": "a", "name": "Avocados", "quantityDecimals": 3})).await.expect(201);
    let never = json!({"sku": "NEVER", "name": "Never moved"});
    let never = user.post("/inventory/items", &never).await.expect(201).id();
    remember(app, &mut moments).await;
    user.delete(&format!("/inventory/items/{never}")).await.expect(204);
    moved(&user, "receipt", "2010-02-12", "MAIN", line("a", "0.125", Some("9.99"))).await;
    remember(app, &mut moments).await;

    // January closes, and later documents and voids about it are posted in February.
    let january = app.books.periods[0].clone();
    let close = json!({"reason": "month end"});
    user.post(&format!("/accounting/periods/{january}/close"), &close).await.expect(204);
    moved(&user, "receipt", "2010-01-15", "MAIN", line("A-OLD", "4", Some("12.00"))).await;
    remember(app, &mut moments).await;
    void(&user, &issue).await;
    void(&user, &aside).await;
    remember(app, &mut moments).await;

    let count = json!({"warehouseCode": "ALPHA"});
    let count = user.post("/inventory/counts", &count).await.expect(201).id();
    let found = json!({"lines": [{"lineNumber": 1, "quantity": "2"}, {"lineNumber": 2, "quantity": "6"}]});
    user.post(&format!("/inventory/counts/{count}/lines"), &found).await.expect(200);
    for step in ["submit", "approve", "post"] {
        let answer = user.post(&format!("/inventory/counts/{count}/{step}"), &json!({})).await;
        answer.expect(204);
    }
    remember(app, &mut moments).await;
    let of_count = user.get(&format!("/inventory/counts/{count}")).await.expect(200).json()["movementId"].clone();
    void(&user, of_count.as_str().unwrap()).await;
    remember(app, &mut moments).await;
    // Lots get costs of their own, and lose them; warehouses share theirs.
    for method in ["specific", "average"] {
        let change = json!({"kind": "costingChange", "lines": [{"sku": "MILK", "costingMethod": method}]});
        user.post("/inventory/movements", &change).await.expect(201);
    }
    for house in [&main, &shop] {
        let scope = json!({"costingScope": "organization"});
        user.post(&format!("/warehouses/{house}/costing-scope"), &scope).await.expect(204);
    }
    remember(app, &mut moments).await;
    moved(&user, "receipt", "2010-02-01", "ALPHA", line("b", "1", Some("9.00"))).await;
    remember(app, &mut moments).await;
    moments
}

/// Availability with stock on hand is of now alone; `availability` has it as it was known.
fn without_availability(answer: &str) -> String {
    let mut text = answer.to_owned();
    for name in ["\"held\":", "\"reserved\":", "\"available\":"] {
        let parts: Vec<String> = text.split(name).map(str::to_owned).collect();
        let rest = parts.iter().skip(1).map(|part| part.split_once(',').map_or("", |(_, rest)| rest));
        text = std::iter::once(parts[0].as_str()).chain(rest).collect();
    }
    text
}

on_both![
    a_report_on_stock_of_what_was_known_is_the_one_that_was_given_then_to_the_byte,
    pages_of_what_was_known_are_asked_for_with_the_same_point,
    stock_by_when_goods_moved_does_not_ask_when_it_was_told,
    the_valuation_as_a_whole_file_has_every_row_of_its_pages,
];

async fn a_report_on_stock_of_what_was_known_is_the_one_that_was_given_then_to_the_byte(app: &TestServer) {
    let moments = history(app).await;
    let user = app.as_role("admin");
    for Moment { seq, at, answers } in &moments {
        for (question, answer) in QUESTIONS.iter().zip(answers) {
            let Some(answer) = answer else { continue };
            let join = if question.contains('?') { '&' } else { '?' };
            for known in [format!("seq:{seq}"), at.clone()] {
                let found = ask(&user, &format!("{question}{join}knownAt={known}")).await;
                let told = |bytes: &[u8]| without_availability(&String::from_utf8_lossy(bytes));
                assert_eq!(found.as_deref().map(told), Some(told(answer)), "{question} at {known}");
            }
        }
    }
    assert!(moments.windows(2).all(|pair| pair[0].answers != pair[1].answers), "each step is seen in a report");
    for (number, question) in QUESTIONS.iter().enumerate() {
        let differ = moments.windows(2).any(|pair| pair[0].answers[number] != pair[1].answers[number]);
        assert!(differ, "{question} sees some step");
    }
}

async fn pages_of_what_was_known_are_asked_for_with_the_same_point(app: &TestServer) {
    let moments = history(app).await;
    let user = app.as_role("admin");
    for (path, more) in [
        ("/inventory/stock", ""),
        ("/inventory/reports/valuation", "&asOf=2010-02-10"),
        ("/inventory/reports/valuation", "&by=account"),
        ("/inventory/reports/ageing", ""),
        ("/inventory/reports/turns", "&dateFrom=2010-01-01&dateTo=2010-02-28"),
    ] {
        let path = format!("{path}?knownAt=seq:{}{more}", moments[4].seq);
        let all = user.get(&path).await.expect(200).data();
        assert!(all.len() > 1, "{path}");
        assert_eq!(all_pages(&user, &path, 1).await, all, "{path}");
    }
    let head = app.head(&app.books).await.unwrap().seq;
    for path in [
        "/inventory/stock",
        "/inventory/reports/valuation",
        "/inventory/counts/accuracy",
        "/inventory/reports/late-items",
        "/inventory/reports/ageing",
        "/inventory/reports/expiry",
        "/inventory/reports/turns",
    ] {
        user.get(&format!("{path}?knownAt=seq:{}", head + 1)).await.expect(400).pointer("knownAt");
    }
}

async fn stock_by_when_goods_moved_does_not_ask_when_it_was_told(app: &TestServer) {
    let user = set_up(app).await;
    moved(&user, "receipt", "2010-01-05", "MAIN", line("A", "10", Some("100.00"))).await;
    let january = app.books.periods[0].clone();
    let close = json!({"reason": "month end"});
    user.post(&format!("/accounting/periods/{january}/close"), &close).await.expect(204);
    moved(&user, "receipt", "2010-01-15", "SHOP", line("A", "4", Some("12.00"))).await;
    let mistake = moved(&user, "issue", "2010-01-20", "MAIN", line("A", "1", None)).await;
    let fields = ["warehouseCode", "quantity"];
    let stock = async |query: &str| lines(&user, &format!("/inventory/stock?{query}"), &fields).await;
    for (day, posted, moved) in [
        ("2010-01-04", vec![], vec![]),
        ("2010-01-14", vec!["MAIN 10.0"], vec!["MAIN 10.0"]),
        ("2010-01-15", vec!["MAIN 10.0"], vec!["MAIN 10.0", "SHOP 4.0"]),
        ("2010-01-31", vec!["MAIN 10.0"], vec!["MAIN 9.0", "SHOP 4.0"]),
        ("2010-02-01", vec!["MAIN 9.0", "SHOP 4.0"], vec!["MAIN 9.0", "SHOP 4.0"]),
    ] {
        assert_eq!(stock(&format!("asOf={day}")).await, posted, "posted until {day}");
        assert_eq!(stock(&format!("asOf={day}&basis=physical")).await, moved, "moved until {day}");
        let pages = all_pages(&user, &format!("/inventory/stock?asOf={day}&basis=physical"), 1).await;
        assert_eq!(pages.len(), moved.len(), "{day}");
    }
    let view = user.get("/inventory/stock?asOf=2010-01-31&basis=physical").await.expect(200).json();
    assert_eq!((&view["basis"], &view["data"][0]["value"]), (&json!("physical"), &Value::Null));
    // A voided movement never happened, and there is no place where it did.
    void(&user, &mistake).await;
    assert_eq!(stock("asOf=2010-01-31&basis=physical").await, ["MAIN 10.0", "SHOP 4.0"]);
    assert_eq!(stock("basis=physical").await, ["MAIN 10.0", "SHOP 4.0"]);
    assert_eq!(stock("asOf=2010-01-14&basis=physical&nonZero=false").await, ["MAIN 10.0"]);
    let csv = user.get("/inventory/stock?asOf=2010-01-31&basis=physical&format=csv").await;
    csv.expect(200);
    assert!(csv.header("content-disposition").contains("stock-physical-2010-01-31.csv"));
    assert!(csv.text().contains("A,Apples,SHOP,4.0,C62"), "{}", csv.text());
    // Value follows the books: nothing is worth anything by when it moved.
    user.get("/inventory/reports/valuation?asOf=2010-01-31&basis=physical").await.expect(400).pointer("basis");
    user.get("/inventory/stock?basis=value").await.expect(400).pointer("basis");
}

async fn the_valuation_as_a_whole_file_has_every_row_of_its_pages(app: &TestServer) {
    let user = set_up(app).await;
    let skus: Vec<String> = (0..1_200).map(|number| format!("P{number:04}")).collect();
    let items: Vec<Value> = skus.iter().map(|sku| json!({"sku": sku, "name": format!("Item {sku}")})).collect();
    for some in items.chunks(1_000) {
        user.post("/inventory/items/import", &json!({"items": some})).await.expect(200);
    }
    // Some are there, some are gone again, some never came.
    let came = skus.iter().step_by(3).map(|sku| line(sku, "2", Some("5.00"))).collect::<Vec<_>>();
    let left = skus.iter().step_by(9).map(|sku| line(sku, "2", None)).collect::<Vec<_>>();
    for (kind, day, moved) in [("receipt", "2010-01-05", came), ("issue", "2010-01-06", left)] {
        let body = json!({"kind": kind, "occurredAt": day, "warehouseCode": "MAIN", "lines": moved});
        user.post("/inventory/movements", &body).await.expect(201);
    }
    for query in
        ["", "&asOf=2010-01-31", "&asOf=2010-01-05", "&nonZero=false", "&asOf=2010-01-31&nonZero=false", "&sku=p0003"]
    {
        let path = format!("/inventory/reports/valuation?by=item{query}");
        let pages = all_pages(&user, &path, 200).await;
        let csv = user.get(&format!("{path}&format=csv")).await.expect(200).text();
        let rows: Vec<String> = pages
            .iter()
            .map(|row| {
                let text = |field: &str| row[field].as_str().unwrap_or_default().to_owned();
                let quantity = if text("quantity").contains('.') || text("unitCode").is_empty() {
                    text("quantity")
                } else {
                    format!("{}.0", text("quantity"))
                };
                format!(
                    "line,{},{},{quantity},{},{},{},{},{}",
                    text("code"),
                    text("name"),
                    text("unitCode"),
                    text("unitCost"),
                    text("value"),
                    text("writtenDown"),
                    text("carryingAmount")
                )
            })
            .collect();
        let lines: Vec<&str> = csv.lines().filter(|line| line.starts_with("line,")).collect();
        assert_eq!(lines, rows, "{query}");
        let total =
            user.get(&format!("{path}&limit=1")).await.expect(200).json()["totalValue"].as_str().unwrap().to_owned();
        assert!(csv.lines().last().unwrap().ends_with(&format!(",{total}")), "{query}: {total}");
    }
}
