//! Movements posted or voided before a posted count: the author learns of it, and where counts hold they stay right.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::counts::{found, step, this_year};
use crate::movements::{movement, set_up};

const MOVEMENTS: &str = "/inventory/movements";
/// The end of the last year that there is.
const LAST: &str = "2040-12-31";

async fn record(admin: &Caller, kind: &str, day: &str, line: Value) -> String {
    admin.post(MOVEMENTS, &movement(kind, day, line)).await.expect(201).id()
}

/// A posted count of MAIN that found so much of each item; answers its path.
async fn counted(admin: &Caller, quantities: &[(&str, &str)]) -> String {
    let lines: Vec<Value> =
        quantities.iter().map(|(sku, quantity)| json!({"sku": sku, "quantity": quantity})).collect();
    counted_of(admin, json!({"warehouseCode": "MAIN"}), lines).await
}

/// A posted count that found so much; answers its path.
async fn counted_of(admin: &Caller, new: Value, lines: Vec<Value>) -> String {
    let opened = admin.post("/inventory/counts", &new).await.expect(201).id();
    let count = format!("/inventory/counts/{opened}");
    if !lines.is_empty() {
        found(admin, &count, json!(lines)).await;
    }
    step(admin, &count, "submit", json!({})).await;
    if admin.get(&count).await.json()["status"] == "submitted" {
        step(admin, &count, "approve", json!({})).await;
    }
    step(admin, &count, "post", json!({})).await;
    count
}

async fn hold(app: &TestServer) {
    app.as_role("admin").put("/organization", &json!({"countsHold": true})).await.expect(204);
}

async fn in_stock(admin: &Caller, sku: &str) -> Value {
    admin.get(&format!("/inventory/stock?sku={sku}")).await.expect(200).data()[0]["quantity"].clone()
}

/// The balance of an account at the end of a day, for an expense in that year; a debit above 0.
async fn balance(admin: &Caller, code: &str, day: &str) -> String {
    let report = admin.get(&format!("/accounting/reports/trial-balance?asOf={day}")).await.expect(200).json();
    let row = report["data"].as_array().unwrap().iter().find(|row| row["code"] == code).cloned().unwrap_or_default();
    match (row["closingDebit"].as_str(), row["closingCredit"].as_str()) {
        (Some(debit), _) if debit != "0.00" => debit.to_owned(),
        (_, Some(credit)) if credit != "0.00" => format!("-{credit}"),
        _ => "0.00".to_owned(),
    }
}

/// The day of a count, on which its differences are posted.
async fn day_of(admin: &Caller, count: &str) -> String {
    admin.get(count).await.expect(200).field("snapshotDate")
}

async fn holds(admin: &Caller) {
    let proof = admin.get("/inventory/proof").await.expect(200).json();
    assert_eq!(proof["proof"]["holds"], true, "{proof}");
}

fn told(overrun: &Value) -> [&Value; 4] {
    [&overrun["counted"], &overrun["change"], &overrun["quantity"], &overrun["isVoid"]]
}

on_both![
    who_changes_the_past_of_a_posted_count_is_told,
    where_counts_hold_a_void_before_one_is_adjusted_back_at_first_in_first_out,
    where_counts_hold_a_late_receipt_changes_what_goods_cost_and_not_how_many_there_are,
    goods_that_had_no_line_overrun_a_count_that_was_of_them,
    an_answer_tells_the_first_hundred_and_how_many_there_are,
    where_counts_hold_goods_without_a_line_go_back_to_nothing_at_what_they_cost,
];

