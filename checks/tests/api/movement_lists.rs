//! Lists of movements: what finds them, what sorts them, what they show of each, and how many they are.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use super::movement_kinds::more_accounts;
use super::movements::{movement, set_up};
use crate::accounts::all_pages;
use crate::names_beside_ids::narrowed;

async fn post(caller: &Caller, body: Value) -> String {
    caller.post("/inventory/movements", &body).await.expect(201).id()
}

async fn found(caller: &Caller, query: &str) -> Vec<String> {
    let rows = caller.get(&format!("/inventory/movements?{query}")).await.expect(200).data();
    rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}

on_both![
    movements_are_found_by_lot_by_piece_and_by_what_they_are_about,
    drafts_are_found_by_the_items_of_their_lines_among_what_is_posted_in_the_order_of_the_list,
    movements_are_found_by_several_kinds_and_statuses_by_warehouse_and_by_who_made_them,
    movements_are_sorted_by_each_key_page_by_page,
    a_list_shows_where_goods_moved_which_what_they_cost_and_who_moved_them,
    movements_are_as_many_as_on_all_pages_month_by_month,
];

async fn movements_are_found_by_lot_by_piece_and_by_what_they_are_about(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let milk = |number: &str| json!({"sku": "MILK", "quantity": "2", "totalCost": "2.00", "lot": {"number": number}});
    let drill = json!({"sku": "DRILL", "quantity": "1", "totalCost": "50.00", "serial": {"number": "S-1"}});
    let first = post(&admin, movement("receipt", "2010-01-05", milk("L-8"))).await;
    let other = post(&admin, movement("receipt", "2010-01-05", milk("L-9"))).await;
    let piece = post(&admin, movement("receipt", "2010-01-05", drill)).await;
    let issue =
        post(&admin, movement("issue", "2010-01-06", json!({"sku": "MILK", "quantity": "1", "lotNumber": "L-8"})))
            .await;
    let moved = json!({"sku": "DRILL", "quantity": "1", "serialNumber": "S-1", "toWarehouseCode": "SHOP"});
    let moved = post(&admin, movement("transfer", "2010-01-06", moved)).await;
    let back = json!({"sku": "MILK", "quantity": "1", "lotNumber": "L-8", "ofMovementId": issue, "ofLine": 1});
    let back = post(&admin, movement("return", "2010-01-07", back)).await;
    let id = async |path: &str| admin.get(path).await.expect(200).data()[0]["id"].as_str().unwrap().to_owned();
    let lot = id("/inventory/lots?number=L-8").await;
    let serial = id("/inventory/serials?number=S-1").await;
    assert_eq!(found(&admin, &format!("lotId={lot}")).await, [back.as_str(), &issue, &first]);
    assert_eq!(found(&admin, &format!("lotId={lot}&kind=issue")).await, [issue.as_str()]);
    assert_eq!(found(&admin, &format!("serialId={serial}")).await, [moved.as_str(), &piece]);
    assert_eq!(found(&admin, &format!("ofMovementId={issue}")).await, [back.as_str()]);
    assert!(found(&admin, &format!("ofMovementId={other}")).await.is_empty());
    for query in [format!("lotId={serial}"), "serialId=nothing".to_owned()] {
        admin.get(&format!("/inventory/movements?{query}")).await.expect(400).says("does not exist here");
    }
}

