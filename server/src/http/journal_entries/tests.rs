//! Drafts over HTTP: edit, delete, and the end that posting makes.

use domain::value::permission::BuiltInRole;
use serde_json::json;

use crate::http::test_app::TestApp;

const ENTRIES: &str = "/accounting/journal-entries";

#[tokio::test]
async fn a_draft_is_edited_and_deleted_and_a_posted_entry_is_neither() {
    let (test, books) = TestApp::with_books().await;
    let dimension = json!({"code": "country", "name": "Country"});
    let dimension = test.login(BuiltInRole::Admin).post("/accounting/dimensions", &dimension).await.created();
    let values = format!("/accounting/dimensions/{}/values", dimension["id"].as_str().unwrap());
    test.login(BuiltInRole::Admin).post(&values, &json!({"code": "France", "name": "France"})).await.created();
    let clerk = test.login(BuiltInRole::Clerk);
    let draft = clerk.post(ENTRIES, &books.entry("2010-12-01", "draft", "5.00", "1000", "4000")).await.created();
    let path = format!("{ENTRIES}/{}", draft["id"].as_str().unwrap());
    let change = json!({
        "version": 1, "description": "Invoice 1", "reference": "1", "dimensions": {"country": "France"},
        "lines": [{"accountCode": "1000", "debit": "7.00"}, {"accountCode": "4000", "credit": "7.00"}],
    });
    let headers = [("prefer", "return=representation")];
    let now = clerk.send("PUT", &path, Some(&change), &headers).await.ok();
    assert_eq!((&now["version"], &now["totalDebit"], &now["reference"]), (&json!(2), &json!("7.00"), &json!("1")));
    clerk.put(&path, &json!({"reference": null})).await.done();
    let now = clerk.get(&path).await.ok();
    assert_eq!(
        (&now["reference"], &now["dimensions"]["country"], &now["lines"][0]["debit"]),
        (&json!(null), &json!("France"), &json!("7.00"))
    );
    assert_eq!(clerk.put(&path, &change).await.refused(412), "version_mismatch");
    let two = json!({"lines": [{"accountCode": "1000", "accountId": "x"}]});
    assert_eq!(clerk.put(&path, &two).await.refused(400), "validation_failed");
    assert_eq!(clerk.put(&path, &json!({"date": null})).await.refused(400), "validation_failed");

    clerk.delete(&path).await.done();
    assert_eq!(clerk.get(&path).await.refused(404), "not_found");

    let accountant = test.login(BuiltInRole::Accountant);
    let posted = accountant.post(ENTRIES, &books.entry("2010-12-01", "posted", "5.00", "1000", "4000")).await.created();
    let path = format!("{ENTRIES}/{}", posted["id"].as_str().unwrap());
    assert_eq!(accountant.put(&path, &json!({"description": "x"})).await.refused(409), "entry_not_draft");
    assert_eq!(accountant.delete(&path).await.refused(409), "entry_not_draft");
    assert_eq!(accountant.get(&format!("{ENTRIES}?q=GJ")).await.ok()["data"], json!([]));
    assert_eq!(accountant.get(&format!("{ENTRIES}?q=sj-2010")).await.ok()["data"][0]["id"], posted["id"]);
}
