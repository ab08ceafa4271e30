//! Scanning by a person who sees a part: rows that they may not see look like rows that do not exist.

use checks::{TestServer, on_both};
use serde_json::{Value, json};

const SCAN: &str = "/inventory/scan";

on_both![
    a_scan_names_nothing_outside_the_callers_warehouses_or_organization,
    a_location_number_names_its_warehouse_to_those_alone_who_see_warehouses,
];

async fn a_scan_names_nothing_outside_the_callers_warehouses_or_organization(app: &TestServer) {
    let admin = app.as_role("admin");
    crate::movements::set_up(&admin).await;
    let id_of = async |code: &str| {
        admin.get(&format!("/warehouses?code={code}")).await.data()[0]["id"].as_str().unwrap().to_owned()
    };
    let (main, shop) = (id_of("MAIN").await, id_of("SHOP").await);
    admin.put(&format!("/warehouses/{main}"), &json!({"gln": "0614141000005"})).await.expect(204);
    let bin = admin
        .post(&format!("/warehouses/{main}/locations"), &json!({"code": "A-01", "kind": "bin"}))
        .await
        .expect(201)
        .id();
    let bin_of_his = admin
        .post(&format!("/warehouses/{shop}/locations"), &json!({"code": "A-01", "kind": "bin"}))
        .await
        .expect(201)
        .id();
    let line = json!({"sku": "APPLE", "quantity": "5", "totalCost": "5.00"});
    let received = |warehouse: &str, reference: &str| {
        json!({
            "kind": "receipt", "occurredAt": "2010-01-05", "warehouseId": warehouse, "reference": reference, "externalId": format!("X-{reference}"), "lines": [line],
        })
    };
    let came = admin.post("/inventory/movements", &received(&main, "DN-77")).await.expect(201).id();
    let reserve = json!({"sku": "APPLE", "quantity": "1", "warehouseId": main, "reference": "SO-77"});
    let reserved = admin.post("/inventory/reservations", &reserve).await.expect(201).id();
    let counted =
        admin.post("/inventory/counts", &json!({"warehouseId": main, "reference": "CNT-77"})).await.expect(201).id();
    let entry = admin.get(&format!("/inventory/movements/{came}")).await.json()["entryId"].as_str().unwrap().to_owned();
    let number =
        admin.get(&format!("/accounting/journal-entries/{entry}")).await.json()["number"].as_str().unwrap().to_owned();
    let milk = admin.get("/inventory/items?sku=MILK").await.data()[0]["id"].clone();
    let lot = admin.post("/inventory/lots", &json!({"itemId": milk, "number": "L-77"})).await.expect(201).id();
    let member = format!("/users/{}", app.books.member("warehouseOperator"));
    admin.put(&member, &json!({"warehouseIds": [shop]})).await.expect(204);
    let (operator, foreign) = (app.as_role("warehouseOperator"), app.as_foreign("admin"));
    let places = ["MAIN", "DN-77", "X-DN-77", "SO-77", "CNT-77", &bin, &main, &came, &reserved, &counted];
    let everything = places.iter().copied().chain(["A-01", "L-77", "APPLE", &number, &entry, &lot, &bin_of_his]);
    for (who, texts) in [(&operator, places.to_vec()), (&foreign, everything.collect())] {
        for data in texts {
            assert_ne!(
                admin.post(SCAN, &json!({"data": data})).await.expect(200).json()["kind"],
                "unknown",
                "{data} is there"
            );
            let told = who.post(SCAN, &json!({"data": data})).await.expect(200).json();
            let nothing = who
                .post(SCAN, &json!({"data": "NO-SUCH"}))
                .await
                .expect(200)
                .json()
                .to_string()
                .replace("NO-SUCH", data);
            assert_eq!(
                told.to_string(),
                serde_json::from_str::<Value>(&nothing).unwrap().to_string(),
                "{data} is as what is not there"
            );
        }
    }
    // Of two bins of one code they see their own, and of two warehouses' goods those where they may act.
    let told = operator.post(SCAN, &json!({"data": "A-01"})).await.expect(200).json();
    assert_eq!((&told["kind"], &told["location"]["id"]), (&json!("location"), &json!(bin_of_his)));
    let told = operator.post(SCAN, &json!({"data": "APPLE"})).await.expect(200).text();
    assert!(!told.contains("MAIN") && !told.contains(&main) && !told.contains(&bin), "{told}");
    let told = operator.post(SCAN, &json!({"data": "4140614141000005"})).await.expect(200).json();
    assert_eq!((&told["locations"][0]["warehouse"], &told["nextActions"]), (&Value::Null, &json!([])));
    for (member, value, nothing) in [
        ("warehouseId", main.as_str(), "wh_00000000000000000000000000"),
        ("place", &bin, "loc_00000000000000000000000000"),
        ("countId", &counted, "cnt_00000000000000000000000000"),
    ] {
        for who in [&operator, &foreign] {
            let answers = [value, nothing].map(|value| json!({"data": "SAW", member: value}));
            let refused = who.post(SCAN, &answers[0]).await.expect(400).json();
            assert_eq!(
                (&refused["errors"][0]["pointer"], &refused["errors"][0]["code"]),
                (&json!(format!("/{member}")), &json!("unknown_value"))
            );
            assert_eq!(
                refused["errors"],
                who.post(SCAN, &answers[1]).await.expect(400).json()["errors"],
                "{member} as one that is not there"
            );
        }
    }
    // His own movement is found behind however many of another warehouse.
    let his = admin.post("/inventory/movements", &received(&shop, "DN-88")).await.expect(201).id();
    let other = json!({"kind": "issue", "status": "draft", "warehouseId": main, "reference": "DN-88", "lines": [{"sku": "APPLE", "quantity": "1"}]});
    admin.post("/inventory/movements/batch", &json!({"atomic": true, "items": vec![other; 201]})).await.expect(200);
    let told = operator.post(SCAN, &json!({"data": "DN-88"})).await.expect(200).json();
    assert_eq!((&told["kind"], &told["document"]["id"]), (&json!("movement"), &json!(his)), "{told}");
}

async fn a_location_number_names_its_warehouse_to_those_alone_who_see_warehouses(app: &TestServer) {
    let admin = app.as_role("admin");
    crate::movements::set_up(&admin).await;
    let main = admin.get("/warehouses?code=MAIN").await.data()[0]["id"].as_str().unwrap().to_owned();
    admin.put(&format!("/warehouses/{main}"), &json!({"gln": "0614141000005"})).await.expect(204);
    let member = format!("/users/{}", app.books.member("warehouseOperator"));
    admin.post("/roles", &json!({"name": "scans", "permissions": ["items:read", "movements:post"]})).await.expect(201);
    let operator = app.as_role("warehouseOperator");
    let there = operator.post(SCAN, &json!({"data": "4140614141000005"})).await.expect(200).json();
    assert_eq!(there["locations"][0]["warehouse"]["code"], "MAIN");
    admin.put(&member, &json!({"roles": ["scans"]})).await.expect(204);
    for gln in ["0614141000005", "0614141000012"] {
        let told = operator.post(SCAN, &json!({"data": format!("414{gln}")})).await.expect(200).json();
        assert_eq!(
            (&told["locations"][0]["gln"], &told["locations"][0]["warehouse"], &told["nextActions"]),
            (&json!(gln), &Value::Null, &json!([]))
        );
        assert!(!told.to_string().contains("MAIN") && !told.to_string().contains(&main), "{told}");
    }
}