async fn drafts_are_found_by_the_items_of_their_lines_among_what_is_posted_in_the_order_of_the_list(app: &TestServer) {
    let (admin, operator) = (app.as_role("admin"), app.as_role("warehouseOperator"));
    set_up(&admin).await;
    let receipt = |sku: &str, warehouse: &str, status: &str| {
        let mut body = movement("receipt", "2010-01-05", json!({"sku": sku, "quantity": "2", "totalCost": "2.00"}));
        (body["status"], body["warehouseCode"]) = (json!(status), json!(warehouse));
        body
    };
    let first = post(&admin, receipt("APPLE", "MAIN", "posted")).await;
    let waiting = post(&operator, receipt("APPLE", "SHOP", "draft")).await;
    post(&operator, receipt("PEAR", "MAIN", "draft")).await;
    let second = post(&admin, receipt("APPLE", "MAIN", "posted")).await;
    let mut both = receipt("PEAR", "MAIN", "draft");
    both["lines"].as_array_mut().unwrap().push(json!({"sku": "APPLE", "quantity": "1"}));
    let last = post(&operator, both).await;
    operator.ask(reqwest::Method::POST, &format!("/inventory/movements/{last}/submit")).await.expect(204);

    let id = async |path: &str| admin.get(path).await.expect(200).data()[0]["id"].as_str().unwrap().to_owned();
    let (apple, shop) = (id("/inventory/items?q=APPLE").await, id("/warehouses?q=SHOP").await);
    for (query, wanted) in [
        ("", vec![&last, &second, &waiting, &first]),
        ("&sort=createdAt", vec![&first, &waiting, &second, &last]),
        ("&sort=-updatedAt", vec![&last, &second, &waiting, &first]),
        ("&sort=postedAt", vec![&first, &second]),
        ("&status=draft", vec![&waiting]),
        ("&status=draft,pendingApproval", vec![&last, &waiting]),
        ("&status=posted", vec![&second, &first]),
        ("&status=draft,posted", vec![&second, &waiting, &first]),
        ("&kind=receipt", vec![&last, &second, &waiting, &first]),
        ("&kind=issue", vec![]),
    ] {
        let path = format!("/inventory/movements?itemId={apple}{query}");
        let rows = admin.get(&path).await.expect(200).data();
        assert_eq!(rows.iter().map(|row| row["id"].as_str().unwrap()).collect::<Vec<_>>(), wanted, "{query}");
        assert_eq!(all_pages(&admin, &path, 1).await, rows, "{query}");
        if !query.contains("sort") {
            let totals = format!("/inventory/movements/totals?itemId={apple}{query}");
            assert_eq!(admin.get(&totals).await.expect(200).json()["count"], wanted.len(), "{query}");
        }
    }
    // Of a warehouse, the drafts in it; a posted movement alike.
    assert_eq!(found(&admin, &format!("itemId={apple}&warehouseId={shop}")).await, [waiting.as_str()]);
}

/// Four posted movements and a void of the last, by the admin, and two drafts by the operator; their references.
async fn history(app: &TestServer) {
    let (admin, operator) = (app.as_role("admin"), app.as_role("warehouseOperator"));
    set_up(&admin).await;
    more_accounts(&admin).await;
    let apples = |quantity: &str| json!({"sku": "APPLE", "quantity": quantity, "totalCost": "10.00"});
    let to_shop = json!({"sku": "APPLE", "quantity": "4", "toWarehouseCode": "SHOP"});
    let drill = json!({"sku": "DRILL", "quantity": "1", "totalCost": "50.00", "serial": {"number": "S-1"}});
    for (reference, mut body) in [
        ("came", movement("receipt", "2010-01-05", apples("10"))),
        ("passed", movement("transfer", "2010-02-06", to_shop.clone())),
        ("left", movement("issue", "2010-02-07", json!({"sku": "APPLE", "quantity": "2"}))),
        ("wrong", movement("receipt", "2010-03-08", drill)),
        ("on its way", movement("transfer", "2010-04-09", to_shop)),
    ] {
        body["reference"] = json!(reference);
        if reference == "came" {
            body["partyName"] = json!("Orchard");
            body["lines"].as_array_mut().unwrap().push(json!({"sku": "PEAR", "quantity": "1", "totalCost": "2.00"}));
            body["lines"].as_array_mut().unwrap().push(json!({"sku": "APPLE", "quantity": "1", "totalCost": "1.00"}));
        }
        if reference == "on its way" {
            body["mode"] = json!("twoStep");
        }
        let id = post(&admin, body).await;
        if reference == "wrong" {
            let path = format!("/inventory/movements/{id}/void");
            admin.post(&path, &json!({"reason": "not ours"})).await.expect(204);
        }
    }
    for (reference, warehouse) in [("draft here", "MAIN"), ("draft there", "SHOP")] {
        let body = json!({
            "kind": "issue", "status": "draft", "warehouseCode": warehouse, "reference": reference,
            "lines": [{"sku": "APPLE", "quantity": "1"}],
        });
        operator.post("/inventory/movements", &body).await.expect(201);
    }
}

async fn references(caller: &Caller, query: &str) -> Vec<String> {
    let rows = caller.get(&format!("/inventory/movements?{query}")).await.expect(200).data();
    rows.iter().map(|row| row["reference"].as_str().unwrap().to_owned()).collect()
}

