//! The whole service in a temporary folder: tokens, reuse, cookies, revoked sessions, foreign issuers.

use axum::http::header::{AUTHORIZATION, SET_COOKIE};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use domain::value::id::OrganizationId;
use domain::value::{CellValue, Instant};
use serde_json::{Value, json};
use store::audit::new_epoch;
use store::operational::logins::{self, LoginStatus};
use store::operational::organizations_list::{self, ListedOrganization, OrganizationStatus};

use super::house::{BASE, House, PASSWORD, SECRET, issuer, text};
use crate::commit;
use crate::engine::Engine;
use crate::http::layers::RatePolicy;
use crate::identity::setup::Made;
use crate::identity::users::NewUser;
use crate::identity::{self, AuthSettings, open_auth};
use crate::jobs::purge::purge;

#[tokio::test]
async fn a_password_gets_a_token_that_says_who_i_am() {
    let house = House::new().await;
    let answer = house.signed_in().await;
    assert_eq!(answer["token_type"], "Bearer");
    assert_eq!(answer["expires_in"], 900);
    assert_eq!(answer["organizationId"], house.made.organization.to_string());
    assert!(text(&answer["scope"]).contains("users:manage"));
    let (status, me) = house.get("/api/v1/auth/me", text(&answer["access_token"])).await;
    assert_eq!(status, 200, "{me}");
    assert_eq!((&me["username"], &me["name"], &me["kind"]), (&json!("ada"), &json!("Ada Lovelace"), &json!("user")));
    assert_eq!(me["roles"], json!(["admin"]));
    assert_eq!(me["memberships"][0]["name"], "Lovelace & Co");
    assert_eq!(me["csrfToken"], Value::Null);
}

#[tokio::test]
async fn a_form_works_like_json_and_a_scope_narrows() {
    let house = House::new().await;
    let form =
        format!("grant_type=password&username=ADA&password={}&scope=accounts%3Aread", PASSWORD.replace(' ', "+"));
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    let (status, headers, answer) = house.call("POST", "/api/v1/auth/token", &headers, &form).await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(answer["scope"], "accounts:read");
    assert_eq!(headers["cache-control"], "no-store");
    let (status, body) = house.get("/api/v1/warehouses", text(&answer["access_token"])).await;
    assert_eq!((status, &body["code"]), (403, &json!("forbidden")));
}

#[tokio::test]
async fn refused_grants_say_why_and_never_who_exists() {
    let house = House::new().await;
    let wrong = house.token(json!({"grant_type": "password", "username": "ada", "password": "wrong"})).await;
    let nobody = house.token(json!({"grant_type": "password", "username": "bob", "password": "wrong"})).await;
    assert_eq!((wrong.0, &wrong.1["code"]), (401, &json!("invalid_credentials")));
    assert_eq!((nobody.0, &nobody.1["code"], &nobody.1["detail"]), (401, &wrong.1["code"], &wrong.1["detail"]));
    for (body, pointer, code) in [
        (json!({"grant_type": "implicit"}), "/grant_type", "unsupported_grant_type"),
        (json!({"grant_type": "password", "username": "ada"}), "/password", "required"),
        (
            json!({"grant_type": "password", "username": "ada", "password": "x", "scope": "acounts:read"}),
            "/scope",
            "unknown_value",
        ),
        (json!({"grant_type": "password", "user": "ada"}), "/user", "unknown_field"),
    ] {
        let (status, answer) = house.token(body).await;
        assert_eq!(
            (status, &answer["errors"][0]["pointer"], &answer["errors"][0]["code"]),
            (400, &json!(pointer), &json!(code))
        );
    }
    let elsewhere =
        json!({"grant_type": "password", "username": "ada", "password": PASSWORD, "organizationId": "org_x"});
    let (status, answer) = house.token(elsewhere).await;
    assert_eq!((status, &answer["code"]), (400, &json!("organization_required")));
    assert_eq!(answer["context"]["organizations"][0]["name"], "Lovelace & Co");
}

