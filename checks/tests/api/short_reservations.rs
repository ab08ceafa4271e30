//! Reservations that are short: a count does not find what was promised.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;
use crate::counts::{found, step, this_year};
use crate::movements::{movement, set_up};
use crate::reservations::{RESERVATIONS, apples, receive};

on_both![
    a_count_posts_what_is_missing_though_it_is_reserved_and_says_who_is_short,
    goods_that_are_set_apart_make_reservations_short_without_a_count,
];

/// Reserves apples for an order.
async fn order(caller: &Caller, reference: &str, quantity: &str) -> String {
    let mut body = apples(quantity);
    body["reference"] = json!(reference);
    let made = caller.post(RESERVATIONS, &body).await.expect(201).json();
    assert_eq!(made["shortBy"], "0", "{made}");
    made["id"].as_str().unwrap().to_owned()
}

/// References and what they are short by, the newest first.
async fn short(caller: &Caller, query: &str) -> Vec<(Value, Value)> {
    let rows = caller.get(&format!("{RESERVATIONS}?{query}")).await.expect(200).data();
    rows.into_iter().map(|row| (row["reference"].clone(), row["shortBy"].clone())).collect()
}

async fn a_count_posts_what_is_missing_though_it_is_reserved_and_says_who_is_short(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    set_up(&admin).await;
    receive(&admin, "10").await;
    let (operator, manager) = (app.as_role("warehouseOperator"), app.as_role("warehouseManager"));
    order(&operator, "SO-1", "3").await;
    let second = order(&operator, "SO-2", "4").await;
    let third = order(&operator, "SO-3", "2").await;
    let count = operator.post("/inventory/counts", &json!({"warehouseCode": "MAIN"})).await.expect(201).id();
    let count = format!("/inventory/counts/{count}");
    found(&operator, &count, json!([{"sku": "APPLE", "quantity": "4"}])).await;
    step(&operator, &count, "submit", json!({})).await;
    step(&manager, &count, "approve", json!({})).await;
    let preview = manager.post(&format!("{count}/post?dryRun=true"), &json!({})).await.expect(200).json();
    assert_eq!(preview["stock"][0]["quantity"], "4");
    step(&manager, &count, "post", json!({})).await;

    let pair = |order: &str, lacking: &str| (json!(order), json!(lacking));
    assert_eq!(short(&operator, "").await, [pair("SO-3", "2"), pair("SO-2", "3"), pair("SO-1", "0")]);
    assert_eq!(short(&operator, "isShort=true").await, [pair("SO-3", "2"), pair("SO-2", "3")]);
    assert_eq!(short(&operator, "isShort=false").await, [pair("SO-1", "0")]);
    assert_eq!(short(&operator, "isShort=true&reference=SO-2&status=active").await, [pair("SO-2", "3")]);
    assert_eq!(all_pages(&operator, &format!("{RESERVATIONS}?isShort=true"), 1).await.len(), 2);
    let row = operator.get("/inventory/availability?sku=APPLE").await.expect(200).data()[0].clone();
    assert_eq!((&row["onHand"], &row["reserved"], &row["available"]), (&json!("4"), &json!("9"), &json!("-5")));

    let (mut events, mut after) = (Vec::new(), String::new());
    loop {
        let page = admin.get(&format!("/events?limit=200{after}")).await.expect(200).json();
        let some = page["data"].as_array().unwrap().clone();
        if some.is_empty() {
            break;
        }
        events.extend(some);
        after = format!("&after={}", page["nextCursor"].as_str().unwrap());
    }
    let told = events.iter().filter(|event| event["type"] == "reservation.short");
    let told: Vec<(&Value, &Value)> = told.map(|event| (&event["subject"], &event["data"]["reservationIds"])).collect();
    assert_eq!(told, [(&json!(second), &json!([second])), (&json!(third), &json!([third]))]);

    // A form that holds what it read sends it back as it is.
    let path = format!("{RESERVATIONS}/{second}");
    let read = operator.get(&path).await;
    assert_eq!((&read.json()["remainingQuantity"], read.header("etag")), (&json!("4"), "\"2\""));
    operator.put(&path, &read.json()).await.expect(204);

    // Goods that come are for those who waited longest, and what is given up is free for the others.
    receive(&admin, "4").await;
    assert_eq!(short(&operator, "isShort=true").await, [pair("SO-3", "1")]);
    operator.post(&format!("{path}/release"), &json!({})).await.expect(204);
    assert_eq!(short(&operator, "isShort=true").await, []);
    assert_eq!(short(&operator, "isShort=false&status=released").await, [pair("SO-2", "0")]);
    let proof = admin.get("/inventory/proof").await.expect(200).json();
    assert_eq!(proof["proof"]["holds"], true, "{proof}");
}

async fn goods_that_are_set_apart_make_reservations_short_without_a_count(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let milk = |quantity: &str| json!({"sku": "MILK", "quantity": quantity, "warehouseCode": "MAIN"});
    for lot in ["L-1", "L-2"] {
        let line = json!({"sku": "MILK", "quantity": "5", "totalCost": "5.00", "lot": {"number": lot}});
        admin.post("/inventory/movements", &movement("receipt", "2010-01-05", line)).await.expect(201);
    }
    let mut named = milk("4");
    named["lotNumber"] = json!("L-1");
    let named = admin.post(RESERVATIONS, &named).await.expect(201).id();
    let any = admin.post(RESERVATIONS, &milk("5")).await.expect(201).id();
    let lots = admin.get("/inventory/lots?limit=200").await.data();
    let id = |number: &str| lots.iter().find(|lot| lot["number"] == number).unwrap()["id"].as_str().unwrap().to_owned();
    let short_by =
        async |id: &str| admin.get(&format!("{RESERVATIONS}/{id}")).await.expect(200).json()["shortBy"].clone();
    admin.put(&format!("/inventory/lots/{}", id("L-2")), &json!({"status": "hold"})).await.expect(204);
    // One of the first lot is free for anybody; the rest of it is for who named it.
    assert_eq!((short_by(&named).await, short_by(&any).await), (json!("0"), json!("4")));
    let rows = admin.get(&format!("{RESERVATIONS}?isShort=true")).await.expect(200).data();
    assert_eq!(rows.iter().map(|row| row["id"].clone()).collect::<Vec<_>>(), [json!(any)]);
    admin.put(&format!("/inventory/lots/{}", id("L-2")), &json!({"status": "available"})).await.expect(204);
    assert_eq!(short_by(&any).await, "0");
}