async fn movements_are_found_by_several_kinds_and_statuses_by_warehouse_and_by_who_made_them(app: &TestServer) {
    history(app).await;
    let admin = app.as_role("admin");
    let house = async |code: &str| {
        let found = admin.get(&format!("/warehouses?code={code}")).await.data();
        found[0]["id"].as_str().unwrap().to_owned()
    };
    let (main, shop) = (house("MAIN").await, house("SHOP").await);
    let orchard = admin.get("/accounting/parties").await.data()[0]["id"].as_str().unwrap().to_owned();
    let maker = |role: &str| app.books.member(role).to_string();
    for (query, wanted) in [
        ("kind=receipt".to_owned(), &["wrong", "came"][..]),
        ("kind=issue,receipt".to_owned(), &["draft there", "draft here", "wrong", "left", "came"]),
        ("status=draft".to_owned(), &["draft there", "draft here"]),
        ("status=draft,voided".to_owned(), &["draft there", "draft here", "wrong"]),
        (format!("warehouseId={shop}"), &["draft there", "on its way", "passed"]),
        (format!("warehouseId={main}&kind=issue"), &["draft here", "left"]),
        (format!("warehouseId={main}&status=draft"), &["draft here"]),
        (format!("createdBy={}", maker("warehouseOperator")), &["draft there", "draft here"]),
        (format!("createdBy={}&kind=transfer", maker("admin")), &["on its way", "passed"]),
        (format!("createdBy={}", maker("auditor")), &[]),
        (format!("partyId={orchard}"), &["came"]),
        ("dateFrom=2010-02-01&dateTo=2010-02-28".to_owned(), &["left", "passed"]),
        ("dateFrom=2010-02-07&sort=postingDate".to_owned(), &["left", "wrong", "on its way"]),
    ] {
        assert_eq!(references(&admin, &query).await, wanted, "{query}");
    }
    let path = "/inventory/movements";
    admin.get(&format!("{path}?status=draft,lost")).await.expect(400).pointer("status/1");
    admin.get(&format!("{path}?kind=sale")).await.expect(400).pointer("kind/0");
    admin.get(&format!("{path}?createdBy=me")).await.expect(400).pointer("createdBy");
}

async fn movements_are_sorted_by_each_key_page_by_page(app: &TestServer) {
    history(app).await;
    let admin = app.as_role("admin");
    let posted = ["came", "passed", "left", "wrong", "on its way"];
    for (sort, wanted) in [
        ("createdAt", &["came", "passed", "left", "wrong", "on its way", "draft here", "draft there"][..]),
        ("updatedAt", &["came", "passed", "left", "wrong", "on its way", "draft here", "draft there"]),
        ("occurredAt", &posted),
        ("postedAt", &posted),
        ("postingDate", &posted),
    ] {
        assert_eq!(references(&admin, &format!("sort={sort}")).await, wanted, "{sort}");
        let mut backwards = references(&admin, &format!("sort=-{sort}")).await;
        backwards.reverse();
        assert_eq!(backwards, wanted, "-{sort}");
        for path in [format!("sort={sort}"), format!("sort=-{sort}&kind=issue,receipt,transfer")] {
            let path = format!("/inventory/movements?{path}");
            assert_eq!(all_pages(&admin, &path, 2).await, admin.get(&path).await.data(), "{path}");
        }
    }
    let path = "/inventory/movements?kind=issue";
    assert_eq!(all_pages(&admin, path, 1).await, admin.get(path).await.data());
    admin.get("/inventory/movements?sort=value").await.expect(400).pointer("sort").says("postingDate");
}

