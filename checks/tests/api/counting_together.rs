//! Several people count one bin, each adding what they found.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::counts::{found, stocked};

on_both![two_people_who_add_to_one_bin_count_its_sum_and_a_repeated_key_adds_once,];

async fn two_people_who_add_to_one_bin_count_its_sum_and_a_repeated_key_adds_once(app: &TestServer) {
    let admin = app.as_role("admin");
    stocked(&admin).await;
    let (one, other) = (app.as_role("warehouseOperator"), app.as_role("warehouseManager"));
    let opened = one.post("/inventory/counts", &json!({"warehouseCode": "MAIN"})).await.expect(201).json();
    let lines = format!("/inventory/counts/{}/lines", opened["id"].as_str().unwrap());
    let add = |quantity: &str| json!({"lines": [{"sku": "APPLE", "quantity": quantity, "mode": "add"}]});
    let counted = async || admin.get(&lines).await.data()[0].clone();
    for (caller, key, quantity, sum) in [
        (&one, "first-shelf", "4", "4"),
        (&other, "second-shelf", "3", "7"),
        (&one, "first-shelf", "4", "7"),
        (&one, "third-shelf", "2", "9"),
        (&other, "second-shelf", "3", "9"),
    ] {
        caller.post(&lines, &add(quantity)).key(key).await.expect(200);
        assert_eq!(counted().await["counted"], sum, "{key}");
    }
    let line = counted().await;
    let kept: Vec<(&Value, &Value)> =
        line["recordings"].as_array().unwrap().iter().map(|one| (&one["quantity"], &one["added"])).collect();
    let wanted = [("4", "4"), ("7", "3"), ("9", "2")].map(|(quantity, added)| (json!(quantity), json!(added)));
    assert_eq!(kept, wanted.iter().map(|(quantity, added)| (quantity, added)).collect::<Vec<_>>());
    // Whoever says nothing, or that it is the whole, takes the place of all before.
    for (body, sum) in [
        (json!({"sku": "APPLE", "quantity": "10"}), "10"),
        (json!({"lineNumber": 1, "quantity": "2", "unitCode": "XCS", "mode": "add"}), "34"),
        (json!({"lineNumber": 1, "quantity": "8", "mode": "replace"}), "8"),
    ] {
        found(&other, &lines.replace("/lines", ""), json!([body])).await;
        assert_eq!(counted().await["counted"], sum);
    }
    assert_eq!(counted().await["recordings"][3]["added"], Value::Null);
    let wrong = json!({"lines": [{"sku": "APPLE", "quantity": "1", "mode": "sum"}]});
    one.post(&lines, &wrong).await.expect(400).pointer("/lines/0/mode");
    // The same piece is not there twice, whoever finds it.
    let piece = json!({"lines": [{"sku": "DRILL", "quantity": "1", "serial": {"number": "S-1"}, "mode": "add"}]});
    one.post(&lines, &piece).await.expect(200);
    let again = json!({"lines": [{"sku": "DRILL", "quantity": "1", "serialNumber": "S-1", "mode": "add"}]});
    other.post(&lines, &again).await.expect(422).pointer("/lines/0/quantity");
    // Two at the same time, too, add up.
    found(&one, &lines.replace("/lines", ""), json!([{"sku": "PEAR", "quantity": "0"}])).await;
    let more = json!({"lines": [{"sku": "PEAR", "quantity": "1", "mode": "add"}]});
    let adding = async |caller: &Caller| {
        for _ in 0..10 {
            caller.post(&lines, &more).await.expect(200);
        }
    };
    tokio::join!(adding(&one), adding(&other));
    assert_eq!(admin.get(&lines).await.data()[1]["counted"], "20");
}
