//! Goods that are held and goods past their best: by which ways they leave, and who is told.

use checks::{Caller, TestServer, on_both};
use domain::book::days::day_in;
use domain::value::{Date, Instant};
use serde_json::{Value, json};

use super::counts::this_year;
use super::movements::{movement, set_up};

const MOVEMENTS: &str = "/inventory/movements";
const EXPIRY: &str = "/inventory/reports/expiry";

on_both![
    what_is_held_in_a_warehouse_is_neither_sold_nor_used_nor_built_in_and_leaves_otherwise,
    nothing_is_received_straight_into_goods_in_transit,
    goods_past_their_best_are_picked_first_and_who_uses_them_is_told,
    what_comes_in_expired_is_said_in_every_answer_and_is_held,
    days_of_goods_count_where_their_warehouse_is,
    a_zone_shows_what_its_bins_hold_and_takes_nothing_in_once_it_is_given_up,
];

async fn house(admin: &Caller, code: &str, kind: &str) -> String {
    admin.post("/warehouses", &json!({"code": code, "name": code, "kind": kind})).await.expect(201).id()
}

fn in_house(code: &str, mut body: Value) -> Value {
    body["warehouseCode"] = json!(code);
    body
}

fn codes(answer: &Value) -> Vec<String> {
    let warnings = answer["warnings"].as_array().unwrap().iter();
    warnings.map(|one| format!("{} {}", one["code"].as_str().unwrap(), one["pointer"].as_str().unwrap())).collect()
}

async fn what_is_held_in_a_warehouse_is_neither_sold_nor_used_nor_built_in_and_leaves_otherwise(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    this_year(&admin).await;
    for (code, kind) in [("QC", "quarantine"), ("BIN", "scrap"), ("SHIP", "inTransit")] {
        let id = house(&admin, code, kind).await;
        let apples = json!({"sku": "APPLE", "quantity": "10", "totalCost": "10.00"});
        admin.post(MOVEMENTS, &movement("receipt", "2010-01-05", apples)).await.expect(201);
        let mut apart = movement("transfer", "2010-01-06", json!({"sku": "APPLE", "quantity": "9"}));
        apart["toWarehouseCode"] = json!(code);
        admin.post(MOVEMENTS, &apart).await.expect(201);

        let one = json!({"sku": "APPLE", "quantity": "1"});
        let used =
            json!({"kind": "internalUse", "occurredAt": "2010-01-07", "offsetAccountCode": "5100", "lines": [one]});
        let built = json!({"kind": "assembly", "occurredAt": "2010-01-07", "lines": [
            {"sku": "APPLE", "quantity": "1", "role": "component", "warehouseCode": code},
            {"sku": "PEAR", "quantity": "1", "role": "output", "warehouseCode": "MAIN"},
        ]});
        let operator = app.as_role("warehouseOperator");
        let sold = in_house(code, movement("issue", "2010-01-07", one.clone()));
        for (who, body, pointer) in [
            (&operator, sold.clone(), "/warehouseCode"),
            (&admin, in_house(code, used), "/warehouseCode"),
            (&admin, built, "/lines/0/warehouseCode"),
        ] {
            let refused = who.post(MOVEMENTS, &body).await;
            let detail = refused.expect(409).code("stock_not_available").pointer(pointer).json()["detail"].clone();
            assert!(
                detail.as_str().unwrap().contains(&format!("warehouse {code}, which is of the kind {kind}")),
                "{detail}"
            );
        }
        let stock = admin.get(&format!("/inventory/availability?warehouseId={id}")).await.expect(200).data();
        assert_eq!((&stock[0]["held"], &stock[0]["available"]), (&json!("9"), &json!("0")), "{code}");
        for strategy in ["fifo", "manual"] {
            let path = format!("/inventory/pick-suggestions?warehouseId={id}&sku=APPLE&quantity=1&strategy={strategy}");
            assert_eq!(admin.get(&path).await.expect(200).json()["lines"], json!([]), "{code} {strategy}");
        }
        let label = json!({"data": "APPLE", "warehouseId": id});
        let scanned = admin.post("/inventory/scan", &label).await.expect(200).json();
        let actions = scanned["nextActions"].as_array().unwrap().iter();
        let actions: Vec<&str> = actions.filter_map(|one| one["rel"].as_str()).collect();
        assert!(!actions.contains(&"issue") && !actions.contains(&"reserve"), "{code}: {actions:?}");

        // Every other way is open.
        let mut back = in_house(code, movement("transfer", "2010-01-08", json!({"sku": "APPLE", "quantity": "2"})));
        back["toWarehouseCode"] = json!("MAIN");
        admin.post(MOVEMENTS, &back).await.expect(201);
        admin.post(MOVEMENTS, &in_house(code, movement("scrap", "2010-01-08", one.clone()))).await.expect(201);
        let less = json!({"sku": "APPLE", "quantity": "-1"});
        admin.post(MOVEMENTS, &in_house(code, movement("adjustment", "2010-01-08", less))).await.expect(201);
        let count = admin.post("/inventory/counts", &json!({"warehouseCode": code})).await.expect(201).id();
        let found = json!({"lines": [{"lineNumber": 1, "quantity": "4"}]});
        admin.post(&format!("/inventory/counts/{count}/lines"), &found).await.expect(200);
        for step in ["submit", "approve", "post"] {
            admin.post(&format!("/inventory/counts/{count}/{step}"), &json!({})).await.expect(204);
        }
        let stock = admin.get(&format!("/inventory/availability?warehouseId={id}")).await.expect(200).data();
        assert_eq!(stock[0]["onHand"], "4", "{code}");
        // In place of the refusal: from where it may be sold.
        admin.post(MOVEMENTS, &in_house("MAIN", sold)).await.expect(201);
    }
    // Goods go back to their supplier from where they are inspected.
    let mut came =
        in_house("QC", movement("receipt", "2010-01-09", json!({"sku": "PEAR", "quantity": "2", "totalCost": "2.00"})));
    came["partyName"] = json!("Orchard");
    let came = admin.post(MOVEMENTS, &came).await.expect(201).id();
    let mut sent = in_house("QC", movement("supplierReturn", "2010-01-10", json!({"sku": "PEAR", "quantity": "2"})));
    sent["ofMovementId"] = json!(came);
    admin.post(MOVEMENTS, &sent).await.expect(201);
}

