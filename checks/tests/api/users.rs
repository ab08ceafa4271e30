//! Users, memberships and roles: who may act, in which role, from when and until when.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;

pub const PASSWORD: &str = "four quiet harbours";

/// Makes a user of the organization and answers the id.
pub async fn add_user(app: &TestServer, username: &str, roles: &[&str]) -> String {
    let body =
        json!({"username": username, "displayName": format!("The {username}"), "password": PASSWORD, "roles": roles});
    let id = app.as_role("admin").post("/users", &body).await.expect(201).id();
    let_keep(app, username).await;
    id
}

/// As if the user had chosen the password themselves: a change of it would cost every test three hashes.
pub async fn let_keep(app: &TestServer, username: &str) {
    let sql = format!("update logins set must_change = 0 where username = lower('{username}')");
    app.database.operational(&sql, &[], &[]).await.unwrap();
}

/// Signs in with the password.
pub async fn sign_in(app: &TestServer, username: &str) -> Value {
    let body = json!({"grant_type": "password", "username": username, "password": PASSWORD});
    app.with_token(None).post("/auth/token", &body).await.expect(200).json()
}

/// A caller who signed in with the password.
pub async fn signed_in(app: &TestServer, username: &str) -> Caller {
    app.with_token(Some(sign_in(app, username).await["access_token"].as_str().unwrap().to_owned()))
}

on_both![
    a_user_is_made_signs_in_acts_by_role_and_stops_at_once,
    what_a_user_keeps_is_sent_back_as_it_is_or_refused,
    a_username_is_one_login_however_it_is_written,
    a_key_makes_one_user_and_is_refused_for_another_also_in_a_preview_and_without_its_receipt,
    the_list_is_the_organizations_own_in_one_order_over_all_pages,
    the_last_administrator_stays_and_nobody_gives_what_he_lacks,
    a_role_is_a_set_of_permissions_that_works_from_the_next_request_on,
];

async fn a_user_is_made_signs_in_acts_by_role_and_stops_at_once(app: &TestServer) {
    let admin = app.as_role("admin");
    let path = format!("/users/{}", add_user(app, "Grace", &["clerk"]).await);
    assert_eq!(admin.get(&path).await.json()["username"], "grace", "names are compared in lower case");
    let grace = signed_in(app, "GRACE").await;
    grace.get("/warehouses").await.expect(200);
    grace.post("/accounting/journal-entries", &app.sale("1.00").json()).await.expect(403);
    admin.put(&path, &json!({"roles": ["accountant"], "displayName": "Grace Hopper 日本"})).await.expect(204);
    grace.post("/accounting/journal-entries", &app.sale("1.00").json()).await.expect(201);
    let me = grace.get("/auth/me").await.expect(200).json();
    assert_eq!(
        (&me["roles"], &me["name"], &me["organizationId"]),
        (&json!(["accountant"]), &json!("Grace Hopper 日本"), &json!(app.books.organization.to_string()))
    );
    admin.put(&path, &json!({"isActive": false})).await.expect(204);
    grace.get("/warehouses").await.expect(401);
    grace.post("/accounting/journal-entries", &app.sale("1.00").json()).await.expect(401);
    admin.put(&path, &json!({"isActive": true})).await.expect(204);
    signed_in(app, "grace").await.get("/warehouses").await.expect(200);
    admin.put(&path, &json!({"password": "eight red umbrellas"})).await.expect(204);
    app.with_token(None)
        .post("/auth/token", &json!({"grant_type": "password", "username": "grace", "password": PASSWORD}))
        .await
        .expect(401)
        .code("invalid_credentials");
}

async fn what_a_user_keeps_is_sent_back_as_it_is_or_refused(app: &TestServer) {
    let admin = app.as_role("admin");
    let path = format!("/users/{}", add_user(app, "grace", &["clerk"]).await);
    let stored = admin.get(&path).await.json();
    admin.put(&path, &stored).await.expect(204);
    for (body, pointer) in [
        (json!({"username": "ada"}), "/username"),
        (json!({"username": null}), "/username"),
        (json!({"kind": "foreign"}), "/kind"),
        (json!({"id": app.books.member("admin").to_string()}), "/id"),
        (json!({"mustChangePassword": true}), "/mustChangePassword"),
    ] {
        admin.put(&path, &body).await.expect(400).pointer(pointer);
    }
    assert_eq!(admin.get(&path).await.json(), stored);
}

