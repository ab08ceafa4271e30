//! Reservations: promised goods stay there, availability is shown, and items to order are listed.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;
use crate::movement_kinds::more_accounts;
use crate::movements::{movement, set_up};

pub const RESERVATIONS: &str = "/inventory/reservations";

/// A reservation of apples in the first warehouse.
pub fn apples(quantity: &str) -> Value {
    json!({"sku": "APPLE", "quantity": quantity, "warehouseCode": "MAIN"})
}

/// Apples that came to the first warehouse.
pub async fn receive(admin: &Caller, quantity: &str) -> String {
    let line = json!({"sku": "APPLE", "quantity": quantity, "totalCost": "10.00"});
    admin.post("/inventory/movements", &movement("receipt", "2010-01-05", line)).await.expect(201).id()
}

fn issue(quantity: &str, reservation: Option<&str>) -> Value {
    movement("issue", "2010-01-06", json!({"sku": "APPLE", "quantity": quantity, "reservationId": reservation}))
}

/// On hand, held, reserved and available of apples in the first warehouse.
async fn figures(caller: &Caller) -> [String; 4] {
    let rows = caller.get("/inventory/availability?sku=apple").await.expect(200).data();
    let main = rows.iter().find(|row| row["warehouseCode"] == "MAIN").cloned().unwrap_or_default();
    ["onHand", "held", "reserved", "available"].map(|name| main[name].as_str().unwrap_or_default().to_owned())
}

/// A hundred issues and reservations of the one apple that is there, from several clients at once: one wins. The winner
/// is taken back at the end.
pub async fn race_for_the_last_piece(clients: &[Caller]) {
    receive(&clients[0], "1").await;
    let running: Vec<_> = (0..100)
        .map(|number| {
            let client = &clients[number % clients.len()];
            let ask = match number / 2 % 2 {
                0 => client.post("/inventory/movements", &issue("1", None)),
                _ => client.post(RESERVATIONS, &apples("1")),
            };
            tokio::spawn(async move { ask.await })
        })
        .collect();
    let mut won = Vec::new();
    for one in running {
        let answer = one.await.unwrap();
        if answer.status == 201 {
            won.push(answer.json());
            continue;
        }
        let refused = answer.expect(409).json();
        assert_eq!(refused["code"], "insufficient_stock", "{refused}");
        assert_eq!(
            (&refused["context"]["available"], &refused["context"]["wanted"]),
            (&json!("0"), &json!("1")),
            "{refused}"
        );
    }
    assert_eq!(won.len(), 1, "{won:?}");
    let path = if won[0]["kind"].is_string() { "/inventory/movements" } else { RESERVATIONS };
    let verb = if won[0]["kind"].is_string() { "void" } else { "release" };
    let path = format!("{path}/{}/{verb}", won[0]["id"].as_str().unwrap());
    clients[0].post(&path, &json!({"reason": "the race is over"})).await.expect(204);
    clients[0].post("/inventory/movements", &issue("1", None)).await.expect(201);
}

on_both![
    of_a_hundred_issues_and_reservations_of_the_last_piece_at_once_one_wins,
    goods_are_reserved_taken_given_back_and_released_and_each_answer_says_what_is_available,
    what_cannot_be_reserved_is_refused_with_its_field_and_nothing_is_written,
    a_reservation_that_is_over_holds_nothing_and_is_marked_once_whoever_does_it,
    a_batch_never_reserves_more_than_there_is,
    the_reservations_of_an_order_are_released_by_its_number_and_a_void_can_let_them_go,
    what_is_held_and_reserved_by_name_is_counted_once_and_leaves_when_it_is_released,
    what_is_held_or_reserved_is_not_available_and_what_is_low_is_suggested,
    what_is_on_its_way_to_a_warehouse_is_told_and_not_available_there,
];

async fn of_a_hundred_issues_and_reservations_of_the_last_piece_at_once_one_wins(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    for _ in 0..3 {
        race_for_the_last_piece(&[app.as_role("admin"), app.as_role("warehouseOperator")]).await;
    }
}

