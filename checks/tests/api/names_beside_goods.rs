//! Codes and names beside the ids of movements, reservations, counts and matches, and lines in the list of movements.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;
use crate::counts::this_year;
use crate::movement_kinds::more_accounts;
use crate::movements::{movement, set_up};
use crate::names_beside_ids::narrowed;

const MOVEMENTS: &str = "/inventory/movements";

on_both![
    lines_of_movements_tell_what_goods_places_lots_and_pieces_are_called,
    a_movement_tells_what_party_reason_and_accounts_are_called,
    nobody_learns_a_name_of_goods_that_they_may_not_read,
    reservations_counts_and_matches_tell_what_their_ids_are_called,
    of_an_id_and_its_code_in_a_draft_of_a_movement_the_one_that_was_changed_counts,
    a_list_of_movements_shows_lines_if_they_are_asked_for,
];

/// Two bins of the first warehouse, and a reason.
async fn places(admin: &Caller) {
    set_up(admin).await;
    more_accounts(admin).await;
    let warehouse = admin.get("/warehouses?code=MAIN").await.data()[0]["id"].as_str().unwrap().to_owned();
    admin.put(&format!("/warehouses/{warehouse}"), &json!({"binsMode": "optional"})).await.expect(204);
    for code in ["A-01", "A-02"] {
        admin.post(&format!("/warehouses/{warehouse}/locations"), &json!({"code": code})).await.expect(201);
    }
    admin.post("/inventory/reason-codes", &json!({"code": "FOUND", "name": "Found"})).await.expect(201);
}

fn called(line: &Value) -> Vec<&Value> {
    let fields = ["sku", "itemName", "warehouseCode", "locationCode", "toWarehouseCode", "lotNumber", "serialNumber"];
    fields.map(|field| &line[field]).to_vec()
}

async fn lines_of_movements_tell_what_goods_places_lots_and_pieces_are_called(app: &TestServer) {
    let admin = app.as_role("admin");
    places(&admin).await;
    let none = Value::Null;
    for (mut body, wanted) in [
        (
            movement(
                "receipt",
                "2010-01-05",
                json!({"sku": "APPLE", "quantity": "9", "totalCost": "9.00", "locationCode": "A-01"}),
            ),
            [json!("APPLE"), json!("APPLE"), json!("MAIN"), json!("A-01"), none.clone(), none.clone(), none.clone()],
        ),
        (
            movement(
                "receipt",
                "2010-01-05",
                json!({"sku": "MILK", "quantity": "9", "totalCost": "9.00", "lot": {"number": "L-1"}}),
            ),
            [json!("MILK"), json!("MILK"), json!("MAIN"), none.clone(), none.clone(), json!("L-1"), none.clone()],
        ),
        (
            movement(
                "receipt",
                "2010-01-05",
                json!({"sku": "DRILL", "quantity": "1", "totalCost": "9.00", "serial": {"number": "S-1"}}),
            ),
            [json!("DRILL"), json!("DRILL"), json!("MAIN"), none.clone(), none.clone(), none.clone(), json!("S-1")],
        ),
        (
            movement(
                "transfer",
                "2010-01-06",
                json!({"sku": "APPLE", "quantity": "4", "locationCode": "A-01", "toWarehouseCode": "SHOP"}),
            ),
            [json!("APPLE"), json!("APPLE"), json!("MAIN"), json!("A-01"), json!("SHOP"), none.clone(), none.clone()],
        ),
    ] {
        let preview = admin.post(&format!("{MOVEMENTS}?dryRun=true"), &body).await.expect(200).json();
        assert_eq!(called(&preview["wouldReturn"]["lines"][0]), wanted.iter().collect::<Vec<_>>(), "as a preview");
        if body["kind"] == "transfer" {
            body["mode"] = json!("twoStep");
        }
        let made = admin.post(MOVEMENTS, &body).await.expect(201).json();
        assert_eq!(called(&made["lines"][0]), wanted.iter().collect::<Vec<_>>());
        let read = admin.get(&format!("{MOVEMENTS}/{}", made["id"].as_str().unwrap())).await.expect(200).json();
        assert_eq!(read["lines"], made["lines"]);
    }
    let inside = json!({"sku": "APPLE", "quantity": "1", "locationCode": "A-01", "toWarehouseCode": "MAIN", "toLocationCode": "A-02"});
    let moved = admin.post(MOVEMENTS, &movement("transfer", "2010-01-07", inside)).await.expect(201).json();
    assert_eq!(moved["lines"][0]["toLocationCode"], "A-02");
}

