//! Goods received and not invoiced, or in transit: line by line at the end of any day, compared with their accounts.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;
use crate::movement_kinds::more_accounts;
use crate::movements::{balance, movement, set_up};
use crate::stock::told;

const RECEIVED: &str = "/inventory/reports/received-not-invoiced";
const TRANSIT: &str = "/inventory/reports/goods-in-transit";

async fn record(user: &Caller, body: &Value) -> String {
    user.post("/inventory/movements", body).await.expect(201).id()
}

async fn void(user: &Caller, movement: &str) {
    user.post(&format!("/inventory/movements/{movement}/void"), &json!({"reason": "mistaken"})).await.expect(204);
}

async fn close(app: &TestServer, months: std::ops::Range<usize>) {
    for period in &app.books.periods[months] {
        let path = format!("/accounting/periods/{period}/close");
        app.as_role("admin").post(&path, &json!({"reason": "month end"})).await.expect(204);
    }
}

/// The rows of a day, after the totals were seen to be the account's balance.
async fn tied(user: &Caller, report: &str, (day, account): (&str, &str), fields: &[&str]) -> Vec<String> {
    let view = user.get(&format!("{report}?asOf={day}&limit=200")).await.expect(200).json();
    let tie = view["accounts"].as_array().unwrap().iter().find(|one| one["code"] == account).cloned();
    let tie = tie.unwrap_or_else(|| panic!("{report} has no account {account} on {day}: {view}"));
    assert_eq!((&tie["open"], tie["difference"].as_str()), (&tie["balance"], Some("0.00")), "{report} on {day}");
    let total = if view["totalOpen"].is_null() { &view["totalValue"] } else { &view["totalOpen"] };
    assert_eq!(*total, tie["open"], "{report} on {day}");
    told(view["data"].as_array().unwrap(), fields)
}

/// The answers to these questions.
async fn answers(user: &Caller, questions: &[String]) -> Vec<String> {
    let mut found = Vec::new();
    for question in questions {
        found.push(user.get(question).await.expect(200).text());
    }
    found
}

on_both![
    what_is_open_of_goods_that_went_back_in_parts_is_on_its_account_on_every_day,
    what_is_received_and_not_invoiced_is_open_on_its_account_on_every_day,
    what_is_open_in_another_currency_has_both_amounts,
    what_is_on_its_way_is_not_suggested_to_be_ordered,
    goods_in_transit_are_worth_what_their_account_has_on_every_day,
    goods_in_transit_hold_the_accounts_by_which_they_are_valued_and_leave_the_one_that_took_them,
];

async fn what_is_open_of_goods_that_went_back_in_parts_is_on_its_account_on_every_day(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    let lines = json!([{"sku": "APPLE", "quantity": "4", "totalCost": "10.03"}]);
    let receipt = json!({"kind": "receipt", "occurredAt": "2010-01-05", "warehouseCode": "MAIN", "lines": lines});
    let receipt = record(&admin, &receipt).await;
    let back = |day: &str, quantity: &str| json!({"kind": "supplierReturn", "occurredAt": day, "ofMovementId": receipt, "lines": [{"sku": "APPLE", "quantity": quantity}]});
    let now = async || {
        let view = admin.get(RECEIVED).await.expect(200).json();
        told(view["data"].as_array().unwrap(), &["openQuantity", "openBaseAmount"])
    };
    let on = async |day: &str| tied(&admin, RECEIVED, (day, "2150"), &["openQuantity", "openBaseAmount"]).await;
    // One goes back, then others on days before and behind it: each takes another share than it took alone.
    record(&admin, &back("2010-03-10", "1")).await;
    let first = [now().await, on("2010-03-31").await];
    assert_eq!(first[0], first[1]);
    let then = app.head(&app.books).await.unwrap().seq;
    let early = record(&admin, &back("2010-02-10", "1")).await;
    let second = record(&admin, &back("2010-02-20", "1")).await;
    for day in ["2010-01-31", "2010-02-15", "2010-02-28", "2010-03-31", "2010-12-31"] {
        on(day).await;
    }
    assert_eq!(now().await, on("2010-12-31").await);
    void(&admin, &early).await;
    void(&admin, &second).await;
    for day in ["2010-01-31", "2010-02-15", "2010-02-28", "2010-03-31", "2010-12-31"] {
        on(day).await;
    }
    assert_eq!(now().await, on("2010-12-31").await);
    let known = admin.get(&format!("{RECEIVED}?knownAt=seq:{then}")).await.expect(200).json();
    assert_eq!(told(known["data"].as_array().unwrap(), &["openQuantity", "openBaseAmount"]), first[0]);
}

