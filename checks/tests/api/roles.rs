//! Every operation × every built-in role × another organization's ids, generated from the OpenAPI document:
//! refused or not found exactly as the document declares, and nothing changed.

use checks::document::resolved;
use checks::{Answer, Caller, TestServer, on_both};
use domain::value::permission::{BuiltInRole, Permission};
use reqwest::Method;
use serde_json::{Value, json};

/// One operation of the document.
#[derive(Debug)]
pub struct Operation {
    pub id: String,
    pub method: Method,
    pub path: String,
    /// The permission that it declares.
    pub permission: Option<Permission>,
    is_public: bool,
    /// The query parameters that it takes.
    pub parameters: Vec<String>,
    /// The schema of its body, and a body that it allows, where it takes one.
    pub schema: Value,
    pub example: Option<Value>,
}

pub fn operations(document: &Value) -> Vec<Operation> {
    let mut found = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let Ok(method) = Method::from_bytes(method.to_uppercase().as_bytes()) else { continue };
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let parameters = parameters.map(|one| resolved(document, one)).filter(|one| one["in"] == "query");
            found.push(Operation {
                id: operation["operationId"]
                    .as_str()
                    .unwrap_or_else(|| panic!("{method} {path} has no operationId"))
                    .to_owned(),
                method,
                path: path.clone(),
                permission: operation["x-permission"].as_str().map(|name| Permission::parse(name).unwrap()),
                is_public: operation["security"] == json!([]),
                parameters: parameters.filter_map(|one| one["name"].as_str().map(str::to_owned)).collect(),
                schema: schema.clone(),
                example: (!operation["requestBody"].is_null()).then(|| example_of(document, schema)),
            });
        }
    }
    found
}

fn example_of(document: &Value, schema: &Value) -> Value {
    let schema = resolved(document, schema);
    if let Some(example) = schema["examples"].get(0) {
        return example.clone();
    }
    if schema["type"] == "array" {
        return json!([example_of(document, &schema["items"])]);
    }
    // Without an example of its own it is made of those of the fields that it needs.
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    required.map(|name| (name.to_owned(), example_of(document, &schema["properties"][name]))).collect()
}

/// The rows of the other organization that a path's parameter can name.
pub async fn foreign_ids(app: &TestServer) -> impl Fn(&str) -> String + use<> {
    let admin = app.as_foreign("admin");
    let entry = admin.post_entry(&checks::entry(&app.other.journal, "5.00")).await;
    let warehouse = admin.warehouse("LON").await;
    let recurring = admin.recurring_entry(&app.other.journal).await;
    let matched = admin.matched(&app.other.journal).await;
    let template = json!({"name": "Rent", "lines": [{"accountCode": "1000"}]});
    let template = admin.post("/accounting/entry-templates", &template).await.expect(201).id();
    let mapping = json!([{"key": "all", "title": "All", "side": "debit"}]);
    let mapping = json!({"name": "Sheet", "kind": "balanceSheet", "sections": mapping});
    let mapping = admin.post("/accounting/statement-mappings", &mapping).await.expect(201).id();
    let dimension = json!({"code": "costCenter", "name": "Cost centre"});
    let dimension = admin.post("/accounting/dimensions", &dimension).await.expect(201).id();
    let value = json!({"code": "D10", "name": "Department 10"});
    let value = admin.post(&format!("/accounting/dimensions/{dimension}/values"), &value).await.expect(201).id();
    let goods = json!({"code": "GOODS", "name": "Goods"});
    let category = admin.post("/inventory/item-categories", &goods).await.expect(201).id();
    let item = admin.post("/inventory/items", &json!({"sku": "A-1", "name": "Apples"})).await.expect(201).id();
    let bin = admin.post(&format!("/warehouses/{warehouse}/locations"), &json!({"code": "A-1"})).await.expect(201).id();
    let tracked = async |sku: &str, tracking: &str| {
        let body = json!({"sku": sku, "name": "Milk", "tracking": tracking});
        admin.post("/inventory/items", &body).await.expect(201).id()
    };
    let (by_lot, by_piece) = (tracked("B-1", "lot").await, tracked("C-1", "serial").await);
    let lot = admin.post("/inventory/lots", &json!({"itemId": by_lot, "number": "L"})).await.expect(201).id();
    let piece = admin.post("/inventory/serials", &json!({"itemId": by_piece, "number": "S"})).await.expect(201).id();
    let broken = json!({"code": "BROKEN", "name": "Broken"});
    let reason = admin.post("/inventory/reason-codes", &broken).await.expect(201).id();
    let line = json!({"sku": "A-1", "quantity": "1", "totalCost": "1.00"});
    let draft = json!({"kind": "receipt", "status": "draft", "warehouseId": warehouse, "lines": [line]});
    let movement = admin.post("/inventory/movements", &draft).await.expect(201).id();
    let reservation = admin.reservation(&warehouse, "A-1").await;
    let count = admin.post("/inventory/counts", &json!({"warehouseId": warehouse})).await.expect(201).id();
    let leak = json!({"itemId": by_lot, "warehouseId": warehouse, "reason": "a leak in the roof"});
    let frozen = admin.post("/inventory/frozen-pools", &leak).await.expect(201).id();
    let other = app.other.clone();
    move |noun: &str| match noun {
        "accounts" => other.accounts["1000"].clone(),
        "journals" => other.journal.clone(),
        "journal-entries" => entry.clone(),
        "statement-mappings" => mapping.clone(),
        "dimensions" => dimension.clone(),
        "values" => value.clone(),
        "item-categories" => category.clone(),
        "items" => item.clone(),
        "locations" => bin.clone(),
        "lots" => lot.clone(),
        "serials" => piece.clone(),
        "reason-codes" => reason.clone(),
        "movements" => movement.clone(),
        "reservations" => reservation.clone(),
        "counts" => count.clone(),
        "frozen-pools" => frozen.clone(),
        "periods" => other.periods[0].clone(),
        "fiscal-years" => other.year.clone(),
        "matches" => matched.clone(),
        "recurring-entries" => recurring.clone(),
        "entry-templates" => template.clone(),
        "warehouses" => warehouse.clone(),
        "users" | "service-accounts" => other.member("clerk").to_string(),
        _ => "role_01h455vb4pex5vsknk084sn02q".to_owned(),
    }
}

