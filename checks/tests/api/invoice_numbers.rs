//! A supplier's invoice is entered once: by movements, by entries, and by both; unless it is said that it is meant.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::movement_kinds::more_accounts;
use crate::movements::set_up;

const MOVEMENTS: &str = "/inventory/movements";
const ENTRIES: &str = "/accounting/journal-entries";

on_both![
    an_invoice_of_goods_is_entered_once_unless_it_is_meant,
    an_entry_and_an_invoice_of_goods_share_the_numbers_of_a_supplier,
    of_fifty_with_the_same_number_one_is_entered,
    who_may_not_see_the_other_invoice_learns_only_that_the_number_is_taken,
];

/// A receipt of ten from Orchard, in a warehouse.
async fn received(admin: &Caller, warehouse: &str) -> Value {
    let receipt = json!({
        "kind": "receipt", "occurredAt": "2010-01-05", "warehouseCode": warehouse, "partyName": "Orchard",
        "lines": [{"sku": "APPLE", "quantity": "10", "totalCost": "20.00"}],
    });
    admin.post(MOVEMENTS, &receipt).await.expect(201).json()["id"].clone()
}

/// An invoice of one of them.
fn invoice(receipt: &Value, reference: &str) -> Value {
    json!({
        "kind": "supplierInvoice", "occurredAt": "2010-01-10", "partyName": "Orchard", "reference": reference,
        "ofMovementId": receipt, "lines": [{"sku": "APPLE", "quantity": "1"}],
    })
}

/// A purchase of services from Orchard.
fn purchase(app: &TestServer, reference: &str) -> Value {
    let lines = json!([
        {"accountCode": "1000", "debit": "9.00"},
        {"accountCode": "2055", "credit": "9.00", "partyName": "Orchard"},
    ]);
    app.sale("9.00").with("lines", lines).with("reference", reference).json()
}

async fn an_invoice_of_goods_is_entered_once_unless_it_is_meant(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    let (one, other) = (received(&admin, "MAIN").await, received(&admin, "MAIN").await);
    let first = admin.post(MOVEMENTS, &invoice(&one, "p1")).await.expect(201).id();
    let before = app.heads().await;
    for again in ["p1", "P1", " p1 "] {
        let refused = admin.post(MOVEMENTS, &invoice(&other, again)).await;
        refused.expect(409).code("invoice_number_taken").pointer("/reference");
        assert_eq!(refused.json()["context"]["id"], json!(first));
        assert!(refused.resolution("existing")["href"].as_str().unwrap().ends_with(&first));
    }
    let mut draft = invoice(&other, "p1");
    draft["status"] = json!("draft");
    admin.post(MOVEMENTS, &draft).await.expect(409).code("invoice_number_taken");
    assert_eq!(app.heads().await, before);

    // It is meant, in a draft, too, which is edited and posted like any other.
    draft["allowDuplicateReference"] = json!(true);
    let draft = format!("{MOVEMENTS}/{}", admin.post(MOVEMENTS, &draft).await.expect(201).id());
    admin.put(&draft, &json!({"description": "their numbers begin anew each year"})).await.expect(204);
    admin.put(&draft, &json!({"reference": "p2"})).await.expect(204);
    admin.put(&draft, &json!({"reference": "p1"})).await.expect(409).code("invoice_number_taken");
    admin.put(&draft, &json!({"reference": "p1", "allowDuplicateReference": true})).await.expect(204);
    admin.ask(reqwest::Method::POST, &format!("{draft}/post")).await.expect(204);

    // The first one goes, and the number is still that of the second one.
    admin.post(&format!("{MOVEMENTS}/{first}/void"), &json!({"reason": "a test"})).await.expect(204);
    admin.post(MOVEMENTS, &invoice(&one, "p1")).await.expect(409).code("invoice_number_taken");
    admin.post(&format!("{draft}/void"), &json!({"reason": "a test"})).await.expect(204);
    admin.post(MOVEMENTS, &invoice(&one, "p1")).await.expect(201);
    let receipt = json!({
        "kind": "receipt", "allowDuplicateReference": true, "warehouseCode": "MAIN",
        "lines": [{"sku": "APPLE", "quantity": "1", "totalCost": "2.00"}],
    });
    admin.post(MOVEMENTS, &receipt).await.expect(422).code("fields_conflict").pointer("/allowDuplicateReference");
}

