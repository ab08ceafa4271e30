//! Users, roles, service accounts and organizations over HTTP, in a temporary folder.

use serde_json::{Value, json};

use crate::http::auth::house::{House, PASSWORD, text};

async fn admin(house: &House) -> String {
    text(&house.signed_in().await["access_token"]).to_owned()
}

async fn access(house: &House, username: &str, password: &str) -> String {
    house.let_keep().await;
    let body = json!({"grant_type": "password", "username": username, "password": password});
    let (status, answer) = house.token(body).await;
    assert_eq!(status, 200, "{answer}");
    text(&answer["access_token"]).to_owned()
}

fn grace(roles: &[&str]) -> Value {
    json!({"username": "Grace", "displayName": "Grace Hopper", "password": PASSWORD, "roles": roles})
}

async fn keyed(house: &House, path: &str, token: &str, key: &str, body: &Value) -> (u16, Value, bool) {
    let bearer = format!("Bearer {token}");
    let headers = [("authorization", bearer.as_str()), ("idempotency-key", key)];
    let (status, headers, answer) = house.call("POST", path, &headers, &body.to_string()).await;
    (status, answer, headers.contains_key("idempotent-replayed"))
}

#[tokio::test]
async fn a_user_signs_in_acts_by_role_and_stops_when_deactivated() {
    let house = House::new().await;
    let admin = admin(&house).await;
    let (status, user) = house.send("POST", "/api/v1/users", &admin, grace(&["clerk"])).await;
    assert_eq!((status, &user["username"], &user["roles"]), (201, &json!("grace"), &json!(["clerk"])), "{user}");
    let path = format!("/api/v1/users/{}", text(&user["id"]));
    let token = access(&house, "grace", PASSWORD).await;
    assert_eq!(house.get("/api/v1/warehouses", &token).await.0, 200);
    assert_eq!(house.get("/api/v1/users", &token).await.0, 403);
    let (_, list) = house.get("/api/v1/users?limit=1", &admin).await;
    assert_eq!(list["data"].as_array().map(Vec::len), Some(1));
    assert!(list["nextCursor"].is_string());
    assert_eq!(house.send("PUT", &path, &admin, json!({"roles": ["warehouseManager"]})).await.0, 204);
    let (_, shown) = house.get(&path, &admin).await;
    assert_eq!((&shown["roles"], &shown["displayName"]), (&json!(["warehouseManager"]), &json!("Grace Hopper")));
    assert_eq!(house.send("PUT", &path, &admin, json!({"isActive": false})).await.0, 204);
    assert_eq!(house.get("/api/v1/warehouses", &token).await.0, 401);
    let last = format!("/api/v1/users/{}", house.made.principal);
    let (status, answer) = house.send("PUT", &last, &admin, json!({"roles": []})).await;
    assert_eq!((status, &answer["code"]), (409, &json!("last_admin")));
}

#[tokio::test]
async fn a_user_is_created_once_and_never_half() {
    let house = House::new().await;
    let admin = admin(&house).await;
    let preview = house.send("POST", "/api/v1/users?dryRun=true", &admin, grace(&["clerk"])).await;
    assert_eq!((preview.0, &preview.1["wouldReturn"]["username"]), (200, &json!("grace")), "{}", preview.1);
    // A role that nobody has: no login is left behind.
    let (status, answer) = house.send("POST", "/api/v1/users", &admin, grace(&["boss"])).await;
    assert_eq!((status, &answer["code"]), (422, &json!("unknown_reference")));
    let (status, first, replayed) = keyed(&house, "/api/v1/users", &admin, "k1", &grace(&["clerk"])).await;
    assert_eq!((status, replayed), (201, false), "{first}");
    let (status, second, replayed) = keyed(&house, "/api/v1/users", &admin, "k1", &grace(&["clerk"])).await;
    assert_eq!((status, replayed, &second["id"]), (201, true, &first["id"]));
    let (status, answer) = house.send("POST", "/api/v1/users", &admin, grace(&["clerk"])).await;
    assert_eq!((status, &answer["code"]), (409, &json!("code_taken")));
    for (body, pointer) in [
        (json!({"username": "a b", "password": PASSWORD, "roles": []}), "/username"),
        (json!({"username": "bob", "password": "password123", "roles": []}), "/password"),
        (json!({"username": "bob", "roles": []}), "/password"),
    ] {
        let (_, answer) = house.send("POST", "/api/v1/users", &admin, body).await;
        assert_eq!(answer["errors"][0]["pointer"], pointer, "{answer}");
    }
}