async fn what_is_received_and_not_invoiced_is_open_on_its_account_on_every_day(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    let lines = json!([{"sku": "APPLE", "quantity": "10", "totalCost": "20.00"}, {"sku": "PEAR", "quantity": "4", "totalCost": "10.00"}]);
    let receipt = json!({"kind": "receipt", "occurredAt": "2010-01-05", "warehouseCode": "MAIN", "partyName": "Orchard", "reference": "D-1", "lines": lines});
    let receipt = record(&admin, &receipt).await;
    let invoice = |day: &str, line: Value| json!({"kind": "supplierInvoice", "occurredAt": day, "partyName": "Orchard", "ofMovementId": receipt, "lines": [line]});
    let of_apples =
        record(&admin, &invoice("2010-02-10", json!({"sku": "APPLE", "quantity": "6", "amount": "13.00"}))).await;
    let back = json!({"kind": "supplierReturn", "occurredAt": "2010-03-05", "ofMovementId": receipt, "lines": [{"sku": "APPLE", "quantity": "1"}]});
    let back = record(&admin, &back).await;
    let of_pears = record(&admin, &invoice("2010-03-10", json!({"sku": "PEAR"}))).await;

    let fields = ["sku", "received", "invoiced", "returned", "openQuantity", "openAmount", "openBaseAmount"];
    let on = async |day: &str| tied(&admin, RECEIVED, (day, "2150"), &fields).await;
    let pears = "PEAR 4 0 0 4 10.00 10.00";
    assert!(on("2010-01-04").await.is_empty());
    assert_eq!(on("2010-01-31").await, ["APPLE 10 0 0 10 20.00 20.00", pears]);
    assert_eq!(on("2010-02-28").await, ["APPLE 10 6 0 4 8.00 8.00", pears]);
    assert_eq!(on("2010-03-09").await, ["APPLE 10 6 1 3 6.00 6.00", pears]);
    assert_eq!(on("2010-12-31").await, ["APPLE 10 6 1 3 6.00 6.00"]);
    let now = admin.get(RECEIVED).await.expect(200).json();
    assert_eq!(told(now["data"].as_array().unwrap(), &fields), ["APPLE 10 6 1 3 6.00 6.00"]);
    assert_eq!(
        (&now["asOf"], &now["totalOpen"], &now["data"][0]["partyName"], &now["data"][0]["reference"]),
        (&Value::Null, &json!("6.00"), &json!("Orchard"), &json!("D-1"))
    );
    let questions = [
        RECEIVED.to_owned(),
        format!("{RECEIVED}?asOf=2010-03-09&limit=1"),
        format!("{RECEIVED}?asOf=2010-12-31&format=csv"),
    ];
    let (then, were) = (app.head(&app.books).await.unwrap().seq, answers(&admin, &questions).await);

    // A voided document counts until the day as of which it was voided.
    close(app, 0..2).await;
    for movement in [&of_pears, &back, &of_apples] {
        void(&admin, movement).await;
    }
    assert_eq!(on("2010-02-28").await, ["APPLE 10 6 0 4 8.00 8.00", pears]);
    assert_eq!(on("2010-03-01").await, ["APPLE 10 0 0 10 20.00 20.00", pears]);
    assert_eq!(on("2010-12-31").await, ["APPLE 10 0 0 10 20.00 20.00", pears]);
    void(&admin, &receipt).await;
    assert_eq!(on("2010-02-28").await, ["APPLE 10 6 0 4 8.00 8.00", pears]);
    assert!(on("2010-03-01").await.is_empty());
    assert!(admin.get(RECEIVED).await.expect(200).data().is_empty());

    let known: Vec<String> = questions
        .iter()
        .map(|one| format!("{one}{}knownAt=seq:{then}", if one.contains('?') { '&' } else { '?' }))
        .collect();
    assert_eq!(answers(&admin, &known).await, were, "as it was known then");
    let pages = all_pages(&admin, &format!("{RECEIVED}?asOf=2010-02-28"), 1).await;
    assert_eq!(told(&pages, &["sku"]), ["APPLE", "PEAR"]);
    for (query, found) in [("", 2)] {
        let view = admin.get(&format!("{RECEIVED}?asOf=2010-02-28&{query}")).await.expect(200).json();
        assert_eq!(
            (view["data"].as_array().unwrap().len(), view["accounts"].as_array().unwrap().is_empty()),
            (found, !query.is_empty()),
            "{query}"
        );
    }
    let csv = admin.get(&format!("{RECEIVED}?asOf=2010-02-28&format=csv")).await;
    assert!(csv.expect(200).header("content-disposition").contains("received-not-invoiced-2010-02-28.csv"));
    assert!(
        csv.text().contains("D-1,Orchard,APPLE,APPLE,MAIN,10,6,0,4,") && csv.text().contains(",18.00"),
        "{}",
        csv.text()
    );
    admin.get(&format!("{RECEIVED}?format=xlsx")).await.expect(200);

    // Nobody posts to it by hand; balances brought in from other books are shown as the part of the account beyond.
    let lines = [("5100", "5.00", ""), ("2150", "", "5.00")];
    let by_hand = app.sale("5.00").on("2010-03-20").lines(&lines);
    admin.post("/accounting/journal-entries", &by_hand.json()).await.expect(409).code("control_account");
    let opening = app.sale("5.00").on("2010-03-20").lines(&lines).with("entryType", "import");
    admin.post_entry(&opening).await;
    let view = admin.get(&format!("{RECEIVED}?asOf=2010-12-31")).await.expect(200).json();
    let tie = view["accounts"].as_array().unwrap().iter().find(|one| one["code"] == "2150").unwrap();
    assert_eq!((&tie["open"], &tie["balance"], &tie["difference"]), (&json!("0.00"), &json!("5.00"), &json!("5.00")));

    let seen = app.as_role("warehouseOperator").get(&format!("{RECEIVED}?asOf=2010-02-28")).await.expect(200).json();
    assert!(
        seen["totalOpen"].is_null()
            && seen["accounts"].as_array().unwrap().is_empty()
            && seen["data"][0]["openAmount"].is_null()
    );
    for (query, pointer) in [
        ("asOf=never", "asOf"),
        ("itemId=nothing", "itemId"),
        ("partyId=nothing", "partyId"),
        ("warehouseId=nothing", "warehouseId"),
        ("knownAt=seq:99999999", "knownAt"),
        ("cursor=nothing", "cursor"),
    ] {
        for report in [RECEIVED, TRANSIT] {
            admin.get(&format!("{report}?{query}")).await.expect(400).pointer(pointer);
        }
    }
}