async fn an_entry_and_an_invoice_of_goods_share_the_numbers_of_a_supplier(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    let receipt = received(&admin, "MAIN").await;
    let entry = admin.post(ENTRIES, &purchase(app, "INV-7")).await.expect(201).id();
    let refused = admin.post(MOVEMENTS, &invoice(&receipt, "inv-7")).await;
    refused.expect(409).code("invoice_number_taken");
    assert_eq!(
        refused.resolution("existing")["href"].as_str().map(|href| href.ends_with(&format!("{ENTRIES}/{entry}"))),
        Some(true)
    );
    admin.post(MOVEMENTS, &invoice(&receipt, "INV-8")).await.expect(201);
    admin.post(ENTRIES, &purchase(app, "INV-8")).await.expect(409).code("invoice_number_taken").pointer("/reference");
    let mut meant = purchase(app, "INV-8");
    meant["allowDuplicateReference"] = json!(true);
    admin.post(ENTRIES, &meant).await.expect(201);

    // In a batch that is not atomic, the second of two is refused alone.
    let batch = json!({"items": [purchase(app, "INV-9"), purchase(app, "inv-9")]});
    let answers = admin.post(&format!("{ENTRIES}/batch"), &batch).await.expect(200).json();
    assert_eq!(answers["results"][0]["status"], 201, "{answers}");
    assert_eq!(answers["results"][1]["problem"]["code"], "invoice_number_taken", "{answers}");

    // A correction keeps its number; another one must be free.
    let mut replacement = purchase(app, "INV-9");
    (replacement["description"], replacement["status"]) = (json!("read better"), json!("posted"));
    let correct = format!("{ENTRIES}/{entry}/correct");
    let body = json!({"reason": "misread", "replacement": replacement});
    admin.post(&correct, &body).await.expect(409).code("invoice_number_taken").pointer("/replacement/reference");
    let mut kept = body.clone();
    kept["replacement"]["reference"] = json!("INV-7");
    let corrected = admin.post(&correct, &kept).await.expect(201).id();
    admin.void(&corrected).await.expect(204);
    admin.post(ENTRIES, &purchase(app, "INV-7")).await.expect(201);
}

async fn of_fifty_with_the_same_number_one_is_entered(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    let entry = purchase(app, "INV-7");
    let running: Vec<_> = (0..50)
        .map(|_| {
            let ask = admin.post(ENTRIES, &entry);
            tokio::spawn(async move { ask.await })
        })
        .collect();
    let mut entered = 0;
    for one in running {
        let answer = one.await.unwrap();
        if answer.status == 201 {
            entered += 1;
        } else {
            answer.expect(409).code("invoice_number_taken");
        }
    }
    assert_eq!(entered, 1);
}

async fn who_may_not_see_the_other_invoice_learns_only_that_the_number_is_taken(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    let houses = admin.get("/warehouses?limit=200").await.expect(200).data();
    let shop = houses.iter().find(|house| house["code"] == "SHOP").map(|house| house["id"].clone());
    let (there, here) = (received(&admin, "MAIN").await, received(&admin, "SHOP").await);
    let other = admin.post(MOVEMENTS, &invoice(&there, "p1")).await.expect(201).id();
    let path = format!("/users/{}", app.books.member("warehouseManager"));
    admin.put(&path, &json!({"warehouseIds": [shop]})).await.expect(204);
    let refused = app.as_role("warehouseManager").post(MOVEMENTS, &invoice(&here, "p1")).await;
    refused.expect(409).code("invoice_number_taken");
    assert!(!refused.text().contains(&other), "{}", refused.text());
}