#[tokio::test]
async fn nobody_takes_over_somebody_who_may_do_more() {
    let house = House::new().await;
    let admin = admin(&house).await;
    let role = json!({"name": "helpdesk", "permissions": ["users:read", "users:manage", "serviceAccounts:manage"]});
    let (status, role) = house.send("POST", "/api/v1/roles", &admin, role).await;
    assert_eq!((status, &role["isBuiltIn"]), (201, &json!(false)), "{role}");
    let (status, _) = house.send("POST", "/api/v1/users", &admin, grace(&[text(&role["id"])])).await;
    assert_eq!(status, 201);
    let helpdesk = access(&house, "grace", PASSWORD).await;
    let ada = format!("/api/v1/users/{}", house.made.principal);
    let (status, answer) = house.send("PUT", &ada, &helpdesk, json!({"password": "eight red umbrellas"})).await;
    assert_eq!((status, &answer["code"]), (403, &json!("grant_exceeds_rights")));
    assert_eq!(house.get("/api/v1/auth/me", &admin).await.0, 200);
    let (_, robot) =
        house.send("POST", "/api/v1/service-accounts", &admin, json!({"name": "Robot", "roles": ["admin"]})).await;
    let path = format!("/api/v1/service-accounts/{}/rotate-secret", text(&robot["id"]));
    let (status, answer) = house.send("POST", &path, &helpdesk, json!({})).await;
    assert_eq!((status, &answer["code"]), (403, &json!("grant_exceeds_rights")));
    let (status, answer) =
        house.send("DELETE", &format!("/api/v1/roles/{}", text(&role["id"])), &admin, json!({})).await;
    assert_eq!((status, &answer["code"]), (409, &json!("role_in_use")));
    let (_, roles) = house.get("/api/v1/roles", &admin).await;
    assert_eq!((&roles["data"][0]["isBuiltIn"], roles["data"].as_array().map(Vec::len)), (&json!(true), Some(8)));
    let (status, answer) = house.send("PUT", "/api/v1/roles/admin", &admin, json!({"name": "boss"})).await;
    assert_eq!((status, &answer["code"]), (409, &json!("role_built_in")));
}

#[tokio::test]
async fn a_service_account_has_its_secret_once_and_loses_it_by_rotation() {
    let house = House::new().await;
    let admin = admin(&house).await;
    let body = json!({"name": "Web shop", "roles": ["clerk"]});
    let (status, made, _) = keyed(&house, "/api/v1/service-accounts", &admin, "k1", &body).await;
    assert_eq!(status, 201, "{made}");
    let (_, again, replayed) = keyed(&house, "/api/v1/service-accounts", &admin, "k1", &body).await;
    assert_eq!((replayed, &again["clientId"], &again["clientSecret"]), (true, &made["clientId"], &Value::Null));
    let grant = |account: &Value| json!({"grant_type": "client_credentials", "client_id": account["clientId"], "client_secret": account["clientSecret"]});
    let (status, token) = house.token(grant(&made)).await;
    assert_eq!((status, &token["refresh_token"]), (200, &Value::Null), "{token}");
    let (_, me) = house.get("/api/v1/auth/me", text(&token["access_token"])).await;
    assert_eq!((&me["kind"], &me["name"]), (&json!("serviceAccount"), &json!("Web shop")));
    let path = format!("/api/v1/service-accounts/{}", text(&made["id"]));
    let (status, rotated) =
        house.send("POST", &format!("{path}/rotate-secret"), &admin, json!({"endPrevious": true})).await;
    assert_eq!(status, 200, "{rotated}");
    assert_eq!(house.token(grant(&made)).await.0, 401);
    assert_eq!(house.token(grant(&rotated)).await.0, 200);
    let secret = format!("{path}/secrets/{}", text(&rotated["clientId"]));
    assert_eq!(house.send("DELETE", &secret, &admin, json!({})).await.0, 204);
    let (status, answer) = house.get("/api/v1/warehouses", text(&token["access_token"])).await;
    assert_eq!((status, &answer["code"]), (401, &json!("token_revoked")));
    let (_, third) = house.send("POST", &format!("{path}/rotate-secret"), &admin, json!({})).await;
    assert_eq!(house.send("PUT", &path, &admin, json!({"isActive": false})).await.0, 204);
    let (status, answer) = house.token(grant(&third)).await;
    assert_eq!((status, &answer["code"]), (401, &json!("token_revoked")));
    // A service account is no user.
    let (status, _) = house.get(&format!("/api/v1/users/{}", text(&made["id"])), &admin).await;
    assert_eq!(status, 404);
}

