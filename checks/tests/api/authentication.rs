//! Passwords, tokens, refresh, sessions: the whole way of a sign-in over HTTP.

use checks::{Answer, TestServer, on_both};
use reqwest::Method;
use serde_json::{Value, json};

use crate::users::{PASSWORD, add_user, sign_in, signed_in};

async fn token(app: &TestServer, body: Value) -> Answer {
    app.with_token(None).post("/auth/token", &body).await
}

fn refresh(token: &Value) -> Value {
    json!({"grant_type": "refresh_token", "refresh_token": token})
}

/// As if the half minute were over in which a token that was used up is taken once more.
async fn forget_predecessors(app: &TestServer) {
    let sql = "update refresh_families set previous_valid_until = last_used_at where previous_hash is not null";
    app.database.operational(sql, &[], &[]).await.unwrap();
}

on_both![
    a_refresh_token_works_once_and_its_second_use_ends_the_sign_in,
    a_refused_refresh_leaves_the_token_unused,
    of_many_uses_of_one_refresh_token_at_once_each_is_given_the_same_next_one,
    revoking_and_signing_out_end_what_they_name_and_nothing_else,
    a_new_password_ends_every_sign_in_and_only_it_opens_the_door,
    who_must_change_the_password_does_nothing_before,
    nobody_waives_the_change_of_a_password_that_he_chose_for_another_or_sets_his_own_without_it,
    a_session_needs_origin_and_csrf_token_for_changes_and_ends_when_signed_out,
    signing_in_ends_the_session_of_the_cookie_that_came_and_takes_no_session_from_outside,
    a_scope_only_narrows_and_a_form_is_read_as_well_as_json,
];

async fn a_refresh_token_works_once_and_its_second_use_ends_the_sign_in(app: &TestServer) {
    add_user(app, "ada", &["clerk"]).await;
    let first = sign_in(app, "ada").await;
    let second = token(app, refresh(&first["refresh_token"])).await.expect(200).json();
    let third = token(app, refresh(&second["refresh_token"])).await.expect(200).json();
    app.with_token(Some(third["access_token"].as_str().unwrap().to_owned())).get("/auth/me").await.expect(200);
    let other = sign_in(app, "ada").await;
    token(app, refresh(&first["refresh_token"])).await.expect(401).code("token_revoked");
    for one in [&second, &third] {
        token(app, refresh(&one["refresh_token"])).await.expect(401).code("token_revoked");
        app.with_token(Some(one["access_token"].as_str().unwrap().to_owned()))
            .get("/auth/me")
            .await
            .expect(401)
            .code("token_revoked");
    }
    token(app, refresh(&other["refresh_token"])).await.expect(200);
    for made_up in [json!("chr_made-up"), json!(""), json!("x".repeat(5000)), json!("chr_\u{0}")] {
        let answer = token(app, refresh(&made_up)).await;
        assert!(matches!(answer.status, 400 | 401), "{}", answer.text());
    }
}

async fn a_refused_refresh_leaves_the_token_unused(app: &TestServer) {
    add_user(app, "ada", &["clerk"]).await;
    let mut issued = sign_in(app, "ada").await;
    for wrong in [json!({"scope": "accounts:raed"}), json!({"organizationId": "org_01h455vb4pex5vsknk084sn02q"})] {
        let mut body = refresh(&issued["refresh_token"]);
        body.as_object_mut().unwrap().extend(wrong.as_object().unwrap().clone());
        // A used token would be its own predecessor, and end the sign-in at the third use.
        for _ in 0..3 {
            token(app, body.clone()).await.expect(400);
        }
        forget_predecessors(app).await;
        issued = token(app, refresh(&issued["refresh_token"])).await.expect(200).json();
    }
    let narrow = json!({"grant_type": "password", "username": "ada", "password": PASSWORD, "scope": "accounts:read"});
    let narrow = token(app, narrow).await.expect(200).json();
    let mut wider = refresh(&narrow["refresh_token"]);
    wider["scope"] = json!("accounts:read warehouses:read");
    for _ in 0..3 {
        token(app, wider.clone()).await.expect(400).pointer("/scope");
    }
    forget_predecessors(app).await;
    token(app, refresh(&narrow["refresh_token"])).await.expect(200);
}

