//! Entity tags, conditions and preferences.

use checks::{TestServer, on_both};
use serde_json::json;

on_both![
    if_match_lets_only_the_present_version_be_changed,
    a_void_takes_the_version_that_was_read,
    prefer_returns_the_resource_and_what_is_unknown_is_ignored,
    compression_leaves_the_tag_as_it_is,
];

async fn if_match_lets_only_the_present_version_be_changed(app: &TestServer) {
    let admin = app.as_role("admin");
    let id = admin.warehouse("LON").await;
    let path = format!("/warehouses/{id}");
    let tag = admin.get(&path).await.etag();
    for stale in ["\"9\"", "W/\"1\"", "\"x\"", "\"9\", \"8\""] {
        let answer = admin.put(&path, &json!({"name": "New"})).header("if-match", stale).await;
        answer.expect(412).code("version_mismatch");
        assert_eq!(answer.json()["context"]["version"], 1, "{}", answer.text());
    }
    for malformed in ["1", "", "\"1", "\"1\" \"2\""] {
        admin.put(&path, &json!({"name": "New"})).header("if-match", malformed).await.expect(400);
    }
    assert_eq!(admin.put(&path, &json!({"name": "New"})).header("if-match", &tag).await.expect(204).etag(), "\"2\"");
    admin.put(&path, &json!({"name": "Newer"})).header("if-match", "*").await.expect(204);
    admin.put(&path, &json!({"name": "Newest"})).header("if-match", "\"1\", \"3\"").await.expect(204);
    admin.delete(&path).header("if-match", "\"1\"").await.expect(412).code("version_mismatch");
    admin.put("/warehouses/wh_01h455vb4pex5vsknk084sn02q", &json!({})).header("if-match", "\"1\"").await.expect(404);
}

async fn a_void_takes_the_version_that_was_read(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let id = accountant.post_entry(&app.sale("1.00")).await;
    accountant.void(&id).header("if-match", "\"5\"").await.expect(412).code("version_mismatch");
    let tag = accountant.get(&format!("/accounting/journal-entries/{id}")).await.etag();
    accountant.void(&id).header("if-match", &tag).await.expect(204);
    accountant.void(&id).header("if-match", &tag).await.expect(412).code("version_mismatch");
}

async fn prefer_returns_the_resource_and_what_is_unknown_is_ignored(app: &TestServer) {
    let admin = app.as_role("admin");
    let id = admin.warehouse("LON").await;
    let path = format!("/warehouses/{id}");
    let answer = admin.put(&path, &json!({"name": "New"})).header("prefer", "return=representation").await;
    assert_eq!(answer.expect(200).json(), admin.get(&path).await.json());
    assert_eq!((answer.header("preference-applied"), answer.etag()), ("return=representation", "\"2\"".to_owned()));
    let answer =
        admin.put(&path, &json!({})).header("prefer", "respond-async, return=representation; foo=bar, wait=5").await;
    assert_eq!(answer.expect(200).json()["version"], 2);
    for preference in ["return=minimal", "handling=lenient", "return=nonsense", "", "return"] {
        admin.put(&path, &json!({})).header("prefer", preference).await.expect(204).empty();
    }
    let entry = admin.post_entry(&app.sale("1.00")).await;
    let answer = admin.void(&entry).header("prefer", "return=representation").await;
    assert_eq!(answer.expect(200).json(), admin.entry(&entry).await);
    assert!(answer.header("location").contains("/accounting/journal-entries/je_"));
}

async fn compression_leaves_the_tag_as_it_is(app: &TestServer) {
    let admin = app.as_role("admin");
    let body = json!({"code": "LON", "name": "London", "description": "long text ".repeat(150)});
    let id = admin.post("/warehouses", &body).await.id();
    let path = format!("/warehouses/{id}");
    let plain = admin.get(&path).await;
    for coding in ["gzip", "br", "zstd"] {
        let packed = admin.get(&path).header("accept-encoding", coding).await;
        assert_eq!((packed.header("content-encoding"), packed.etag()), (coding, plain.etag()));
        assert!(packed.bytes.len() < plain.bytes.len() / 2);
        assert!(packed.header("vary").to_lowercase().contains("accept-encoding"));
    }
    admin
        .put(&path, &json!({"name": "x"}))
        .header("if-match", &plain.etag())
        .header("accept-encoding", "gzip")
        .await
        .expect(204)
        .empty();
}