async fn nothing_is_received_straight_into_goods_in_transit(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    house(&admin, "SHIP", "inTransit").await;
    house(&admin, "QC", "quarantine").await;
    let apples = json!({"sku": "APPLE", "quantity": "5", "totalCost": "5.00"});
    admin.post(MOVEMENTS, &movement("receipt", "2010-01-04", apples.clone())).await.expect(201);
    for kind in ["receipt", "return"] {
        let body = movement(kind, "2010-01-05", apples.clone());
        let refused = admin.post(MOVEMENTS, &in_house("SHIP", body.clone())).await;
        refused.expect(422).code("warehouse_not_usable").pointer("/warehouseCode");
        admin.post(MOVEMENTS, &in_house("QC", body)).await.expect(201);
    }
    let built = |to: &str| {
        json!({"kind": "assembly", "occurredAt": "2010-01-06", "warehouseCode": "MAIN", "lines": [
            {"sku": "APPLE", "quantity": "1", "role": "component"},
            {"sku": "PEAR", "quantity": "1", "role": "output", "warehouseCode": to},
        ]})
    };
    let refused = admin.post(MOVEMENTS, &built("SHIP")).await;
    refused.expect(422).code("warehouse_not_usable").pointer("/lines/1/warehouseCode");
    admin.post(MOVEMENTS, &built("QC")).await.expect(201);
    admin.post(MOVEMENTS, &in_house("SHIP", movement("opening", "2010-01-01", apples))).await.expect(201);
}