async fn of_many_uses_of_one_refresh_token_at_once_each_is_given_the_same_next_one(app: &TestServer) {
    add_user(app, "ada", &["clerk"]).await;
    let first = sign_in(app, "ada").await;
    let asks: Vec<_> =
        (0..12).map(|_| app.with_token(None).post("/auth/token", &refresh(&first["refresh_token"]))).collect();
    let running: Vec<_> = asks.into_iter().map(|ask| tokio::spawn(async move { ask.await })).collect();
    let mut statuses = Vec::new();
    for one in running {
        let answer = one.await.unwrap();
        statuses.push((answer.status, answer.json()["refresh_token"].clone()));
    }
    assert!(statuses.iter().all(|one| one.0 == 200 && *one == statuses[0]), "{statuses:?}");
    token(app, refresh(&statuses[0].1)).await.expect(200);
}

async fn revoking_and_signing_out_end_what_they_name_and_nothing_else(app: &TestServer) {
    add_user(app, "ada", &["clerk"]).await;
    for which in ["refresh_token", "access_token"] {
        let (one, other) = (sign_in(app, "ada").await, signed_in(app, "ada").await);
        app.with_token(None).post("/auth/revoke", &json!({"token": one[which]})).await.expect(200);
        app.with_token(Some(one["access_token"].as_str().unwrap().to_owned()))
            .get("/auth/me")
            .await
            .expect(401)
            .code("token_revoked");
        token(app, refresh(&one["refresh_token"])).await.expect(401);
        other.get("/auth/me").await.expect(200);
    }
    app.with_token(None).post("/auth/revoke", &json!({"token": "unknown"})).await.expect(200);
}

async fn a_new_password_ends_every_sign_in_and_only_it_opens_the_door(app: &TestServer) {
    add_user(app, "ada", &["clerk"]).await;
    let (one, other) = (signed_in(app, "ada").await, sign_in(app, "ada").await);
    let change = |current: &str, new: &str| json!({"currentPassword": current, "newPassword": new});
    one.post("/auth/password", &change("wrong", "eight red umbrellas")).await.expect(401).code("invalid_credentials");
    one.post("/auth/password", &change(PASSWORD, "short")).await.expect(400).pointer("/newPassword");
    // A password is bytes: spaces, accents and emoji count as they are.
    let new = "  Пароль ü u\u{308} 🔑  ";
    one.post("/auth/password", &change(PASSWORD, new)).await.expect(204);
    one.get("/auth/me").await.expect(401);
    token(app, refresh(&other["refresh_token"])).await.expect(401);
    for (password, status) in [(PASSWORD, 401), (new.trim(), 401), (new, 200)] {
        token(app, json!({"grant_type": "password", "username": "ada", "password": password})).await.expect(status);
    }
}

async fn who_must_change_the_password_does_nothing_before(app: &TestServer) {
    let body = json!({"username": "bob", "password": PASSWORD, "roles": ["accountant"]});
    let id = app.as_role("admin").post("/users", &body).await.expect(201).id();
    let issued = sign_in(app, "bob").await;
    assert_eq!(issued["mustChangePassword"], true);
    let bob = signed_in(app, "bob").await;
    bob.get("/warehouses").await.expect(403).code("forbidden");
    bob.post("/accounting/journal-entries", &app.sale("1.00").json()).await.expect(403);
    bob.get("/auth/me").await.expect(200);
    bob.post("/auth/password", &json!({"currentPassword": PASSWORD, "newPassword": PASSWORD}))
        .await
        .expect(400)
        .pointer("/newPassword");
    bob.post("/auth/password", &json!({"currentPassword": PASSWORD, "newPassword": "eight red umbrellas"}))
        .await
        .expect(204);
    let issued = token(app, json!({"grant_type": "password", "username": "bob", "password": "eight red umbrellas"}))
        .await
        .expect(200)
        .json();
    assert_eq!(issued["mustChangePassword"], false);
    app.with_token(Some(issued["access_token"].as_str().unwrap().to_owned())).get("/warehouses").await.expect(200);
    // After a reset as well: the duty cannot be waived, in a preview neither.
    let path = format!("/users/{id}");
    app.as_role("admin").put(&path, &json!({"password": PASSWORD})).await.expect(204);
    assert_eq!(sign_in(app, "bob").await["mustChangePassword"], true);
    signed_in(app, "bob").await.get("/warehouses").await.expect(403).says("POST /api/v1/auth/password");
}

