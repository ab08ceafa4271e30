//! How long a sign-in counts: two windows share it, several things end it, and it never begins again.

use checks::folder::Folder;
use checks::program::{Place, Program, run};
use checks::server::runtime;
use checks::{Answer, Caller, TestServer, on_both};
use domain::value::TypedId;
use domain::value::id::PrincipalId;
use serde_json::{Value, json};

use crate::users::{PASSWORD, add_user, let_keep, sign_in};

async fn token(app: &TestServer, body: Value) -> Answer {
    app.with_token(None).post("/auth/token", &body).await
}

fn refresh(token: &Value) -> Value {
    json!({"grant_type": "refresh_token", "refresh_token": token})
}

fn access(issued: &Value) -> Option<String> {
    issued["access_token"].as_str().map(str::to_owned)
}

/// A token as the command line makes one: no sign-in is behind it.
fn of_the_command_line(app: &TestServer, principal: &str) -> Option<String> {
    Some(app.mint(PrincipalId::parse(principal).unwrap(), Some(app.books.organization), None))
}

on_both![
    two_windows_that_refresh_at_once_go_on_with_one_and_the_same_token,
    a_used_refresh_token_that_comes_later_than_a_moment_ends_the_sign_in,
    who_was_made_inactive_is_signed_out_and_what_was_issued_before_never_works_again,
    a_token_of_a_service_account_that_was_made_inactive_does_not_come_back_with_it,
    a_new_password_ends_what_the_command_line_made_before_it,
    a_revoked_access_token_has_ended_whatever_made_it_and_on_every_process,
];

async fn two_windows_that_refresh_at_once_go_on_with_one_and_the_same_token(app: &TestServer) {
    add_user(app, "ada", &["clerk"]).await;
    let first = sign_in(app, "ada").await;
    let (mut one, mut other) = (first.clone(), first.clone());
    for _ in 0..3 {
        (one, other) = (
            token(app, refresh(&one["refresh_token"])).await.expect(200).json(),
            token(app, refresh(&other["refresh_token"])).await.expect(200).json(),
        );
        assert_eq!(one["refresh_token"], other["refresh_token"]);
    }
    for window in [&one, &other] {
        app.with_token(access(window)).get("/auth/me").await.expect(200);
    }
    // An older one than the last two is a copy.
    token(app, refresh(&first["refresh_token"])).await.expect(401).code("token_revoked");
    token(app, refresh(&one["refresh_token"])).await.expect(401).code("token_revoked");
}

async fn a_used_refresh_token_that_comes_later_than_a_moment_ends_the_sign_in(app: &TestServer) {
    add_user(app, "ada", &["clerk"]).await;
    let first = sign_in(app, "ada").await;
    let second = token(app, refresh(&first["refresh_token"])).await.expect(200).json();
    app.database
        .operational(
            "update refresh_families set previous_valid_until = last_used_at where previous_hash is not null",
            &[],
            &[],
        )
        .await
        .unwrap();
    token(app, refresh(&first["refresh_token"])).await.expect(401).code("token_revoked");
    token(app, refresh(&second["refresh_token"])).await.expect(401).code("token_revoked");
    app.with_token(access(&second)).get("/auth/me").await.expect(401).code("token_revoked");
}

