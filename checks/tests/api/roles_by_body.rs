//! The rows that members of some warehouses name in request bodies: every field of every operation of goods and
//! warehouses that can name a row of a warehouse, by the OpenAPI document, and movements of every kind.

use std::collections::BTreeSet;

use checks::document::resolved;
use checks::kinds::{About, of_kind};
use checks::{Answer, Caller, TestServer, on_both};
use domain::stock::goods::document::found::needed_to_post;
use domain::value::movement_kind::MovementKind;
use domain::value::permission::Permission;
use reqwest::Method;
use serde_json::{Value, json};

use crate::roles::Operation;
use crate::roles_by_warehouse::{MASTER_DATA, Place, REFUSED, Stage, code, line, noun, send, told, with};

/// Fields that may name any warehouse, because they neither show nor change anything of it.
const MAY_NAME: &[&str] = &["resupplyFrom", "inTransitWarehouseId"];

/// Fields that say yes or no about such rows, and name none.
const IS_NO_NAME: &[&str] = &["releaseReservations"];

/// Words in the names of fields that name a row of a warehouse.
const NAMING: &[&str] = &["warehouse", "location", "movement", "reservation", "parentid", "resupply"];

/// The places where a body can name a row of a warehouse, as `/lines/*/locationId`.
fn fields(document: &Value, schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect(document, schema, "", &mut BTreeSet::new(), &mut found);
    found
}

fn collect(document: &Value, schema: &Value, at: &str, above: &mut BTreeSet<String>, found: &mut Vec<String>) {
    let name = schema["$ref"].as_str().unwrap_or_default().to_owned();
    if !name.is_empty() && !above.insert(name.clone()) {
        return;
    }
    let schema = resolved(document, schema);
    for (field, below) in schema["properties"].as_object().into_iter().flatten() {
        if resolved(document, below)["readOnly"] == true {
            continue;
        }
        let path = format!("{at}/{field}");
        if NAMING.iter().any(|word| field.to_lowercase().contains(word)) && !IS_NO_NAME.contains(&field.as_str()) {
            found.push(path.clone());
        } else {
            collect(document, below, &path, above, found);
        }
    }
    collect_any(document, schema, at, above, found);
    above.remove(&name);
}

/// Of lists and alternatives.
fn collect_any(document: &Value, schema: &Value, at: &str, above: &mut BTreeSet<String>, found: &mut Vec<String>) {
    if schema["items"].is_object() {
        collect(document, &schema["items"], &format!("{at}/*"), above, found);
    }
    for one in ["oneOf", "anyOf", "allOf"].iter().filter_map(|name| schema[name].as_array()).flatten() {
        collect(document, one, at, above, found);
    }
}

/// The value of a field for that place.
fn value(operation: &Operation, field: &str, there: &Place) -> Value {
    let documents = |name: &str| json!(there.documents[name]);
    match field {
        "parentId" if noun(operation) == "locations" || operation.id == "LocationsController_create" => {
            json!(there.bin)
        }
        "parentId" => json!(there.warehouse),
        "resupplyFrom" => json!([there.warehouse]),
        "locationIds" => json!([there.bin]),
        "defaultLocations" => json!({"receiving": there.bin}),
        "ofMovementId" => documents("issue"),
        "reservationId" => documents("reservation"),
        field if field.ends_with("arehouseId") => json!(there.warehouse),
        field if field.ends_with("arehouseCode") => json!(there.code),
        field if field.ends_with("ocationId") => json!(there.bin),
        field if field.ends_with("ocationCode") => json!(there.bin_code),
        field => panic!("{}: say what {field} names", operation.id),
    }
}

