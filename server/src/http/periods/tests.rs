//! Fiscal years and periods over HTTP.

use domain::value::permission::BuiltInRole;
use serde_json::{Value, json};

use crate::http::test_app::TestApp;

fn id(value: &Value) -> &str {
    value["id"].as_str().unwrap()
}

#[tokio::test]
async fn a_year_makes_its_periods_and_is_read_and_listed_with_them() {
    let (test, books) = TestApp::with_books().await;
    let user = test.login(BuiltInRole::Controller);
    assert_eq!(books.year["periods"].as_array().unwrap().len(), 12);
    assert_eq!(user.get(&format!("/accounting/fiscal-years/{}", id(&books.year))).await.ok(), books.year);
    let next =
        json!({"name": "2011", "startDate": "2011-01-01", "periodFrequency": "quarterly", "adjustmentPeriod": true});
    let next = user.post("/accounting/fiscal-years", &next).await.created();
    assert_eq!(next["endDate"], "2011-12-31");
    assert_eq!(next["periods"].as_array().unwrap().len(), 5);
    let list = user.get("/accounting/fiscal-years").await.ok();
    assert_eq!((&list["data"][0], &list["data"][1]), (&books.year, &next));
    let periods = user.get("/accounting/periods?date=2011-12-31").await.ok();
    let types: Vec<&Value> = periods["data"].as_array().unwrap().iter().map(|period| &period["type"]).collect();
    assert_eq!(types, ["standard", "adjustment"]);
    let again = json!({"name": "more", "startDate": "2010-06-01"});
    assert_eq!(user.post("/accounting/fiscal-years", &again).await.refused(409), "period_overlap");
}

#[tokio::test]
async fn a_closed_period_refuses_posts_until_it_is_reopened_with_a_reason() {
    let (test, books) = TestApp::with_books().await;
    let admin = test.login(BuiltInRole::Admin);
    let accountant = test.login(BuiltInRole::Accountant);
    let sale = books.entry("2010-01-15", "posted", "5.00", "1000", "4000");
    let path = format!("/accounting/periods/{}", id(&books.year["periods"][0]));

    assert_eq!(accountant.post(&format!("{path}/close"), &json!({})).await.refused(403), "forbidden");
    admin.send("POST", &format!("{path}/soft-close"), None, &[]).await.done();
    assert_eq!(accountant.post("/accounting/journal-entries", &sale).await.refused(409), "period_soft_closed");
    admin.post("/accounting/journal-entries", &sale).await.created();
    admin.post(&format!("{path}/close"), &json!({"reason": "month end"})).await.done();
    assert_eq!(admin.post("/accounting/journal-entries", &sale).await.refused(409), "period_closed");

    assert_eq!(admin.post(&format!("{path}/reopen"), &json!({})).await.refused(400), "validation_failed");
    admin.post(&format!("{path}/reopen"), &json!({"reason": "a late invoice"})).await.done();
    admin.post("/accounting/journal-entries", &sale).await.created();
    let period = admin.get(&path).await.ok();
    let history: Vec<(&Value, &Value)> =
        period["history"].as_array().unwrap().iter().map(|change| (&change["to"], &change["reason"])).collect();
    assert_eq!(
        history,
        [
            (&json!("softClosed"), &Value::Null),
            (&json!("closed"), &json!("month end")),
            (&json!("open"), &json!("a late invoice"))
        ]
    );
}

#[tokio::test]
async fn the_checklist_names_what_blocks_closing() {
    let (test, books) = TestApp::with_books().await;
    let admin = test.login(BuiltInRole::Admin);
    let draft = books.entry("2010-02-15", "draft", "5.00", "1000", "4000");
    admin.post("/accounting/journal-entries", &draft).await.created();
    let path = format!("/accounting/periods/{}", id(&books.year["periods"][1]));
    let list = admin.get(&format!("{path}/checklist")).await.ok();
    let blocking: Vec<(&Value, &Value)> = list["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|item| item["status"] == "blocking")
        .map(|item| (&item["code"], &item["count"]))
        .collect();
    assert_eq!(list["ready"], false);
    assert_eq!(blocking, [(&json!("drafts"), &json!(1)), (&json!("earlierPeriods"), &json!(1))]);
    assert_eq!(admin.post(&format!("{path}/close"), &json!({})).await.refused(409), "period_not_ready");
    let first = format!("/accounting/periods/{}", id(&books.year["periods"][0]));
    assert_eq!(admin.get(&format!("{first}/checklist")).await.ok()["ready"], true);
    admin.send("POST", &format!("{first}/close"), None, &[]).await.done();
    assert_eq!(admin.get(&format!("{first}/checklist")).await.ok()["ready"], false, "it is closed already");
}
