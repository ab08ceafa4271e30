//! Scanning labels: their contents, and the rows that those name.

use checks::{TestServer, on_both};
use serde_json::{Value, json};

const SCAN: &str = "/inventory/scan";

on_both![
    a_label_names_item_quantity_lot_piece_and_warehouse,
    a_label_with_any_identifier_of_gs1_is_read_and_shown_with_titles,
    a_lot_whose_separator_is_missing_gets_other_readings_as_offers_and_no_guess,
    what_was_misread_is_refused_with_what_to_do,
    a_label_of_our_own_is_known_by_each_code_and_number_and_what_nothing_has_is_unknown,
    what_may_come_next_is_told_for_the_job_and_the_place_that_a_scan_says,
    a_scanned_logistic_unit_and_each_kind_of_location_number_have_their_check_digit,
    a_scan_answers_what_may_be_done_next_and_each_call_is_taken_as_it_stands,
    a_label_that_contradicts_its_lot_or_is_on_no_exact_quantity_moves_nothing,
    what_is_offered_comes_to_a_bin_and_is_sold_from_one_that_is_for_that,
];

async fn a_label_names_item_quantity_lot_piece_and_warehouse(app: &TestServer) {
    let user = app.as_role("warehouseManager");
    let milk = json!({
        "sku": "MILK", "name": "Milk", "tracking": "lot", "units": [{"unitCode": "XCS", "numerator": 12}],
        "gtins": [{"gtin": "09506000134352"}, {"gtin": "19506000134359", "unitCode": "XCS"}],
    });
    let milk = user.post("/inventory/items", &milk).await.expect(201).id();
    let lot = user
        .post("/inventory/lots", &json!({"itemId": milk, "number": "L-1", "expiresOn": "2011-06-30"}))
        .await
        .expect(201)
        .json();
    let cheese = json!({"sku": "CHEESE", "name": "Cheese", "unitCode": "KGM", "quantityDecimals": 3, "gtins": [{"gtin": "96385074"}]});
    user.post("/inventory/items", &cheese).await.expect(201);
    let drill = json!({"sku": "DRILL", "name": "Drill", "tracking": "serial", "gtins": [{"gtin": "6291041500213"}]});
    let drill = user.post("/inventory/items", &drill).await.expect(201).id();
    let piece = user.post("/inventory/serials", &json!({"itemId": drill, "number": "SN/1"})).await.expect(201).json();
    let warehouse = user
        .post("/warehouses", &json!({"code": "LON", "name": "London", "gln": "0614141000005"}))
        .await
        .expect(201)
        .id();

    let operator = app.as_role("warehouseOperator");
    let scan = async |data: &str| operator.post(SCAN, &json!({"data": data})).await.expect(200).json();
    let before = app.heads().await;
    let told = scan("]C10119506000134359171106303002\u{1d}10L-1").await;
    assert_eq!(
        (&told["carrier"], &told["gtin"], &told["expiresOn"], &told["lotNumber"]),
        (&json!("elementString"), &json!("19506000134359"), &json!("2011-06-30"), &json!("L-1"))
    );
    assert_eq!((&told["item"]["id"], &told["item"]["sku"], &told["lot"]), (&json!(milk), &json!("MILK"), &lot));
    assert_eq!(
        told["elements"],
        json!([
            {"ai": "01", "title": "GTIN", "value": "19506000134359"}, {"ai": "17", "title": "USE BY or EXPIRY", "value": "110630"},
            {"ai": "30", "title": "VAR. COUNT", "value": "02"}, {"ai": "10", "title": "BATCH/LOT", "value": "L-1"},
        ])
    );
    for (data, quantity, unit, base, base_unit) in [
        ("9506000134352", "1", "C62", json!("1"), "C62"),
        ("(01)19506000134359", "1", "XCS", json!("12"), "C62"),
        ("02195060001343593705", "5", "XCS", json!("60"), "C62"),
        ("01195060001343593007", "7", "C62", json!("7"), "C62"),
        ("01000000963850743103001250", "1.250", "KGM", json!("1.250"), "KGM"),
        ("01000000963850743105001255", "0.01255", "KGM", Value::Null, "KGM"),
    ] {
        let found = scan(data).await["quantity"].clone();
        assert_eq!(
            found,
            json!({"quantity": quantity, "unitCode": unit, "baseQuantity": base, "baseUnitCode": base_unit}),
            "{data}"
        );
    }
    let told = scan("https://example.com/01/06291041500213/21/SN%2F1?17=110600").await;
    assert_eq!(
        (&told["carrier"], &told["serial"], &told["expiresOn"]),
        (&json!("digitalLink"), &piece, &json!("2011-06-30"))
    );
    let told = scan("00376104250021234569\u{1d}4140614141000005").await;
    assert_eq!(
        (&told["sscc"], &told["item"], &told["quantity"]),
        (&json!("376104250021234569"), &Value::Null, &Value::Null)
    );
    assert_eq!(
        told["locations"],
        json!([{"usedFor": "location", "gln": "0614141000005", "warehouse": {"id": warehouse, "code": "LON", "name": "London"}}])
    );
    // A label that nobody made yet is read all the same.
    let told = scan("036000291452").await;
    assert_eq!((&told["carrier"], &told["item"]), (&json!("tradeItemNumber"), &Value::Null));
    assert_eq!(app.heads().await, before, "reading a label writes nothing");
    // Another organization's goods are not named.
    let foreign = app.as_foreign("admin").post(SCAN, &json!({"data": "9506000134352"})).await.expect(200).json();
    assert_eq!(foreign["item"], Value::Null);
}

