//! Lists of movements: those of a lot, of a piece, and those that are about another one.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use super::movements::{movement, set_up};

async fn post(caller: &Caller, body: Value) -> String {
    caller.post("/inventory/movements", &body).await.expect(201).id()
}

async fn found(caller: &Caller, query: &str) -> Vec<String> {
    let rows = caller.get(&format!("/inventory/movements?{query}")).await.expect(200).data();
    rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}

on_both![movements_are_found_by_lot_by_piece_and_by_what_they_are_about,];

async fn movements_are_found_by_lot_by_piece_and_by_what_they_are_about(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let milk = |number: &str| json!({"sku": "MILK", "quantity": "2", "totalCost": "2.00", "lot": {"number": number}});
    let drill = json!({"sku": "DRILL", "quantity": "1", "totalCost": "50.00", "serial": {"number": "S-1"}});
    let first = post(&admin, movement("receipt", "2010-01-05", milk("L-8"))).await;
    let other = post(&admin, movement("receipt", "2010-01-05", milk("L-9"))).await;
    let piece = post(&admin, movement("receipt", "2010-01-05", drill)).await;
    let issue =
        post(&admin, movement("issue", "2010-01-06", json!({"sku": "MILK", "quantity": "1", "lotNumber": "L-8"})))
            .await;
    let moved = json!({"sku": "DRILL", "quantity": "1", "serialNumber": "S-1", "toWarehouseCode": "SHOP"});
    let moved = post(&admin, movement("transfer", "2010-01-06", moved)).await;
    let back = json!({"sku": "MILK", "quantity": "1", "lotNumber": "L-8", "ofMovementId": issue, "ofLine": 1});
    let back = post(&admin, movement("return", "2010-01-07", back)).await;
    let id = async |path: &str| admin.get(path).await.expect(200).data()[0]["id"].as_str().unwrap().to_owned();
    let lot = id("/inventory/lots?number=L-8").await;
    let serial = id("/inventory/serials?number=S-1").await;
    assert_eq!(found(&admin, &format!("lotId={lot}")).await, [back.as_str(), &issue, &first]);
    assert_eq!(found(&admin, &format!("lotId={lot}&kind=issue")).await, [issue.as_str()]);
    assert_eq!(found(&admin, &format!("serialId={serial}")).await, [moved.as_str(), &piece]);
    assert_eq!(found(&admin, &format!("ofMovementId={issue}")).await, [back.as_str()]);
    assert!(found(&admin, &format!("ofMovementId={other}")).await.is_empty());
    for query in [format!("lotId={serial}"), "serialId=nothing".to_owned()] {
        admin.get(&format!("/inventory/movements?{query}")).await.expect(400).says("does not exist here");
    }
}
