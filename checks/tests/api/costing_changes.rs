//! Changes of costing: late documents are costed now, and warehouses share their costs or stop sharing them.

use checks::{Caller, TestServer, on_both};
use serde_json::json;

use crate::counts::this_year;
use crate::movement_kinds::more_accounts;
use crate::movements::{balance, movement, set_up};

async fn warehouse(admin: &Caller, code: &str) -> String {
    let found = admin.get(&format!("/warehouses?code={code}")).await.expect(200).data();
    found[0]["id"].as_str().unwrap().to_owned()
}

on_both![
    what_comes_late_is_costed_now_where_who_may_be_late_says_so,
    a_warehouse_shares_its_costs_with_others_and_stops_to_and_not_a_cent_is_lost,
    lots_get_costs_of_their_own_and_lose_them_and_the_books_follow,
    a_valuation_of_one_warehouse_has_the_goods_that_were_valued_there_on_the_day,
    goods_are_worth_nothing_in_scrap_and_what_they_cost_at_a_customer,
    what_came_out_of_transit_or_was_lost_long_ago_is_costed_when_it_is_recorded,
    around_changes_to_and_from_costs_of_each_lot_periods_close_and_the_books_equal_the_stock,
];

async fn what_comes_late_is_costed_now_where_who_may_be_late_says_so(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    set_up(&admin).await;
    let apples = |quantity: &str, cost: Option<&str>| json!({"sku": "APPLE", "quantity": quantity, "totalCost": cost});
    let at = "/inventory/movements";
    admin.post(at, &movement("receipt", "2010-01-05", apples("10", Some("10.00")))).await.expect(201);
    let out = admin.post(at, &movement("issue", "2010-01-06", apples("4", None))).await.expect(201).json();
    let mut late = movement("receipt", "2010-01-02", apples("4", Some("40.00")));
    late["costing"] = json!("prospective");
    app.as_role("warehouseOperator").post(at, &late).await.expect(403);
    let came = admin.post(at, &late).await.expect(201).json();
    assert_eq!((&came["costing"], &came["occurredAt"]), (&json!("prospective"), &json!("2010-01-02T12:00:00.000000Z")));
    assert!(
        came["costedAt"].as_str() > came["occurredAt"].as_str() && came["postingDate"].as_str() > Some("2020"),
        "{came}"
    );
    assert_eq!(came["lines"][0]["cost"], "40.00");
    let seen = admin.get(&format!("{at}/{}", out["id"].as_str().unwrap())).await.expect(200).json();
    assert_eq!(
        (&seen["lines"][0]["cost"], &seen["costing"], &seen["costedAt"]),
        (&json!("4.00"), &json!("inOrder"), &json!(null))
    );
    assert_eq!(balance(&admin, "1200").await, "6.00");

    let mut early = movement("issue", "2010-01-01", apples("1", None));
    early["costing"] = json!("prospective");
    admin.post(at, &early).await.expect(409).code("insufficient_stock");
    early["occurredAt"] = json!("2010-01-03");
    let went = admin.post(at, &early).await.expect(201).json();
    assert_eq!(went["lines"][0]["cost"], "1.00");
    for day in ["2010-01-31", "2040-12-31"] {
        let proof = admin.get(&format!("/inventory/proof?asOf={day}")).await.expect(200).json()["proof"].clone();
        assert_eq!((&proof["holds"], &proof["lateItems"]), (&json!(true), &json!([])), "{proof}");
    }
    for late in [&went, &came] {
        let path = format!("{at}/{}/void", late["id"].as_str().unwrap());
        admin.post(&path, &json!({"reason": "never"})).await.expect(204);
    }
    assert_eq!(balance(&admin, "1200").await, "6.00");
}

