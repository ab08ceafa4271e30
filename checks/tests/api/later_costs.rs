//! Costs that are known later follow the goods of their receipt, wherever those are; what no goods keep goes where the
//! organization says.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::movement_kinds::more_accounts;
use crate::movements::{balance, movement, set_up};

const MOVEMENTS: &str = "/inventory/movements";

on_both![
    a_cost_of_goods_that_were_all_sold_is_put_on_no_others,
    a_cost_follows_a_transfer_at_rest_and_in_transit_in_any_order_of_entry,
    forty_invoices_of_one_piece_come_to_what_one_of_forty_does,
    what_went_back_to_the_supplier_takes_no_part,
    what_no_goods_keep_goes_where_the_organization_says_and_stays_there,
    goods_are_as_old_after_a_transfer_as_before_it,
    a_rebate_beyond_what_goods_are_worth_is_refused_unless_it_is_meant,
];

/// An accountant of goods that are bought at one price and cost more in the end.
struct Buyer {
    admin: Caller,
}

impl Buyer {
    async fn new(app: &TestServer) -> Self {
        let admin = app.as_role("admin");
        set_up(&admin).await;
        more_accounts(&admin).await;
        Self { admin }
    }

    async fn record(&self, body: &Value) -> String {
        self.admin.post(MOVEMENTS, body).await.expect(201).id()
    }

    async fn receive(&self, day: &str, sku: &str, quantity: &str, cost: &str) -> String {
        let line = json!({"sku": sku, "quantity": quantity, "totalCost": cost});
        let mut receipt = movement("receipt", day, line);
        receipt["partyName"] = json!("Orchard");
        self.record(&receipt).await
    }

    async fn issue(&self, day: &str, sku: &str, quantity: &str) -> String {
        self.record(&movement("issue", day, json!({"sku": sku, "quantity": quantity}))).await
    }

    async fn transfer(&self, day: &str, sku: &str, quantity: &str, mode: &str) -> String {
        let line = json!({"sku": sku, "quantity": quantity, "toWarehouseCode": "SHOP"});
        let mut transfer = movement("transfer", day, line);
        transfer["mode"] = json!(mode);
        self.record(&transfer).await
    }

    async fn freight(&self, day: &str, of: &str, amount: &str) -> String {
        self.record(&json!({"kind": "landedCost", "occurredAt": day, "ofMovementId": of, "amount": amount})).await
    }

    async fn invoice(&self, day: &str, of: &str, quantity: &str, amount: &str) -> String {
        let line = json!({"ofMovementId": of, "ofLine": 1, "quantity": quantity, "amount": amount});
        let body = json!({"kind": "supplierInvoice", "occurredAt": day, "dueDate": "2010-12-31", "partyName": "Orchard",
            "lines": [line]});
        self.record(&body).await
    }

    async fn void(&self, id: &str) {
        let path = format!("{MOVEMENTS}/{id}/void");
        self.admin.post(&path, &json!({"reason": "it was none"})).await.expect(204);
    }

    /// Stock, goods in transit, and the rest of later costs.
    async fn books(&self) -> [String; 3] {
        [balance(&self.admin, "1200").await, balance(&self.admin, "1210").await, balance(&self.admin, "5900").await]
    }

    /// What a trace of a movement says, row by row.
    async fn trace(&self, id: &str) -> Vec<String> {
        let rows = self.admin.get(&format!("{MOVEMENTS}/{id}/cost-trace")).await.expect(200).data();
        let text = |row: &Value, name: &str| row[name].as_str().unwrap_or("-").to_owned();
        rows.iter().map(|row| format!("{} {}", text(row, "role"), text(row, "amount"))).collect()
    }
}

