//! Who receives need not know the price: drafts wait for it, and where the organization says so goods come at a provisional cost.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::movement_kinds::more_accounts;
use crate::movements::{balance, set_up};

const MOVEMENTS: &str = "/inventory/movements";
const OPEN: &str = "/inventory/reports/received-not-invoiced";
/// Stock, cost of sales, variance of cost, payables.
const ACCOUNTS: [&str; 4] = ["1200", "5000", "5900", "2055"];

fn receipt(day: &str, lines: Value) -> Value {
    json!({"kind": "receipt", "occurredAt": day, "warehouseCode": "MAIN", "lines": lines})
}

fn drafted(mut receipt: Value) -> Value {
    receipt["status"] = json!("draft");
    receipt
}

async fn provisional(app: &TestServer) {
    app.as_role("admin").put("/organization", &json!({"receiptsWithoutCost": "provisional"})).await.expect(204);
}

/// The receipts among all movements with a provisional cost, or the others, by their ids.
async fn listed(caller: &Caller, is_provisional: bool) -> Vec<String> {
    let found = caller.get(&format!("{MOVEMENTS}?costIsProvisional={is_provisional}")).await.expect(200).data();
    found.iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect()
}

/// An amount in cents.
fn cents(amount: &str) -> i64 {
    amount.replace('.', "").parse().unwrap()
}

/// The balances of these accounts in cents.
async fn balances<const N: usize>(admin: &Caller, codes: [&str; N]) -> [i64; N] {
    let mut found = [0; N];
    for (place, code) in found.iter_mut().zip(codes) {
        *place = cents(&balance(admin, code).await);
    }
    found
}

/// The costs of a movement's lines, as somebody who may see costs reads them.
async fn costs(admin: &Caller, id: &str) -> Vec<(Value, Value)> {
    let lines = admin.get(&format!("{MOVEMENTS}/{id}")).await.expect(200).json()["lines"].clone();
    lines.as_array().unwrap().iter().map(|line| (line["totalCost"].clone(), line["provisionalCost"].clone())).collect()
}

on_both![
    a_receipt_without_its_cost_is_drafted_submitted_and_completed_by_who_knows_it,
    goods_come_at_a_provisional_cost_that_the_invoice_settles,
    a_cost_is_provisional_until_all_of_it_is_invoiced_sent_back_or_taken_back,
    what_left_before_the_invoice_costs_what_the_invoice_says,
    what_comes_late_is_taken_to_cost_what_was_known_at_its_time,
    a_provisional_cost_is_the_standard_the_last_or_the_fallback_cost_else_refused,
    who_keeps_the_books_states_the_costs_of_a_draft_and_changes_nothing_else,
];