async fn a_label_with_any_identifier_of_gs1_is_read_and_shown_with_titles(app: &TestServer) {
    let user = app.as_role("warehouseManager");
    let oil = json!({"sku": "OIL", "name": "Oil", "unitCode": "LTR", "quantityDecimals": 3, "gtins": [{"gtin": "09506000134352"}]});
    user.post("/inventory/items", &oil).await.expect(201);
    let scan = async |data: &str| user.post(SCAN, &json!({"data": data})).await.expect(200).json();
    for (element, title) in [
        ("(241)P-7", "CUST. PART No."),
        ("(7021)F1", "FUNC STAT"),
        ("(90)mine", "INTERNAL"),
        ("(3922)1299", "PRICE"),
        ("(16)261231", "SELL BY"),
        ("(20)01", "VARIANT"),
        ("(240)A", "ADDITIONAL ID"),
        ("(710)1234", "NHRN PZN"),
        ("(7003)2612312359", "EXPIRY TIME"),
        ("(8005)000199", "PRICE PER UNIT"),
        ("(402)12345678901234560", "GSIN"),
        ("(420)SW1A1AA", "SHIP TO POST"),
        ("(99)own", "INTERNAL"),
    ] {
        let told = scan(&format!("(01)09506000134352{element}")).await;
        assert_eq!((&told["elements"][1]["title"], &told["item"]["sku"]), (&json!(title), &json!("OIL")), "{element}");
    }
    let told = scan("(01)09506000134352(3152)000150(3932)9781299(241)P-7(400)PO-1").await;
    assert_eq!(
        told["quantity"],
        json!({"quantity": "1.50", "unitCode": "LTR", "baseQuantity": "1.500", "baseUnitCode": "LTR"})
    );
    assert_eq!(
        (&told["measure"], &told["price"]),
        (&json!({"quantity": "1.50", "unitCode": "LTR"}), &json!({"amount": "12.99", "currencyNumber": "978"}))
    );
    assert_eq!((&told["customerPartNumber"], &told["orderNumber"]), (&json!("P-7"), &json!("PO-1")));
    assert_eq!(told["notices"], json!([]));
    assert!(
        scan("(01)09506000134352(37)5").await["notices"][0]
            .as_str()
            .is_some_and(|notice| notice.starts_with("(01) must not stand with (37)"))
    );
    // A Digital Link carries the same.
    let told = scan("https://id.gs1.org/01/09506000134352/10/A?3922=1299&99=own").await;
    assert_eq!((&told["price"]["amount"], &told["elements"][3]["title"]), (&json!("12.99"), &json!("INTERNAL")));
}

