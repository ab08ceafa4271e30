//! Locations: zones and bins of a warehouse.

use checks::{TestServer, on_both};
use serde_json::{Value, json};

on_both![
    zones_hold_bins_and_both_are_changed_by_merge_and_deleted_when_empty,
    every_fault_of_a_location_is_told_and_nothing_is_written,
    a_warehouse_names_its_own_locations_as_defaults_and_holds_them,
];

async fn zones_hold_bins_and_both_are_changed_by_merge_and_deleted_when_empty(app: &TestServer) {
    let user = app.as_role("warehouseManager");
    let warehouse = user.warehouse("LON").await;
    let path = format!("/warehouses/{warehouse}/locations");
    let zone = user.post(&path, &json!({"code": "cold", "name": "Cold store", "kind": "zone"})).await.expect(201).id();
    let answer =
        user.post(&path, &json!({"code": "c-01", "parentId": zone, "activities": ["picking", "receiving"]})).await;
    let bin = answer.expect(201).json();
    let one = format!("{path}/{}", bin["id"].as_str().unwrap());
    assert!(answer.header("location").ends_with(&one), "{}", answer.header("location"));
    assert_eq!(
        (&bin["code"], &bin["kind"], &bin["activities"], &bin["name"]),
        (&json!("C-01"), &json!("bin"), &json!(["receiving", "picking"]), &Value::Null)
    );
    assert_eq!(user.get(&one).await.json(), bin);
    for (query, found) in [("", 2), ("?kind=zone", 1), ("?code=c-01", 1), ("?q=STORE", 1), ("?status=inactive", 0)] {
        assert_eq!(user.get(&format!("{path}{query}")).await.expect(200).data().len(), found, "{query}");
    }
    assert_eq!(user.get(&format!("{path}?parentId={zone}")).await.data(), std::slice::from_ref(&bin));

    user.put(&one, &bin).await.expect(204);
    assert_eq!(user.get(&one).await.json(), bin);
    user.put(&one, &json!({"status": "inactive", "parentId": null})).header("if-match", "\"1\"").await.expect(204);
    user.put(&one, &json!({"parentId": zone})).await.expect(204);
    user.delete(&format!("{path}/{zone}")).await.expect(409).code("location_in_use");
    user.put(&format!("{path}/{zone}"), &json!({"kind": "bin"}))
        .await
        .expect(409)
        .code("location_in_use")
        .pointer("/kind");
    user.delete(&one).await.expect(204);
    user.get(&one).await.expect(404);
    user.delete(&format!("/warehouses/{warehouse}")).await.expect(409).code("warehouse_in_use");
    user.delete(&format!("{path}/{zone}")).await.expect(204);
    user.delete(&format!("/warehouses/{warehouse}")).await.expect(204);
}

async fn every_fault_of_a_location_is_told_and_nothing_is_written(app: &TestServer) {
    let user = app.as_role("warehouseManager");
    let (london, york) = (user.warehouse("LON").await, user.warehouse("YRK").await);
    let path = format!("/warehouses/{london}/locations");
    let bin = user.post(&path, &json!({"code": "A"})).await.expect(201).id();
    let foreign = user
        .post(&format!("/warehouses/{york}/locations"), &json!({"code": "Z", "kind": "zone"}))
        .await
        .expect(201)
        .id();
    let before = app.heads().await;
    for (body, status, code, pointer) in [
        (json!({}), 400, "validation_failed", "/code"),
        (json!({"code": "a b"}), 400, "validation_failed", "/code"),
        (json!({"code": "B", "kind": "shelf"}), 400, "validation_failed", "/kind"),
        (json!({"code": "B", "activities": ["dancing"]}), 400, "validation_failed", "/activities/0"),
        (json!({"code": "B", "parentId": foreign}), 422, "unknown_reference", "/parentId"),
        (json!({"code": "B", "parentId": bin}), 422, "parent_not_usable", "/parentId"),
        (json!({"code": "a"}), 409, "code_taken", "/code"),
    ] {
        user.post(&path, &body).await.expect(status).code(code).pointer(pointer);
    }
    for wrong in [
        format!("/warehouses/{york}/locations/{bin}"),
        format!("{path}/loc_x"),
        format!("/warehouses/wh_x/locations/{bin}"),
    ] {
        user.get(&wrong).await.expect(404);
        user.put(&wrong, &json!({"name": "x"})).await.expect(404);
        user.delete(&wrong).await.expect(404);
    }
    app.as_role("warehouseOperator").post(&path, &json!({"code": "B"})).await.expect(403);
    assert_eq!(app.heads().await, before);
}

async fn a_warehouse_names_its_own_locations_as_defaults_and_holds_them(app: &TestServer) {
    let user = app.as_role("warehouseManager");
    let (london, york) = (user.warehouse("LON").await, user.warehouse("YRK").await);
    let (here, there) = (format!("/warehouses/{london}"), format!("/warehouses/{york}"));
    let dock = user.post(&format!("{here}/locations"), &json!({"code": "DOCK"})).await.expect(201).id();
    let ramp = user.post(&format!("{here}/locations"), &json!({"code": "RAMP"})).await.expect(201).id();
    let foreign = user.post(&format!("{there}/locations"), &json!({"code": "DOCK"})).await.expect(201).id();
    let naming = |location: Value| json!({"defaultLocations": {"receiving": location}});
    user.put(&here, &json!({"defaultLocations": {"receiving": dock, "returns": dock, "shipping": ramp}}))
        .await
        .expect(204);
    let stored = user.get(&here).await.json();
    assert_eq!(stored["defaultLocations"], json!({"receiving": dock, "returns": dock, "shipping": ramp}));
    user.put(&here, &stored).await.expect(204);
    let before = app.heads().await;
    for (body, status, code, pointer) in [
        (naming(json!(foreign)), 422, "unknown_reference", "/defaultLocations/receiving"),
        (naming(json!("loc_01h455vb4pex5vsknk084sn02q")), 422, "unknown_reference", "/defaultLocations/receiving"),
        (naming(json!(london)), 422, "unknown_reference", "/defaultLocations/receiving"),
        (naming(json!(7)), 400, "validation_failed", "/defaultLocations/receiving"),
        (json!({"defaultLocations": {"recieving": dock}}), 400, "validation_failed", "/defaultLocations/recieving"),
        (json!({"defaultLocations": [dock]}), 400, "validation_failed", "/defaultLocations"),
    ] {
        user.put(&here, &body).await.expect(status).code(code).pointer(pointer);
    }
    let new = json!({"code": "NEW", "name": "New", "defaultLocations": {"receiving": dock}});
    user.post("/warehouses", &new).await.expect(422).code("unknown_reference").pointer("/defaultLocations/receiving");
    let held = user.delete(&format!("{here}/locations/{dock}")).await;
    let held = held.expect(409).code("location_in_use").json();
    let way_out = &held["resolutions"][0];
    assert_eq!(way_out["body"], json!({"defaultLocations": {"receiving": null, "returns": null}}), "{held}");
    // It belongs to its warehouse for good: that may be sent back as it is.
    user.put(&format!("{here}/locations/{dock}"), &json!({"warehouseId": london})).await.expect(204);
    user.put(&format!("{here}/locations/{dock}"), &json!({"warehouseId": york}))
        .await
        .expect(400)
        .pointer("/warehouseId");
    assert_eq!(app.heads().await, before);
    user.put(&here, &way_out["body"]).await.expect(204);
    assert_eq!(user.get(&here).await.json()["defaultLocations"], json!({"shipping": ramp}));
    user.delete(&format!("{here}/locations/{dock}")).await.expect(204);
}