async fn who_keeps_the_books_states_the_costs_of_a_draft_and_changes_nothing_else(app: &TestServer) {
    let (admin, operator, accountant) =
        (app.as_role("admin"), app.as_role("warehouseOperator"), app.as_role("accountant"));
    set_up(&admin).await;
    let lines = json!([{"sku": "APPLE", "quantity": "10"}, {"sku": "PEAR", "quantity": "2"}]);
    let draft = operator.post(MOVEMENTS, &drafted(receipt("2010-01-05", lines))).await.expect(201).id();
    let (path, at) = (format!("{MOVEMENTS}/{draft}"), format!("{MOVEMENTS}/{draft}/costs"));
    let refused = operator.post(&format!("{path}/post"), &json!({})).await;
    let way = refused.expect(422).code("cost_required").resolution("costs");
    assert_eq!((&way["allowed"], &way["method"]), (&json!(false), &json!("PUT")), "{way}");
    let cost = |line: i64, cost: &str| json!({"lines": [{"lineNumber": line, "totalCost": cost}]});
    let before = accountant.get(&path).await.expect(200).json();
    let one = accountant.put(&at, &cost(1, "20.00")).header("if-match", "\"1\"").await;
    one.expect(204);
    accountant.put(&at, &cost(2, "5.00")).header("if-match", "\"1\"").await.expect(412);
    let both = accountant.put(&at, &cost(2, "5.00")).header("prefer", "return=representation").await;
    let after = both.expect(200).json();
    assert_eq!(costs(&admin, &draft).await, [(json!("20.00"), json!(false)), (json!("5.00"), json!(false))]);
    let (mut expected, mut told) = (before.clone(), after.clone());
    for shown in [&mut expected, &mut told] {
        for line in shown["lines"].as_array_mut().unwrap() {
            line["totalCost"] = Value::Null;
        }
        for field in ["version", "updatedAt", "updatedBy", "updatedByName", "preparedBy"] {
            shown[field] = Value::Null;
        }
    }
    assert_eq!(told, expected, "nothing else changed");
    assert_eq!(after["preparedBy"].as_array().unwrap().len(), 2, "who says what it costs has prepared it, too");
    // The draft itself is not theirs, nor is what it costs the operator's.
    accountant.put(&path, &json!({"reference": "R"})).await.expect(403);
    accountant.post(&format!("{path}/post"), &json!({})).await.expect(403);
    operator.put(&at, &cost(1, "1.00")).await.expect(403);
    app.as_role("clerk").put(&at, &cost(1, "1.00")).await.expect(403);
    assert_eq!(operator.get(&path).await.json()["lines"][0]["totalCost"], Value::Null);
    for (body, status, pointer) in [
        (cost(3, "1.00"), 422, "/lines/0/lineNumber"),
        (cost(1, "1.001"), 422, "/lines/0/totalCost"),
        (cost(1, "-1.00"), 400, "/lines/0/totalCost"),
        (cost(0, "1.00"), 400, "/lines/0/lineNumber"),
        (json!({"lines": []}), 400, "/lines"),
        (json!({"lines": [{"lineNumber": 1, "totalCost": "1.00", "quantity": "9"}]}), 400, "/lines/0/quantity"),
    ] {
        accountant.put(&at, &body).await.expect(status).pointer(pointer);
    }
    operator.post(&format!("{path}/post"), &json!({})).await.expect(204);
    accountant.put(&at, &cost(1, "30.00")).await.expect(409).code("movement_not_draft");
    let issue = json!({"kind": "issue", "status": "draft", "warehouseCode": "MAIN", "lines": [{"sku": "APPLE", "quantity": "1"}]});
    let issue = operator.post(MOVEMENTS, &issue).await.expect(201).id();
    accountant.put(&format!("{MOVEMENTS}/{issue}/costs"), &cost(1, "1.00")).await.expect(422).code("fields_conflict");
    // What waits for approval is a draft again: an approval is valid for what was submitted.
    let lines = json!([{"sku": "APPLE", "quantity": "1"}]);
    let sent = operator.post(MOVEMENTS, &drafted(receipt("2010-01-06", lines))).await.expect(201).id();
    operator.post(&format!("{MOVEMENTS}/{sent}/submit"), &json!({})).await.expect(204);
    accountant.put(&format!("{MOVEMENTS}/{sent}/costs"), &cost(1, "1.50")).await.expect(204);
    assert_eq!(admin.get(&format!("{MOVEMENTS}/{sent}")).await.json()["status"], "draft");
}

