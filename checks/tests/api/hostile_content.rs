//! Hostile clients with a good token, or trying to get one: fields that are not theirs, keys twice, scripts in texts,
//! addresses to call, questions about who exists.

use std::collections::BTreeMap;
use std::net::TcpListener;

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use checks::books::Books;
use checks::document::resolved;
use checks::{Answer, Caller, TestServer, on_both};
use reqwest::Method;
use serde_json::{Value, json};

use crate::organizations::take_over_login;
use crate::users::{PASSWORD, add_user, signed_in};

/// Fields that the service alone writes, with the values that an attacker would like.
fn owned_by_the_service() -> Vec<(&'static str, Value)> {
    vec![
        ("organizationId", json!("org_01h455vb4pex5vsknk084sn02q")),
        ("isAdmin", json!(true)),
        ("permissions", json!(["users:manage"])),
        ("createdBy", json!("prn_01h455vb4pex5vsknk084sn02q")),
        ("createdAt", json!("2001-01-01T00:00:00Z")),
        ("version", json!(99)),
        ("hash", json!("00")),
        ("sequence", json!(1)),
        ("number", json!("GJ-2010-999999")),
        ("postedAt", json!("2001-01-01T00:00:00Z")),
        ("approvedBy", json!("prn_01h455vb4pex5vsknk084sn02q")),
        ("preparedBy", json!([])),
        ("voidedByEntryId", json!(null)),
        ("totalDebit", json!("1.00")),
        ("hasPostings", json!(false)),
        ("isBuiltIn", json!(true)),
        ("kind", json!("system")),
        ("series", json!([])),
        ("ownerType", json!("movement")),
        ("__proto__", json!({"isAdmin": true})),
    ]
}

/// One thing of each kind in the books of an organization, by the noun of its path, as its administrator makes them.
pub async fn objects(admin: &Caller, books: &Books) -> BTreeMap<&'static str, String> {
    let entry = admin.post_entry(&checks::entry(&books.journal, "1.00").draft()).await;
    let (warehouse, clerk) = (admin.warehouse("LON").await, books.member("clerk").to_string());
    let made = async |path: &str, body: Value| admin.post(path, &body).await.expect(201).id();
    let role = made("/roles", json!({"name": "mine", "permissions": []})).await;
    let robot = made("/service-accounts", json!({"name": "robot", "roles": []})).await;
    let party = made("/accounting/parties", json!({"name": "17850"})).await;
    let recurring = admin.recurring_entry(&books.journal).await;
    let matched = admin.matched(&books.journal).await;
    let template = json!({"name": "mine", "lines": [{"accountCode": "1000"}]});
    let template = made("/accounting/entry-templates", template).await;
    let policy = made("/accounting/approval-policies", json!({"name": "mine", "minAmount": "1000000.00"})).await;
    let sections = json!([{"key": "all", "title": "All", "side": "debit"}]);
    let mapping = json!({"name": "mine", "kind": "balanceSheet", "sections": sections});
    let mapping = made("/accounting/statement-mappings", mapping).await;
    let dimension = made("/accounting/dimensions", json!({"code": "team", "name": "Team"})).await;
    let north = json!({"code": "N", "name": "North"});
    let value = made(&format!("/accounting/dimensions/{dimension}/values"), north).await;
    let points = json!({"code": "PTS", "name": "Points", "decimals": 0});
    admin.post("/accounting/currencies", &points).await.expect(201);
    let category = made("/inventory/item-categories", json!({"code": "GOODS", "name": "Goods"})).await;
    let item = made("/inventory/items", json!({"sku": "A-1", "name": "Apples"})).await;
    let bin = made(&format!("/warehouses/{warehouse}/locations"), json!({"code": "A-1"})).await;
    let tracked = async |sku: &str, tracking: &str| {
        made("/inventory/items", json!({"sku": sku, "name": "Milk", "tracking": tracking})).await
    };
    let (by_lot, by_piece) = (tracked("B-1", "lot").await, tracked("C-1", "serial").await);
    let lot = made("/inventory/lots", json!({"itemId": by_lot, "number": "L"})).await;
    let piece = made("/inventory/serials", json!({"itemId": by_piece, "number": "S"})).await;
    let reason = made("/inventory/reason-codes", json!({"code": "BROKEN", "name": "Broken"})).await;
    let line = json!({"sku": "A-1", "quantity": "1", "totalCost": "1.00"});
    let draft = json!({"kind": "receipt", "status": "draft", "warehouseId": warehouse, "lines": [line]});
    let movement = made("/inventory/movements", draft).await;
    let reservation = admin.reservation(&warehouse, "A-1").await;
    let count = made("/inventory/counts", json!({"warehouseId": warehouse})).await;
    let leak = json!({"itemId": by_lot, "warehouseId": warehouse, "reason": "a leak in the roof"});
    let frozen = made("/inventory/frozen-pools", leak).await;
    let view = made("/views", json!({"name": "Open", "screen": "journal"})).await;
    BTreeMap::from([
        ("views", view),
        ("accounts", books.accounts["1300"].clone()),
        ("journals", books.journal.clone()),
        ("approval-policies", policy),
        ("statement-mappings", mapping),
        ("journal-entries", entry),
        ("periods", books.periods[0].clone()),
        ("matches", matched),
        ("recurring-entries", recurring),
        ("entry-templates", template),
        ("warehouses", warehouse),
        ("users", clerk),
        ("roles", role),
        ("service-accounts", robot),
        ("parties", party),
        ("currencies", "PTS".to_owned()),
        ("dimensions", dimension),
        ("values", value),
        ("item-categories", category),
        ("items", item),
        ("locations", bin),
        ("lots", lot),
        ("serials", piece),
        ("reason-codes", reason),
        ("movements", movement),
        ("reservations", reservation),
        ("counts", count),
        ("frozen-pools", frozen),
    ])
}

