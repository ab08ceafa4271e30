//! Lots and pieces that come with goods: made in the same commit, where none has the number.

use checks::{TestServer, on_both};
use serde_json::{Value, json};

use crate::counts::this_year;
use crate::movements::{movement, set_up};

const MOVEMENTS: &str = "/inventory/movements";

fn milk(lot: Value) -> Value {
    json!({"sku": "MILK", "quantity": "5", "totalCost": "5.00", "lot": lot})
}

on_both![
    a_receipt_makes_the_lot_that_it_brings_and_the_next_one_takes_it,
    a_draft_keeps_the_lot_or_piece_that_it_brings_until_it_is_posted,
    lots_come_with_what_is_found_made_or_brought_back,
];

async fn a_receipt_makes_the_lot_that_it_brings_and_the_next_one_takes_it(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let operator = app.as_role("warehouseOperator");
    let lot = json!({"number": "L-7", "expiresOn": "2010-12-31", "attributes": {"farm": "Hill"}});
    let mut receipt = movement("receipt", "2010-02-01", milk(lot.clone()));
    receipt["partyName"] = json!("Dairy");
    let before = app.heads().await;
    operator.post(&format!("{MOVEMENTS}?dryRun=true"), &receipt).await.expect(200);
    assert_eq!((app.heads().await, admin.get("/inventory/lots").await.data().len()), (before, 0));

    let came = operator.post(MOVEMENTS, &receipt).key("once").await;
    let lots = admin.get("/inventory/lots").await.data();
    assert_eq!(
        (lots.len(), &lots[0]["expiresOn"], &lots[0]["attributes"], &lots[0]["status"]),
        (1, &json!("2010-12-31"), &json!({"farm": "Hill"}), &json!("available"))
    );
    assert_eq!(came.expect(201).json()["lines"][0]["lotId"], lots[0]["id"]);
    let again = operator.post(MOVEMENTS, &receipt).key("once").await;
    assert_eq!(
        (again.expect(201).header("idempotent-replayed"), again.json()["lines"][0]["lotId"].clone()),
        ("true", lots[0]["id"].clone())
    );
    // Each lot is an event of its own, before the movement's, and holds nothing else.
    let events = admin.get("/events?limit=200").await.data();
    let last: Vec<(&Value, &Value)> =
        events.iter().rev().take(2).map(|event| (&event["type"], &event["data"])).collect();
    assert_eq!((last[0].0, last[1].0), (&json!("movement.posted"), &json!("lot.created")));
    assert_eq!(*last[1].1, json!({"lotIds": [lots[0]["id"]]}));

    for same in [json!({"number": "L-7"}), lot, json!({"number": "L-7", "expiresOn": "2010-12-31"})] {
        let next = operator.post(MOVEMENTS, &movement("receipt", "2010-02-02", milk(same))).await;
        assert_eq!(next.expect(201).json()["lines"][0]["lotId"], lots[0]["id"]);
    }
    // Two lines of one movement may bring the same.
    let mut two = movement("opening", "2010-01-02", milk(json!({"number": "L-8"})));
    two["lines"].as_array_mut().unwrap().push(milk(json!({"number": "L-8"})));
    let two = admin.post(MOVEMENTS, &two).await.expect(201).json();
    assert_eq!(two["lines"][0]["lotId"], two["lines"][1]["lotId"]);
    assert_eq!(admin.get("/inventory/lots").await.data().len(), 2);
    // A movement that is taken back leaves its lot.
    let void = format!("{MOVEMENTS}/{}/void", two["id"].as_str().unwrap());
    admin.post(&void, &json!({"reason": "never there"})).await.expect(204);
    assert_eq!(admin.get("/inventory/lots").await.data().len(), 2);

    let before = app.heads().await;
    let also =
        json!({"sku": "MILK", "quantity": "5", "totalCost": "5.00", "lot": {"number": "L-7"}, "lotNumber": "L-7"});
    let both = json!({"sku": "MILK", "quantity": "5", "totalCost": "5.00", "lot": {"number": "L-7"}, "serial": {"number": "S"}});
    let apples = json!({"sku": "APPLE", "quantity": "5", "totalCost": "5.00", "lot": {"number": "L-9"}});
    let piece = json!({"sku": "MILK", "quantity": "1", "totalCost": "5.00", "serial": {"number": "S-9"}});
    let out = json!({"sku": "MILK", "quantity": "1", "lot": {"number": "L-9"}});
    let unknown = json!({"sku": "MILK", "quantity": "1", "lotNumber": "L-9"});
    for (body, status, code, pointer) in [
        (
            movement("receipt", "2010-02-03", milk(json!({"number": "L-7", "expiresOn": "2011-01-01"}))),
            422,
            "fields_conflict",
            "/lines/0/lot/expiresOn",
        ),
        (
            movement(
                "receipt",
                "2010-02-03",
                milk(json!({"number": "L-9", "producedOn": "2010-02-01", "expiresOn": "2010-01-01"})),
            ),
            422,
            "fields_conflict",
            "/lines/0/lot/expiresOn",
        ),
        (
            movement("receipt", "2010-02-03", milk(json!({"expiresOn": "2011-01-01"}))),
            400,
            "validation_failed",
            "/lines/0/lot/number",
        ),
        (movement("receipt", "2010-02-03", also), 400, "validation_failed", "/lines/0/lot"),
        (movement("receipt", "2010-02-03", both), 400, "validation_failed", "/lines/0/serial"),
        (movement("receipt", "2010-02-03", apples), 422, "item_not_tracked", "/lines/0/lot"),
        (movement("receipt", "2010-02-03", piece), 422, "item_not_tracked", "/lines/0/serial"),
        (movement("issue", "2010-02-03", out.clone()), 422, "fields_conflict", "/lines/0/lot"),
        (movement("scrap", "2010-02-03", out), 422, "fields_conflict", "/lines/0/lot"),
        (movement("issue", "2010-02-03", unknown), 422, "unknown_reference", "/lines/0/lotNumber"),
        // The lot goes with the movement that is refused.
        (movement("receipt", "2031-02-03", milk(json!({"number": "L-9"}))), 422, "occurred_in_future", "/occurredAt"),
    ] {
        let refused = admin.post(MOVEMENTS, &body).await;
        refused.expect(status).code(code).pointer(pointer);
    }
    assert_eq!(app.heads().await, before);
}