#[tokio::test]
async fn guessing_is_slowed_down_for_one_account_from_one_address() {
    let house = House::new().await;
    // Nobody's account waits like somebody's: the delay does not tell who exists.
    for username in ["ada", "nobody"] {
        house.fail(username, 8).await;
        let body = json!({"grant_type": "password", "username": username.to_uppercase(), "password": PASSWORD});
        let (status, headers, answer) = house.call("POST", "/api/v1/auth/token", &[], &body.to_string()).await;
        assert_eq!((status, &answer["code"]), (429, &json!("too_many_requests")), "{username}");
        let wait: i64 = headers["retry-after"].to_str().unwrap().parse().unwrap();
        assert!((1..=8).contains(&wait), "{wait}");
    }
    let (status, _) = house.token(json!({"grant_type": "password", "username": "eve", "password": "x"})).await;
    assert_eq!(status, 401);
}

#[tokio::test]
async fn who_tries_one_account_after_the_other_waits_and_writes_no_more() {
    let sign_ins = RatePolicy { burst: 3, per_second: 1, principals: 10 };
    let first = House::new().await;
    let house = first.restarted_with(AuthSettings { sign_ins, ..AuthSettings::default() }).await;
    let guess = async |number: usize| {
        let client = format!("client_{number}");
        house.token(json!({"grant_type": "client_credentials", "client_id": client, "client_secret": "x"})).await
    };
    let mut refused = 0;
    let (_, answer) = loop {
        let (status, answer) = guess(refused).await;
        if status == 429 {
            break (status, answer);
        }
        assert_eq!((status, &answer["code"]), (401, &json!("invalid_credentials")));
        refused += 1;
        assert!(refused < 100, "nobody stops the guessing");
    };
    assert_eq!(answer["code"], "too_many_requests");
    assert_eq!(
        house.throttled().await,
        refused + 1,
        "of each account and the network; what is refused at once is not written"
    );
}

#[tokio::test]
async fn one_password_on_many_accounts_is_slowed_down_by_network_and_its_own_people_still_get_in() {
    let first = House::new().await;
    let settings = AuthSettings { trusted_proxies: vec!["127.0.0.1".to_owned()], ..AuthSettings::default() };
    let house = first.restarted_with(settings).await;
    let ask = async |address: &str, body: Value| {
        let (status, headers, answer) =
            house.call("POST", "/api/v1/auth/token", &[("x-forwarded-for", address)], &body.to_string()).await;
        let wait = headers.get("retry-after").map_or(0, |value| value.to_str().unwrap().parse::<i64>().unwrap());
        (status, wait, answer["detail"].as_str().unwrap_or_default().to_owned())
    };
    let mut number = 0;
    let mut guess = async |address: &str| {
        number += 1;
        let body = json!({"grant_type": "password", "username": format!("user{number}"), "password": "x"});
        ask(address, body).await
    };
    for host in 0..30 {
        assert_eq!(guess(&format!("2001:db8::{host}")).await.0, 401, "{host}");
    }
    let (status, wait, detail) = guess("2001:db8::ffff").await;
    assert!(status == 429 && (1..=20).contains(&wait) && detail.contains("your network"), "{status} {wait} {detail}");
    for elsewhere in ["2001:db8:0:1::1", "203.0.113.7"] {
        assert_eq!(guess(elsewhere).await.0, 401, "{elsewhere}");
    }
    // Real members wait only seconds, and their successful sign-ins forgive nothing of the guesses of others.
    house.age_failures(20).await;
    let ada = json!({"grant_type": "password", "username": "ada", "password": PASSWORD});
    for _ in 0..3 {
        assert_eq!(ask("2001:db8::1", ada.clone()).await.0, 200);
    }
    assert_eq!(guess("2001:db8::1").await.0, 401);
    assert_eq!(guess("2001:db8::1").await.0, 429);
}