async fn a_cost_of_goods_that_were_all_sold_is_put_on_no_others(app: &TestServer) {
    let buyer = Buyer::new(app).await;
    let first = buyer.receive("2010-01-02", "PEAR", "5", "50.00").await;
    buyer.issue("2010-01-03", "PEAR", "5").await;
    buyer.receive("2010-01-04", "PEAR", "5", "50.00").await;
    let invoice = buyer.invoice("2010-01-05", &first, "5", "150.00").await;
    assert_eq!(buyer.books().await, ["50.00", "0.00", "100.00"]);
    assert_eq!(buyer.trace(&invoice).await, ["line 100.00", "variance 100.00"]);
    buyer.void(&invoice).await;
    let freight = buyer.freight("2010-01-05", &first, "100.00").await;
    assert_eq!(buyer.books().await, ["50.00", "0.00", "100.00"]);
    assert_eq!(buyer.trace(&freight).await, ["line 100.00", "variance 100.00"]);
    buyer.void(&freight).await;
    // 95 of 100 were sold: 5 of 100 of each receipt are there.
    let admin = &buyer.admin;
    let body = json!({"sku": "PLUM", "name": "Plums", "costingMethod": "average"});
    admin.post("/inventory/items", &body).await.expect(201);
    let first = buyer.receive("2010-01-02", "PLUM", "5", "50.00").await;
    buyer.receive("2010-01-02", "PLUM", "95", "950.00").await;
    buyer.issue("2010-01-03", "PLUM", "95").await;
    let freight = buyer.freight("2010-01-05", &first, "100.00").await;
    assert_eq!(buyer.books().await, ["105.00", "0.00", "95.00"]);
    assert_eq!(buyer.trace(&freight).await, ["line 100.00", "inStock 5.00", "variance 95.00"]);
    // What comes between, as is told later, takes nothing of it.
    buyer.receive("2010-01-04", "PLUM", "5", "50.00").await;
    assert_eq!(buyer.books().await, ["155.00", "0.00", "95.00"]);
}

async fn a_cost_follows_a_transfer_at_rest_and_in_transit_in_any_order_of_entry(app: &TestServer) {
    let buyer = Buyer::new(app).await;
    for sku in ["PEAR", "APPLE"] {
        for is_late in [false, true] {
            let came = buyer.receive("2010-01-02", sku, "10", "17.00").await;
            let mut moved = Vec::new();
            if !is_late {
                moved.push(buyer.transfer("2010-01-03", sku, "10", "direct").await);
            }
            let freight = buyer.freight("2010-01-04", &came, "3.00").await;
            let invoice = buyer.invoice("2010-01-04", &came, "10", "27.00").await;
            if is_late {
                moved.push(buyer.transfer("2010-01-03", sku, "10", "direct").await);
            }
            assert_eq!(buyer.books().await, ["30.00", "0.00", "0.00"], "{sku}, {is_late}");
            let there = buyer.admin.get("/inventory/reports/valuation?limit=10").await.expect(200).json();
            assert_eq!(there["totalValue"], "30.00");
            for made in [&invoice, &freight, &moved[0], &came] {
                buyer.void(made).await;
            }
        }
        let came = buyer.receive("2010-01-02", sku, "10", "17.00").await;
        let left = buyer.transfer("2010-01-03", sku, "10", "twoStep").await;
        let freight = buyer.freight("2010-01-04", &came, "3.00").await;
        assert_eq!(buyer.books().await, ["0.00", "20.00", "0.00"], "{sku}");
        let report = buyer.admin.get("/inventory/reports/goods-in-transit").await.expect(200).json();
        assert_eq!(report["data"][0]["value"], "20.00", "{report}");
        let arrival = json!({"occurredAt": "2010-01-05", "lines": [{"ofLine": 1, "quantity": "5"}]});
        let path = format!("{MOVEMENTS}/{left}/receive");
        let half = buyer.admin.post(&path, &arrival).await.expect(201).id();
        assert_eq!(buyer.books().await, ["10.00", "10.00", "0.00"], "{sku}");
        for made in [&half, &freight, &left, &came] {
            buyer.void(made).await;
        }
        assert_eq!(buyer.books().await, ["0.00", "0.00", "0.00"], "{sku}");
    }
}

async fn forty_invoices_of_one_piece_come_to_what_one_of_forty_does(app: &TestServer) {
    let buyer = Buyer::new(app).await;
    let came = buyer.receive("2010-01-02", "PEAR", "40", "40.00").await;
    buyer.issue("2010-01-03", "PEAR", "20").await;
    for _ in 0..40 {
        buyer.invoice("2010-01-04", &came, "1", "1.01").await;
    }
    assert_eq!(buyer.books().await, ["20.20", "0.00", "0.20"]);
    // One more had been sold, as is told later.
    buyer.issue("2010-01-03", "PEAR", "1").await;
    assert_eq!(buyer.books().await, ["19.19", "0.00", "0.21"]);
}

