//! The sources of costs and the uses of values, over HTTP.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;
use crate::movement_kinds::more_accounts;
use crate::movements::{movement, set_up};

async fn post(admin: &Caller, body: &Value) -> String {
    admin.post("/inventory/movements", body).await.expect(201).id()
}

fn path(id: &str) -> String {
    format!("/inventory/movements/{id}/cost-trace")
}

/// Level, role, kind and warehouse of the movement, quantity and amount of each row; `~` where it is a proportion.
async fn told(caller: &Caller, path: &str) -> Vec<String> {
    let rows = caller.get(path).await.expect(200).data();
    assert_sums(&rows);
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let row = |row: &Value| {
        let fields = ["level", "role", "kind", "warehouseCode", "quantity", "amount"].map(|field| text(&row[field]));
        format!("{}{}", fields.join(" "), if row["attribution"] == "proportional" { " ~" } else { "" })
    };
    rows.iter().map(row).collect()
}

/// Rows of which a row is the parent come to it.
fn assert_sums(rows: &[Value]) {
    let minor = |row: &Value| row["amount"].as_str().unwrap().replace('.', "").parse::<i64>().unwrap();
    for row in rows {
        let parts: Vec<i64> = rows.iter().filter(|part| part["parentNumber"] == row["number"]).map(minor).collect();
        assert!(parts.is_empty() || parts.iter().sum::<i64>() == minor(row), "{row} of {rows:#?}");
    }
}

on_both![
    a_cost_is_traced_to_the_first_receipts_and_a_receipt_to_what_became_of_it,
    goods_that_are_one_are_traced_in_proportion_and_what_is_lost_or_made_of_goods_is_followed,
];

async fn a_cost_is_traced_to_the_first_receipts_and_a_receipt_to_what_became_of_it(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    let receipt = |day: &str, quantity: &str, cost: &str| {
        movement("receipt", day, json!({"sku": "APPLE", "quantity": quantity, "totalCost": cost}))
    };
    let first = post(&admin, &receipt("2010-01-05", "10", "20.00")).await;
    post(&admin, &receipt("2010-01-06", "5", "15.00")).await;
    let freight = json!({"kind": "landedCost", "occurredAt": "2010-01-07", "ofMovementId": first, "amount": "3.00", "splitBy": "value"});
    let freight = post(&admin, &freight).await;
    let mut transfer = movement("transfer", "2010-01-08", json!({"sku": "APPLE", "quantity": "12"}));
    transfer["toWarehouseCode"] = json!("SHOP");
    let transfer = post(&admin, &transfer).await;
    let mut issue = movement("issue", "2010-01-09", json!({"sku": "APPLE", "quantity": "6"}));
    issue["warehouseCode"] = json!("SHOP");
    let issue = post(&admin, &issue).await;

    assert_eq!(
        told(&admin, &path(&issue)).await,
        [
            "0 line issue SHOP 6 14.50",
            "1 from transfer SHOP 6 14.50",
            "2 from receipt MAIN 5 10.00 ~",
            "2 from landedCost MAIN null 1.50 ~",
            "2 from receipt MAIN 1 3.00 ~",
        ]
    );
    assert_eq!(
        told(&admin, &path(&first)).await,
        [
            "0 line receipt MAIN 10 20.00",
            "1 left transfer MAIN 10 20.00",
            "2 left issue SHOP 5 10.00 ~",
            "2 inStock transfer SHOP 5 10.00 ~",
        ]
    );
    assert_eq!(told(&admin, &path(&transfer)).await[0], "0 line transfer MAIN 12 29.00");
    assert_eq!(
        told(&admin, &format!("{}?direction=uses", path(&transfer))).await,
        ["0 line transfer MAIN 12 29.00", "1 left issue SHOP 6 14.50", "1 inStock transfer SHOP 6 14.50"]
    );

    // A part comes back, and a part of that is sold again.
    let mut back = movement("return", "2010-01-10", json!({"sku": "APPLE", "quantity": "2"}));
    (back["warehouseCode"], back["ofMovementId"]) = (json!("SHOP"), json!(issue));
    let back = post(&admin, &back).await;
    let rows = told(&admin, &format!("{}?direction=sources", path(&back))).await;
    assert_eq!(rows[..3], ["0 line return SHOP 2 4.83", "1 from issue SHOP 2 4.83 ~", "2 from transfer SHOP 2 4.83 ~"]);
    let rows = told(&admin, &path(&first)).await;
    assert!(
        rows.iter().any(|row| row.starts_with("3 arrived return SHOP"))
            && rows.iter().any(|row| row.starts_with("3 remainder issue")),
        "{rows:?}"
    );

    // A voided document never existed.
    admin.post(&format!("/inventory/movements/{freight}/void"), &json!({"reason": "not ours"})).await.expect(204);
    assert_eq!(told(&admin, &path(&freight)).await, Vec::<String>::new());
    let rows = told(&admin, &path(&issue)).await;
    assert!(rows[0] == "0 line issue SHOP 6 13.00" && rows.iter().all(|row| !row.contains("landedCost")), "{rows:?}");

    // Pages, documents, and who may see them.
    assert_eq!(all_pages(&admin, &path(&issue), 1).await, admin.get(&path(&issue)).await.data());
    let csv = admin.get(&format!("{}?format=csv", path(&issue))).await;
    assert!(csv.expect(200).text().contains("APPLE,SHOP,6,13.00,exact"), "{}", csv.text());
    admin.get(&format!("{}?format=xlsx", path(&issue))).await.expect(200);
    assert!(admin.get(&format!("{}?lineNumber=2", path(&issue))).await.expect(200).data().is_empty());
    admin.get(&format!("{}?direction=back", path(&issue))).await.expect(400).pointer("direction");
    admin
        .get(&format!("{}?format=csv&cursor={}", path(&issue), "AQEACAAAAAAAAAAB"))
        .await
        .expect(400)
        .pointer("cursor");
    admin.get(&path("nothing")).await.expect(404);
    app.as_role("warehouseOperator").get(&path(&issue)).await.expect(403);
}

