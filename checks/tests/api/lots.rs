//! Lots, serial numbers and reason codes.

use checks::{TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;

on_both![
    lots_belong_to_items_that_are_tracked_by_lot,
    serial_numbers_belong_to_items_that_are_tracked_piece_by_piece,
    reason_codes_name_kinds_and_an_account_that_is_no_control_account,
];

async fn lots_belong_to_items_that_are_tracked_by_lot(app: &TestServer) {
    let user = app.as_role("warehouseManager");
    let item = async |sku: &str, tracking: &str| {
        user.post("/inventory/items", &json!({"sku": sku, "name": "Milk", "tracking": tracking})).await.expect(201).id()
    };
    let (milk, cheese, plain) = (item("M", "lot").await, item("C", "lot").await, item("P", "none").await);
    let body = json!({"itemId": milk, "number": "L-1", "producedOn": "2010-11-01", "expiresOn": "2010-12-31", "attributes": {"farm": "Hill"}});
    let lot = user.post("/inventory/lots", &body).await.expect(201).json();
    assert_eq!(
        (&lot["status"], &lot["expiresOn"], &lot["bestBefore"]),
        (&json!("available"), &json!("2010-12-31"), &Value::Null)
    );
    user.post("/inventory/lots", &json!({"itemId": cheese, "number": "L-1"})).await.expect(201);
    user.post("/inventory/lots", &json!({"itemId": cheese, "number": "L-2", "expiresOn": "2011-06-30"}))
        .await
        .expect(201);
    let path = format!("/inventory/lots/{}", lot["id"].as_str().unwrap());
    assert_eq!(user.get(&path).await.json(), lot);
    assert_eq!(all_pages(&user, "/inventory/lots", 1).await, user.get("/inventory/lots").await.data());
    for (query, found) in [
        ("number=L-1", 2),
        ("expiresUntil=2010-12-31", 1),
        ("expiresUntil=2011-06-30", 2),
        ("status=hold", 0),
        ("q=l-", 3),
    ] {
        assert_eq!(user.get(&format!("/inventory/lots?{query}")).await.expect(200).data().len(), found, "{query}");
    }
    assert_eq!(user.get(&format!("/inventory/lots?itemId={cheese}")).await.data().len(), 2);

    user.put(&path, &lot).await.expect(204);
    let change = json!({"status": "recalled", "attributes": {"farm": null, "why": "glass"}});
    let changed = user.put(&path, &change).header("prefer", "return=representation").await.expect(200).json();
    assert_eq!(
        (&changed["status"], &changed["attributes"], &changed["version"]),
        (&json!("recalled"), &json!({"why": "glass"}), &json!(2))
    );

    let before = app.heads().await;
    for (body, status, code, pointer) in [
        (json!({"itemId": milk}), 400, "validation_failed", "/number"),
        (json!({"itemId": milk, "number": "L-2", "expiresOn": "2010-02-30"}), 400, "validation_failed", "/expiresOn"),
        (json!({"itemId": plain, "number": "L-2"}), 422, "item_not_tracked", "/itemId"),
        (json!({"itemId": "item_x", "number": "L-2"}), 422, "unknown_reference", "/itemId"),
        (
            json!({"itemId": milk, "number": "L-2", "producedOn": "2010-02-02", "expiresOn": "2010-02-01"}),
            422,
            "fields_conflict",
            "/expiresOn",
        ),
        (json!({"itemId": milk, "number": "L-1"}), 409, "code_taken", "/number"),
    ] {
        user.post("/inventory/lots", &body).await.expect(status).code(code).pointer(pointer);
    }
    let milk = format!("/inventory/items/{milk}");
    let held = user.delete(&milk).await;
    assert_eq!(held.expect(409).code("item_in_use").resolution("deactivate")["body"], json!({"status": "inactive"}));
    user.put(&milk, &json!({"tracking": "none"})).await.expect(409).code("item_in_use").pointer("/tracking");
    assert_eq!(app.heads().await, before);
    user.delete(&path).await.expect(204);
    user.put(&milk, &json!({"tracking": "none"})).await.expect(204);
    user.delete(&milk).await.expect(204);
}

async fn serial_numbers_belong_to_items_that_are_tracked_piece_by_piece(app: &TestServer) {
    let user = app.as_role("warehouseManager");
    let drill = user
        .post("/inventory/items", &json!({"sku": "D", "name": "Drill", "tracking": "serial"}))
        .await
        .expect(201)
        .id();
    let piece = user.post("/inventory/serials", &json!({"itemId": drill, "number": "SN-1"})).await.expect(201).json();
    let path = format!("/inventory/serials/{}", piece["id"].as_str().unwrap());
    user.put(&path, &json!({"status": "hold", "number": "SN-2"})).header("if-match", "\"1\"").await.expect(204);
    user.post("/inventory/serials", &json!({"itemId": drill, "number": "SN-2"}))
        .await
        .expect(409)
        .code("code_taken")
        .pointer("/number");
    user.post("/inventory/serials", &json!({"itemId": drill, "number": "SN-1"})).await.expect(201);
    assert_eq!(all_pages(&user, "/inventory/serials", 1).await.len(), 2);
    assert_eq!(user.get("/inventory/serials?status=hold&number=SN-2").await.data().len(), 1);
    user.post("/inventory/lots", &json!({"itemId": drill, "number": "L"})).await.expect(422).code("item_not_tracked");
    user.delete(&format!("/inventory/items/{drill}")).await.expect(409).code("item_in_use");
    user.delete(&path).await.expect(204);
    user.get(&path).await.expect(404);
}

async fn reason_codes_name_kinds_and_an_account_that_is_no_control_account(app: &TestServer) {
    let user = app.as_role("warehouseManager");
    let (costs, stock) = (&app.books.accounts["5000"], &app.books.accounts["1200"]);
    let body = json!({"code": "broken", "name": "Broken", "accountId": costs, "kinds": ["scrap", "adjustment"]});
    let reason = user.post("/inventory/reason-codes", &body).await.expect(201).json();
    assert_eq!((&reason["code"], &reason["kinds"]), (&json!("BROKEN"), &json!(["adjustment", "scrap"])));
    let path = format!("/inventory/reason-codes/{}", reason["id"].as_str().unwrap());
    user.put(&path, &reason).await.expect(204);
    assert_eq!(user.get(&path).await.json(), reason);
    user.put(&path, &json!({"accountId": stock})).await.expect(422).code("account_not_usable").pointer("/accountId");
    user.put(&path, &json!({"kinds": ["dancing"]})).await.expect(400).pointer("/kinds/0");
    user.post("/inventory/reason-codes", &json!({"code": "BROKEN", "name": "x"}))
        .await
        .expect(409)
        .code("code_taken")
        .pointer("/code");
    app.as_role("admin").delete(&format!("/accounting/accounts/{costs}")).await.expect(409).code("account_in_use");
    user.put(&path, &json!({"accountId": null, "kinds": null, "status": "inactive"})).await.expect(204);
    assert_eq!(user.get("/inventory/reason-codes?status=inactive&q=broke").await.data()[0]["kinds"], json!([]));
    user.delete(&path).await.expect(204);
    user.get(&path).await.expect(404);
}
