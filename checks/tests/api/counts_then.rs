//! Counts as of an instant that has passed: a list that was written on paper, and what has moved since.

use checks::{TestServer, on_both};
use serde_json::{Value, json};

use crate::counts::{found, step, stocked};
use crate::movements::movement;

on_both![
    a_count_on_paper_is_compared_with_the_books_of_its_day_and_posted_on_it,
    a_count_of_the_past_names_what_came_late_for_it_and_overruns_the_counts_after_it,
    a_count_cannot_be_of_the_future,
];

async fn a_count_on_paper_is_compared_with_the_books_of_its_day_and_posted_on_it(app: &TestServer) {
    let admin = app.as_role("admin");
    stocked(&admin).await;
    let moved = async |kind: &str, day: &str, quantity: &str| {
        let mut body = movement(kind, day, json!({"sku": "APPLE", "quantity": quantity}));
        if kind == "transfer" {
            body["toWarehouseCode"] = json!("SHOP");
        }
        admin.post("/inventory/movements", &body).await.expect(201).id()
    };
    moved("issue", "2010-01-08", "1").await;
    moved("transfer", "2010-01-12", "2").await;
    let mistake = moved("issue", "2010-01-13", "3").await;
    admin.post(&format!("/inventory/movements/{mistake}/void"), &json!({"reason": "not ours"})).await.expect(204);
    moved("issue", "2010-01-14", "6").await;

    for (day, apples) in
        [("2010-01-04", None), ("2010-01-05", Some("10")), ("2010-01-11", Some("9")), ("2010-01-14", Some("1"))]
    {
        let opened = admin.post("/inventory/counts", &json!({"warehouseCode": "MAIN", "occurredAt": day})).await;
        let count = format!("/inventory/counts/{}", opened.expect(201).id());
        let lines = admin.get(&format!("{count}/lines")).await.expect(200).data();
        let line = lines.iter().find(|line| line["sku"] == "APPLE").map(|line| line["expected"].clone());
        assert_eq!(line, apples.map(|apples| json!(apples)), "{day}");
        // The report of that day, by when goods moved, has the same.
        let there = admin
            .get(&format!(
                "/inventory/stock?warehouseId={}&asOf={day}&basis=physical",
                opened.json()["warehouseId"].as_str().unwrap()
            ))
            .await;
        let there: Vec<(Value, Value)> =
            there.expect(200).data().iter().map(|row| (row["sku"].clone(), row["quantity"].clone())).collect();
        let expected: Vec<(Value, Value)> =
            lines.iter().map(|line| (line["sku"].clone(), line["expected"].clone())).collect();
        assert_eq!(expected, there, "{day}");
        step(&admin, &count, "cancel", json!({"reason": "only looked"})).await;
    }

    let manager = app.as_role("warehouseManager");
    let body = json!({"warehouseCode": "MAIN", "occurredAt": "2010-01-11", "reference": "paper"});
    let opened = manager.post("/inventory/counts", &body).await.expect(201).json();
    let count = format!("/inventory/counts/{}", opened["id"].as_str().unwrap());
    assert_eq!((&opened["snapshotDate"], &opened["lateMovements"]["count"]), (&json!("2010-01-11"), &json!(0)));
    found(&manager, &count, json!([{"sku": "APPLE", "quantity": "8"}, {"sku": "PEAR", "quantity": "6"}])).await;
    step(&manager, &count, "submit", json!({})).await;
    step(&manager, &count, "approve", json!({})).await;
    step(&manager, &count, "post", json!({})).await;
    let posted = manager.get(&count).await.json();
    let place = format!("/inventory/movements/{}", posted["movementId"].as_str().unwrap());
    let made = admin.get(&place).await.expect(200).json();
    assert_eq!((&made["occurredAt"], &made["postingDate"]), (&opened["snapshotAt"], &json!("2010-01-11")));
    let quantity = async |day: &str| {
        let rows = admin.get(&format!("/inventory/stock?by=item&sku=APPLE&asOf={day}")).await.expect(200).data();
        rows[0]["quantity"].clone()
    };
    assert_eq!((quantity("2010-01-10").await, quantity("2010-01-11").await), (json!("9"), json!("8")));
    // One was lost of the nine that were there, two are in the shop, and none is left here.
    assert_eq!(quantity("2010-01-20").await, "2");
    let proof = admin.get("/inventory/proof").await.expect(200).json();
    assert_eq!(proof["proof"]["holds"], true, "{proof}");
}

async fn a_count_of_the_past_names_what_came_late_for_it_and_overruns_the_counts_after_it(app: &TestServer) {
    let admin = app.as_role("admin");
    stocked(&admin).await;
    let count_on = async |day: &str, apples: &str| {
        let body = json!({"warehouseCode": "MAIN", "occurredAt": day});
        let count = format!("/inventory/counts/{}", admin.post("/inventory/counts", &body).await.expect(201).id());
        found(&admin, &count, json!([{"sku": "APPLE", "quantity": apples}, {"sku": "PEAR", "quantity": "6"}])).await;
        count
    };
    let finish = async |count: &str| {
        step(&admin, count, "submit", json!({})).await;
        step(&admin, count, "approve", json!({})).await;
        admin.post(&format!("{count}/post"), &json!({})).await.expect(204);
    };
    let later = count_on("2010-01-20", "9").await;
    finish(&later).await;
    let earlier = count_on("2010-01-10", "8").await;
    let late = movement("issue", "2010-01-09", json!({"sku": "APPLE", "quantity": "1"}));
    let late = admin.post("/inventory/movements", &late).await.expect(201).id();
    let of_later = movement("issue", "2010-01-11", json!({"sku": "APPLE", "quantity": "1"}));
    admin.post("/inventory/movements", &of_later).await.expect(201);
    let told = admin.get(&earlier).await.json()["lateMovements"].clone();
    assert_eq!((&told["count"], &told["data"][0]["id"]), (&json!(1), &json!(late)));
    finish(&earlier).await;
    // Each of the three took something of what the later count had found.
    let overrun = admin.get(&later).await.json();
    assert_eq!(overrun["openOverruns"], 3, "{overrun}");
    let changes: Vec<&Value> =
        overrun["overruns"]["data"].as_array().unwrap().iter().map(|row| &row["change"]).collect();
    assert_eq!(changes, ["-2", "-1", "-1"]);
}

async fn a_count_cannot_be_of_the_future(app: &TestServer) {
    let admin = app.as_role("admin");
    stocked(&admin).await;
    let open =
        async |when: &str| admin.post("/inventory/counts", &json!({"warehouseCode": "MAIN", "occurredAt": when})).await;
    for when in ["2999-01-01", "2999-01-01T12:00:00Z", "9999-12-31"] {
        let refused = open(when).await;
        refused.expect(422).code("occurred_in_future");
        assert_eq!(refused.json()["errors"][0]["pointer"], "/occurredAt", "{when}");
    }
    for when in ["yesterday", "2010-02-30", ""] {
        open(when).await.expect(400).pointer("/occurredAt");
    }
    let at = open("2010-01-05T11:59:59.5Z").await;
    assert_eq!(
        (at.expect(201).json()["lineCount"].clone(), at.json()["snapshotAt"].clone()),
        (json!(0), json!("2010-01-05T11:59:59.500000Z"))
    );
}