async fn goods_are_reserved_taken_given_back_and_released_and_each_answer_says_what_is_available(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    receive(&admin, "10").await;
    let operator = app.as_role("warehouseOperator");
    let mut body = apples("1");
    for (name, value) in
        [("unitCode", "XCS"), ("reference", "SO-1"), ("externalId", "7"), ("expiresAt", "2099-01-01T00:00:00Z")]
    {
        body[name] = json!(value);
    }
    let refused = operator.post(RESERVATIONS, &body).await;
    refused.expect(409).code("insufficient_stock").pointer("/quantity");
    assert_eq!(
        (&refused.json()["context"]["available"], &refused.json()["context"]["wanted"]),
        (&json!("10"), &json!("12"))
    );
    receive(&admin, "4").await;
    let made = operator.post(RESERVATIONS, &body).await;
    let shown = made.expect(201).json();
    assert_eq!(
        (&shown["quantity"], &shown["remainingQuantity"], &shown["status"], &shown["sku"]),
        (&json!("12"), &json!("12"), &json!("active"), &json!("APPLE"))
    );
    let path = format!("{RESERVATIONS}/{}", made.id());
    assert_eq!(admin.get(&path).await.expect(200).json(), shown);
    operator.post(RESERVATIONS, &body).await.expect(409).code("duplicate_external_id");
    assert_eq!(figures(&admin).await, ["14", "0", "12", "2"]);

    let refused = operator.post("/inventory/movements", &issue("3", None)).await;
    let context = refused.expect(409).code("insufficient_stock").json()["context"].clone();
    assert_eq!(
        (&context["available"], &context["reservationCount"], &context["reservations"][0]["reference"]),
        (&json!("2"), &json!(1), &json!("SO-1"))
    );
    let way_out = refused.resolution("reservations")["href"].as_str().unwrap().to_owned();
    assert_eq!(operator.get(way_out.split_once("/api/v1").unwrap().1).await.expect(200).data()[0]["id"], shown["id"]);
    let out = operator.post("/inventory/movements", &issue("5", Some(&made.id()))).await;
    assert_eq!(out.expect(201).json()["lines"][0]["reservationId"], shown["id"]);
    operator
        .post("/inventory/movements", &issue("8", Some(&made.id())))
        .await
        .expect(409)
        .code("reservation_too_small")
        .pointer("/lines/0/reservationId");
    assert_eq!(figures(&admin).await, ["9", "0", "7", "2"]);
    let event = admin.get("/events?limit=200").await.data().pop().unwrap();
    assert_eq!((&event["type"], &event["data"]["reservationIds"][0]), (&json!("movement.posted"), &shown["id"]));

    // A draft takes nothing until it is posted.
    let mut draft = issue("7", Some(&made.id()));
    draft["status"] = json!("draft");
    let draft = operator.post("/inventory/movements", &draft).await;
    assert_eq!(draft.expect(201).json()["lines"][0]["reservationId"], shown["id"]);
    assert_eq!(figures(&admin).await[2], "7");
    operator.post(&format!("/inventory/movements/{}/post", draft.id()), &json!({})).await.expect(204);
    let consumed = admin.get(&path).await.json();
    assert_eq!(
        (&consumed["status"], &consumed["movementId"], &consumed["remainingQuantity"]),
        (&json!("consumed"), &json!(draft.id()), &json!("0"))
    );
    operator
        .post("/inventory/movements", &issue("1", Some(&made.id())))
        .await
        .expect(409)
        .code("reservation_not_active");

    admin.post(&format!("/inventory/movements/{}/void", out.id()), &json!({"reason": "wrong"})).await.expect(204);
    assert_eq!(admin.get(&path).await.json()["remainingQuantity"], "5");
    assert_eq!(figures(&admin).await, ["7", "0", "5", "2"]);

    operator.put(&path, &json!({"quantity": "15"})).await.expect(409).code("insufficient_stock");
    operator.put(&path, &json!({"quantity": "9", "expiresAt": null, "metadata": {"order": 1}})).await.expect(204);
    let read = operator.get(&path).await;
    assert_eq!(
        (&read.json()["expiresAt"], &read.json()["remainingQuantity"], &read.json()["metadata"]["order"]),
        (&json!(null), &json!("2"), &json!(1))
    );
    operator.put(&path, &read.json()).await.expect(204).empty();
    assert_eq!(operator.get(&path).await.json(), read.json(), "what was read may be sent back");
    operator.put(&path, &json!({"reference": "SO-9"})).header("if-match", "\"1\"").await.expect(412);
    operator.post(&format!("{path}/release"), &json!({"reason": "cancelled"})).await.expect(204);
    let released = operator.get(&path).await.json();
    assert_eq!((&released["status"], &released["releaseReason"]), (&json!("released"), &json!("cancelled")));
    operator.post(&format!("{path}/release"), &json!({})).await.expect(409).code("reservation_not_active");
    assert_eq!(figures(&admin).await, ["7", "0", "0", "7"]);
    operator.post(RESERVATIONS, &apples("7")).await.expect(201);
    let list = operator.get(RESERVATIONS).await.data();
    assert_eq!(list.len(), 2);
    assert_eq!(all_pages(&operator, RESERVATIONS, 1).await, list);
    for (query, found) in [("status=active", 1), ("status=released", 1), ("reference=SO-1", 1), ("externalId=7", 1)] {
        assert_eq!(operator.get(&format!("{RESERVATIONS}?{query}")).await.expect(200).data().len(), found, "{query}");
    }
    app.as_role("clerk").post(RESERVATIONS, &apples("1")).await.expect(403);
    app.as_role("clerk").get(RESERVATIONS).await.expect(200);
    app.as_foreign("admin").get(&path).await.expect(404);
}