async fn a_username_is_one_login_however_it_is_written(app: &TestServer) {
    add_user(app, "Ada.Lovelace+books@example.com", &["clerk"]).await;
    let admin = app.as_role("admin");
    for name in ["ada.lovelace+books@example.com", "ADA.LOVELACE+BOOKS@EXAMPLE.COM"] {
        admin
            .post("/users", &json!({"username": name, "password": PASSWORD, "roles": []}))
            .await
            .expect(409)
            .code("code_taken");
        signed_in(app, name).await;
    }
    for name in ["a b", "ädä", "\u{430}da", "ada\u{0}", "", "a\nb", "ａｄａ"] {
        admin
            .post("/users", &json!({"username": name, "password": PASSWORD, "roles": []}))
            .await
            .expect(400)
            .pointer("/username");
    }
    for (body, pointer) in [
        (json!({"username": "bob", "password": "short", "roles": []}), "/password"),
        (json!({"username": "bob", "password": PASSWORD, "roles": ["boss"]}), "/roles/0"),
    ] {
        let answer = admin.post("/users", &body).await;
        assert_eq!(answer.status / 100, 4, "{}", answer.text());
        answer.pointer(pointer);
    }
    // The refused request left no login behind.
    app.with_token(None)
        .post("/auth/token", &json!({"grant_type": "password", "username": "bob", "password": PASSWORD}))
        .await
        .expect(401);
    add_user(app, "bob", &[]).await;
}

async fn a_key_makes_one_user_and_is_refused_for_another_also_in_a_preview_and_without_its_receipt(app: &TestServer) {
    let admin = app.as_role("admin");
    let body = |name: &str| json!({"username": name, "password": PASSWORD, "roles": []});
    admin.post("/users", &body("ada")).key("k").await.expect(201);
    admin.post("/users?dryRun=true", &body("bob")).key("k").await.expect(422).code("idempotency_key_reused");
    app.database.operational("delete from receipts", &[], &[]).await.unwrap();
    admin.post("/users", &body("bob")).key("k").await.expect(422).code("idempotency_key_reused");
    admin.post("/users", &body("ada")).key("k").await.expect(409).code("code_taken");
    admin.post("/users", &body("bob")).key("k2").await.expect(201);
}

async fn the_list_is_the_organizations_own_in_one_order_over_all_pages(app: &TestServer) {
    for name in ["zoe", "Bob", "alice"] {
        add_user(app, name, &["auditor"]).await;
    }
    let admin = app.as_role("admin");
    let all = admin.get("/users?limit=200").await.expect(200).data();
    assert_eq!(all.len(), app.books.members.len() + 3);
    for limit in [1, 4] {
        assert_eq!(all_pages(&admin, "/users", limit).await, all, "by {limit}");
    }
    assert_eq!(admin.get("/users?isActive=false").await.data(), Vec::<Value>::new());
    assert_eq!(app.as_foreign("admin").get("/users?limit=200").await.data().len(), app.other.members.len());
    app.as_role("clerk").get("/users").await.expect(403);
}

