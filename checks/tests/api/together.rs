//! Several operations in one commit: a sale as a whole, a payment with its match, a cancellation.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::movements::{movement, set_up};
use crate::reservations::{apples, receive};

const PATH: &str = "/batch";
const ENTRIES: &str = "/accounting/journal-entries";
const MOVEMENTS: &str = "/inventory/movements";
const RESERVATIONS: &str = "/inventory/reservations";

on_both![
    a_sale_with_its_goods_is_one_commit_and_is_cancelled_in_one,
    a_payment_is_posted_and_matched_in_one_commit,
    one_refused_item_refuses_all_and_its_problem_points_into_it,
    an_item_that_calls_nothing_is_told_at_its_place,
    each_item_needs_the_permission_of_its_operation,
    a_preview_shows_what_all_items_would_leave_behind,
    whatever_a_batch_makes_can_be_named_by_the_items_after_it,
    rows_that_exchange_their_codes_are_refused_together_and_not_lost,
    a_thousand_items_are_one_commit,
];

fn post(name: &str, path: &str, body: &Value) -> Value {
    json!({"name": name, "method": "POST", "path": path, "body": body})
}

fn call(path: &str, body: &Value) -> Value {
    json!({"method": "POST", "path": path, "body": body})
}

/// A sale of two reserved apples: the reservation, the entry and the goods.
fn sale(app: &TestServer, reservation: &str) -> Value {
    let entry = app.sale("12.00").with("reference", "SO-1").json();
    let line = json!({"sku": "APPLE", "quantity": "2", "reservationId": reservation});
    json!([post("sale", ENTRIES, &json!(entry)), post("goods", MOVEMENTS, &movement("issue", "2010-01-06", line))])
}

async fn results(caller: &Caller, items: &Value) -> Vec<Value> {
    let answer = caller.post(PATH, &json!({"items": items})).await;
    answer.expect(200).json()["results"].as_array().cloned().unwrap_or_default()
}

fn statuses(results: &[Value]) -> Vec<i64> {
    results.iter().map(|result| result["status"].as_i64().unwrap_or_default()).collect()
}

async fn a_sale_with_its_goods_is_one_commit_and_is_cancelled_in_one(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    receive(&admin, "3").await;
    let mut items = sale(app, "$hold");
    items.as_array_mut().unwrap().insert(0, post("hold", RESERVATIONS, &apples("2")));
    let body = json!({"items": items});
    let first = admin.post(PATH, &body).key("order-1").await;
    let made = first.expect(200).json()["results"].as_array().cloned().unwrap();
    assert_eq!(statuses(&made), [201, 201, 201]);
    assert_eq!((&made[1]["name"], &made[1]["body"]["status"]), (&json!("sale"), &json!("posted")));
    assert_eq!(made[2]["body"]["lines"][0]["reservationId"], made[0]["id"]);
    let again = admin.post(PATH, &body).key("order-1").await;
    assert_eq!((again.header("idempotent-replayed"), again.json()), ("true", first.json()));
    let hold = admin.get(&format!("{RESERVATIONS}/{}", made[0]["id"].as_str().unwrap())).await.json();
    assert_eq!(hold["status"], "consumed");

    let void = json!({"reason": "the order was cancelled"});
    let goods = json!({"reason": "the order was cancelled", "releaseReservations": true});
    let cancelled = json!([
        call(&format!("{ENTRIES}/{}/void", made[1]["id"].as_str().unwrap()), &void),
        call(&format!("/api/v1{MOVEMENTS}/{}/void", made[2]["id"].as_str().unwrap()), &goods),
    ]);
    let done = results(&admin, &cancelled).await;
    assert_eq!(statuses(&done), [204, 204]);
    assert!(done[0]["location"].as_str().unwrap().contains(ENTRIES), "the mirror: {done:?}");
    let hold = admin.get(&format!("{RESERVATIONS}/{}", made[0]["id"].as_str().unwrap())).await.json();
    assert_eq!((&hold["status"], &hold["releaseReason"]), (&json!("released"), &json!("the order was cancelled")));
}

async fn a_payment_is_posted_and_matched_in_one_commit(app: &TestServer) {
    let admin = app.as_role("admin");
    let invoice = admin.receivable(&app.books.journal, "17850", "2010-12-01", "5.00").await;
    let payment = json!({
        "date": "2010-12-02", "journalId": app.books.journal, "status": "posted",
        "lines": [{"accountCode": "1100", "partyName": "17850", "credit": "5.00"}, {"accountCode": "1000", "debit": "5.00"}],
    });
    let lines = json!({"lines": [{"entryId": invoice, "lineNumber": 1}, {"entryId": "$payment", "lineNumber": 1}]});
    let done = results(&admin, &json!([post("payment", ENTRIES, &payment), call("/accounting/matches", &lines)])).await;
    assert_eq!(statuses(&done), [201, 201]);
    assert_eq!(admin.entry(&invoice).await["lines"][0]["openAmount"], "0.00");
}