async fn a_list_shows_where_goods_moved_which_what_they_cost_and_who_moved_them(app: &TestServer) {
    history(app).await;
    let admin = app.as_role("admin");
    let rows = admin.get("/inventory/movements").await.expect(200).data();
    let row = |reference: &str| rows.iter().find(|row| row["reference"] == reference).unwrap();
    let skus = |row: &Value| -> Vec<String> {
        row["items"].as_array().unwrap().iter().map(|one| one["sku"].as_str().unwrap().to_owned()).collect()
    };
    for (reference, from, to, items, count, value) in [
        ("came", "MAIN", None, &["APPLE", "PEAR"][..], 2, Some("13.00")),
        ("passed", "MAIN", Some("SHOP"), &["APPLE"], 1, None),
        ("left", "MAIN", None, &["APPLE"], 1, Some("2.00")),
        ("on its way", "MAIN", Some("SHOP"), &["APPLE"], 1, Some("4.00")),
        ("draft there", "SHOP", None, &["APPLE"], 1, None),
    ] {
        let row = row(reference);
        let name = |code: Option<&str>| code.map(|code| format!("Warehouse {code}"));
        let told = ["warehouseCode", "warehouseName", "toWarehouseCode", "toWarehouseName"].map(|field| &row[field]);
        let wanted = [json!(from), json!(name(Some(from))), json!(to), json!(name(to))];
        assert_eq!(told, wanted.each_ref(), "{reference}");
        assert_eq!(
            (skus(row), &row["itemCount"]),
            (items.iter().map(|sku| (*sku).to_owned()).collect(), &json!(count))
        );
        if reference != "passed" {
            assert_eq!(row["value"], json!(value), "{reference}");
        }
        assert_eq!(row["baseCurrency"], "GBP");
    }
    assert_eq!(row("came")["partyName"], "Orchard");
    assert_eq!(row("came")["items"][1]["name"], "PEAR");
    // What a list shows of a movement is what its lines come to.
    let cents = |amount: &Value| amount.as_str().map(|text| text.replace('.', "").parse::<i64>().unwrap());
    for row in admin.get("/inventory/movements?include=lines&status=posted").await.expect(200).data() {
        let costs: Vec<i64> = row["lines"].as_array().unwrap().iter().filter_map(|line| cents(&line["cost"])).collect();
        assert_eq!(cents(&row["value"]), (!costs.is_empty()).then(|| costs.iter().sum()), "{}", row["reference"]);
    }
    let people = ["createdByName", "postedByName", "submittedByName"];
    let operator = json!("The warehouseOperator");
    assert_eq!(people.map(|name| row("draft here")[name].clone()), [operator, Value::Null, Value::Null]);
    assert_eq!(row("left")["createdByName"], row("left")["postedByName"]);
    assert!(row("left")["postedAt"].is_string());
    let path = format!("/inventory/movements/{}", row("left")["id"].as_str().unwrap());
    let one = admin.get(&path).await.expect(200).json();
    assert_eq!(
        (&one["postedByName"], &one["createdByName"]),
        (&row("left")["postedByName"], &row("left")["createdByName"])
    );
    // A draft that was read can be sent back with the names of people.
    let path = format!("/inventory/movements/{}", row("draft here")["id"].as_str().unwrap());
    let draft = admin.get(&path).await.expect(200).json();
    assert_eq!(draft["createdByName"], "The warehouseOperator");
    admin.put(&path, &draft).await.expect(204);
    // Neither costs nor names of what they may not read.
    for row in narrowed(app, "movements:read").await.get("/inventory/movements").await.expect(200).data() {
        for field in ["value", "warehouseCode", "warehouseName", "toWarehouseCode", "partyName"] {
            assert_eq!(row[field], Value::Null, "{field}");
        }
        assert_eq!((&row["items"][0]["sku"], row["items"][0]["itemId"].is_string()), (&Value::Null, true));
    }
}

async fn movements_are_as_many_as_on_all_pages_month_by_month(app: &TestServer) {
    history(app).await;
    let admin = app.as_role("admin");
    let path = "/inventory/movements/totals";
    let all = admin.get(path).await.expect(200).json();
    let month = |month: &str, count: i64| json!({"month": month, "count": count});
    let months = [month("2010-01", 1), month("2010-02", 2), month("2010-03", 1), month("2010-04", 1)];
    assert_eq!(all, json!({"count": 7, "byMonth": months}), "drafts have no month");
    let shop = admin.get("/warehouses?code=SHOP").await.data()[0]["id"].as_str().unwrap().to_owned();
    let queries = [
        String::new(),
        "status=draft".to_owned(),
        "status=posted,draft".to_owned(),
        "kind=issue,receipt".to_owned(),
        format!("warehouseId={shop}"),
        format!("warehouseId={shop}&status=draft,pendingApproval"),
        "dateFrom=2010-02-07".to_owned(),
        "q=draft".to_owned(),
        "reference=none".to_owned(),
    ];
    let operator = app.as_role("warehouseOperator");
    for is_bound in [false, true] {
        if is_bound {
            // Bound to one warehouse, they count what they see.
            let user = format!("/users/{}", app.books.member("warehouseOperator"));
            admin.put(&user, &json!({"warehouseIds": [shop]})).await.expect(204);
        }
        for query in &queries {
            let told = operator.get(&format!("{path}?{query}")).await.expect(200).json();
            let rows = all_pages(&operator, &format!("/inventory/movements?{query}"), 3).await;
            assert_eq!(told["count"], rows.len(), "{query}");
            let dated = rows.iter().filter(|row| row["postingDate"].is_string()).count();
            let months: i64 =
                told["byMonth"].as_array().unwrap().iter().map(|one| one["count"].as_i64().unwrap()).sum();
            assert_eq!(usize::try_from(months).unwrap(), dated, "{query}");
        }
    }
    assert_eq!(references(&operator, "").await, ["draft there", "on its way", "passed"]);
    admin.get(&format!("{path}?sort=createdAt")).await.expect(400).pointer("sort");
    narrowed(app, "items:read").await.get(path).await.expect(403).code("forbidden");
}