async fn a_receipt_without_its_cost_is_drafted_submitted_and_completed_by_who_knows_it(app: &TestServer) {
    let (admin, operator) = (app.as_role("admin"), app.as_role("warehouseOperator"));
    let manager = app.as_role("warehouseManager");
    set_up(&admin).await;
    let body = receipt("2010-01-05", json!([{"sku": "APPLE", "quantity": "10"}]));
    let unknown = operator.post(MOVEMENTS, &body).await;
    unknown.expect(422).code("cost_required").pointer("/lines/0/totalCost").says("draft");
    assert_eq!(unknown.resolution("draft")["body"], drafted(body.clone()));
    let without_its_piece = receipt("2010-01-05", json!([{"sku": "DRILL", "quantity": "1"}]));
    let twice_wrong = operator.post(MOVEMENTS, &without_its_piece).await;
    assert!(!twice_wrong.expect(422).text().contains("Keep it as a draft"), "a draft of it is refused, too");
    let draft = operator.post(MOVEMENTS, &drafted(body)).await.expect(201).id();
    let (path, post) = (format!("{MOVEMENTS}/{draft}"), format!("{MOVEMENTS}/{draft}/post"));
    let refused = operator.post(&post, &json!({})).await;
    let way = refused.expect(422).code("cost_required").pointer("/lines/0/totalCost").resolution("submit");
    assert_eq!((&way["allowed"], &way["needs"]), (&json!(true), &json!([])), "{way}");
    operator.post(&format!("{path}/submit"), &json!({})).await.expect(204);
    let waiting = manager.get(&format!("{MOVEMENTS}?status=pendingApproval")).await.expect(200).data();
    assert_eq!((waiting.len(), &waiting[0]["id"]), (1, &json!(draft)));
    let refused = manager.post(&format!("{path}/approve"), &json!({})).await;
    let way = refused.expect(422).code("cost_required").pointer("/lines/0/totalCost").resolution("movement");
    assert!(way["href"].as_str().unwrap().ends_with(&path), "{way}");
    assert_eq!(costs(&admin, &draft).await, [(Value::Null, json!(false))]);
    let known = json!({"lines": [{"sku": "APPLE", "quantity": "10", "totalCost": "20.00"}]});
    manager.put(&path, &known).await.expect(204);
    assert_eq!(manager.get(&path).await.json()["status"], "draft");
    manager.post(&post, &json!({})).await.expect(204);
    assert_eq!(costs(&admin, &draft).await, [(json!("20.00"), json!(false))]);
    assert_eq!(balance(&admin, "1200").await, "20.00");
}

async fn goods_come_at_a_provisional_cost_that_the_invoice_settles(app: &TestServer) {
    let (admin, operator) = (app.as_role("admin"), app.as_role("warehouseOperator"));
    set_up(&admin).await;
    more_accounts(&admin).await;
    for wrong in [json!(null), json!("free"), json!(true)] {
        admin
            .put("/organization", &json!({"receiptsWithoutCost": wrong}))
            .await
            .expect(400)
            .pointer("/receiptsWithoutCost");
    }
    assert_eq!(admin.get("/organization").await.json()["receiptsWithoutCost"], "refuse");
    let known = receipt("2010-01-05", json!([{"sku": "APPLE", "quantity": "10", "totalCost": "20.00"}]));
    admin.post(MOVEMENTS, &known).await.expect(201);
    let body = receipt("2010-01-06", json!([{"sku": "APPLE", "quantity": "5"}]));
    operator.post(MOVEMENTS, &body).await.expect(422).code("cost_required");
    provisional(app).await;
    let made = operator.post(MOVEMENTS, &body).await.expect(201).json();
    assert_eq!((&made["lines"][0]["totalCost"], &made["lines"][0]["provisionalCost"]), (&Value::Null, &json!(true)));
    let id = made["id"].as_str().unwrap();
    // Ten cost 20.00 last: five are taken to cost 10.00.
    assert_eq!(costs(&admin, id).await, [(json!("10.00"), json!(true))]);
    assert_eq!((balance(&admin, "1200").await, balance(&admin, "2150").await), ("30.00".into(), "-30.00".into()));
    let row = async |caller: &Caller| {
        let open = caller.get(OPEN).await.expect(200).json();
        open["data"].as_array().unwrap().iter().find(|row| row["movementId"] == id).cloned()
    };
    let (seen, hidden) = (row(&admin).await.unwrap(), row(&operator).await.unwrap());
    assert_eq!((&seen["provisionalCost"], &seen["openAmount"]), (&json!(true), &json!("10.00")));
    assert_eq!((&hidden["provisionalCost"], &hidden["openAmount"]), (&json!(true), &Value::Null));
    let unsaid =
        json!({"kind": "supplierInvoice", "occurredAt": "2010-01-10", "partyName": "Orchard", "ofMovementId": id});
    admin.post(MOVEMENTS, &unsaid).await.expect(422).code("movement_incomplete").pointer("/lines/0/amount");
    let invoice = json!({
        "kind": "supplierInvoice", "occurredAt": "2010-01-10", "partyName": "Orchard", "ofMovementId": id,
        "lines": [{"sku": "APPLE", "amount": "11.50"}],
    });
    admin.post(MOVEMENTS, &invoice).await.expect(201);
    // All five are there still: the difference of 1.50 is theirs.
    assert_eq!(balance(&admin, "1200").await, "31.50");
    assert_eq!((balance(&admin, "2150").await, balance(&admin, "2055").await), ("-20.00".into(), "-11.50".into()));
    assert_eq!(row(&admin).await, None);
    assert_eq!(costs(&admin, id).await, [(json!("10.00"), json!(false))]);
}

