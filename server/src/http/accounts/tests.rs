//! Accounts over HTTP.

use domain::value::permission::BuiltInRole;
use serde_json::json;

use crate::http::test_app::TestApp;

#[tokio::test]
async fn an_account_is_created_read_listed_updated_and_deleted() {
    let test = TestApp::new().await;
    let user = test.login(BuiltInRole::Accountant);
    let group = json!({"code": "1", "name": "Assets", "type": "asset", "isGroup": true});
    let group = user.post("/accounting/accounts", &group).await.created();
    let cash = json!({"code": "1000", "name": "Cash", "type": "asset", "subtype": "cash", "parentId": group["id"]});
    let answer = user.post("/accounting/accounts", &cash).await;
    assert_eq!(answer.headers["etag"], "\"1\"");
    let cash = answer.created();
    assert_eq!(
        (&cash["normalBalance"], &cash["revalue"], &cash["isActive"]),
        (&json!("debit"), &json!(true), &json!(true))
    );

    let path = format!("/accounting/accounts/{}", cash["id"].as_str().unwrap());
    assert_eq!(user.get(&path).await.ok(), cash);
    let codes = |body: serde_json::Value| {
        body["data"].as_array().unwrap().iter().map(|row| row["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for (query, found) in [
        ("", vec!["1", "1000"]),
        ("?q=CAS", vec!["1000"]),
        ("?type=equity", vec![]),
        ("?code=1", vec!["1"]),
        ("?isActive=false", vec![]),
        ("?q=%25", vec![]),
        (&format!("?parentId={}", group["id"].as_str().unwrap()), vec!["1000"]),
    ] {
        assert_eq!(codes(user.get(&format!("/accounting/accounts{query}")).await.ok()), found, "{query}");
    }
    let first = user.get("/accounting/accounts?limit=1").await.ok();
    let next = first["nextCursor"].as_str().unwrap();
    assert_eq!(codes(user.get(&format!("/accounting/accounts?limit=1&cursor={next}")).await.ok()), ["1000"]);

    // A body that was read may be sent back whole.
    user.put(&path, &cash).await.done();
    user.put(&path, &json!({"name": "Petty cash", "metadata": {"a": 1}})).await.done();
    let now = user.get(&path).await.ok();
    assert_eq!((&now["name"], &now["version"], &now["metadata"]), (&json!("Petty cash"), &json!(2), &json!({"a": 1})));
    assert_eq!(user.put(&path, &json!({"name": "x", "version": 1})).await.refused(412), "version_mismatch");
    assert_eq!(user.put(&path, &json!({"id": group["id"]})).await.refused(400), "validation_failed");
    assert_eq!(user.put(&path, &json!({"naem": "x"})).await.refused(400), "validation_failed");

    let group_path = format!("/accounting/accounts/{}", group["id"].as_str().unwrap());
    assert_eq!(user.delete(&group_path).await.refused(409), "account_in_use");
    user.delete(&path).await.done();
    assert_eq!(user.get(&path).await.refused(404), "not_found");
}

#[tokio::test]
async fn a_clerk_reads_the_chart_and_does_not_change_it() {
    let (test, books) = TestApp::with_books().await;
    let clerk = test.login(BuiltInRole::Clerk);
    let path = format!("/accounting/accounts/{}", books.account("1000"));
    clerk.get(&path).await.ok();
    assert_eq!(clerk.put(&path, &json!({"name": "x"})).await.refused(403), "forbidden");
    assert_eq!(clerk.put(&path, &json!({"naem": "x"})).await.refused(403), "forbidden");
    assert_eq!(clerk.delete(&path).await.refused(403), "forbidden");
    let operator = test.login(BuiltInRole::WarehouseOperator);
    assert_eq!(operator.get(&path).await.refused(403), "forbidden");
}