/// A path and a body of their own warehouse alone, in which this field can be sent.
fn own(stage: &Stage, operation: &Operation, field: &str) -> (String, Value) {
    let (place, documents) = (&stage.own, &stage.own.documents);
    let has = |words: &[&str]| words.iter().any(|word| field.contains(word));
    let (draft, mut movement) = if has(&["toWarehouse", "fromWarehouse", "toLocation"]) {
        ("parcel", json!({"kind": "transfer", "toWarehouseCode": "BACK"}))
    } else if has(&["ofMovement"]) {
        ("back", json!({"kind": "return", "ofMovementId": documents["issue"]}))
    } else {
        ("draft", json!({"kind": "issue"}))
    };
    movement["lines"] = json!([line("1")]);
    movement["warehouseId"] = json!(place.warehouse);
    movement["occurredAt"] = json!("2010-01-08");
    let reservation = json!({"sku": "APPLE", "quantity": "1", "warehouseId": place.warehouse});
    let found = |lines: Value| json!({"lines": [lines]});
    let (path, body) = match operation.id.as_str() {
        "MovementsController_create" => ("/inventory/movements".to_owned(), movement),
        "MovementsController_batch" => {
            ("/inventory/movements/batch".to_owned(), json!({"atomic": true, "items": [movement]}))
        }
        "MovementsController_update" => {
            movement.as_object_mut().unwrap().remove("kind");
            (format!("/inventory/movements/{}", documents[draft]), movement)
        }
        "MovementsController_receive" => {
            let path = format!("/inventory/movements/{}/receive", documents["coming"]);
            let came = found(json!({"ofLine": 1, "quantity": "1"}));
            (path, with(came, "occurredAt", json!("2010-01-08")))
        }
        "CountsController_open" => {
            // Where nothing is counted yet.
            ("/inventory/counts".to_owned(), json!({"warehouseId": stage.back}))
        }
        "CountsController_record" => (format!("/inventory/counts/{}/lines", documents["count"]), found(line("1"))),
        "ReservationsController_create" => ("/inventory/reservations".to_owned(), reservation),
        "StockController_set" => (
            "/inventory/stock/set".to_owned(),
            json!({"sku": "APPLE", "quantity": "1", "warehouseId": place.warehouse, "occurredAt": "2010-01-08"}),
        ),
        "ReservationsController_batch" => {
            ("/inventory/reservations/batch".to_owned(), json!({"atomic": true, "items": [reservation]}))
        }
        "FrozenPoolsController_freeze" => {
            let apples =
                json!({"itemId": stage.master_data["items"], "reason": "a leak", "warehouseId": place.warehouse});
            ("/inventory/frozen-pools".to_owned(), apples)
        }
        "WarehousesController_create" => {
            ("/warehouses".to_owned(), json!({"code": "NEW", "name": "New", "parentId": stage.back}))
        }
        "WarehousesController_update" => (format!("/warehouses/{}", place.warehouse), json!({})),
        "LocationsController_create" => (format!("/warehouses/{}/locations", place.warehouse), json!({"code": "NEW"})),
        "LocationsController_update" => (format!("/warehouses/{}/locations/{}", place.warehouse, place.bin), json!({})),
        id => panic!("{id} can name what is of a warehouse in {field}: say what it sends"),
    };
    (path, body)
}

/// Puts a value at a field, instead of another name for the same row. Returns its place.
fn put(body: &mut Value, field: &str, value: Value) -> String {
    let pointer = field.replace('*', "0");
    let (above, name) = pointer.rsplit_once('/').unwrap();
    let object = body.pointer_mut(above).and_then(Value::as_object_mut).unwrap_or_else(|| panic!("{field}"));
    let stem = name.trim_end_matches("Id").trim_end_matches("Code");
    let same: &[&str] = if stem == "fromWarehouse" { &["fromWarehouse", "warehouse"] } else { &[stem] };
    for other in same {
        object.remove(&format!("{other}Id"));
        object.remove(&format!("{other}Code"));
    }
    object.insert(name.to_owned(), value);
    pointer
}

/// Whether an answer refuses the named row.
fn is_refused(answer: &Answer, pointer: &str) -> bool {
    let is_elsewhere = answer.status == 403 && code(answer) == REFUSED;
    (is_elsewhere || answer.status == 422) && answer.pointers().iter().any(|one| one.starts_with(pointer))
}

/// Whether a movement of this kind concerns an item in all warehouses.
fn is_of_all(kind: MovementKind) -> bool {
    matches!(kind, MovementKind::CostingChange | MovementKind::StandardCostChange)
}

