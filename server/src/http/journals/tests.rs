//! Journals over HTTP.

use domain::value::permission::BuiltInRole;
use serde_json::json;

use crate::http::test_app::TestApp;

#[tokio::test]
async fn a_journal_is_created_read_listed_and_updated_and_shows_its_series() {
    let (test, books) = TestApp::with_books().await;
    let user = test.login(BuiltInRole::Accountant);
    let path = format!("/accounting/journals/{}", books.journal["id"].as_str().unwrap());
    assert_eq!(user.get(&path).await.ok(), books.journal);
    assert_eq!(books.journal["numberPattern"], "SJ-{year}-{seq:6}");

    let sale = books.entry("2010-12-01", "posted", "5.00", "1000", "4000");
    user.post("/accounting/journal-entries", &sale).await.created();
    let series = json!([{"bucket": "2010", "last": 1}]);
    assert_eq!(user.get(&path).await.ok()["series"], series);
    assert_eq!(user.get("/accounting/journals?type=sales&q=sal").await.ok()["data"][0]["series"], series);

    user.put(&path, &json!({"name": "Sales abroad", "isActive": false})).await.done();
    assert_eq!(user.get("/accounting/journals?isActive=false").await.ok()["data"][0]["name"], "Sales abroad");
    assert_eq!(user.put(&path, &json!({"code": "XX"})).await.refused(409), "journal_in_use");
    let twin = json!({"code": "SJ", "name": "Twin", "type": "sales"});
    assert_eq!(user.post("/accounting/journals", &twin).await.refused(409), "code_taken");
}