async fn nobody_waives_the_change_of_a_password_that_he_chose_for_another_or_sets_his_own_without_it(app: &TestServer) {
    let admin = app.as_role("admin");
    let path = format!("/users/{}", add_user(app, "bob", &["clerk"]).await);
    let before = sign_in(app, "bob").await;
    for body in [
        json!({"password": "eight red umbrellas", "mustChangePassword": false}),
        json!({"mustChangePassword": false, "password": "eight red umbrellas", "isActive": true}),
    ] {
        for query in ["", "?dryRun=true"] {
            let refused = admin.put(&format!("{path}{query}"), &body).await;
            refused.expect(400).pointer("/mustChangePassword").says("leave this out, or send true");
        }
    }
    let new = json!({"username": "eve", "password": PASSWORD, "mustChangePassword": false, "roles": ["clerk"]});
    admin.post("/users", &new).await.expect(400).pointer("/mustChangePassword");
    admin.post("/users?dryRun=true", &new).await.expect(400).pointer("/mustChangePassword");
    token(app, json!({"grant_type": "password", "username": "eve", "password": PASSWORD})).await.expect(401);
    let bob = app.with_token(Some(before["access_token"].as_str().unwrap().to_owned()));
    bob.get("/warehouses").await.expect(200);
    // Who finds an open session does not take the login with it.
    let id = add_user(app, "ada", &["admin"]).await;
    let ada = signed_in(app, "ada").await;
    ada.put(&format!("/users/{id}"), &json!({"password": "eight red umbrellas"}))
        .await
        .expect(400)
        .pointer("/password")
        .says("/auth/password");
    ada.get("/warehouses").await.expect(200);
    admin.put(&path, &json!({"password": "eight red umbrellas", "mustChangePassword": true})).await.expect(204);
}

async fn a_session_needs_origin_and_csrf_token_for_changes_and_ends_when_signed_out(app: &TestServer) {
    add_user(app, "ada", &["admin"]).await;
    let nobody = app.with_token(None);
    let login = json!({"username": "ada", "password": PASSWORD});
    nobody.post("/auth/session", &login).header("origin", "https://evil.example").await.expect(403).code("csrf_failed");
    let session = nobody.post("/auth/session", &login).header("origin", &app.url).await;
    let csrf = session.expect(200).field("csrfToken");
    let set = session.header("set-cookie").to_owned();
    assert!(set.contains("HttpOnly") && set.contains("SameSite=Strict"), "{set}");
    let cookie = set.split(';').next().unwrap();
    let before = app.heads().await;
    let ask = |headers: &[(&str, &str)]| {
        let mut ask = nobody.post("/warehouses", &json!({"code": "LON", "name": "London"})).header("cookie", cookie);
        for (name, value) in headers {
            ask = ask.header(name, value);
        }
        ask
    };
    let null = ("origin", "null");
    for headers in [
        vec![],
        vec![("origin", app.url.as_str())],
        vec![("x-csrf-token", csrf.as_str())],
        vec![("origin", "https://evil.example"), ("x-csrf-token", csrf.as_str())],
        vec![("origin", app.url.as_str()), ("x-csrf-token", "wrong")],
        vec![null, ("x-csrf-token", csrf.as_str())],
    ] {
        ask(&headers).await.expect(403).code("csrf_failed");
    }
    assert_eq!(app.heads().await, before);
    ask(&[("origin", &app.url), ("x-csrf-token", &csrf)]).await.expect(201);
    nobody.get("/warehouses").header("cookie", cookie).await.expect(200);
    let out = || nobody.ask(Method::DELETE, "/auth/session").header("cookie", cookie);
    out().await.expect(403);
    out().header("origin", &app.url).header("x-csrf-token", &csrf).await.expect(204);
    nobody.get("/warehouses").header("cookie", cookie).await.expect(401);
    for wrong in ["countinghouse_session=x", "x=y", "a=b; c=d", "=", ";;;"] {
        nobody.get("/warehouses").header("cookie", wrong).await.expect(401);
    }
}