async fn who_was_made_inactive_is_signed_out_and_what_was_issued_before_never_works_again(app: &TestServer) {
    let admin = app.as_role("admin");
    let id = add_user(app, "ada", &["warehouseManager"]).await;
    let (issued, minted) = (sign_in(app, "ada").await, of_the_command_line(app, &id));
    let session = app.with_token(None).post("/auth/session", &json!({"username": "ada", "password": PASSWORD})).await;
    let cookie = session.expect(200).header("set-cookie").split(';').next().unwrap().to_owned();
    app.with_token(access(&issued)).get("/warehouses").await.expect(200);
    admin.put(&format!("/users/{id}"), &json!({"isActive": false})).await.expect(204);
    let refused = token(app, json!({"grant_type": "password", "username": "ada", "password": PASSWORD})).await;
    assert!(refused.expect(403).text().contains("your membership is inactive"), "{}", refused.text());
    app.with_token(None).post("/auth/session", &json!({"username": "ada", "password": PASSWORD})).await.expect(403);
    token(app, refresh(&issued["refresh_token"])).await.expect(401).code("token_revoked");
    let before = app.heads().await;
    let no_longer = async || {
        for old in [access(&issued), minted.clone()] {
            let old = app.with_token(old);
            old.get("/warehouses").await.expect(401).code("token_revoked");
            old.get("/auth/me").await.expect(401).code("token_revoked");
            old.post("/warehouses", &json!({"code": "LON", "name": "London"})).await.expect(401).code("token_revoked");
        }
        app.with_token(None).get("/auth/me").header("cookie", &cookie).await.expect(401);
    };
    no_longer().await;
    assert_eq!(app.heads().await, before);
    admin.put(&format!("/users/{id}"), &json!({"isActive": true})).await.expect(204);
    no_longer().await;
    token(app, refresh(&issued["refresh_token"])).await.expect(401).code("token_revoked");
    // Whoever signs in anew has all of it again, within the same second.
    let again = app.with_token(access(&sign_in(app, "ada").await));
    again.get("/warehouses").await.expect(200);
    again.post("/warehouses", &json!({"code": "LON", "name": "London"})).await.expect(201);
    app.with_token(of_the_command_line(app, &id)).get("/warehouses").await.expect(200);
}

async fn a_token_of_a_service_account_that_was_made_inactive_does_not_come_back_with_it(app: &TestServer) {
    let admin = app.as_role("admin");
    let made = admin.post("/service-accounts", &json!({"name": "shop", "roles": ["clerk"]})).await.expect(201).json();
    let ask = || {
        token(
            app,
            json!({"grant_type": "client_credentials", "client_id": made["clientId"], "client_secret": made["clientSecret"]}),
        )
    };
    let path = format!("/service-accounts/{}", made["id"].as_str().unwrap());
    let old = app.with_token(access(&ask().await.expect(200).json()));
    old.get("/warehouses").await.expect(200);
    for is_active in [false, true] {
        admin.put(&path, &json!({"isActive": is_active})).await.expect(204);
        old.get("/warehouses").await.expect(401).code("token_revoked");
    }
    app.with_token(access(&ask().await.expect(200).json())).get("/warehouses").await.expect(200);
}

async fn a_new_password_ends_what_the_command_line_made_before_it(app: &TestServer) {
    let id = add_user(app, "ada", &["clerk"]).await;
    let minted = of_the_command_line(app, &id);
    app.with_token(minted.clone()).get("/warehouses").await.expect(200);
    app.as_role("admin").put(&format!("/users/{id}"), &json!({"password": "eight red umbrellas"})).await.expect(204);
    let_keep(app, "ada").await;
    app.with_token(minted).get("/warehouses").await.expect(401).code("token_revoked");
    app.with_token(of_the_command_line(app, &id)).get("/warehouses").await.expect(200);
}

async fn a_revoked_access_token_has_ended_whatever_made_it_and_on_every_process(app: &TestServer) {
    let admin = app.as_role("admin");
    let made = admin.post("/service-accounts", &json!({"name": "shop", "roles": ["clerk"]})).await.expect(201).json();
    let body = json!({"grant_type": "client_credentials", "client_id": made["clientId"], "client_secret": made["clientSecret"]});
    let of_secret = || token(app, body.clone());
    let id = add_user(app, "ada", &["clerk"]).await;
    for old in [access(&of_secret().await.expect(200).json()), of_the_command_line(app, &id)] {
        let one = app.with_token(old.clone());
        one.get("/warehouses").await.expect(200);
        app.with_token(None).post("/auth/revoke", &json!({"token": old})).await.expect(200);
        one.get("/warehouses").await.expect(401).code("token_revoked");
        one.post("/warehouses", &json!({"code": "LON", "name": "London"})).await.expect(401).code("token_revoked");
        app.with_token(None).post("/auth/revoke", &json!({"token": old})).await.expect(200);
    }
    app.with_token(access(&of_secret().await.expect(200).json())).get("/warehouses").await.expect(200);
}