/// An operation with a JSON body.
pub struct Sending {
    /// Its id.
    pub operation: String,
    /// Its method.
    pub method: Method,
    /// Its path, with ids of the caller's own.
    pub path: String,
    /// The noun of its path.
    pub noun: String,
    /// An example that its schema allows.
    pub example: Value,
    /// Its schema.
    pub schema: Value,
}

/// Every operation of the document with a JSON body, about these objects.
pub fn sendings(document: &Value, objects: &BTreeMap<&'static str, String>) -> Vec<Sending> {
    let mut found = Vec::new();
    for (path, item_of_document) in document["paths"].as_object().unwrap() {
        for (method, operation) in item_of_document.as_object().unwrap() {
            let body = &operation["requestBody"]["content"]["application/json"]["schema"];
            let schema = resolved(document, body);
            // Preferences are any object: there is nothing that the service owns in them.
            if body["$ref"].is_null() || path.contains("/auth/") || path.ends_with("/me/preferences") {
                continue;
            }
            let noun = path.split("/{").next().unwrap().rsplit('/').next().unwrap();
            let of = |noun: &str| objects.get(noun).map_or("", String::as_str);
            let path = path.replace("{id}", of(noun)).replace("{valueId}", of("values"));
            found.push(Sending {
                operation: operation["operationId"].as_str().unwrap().to_owned(),
                method: Method::from_bytes(method.to_uppercase().as_bytes()).unwrap(),
                path: format!("~{}", path.replace("{locationId}", of("locations"))),
                noun: noun.to_owned(),
                example: schema["examples"].get(0).cloned().unwrap_or_else(|| json!({})),
                schema: schema.clone(),
            });
        }
    }
    assert!(found.len() > 20, "{}", found.len());
    found
}

/// Every operation with a JSON body: method, path with its ids, an example that its schema allows, and the schema's fields.
async fn bodies(app: &TestServer) -> Vec<(String, Method, String, Value, Vec<String>)> {
    let document = app.with_token(None).get("~/openapi.json").await.expect(200).json();
    let objects = objects(&app.as_role("admin"), &app.books).await;
    let fields = |schema: &Value| -> Vec<String> {
        schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect()
    };
    // A view is changed by who made it alone, who is somebody else here.
    let is_own = |one: &Sending| one.noun != "views" || one.method == Method::POST;
    let all = sendings(&document, &objects).into_iter().filter(is_own);
    all.map(|one| (one.operation, one.method, one.path, one.example, fields(&one.schema))).collect()
}

/// Answers that are equal except for the parts that are different in every answer.
fn same(one: &Answer, other: &Answer) -> bool {
    let masked = |answer: &Answer| {
        let mut body = answer.json();
        body["requestId"] = Value::Null;
        (answer.status, body)
    };
    masked(one) == masked(other)
}

on_both![
    fields_that_the_service_owns_cannot_be_assigned_by_any_operation,
    a_key_twice_is_refused_by_every_operation,
    a_script_in_a_text_comes_back_as_json_that_no_browser_runs,
    nobody_learns_from_an_answer_who_or_what_exists,
    an_address_in_a_token_is_never_called,
];

