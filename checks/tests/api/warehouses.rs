//! The update of a warehouse: the merge rules, and every refusal.

use checks::{Answer, Caller, TestServer, on_both};
use reqwest::Method;
use serde_json::{Value, json};

async fn update(caller: &Caller, id: &str, body: Value) -> Answer {
    caller.put(&format!("/warehouses/{id}"), &body).await
}

async fn read(caller: &Caller, id: &str) -> Value {
    caller.get(&format!("/warehouses/{id}")).await.expect(200).json()
}

async fn refused(app: &TestServer, id: &str, body: Value, status: u16, code: &str) -> Answer {
    let before = app.heads().await;
    let answer = update(&app.as_role("admin"), id, body).await;
    answer.expect(status).code(code);
    assert_eq!(app.heads().await, before, "{code} wrote something");
    answer
}

on_both![
    absent_stays_null_clears_objects_merge_and_lists_replace,
    the_empty_object_and_an_equal_body_check_everything_and_write_nothing,
    what_was_read_can_be_edited_and_put_back_whole,
    ids_unknown_malformed_or_foreign_are_404,
    bodies_that_are_no_warehouse_are_400_with_all_pointers,
    a_location_number_of_a_warehouse_has_its_check_digit,
    bodies_that_are_no_object_are_400,
    a_taken_code_is_a_conflict_and_names_the_other_inactive_ones_included,
    parents_and_accounts_that_do_not_fit_are_422,
    the_default_the_last_active_and_referenced_ones_stay_active,
    what_stock_forbids_is_refused_with_the_goods_and_the_way_out,
];

async fn absent_stays_null_clears_objects_merge_and_lists_replace(app: &TestServer) {
    let admin = app.as_role("admin");
    let body = json!({"code": "lon", "name": "London", "description": "main", "address": {"city": "London", "zip": "E1"}, "tags": ["a", "b"], "metadata": {"x": {"y": 1, "z": 2}}});
    let made = admin.post("/warehouses", &body).await;
    made.expect(201);
    let id = made.id();
    assert_eq!(made.header("location"), format!("{}/api/v1/warehouses/{id}", app.url));
    assert_eq!((made.json()["code"].as_str(), made.etag()), (Some("LON"), "\"1\"".to_owned()));
    let change = json!({"name": "London South", "description": null, "address": {"zip": null, "street": "Dock 1"}, "tags": ["c"], "metadata": {"x": {"y": null}}});
    let answer = update(&admin, &id, change).await;
    answer.expect(204).empty();
    assert_eq!(answer.etag(), "\"2\"");
    let after = read(&admin, &id).await;
    assert_eq!(
        (&after["code"], &after["name"], &after["description"]),
        (&json!("LON"), &json!("London South"), &Value::Null)
    );
    assert_eq!(after["address"], json!({"city": "London", "street": "Dock 1"}));
    assert_eq!((&after["tags"], &after["metadata"]), (&json!(["c"]), &json!({"x": {"z": 2}})));
}

async fn the_empty_object_and_an_equal_body_check_everything_and_write_nothing(app: &TestServer) {
    let admin = app.as_role("admin");
    let id = admin.warehouse("LON").await;
    let before = (read(&admin, &id).await, app.heads().await);
    for body in
        [json!({}), json!({"code": "lon"}), json!({"name": "Warehouse LON", "isDefault": true}), before.0.clone()]
    {
        let answer = update(&admin, &id, body).await;
        answer.expect(204).empty();
        assert_eq!(answer.etag(), "\"1\"");
    }
    assert_eq!((read(&admin, &id).await, app.heads().await), before);
    app.with_token(None).put(&format!("/warehouses/{id}"), &json!({})).await.expect(401).code("unauthenticated");
    update(&app.as_role("clerk"), &id, json!({})).await.expect(403).code("forbidden");
    update(&app.as_foreign("admin"), &id, json!({})).await.expect(404).code("not_found");
    admin
        .put(&format!("/warehouses/{id}"), &json!({}))
        .header("if-match", "\"7\"")
        .await
        .expect(412)
        .code("version_mismatch");
}