async fn what_went_back_to_the_supplier_takes_no_part(app: &TestServer) {
    let buyer = Buyer::new(app).await;
    for sku in ["PEAR", "APPLE"] {
        let line = |quantity: &str, cost: &str| json!({"sku": sku, "quantity": quantity, "totalCost": cost});
        let body = json!({"kind": "receipt", "occurredAt": "2010-01-02", "warehouseCode": "MAIN", "partyName": "Orchard",
            "lines": [line("10", "10.00"), line("10", "10.00")]});
        let came = buyer.record(&body).await;
        let back = json!({"kind": "supplierReturn", "occurredAt": "2010-01-03", "warehouseCode": "MAIN",
            "partyName": "Orchard", "ofMovementId": came, "lines": [{"ofLine": 1, "sku": sku, "quantity": "10"}]});
        let back = buyer.record(&back).await;
        let freight = json!({"kind": "landedCost", "occurredAt": "2010-01-04", "ofMovementId": came, "amount": "10.00",
            "splitBy": "quantity"});
        let freight = buyer.record(&freight).await;
        assert_eq!(buyer.books().await, ["20.00", "0.00", "0.00"], "{sku}");
        for made in [&freight, &back, &came] {
            buyer.void(made).await;
        }
    }
}

async fn what_no_goods_keep_goes_where_the_organization_says_and_stays_there(app: &TestServer) {
    let buyer = Buyer::new(app).await;
    let admin = &buyer.admin;
    assert_eq!(admin.get("/organization").await.json()["laterCostsTo"], "variance");
    for wrong in [json!(null), json!("nowhere"), json!(true)] {
        admin.put("/organization", &json!({"laterCostsTo": wrong})).await.expect(400).pointer("/laterCostsTo");
    }
    let came = buyer.receive("2010-01-02", "PEAR", "4", "10.00").await;
    buyer.issue("2010-01-03", "PEAR", "1").await;
    let sold = async || balance(admin, "5000").await;
    buyer.freight("2010-01-04", &came, "4.00").await;
    assert_eq!((buyer.books().await, sold().await), (["10.50", "0.00", "1.00"].map(str::to_owned), "2.50".to_owned()));
    admin.put("/organization", &json!({"laterCostsTo": "costOfSales"})).await.expect(204);
    assert_eq!(admin.get("/organization").await.json()["laterCostsTo"], "costOfSales");
    // What was posted stays where it is.
    assert_eq!(buyer.books().await[2], "1.00");
    buyer.freight("2010-01-05", &came, "8.00").await;
    assert_eq!((buyer.books().await, sold().await), (["16.50", "0.00", "1.00"].map(str::to_owned), "4.50".to_owned()));
    // A piece that was sold before, as is told later: each cost gives its part to the account that it has, and so it does
    // for goods that are elsewhere.
    let more = buyer.issue("2010-01-03", "PEAR", "1").await;
    assert_eq!((buyer.books().await, sold().await), (["11.00", "0.00", "2.00"].map(str::to_owned), "9.00".to_owned()));
    admin.put("/organization", &json!({"laterCostsTo": "variance"})).await.expect(204);
    buyer.transfer("2010-01-03", "PEAR", "2", "direct").await;
    assert_eq!((buyer.books().await, sold().await), (["11.00", "0.00", "2.00"].map(str::to_owned), "9.00".to_owned()));
    buyer.void(&more).await;
    assert_eq!((buyer.books().await, sold().await), (["16.50", "0.00", "1.00"].map(str::to_owned), "4.50".to_owned()));
    // Without an account for it there is nothing to post to.
    let settings = json!({"laterCostsTo": "costOfSales", "cogsAccountId": null});
    admin.put("/organization", &settings).await.expect(204);
    let body = json!({"kind": "landedCost", "occurredAt": "2010-01-06", "ofMovementId": came, "amount": "1.00"});
    admin.post(MOVEMENTS, &body).await.expect(409).code("stock_account_needed").says("cogsAccountId");
}