async fn fields_that_the_service_owns_cannot_be_assigned_by_any_operation(app: &TestServer) {
    add_user(app, "root", &["admin"]).await;
    take_over_login(app, "root").await;
    let admin = signed_in(app, "root").await;
    for (operation, method, path, example, fields) in bodies(app).await {
        for (field, value) in owned_by_the_service() {
            let mut body = example.clone();
            if fields.iter().any(|known| known == field) && method == Method::POST {
                // It is an ordinary field of this noun.
                continue;
            }
            if method == Method::PUT {
                body = json!({field: value});
            } else {
                body[field] = value.clone();
            }
            // What is written by PUT alone, such as the costs of a movement, has nothing to read there.
            let read = async || match admin.get(&path).await {
                answer if method == Method::PUT && answer.status == 200 => answer.json(),
                _ => Value::Null,
            };
            let before = (app.heads().await, read().await);
            let answer = admin.ask(method.clone(), &path).text(&body.to_string()).await;
            let is_own = method == Method::PUT
                && ["permissions", "kind", "isActive", "number"].contains(&field)
                && fields.iter().any(|known| known == field);
            if is_own {
                continue;
            }
            // A field that was read may be sent back; it is ignored, or it must equal the stored value.
            assert!(
                matches!(answer.status, 400 | 412) || (method == Method::PUT && answer.status == 204),
                "{operation} took {field}: {}",
                answer.text()
            );
            assert_eq!(app.heads().await, before.0, "{operation} wrote {field}");
            assert_eq!(read().await, before.1, "{operation} wrote {field}");
        }
    }
}

async fn a_key_twice_is_refused_by_every_operation(app: &TestServer) {
    add_user(app, "root", &["admin"]).await;
    let admin = signed_in(app, "root").await;
    for (operation, method, path, example, _) in bodies(app).await {
        let text = example.to_string();
        let (name, value) = example
            .as_object()
            .and_then(|fields| fields.iter().next())
            .map_or(("reason".to_owned(), json!("x")), |(name, value)| (name.clone(), value.clone()));
        let comma = if text == "{}" { "" } else { "," };
        let first = name.chars().next().unwrap();
        for again in [name.clone(), name.replacen(first, &format!("\\u{:04x}", u32::from(first)), 1)] {
            let twice = if comma.is_empty() {
                format!("{{\"{name}\":{value},\"{again}\":{value}}}")
            } else {
                format!("{},\"{again}\":{value}}}", &text[..text.len() - 1])
            };
            let before = app.heads().await;
            admin.ask(method.clone(), &path).text(&twice).await.expect(400).code("malformed_json");
            assert_eq!(app.heads().await, before, "{operation}");
        }
    }
}