async fn what_was_read_can_be_edited_and_put_back_whole(app: &TestServer) {
    let admin = app.as_role("admin");
    let id = admin.warehouse("LON").await;
    let mut body = read(&admin, &id).await;
    body["name"] = json!("Edited");
    update(&admin, &id, body.clone()).await.expect(204);
    assert_eq!(read(&admin, &id).await["name"], "Edited");
    // The version in the body acts as If-Match, and it is stale now.
    refused(app, &id, body, 412, "version_mismatch").await;
}

async fn ids_unknown_malformed_or_foreign_are_404(app: &TestServer) {
    let foreign = app.as_foreign("admin").warehouse("LON").await;
    for id in [foreign.as_str(), "wh_01h455vb4pex5vsknk084sn02q", "wh_x", "LON", "je_01h455vb4pex5vsknk084sn02q"] {
        refused(app, id, json!({"name": "x"}), 404, "not_found").await;
    }
}

async fn bodies_that_are_no_warehouse_are_400_with_all_pointers(app: &TestServer) {
    let id = app.as_role("admin").warehouse("LON").await;
    for (body, pointer) in [
        (json!({"nmae": "x"}), "/nmae"),
        (json!({"name": null}), "/name"),
        (json!({"name": ""}), "/name"),
        (json!({"name": "   "}), "/name"),
        (json!({"name": 5}), "/name"),
        (json!({"name": "x".repeat(121)}), "/name"),
        (json!({"code": null}), "/code"),
        (json!({"code": "A B"}), "/code"),
        (json!({"code": ""}), "/code"),
        (json!({"code": "X".repeat(21)}), "/code"),
        (json!({"code": "Ä"}), "/code"),
        (json!({"kind": "silo"}), "/kind"),
        (json!({"kind": null}), "/kind"),
        (json!({"status": "gone"}), "/status"),
        (json!({"status": null}), "/status"),
        (json!({"isDefault": "yes"}), "/isDefault"),
        (json!({"isDefault": null}), "/isDefault"),
        (json!({"negativeStock": "maybe"}), "/negativeStock"),
        (json!({"binsMode": 1}), "/binsMode"),
        (json!({"pickStrategy": "random"}), "/pickStrategy"),
        (json!({"timezone": "Mars/Base"}), "/timezone"),
        (json!({"gln": "1234567890123"}), "/gln"),
        (json!({"gln": "12"}), "/gln"),
        (json!({"address": []}), "/address"),
        (json!({"tags": "a"}), "/tags"),
        (json!({"tags": [1]}), "/tags/0"),
        (json!({"description": "x".repeat(2001)}), "/description"),
        (json!({"resupplyFrom": [null]}), "/resupplyFrom/0"),
        (json!({"id": "wh_01h455vb4pex5vsknk084sn02q"}), "/id"),
        (json!({"version": "1"}), "/version"),
    ] {
        refused(app, &id, body, 400, "validation_failed").await.pointer(pointer);
    }
    let all = refused(
        app,
        &id,
        json!({"name": 5, "kind": "silo", "nmae": "x", "tags": [1, "ok", 2]}),
        400,
        "validation_failed",
    )
    .await;
    let mut pointers = all.pointers();
    pointers.sort();
    assert_eq!(pointers, ["/kind", "/name", "/nmae", "/tags/0", "/tags/2"]);
    all.says("name");
}