async fn who_changes_the_past_of_a_posted_count_is_told(app: &TestServer) {
    let (admin, operator) = (app.as_role("admin"), app.as_role("warehouseOperator"));
    this_year(&admin).await;
    set_up(&admin).await;
    record(&admin, "receipt", "2010-01-05", json!({"sku": "APPLE", "quantity": "10", "totalCost": "10.00"})).await;
    let issue = record(&admin, "issue", "2010-01-06", json!({"sku": "APPLE", "quantity": "3"})).await;
    let count = counted(&admin, &[("APPLE", "6")]).await;
    assert_eq!(admin.get(&count).await.json()["openOverruns"], 0);

    let void = format!("{MOVEMENTS}/{issue}/void");
    let preview = admin.post(&format!("{void}?dryRun=true"), &json!({"reason": "not ours"})).await.expect(200).json();
    let wanted = [&json!("6"), &json!("3"), &json!("9"), &json!(true)];
    assert_eq!(told(&preview["overrunCounts"][0]), wanted);
    assert_eq!(admin.get(&count).await.json()["openOverruns"], 0, "a preview writes nothing");
    let voided = admin.post(&void, &json!({"reason": "not ours"})).await;
    voided.expect(204);
    assert_eq!(voided.header("overrun-counts"), "1");
    let shown = admin.get(&format!("{MOVEMENTS}/{issue}")).await.json()["overrunCounts"].clone();
    assert_eq!((shown.as_array().unwrap().len(), told(&shown[0])), (1, wanted));
    assert!(count.ends_with(shown[0]["countId"].as_str().unwrap()));
    let event = admin.get("/events?limit=200").await.data().pop().unwrap();
    assert_eq!(
        (&event["type"], &event["data"]["countIds"]),
        (&json!("movement.voided"), &json!([shown[0]["countId"]]))
    );

    // A receipt entered late reports the count in its own answer, and adds up.
    let late = movement("receipt", "2010-02-01", json!({"sku": "APPLE", "quantity": "2", "totalCost": "2.00"}));
    let late = admin.post(MOVEMENTS, &late).await.expect(201).json();
    assert_eq!(told(&late["overrunCounts"][0]), [&json!("6"), &json!("2"), &json!("11"), &json!(false)]);
    let row = admin.get(&count).await.json();
    assert_eq!(
        (&row["openOverruns"], &row["overruns"]["count"], &row["overruns"]["data"][0]["movementId"]),
        (&json!(2), &json!(2), &late["id"])
    );
    assert_eq!(in_stock(&admin, "APPLE").await, "11");
    // Goods that come to another warehouse, and movements as of now, overrun nothing.
    let mut pears = movement("receipt", "2010-02-01", json!({"sku": "PEAR", "quantity": "2", "totalCost": "2.00"}));
    pears["warehouseCode"] = json!("SHOP");
    assert_eq!(admin.post(MOVEMENTS, &pears).await.expect(201).json()["overrunCounts"], json!([]));
    let now = json!({"kind": "issue", "warehouseCode": "MAIN", "lines": [{"sku": "APPLE", "quantity": "1"}]});
    assert_eq!(admin.post(MOVEMENTS, &now).await.expect(201).json()["overrunCounts"], json!([]));

    let seen = format!("{count}/acknowledge-overruns");
    operator.post(&seen, &json!({})).await.expect(403);
    admin.post(&seen, &json!({})).header("if-match", "\"1\"").await.expect(412);
    let seen_once = admin.post(&seen, &json!({})).await;
    seen_once.expect(204);
    let row = admin.get(&count).await.json();
    assert_eq!((&row["openOverruns"], &row["overruns"]["count"]), (&json!(0), &json!(2)));
    assert_eq!(row["overruns"]["data"][1]["acknowledgedBy"], json!(app.books.member("admin").to_string()));
    assert_eq!(
        admin.post(&seen, &json!({})).await.expect(204).etag(),
        seen_once.etag(),
        "nothing is left to acknowledge"
    );
    let open = admin.post("/inventory/counts", &json!({"warehouseCode": "SHOP"})).await.expect(201).id();
    admin
        .post(&format!("/inventory/counts/{open}/acknowledge-overruns"), &json!({}))
        .await
        .expect(409)
        .code("count_state");
    holds(&admin).await;
}