#[test]
fn whom_the_operator_disables_the_books_of_every_organization_know_as_inactive() {
    runtime().block_on(async {
        let folder = Folder::new();
        let place = Place { folder: folder.path(), database_url: None };
        let init = ["init", "--organization", "Acme", "--username", "ada", "--password-file", "-"];
        run(place, &[], &init, PASSWORD).done();
        run(place, &[], &["user", "add", "eve", "--role", "admin", "--password-file", "-"], PASSWORD).done();
        let done = run(place, &[], &["user", "disable", "eve"], "");
        assert!(done.done().out.contains("inactive in 1 organization"), "{}", done.out);
        let done = run(place, &[], &["user", "disable", "ada"], "");
        assert!(done.done().out.contains("has no other administrator"), "{}", done.out);
        run(place, &[], &["user", "enable", "ada"], "").done();
        run(place, &[], &["user", "enable", "eve"], "").done();
        let program = Program::start(place).await;
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let caller = |token: Option<String>| Caller::new(http.clone(), &program.url, token);
        let sign_in = |name: &str| {
            caller(None).post("/auth/token", &json!({"grant_type": "password", "username": name, "password": PASSWORD}))
        };
        // Enabled, but inactive everywhere.
        sign_in("eve").await.expect(403);
        let ada = caller(access(&sign_in("ada").await.expect(200).json()));
        let eve = ada.get("/users?isActive=false").await.data();
        assert_eq!((eve.len(), &eve[0]["username"]), (1, &json!("eve")));
        // Nobody else administers in the sense of the core.
        let own = ada.get("/auth/me").await.json()["principalId"].as_str().unwrap().to_owned();
        ada.put(&format!("/users/{own}"), &json!({"roles": ["clerk"]})).await.expect(409).code("last_admin");
    });
}

#[test]
fn what_a_withdrawn_key_signed_is_refused_and_what_a_replaced_one_signed_is_taken() {
    runtime().block_on(async {
        let folder = Folder::new();
        let place = Place { folder: folder.path(), database_url: None };
        let init = ["init", "--organization", "Acme", "--username", "ada", "--password-file", "-"];
        run(place, &[], &init, PASSWORD).done();
        let keys = || -> Vec<Value> {
            serde_json::from_str(&run(place, &[], &["--json", "keys", "list"], "").done().out).unwrap()
        };
        let old = keys()[0]["kid"].as_str().unwrap().to_owned();
        let token = run(place, &[], &["token", "--user", "ada"], "").done().out.clone();
        run(place, &[], &["keys", "rotate"], "").done();
        let states: Vec<Value> = keys().iter().map(|key| key["state"].clone()).collect();
        assert_eq!(states, ["signing", "published"]);
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let mut program = Program::start(place).await;
        Caller::new(http.clone(), &program.url, Some(token.clone())).get("/warehouses").await.expect(200);
        run(place, &[], &["keys", "withdraw", &old], "").failed(3, "");
        program.terminate().await;
        run(place, &[], &["keys", "withdraw", "nonsense"], "").failed(1, "there is no key nonsense");
        run(place, &[], &["keys", "withdraw", &old], "").done();
        assert!(!run(place, &[], &["keys", "list"], "").done().out.contains(&old));
        let program = Program::start(place).await;
        Caller::new(http.clone(), &program.url, Some(token)).get("/warehouses").await.expect(401);
        let token = run(place, &[], &["token", "--user", "ada"], "").done().out.clone();
        Caller::new(http, &program.url, Some(token)).get("/warehouses").await.expect(200);
    });
}
