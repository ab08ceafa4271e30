//! The cost of goods is shown to nobody who may not see it, in any place.

use checks::{Answer, Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::assigned_warehouses::reads_of_stock;

const MOVEMENTS: &str = "/inventory/movements";
/// Fields with the cost or value of goods.
const COSTS: [&str; 17] = [
    "amount",
    "cost",
    "totalCost",
    "unitCost",
    "fallbackCost",
    "standardCost",
    "value",
    "totalValue",
    "runningValue",
    "gain",
    "loss",
    "netValue",
    "debit",
    "credit",
    "baseDebit",
    "baseCredit",
    "price",
];

/// Goods whose costs have digits that nothing else has: 7331.77 for 3, so that one costs 2443.92, and 8 by a standard of 9119.5.
async fn goods(app: &TestServer) -> (Caller, String) {
    let admin = app.as_role("admin");
    let account =
        json!({"code": "2100", "name": "Received", "type": "liability", "subtype": "goodsReceivedNotInvoiced"});
    admin.post("/accounting/accounts", &account).await.expect(201);
    let variance = json!({"code": "5900", "name": "Variance", "type": "expense", "subtype": "costVariance"});
    admin.post("/accounting/accounts", &variance).await.expect(201);
    let named =
        async |code: &str| admin.get(&format!("/accounting/accounts?code={code}")).await.data()[0]["id"].clone();
    let accounts = json!({
        "valuationAccountId": named("1200").await, "cogsAccountId": named("5000").await, "adjustmentAccountId": named("5000").await,
    });
    admin.put("/organization", &accounts).await.expect(204);
    admin.post("/inventory/items", &json!({"sku": "A", "name": "Apples", "fallbackCost": "7331.77"})).await.expect(201);
    let standard = json!({"sku": "S", "name": "Stands", "costingMethod": "standard", "fallbackCost": "9119.5"});
    admin.post("/inventory/items", &standard).await.expect(201);
    let warehouse = admin.warehouse("MAIN").await;
    let lines = json!([
        {"sku": "A", "quantity": "3", "totalCost": "7331.77"}, {"sku": "S", "quantity": "2", "totalCost": "9119.51"},
    ]);
    let receipt = json!({"kind": "receipt", "occurredAt": "2010-01-05", "warehouseId": warehouse, "lines": lines});
    admin.post(MOVEMENTS, &receipt).await.expect(201);
    let guest = json!({"code": "GUEST", "name": "Guest", "kind": "consignmentIn"});
    admin.post("/warehouses", &guest).await.expect(201);
    let line = json!({"sku": "A", "quantity": "3", "totalCost": "7331.77"});
    let of_others = json!({"kind": "receipt", "occurredAt": "2010-01-05", "warehouseCode": "GUEST", "partyName": "Orchard", "lines": [line]});
    admin.post(MOVEMENTS, &of_others).await.expect(201);
    let count = admin.post("/inventory/counts", &json!({"warehouseId": warehouse})).await.expect(201).id();
    (admin, count)
}

fn issue() -> Value {
    json!({"kind": "issue", "occurredAt": "2010-01-06", "warehouseCode": "MAIN", "lines": [{"sku": "A", "quantity": "1"}, {"sku": "S", "quantity": "1"}]})
}

fn assert_no_costs(answer: &Answer) {
    let text = answer.text();
    for digits in ["7331.77", "2443.9", "9119.5", "18239.00", "4887.8"] {
        assert!(!text.contains(digits), "{digits}: {text}");
    }
    let mut left = vec![answer.json()];
    while let Some(value) = left.pop() {
        match value {
            Value::Array(items) => left.extend(items),
            Value::Object(fields) => {
                for (name, value) in fields {
                    assert!(!COSTS.contains(&name.as_str()) || value.is_null(), "{name} is {value}: {text}");
                    left.push(value);
                }
            }
            _ => {}
        }
    }
}

on_both![
    the_books_are_closed_to_whom_costs_are_hidden_whatever_else_the_role_allows,
    an_operator_learns_no_cost_from_any_list_report_document_or_event,
    a_refusal_does_not_tell_what_goods_are_worth_to_whom_may_not_know,
    what_goods_cost_is_not_found_out_by_trying,
];

async fn the_books_are_closed_to_whom_costs_are_hidden_whatever_else_the_role_allows(app: &TestServer) {
    let (admin, _) = goods(app).await;
    let valuation = admin.get("/accounting/accounts?code=1200").await.data()[0]["id"].as_str().unwrap().to_owned();
    let role = async |name: &str, permissions: Value| {
        admin.post("/roles", &json!({"name": name, "permissions": permissions})).await.expect(201).id()
    };
    let reading = json!(["accounts:read", "journalEntries:read", "reports:read", "events:read", "movements:read"]);
    let without = role("Reader", reading).await;
    let costs = role("Costs", json!(["costs:read"])).await;
    let clerk = format!("/users/{}", app.books.member("clerk"));
    admin.put(&clerk, &json!({"roles": [without]})).await.expect(204);
    let reader = app.as_role("clerk");
    let books = [
        format!("/accounting/accounts/{valuation}/statement"),
        "/accounting/journal-entries".to_owned(),
        "/accounting/reports/trial-balance".to_owned(),
        "/accounting/reports/general-ledger?dateFrom=2010-01-01&dateTo=2010-12-31".to_owned(),
        "/accounting/reports/journal?dateFrom=2010-01-01&dateTo=2010-12-31".to_owned(),
        "/accounting/reports/balance-sheet".to_owned(),
        "/accounting/open-items".to_owned(),
        "/inventory/proof".to_owned(),
    ];
    for path in &books {
        reader.get(path).await.expect(403).says("together with costs:read");
    }
    let events = reader.get("/events?limit=200").await;
    events.expect(200);
    for told in ["7331.77", "9119.51"] {
        assert!(!events.text().contains(told), "events tell {told}");
    }
    // Somebody says so in a role: the books are open.
    admin.put(&clerk, &json!({"roles": [without, costs]})).await.expect(204);
    for path in &books {
        assert_ne!(reader.get(path).await.status, 403, "{path}");
    }
}

async fn an_operator_learns_no_cost_from_any_list_report_document_or_event(app: &TestServer) {
    let (admin, count) = goods(app).await;
    let operator = app.as_role("warehouseOperator");
    let answers = [
        operator.post(&format!("{MOVEMENTS}?dryRun=true"), &issue()).await,
        operator.post(&format!("{MOVEMENTS}/batch?dryRun=true"), &json!({"items": [issue()]})).await,
        operator.post(&format!("{MOVEMENTS}/batch"), &json!({"items": [issue()]})).await,
        operator.post(MOVEMENTS, &issue()).await,
    ];
    for answer in &answers {
        assert!(answer.status < 300, "{}", answer.text());
        assert_no_costs(answer);
    }
    let made = answers[3].id();
    let mut told = 0;
    for path in reads_of_stock(app).await {
        let answer = operator.get(&path).await;
        assert_no_costs(&answer);
        told += usize::from(answer.status == 200);
    }
    assert!(told > 10, "{told}");
    let item = operator.get("/inventory/items?sku=A").await.data()[0]["id"].as_str().unwrap().to_owned();
    for path in [
        format!("{MOVEMENTS}/{made}"),
        format!("/inventory/counts/{count}"),
        format!("/inventory/counts/{count}/lines"),
        format!("/inventory/items/{item}"),
    ] {
        let answer = operator.get(&path).await;
        answer.expect(200);
        assert_no_costs(&answer);
    }
    let entry = admin.get(&format!("{MOVEMENTS}/{made}")).await.field("entryId");
    operator.get(&format!("/accounting/journal-entries/{entry}")).await.expect(403);
    operator.get("/inventory/reports/valuation").await.expect(403);
    // Callers who may see costs see them in the same places.
    let manager = app.as_role("warehouseManager");
    assert_ne!(manager.get(&format!("{MOVEMENTS}/{made}")).await.json()["lines"][0]["cost"], Value::Null);
    let events = manager.get("/events?limit=200").await.text();
    assert!(events.contains("7331.77"), "{events}");
    let one = json!({"kind": "issue", "occurredAt": "2010-01-06", "warehouseCode": "MAIN", "lines": [{"sku": "A", "quantity": "1"}]});
    let preview = manager.post(&format!("{MOVEMENTS}?dryRun=true"), &one).await.json();
    assert!(!preview["entries"].as_array().unwrap().is_empty(), "{preview}");
}

async fn a_refusal_does_not_tell_what_goods_are_worth_to_whom_may_not_know(app: &TestServer) {
    let (admin, _) = goods(app).await;
    let permissions = ["movements:read", "movements:draft", "movements:post", "movements:adjust"];
    let role = json!({"name": "adjuster", "permissions": permissions});
    let role = admin.post("/roles", &role).await.expect(201).id();
    admin.put(&format!("/users/{}", app.books.member("clerk")), &json!({"roles": [role]})).await.expect(204);
    let adjuster = app.as_role("clerk");
    for (kind, amount) in [("revaluation", "-900000.00"), ("writeDown", "900000.00"), ("writeDown", "-1.00")] {
        let line = json!({"sku": "A", "amount": amount});
        let body = json!({"kind": kind, "occurredAt": "2010-01-07", "warehouseCode": "MAIN", "lines": [line]});
        let answer = adjuster.post(MOVEMENTS, &body).await;
        assert!(answer.status >= 400, "{}", answer.text());
        assert_no_costs(&answer);
    }
}

async fn what_goods_cost_is_not_found_out_by_trying(app: &TestServer) {
    let (admin, _) = goods(app).await;
    let operator = app.as_role("warehouseOperator");
    // A check for room in a pool would reveal its value.
    let line = |cost: &str| json!({"sku": "A", "quantity": "1", "totalCost": cost});
    let receipt = |cost: &str| json!({"kind": "receipt", "occurredAt": "2010-01-06", "warehouseCode": "MAIN", "lines": [line(cost)]});
    let dry = format!("{MOVEMENTS}?dryRun=true");
    for cost in ["10000000000.01", "9999999990000.00"] {
        operator.post(&dry, &receipt(cost)).await.expect(422).code("amount_out_of_range").pointer("/lines/0/totalCost");
    }
    operator.post(&dry, &receipt("10000000000.00")).await.expect(200);
    admin
        .post(&dry, &receipt("9999999999000.00"))
        .await
        .expect(422)
        .code("pool_too_large")
        .pointer("/lines/0/totalCost");
    // Nor does a tolerance of the operator's own, nor from which amount on a second person is asked.
    let count = json!({"warehouseCode": "GUEST", "tolerance": {"value": "1.00"}});
    operator.post("/inventory/counts", &count).await.expect(403).code("forbidden");
    let count = admin.post("/inventory/counts", &count).await.expect(201).id();
    let lines = operator.get(&format!("/inventory/counts/{count}/lines")).await.expect(200).data();
    assert_eq!(lines[0]["isBeyond"], json!(null), "{lines:?}");
    let policy = json!({"name": "Dear ones", "appliesTo": "movements", "minAmount": "5.00"});
    admin.post("/accounting/approval-policies", &policy).await.expect(201);
    let issue = json!({"kind": "issue", "occurredAt": "2010-01-06", "warehouseCode": "MAIN", "lines": [{"sku": "A", "quantity": "1"}]});
    let asked = operator.post(&dry, &issue).await;
    asked.expect(409).code("approval_required");
    assert!(!asked.text().contains("5.00") && asked.text().contains("Dear ones"), "{}", asked.text());
    assert_eq!(admin.post(&dry, &issue).await.expect(409).json()["context"]["minAmount"], "5.00");
}