async fn goods_past_their_best_are_picked_first_and_who_uses_them_is_told(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let main = admin.get("/warehouses?code=MAIN").await.data()[0]["id"].as_str().unwrap().to_owned();
    for (day, lot) in [
        ("2010-01-05", json!({"number": "B1", "bestBefore": "2199-05-01"})),
        ("2010-01-06", json!({"number": "B2", "bestBefore": "2199-01-01"})),
        ("2010-01-07", json!({"number": "B0", "bestBefore": "2010-01-20"})),
        ("2010-01-08", json!({"number": "E3", "bestBefore": "2199-04-01", "expiresOn": "2199-03-01"})),
        ("2010-01-09", json!({"number": "E4", "bestBefore": "2199-02-01", "expiresOn": "2199-12-01"})),
        ("2010-01-04", json!({"number": "NONE"})),
        ("2010-01-03", json!({"number": "OVER", "expiresOn": "2010-01-31"})),
    ] {
        let line = json!({"sku": "MILK", "quantity": "2", "totalCost": "2.00", "lot": lot});
        let came = admin.post(MOVEMENTS, &movement("receipt", day, line)).await.expect(201).json();
        assert_eq!(codes(&came), Vec::<String>::new(), "{came}");
    }
    let path = format!("/inventory/pick-suggestions?warehouseId={main}&sku=MILK&quantity=12&strategy=fefo");
    let picked = admin.get(&path).await.expect(200).json();
    let places = picked["places"].as_array().unwrap().iter();
    let order: Vec<&str> = places.clone().map(|place| place["lotNumber"].as_str().unwrap()).collect();
    assert_eq!(order, ["B0", "B2", "E4", "E3", "B1", "NONE"]);
    let past: Vec<&Value> = places.map(|place| &place["isPastBest"]).collect();
    assert_eq!(past, [&json!(true), &json!(false), &json!(false), &json!(false), &json!(false), &json!(false)]);
    let rows = admin.get("/inventory/availability?sku=milk").await.expect(200).data();
    let told = ["onHand", "held", "available", "pastBest"].map(|name| rows[0][name].as_str().unwrap());
    assert_eq!(told, ["14", "2", "12", "2"]);

    let fields = ["lotNumber", "daysLeft", "isPastBest", "isExpired"];
    for (query, found) in [
        ("asOf=2010-01-21", vec!["B0 -1 true false", "OVER 10 false false"]),
        ("asOf=2010-01-20", vec!["B0 0 false false", "OVER 11 false false"]),
        ("asOf=2010-02-01", vec!["B0 -12 true false", "OVER -1 false true"]),
        ("asOf=2010-02-01&expired=true", vec!["OVER -1 false true"]),
        ("asOf=2010-02-01&expired=false", vec!["B0 -12 true false"]),
    ] {
        let page = admin.get(&format!("{EXPIRY}?withinDays=3650&{query}")).await.expect(200).data();
        let rows: Vec<String> =
            page.iter().map(|row| fields.map(|name| row[name].to_string().replace('"', "")).join(" ")).collect();
        assert_eq!(rows, found, "{query}");
    }
    let all: Vec<Value> =
        admin.get(EXPIRY).await.expect(200).data().iter().map(|row| row["lotNumber"].clone()).collect();
    assert_eq!(json!(all), json!(["B0", "OVER", "B2", "E4", "E3", "B1"]), "by the earlier of both dates");

    // The lines are sent as they are. They left on the last good day of one of them, and a day later.
    let issue = |day: &str, lines: Value| json!({"kind": "issue", "occurredAt": day, "lines": lines});
    let few = format!("/inventory/pick-suggestions?warehouseId={main}&sku=MILK&quantity=3&strategy=fefo");
    let few = admin.get(&few).await.expect(200).json()["lines"].clone();
    let good =
        admin.post(&format!("{MOVEMENTS}?dryRun=true"), &issue("2010-01-20", few.clone())).await.expect(200).json();
    assert_eq!(codes(&good["wouldReturn"]), Vec::<String>::new());
    let issued = admin.post(MOVEMENTS, &issue("2010-01-21", few)).await.expect(201).json();
    assert_eq!(codes(&issued), ["best_before_passed /lines/0"]);
    let detail = issued["warnings"][0]["detail"].as_str().unwrap();
    assert_eq!(detail, "lot B0 was best before 2010-01-20, and left after that day");
    let id = issued["id"].as_str().unwrap();
    assert_eq!(admin.get(&format!("{MOVEMENTS}/{id}")).await.expect(200).json(), issued);
    admin.post(&format!("{MOVEMENTS}/{id}/void"), &json!({"reason": "a mistake"})).await.expect(204);
    assert_eq!(admin.get(&format!("{MOVEMENTS}/{id}")).await.expect(200).json()["warnings"], json!([]));
    // A draft tells those who approve it, and is sent back as it was read.
    let milk = json!([{"sku": "MILK", "quantity": "1", "lotNumber": "B0"}]);
    let mut draft = issue("2010-01-22", milk);
    draft["status"] = json!("draft");
    let draft = admin.post(MOVEMENTS, &draft).await.expect(201).json();
    assert_eq!(codes(&draft), ["best_before_passed /lines/0"]);
    let path = format!("{MOVEMENTS}/{}", draft["id"].as_str().unwrap());
    admin.put(&path, &admin.get(&path).await.expect(200).json()).await.expect(204);
    admin.post(&format!("{path}/post"), &json!({})).await.expect(204);
}