async fn what_is_open_in_another_currency_has_both_amounts(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let receipt = json!({"kind": "receipt", "occurredAt": "2010-01-20", "warehouseCode": "SHOP", "currency": "EUR", "exchangeRate": "0.8", "lines": [{"sku": "PEAR", "quantity": "4", "totalCost": "10.00"}]});
    let receipt = record(&admin, &receipt).await;
    let back = json!({"kind": "supplierReturn", "occurredAt": "2010-02-01", "ofMovementId": receipt, "lines": [{"sku": "PEAR", "quantity": "1"}]});
    record(&admin, &back).await;
    let fields = ["warehouseCode", "openQuantity", "currency", "openAmount", "openBaseAmount"];
    let on = async |day: &str| tied(&admin, RECEIVED, (day, "2150"), &fields).await;
    assert_eq!(on("2010-01-31").await, ["SHOP 4 EUR 10.00 8.00"]);
    assert_eq!(on("2010-02-01").await, ["SHOP 3 EUR 7.50 6.00"]);
    let csv = admin.get(&format!("{RECEIVED}?format=csv")).await.expect(200).text();
    assert!(csv.contains(",EUR,7.50,6.00"), "{csv}");
}

async fn what_is_on_its_way_is_not_suggested_to_be_ordered(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    let apples = json!({"sku": "APPLE", "quantity": "10", "totalCost": "20.00"});
    record(&admin, &movement("receipt", "2010-01-05", apples)).await;
    let mut transfer = movement("transfer", "2010-01-06", json!({"sku": "APPLE", "quantity": "3"}));
    (transfer["toWarehouseCode"], transfer["mode"]) = (json!("SHOP"), json!("twoStep"));
    record(&admin, &transfer).await;
    let apple = admin.get("/inventory/items?sku=APPLE").await.data()[0]["id"].as_str().unwrap().to_owned();
    let shop = admin.get("/warehouses?code=SHOP").await.data()[0]["id"].as_str().unwrap().to_owned();
    let fields = ["available", "incoming", "suggestedQuantity"];
    for (point, in_shop, anywhere) in
        [("2", vec![], vec![]), ("3", vec!["0 3 17"], vec![]), ("10", vec!["0 3 17"], vec!["7 3 10"])]
    {
        admin
            .put(&format!("/inventory/items/{apple}"), &json!({"reorderPoint": point, "maxQuantity": "20"}))
            .await
            .expect(204);
        let seq = app.head(&app.books).await.unwrap().seq;
        for known in ["".to_owned(), format!("&knownAt=seq:{seq}")] {
            let low = async |query: &str| {
                told(
                    &admin
                        .get(&format!("/inventory/reorder-suggestions?limit=9{query}{known}"))
                        .await
                        .expect(200)
                        .data(),
                    &fields,
                )
            };
            assert_eq!(low(&format!("&warehouseId={shop}")).await, in_shop, "at {point}{known}");
            assert_eq!(low("").await, anywhere, "at {point}{known}");
        }
    }
}

