//! The order of checks: 401, framing, 403 of the operation, 400, receipt replay, 404, 412, 422, 409.

use checks::{TestServer, on_both};
use serde_json::json;

on_both![of_two_faults_the_earlier_check_answers, a_void_is_checked_in_the_same_order,];

async fn of_two_faults_the_earlier_check_answers(app: &TestServer) {
    let admin = app.as_role("admin");
    let nobody = app.with_token(None);
    let clerk = app.as_role("clerk");
    let (first, second) = (admin.warehouse("A").await, admin.warehouse("B").await);
    let path = format!("/warehouses/{second}");
    let big = format!("{{\"name\":\"{}\"}}", "x".repeat(1024 * 1024));
    let wrong = json!({"name": 5});
    let unknown_account = json!({"code": "A", "valuationAccountId": "acc_01h455vb4pex5vsknk084sn02q"});
    let before = app.heads().await;

    let put = |caller: &checks::Caller, path: &str, body: &str| caller.ask(reqwest::Method::PUT, path).text(body);
    put(&nobody, &path, &big).await.expect(401);
    put(&nobody, &path, "{").await.expect(401);
    nobody.ask(reqwest::Method::PUT, &path).raw("text/plain", "x").await.expect(401);
    put(&clerk, &path, &big).await.expect(413);
    clerk.ask(reqwest::Method::PUT, &path).raw("text/plain", "x").await.expect(415);
    put(&clerk, &path, "{").await.expect(400).code("malformed_json");
    clerk.put(&path, &wrong).await.expect(403);
    clerk.put("/warehouses/wh_x", &json!({})).await.expect(403);
    clerk.put(&path, &json!({})).key("a b").await.expect(403);
    admin.put("/warehouses/wh_x", &wrong).await.expect(400);
    admin.put("/warehouses/wh_x?nonsense=1", &json!({})).await.expect(400);
    admin.put("/warehouses/wh_x", &json!({})).header("if-match", "nonsense").await.expect(400);
    admin.put("/warehouses/wh_x", &unknown_account).header("if-match", "\"9\"").await.expect(404);
    admin.put(&path, &unknown_account).header("if-match", "\"9\"").await.expect(412);
    admin.put(&path, &unknown_account).await.expect(422).code("unknown_reference");
    admin.put(&path, &json!({"code": "A"})).await.expect(409).code("code_taken");
    assert_eq!(app.heads().await, before);

    // A replay is answered before the state is looked at, and after the schema.
    admin.put(&path, &json!({"name": "New"})).key("k").header("if-match", "\"1\"").await.expect(204);
    admin.put(&path, &json!({"name": "New"})).key("k").header("if-match", "\"1\"").await.expect(204);
    admin.put(&path, &wrong).key("k").await.expect(400);
    admin.delete(&format!("/warehouses/{second}")).key("d").await.expect(204);
    admin.delete(&format!("/warehouses/{second}")).key("d").await.expect(204);
    admin.delete(&format!("/warehouses/{second}")).await.expect(404);
    admin.get(&format!("/warehouses/{first}")).await.expect(200);
}

async fn a_void_is_checked_in_the_same_order(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let draft = accountant.post_entry(&app.sale("1.00").draft()).await;
    let path = format!("/accounting/journal-entries/{draft}/void");
    app.with_token(None).post(&path, &json!({})).await.expect(401);
    app.as_role("clerk").post(&path, &json!({})).await.expect(403);
    accountant.post("/accounting/journal-entries/je_x/void", &json!({})).await.expect(400);
    accountant.void("je_x").header("if-match", "\"9\"").await.expect(404);
    accountant.void(&draft).header("if-match", "\"9\"").await.expect(412);
    accountant.void(&draft).await.expect(409);
}
