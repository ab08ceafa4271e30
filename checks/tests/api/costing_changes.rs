//! Where and how costs are reckoned changes: what comes late is costed now.

use checks::on_both;
use serde_json::json;

use crate::counts::this_year;
use crate::movements::{balance, movement, set_up};

on_both! {
    async fn what_comes_late_is_costed_now_where_who_may_be_late_says_so(app) {
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
        assert!(came["costedAt"].as_str() > came["occurredAt"].as_str() && came["postingDate"].as_str() > Some("2020"), "{came}");
        assert_eq!(came["lines"][0]["cost"], "40.00");
        let seen = admin.get(&format!("{at}/{}", out["id"].as_str().unwrap())).await.expect(200).json();
        assert_eq!((&seen["lines"][0]["cost"], &seen["costing"], &seen["costedAt"]), (&json!("4.00"), &json!("inOrder"), &json!(null)));
        assert_eq!(balance(&admin, "1200").await, "6.00");

        let mut early = movement("issue", "2010-01-01", apples("1", None));
        early["costing"] = json!("prospective");
        admin.post(at, &early).await.expect(409).code("would_go_negative_at");
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
}
