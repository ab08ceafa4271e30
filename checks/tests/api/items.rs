//! Items and their categories: create, find, update by merge, delete; units, labels, and the accounts in effect.

use checks::{TestServer, on_both};
use serde_json::{Value, json};

const ITEMS: &str = "/inventory/items";
const CATEGORIES: &str = "/inventory/item-categories";

on_both![
    an_item_is_made_found_changed_by_merge_and_deleted,
    every_fault_of_an_item_is_told_with_its_place_and_nothing_is_written,
    accounts_in_effect_come_from_the_category_its_parent_and_the_organization,
];

async fn an_item_is_made_found_changed_by_merge_and_deleted(app: &TestServer) {
    let user = app.as_role("warehouseManager");
    let body = json!({
        "sku": "85123a", "name": "White hanging heart", "unitCode": "C62", "units": [{"unitCode": "XCS", "numerator": 12}],
        "gtins": [{"gtin": "6291041500213"}, {"gtin": "16291041500210", "unitCode": "XCS"}],
        "reorderPoint": "24", "fallbackCost": "2.5", "weightKg": "0.120", "metadata": {"colour": "white"},
    });
    let answer = user.post(ITEMS, &body).await;
    let item = answer.expect(201).json();
    let path = format!("{ITEMS}/{}", item["id"].as_str().unwrap());
    assert_eq!((answer.header("etag"), answer.header("location").ends_with(&path)), ("\"1\"", true));
    assert_eq!(
        (&item["quantityDecimals"], &item["costingMethod"], &item["tracking"]),
        (&json!(0), &json!("fifo"), &json!("none"))
    );
    assert_eq!(
        (&item["reorderPoint"], &item["fallbackCost"], &item["weightKg"]),
        (&json!("24"), &json!("2.50"), &json!("0.12"))
    );
    assert_eq!(item["units"], json!([{"unitCode": "XCS", "numerator": 12, "denominator": 1}]));
    assert_eq!(
        item["gtins"],
        json!([{"gtin": "06291041500213", "unitCode": null}, {"gtin": "16291041500210", "unitCode": "XCS"}])
    );
    assert_eq!(user.get(&path).await.json(), item);
    // The operator works with it and does not see its cost.
    let seen = app.as_role("warehouseOperator").get(&path).await.expect(200).json();
    assert_eq!((&seen["sku"], &seen["fallbackCost"]), (&json!("85123a"), &Value::Null));

    for (query, found) in [
        ("sku=85123A", 1),
        ("gtin=6291041500213", 1),
        ("gtin=96385074", 0),
        ("q=HEART", 1),
        ("status=inactive", 0),
        ("tracking=none&costingMethod=fifo", 1),
    ] {
        assert_eq!(user.get(&format!("{ITEMS}?{query}")).await.expect(200).data().len(), found, "{query}");
    }
    user.get(&format!("{ITEMS}?gtin=6291041500214")).await.expect(400).pointer("gtin").code("validation_failed");

    user.put(&path, &json!({})).await.expect(204);
    user.put(&path, &item).await.expect(204);
    assert_eq!(user.get(&path).await.json(), item, "what was read and is sent back changes nothing");
    let change = json!({"gtins": [{"gtin": "6291041500213"}], "metadata": {"size": 3}, "reorderPoint": null, "status": "inactive"});
    let changed = user
        .put(&path, &change)
        .header("prefer", "return=representation")
        .header("if-match", "\"1\"")
        .await
        .expect(200)
        .json();
    assert_eq!(
        (&changed["version"], &changed["metadata"], &changed["reorderPoint"]),
        (&json!(2), &json!({"colour": "white", "size": 3}), &Value::Null)
    );
    assert_eq!((changed["gtins"].as_array().unwrap().len(), &changed["units"]), (1, &item["units"]));
    user.put(&path, &json!({"name": "x"})).header("if-match", "\"1\"").await.expect(412).code("version_mismatch");

    user.delete(&path).await.expect(204);
    user.get(&path).await.expect(404);
    user.post(ITEMS, &body).await.expect(201);
    let kinds: Vec<String> = app
        .as_role("admin")
        .get("/events?limit=200")
        .await
        .data()
        .iter()
        .map(|event| event["type"].as_str().unwrap().to_owned())
        .filter(|kind| kind.starts_with("item."))
        .collect();
    assert_eq!(kinds, ["item.created", "item.updated", "item.deleted", "item.created"]);
}