async fn what_comes_in_expired_is_said_in_every_answer_and_is_held(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let lot = |number: &str, days: Value| {
        let mut lot = days;
        lot["number"] = json!(number);
        json!({"sku": "MILK", "quantity": "2", "totalCost": "2.00", "lot": lot})
    };
    let lines = json!([
        lot("GOOD", json!({"bestBefore": "2010-02-10", "expiresOn": "2010-02-20"})),
        lot("LATE", json!({"bestBefore": "2010-02-09", "expiresOn": "2010-02-20"})),
        lot("OVER", json!({"bestBefore": "2010-01-10", "expiresOn": "2010-02-09"})),
    ]);
    let came = json!({"kind": "receipt", "occurredAt": "2010-02-10", "warehouseCode": "MAIN", "lines": lines});
    let wanted = ["best_before_passed /lines/1", "received_expired /lines/2"];
    let mut draft = came.clone();
    draft["status"] = json!("draft");
    let draft = admin.post(MOVEMENTS, &draft).await.expect(201).json();
    assert_eq!(codes(&draft), wanted);
    admin.delete(&format!("{MOVEMENTS}/{}", draft["id"].as_str().unwrap())).await.expect(204);
    let preview = admin.post(&format!("{MOVEMENTS}?dryRun=true"), &came).await.expect(200).json();
    assert_eq!(codes(&preview["wouldReturn"]), wanted);
    let first = admin.post(MOVEMENTS, &came).key("once").await.expect(201).json();
    assert_eq!(codes(&first), wanted);
    let again = admin.post(MOVEMENTS, &came).key("once").await.expect(201).json();
    assert_eq!(again, first);
    let id = first["id"].as_str().unwrap();
    assert_eq!(admin.get(&format!("{MOVEMENTS}/{id}")).await.expect(200).json(), first);
    let one = |kind: &str, number: &str| {
        movement(kind, "2010-02-10", json!({"sku": "MILK", "quantity": "1", "lotNumber": number}))
    };
    let refused = admin.post(MOVEMENTS, &one("issue", "OVER")).await;
    refused.expect(409).code("stock_not_available").pointer("/lines/0/lotNumber");
    let scrapped = admin.post(MOVEMENTS, &one("scrap", "OVER")).await.expect(201).json();
    assert_eq!(codes(&scrapped), Vec::<String>::new());
    // A date that was wrong is corrected, and there is nothing to say any more.
    let over = first["lines"][2]["lotId"].as_str().unwrap();
    admin
        .put(&format!("/inventory/lots/{over}"), &json!({"bestBefore": null, "expiresOn": "2010-03-09"}))
        .await
        .expect(204);
    let now = admin.get(&format!("{MOVEMENTS}/{id}")).await.expect(200).json();
    assert_eq!(codes(&now), ["best_before_passed /lines/1"]);
    admin.post(MOVEMENTS, &one("issue", "OVER")).await.expect(201);
}

/// The day that it is in a time zone.
fn today_in(zone: &str) -> Date {
    day_in(zone, Instant(jiff::Timestamp::now().as_microsecond())).unwrap()
}