async fn a_script_in_a_text_comes_back_as_json_that_no_browser_runs(app: &TestServer) {
    let admin = app.as_role("admin");
    let script = "<script>alert(1)</script><img src=x onerror=alert(1)>";
    let entry = admin.post_entry(&app.sale("1.00").with("description", script).with("reference", script)).await;
    admin.post(&format!("/accounting/journal-entries/{entry}/void"), &json!({"reason": script})).await.expect(204);
    let mut paths = vec![
        format!("/accounting/journal-entries/{entry}"),
        "/accounting/journal-entries".to_owned(),
        "/events?limit=200".to_owned(),
    ];
    for (noun, body) in [
        ("/accounting/accounts", json!({"code": "x", "name": script, "type": "asset", "description": script})),
        ("/accounting/parties", json!({"name": script, "contact": {script: script}})),
        ("/accounting/journals", json!({"code": "x", "name": script, "type": "general"})),
        ("/inventory/items", json!({"sku": script, "name": script, "description": script})),
        ("/inventory/item-categories", json!({"code": "X", "name": script})),
        ("/warehouses", json!({"code": "X", "name": script, "tags": [script], "metadata": {script: script}})),
        ("/roles", json!({"name": script, "description": script, "permissions": []})),
        ("/users", json!({"username": "xss", "displayName": script, "password": PASSWORD, "roles": []})),
        ("/service-accounts", json!({"name": script, "roles": []})),
    ] {
        let made = admin.post(noun, &body).await;
        paths.extend([noun.to_owned(), format!("{noun}/{}", made.expect(201).id())]);
    }
    admin.put("/organization", &json!({"name": script})).await.expect(204);
    paths.push("/organization".to_owned());
    for path in paths {
        let answer = admin.get(&path).header("accept", "text/html,*/*").await;
        assert_eq!(
            (answer.expect(200).header("content-type"), answer.header("x-content-type-options")),
            ("application/json", "nosniff"),
            "{path}"
        );
    }
    // Texts that a problem repeats are JSON, too, and pages contain none of them.
    for path in [
        "/warehouses?code=%3Cscript%3E&limit=%3Cscript%3E",
        "/warehouses?%3Cscript%3Ealert(1)%3C/script%3E=1",
        "/%3Cscript%3E",
        "~/%3Cscript%3Ealert(1)%3C/script%3E",
    ] {
        let answer = admin.get(path).header("accept", "text/html").await;
        assert_eq!(
            (answer.status / 100, answer.header("content-type"), answer.header("x-content-type-options")),
            (4, "application/problem+json", "nosniff"),
            "{path}"
        );
    }
    for page in ["~/", "~/problems/not_found", "~/docs/"] {
        let answer = admin.get(page).header("accept", "text/html").await;
        let policy = answer.header("content-security-policy");
        assert!(
            answer.status == 200 && policy.contains("default-src") && !policy.contains("unsafe-inline'; script-src"),
            "{page}: {} {policy:?}",
            answer.status
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{page}");
    }
}

async fn nobody_learns_from_an_answer_who_or_what_exists(app: &TestServer) {
    add_user(app, "ada", &["clerk"]).await;
    let sign_in = |name: &str, password: &str| {
        app.with_token(None)
            .post("/auth/token", &json!({"grant_type": "password", "username": name, "password": password}))
    };
    let (wrong, nobody) = (sign_in("ada", "wrong").await, sign_in("nobody", "wrong").await);
    assert!(wrong.status == 401 && same(&wrong, &nobody), "{} against {}", wrong.text(), nobody.text());
    let client = |id: &str| {
        app.with_token(None)
            .post("/auth/token", &json!({"grant_type": "client_credentials", "client_id": id, "client_secret": "x"}))
    };
    let robot = app
        .as_role("admin")
        .post("/service-accounts", &json!({"name": "robot", "roles": []}))
        .await
        .expect(201)
        .field("clientId");
    assert!(same(&client(&robot).await, &client("client_nobody").await));
    // Another organization's ids are answered as ids that nobody has.
    let foreign = app.as_foreign("admin");
    let entry = foreign.post_entry(&checks::entry(&app.other.journal, "1.00")).await;
    let warehouse = foreign.warehouse("LON").await;
    let admin = app.as_role("admin");
    for (noun, theirs, unknown) in [
        ("/accounting/journal-entries", entry.as_str(), "je_01h455vb4pex5vsknk084sn02q"),
        ("/warehouses", &warehouse, "wh_01h455vb4pex5vsknk084sn02q"),
        ("/accounting/accounts", &app.other.accounts["1000"], "acc_01h455vb4pex5vsknk084sn02q"),
        ("/accounting/periods", &app.other.periods[0], "per_01h455vb4pex5vsknk084sn02q"),
        ("/users", &app.other.member("admin").to_string(), "prn_01h455vb4pex5vsknk084sn02q"),
    ] {
        let (one, other) =
            (admin.get(&format!("{noun}/{theirs}")).await, admin.get(&format!("{noun}/{unknown}")).await);
        assert!(one.status == 404 && same(&one, &other), "{} against {}", one.text(), other.text());
    }
    // A username that another organization has is neither shown nor taken over.
    let taken = app
        .as_foreign("admin")
        .post("/users", &json!({"username": "ada", "password": "eight red umbrellas", "roles": ["admin"]}))
        .await;
    assert_eq!(taken.status / 100, 4, "{}", taken.text());
    sign_in("ada", "eight red umbrellas").await.expect(401);
    sign_in("ada", PASSWORD).await.expect(200);
}

async fn an_address_in_a_token_is_never_called(app: &TestServer) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let url = format!("http://{}/jwks.json", listener.local_addr().unwrap());
    let part = |value: Value| BASE64_URL_SAFE_NO_PAD.encode(value.to_string());
    let now = server::commit::now().0 / 1_000_000;
    let mut tokens = Vec::new();
    for field in ["jku", "x5u", "kid", "iss"] {
        for issuer in [app.instance(), url.as_str()] {
            let claims = part(
                json!({"iss": issuer, "aud": app.instance(), "sub": app.books.member("admin").to_string(), "org": app.books.organization.to_string(), "iat": now, "exp": now + 900}),
            );
            tokens.push(format!(
                "{}.{claims}.{}",
                part(json!({"alg": "EdDSA", "typ": "at+jwt", "kid": "x", field: url})),
                BASE64_URL_SAFE_NO_PAD.encode([7; 64])
            ));
        }
    }
    for token in tokens {
        app.with_token(Some(token)).get("/warehouses").await.expect(401);
    }
    assert!(
        listener.accept().is_err_and(|fault| fault.kind() == std::io::ErrorKind::WouldBlock),
        "an address of the token was called"
    );
}