async fn where_counts_hold_a_void_before_one_is_adjusted_back_at_first_in_first_out(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    set_up(&admin).await;
    record(&admin, "receipt", "2010-01-05", json!({"sku": "APPLE", "quantity": "4", "totalCost": "4.00"})).await;
    record(&admin, "receipt", "2010-01-06", json!({"sku": "APPLE", "quantity": "6", "totalCost": "18.00"})).await;
    let issue = record(&admin, "issue", "2010-01-07", json!({"sku": "APPLE", "quantity": "3"})).await;
    let count = counted(&admin, &[("APPLE", "6")]).await;
    // Three of the first four were sold, the fourth was missing: six at 3.00 are left.
    assert_eq!(
        (in_stock(&admin, "APPLE").await, balance(&admin, "1200", LAST).await),
        (json!("6"), "18.00".to_owned())
    );
    hold(app).await;
    admin.post(&format!("{MOVEMENTS}/{issue}/void"), &json!({"reason": "not ours"})).await.expect(204);
    // By hand: of ten that came for 22.00 the count found six, so that four went, the first ones, at 1.00 each.
    assert_eq!(
        (in_stock(&admin, "APPLE").await, balance(&admin, "1200", LAST).await),
        (json!("6"), "18.00".to_owned())
    );
    assert_eq!(
        (balance(&admin, "5000", "2010-12-31").await, balance(&admin, "5100", &day_of(&admin, &count).await).await),
        ("0.00".to_owned(), "4.00".to_owned())
    );
    let row = admin.get(&count).await.json();
    let overrun = &row["overruns"]["data"][0];
    assert_eq!((&row["openOverruns"], &overrun["quantity"], &overrun["change"]), (&json!(0), &json!("6"), &json!("3")));
    let made = admin.get(&format!("{MOVEMENTS}/{}", overrun["adjustedBy"].as_str().unwrap())).await.expect(200).json();
    assert_eq!(
        (&made["kind"], &made["occurredAt"], &made["lines"][0]["quantity"]),
        (&json!("countAdjustment"), &row["snapshotAt"], &json!("-3"))
    );
    assert_eq!((&made["lines"][0]["cost"], &made["overrunCounts"]), (&json!("3.00"), &json!([])));
    holds(&admin).await;
}

async fn where_counts_hold_a_late_receipt_changes_what_goods_cost_and_not_how_many_there_are(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    set_up(&admin).await;
    hold(app).await;
    record(&admin, "receipt", "2010-01-05", json!({"sku": "PEAR", "quantity": "3", "totalCost": "10.00"})).await;
    record(&admin, "issue", "2010-01-07", json!({"sku": "PEAR", "quantity": "1"})).await;
    let first = counted(&admin, &[("PEAR", "2")]).await;
    let second = counted(&admin, &[("PEAR", "2")]).await;
    let late = movement("receipt", "2010-01-06", json!({"sku": "PEAR", "quantity": "2", "totalCost": "5.00"}));
    let late = admin.post(MOVEMENTS, &late).await.expect(201).json();
    // Five for 15.00 are 3.00 each: one was sold, two were not there, and two are left.
    assert_eq!((in_stock(&admin, "PEAR").await, balance(&admin, "1200", LAST).await), (json!("2"), "6.00".to_owned()));
    assert_eq!(
        (balance(&admin, "5000", "2010-12-31").await, balance(&admin, "5100", &day_of(&admin, &first).await).await),
        ("3.00".to_owned(), "6.00".to_owned())
    );
    assert_eq!(
        late["overrunCounts"].as_array().unwrap().len(),
        1,
        "the first count holds, and the second one sees nothing of it"
    );
    assert_eq!(admin.get(&first).await.json()["overruns"]["count"], 1);
    assert_eq!(admin.get(&second).await.json()["overruns"]["count"], 0);
    holds(&admin).await;
}

