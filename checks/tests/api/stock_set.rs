//! Stock is set to a quantity in one call, and nobody loses what happened meanwhile.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::movements::{balance, set_up};
use crate::reservations::{apples, receive};

const PATH: &str = "/inventory/stock/set";

fn to(quantity: &str, expected: Option<&str>) -> Value {
    let mut body = json!({"sku": "APPLE", "warehouseCode": "MAIN", "quantity": quantity, "occurredAt": "2010-02-01"});
    if let Some(expected) = expected {
        body["expectedQuantity"] = json!(expected);
    }
    body
}

async fn on_hand(caller: &Caller) -> String {
    let rows = caller.get("/inventory/availability?sku=apple").await.expect(200).data();
    let main = rows.iter().find(|row| row["warehouseCode"] == "MAIN").cloned().unwrap_or_default();
    main["onHand"].as_str().unwrap_or("0").to_owned()
}

on_both![
    one_call_sets_the_stock_and_posts_the_difference_with_its_reason,
    of_many_who_saw_the_same_stock_one_sets_it,
    what_cannot_be_set_is_refused_with_its_field,
];

async fn one_call_sets_the_stock_and_posts_the_difference_with_its_reason(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    receive(&admin, "10").await;
    admin.post("/inventory/reason-codes", &json!({"code": "LOST", "name": "Lost"})).await.expect(201);
    let mut body = to("7", Some("10"));
    body["reasonCode"] = json!("LOST");
    body["reference"] = json!("recount of shelf 4");
    let preview = admin.post(&format!("{PATH}?dryRun=true"), &body).await.expect(200).json();
    assert_eq!(preview["stock"][0]["quantity"], "7");
    let set = admin.post(PATH, &body).key("k").await;
    let told = set.expect(200).json();
    assert_eq!(told["quantity"], "7");
    let movement = &told["movement"];
    assert_eq!((&movement["kind"], &movement["reference"]), (&json!("adjustment"), &json!("recount of shelf 4")));
    assert_eq!(movement["lines"][0]["quantity"], "-3");
    assert_eq!((on_hand(&admin).await, balance(&admin, "1200").await), ("7".to_owned(), "7.00".to_owned()));
    let again = admin.post(PATH, &body).key("k").await;
    assert_eq!((again.json(), again.header("idempotent-replayed")), (told, "true"));
    // A case of 12, and what is there already.
    let mut cases = to("1", None);
    cases["unitCode"] = json!("XCS");
    admin.post(PATH, &cases).await.expect(200);
    assert_eq!(on_hand(&admin).await, "12");
    let nothing = admin.post(PATH, &to("12", Some("12"))).await.expect(200).json();
    assert!(nothing["movement"].is_null(), "{nothing}");
    admin.post(PATH, &to("0", None)).await.expect(200);
    assert_eq!((on_hand(&admin).await, balance(&admin, "1200").await), ("0".to_owned(), "0.00".to_owned()));
}

async fn of_many_who_saw_the_same_stock_one_sets_it(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    receive(&admin, "10").await;
    let asked: Vec<_> = (0..20)
        .map(|_| {
            let ask = admin.post(PATH, &to("9", Some("10")));
            tokio::spawn(async move { ask.await })
        })
        .collect();
    let mut won = 0;
    for one in asked {
        let answer = one.await.unwrap();
        if answer.status == 200 {
            won += 1;
            continue;
        }
        let context = answer.expect(409).code("stock_not_as_expected").pointer("/expectedQuantity").json();
        assert_eq!(
            (&context["context"]["onHand"], &context["context"]["expectedQuantity"]),
            (&json!("9"), &json!("10"))
        );
    }
    assert_eq!((won, on_hand(&admin).await), (1, "9".to_owned()));
}

async fn what_cannot_be_set_is_refused_with_its_field(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    receive(&admin, "10").await;
    admin.post("/inventory/reservations", &apples("4")).await.expect(201);
    let before = app.heads().await;
    admin.post(PATH, &to("3", None)).await.expect(409).code("insufficient_stock").pointer("/quantity");
    admin.post(PATH, &to("-1", None)).await.expect(400).pointer("/quantity");
    admin.post(PATH, &to("9", Some("-1"))).await.expect(400).pointer("/expectedQuantity");
    admin.post(PATH, &to("1.5", None)).await.expect(422).pointer("/quantity");
    admin.post(PATH, &json!({"quantity": "1"})).await.expect(400).pointer("/itemId");
    admin.post(PATH, &json!({"sku": "NONE", "quantity": "1"})).await.expect(422).pointer("/sku");
    admin.post(PATH, &json!({"sku": "MILK", "warehouseCode": "MAIN", "quantity": "1"})).await.expect(422);
    for role in ["clerk", "auditor", "warehouseOperator"] {
        app.as_role(role).post(PATH, &to("9", None)).await.expect(403);
    }
    assert_eq!(app.heads().await, before);
}
