//! One login and two organizations: acts of one change nothing in the other, and nobody joins without their own act.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::organizations::enter;
use crate::users::{PASSWORD, add_user, let_keep, sign_in, signed_in};

/// A login's own password, which no administrator chose.
pub const OWN: &str = "five slow barges";

/// Changes the password that an administrator chose.
async fn choose_own(app: &TestServer, username: &str) {
    let body = json!({"currentPassword": PASSWORD, "newPassword": OWN});
    signed_in(app, username).await.post("/auth/password", &body).await.expect(204);
}

/// A sign-in with the own password, to an organization or to none in particular.
pub async fn own(app: &TestServer, username: &str, organization: Option<&str>) -> Caller {
    let body = json!({"grant_type": "password", "username": username, "password": OWN, "organizationId": organization});
    let issued = app.with_token(None).post("/auth/token", &body).await.expect(200).json();
    app.with_token(Some(issued["access_token"].as_str().unwrap().to_owned()))
}

async fn invite(by: &Caller, username: &str, roles: &[&str]) -> Value {
    by.post("/invitations", &json!({"username": username, "roles": roles})).await.expect(201).json()
}

/// `vic` of Acme, with a password of their own, in Globex as well.
pub async fn joined(app: &TestServer) -> String {
    joined_as(app, "clerk", "auditor").await
}

/// The same with a role at home and another there.
pub async fn joined_as(app: &TestServer, at_home: &str, there: &str) -> String {
    let id = add_user(app, "vic", &[at_home]).await;
    choose_own(app, "vic").await;
    let code = invite(&app.as_foreign("admin"), "vic", &[there]).await["code"].clone();
    own(app, "vic", None).await.post("/auth/invitations/accept", &json!({"code": code})).await.expect(200);
    id
}

/// The state of a login in one of its organizations: where it gets without naming one, and its role in this one.
async fn fares(app: &TestServer, organization: &str) -> [Value; 5] {
    let without = own(app, "vic", None).await.get("/auth/me").await.expect(200).json();
    let me = own(app, "vic", Some(organization)).await.get("/auth/me").await.expect(200).json();
    [
        without["organizationId"].clone(),
        me["roles"].clone(),
        me["name"].clone(),
        me["warehouseIds"].clone(),
        me["mustChangePassword"].clone(),
    ]
}

on_both![
    a_stranger_takes_no_login_hostage_and_prepares_none_to_take_over,
    an_invitation_tells_nothing_to_who_invites_and_everything_to_the_invited,
    an_invitation_ends_by_withdrawal_refusal_time_and_with_its_makers_rights,
    who_joined_acts_at_home_unless_they_name_the_other_and_leaves_when_they_want,
    who_joined_and_then_left_home_keeps_a_password_that_nobody_else_sets,
    nothing_that_one_organization_does_with_a_login_changes_it_in_the_other,
    nothing_that_one_organization_does_with_secrets_and_roles_changes_those_of_the_other,
];

async fn a_stranger_takes_no_login_hostage_and_prepares_none_to_take_over(app: &TestServer) {
    add_user(app, "vic", &["clerk"]).await;
    add_user(app, "stranger", &["auditor"]).await;
    let stranger = signed_in(app, "stranger").await;
    let body = json!({"name": "Trap", "baseCurrency": "EUR", "timezone": "Europe/Paris"});
    let refused = stranger.post("/organizations", &body).await;
    assert!(refused.expect(403).text().contains("countinghouse organization add"), "{}", refused.text());
    let foreign = app.as_foreign("admin");
    let taken = foreign.post("/users", &json!({"username": "vic", "password": PASSWORD, "roles": ["admin"]})).await;
    taken.expect(409).code("code_taken");
    for told in ["The vic", "Acme", "leave the password out"] {
        assert!(!taken.text().contains(told), "{}", taken.text());
    }
    foreign.post("/users", &json!({"username": "vic", "roles": ["admin"]})).await.expect(400).pointer("/password");
    // Vic signs in as ever, and Acme may still reset the password.
    let vic = signed_in(app, "vic").await.get("/auth/me").await.json();
    assert_eq!(
        (&vic["organizationId"], vic["memberships"].as_array().unwrap().len()),
        (&json!(app.books.organization.to_string()), 1)
    );
    app.as_role("admin")
        .put(&format!("/users/{}", vic["principalId"].as_str().unwrap()), &json!({"password": "eight red umbrellas"}))
        .await
        .expect(204);
    // A login whose password its maker knows joins nobody.
    foreign.post("/users", &json!({"username": "new.controller", "password": PASSWORD, "roles": []})).await.expect(201);
    let code = invite(&app.as_role("admin"), "new.controller", &["controller"]).await["code"].clone();
    // Also where nobody makes its owner change the password.
    let_keep(app, "new.controller").await;
    let prepared = signed_in(app, "new.controller").await;
    prepared
        .post("/auth/invitations/accept", &json!({"code": code}))
        .await
        .expect(403)
        .code("forbidden")
        .says("somebody else chose");
    assert_eq!(prepared.get("/auth/me").await.json()["memberships"].as_array().unwrap().len(), 1);
}