async fn a_location_number_of_a_warehouse_has_its_check_digit(app: &TestServer) {
    let admin = app.as_role("admin");
    let id = admin
        .post("/warehouses", &json!({"code": "LON", "name": "London", "gln": "0614141000005"}))
        .await
        .expect(201)
        .id();
    let before = app.heads().await;
    for (gln, code, says) in [
        ("0614141000006", "bad_check_digit", "the last digit should be 5"),
        ("0614141000015", "bad_check_digit", "the last digit should be"),
        ("061414100000", "too_short", "13"),
        ("06141410000055", "too_long", "13"),
        ("06141410OOOO5", "bad_gln", "must be 13 digits"),
    ] {
        for answer in [
            admin.put(&format!("/warehouses/{id}"), &json!({"gln": gln})).await,
            admin.post("/warehouses", &json!({"code": "YRK", "name": "York", "gln": gln})).await,
        ] {
            answer.expect(400).code("validation_failed").pointer("/gln").says(says);
            assert_eq!(answer.json()["errors"][0]["code"], code, "{gln}");
        }
    }
    assert_eq!(app.heads().await, before);
    admin.put(&format!("/warehouses/{id}"), &json!({"gln": "4006381333931"})).await.expect(204);
}

async fn bodies_that_are_no_object_are_400(app: &TestServer) {
    let id = app.as_role("admin").warehouse("LON").await;
    let admin = app.as_role("admin");
    let before = app.heads().await;
    for (body, code) in [
        ("", "malformed_json"),
        ("{", "malformed_json"),
        ("{} {}", "malformed_json"),
        ("{\"name\":\"a\",\"name\":\"b\"}", "malformed_json"),
        ("{\"name\":NaN}", "malformed_json"),
        ("{'name':'x'}", "malformed_json"),
        ("{\"name\":\"x\",}", "malformed_json"),
        ("\u{feff}", "malformed_json"),
        ("[]", "validation_failed"),
        ("null", "validation_failed"),
        ("\"x\"", "validation_failed"),
        ("5", "validation_failed"),
    ] {
        let answer = admin.ask(reqwest::Method::PUT, &format!("/warehouses/{id}")).text(body).await;
        answer.expect(400).code(code);
    }
    assert_eq!(app.heads().await, before);
}

async fn a_taken_code_is_a_conflict_and_names_the_other_inactive_ones_included(app: &TestServer) {
    let admin = app.as_role("admin");
    let (first, second) = (admin.warehouse("LON").await, admin.warehouse("YRK").await);
    let answer = refused(app, &second, json!({"code": "lon"}), 409, "code_taken").await;
    answer.pointer("/code");
    assert_eq!(answer.json()["context"]["id"], first.as_str());
    assert_eq!(answer.resolution("existing")["href"], format!("{}/api/v1/warehouses/{first}", app.url));
    update(&admin, &second, json!({"status": "inactive"})).await.expect(204);
    admin.post("/warehouses", &json!({"code": "YRK", "name": "x"})).await.expect(409).code("code_taken");
    app.as_foreign("admin").warehouse("LON").await;
}

async fn parents_and_accounts_that_do_not_fit_are_422(app: &TestServer) {
    let admin = app.as_role("admin");
    let mut chain = Vec::new();
    for level in 0..9 {
        chain.push(admin.warehouse(&format!("W{level}")).await);
    }
    for level in 1..8 {
        update(&admin, &chain[level], json!({"parentId": chain[level - 1]})).await.expect(204);
    }
    refused(app, &chain[0], json!({"parentId": chain[3]}), 422, "parent_cycle").await.pointer("/parentId");
    refused(app, &chain[0], json!({"parentId": chain[0]}), 422, "parent_cycle").await.pointer("/parentId");
    refused(app, &chain[8], json!({"parentId": chain[7]}), 422, "parent_too_deep").await.pointer("/parentId");
    let foreign = app.as_foreign("admin").warehouse("X").await;
    for unknown in [foreign.as_str(), "wh_01h455vb4pex5vsknk084sn02q", "nonsense"] {
        refused(app, &chain[8], json!({"parentId": unknown}), 422, "unknown_reference").await.pointer("/parentId");
    }
    let account = |code: &str| app.books.accounts[code].clone();
    refused(app, &chain[0], json!({"valuationAccountId": account("1000")}), 422, "account_not_usable")
        .await
        .pointer("/valuationAccountId");
    refused(app, &chain[0], json!({"cogsAccountId": account("1000")}), 422, "account_not_usable")
        .await
        .pointer("/cogsAccountId");
    refused(app, &chain[0], json!({"valuationAccountId": app.other.accounts["1200"]}), 422, "unknown_reference")
        .await
        .pointer("/valuationAccountId");
    refused(app, &chain[0], json!({"managerUserId": app.other.member("admin").to_string()}), 422, "unknown_reference")
        .await
        .pointer("/managerUserId");
    refused(app, &chain[0], json!({"inTransitWarehouseId": chain[8]}), 422, "parent_not_usable")
        .await
        .pointer("/inTransitWarehouseId");
    update(&admin, &chain[0], json!({"valuationAccountId": account("1200"), "cogsAccountId": account("5000"), "managerUserId": app.books.member("admin").to_string()})).await.expect(204);
    assert_eq!(read(&admin, &chain[1]).await["effectiveValuationAccountId"], account("1200"), "it is inherited");
}