async fn a_warehouse_shares_its_costs_with_others_and_stops_to_and_not_a_cent_is_lost(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    set_up(&admin).await;
    more_accounts(&admin).await;
    let (main, shop) = (warehouse(&admin, "MAIN").await, warehouse(&admin, "SHOP").await);
    let at = "/inventory/movements";
    let apples = |quantity: &str, cost: Option<&str>| json!({"sku": "APPLE", "quantity": quantity, "totalCost": cost});
    let mut in_shop = movement("receipt", "2010-01-05", apples("3", Some("10.00")));
    in_shop["warehouseCode"] = json!("SHOP");
    let in_shop = admin.post(at, &in_shop).await.expect(201).id();
    admin.post(at, &movement("receipt", "2010-01-06", apples("2", Some("20.00")))).await.expect(201);
    let refused = admin.put(&format!("/warehouses/{shop}"), &json!({"costingScope": "organization"})).await;
    assert_eq!(refused.expect(409).code("warehouse_in_use").resolution("costing-scope")["method"], "POST");
    let to = |scope: &str| json!({"costingScope": scope});
    let early = json!({"costingScope": "organization", "occurredAt": "2010-01-04"});
    admin.post(&format!("/warehouses/{shop}/costing-scope"), &early).await.expect(422).code("before_scope_change");
    app.as_role("warehouseOperator")
        .post(&format!("/warehouses/{shop}/costing-scope"), &to("organization"))
        .await
        .expect(403);
    let joined = json!({"costingScope": "organization", "occurredAt": "2010-01-07"});
    for id in [&main, &shop] {
        let changed = admin.post(&format!("/warehouses/{id}/costing-scope"), &joined).await;
        changed.expect(204);
        assert!(changed.header("location").contains(at), "what moves is a movement");
    }
    admin.post(&format!("/warehouses/{shop}/costing-scope"), &joined).await.expect(422).code("fields_conflict");
    assert_eq!(admin.get(&format!("/warehouses/{shop}")).await.expect(200).json()["costingScope"], "organization");
    // The oldest goods are issued first, wherever they lie.
    let out = admin.post(at, &movement("issue", "2010-01-08", apples("1", None))).await.expect(201).json();
    assert_eq!((&out["lines"][0]["cost"], balance(&admin, "1200").await), (&json!("3.33"), "26.67".to_owned()));
    // It came before they were joined: the goods go with all the others.
    let late = movement("receipt", "2010-01-02", apples("1", Some("1.00")));
    let late = admin.post(at, &late).await.expect(201).id();
    assert_eq!(admin.get(&format!("{at}/{}", out["id"].as_str().unwrap())).await.json()["lines"][0]["cost"], "1.00");
    admin.post(&format!("{at}/{late}/void"), &json!({"reason": "never came"})).await.expect(204);
    assert_eq!(balance(&admin, "5000").await, "3.33");

    let apart = admin.post(&format!("/warehouses/{shop}/costing-scope"), &to("warehouse")).await;
    apart.expect(204);
    let moved = admin.get(apart.header("location").split("/api/v1").nth(1).unwrap()).await.expect(200).json();
    // Three of the four that are left, of each receipt in proportion.
    assert_eq!(
        (&moved["kind"], &moved["lines"][0]["cost"], &moved["lines"][0]["ofQuantity"]),
        (&json!("costingChange"), &json!("16.67"), &json!("3"))
    );
    let void = admin.post(&format!("{at}/{}/void", moved["id"].as_str().unwrap()), &json!({"reason": "no"})).await;
    void.expect(409).code("movement_not_voidable");
    let mut before = movement("receipt", "2010-01-03", apples("1", Some("1.00")));
    before["warehouseCode"] = json!("SHOP");
    admin.post(at, &before).await.expect(422).code("before_scope_change");
    before["costing"] = json!("prospective");
    admin.post(at, &before).await.expect(201);
    let path = format!("{at}/{in_shop}/void");
    admin.post(&path, &json!({"reason": "no"})).await.expect(422).code("before_scope_change");
    let proof = admin.get("/inventory/proof?asOf=2040-12-31").await.expect(200).json()["proof"].clone();
    assert_eq!(proof["holds"], true, "{proof}");

    let accounts = admin.get("/accounting/accounts?limit=200").await.expect(200).data();
    let other = accounts.iter().find(|one| one["code"] == "1210").unwrap()["id"].clone();
    admin.post(&format!("/warehouses/{shop}/reclassify"), &json!({"toAccountId": other})).await.expect(204);
    let refused = admin.post(&format!("/warehouses/{shop}/costing-scope"), &to("organization")).await;
    assert_eq!(refused.expect(422).code("account_not_usable").resolution("reclassify")["method"], "POST");
}

