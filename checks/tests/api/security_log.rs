//! The security log: events in no fact are written down, and only the people concerned read them.

use checks::{TestServer, on_both};
use serde_json::{Value, json};
use store::operational::security_events::{self, OF_THE_OPERATOR, Wanted};

use crate::accounts::all_pages;
use crate::users::{PASSWORD, add_user, sign_in};

/// How often something of this kind happened to a principal, as the list says.
fn count(events: &[Value], kind: &str, principal: &Value) -> i64 {
    let alike = events.iter().filter(|event| event["kind"] == kind && event["principalId"] == *principal);
    alike.map(|event| event["count"].as_i64().unwrap()).sum()
}

on_both![sign_ins_secrets_passwords_and_denied_writes_are_written_down_for_those_who_read_the_audit,];

async fn sign_ins_secrets_passwords_and_denied_writes_are_written_down_for_those_who_read_the_audit(app: &TestServer) {
    let admin = app.as_role("admin");
    let ada = json!(add_user(app, "ada", &["clerk"]).await);
    let issued = sign_in(app, "ada").await;
    let nobody = app.with_token(None);
    for name in ["ada", "ada", "ada", "somebody else"] {
        nobody
            .post("/auth/token", &json!({"grant_type": "password", "username": name, "password": "a wrong guess"}))
            .await
            .expect(401);
    }
    let clerk = app.with_token(issued["access_token"].as_str().map(str::to_owned));
    for _ in 0..4 {
        clerk.post("/warehouses", &json!({"code": "LON", "name": "London"})).await.expect(403);
    }
    clerk.post("/warehouses?dryRun=true", &json!({"code": "LON", "name": "London"})).await.expect(403);
    let made = admin.post("/service-accounts", &json!({"name": "shop", "roles": ["clerk"]})).await.expect(201).json();
    let of_secret = json!({"grant_type": "client_credentials", "client_id": made["clientId"], "client_secret": made["clientSecret"]});
    nobody.post("/auth/token", &of_secret).await.expect(200);
    let mut wrong = of_secret.clone();
    wrong["client_secret"] = json!("chs_wrong");
    nobody.post("/auth/token", &wrong).await.expect(401);
    admin
        .post(
            &format!("/service-accounts/{}/rotate-secret", made["id"].as_str().unwrap()),
            &json!({"endPrevious": true}),
        )
        .await
        .expect(200);
    let second = nobody
        .post("/auth/token", &json!({"grant_type": "refresh_token", "refresh_token": issued["refresh_token"]}))
        .await
        .expect(200)
        .json();
    nobody
        .post("/auth/token", &json!({"grant_type": "refresh_token", "refresh_token": second["refresh_token"]}))
        .await
        .expect(200);
    nobody
        .post("/auth/token", &json!({"grant_type": "refresh_token", "refresh_token": issued["refresh_token"]}))
        .await
        .expect(401);
    admin
        .put(&format!("/users/{}", ada.as_str().unwrap()), &json!({"password": "eight red umbrellas"}))
        .await
        .expect(204);

    let path = "/audit/security-events";
    let events = admin.get(&format!("{path}?limit=200")).await.expect(200).data();
    let shop = &made["id"];
    for (kind, principal, expected) in [
        ("user.signedIn", &ada, 1),
        ("user.signInFailed", &ada, 3),
        ("user.refreshTokenReused", &ada, 1),
        ("user.passwordReset", &ada, 1),
        ("user.passwordChanged", &ada, 0),
        ("write.denied", &ada, 4),
        ("serviceAccount.secretCreated", shop, 2),
        ("serviceAccount.secretRevoked", shop, 1),
        ("serviceAccount.signedIn", shop, 1),
        ("serviceAccount.signInFailed", shop, 1),
    ] {
        assert_eq!(count(&events, kind, principal), expected, "{kind}: {events:?}");
    }
    // The account itself is in the chained log, as every membership is.
    let trail = format!("/accounting/reports/audit-trail?subject={}", shop.as_str().unwrap());
    let trail = admin.get(&trail).await.expect(200).data();
    assert_eq!(trail.iter().map(|link| link["kind"].as_str().unwrap()).collect::<Vec<_>>(), ["membership.changed"]);
    let reset = events.iter().find(|event| event["kind"] == "user.passwordReset").unwrap();
    assert_eq!(reset["actorId"], json!(app.books.member("admin").to_string()));
    assert!(
        events.iter().filter(|event| event["kind"] == "user.signInFailed").all(|event| event["address"] == "127.0.0.1")
    );
    assert!(events.iter().all(|event| event["principalId"] != Value::Null), "names that nobody has are the operator's");
    let text = admin.get(&format!("{path}?limit=200")).await.text();
    for secret in [PASSWORD, "a wrong guess", "somebody else", "chs_", "chr_"] {
        assert!(!text.contains(secret), "{secret}");
    }
    for limit in [1, 3] {
        assert_eq!(all_pages(&admin, path, limit).await, events, "by {limit}");
    }
    let failed =
        admin.get(&format!("{path}?kind=user.signInFailed&principalId={}", ada.as_str().unwrap())).await.data();
    assert_eq!(count(&failed, "user.signInFailed", &ada), 3);
    admin.get(&format!("{path}?kind=nonsense")).await.expect(400);
    // Whoever may not read the audit reads nothing, and no other organization does.
    clerk.get(path).await.expect(401);
    app.as_role("clerk").get(path).await.expect(403);
    assert_eq!(app.as_foreign("admin").get(path).await.expect(200).data(), Vec::<Value>::new());
    let mut snapshot = app.database.snapshot().await.unwrap();
    let strange = security_events::newest(&mut snapshot, OF_THE_OPERATOR, Wanted::default(), 10).await.unwrap();
    assert_eq!((strange.len(), strange[0].principal_id, strange[0].subject.as_deref()), (1, None, None));
}
