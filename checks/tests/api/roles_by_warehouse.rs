//! Every operation of goods and warehouses × every built-in role as a member who acts in some warehouses, generated
//! from the OpenAPI document: rows of another warehouse are not shown, not changed and not accepted in requests.

use std::collections::BTreeMap;

use checks::{Answer, Caller, TestServer, on_both};
use domain::commands::memberships::set::SetMembership;
use domain::rows::PrincipalKind;
use domain::value::id::PrincipalId;
use domain::value::permission::BuiltInRole;
use domain::value::{Patch, Sought};
use reqwest::Method;
use serde_json::{Value, json};

use crate::movement_kinds::more_accounts;
use crate::movements::set_up;
use crate::roles::{Operation, operations};

pub const REFUSED: &str = "warehouse_not_assigned";

/// Nouns whose rows are of no warehouse: members of some warehouses read them all, and they show no stock by place.
pub const MASTER_DATA: &[&str] = &["items", "item-categories", "lots", "serials", "reason-codes"];

/// Operations that show the names and settings of all warehouses: a transfer must be able to name its destination.
const NAMES: &[&str] =
    &["WarehousesController_list", "WarehousesController_get", "LocationsController_list", "LocationsController_get"];

/// Operations about all warehouses, which are refused to members of some, also about their own.
pub const OF_ALL: &[&str] =
    &["InventoryController_proof", "MovementsController_costTrace", "WarehousesController_changeCostingScope"];

/// A warehouse and the rows of it alone.
pub struct Place {
    pub code: &'static str,
    pub warehouse: String,
    pub bin: String,
    pub bin_code: String,
    /// Ids by their kind.
    pub documents: BTreeMap<&'static str, String>,
}

/// Rows shared by all: ids by noun.
type MasterData = BTreeMap<&'static str, String>;

/// A company with goods in three warehouses, and everything that goods can be in two of them.
pub struct Stage {
    pub there: Place,
    pub own: Place,
    pub master_data: MasterData,
    /// An empty warehouse, which is theirs, too.
    pub back: String,
    /// The roles with members who act in `own` and `back` alone.
    pub members: Vec<(BuiltInRole, Caller)>,
    operations: Vec<Operation>,
    pub document: Value,
}

impl Stage {
    pub async fn set(app: &TestServer) -> Self {
        let admin = app.as_role("admin");
        set_up(&admin).await;
        more_accounts(&admin).await;
        for code in ["BACK", "AFAR"] {
            admin.warehouse(code).await;
        }
        let master_data = master_data(&admin).await;
        record(&admin, received("AFAR", "9.00")).await;
        let there = place(&admin, "MAIN").await;
        let own = place(&admin, "SHOP").await;
        let document = app.with_token(None).get("~/openapi.json").await.json();
        let mut operations = operations(&document);
        let is_of_goods = |one: &Operation| {
            ["/api/v1/inventory/", "/api/v1/warehouses"].iter().any(|root| one.path.starts_with(root))
        };
        operations.retain(is_of_goods);
        assert!(operations.len() > 80, "{}", operations.len());
        let back = admin.get("/warehouses?code=BACK").await.data()[0]["id"].as_str().unwrap().to_owned();
        let members = members(app, &[own.warehouse.clone(), back.clone()]).await;
        Self { there, own, master_data, back, members, operations, document }
    }

    /// Each operation with each member whose role allows it.
    pub fn asked(&self) -> impl Iterator<Item = (&Operation, &str, &Caller)> {
        let may = |one: &Operation, role: &BuiltInRole| role.permissions().has(one.permission.unwrap());
        self.operations.iter().flat_map(move |one| {
            let members = self.members.iter().filter(move |(role, _)| may(one, role));
            members.map(move |(role, caller)| (one, role.name(), caller))
        })
    }