#[tokio::test]
async fn a_second_organization_is_created_once_and_entered_by_who_names_it() {
    let house = House::new().await;
    let admin = admin(&house).await;
    let body = json!({"name": "Analytical Engines", "baseCurrency": "EUR", "timezone": "Europe/Paris"});
    let (status, preview) = house.send("POST", "/api/v1/organizations?dryRun=true", &admin, body.clone()).await;
    assert_eq!((status, &preview["wouldReturn"]["name"]), (200, &json!("Analytical Engines")), "{preview}");
    let (status, made, _) = keyed(&house, "/api/v1/organizations", &admin, "k1", &body).await;
    assert_eq!(status, 201, "{made}");
    let (status, again, replayed) = keyed(&house, "/api/v1/organizations", &admin, "k1", &body).await;
    assert_eq!((status, replayed, &again["id"]), (201, true, &made["id"]));
    let bearer = format!("Bearer {admin}");
    let headers = [("authorization", bearer.as_str()), ("idempotency-key", "k1")];
    let (_, headers, _) = house.call("POST", "/api/v1/organizations", &headers, &body.to_string()).await;
    let place = headers["location"].to_str().unwrap().to_owned();
    let path = &place[place.find("/api/v1/").unwrap()..];
    assert_eq!(path, format!("/api/v1/organizations/{}", text(&made["id"])));
    let (status, found) = house.get(path, &admin).await;
    assert_eq!((status, &found["id"], &found["roles"]), (200, &made["id"], &made["roles"]));
    for unknown in ["org_01h455vb4pex5vsknk084sn02q", "acme"] {
        assert_eq!(house.get(&format!("/api/v1/organizations/{unknown}"), &admin).await.0, 404);
    }
    let (status, other, _) = keyed(
        &house,
        "/api/v1/organizations",
        &admin,
        "k1",
        &json!({"name": "X", "baseCurrency": "EUR", "timezone": "Europe/Paris"}),
    )
    .await;
    assert_eq!((status, &other["code"]), (422, &json!("idempotency_key_reused")));
    let (_, list) = house.get("/api/v1/organizations", &admin).await;
    assert_eq!(list["data"].as_array().map(Vec::len), Some(2));
    let grant = |organization: Value| json!({"grant_type": "password", "username": "ada", "password": PASSWORD, "organizationId": organization});
    let (status, answer) = house.token(grant(Value::Null)).await;
    assert_eq!(status, 200, "{answer}");
    let (_, me) = house.get("/api/v1/auth/me", text(&answer["access_token"])).await;
    assert_eq!(me["organizationId"], json!(house.made.organization.to_string()));
    let (status, token) = house.token(grant(made["id"].clone())).await;
    assert_eq!(status, 200, "{token}");
    let token = text(&token["access_token"]);
    let (_, settings) = house.get("/api/v1/organization", token).await;
    assert_eq!((&settings["id"], &settings["baseCurrency"]), (&made["id"], &json!("EUR")));
    assert_eq!(house.send("PUT", "/api/v1/organization", token, json!({"name": "Engines"})).await.0, 204);
    let (status, answer) = house.send("PUT", "/api/v1/organization", token, json!({"timezone": "Moon"})).await;
    assert_eq!((status, &answer["errors"][0]["code"]), (400, &json!("unknown_time_zone")));
}