async fn one_refused_item_refuses_all_and_its_problem_points_into_it(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    receive(&admin, "1").await;
    let before = app.heads().await;
    let too_many = movement("issue", "2010-01-06", json!({"sku": "APPLE", "quantity": "2"}));
    let items = json!([post("sale", ENTRIES, &json!(app.sale("12.00").json())), call(MOVEMENTS, &too_many)]);
    let refused = admin.post(PATH, &json!({"items": items})).key("k").await;
    refused.expect(409).pointer("/items/1/body/lines/0/quantity").says("item 1:");
    // Faults of the requests themselves are told of all items at once.
    let items = json!([
        call(ENTRIES, &json!({"date": "2010-12-01", "journalId": app.books.journal, "lines": [{"debit": "ten"}]})),
        call(MOVEMENTS, &json!({"kind": "issue", "lines": [{"sku": "APPLE", "quantity": "many"}]})),
    ]);
    let refused = admin.post(PATH, &json!({"items": items})).await;
    refused.expect(400).code("validation_failed");
    let pointers = refused.pointers();
    for wanted in ["/items/0/body/lines/0/debit", "/items/1/body/lines/0/quantity"] {
        assert!(pointers.iter().any(|pointer| pointer == wanted), "{pointers:?}");
    }
    let void = json!({"method": "PUT", "path": "/warehouses/wh_1", "body": {"name": "x"}, "ifMatch": "seven"});
    admin.post(PATH, &json!({"items": [void]})).await.expect(400).pointer("/items/0/ifMatch");
    assert_eq!(app.heads().await, before);
    // A refusal leaves no receipt: the same key is decided anew.
    let sale = json!({"items": [post("sale", ENTRIES, &json!(app.sale("12.00").json()))]});
    admin.post(PATH, &sale).key("k").await.expect(200);
}

async fn an_item_that_calls_nothing_is_told_at_its_place(app: &TestServer) {
    let admin = app.as_role("admin");
    let entry = json!(app.sale("1.00").json());
    for (item, pointer, words) in [
        (call("/accounting/journal-entry", &entry), "/items/1/path", "did you mean"),
        (call("/users", &json!({})), "/items/1/path", "cannot be part of a batch"),
        (call(PATH, &json!({"items": []})), "/items/1/path", "cannot be part of a batch"),
        (call("/accounting/journal-entries/$later/void", &json!({"reason": "x"})), "/items/1/path", "no item before"),
        (json!({"method": "DELETE", "path": ENTRIES}), "/items/1/method", "this path has"),
        (json!({"method": "GET", "path": ENTRIES}), "/items/1/method", "must be one of"),
        (post("sale", ENTRIES, &entry), "/items/1/name", "has this name"),
        (post("a b", ENTRIES, &entry), "/items/1/name", "letters, digits"),
        (json!({"method": "POST", "path": ENTRIES, "body": [1]}), "/items/1/body", "must be an object"),
    ] {
        let items = json!([post("sale", ENTRIES, &entry), item]);
        admin.post(PATH, &json!({"items": items})).await.expect(400).pointer(pointer).says(words);
    }
    for items in [json!([]), json!(vec![call(ENTRIES, &entry); 1_001])] {
        admin.post(PATH, &json!({"items": items})).await.expect(400).pointer("/items");
    }
    assert_eq!(admin.get(ENTRIES).await.data().len(), 0);
}

async fn each_item_needs_the_permission_of_its_operation(app: &TestServer) {
    let clerk = app.as_role("clerk");
    let (draft, posted) = (app.sale("1.00").draft().json(), app.sale("1.00").json());
    assert_eq!(statuses(&results(&clerk, &json!([call(ENTRIES, &json!(draft))])).await), [201]);
    let before = app.heads().await;
    let items = json!([call(ENTRIES, &json!(draft)), call(ENTRIES, &json!(posted))]);
    clerk.post(PATH, &json!({"items": items})).await.expect(403).code("forbidden");
    // Who may not carry out an operation does not learn what is wrong with its body.
    let items = json!([call("/warehouses", &json!({"nonsense": 1}))]);
    clerk.post(PATH, &json!({"items": items})).await.expect(403).code("forbidden");
    clerk.with_token(None).post(PATH, &json!({"items": items})).await.expect(401);
    assert_eq!(app.heads().await, before);
}

async fn a_preview_shows_what_all_items_would_leave_behind(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    receive(&admin, "3").await;
    let before = app.heads().await;
    let pear =
        json!({"sku": "PEAR-2", "name": "Pear", "unitCode": "C62", "quantityDecimals": 0, "costingMethod": "fifo"});
    let line = json!({"itemId": "$pear", "quantity": "2", "totalCost": "3.00"});
    let items = json!([
        post("hold", RESERVATIONS, &apples("2")),
        post("pear", "/inventory/items", &pear),
        call(MOVEMENTS, &movement("receipt", "2010-01-07", line)),
    ]);
    let answer = admin.post(&format!("{PATH}?dryRun=true"), &json!({"items": items})).await;
    let told = answer.expect(200).json();
    let results = told["wouldReturn"]["results"].as_array().cloned().unwrap();
    assert_eq!(results.len(), 3);
    assert!(results[1]["id"].as_str().unwrap().starts_with("item_") && results[1]["body"].is_null(), "{results:?}");
    assert_eq!((told["entries"].as_array().unwrap().len(), told["stock"].as_array().unwrap().len()), (1, 1), "{told}");
    assert_eq!(app.heads().await, before);
    let done = self::results(&admin, &items).await;
    assert_eq!(statuses(&done), [201, 201, 201]);
}

