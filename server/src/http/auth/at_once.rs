//! Concurrent changes of identity, in a temporary folder.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::http::header::SET_COOKIE;
use serde_json::{Value, json};

use super::house::{BASE, House, PASSWORD, text};

/// The next password.
const NEXT: &str = "another brown umbrella";

/// Signs in by token and by cookie, over and over, until it is stopped; returns the answers.
async fn sign_in_until(house: &House, stop: &AtomicBool) -> Vec<(Option<String>, Option<String>)> {
    let mut given = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let (status, answer) =
            house.token(json!({"grant_type": "password", "username": "grace", "password": PASSWORD})).await;
        if status == 200 {
            given.push((answer["refresh_token"].as_str().map(str::to_owned), None));
        }
        let body = json!({"username": "grace", "password": PASSWORD}).to_string();
        let (status, headers, _) = house.call("POST", "/api/v1/auth/session", &[("origin", BASE)], &body).await;
        if status == 200 {
            let cookie = headers[SET_COOKIE].to_str().unwrap().split(';').next().unwrap().to_owned();
            given.push((None, Some(cookie)));
        }
    }
    given
}

#[tokio::test]
async fn a_sign_in_with_the_old_password_that_is_under_way_ends_with_it() {
    let house = House::new().await;
    let admin = text(&house.signed_in().await["access_token"]).to_owned();
    let user = json!({"username": "grace", "password": PASSWORD, "roles": ["clerk"]});
    let (status, user) = house.send("POST", "/api/v1/users", &admin, user).await;
    assert_eq!(status, 201, "{user}");
    let stop = AtomicBool::new(false);
    let reset = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        let path = format!("/api/v1/users/{}", text(&user["id"]));
        let (status, answer) = house.send("PUT", &path, &admin, json!({"password": NEXT})).await;
        assert_eq!(status, 204, "{answer}");
        tokio::time::sleep(Duration::from_millis(300)).await;
        stop.store(true, Ordering::Relaxed);
    };
    let again = || sign_in_until(&house, &stop);
    let ((), first, second, third, fourth, fifth, sixth) =
        tokio::join!(reset, again(), again(), again(), again(), again(), again());
    let given = [first, second, third, fourth, fifth, sixth].concat();
    assert!(!given.is_empty());
    for (refresh_token, cookie) in given {
        if let Some(token) = refresh_token {
            let (status, answer) = house.token(json!({"grant_type": "refresh_token", "refresh_token": token})).await;
            assert_eq!(status, 401, "{answer}");
        }
        if let Some(cookie) = cookie {
            let (status, _, answer) = house.call("GET", "/api/v1/auth/me", &[("cookie", &cookie)], "").await;
            assert_eq!((status, &answer["code"]), (401, &Value::from("token_revoked")));
        }
    }
}

#[tokio::test]
async fn nobody_joins_another_organization_with_a_password_that_is_reset_meanwhile() {
    let house = House::new().await;
    let admin = text(&house.signed_in().await["access_token"]).to_owned();
    let body = json!({"name": "Engines", "baseCurrency": "EUR", "timezone": "Europe/Paris"});
    let (status, other) = house.send("POST", "/api/v1/organizations", &admin, body).await;
    assert_eq!(status, 201, "{other}");
    let sign_in = |name: &str, password: &str, organization: &Value| json!({"grant_type": "password", "username": name, "password": password, "organizationId": organization});
    let (_, answer) = house.token(sign_in("ada", PASSWORD, &other["id"])).await;
    let there = text(&answer["access_token"]).to_owned();
    for turn in 0..12 {
        let name = format!("grace{turn}");
        let user = json!({"username": name, "password": PASSWORD, "roles": ["clerk"]});
        let (_, user) = house.send("POST", "/api/v1/users", &admin, user).await;
        let (_, answer) = house.token(sign_in(&name, PASSWORD, &Value::Null)).await;
        let change = json!({"currentPassword": PASSWORD, "newPassword": NEXT});
        let (status, _) = house.send("POST", "/api/v1/auth/password", text(&answer["access_token"]), change).await;
        assert_eq!(status, 204);
        let (_, answer) = house.token(sign_in(&name, NEXT, &Value::Null)).await;
        let own = text(&answer["access_token"]).to_owned();
        let offer = json!({"username": name, "roles": ["admin"]});
        let (_, invitation) = house.send("POST", "/api/v1/invitations", &there, offer).await;
        let reset = async {
            let path = format!("/api/v1/users/{}", text(&user["id"]));
            house.send("PUT", &path, &admin, json!({"password": PASSWORD})).await
        };
        let accept = async {
            tokio::time::sleep(Duration::from_millis(4 * turn)).await;
            let code = json!({"code": invitation["code"]});
            house.send("POST", "/api/v1/auth/invitations/accept", &own, code).await
        };
        let ((reset, _), (accepted, _)) = tokio::join!(reset, accept);
        let (status, answer) = house.token(sign_in(&name, PASSWORD, &other["id"])).await;
        assert_ne!(status, 200, "the reset was {reset}, the acceptance {accepted}: {answer}");
    }
}

#[tokio::test]
async fn guesses_at_the_same_time_are_told_no_more_than_guesses_one_after_the_other() {
    let house = House::new().await;
    let guess = async || {
        let mut refused = 0;
        for turn in 0..8 {
            let body = json!({"grant_type": "password", "username": "ada", "password": format!("wrong number {turn}")});
            refused += usize::from(house.token(body).await.0 == 401);
        }
        refused
    };
    let counts = tokio::join!(guess(), guess(), guess(), guess(), guess(), guess());
    let refused = counts.0 + counts.1 + counts.2 + counts.3 + counts.4 + counts.5;
    // Four are free; two run at once, and the fifth costs a second.
    assert!((4..=8).contains(&refused), "{refused} guesses were answered");
}

#[tokio::test]
async fn nobody_makes_more_organizations_at_once_than_one_after_the_other() {
    let house = House::new().await;
    let admin = text(&house.signed_in().await["access_token"]).to_owned();
    let make = async || {
        let mut made = 0;
        for _ in 0..3 {
            let body = json!({"name": "Engines", "baseCurrency": "EUR", "timezone": "Europe/Paris"});
            made += usize::from(house.send("POST", "/api/v1/organizations", &admin, body).await.0 == 201);
        }
        made
    };
    let counts = tokio::join!(make(), make(), make(), make(), make(), make());
    let made = counts.0 + counts.1 + counts.2 + counts.3 + counts.4 + counts.5;
    assert!(made <= 10, "{made} were made, and ten are allowed");
}