async fn a_cost_is_provisional_until_all_of_it_is_invoiced_sent_back_or_taken_back(app: &TestServer) {
    let (admin, operator) = (app.as_role("admin"), app.as_role("warehouseOperator"));
    set_up(&admin).await;
    more_accounts(&admin).await;
    provisional(app).await;
    let known = receipt("2010-01-05", json!([{"sku": "APPLE", "quantity": "10", "totalCost": "20.00"}]));
    let known = admin.post(MOVEMENTS, &known).await.expect(201).id();
    let lines = json!([{"sku": "APPLE", "quantity": "5"}, {"sku": "APPLE", "quantity": "2", "totalCost": "4.00"}]);
    let id = admin.post(MOVEMENTS, &receipt("2010-01-06", lines)).await.expect(201).id();
    let draft =
        admin.post(MOVEMENTS, &drafted(receipt("2010-01-06", json!([{"sku": "APPLE", "quantity": "1"}])))).await;
    let draft = draft.expect(201).id();
    let is_open = async |caller: &Caller, wanted: bool| {
        let shown = caller.get(&format!("{MOVEMENTS}/{id}")).await.expect(200).json();
        let all = caller.get(&format!("{MOVEMENTS}?include=lines")).await.expect(200).data();
        let one = all.iter().find(|one| one["id"] == *id).unwrap();
        for lines in [&shown["lines"], &one["lines"]] {
            let told: Vec<&Value> = lines.as_array().unwrap().iter().map(|line| &line["provisionalCost"]).collect();
            assert_eq!(told, [&json!(wanted), &json!(false)]);
        }
        let others = listed(caller, false).await;
        assert_eq!((listed(caller, true).await.contains(&id), others.contains(&id)), (wanted, !wanted));
        assert!([&known, &draft].iter().all(|other| others.contains(other)), "{others:?}");
    };
    for caller in [&admin, &operator] {
        is_open(caller, true).await;
    }
    let invoice = async |quantity: &str, amount: &str| {
        let body = json!({
            "kind": "supplierInvoice", "occurredAt": "2010-01-10", "partyName": "Orchard", "ofMovementId": id,
            "lines": [{"ofLine": 1, "quantity": quantity, "amount": amount}],
        });
        admin.post(MOVEMENTS, &body).await.expect(201).id()
    };
    let void = async |id: &str| {
        let why = json!({"reason": "A slip"});
        admin.post(&format!("{MOVEMENTS}/{id}/void"), &why).await.expect(204);
    };
    let first = invoice("3", "6.60").await;
    is_open(&admin, true).await;
    let second = invoice("2", "4.40").await;
    for caller in [&admin, &operator] {
        is_open(caller, false).await;
    }
    void(&second).await;
    is_open(&admin, true).await;
    let back = json!({
        "kind": "supplierReturn", "occurredAt": "2010-01-11", "ofMovementId": id,
        "lines": [{"sku": "APPLE", "ofLine": 1, "quantity": "2"}],
    });
    let back = admin.post(MOVEMENTS, &back).await.expect(201).id();
    is_open(&admin, false).await;
    for id in [&back, &first] {
        void(id).await;
    }
    is_open(&admin, true).await;
    void(&id).await;
    is_open(&admin, false).await;
}

