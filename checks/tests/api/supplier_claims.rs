//! What suppliers owe for goods that went back, and what they credit without goods, is what they invoiced.

use checks::{Answer, Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::movement_kinds::more_accounts;
use crate::movements::{balance, movement, set_up};

const MOVEMENTS: &str = "/inventory/movements";

on_both![
    what_was_invoiced_and_goes_back_claims_what_was_billed_in_its_currency,
    goods_that_were_not_invoiced_go_back_first_and_one_line_becomes_two,
    a_credit_note_without_goods_follows_the_goods_that_are_there,
    a_credit_note_settles_its_invoice_and_is_at_most_what_that_billed,
];

/// An accountant of goods that suppliers invoice, take back and credit.
struct Buyer {
    admin: Caller,
}

impl Buyer {
    async fn new(app: &TestServer) -> Self {
        let admin = app.as_role("admin");
        set_up(&admin).await;
        more_accounts(&admin).await;
        let gains = json!({"code": "7000", "name": "Exchange differences", "type": "expense", "subtype": "fxGainLoss"});
        admin.post("/accounting/accounts", &gains).await.expect(201);
        Self { admin }
    }

    async fn send(&self, body: &Value) -> Answer {
        self.admin.post(MOVEMENTS, body).await
    }

    async fn record(&self, body: &Value) -> Value {
        self.send(body).await.expect(201).json()
    }

    async fn receive(&self, quantity: &str, cost: &str, rate: Option<&str>) -> String {
        let line = json!({"sku": "APPLE", "quantity": quantity, "totalCost": cost});
        let mut receipt = movement("receipt", "2010-01-02", line);
        receipt["partyName"] = json!("Orchard");
        in_dollars(&mut receipt, rate);
        id(&self.record(&receipt).await)
    }

    async fn invoice(&self, of: &str, quantity: &str, amount: &str, rate: Option<&str>) -> Value {
        let line = json!({"quantity": quantity, "amount": amount});
        let mut invoice = json!({"kind": "supplierInvoice", "occurredAt": "2010-01-05", "partyName": "Orchard",
            "ofMovementId": of, "lines": [line]});
        in_dollars(&mut invoice, rate);
        self.record(&invoice).await
    }

    fn back(of: &str, quantity: &str) -> Value {
        let mut back = movement("supplierReturn", "2010-01-08", json!({"sku": "APPLE", "quantity": quantity}));
        back["ofMovementId"] = json!(of);
        back
    }

    fn credit(of: &str, amount: &str) -> Value {
        json!({"kind": "supplierCredit", "occurredAt": "2010-01-08", "partyName": "Orchard", "ofMovementId": of,
            "amount": amount})
    }

    async fn issue(&self, quantity: &str) -> String {
        id(&self.record(&movement("issue", "2010-01-06", json!({"sku": "APPLE", "quantity": quantity}))).await)
    }

    async fn void(&self, movement: &str) -> Answer {
        self.admin.post(&format!("{MOVEMENTS}/{movement}/void"), &json!({"reason": "it was none"})).await
    }

    /// Owed by suppliers, in stock, owed to suppliers, received and not invoiced, variance, exchange.
    async fn books(&self) -> Vec<String> {
        let mut found = Vec::new();
        for code in ["1170", "1200", "2055", "2150", "5900", "7000"] {
            found.push(balance(&self.admin, code).await);
        }
        found
    }
}

fn in_dollars(body: &mut Value, rate: Option<&str>) {
    if let Some(rate) = rate {
        (body["currency"], body["exchangeRate"]) = (json!("USD"), json!(rate));
    }
}

fn id(movement: &Value) -> String {
    movement["id"].as_str().unwrap().to_owned()
}

async fn what_was_invoiced_and_goes_back_claims_what_was_billed_in_its_currency(app: &TestServer) {
    let buyer = Buyer::new(app).await;
    let receipt = buyer.receive("10", "100.00", None).await;
    let invoice = buyer.invoice(&receipt, "10", "120.00", None).await;
    assert_eq!(buyer.books().await, ["0.00", "120.00", "-120.00", "0.00", "0.00", "0.00"]);
    let half = buyer.record(&Buyer::back(&receipt, "5")).await;
    assert_eq!(buyer.books().await, ["60.00", "60.00", "-120.00", "0.00", "0.00", "0.00"]);
    let rest = buyer.record(&Buyer::back(&receipt, "5")).await;
    assert_eq!(buyer.books().await, ["120.00", "0.00", "-120.00", "0.00", "0.00", "0.00"]);
    buyer.void(&id(&invoice)).await.expect(409).code("movement_has_dependents");
    for made in [&id(&half), &id(&rest), &id(&invoice), &receipt] {
        buyer.void(made).await.expect(204);
    }
    assert_eq!(buyer.books().await, ["0.00"; 6]);

    let receipt = buyer.receive("10", "100.00", Some("0.8")).await;
    let invoice = buyer.invoice(&receipt, "10", "110.00", Some("0.9")).await;
    assert_eq!(buyer.books().await, ["0.00", "89.00", "-99.00", "0.00", "0.00", "10.00"]);
    let half = buyer.record(&Buyer::back(&receipt, "5")).await;
    assert_eq!(buyer.books().await, ["49.50", "44.50", "-99.00", "0.00", "0.00", "5.00"]);
    let entry = format!("/accounting/journal-entries/{}", half["entryId"].as_str().unwrap());
    let entry = buyer.admin.get(&entry).await.expect(200).json();
    let claim = entry["lines"].as_array().unwrap().iter().find(|line| line["currency"] == "USD").unwrap();
    assert_eq!(
        (&claim["debit"], &claim["baseDebit"], &claim["exchangeRate"]),
        (&json!("55.00"), &json!("49.50"), &json!("0.9"))
    );
    buyer.void(&id(&half)).await.expect(204);
    buyer.void(&id(&invoice)).await.expect(204);
    assert_eq!(buyer.books().await, ["0.00", "80.00", "0.00", "-80.00", "0.00", "0.00"]);
}

async fn goods_that_were_not_invoiced_go_back_first_and_one_line_becomes_two(app: &TestServer) {
    let buyer = Buyer::new(app).await;
    let receipt = buyer.receive("10", "100.00", None).await;
    buyer.invoice(&receipt, "4", "48.00", None).await;
    let before = buyer.books().await;
    let quantities = |shown: &Value| -> Vec<Value> {
        shown["lines"].as_array().unwrap().iter().map(|line| line["quantity"].clone()).collect()
    };
    let refused = buyer.send(&Buyer::back(&receipt, "11")).await;
    refused.expect(422).code("takes_too_much").pointer("/lines/0/quantity");
    let path = format!("{MOVEMENTS}?dryRun=true");
    let preview = buyer.admin.post(&path, &Buyer::back(&receipt, "8")).await.expect(200).json();
    assert_eq!(quantities(&preview["wouldReturn"]), ["-6", "-2"]);
    let back = buyer.record(&Buyer::back(&receipt, "8")).await;
    assert_eq!(quantities(&back), ["-6", "-2"]);
    assert_eq!(buyer.books().await, ["24.00", "21.60", "-48.00", "0.00", "2.40", "0.00"]);
    let read = buyer.admin.get(&format!("{MOVEMENTS}/{}", id(&back))).await.expect(200).json();
    assert_eq!(read["lines"], back["lines"]);
    let open = buyer.admin.get("/inventory/reports/received-not-invoiced").await.expect(200).json();
    assert_eq!(open["data"], json!([]));
    buyer.void(&id(&back)).await.expect(204);
    assert_eq!(buyer.books().await, before);
}

async fn a_credit_note_without_goods_follows_the_goods_that_are_there(app: &TestServer) {
    let buyer = Buyer::new(app).await;
    let receipt = buyer.receive("10", "100.00", None).await;
    buyer.invoice(&receipt, "10", "100.00", None).await;
    buyer.issue("5").await;
    let credit = buyer.record(&Buyer::credit(&receipt, "20.00")).await;
    let line = &credit["lines"][0];
    assert_eq!((&line["amount"], &line["cost"], &line["quantity"]), (&json!("20.00"), &json!("-10.00"), &json!("0")));
    assert_eq!(buyer.books().await, ["0.00", "40.00", "-80.00", "0.00", "-10.00", "0.00"]);
    buyer.void(&id(&credit)).await.expect(204);
    assert_eq!(buyer.books().await, ["0.00", "50.00", "-100.00", "0.00", "0.00", "0.00"]);
    // A bonus after all was sold, which the supplier owes as such.
    buyer.issue("5").await;
    buyer.admin.put("/organization", &json!({"laterCostsTo": "costOfSales"})).await.expect(204);
    let mut bonus = Buyer::credit(&receipt, "20.00");
    bonus["offsetAccountCode"] = json!("1170");
    buyer.record(&bonus).await;
    assert_eq!(buyer.books().await, ["20.00", "0.00", "-100.00", "0.00", "0.00", "0.00"]);
    assert_eq!(balance(&buyer.admin, "5000").await, "80.00");
}

async fn a_credit_note_settles_its_invoice_and_is_at_most_what_that_billed(app: &TestServer) {
    let buyer = Buyer::new(app).await;
    let receipt = buyer.receive("10", "100.00", None).await;
    let refused = buyer.send(&Buyer::credit(&receipt, "0.01")).await;
    refused.expect(422).code("amount_out_of_range").pointer("/amount");
    let invoice = buyer.invoice(&receipt, "10", "100.00", None).await;
    for amount in ["0", "-5.00", "100.01"] {
        let refused = buyer.send(&Buyer::credit(&receipt, amount)).await;
        refused.expect(422).code("amount_out_of_range").pointer("/amount");
    }
    let mut credit = Buyer::credit(&receipt, "30.00");
    (credit["reference"], credit["dueDate"]) = (json!("CN-7"), json!("2010-02-04"));
    credit["charges"] = json!([{"accountCode": "5100", "amount": "6.00", "description": "VAT"}]);
    let credit = buyer.record(&credit).await;
    assert_eq!((&credit["dueDate"], &credit["splitBy"]), (&json!("2010-02-04"), &json!("value")));
    assert_eq!(buyer.books().await, ["0.00", "70.00", "-64.00", "0.00", "0.00", "0.00"]);
    let mut again = Buyer::credit(&receipt, "1.00");
    again["reference"] = json!("cn-7");
    buyer.send(&again).await.expect(409).code("invoice_number_taken");
    for (field, value, code) in
        [("partyName", json!("Baker"), "fields_conflict"), ("currency", json!("USD"), "fields_conflict")]
    {
        let mut wrong = Buyer::credit(&receipt, "1.00");
        wrong[field] = value;
        wrong["exchangeRate"] = if field == "currency" { json!("0.9") } else { Value::Null };
        buyer.send(&wrong).await.expect(422).code(code);
    }
    let mut nobodys = Buyer::credit(&receipt, "1.00");
    nobodys.as_object_mut().unwrap().remove("partyName");
    buyer.send(&nobodys).await.expect(422).code("movement_incomplete").pointer("/partyId");

    let open = async || {
        let items = buyer.admin.get("/accounting/open-items?controlFor=payable").await.expect(200).data();
        items.iter().map(|item| item["openAmount"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(open().await.len(), 2);
    let payable = buyer.admin.get("/accounting/accounts?code=2055").await.data()[0]["id"].clone();
    let mut lines = Vec::new();
    for made in [&invoice, &credit] {
        let entry = made["entryId"].as_str().unwrap();
        let shown = buyer.admin.get(&format!("/accounting/journal-entries/{entry}")).await.expect(200).json();
        let owed = shown["lines"].as_array().unwrap().iter().find(|line| line["accountId"] == payable);
        let number = owed.unwrap()["lineNumber"].clone();
        lines.push(json!({"entryId": entry, "lineNumber": number}));
    }
    buyer.admin.post("/accounting/matches", &json!({"lines": lines})).await.expect(201);
    let left = open().await;
    assert!(left.len() == 1 && left[0].ends_with("64.00"), "{left:?}");
    buyer.void(&id(&credit)).await.expect(409).code("entry_has_matched_lines");
    // What goes back claims what the credit note left of it.
    buyer.record(&Buyer::back(&receipt, "10")).await;
    assert_eq!(buyer.books().await, ["70.00", "0.00", "-64.00", "0.00", "0.00", "0.00"]);
}