/// The quantities of each row of the ages on a day, bucket by bucket.
async fn ages(admin: &Caller, query: &str) -> Vec<String> {
    let rows = admin.get(&format!("/inventory/reports/ageing?{query}")).await.expect(200).data();
    let told = |row: &Value| {
        let buckets = row["buckets"].as_array().unwrap().iter();
        let quantities: Vec<&str> = buckets.map(|bucket| bucket["quantity"].as_str().unwrap()).collect();
        format!("{} {} {}", row["sku"].as_str().unwrap(), row["warehouseCode"].as_str().unwrap(), quantities.join(" "))
    };
    rows.iter().map(told).collect()
}

/// erpnext 43401: the age began anew with each transfer.
async fn goods_are_as_old_after_a_transfer_as_before_it(app: &TestServer) {
    let buyer = Buyer::new(app).await;
    let admin = &buyer.admin;
    for sku in ["APPLE", "PEAR"] {
        buyer.receive("2010-01-01", sku, "6", "6.00").await;
        buyer.receive("2010-03-01", sku, "4", "4.00").await;
        let left = buyer.transfer("2010-03-20", sku, "7", "twoStep").await;
        let arrival = json!({"occurredAt": "2010-03-25", "lines": [{"ofLine": 1, "quantity": "7"}]});
        admin.post(&format!("{MOVEMENTS}/{left}/receive"), &arrival).await.expect(201);
        let seq = admin.get("/inventory/reports/ageing").await.expect(200).json()["seq"].clone();
        for query in ["asOf=2010-03-31".to_owned(), format!("asOf=2010-03-31&knownAt=seq:{seq}")] {
            let query = format!("{query}&sku={sku}");
            let wanted = [format!("{sku} MAIN 3 0 0 0"), format!("{sku} SHOP 1 0 6 0")];
            assert_eq!(ages(admin, &query).await, wanted, "{query}");
        }
        assert_eq!(ages(admin, &format!("asOf=2010-03-22&sku={sku}")).await, [format!("{sku} MAIN 3 0 0 0")]);
        buyer
            .record(&json!({"kind": "issue", "occurredAt": "2010-03-26", "warehouseCode": "SHOP",
            "lines": [{"sku": sku, "quantity": "2"}]}))
            .await;
        assert_eq!(ages(admin, &format!("asOf=2010-03-31&sku={sku}")).await[1], format!("{sku} SHOP 1 0 4 0"));
        let now = ages(admin, &format!("sku={sku}&buckets=30000")).await;
        assert_eq!(now, [format!("{sku} MAIN 3 0"), format!("{sku} SHOP 5 0")]);
    }
    // Those of one warehouse are told by what came from others, too.
    let warehouses = admin.get("/warehouses").await.data();
    let shop = warehouses.iter().find(|row| row["code"] == "SHOP").unwrap()["id"].as_str().unwrap().to_owned();
    let told = ages(admin, &format!("asOf=2010-03-31&warehouseId={shop}")).await;
    assert_eq!(told, ["APPLE SHOP 1 0 4 0", "PEAR SHOP 1 0 4 0"]);
}

async fn a_rebate_beyond_what_goods_are_worth_is_refused_unless_it_is_meant(app: &TestServer) {
    let buyer = Buyer::new(app).await;
    let receipt = buyer.receive("2010-01-02", "APPLE", "4", "14.01").await;
    let mut rebate =
        json!({"kind": "landedCost", "occurredAt": "2010-01-05", "ofMovementId": receipt, "amount": "-400.00"});
    let refused = buyer.admin.post(MOVEMENTS, &rebate).await;
    refused.expect(422).code("amount_out_of_range").pointer("/amount");
    assert_eq!(refused.json()["context"]["most"], "14.01");
    rebate["status"] = json!("draft");
    let draft = buyer.admin.post(MOVEMENTS, &rebate).await.expect(201).id();
    let path = format!("{MOVEMENTS}/{draft}");
    buyer.admin.ask(reqwest::Method::POST, &format!("{path}/post")).await.expect(422).code("amount_out_of_range");
    assert_eq!(buyer.books().await, ["14.01", "0.00", "0.00"]);
    buyer.admin.put(&path, &json!({"allowBeyondValue": true})).await.expect(204);
    assert_eq!(buyer.admin.get(&path).await.expect(200).json()["allowBeyondValue"], true);
    buyer.admin.ask(reqwest::Method::POST, &format!("{path}/post")).await.expect(204);
    assert_eq!(buyer.books().await, ["0.00", "0.00", "-385.99"]);
}
