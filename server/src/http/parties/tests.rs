//! Parties over HTTP.

use domain::value::permission::BuiltInRole;
use serde_json::json;

use crate::http::test_app::TestApp;

#[tokio::test]
async fn a_party_is_created_read_found_by_name_and_updated() {
    let (test, books) = TestApp::with_books().await;
    let user = test.login(BuiltInRole::Accountant);
    let party = json!({"name": "Müller & Söhne", "code": "C1", "kinds": ["customer"], "contact": {"city": "Wien"}});
    let headers = [("idempotency-key", "party-1")];
    let party_answer = user.send("POST", "/accounting/parties", Some(&party), &headers).await;
    let made = party_answer.created();
    assert_eq!(
        (&made["name"], &made["contact"]["city"], &made["kinds"]),
        (&json!("Müller & Söhne"), &json!("Wien"), &json!(["customer"]))
    );
    let again = user.send("POST", "/accounting/parties", Some(&party), &headers).await;
    assert_eq!(again.headers["idempotent-replayed"], "true");
    assert_eq!(again.created(), made, "the replay has the personal text too");

    // An entry makes the party that it names.
    let sale = books.entry("2010-12-01", "posted", "5.00", "1100", "4000");
    user.post("/accounting/journal-entries", &sale).await.created();
    for (query, names) in [
        ("", vec!["Müller & Söhne", "17850"]),
        ("?q=178", vec!["17850"]),
        ("?q=c1", vec!["Müller & Söhne"]),
        ("?kind=customer", vec!["Müller & Söhne", "17850"]),
        ("?kind=supplier", vec![]),
        ("?name=17850", vec!["17850"]),
        ("?isActive=false", vec![]),
    ] {
        let found = user.get(&format!("/accounting/parties{query}")).await.ok();
        let found: Vec<&str> =
            found["data"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
        assert_eq!(found, names, "{query}");
    }
    let path = format!("/accounting/parties/{}", made["id"].as_str().unwrap());
    user.put(&path, &made).await.done();
    let headers = [("prefer", "return=representation"), ("if-match", "\"1\"")];
    let patch = json!({"name": "Müller", "contact": {"phone": "1"}});
    let now = user.send("PUT", &path, Some(&patch), &headers).await.ok();
    assert_eq!((&now["name"], &now["contact"]), (&json!("Müller"), &json!({"city": "Wien", "phone": "1"})));
    assert_eq!(user.get(&path).await.ok(), now);
    assert_eq!(user.put(&path, &json!({"name": "17850"})).await.refused(409), "code_taken");
}
