//! Where goods lie, over HTTP: default locations, bins and the work at them, groups, and pools that were emptied.

use checks::{TestServer, on_both};
use serde_json::json;

use super::movements::{balance, movement, set_up};

on_both![
    what_names_no_location_comes_to_the_default_one_and_each_bin_has_its_activities,
    a_warehouse_with_goods_groups_no_others_and_one_that_does_takes_none_in,
    an_emptied_pool_is_valued_as_settings_say_when_goods_come_again,
    what_a_draft_names_is_told_with_the_draft_and_a_lot_is_sold_up_to_its_last_day,
    no_lot_and_no_piece_leaves_before_it_came_or_is_in_two_places,
    a_transfer_may_say_from_which_warehouse_it_goes,
];

async fn what_names_no_location_comes_to_the_default_one_and_each_bin_has_its_activities(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let main = admin.get("/warehouses?code=MAIN").await.expect(200).data()[0]["id"].as_str().unwrap().to_owned();
    let locations = format!("/warehouses/{main}/locations");
    let dock = admin.post(&locations, &json!({"code": "DOCK", "activities": ["receiving"]})).await.expect(201).id();
    let shelf = admin.post(&locations, &json!({"code": "SHELF", "activities": ["picking"]})).await.expect(201).id();
    let settings = json!({"binsMode": "required", "defaultLocations": {"receiving": dock, "shipping": shelf}});
    admin.put(&format!("/warehouses/{main}"), &settings).await.expect(204);
    let apple = json!({"sku": "APPLE", "quantity": "4", "totalCost": "4.00"});
    let came = admin.post("/inventory/movements", &movement("receipt", "2010-01-05", apple)).await.expect(201).json();
    assert_eq!(came["lines"][0]["locationId"], json!(dock));
    let before = app.heads().await;
    let one = json!({"sku": "APPLE", "quantity": "1"});
    let at = |code: &str| json!({"sku": "APPLE", "quantity": "1", "locationCode": code});
    for (body, status, code, pointer) in [
        (movement("issue", "2010-01-06", one.clone()), 409, "insufficient_stock", "/lines/0/quantity"),
        (movement("issue", "2010-01-06", at("DOCK")), 422, "location_not_usable", "/lines/0/locationCode"),
        (movement("scrap", "2010-01-06", one.clone()), 422, "movement_incomplete", "/lines/0/locationId"),
    ] {
        admin.post("/inventory/movements", &body).await.expect(status).code(code).pointer(pointer);
    }
    let refused = admin.put(&format!("/warehouses/{main}"), &json!({"binsMode": "none"})).await;
    let refused = refused.expect(409).code("warehouse_not_empty").pointer("/binsMode").json();
    assert_eq!(refused["context"]["stock"][0]["sku"], "APPLE");
    assert_eq!(app.heads().await, before);
    let put = json!({"sku": "APPLE", "quantity": "3", "locationCode": "DOCK", "toLocationCode": "SHELF"});
    admin.post("/inventory/movements", &movement("transfer", "2010-01-06", put)).await.expect(201);
    let left = admin.post("/inventory/movements", &movement("issue", "2010-01-07", one)).await.expect(201).json();
    assert_eq!(left["lines"][0]["locationId"], json!(shelf));
    // A bin that is given up is emptied, and takes nothing in.
    admin.put(&format!("{locations}/{shelf}"), &json!({"status": "inactive"})).await.expect(204);
    let put = json!({"sku": "APPLE", "quantity": "1", "locationCode": "DOCK", "toLocationCode": "SHELF"});
    let refused = admin.post("/inventory/movements", &movement("transfer", "2010-01-08", put)).await;
    refused.expect(422).code("location_not_usable").pointer("/lines/0/toLocationCode");
    admin.post("/inventory/movements", &movement("issue", "2010-01-08", at("SHELF"))).await.expect(201);
    admin
        .put(&format!("{locations}/{shelf}"), &json!({"kind": "zone"}))
        .await
        .expect(409)
        .code("location_in_use")
        .pointer("/kind");
}

async fn a_warehouse_with_goods_groups_no_others_and_one_that_does_takes_none_in(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let houses = admin.get("/warehouses?limit=200").await.expect(200).data();
    let id = |code: &str| houses.iter().find(|one| one["code"] == code).unwrap()["id"].as_str().unwrap().to_owned();
    let (main, shop) = (id("MAIN"), format!("/warehouses/{}", id("SHOP")));
    let apple = json!({"sku": "APPLE", "quantity": "1", "totalCost": "1.00"});
    let receipt = movement("receipt", "2010-01-05", apple);
    admin.post("/inventory/movements", &receipt).await.expect(201);
    let below = json!({"parentId": main});
    admin.put(&shop, &below).await.expect(409).code("warehouse_not_empty").pointer("/parentId");
    let issue = movement("issue", "2010-01-06", json!({"sku": "APPLE", "quantity": "1"}));
    admin.post("/inventory/movements", &issue).await.expect(201);
    admin.put(&shop, &below).await.expect(204);
    let refused = admin.post("/inventory/movements", &receipt).await;
    refused.expect(422).code("warehouse_not_usable").pointer("/warehouseCode");
}