async fn goods_that_had_no_line_overrun_a_count_that_was_of_them(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    set_up(&admin).await;
    record(&admin, "receipt", "2010-01-05", json!({"sku": "APPLE", "quantity": "10", "totalCost": "10.00"})).await;
    let main = admin.get("/warehouses?code=MAIN").await.data()[0]["id"].clone();
    admin.put(&format!("/warehouses/{}", main.as_str().unwrap()), &json!({"binsMode": "optional"})).await.expect(204);
    let bin = |code: &str| json!({"code": code});
    let locations = format!("/warehouses/{}/locations", main.as_str().unwrap());
    let a = admin.post(&locations, &bin("A")).await.expect(201).id();
    admin.post(&locations, &bin("B")).await.expect(201);
    let fruit =
        admin.post("/inventory/item-categories", &json!({"code": "FRUIT", "name": "Fruit"})).await.expect(201).id();
    let pear = admin.get("/inventory/items?sku=PEAR").await.data()[0]["id"].clone();

    let whole = counted(&admin, &[("APPLE", "10")]).await;
    let of_bin = counted_of(&admin, json!({"warehouseCode": "MAIN", "locationIds": [a]}), vec![]).await;
    let of_pears = counted_of(&admin, json!({"warehouseCode": "MAIN", "itemIds": [pear]}), vec![]).await;
    let of_fruit = counted_of(&admin, json!({"warehouseCode": "MAIN", "categoryIds": [fruit]}), vec![]).await;
    // Items that join the category later were not counted with it.
    admin.put(&format!("/inventory/items/{}", pear.as_str().unwrap()), &json!({"categoryId": fruit})).await.expect(204);
    let of_all_fruit = counted_of(&admin, json!({"warehouseCode": "MAIN", "categoryIds": [fruit]}), vec![]).await;
    let of_shop = counted_of(&admin, json!({"warehouseCode": "SHOP"}), vec![]).await;

    for (line, overrun) in [
        (json!({"sku": "PEAR", "quantity": "2", "totalCost": "4.00"}), vec![&whole, &of_pears, &of_all_fruit]),
        (
            json!({"sku": "PEAR", "quantity": "2", "totalCost": "4.00", "locationCode": "A"}),
            vec![&whole, &of_bin, &of_pears, &of_all_fruit],
        ),
        (
            json!({"sku": "MILK", "quantity": "2", "totalCost": "4.00", "locationCode": "A", "lot": {"number": "L"}}),
            vec![&whole, &of_bin],
        ),
        (
            json!({"sku": "MILK", "quantity": "2", "totalCost": "4.00", "locationCode": "B", "lotNumber": "L"}),
            vec![&whole],
        ),
    ] {
        let made = admin.post(MOVEMENTS, &movement("receipt", "2010-02-01", line.clone())).await.expect(201).json();
        let told = made["overrunCounts"].as_array().unwrap();
        let paths: std::collections::BTreeSet<String> =
            told.iter().map(|one| format!("/inventory/counts/{}", one["countId"].as_str().unwrap())).collect();
        assert_eq!(paths, overrun.into_iter().cloned().collect(), "{line}");
        for one in told {
            assert_eq!(
                (&one["lineNumber"], &one["counted"], &one["change"], &one["quantity"]),
                (&json!(null), &json!("0"), &json!("2"), &json!("2"))
            );
            assert_eq!(one["locationId"].is_null(), line.get("locationCode").is_none());
            assert_eq!(one["lotId"].is_null(), line["sku"] != "MILK");
        }
        assert_eq!(made["overrunCountsTotal"], json!(told.len()));
        assert_eq!(
            admin.get(&format!("{MOVEMENTS}/{}", made["id"].as_str().unwrap())).await.json()["overrunCountsTotal"],
            made["overrunCountsTotal"]
        );
    }
    // The list of tasks has those alone that nobody acknowledged.
    let listed = |query: &'static str| {
        let admin = admin.clone();
        async move {
            admin
                .get(&format!("/inventory/counts?{query}"))
                .await
                .expect(200)
                .data()
                .iter()
                .map(|row| format!("/inventory/counts/{}", row["id"].as_str().unwrap()))
                .collect::<Vec<_>>()
        }
    };
    assert_eq!(listed("openOverruns=true").await, [&of_all_fruit, &of_pears, &of_bin, &whole].map(Clone::clone));
    assert_eq!(listed("openOverruns=false").await, [&of_shop, &of_fruit].map(Clone::clone));
    admin.post(&format!("{of_bin}/acknowledge-overruns"), &json!({})).await.expect(204);
    assert_eq!(listed("openOverruns=true&status=posted").await, [&of_all_fruit, &of_pears, &whole].map(Clone::clone));
    holds(&admin).await;
}

