//! Charts over HTTP.

use domain::value::permission::BuiltInRole;
use serde_json::json;

use crate::http::test_app::TestApp;

#[tokio::test]
async fn every_template_comes_in_as_one_and_goes_out_as_it_came() {
    for template in crate::charts::TEMPLATES {
        let test = TestApp::new().await;
        let user = test.login(BuiltInRole::Accountant);
        let body = json!({"template": template.id});
        let preview = user.post("/accounting/chart?dryRun=true", &body).await.ok();
        let whole = i64::try_from(template.accounts().len()).unwrap();
        assert_eq!(preview["wouldReturn"], json!({"created": whole, "updated": 0, "unchanged": 0}));
        assert_eq!(user.get("/accounting/chart").await.ok()["accounts"], json!([]));

        assert_eq!(user.post("/accounting/chart", &body).await.ok(), preview["wouldReturn"]);
        assert_eq!(user.post("/accounting/chart", &body).await.ok()["unchanged"], whole);
        let out = user.get("/accounting/chart").await.ok();
        let other = TestApp::new().await;
        let there = other.login(BuiltInRole::Accountant);
        assert_eq!(there.post("/accounting/chart", &out).await.ok()["created"], whole);
        assert_eq!(there.get("/accounting/chart").await.ok(), out);
    }
}

#[tokio::test]
async fn a_chart_changes_what_differs_and_retires_what_it_says() {
    let (test, books) = TestApp::with_books().await;
    let user = test.login(BuiltInRole::Accountant);
    let chart = json!({"accounts": [
        {"code": "1000", "name": "Cash in hand", "type": "asset", "parentCode": "1"},
        {"code": "1", "name": "Assets", "type": "asset", "isGroup": true},
        {"code": "1999", "name": "Old", "type": "asset", "isActive": false},
    ]});
    assert_eq!(user.post("/accounting/chart", &chart).await.ok(), json!({"created": 2, "updated": 1, "unchanged": 0}));
    let cash = user.get(&format!("/accounting/accounts/{}", books.account("1000"))).await.ok();
    assert_eq!((cash["name"].clone(), cash["version"].clone()), (json!("Cash in hand"), json!(2)));
    assert_eq!(user.get("/accounting/accounts?isActive=false").await.ok()["data"][0]["code"], "1999");
}

#[tokio::test]
async fn what_is_no_chart_is_refused_with_its_field() {
    let test = TestApp::new().await;
    let user = test.login(BuiltInRole::Accountant);
    let one = json!({"code": "1", "name": "Assets", "type": "asset"});
    for (body, status, pointer) in [
        (json!({}), 400, "/accounts"),
        (json!({"template": "gaap"}), 400, "/template"),
        (json!({"template": "ifrs", "accounts": [one]}), 400, "/accounts"),
        (json!({"accounts": []}), 400, "/accounts"),
        (
            json!({"accounts": [{"code": "1", "name": "Assets", "type": "asset", "parentCode": "2"}]}),
            422,
            "/accounts/0/parentCode",
        ),
        (json!({"accounts": [one, one]}), 409, "/accounts/1/code"),
    ] {
        let answer = user.post("/accounting/chart", &body).await;
        assert_eq!(answer.body["errors"][0]["pointer"], pointer, "{}", answer.body);
        answer.refused(status);
    }
    assert_eq!(user.get("/accounting/chart-templates/gaap").await.refused(404), "not_found");
    assert_eq!(user.get("/accounting/chart-templates").await.ok()["data"].as_array().unwrap().len(), 3);
}