async fn what_cannot_be_reserved_is_refused_with_its_field_and_nothing_is_written(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    receive(&admin, "10").await;
    let order = admin.post(RESERVATIONS, &apples("1")).await.expect(201).id();
    let before = app.heads().await;
    let with = |name: &str, value: Value| {
        let mut body = apples("1");
        body[name] = value;
        body
    };
    for (body, status, code, pointer) in [
        (apples("0"), 422, "quantity_not_usable", "/quantity"),
        (apples("-3"), 422, "quantity_not_usable", "/quantity"),
        (apples("0.5"), 422, "quantity_precision", "/quantity"),
        (apples("x"), 400, "validation_failed", "/quantity"),
        (with("unitCode", json!("XBX")), 422, "unit_conversion_inexact", "/quantity"),
        (with("sku", json!("NONE")), 422, "unknown_reference", "/sku"),
        (with("itemId", json!("item_x")), 400, "validation_failed", "/sku"),
        (with("warehouseCode", json!("NONE")), 422, "unknown_reference", "/warehouseCode"),
        (with("lotNumber", json!("L")), 422, "item_not_tracked", "/lotNumber"),
        (with("expiresAt", json!("2010-01-01T00:00:00Z")), 422, "expiry_passed", "/expiresAt"),
        (with("expiresAt", json!("tomorrow")), 400, "validation_failed", "/expiresAt"),
        (with("status", json!("consumed")), 400, "validation_failed", "/status"),
        (json!({"quantity": "1"}), 400, "validation_failed", "/itemId"),
    ] {
        let answer = admin.post(RESERVATIONS, &body).await;
        answer.expect(status).code(code).pointer(pointer);
    }
    for (kind, line, code) in [
        (
            "receipt",
            json!({"sku": "APPLE", "quantity": "1", "totalCost": "1.00", "reservationId": order}),
            "fields_conflict",
        ),
        ("issue", json!({"sku": "PEAR", "quantity": "1", "reservationId": order}), "fields_conflict"),
        ("issue", json!({"sku": "APPLE", "quantity": "1", "reservationId": "rsv_x"}), "unknown_reference"),
    ] {
        let answer = admin.post("/inventory/movements", &movement(kind, "2010-01-06", line)).await;
        answer.expect(422).code(code).pointer("/lines/0/reservationId");
    }
    let preview = admin.post(&format!("{RESERVATIONS}?dryRun=true"), &apples("2")).await;
    preview.expect(200);
    assert_eq!(app.heads().await, before);
}

async fn a_reservation_that_is_over_holds_nothing_and_is_marked_once_whoever_does_it(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    receive(&admin, "10").await;
    // On a machine that is too slow for it the instant has passed before the request is read: then it is asked again.
    let made = loop {
        let soon = jiff::Timestamp::from_microsecond(server::commit::now().0 + 400_000).unwrap();
        let mut body = apples("10");
        body["expiresAt"] = json!(soon.to_string());
        let made = admin.post(RESERVATIONS, &body).await;
        if made.status == 201 {
            break made;
        }
        made.expect(422).code("expiry_passed");
    };
    let path = format!("{RESERVATIONS}/{}", made.id());
    while figures(&admin).await[2] != "0" {}
    admin.post("/inventory/movements", &issue("1", None)).await.expect(201);
    tokio::join!(app.expire_reservations(), app.expire_reservations(), app.expire_reservations());
    assert_eq!(admin.get(&path).await.json()["status"], "expired");
    let events = admin.get("/events?limit=200").await.data();
    assert_eq!(events.iter().filter(|event| event["type"] == "reservation.expired").count(), 1);
    assert_eq!(app.expire_reservations().await, 0);
}

