//! Forged, broken and misused tokens over HTTP: all 401, no fault of the server, nothing changed.

use checks::{TestServer, on_both};
use domain::value::TypedId;
use serde_json::json;
use server::auth::attacks::attack_tokens;

on_both![every_attack_on_a_token_is_a_401_and_the_good_token_works_after_it, a_token_reaches_only_what_it_names,];

async fn every_attack_on_a_token_is_a_401_and_the_good_token_works_after_it(app: &TestServer) {
    let now = server::commit::now().0 / 1_000_000;
    let valid = json!({
        "iss": app.instance(), "aud": app.instance(), "sub": app.books.member("admin").to_string(),
        "org": app.books.organization.to_string(), "iat": now, "nbf": now, "exp": now + 900, "jti": "abc",
    });
    let warehouse = app.as_role("admin").warehouse("LON").await;
    let before = app.heads().await;
    let (ring, at) = app.keys();
    let attacks = attack_tokens(&valid, ring.signing(at).unwrap()).unwrap();
    assert!(attacks.len() > 200);
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    let mut sent = 0;
    for attack in &attacks {
        // Line breaks and zero bytes cannot be in a header at all; the client refuses them before the server would.
        let Ok(value) = reqwest::header::HeaderValue::from_bytes(format!("Bearer {}", attack.token).as_bytes()) else {
            continue;
        };
        let request = client
            .put(format!("{}/api/v1/warehouses/{warehouse}", app.url))
            .header("authorization", value)
            .header("content-type", "application/json");
        let response = request.body("{\"name\": \"attacked\"}").send().await.unwrap();
        let status = response.status().as_u16();
        // Longer than all header fields together may be: refused before anything is read.
        let too_long = attack.token.len() > 60_000 && status == 431;
        assert!(status == 401 || too_long, "{}: {status}", attack.name);
        if status == 401 {
            let challenge = response.headers()["www-authenticate"].to_str().unwrap().to_owned();
            assert!(challenge.starts_with("Bearer realm=\"countinghouse\""), "{}: {challenge}", attack.name);
            let problem: serde_json::Value = response.json().await.unwrap();
            assert!(
                ["token_invalid", "token_expired", "unauthenticated"].contains(&problem["code"].as_str().unwrap()),
                "{}: {problem}",
                attack.name
            );
        }
        sent += 1;
    }
    assert!(sent > 200, "{sent}");
    assert_eq!(app.heads().await, before);
    app.as_role("admin").put(&format!("/warehouses/{warehouse}"), &json!({"name": "Good"})).await.expect(204);
}

async fn a_token_reaches_only_what_it_names(app: &TestServer) {
    let warehouse = app.as_role("admin").warehouse("LON").await;
    let path = format!("/warehouses/{warehouse}");
    let admin = app.books.member("admin");
    let read = domain::value::permission::PermissionSet::of(&[domain::value::permission::Permission::WarehousesRead]);
    let narrow = app.with_token(Some(app.mint(admin, Some(app.books.organization), Some(read))));
    narrow.get(&path).await.expect(200);
    narrow.put(&path, &json!({})).await.expect(403).code("forbidden");
    app.with_token(Some(app.mint(admin, None, None))).get(&path).await.expect(403).code("forbidden");
    // A member of one organization is nobody in another, and nobody is a member of one that does not exist.
    app.with_token(Some(app.mint(admin, Some(app.other.organization), None)))
        .get("/warehouses")
        .await
        .expect(403)
        .code("forbidden");
    let nowhere = domain::value::id::OrganizationId::from_bytes([9; 16]);
    app.with_token(Some(app.mint(admin, Some(nowhere), None))).get("/warehouses").await.expect(403);
    app.with_token(Some(app.mint(admin, Some(nowhere), None)))
        .post("/warehouses", &json!({"code": "A", "name": "x"}))
        .await
        .expect(403);
    let stranger = domain::value::id::PrincipalId::from_bytes([8; 16]);
    app.with_token(Some(app.mint(stranger, Some(app.books.organization), None))).get("/warehouses").await.expect(403);
}