async fn every_fault_of_an_item_is_told_with_its_place_and_nothing_is_written(app: &TestServer) {
    let user = app.as_role("warehouseManager");
    let first = user
        .post(ITEMS, &json!({"sku": "A-1", "name": "Apples", "gtins": [{"gtin": "96385074"}]}))
        .await
        .expect(201)
        .id();
    let before = app.heads().await;
    let with = |more: Value| {
        let mut body = json!({"sku": "B-1", "name": "Bananas"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        body
    };
    for (body, status, code, pointer) in [
        (json!({"name": "x"}), 400, "validation_failed", "/sku"),
        (with(json!({"unitCode": "KG"})), 400, "validation_failed", "/unitCode"),
        (with(json!({"quantityDecimals": 7})), 400, "validation_failed", "/quantityDecimals"),
        (with(json!({"gtins": [{"gtin": "96385075"}]})), 400, "validation_failed", "/gtins/0/gtin"),
        (with(json!({"units": [{"unitCode": "XCS", "numerator": 0}]})), 400, "validation_failed", "/units/0/numerator"),
        (with(json!({"fallbackCost": "-1"})), 400, "validation_failed", "/fallbackCost"),
        (with(json!({"colour": "red"})), 400, "validation_failed", "/colour"),
        (with(json!({"reorderPoint": "1.5"})), 422, "quantity_precision", "/reorderPoint"),
        (with(json!({"fallbackCost": "0.0000001"})), 422, "quantity_precision", "/fallbackCost"),
        (with(json!({"costingMethod": "specific"})), 422, "fields_conflict", "/costingMethod"),
        (with(json!({"tracking": "serial", "quantityDecimals": 2})), 422, "fields_conflict", "/quantityDecimals"),
        (with(json!({"minQuantity": "2", "maxQuantity": "1"})), 422, "fields_conflict", "/minQuantity"),
        (with(json!({"units": [{"unitCode": "C62", "numerator": 2}]})), 422, "fields_conflict", "/units/0/unitCode"),
        (with(json!({"categoryId": "icat_01h455vb4pex5vsknk084sn02q"})), 422, "unknown_reference", "/categoryId"),
        (with(json!({"categoryCode": "NONE"})), 422, "unknown_reference", "/categoryCode"),
        (with(json!({"sku": "a-1"})), 409, "code_taken", "/sku"),
        (with(json!({"gtins": [{"gtin": "0000096385074"}]})), 409, "code_taken", "/gtins/0"),
    ] {
        let answer = user.post(ITEMS, &body).await;
        answer.expect(status).code(code).pointer(pointer);
        if status == 409 {
            assert!(answer.text().contains(&first), "{}", answer.text());
        }
    }
    assert_eq!(app.heads().await, before);
    app.as_role("warehouseOperator").post(ITEMS, &with(json!({}))).await.expect(403);
    app.as_role("clerk").delete(&format!("{ITEMS}/{first}")).await.expect(403);
}

async fn accounts_in_effect_come_from_the_category_its_parent_and_the_organization(app: &TestServer) {
    let (admin, user) = (app.as_role("admin"), app.as_role("warehouseManager"));
    let (stock, costs) = (&app.books.accounts["1200"], &app.books.accounts["5000"]);
    admin.put("/organization", &json!({"cogsAccountId": costs})).await.expect(204);
    let top = user
        .post(CATEGORIES, &json!({"code": "goods", "name": "Goods", "valuationAccountId": stock}))
        .await
        .expect(201)
        .id();
    let low = user.post(CATEGORIES, &json!({"code": "gifts", "name": "Gifts", "parentId": top})).await.expect(201).id();
    let item =
        user.post(ITEMS, &json!({"sku": "A-1", "name": "Apples", "categoryCode": "gifts"})).await.expect(201).json();
    for shown in [&item, &user.get(&format!("{CATEGORIES}/{low}")).await.expect(200).json()] {
        assert_eq!(
            (
                &shown["effectiveValuationAccountId"],
                &shown["effectiveCogsAccountId"],
                &shown["effectiveScrapAccountId"]
            ),
            (&json!(stock), &json!(costs), &Value::Null)
        );
    }
    assert_eq!(item["categoryId"], json!(low));
    assert_eq!(user.get(&format!("{CATEGORIES}?parentId={top}")).await.data().len(), 1);
    // Rows that are named here stay: neither the account nor the category can be deleted.
    admin.delete(&format!("/accounting/accounts/{stock}")).await.expect(409).code("account_in_use");
    for category in [&top, &low] {
        user.delete(&format!("{CATEGORIES}/{category}")).await.expect(409).code("item_category_in_use");
    }
    user.put(&format!("{CATEGORIES}/{top}"), &json!({"parentId": low}))
        .await
        .expect(422)
        .code("parent_cycle")
        .pointer("/parentId");
    user.put(&format!("{CATEGORIES}/{top}"), &json!({"valuationAccountId": costs}))
        .await
        .expect(422)
        .code("account_not_usable");
    user.post(CATEGORIES, &json!({"code": "GOODS", "name": "x"})).await.expect(409).code("code_taken").pointer("/code");
    user.put(&format!("{CATEGORIES}/{top}"), &json!({"valuationAccountId": null})).await.expect(204);
    assert_eq!(
        user.get(&format!("{ITEMS}/{}", item["id"].as_str().unwrap())).await.json()["effectiveValuationAccountId"],
        Value::Null
    );
    let units = user.get("/inventory/units").await.data();
    assert!(units.iter().any(|unit| *unit == json!({"code": "KGM", "name": "kilogram"})));
}
