//! Too little stock: one code where a movement finds too little, another where a later movement would.

use checks::{Answer, Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::movements::{movement, set_up};

on_both![
    what_a_refused_issue_calls_available_can_be_taken,
    goods_that_a_later_movement_needs_are_refused_with_that_movement,
];

async fn receive(admin: &Caller, day: &str, quantity: &str) {
    let line = json!({"sku": "APPLE", "quantity": quantity, "totalCost": "10.00"});
    admin.post("/inventory/movements", &movement("receipt", day, line)).await.expect(201);
}

async fn issue(admin: &Caller, day: &str, quantity: &str) -> Answer {
    admin.post("/inventory/movements", &movement("issue", day, json!({"sku": "APPLE", "quantity": quantity}))).await
}

fn figures(problem: &Value) -> [&str; 5] {
    ["onHand", "held", "reserved", "available", "wanted"].map(|name| problem["context"][name].as_str().unwrap_or("?"))
}

async fn what_a_refused_issue_calls_available_can_be_taken(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    receive(&admin, "2010-01-02", "371").await;
    let promised = json!({"sku": "APPLE", "quantity": "4", "warehouseCode": "MAIN"});
    admin.post("/inventory/reservations", &promised).await.expect(201);
    for wanted in ["368", "371", "372", "9999"] {
        let refused = issue(&admin, "2010-01-05", wanted).await;
        refused.expect(409).code("insufficient_stock").pointer("/lines/0/quantity");
        assert_eq!(figures(&refused.json()), ["371", "0", "4", "367", wanted], "{}", refused.json());
    }
    issue(&admin, "2010-01-05", "367").await.expect(201);
    let refused = issue(&admin, "2010-01-05", "1").await.expect(409).code("insufficient_stock").json();
    assert_eq!(figures(&refused), ["4", "0", "4", "0", "1"]);
}

async fn goods_that_a_later_movement_needs_are_refused_with_that_movement(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    receive(&admin, "2010-01-02", "10").await;
    let later = issue(&admin, "2010-01-06", "8").await.expect(201).id();
    for more_came in [false, true] {
        if more_came {
            receive(&admin, "2010-01-08", "10").await;
        }
        let refused = issue(&admin, "2010-01-05", "5").await;
        refused.expect(409).code("would_go_negative_at");
        let problem = refused.json();
        let named = problem["context"]["later"].to_string() + &problem["resolutions"].to_string();
        assert!(named.contains(&later), "{problem}");
        assert!(problem["resolutions"].as_array().unwrap().iter().any(|way| way["rel"] == "later"), "{problem}");
    }
    // Before they came there were none, whatever is there now.
    let refused = issue(&admin, "2010-01-01", "5").await.expect(409).code("insufficient_stock").json();
    assert_eq!(figures(&refused), ["0", "0", "0", "0", "5"], "{refused}");
    issue(&admin, "2010-01-05", "2").await.expect(201);
}