/// The answer to a movement of this kind there, without effect if it is recorded; `None` if it is no document of its
/// own.
async fn tried(caller: &Caller, kind: MovementKind, there: &Place, status: &str) -> Option<Answer> {
    let about = About {
        warehouse: there.code,
        other: "BACK",
        sku: "APPLE",
        made: "JAM",
        expense: "5100",
        receipt: &there.documents["receipt"],
        issue: &there.documents["issue"],
    };
    let body = with(with(of_kind(kind, &about)?, "status", json!(status)), "occurredAt", json!("2010-01-08"));
    Some(caller.post("/inventory/movements?dryRun=true", &body).await)
}

on_both![
    nothing_that_who_acts_in_some_warehouses_sends_names_what_is_of_another,
    a_movement_of_each_kind_is_recorded_by_who_acts_there_alone,
];

async fn nothing_that_who_acts_in_some_warehouses_sends_names_what_is_of_another(app: &TestServer) {
    let stage = Stage::set(app).await;
    let before = app.head(&app.books).await;
    let (mut wrong, mut sent) = (Vec::new(), 0);
    // A scan writes nothing, and the rows it may name are tried separately (`scan_bounds.rs`).
    let writes = |one: &Operation| {
        one.method != Method::GET && !MASTER_DATA.contains(&noun(one)) && one.id != "ScanController_scan"
    };
    for (operation, role, caller) in stage.asked().filter(|(one, ..)| writes(one)) {
        for field in fields(&stage.document, &operation.schema) {
            let name = field.rsplit('/').next().unwrap();
            let (path, body) = own(&stage, operation, &field);
            let answer = send(caller, operation, &path, Some(&body), true).await;
            if !matches!(answer.status, 200 | 201) {
                wrong.push(format!("{} of his own as {role}: {}", operation.id, answer.text()));
            }
            let mut other = body;
            let pointer = put(&mut other, &field, value(operation, name, &stage.there));
            let may = MAY_NAME.contains(&name);
            let answer = send(caller, operation, &path, Some(&other), may).await;
            let told = told(&stage.there, &operation.id, &answer).filter(|_| !may).unwrap_or_default();
            let is_right = if may { matches!(answer.status, 200 | 422) } else { is_refused(&answer, &pointer) };
            if !is_right || !told.is_empty() {
                wrong.push(format!("{} with {pointer} as {role}: {} {told}", operation.id, answer.text()));
            }
            sent += 1;
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {wrong:#?}", wrong.len());
    assert!(sent > 150, "{sent}");
    assert_eq!(app.head(&app.books).await, before, "something was written");
}

async fn a_movement_of_each_kind_is_recorded_by_who_acts_there_alone(app: &TestServer) {
    let stage = Stage::set(app).await;
    let before = app.head(&app.books).await;
    let mut wrong = Vec::new();
    for (role, caller) in stage.members.iter().filter(|(role, _)| role.permissions().has(Permission::MovementsDraft)) {
        for kind in MovementKind::ALL {
            for status in ["posted", "draft"] {
                let needed = if status == "draft" { Permission::MovementsDraft } else { needed_to_post(*kind) };
                if !role.permissions().has(needed) {
                    continue;
                }
                for (place, is_own) in [(&stage.there, false), (&stage.own, true)] {
                    let Some(answer) = tried(caller, *kind, place, status).await else { continue };
                    let told = told(&stage.there, "MovementsController_create", &answer);
                    let is_right = match (is_of_all(*kind), is_own) {
                        (true, _) => answer.status == 403 && code(&answer) == REFUSED,
                        (false, true) => answer.status == 200,
                        (false, false) => is_refused(&answer, "/"),
                    };
                    let is_right = is_right && told.is_none();
                    if !is_right {
                        wrong.push(format!(
                            "{} {status} in {} as {}: {}",
                            kind.name(),
                            place.code,
                            role.name(),
                            answer.text()
                        ));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {wrong:#?}", wrong.len());
    assert_eq!(app.head(&app.books).await, before, "something was written");
}