async fn an_invitation_tells_nothing_to_who_invites_and_everything_to_the_invited(app: &TestServer) {
    let foreign = app.as_foreign("admin");
    add_user(app, "vic", &["clerk"]).await;
    add_user(app, "eve", &["clerk"]).await;
    let (known, unknown) =
        (invite(&foreign, "Vic", &["auditor"]).await, invite(&foreign, "nobody", &["auditor"]).await);
    for field in ["roles", "warehouseIds", "status", "invitedBy", "acceptedBy", "answeredAt"] {
        assert_eq!(known[field], unknown[field], "{field}");
    }
    let code = json!({"code": known["code"]});
    assert_eq!(
        foreign.get(&format!("/invitations/{}", known["id"].as_str().unwrap())).await.json()["code"],
        Value::Null
    );
    assert!(!foreign.get("/invitations").await.text().contains(known["code"].as_str().unwrap()));
    assert_eq!(app.as_role("admin").get("/invitations").await.data(), Vec::<Value>::new(), "another organization's");
    app.as_role("admin").delete(&format!("/invitations/{}", known["id"].as_str().unwrap())).await.expect(404);
    for role in ["auditor", "clerk"] {
        app.as_foreign(role).post("/invitations", &json!({"username": "vic", "roles": []})).await.expect(403);
    }
    choose_own(app, "vic").await;
    let (vic, eve) = (own(app, "vic", None).await, signed_in(app, "eve").await);
    for path in ["show", "accept", "decline"] {
        eve.post(&format!("/auth/invitations/{path}"), &code).await.expect(404).code("not_found");
        vic.post(&format!("/auth/invitations/{path}"), &json!({"code": unknown["code"]})).await.expect(404);
    }
    eve.post("/auth/invitations/show", &json!({"code": "chi_x"})).await.expect(404);
    let shown = vic.post("/auth/invitations/show", &code).await.expect(200).json();
    assert_eq!(
        (&shown["organizationName"], &shown["roles"], &shown["memberships"][0]["name"]),
        (&json!("Globex"), &json!(["auditor"]), &json!("Acme"))
    );
    assert_eq!(vic.get("/auth/me").await.json()["memberships"].as_array().unwrap().len(), 1, "nothing changed yet");
    vic.post("/auth/invitations/accept", &code).await.expect(200);
    vic.post("/auth/invitations/accept", &code).await.expect(404);
    // Nobody tries code after code; an accepted invitation stays, and so do sign-ins.
    let mut answers = Vec::new();
    while answers.last() != Some(&429) {
        assert!(answers.len() < 20, "{answers:?}");
        answers.push(eve.post("/auth/invitations/show", &json!({"code": "chi_x"})).await.status);
    }
    signed_in(app, "eve").await;
    let listed = foreign.get("/invitations?status=accepted").await.data();
    assert_eq!((listed.len(), &listed[0]["acceptedBy"]), (1, &vic.get("/auth/me").await.json()["principalId"]));
}