async fn a_movement_tells_what_party_reason_and_accounts_are_called(app: &TestServer) {
    let admin = app.as_role("admin");
    places(&admin).await;
    let mut body = movement("receipt", "2010-01-05", json!({"sku": "APPLE", "quantity": "9", "totalCost": "9.00"}));
    (body["partyName"], body["offsetAccountCode"]) = (json!("Orchard"), json!("5100"));
    body["reasonCode"] = json!("FOUND");
    let preview = admin.post(&format!("{MOVEMENTS}?dryRun=true"), &body).await.expect(200).json();
    assert_eq!(preview["wouldReturn"]["partyName"], "Orchard", "also where the party would be made");
    let made = admin.post(MOVEMENTS, &body).await.expect(201).json();
    let read = admin.get(&format!("{MOVEMENTS}/{}", made["id"].as_str().unwrap())).await.expect(200).json();
    for shown in [&made, &read] {
        let names = ["partyName", "partyCode", "reasonCode", "offsetAccountCode", "toAccountCode"];
        assert_eq!(
            names.map(|name| &shown[name]),
            [&json!("Orchard"), &Value::Null, &json!("FOUND"), &json!("5100"), &Value::Null]
        );
        assert_eq!(shown["lines"][0]["counterAccountCode"], "5100");
    }
    assert_eq!(admin.get(MOVEMENTS).await.data()[0]["partyName"], "Orchard");
    let mut other = movement("receipt", "2010-01-06", json!({"sku": "PEAR", "quantity": "9", "totalCost": "9.00"}));
    other["partyName"] = json!("Orchard");
    let id = admin.post(MOVEMENTS, &other).await.expect(201).id();
    let invoice = json!({
        "kind": "supplierInvoice", "occurredAt": "2010-01-08", "ofMovementId": id, "partyId": made["partyId"],
        "reference": "4711", "charges": [{"accountCode": "5100", "amount": "1.00"}], "status": "draft",
    });
    let invoice = admin.post(MOVEMENTS, &invoice).await;
    assert_eq!(invoice.expect(201).json()["charges"][0]["accountCode"], "5100");
    let path = format!("{MOVEMENTS}/{}", invoice.id());
    let read = admin.get(&path).await.json();
    admin.put(&path, &read).await.expect(204);
    assert_eq!(admin.get(&path).await.json(), read, "what is sent back as it was read changes nothing");
}

async fn nobody_learns_a_name_of_goods_that_they_may_not_read(app: &TestServer) {
    let admin = app.as_role("admin");
    places(&admin).await;
    let line =
        json!({"sku": "MILK", "quantity": "9", "totalCost": "9.00", "lot": {"number": "L-1"}, "locationCode": "A-01"});
    let mut body = movement("receipt", "2010-01-05", line);
    (body["partyName"], body["reasonCode"], body["reference"]) = (json!("Orchard"), json!("FOUND"), json!("R"));
    let whole = admin.post(MOVEMENTS, &body).await.expect(201).json();
    let path = format!("{MOVEMENTS}/{}", whole["id"].as_str().unwrap());
    for (scope, warehouses, items, parties, accounts) in [
        ("movements:read", false, false, false, false),
        ("movements:read warehouses:read", true, false, false, false),
        ("movements:read items:read", false, true, false, false),
        ("movements:read parties:read", false, false, true, false),
        ("movements:read parties:lookup", false, false, true, false),
        ("movements:read accounts:read", false, false, false, true),
    ] {
        let reader = narrowed(app, scope).await;
        let of = |is_seen: bool, value: &Value| if is_seen { value.clone() } else { Value::Null };
        let read = reader.get(&path).await.expect(200).json();
        let listed = reader.get(&format!("{MOVEMENTS}?include=lines&reference=R")).await.data().remove(0);
        assert_eq!(read["reasonCode"], of(items, &json!("FOUND")), "{scope}");
        for shown in [&read, &listed] {
            let (line, own) = (&shown["lines"][0], &whole["lines"][0]);
            for (is_seen, fields) in [
                (warehouses, vec!["warehouseCode", "locationCode"]),
                (items, vec!["itemName", "lotNumber"]),
                (accounts, vec!["counterAccountCode"]),
            ] {
                for field in fields {
                    assert_ne!(own[field], Value::Null, "{field}");
                    assert_eq!(line[field], of(is_seen, &own[field]), "{scope}: {field}");
                }
            }
            assert_eq!(shown["partyName"], of(parties, &json!("Orchard")), "{scope}");
            assert_eq!((&line["sku"], &line["lotId"]), (&own["sku"], &own["lotId"]));
        }
    }
}

