//! Service accounts: their secret is shown once, changes by rotation, and ends with the account.

use checks::{TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;

fn grant(account: &Value) -> Value {
    json!({"grant_type": "client_credentials", "client_id": account["clientId"], "client_secret": account["clientSecret"]})
}

async fn token(app: &TestServer, account: &Value) -> checks::Answer {
    app.with_token(None).post("/auth/token", &grant(account)).await
}

on_both![
    the_secret_is_shown_once_and_is_nowhere_else,
    rotation_ends_the_old_secret_or_keeps_it_until_it_is_revoked,
    rotation_gives_running_clients_a_day_or_the_hours_that_were_asked_for,
    a_repeated_rotation_makes_no_other_secret,
    the_errors_of_the_token_endpoint_are_those_of_oauth,
    a_key_makes_one_account_and_is_refused_for_another_also_in_a_preview_and_without_its_receipt,
    accounts_whose_owner_is_gone_are_told_and_go_on,
    a_disabled_account_gets_and_keeps_no_token,
];

async fn the_secret_is_shown_once_and_is_nowhere_else(app: &TestServer) {
    let admin = app.as_role("admin");
    let body = json!({"name": "Web shop ☕", "roles": ["accountant"]});
    let made = admin.post("/service-accounts", &body).key("k").await.expect(201).json();
    let secret = made["clientSecret"].as_str().unwrap();
    let again = admin.post("/service-accounts", &body).key("k").await;
    assert_eq!(
        (again.expect(201).header("idempotent-replayed"), &again.json()["clientId"], &again.json()["clientSecret"]),
        ("true", &made["clientId"], &Value::Null)
    );
    let path = format!("/service-accounts/{}", made["id"].as_str().unwrap());
    for text in [
        admin.get(&path).await.text(),
        admin.get("/service-accounts").await.text(),
        admin.get("/events?limit=200").await.text(),
    ] {
        assert!(!text.contains(secret), "the secret is shown again");
    }
    let issued = token(app, &made).await;
    let issued = issued.expect(200).json();
    assert_eq!(issued["refresh_token"], Value::Null);
    let shop = app.with_token(Some(issued["access_token"].as_str().unwrap().to_owned()));
    let entry = shop.post_entry(&app.sale("1.00")).await;
    assert_eq!(shop.entry(&entry).await["createdBy"], made["id"], "it acts in its own name");
    let me = shop.get("/auth/me").await.json();
    assert_eq!((&me["kind"], &me["name"]), (&json!("serviceAccount"), &json!("Web shop ☕")));
    shop.get("/users").await.expect(403);
}

async fn rotation_ends_the_old_secret_or_keeps_it_until_it_is_revoked(app: &TestServer) {
    let admin = app.as_role("admin");
    let first = admin.post("/service-accounts", &json!({"name": "Robot", "roles": ["clerk"]})).await.expect(201).json();
    let path = format!("/service-accounts/{}", first["id"].as_str().unwrap());
    let second = admin.post(&format!("{path}/rotate-secret"), &json!({"keepPrevious": true})).await.expect(200).json();
    let old = token(app, &first).await.expect(200).json();
    token(app, &second).await.expect(200);
    assert_eq!(admin.get(&path).await.json()["secrets"].as_array().unwrap().len(), 2);
    admin.delete(&format!("{path}/secrets/{}", first["clientId"].as_str().unwrap())).await.expect(204);
    token(app, &first).await.expect(401);
    // A token that was taken with a secret ends with it.
    let of = |issued: &Value| app.with_token(Some(issued["access_token"].as_str().unwrap().to_owned()));
    of(&old).get("/warehouses").await.expect(401).code("token_revoked");
    let taken = token(app, &second).await.expect(200).json();
    of(&taken).get("/warehouses").await.expect(200);
    let third = admin.post(&format!("{path}/rotate-secret"), &json!({"endPrevious": true})).await.expect(200).json();
    token(app, &second).await.expect(401);
    of(&taken).get("/warehouses").await.expect(401).code("token_revoked");
    let robot = of(&token(app, &third).await.expect(200).json());
    robot.get("/warehouses").await.expect(200);
    admin.delete(&format!("{path}/secrets/{}", third["clientId"].as_str().unwrap())).await.expect(204);
    robot.get("/warehouses").await.expect(401).code("token_revoked");
    for wrong in [
        json!({"clientId": third["clientId"], "clientSecret": second["clientSecret"]}),
        json!({"clientId": "chc_nobody", "clientSecret": third["clientSecret"]}),
        json!({"clientId": "", "clientSecret": ""}),
        json!({"clientId": "' or 1=1 --", "clientSecret": "x"}),
    ] {
        let answer = token(app, &wrong).await;
        assert!(matches!(answer.status, 400 | 401), "{}", answer.text());
    }
}

/// Microseconds until an instant of an answer.
fn until(at: &Value) -> i64 {
    let at: jiff::Timestamp = at.as_str().unwrap().parse().unwrap();
    at.as_microsecond() - server::commit::now().0
}

async fn rotation_gives_running_clients_a_day_or_the_hours_that_were_asked_for(app: &TestServer) {
    const HOUR_US: i64 = 3_600_000_000;
    let admin = app.as_role("admin");
    let first = admin.post("/service-accounts", &json!({"name": "Robot", "roles": ["clerk"]})).await.expect(201).json();
    assert_eq!((&first["previousExpiresAt"], &first["secrets"][0]["expiresAt"]), (&Value::Null, &Value::Null));
    let path = format!("/service-accounts/{}", first["id"].as_str().unwrap());
    let rotate = async |body: Value| admin.post(&format!("{path}/rotate-secret"), &body).await;
    let preview = admin.post(&format!("{path}/rotate-secret?dryRun=true"), &json!({})).await.expect(200).json();
    assert_eq!(preview["result"]["clientSecret"], Value::Null, "{preview}");
    let second = rotate(json!({})).await.expect(200).json();
    assert_ne!(second["clientId"], first["clientId"]);
    let left = until(&second["previousExpiresAt"]);
    assert!((23 * HOUR_US..=24 * HOUR_US).contains(&left), "{left}");
    assert_eq!(second["secrets"][0]["expiresAt"], second["previousExpiresAt"]);
    assert_eq!(second["secrets"][1]["expiresAt"], Value::Null);
    let old = token(app, &first).await.expect(200).json();
    let of = |issued: &Value| app.with_token(Some(issued["access_token"].as_str().unwrap().to_owned()));
    of(&old).get("/warehouses").await.expect(200);
    // A later rotation never gives an earlier secret more time than it had.
    let third = rotate(json!({"previousExpiresInHours": 72})).await.expect(200).json();
    assert_eq!(third["secrets"][0]["expiresAt"], second["secrets"][0]["expiresAt"]);
    assert!((71 * HOUR_US..=72 * HOUR_US).contains(&until(&third["previousExpiresAt"])));
    for wrong in [
        json!({"previousExpiresInHours": 0}),
        json!({"previousExpiresInHours": 721}),
        json!({"previousExpiresInHours": 1, "endPrevious": true}),
        json!({"keepPrevious": true, "endPrevious": true}),
    ] {
        rotate(wrong).await.expect(400).code("validation_failed");
    }
    let ends = async |client: &Value, at: i64| {
        let sql = format!(
            "update service_account_secrets set expires_at = {at} where client_id = '{}'",
            client["clientId"].as_str().unwrap()
        );
        app.database.operational(&sql, &[], &[]).await.unwrap();
    };
    // A token that is taken shortly before the end lives no longer than the secret.
    ends(&second, server::commit::now().0 + 60_000_000).await;
    let short = token(app, &second).await.expect(200).json();
    assert!((1..=60).contains(&short["expires_in"].as_i64().unwrap()), "{short}");
    ends(&second, 1).await;
    token(app, &second).await.expect(401).code("invalid_credentials");
    token(app, &first).await.expect(200);
    token(app, &third).await.expect(200);
    let shown = admin.get(&path).await.json();
    let revoked: Vec<&Value> = shown["secrets"].as_array().unwrap().iter().map(|one| &one["isRevoked"]).collect();
    assert_eq!(revoked, [&json!(false), &json!(true), &json!(false)]);
    assert_eq!(shown["previousExpiresAt"], second["previousExpiresAt"]);
    // The only secret that is left ends: nobody has a token any more.
    admin.delete(&format!("{path}/secrets/{}", third["clientId"].as_str().unwrap())).await.expect(204);
    let last = token(app, &first).await.expect(200).json();
    ends(&first, 1).await;
    of(&last).get("/warehouses").await.expect(401).code("token_revoked");
}

async fn a_repeated_rotation_makes_no_other_secret(app: &TestServer) {
    let admin = app.as_role("admin");
    let first = admin.post("/service-accounts", &json!({"name": "Robot", "roles": ["clerk"]})).await.expect(201).json();
    let path = format!("/service-accounts/{}", first["id"].as_str().unwrap());
    let rotate = async |body: &Value| admin.post(&format!("{path}/rotate-secret"), body).key("roll").await;
    let made = rotate(&json!({})).await.expect(200).json();
    assert!(made["clientSecret"].is_string());
    let again = rotate(&json!({})).await;
    assert_eq!(again.expect(200).header("idempotent-replayed"), "true");
    let again = again.json();
    assert_eq!((&again["clientId"], &again["clientSecret"]), (&made["clientId"], &Value::Null));
    rotate(&json!({"endPrevious": true})).await.expect(422).code("idempotency_key_reused");
    // As after the days for which receipts are kept.
    app.database.operational("delete from receipts", &[], &[]).await.unwrap();
    let late = rotate(&json!({"endPrevious": true})).await.expect(200).json();
    assert_eq!((&late["clientId"], &late["clientSecret"]), (&made["clientId"], &Value::Null));
    assert_eq!(late["secrets"].as_array().unwrap().len(), 2);
    token(app, &first).await.expect(200);
    token(app, &made).await.expect(200);
}

async fn the_errors_of_the_token_endpoint_are_those_of_oauth(app: &TestServer) {
    let admin = app.as_role("admin");
    let made = admin.post("/service-accounts", &json!({"name": "Robot", "roles": ["clerk"]})).await.expect(201).json();
    let nobody = app.with_token(None);
    let mut wrong = grant(&made);
    wrong["client_secret"] = json!("chs_wrong");
    let mut scope = grant(&made);
    scope["scope"] = json!("journal-entries:fly");
    for (body, status, error) in [
        (wrong, 401, "invalid_client"),
        (json!({"grant_type": "refresh_token", "refresh_token": "x"}), 401, "invalid_grant"),
        (json!({"grant_type": "password", "username": "nobody", "password": "not \"this\" ☕"}), 401, "invalid_grant"),
        (json!({"grant_type": "implicit"}), 400, "unsupported_grant_type"),
        (json!({"grant_type": "client_credentials"}), 400, "invalid_request"),
        (json!({}), 400, "invalid_request"),
        (scope, 400, "invalid_scope"),
    ] {
        let answer = nobody.post("/auth/token", &body).await;
        let problem = answer.expect(status).json();
        assert_eq!((&problem["error"], answer.header("cache-control")), (&json!(error), "no-store"), "{problem}");
        let description = problem["error_description"].as_str().unwrap();
        assert!(description.chars().all(|one| matches!(one, ' '..='~') && !matches!(one, '"' | '\\')), "{problem}");
        assert!(problem["code"].is_string() && problem["detail"].is_string());
    }
    admin.get("/service-accounts/prn_x").await.expect(404);
}

async fn a_key_makes_one_account_and_is_refused_for_another_also_in_a_preview_and_without_its_receipt(
    app: &TestServer,
) {
    let admin = app.as_role("admin");
    let body = |name: &str| json!({"name": name, "roles": ["clerk"]});
    admin.post("/service-accounts?dryRun=true", &body("Robot")).key("k").await.expect(200);
    let made = admin.post("/service-accounts", &body("Robot")).key("k").await.expect(201).id();
    for path in ["/service-accounts?dryRun=true", "/service-accounts"] {
        admin.post(path, &body("Other")).key("k").await.expect(422).code("idempotency_key_reused");
    }
    // As after the days for which receipts are kept.
    app.database.operational("delete from receipts", &[], &[]).await.unwrap();
    let before = app.heads().await;
    for name in ["Robot", "Other"] {
        admin.post("/service-accounts", &body(name)).key("k").await.expect(422).code("idempotency_key_reused");
    }
    assert_eq!(app.heads().await, before);
    let other = admin.post("/service-accounts", &body("Other")).key("k2").await.expect(201).id();
    assert_ne!(made, other);
}

async fn accounts_whose_owner_is_gone_are_told_and_go_on(app: &TestServer) {
    let admin = app.as_role("admin");
    let owner = app.books.member("controller").to_string();
    let body = json!({"name": "Shop", "roles": ["clerk"], "ownerId": owner});
    let made = admin.post("/service-accounts", &body).await.expect(201).json();
    assert_eq!(made["ownerActive"], true);
    let without = "/service-accounts?ownerActive=false";
    assert_eq!(admin.get(without).await.data().len(), 0);
    let gone = admin.put(&format!("/users/{owner}"), &json!({"isActive": false})).await;
    assert_eq!(gone.expect(204).header("ownerless-service-accounts"), "1");
    let found = admin.get(without).await.data();
    assert_eq!(
        (found.len(), &found[0]["id"], &found[0]["ownerActive"], &found[0]["isActive"]),
        (1, &made["id"], &json!(false), &json!(true))
    );
    assert_eq!(admin.get("/service-accounts?ownerActive=true").await.data().len(), 0);
    token(app, &made).await.expect(200);
    let events = admin.get("/events?limit=200").await.data();
    let told = &events.iter().rev().find(|event| event["type"] == "membership.changed").unwrap()["data"];
    assert_eq!(told["controlChanges"][0]["after"]["ownerlessServiceAccounts"], json!([made["id"]]));
    let path = format!("/service-accounts/{}", made["id"].as_str().unwrap());
    admin.put(&path, &found[0]).await.expect(204);
    admin.put(&path, &json!({"ownerId": app.books.member("admin").to_string()})).await.expect(204);
    assert_eq!(admin.get(&path).await.json()["ownerActive"], true);
    assert_eq!(
        admin
            .put(&format!("/users/{owner}"), &json!({"isActive": true}))
            .await
            .expect(204)
            .header("ownerless-service-accounts"),
        ""
    );
}

async fn a_disabled_account_gets_and_keeps_no_token(app: &TestServer) {
    let admin = app.as_role("admin");
    let made = admin.post("/service-accounts", &json!({"name": "Robot", "roles": ["clerk"]})).await.expect(201).json();
    let path = format!("/service-accounts/{}", made["id"].as_str().unwrap());
    let issued = token(app, &made).await.expect(200).json();
    admin.put(&path, &json!({"isActive": false})).await.expect(204);
    token(app, &made).await.expect(401);
    let robot = app.with_token(Some(issued["access_token"].as_str().unwrap().to_owned()));
    let answer = robot.get("/warehouses").await;
    assert!(matches!(answer.status, 401 | 403), "{}", answer.text());
    admin.put(&path, &json!({"isActive": true, "roles": ["auditor"]})).await.expect(204);
    token(app, &made).await.expect(200);
    for number in 0..5 {
        admin.post("/service-accounts", &json!({"name": format!("Robot {number}"), "roles": []})).await.expect(201);
    }
    assert_eq!(all_pages(&admin, "/service-accounts", 2).await, admin.get("/service-accounts").await.data());
    admin.get(&format!("/users/{}", made["id"].as_str().unwrap())).await.expect(404);
    app.as_foreign("admin").get(&path).await.expect(404);
}