async fn a_lot_whose_separator_is_missing_gets_other_readings_as_offers_and_no_guess(app: &TestServer) {
    let user = app.as_role("warehouseManager");
    let scan = async |data: &str| user.post(SCAN, &json!({"data": data})).await;
    let told = scan("010950600013435210ABC17241231").await.expect(200).json();
    assert_eq!((&told["lotNumber"], &told["expiresOn"]), (&json!("ABC17241231"), &Value::Null));
    assert_eq!(told["otherReadings"], json!(["(01)09506000134352(10)ABC(17)241231"]));
    let offered = scan(told["otherReadings"][0].as_str().unwrap()).await.expect(200).json();
    assert_eq!(
        (&offered["lotNumber"], &offered["expiresOn"], &offered["otherReadings"]),
        (&json!("ABC"), &json!("2024-12-31"), &json!([]))
    );
    // A text without a meaning is refused, with the offer.
    scan("10ABCDEFGHIJKLMNOP17241231").await.expect(400).says("send (10)ABCDEFGHIJKLMNOP(17)241231");
}

async fn what_was_misread_is_refused_with_what_to_do(app: &TestServer) {
    let operator = app.as_role("warehouseOperator");
    for (data, code, says) in [
        (json!(""), "malformed_gs1", "scan it again"),
        (json!("9506000134353"), "bad_check_digit", "is 3 and should be 2"),
        (json!("0109506000134353"), "bad_check_digit", "scan it again"),
        (json!("]C1hello"), "unknown_application_identifier", "hello"),
        (json!("17112233"), "bad_check_digit", "(01)"),
        (json!("https://example.com/"), "malformed_gs1", "/01/"),
        (json!("x".repeat(2_001)), "too_long", "2000"),
        (json!(12), "wrong_type", "a string"),
    ] {
        let answer = operator.post(SCAN, &json!({"data": data})).await;
        answer.expect(400).code("validation_failed").pointer("/data").says(says);
        assert_eq!(answer.json()["errors"][0]["code"], code, "{data}");
    }
    operator.post(SCAN, &json!({})).await.expect(400).pointer("/data");
    app.with_token(None).post(SCAN, &json!({"data": "1"})).await.expect(401);
}