async fn reservations_counts_and_matches_tell_what_their_ids_are_called(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    places(&admin).await;
    let line = json!({"sku": "MILK", "quantity": "9", "totalCost": "9.00", "lot": {"number": "L-1"}});
    admin.post(MOVEMENTS, &movement("receipt", "2010-01-05", line)).await.expect(201);
    let body = json!({"sku": "MILK", "quantity": "2", "warehouseCode": "MAIN", "lotNumber": "L-1"});
    let reserved = admin.post("/inventory/reservations", &body).await.expect(201).json();
    let path = format!("/inventory/reservations/{}", reserved["id"].as_str().unwrap());
    let read = admin.get(&path).await.expect(200).json();
    for shown in [&reserved, &read, &admin.get("/inventory/reservations").await.data()[0]] {
        let names = ["sku", "itemName", "warehouseCode", "lotNumber", "serialNumber"].map(|name| &shown[name]);
        assert_eq!(names, [&json!("MILK"), &json!("MILK"), &json!("MAIN"), &json!("L-1"), &Value::Null]);
    }
    admin.put(&path, &read).await.expect(204);
    admin.put(&path, &json!({"warehouseCode": "SHOP"})).await.expect(400).pointer("/warehouseCode");
    let reader = narrowed(app, "reservations:read").await;
    let narrow = reader.get(&path).await.expect(200).json();
    for field in ["itemName", "warehouseCode", "lotNumber"] {
        assert_eq!(narrow[field], Value::Null, "{field}");
    }

    let count = admin.post("/inventory/counts", &json!({"warehouseCode": "MAIN", "reasonCode": "FOUND"})).await;
    let path = format!("/inventory/counts/{}", count.expect(201).id());
    for shown in [count.json(), admin.get(&path).await.json(), admin.get("/inventory/counts").await.data().remove(0)] {
        assert_eq!((&shown["warehouseCode"], &shown["reasonCode"]), (&json!("MAIN"), &json!("FOUND")));
    }
    let lines = json!({"lines": [{"lineNumber": 1, "quantity": "8", "reasonCode": "FOUND"}]});
    let recorded = admin.post(&format!("{path}/lines"), &lines).await.expect(200).json();
    assert_eq!(recorded["data"][0]["reasonCode"], "FOUND");
    assert_eq!(admin.get(&format!("{path}/lines")).await.data(), *recorded["data"].as_array().unwrap());
    let narrow = narrowed(app, "counts:read").await.get(&path).await.expect(200).json();
    assert_eq!((&narrow["warehouseCode"], &narrow["reasonCode"]), (&Value::Null, &Value::Null));

    let journal = &app.books.journal;
    let invoice = admin.receivable(journal, "A", "2010-12-01", "100.00").await;
    let payment = admin.receivable(journal, "A", "2010-12-09", "-60.00").await;
    let made = admin.matching(&[&invoice, &payment]).await.expect(201).json();
    let path = format!("/accounting/matches/{}", made["id"].as_str().unwrap());
    for shown in [made.clone(), admin.get(&path).await.json(), admin.get("/accounting/matches").await.data().remove(0)]
    {
        let numbers: Vec<Value> =
            shown["lines"].as_array().unwrap().iter().map(|line| line["entryNumber"].clone()).collect();
        let own = [admin.entry(&invoice).await["number"].clone(), admin.entry(&payment).await["number"].clone()];
        assert_eq!(numbers, own);
        assert_eq!((&shown["accountCode"], &shown["partyName"]), (&json!("1100"), &json!("A")));
    }
    let narrow = narrowed(app, "journalEntries:read costs:read").await.get(&path).await.expect(200).json();
    assert_eq!((&narrow["accountCode"], &narrow["partyName"]), (&Value::Null, &json!("A")));
    assert_eq!(narrow["lines"], made["lines"]);
}