/// Figures as a textbook has them: four a piece is what the last ones cost, four and a half is what the invoice says.
async fn what_left_before_the_invoice_costs_what_the_invoice_says(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    provisional(app).await;
    for setting in ["variance", "costOfSales"] {
        admin.put("/organization", &json!({"laterCostsTo": setting})).await.expect(204);
        // Whether the ten of before are still there; the value of what stays, and the cost of the three that left.
        for (method, are_there, stays, cost) in [
            ("fifo", false, "31.50", "13.50"),
            ("average", false, "31.50", "13.50"),
            // The first ten leave first, at 4.00.
            ("fifo", true, "73.00", "12.00"),
            // Twenty for 85.00 are 4.25 each.
            ("average", true, "72.25", "12.75"),
        ] {
            let sku = format!("{method}-{are_there}-{setting}");
            let item = json!({"sku": sku, "name": sku, "costingMethod": method});
            admin.post("/inventory/items", &item).await.expect(201);
            let line = |fields: Value| {
                let mut line = json!({"sku": sku});
                line.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
                json!([line])
            };
            let before = receipt("2010-02-01", line(json!({"quantity": "10", "totalCost": "40.00"})));
            admin.post(MOVEMENTS, &before).await.expect(201);
            let issue = |day: &str, quantity: &str| json!({"kind": "issue", "occurredAt": day, "warehouseCode": "MAIN", "lines": line(json!({"quantity": quantity}))});
            if !are_there {
                admin.post(MOVEMENTS, &issue("2010-02-02", "10")).await.expect(201);
            }
            let at_first = balances(&admin, ACCOUNTS).await;
            let in_stock = if are_there { 4000 } else { 0 };
            let unknown = receipt("2010-02-03", line(json!({"quantity": "10"})));
            let id = admin.post(MOVEMENTS, &unknown).await.expect(201).id();
            admin.post(MOVEMENTS, &issue("2010-02-04", "3")).await.expect(201);
            let moved = |now: [i64; 4]| [0, 1, 2, 3].map(|index: usize| now[index] - at_first[index]);
            // Three at the provisional 4.00 left.
            assert_eq!(moved(balances(&admin, ACCOUNTS).await), [2800, 1200, 0, 0], "{sku}");
            let invoice = json!({
                "kind": "supplierInvoice", "occurredAt": "2010-02-10", "partyName": "Orchard", "ofMovementId": id,
                "lines": line(json!({"amount": "45.00"})),
            });
            admin.post(MOVEMENTS, &invoice).await.expect(201);
            let [stock, sold, variance, owed] = moved(balances(&admin, ACCOUNTS).await);
            assert_eq!((in_stock + stock, sold + variance), (cents(stays), cents(cost)), "{sku}");
            let later = if setting == "variance" { variance } else { sold - 1200 };
            assert_eq!((later, owed), (cents(cost) - 1200, -4500), "{sku}");
        }
    }
}

async fn what_comes_late_is_taken_to_cost_what_was_known_at_its_time(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    provisional(app).await;
    for item in [
        json!({"sku": "AVERAGE", "name": "At average", "costingMethod": "average"}),
        json!({"sku": "STD", "name": "At standard", "costingMethod": "standard", "fallbackCost": "7.10"}),
    ] {
        admin.post("/inventory/items", &item).await.expect(201);
    }
    for sku in ["APPLE", "AVERAGE"] {
        // 2.00 each on the 5th, 3.00 each on the 8th, 9.00 each on the 20th.
        for (day, quantity, cost) in [("05", "10", "20.00"), ("08", "4", "12.00"), ("20", "1", "9.00")] {
            let lines = json!([{"sku": sku, "quantity": quantity, "totalCost": cost}]);
            admin.post(MOVEMENTS, &receipt(&format!("2010-01-{day}"), lines)).await.expect(201);
        }
        // Goods that leave state no cost.
        let issue = json!({"kind": "issue", "occurredAt": "2010-01-09", "lines": [{"sku": sku, "quantity": "1"}]});
        admin.post(MOVEMENTS, &issue).await.expect(201);
        let late = |day: &str| receipt(&format!("2010-01-{day}"), json!([{"sku": sku, "quantity": "5"}]));
        // Nothing was known then.
        admin.post(MOVEMENTS, &late("04")).await.expect(422).code("cost_required").pointer("/lines/0/totalCost");
        for (day, wanted) in [("06", "10.00"), ("12", "15.00"), ("21", "45.00")] {
            let late = late(day);
            let id = admin.post(MOVEMENTS, &late).await.expect(201).id();
            assert_eq!(costs(&admin, &id).await, [(json!(wanted), json!(true))], "{sku} on the {day}th");
        }
    }
    let receive = async |day: &str| {
        let body = receipt(&format!("2010-01-{day}"), json!([{"sku": "STD", "quantity": "3"}]));
        let id = admin.post(MOVEMENTS, &body).await.expect(201).id();
        costs(&admin, &id).await
    };
    assert_eq!(receive("05").await, [(json!("21.30"), json!(true))]);
    let dearer = json!({"kind": "standardCostChange", "occurredAt": "2010-01-15", "lines": [{"sku": "STD", "standardCost": "8"}]});
    admin.post(MOVEMENTS, &dearer).await.expect(201);
    assert_eq!(receive("10").await, [(json!("21.30"), json!(true))], "before the standard cost changed");
    assert_eq!(receive("16").await, [(json!("24.00"), json!(true))]);
}

