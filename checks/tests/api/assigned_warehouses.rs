//! Members bound to warehouses: rows of others do not exist for them, and they do nothing there.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

const MOVEMENTS: &str = "/inventory/movements";

/// The rows of one warehouse: ids that nobody sees who does not act there.
struct There {
    warehouse: String,
    ids: Vec<String>,
}

/// Goods, a draft, a reservation and a count in each of two warehouses.
async fn two_warehouses(app: &TestServer) -> (Caller, [There; 2]) {
    let admin = app.as_role("admin");
    let account =
        json!({"code": "2100", "name": "Received", "type": "liability", "subtype": "goodsReceivedNotInvoiced"});
    admin.post("/accounting/accounts", &account).await.expect(201);
    let transit = json!({"code": "1210", "name": "In transit", "type": "asset", "controlFor": "stock"});
    admin.post("/accounting/accounts", &transit).await.expect(201);
    let named =
        async |code: &str| admin.get(&format!("/accounting/accounts?code={code}")).await.data()[0]["id"].clone();
    let accounts = json!({
        "valuationAccountId": named("1200").await, "cogsAccountId": named("5000").await,
        "adjustmentAccountId": named("5000").await, "inTransitAccountId": named("1210").await,
    });
    admin.put("/organization", &accounts).await.expect(204);
    let item = json!({"sku": "A", "name": "Apples", "reorderPoint": "500"});
    admin.post("/inventory/items", &item).await.expect(201);
    let main = there(&admin, "MAIN", "70").await;
    let shop = there(&admin, "SHOP", "8").await;
    (admin, [main, shop])
}

async fn there(admin: &Caller, code: &str, quantity: &str) -> There {
    let warehouse = admin.warehouse(code).await;
    let line = json!({"sku": "A", "quantity": quantity, "totalCost": "700.00"});
    let receipt = json!({"kind": "receipt", "occurredAt": "2010-01-05", "warehouseId": warehouse, "lines": [line]});
    let mut ids = vec![admin.post(MOVEMENTS, &receipt).await.expect(201).id()];
    let issue =
        json!({"kind": "issue", "status": "draft", "warehouseId": warehouse, "lines": [{"sku": "A", "quantity": "1"}]});
    ids.push(admin.post(MOVEMENTS, &issue).await.expect(201).id());
    let reserve = json!({"sku": "A", "quantity": "2", "warehouseId": warehouse});
    ids.push(admin.post("/inventory/reservations", &reserve).await.expect(201).id());
    ids.push(admin.post("/inventory/counts", &json!({"warehouseId": warehouse})).await.expect(201).id());
    There { warehouse, ids }
}

/// The member with this role, bound to warehouses.
async fn bound(app: &TestServer, role: &str, warehouses: &[&str]) -> Caller {
    let path = format!("/users/{}", app.books.member(role));
    app.as_role("admin").put(&path, &json!({"warehouseIds": warehouses})).await.expect(204);
    app.as_role(role)
}

/// Every list and report about stock, as it is asked for at least, and as a document where there is one.
pub async fn reads_of_stock(app: &TestServer) -> Vec<String> {
    let document = app.with_token(None).get("~/openapi.json").await.json();
    let warehouses = app.as_role("auditor").get("/warehouses?limit=1").await.expect(200).data();
    let picked = format!("warehouseId={}&sku=A&quantity=1", warehouses[0]["id"].as_str().unwrap());
    let there = format!("warehouseId={}", warehouses[0]["id"].as_str().unwrap());
    let mut paths = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        let own = path.strip_prefix("/api/v1").unwrap_or(path);
        if !(own.starts_with("/inventory") || own.starts_with("/events"))
            || own.contains('{')
            || own.ends_with("/stream")
        {
            continue;
        }
        let Some(parameters) = item["get"]["parameters"].as_array() else { continue };
        let has = |name: &str| parameters.iter().any(|one| checks::document::resolved(&document, one)["name"] == name);
        let wanted = match own {
            _ if own.ends_with("movement-ledger") => "sku=A",
            "/inventory/pick-suggestions" => picked.as_str(),
            "/inventory/work" => there.as_str(),
            "/events" => "limit=200",
            _ => "",
        };
        paths.push(format!("{own}?{wanted}"));
        if has("by") && own == "/inventory/stock" {
            paths.push(format!("{own}?by=item"));
        }
        if has("format") {
            paths.push(format!("{own}?{wanted}&format=csv"));
        }
    }
    assert!(paths.len() > 15, "{paths:?}");
    paths
}

