//! One action on several documents: each decided as on its own, or all or none.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::movements::{movement, set_up};

const ENTRIES: &str = "/accounting/journal-entries";
const PATH: &str = "/accounting/journal-entries/actions";

on_both![
    each_item_is_decided_as_on_its_own_and_told_in_its_place,
    an_atomic_action_is_done_with_all_or_none_and_its_key_repeats_it,
    each_action_needs_the_permission_of_the_single_one,
    movements_are_posted_submitted_approved_and_deleted_together,
];

async fn drafts(app: &TestServer, caller: &Caller, number: usize) -> Vec<String> {
    let mut ids = Vec::new();
    for _ in 0..number {
        ids.push(caller.post_entry(&app.sale("5.00").draft()).await);
    }
    ids
}

fn body(action: &str, ids: &[String]) -> Value {
    let items: Vec<Value> = ids.iter().map(|id| json!({"id": id, "version": 1})).collect();
    json!({"action": action, "items": items})
}

async fn statuses(caller: &Caller, path: &str, body: &Value) -> Vec<i64> {
    let results = caller.post(path, body).await.expect(200).json()["results"].clone();
    results.as_array().unwrap().iter().map(|one| one["status"].as_i64().unwrap()).collect()
}

async fn each_item_is_decided_as_on_its_own_and_told_in_its_place(app: &TestServer) {
    let user = app.as_role("accountant");
    let ids = drafts(app, &user, 3).await;
    user.put(&format!("{ENTRIES}/{}", ids[1]), &json!({"description": "Pears"})).await.expect(204);
    let mut wanted = body("post", &ids);
    wanted["items"].as_array_mut().unwrap().push(json!({"id": "je_01h455vb4pex5vsknk084sn02q"}));
    let results = user.post(PATH, &wanted).await.expect(200).json()["results"].clone();
    let of = |index: usize, field: &str| results[index][field].clone();
    assert_eq!((of(0, "status"), of(0, "id"), of(0, "problem")), (json!(204), json!(ids[0]), Value::Null));
    assert_eq!((of(1, "status"), of(1, "problem")["code"].clone()), (json!(412), json!("version_mismatch")));
    assert_eq!((of(2, "status"), of(3, "status")), (json!(204), json!(404)));
    assert_eq!(user.entry(&ids[2]).await["status"], "posted");
    assert_eq!(user.entry(&ids[1]).await["status"], "draft");
    assert_eq!(
        statuses(&user, PATH, &json!({"action": "delete", "items": [{"id": ids[1]}, {"id": ids[0]}]})).await,
        [204, 409]
    );
    user.get(&format!("{ENTRIES}/{}", ids[1])).await.expect(404);
    user.post(PATH, &json!({"action": "void", "items": [{"id": ids[0]}]})).await.expect(400).pointer("/action");
    user.post(PATH, &json!({"action": "post", "items": []})).await.expect(400).pointer("/items");
}

async fn an_atomic_action_is_done_with_all_or_none_and_its_key_repeats_it(app: &TestServer) {
    let user = app.as_role("accountant");
    let ids = drafts(app, &user, 2).await;
    let mut all = body("post", &ids);
    all["atomic"] = json!(true);
    all["items"][1]["version"] = json!(7);
    let before = app.heads().await;
    user.post(PATH, &all).await.expect(412).code("version_mismatch");
    assert_eq!(app.heads().await, before);
    all["items"][1]["version"] = json!(1);
    user.post(&format!("{PATH}?dryRun=true"), &all).await.expect(200);
    assert_eq!(app.heads().await, before);
    let done = user.post(PATH, &all).key("k").await.expect(200).json();
    assert_eq!(user.post(PATH, &all).key("k").await.expect(200).json(), done);
    assert_eq!(
        (&user.entry(&ids[0]).await["status"], &user.entry(&ids[1]).await["status"]),
        (&json!("posted"), &json!("posted"))
    );
}

async fn each_action_needs_the_permission_of_the_single_one(app: &TestServer) {
    let (clerk, controller) = (app.as_role("clerk"), app.as_role("controller"));
    let ids = drafts(app, &clerk, 2).await;
    clerk.post(PATH, &body("post", &ids)).await.expect(403).code("forbidden");
    assert_eq!(statuses(&clerk, PATH, &body("submit", &ids)).await, [204, 204]);
    let items: Vec<Value> = ids.iter().map(|id| json!({"id": id})).collect();
    let approve = json!({"action": "approve", "items": items});
    clerk.post(PATH, &approve).await.expect(403).code("forbidden");
    assert_eq!(statuses(&controller, PATH, &approve).await, [204, 204]);
    assert_eq!(statuses(&controller, PATH, &approve).await, [409, 409]);
    app.as_role("warehouseOperator").post(PATH, &approve).await.expect(403);
}

async fn movements_are_posted_submitted_approved_and_deleted_together(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let mut receipt = movement("receipt", "2010-01-10", json!({"sku": "APPLE", "quantity": "1", "totalCost": "5.00"}));
    receipt["status"] = json!("draft");
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(admin.post("/inventory/movements", &receipt).await.expect(201).id());
    }
    let path = "/inventory/movements/actions";
    let of = |action: &str, ids: &[String]| {
        let items: Vec<Value> = ids.iter().map(|id| json!({"id": id})).collect();
        json!({"action": action, "items": items})
    };
    assert_eq!(statuses(&admin, path, &of("post", &ids[..1])).await, [204]);
    assert_eq!(statuses(&admin, path, &of("submit", &ids[1..2])).await, [204]);
    assert_eq!(statuses(&app.as_role("warehouseManager"), path, &of("approve", &ids)).await, [409, 204, 409]);
    assert_eq!(statuses(&admin, path, &of("delete", &ids)).await, [409, 409, 204]);
}
