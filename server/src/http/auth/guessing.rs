//! Every way to try a password, a secret or a code waits after failures.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::json;

use super::house::{House, text};
use super::{invitations, setup};

#[tokio::test]
async fn every_way_to_guess_waits_after_failures_and_a_right_guess_does_so_too() {
    let house = House::new().await;
    let ada = house.signed_in().await;
    let admin = text(&ada["access_token"]);
    let shop = json!({"name": "shop", "roles": []});
    let (_, shop) = house.send("POST", "/api/v1/service-accounts", admin, shop).await;
    let (client, secret) = (text(&shop["clientId"]), text(&shop["clientSecret"]));
    let bearer = format!("Bearer {admin}");
    let basic = |secret: &str| format!("Basic {}", BASE64_STANDARD.encode(format!("{client}:{secret}")));
    let (wrong, right) = (basic("wrong"), basic(secret));
    let grant = "client_credentials";
    let set_up = json!({
        "code": "AAAA-BBBB-CCCC", "username": "eve", "password": "eight red umbrellas", "organizationName": "Eve",
        "baseCurrency": "GBP", "timezone": "Europe/London",
    });
    let password = json!({"grant_type": "password", "username": "ada", "password": "wrong"});
    let change = json!({"currentPassword": "wrong", "newPassword": "eight red umbrellas"});
    let code = json!({"code": "chi_q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA"});
    let invited = invitations::throttled("ada");
    let credentials = json!({"grant_type": grant, "client_id": client, "client_secret": "wrong"});
    for (account, path, headers, body, refused) in [
        ("ada", "token", vec![], password, 401),
        ("ada", "session", vec![], json!({"username": "ada", "password": "wrong"}), 401),
        ("ada", "password", vec![("authorization", bearer.as_str())], change, 401),
        (client, "token", vec![], credentials, 401),
        (client, "token", vec![("authorization", wrong.as_str())], json!({"grant_type": grant}), 401),
        (client, "token", vec![("authorization", right.as_str())], json!({"grant_type": grant}), 200),
        (setup::THROTTLED, "setup", vec![], set_up, 403),
        (&invited, "invitations/show", vec![("authorization", bearer.as_str())], code.clone(), 404),
        (&invited, "invitations/accept", vec![("authorization", bearer.as_str())], code.clone(), 404),
        (&invited, "invitations/decline", vec![("authorization", bearer.as_str())], code, 404),
    ] {
        let ask = async || house.call("POST", &format!("/api/v1/auth/{path}"), &headers, &body.to_string()).await;
        let (status, _, answer) = ask().await;
        assert_eq!(status, refused, "{path} {answer}");
        house.fail(account, 8).await;
        let (status, headers, answer) = ask().await;
        assert_eq!((status, &answer["code"]), (429, &json!("too_many_requests")), "{path} {answer}");
        assert!(headers.contains_key("retry-after"), "{path}");
        house.forgive(account).await;
    }
}
