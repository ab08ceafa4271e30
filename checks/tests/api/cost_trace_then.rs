//! Costs traced as the books knew them at an earlier point of the log, and as of the end of a day.

use checks::{Caller, TestServer, on_both};
use domain::rows::Pool;
use domain::value::CellValue;
use serde_json::{Value, json};
use store::read::ageing::{self, Until};
use store::read::known_goods::GoodsThen;

use crate::movement_kinds::more_accounts;
use crate::movements::{movement, set_up};

const AT: &str = "/inventory/movements";

/// The traces of all movements at a point of the log.
struct Moment {
    seq: i64,
    /// Movement and direction, with the answer to it.
    told: Vec<(String, String)>,
}

/// A history on its way: after each step all traces are asked for.
struct History {
    admin: Caller,
    movements: Vec<String>,
    moments: Vec<Moment>,
}

impl History {
    async fn post(&mut self, body: Value) -> String {
        let id = post(&self.admin, body).await;
        self.movements.push(id.clone());
        self.remember().await;
        id
    }

    async fn remember(&mut self) {
        let seq = self.admin.get("/audit/head").await.json()["seq"].as_i64().unwrap();
        let mut told = Vec::new();
        for id in &self.movements {
            for question in
                [format!("{AT}/{id}/cost-trace?limit=200"), format!("{AT}/{id}/cost-trace?direction=uses&limit=200")]
            {
                let answer = body(&self.admin, &question).await;
                told.push((question, answer));
            }
        }
        self.moments.push(Moment { seq, told });
    }
}

async fn post(admin: &Caller, body: Value) -> String {
    admin.post(AT, &body).await.expect(201).id()
}

/// The answer, byte by byte.
async fn body(admin: &Caller, question: &str) -> String {
    String::from_utf8(admin.get(question).await.expect(200).bytes.to_vec()).unwrap()
}

/// A movement on a day of January.
fn on(day: u32, kind: &str, line: Value) -> Value {
    movement(kind, &format!("2010-01-{day:02}"), line)
}

fn goods(sku: &str, quantity: &str) -> Value {
    json!({"sku": sku, "quantity": quantity})
}

fn bought(sku: &str, quantity: &str, cost: &str) -> Value {
    json!({"sku": sku, "quantity": quantity, "totalCost": cost})
}

on_both![
    a_trace_of_what_was_known_is_the_one_that_was_told_then_to_the_byte,
    of_a_pool_that_is_too_large_no_part_is_taken_for_all_of_it,
    as_of_a_day_a_trace_is_of_what_was_posted_until_then,
];