on_both![
    what_is_of_other_warehouses_is_in_no_list_report_event_or_document,
    nothing_is_done_elsewhere_by_batch_preview_or_key,
    what_another_warehouse_promised_or_received_is_as_if_unknown,
    a_member_or_service_account_is_bound_changed_and_set_free,
];

async fn what_is_of_other_warehouses_is_in_no_list_report_event_or_document(app: &TestServer) {
    let (admin, [main, shop]) = two_warehouses(app).await;
    let paths = reads_of_stock(app).await;
    for role in ["warehouseOperator", "warehouseManager"] {
        let member = bound(app, role, &[&shop.warehouse]).await;
        for path in &paths {
            let answer = member.get(path).await;
            assert_ne!(answer.status, 400, "say in `reads_of_stock` what it needs: {path}: {}", answer.text());
            if answer.status == 200 {
                let text = answer.text();
                // The log tells everyone that something happened, and its subject.
                let is_feed = path.starts_with("/events");
                let told = if is_feed { data_of(&answer.json()) } else { text };
                for id in &main.ids {
                    assert!(!told.contains(id.as_str()), "{path} as {role} shows {id}: {told}");
                }
                // That a warehouse is there is no secret.
                let names = [main.warehouse.as_str(), "MAIN"];
                assert!(is_feed || !names.iter().any(|name| told.contains(name)), "{path} as {role}: {told}");
            }
        }
        for (noun, id) in ["movements", "movements", "reservations", "counts"].iter().zip(&main.ids) {
            member.get(&format!("/inventory/{noun}/{id}")).await.expect(404);
        }
        member.get(&format!("/inventory/counts/{}/lines", main.ids[3])).await.expect(404);
        for (noun, id) in ["movements", "movements", "reservations", "counts"].iter().zip(&shop.ids) {
            member.get(&format!("/inventory/{noun}/{id}")).await.expect(200);
        }
        let check = member.get(&format!("/warehouses/{}/deactivation-check", main.warehouse)).await;
        assert_eq!(
            check.expect(403).code("warehouse_not_assigned").json()["context"]["warehouseId"],
            json!(main.warehouse)
        );
        let total = member.get("/inventory/stock?by=item").await.expect(200).data();
        assert_eq!((total.len(), &total[0]["quantity"]), (1, &json!("8")));
        let low = member.get("/inventory/reorder-suggestions").await.expect(200).data();
        assert_eq!((&low[0]["onHand"], &low[0]["available"]), (&json!("8"), &json!("6")));
        assert_eq!(member.get(&format!("{MOVEMENTS}?limit=1")).await.expect(200).data().len(), 1);
    }
    let manager = app.as_role("warehouseManager");
    let worth = manager.get("/inventory/reports/valuation").await.expect(200).json();
    assert_eq!(worth["totalValue"], json!("700.00"), "{worth}");
    assert_eq!(admin.get("/inventory/reports/valuation").await.json()["totalValue"], json!("1400.00"));
    let auditor = bound(app, "auditor", &[&shop.warehouse]).await;
    auditor.get("/inventory/proof").await.expect(403).code("warehouse_not_assigned");
    // To no warehouse at all.
    let nowhere = bound(app, "warehouseOperator", &[]).await;
    for path in
        ["/inventory/stock", "/inventory/availability", MOVEMENTS, "/inventory/counts", "/inventory/reservations"]
    {
        assert!(nowhere.get(path).await.expect(200).data().is_empty(), "{path}");
    }
    // Master data is everybody's, and the log tells that something happened.
    let of_all =
        ["/events", "/inventory/items?", "/inventory/item-categories", "/inventory/units", "/inventory/reason-codes"];
    let seq = admin.get("/inventory/stock").await.json()["seq"].clone();
    let then = format!("/inventory/reorder-suggestions?knownAt=seq:{seq}");
    for path in paths.iter().chain([&then]).filter(|path| !of_all.iter().any(|own| path.starts_with(own))) {
        for member in [&nowhere, &bound(app, "warehouseManager", &[]).await] {
            let answer = member.get(path).await;
            if answer.status != 200 {
                continue;
            }
            let text = answer.text();
            match text.starts_with('{') {
                true => {
                    assert!(answer.json()["data"].as_array().is_none_or(Vec::is_empty), "{path}: {text}");
                    let totals = ["\"8\"", "\"70\"", "700.00", "1400.00"];
                    assert!(!totals.iter().any(|told| text.contains(told)), "{path}: {text}");
                }
                false => assert!(!text.contains("\nline,"), "{path}: {text}"),
            }
        }
    }
}