async fn goods_that_are_one_are_traced_in_proportion_and_what_is_lost_or_made_of_goods_is_followed(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    let line = |quantity: &str, cost: &str| json!({"sku": "PEAR", "quantity": quantity, "totalCost": cost});
    let first = post(&admin, &movement("receipt", "2010-01-05", line("4", "10.00"))).await;
    post(&admin, &movement("receipt", "2010-01-06", line("2", "8.00"))).await;
    let issue = post(&admin, &movement("issue", "2010-01-07", json!({"sku": "PEAR", "quantity": "3"}))).await;
    assert_eq!(
        told(&admin, &path(&issue)).await,
        ["0 line issue MAIN 3 9.00", "1 from receipt MAIN 2 5.00 ~", "1 from receipt MAIN 1 4.00 ~"]
    );
    assert_eq!(
        told(&admin, &path(&first)).await,
        ["0 line receipt MAIN 4 10.00", "1 left issue MAIN 2 5.00 ~", "1 inStock receipt MAIN 2 5.00 ~"]
    );

    let mut transfer = movement("transfer", "2010-01-08", json!({"sku": "PEAR", "quantity": "2"}));
    (transfer["toWarehouseCode"], transfer["mode"]) = (json!("SHOP"), json!("twoStep"));
    let transfer = post(&admin, &transfer).await;
    let part = json!({"occurredAt": "2010-01-09", "lines": [{"ofLine": 1, "quantity": "1"}]});
    admin.post(&format!("/inventory/movements/{transfer}/receive"), &part).await.expect(201);
    let uses = format!("{}?direction=uses", path(&transfer));
    let rows = told(&admin, &uses).await;
    assert_eq!(
        rows,
        [
            "0 line transfer MAIN 2 6.00",
            "1 arrived transfer SHOP 1 3.00 ~",
            "2 inStock transfer SHOP 1 3.00 ~",
            "1 remainder transfer MAIN 1 3.00 ~",
        ]
    );
    let closing = json!({"occurredAt": "2010-01-10", "reason": "broken"});
    admin.post(&format!("/inventory/movements/{transfer}/close"), &closing).await.expect(201);
    let rows = told(&admin, &uses).await;
    assert!(rows.iter().any(|row| row.starts_with("1 lost transfer") && row.contains("1 3.00")), "{rows:?}");
}