async fn signing_in_ends_the_session_of_the_cookie_that_came_and_takes_no_session_from_outside(app: &TestServer) {
    add_user(app, "ada", &["admin"]).await;
    add_user(app, "eve", &["clerk"]).await;
    let nobody = app.with_token(None);
    let sign_in = async |username: &str, password: &str, cookie: &str| {
        let body = json!({"username": username, "password": password});
        let ask = nobody.post("/auth/session", &body).header("origin", &app.url);
        if cookie.is_empty() { ask.await } else { ask.header("cookie", cookie).await }
    };
    let cookie_of = |answer: &Answer| answer.header("set-cookie").split(';').next().unwrap().to_owned();
    let works = async |cookie: &str| nobody.get("/auth/me").header("cookie", cookie).await.status == 200;
    let first = cookie_of(sign_in("ada", PASSWORD, "").await.expect(200));
    let elsewhere = cookie_of(sign_in("ada", PASSWORD, "").await.expect(200));
    // Who only tries ends nobody's.
    sign_in("eve", "not eve's at all", &first).await.expect(401);
    assert!(works(&first).await);
    let second = cookie_of(sign_in("eve", PASSWORD, &first).await.expect(200));
    assert_eq!([works(&first).await, works(&second).await, works(&elsewhere).await], [false, true, true]);
    // A value that somebody planted becomes no session, as it is or after a sign-in with it.
    let planted = format!("countinghouse_session=chc_{}", "A".repeat(64));
    assert!(!works(&planted).await);
    let third = cookie_of(sign_in("ada", PASSWORD, &planted).await.expect(200));
    assert_eq!([works(&planted).await, works(&third).await, third == planted], [false, true, false]);
    // Two of the name are none, and the sign-in makes its own all the same.
    let two = format!("{second}; {}", planted);
    assert!(!works(&two).await);
    sign_in("ada", PASSWORD, &two).await.expect(200);
}

async fn a_scope_only_narrows_and_a_form_is_read_as_well_as_json(app: &TestServer) {
    add_user(app, "ada", &["auditor"]).await;
    let narrow = token(app, json!({"grant_type": "password", "username": "ada", "password": PASSWORD, "scope": "accounts:read journalEntries:post"})).await.expect(200).json();
    assert!(
        !narrow["scope"].as_str().unwrap().contains("journalEntries:post"),
        "a scope gives nothing that the roles do not: {narrow}"
    );
    let ada = app.with_token(Some(narrow["access_token"].as_str().unwrap().to_owned()));
    ada.get("/accounting/accounts").await.expect(200);
    ada.get("/accounting/parties").await.expect(403);
    ada.post("/accounting/journal-entries", &app.sale("1.00").json()).await.expect(403);
    let form = format!("grant_type=password&username=ada&password={}", PASSWORD.replace(' ', "+"));
    let answer = app
        .with_token(None)
        .ask(Method::POST, "/auth/token")
        .raw("application/x-www-form-urlencoded", form.clone())
        .await;
    assert_eq!(answer.expect(200).header("cache-control"), "no-store");
    let twice = app
        .with_token(None)
        .ask(Method::POST, "/auth/token")
        .raw("application/x-www-form-urlencoded", format!("{form}&username=bob"))
        .await;
    twice.expect(400);
    token(app, json!({"grant_type": "password", "username": "ada", "password": PASSWORD, "scope": "all:of:it"}))
        .await
        .expect(400)
        .pointer("/scope");
}