async fn a_batch_never_reserves_more_than_there_is(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    receive(&admin, "10").await;
    let batch = |atomic: bool| json!({"atomic": atomic, "items": [apples("4"), apples("4"), apples("4"), apples("2")]});
    let path = format!("{RESERVATIONS}/batch");
    admin.post(&path, &batch(true)).await.expect(409).code("insufficient_stock").pointer("/items/2/quantity");
    assert_eq!(figures(&admin).await[2], "0");
    let results = admin.post(&path, &batch(false)).await.expect(200).json()["results"].clone();
    let statuses: Vec<i64> =
        results.as_array().unwrap().iter().map(|result| result["status"].as_i64().unwrap()).collect();
    assert_eq!(statuses, [201, 201, 409, 201]);
    assert_eq!(figures(&admin).await, ["10", "0", "10", "0"]);
}

async fn what_is_held_and_reserved_by_name_is_counted_once_and_leaves_when_it_is_released(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let milk = admin.get("/inventory/items?sku=MILK").await.data()[0]["id"].as_str().unwrap().to_owned();
    let of_lot = |kind: &str, quantity: &str, lot: &str, cost: Option<&str>| {
        movement(kind, "2010-01-05", json!({"sku": "MILK", "quantity": quantity, "lotNumber": lot, "totalCost": cost}))
    };
    let mut lots = Vec::new();
    for number in ["L-1", "L-2"] {
        lots.push(admin.post("/inventory/lots", &json!({"itemId": milk, "number": number})).await.expect(201).id());
        admin.post("/inventory/movements", &of_lot("receipt", "6", number, Some("6.00"))).await.expect(201);
    }
    let reserve = |quantity: &str, lot: Option<&str>| json!({"sku": "MILK", "quantity": quantity, "warehouseCode": "MAIN", "lotNumber": lot});
    let named = admin.post(RESERVATIONS, &reserve("4", Some("L-1"))).await.expect(201).id();
    admin.put(&format!("/inventory/lots/{}", lots[0]), &json!({"status": "hold"})).await.expect(204);
    let told = async |query: &str| {
        let answer = admin.get(&format!("/inventory/availability?sku=milk{query}")).await.expect(200).json();
        let row = &answer["data"][0];
        let figures = ["onHand", "held", "reserved", "available"].map(|name| row[name].as_str().unwrap().to_owned());
        (figures, answer["seq"].as_i64().unwrap())
    };
    let (held, seq) = told("").await;
    assert_eq!(held, ["12", "2", "4", "6"]);
    let stock = admin.get("/inventory/stock?sku=milk").await.expect(200).data()[0].clone();
    assert_eq!([&stock["held"], &stock["reserved"], &stock["available"]], [&json!("2"), &json!("4"), &json!("6")]);
    // Just so much can be reserved, and nothing of it is sold twice.
    admin.post(RESERVATIONS, &reserve("7", None)).await.expect(409).code("insufficient_stock");
    let rest = admin.post(RESERVATIONS, &reserve("6", None)).await.expect(201).id();
    assert_eq!(told("").await.0, ["12", "2", "10", "0"]);
    let scrap =
        async |quantity: &str| admin.post("/inventory/movements", &of_lot("scrap", quantity, "L-1", None)).await;
    let refused = scrap("6").await;
    refused.expect(409).code("insufficient_stock").pointer("/lines/0/quantity").says("take at most 2");
    assert_eq!(refused.json()["context"]["reservations"][0]["reservationId"], named.as_str());
    let way = refused.resolution("release");
    assert_eq!(way["href"], format!("{}/api/v1{RESERVATIONS}/{named}/release", app.url));
    scrap("2").await.expect(201);
    assert_eq!(told("").await.0, ["10", "0", "10", "0"]);
    scrap("1").await.expect(409).code("insufficient_stock");
    admin.post(&format!("{RESERVATIONS}/{named}/release"), &json!({"reason": "spoilt"})).await.expect(204);
    scrap("4").await.expect(201);
    assert_eq!(told("").await.0, ["6", "0", "6", "0"]);
    assert_eq!(told(&format!("&knownAt=seq:{seq}")).await.0, held, "as it was known then");
    let mut taken = of_lot("issue", "6", "L-2", None);
    taken["lines"][0]["reservationId"] = json!(rest);
    admin.post("/inventory/movements", &taken).await.expect(201);
}