    /// A path with ids of this place, or of rows shared by all.
    fn path(&self, operation: &Operation, place: &Place, document: &str) -> String {
        operation.path(&|noun: &str| match noun {
            "warehouses" => place.warehouse.clone(),
            "locations" => place.bin.clone(),
            noun => self.master_data.get(noun).cloned().unwrap_or_else(|| place.documents[document].clone()),
        })
    }
}

/// Items, and of every other noun that is of no warehouse one that is used there.
async fn master_data(admin: &Caller) -> MasterData {
    let goods = json!({"code": "GOODS", "name": "Goods"});
    let category = admin.post("/inventory/item-categories", &goods).await.expect(201).id();
    admin.post("/inventory/items", &json!({"sku": "JAM", "name": "Jam"})).await.expect(201);
    let items = admin.get("/inventory/items?limit=200").await.expect(200).data();
    let item = |sku: &str| items.iter().find(|one| one["sku"] == sku).unwrap()["id"].as_str().unwrap().to_owned();
    let gtins = json!({"categoryId": category, "gtins": [{"gtin": "6291041500213"}]});
    admin.put(&format!("/inventory/items/{}", item("APPLE")), &gtins).await.expect(204);
    let numbered = async |noun: &str, sku: &str| {
        let body = json!({"itemId": item(sku), "number": "N-1"});
        admin.post(&format!("/inventory/{noun}"), &body).await.expect(201).id()
    };
    let reason = json!({"code": "BROKEN", "name": "Broken"});
    let reason = admin.post("/inventory/reason-codes", &reason).await.expect(201).id();
    let (lot, piece) = (numbered("lots", "MILK").await, numbered("serials", "DRILL").await);
    MasterData::from([
        ("item-categories", category),
        ("items", item("APPLE")),
        ("lots", lot),
        ("serials", piece),
        ("reason-codes", reason),
    ])
}

async fn record(admin: &Caller, body: Value) -> String {
    admin.post("/inventory/movements", &body).await.expect(201).id()
}

pub fn line(quantity: &str) -> Value {
    json!({"sku": "APPLE", "quantity": quantity})
}

fn received(warehouse: &str, cost: &str) -> Value {
    let line = json!({"sku": "APPLE", "quantity": "20", "totalCost": cost});
    json!({"kind": "receipt", "occurredAt": "2010-01-05", "warehouseCode": warehouse, "partyName": "Orchard", "lines": [line]})
}

fn moved(kind: &str, from: &str, to: Option<&str>) -> Value {
    let mut body = json!({"kind": kind, "occurredAt": "2010-01-07", "warehouseCode": from, "lines": [line("1")]});
    if let Some(to) = to {
        body["toWarehouseCode"] = json!(to);
    }
    body
}

pub fn with(mut body: Value, name: &str, value: Value) -> Value {
    body[name] = value;
    body
}