async fn a_provisional_cost_is_the_standard_the_last_or_the_fallback_cost_else_refused(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    provisional(app).await;
    for item in [
        json!({"sku": "FALL", "name": "With a fallback cost", "fallbackCost": "3.25"}),
        json!({"sku": "NONE", "name": "Of which nothing is known"}),
        json!({"sku": "STD", "name": "At standard", "costingMethod": "standard", "fallbackCost": "7.10"}),
    ] {
        admin.post("/inventory/items", &item).await.expect(201);
    }
    let known = receipt("2010-01-05", json!([{"sku": "APPLE", "quantity": "3", "totalCost": "10.00"}]));
    admin.post(MOVEMENTS, &known).await.expect(201);
    let unknown = receipt("2010-01-06", json!([{"sku": "FALL", "quantity": "2"}, {"sku": "NONE", "quantity": "4"}]));
    let operator = app.as_role("warehouseOperator");
    let refused = operator.post(MOVEMENTS, &unknown).await;
    refused.expect(422).code("cost_required").pointer("/lines/1/totalCost").says("NONE");
    assert_eq!(refused.resolution("draft")["body"], drafted(unknown.clone()));
    let draft = operator.post(MOVEMENTS, &drafted(unknown)).await.expect(201).id();
    let refused = operator.post(&format!("{MOVEMENTS}/{draft}/post"), &json!({})).await;
    assert_eq!(refused.expect(422).code("cost_required").resolution("submit")["method"], "POST");
    operator.post(&format!("{MOVEMENTS}/{draft}/submit"), &json!({})).await.expect(204);
    let approve = format!("{MOVEMENTS}/{draft}/approve");
    let refused = admin.post(&approve, &json!({})).await;
    assert_eq!(refused.expect(422).code("cost_required").resolution("movement")["method"], "GET");
    let href = refused.resolution("item")["href"].as_str().unwrap().to_owned();
    let (_, item) = href.split_once("/api/v1").unwrap();
    admin.put(item, &json!({"fallbackCost": "0.25"})).await.expect(204);
    admin.post(&approve, &json!({})).await.expect(204);
    let lines = json!([
        {"sku": "FALL", "quantity": "2"}, {"sku": "NONE", "quantity": "4"}, {"sku": "STD", "quantity": "3"},
        {"sku": "APPLE", "quantity": "2"}, {"sku": "FALL", "quantity": "1", "totalCost": "9.99"},
    ]);
    let id = admin.post(MOVEMENTS, &receipt("2010-01-06", lines)).await.expect(201).id();
    let estimated = |cost: &str| (json!(cost), json!(true));
    // 10.00 for three makes 6.666… for two, rounded half up.
    let wanted =
        [estimated("6.50"), estimated("1.00"), estimated("21.30"), estimated("6.67"), (json!("9.99"), json!(false))];
    assert_eq!(costs(&admin, &id).await, wanted);
    let mut foreign = receipt("2010-01-07", json!([{"sku": "FALL", "quantity": "2"}]));
    (foreign["currency"], foreign["exchangeRate"]) = (json!("USD"), json!("0.5"));
    let id = admin.post(MOVEMENTS, &foreign).await.expect(201).id();
    // The last one cost 9.99: two cost 19.98, which are 39.96 dollars.
    assert_eq!(costs(&admin, &id).await, [estimated("39.96")]);
    admin.post("/warehouses", &json!({"code": "GUEST", "name": "Guest", "kind": "consignmentIn"})).await.expect(201);
    let mut of_others = receipt("2010-01-07", json!([{"sku": "FALL", "quantity": "2"}]));
    (of_others["warehouseCode"], of_others["partyName"]) = (json!("GUEST"), json!("Orchard"));
    admin.post(MOVEMENTS, &of_others).await.expect(422).code("cost_required");
}