async fn an_emptied_pool_is_valued_as_settings_say_when_goods_come_again(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let other = json!({"code": "1250", "name": "Other stock", "type": "asset", "controlFor": "stock"});
    let other = admin.post("/accounting/accounts", &other).await.expect(201).id();
    let main = admin.get("/warehouses?code=MAIN").await.expect(200).data()[0]["id"].as_str().unwrap().to_owned();
    let receipt = |day: &str| movement("receipt", day, json!({"sku": "APPLE", "quantity": "2", "totalCost": "5.00"}));
    admin.post("/inventory/movements", &receipt("2010-01-05")).await.expect(201);
    let all = json!({"sku": "APPLE", "quantity": "2"});
    let sold = admin.post("/inventory/movements", &movement("issue", "2010-01-06", all)).await.expect(201).id();
    admin.put(&format!("/warehouses/{main}"), &json!({"valuationAccountId": other})).await.expect(204);
    // Before its last movement the pool is valued as it was then, and nothing says since when that changed.
    let refused = admin.post("/inventory/movements", &receipt("2010-01-04")).await;
    let way_out = refused.expect(409).code("valuation_account_in_use").resolution("reclassify");
    assert!(way_out["href"].as_str().unwrap().ends_with("/reclassify"), "{way_out}");
    admin.post("/inventory/movements", &receipt("2010-01-08")).await.expect(201);
    assert_eq!((balance(&admin, "1250").await, balance(&admin, "1200").await), ("5.00".to_owned(), "0.00".to_owned()));
    let made = admin.get("/inventory/movements?kind=reclassification").await.expect(200).data();
    assert_eq!((made.len(), &made[0]["entryId"]), (1, &json!(null)));
    admin.post(&format!("/inventory/movements/{sold}/void"), &json!({"reason": "it came back"})).await.expect(204);
    assert_eq!((balance(&admin, "1250").await, balance(&admin, "1200").await), ("10.00".to_owned(), "0.00".to_owned()));
    let proof = admin.get("/inventory/proof").await.expect(200).json();
    let accounts = proof["proof"]["accounts"].as_array().unwrap();
    assert!(!accounts.is_empty() && accounts.iter().all(|account| account["difference"] == "0.00"), "{proof}");
}

async fn what_a_draft_names_is_told_with_the_draft_and_a_lot_is_sold_up_to_its_last_day(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let milk = json!({"sku": "MILK", "quantity": "3", "totalCost": "3.00", "lot": {"number": "L-9", "expiresOn": "2010-01-10"}});
    let mut draft = movement("receipt", "2010-01-05", milk.clone());
    draft["status"] = json!("draft");
    let draft = admin.post("/inventory/movements", &draft).await.expect(201).id();
    let item = admin.get("/inventory/items?sku=MILK").await.expect(200).data()[0]["id"].as_str().unwrap().to_owned();
    let refused = admin.put(&format!("/inventory/items/{item}"), &json!({"quantityDecimals": 2})).await;
    let refused = refused.expect(409).code("item_in_use").pointer("/quantityDecimals").json();
    assert_eq!(refused["context"]["movementIds"], json!([draft]));
    let refused = admin.delete(&format!("/inventory/items/{item}")).await;
    assert_eq!(refused.expect(409).code("item_in_use").json()["context"]["movementIds"], json!([draft]));
    admin.delete(&format!("/inventory/movements/{draft}")).await.expect(204);
    admin.post("/inventory/movements", &movement("receipt", "2010-01-05", milk)).await.expect(201);
    let one = json!({"sku": "MILK", "quantity": "1", "lotNumber": "L-9"});
    admin.post("/inventory/movements", &movement("issue", "2010-01-10", one.clone())).await.expect(201);
    let late = admin.post("/inventory/movements", &movement("issue", "2010-01-11", one.clone())).await;
    late.expect(409).code("stock_not_available").pointer("/lines/0/lotNumber");
    admin.post("/inventory/movements", &movement("scrap", "2010-01-11", one)).await.expect(201);
}