/// One of everything that is of a warehouse alone.
async fn place(admin: &Caller, code: &'static str) -> Place {
    let warehouse = admin.get(&format!("/warehouses?code={code}")).await.data()[0]["id"].as_str().unwrap().to_owned();
    let bin_code = format!("{code}-1");
    let bin = json!({"code": bin_code});
    let bin = admin.post(&format!("/warehouses/{warehouse}/locations"), &bin).await.expect(201).id();
    let draft = |body: Value| with(body, "status", json!("draft"));
    let two_step = |from: &str, to: &str| with(moved("transfer", from, Some(to)), "mode", json!("twoStep"));
    let mut documents = BTreeMap::new();
    let receipt = record(admin, received(code, "40.00")).await;
    // One of its goods can be credited, and the others are not invoiced.
    let one = json!([{"ofLine": 1, "quantity": "1", "amount": "2.00"}]);
    let billed = json!({"kind": "supplierInvoice", "occurredAt": "2010-01-06", "partyName": "Orchard",
        "ofMovementId": receipt, "lines": one});
    record(admin, billed).await;
    let jam = json!({"sku": "JAM", "quantity": "1", "totalCost": "3.00"});
    documents.insert("jam", record(admin, with(received(code, "3.00"), "lines", json!([jam]))).await);
    let broken = with(moved("issue", code, None), "reasonCode", json!("BROKEN"));
    let issue = record(admin, broken).await;
    documents.insert("draft", record(admin, draft(moved("issue", code, None))).await);
    let to = if code == "SHOP" { "BACK" } else { "AFAR" };
    documents.insert("parcel", record(admin, draft(moved("transfer", code, Some(to)))).await);
    let back = with(moved("return", code, None), "ofMovementId", json!(issue));
    documents.insert("back", record(admin, draft(back)).await);
    let waiting = record(admin, draft(moved("issue", code, None))).await;
    admin.ask(Method::POST, &format!("/inventory/movements/{waiting}/submit")).await.expect(204);
    documents.extend([("receipt", receipt), ("issue", issue), ("waiting", waiting)]);
    documents.insert("coming", record(admin, two_step("AFAR", code)).await);
    documents.insert("going", record(admin, two_step(code, "AFAR")).await);
    if code == "MAIN" {
        for (sku, number) in [("MILK", "lotNumber"), ("DRILL", "serialNumber")] {
            let line = json!({"sku": sku, "quantity": "1", "totalCost": "3.00", number: "N-1"});
            let brought = with(received(code, "3.00"), "lines", json!([line]));
            documents.insert(number, record(admin, brought).await);
        }
    }
    let reserved = json!({"sku": "APPLE", "quantity": "1", "warehouseId": warehouse});
    documents.insert("reservation", admin.post("/inventory/reservations", &reserved).await.expect(201).id());
    let counted = json!({"warehouseId": warehouse});
    documents.insert("count", admin.post("/inventory/counts", &counted).await.expect(201).id());
    // Of goods that are nowhere, so that all others move.
    let pears = admin.get("/inventory/items?sku=PEAR").await.data()[0]["id"].clone();
    let leak = json!({"itemId": pears, "warehouseId": warehouse, "reason": "a leak in the roof"});
    documents.insert("frozen", admin.post("/inventory/frozen-pools", &leak).await.expect(201).id());
    Place { code, warehouse, bin, bin_code, documents }
}

/// A member with each role who acts in these warehouses alone.
async fn members(app: &TestServer, within: &[String]) -> Vec<(BuiltInRole, Caller)> {
    let mut members = Vec::new();
    for role in BuiltInRole::ALL {
        let principal = PrincipalId([0x70 + *role as u8; 16]);
        let membership = SetMembership {
            principal: Sought::Id(principal),
            kind: PrincipalKind::User,
            roles: vec![role.name().to_owned()],
            is_active: true,
            owner: None,
            warehouses: Patch::Set(within.iter().map(|id| Sought::of(id)).collect()),
            name: None,
            if_match: None,
        };
        app.submit(membership).await;
        let token = app.mint(principal, Some(app.books.organization), None);
        members.push((*role, app.with_token(Some(token))));
    }
    members
}

/// The noun whose id the path ends with, or that stands before its last step.
pub fn noun(operation: &Operation) -> &str {
    let parts: Vec<&str> = operation.path.split('/').collect();
    let last = parts.iter().rposition(|part| part.starts_with('{'));
    last.map_or(parts[parts.len() - 1], |last| parts[last - 1])
}

/// Documents of a place that a path may name.
fn named_by(operation: &Operation) -> &'static [&'static str] {
    match noun(operation) {
        "movements" => &["receipt", "issue", "draft", "waiting", "coming", "going"],
        "counts" => &["count"],
        "reservations" => &["reservation"],
        "frozen-pools" => &["frozen"],
        // Themselves.
        "warehouses" | "locations" => &[""],
        noun if MASTER_DATA.contains(&noun) => &[""],
        noun => panic!("{}: say which {noun} are of a warehouse", operation.id),
    }
}