#[tokio::test]
async fn a_delay_outlives_the_process_and_a_success_ends_it() {
    let house = House::new().await;
    house.fail("ada", 8).await;
    let again = house.restarted().await;
    let password = json!({"grant_type": "password", "username": "ada", "password": PASSWORD});
    assert_eq!(again.token(password.clone()).await.0, 429);
    // Four failures cost nothing; the password that fits makes them forgotten.
    let bob = json!({"username": "bob", "displayName": "Bob", "password": PASSWORD, "roles": ["clerk"]});
    again.forgive("ada").await;
    let ada = again.signed_in().await;
    assert_eq!(again.send("POST", "/api/v1/users", text(&ada["access_token"]), bob).await.0, 201);
    for _ in 0..2 {
        again.fail("bob", 4).await;
        let fits = json!({"grant_type": "password", "username": "bob", "password": PASSWORD});
        assert_eq!(again.token(fits).await.0, 200);
    }
}

#[tokio::test]
async fn an_old_refresh_token_that_comes_again_ends_the_sign_in() {
    let house = House::new().await;
    let refresh = |token: Value| json!({"grant_type": "refresh_token", "refresh_token": token});
    let first = house.signed_in().await;
    let (status, second) = house.token(refresh(first["refresh_token"].clone())).await;
    assert_eq!(status, 200, "{second}");
    // The immediate predecessor, within its seconds: a client that missed the answer, or another window of it.
    let (status, again) = house.token(refresh(first["refresh_token"].clone())).await;
    assert_eq!((status, &again["refresh_token"]), (200, &second["refresh_token"]), "{again}");
    let (status, third) = house.token(refresh(second["refresh_token"].clone())).await;
    assert_eq!(status, 200, "{third}");
    let (status, _) = house.get("/api/v1/auth/me", text(&third["access_token"])).await;
    assert_eq!(status, 200);
    // Two generations old now.
    let (status, answer) = house.token(refresh(first["refresh_token"].clone())).await;
    assert_eq!((status, &answer["code"]), (401, &json!("token_revoked")));
    for token in [&third["refresh_token"], &second["refresh_token"]] {
        let (status, answer) = house.token(refresh(token.clone())).await;
        assert_eq!((status, &answer["code"]), (401, &json!("token_revoked")));
    }
    for access in [&first, &third] {
        let (status, answer) = house.get("/api/v1/auth/me", text(&access["access_token"])).await;
        assert_eq!((status, &answer["code"]), (401, &json!("token_revoked")));
    }
    let (status, answer) = house.token(refresh(json!("chr_made-up"))).await;
    assert_eq!((status, &answer["code"]), (401, &json!("invalid_credentials")));
}