async fn days_of_goods_count_where_their_warehouse_is(app: &TestServer) {
    const EAST: &str = "Pacific/Kiritimati";
    const WEST: &str = "Pacific/Pago_Pago";
    let admin = app.as_role("admin");
    set_up(&admin).await;
    this_year(&admin).await;
    // It is always a later day in the east than in the west. Goods expire today in the west, which is over in the east.
    let last = today_in(WEST);
    let mut ids = Vec::new();
    for (code, zone) in [("EAST", EAST), ("WEST", WEST)] {
        let body = json!({"code": code, "name": code, "timezone": zone});
        ids.push(admin.post("/warehouses", &body).await.expect(201).id());
        let lot = json!({"number": "L", "expiresOn": last.to_string()});
        let line = json!({"sku": "MILK", "quantity": "5", "totalCost": "5.00", "lot": lot});
        admin.post(MOVEMENTS, &in_house(code, movement("receipt", "2010-01-05", line))).await.expect(201);
    }
    let rows = admin.get("/inventory/availability?sku=MILK").await.expect(200).data();
    let told: Vec<String> = rows
        .iter()
        .map(|row| format!("{} {} {}", row["warehouseCode"], row["held"], row["available"]).replace('"', ""))
        .collect();
    assert_eq!(told, ["EAST 5 0", "WEST 0 5"]);
    let stock = admin.get("/inventory/stock?sku=MILK").await.expect(200).data();
    assert_eq!([&stock[0]["held"], &stock[1]["held"]], [&json!("5"), &json!("0")]);
    for (id, suggested) in ids.iter().zip(["0", "5"]) {
        let path = format!("/inventory/pick-suggestions?warehouseId={id}&sku=MILK&quantity=5");
        assert_eq!(admin.get(&path).await.expect(200).json()["suggested"], suggested);
    }
    let expired = |found: Vec<Value>| -> Vec<Value> { found.iter().map(|row| row["warehouseCode"].clone()).collect() };
    assert_eq!(json!(expired(admin.get(&format!("{EXPIRY}?expired=true")).await.expect(200).data())), json!(["EAST"]));
    assert_eq!(json!(expired(admin.get(&format!("{EXPIRY}?expired=false")).await.expect(200).data())), json!(["WEST"]));
    let within = admin.get(&format!("{EXPIRY}?withinDays=0")).await.expect(200).data();
    assert_eq!((within.len(), &within[1]["daysLeft"], &within[1]["isExpired"]), (2, &json!(0), &json!(false)));
    assert!(within[0]["daysLeft"].as_i64().unwrap() < 0 && within[0]["isExpired"] == true, "{within:?}");
    let as_of = admin.get(&format!("{EXPIRY}?asOf={last}")).await.expect(200).data();
    assert!(as_of.iter().all(|row| row["daysLeft"] == 0), "a day that is named is the same everywhere: {as_of:?}");
    let known = app.head(&app.books).await.unwrap().seq;
    let then = |path: &str| format!("{path}&knownAt=seq:{known}");
    let availability = admin.get(&then("/inventory/availability?sku=MILK")).await.expect(200).data();

    let reserve = |code: &str| json!({"sku": "MILK", "quantity": "1", "warehouseCode": code, "lotNumber": "L"});
    admin.post("/inventory/reservations", &reserve("EAST")).await.expect(409).code("stock_not_available");
    admin.post("/inventory/reservations", &reserve("WEST")).await.expect(201);
    let issue = |code: &str| json!({"kind": "issue", "warehouseCode": code, "lines": [{"sku": "MILK", "quantity": "1", "lotNumber": "L"}]});
    let refused = admin.post(MOVEMENTS, &issue("EAST")).await;
    refused.expect(409).code("stock_not_available").pointer("/lines/0/lotNumber");
    admin.post(MOVEMENTS, &issue("WEST")).await.expect(201);
    // The present zone counts; what was known stays as it was.
    admin.put(&format!("/warehouses/{}", ids[0]), &json!({"timezone": WEST})).await.expect(204);
    admin.post(MOVEMENTS, &issue("EAST")).await.expect(201);
    assert_eq!(admin.get(&then("/inventory/availability?sku=MILK")).await.expect(200).data(), availability);
    let told = admin.get(&then(&format!("{EXPIRY}?expired=true"))).await.expect(200).data();
    assert_eq!(json!(expired(told)), json!(["EAST"]));
    assert!(admin.get(&format!("{EXPIRY}?expired=true")).await.expect(200).data().is_empty());
}