/// The one of them that the operation is for.
fn fitting(operation: &Operation) -> &'static str {
    match operation.id.as_str() {
        "MovementsController_update"
        | "MovementsController_delete"
        | "MovementsController_post"
        | "MovementsController_submit" => "draft",
        "MovementsController_approve" | "MovementsController_reject" | "MovementsController_withdraw" => "waiting",
        "MovementsController_void" => "issue",
        "MovementsController_receive" => "coming",
        "MovementsController_close" => "going",
        _ => named_by(operation)[0],
    }
}

/// Status and code of the answer if the path names a row of a warehouse that is not assigned; `None` for rows of no
/// warehouse.
fn elsewhere(operation: &Operation) -> Option<(u16, &'static str)> {
    match noun(operation) {
        noun if MASTER_DATA.contains(&noun) => None,
        _ if OF_ALL.contains(&operation.id.as_str()) => Some((403, REFUSED)),
        "warehouses" | "locations" if NAMES.contains(&operation.id.as_str()) => Some((200, "")),
        "warehouses" | "locations" => Some((403, REFUSED)),
        _ => Some((404, "not_found")),
    }
}

/// Sends it; a write without effect, where it is `dry`.
pub async fn send(caller: &Caller, operation: &Operation, path: &str, body: Option<&Value>, dry: bool) -> Answer {
    let query = if dry && operation.method != Method::GET { "?dryRun=true" } else { "" };
    let ask = caller.ask(operation.method.clone(), &format!("{path}{query}"));
    match body {
        Some(body) => ask.text(&body.to_string()).await,
        None => ask.await,
    }
}

/// The code of a refusal.
pub fn code(answer: &Answer) -> String {
    let body = if answer.status < 400 { Value::Null } else { answer.json() };
    body["code"].as_str().unwrap_or_default().to_owned()
}

/// The data of a place that an answer shows and should not.
pub fn told(place: &Place, operation: &str, answer: &Answer) -> Option<String> {
    let text = answer.text();
    // A refusal says which warehouse is meant: that it is there is no secret.
    let is_shown = answer.status == 200 && !NAMES.contains(&operation);
    let names = [&place.warehouse, &place.bin, place.code].into_iter().filter(|_| is_shown);
    let secrets = place.documents.values().map(String::as_str).chain(names);
    // Nor are the ids that they named themselves.
    let mut secrets = secrets.filter(|secret| !answer.asked.contains(secret));
    secrets.find(|secret| text.contains(secret)).map(|secret| format!("tells {secret}: {text}"))
}

on_both![
    who_acts_in_some_warehouses_neither_reads_nor_changes_by_its_id_what_is_of_another,
    no_list_report_or_scan_tells_of_another_warehouse_whatever_is_asked_for,
];