impl Operation {
    pub fn has_id(&self) -> bool {
        self.path.contains('{')
    }

    /// Below the root, with every parameter replaced by an id of the noun before it.
    pub fn path(&self, id_of: &impl Fn(&str) -> String) -> String {
        let mut noun = "";
        let mut path = "~".to_owned();
        for part in self.path.split('/').skip(1) {
            path.push('/');
            path.push_str(&if part.starts_with('{') { id_of(noun) } else { part.to_owned() });
            noun = part;
        }
        path
    }

    /// Sends a valid body to a foreign id, or an invalid one to a collection.
    async fn send(&self, caller: &Caller, id_of: &impl Fn(&str) -> String) -> Answer {
        let ask = caller.ask(self.method.clone(), &self.path(id_of));
        match &self.example {
            Some(example) if self.has_id() => ask.text(&example.to_string()).await,
            Some(_) => ask.text("{\"nonsense\": true}").await,
            None if self.method == Method::GET || self.has_id() => ask.await,
            None => ask.text("{\"nonsense\": true}").await,
        }
    }
}

on_both![
    every_operation_lets_in_exactly_whom_it_declares_and_shows_nobody_foreign_things,
    without_a_token_every_operation_but_the_public_ones_is_a_401,
    lists_never_hold_another_organizations_rows,
];

async fn every_operation_lets_in_exactly_whom_it_declares_and_shows_nobody_foreign_things(app: &TestServer) {
    let document = app.with_token(None).get("~/openapi.json").await.json();
    let operations = operations(&document);
    assert!(operations.len() >= 11, "{}", operations.len());
    let id_of = foreign_ids(app).await;
    let before = app.heads().await;
    let mut wrong = Vec::new();
    for operation in operations.iter().filter(|operation| operation.permission.is_some()) {
        let permission = operation.permission.unwrap();
        for role in BuiltInRole::ALL {
            let answer = operation.send(&app.as_role(role.name()), &id_of).await;
            let right = match (role.permissions().has(permission), operation.has_id(), operation.method == Method::GET)
            {
                (false, _, _) => answer.status == 403 && answer.json()["context"]["permission"] == permission.name(),
                (true, true, _) => answer.status == 404,
                // A report may need parameters.
                (true, false, true) => matches!(answer.status, 200 | 400),
                (true, false, false) => answer.status == 400,
            };
            if !right {
                wrong.push(format!("{} as {}: {}", operation.id, role.name(), answer.text()));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {wrong:#?}", wrong.len());
    assert_eq!(app.heads().await, before, "something was written");
}

async fn without_a_token_every_operation_but_the_public_ones_is_a_401(app: &TestServer) {
    let document = app.with_token(None).get("~/openapi.json").await.json();
    let id_of = |_: &str| "je_01h455vb4pex5vsknk084sn02q".to_owned();
    let before = app.heads().await;
    for operation in operations(&document).iter().filter(|operation| !operation.is_public) {
        let answer = operation.send(&app.with_token(None), &id_of).await;
        assert_eq!(answer.status, 401, "{}: {}", operation.id, answer.text());
        answer.code("unauthenticated");
    }
    assert_eq!(app.heads().await, before);
}

async fn lists_never_hold_another_organizations_rows(app: &TestServer) {
    let document = app.with_token(None).get("~/openapi.json").await.json();
    let id_of = foreign_ids(app).await;
    let foreign = [
        id_of("journal-entries"),
        id_of("matches"),
        id_of("warehouses"),
        id_of("accounts"),
        id_of("journals"),
        id_of("dimensions"),
        id_of("statement-mappings"),
        id_of("entry-templates"),
        id_of("values"),
        id_of("item-categories"),
        id_of("items"),
        id_of("lots"),
        id_of("serials"),
        id_of("reason-codes"),
        id_of("movements"),
        id_of("counts"),
        id_of("frozen-pools"),
        id_of("reservations"),
        id_of("periods"),
        id_of("fiscal-years"),
        id_of("users"),
    ];
    let admin = app.as_role("admin");
    for operation in
        operations(&document).iter().filter(|operation| operation.method == Method::GET && !operation.has_id())
    {
        let text = operation.send(&admin, &id_of).await.text();
        for id in &foreign {
            assert!(!text.contains(id.as_str()), "{} shows {id}", operation.id);
        }
    }
}