async fn a_draft_keeps_the_lot_or_piece_that_it_brings_until_it_is_posted(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let drill = json!({"sku": "DRILL", "quantity": "1", "totalCost": "99.00", "serial": {"number": "P-7", "attributes": {"colour": "red"}}});
    let mut body = movement("receipt", "2010-02-01", milk(json!({"number": "L-7", "expiresOn": "2010-12-31"})));
    body["lines"].as_array_mut().unwrap().push(drill);
    body["status"] = json!("draft");
    let drafts =
        [admin.post(MOVEMENTS, &body).await.expect(201).json(), admin.post(MOVEMENTS, &body).await.expect(201).json()];
    assert_eq!(
        (admin.get("/inventory/lots").await.data().len(), admin.get("/inventory/serials").await.data().len()),
        (0, 0)
    );
    let path = format!("{MOVEMENTS}/{}", drafts[0]["id"].as_str().unwrap());
    let shown = admin.get(&path).await.json();
    assert_eq!((&shown, &shown["lines"][0]["lotId"]), (&drafts[0], &Value::Null));
    assert_eq!(
        (&shown["lines"][0]["lot"]["number"], &shown["lines"][0]["lot"]["expiresOn"]),
        (&json!("L-7"), &json!("2010-12-31"))
    );
    assert_eq!(
        shown["lines"][1]["serial"],
        json!({"number": "P-7", "status": "available", "attributes": {"colour": "red"}})
    );
    // Editing other fields than the lines leaves them.
    admin.put(&path, &json!({"description": "milk"})).await.expect(204);
    admin.ask(reqwest::Method::POST, &format!("{path}/post")).await.expect(204);
    let posted = admin.get(&path).await.json();
    let (lot, piece) =
        (admin.get("/inventory/lots").await.data()[0].clone(), admin.get("/inventory/serials").await.data()[0].clone());
    assert_eq!(
        (&posted["lines"][0]["lotId"], &posted["lines"][0]["lot"], &lot["expiresOn"]),
        (&lot["id"], &Value::Null, &json!("2010-12-31"))
    );
    assert_eq!((&posted["lines"][1]["serialId"], &piece["attributes"]), (&piece["id"], &json!({"colour": "red"})));

    // By now the lot is there, and otherwise than the other draft says; the piece is there, too.
    admin
        .put(&format!("/inventory/lots/{}", lot["id"].as_str().unwrap()), &json!({"expiresOn": "2010-11-30"}))
        .await
        .expect(204);
    let other = format!("{MOVEMENTS}/{}", drafts[1]["id"].as_str().unwrap());
    let post = || admin.ask(reqwest::Method::POST, &format!("{other}/post"));
    post().await.expect(422).code("fields_conflict").pointer("/lines/0/lot/expiresOn");
    admin.put(&other, &json!({"lines": [milk(json!({"number": "L-7"}))], "warehouseCode": "MAIN"})).await.expect(204);
    post().await.expect(204);
    assert_eq!(admin.get(&other).await.json()["lines"][0]["lotId"], lot["id"]);
}

