//! The first page in one call: where the books stand, and what there is to do.

use checks::{TestServer, on_both};
use serde_json::{Value, json};

use crate::counts::this_year;
use crate::movements::{movement, set_up};

on_both![
    one_call_tells_the_period_the_last_entry_and_what_waits,
    what_somebody_may_not_read_is_null_and_other_warehouses_do_not_count,
];

async fn one_call_tells_the_period_the_last_entry_and_what_waits(app: &TestServer) {
    let (admin, clerk) = (app.as_role("admin"), app.as_role("clerk"));
    let empty = admin.get("/summary").await.expect(200).json();
    assert_eq!((&empty["period"], &empty["lastPosted"]), (&Value::Null, &Value::Null));
    this_year(&admin).await;
    set_up(&admin).await;
    let entry = admin.post_entry(&app.sale("5.00").with("description", "Apples")).await;
    let number = admin.entry(&entry).await["number"].clone();
    let draft = clerk.post_entry(&app.sale("6.00").draft()).await;
    clerk.post_entry(&app.sale("7.00").draft()).await;
    clerk.post(&format!("/accounting/journal-entries/{draft}/submit"), &json!({})).await.expect(204);
    let mut receipt = movement("receipt", "2010-01-10", json!({"sku": "APPLE", "quantity": "4", "totalCost": "5.00"}));
    receipt["status"] = json!("draft");
    admin.post("/inventory/movements", &receipt).await.expect(201);
    admin.post("/inventory/counts", &json!({"warehouseCode": "SHOP"})).await.expect(201);
    let found = admin.get("/summary").await.expect(200).json();
    let today = found["today"].as_str().unwrap();
    let period = &found["period"];
    assert!(period["startDate"].as_str().unwrap() <= today && period["endDate"].as_str().unwrap() >= today, "{found}");
    assert_eq!((&period["status"], &period["kind"]), (&json!("open"), &json!("standard")));
    assert_eq!((&found["lastPosted"]["id"], &found["lastPosted"]["number"]), (&json!(entry), &number));
    assert_eq!(found["lastPosted"]["description"], "Apples");
    assert_eq!(found["drafts"], json!({"journalEntries": 1, "movements": 1}));
    assert_eq!(found["pending"], json!({"journalEntries": 1, "movements": 0}));
    assert_eq!(found["dueReversals"], 0);
    let warehouse = json!({"toReceive": 1, "toShip": 0, "inTransit": 0, "openCounts": 1, "expiring": 0, "low": 0});
    assert_eq!(found["warehouse"], warehouse);
    assert_eq!(found["stockProof"], admin.get("/inventory/proof/latest").await.expect(200).json());
    let apple = admin.get("/inventory/items?sku=APPLE").await.data()[0]["id"].as_str().unwrap().to_owned();
    let reorder = json!({"reorderPoint": "5", "maxQuantity": "20"});
    admin.put(&format!("/inventory/items/{apple}"), &reorder).await.expect(204);
    let low = async || admin.get("/summary").await.json()["warehouse"]["low"].clone();
    let suggested = admin.get("/inventory/reorder-suggestions").await.data().len();
    assert_eq!((low().await, suggested), (json!(1), 1));
    receipt["status"] = json!("posted");
    receipt["lines"][0]["quantity"] = json!("6");
    admin.post("/inventory/movements", &receipt).await.expect(201);
    assert_eq!(low().await, 0);
}

async fn what_somebody_may_not_read_is_null_and_other_warehouses_do_not_count(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let transit = json!({"code": "1290", "name": "In transit", "type": "asset", "controlFor": "stock"});
    let transit = admin.post("/accounting/accounts", &transit).await.expect(201).id();
    admin.put("/organization", &json!({"inTransitAccountId": transit})).await.expect(204);
    let today = admin.get("/summary").await.json()["today"].clone();
    let milk = admin.get("/inventory/items?sku=MILK").await.data()[0]["id"].clone();
    let lot = json!({"itemId": milk, "number": "L-1", "expiresOn": today});
    admin.post("/inventory/lots", &lot).await.expect(201);
    let expiring = async || admin.get("/summary").await.json()["warehouse"]["expiring"].clone();
    assert_eq!(expiring().await, 0, "nothing of it is in stock");
    let line = json!({"sku": "MILK", "lotNumber": "L-1", "quantity": "4", "totalCost": "8.00"});
    admin.post("/inventory/movements", &movement("receipt", "2010-01-10", line)).await.expect(201);
    assert_eq!(expiring().await, 1);
    let reservation = json!({"sku": "MILK", "quantity": "1", "warehouseCode": "MAIN"});
    admin.post("/inventory/reservations", &reservation).await.expect(201);
    let mut send = movement("transfer", "2010-01-11", json!({"sku": "MILK", "lotNumber": "L-1", "quantity": "1"}));
    send["mode"] = json!("twoStep");
    send["toWarehouseCode"] = json!("SHOP");
    admin.post("/inventory/movements", &send).await.expect(201);

    let operator = app.as_role("warehouseOperator");
    let found = operator.get("/summary").await.expect(200).json();
    assert_eq!((&found["lastPosted"], &found["drafts"]["journalEntries"]), (&Value::Null, &Value::Null));
    let numbers = json!({"toReceive": 0, "toShip": 1, "inTransit": 1, "openCounts": 0, "expiring": 1, "low": 0});
    assert_eq!(found["warehouse"], numbers);
    let member = app.books.member("warehouseOperator");
    let shop = admin.get("/warehouses?code=SHOP").await.data()[0]["id"].clone();
    admin.put(&format!("/users/{member}"), &json!({"warehouseIds": [shop]})).await.expect(204);
    let numbers = json!({"toReceive": 0, "toShip": 0, "inTransit": 1, "openCounts": 0, "expiring": 0, "low": 0});
    assert_eq!(operator.get("/summary").await.json()["warehouse"], numbers);
    let clerk = app.as_role("clerk").get("/summary").await.expect(200).json();
    assert_ne!(clerk["lastPosted"], Value::Null);
    assert_eq!((&clerk["stockProof"]["holds"], &clerk["warehouse"]["low"]), (&Value::Null, &json!(0)));
    let role = json!({"name": "Bookkeeper", "permissions": ["journalEntries:read", "costs:read"]});
    let role = admin.post("/roles", &role).await.expect(201).id();
    let member = app.books.member("clerk");
    admin.put(&format!("/users/{member}"), &json!({"roles": [role]})).await.expect(204);
    let clerk = app.as_role("clerk").get("/summary").await.expect(200).json();
    assert_eq!((&clerk["stockProof"], &clerk["warehouse"]["low"]), (&Value::Null, &Value::Null));
}