#[tokio::test]
async fn a_revoked_token_ends_its_whole_sign_in_and_no_other() {
    let house = House::new().await;
    for which in ["refresh_token", "access_token"] {
        let (one, other) = (house.signed_in().await, house.signed_in().await);
        let body = json!({"token": one[which]}).to_string();
        let (status, _, _) = house.call("POST", "/api/v1/auth/revoke", &[], &body).await;
        assert_eq!(status, 200);
        let (status, answer) = house.get("/api/v1/warehouses", text(&one["access_token"])).await;
        assert_eq!((status, &answer["code"]), (401, &json!("token_revoked")), "{which}");
        let (status, _) = house.get("/api/v1/warehouses", text(&other["access_token"])).await;
        assert_eq!(status, 200);
    }
    let (status, _, _) = house.call("POST", "/api/v1/auth/revoke", &[], r#"{"token": "chr_unknown"}"#).await;
    assert_eq!(status, 200);
}

#[tokio::test]
async fn a_cookie_needs_its_origin_and_its_token_for_every_change() {
    let house = House::new().await;
    let body = json!({"username": "ada", "password": PASSWORD}).to_string();
    let (status, _, answer) =
        house.call("POST", "/api/v1/auth/session", &[("origin", "https://evil.example")], &body).await;
    assert_eq!((status, &answer["code"]), (403, &json!("csrf_failed")));
    let (status, headers, session) = house.call("POST", "/api/v1/auth/session", &[("origin", BASE)], &body).await;
    assert_eq!(status, 200, "{session}");
    let set_cookie = headers[SET_COOKIE].to_str().unwrap();
    assert!(
        set_cookie.contains("HttpOnly") && set_cookie.contains("SameSite=Strict") && !set_cookie.contains("Secure")
    );
    let cookie = set_cookie.split(';').next().unwrap();
    let csrf = text(&session["csrfToken"]);

    let (status, _, me) = house.call("GET", "/api/v1/auth/me", &[("cookie", cookie)], "").await;
    assert_eq!((status, &me["csrfToken"]), (200, &json!(csrf)));
    let warehouse = r#"{"code": "LON", "name": "London"}"#;
    for headers in [
        vec![("cookie", cookie)],
        vec![("cookie", cookie), ("origin", BASE)],
        vec![("cookie", cookie), ("x-csrf-token", csrf)],
        vec![("cookie", cookie), ("origin", "https://evil.example"), ("x-csrf-token", csrf)],
        vec![("cookie", cookie), ("origin", BASE), ("x-csrf-token", "wrong")],
    ] {
        let (status, _, answer) = house.call("POST", "/api/v1/warehouses", &headers, warehouse).await;
        assert_eq!((status, &answer["code"]), (403, &json!("csrf_failed")), "{headers:?}");
    }
    let proven = [("cookie", cookie), ("origin", "http://localhost:8080"), ("x-csrf-token", csrf)];
    let (status, _, answer) = house.call("POST", "/api/v1/warehouses", &proven, warehouse).await;
    assert_eq!(status, 201, "{answer}");
    // A bearer token wins, also a wrong one.
    let both = [("cookie", cookie), (AUTHORIZATION.as_str(), "Bearer nonsense")];
    let (status, _, _) = house.call("GET", "/api/v1/auth/me", &both, "").await;
    assert_eq!(status, 401);

    let (status, headers, _) = house.call("DELETE", "/api/v1/auth/session", &proven, "").await;
    assert_eq!(status, 204);
    assert!(headers[SET_COOKIE].to_str().unwrap().contains("Max-Age=0"));
    assert_eq!(headers["clear-site-data"], "\"cache\"", "what others scanned and have not sent stays on the device");
    let (status, _, answer) = house.call("GET", "/api/v1/auth/me", &[("cookie", cookie)], "").await;
    assert_eq!((status, &answer["code"]), (401, &json!("token_revoked")));
}

#[tokio::test]
async fn a_new_password_ends_every_sign_in() {
    let house = House::new().await;
    let token = house.signed_in().await;
    let access = text(&token["access_token"]).to_owned();
    let change = |current: &str, new: &str| json!({"currentPassword": current, "newPassword": new});
    let (status, answer) =
        house.send("POST", "/api/v1/auth/password", &access, change("wrong", "eight red umbrellas")).await;
    assert_eq!((status, &answer["code"]), (401, &json!("invalid_credentials")));
    let (status, answer) = house.send("POST", "/api/v1/auth/password", &access, change(PASSWORD, "short")).await;
    assert_eq!((status, &answer["errors"][0]["pointer"]), (400, &json!("/newPassword")));
    let (status, _) =
        house.send("POST", "/api/v1/auth/password", &access, change(PASSWORD, "eight red umbrellas")).await;
    assert_eq!(status, 204);
    let (status, answer) = house.get("/api/v1/auth/me", &access).await;
    assert_eq!((status, &answer["code"]), (401, &json!("token_revoked")));
    let (status, _) =
        house.token(json!({"grant_type": "password", "username": "ada", "password": "eight red umbrellas"})).await;
    assert_eq!(status, 200);
}

/// A token of the trusted issuer, or of somebody who has another secret.
pub(super) fn mint(claims: Value, secret: &str) -> String {
    let key = jsonwebtoken::EncodingKey::from_secret(secret.as_bytes());
    jsonwebtoken::encode(&jsonwebtoken::Header::new(jsonwebtoken::Algorithm::HS256), &claims, &key).unwrap()
}

#[tokio::test]
async fn a_token_without_a_sign_in_is_revoked_alone_for_every_process_and_after_a_restart() {
    let house = House::new().await;
    let settings =
        AuthSettings { issuers: vec![issuer(&house.made.organization.to_string())], ..AuthSettings::default() };
    let other = house.restarted_with(settings.clone()).await;
    let now_s = commit::now().0 / 1_000_000;
    let foreign = |subject: &str| {
        let claims = json!({"iss": "https://login.example", "aud": "books", "sub": subject, "exp": now_s + 60, "roles": ["bookkeeper"]});
        mint(claims, SECRET)
    };
    let (auth, made) = (&house.app.auth, house.made);
    let own = || identity::mint(auth, made.principal, Some(made.organization), 3_600).unwrap().token;
    let mut started_later = Vec::new();
    for (token, bystander) in [(own(), own()), (foreign("u1"), foreign("u2"))] {
        for node in [&house, &other] {
            assert_eq!(node.get("/api/v1/warehouses", &token).await.0, 200);
        }
        let (status, _, _) = house.call("POST", "/api/v1/auth/revoke", &[], &json!({"token": token}).to_string()).await;
        assert_eq!(status, 200);
        started_later.push(house.restarted_with(settings.clone()).await);
        for node in [&house, &other].into_iter().chain(&started_later) {
            let (status, answer) = node.get("/api/v1/warehouses", &token).await;
            assert_eq!((status, &answer["code"]), (401, &json!("token_revoked")));
            assert_eq!(node.get("/api/v1/warehouses", &bystander).await.0, 200);
        }
        assert_eq!(house.send("DELETE", "/api/v1/auth/session", &bystander, Value::Null).await.0, 204);
        assert_eq!(other.get("/api/v1/auth/me", &bystander).await.0, 401, "signing out ends it as well");
    }
    let day = 86_400_000_000;
    let gone = purge(&house.app.database, Default::default(), Instant(commit::now().0 + day)).await.unwrap();
    assert_eq!(gone, 4, "each is kept until it would have ended");
}

#[tokio::test]
async fn after_a_restore_administrators_alone_come_in_until_it_is_resumed() {
    let first = House::new().await;
    let ada = first.signed_in().await;
    let admin = text(&ada["access_token"]);
    let bob = json!({"username": "bob", "displayName": "Bob", "password": PASSWORD, "roles": ["controller"]});
    assert_eq!(first.send("POST", "/api/v1/users", admin, bob).await.0, 201);
    let shop = json!({"name": "shop", "roles": ["clerk"]});
    let (_, shop) = first.send("POST", "/api/v1/service-accounts", admin, shop).await;
    let (_, london) = first.send("POST", "/api/v1/warehouses", admin, json!({"code": "LON", "name": "London"})).await;
    let bound = json!({"username": "carl", "displayName": "Carl", "password": PASSWORD, "roles": ["admin"], "warehouseIds": [london["id"]]});
    assert_eq!(first.send("POST", "/api/v1/users", admin, bound).await.0, 201);
    // Nothing is held yet, and already it is nobody's but who administers everything.
    for username in ["bob", "carl"] {
        let token = first.token(json!({"grant_type": "password", "username": username, "password": PASSWORD})).await.1;
        assert_eq!(first.send("POST", "/api/v1/resume", text(&token["access_token"]), Value::Null).await.0, 403);
    }
    // No sign-in is behind it that a restore could end.
    let minted =
        identity::mint(&first.app.auth, first.made.principal, Some(first.made.organization), 3_600).unwrap().token;
    assert_eq!(first.get("/api/v1/auth/me", &minted).await.0, 200);
    new_epoch::begin(&first.app.database, commit::now()).await.unwrap();

    let settings =
        AuthSettings { issuers: vec![issuer(&first.made.organization.to_string())], ..AuthSettings::default() };
    let house = first.restarted_with(settings).await;
    for before in [admin, &minted] {
        assert_eq!(house.get("/api/v1/auth/me", before).await.0, 401);
    }
    let now_s = commit::now().0 / 1_000_000;
    let claims = json!({"iss": "https://login.example", "aud": "books", "sub": "u1", "exp": now_s + 60, "roles": ["bookkeeper"]});
    let foreign = mint(claims, SECRET);
    let of_password = json!({"grant_type": "password", "username": "bob", "password": PASSWORD});
    let of_secret = json!({"grant_type": "client_credentials", "client_id": shop["clientId"], "client_secret": shop["clientSecret"]});
    for body in [&of_password, &of_secret] {
        let (status, answer) = house.token(body.clone()).await;
        assert!(status == 403 && text(&answer["detail"]).contains("countinghouse resume"), "{answer}");
    }
    let session = json!({"username": "bob", "password": PASSWORD}).to_string();
    assert_eq!(house.call("POST", "/api/v1/auth/session", &[], &session).await.0, 403);
    let (status, answer) = house.get("/api/v1/warehouses", &foreign).await;
    assert!(status == 401 && text(&answer["detail"]).contains("countinghouse resume"), "{answer}");
    let ada = house.signed_in().await;
    assert_eq!(house.get("/api/v1/users", text(&ada["access_token"])).await.0, 200);

    // An administrator of some warehouses comes in, and cannot resume the work that everybody waits for.
    let carl = house.token(json!({"grant_type": "password", "username": "carl", "password": PASSWORD})).await.1;
    assert_eq!(house.send("POST", "/api/v1/resume", text(&carl["access_token"]), Value::Null).await.0, 403);
    assert_eq!(house.token(of_password.clone()).await.0, 403, "it is held still");
    // Another organization waits, too, and its administrator is not asked.
    let other = ListedOrganization {
        organization_id: OrganizationId([9; 16]),
        status: OrganizationStatus::Active,
        created_at: commit::now(),
        founded_by: None,
    };
    organizations_list::add(&house.app.database, &other).await.unwrap();
    let (status, answer) = house.send("POST", "/api/v1/resume", text(&ada["access_token"]), Value::Null).await;
    assert!(status == 403 && text(&answer["detail"]).contains("countinghouse resume"), "{answer}");
    let sql = "update organizations_list set status = 'importing' where organization_id = $1";
    house.app.database.operational(sql, &[other.organization_id.to_cell()], &[]).await.unwrap();
    assert_eq!(house.send("POST", "/api/v1/resume", text(&ada["access_token"]), Value::Null).await.0, 204);
    for body in [of_password, of_secret] {
        assert_eq!(house.token(body).await.0, 200);
    }
    house.app.auth.standings.forget();
    assert_eq!(house.get("/api/v1/warehouses", &foreign).await.0, 200);
}

#[tokio::test]
async fn a_trusted_issuers_token_has_the_rights_of_its_mapped_roles() {
    let house = House::new().await;
    let now_s = commit::now().0 / 1_000_000;
    let claims = json!({"iss": "https://login.example", "aud": "books", "sub": "u1", "exp": now_s + 60, "roles": ["bookkeeper"]});
    let token = mint(claims.clone(), SECRET);
    let (status, me) = house.get("/api/v1/auth/me", &token).await;
    assert_eq!((status, &me["kind"], &me["roles"]), (200, &json!("foreign"), &json!(["clerk"])), "{me}");
    let (status, _) = house.get("/api/v1/warehouses", &token).await;
    assert_eq!(status, 200);
    let (status, _) = house.send("POST", "/api/v1/warehouses", &token, json!({"code": "LON", "name": "London"})).await;
    assert_eq!(status, 403);
    for wrong in
        [mint(claims, "another secret of the right length"), mint(json!({"iss": "https://login.example"}), SECRET)]
    {
        let (status, answer) = house.get("/api/v1/warehouses", &wrong).await;
        assert_eq!((status, &answer["code"]), (401, &json!("token_invalid")));
    }
}

#[tokio::test]
async fn a_fresh_instance_is_set_up_once_with_the_code_of_the_log() {
    let folder = std::env::temp_dir().join(format!("countinghouse-{}", uuid::Uuid::now_v7()));
    let engine = Engine::open_folder(&folder).unwrap();
    let code = identity::setup::announce(&engine.database).await.unwrap().unwrap().to_string();
    let nobody = Made { organization: identity::fresh_id::new(), principal: identity::fresh_id::new() };
    let house = House::over(engine, AuthSettings::default(), nobody, folder).await;
    let body = |code: &str, password: &str| {
        json!({"code": code, "username": "Ada", "password": password, "organizationName": "Lovelace & Co",
            "baseCurrency": "GBP", "timezone": "Europe/London"})
        .to_string()
    };
    let post = async |text: String| {
        let (status, _, answer) = house.call("POST", "/api/v1/auth/setup", &[], &text).await;
        (status, answer)
    };
    let state = async || house.call("GET", "/api/v1/auth/setup", &[], "").await.2;
    let waiting = state().await;
    assert_eq!(waiting["isNeeded"], true);
    assert!(waiting["charts"].as_array().unwrap().iter().any(|chart| chart["id"] == "ifrs"), "{waiting}");
    let (status, answer) = post(body("AAAA-BBBB-CCCC", PASSWORD)).await;
    assert_eq!((status, &answer["code"]), (401, &json!("invalid_credentials")));
    let (status, answer) = post(body(&code, "password123")).await;
    assert_eq!((status, &answer["errors"][0]["pointer"]), (400, &json!("/password")));
    let (status, answer) = post(body(&code.to_lowercase(), PASSWORD)).await;
    assert_eq!(status, 201, "{answer}");
    house.signed_in().await;
    let (status, answer) = post(body(&code, PASSWORD)).await;
    assert_eq!((status, &answer["code"]), (403, &json!("forbidden")));
    assert!(identity::setup::announce(&house.app.database).await.unwrap().is_none());
    assert_eq!(state().await, json!({"isNeeded": false, "charts": []}));
}

#[tokio::test]
async fn the_keys_are_public_and_survive_a_restart() {
    let house = House::new().await;
    let (status, headers, keys) = house.call("GET", "/.well-known/jwks.json", &[], "").await;
    assert_eq!((status, keys["keys"].as_array().map(Vec::len)), (200, Some(1)));
    assert_eq!(headers["cache-control"], "public, max-age=300");
    let token = house.signed_in().await;
    let again = open_auth(&house.app.database, &AuthSettings::default()).await.unwrap();
    assert!(again.verifier.verify(text(&token["access_token"]), commit::now()).is_ok());
    identity::keys::rotate_by_hand(&house.app.database, commit::now()).await.unwrap();
    identity::keys::refresh(&house.app.database, &house.app.auth, commit::now()).await.unwrap();
    let (_, _, keys) = house.call("GET", "/.well-known/jwks.json", &[], "").await;
    assert_eq!(keys["keys"].as_array().map(Vec::len), Some(2));
    assert_eq!(house.get("/api/v1/auth/me", text(&token["access_token"])).await.0, 200);
}

#[tokio::test]
async fn a_user_added_by_the_operator_must_change_the_password_where_told_so() {
    let house = House::new().await;
    let new = NewUser {
        username: "bob".to_owned(),
        display_name: "Bob".to_owned(),
        password: PASSWORD.to_owned(),
        must_change: true,
        organization: house.made.organization,
        roles: vec!["clerk".to_owned()],
    };
    identity::add_user(&house.app.database, &house.app.committer, &house.app.auth.passwords, new.clone())
        .await
        .unwrap();
    assert!(
        identity::add_user(&house.app.database, &house.app.committer, &house.app.auth.passwords, new).await.is_err()
    );
    let (status, token) = house.token(json!({"grant_type": "password", "username": "bob", "password": PASSWORD})).await;
    assert_eq!((status, &token["mustChangePassword"]), (200, &json!(true)));
    let (status, answer) = house.get("/api/v1/warehouses", text(&token["access_token"])).await;
    assert_eq!((status, &answer["code"]), (403, &json!("forbidden")));
    assert_eq!(house.get("/api/v1/auth/me", text(&token["access_token"])).await.0, 200);
}

#[tokio::test]
async fn a_basic_header_that_fits_nobody_is_refused() {
    let house = House::new().await;
    let basic = format!("Basic {}", BASE64_STANDARD.encode("client:secret"));
    let body = r#"{"grant_type": "client_credentials"}"#;
    let (status, _, answer) = house.call("POST", "/api/v1/auth/token", &[(AUTHORIZATION.as_str(), &basic)], body).await;
    assert_eq!((status, &answer["code"]), (401, &json!("invalid_credentials")));
}

/// The cookie of a new session of ada.
async fn cookie(house: &House) -> String {
    let body = json!({"username": "ada", "password": PASSWORD}).to_string();
    let (status, headers, answer) = house.call("POST", "/api/v1/auth/session", &[], &body).await;
    assert_eq!(status, 200, "{answer}");
    headers[SET_COOKIE].to_str().unwrap().split(';').next().unwrap().to_owned()
}

async fn status_with(house: &House, cookie: &str) -> u16 {
    house.call("GET", "/api/v1/auth/me", &[("cookie", cookie)], "").await.0
}

#[tokio::test]
async fn a_session_ends_unused_or_old_or_with_its_login_and_by_no_other_way() {
    let house = House::new().await;
    let of_a_minute = "last_used_at - 60000000";
    // A session in use stays open, to the end of its life.
    let used = cookie(&house).await;
    assert_eq!(house.sessions("last_used_at = created_at").await, 1);
    assert_eq!(status_with(&house, &used).await, 200);
    assert_eq!(house.sessions("last_used_at = created_at").await, 1, "a use within the minute is not noted");
    house.age_sessions(&format!("last_used_at = {of_a_minute} - 28700000000")).await;
    assert_eq!(status_with(&house, &used).await, 200);
    assert_eq!(house.sessions("last_used_at > created_at").await, 1, "it is noted now");
    house.age_sessions("last_used_at = last_used_at - 28801000000").await;
    assert_eq!(status_with(&house, &used).await, 401, "eight hours unused");

    let old = cookie(&house).await;
    assert_eq!(house.sessions("expires_at = created_at + 604800000000").await, 2);
    house.age_sessions("expires_at = expires_at - 604800000000").await;
    assert_eq!(status_with(&house, &old).await, 401, "seven days old");

    let disabled = cookie(&house).await;
    assert_eq!(status_with(&house, &disabled).await, 200);
    for status in [LoginStatus::Disabled, LoginStatus::Active] {
        logins::set_status(&house.app.database, house.made.principal, status, commit::now()).await.unwrap();
        assert_eq!(status_with(&house, &disabled).await, 401, "it does not come back with the login");
    }
    assert_eq!(status_with(&house, &cookie(&house).await).await, 200);
}

#[tokio::test]
async fn what_one_node_revokes_no_other_node_reads_with() {
    let one = House::new().await;
    let other = one.restarted().await;
    let ways: [(&str, u16); 3] = [("revoke", 200), ("signOut", 204), ("password", 204)];
    for (way, done) in ways {
        let token = one.signed_in().await;
        let access = text(&token["access_token"]);
        // The other node remembers the answer from now on.
        assert_eq!(other.get("/api/v1/warehouses", access).await.0, 200);
        let (status, answer) = match way {
            "revoke" => {
                let body = json!({"token": token["refresh_token"]}).to_string();
                let (status, _, answer) = one.call("POST", "/api/v1/auth/revoke", &[], &body).await;
                (status, answer)
            }
            "signOut" => one.send("DELETE", "/api/v1/auth/session", access, Value::Null).await,
            _ => {
                let change = json!({"currentPassword": PASSWORD, "newPassword": "eight red umbrellas"});
                one.send("POST", "/api/v1/auth/password", access, change).await
            }
        };
        assert_eq!(status, done, "{way}: {answer}");
        for path in ["/api/v1/warehouses", "/api/v1/auth/me", "/api/v1/organizations"] {
            let (status, answer) = other.get(path, access).await;
            assert_eq!((status, &answer["code"]), (401, &json!("token_revoked")), "{way} {path}");
        }
    }
}