async fn an_invitation_ends_by_withdrawal_refusal_time_and_with_its_makers_rights(app: &TestServer) {
    let foreign = app.as_foreign("admin");
    add_user(app, "vic", &["clerk"]).await;
    choose_own(app, "vic").await;
    let vic = own(app, "vic", None).await;
    let accept =
        async |invitation: &Value| vic.post("/auth/invitations/accept", &json!({"code": invitation["code"]})).await;
    let withdrawn = invite(&foreign, "vic", &["clerk"]).await;
    foreign.delete(&format!("/invitations/{}", withdrawn["id"].as_str().unwrap())).await.expect(204);
    accept(&withdrawn).await.expect(404);
    let declined = invite(&foreign, "vic", &["clerk"]).await;
    vic.post("/auth/invitations/decline", &json!({"code": declined["code"]})).await.expect(204);
    accept(&declined).await.expect(404);
    let expired = invite(&foreign, "vic", &["clerk"]).await;
    app.database
        .operational("update invitations set expires_at = created_at where status = 'open'", &[], &[])
        .await
        .unwrap();
    accept(&expired).await.expect(404);
    let states: Vec<Value> = foreign.get("/invitations").await.data().iter().map(|one| one["status"].clone()).collect();
    assert_eq!(states, ["declined", "expired"]);
    let told = foreign.get("/audit/security-events?limit=200").await.expect(200).data();
    let told: Vec<&Value> = told
        .iter()
        .filter(|event| event["kind"].as_str().is_some_and(|kind| kind.starts_with("invitation.")))
        .collect();
    let kinds: Vec<&Value> = told.iter().rev().map(|event| &event["kind"]).collect();
    let created = "invitation.created";
    assert_eq!(kinds, [created, "invitation.withdrawn", created, "invitation.declined", created]);
    let by = json!(app.other.member("admin").to_string());
    for event in told {
        assert_eq!((&event["subject"], &event["principalId"]), (&json!("vic"), &Value::Null));
        assert_eq!(event["actorId"], if event["kind"] == "invitation.declined" { Value::Null } else { by.clone() });
    }
    foreign.post("/invitations", &json!({"username": "vic", "roles": ["king"]})).await.expect(422).pointer("/roles/0");
    foreign
        .post("/invitations", &json!({"username": "vic", "roles": [], "days": 91}))
        .await
        .expect(400)
        .pointer("/days");
    // Nobody invites to more than they may give, then or at the time of the answer.
    let role = foreign
        .post("/roles", &json!({"name": "desk", "permissions": ["users:manage", "users:read", "accounts:read"]}))
        .await
        .expect(201)
        .id();
    let desk = foreign
        .post("/users", &json!({"username": "desk", "password": PASSWORD, "roles": [role]}))
        .await
        .expect(201)
        .id();
    let_keep(app, "desk").await;
    let helper = signed_in(app, "desk").await;
    helper
        .post("/invitations", &json!({"username": "vic", "roles": ["clerk"]}))
        .await
        .expect(403)
        .code("grant_exceeds_rights");
    let given = invite(&helper, "vic", &["desk"]).await;
    foreign.put(&format!("/users/{desk}"), &json!({"isActive": false})).await.expect(204);
    assert!(accept(&given).await.expect(403).text().contains("can no longer grant these roles"));
    foreign.put(&format!("/users/{desk}"), &json!({"isActive": true})).await.expect(204);
    accept(&given).await.expect(200);
}

async fn who_joined_acts_at_home_unless_they_name_the_other_and_leaves_when_they_want(app: &TestServer) {
    let (acme, globex) = (app.books.organization.to_string(), app.other.organization.to_string());
    let id = joined(app).await;
    assert_eq!(own(app, "vic", None).await.get("/auth/me").await.json()["organizationId"], json!(acme));
    assert_eq!(own(app, "vic", Some(&globex)).await.get("/auth/me").await.json()["roles"], json!(["auditor"]));
    // Whoever set the password could sign in to both: so neither administrator does.
    for admin in [app.as_role("admin"), app.as_foreign("admin")] {
        let refused = admin.put(&format!("/users/{id}"), &json!({"password": "eight red umbrellas"})).await;
        assert!(refused.expect(403).text().contains("countinghouse user password"), "{}", refused.text());
    }
    let vic = own(app, "vic", None).await;
    vic.delete(&format!("/organizations/{globex}/membership")).await.expect(204);
    vic.delete(&format!("/organizations/{globex}/membership")).await.expect(404);
    // Nobody brings them back by themselves.
    app.as_foreign("admin").put(&format!("/users/{id}"), &json!({"isActive": true})).await.expect(204);
    let back = json!({"grant_type": "password", "username": "vic", "password": OWN, "organizationId": globex});
    app.with_token(None).post("/auth/token", &back).await.expect(400).code("organization_required");
    app.as_foreign("admin").put(&format!("/users/{id}"), &json!({"password": "eight red umbrellas"})).await.expect(403);
    app.as_role("admin").put(&format!("/users/{id}"), &json!({"password": PASSWORD})).await.expect(204);
    let_keep(app, "vic").await;
    // Who was made inactive everywhere stays out until somebody else invites them; then they leave, too.
    app.as_role("admin").put(&format!("/users/{id}"), &json!({"isActive": false})).await.expect(204);
    app.with_token(None)
        .post("/auth/token", &json!({"grant_type": "password", "username": "vic", "password": PASSWORD}))
        .await
        .expect(403);
    invite(&app.as_foreign("admin"), "vic", &["auditor"]).await;
    enter(app, "vic", &Value::Null).await.delete(&format!("/organizations/{acme}/membership")).await.expect(204);
    // The rest of their traces there does not hold the login.
    for admin in [app.as_role("admin"), app.as_foreign("admin")] {
        let refused = admin.put(&format!("/users/{id}"), &json!({"password": "eight red umbrellas"})).await;
        assert!(refused.expect(403).text().contains("countinghouse user password"), "{}", refused.text());
    }
    app.with_token(Some(sign_in(app, "vic").await["access_token"].as_str().unwrap().to_owned()))
        .get("/users")
        .await
        .expect(403);
}