async fn a_trace_of_what_was_known_is_the_one_that_was_told_then_to_the_byte(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    let items = admin.get("/inventory/items").await.expect(200).data();
    let pear = items.iter().find(|one| one["sku"] == "PEAR").unwrap()["id"].as_str().unwrap().to_owned();
    let mut history = History { admin: app.as_role("admin"), movements: Vec::new(), moments: Vec::new() };
    let begun = admin.get("/audit/head").await.json()["seq"].as_i64().unwrap();
    for sku in ["APPLE", "PEAR"] {
        let first = history.post(on(5, "receipt", bought(sku, "10", "20.00"))).await;
        history.post(on(7, "receipt", bought(sku, "5", "15.00"))).await;
        let draft = json!({"status": "draft", "kind": "issue", "occurredAt": "2010-01-12", "warehouseCode": "MAIN", "lines": [goods(sku, "1")]});
        let draft = history.post(draft).await;
        let mut moved = on(8, "transfer", goods(sku, "12"));
        moved["toWarehouseCode"] = json!("SHOP");
        history.post(moved).await;
        let mut sold = on(9, "issue", goods(sku, "6"));
        sold["warehouseCode"] = json!("SHOP");
        let sold = history.post(sold).await;
        // An earlier receipt changes the costs of all of them.
        let late = history.post(on(4, "receipt", bought(sku, "3", "30.00"))).await;
        let freight = json!({"kind": "landedCost", "occurredAt": "2010-01-07", "ofMovementId": first, "amount": "3.00", "splitBy": "value"});
        let freight = history.post(freight).await;
        let mut back = on(10, "return", goods(sku, "2"));
        (back["warehouseCode"], back["ofMovementId"]) = (json!("SHOP"), json!(sold));
        let back = history.post(back).await;
        admin.post(&format!("{AT}/{draft}/post"), &json!({})).await.expect(204);
        history.remember().await;
        for gone in [&back, &freight, &late] {
            admin.post(&format!("{AT}/{gone}/void"), &json!({"reason": "not ours"})).await.expect(204);
            history.remember().await;
        }
    }
    // Goods are called otherwise from here on, and valued together with others.
    admin.put(&format!("/inventory/items/{pear}"), &json!({"sku": "QUINCE"})).await.expect(204);
    history.remember().await;
    for code in ["MAIN", "SHOP"] {
        let warehouse = admin.get(&format!("/warehouses?code={code}")).await.expect(200).data()[0]["id"].clone();
        let shared = json!({"costingScope": "organization", "occurredAt": "2010-01-14"});
        admin.post(&format!("/warehouses/{}/costing-scope", warehouse.as_str().unwrap()), &shared).await.expect(204);
        history.remember().await;
    }
    let mut last = on(20, "issue", goods("QUINCE", "1"));
    last["warehouseCode"] = json!("SHOP");
    history.post(last).await;

    for moment in &history.moments {
        for (question, answer) in &moment.told {
            let then = body(&admin, &format!("{question}&knownAt=seq:{}", moment.seq)).await;
            assert_eq!(then, *answer, "{question} at {}", moment.seq);
        }
    }
    // A movement that did not exist yet has no trace.
    let first = format!("{AT}/{}/cost-trace", history.movements[0]);
    admin.get(&format!("{first}?knownAt=seq:{begun}")).await.expect(404).code("not_found");
    admin.get(&format!("{first}?knownAt=seq:999999")).await.expect(400).pointer("knownAt");
    // A whole document has the names of then, too.
    let is_of_pears = |(_, answer): &&(String, String)| answer.contains("\"sku\":\"PEAR\"");
    let (question, seq) = history
        .moments
        .iter()
        .rev()
        .find_map(|moment| Some((&moment.told.iter().find(is_of_pears)?.0, moment.seq)))
        .unwrap();
    let csv = admin.get(&format!("{question}&knownAt=seq:{seq}&format=csv")).await;
    assert!(csv.expect(200).text().contains(",PEAR,") && !csv.text().contains("QUINCE"), "{}", csv.text());
    assert!(admin.get(&format!("{question}&format=csv")).await.text().contains(",QUINCE,"));
}

async fn of_a_pool_that_is_too_large_no_part_is_taken_for_all_of_it(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let mut history = History { admin: app.as_role("admin"), movements: Vec::new(), moments: Vec::new() };
    for (day, cost) in [(6, "10.00"), (7, "20.00"), (5, "30.00")] {
        history.post(on(day, "receipt", bought("APPLE", "1", cost))).await;
    }
    let mut snapshot = app.database.snapshot().await.unwrap();
    let own = app.books.organization;
    let pool = snapshot.rows::<Pool>("where organization_id = $1", &[own.to_cell()]).await.unwrap().pop().unwrap();
    let known = GoodsThen::read(&mut snapshot, own, history.moments[1].seq).await.unwrap().unwrap();
    let until = Until { known: Some((known.seq, known.at)), ..Until::NOW };
    // The last one was not there, but is the first that is read.
    for (most, wanted) in [(3, 2), (2, 3), (1, 2)] {
        let found = ageing::until(&mut snapshot, own, pool.clone(), until, most).await.unwrap();
        assert_eq!((found.movements.len(), found.movements.len() > most), (wanted, most < 3), "{most}");
    }
}