async fn what_is_held_or_reserved_is_not_available_and_what_is_low_is_suggested(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let milk = admin.get("/inventory/items?sku=MILK").await.data()[0]["id"].as_str().unwrap().to_owned();
    let mut lots = Vec::new();
    for number in ["L-1", "L-2"] {
        lots.push(admin.post("/inventory/lots", &json!({"itemId": milk, "number": number})).await.expect(201).id());
        let line = json!({"sku": "MILK", "quantity": "6", "lotNumber": number, "totalCost": "6.00"});
        let mut came = movement("receipt", "2010-01-05", line);
        came["partyName"] = json!("Dairy");
        admin.post("/inventory/movements", &came).await.expect(201);
    }
    admin.put(&format!("/inventory/lots/{}", lots[0]), &json!({"status": "quarantine"})).await.expect(204);
    let reserve = |lot: &str| json!({"sku": "MILK", "quantity": "2", "warehouseCode": "MAIN", "lotNumber": lot});
    admin.post(RESERVATIONS, &reserve("L-1")).await.expect(409).code("stock_not_available").pointer("/lotNumber");
    admin.post(RESERVATIONS, &reserve("L-2")).await.expect(201);
    let rows = admin.get("/inventory/availability?sku=milk").await.expect(200).data();
    let row = &rows[0];
    assert_eq!(
        [&row["onHand"], &row["held"], &row["reserved"], &row["available"], &row["unitCode"]],
        [&json!("12"), &json!("6"), &json!("2"), &json!("4"), &json!("C62")]
    );
    // A lot counts as long as it may be used: today for the last time.
    let lot = format!("/inventory/lots/{}", lots[1]);
    let used_until = async |day: &str| {
        admin.put(&lot, &json!({"expiresOn": day})).await.expect(204);
        let row = admin.get("/inventory/availability?sku=milk").await.data()[0].clone();
        (row["held"].clone(), row["available"].clone())
    };
    // Goods reserved by name are counted once.
    assert_eq!(used_until("2010-01-31").await, (json!("10"), json!("0")));
    admin.post(RESERVATIONS, &reserve("L-2")).await.expect(409).code("stock_not_available").pointer("/lotNumber");
    let picked = format!(
        "/inventory/pick-suggestions?sku=MILK&quantity=1&warehouseId={}",
        admin.get("/warehouses?code=MAIN").await.data()[0]["id"].as_str().unwrap()
    );
    assert_eq!(admin.get(&picked).await.expect(200).json()["suggested"], "0");
    assert_eq!(used_until("2099-12-31").await, (json!("6"), json!("4")));
    receive(&admin, "30").await;
    let shop = admin.get("/warehouses?code=SHOP").await.data()[0]["id"].as_str().unwrap().to_owned();
    let main = admin.get("/warehouses?code=MAIN").await.data()[0]["id"].as_str().unwrap().to_owned();
    let moved = json!({"sku": "APPLE", "quantity": "5", "toWarehouseCode": "SHOP"});
    admin.post("/inventory/movements", &movement("transfer", "2010-01-06", moved)).await.expect(201);
    let all = admin.get("/inventory/availability").await.expect(200).data();
    let told: Vec<String> = all
        .iter()
        .map(|row| {
            format!(
                "{} {} {}",
                row["sku"].as_str().unwrap(),
                row["warehouseCode"].as_str().unwrap(),
                row["available"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(told, ["APPLE MAIN 25", "APPLE SHOP 5", "MILK MAIN 4"]);
    assert_eq!(all_pages(&admin, "/inventory/availability", 1).await, all);
    assert_eq!(admin.get(&format!("/inventory/availability?warehouseId={shop}")).await.data().len(), 1);
    let csv = admin.get("/inventory/availability?format=csv").await.expect(200).text();
    assert!(csv.contains("MILK,MILK,MAIN,12,6,2,4,0,C62"), "{csv}");

    const LOW: &str = "/inventory/reorder-suggestions";
    assert_eq!(admin.get(LOW).await.expect(200).data(), Vec::<Value>::new());
    let apple = admin.get("/inventory/items?sku=APPLE").await.data()[0]["id"].as_str().unwrap().to_owned();
    let change = async |item: &str, body: Value| {
        admin.put(&format!("/inventory/items/{item}"), &body).await.expect(204);
    };
    change(&milk, json!({"reorderPoint": "4", "maxQuantity": "20", "leadTimeDays": 3})).await;
    change(&apple, json!({"reorderPoint": "29", "minQuantity": "40"})).await;
    let rows = admin.get(LOW).await.data();
    assert_eq!(rows.len(), 1, "{rows:?}");
    let supplier = admin.get("/accounting/parties?name=Dairy").await.data()[0]["id"].clone();
    assert_eq!(
        [
            &rows[0]["sku"],
            &rows[0]["available"],
            &rows[0]["suggestedQuantity"],
            &rows[0]["leadTimeDays"],
            &rows[0]["supplierId"]
        ],
        [&json!("MILK"), &json!("4"), &json!("16"), &json!(3), &supplier]
    );
    // Nothing is missing where there is just as much as there should be.
    change(&apple, json!({"reorderPoint": "30", "minQuantity": null})).await;
    assert_eq!(admin.get(LOW).await.data(), rows, "30 are there");
    let known = format!("{LOW}?knownAt=seq:{}", admin.get(LOW).await.json()["seq"]);
    assert_eq!(admin.get(&known).await.expect(200).data(), rows);
    change(&apple, json!({"reorderPoint": "29", "minQuantity": "40"})).await;
    admin.post(RESERVATIONS, &apples("1")).await.expect(201);
    let rows = admin.get(LOW).await.data();
    assert_eq!(
        (&rows[0]["sku"], &rows[0]["available"], &rows[0]["suggestedQuantity"]),
        (&json!("APPLE"), &json!("29"), &json!("11"))
    );
    assert_eq!(all_pages(&admin, LOW, 1).await, rows);
    admin.put(&format!("/warehouses/{shop}"), &json!({"resupplyFrom": [main]})).await.expect(204);
    let rows = admin.get(&format!("{LOW}?warehouseId={shop}")).await.data();
    assert_eq!((&rows[0]["available"], &rows[0]["suggestedQuantity"]), (&json!("5"), &json!("35")));
    assert_eq!(rows[0]["resupplyFrom"], json!([{"warehouseId": main, "warehouseCode": "MAIN", "available": "24"}]));
    assert_eq!(
        (&rows[1]["sku"], &rows[1]["available"], &rows[1]["suggestedQuantity"]),
        (&json!("MILK"), &json!("0"), &json!("20"))
    );
    let csv = admin.get(&format!("{LOW}?format=csv&warehouseId={shop}")).await.expect(200).text();
    assert!(csv.contains("APPLE,APPLE,5,0,0,5,29,,35,C62,,,MAIN"), "{csv}");
    admin.get(&format!("{LOW}?format=xlsx")).await.expect(200);
    app.as_role("warehouseOperator").get(LOW).await.expect(200);
}

async fn what_is_on_its_way_to_a_warehouse_is_told_and_not_available_there(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    receive(&admin, "10").await;
    let mut transfer = movement("transfer", "2010-01-06", json!({"sku": "APPLE", "quantity": "4"}));
    (transfer["toWarehouseCode"], transfer["mode"]) = (json!("SHOP"), json!("twoStep"));
    let sent = admin.post("/inventory/movements", &transfer).await.expect(201).id();
    let path = format!("/inventory/movements/{sent}");
    let told = async |query: &str| {
        let rows = admin.get(&format!("/inventory/availability?{query}")).await.expect(200).data();
        let text = |row: &Value, name: &str| row[name].as_str().unwrap().to_owned();
        let names = ["warehouseCode", "onHand", "available", "incoming"];
        rows.iter().map(|row| names.map(|name| text(row, name)).join(" ")).collect::<Vec<_>>()
    };
    assert_eq!(told("sku=apple").await, ["MAIN 6 6 0", "SHOP 0 0 4"]);
    let shop = admin.get("/warehouses?code=SHOP").await.data()[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(told(&format!("warehouseId={shop}")).await, ["SHOP 0 0 4"]);
    assert_eq!(all_pages(&admin, "/inventory/availability", 1).await.len(), 2);
    let reserve = json!({"sku": "APPLE", "quantity": "1", "warehouseCode": "SHOP"});
    admin.post(RESERVATIONS, &reserve).await.expect(409).code("insufficient_stock");
    let part = json!({"occurredAt": "2010-01-07", "lines": [{"ofLine": 1, "quantity": "1"}]});
    let part = admin.post(&format!("{path}/receive"), &part).await.expect(201).id();
    assert_eq!(told("sku=apple").await, ["MAIN 6 6 0", "SHOP 1 1 3"]);
    let csv = admin.get("/inventory/availability?format=csv").await.expect(200).text();
    assert!(csv.contains("APPLE,APPLE,SHOP,1,0,0,1,3,C62"), "{csv}");
    // A caller who acts in one warehouse alone sees goods that come there.
    let main = admin.get("/warehouses?code=MAIN").await.data()[0]["id"].clone();
    admin.put(&format!("/users/{}", app.books.member("auditor")), &json!({"warehouseIds": [main]})).await.expect(204);
    let bound = app.as_role("auditor").get("/inventory/availability").await.expect(200).data();
    assert_eq!((bound.len(), &bound[0]["incoming"]), (1, &json!("0")));
    admin.post(&format!("{path}/close"), &json!({"reason": "lost", "occurredAt": "2010-01-08"})).await.expect(201);
    assert_eq!(told("sku=apple").await, ["MAIN 6 6 0", "SHOP 1 1 0"]);
    admin.post(&format!("/inventory/movements/{part}/void"), &json!({"reason": "no"})).await.expect(204);
    assert_eq!(told("sku=apple").await, ["MAIN 6 6 0", "SHOP 0 0 1"]);
    assert_eq!(told("sku=apple&nonZero=false").await.len(), 2);
}

async fn the_reservations_of_an_order_are_released_by_its_number_and_a_void_can_let_them_go(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    receive(&admin, "10").await;
    let order = |number: &str, quantity: &str, source: &str| {
        let mut body = apples(quantity);
        body["reference"] = json!(number);
        body["source"] = json!(source);
        body
    };
    let mut made = Vec::new();
    for (number, source) in [("SO-1", "shop"), ("SO-1", "shop"), ("SO-2", "shop"), ("SO-1", "market")] {
        made.push(admin.post(RESERVATIONS, &order(number, "1", source)).await.expect(201).id());
    }
    let path = format!("{RESERVATIONS}/release");
    let body = json!({"reference": "SO-1", "source": "shop", "reason": "cancelled"});
    let preview = admin.post(&format!("{path}?dryRun=true"), &body).await.expect(200).json();
    assert_eq!(preview["wouldReturn"]["ids"], json!([made[0], made[1]]));
    let answer = admin.post(&path, &body).key("k").await;
    assert_eq!(answer.expect(200).json()["ids"], json!([made[0], made[1]]));
    let again = admin.post(&path, &body).key("k").await;
    assert_eq!((again.json(), again.header("idempotent-replayed")), (answer.json(), "true"));
    assert_eq!(admin.post(&path, &body).await.expect(200).json()["ids"], json!([]));
    assert_eq!(figures(&admin).await, ["10", "0", "2", "8"]);
    app.as_role("auditor").post(&path, &body).await.expect(403);
    admin.post(&path, &json!({})).await.expect(400).pointer("/reference");

    for (lets_go, header, figures_then) in
        [(false, "reservations-held", ["10", "0", "2", "8"]), (true, "reservations-released", ["10", "0", "1", "9"])]
    {
        let sold = admin.post("/inventory/movements", &issue("1", Some(&made[2]))).await.expect(201).id();
        let void = json!({"reason": "cancelled", "releaseReservations": lets_go});
        let voided = admin.post(&format!("/inventory/movements/{sold}/void"), &void).await;
        assert_eq!(voided.expect(204).header(header), "1");
        assert_eq!(figures(&admin).await, figures_then);
    }
    let let_go = admin.get(&format!("{RESERVATIONS}/{}", made[2])).await.json();
    assert_eq!((&let_go["status"], &let_go["releaseReason"]), (&json!("released"), &json!("cancelled")));
}