async fn the_default_the_last_active_and_referenced_ones_stay_active(app: &TestServer) {
    let admin = app.as_role("admin");
    let (first, second) = (admin.warehouse("A").await, admin.warehouse("B").await);
    refused(app, &first, json!({"isDefault": false}), 409, "warehouse_is_default").await;
    refused(app, &first, json!({"status": "inactive"}), 409, "warehouse_is_default").await;
    update(&admin, &first, json!({"resupplyFrom": [second]})).await.expect(204);
    refused(app, &second, json!({"status": "inactive"}), 409, "warehouse_in_use").await;
    update(&admin, &first, json!({"resupplyFrom": []})).await.expect(204);
    update(&admin, &second, json!({"isDefault": true})).await.expect(204);
    assert_eq!(
        (&read(&admin, &first).await["isDefault"], &read(&admin, &second).await["isDefault"]),
        (&json!(false), &json!(true))
    );
    update(&admin, &first, json!({"status": "inactive"})).await.expect(204);
    refused(app, &second, json!({"status": "inactive"}), 409, "warehouse_is_default").await;
    admin.delete(&format!("/warehouses/{second}")).await.expect(409).code("warehouse_is_default");
    admin.delete(&format!("/warehouses/{first}")).await.expect(204).empty();
    admin.get(&format!("/warehouses/{first}")).await.expect(404).code("not_found");
}