async fn who_acts_in_some_warehouses_neither_reads_nor_changes_by_its_id_what_is_of_another(app: &TestServer) {
    let stage = Stage::set(app).await;
    let before = app.head(&app.books).await;
    let mut wrong = Vec::new();
    for (operation, role, caller) in stage.asked().filter(|(operation, ..)| operation.has_id()) {
        let documents = named_by(operation);
        let documents = if operation.method == Method::GET { documents } else { &[fitting(operation)] };
        for document in documents {
            let path = stage.path(operation, &stage.there, document);
            let wanted = elsewhere(operation);
            // Rows shared by all would be changed.
            let answer = send(caller, operation, &path, operation.example.as_ref(), wanted.is_none()).await;
            let is_right = wanted.is_none_or(|wanted| wanted == (answer.status, code(&answer).as_str()));
            let told = told(&stage.there, &operation.id, &answer).unwrap_or_default();
            if !is_right || !told.is_empty() {
                wrong.push(format!("{} of {document:?} as {role}: {} {told}", operation.id, answer.text()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {wrong:#?}", wrong.len());
    assert_eq!(app.head(&app.books).await, before, "something was written");

    for (operation, role, caller) in stage.asked().filter(|(operation, ..)| operation.has_id()) {
        let path = stage.path(operation, &stage.own, fitting(operation));
        let answer = send(caller, operation, &path, operation.example.as_ref(), true).await;
        let is_right = match (OF_ALL.contains(&operation.id.as_str()), operation.method == Method::GET) {
            (true, _) => (answer.status, code(&answer).as_str()) == (403, REFUSED),
            (false, true) => answer.status == 200,
            (false, false) => answer.status != 404 && code(&answer) != REFUSED,
        };
        if !is_right {
            wrong.push(format!("{} of his own as {role}: {}", operation.id, answer.text()));
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {wrong:#?}", wrong.len());
    assert_eq!(app.head(&app.books).await, before, "something was written");
}

async fn no_list_report_or_scan_tells_of_another_warehouse_whatever_is_asked_for(app: &TestServer) {
    let stage = Stage::set(app).await;
    let (mut wrong, mut found) = (Vec::new(), String::new());
    let reads = |one: &Operation| one.method == Method::GET || !one.parameters.iter().any(|name| name == "dryRun");
    for (operation, role, caller) in stage.asked().filter(|(one, ..)| !one.has_id() && reads(one)) {
        let path = operation.path(&|_: &str| String::new());
        let mut answered = false;
        for query in queries(&stage, operation) {
            let label = json!({"data": "6291041500213"});
            let body = (operation.method != Method::GET).then_some(&label);
            let answer = send(caller, operation, &format!("{path}?{query}"), body, false).await;
            let told = told(&stage.there, &operation.id, &answer).unwrap_or_default();
            if (answer.status != 200 && code(&answer) != REFUSED) || !told.is_empty() {
                wrong.push(format!("{} {query} as {role}: {} {told}", operation.id, answer.text()));
            }
            answered |= answer.status == 200;
            found.push_str(&answer.text());
        }
        if answered == OF_ALL.contains(&operation.id.as_str()) {
            wrong.push(format!("{} as {role} is answered: {answered}", operation.id));
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {wrong:#?}", wrong.len());
    for (what, id) in &stage.own.documents {
        assert!(found.contains(id), "no list tells of his own: {what}");
    }
}

/// The requests to a list: the smallest one, as a document, and with each id of another warehouse that a filter may
/// name; and of their own one.
fn queries(stage: &Stage, operation: &Operation) -> Vec<String> {
    let needed = match operation.id.as_str() {
        "StockController_movementLedger" => "sku=APPLE",
        "StockController_pickSuggestions" => "sku=APPLE&quantity=1",
        _ => "",
    };
    let mut queries = vec![needed.to_owned()];
    // They are always of one warehouse.
    queries.retain(|_| !["StockController_pickSuggestions", "WorkController_list"].contains(&operation.id.as_str()));
    queries
        .extend(operation.parameters.iter().filter(|name| *name == "format").map(|_| format!("{needed}&format=csv")));
    for place in [&stage.there, &stage.own] {
        let is_asked = |name: &&String| name.ends_with("Id") && (place.code != "SHOP" || *name == "warehouseId");
        for name in operation.parameters.iter().filter(is_asked) {
            let value = match name.as_str() {
                "warehouseId" | "fromWarehouseId" | "toWarehouseId" => &place.warehouse,
                "locationId" => &place.bin,
                "ofMovementId" => &place.documents["issue"],
                "movementId" => &place.documents["receipt"],
                "parentId" if operation.id == "WarehousesController_list" => &place.warehouse,
                "lotId" => &stage.master_data["lots"],
                "serialId" => &stage.master_data["serials"],
                // Rows of no warehouse.
                "itemId" | "partyId" | "categoryId" | "reasonCodeId" | "parentId" | "externalId" => continue,
                name => panic!("{}: say what {name} may name", operation.id),
            };
            queries.push(format!("{needed}&{name}={value}"));
        }
    }
    queries
}