async fn who_joined_and_then_left_home_keeps_a_password_that_nobody_else_sets(app: &TestServer) {
    let id = joined(app).await;
    own(app, "vic", None)
        .await
        .delete(&format!("/organizations/{}/membership", app.books.organization))
        .await
        .expect(204);
    // The login is in the other organization alone, which did not make it.
    for admin in [app.as_role("admin"), app.as_foreign("admin")] {
        let refused = admin.put(&format!("/users/{id}"), &json!({"password": "eight red umbrellas"})).await;
        assert!(refused.expect(403).text().contains("countinghouse user password"), "{}", refused.text());
    }
    assert_eq!(
        own(app, "vic", None).await.get("/auth/me").await.json()["organizationId"],
        json!(app.other.organization.to_string())
    );
}

async fn nothing_that_one_organization_does_with_a_login_changes_it_in_the_other(app: &TestServer) {
    let (acme, globex) = (app.books.organization.to_string(), app.other.organization.to_string());
    let id = joined(app).await;
    let user = format!("/users/{id}");
    for (by, there) in [(app.as_foreign("admin"), &acme), (app.as_role("admin"), &globex)] {
        let before = fares(app, there).await;
        let role = by.post("/roles", &json!({"name": "own role", "permissions": []})).await.expect(201).id();
        let warehouse = by.warehouse("SIDE").await;
        for (method, path, body, status) in [
            ("PUT", user.as_str(), json!({"displayName": "Somebody else"}), 204),
            ("PUT", &user, json!({"warehouseIds": [warehouse]}), 204),
            ("PUT", &user, json!({"roles": [role, "admin"]}), 204),
            ("PUT", &format!("/roles/{role}"), json!({"permissions": ["accounts:read"]}), 204),
            ("PUT", &user, json!({"password": "eight red umbrellas"}), 403),
            (
                "PUT",
                &user,
                json!({"password": "eight red umbrellas", "mustChangePassword": true, "isActive": false}),
                403,
            ),
            ("POST", "/users", json!({"username": "vic", "password": PASSWORD, "roles": []}), 409),
            ("POST", "/service-accounts", json!({"name": "vic", "roles": [], "ownerId": id}), 201),
            ("POST", "/invitations", json!({"username": "vic", "roles": ["admin"]}), 201),
            ("PUT", "/organization", json!({"name": "Renamed"}), 204),
            ("PUT", &user, json!({"isActive": false}), 204),
        ] {
            let answer = match method {
                "PUT" => by.put(path, &body).await,
                _ => by.post(path, &body).await,
            };
            assert_eq!(answer.status, status, "{method} {path} {body}: {}", answer.text());
            // Where an organization that shuts out its own login is its home, that login names the other.
            let mut now = fares(app, there).await;
            if *there == globex && body["isActive"] == false && status == 204 {
                now[0] = before[0].clone();
            }
            assert_eq!(now, before, "{method} {path} {body}");
        }
        by.put(&user, &json!({"isActive": true, "warehouseIds": null})).await.expect(204);
    }
}