async fn the_last_administrator_stays_and_nobody_gives_what_he_lacks(app: &TestServer) {
    let admin = app.as_role("admin");
    let own = format!("/users/{}", app.books.member("admin"));
    for change in [json!({"roles": []}), json!({"roles": ["clerk"]}), json!({"isActive": false})] {
        admin.put(&own, &change).await.expect(409).code("last_admin");
    }
    let warehouse = admin.warehouse("LON").await;
    for some in [json!([]), json!([warehouse])] {
        admin.put(&own, &json!({"warehouseIds": some})).await.expect(409).code("last_admin");
    }
    let role = admin.post("/roles", &json!({"name": "help desk", "permissions": ["users:read", "users:manage", "roles:read", "roles:manage", "serviceAccounts:manage", "serviceAccounts:read"]})).await.expect(201).id();
    let helper = add_user(app, "helper", &[&role]).await;
    let desk = signed_in(app, "helper").await;
    for (path, body) in [
        ("/users", json!({"username": "eve", "password": PASSWORD, "roles": ["admin"]})),
        ("/service-accounts", json!({"name": "eve", "roles": ["accountant"]})),
        ("/roles", json!({"name": "eve", "permissions": ["journalEntries:post"]})),
    ] {
        desk.post(path, &body).await.expect(403).code("grant_exceeds_rights");
    }
    desk.put(&format!("/users/{helper}"), &json!({"roles": ["admin"]})).await.expect(403).code("grant_exceeds_rights");
    desk.put(&own, &json!({"password": "eight red umbrellas"})).await.expect(403).code("grant_exceeds_rights");
    desk.put(&format!("/roles/{role}"), &json!({"permissions": ["users:manage", "accounts:manage"]}))
        .await
        .expect(403)
        .code("grant_exceeds_rights");
    let robot = admin.post("/service-accounts", &json!({"name": "Robot", "roles": ["admin"]})).await.expect(201).json();
    let account = format!("/service-accounts/{}", robot["id"].as_str().unwrap());
    desk.put(&account, &json!({"ownerId": helper})).await.expect(403).code("grant_exceeds_rights");
    desk.put(&account, &json!({"ownerId": robot["ownerId"]})).await.expect(204);
    desk.delete(&format!("{account}/secrets/{}", robot["clientId"].as_str().unwrap()))
        .await
        .expect(403)
        .code("grant_exceeds_rights");
    desk.post("/users", &json!({"username": "peer", "password": PASSWORD, "roles": [role]})).await.expect(201);
}

async fn a_role_is_a_set_of_permissions_that_works_from_the_next_request_on(app: &TestServer) {
    let admin = app.as_role("admin");
    let made = admin.post("/roles", &json!({"name": "Belege prüfen", "description": "only\nreads", "permissions": ["journalEntries:read", "accounts:read"]})).await;
    let (id, path) = (made.expect(201).id(), format!("/roles/{}", made.id()));
    add_user(app, "pia", &["Belege prüfen"]).await;
    let pia = signed_in(app, "pia").await;
    pia.get("/accounting/accounts").await.expect(200);
    pia.get("/accounting/parties").await.expect(403);
    admin
        .put(&path, &json!({"permissions": ["parties:read"], "description": null}))
        .header("if-match", &made.etag())
        .await
        .expect(204);
    pia.get("/accounting/accounts").await.expect(403);
    pia.get("/accounting/parties").await.expect(200);
    admin.put(&path, &json!({"name": "x"})).header("if-match", &made.etag()).await.expect(412);
    admin.delete(&path).await.expect(409).code("role_in_use");
    admin.post("/roles", &json!({"name": "Belege prüfen", "permissions": []})).await.expect(409).code("code_taken");
    for name in ["admin", "clerk"] {
        let answer = admin.post("/roles", &json!({"name": name, "permissions": []})).await;
        assert_eq!(answer.status, 409, "{}", answer.text());
    }
    admin
        .post("/roles", &json!({"name": "x", "permissions": ["everything"]}))
        .await
        .expect(422)
        .pointer("/permissions/0");
    let listed = all_pages(&admin, "/roles", 3).await;
    assert_eq!(listed, admin.get("/roles?limit=200").await.data());
    assert_eq!(listed.iter().filter(|role| role["isBuiltIn"] == true).count(), app.books.members.len());
    assert!(listed.iter().any(|role| role["id"] == json!(id)));
    admin.put("/roles/admin", &json!({"name": "boss"})).await.expect(409).code("role_built_in");
    let pia_id = pia.get("/auth/me").await.json()["principalId"].as_str().unwrap().to_owned();
    admin.put(&format!("/users/{pia_id}"), &json!({"roles": []})).await.expect(204);
    admin.delete(&path).await.expect(204);
    pia.get("/accounting/parties").await.expect(403);
}