async fn what_stock_forbids_is_refused_with_the_goods_and_the_way_out(app: &TestServer) {
    let admin = app.as_role("admin");
    crate::movements::set_up(&admin).await;
    let shop = admin.get("/warehouses?limit=200").await.data().into_iter().find(|one| one["code"] == "SHOP").unwrap();
    let shop = shop["id"].as_str().unwrap().to_owned();
    let check = format!("/warehouses/{shop}/deactivation-check");
    assert_eq!(admin.get(&check).await.expect(200).json(), json!({"canDeactivate": true, "problems": []}));
    let receipt = json!({
        "kind": "receipt", "occurredAt": "2010-01-05", "warehouseCode": "SHOP",
        "lines": [{"sku": "APPLE", "quantity": "5", "totalCost": "5.00"}],
    });
    admin.post("/inventory/movements", &receipt).await.expect(201);
    let mut draft = receipt.clone();
    draft["status"] = json!("draft");
    let draft = admin.post("/inventory/movements", &draft).await.expect(201).id();
    let policy = json!({"name": "Receipts", "appliesTo": "movements", "movementKind": "receipt", "minAmount": "1"});
    app.as_role("controller").post("/accounting/approval-policies", &policy).await.expect(201);
    admin.ask(Method::POST, &format!("/inventory/movements/{draft}/submit")).await.expect(204);
    let reserved = json!({"sku": "APPLE", "quantity": "2", "warehouseCode": "SHOP"});
    let reserved = admin.post("/inventory/reservations", &reserved).await.expect(201).id();
    let stops = admin.get(&check).await.expect(200).json()["problems"][1].clone();
    assert_eq!((&stops["context"]["drafts"], &stops["context"]["movementIds"]), (&json!(1), &json!([draft])));
    assert_eq!(
        (&stops["context"]["reservations"], &stops["context"]["reservationIds"]),
        (&json!(1), &json!([reserved]))
    );
    admin
        .post(&format!("/inventory/reservations/{reserved}/release"), &json!({"reason": "it closes"}))
        .await
        .expect(204);
    admin.ask(Method::POST, &format!("/inventory/movements/{draft}/withdraw")).await.expect(204);
    let count = admin.post("/inventory/counts", &json!({"warehouseCode": "SHOP"})).await.expect(201).id();

    let stops = admin.get(&check).await.expect(200).json();
    let codes: Vec<&str> =
        stops["problems"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    assert_eq!(
        (&stops["canDeactivate"], codes),
        (&json!(false), vec!["warehouse_not_empty", "warehouse_has_open_work"])
    );
    assert_eq!(stops["problems"][1]["context"]["movementIds"], json!([draft]));
    let not_empty = refused(app, &shop, json!({"status": "inactive"}), 409, "warehouse_not_empty").await;
    assert_eq!(not_empty.json()["context"]["stock"][0]["quantity"], "5");
    let account = admin
        .post(
            "/accounting/accounts",
            &json!({"code": "1250", "name": "Other stock", "type": "asset", "controlFor": "stock"}),
        )
        .await;
    let account = account.expect(201).id();
    let valued = refused(app, &shop, json!({"valuationAccountId": account}), 409, "valuation_account_in_use").await;
    assert!(valued.resolution("reclassify")["href"].as_str().unwrap().ends_with("/reclassify"));
    // All that is in the way comes in one answer, with the values and ways out of each.
    let all = json!({"code": "MAIN", "valuationAccountId": account, "status": "inactive"});
    let all = refused(app, &shop, all, 409, "code_taken").await;
    assert_eq!(all.pointers(), ["/code", "/valuationAccountId", "/status", "/status"]);
    let codes: Vec<Value> = all.json()["errors"].as_array().unwrap().iter().map(|one| one["code"].clone()).collect();
    assert_eq!(codes, ["code_taken", "valuation_account_in_use", "warehouse_not_empty", "warehouse_has_open_work"]);
    for way in ["existing", "reclassify", "transfer", "open-work"] {
        assert!(all.resolution(way)["href"].is_string(), "{way}");
    }
    assert_eq!(
        (&all.json()["context"]["stock"][0]["quantity"], &all.json()["context"]["movementIds"]),
        (&json!("5"), &json!([draft]))
    );
    let faulty = json!({"code": "MAIN", "status": "inactive", "cogsAccountId": "acc_x"});
    assert_eq!(refused(app, &shop, faulty, 422, "unknown_reference").await.pointers(), ["/cogsAccountId"]);
    let elsewhere = admin.put("/organization", &json!({"valuationAccountId": account})).await;
    assert_eq!(elsewhere.expect(409).code("valuation_account_in_use").json()["context"]["pools"][0]["sku"], "APPLE");

    // The prepared transfer empties it.
    let mut prepared = not_empty.resolution("transfer")["body"].clone();
    prepared["occurredAt"] = json!("2010-01-06");
    admin.post("/inventory/movements", &prepared).await.expect(201);
    refused(app, &shop, json!({"status": "inactive"}), 409, "warehouse_has_open_work").await;
    admin.delete(&format!("/inventory/movements/{draft}")).await.expect(204);
    admin.post(&format!("/inventory/counts/{count}/cancel"), &json!({"reason": "it closes"})).await.expect(204);
    update(&admin, &shop, json!({"valuationAccountId": account})).await.expect(204);
    update(&admin, &shop, json!({"status": "inactive"})).await.expect(204);
}