async fn of_an_id_and_its_code_in_a_draft_of_a_movement_the_one_that_was_changed_counts(app: &TestServer) {
    let admin = app.as_role("admin");
    places(&admin).await;
    let line = json!({"sku": "APPLE", "quantity": "9", "totalCost": "9.00", "locationCode": "A-01"});
    let mut body = movement("receipt", "2010-01-05", line);
    body["status"] = json!("draft");
    (body["partyName"], body["reasonCode"], body["offsetAccountCode"]) =
        (json!("Orchard"), json!("FOUND"), json!("5100"));
    let made = admin.post(MOVEMENTS, &body).await.expect(201).json();
    let path = format!("{MOVEMENTS}/{}", made["id"].as_str().unwrap());
    let read = admin.get(&path).await.json();
    assert_eq!(read["lines"], made["lines"]);
    admin.put(&path, &made).await.expect(204);
    admin.put(&path, &read).await.expect(204);
    assert_eq!(admin.get(&path).await.json(), read, "what is sent back as it was read changes nothing");
    // Without the right to read names they are null; sent back, they change nothing either.
    let clerk = narrowed(app, "movements:read movements:draft movements:post costs:read").await;
    let narrow = clerk.get(&path).await.json();
    assert_eq!((&narrow["reasonCode"], &narrow["lines"][0]["warehouseCode"]), (&Value::Null, &Value::Null));
    clerk.put(&path, &narrow).await.expect(204);
    assert_eq!(admin.get(&path).await.json(), read);

    let mut by_code = read.clone();
    by_code["lines"][0]["locationCode"] = json!("A-02");
    by_code["partyName"] = json!("Grove");
    by_code["offsetAccountCode"] = json!("5900");
    admin.put(&path, &by_code).await.expect(204);
    let after = admin.get(&path).await.json();
    assert_eq!((&after["lines"][0]["locationCode"], &after["partyName"]), (&json!("A-02"), &json!("Grove")));
    assert_ne!(after["lines"][0]["locationId"], read["lines"][0]["locationId"]);
    assert_eq!(after["offsetAccountCode"], "5900");
    let mut by_id = after.clone();
    by_id["lines"][0]["locationId"] = read["lines"][0]["locationId"].clone();
    admin.put(&path, &by_id).await.expect(204);
    assert_eq!(admin.get(&path).await.json()["lines"][0]["locationCode"], "A-01");
    // Both changed: the caller has to say which one is meant.
    let mut both = admin.get(&path).await.json();
    both["lines"][0]["locationId"] = after["lines"][0]["locationId"].clone();
    both["lines"][0]["locationCode"] = json!("A-03");
    admin.put(&path, &both).await.expect(400).pointer("/lines/0/locationCode");
    // A line that is copied has the ids and codes of the one that it was copied from.
    let mut more = admin.get(&path).await.json();
    let mut copied = more["lines"][0].clone();
    copied.as_object_mut().unwrap().remove("lineNumber");
    more["lines"].as_array_mut().unwrap().push(copied);
    admin.put(&path, &more).await.expect(204);
    assert_eq!(admin.get(&path).await.json()["lines"].as_array().unwrap().len(), 2);
}

async fn a_list_of_movements_shows_lines_if_they_are_asked_for(app: &TestServer) {
    let admin = app.as_role("admin");
    places(&admin).await;
    let received = movement("receipt", "2010-01-05", json!({"sku": "APPLE", "quantity": "9", "totalCost": "9.00"}));
    let receipt = admin.post(MOVEMENTS, &received).await.expect(201).id();
    let mut draft = received.clone();
    draft["status"] = json!("draft");
    admin.post(MOVEMENTS, &draft).await.expect(201);
    let line = json!({"sku": "APPLE", "quantity": "2", "toWarehouseCode": "SHOP"});
    let mut transfer = movement("transfer", "2010-01-06", line);
    admin.post(MOVEMENTS, &transfer).await.expect(201);
    transfer["mode"] = json!("twoStep");
    admin.post(MOVEMENTS, &transfer).await.expect(201);
    let issue = movement("issue", "2010-01-07", json!({"sku": "APPLE", "quantity": "1"}));
    let issued = admin.post(MOVEMENTS, &issue).await.expect(201).id();
    admin.post(&format!("{MOVEMENTS}/{issued}/void"), &json!({"reason": "wrong"})).await.expect(204);
    let landed = json!({
        "kind": "landedCost", "occurredAt": "2010-01-08", "ofMovementId": receipt, "amount": "3.00",
        "offsetAccountCode": "5100",
    });
    admin.post(MOVEMENTS, &landed).await.expect(201);
    let path = format!("{MOVEMENTS}?include=lines");
    let listed = admin.get(&path).await.expect(200).data();
    assert!(listed.len() >= 6, "{}", listed.len());
    for row in &listed {
        let own = admin.get(&format!("{MOVEMENTS}/{}", row["id"].as_str().unwrap())).await.expect(200).json();
        assert_eq!(row["lines"], own["lines"], "{}", own["kind"]);
        assert_ne!(row["lines"].as_array().unwrap().len(), 0);
    }
    assert_eq!(all_pages(&admin, &path, 2).await, listed);
    assert!(admin.get(MOVEMENTS).await.data().iter().all(|row| row["lines"].is_null()));
    admin.get(&format!("{MOVEMENTS}?include=all")).await.expect(400).pointer("include");
    // The costs of lines are for those who may see them.
    let reader = narrowed(app, "movements:read").await;
    let rows = reader.get(&path).await.expect(200).data();
    assert!(rows.iter().flat_map(|row| row["lines"].as_array().unwrap()).all(|line| line["cost"].is_null()));
}