async fn goods_in_transit_are_worth_what_their_account_has_on_every_day(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    let apples = |quantity: &str, cost: &str| json!({"sku": "APPLE", "quantity": quantity, "totalCost": cost});
    record(&admin, &movement("receipt", "2010-01-05", apples("10", "20.00"))).await;
    let sent = |day: &str, quantity: &str| {
        let mut transfer = movement("transfer", day, json!({"sku": "APPLE", "quantity": quantity}));
        (transfer["toWarehouseCode"], transfer["mode"], transfer["reference"]) =
            (json!("SHOP"), json!("twoStep"), json!("T-1"));
        transfer
    };
    let transfer = record(&admin, &sent("2010-01-06", "3")).await;
    let path = format!("/inventory/movements/{transfer}");
    let some = json!({"occurredAt": "2010-02-07", "lines": [{"ofLine": 1, "quantity": "2"}]});
    admin.post(&format!("{path}/receive"), &some).await.expect(201);
    let questions =
        [TRANSIT.to_owned(), format!("{TRANSIT}?asOf=2010-01-31"), format!("{TRANSIT}?asOf=2010-02-28&format=csv")];
    let (then, were) = (app.head(&app.books).await.unwrap().seq, answers(&admin, &questions).await);
    // Goods that were there before them leave first: 3 for 12.00.
    record(&admin, &movement("receipt", "2010-01-02", apples("3", "12.00"))).await;
    let lost = json!({"occurredAt": "2010-03-09", "reason": "fell off the lorry"});
    admin.post(&format!("{path}/close"), &lost).await.expect(201);
    let mistake = record(&admin, &sent("2010-04-10", "5")).await;

    let fields =
        ["sku", "fromWarehouseCode", "toWarehouseCode", "dispatched", "received", "lost", "inTransit", "value"];
    let on = async |day: &str| tied(&admin, TRANSIT, (day, "1210"), &fields).await;
    assert!(on("2010-01-05").await.is_empty());
    assert_eq!(on("2010-01-31").await, ["APPLE MAIN SHOP 3 0 0 3 12.00"]);
    assert_eq!(on("2010-02-28").await, ["APPLE MAIN SHOP 3 2 0 1 4.00"]);
    assert!(on("2010-03-31").await.is_empty());
    assert_eq!(on("2010-04-30").await, ["APPLE MAIN SHOP 5 0 0 5 10.00"]);
    let now = admin.get(TRANSIT).await.expect(200).json();
    assert_eq!(
        (now["data"].as_array().unwrap().len(), &now["totalValue"], &now["data"][0]["reference"]),
        (1, &json!("10.00"), &json!("T-1"))
    );

    close(app, 0..4).await;
    void(&admin, &mistake).await;
    assert_eq!(on("2010-04-30").await, ["APPLE MAIN SHOP 5 0 0 5 10.00"], "its event says where it was to go");
    assert!(on("2010-05-01").await.is_empty());
    assert!(admin.get(TRANSIT).await.expect(200).data().is_empty());
    let known: Vec<String> = questions
        .iter()
        .map(|one| format!("{one}{}knownAt=seq:{then}", if one.contains('?') { '&' } else { '?' }))
        .collect();
    assert_eq!(answers(&admin, &known).await, were, "as it was known then");
    assert_eq!(all_pages(&admin, &format!("{TRANSIT}?asOf=2010-02-28"), 1).await.len(), 1);
    for query in ["itemId=nothing", "fromWarehouseId=nothing", "toWarehouseId=nothing"] {
        admin.get(&format!("{TRANSIT}?asOf=2010-02-28&{query}")).await.expect(400).says("does not exist here");
    }
    admin.get(&format!("{TRANSIT}?asOf=2010-02-28&format=xlsx")).await.expect(200);
    let csv = admin.get(&format!("{TRANSIT}?asOf=2010-02-28&format=csv")).await.expect(200).text();
    assert!(csv.contains("APPLE,APPLE,MAIN,SHOP,3,2,0,1,") && csv.contains(",4.00"), "{csv}");
    let seen = app.as_role("warehouseOperator").get(&format!("{TRANSIT}?asOf=2010-02-28")).await.expect(200).json();
    assert!(
        seen["totalValue"].is_null()
            && seen["accounts"].as_array().unwrap().is_empty()
            && seen["data"][0]["value"].is_null()
    );
}