async fn whatever_a_batch_makes_can_be_named_by_the_items_after_it(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let item = |sku: &str, tracking: &str| {
        json!({"sku": sku, "name": sku, "unitCode": "C62", "quantityDecimals": 0, "costingMethod": "fifo",
            "tracking": tracking, "categoryId": "$category"})
    };
    let entry = json!(app.sale("1.00").json());
    let lines = json!([{"accountCode": "1000", "debit": "1.00"}, {"accountCode": "4000", "credit": "1.00"}]);
    let items = json!([
        post("category", "/inventory/item-categories", &json!({"code": "FRUIT", "name": "Fruit"})),
        post("plain", "/inventory/items", &item("N-1", "none")),
        post("lots", "/inventory/items", &item("N-2", "lot")),
        post("pieces", "/inventory/items", &item("N-3", "serial")),
        post("house", "/warehouses", &json!({"code": "NEW", "name": "New"})),
        post("bin", "/warehouses/$house/locations", &json!({"code": "A-1", "kind": "bin"})),
        post("lot", "/inventory/lots", &json!({"itemId": "$lots", "number": "L-1"})),
        post("piece", "/inventory/serials", &json!({"itemId": "$pieces", "number": "P-1"})),
        post("why", "/inventory/reason-codes", &json!({"code": "WHY", "name": "Why"})),
        post("party", "/accounting/parties", &json!({"name": "Somebody new", "kinds": ["customer"]})),
        post("account", "/accounting/accounts", &json!({"code": "4711", "name": "New", "type": "revenue"})),
        post("journal", "/accounting/journals", &json!({"code": "NJ", "name": "New", "type": "general"})),
        post("dimension", "/accounting/dimensions", &json!({"code": "project", "name": "Project"})),
        post(
            "every",
            "/accounting/recurring-entries",
            &json!({"name": "Rent", "rule": "FREQ=YEARLY;COUNT=2",
            "startDate": "2090-01-01", "journalId": "$journal", "lines": lines})
        ),
        post("entry", ENTRIES, &entry),
        post("back", "/accounting/journal-entries/$entry/reverse", &json!({"date": "2010-12-02", "reason": "wrong"})),
        post(
            "receipt",
            MOVEMENTS,
            &movement("receipt", "2010-01-05", json!({"itemId": "$plain", "quantity": "2", "totalCost": "1.00"}))
        ),
        post("hold", RESERVATIONS, &json!({"itemId": "$plain", "quantity": "1", "warehouseCode": "MAIN"})),
        call("/inventory/reservations/$hold/release", &json!({})),
        call("/inventory/movements/$receipt/void", &json!({"reason": "wrong"})),
    ]);
    let done = results(&admin, &items).await;
    let wanted: Vec<i64> = [vec![201; 18], vec![204; 2]].concat();
    assert_eq!(statuses(&done), wanted, "{done:?}");
    assert_eq!(done[5]["body"]["warehouseId"], done[4]["id"]);
    assert_eq!(done[1]["body"]["categoryId"], done[0]["id"]);
    receive(&admin, "2").await;
    let count = json!([
        post("count", "/inventory/counts", &json!({"warehouseCode": "MAIN"})),
        call("/inventory/counts/$count/cancel", &json!({"reason": "not now"})),
    ]);
    assert_eq!(statuses(&results(&admin, &count).await), [201, 204]);
}

async fn rows_that_exchange_their_codes_are_refused_together_and_not_lost(app: &TestServer) {
    let admin = app.as_role("admin");
    let (one, other) = (admin.warehouse("ONE").await, admin.warehouse("TWO").await);
    let put =
        |id: &str, code: &str| json!({"method": "PUT", "path": format!("/warehouses/{id}"), "body": {"code": code}});
    let before = app.heads().await;
    // In one order of their keys or the other, one row takes a code that the other still has.
    let there = json!([put(&one, "AWAY"), put(&other, "ONE"), put(&one, "TWO")]);
    let answer = admin.post(PATH, &json!({"items": there})).await;
    answer.expect(422).code("items_conflict");
    assert_eq!(app.heads().await, before);
    admin.put(&format!("/warehouses/{one}"), &json!({"code": "AWAY"})).await.expect(204);
}

async fn a_thousand_items_are_one_commit(app: &TestServer) {
    let admin = app.as_role("admin");
    let entry = json!(app.sale("1.00").json());
    let done =
        admin.post(PATH, &json!({"items": vec![call(ENTRIES, &entry); 1_000]})).header("prefer", "return=minimal");
    let done = done.await.expect(200).json();
    let last = &done["results"][999];
    assert!(last["body"].is_null(), "{last}");
    assert_eq!(admin.entry(last["id"].as_str().unwrap()).await["number"], "GJ-2010-001000");
}