async fn nothing_that_one_organization_does_with_secrets_and_roles_changes_those_of_the_other(app: &TestServer) {
    for (by, there) in
        [(app.as_foreign("admin"), app.as_role("admin")), (app.as_role("admin"), app.as_foreign("admin"))]
    {
        // The same names in both: a name means the own row.
        let (own, other) = (Programs::make(&by).await, Programs::make(&there).await);
        let before = other.fares(app, &there).await;
        for (method, path, body, status) in [
            // Rows of the other do not exist.
            ("POST", format!("{}/rotate-secret", other.account), json!({}), 404),
            ("POST", format!("{}/rotate-secret", other.account), json!({"keepPrevious": true}), 404),
            ("DELETE", format!("{}/secrets/{}", other.account, other.client_id()), Value::Null, 404),
            ("DELETE", format!("{}/secrets/{}", own.account, other.client_id()), Value::Null, 404),
            ("PUT", other.account.clone(), json!({"isActive": false}), 404),
            ("PUT", other.account.clone(), json!({"roles": []}), 404),
            ("PUT", other.role.clone(), json!({"permissions": []}), 404),
            ("DELETE", other.role.clone(), Value::Null, 404),
            (
                "POST",
                "/service-accounts".to_owned(),
                json!({"name": "Thief", "roles": [other.role.rsplit('/').next()]}),
                422,
            ),
            // The own rows change, and the other's stay.
            ("POST", format!("{}/rotate-secret", own.account), json!({"keepPrevious": true}), 200),
            ("DELETE", format!("{}/secrets/{}", own.account, own.client_id()), Value::Null, 204),
            ("POST", format!("{}/rotate-secret", own.account), json!({}), 200),
            ("PUT", own.role.clone(), json!({"name": "till 2", "permissions": ["accounts:read"]}), 204),
            ("PUT", own.account.clone(), json!({"roles": ["clerk"]}), 204),
            ("DELETE", own.role.clone(), Value::Null, 204),
            ("PUT", own.account.clone(), json!({"isActive": false}), 204),
        ] {
            let answer = match method {
                "PUT" => by.put(&path, &body).await,
                "POST" => by.post(&path, &body).await,
                _ => by.delete(&path).await,
            };
            assert_eq!(answer.status, status, "{method} {path} {body}: {}", answer.text());
            assert_eq!(other.fares(app, &there).await, before, "{method} {path} {body}");
        }
        there.put(&other.account, &json!({"roles": [], "isActive": false})).await.expect(204);
        there.delete(&other.role).await.expect(204);
    }
}

/// A service account with a role of its organization's own.
struct Programs {
    account: String,
    role: String,
    /// As it was answered once, with the secret.
    made: Value,
    token: String,
}

impl Programs {
    async fn make(by: &Caller) -> Self {
        let body = json!({"name": "till", "permissions": ["warehouses:read"]});
        let role = by.post("/roles", &body).await.expect(201).id();
        let made = by.post("/service-accounts", &json!({"name": "Till", "roles": ["till"]})).await.expect(201).json();
        let account = format!("/service-accounts/{}", made["id"].as_str().unwrap());
        let token =
            by.with_token(None).post("/auth/token", &Self::grant(&made)).await.expect(200).field("access_token");
        Self { account, role: format!("/roles/{role}"), made, token }
    }

    fn grant(made: &Value) -> Value {
        json!({"grant_type": "client_credentials", "client_id": made["clientId"], "client_secret": made["clientSecret"]})
    }

    fn client_id(&self) -> &str {
        self.made["clientId"].as_str().unwrap()
    }

    /// The view of its own administrator, the access by its secret, and the effect of a token that it got before.
    async fn fares(&self, app: &TestServer, admin: &Caller) -> [Value; 6] {
        let token = app.with_token(None).post("/auth/token", &Self::grant(&self.made)).await;
        let before = app.with_token(Some(self.token.clone()));
        let mut account = admin.get(&self.account).await.json();
        // The time of a secret's last use is shown to the hour.
        account["secrets"][0]["lastUsedAt"] = Value::Null;
        [
            account,
            admin.get(&self.role).await.json(),
            json!([token.status, token.json()["scope"], token.json()["organizationId"]]),
            before.get("/auth/me").await.json(),
            json!(before.get("/warehouses").await.status),
            json!(before.get("/accounting/accounts").await.status),
        ]
    }
}