async fn goods_in_transit_hold_the_accounts_by_which_they_are_valued_and_leave_the_one_that_took_them(
    app: &TestServer,
) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    let account = async |code: &str| {
        let body = json!({"code": code, "name": code, "type": "asset", "controlFor": "stock"});
        format!("/accounting/accounts/{}", admin.post("/accounting/accounts", &body).await.expect(201).id())
    };
    let id = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    let (at_sea, of_shop) = (account("1220").await, account("1230").await);
    let ship = json!({"code": "SHIP", "name": "By ship", "kind": "inTransit", "valuationAccountId": id(&at_sea)});
    let ship = format!("/warehouses/{}", admin.post("/warehouses", &ship).await.expect(201).id());
    let houses = admin.get("/warehouses?limit=200").await.expect(200).data();
    let house = |code: &str| {
        let found = houses.iter().find(|one| one["code"] == code).unwrap();
        format!("/warehouses/{}", found["id"].as_str().unwrap())
    };
    let (main, shop) = (house("MAIN"), house("SHOP"));
    admin.put(&main, &json!({"inTransitWarehouseId": id(&ship)})).await.expect(204);
    admin.put(&shop, &json!({"valuationAccountId": id(&of_shop)})).await.expect(204);
    record(&admin, &movement("receipt", "2010-01-05", json!({"sku": "APPLE", "quantity": "10", "totalCost": "20.00"})))
        .await;
    let mut sent = movement("transfer", "2010-01-06", json!({"sku": "APPLE", "quantity": "3"}));
    (sent["toWarehouseCode"], sent["mode"]) = (json!("SHOP"), json!("twoStep"));
    let transfers = [record(&admin, &sent).await, record(&admin, &sent).await];
    let paths = transfers.each_ref().map(|id| format!("/inventory/movements/{id}"));

    // As long as others name it the way stays, and the check says so, too.
    for body in [json!({"kind": "storage"}), json!({"status": "inactive"})] {
        let field = if body["kind"].is_null() { "/status" } else { "/kind" };
        let refused = admin.put(&ship, &body).await;
        let refused = refused.expect(409).code("warehouse_in_use").pointer(field);
        assert!(refused.resolution("warehouse")["href"].as_str().unwrap().ends_with(&main));
    }
    admin.delete(&ship).await.expect(409).code("warehouse_in_use");
    let check = admin.get(&format!("{ship}/deactivation-check")).await.expect(200).json();
    assert_eq!((&check["canDeactivate"], &check["problems"][0]["code"]), (&json!(false), &json!("warehouse_in_use")));
    let check = admin.get(&format!("{shop}/deactivation-check")).await.expect(200).json();
    let mut all = transfers.to_vec();
    all.sort();
    assert_eq!(
        (&check["problems"][0]["code"], &check["problems"][0]["context"]["transferIds"]),
        (&json!("warehouse_has_open_work"), &json!(all))
    );

    // The next ones go another way; goods on their way stay on their account, and that stays usable.
    admin.put(&main, &json!({"inTransitWarehouseId": null})).await.expect(204);
    admin.put(&ship, &json!({"status": "inactive"})).await.expect(204);
    admin.delete(&ship).await.expect(204);
    admin.put("/organization", &json!({"inTransitAccountId": null})).await.expect(204);
    for account in [&at_sea, &of_shop] {
        let refused = admin.put(account, &json!({"isActive": false})).await;
        let refused = refused.expect(409).code("valuation_account_in_use").pointer("/isActive");
        assert_eq!(refused.json()["context"]["movementIds"], json!(all));
        let first = refused.resolution("transfer")["href"].as_str().unwrap().to_owned();
        assert!(first.ends_with(&all[0]), "{first}");
    }
    admin.post(&format!("{}/receive", paths[0]), &json!({"occurredAt": "2010-01-09"})).await.expect(201);
    let refused = admin.put(&at_sea, &json!({"isActive": false})).await;
    assert_eq!(refused.expect(409).json()["context"]["movementIds"], json!([transfers[1]]));
    admin
        .post(&format!("{}/close", paths[1]), &json!({"occurredAt": "2010-01-09", "reason": "lost"}))
        .await
        .expect(201);
    for (code, left) in [("1200", "8.00"), ("1210", "0.00"), ("1220", "0.00"), ("1230", "6.00"), ("5100", "6.00")] {
        assert_eq!(balance(&admin, code).await, left, "{code}");
    }
    admin.put(&at_sea, &json!({"isActive": false})).await.expect(204);
    let refused = admin.put(&of_shop, &json!({"isActive": false})).await;
    assert_eq!(refused.expect(409).code("valuation_account_in_use").resolution("accounts")["method"], "GET");
}