async fn lots_come_with_what_is_found_made_or_brought_back(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    set_up(&admin).await;
    let apples = json!({"sku": "APPLE", "quantity": "10", "totalCost": "10.00"});
    admin.post(MOVEMENTS, &movement("receipt", "2010-01-05", apples)).await.expect(201);
    let line = |quantity: &str, number: &str| json!({"sku": "MILK", "quantity": quantity, "totalCost": "5.00", "lot": {"number": number}});
    admin.post(MOVEMENTS, &movement("adjustment", "2010-02-01", line("5", "FOUND"))).await.expect(201);
    let lost = json!({"sku": "MILK", "quantity": "-1", "lot": {"number": "LOST"}});
    admin
        .post(MOVEMENTS, &movement("adjustment", "2010-02-01", lost))
        .await
        .expect(422)
        .code("fields_conflict")
        .pointer("/lines/0/lot");
    admin.post(MOVEMENTS, &movement("return", "2010-02-01", line("1", "BACK"))).await.expect(201);
    let made = json!({"kind": "assembly", "occurredAt": "2010-02-02", "warehouseCode": "MAIN", "lines": [
        {"sku": "APPLE", "quantity": "2", "role": "component"},
        {"sku": "MILK", "quantity": "1", "role": "output", "lot": {"number": "MADE"}},
    ]});
    admin.post(MOVEMENTS, &made).await.expect(201);
    let issue = json!({"sku": "MILK", "quantity": "1", "lotNumber": "FOUND"});
    let issue = admin.post(MOVEMENTS, &movement("issue", "2010-02-03", issue)).await.expect(201).id();
    let mut back =
        movement("return", "2010-02-04", json!({"sku": "MILK", "quantity": "1", "lot": {"number": "FOUND"}}));
    back["ofMovementId"] = json!(issue);
    admin.post(MOVEMENTS, &back).await.expect(422).code("fields_conflict").pointer("/lines/0/lot");

    let count = admin.post("/inventory/counts", &json!({"warehouseCode": "SHOP"})).await.expect(201).id();
    let found = json!({"lines": [line("3", "COUNTED")]});
    admin.post(&format!("/inventory/counts/{count}/lines"), &found).await.expect(200);
    admin.post(&format!("/inventory/counts/{count}/lines"), &found).await.expect(200);
    let nothing = json!({"lines": [{"sku": "MILK", "quantity": "0", "lot": {"number": "NONE"}}]});
    admin.post(&format!("/inventory/counts/{count}/lines"), &nothing).await.expect(422).pointer("/lines/0/lot");
    let mut numbers: Vec<String> = admin
        .get("/inventory/lots")
        .await
        .data()
        .iter()
        .map(|lot| lot["number"].as_str().unwrap().to_owned())
        .collect();
    numbers.sort();
    assert_eq!(numbers, ["BACK", "COUNTED", "FOUND", "MADE"]);
}