async fn lots_get_costs_of_their_own_and_lose_them_and_the_books_follow(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    set_up(&admin).await;
    let at = "/inventory/movements";
    let cream = json!({"sku": "CREAM", "name": "Cream", "tracking": "lot"});
    let cream = admin.post("/inventory/items", &cream).await.expect(201).id();
    for number in ["L-1", "L-2"] {
        admin.post("/inventory/lots", &json!({"itemId": cream, "number": number})).await.expect(201);
    }
    let of = |lot: &str, quantity: &str, cost: Option<&str>| json!({"sku": "CREAM", "lotNumber": lot, "quantity": quantity, "totalCost": cost});
    let first =
        admin.post(at, &movement("receipt", "2010-01-02", of("L-1", "3", Some("10.00")))).await.expect(201).id();
    admin.post(at, &movement("receipt", "2010-01-03", of("L-2", "2", Some("20.00")))).await.expect(201);
    let to = |method: &str, day: &str| json!({"kind": "costingChange", "occurredAt": day, "lines": [{"sku": "CREAM", "costingMethod": method}]});
    admin.post(at, &to("specific", "2010-01-02")).await.expect(422).code("before_scope_change");
    let plain = json!({"kind": "costingChange", "occurredAt": "2010-01-04", "lines": [{"sku": "APPLE", "costingMethod": "specific"}]});
    admin
        .post(at, &movement("receipt", "2010-01-02", json!({"sku": "APPLE", "quantity": "1", "totalCost": "0.00"})))
        .await
        .expect(201);
    admin.post(at, &plain).await.expect(422).code("fields_conflict");
    let apart = admin.post(at, &to("specific", "2010-01-04")).await.expect(201).json();
    let told: Vec<_> = apart["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| (line["ofQuantity"].clone(), line["lotId"].is_string()))
        .collect();
    assert_eq!(told.len(), 2, "{apart}");
    assert!(told.iter().all(|(_, has_lot)| *has_lot), "{apart}");
    assert_eq!(admin.get(&format!("/inventory/items/{cream}")).await.json()["costingMethod"], "specific");
    assert_eq!(balance(&admin, "1200").await, "30.00");

    // Later costs of a receipt follow its goods; quantities stay.
    let freight = json!({"kind": "revaluation", "occurredAt": "2010-01-03", "warehouseCode": "MAIN", "offsetAccountCode": "5100",
        "lines": [{"sku": "CREAM", "lotNumber": "L-1", "amount": "5.00"}]});
    let freight = admin.post(at, &freight).await.expect(201).id();
    assert_eq!(balance(&admin, "1200").await, "35.00");
    admin.post(&format!("{at}/{freight}/void"), &json!({"reason": "no"})).await.expect(204);
    admin
        .post(at, &movement("receipt", "2010-01-03", of("L-1", "1", Some("1.00"))))
        .await
        .expect(422)
        .code("before_scope_change");
    admin.post(&format!("{at}/{first}/void"), &json!({"reason": "no"})).await.expect(422).code("before_scope_change");
    // Three fifths of each receipt are in one lot, the rest is in the other.
    let out = admin.post(at, &movement("issue", "2010-01-05", of("L-1", "3", None))).await.expect(201).json();
    assert_eq!(balance(&admin, "5000").await, out["lines"][0]["cost"]);
    let sources = admin.get(&format!("{at}/{}/cost-trace", out["id"].as_str().unwrap())).await.expect(200).data();
    let kinds: Vec<&str> = sources.iter().map(|row| row["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["issue", "receipt", "receipt"], "{sources:?}");
    let void = admin.post(&format!("{at}/{}/void", apart["id"].as_str().unwrap()), &json!({"reason": "no"})).await;
    void.expect(409).code("movement_not_voidable");

    let joined = admin.post(at, &to("average", "2010-01-06")).await.expect(201).id();
    admin.post(&format!("{at}/{joined}/void"), &json!({"reason": "no"})).await.expect(204);
    assert_eq!(admin.get(&format!("/inventory/items/{cream}")).await.json()["costingMethod"], "specific");
    admin.post(at, &to("average", "2010-01-06")).await.expect(201);
    let late = admin.post(at, &movement("receipt", "2010-01-05", of("L-2", "1", Some("1.00")))).await.expect(201).id();
    admin.post(&format!("{at}/{late}/void"), &json!({"reason": "no"})).await.expect(204);
    admin.post(at, &movement("issue", "2010-01-07", of("L-2", "2", None))).await.expect(201);
    assert_eq!((balance(&admin, "1200").await, balance(&admin, "5000").await), ("0.00".to_owned(), "30.00".to_owned()));
    for day in ["2010-01-04", "2010-01-31", "2040-12-31"] {
        let proof = admin.get(&format!("/inventory/proof?asOf={day}")).await.expect(200).json()["proof"].clone();
        assert_eq!((&proof["holds"], &proof["lateItems"]), (&json!(true), &json!([])), "{proof}");
    }
}

async fn a_valuation_of_one_warehouse_has_the_goods_that_were_valued_there_on_the_day(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    set_up(&admin).await;
    let (main, shop) = (warehouse(&admin, "MAIN").await, warehouse(&admin, "SHOP").await);
    let at = "/inventory/movements";
    let apples = |quantity: &str, cost: Option<&str>| json!({"sku": "APPLE", "quantity": quantity, "totalCost": cost});
    let mut in_shop = movement("receipt", "2010-01-05", apples("3", Some("10.00")));
    in_shop["warehouseCode"] = json!("SHOP");
    let received = admin.post(at, &in_shop).await.expect(201).id();
    admin.post(at, &movement("receipt", "2010-01-06", apples("2", Some("20.00")))).await.expect(201);
    let before = app.head(&app.books).await.unwrap().seq;
    let valued = async |query: &str| {
        let rows =
            admin.get(&format!("/inventory/reports/valuation?warehouseId={shop}{query}")).await.expect(200).data();
        rows.iter()
            .map(|row| format!("{} {}", row["quantity"].as_str().unwrap(), row["value"].as_str().unwrap()))
            .collect::<Vec<_>>()
    };
    assert_eq!(valued("").await, ["3 10.00"]);
    let to = json!({"costingScope": "organization", "occurredAt": "2010-01-08"});
    for id in [&main, &shop] {
        admin.post(&format!("/warehouses/{id}/costing-scope"), &to).await.expect(204);
    }
    let none: [&str; 0] = [];
    assert_eq!((valued("").await, valued("&asOf=2010-01-08").await), (none.map(str::to_owned).to_vec(), vec![]));
    for query in
        ["&asOf=2010-01-07", &format!("&knownAt=seq:{before}"), &format!("&knownAt=seq:{before}&asOf=2010-01-08")]
    {
        assert_eq!(valued(query).await, ["3 10.00"], "{query}");
    }
    assert_eq!(valued("&asOf=2010-01-04").await, none);
    // Goods are followed as if they had always been together.
    let mut sold = movement("issue", "2010-01-09", apples("3", None));
    sold["warehouseCode"] = json!("SHOP");
    let sold = admin.post(at, &sold).await.expect(201).id();
    let out = admin.post(at, &movement("issue", "2010-01-10", apples("1", None))).await.expect(201).id();
    let told = async |id: &str| {
        let rows = admin.get(&format!("{at}/{id}/cost-trace")).await.expect(200).data();
        rows.iter()
            .map(|row| {
                format!(
                    "{} {} {}",
                    row["role"].as_str().unwrap(),
                    row["kind"].as_str().unwrap(),
                    row["amount"].as_str().unwrap()
                )
            })
            .collect::<Vec<_>>()
    };
    for issue in [&sold, &out] {
        assert_eq!(told(issue).await, ["line issue 10.00", "from receipt 10.00"]);
    }
    assert_eq!(told(&received).await, ["line receipt 10.00", "left issue 10.00"]);
    admin.post(&format!("/warehouses/{main}/costing-scope"), &json!({"costingScope": "warehouse"})).await.expect(204);
    let rows = admin.get("/inventory/reports/ageing?limit=10").await.expect(200).data();
    assert_eq!(rows.iter().map(|row| row["value"].clone()).collect::<Vec<_>>(), [json!("10.00")], "{rows:?}");
}

async fn goods_are_worth_nothing_in_scrap_and_what_they_cost_at_a_customer(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    for (code, kind) in [("SCRAP", "scrap"), ("OUT", "consignmentOut")] {
        admin.post("/warehouses", &json!({"code": code, "name": code, "kind": kind})).await.expect(201);
    }
    let at = "/inventory/movements";
    let apples = |quantity: &str, to: &str| json!({"sku": "APPLE", "quantity": quantity, "toWarehouseCode": to});
    let came = json!({"sku": "APPLE", "quantity": "10", "totalCost": "20.00"});
    admin.post(at, &movement("receipt", "2010-01-05", came)).await.expect(201);
    admin.post(at, &movement("transfer", "2010-01-06", apples("3", "OUT"))).await.expect(201);
    assert_eq!((balance(&admin, "1200").await, balance(&admin, "5100").await), ("20.00".to_owned(), "0.00".to_owned()));
    let mut sold = movement("issue", "2010-01-07", json!({"sku": "APPLE", "quantity": "1"}));
    sold["warehouseCode"] = json!("OUT");
    assert_eq!(admin.post(at, &sold).await.expect(201).json()["lines"][0]["cost"], "2.00");
    admin.post(at, &movement("transfer", "2010-01-08", apples("2", "SCRAP"))).await.expect(201);
    assert_eq!((balance(&admin, "1200").await, balance(&admin, "5100").await), ("14.00".to_owned(), "4.00".to_owned()));
    let mut back = movement("transfer", "2010-01-09", apples("1", "MAIN"));
    back["warehouseCode"] = json!("SCRAP");
    assert_eq!(admin.post(at, &back).await.expect(201).json()["lines"][0]["cost"], "0.00");
    let there = admin.get("/inventory/stock?asOf=2010-12-31&limit=100").await.expect(200).data();
    assert!(there.iter().any(|row| row["warehouseCode"] == "SCRAP" && row["quantity"] == "1"), "{there:?}");
}

async fn what_came_out_of_transit_or_was_lost_long_ago_is_costed_when_it_is_recorded(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    set_up(&admin).await;
    more_accounts(&admin).await;
    let at = "/inventory/movements";
    admin
        .post(at, &movement("receipt", "2010-01-05", json!({"sku": "APPLE", "quantity": "10", "totalCost": "10.00"})))
        .await
        .expect(201);
    let mut dear = movement("receipt", "2010-01-05", json!({"sku": "APPLE", "quantity": "4", "totalCost": "8.00"}));
    dear["warehouseCode"] = json!("SHOP");
    admin.post(at, &dear).await.expect(201);
    let mut transfer = movement("transfer", "2010-01-06", json!({"sku": "APPLE", "quantity": "4"}));
    (transfer["toWarehouseCode"], transfer["mode"]) = (json!("SHOP"), json!("twoStep"));
    let sent = format!("{at}/{}", admin.post(at, &transfer).await.expect(201).id());
    let mut out = movement("issue", "2010-01-09", json!({"sku": "APPLE", "quantity": "4"}));
    out["warehouseCode"] = json!("SHOP");
    let out = format!("{at}/{}", admin.post(at, &out).await.expect(201).id());

    let came = json!({"occurredAt": "2010-01-07", "costing": "prospective", "lines": [{"ofLine": 1, "quantity": "3"}]});
    app.as_role("warehouseOperator").post(&format!("{sent}/receive"), &came).await.expect(403);
    let came = admin.post(&format!("{sent}/receive"), &came).await.expect(201).json();
    assert_eq!(
        [&came["costing"], &came["occurredAt"], &came["lines"][0]["cost"]],
        [&json!("prospective"), &json!("2010-01-07T18:00:00.000000Z"), &json!("3.00")]
    );
    assert!(came["costedAt"].as_str() > Some("2020") && came["postingDate"].as_str() > Some("2020"), "{came}");
    // In the order of costs it came after goods that left since.
    assert_eq!(admin.get(&out).await.json()["lines"][0]["cost"], "8.00");
    let lost = json!({"reason": "fell off", "occurredAt": "2010-01-08", "costing": "prospective"});
    let lost = admin.post(&format!("{sent}/close"), &lost).await.expect(201).json();
    assert_eq!((&lost["costing"], &lost["occurredAt"]), (&json!("prospective"), &json!("2010-01-08T18:00:00.000000Z")));
    assert!(lost["costedAt"].as_str() > Some("2020"), "{lost}");
    assert_eq!(balance(&admin, "1210").await, "4.00", "on the day of the dispatch, until it is told");
    for day in ["2010-01-31", "2040-12-31"] {
        let proof = admin.get(&format!("/inventory/proof?asOf={day}")).await.expect(200).json()["proof"].clone();
        assert_eq!(proof["holds"], true, "{proof}");
    }
    for one in [&lost, &came] {
        admin.post(&format!("{at}/{}/void", one["id"].as_str().unwrap()), &json!({"reason": "no"})).await.expect(204);
    }
    admin.post(&format!("{sent}/receive"), &json!({"costing": "never"})).await.expect(400).pointer("/costing");
}

async fn around_changes_to_and_from_costs_of_each_lot_periods_close_and_the_books_equal_the_stock(app: &TestServer) {
    let (admin, manager) = (app.as_role("admin"), app.as_role("warehouseManager"));
    this_year(&admin).await;
    set_up(&admin).await;
    let at = "/inventory/movements";
    let cream = json!({"sku": "CREAM", "name": "Cream", "tracking": "lot"});
    let cream = admin.post("/inventory/items", &cream).await.expect(201).id();
    for number in ["L-1", "L-2"] {
        admin.post("/inventory/lots", &json!({"itemId": cream, "number": number})).await.expect(201);
    }
    let receipt = |day: &str, lot: &str, cost: &str| {
        movement("receipt", day, json!({"sku": "CREAM", "lotNumber": lot, "quantity": "3", "totalCost": cost}))
    };
    let issue =
        |day: &str, lot: &str| movement("issue", day, json!({"sku": "CREAM", "lotNumber": lot, "quantity": "1"}));
    let to = |method: &str, day: &str| json!({"kind": "costingChange", "occurredAt": day, "lines": [{"sku": "CREAM", "costingMethod": method}]});
    for body in [
        receipt("2010-01-05", "L-1", "10.00"),
        receipt("2010-01-06", "L-2", "20.00"),
        issue("2010-01-07", "L-2"),
        to("specific", "2010-01-20"),
        issue("2010-01-21", "L-2"),
        issue("2010-02-05", "L-1"),
        to("fifo", "2010-02-10"),
        issue("2010-02-15", "L-2"),
    ] {
        admin.post(at, &body).await.expect(201);
    }
    let periods = admin.get("/accounting/periods?limit=200").await.data();
    for month in ["2010-01-01", "2010-02-01"] {
        let period = periods.iter().find(|one| one["startDate"] == month).unwrap()["id"].as_str().unwrap().to_owned();
        admin.post(&format!("/accounting/periods/{period}/close"), &json!({})).await.expect(204);
    }

    // Callers who may not post late learn the first open date, and who may post there.
    let closed = [
        receipt("2010-01-10", "L-1", "3.00"),
        to("average", "2010-01-20"),
        issue("2010-01-25", "L-1"),
        issue("2010-02-06", "L-1"),
        to("specific", "2010-02-10"),
        issue("2010-02-20", "L-1"),
    ];
    for body in &closed {
        let refused = manager.post(at, body).await.expect(409).code("period_closed").json();
        let detail = refused["detail"].as_str().unwrap();
        assert!(detail.contains("2010-03-01") && detail.contains("inventory:lateEntry"), "{body}: {detail}");
    }
    // Before lots had costs of their own nothing can be put in between, whoever asks: it is costed when it is recorded.
    for body in [&closed[0], &issue("2010-01-10", "L-1")] {
        let refused = admin.post(at, body).await.expect(422).code("before_scope_change").json();
        assert!(refused["detail"].as_str().unwrap().contains("costing: prospective"), "{refused}");
        let mut now = body.clone();
        now["costing"] = json!("prospective");
        let now = admin.post(at, &now).await.expect(201).json();
        assert!(now["costedAt"].as_str() > Some("2020") && now["postingDate"].as_str() > Some("2020"), "{now}");
    }
    admin.post(at, &to("average", "2010-01-20")).await.expect(422).code("before_scope_change");
    // A change itself has no other place: its way out is a later one.
    let mut change = to("average", "2010-01-20");
    change["costing"] = json!("prospective");
    admin.post(at, &change).await.expect(422).code("fields_conflict").pointer("/costing");
    // After the one change and before the other, and after both, it is posted on the first open date.
    for body in [receipt("2010-01-25", "L-1", "6.00"), issue("2010-02-06", "L-1"), issue("2010-02-20", "L-1")] {
        let late = admin.post(at, &body).await.expect(201).json();
        assert_eq!((&late["postingDate"], &late["costing"]), (&json!("2010-03-01"), &json!("inOrder")), "{late}");
    }
    for day in ["2010-01-31", "2010-02-28", "2010-12-31", "2040-12-31"] {
        let proof = admin.get(&format!("/inventory/proof?asOf={day}")).await.expect(200).json()["proof"].clone();
        assert_eq!(proof["holds"], true, "{day}: {proof}");
        for account in proof["accounts"].as_array().unwrap() {
            assert_eq!(account["difference"], "0.00", "{day}: {account}");
        }
    }
}