async fn no_lot_and_no_piece_leaves_before_it_came_or_is_in_two_places(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let account = json!({"code": "1250", "name": "Goods in transit", "type": "asset", "controlFor": "stock"});
    let transit = admin.post("/accounting/accounts", &account).await.expect(201).id();
    admin.put("/organization", &json!({"inTransitAccountId": transit})).await.expect(204);
    let wine = json!({"sku": "WINE", "name": "Wine", "tracking": "lot"});
    admin.post("/inventory/items", &wine).await.expect(201);
    for (lot, day) in [("OLD", "2010-01-06"), ("NEW", "2010-01-20")] {
        let line = json!({"sku": "WINE", "quantity": "5", "totalCost": "5.00", "lot": {"number": lot}});
        admin.post("/inventory/movements", &movement("receipt", day, line)).await.expect(201);
    }
    let piece = |kind: &str, day: &str| {
        let cost = if kind == "receipt" { json!("9.00") } else { json!(null) };
        let named = if kind == "receipt" { "serial" } else { "serialNumber" };
        let number = if kind == "receipt" { json!({"number": "P-1"}) } else { json!("P-1") };
        movement(kind, day, json!({"sku": "DRILL", "quantity": "1", "totalCost": cost, named: number}))
    };
    admin.post("/inventory/movements", &piece("receipt", "2010-01-10")).await.expect(201);
    let mut sent = piece("transfer", "2010-01-12");
    (sent["mode"], sent["toWarehouseCode"]) = (json!("twoStep"), json!("SHOP"));
    let sent = admin.post("/inventory/movements", &sent).await.expect(201).id();
    let before = app.heads().await;
    let of_lot = |lot: &str| json!({"sku": "WINE", "quantity": "2", "lotNumber": lot});
    let refused = admin.post("/inventory/movements", &movement("issue", "2010-01-10", of_lot("NEW"))).await;
    let refused = refused.expect(409).code("insufficient_stock").pointer("/lines/0/quantity").json();
    assert_eq!((&refused["context"]["date"], &refused["context"]["available"]), (&json!("2010-01-10"), &json!("0")));
    admin.post("/inventory/movements", &piece("receipt", "2010-01-14")).await.expect(409).code("serial_in_stock");
    assert_eq!(app.heads().await, before);
    admin.post("/inventory/movements", &movement("issue", "2010-01-10", of_lot("OLD"))).await.expect(201);
    admin.post("/inventory/movements", &movement("issue", "2010-01-20", of_lot("NEW"))).await.expect(201);
    let came = json!({"occurredAt": "2010-01-15"});
    admin.post(&format!("/inventory/movements/{sent}/receive"), &came).await.expect(201);
    let mut sold = piece("issue", "2010-01-14");
    sold["warehouseCode"] = json!("SHOP");
    admin.post("/inventory/movements", &sold).await.expect(409).code("insufficient_stock");
    sold["occurredAt"] = json!("2010-01-15T20:00:00Z");
    admin.post("/inventory/movements", &sold).await.expect(201);
    let mut back = piece("receipt", "2010-01-13");
    back["lines"][0] = json!({"sku": "DRILL", "quantity": "1", "totalCost": "9.00", "serialNumber": "P-1"});
    admin.post("/inventory/movements", &back).await.expect(201);
    let mut earlier = back.clone();
    earlier["occurredAt"] = json!("2010-01-11");
    admin.post("/inventory/movements", &earlier).await.expect(409).code("serial_in_stock");
}

async fn a_transfer_may_say_from_which_warehouse_it_goes(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let apple = |cost: Option<&str>| json!({"sku": "APPLE", "quantity": "1", "totalCost": cost});
    admin.post("/inventory/movements", &movement("receipt", "2010-01-05", apple(Some("1.00")))).await.expect(201);
    let body = json!({"kind": "transfer", "occurredAt": "2010-01-06", "fromWarehouseCode": "MAIN", "toWarehouseCode": "SHOP", "lines": [apple(None)]});
    let moved = admin.post("/inventory/movements", &body).await.expect(201).json();
    assert_eq!(moved["lines"][0]["quantity"], "-1");
    let mut both = body.clone();
    both["warehouseCode"] = json!("MAIN");
    admin.post("/inventory/movements", &both).await.expect(400).pointer("/fromWarehouseId");
    let mut nowhere = body.clone();
    nowhere["fromWarehouseCode"] = json!("NOWHERE");
    admin.post("/inventory/movements", &nowhere).await.expect(422).pointer("/fromWarehouseCode");
    let mut issue = movement("issue", "2010-01-06", apple(None));
    issue["fromWarehouseCode"] = json!("MAIN");
    admin.post("/inventory/movements", &issue).await.expect(400).pointer("/fromWarehouseId");
}
