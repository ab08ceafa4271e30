//! Search boxes: `q` on lists that are chosen from, and the stock of a category.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;
use crate::movements::{movement, set_up};

on_both![
    people_warehouses_and_service_accounts_are_found_by_a_part_of_their_names,
    stock_and_reservations_are_found_by_a_part_of_what_the_item_is_called,
];

/// The values of a field of the rows that a search finds.
async fn found(caller: &Caller, path: &str, field: &str) -> Vec<String> {
    let rows = caller.get(path).await.expect(200).data();
    let texts = rows.iter().map(|row| row[field].as_str().unwrap_or_default().to_owned());
    texts.collect()
}

async fn people_warehouses_and_service_accounts_are_found_by_a_part_of_their_names(app: &TestServer) {
    let admin = app.as_role("admin");
    for (username, name) in [("ada", "Ada Lovelace"), ("grace", "Grace Hopper")] {
        let body =
            json!({"username": username, "password": "a long pass phrase", "displayName": name, "roles": ["clerk"]});
        admin.post("/users", &body).await.expect(201);
    }
    for (query, wanted) in
        [("lovel", &["Ada Lovelace"][..]), ("GRACE", &["Grace Hopper"]), ("no%25one", &[]), ("_", &[])]
    {
        assert_eq!(found(&admin, &format!("/users?q={query}"), "displayName").await, wanted, "{query}");
    }
    assert_eq!(found(&admin, "/users?q=ada&isActive=false", "displayName").await, Vec::<String>::new());
    for name in ["Shop 1", "Forecast"] {
        admin.post("/service-accounts", &json!({"name": name, "roles": ["auditor"]})).await.expect(201);
    }
    assert_eq!(found(&admin, "/service-accounts?q=shop", "name").await, ["Shop 1"]);
    for (code, name) in [("LON", "London"), ("LYS", "Lyon"), ("BER", "Berlin")] {
        admin.post("/warehouses", &json!({"code": code, "name": name})).await.expect(201);
    }
    assert_eq!(found(&admin, "/warehouses?q=lo", "code").await, ["LON"]);
    assert_eq!(found(&admin, "/warehouses?q=ly", "code").await, ["LYS"]);
    assert_eq!(all_pages(&admin, "/warehouses?q=n", 1).await.len(), 3);
    admin.get("/warehouses?q=").await.expect(400).pointer("q");
}

async fn stock_and_reservations_are_found_by_a_part_of_what_the_item_is_called(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let category =
        admin.post("/inventory/item-categories", &json!({"code": "TEA", "name": "Tea"})).await.expect(201).id();
    let house = admin.get("/warehouses?code=MAIN").await.data()[0]["id"].as_str().unwrap().to_owned();
    for (sku, name, category) in
        [("T-1", "Green tea", json!(category)), ("T-2", "Black tea", json!(category)), ("C-1", "Coffee", Value::Null)]
    {
        admin.post("/inventory/items", &json!({"sku": sku, "name": name, "categoryId": category})).await.expect(201);
        let line = json!({"sku": sku, "quantity": "5", "totalCost": "5.00"});
        admin.post("/inventory/movements", &movement("receipt", "2010-01-05", line)).await.expect(201);
        let reserve =
            json!({"sku": sku, "quantity": "1", "warehouseId": house, "reference": format!("Order of {name}")});
        admin.post("/inventory/reservations", &reserve).await.expect(201);
    }
    let now = admin.get("/inventory/stock").await.expect(200).json()["seq"].as_i64().unwrap();
    for (query, wanted) in [
        ("q=TEA".to_owned(), &["T-1", "T-2"][..]),
        ("q=c-".to_owned(), &["C-1"]),
        ("q=nothing".to_owned(), &[]),
        (format!("categoryId={category}"), &["T-1", "T-2"]),
        (format!("categoryId={category}&q=black"), &["T-2"]),
        (format!("q=tea&warehouseId={house}"), &["T-1", "T-2"]),
    ] {
        for by in ["item", "warehouse", "location"] {
            for then in ["", "&asOf=2010-01-05", "&basis=physical&asOf=2010-01-05", &format!("&knownAt=seq:{now}")] {
                let path = format!("/inventory/stock?by={by}&{query}{then}");
                assert_eq!(found(&admin, &path, "sku").await, wanted, "{path}");
                assert_eq!(all_pages(&admin, &path, 1).await.len(), wanted.len(), "{path}");
            }
        }
    }
    // As the item was called and where it belonged then.
    let item = admin.get("/inventory/items?sku=T-1").await.data()[0]["id"].as_str().unwrap().to_owned();
    admin.put(&format!("/inventory/items/{item}"), &json!({"name": "Mint", "categoryId": null})).await.expect(204);
    for query in ["q=tea".to_owned(), format!("categoryId={category}")] {
        assert_eq!(found(&admin, &format!("/inventory/stock?{query}"), "sku").await, ["T-2"]);
        assert_eq!(found(&admin, &format!("/inventory/stock?{query}&knownAt=seq:{now}"), "sku").await, ["T-1", "T-2"]);
    }
    assert_eq!(found(&admin, "/inventory/stock?q=mint&format=json", "sku").await, ["T-1"]);
    let csv = admin.get("/inventory/stock?q=mint&format=csv").await.expect(200).text();
    assert!(csv.contains("Mint") && !csv.contains("Black tea"), "{csv}");
    admin.get("/inventory/stock?categoryId=icat_01h455vb4pex5vsknk084sn02q").await.expect(400).pointer("categoryId");
    for (query, wanted) in
        [("q=mint", &["T-1"][..]), ("q=order%20of%20black", &["T-2"]), ("q=t-", &["T-2", "T-1"]), ("q=none", &[])]
    {
        assert_eq!(found(&admin, &format!("/inventory/reservations?{query}"), "sku").await, wanted, "{query}");
    }
    assert_eq!(all_pages(&admin, "/inventory/reservations?q=t-", 1).await.len(), 2);
}
