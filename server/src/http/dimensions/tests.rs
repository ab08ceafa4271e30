//! Dimensions and their values over HTTP.

use domain::value::permission::BuiltInRole;
use serde_json::json;

use crate::http::test_app::TestApp;

#[tokio::test]
async fn a_dimension_and_its_values_are_created_read_listed_updated_and_deleted() {
    let test = TestApp::new().await;
    let user = test.login(BuiltInRole::Accountant);
    let new = json!({"code": "costCenter", "name": "Cost centre", "description": "who spends"});
    let answer = user.post("/accounting/dimensions", &new).await;
    assert_eq!(answer.headers["etag"], "\"1\"");
    let dimension = answer.created();
    let path = format!("/accounting/dimensions/{}", dimension["id"].as_str().unwrap());
    assert_eq!(user.get(&path).await.ok(), dimension);
    assert_eq!(user.get("/accounting/dimensions?q=CENTRE&isActive=true").await.ok()["data"], json!([dimension]));
    assert_eq!(user.post("/accounting/dimensions", &new).await.refused(409), "code_taken");
    let blank = json!({"code": "cost center", "name": "x"});
    assert_eq!(user.post("/accounting/dimensions", &blank).await.refused(400), "validation_failed");

    let values = format!("{path}/values");
    let top = user.post(&values, &json!({"code": "D1", "name": "Shop", "isGroup": true})).await.created();
    let below = json!({"code": "D10", "name": "Till", "parentId": top["id"], "activeFrom": "2010-01-01"});
    let answer = user.post(&values, &below).await;
    let location = answer.headers["location"].to_str().unwrap().to_owned();
    let below = answer.created();
    let one = format!("{values}/{}", below["id"].as_str().unwrap());
    assert!(location.ends_with(&one), "{location}");
    assert_eq!(user.get(&one).await.ok(), below);
    assert_eq!((&below["dimensionId"], &below["activeTo"]), (&dimension["id"], &json!(null)));
    let listed = user.get(&format!("{values}?parentId={}", top["id"].as_str().unwrap())).await.ok();
    assert_eq!(listed["data"], json!([below]));
    let first = user.get(&format!("{values}?limit=1")).await.ok();
    let next = first["nextCursor"].as_str().unwrap();
    assert_eq!(user.get(&format!("{values}?limit=1&cursor={next}")).await.ok()["data"], json!([below]));

    // A body that was read may be sent back whole.
    user.put(&one, &below).await.done();
    user.put(&one, &json!({"name": "Tills", "activeTo": "2010-12-31", "version": 1})).await.done();
    assert_eq!(user.put(&one, &json!({"name": "x", "version": 1})).await.refused(412), "version_mismatch");
    let elsewhere = user.post("/accounting/dimensions", &json!({"code": "site", "name": "Site"})).await.created();
    let foreign = one.replace(dimension["id"].as_str().unwrap(), elsewhere["id"].as_str().unwrap());
    assert_eq!(user.get(&foreign).await.refused(404), "not_found");
    assert_eq!(user.put(&foreign, &json!({"name": "x"})).await.refused(404), "not_found");

    assert_eq!(user.delete(&path).await.refused(409), "dimension_in_use");
    user.delete(&one).await.done();
    user.delete(&format!("{values}/{}", top["id"].as_str().unwrap())).await.done();
    user.put(&path, &json!({"name": "Centre", "isActive": false, "description": null})).await.done();
    assert_eq!(user.get(&path).await.ok()["description"], json!(null));
    user.delete(&path).await.done();
    assert_eq!(user.get(&path).await.refused(404), "not_found");
}

#[tokio::test]
async fn a_clerk_reads_dimensions_and_does_not_change_them() {
    let test = TestApp::new().await;
    let clerk = test.login(BuiltInRole::Clerk);
    assert_eq!(clerk.get("/accounting/dimensions").await.ok()["data"], json!([]));
    let new = json!({"code": "a", "name": "A"});
    assert_eq!(clerk.post("/accounting/dimensions", &new).await.refused(403), "forbidden");
}
