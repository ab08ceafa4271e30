//! Two trusted issuers who both know a subject of the same name.

use serde_json::{Value, json};

use super::house::{House, SECRET, issuer, text};
use super::tests::mint;
use crate::auth::issuers::{IssuerConfig, Secret};
use crate::commit;
use crate::identity::AuthSettings;

const OTHER: &str = "fedcba9876543210fedcba9876543210";

#[tokio::test]
async fn the_same_subject_of_two_issuers_is_two_users() {
    let first = House::new().await;
    let organization = first.made.organization.to_string();
    let other = IssuerConfig {
        issuer: "https://other.example".to_owned(),
        hs256_secret: Some(Secret(OTHER.to_owned())),
        ..issuer(&organization)
    };
    let settings = AuthSettings { issuers: vec![issuer(&organization), other], ..AuthSettings::default() };
    let house = first.restarted_with(settings).await;
    let expires_s = commit::now().0 / 1_000_000 + 60;
    let claims = |issuer: &str| json!({"iss": format!("https://{issuer}.example"), "aud": "books", "sub": "u1", "exp": expires_s, "roles": ["bookkeeper"]});
    let tokens = [mint(claims("login"), SECRET), mint(claims("other"), OTHER)];
    for crossed in [mint(claims("login"), OTHER), mint(claims("other"), SECRET)] {
        assert_eq!(house.get("/api/v1/auth/me", &crossed).await.0, 401, "an issuer signs for itself alone");
    }
    let (mut principals, mut parties) = (Vec::new(), Vec::new());
    for token in &tokens {
        let (status, me) = house.get("/api/v1/auth/me", token).await;
        assert_eq!((status, &me["kind"]), (200, &json!("foreign")), "{me}");
        principals.push(me["principalId"].clone());
        // The same key of two users is two requests.
        let headers = [("authorization", format!("Bearer {token}")), ("idempotency-key", "the-same".to_owned())];
        let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
        let body = json!({"name": format!("Party {}", parties.len())}).to_string();
        let (status, _, party) = house.call("POST", "/api/v1/accounting/parties", &headers, &body).await;
        assert_eq!(status, 201, "{party}");
        parties.push(text(&party["id"]).to_owned());
    }
    assert!(principals[0] != principals[1] && parties[0] != parties[1], "{principals:?} {parties:?}");
    // Ending one ends nothing of the other.
    assert_eq!(house.send("DELETE", "/api/v1/auth/session", &tokens[0], Value::Null).await.0, 204);
    assert_eq!(house.get("/api/v1/auth/me", &tokens[0]).await.0, 401);
    assert_eq!(house.get("/api/v1/auth/me", &tokens[1]).await.0, 200);
}
