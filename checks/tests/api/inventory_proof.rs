//! The proof of stock: costed anew, as of any day, with late items, signed; and the findings of `verify` for each row
//! that was changed behind the service's back.

use std::collections::BTreeMap;
use std::time::Duration;

use checks::{Caller, TestServer, on_both};
use domain::value::{Cell, CellKind};
use serde_json::{Value, json};
use server::auth::jwks;
use server::auth::keys::SignatureAlgorithm;
use store::audit::stock::{self, Proved};
use store::audit::verify::verify;

use crate::accounts::all_pages;
use crate::movement_kinds::more_accounts;
use crate::movements::{movement, set_up};
use crate::stock_then;

const PROOF: &str = "/inventory/proof";

async fn post(admin: &Caller, body: Value) -> String {
    admin.post("/inventory/movements", &body).await.expect(201).id()
}

fn apples(quantity: &str, cost: &str) -> Value {
    json!({"sku": "APPLE", "quantity": quantity, "totalCost": cost})
}

/// Receipts, issues and transfers of goods of every method.
pub async fn goods(admin: &Caller) {
    set_up(admin).await;
    post(admin, movement("receipt", "2010-01-10", apples("10", "10.00"))).await;
    post(admin, movement("receipt", "2010-01-11", json!({"sku": "PEAR", "quantity": "3", "totalCost": "10.00"}))).await;
    post(admin, movement("issue", "2010-01-12", json!({"sku": "APPLE", "quantity": "5"}))).await;
    let lines = json!([{"sku": "PEAR", "quantity": "1"}, {"sku": "APPLE", "quantity": "1"}]);
    let transfer = json!({"kind": "transfer", "occurredAt": "2010-01-13", "warehouseCode": "MAIN", "toWarehouseCode": "SHOP", "lines": lines});
    post(admin, transfer).await;
}

/// The one account of a proof: replayed, books, late, difference.
fn figures(proof: &Value) -> [String; 4] {
    let accounts = proof["accounts"].as_array().unwrap();
    assert_eq!((accounts.len(), &accounts[0]["code"]), (1, &json!("1200")), "{proof}");
    ["replayed", "books", "late", "difference"].map(|name| accounts[0][name].as_str().unwrap().to_owned())
}

/// Late items of the proof and of the report, each as movement, line, day, account and amount; and that they sum to the
/// difference between the movements and the books.
async fn assert_late_items_are_those_of_the_proof(admin: &Caller, query: &str) -> usize {
    let proof = admin.get(&format!("{PROOF}?{query}")).await.expect(200).json()["proof"].clone();
    assert_eq!(proof["holds"], true, "{query}: {proof}");
    let path = format!("/inventory/reports/late-items?{query}");
    let rows = admin.get(&format!("{path}&limit=200")).await.expect(200).data();
    assert_eq!(all_pages(admin, &path, 1).await, rows, "{query}");
    let csv = admin.get(&format!("{path}&format=csv")).await.expect(200).text();
    assert_eq!(csv.lines().count(), rows.len() + 1, "{csv}");
    let with_amount = |row: &&Value| !row["amount"].is_null() && row["amount"] != "0.00";
    let listed = |items: &[Value], seq: &str, day: &str| {
        let item =
            |one: &Value| ["movementId", seq, "lineNumber", day, "accountId", "amount"].map(|name| one[name].clone());
        let mut all: Vec<String> = items.iter().filter(with_amount).map(|one| format!("{:?}", item(one))).collect();
        all.sort();
        all
    };
    let of_proof = listed(proof["lateItems"].as_array().unwrap(), "seq", "date");
    assert_eq!(listed(&rows, "sequence", "postingDate"), of_proof, "{query}");
    assert_eq!(proof["lateCount"], of_proof.len(), "{query}");
    let minor = |value: &Value| value.as_str().unwrap().replace('.', "").parse::<i64>().unwrap();
    let mut late: BTreeMap<String, i64> = BTreeMap::new();
    for row in rows.iter().filter(with_amount) {
        *late.entry(row["accountId"].to_string()).or_default() += minor(&row["amount"]);
    }
    for account in proof["accounts"].as_array().unwrap() {
        let of_report = late.remove(&account["accountId"].to_string()).unwrap_or(0);
        assert_eq!(of_report, minor(&account["late"]), "{query}: {account}");
        assert_eq!(of_report, minor(&account["replayed"]) - minor(&account["books"]), "{query}: {account}");
    }
    assert!(late.is_empty(), "{query}: {late:?}");
    of_proof.len()
}