async fn nothing_is_done_elsewhere_by_batch_preview_or_key(app: &TestServer) {
    let (admin, [main, shop]) = two_warehouses(app).await;
    let operator = bound(app, "warehouseOperator", &[&shop.warehouse]).await;
    let issue = |warehouse: &str| json!({"kind": "issue", "occurredAt": "2010-01-06", "warehouseId": warehouse, "lines": [{"sku": "A", "quantity": "1"}]});
    let head = app.head(&app.books).await;
    for path in [MOVEMENTS.to_owned(), format!("{MOVEMENTS}?dryRun=true")] {
        let refused = operator.post(&path, &issue(&main.warehouse)).key("k").await;
        refused.expect(403).code("warehouse_not_assigned").pointer("/warehouseId");
    }
    let batch = json!({"items": [issue(&shop.warehouse), issue(&main.warehouse)]});
    let atomic = json!({"atomic": true, "items": batch["items"]});
    operator
        .post(&format!("{MOVEMENTS}/batch"), &atomic)
        .await
        .expect(403)
        .code("warehouse_not_assigned")
        .pointer("/items/1/warehouseId");
    assert_eq!(app.head(&app.books).await, head, "something was written");
    let results = operator.post(&format!("{MOVEMENTS}/batch"), &batch).await.expect(200).json();
    let statuses: Vec<&Value> = results["results"].as_array().unwrap().iter().map(|one| &one["status"]).collect();
    assert_eq!(statuses, [&json!(201), &json!(403)], "{results}");
    operator.post(&format!("{MOVEMENTS}/{}/post", main.ids[1]), &json!({})).await.expect(404);
    operator.delete(&format!("{MOVEMENTS}/{}", main.ids[1])).await.expect(404);
    operator.post(&format!("/inventory/reservations/{}/release", main.ids[2]), &json!({})).await.expect(404);
    let line = json!({"lines": [{"lineNumber": 1, "quantity": "1"}]});
    operator.post(&format!("/inventory/counts/{}/lines", main.ids[3]), &line).await.expect(404);
    // Goods reserved elsewhere cannot be taken here.
    let mut taking = issue(&shop.warehouse);
    taking["lines"][0]["reservationId"] = json!(main.ids[2]);
    operator.post(MOVEMENTS, &taking).await.expect(422);

    // A transfer in two steps: sent there, received here, and seen in both.
    let transfer = json!({"kind": "transfer", "mode": "twoStep", "occurredAt": "2010-01-07", "warehouseId": main.warehouse, "toWarehouseId": shop.warehouse, "lines": [{"sku": "A", "quantity": "3"}]});
    operator.post(MOVEMENTS, &transfer).await.expect(403).pointer("/warehouseId");
    let sent = admin.post(MOVEMENTS, &transfer).await.expect(201).id();
    operator.get(&format!("{MOVEMENTS}/{sent}")).await.expect(200);
    assert!(operator.get(MOVEMENTS).await.data().iter().any(|row| row["id"] == json!(sent)));
    operator.post(&format!("{MOVEMENTS}/{sent}/receive"), &json!({"occurredAt": "2010-01-08"})).await.expect(201);
    let away = json!({"kind": "transfer", "mode": "twoStep", "occurredAt": "2010-01-07", "warehouseId": shop.warehouse, "toWarehouseId": main.warehouse, "lines": [{"sku": "A", "quantity": "1"}]});
    let away = operator.post(MOVEMENTS, &away).await.expect(201).id();
    operator.post(&format!("{MOVEMENTS}/{away}/receive"), &json!({})).await.expect(403).code("warehouse_not_assigned");
}