async fn a_label_of_our_own_is_known_by_each_code_and_number_and_what_nothing_has_is_unknown(app: &TestServer) {
    let admin = app.as_role("admin");
    crate::movements::set_up(&admin).await;
    let tea = admin
        .post("/inventory/items", &json!({"sku": "Tea-1", "name": "Tea", "tracking": "lot"}))
        .await
        .expect(201)
        .id();
    let saw = admin
        .post("/inventory/items", &json!({"sku": "SAW", "name": "Saw", "tracking": "serial"}))
        .await
        .expect(201)
        .id();
    let lot = admin.post("/inventory/lots", &json!({"itemId": tea, "number": "L/7"})).await.expect(201).id();
    let piece = admin.post("/inventory/serials", &json!({"itemId": saw, "number": "SN-9"})).await.expect(201).id();
    let main = admin.get("/warehouses?code=MAIN").await.data()[0]["id"].as_str().unwrap().to_owned();
    let bin = admin
        .post(&format!("/warehouses/{main}/locations"), &json!({"code": "A-01", "kind": "bin"}))
        .await
        .expect(201)
        .id();
    let line = json!({"sku": "Tea-1", "lotNumber": "L/7", "quantity": "3", "totalCost": "3.00"});
    let mut came = crate::movements::movement("receipt", "2010-01-05", line);
    came["reference"] = json!("DN-77");
    let came = admin.post("/inventory/movements", &came).await.expect(201).id();
    let scan = async |data: &str| admin.post(SCAN, &json!({"data": data})).await.expect(200).json();
    for (data, kind, at, id) in [
        ("tea-1", "item", "/item/id", &tea),
        ("]C0TEA-1", "item", "/item/id", &tea),
        (" SAW\r\n", "item", "/item/id", &saw),
        ("L/7", "lot", "/lot/id", &lot),
        ("SN-9", "serial", "/serial/id", &piece),
        ("a-01", "location", "/location/id", &bin),
        ("]Q1main", "warehouse", "/warehouse/id", &main),
        ("DN-77", "movement", "/document/id", &came),
        (lot.as_str(), "lot", "/lot/id", &lot),
    ] {
        let told = scan(data).await;
        assert_eq!(
            (&told["kind"], told.pointer(at), &told["carrier"]),
            (&json!(kind), Some(&json!(id)), &Value::Null),
            "{data}: {told}"
        );
    }
    assert_eq!(scan("L/7").await["item"]["id"], json!(tea));
    for data in ["hello", "]A0hello", "]Q1a\u{0}b", "lot_00000000000000000000000000", &"x".repeat(2_000)] {
        let answer = admin.post(SCAN, &json!({"data": data})).await;
        // A character that no code has is in no text of our own, and in none of GS1.
        if data.contains('\u{0}') {
            answer.expect(400).pointer("/data");
            continue;
        }
        let told = answer.expect(200).json();
        assert_eq!((&told["kind"], &told["nextActions"]), (&json!("unknown"), &json!([])), "{data}");
        assert!(told["notices"][0].as_str().unwrap().contains("scan it again"), "{told}");
    }
    // A bin that is called so in two warehouses is that of the one where the scan happens.
    let shop = admin.get("/warehouses?code=SHOP").await.data()[0]["id"].as_str().unwrap().to_owned();
    let path = format!("/warehouses/{shop}/locations");
    let there = admin.post(&path, &json!({"code": "A-01", "kind": "bin"})).await.expect(201).id();
    assert_eq!(scan("A-01").await["kind"], "ambiguous");
    for (house, bin) in [(&main, &bin), (&shop, &there)] {
        let told = admin.post(SCAN, &json!({"data": "A-01", "warehouseId": house})).await.expect(200).json();
        assert_eq!((&told["kind"], &told["location"]["id"]), (&json!("location"), &json!(bin)), "{told}");
    }
    let count = admin.post("/inventory/counts", &json!({"warehouseId": main})).await.expect(201).id();
    let told = admin.post(SCAN, &json!({"data": "A-01", "countId": count})).await.expect(200).json();
    assert_eq!(
        (&told["location"]["id"], &told["nextActions"][0]["rel"]),
        (&json!(bin), &json!("count-lines")),
        "{told}"
    );
    let lines = told["nextActions"][0]["href"].as_str().unwrap().split_once("/api/v1").unwrap().1.to_owned();
    admin.get(&lines).await.expect(200);
    // A lot that is called as an item is: both are offered, and each offer names one.
    admin.post("/inventory/lots", &json!({"itemId": tea, "number": "SAW"})).await.expect(201);
    let told = scan("SAW").await;
    assert_eq!((&told["kind"], &told["item"], &told["nextActions"]), (&json!("ambiguous"), &Value::Null, &json!([])));
    let kinds: Vec<&Value> = told["readings"].as_array().unwrap().iter().map(|one| &one["kind"]).collect();
    assert_eq!(kinds, [&json!("item"), &json!("lot")]);
    for reading in told["readings"].as_array().unwrap() {
        assert_eq!(scan(reading["data"].as_str().unwrap()).await["kind"], reading["kind"]);
    }
    // So is a sku that is another item's GTIN.
    admin
        .post("/inventory/items", &json!({"sku": "96385074", "name": "A", "gtins": [{"gtin": "9506000134352"}]}))
        .await
        .expect(201);
    admin
        .post("/inventory/items", &json!({"sku": "B", "name": "B", "gtins": [{"gtin": "96385074"}]}))
        .await
        .expect(201);
    let told = scan("96385074").await;
    assert_eq!(told["kind"], "ambiguous");
    let skus = [0, 1].map(|at: usize| told["readings"][at]["data"].clone());
    assert_eq!(scan(skus[0].as_str().unwrap()).await["item"]["sku"], "B");
    assert_eq!(scan(skus[1].as_str().unwrap()).await["item"]["sku"], "96385074");
}

