//! How long a sign-in counts: what two windows share, what ends it, and what never begins again.

use checks::{Answer, TestServer, on_both};
use serde_json::{Value, json};

use crate::users::{add_user, sign_in};

async fn token(app: &TestServer, body: Value) -> Answer {
    app.with_token(None).post("/auth/token", &body).await
}

fn refresh(token: &Value) -> Value {
    json!({"grant_type": "refresh_token", "refresh_token": token})
}

fn access(issued: &Value) -> Option<String> {
    issued["access_token"].as_str().map(str::to_owned)
}

on_both! {
    async fn two_windows_that_refresh_at_once_go_on_with_one_and_the_same_token(app) {
        add_user(app, "ada", &["clerk"]).await;
        let first = sign_in(app, "ada").await;
        let (mut one, mut other) = (first.clone(), first.clone());
        for _ in 0..3 {
            (one, other) = (token(app, refresh(&one["refresh_token"])).await.expect(200).json(), token(app, refresh(&other["refresh_token"])).await.expect(200).json());
            assert_eq!(one["refresh_token"], other["refresh_token"]);
        }
        for window in [&one, &other] {
            app.with_token(access(window)).get("/auth/me").await.expect(200);
        }
        // An older one than the last two is a copy.
        token(app, refresh(&first["refresh_token"])).await.expect(401).code("token_revoked");
        token(app, refresh(&one["refresh_token"])).await.expect(401).code("token_revoked");
    }

    async fn a_used_refresh_token_that_comes_later_than_a_moment_ends_the_sign_in(app) {
        add_user(app, "ada", &["clerk"]).await;
        let first = sign_in(app, "ada").await;
        let second = token(app, refresh(&first["refresh_token"])).await.expect(200).json();
        app.database.operational("update refresh_families set previous_valid_until = last_used_at where previous_hash is not null", &[], &[]).await.unwrap();
        token(app, refresh(&first["refresh_token"])).await.expect(401).code("token_revoked");
        token(app, refresh(&second["refresh_token"])).await.expect(401).code("token_revoked");
        app.with_token(access(&second)).get("/auth/me").await.expect(401).code("token_revoked");
    }
}