async fn what_another_warehouse_promised_or_received_is_as_if_unknown(app: &TestServer) {
    let (_, [main, shop]) = two_warehouses(app).await;
    let operator = bound(app, "warehouseOperator", &[&shop.warehouse]).await;
    let (receipt, reservation) = (&main.ids[0], &main.ids[2]);
    let line = json!({"sku": "A", "quantity": "1", "reservationId": reservation});
    let issue = json!({"kind": "issue", "occurredAt": "2010-01-06", "warehouseId": shop.warehouse, "lines": [line]});
    operator.post(MOVEMENTS, &issue).await.expect(422).code("unknown_reference").pointer("/lines/0/reservationId");
    let line = json!({"sku": "A", "quantity": "1"});
    let back = json!({"kind": "supplierReturn", "occurredAt": "2010-01-06", "ofMovementId": receipt, "lines": [line]});
    operator.post(MOVEMENTS, &back).await.expect(422).code("unknown_reference").pointer("/ofMovementId");
    let path = format!("/inventory/reorder-suggestions?warehouseId={}", main.warehouse);
    operator.get(&path).await.expect(403).code("warehouse_not_assigned");
    operator.get(&format!("/inventory/reorder-suggestions?warehouseId={}", shop.warehouse)).await.expect(200);
}

async fn a_member_or_service_account_is_bound_changed_and_set_free(app: &TestServer) {
    let (admin, [main, shop]) = two_warehouses(app).await;
    let path = format!("/users/{}", app.books.member("warehouseOperator"));
    assert_eq!(admin.get(&path).await.json()["warehouseIds"], Value::Null);
    admin.put(&path, &json!({"warehouseIds": [shop.warehouse, main.warehouse, shop.warehouse]})).await.expect(204);
    let both = admin.get(&path).await.json()["warehouseIds"].clone();
    assert_eq!(both.as_array().map(Vec::len), Some(2), "{both}");
    let me = app.as_role("warehouseOperator").get("/auth/me").await.json();
    assert_eq!(me["warehouseIds"], both);
    let user = admin.get(&path).await.json();
    admin.put(&path, &user).await.expect(204);
    assert_eq!(admin.get(&path).await.json()["version"], user["version"], "what was read goes back unchanged");
    admin
        .put(&path, &json!({"warehouseIds": ["wh_01h455vb4pex5vsknk084sn02q"]}))
        .await
        .expect(422)
        .pointer("/warehouseIds/0");
    admin.put(&path, &json!({"warehouseIds": "all"})).await.expect(400);
    admin.put(&path, &json!({"warehouseIds": null})).await.expect(204);
    assert_eq!(admin.get(&path).await.json()["warehouseIds"], Value::Null);

    let robot = json!({"name": "Scanner", "roles": ["warehouseOperator"], "warehouseIds": [shop.warehouse]});
    let robot = admin.post("/service-accounts", &robot).await.expect(201).json();
    assert_eq!(robot["warehouseIds"], json!([shop.warehouse]));
    let grant = json!({"grant_type": "client_credentials", "client_id": robot["clientId"], "client_secret": robot["clientSecret"]});
    let token = app.with_token(None).post("/auth/token", &grant).await.expect(200).json();
    let scanner = app.with_token(Some(token["access_token"].as_str().unwrap().to_owned()));
    assert_eq!(scanner.get("/inventory/stock").await.data().len(), 1);
    scanner.get(&format!("{MOVEMENTS}/{}", main.ids[0])).await.expect(404);
    admin
        .put(&format!("/service-accounts/{}", robot["id"].as_str().unwrap()), &json!({"warehouseIds": null}))
        .await
        .expect(204);
    assert_eq!(scanner.get("/inventory/stock").await.data().len(), 2);
    // Nobody is bound to a deleted warehouse.
    let spare = admin.warehouse("SPARE").await;
    admin.put(&path, &json!({"warehouseIds": [spare]})).await.expect(204);
    admin.delete(&format!("/warehouses/{spare}")).await.expect(409).code("warehouse_in_use");
}

/// The data of all events of a page, as text.
fn data_of(page: &Value) -> String {
    page["data"].as_array().unwrap().iter().map(|event| event["data"].to_string()).collect()
}