async fn what_may_come_next_is_told_for_the_job_and_the_place_that_a_scan_says(app: &TestServer) {
    let admin = app.as_role("admin");
    crate::movements::set_up(&admin).await;
    admin.post("/inventory/items", &json!({"sku": "TEA", "name": "Tea"})).await.expect(201);
    let main = admin.get("/warehouses?code=MAIN").await.data()[0]["id"].as_str().unwrap().to_owned();
    let other = admin.post("/warehouses", &json!({"code": "ZED", "name": "Zed"})).await.expect(201).id();
    let bin = admin
        .post(&format!("/warehouses/{main}/locations"), &json!({"code": "A-01", "kind": "bin"}))
        .await
        .expect(201)
        .id();
    let line = json!({"sku": "TEA", "quantity": "5", "totalCost": "5.00"});
    admin.post("/inventory/movements", &crate::movements::movement("receipt", "2010-01-05", line)).await.expect(201);
    let scan = async |user: &checks::Caller, body: Value| user.post(SCAN, &body).await.expect(200).json();
    let rels = |told: &Value| -> Vec<String> {
        told["nextActions"].as_array().unwrap().iter().map(|one| one["rel"].as_str().unwrap().to_owned()).collect()
    };
    // A warehouse that keeps no bins has none to put things into.
    for body in [json!({"data": "TEA", "job": "putAway", "place": "A-01"}), json!({"data": "TEA", "job": "move"})] {
        let told = scan(&admin, body).await;
        assert!(!rels(&told).iter().any(|rel| rel == "put-away" || rel == "move"), "{told}");
    }
    let told = scan(&admin, json!({"data": "TEA", "job": "receive", "place": "A-01"})).await;
    assert_eq!(told["nextActions"][0]["body"]["lines"][0].get("locationId"), None);
    admin.put(&format!("/warehouses/{main}"), &json!({"binsMode": "optional"})).await.expect(204);
    let told = scan(&admin, json!({"data": "TEA", "job": "receive", "place": "A-01"})).await;
    assert_eq!(told["nextActions"][0]["body"]["lines"][0]["locationId"], json!(bin));
    for (job, wanted) in [
        ("receive", &["receive", "stock"][..]),
        ("pick", &["issue", "stock"]),
        ("ship", &["issue", "transfer", "stock"]),
        ("putAway", &["put-away", "stock"]),
        ("move", &["move", "transfer", "stock"]),
        ("count", &["count", "stock"]),
    ] {
        let told = scan(&admin, json!({"data": "TEA", "job": job, "warehouseId": main})).await;
        assert_eq!(rels(&told), wanted, "{job}: {told}");
        // An auditor may do none of it.
        assert_eq!(rels(&scan(&app.as_role("auditor"), json!({"data": "TEA", "job": job})).await), ["stock"], "{job}");
    }
    // Nothing of it lies in the other warehouse, where it may only come in.
    let told = scan(&admin, json!({"data": "TEA", "warehouseId": other})).await;
    assert_eq!(rels(&told), ["receive", "stock"]);
    assert_eq!(told["nextActions"][0]["body"]["warehouseId"], json!(other));
    let told = scan(&admin, json!({"data": "TEA", "job": "putAway", "place": "a-01"})).await;
    let mut body = told["nextActions"][0]["body"].clone();
    assert_eq!((&body["kind"], &body["lines"][0]["toLocationId"]), (&json!("transfer"), &json!(bin)));
    body["occurredAt"] = json!("2010-01-20");
    admin.post("/inventory/movements", &body).await.expect(201);
    // One of the five lies in the bin now.
    let count = admin.post("/inventory/counts", &json!({"warehouseId": main})).await.expect(201).id();
    let told = scan(&admin, json!({"data": "TEA", "countId": count, "place": "A-01"})).await;
    assert_eq!(rels(&told)[0], "record");
    let href = told["nextActions"][0]["href"].as_str().unwrap().split_once("/api/v1").unwrap().1.to_owned();
    admin.post(&href, &told["nextActions"][0]["body"]).await.expect(200);
    for (body, at) in [
        (json!({"data": "TEA", "job": "dance"}), "/job"),
        (json!({"data": "TEA", "warehouseId": "wh_1"}), "/warehouseId"),
        (json!({"data": "TEA", "countId": "cnt_1"}), "/countId"),
        (json!({"data": "TEA", "place": "NO-SUCH"}), "/place"),
        (json!({"data": "TEA", "place": "x".repeat(65)}), "/place"),
        (json!({"data": "TEA", "countId": count, "warehouseId": other}), "/warehouseId"),
    ] {
        admin.post(SCAN, &body).await.expect(400).pointer(at);
    }
}

async fn a_scanned_logistic_unit_and_each_kind_of_location_number_have_their_check_digit(app: &TestServer) {
    let operator = app.as_role("warehouseOperator");
    for (ai, right, wrong) in [
        ("00", "376104250021234569", "376104250021234568"),
        ("410", "0614141000005", "0614141000006"),
        ("411", "0614141000005", "0614141000006"),
        ("412", "0614141000005", "0614141000006"),
        ("413", "0614141000005", "0614141000006"),
        ("414", "0614141000005", "0614141000006"),
        ("415", "0614141000005", "0614141000006"),
        ("416", "0614141000005", "0614141000006"),
        ("417", "0614141000005", "0614141000006"),
    ] {
        operator.post(SCAN, &json!({"data": format!("{ai}{right}")})).await.expect(200);
        for data in [
            format!("{ai}{wrong}"),
            format!("({ai}){wrong}"),
            format!("https://id.gs1.org/01/06291041500213?{ai}={wrong}"),
        ] {
            let answer = operator.post(SCAN, &json!({"data": data})).await;
            answer.expect(400).pointer("/data").says("should be");
            assert_eq!(answer.json()["errors"][0]["code"], "bad_check_digit", "{data}");
        }
    }
}

