//! Every bad input of a movement is refused with its code, its place and the next step, and nothing is written.

use checks::{Answer, Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::movements::set_up;

/// Kinds that move goods; those about another movement name it.
const KINDS: [&str; 10] = [
    "opening",
    "receipt",
    "issue",
    "transfer",
    "return",
    "adjustment",
    "scrap",
    "internalUse",
    "supplierReturn",
    "assembly",
];

/// The valid fields that the tables send along with the faulty one.
struct Scene {
    receipt: String,
    issue: String,
}

impl Scene {
    /// A movement of a kind whose first line is this one, complete except for the fault in that line.
    fn movement(&self, kind: &str, line: Value) -> Value {
        let mut body = json!({"kind": kind, "occurredAt": "2010-03-20", "warehouseCode": "MAIN", "lines": [line]});
        match kind {
            "transfer" => body["toWarehouseCode"] = json!("SHOP"),
            "internalUse" => body["offsetAccountCode"] = json!("5100"),
            "return" => body["ofMovementId"] = json!(self.issue),
            "supplierReturn" => body["ofMovementId"] = json!(self.receipt),
            "assembly" => {
                body["lines"][0]["role"] = json!("component");
                body["lines"].as_array_mut().unwrap().push(json!({"sku": "PEAR", "quantity": "1", "role": "output"}));
            }
            _ => {}
        }
        body
    }
}

/// A line with its cost, if the kind states one.
fn with_cost(kind: &str, mut line: Value) -> Value {
    if is_costed(kind) {
        line["totalCost"] = json!("1.00");
    }
    line
}

fn is_costed(kind: &str) -> bool {
    matches!(kind, "opening" | "receipt")
}

fn takes_out(kind: &str) -> bool {
    matches!(kind, "issue" | "transfer" | "adjustment" | "scrap" | "internalUse" | "assembly")
}

/// A refusal with its code and place, and with the next step.
#[track_caller]
fn refused(answer: &Answer, status: u16, code: &str, pointer: &str) -> Value {
    answer.expect(status).code(code);
    if !pointer.is_empty() {
        answer.pointer(pointer);
    }
    let problem = answer.json();
    let leads_out = problem["resolutions"].as_array().is_some_and(|ways| !ways.is_empty());
    let words = std::iter::once(&problem["detail"])
        .chain(problem["errors"].as_array().unwrap().iter().map(|one| &one["message"]));
    let says_it = words.filter_map(Value::as_str).any(|text| text.contains(": ") || text.contains("must "));
    assert!(leads_out || says_it, "{} has no way out: {}", answer.asked, answer.text());
    problem
}

async fn post(caller: &Caller, body: &Value) -> Answer {
    caller.post("/inventory/movements", body).await
}

async fn made(caller: &Caller, path: &str, body: &Value) -> String {
    caller.post(path, body).await.expect(201).id()
}

async fn item(caller: &Caller, sku: &str) -> Value {
    caller.get(&format!("/inventory/items?sku={sku}")).await.expect(200).data()[0]["id"].clone()
}

/// 10 apples of 10 March, one of which left on the 12th; a piece of 2 March; no pears.
async fn scene(admin: &Caller) -> Scene {
    set_up(admin).await;
    made(admin, "/inventory/lots", &json!({"itemId": item(admin, "MILK").await, "number": "L-1"})).await;
    made(admin, "/inventory/serials", &json!({"itemId": item(admin, "DRILL").await, "number": "P-1"})).await;
    let on = |kind: &str, day: &str, line: Value| json!({"kind": kind, "occurredAt": day, "warehouseCode": "MAIN", "lines": [line]});
    let drill = json!({"sku": "DRILL", "quantity": "1", "serialNumber": "P-1", "totalCost": "99.00"});
    made(admin, "/inventory/movements", &on("receipt", "2010-03-02", drill)).await;
    let apples = json!({"sku": "APPLE", "quantity": "10", "totalCost": "10.00"});
    let receipt = made(admin, "/inventory/movements", &on("receipt", "2010-03-10", apples)).await;
    let issue =
        made(admin, "/inventory/movements", &on("issue", "2010-03-12", json!({"sku": "APPLE", "quantity": "1"}))).await;
    Scene { receipt, issue }
}

on_both![
    every_bad_input_of_a_movement_says_what_is_wrong_where_and_what_to_do_and_nothing_is_written,
    goods_that_cost_nothing_known_lead_to_the_item_that_can_have_a_cost,
    a_reservation_of_nothing_and_the_void_of_what_is_closed_speak_of_themselves,
];

async fn every_bad_input_of_a_movement_says_what_is_wrong_where_and_what_to_do_and_nothing_is_written(
    app: &TestServer,
) {
    let admin = app.as_role("admin");
    let scene = scene(&admin).await;
    let foreign = app.as_foreign("admin");
    set_up(&foreign).await;
    let others = item(&foreign, "APPLE").await;
    let other_lot =
        made(&foreign, "/inventory/lots", &json!({"itemId": item(&foreign, "MILK").await, "number": "L-1"})).await;
    let other_house = foreign.get("/warehouses").await.expect(200).data()[0]["id"].clone();
    let other_movement = json!({"kind": "receipt", "occurredAt": "2010-03-10", "warehouseCode": "MAIN", "lines": [{"sku": "APPLE", "quantity": "1", "totalCost": "1.00"}]});
    let other_movement = made(&foreign, "/inventory/movements", &other_movement).await;
    let january = &app.books.periods[0];
    admin.post(&format!("/accounting/periods/{january}/close"), &json!({})).await.expect(204);
    let manager = app.as_role("warehouseManager");
    let before = app.heads().await;
    for kind in KINDS {
        let apple = |quantity: &str| with_cost(kind, json!({"sku": "APPLE", "quantity": quantity}));
        let quantity = "/lines/0/quantity";
        refused(&post(&admin, &scene.movement(kind, apple("0"))).await, 422, "quantity_not_usable", quantity);
        if kind != "adjustment" {
            refused(&post(&admin, &scene.movement(kind, apple("-1"))).await, 422, "quantity_not_usable", quantity);
        }
        let precise =
            refused(&post(&admin, &scene.movement(kind, apple("1.4"))).await, 422, "quantity_precision", quantity);
        assert_eq!(
            (&precise["context"]["nearest"], &precise["context"]["unitCode"]),
            (&json!("1"), &json!("C62")),
            "{precise}"
        );
        assert!(precise["detail"].as_str().unwrap().contains("APPLE"), "{precise}");
        // A third of one: 4 are nearly 1, and the nearest to 1 would be nothing.
        for (many, word) in [("4", "the nearest is 1 C62"), ("1", "the smallest is 1 C62")] {
            let mut thirds = apple(many);
            thirds["unitCode"] = json!("XBX");
            let inexact = post(&admin, &scene.movement(kind, thirds)).await;
            let problem = refused(inexact.says(word), 422, "unit_conversion_inexact", quantity);
            assert_eq!((&problem["context"]["nearest"], &problem["context"]["unitCode"]), (&json!("1"), &json!("C62")));
        }
        let mut litres = apple("1");
        litres["unitCode"] = json!("LTR");
        let unknown = post(&admin, &scene.movement(kind, litres)).await;
        refused(unknown.says("use C62 or XCS or XBX"), 422, "unknown_reference", "/lines/0/unitCode");

        let mut costed = apple(if kind == "adjustment" { "-1" } else { "1" });
        if is_costed(kind) {
            costed.as_object_mut().unwrap().remove("totalCost");
            refused(&post(&admin, &scene.movement(kind, costed)).await, 422, "cost_required", "/lines/0/totalCost");
        } else {
            costed["totalCost"] = json!("1.00");
            refused(&post(&admin, &scene.movement(kind, costed)).await, 422, "cost_not_allowed", "/lines/0/totalCost");
        }

        for (field, value, sku) in [
            ("itemId", others.clone(), None),
            ("sku", json!("NONE"), None),
            ("warehouseId", other_house.clone(), Some("APPLE")),
            ("warehouseCode", json!("NONE"), Some("APPLE")),
            ("locationCode", json!("NONE"), Some("APPLE")),
            ("lotId", json!(other_lot), Some("MILK")),
            ("lotNumber", json!("L-9"), Some("MILK")),
            ("serialNumber", json!("P-9"), Some("DRILL")),
        ] {
            let mut line = with_cost(kind, json!({"quantity": "1"}));
            sku.into_iter().for_each(|sku| line["sku"] = json!(sku));
            line[field] = value;
            let answer = post(&admin, &scene.movement(kind, line)).await;
            let problem = refused(&answer, 422, "unknown_reference", &format!("/lines/0/{field}"));
            let ways = problem["resolutions"].as_array().cloned().unwrap_or_default();
            assert!(ways.iter().any(|way| way["method"] == "GET"), "{kind} {field}: {problem}");
            if is_costed(kind) && field == "lotNumber" {
                answer.says("create one as lot");
            }
        }
        let mut header = scene.movement(kind, apple("1"));
        header["reasonCode"] = json!("NONE");
        refused(&post(&admin, &header).await, 422, "unknown_reference", "/reasonCode");
        if matches!(kind, "return" | "supplierReturn") {
            let mut of = scene.movement(kind, apple("1"));
            of["ofMovementId"] = json!(other_movement);
            refused(&post(&admin, &of).await, 422, "unknown_reference", "/ofMovementId");
            let pear = scene.movement(kind, json!({"sku": "PEAR", "quantity": "1"}));
            refused(&post(&admin, &pear).await, 422, "unknown_reference", "/lines/0/sku");
            if kind == "return" {
                let much = post(&admin, &scene.movement(kind, apple("2"))).await;
                let much = refused(&much, 422, "takes_too_much", quantity);
                assert_eq!(
                    (&much["resolutions"][0]["method"], &much["context"]["left"]),
                    (&json!("GET"), &json!("1")),
                    "{much}"
                );
                let mut early = scene.movement(kind, apple("1"));
                early["occurredAt"] = json!("2010-03-01");
                let early = refused(&post(&admin, &early).await, 422, "before_its_source", "/occurredAt");
                assert!(early["context"]["occurredAt"].as_str().unwrap().starts_with("2010-03-1"), "{early}");
            }
        }

        let mut marked = apple("1");
        marked["lotNumber"] = json!("L-1");
        let marked = post(&admin, &scene.movement(kind, marked)).await;
        refused(marked.says("APPLE is not tracked by lot"), 422, "item_not_tracked", "/lines/0/lotNumber");
        let alone = scene.movement(kind, with_cost(kind, json!({"lotNumber": "L-1", "quantity": "1"})));
        refused(&post(&admin, &alone).await, 400, "validation_failed", "/lines/0/itemId");
        for (sku, field) in [("MILK", "lotId"), ("DRILL", "serialId")] {
            let unmarked = scene.movement(kind, with_cost(kind, json!({"sku": sku, "quantity": "1"})));
            let answer = post(&admin, &unmarked).await;
            let problem = refused(&answer, 422, "movement_incomplete", &format!("/lines/0/{field}"));
            assert_eq!(problem["resolutions"][0]["method"], "GET", "{problem}");
        }
        let drill = with_cost(kind, json!({"sku": "DRILL", "serialNumber": "P-1", "quantity": "1"}));
        let mut twice = scene.movement(kind, drill.clone());
        let mut second = twice["lines"][0].clone();
        second["description"] = json!("again");
        twice["lines"].as_array_mut().unwrap().insert(1, second);
        refused(&post(&admin, &twice).await, 422, "fields_conflict", "/lines/1/serialNumber");
        if is_costed(kind) || kind == "adjustment" {
            let there = refused(
                &post(&admin, &scene.movement(kind, drill)).await,
                409,
                "serial_in_stock",
                "/lines/0/serialNumber",
            );
            assert_eq!(
                (&there["context"]["warehouseCode"], &there["resolutions"][0]["rel"]),
                (&json!("MAIN"), &json!("serial")),
                "{there}"
            );
        }

        if takes_out(kind) {
            let one = apple(if kind == "adjustment" { "-1" } else { "1" });
            let mut early = scene.movement(kind, one);
            early["occurredAt"] = json!("2010-03-09");
            let early = refused(&post(&admin, &early).await, 409, "insufficient_stock", quantity);
            assert_eq!(early["resolutions"][0]["rel"], "availability", "{early}");
        }
        if kind == "transfer" {
            let mut round = scene.movement(kind, apple("1"));
            round["toWarehouseCode"] = json!("MAIN");
            refused(&post(&admin, &round).await, 422, "transfer_to_itself", "/toWarehouseCode");
        }

        let mut dated = scene.movement(kind, apple(if kind == "adjustment" { "-1" } else { "1" }));
        for (day, status, code, words) in [
            ("2004-03-11", 422, "no_period", "fiscal year"),
            ("2010-01-20", 409, "period_closed", "first open date"),
            ("2999-03-11", 422, "occurred_in_future", "keep it as a draft without occurredAt"),
            ("9999-12-31", 400, "validation_failed", "give a day that has passed"),
        ] {
            dated["occurredAt"] = json!(day);
            refused(post(&manager, &dated).await.says(words), status, code, "/occurredAt");
        }
        dated["occurredAt"] = json!("2010-01-20");
        let kept = post(&manager, &dated).await.resolution("draft");
        assert_eq!((&kept["method"], &kept["body"]["status"]), (&json!("POST"), &json!("draft")));
        assert_eq!(kept["body"]["lines"], dated["lines"], "the movement as it was sent");
        (dated["occurredAt"], dated["status"]) = (json!("2999-03-11"), json!("draft"));
        refused(
            post(&manager, &dated).await.says("leave occurredAt out of the draft"),
            422,
            "occurred_in_future",
            "/occurredAt",
        );

        let mut many = scene.movement(kind, apple("1"));
        many["lines"] = (0..10_001).map(|_| apple("1")).collect();
        refused(post(&admin, &many).await.says("split it"), 400, "validation_failed", "/lines");
    }
    assert_eq!(app.heads().await, before);
}

async fn goods_that_cost_nothing_known_lead_to_the_item_that_can_have_a_cost(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let before = app.heads().await;
    let pear = json!({"sku": "PEAR", "quantity": "1"});
    for kind in ["adjustment", "return"] {
        let found = json!({"kind": kind, "occurredAt": "2010-03-20", "warehouseCode": "MAIN", "lines": [pear]});
        let problem = refused(&post(&admin, &found).await, 422, "cost_required", "/lines/0/totalCost");
        assert_eq!(
            (&problem["resolutions"][0]["method"], &problem["context"]["sku"]),
            (&json!("GET"), &json!("PEAR")),
            "{problem}"
        );
    }
    assert_eq!(app.heads().await, before);
}

async fn a_reservation_of_nothing_and_the_void_of_what_is_closed_speak_of_themselves(app: &TestServer) {
    let admin = app.as_role("admin");
    let scene = scene(&admin).await;
    for quantity in ["0", "-1"] {
        let body = json!({"sku": "APPLE", "warehouseCode": "MAIN", "quantity": quantity});
        let answer = admin.post("/inventory/reservations", &body).await;
        refused(answer.says("a reservation must be for more than 0"), 422, "quantity_not_usable", "/quantity");
    }
    for period in &app.books.periods[..3] {
        admin.post(&format!("/accounting/periods/{period}/close"), &json!({})).await.expect(204);
    }
    let void = format!("/inventory/movements/{}/void", scene.issue);
    let answer = app.as_role("warehouseManager").post(&void, &json!({"reason": "never left"})).await;
    assert_eq!(answer.expect(409).code("period_closed").pointers(), Vec::<String>::new());
}