async fn an_answer_tells_the_first_hundred_and_how_many_there_are(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    set_up(&admin).await;
    let count = counted_of(&admin, json!({"warehouseCode": "MAIN"}), vec![]).await;
    let lines: Vec<Value> = (0..101)
        .map(|lot| json!({"sku": "MILK", "quantity": "1", "totalCost": "1.00", "lot": {"number": format!("L-{lot}")}}))
        .collect();
    let late = json!({"kind": "receipt", "occurredAt": "2010-02-01", "warehouseCode": "MAIN", "lines": lines});
    let preview = admin.post(&format!("{MOVEMENTS}?dryRun=true"), &late).await.expect(200).json();
    let made = admin.post(MOVEMENTS, &late).await.expect(201).json();
    let read = admin.get(&format!("{MOVEMENTS}/{}", made["id"].as_str().unwrap())).await.json();
    for told in [preview, made, read] {
        assert_eq!((told["overrunCounts"].as_array().unwrap().len(), &told["overrunCountsTotal"]), (100, &json!(101)));
    }
    let row = admin.get(&count).await.json();
    assert_eq!(
        (&row["openOverruns"], &row["overruns"]["count"], row["overruns"]["data"].as_array().unwrap().len()),
        (&json!(101), &json!(101), 20)
    );
}

async fn where_counts_hold_goods_without_a_line_go_back_to_nothing_at_what_they_cost(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    set_up(&admin).await;
    let mut first = Vec::new();
    for sku in ["APPLE", "PEAR"] {
        record(&admin, "receipt", "2010-01-05", json!({"sku": sku, "quantity": "4", "totalCost": "4.00"})).await;
        record(&admin, "receipt", "2010-01-06", json!({"sku": sku, "quantity": "6", "totalCost": "18.00"})).await;
        first.push(record(&admin, "issue", "2010-01-07", json!({"sku": sku, "quantity": "3"})).await);
        record(&admin, "issue", "2010-01-08", json!({"sku": sku, "quantity": "7"})).await;
    }
    // Nothing is left of either, so that the count has no line; ten of each went for 22.00.
    let count = counted_of(&admin, json!({"warehouseCode": "MAIN"}), vec![]).await;
    assert_eq!(balance(&admin, "1200", LAST).await, "0.00");
    assert_eq!(balance(&admin, "5000", "2010-12-31").await, "44.00");
    hold(app).await;
    // First in, first out, by hand: the seven are four at 1.00 and three at 3.00 then, 13.00; three at 3.00 were not there.
    admin.post(&format!("{MOVEMENTS}/{}/void", first[0]), &json!({"reason": "not ours"})).await.expect(204);
    let day = day_of(&admin, &count).await;
    assert_eq!(
        (balance(&admin, "5000", "2010-12-31").await, balance(&admin, "5100", &day).await),
        ("35.00".to_owned(), "9.00".to_owned())
    );
    // On average all cost 2.20: seven are 15.40, and three that were not there 6.60.
    admin.post(&format!("{MOVEMENTS}/{}/void", first[1]), &json!({"reason": "not ours"})).await.expect(204);
    assert_eq!(
        (balance(&admin, "5000", "2010-12-31").await, balance(&admin, "5100", &day).await),
        ("28.40".to_owned(), "15.60".to_owned())
    );
    assert_eq!(balance(&admin, "1200", LAST).await, "0.00");
    let row = admin.get(&count).await.json();
    assert_eq!((&row["openOverruns"], &row["overruns"]["count"]), (&json!(0), &json!(2)));
    let overrun = &row["overruns"]["data"][0];
    assert_eq!(
        (&overrun["lineNumber"], &overrun["counted"], &overrun["quantity"]),
        (&json!(null), &json!("0"), &json!("0"))
    );
    let made = admin.get(&format!("{MOVEMENTS}/{}", overrun["adjustedBy"].as_str().unwrap())).await.expect(200).json();
    assert_eq!(
        (&made["occurredAt"], &made["lines"][0]["quantity"], made["entryId"].is_string()),
        (&row["snapshotAt"], &json!("-3"), true)
    );
    // A late receipt of goods that nobody found: they are lost at their cost, and stock stays at 0.
    record(
        &admin,
        "receipt",
        "2010-03-01",
        json!({"sku": "MILK", "quantity": "2", "totalCost": "5.00", "lot": {"number": "L"}}),
    )
    .await;
    assert_eq!(
        (balance(&admin, "5100", &day).await, balance(&admin, "1200", LAST).await),
        ("20.60".to_owned(), "0.00".to_owned())
    );
    holds(&admin).await;
}