async fn a_zone_shows_what_its_bins_hold_and_takes_nothing_in_once_it_is_given_up(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let main = admin.get("/warehouses?code=MAIN").await.data()[0]["id"].as_str().unwrap().to_owned();
    admin.put(&format!("/warehouses/{main}"), &json!({"binsMode": "optional"})).await.expect(204);
    let path = format!("/warehouses/{main}/locations");
    let place = async |body: Value| admin.post(&path, &body).await.expect(201).id();
    let hall = place(json!({"code": "HALL", "kind": "zone"})).await;
    let cold = place(json!({"code": "COLD", "kind": "zone", "parentId": hall})).await;
    for (code, above) in [("H-1", &hall), ("C-1", &cold), ("C-2", &cold)] {
        place(json!({"code": code, "parentId": above})).await;
    }
    place(json!({"code": "OUT"})).await;
    let received = |bin: &str, quantity: &str| {
        movement(
            "receipt",
            "2010-01-05",
            json!({"sku": "APPLE", "quantity": quantity, "totalCost": "1.00", "locationCode": bin}),
        )
    };
    for (bin, quantity) in [("H-1", "1"), ("C-1", "2"), ("C-2", "4"), ("OUT", "8")] {
        admin.post(MOVEMENTS, &received(bin, quantity)).await.expect(201);
    }
    let lying = async |query: &str| {
        let rows = admin.get(&format!("/inventory/stock?by=location&locationId={query}")).await.expect(200).data();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        rows.iter().map(|row| format!("{} {}", text(&row["locationCode"]), text(&row["quantity"]))).collect::<Vec<_>>()
    };
    let in_hall = ["C-1 2", "C-2 4", "H-1 1"];
    assert_eq!(lying(&hall).await, in_hall);
    assert_eq!(lying(&cold).await, in_hall[..2]);
    assert_eq!(lying(&format!("{cold}&limit=1")).await, in_hall[..1]);
    assert_eq!(lying(&format!("{cold}&asOf=2010-01-04")).await, Vec::<String>::new());
    assert_eq!(lying(&format!("{hall}&asOf=2010-01-05")).await, in_hall);
    let all = admin.get(&format!("/inventory/stock?by=item&locationId={hall}")).await.expect(200).data();
    assert_eq!(all[0]["quantity"], "7");
    let known = app.head(&app.books).await.unwrap().seq;

    admin.put(&format!("{path}/{hall}"), &json!({"status": "inactive"})).await.expect(204);
    let refused = admin.post(MOVEMENTS, &received("C-1", "1")).await;
    let detail =
        refused.expect(422).code("location_not_usable").pointer("/lines/0/locationCode").json()["detail"].clone();
    assert!(detail.as_str().unwrap().contains("zone HALL"), "{detail}");
    let inside = json!({"sku": "APPLE", "quantity": "1", "locationCode": "OUT", "toLocationCode": "H-1"});
    let refused = admin.post(MOVEMENTS, &movement("transfer", "2010-01-06", inside)).await;
    refused.expect(422).code("location_not_usable").pointer("/lines/0/toLocationCode");
    let issue = movement("issue", "2010-01-06", json!({"sku": "APPLE", "quantity": "2", "locationCode": "C-1"}));
    admin.post(MOVEMENTS, &issue).await.expect(201);
    // Nobody who scans there is told to put goods there.
    for (data, place, offered) in [("APPLE", "OUT", true), ("APPLE", "C-2", false)] {
        let label = json!({"data": data, "job": "putAway", "warehouseId": main, "place": place});
        let actions = admin.post("/inventory/scan", &label).await.expect(200).json()["nextActions"].clone();
        let has = actions.as_array().unwrap().iter().any(|action| action["rel"] == "put-away");
        assert_eq!(has, offered, "{place}: {actions}");
    }
    // A bin that moves into another zone is counted there, and where it was for who asks about then.
    let bins = admin.get(&format!("{path}?code=C-2")).await.expect(200).data();
    let bin = bins[0]["id"].as_str().unwrap();
    admin.put(&format!("{path}/{bin}"), &json!({"parentId": null})).await.expect(204);
    assert_eq!(lying(&hall).await, ["H-1 1"]);
    assert_eq!(lying(&format!("{hall}&knownAt=seq:{known}")).await, in_hall);
    assert_eq!(lying(&format!("{cold}&knownAt=seq:{known}&nonZero=false")).await, in_hall[..2]);
    let more = movement(
        "receipt",
        "2010-01-07",
        json!({"sku": "APPLE", "quantity": "1", "totalCost": "1.00", "locationCode": "C-2"}),
    );
    admin.post(MOVEMENTS, &more).await.expect(201);
}