async fn counted(app: &TestServer, what: &str) -> i64 {
    let found =
        app.database.operational(&format!("select cast(count(*) as bigint) from {what}"), &[], &[CellKind::Int]).await;
    match found.unwrap()[0][0] {
        Cell::Int(number) => number,
        ref other => panic!("{other:?}"),
    }
}

/// The text of `proof` as it stands in the answer, which is the signed text.
fn signed_text(answer: &str) -> &str {
    let (proof, _) = answer.split_once(",\"signature\":").unwrap();
    proof.strip_prefix("{\"proof\":").unwrap()
}

/// All of an answer but the last of its members, the number of comparisons with the present state.
fn before_what_was_checked(answer: &str) -> String {
    answer.rsplit_once(",\"invariants\":").unwrap().0.to_owned()
}

/// A change, and the invariants that must report it.
type Change = (&'static str, &'static [&'static str]);

const CHANGES: &[Change] = &[
    ("update movements set posting_date = '2010-02-02'", &["rows.movements"]),
    ("update movement_lines set quantity = quantity + 1 where quantity = 10", &["rows.movement_lines", "stock.lines"]),
    (
        "update pool_movements set quantity = quantity + 1 where quantity = 10",
        &["rows.pool_movements", "stock.costs", "stock.quantities"],
    ),
    ("update pool_movements set is_voided = 1 where quantity = 10", &["rows.pool_movements", "stock.costs"]),
    (
        "update pool_movements set kind = substr(kind, 1, 1) where quantity = 10",
        &["rows.pool_movements", "stock.costs"],
    ),
    ("delete from pool_ties", &["rows.pool_ties", "stock.costs"]),
    (
        "update pool_movements set own_amount = own_amount + 1 where own_amount = 1000",
        &["rows.pool_movements", "stock.costs", "stock.values"],
    ),
    (
        "update pool_movements set own_counter_account_id = null where own_amount = 1000",
        &["rows.pool_movements", "stock.costs"],
    ),
    (
        "update value_entries set amount = amount + 1 where leg = 'stock'",
        &["rows.value_entries", "stock.costs", "stock.values"],
    ),
    ("update value_entries set date = '2010-01-09' where leg = 'stock'", &["rows.value_entries", "stock.values"]),
    (
        "update value_entries set counter_account_id = null where counter_account_id is not null",
        &["rows.value_entries", "stock.costs"],
    ),
    (
        "update pools set quantity = quantity + 1 where quantity = 4",
        &["rows.pools", "stock.pools", "stock.quantities", "stock.places"],
    ),
    ("update pools set value = value + 1 where quantity = 2", &["rows.pools", "stock.pools"]),
    ("update pools set last_cost_value = 77 where quantity = 4", &["rows.pools", "stock.costs"]),
    (
        "update pool_layers set quantity = quantity + 1 where quantity = 4",
        &["rows.pool_layers", "stock.pools", "stock.costs"],
    ),
    ("delete from pool_layers where quantity = 4", &["rows.pool_layers", "stock.costs"]),
    (
        "update stock_levels set quantity = quantity - 9 where quantity = 4",
        &["rows.stock_levels", "stock.days", "stock.lines", "stock.places"],
    ),
    ("update stock_days set quantity = quantity + 1 where quantity = 10", &["rows.stock_days", "stock.days"]),
    ("update stock_levels set quantity = -3 where quantity = 4", &["rows.stock_levels", "stock.negative"]),
    ("update reserved_goods set quantity = quantity + 1", &["rows.reserved_goods", "stock.reserved"]),
    ("update pool_days set value = value + 1 where value = 1000", &["rows.pool_days", "stock.values", "stock.books"]),
    (
        "update lines set pool_id = null where base_debit = 1000 and pool_id is not null",
        &["rows.lines", "stock.books", "stock.accounts"],
    ),
    (
        "update received_lines set cleared_base = cleared_base + 1 where quantity = 70",
        &["rows.received_lines", "stock.received"],
    ),
    (
        "update received_lines set claimable_amount = claimable_amount + 1 where quantity = 70",
        &["rows.received_lines", "stock.claimable"],
    ),
    ("update transit_lines set received = received + 1 where received = 5", &["rows.transit_lines", "stock.transit"]),
    (
        "update consigned_lines set taken_quantity = taken_quantity + 1 where quantity = 33",
        &["rows.consigned_lines", "stock.consigned", "stock.of_others"],
    ),
    ("update pool_movements set shares = null where shares is not null", &["rows.pool_movements", "stock.shares"]),
    ("update cost_shares set shares = null", &["rows.cost_shares", "stock.shares"]),
    ("update pools set written_down = 299 where written_down = 300", &["rows.pools", "stock.written_down"]),
];

/// The tables of movements, children last.
const TABLES: &[&str] = &[
    "movements",
    "pools",
    "movement_lines",
    "pool_movements",
    "pool_ties",
    "value_entries",
    "cost_shares",
    "pool_layers",
    "pool_checkpoints",
    "stock_levels",
    "stock_days",
    "pool_days",
    "received_lines",
    "transit_lines",
    "consigned_lines",
    "reserved_goods",
    "lines",
];

/// Goods that were invoiced, are in transit in part, and are written down, and two issues that were voided.
async fn nuts(admin: &Caller) {
    more_accounts(admin).await;
    admin.post("/inventory/items", &json!({"sku": "NUT", "name": "Nut"})).await.expect(201);
    let nuts = json!({"sku": "NUT", "quantity": "70", "totalCost": "77.00"});
    let receipt = post(admin, movement("receipt", "2010-01-10", nuts)).await;
    let invoice =
        json!({"kind": "supplierInvoice", "occurredAt": "2010-01-11", "partyName": "Orchard", "ofMovementId": receipt});
    post(admin, invoice).await;
    let mut transfer = movement("transfer", "2010-01-12", json!({"sku": "NUT", "quantity": "7"}));
    (transfer["toWarehouseCode"], transfer["mode"]) = (json!("SHOP"), json!("twoStep"));
    let transfer = post(admin, transfer).await;
    let came = json!({"occurredAt": "2010-01-13", "lines": [{"ofLine": 1, "quantity": "5"}]});
    admin.post(&format!("/inventory/movements/{transfer}/receive"), &came).await.expect(201);
    admin.post("/warehouses", &json!({"code": "OTHERS", "name": "Others", "kind": "consignmentIn"})).await.expect(201);
    let others = |kind: &str, line: Value| json!({"kind": kind, "occurredAt": "2010-01-13", "warehouseCode": "OTHERS", "partyName": "Orchard", "lines": [line]});
    post(admin, others("receipt", json!({"sku": "NUT", "quantity": "33", "totalCost": "66.00"}))).await;
    post(admin, others("issue", json!({"sku": "NUT", "quantity": "21"}))).await;
    let line = json!({"sku": "NUT", "amount": "3.00"});
    post(admin, json!({"kind": "writeDown", "occurredAt": "2010-01-13", "warehouseCode": "MAIN", "offsetAccountCode": "5100", "lines": [line]})).await;
    let freight = json!({"kind": "landedCost", "occurredAt": "2010-01-13", "ofMovementId": receipt, "amount": "7.00", "splitBy": "value"});
    post(admin, freight).await;
    for sku in ["NUT", "PEAR"] {
        let voided = post(admin, movement("issue", "2010-01-14", json!({"sku": sku, "quantity": "2"}))).await;
        admin
            .post(&format!("/inventory/movements/{voided}/void"), &json!({"reason": "picked twice"}))
            .await
            .expect(204);
    }
}

pub async fn sql(app: &TestServer, statement: &str) {
    app.database.operational(statement, &[], &[]).await.unwrap_or_else(|fault| panic!("{statement}: {fault}"));
}

/// Puts the rows of a table back as they were copied.
async fn restore(app: &TestServer, table: &str) {
    let columns = store::tables::named(table).unwrap();
    let set: Vec<String> =
        columns.columns[columns.keys..].iter().map(|one| format!("{0} = excluded.{0}", one.name)).collect();
    let key: Vec<&str> = columns.columns[..columns.keys].iter().map(|one| one.name).collect();
    // Without a condition SQLite reads `on` as that of a join.
    let back = format!(
        "insert into {table} select * from copy_of_{table} where true on conflict (organization_id, {}) do update set {}",
        key.join(", "),
        set.join(", ")
    );
    sql(app, &back).await;
}

on_both![
    what_occurred_is_what_the_books_have_but_for_what_is_late,
    the_report_of_late_items_has_those_of_the_proof_with_the_same_amounts_for_every_day_and_event,
    goods_that_cost_more_from_a_later_month_on_are_late_until_then,
    a_proof_says_of_every_invariant_how_much_it_looked_at,
    whoever_has_the_published_keys_can_check_the_signature_of_a_proof,
    a_proof_of_what_was_known_is_the_one_that_was_signed_then_to_the_byte,
    every_row_of_stock_that_is_changed_is_named_by_verify_and_by_the_proof,
];

async fn what_occurred_is_what_the_books_have_but_for_what_is_late(app: &TestServer) {
    let admin = app.as_role("admin");
    let empty = admin.get(PROOF).await.expect(200).json();
    assert_eq!(
        (&empty["proof"]["holds"], &empty["proof"]["accounts"], &empty["proof"]["movements"]),
        (&json!(true), &json!([]), &json!(0))
    );
    goods(&admin).await;
    for period in &app.books.periods[..2] {
        admin.post(&format!("/accounting/periods/{period}/close"), &json!({})).await.expect(204);
    }
    // It came before the rest, and January is closed: the issue and the transfer cost more, from March on.
    let late = post(&admin, movement("receipt", "2010-01-02", apples("10", "30.00"))).await;
    let proof = admin.get(&format!("{PROOF}?asOf=2010-01-31")).await.expect(200).json()["proof"].clone();
    assert_eq!((&proof["holds"], &proof["failures"], &proof["asOf"]), (&json!(true), &json!([]), &json!("2010-01-31")));
    assert_eq!(figures(&proof), ["35.00", "15.00", "20.00", "0.00"]);
    let short = admin.get(&format!("{PROOF}?asOf=2010-01-31")).await.expect(200).json();
    assert_eq!((&short["asOf"], &short["seq"], &short["headHash"]), (&proof["asOf"], &proof["seq"], &proof["hash"]));
    let account = &proof["accounts"][0];
    let wanted = json!([{"accountId": account["accountId"], "stockValue": "35.00", "ledgerBalance": "15.00", "difference": "0.00"}]);
    assert_eq!(short["accounts"], wanted);
    let checked = |answer: &Value| {
        answer["invariants"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| {
                assert_eq!(one["holds"], true, "{one}");
                one["name"].as_str().unwrap().to_owned()
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(checked(&proof), ["stock.costs", "stock.accounts"]);
    assert_eq!(
        (&proof["invariants"][0]["checked"], checked(&short).len() > 10),
        (&proof["movements"], true),
        "{short}"
    );
    let known = admin.get(&format!("{PROOF}?knownAt=seq:{}", short["seq"])).await.expect(200).json();
    assert_eq!(
        checked(&known),
        ["stock.costs", "stock.accounts"],
        "what is kept now is not compared with what was known"
    );
    let items = proof["lateItems"].as_array().unwrap();
    assert_eq!(proof["lateCount"], items.len());
    let first = items.iter().find(|item| item["movementId"] == json!(late)).unwrap();
    assert_eq!(
        (&first["date"], &first["amount"], &first["lineNumber"]),
        (&json!("2010-03-01"), &json!("30.00"), &json!(1))
    );
    for (as_of, wanted) in [
        ("2010-01-01", None),
        ("2010-01-10", Some(["40.00", "10.00", "30.00", "0.00"])),
        ("2010-03-01", Some(["35.00", "35.00", "0.00", "0.00"])),
    ] {
        let proof = admin.get(&format!("{PROOF}?asOf={as_of}")).await.expect(200).json()["proof"].clone();
        assert_eq!(proof["holds"], true, "{proof}");
        match wanted {
            Some(wanted) => assert_eq!(figures(&proof), wanted, "{as_of}"),
            None => assert_eq!(proof["movements"], 0, "{as_of}"),
        }
    }
    // Voided, it never occurred; January's books lack nothing any more.
    admin.post(&format!("/inventory/movements/{late}/void"), &json!({"reason": "never came"})).await.expect(204);
    for query in ["", "?asOf=2010-01-31", "?asOf=2010-12-31"] {
        let proof = admin.get(&format!("{PROOF}{query}")).await.expect(200).json()["proof"].clone();
        assert_eq!(
            (&proof["holds"], figures(&proof)),
            (&json!(true), ["15.00", "15.00", "0.00", "0.00"].map(str::to_owned)),
            "{query}: {proof}"
        );
    }
    let head = admin.get("/audit/head").await.json();
    let proof = admin.get(PROOF).await.json()["proof"].clone();
    assert_eq!(
        (&proof["seq"], &proof["hash"], &proof["accounts"][0]["balance"]),
        (&head["seq"], &head["hash"], &json!("15.00"))
    );
    app.as_role("warehouseManager").get(PROOF).await.expect(403);
    app.as_role("auditor").get(PROOF).await.expect(200);
    admin.get(&format!("{PROOF}?asOf=today")).await.expect(400).pointer("asOf");
}

async fn the_report_of_late_items_has_those_of_the_proof_with_the_same_amounts_for_every_day_and_event(
    app: &TestServer,
) {
    let moments = stock_then::history(app).await;
    let admin = app.as_role("admin");
    let days = [
        "2009-12-31",
        "2010-01-02",
        "2010-01-15",
        "2010-01-20",
        "2010-01-31",
        "2010-02-01",
        "2010-02-10",
        "2040-12-31",
    ];
    let mut found = 0;
    for day in days {
        found += assert_late_items_are_those_of_the_proof(&admin, &format!("asOf={day}")).await;
        for moment in &moments {
            let known = format!("asOf={day}&knownAt=seq:{}", moment.seq);
            found += assert_late_items_are_those_of_the_proof(&admin, &known).await;
        }
    }
    assert!(found > 10, "{found}");
}

async fn goods_that_cost_more_from_a_later_month_on_are_late_until_then(app: &TestServer) {
    let admin = app.as_role("admin");
    goods(&admin).await;
    nuts(&admin).await;
    for period in &app.books.periods[..2] {
        admin.post(&format!("/accounting/periods/{period}/close"), &json!({})).await.expect(204);
    }
    let january = "asOf=2010-01-31";
    assert_eq!(assert_late_items_are_those_of_the_proof(&admin, january).await, 0);
    let late = post(&admin, movement("receipt", "2010-01-02", apples("10", "30.00"))).await;
    assert!(assert_late_items_are_those_of_the_proof(&admin, january).await > 2);
    let rows = admin.get(&format!("/inventory/reports/late-items?{january}")).await.expect(200).data();
    let changes: Vec<&Value> = rows.iter().filter(|row| row["rowKind"] == "costChange").collect();
    assert!(
        !changes.is_empty() && changes.iter().all(|row| row["quantity"] == "0" && row["postingDate"] == "2010-03-01"),
        "{rows:?}"
    );
    let own = rows.iter().find(|row| row["movementId"] == json!(late)).unwrap();
    assert_eq!(
        (&own["rowKind"], &own["quantity"], &own["amount"]),
        (&json!("movement"), &json!("10"), &json!("30.00"))
    );
    // On another account from a day on that is closed.
    let gifts = json!({"code": "1298", "name": "Gifts in stock", "type": "asset", "controlFor": "stock"});
    let gifts = admin.post("/accounting/accounts", &gifts).await.expect(201).id();
    let shop = admin.get("/warehouses?code=SHOP").await.expect(200).data()[0]["id"].as_str().unwrap().to_owned();
    let moved = json!({"toAccountId": gifts, "occurredAt": "2010-02-20"});
    admin.post(&format!("/warehouses/{shop}/reclassify"), &moved).await.expect(204);
    for day in ["2010-01-31", "2010-02-19", "2010-02-20", "2010-02-28", "2010-03-01"] {
        assert_late_items_are_those_of_the_proof(&admin, &format!("asOf={day}")).await;
    }
    admin.post(&format!("/inventory/movements/{late}/void"), &json!({"reason": "never came"})).await.expect(204);
    for day in ["2010-01-31", "2010-02-20", "2010-02-28"] {
        assert_late_items_are_those_of_the_proof(&admin, &format!("asOf={day}")).await;
    }
}

async fn a_proof_says_of_every_invariant_how_much_it_looked_at(app: &TestServer) {
    let admin = app.as_role("admin");
    let checked = async || -> BTreeMap<String, i64> {
        let proof = admin.get(PROOF).await.expect(200).json();
        let all = proof["invariants"].as_array().unwrap().iter();
        all.map(|one| (one["name"].as_str().unwrap().to_owned(), one["checked"].as_i64().unwrap())).collect()
    };
    let of_nothing = checked().await;
    assert!(of_nothing.len() == 19 && of_nothing.values().all(|checked| *checked == 0), "{of_nothing:?}");
    goods(&admin).await;
    nuts(&admin).await;
    let promised = json!({"sku": "APPLE", "quantity": "1", "warehouseCode": "MAIN"});
    admin.post("/inventory/reservations", &promised).await.expect(201);
    let found = checked().await;
    assert_eq!(found.len(), of_nothing.len());
    assert!(found.iter().all(|(name, checked)| *checked > 0 || name == "stock.entries"), "{found:?}");
    let places = "(select 1 from stock_days group by organization_id, item_id, warehouse_id, location_id, lot_id, serial_id) as places";
    let pool_days =
        "(select 1 from posted_values where leg = 'stock' group by organization_id, pool_id, account_id, date) as days";
    let kept_days = "(select 1 from posted_values where leg in ('stock', 'allowance') \
         group by organization_id, pool_id, account_id, date) as days";
    for (name, what) in [
        ("stock.days", places),
        ("stock.lines", places),
        ("stock.quantities", "pools"),
        ("stock.values", pool_days),
        ("stock.books", kept_days),
        ("stock.entries", "value_entries"),
        ("stock.negative", "stock_levels"),
        ("stock.received", "received_lines"),
        ("stock.claimable", "received_lines"),
        ("stock.consigned", "consigned_lines"),
        ("stock.transit", "transit_lines"),
        ("stock.written_down", "pools"),
        ("stock.shares", "(select 1 from cost_shares group by organization_id, pool_id, place) as shares"),
        ("stock.reserved", "reserved_goods"),
    ] {
        assert_eq!(found[name], counted(app, what).await, "{name}");
    }
    let report = verify(&app.database, Some(app.books.organization)).await.unwrap();
    let of_verify = &report.organizations[0].invariants;
    for (name, checked) in &found {
        assert_eq!(of_verify.iter().find(|one| one.name == *name).unwrap().checked, *checked, "{name}");
    }
    let of_books = |name: &str| of_verify.iter().find(|one| one.name == name).unwrap().checked;
    let organization = Cell::Id(app.books.organization.0);
    let lines = app
        .database
        .operational(
            "select cast(count(*) as bigint) from lines where organization_id = $1",
            &[organization],
            &[CellKind::Int],
        )
        .await;
    assert_eq!(Cell::Int(of_books("lines.references")), lines.unwrap()[0][0]);
    assert!(of_books("entries.balanced") > 0 && of_books("balances.sums") > 0 && of_books("voids.mirrored") == 2);
    // As many where something is wrong.
    sql(app, "update pools set written_down = 299 where written_down = 300").await;
    assert_eq!(checked().await, found);
    sql(app, "update pools set written_down = 300 where written_down = 299").await;
}

async fn whoever_has_the_published_keys_can_check_the_signature_of_a_proof(app: &TestServer) {
    let admin = app.as_role("admin");
    goods(&admin).await;
    let answer = admin.get(PROOF).await;
    let answer = std::str::from_utf8(&answer.expect(200).bytes).unwrap().to_owned();
    let signature = serde_json::from_str::<Value>(&answer).unwrap()["signature"].clone();
    let published = app.with_token(None).get("~/.well-known/jwks.json").await;
    let keys = jwks::read(&published.expect(200).bytes, SignatureAlgorithm::EdDSA).unwrap();
    let key = keys.iter().find(|key| key.kid() == signature["keyId"].as_str()).unwrap();
    let (text, value) = (signed_text(&answer), signature["value"].as_str().unwrap());
    assert!(key.verifies(text.as_bytes(), value));
    assert!(!key.verifies(text.replace("15.00", "15.01").as_bytes(), value));
    // The signed text is canonical: keys sorted, no blanks.
    assert_eq!(serde_json::from_str::<Value>(text).unwrap().to_string(), text);
}

async fn a_proof_of_what_was_known_is_the_one_that_was_signed_then_to_the_byte(app: &TestServer) {
    let admin = app.as_role("admin");
    let mut moments: Vec<(i64, String, String)> = Vec::new();
    let remember = async |moments: &mut Vec<(i64, String, String)>| {
        let seq = admin.get("/audit/head").await.json()["seq"].as_i64().unwrap();
        for query in ["?", "?asOf=2010-01-10&", "?asOf=2010-02-28&"] {
            let answer = admin.get(&format!("{PROOF}{query}")).await;
            moments.push((
                seq,
                query.to_owned(),
                before_what_was_checked(&String::from_utf8_lossy(&answer.expect(200).bytes)),
            ));
        }
    };
    remember(&mut moments).await;
    goods(&admin).await;
    remember(&mut moments).await;
    nuts(&admin).await;
    remember(&mut moments).await;
    for period in &app.books.periods[..2] {
        admin.post(&format!("/accounting/periods/{period}/close"), &json!({})).await.expect(204);
    }
    let late = post(&admin, movement("receipt", "2010-01-02", apples("10", "30.00"))).await;
    remember(&mut moments).await;
    admin.post(&format!("/inventory/movements/{late}/void"), &json!({"reason": "never came"})).await.expect(204);
    remember(&mut moments).await;
    // An entry of nobody's goods, another code of an account, and goods that are valued together from here on.
    let stock =
        admin.get("/accounting/accounts?code=1200").await.expect(200).data()[0]["id"].as_str().unwrap().to_owned();
    admin.put(&format!("/accounting/accounts/{stock}"), &json!({"code": "1201"})).await.expect(204);
    remember(&mut moments).await;
    let shop = admin.get("/warehouses?code=SHOP").await.expect(200).data()[0]["id"].as_str().unwrap().to_owned();
    let shared = json!({"costingScope": "organization", "occurredAt": "2010-03-14"});
    admin.post(&format!("/warehouses/{shop}/costing-scope"), &shared).await.expect(204);
    remember(&mut moments).await;
    post(&admin, movement("issue", "2010-03-15", json!({"sku": "NUT", "quantity": "1"}))).await;

    assert!(moments.windows(4).all(|some| some[0].2 != some[3].2), "each step is seen");
    for (seq, query, answer) in &moments {
        let then = admin.get(&format!("{PROOF}{query}knownAt=seq:{seq}")).await;
        assert_eq!(
            before_what_was_checked(&String::from_utf8_lossy(&then.expect(200).bytes)),
            *answer,
            "{query} at {seq}"
        );
    }
    let last = moments.last().unwrap().0;
    let now = admin.get(PROOF).await.json()["proof"].clone();
    let as_known = admin.get(&format!("{PROOF}?knownAt=seq:{}", now["seq"])).await.expect(200).json()["proof"].clone();
    assert_eq!(as_known, now);
    admin.get(&format!("{PROOF}?knownAt=seq:{}", last + 1_000)).await.expect(400).pointer("knownAt");
    // Amounts posted then are proved now: a change to them is found.
    sql(app, "update pool_movements set own_amount = own_amount + 1 where own_amount = 1000").await;
    for (seq, query, answer) in &moments {
        let holds =
            admin.get(&format!("{PROOF}{query}knownAt=seq:{seq}")).await.expect(200).json()["proof"]["holds"].clone();
        assert_eq!(holds, answer.contains("\"movements\":0"), "{query} at {seq}");
    }
    sql(app, "update pool_movements set own_amount = own_amount - 1 where own_amount = 1001").await;
}

async fn every_row_of_stock_that_is_changed_is_named_by_verify_and_by_the_proof(app: &TestServer) {
    let admin = app.as_role("admin");
    goods(&admin).await;
    nuts(&admin).await;
    let promised = json!({"sku": "APPLE", "quantity": "1", "warehouseCode": "MAIN"});
    admin.post("/inventory/reservations", &promised).await.expect(201);
    for table in TABLES {
        sql(app, &format!("create table copy_of_{table} as select * from {table}")).await;
    }
    for (statement, wanted) in CHANGES {
        let table = TABLES.iter().find(|table| statement.contains(&format!(" {table}"))).unwrap();
        sql(app, statement).await;
        let report = verify(&app.database, Some(app.books.organization)).await.unwrap();
        let broken: Vec<&str> =
            report.organizations[0].invariants.iter().filter(|one| !one.holds()).map(|one| one.name.as_str()).collect();
        for invariant in *wanted {
            assert!(broken.contains(invariant), "{statement}: {invariant} is not among {broken:?}");
        }
        let is_of_stock = wanted.iter().any(|name| name.starts_with("stock."));
        let proof = admin.get(PROOF).await.expect(200).json()["proof"].clone();
        assert_eq!(proof["holds"], !is_of_stock, "{statement}: {proof}");
        let named: Vec<&str> =
            proof["failures"].as_array().unwrap().iter().map(|one| one["invariant"].as_str().unwrap()).collect();
        for invariant in wanted.iter().filter(|name| name.starts_with("stock.")) {
            assert!(named.contains(invariant), "{statement}: {invariant} is not among {named:?}");
        }
        // The goods of every change are known: never all goods, because they could not be identified.
        let proved =
            stock::prove_within(&app.database, app.books.organization, Proved::default(), Duration::from_secs(60))
                .await
                .unwrap();
        assert_eq!(proved.faulty.is_empty(), !is_of_stock, "{statement}");
        assert!(proved.faulty.iter().all(|goods| goods.item.is_some()), "{statement}: {:?}", proved.faulty);
        restore(app, table).await;
        let report = verify(&app.database, Some(app.books.organization)).await.unwrap();
        assert!(report.holds(), "{statement} was not taken back: {report:#?}");
    }
    for table in TABLES {
        sql(app, &format!("drop table copy_of_{table}")).await;
    }
}