async fn as_of_a_day_a_trace_is_of_what_was_posted_until_then(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    let mut history = History { admin: app.as_role("admin"), movements: Vec::new(), moments: Vec::new() };
    post(&admin, on(2, "receipt", bought("PEAR", "2", "3.00"))).await;
    let first = history.post(on(5, "receipt", bought("APPLE", "10", "20.00"))).await;
    history.post(on(6, "receipt", bought("APPLE", "5", "15.00"))).await;
    let sold = history.post(on(7, "issue", goods("APPLE", "6"))).await;
    let freight = json!({"kind": "landedCost", "occurredAt": "2010-01-08", "ofMovementId": first, "amount": "3.00", "splitBy": "value"});
    history.post(freight).await;
    let gone = history.post(on(9, "issue", goods("APPLE", "2"))).await;
    // Each was posted on a day of its own, and as of that day there was no more.
    for (day, moment) in history.moments.iter().enumerate() {
        for (question, answer) in &moment.told {
            let wanted: Value = serde_json::from_str(answer).unwrap();
            let answer = admin.get(&format!("{question}&asOf=2010-01-{:02}", day + 5)).await.expect(200).json();
            assert_eq!(answer["data"], wanted["data"], "{question} on day {}", day + 5);
            assert_eq!(answer["asOf"], format!("2010-01-{:02}", day + 5));
        }
    }
    let trace = |id: &str, query: &str| format!("{AT}/{id}/cost-trace?{query}");
    assert!(admin.get(&trace(&gone, "asOf=2010-01-08")).await.expect(200).data().is_empty());
    let csv = admin.get(&trace(&first, "asOf=2010-01-07&format=csv")).await;
    assert!(
        csv.expect(200).header("content-disposition").contains("cost-trace-2010-01-07"),
        "{}",
        csv.header("content-disposition")
    );

    // January is closed: a void and late documents are of March.
    let before = admin.get(&trace(&sold, "asOf=2010-02-28")).await.expect(200).data();
    for period in &app.books.periods[..2] {
        admin.post(&format!("/accounting/periods/{period}/close"), &json!({})).await.expect(204);
    }
    admin.post(&format!("{AT}/{gone}/void"), &json!({"reason": "picked twice"})).await.expect(204);
    history.post(on(4, "receipt", bought("APPLE", "6", "60.00"))).await;
    let late = history.post(on(20, "issue", goods("PEAR", "1"))).await;
    for day in ["2010-01-09", "2010-02-28"] {
        assert_eq!(admin.get(&trace(&sold, &format!("asOf={day}"))).await.expect(200).data(), before, "{day}");
        assert_eq!(
            admin.get(&trace(&gone, &format!("asOf={day}"))).await.expect(200).data()[0]["amount"],
            "4.60",
            "{day}"
        );
    }
    assert_eq!(admin.get(&trace(&sold, "asOf=2010-03-31")).await.expect(200).data()[0]["amount"], "60.00");
    assert!(admin.get(&trace(&gone, "asOf=2010-03-31")).await.expect(200).data().is_empty());

    // Opened again, January has amounts that follow from documents of March.
    for period in app.books.periods[..2].iter().rev() {
        admin.post(&format!("/accounting/periods/{period}/reopen"), &json!({"reason": "audit"})).await.expect(204);
    }
    let seq = admin.get("/audit/head").await.json()["seq"].as_i64().unwrap();
    history.post(on(3, "receipt", bought("APPLE", "1", "50.00"))).await;
    let refused = admin.get(&trace(&sold, "asOf=2010-01-31")).await;
    refused.expect(422).code("not_traceable").pointer("asOf");
    // So does a return on a day on which the goods had not left yet.
    let mut back = on(21, "return", goods("PEAR", "1"));
    back["ofMovementId"] = json!(late);
    let back = post(&admin, back).await;
    let refused = admin.get(&trace(&back, "asOf=2010-01-31&direction=sources")).await;
    refused.expect(422).code("not_traceable").pointer("asOf");
    assert_eq!(admin.get(&trace(&back, "direction=sources")).await.expect(200).data()[1]["kind"], "issue");
    assert_eq!(
        admin.get(&trace(&sold, &format!("asOf=2010-01-31&knownAt=seq:{seq}"))).await.expect(200).data(),
        before
    );
    assert_eq!(admin.get(&trace(&sold, "")).await.expect(200).data()[0]["amount"], "100.00");
    admin.get(&trace(&sold, "asOf=yesterday")).await.expect(400).pointer("asOf");
}