async fn a_scan_answers_what_may_be_done_next_and_each_call_is_taken_as_it_stands(app: &TestServer) {
    let admin = app.as_role("admin");
    crate::movements::set_up(&admin).await;
    let item = |sku: &str, tracking: &str, gtin: &str| json!({"sku": sku, "name": sku, "tracking": tracking, "gtins": [{"gtin": gtin}]});
    for body in
        [item("TEA", "none", "09506000134352"), item("WINE", "lot", "96385074"), item("SAW", "serial", "6291041500213")]
    {
        admin.post("/inventory/items", &body).await.expect(201);
    }
    let scan = async |user: &checks::Caller, data: &str| {
        user.post(SCAN, &json!({"data": data})).await.expect(200).json()["nextActions"].as_array().unwrap().clone()
    };
    let rels =
        |actions: &[Value]| actions.iter().map(|one| one["rel"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
    let path = |action: &Value| action["href"].as_str().unwrap().split_once("/api/v1").unwrap().1.to_owned();
    let named = |actions: &[Value], rel: &str| actions.iter().find(|one| one["rel"] == rel).unwrap().clone();
    // Nothing is there yet: it may be received; only the person who sends a receipt knows its cost.
    for data in ["9506000134352", "01000000963850741711063010L-1", "01062910415002132117"] {
        let actions = scan(&admin, data).await;
        assert_eq!(rels(&actions), ["receive", "stock"], "{data}");
        let mut body = named(&actions, "receive")["body"].clone();
        assert!(named(&actions, "receive")["title"].as_str().unwrap().contains("totalCost"));
        body["occurredAt"] = json!("2010-01-05");
        body["lines"][0]["totalCost"] = json!("8.00");
        admin.post("/inventory/movements", &body).await.expect(201);
    }
    let lot = admin.get("/inventory/lots?number=L-1").await.data()[0].clone();
    assert_eq!(lot["expiresOn"], "2011-06-30");
    // It has expired: it is scrapped, and neither sold nor promised.
    let wine = scan(&admin, "010000009638507410L-1").await;
    assert_eq!(rels(&wine), ["scrap", "receive", "count", "stock"]);
    admin
        .put(&format!("/inventory/lots/{}", lot["id"].as_str().unwrap()), &json!({"expiresOn": "2099-12-31"}))
        .await
        .expect(204);
    let wine = scan(&admin, "010000009638507410L-1").await;
    assert_eq!(rels(&wine), ["issue", "transfer", "reserve", "receive", "count", "stock"]);
    let operator = app.as_role("warehouseOperator");
    let saw = scan(&operator, "01062910415002132117").await;
    assert_eq!(rels(&saw), ["issue", "transfer", "reserve", "count", "stock"], "a piece that is there is not received");
    for action in saw.iter().chain(&wine).filter(|action| action["rel"] != "receive") {
        // One after the other takes the last piece: the quantity to take is asked for as a preview.
        let preview = format!("{}?dryRun=true", path(action));
        match action["method"].as_str().unwrap() {
            "GET" => drop(operator.get(&path(action)).await.expect(200)),
            _ => {
                let mut body = action["body"].clone();
                // The books of this test end with the year 2010.
                if path(action) == "/inventory/movements" {
                    body["occurredAt"] = json!("2010-01-20");
                }
                operator.post(&preview, &body).await.expect(200);
            }
        }
    }
    let auditor = scan(&app.as_role("auditor"), "9506000134352").await;
    assert_eq!(rels(&auditor), ["stock"]);
    // Reserved goods are not there for others.
    let tea = scan(&operator, "9506000134352").await;
    admin.post("/inventory/reservations", &named(&tea, "reserve")["body"]).await.expect(201);
    assert_eq!(rels(&scan(&operator, "9506000134352").await), ["receive", "count", "stock"]);
    let unknown = scan(&admin, "4006381333931").await;
    assert_eq!(rels(&unknown), ["create-item"]);
    assert!(scan(&operator, "4006381333931").await.is_empty());
    admin.post("/inventory/items", &unknown[0]["body"]).await.expect(201);
    assert_eq!(rels(&scan(&admin, "4006381333931").await), ["receive", "stock"]);
    let main = admin.get("/warehouses?code=MAIN").await.data()[0]["id"].as_str().unwrap().to_owned();
    admin.put(&format!("/warehouses/{main}"), &json!({"gln": "0614141000005"})).await.expect(204);
    let place = scan(&operator, "4140614141000005").await;
    assert_eq!(rels(&place), ["warehouse-stock"]);
    operator.get(&path(&place[0])).await.expect(200);
}

async fn a_label_that_contradicts_its_lot_or_is_on_no_exact_quantity_moves_nothing(app: &TestServer) {
    let admin = app.as_role("admin");
    crate::movements::set_up(&admin).await;
    let wine = json!({"sku": "WINE", "name": "Wine", "tracking": "lot", "gtins": [{"gtin": "96385074"}]});
    admin.post("/inventory/items", &wine).await.expect(201);
    let cheese = json!({"sku": "CHEESE", "name": "Cheese", "unitCode": "KGM", "quantityDecimals": 3, "gtins": [{"gtin": "9506000134352"}]});
    admin.post("/inventory/items", &cheese).await.expect(201);
    let lot = json!({"number": "L-1", "expiresOn": "2099-06-30"});
    for line in [
        json!({"sku": "WINE", "quantity": "5", "totalCost": "5.00", "lot": lot}),
        json!({"sku": "CHEESE", "quantity": "5", "totalCost": "5.00"}),
    ] {
        admin
            .post("/inventory/movements", &crate::movements::movement("receipt", "2010-01-05", line))
            .await
            .expect(201);
    }
    let rels = async |data: &str| {
        let told = admin.post(SCAN, &json!({"data": data})).await.expect(200).json();
        told["nextActions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["rel"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert!(rels("010000009638507410L-1").await.contains(&"issue".to_owned()));
    // The lot expires in 2099, and the label says 2026.
    assert_eq!(rels("01000000963850741726063010L-1").await, ["stock"]);
    assert!(rels("01095060001343523103001500").await.contains(&"issue".to_owned()), "1.5 kg");
    // 1.23456 kg have more decimals than the item, and 7 pieces are no kilograms.
    for data in ["01095060001343523105123456", "0109506000134352307"] {
        assert_eq!(rels(data).await, ["count", "stock"], "{data}");
    }
    let pieces = admin.post(SCAN, &json!({"data": "010950600013435230999"})).await.expect(200).json();
    let said = json!({"quantity": "999", "unitCode": "H87", "baseQuantity": null, "baseUnitCode": "KGM"});
    assert_eq!(pieces["quantity"], said, "{pieces}");
    let misread = admin.post(SCAN, &json!({"data": "4006381333932"})).await.expect(400).json();
    assert_eq!(misread["errors"][0]["code"], "bad_check_digit");
}

async fn what_is_offered_comes_to_a_bin_and_is_sold_from_one_that_is_for_that(app: &TestServer) {
    let admin = app.as_role("admin");
    crate::movements::set_up(&admin).await;
    crate::movement_kinds::more_accounts(&admin).await;
    admin.post("/inventory/items", &json!({"sku": "TEA", "name": "Tea"})).await.expect(201);
    let id_of = async |code: &str| {
        admin.get(&format!("/warehouses?code={code}")).await.data()[0]["id"].as_str().unwrap().to_owned()
    };
    let (main, shop) = (id_of("MAIN").await, id_of("SHOP").await);
    for house in [&main, &shop] {
        admin.put(&format!("/warehouses/{house}"), &json!({"binsMode": "required"})).await.expect(204);
    }
    let bin = async |house: &str, code: &str, activities: Value| {
        admin
            .post(&format!("/warehouses/{house}/locations"), &json!({"code": code, "activities": activities}))
            .await
            .expect(201)
            .id()
    };
    let (dock, shelf) =
        (bin(&main, "A-DOCK", json!(["receiving"])).await, bin(&main, "B-SHELF", json!(["picking", "putaway"])).await);
    let front = bin(&shop, "FRONT", json!([])).await;
    let scan =
        async |body: Value| admin.post(SCAN, &body).await.expect(200).json()["nextActions"].as_array().unwrap().clone();
    let named = |actions: &[Value], rel: &str| actions.iter().find(|one| one["rel"] == rel).cloned();
    let sent = async |action: &Value, added: &[(&str, &str)]| {
        let mut body = action["body"].clone();
        body["occurredAt"] = json!("2010-01-20");
        for (member, value) in added {
            body["lines"][0][member] = json!(value);
        }
        admin.post("/inventory/movements?dryRun=true", &body).await
    };
    // All goods of the warehouse are in bins, and it has no default for receipts: the title asks for one.
    let receive = named(&scan(json!({"data": "TEA", "warehouseId": main})).await, "receive").unwrap();
    assert!(
        receive["title"]
            .as_str()
            .unwrap()
            .ends_with("add totalCost, the cost of all of it, and locationId, the destination bin"),
        "{receive}"
    );
    sent(&receive, &[("totalCost", "5.00")]).await.expect(422);
    sent(&receive, &[("totalCost", "5.00"), ("locationId", dock.as_str())]).await.expect(200);
    // At a bin that takes goods in, it is that one; with a default one, the warehouse says it.
    for body in [json!({"data": "TEA", "place": "A-DOCK"}), json!({"data": "TEA", "place": "B-SHELF"})] {
        let receive = named(&scan(body).await, "receive").unwrap();
        assert!(receive["title"].as_str().unwrap().ends_with("the cost of all of it"), "{receive}");
        sent(&receive, &[("totalCost", "5.00")]).await.expect(200);
    }
    admin.put(&format!("/warehouses/{main}"), &json!({"defaultLocations": {"receiving": dock}})).await.expect(204);
    let receive = named(&scan(json!({"data": "TEA", "warehouseId": main})).await, "receive").unwrap();
    assert!(receive["title"].as_str().unwrap().ends_with("the cost of all of it"), "{receive}");
    sent(&receive, &[("totalCost", "5.00")]).await.expect(200);

    let line = json!({"sku": "TEA", "quantity": "5", "totalCost": "5.00", "locationId": dock});
    admin.post("/inventory/movements", &crate::movements::movement("receipt", "2010-01-05", line)).await.expect(201);
    // Goods in the receiving area are not sold from there, and may go elsewhere, to a bin.
    for body in
        [json!({"data": "TEA"}), json!({"data": "TEA", "job": "ship"}), json!({"data": "TEA", "place": "A-DOCK"})]
    {
        let offered = scan(body).await;
        assert_eq!(named(&offered, "issue"), None, "{offered:?}");
        let transfer = named(&offered, "transfer").unwrap();
        assert!(transfer["title"].as_str().unwrap().ends_with("add toLocationId, the destination bin"), "{transfer}");
        sent(&transfer, &[("toLocationId", front.as_str())]).await.expect(200);
    }
    let line = json!({"sku": "TEA", "quantity": "2", "locationId": dock, "toLocationId": shelf});
    admin.post("/inventory/movements", &crate::movements::movement("transfer", "2010-01-06", line)).await.expect(201);
    for body in [json!({"data": "TEA"}), json!({"data": "TEA", "job": "pick", "place": "B-SHELF"})] {
        let issue = named(&scan(body).await, "issue").unwrap();
        assert_eq!(issue["body"]["lines"][0]["locationId"], json!(shelf));
        sent(&issue, &[]).await.expect(200);
    }
    // Goods on their way to the shop, sent before all goods there had a bin, come to one as well.
    let keeps = async |mode: &str| {
        admin.put(&format!("/warehouses/{shop}"), &json!({"binsMode": mode})).await.expect(204);
    };
    keeps("optional").await;
    let two_step = json!({"kind": "transfer", "occurredAt": "2010-01-07", "mode": "twoStep", "warehouseId": main, "toWarehouseId": shop, "reference": "TR-9", "lines": [{"sku": "TEA", "quantity": "1", "locationId": shelf}]});
    admin.post("/inventory/movements", &two_step).await.expect(201);
    keeps("required").await;
    let receive = named(&scan(json!({"data": "TR-9"})).await, "receive").unwrap();
    assert!(receive["title"].as_str().unwrap().contains("add lines, each with ofLine and locationId"), "{receive}");
}
