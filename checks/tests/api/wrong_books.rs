//! A login of two organizations and windows that show either: what is meant for the one books never gets into the others.

use checks::{Answer, Caller, TestServer, on_both};
use reqwest::Method;
use serde_json::{Value, json};

use crate::two_organizations::{OWN, joined, own};
use crate::users::{add_user, sign_in, signed_in};

/// A window of the console: it has the cookie, and the CSRF token from when it was opened.
struct Window<'a> {
    app: &'a TestServer,
    cookie: String,
    csrf: String,
    /// The books that it shows.
    shows: Option<String>,
}

impl<'a> Window<'a> {
    /// Signs in with a password of one's own.
    async fn open(app: &'a TestServer, username: &str, password: &str) -> Self {
        let body = json!({"username": username, "password": password});
        let session = app.with_token(None).post("/auth/session", &body).header("origin", &app.url).await;
        let csrf = session.expect(200).field("csrfToken");
        let cookie = session.header("set-cookie").split(';').next().unwrap().to_owned();
        Self { app, cookie, csrf, shows: session.json()["organizationId"].as_str().map(str::to_owned) }
    }

    async fn ask(&self, method: Method, path: &str, body: &Value) -> Answer {
        let mut ask = self.app.with_token(None).ask(method.clone(), path).header("cookie", &self.cookie);
        if method != Method::GET {
            ask = ask.header("origin", &self.app.url).header("x-csrf-token", &self.csrf);
        }
        if let Some(shows) = &self.shows {
            ask = ask.header("x-organization-id", shows);
        }
        if body.is_null() { ask.await } else { ask.text(&body.to_string()).await }
    }

    async fn get(&self, path: &str) -> Answer {
        self.ask(Method::GET, path, &Value::Null).await
    }

    /// Goes to other books, and shows them.
    async fn enter(&mut self, organization: &str) -> Value {
        let body = json!({"organizationId": organization});
        let answer = self.ask(Method::PUT, "/auth/session", &body).await;
        self.shows = Some(organization.to_owned());
        answer.expect(200).json()
    }

    /// The other window of the same browser.
    fn beside(&self) -> Self {
        Self { app: self.app, cookie: self.cookie.clone(), csrf: self.csrf.clone(), shows: self.shows.clone() }
    }
}

fn both(app: &TestServer) -> (String, String) {
    (app.books.organization.to_string(), app.other.organization.to_string())
}

on_both![
    a_request_for_another_organization_is_refused_before_anything_else_of_it,
    a_session_goes_to_other_books_and_the_window_that_shows_the_former_ones_writes_nothing,
    a_session_goes_only_where_its_login_is_an_active_member,
    a_session_that_was_led_where_its_member_was_shut_out_before_counts_and_later_ends_with_it,
    a_stream_ends_when_its_session_goes_to_other_books,
    sign_ins_are_seen_and_ended_by_whose_they_are_alone,
    a_sign_in_to_other_books_is_in_their_security_log,
];

async fn a_request_for_another_organization_is_refused_before_anything_else_of_it(app: &TestServer) {
    let (home, other) = both(app);
    let before = app.heads().await;
    let clerk = app.as_role("clerk");
    for (method, path, body) in [
        (Method::GET, "/warehouses", ""),
        (Method::GET, "/warehouses?nonsense=1", ""),
        (Method::GET, "/auth/me", ""),
        (Method::GET, "/organizations", ""),
        (Method::GET, "/users", ""),
        (Method::POST, "/warehouses", r#"{"code": "LON", "name": "London"}"#),
        (Method::POST, "/warehouses", "{"),
        (Method::PUT, "/warehouses/nothing", r#"{"nonsense": true}"#),
        (Method::POST, "/batch", r#"{"items": []}"#),
        (Method::POST, "/users", "{}"),
        (Method::DELETE, "/accounting/journal-entries/nothing", ""),
    ] {
        let ask = clerk.ask(method, path).header("x-organization-id", &other);
        let refused = if body.is_empty() { ask.await } else { ask.text(body).await };
        let problem = refused.expect(409).code("organization_mismatch").json();
        assert_eq!(problem["context"], json!({"expected": other, "actual": home}), "{path}");
        assert_eq!(problem["resolutions"], json!([]), "a token stays where it is");
    }
    assert_eq!(app.heads().await, before);
    clerk.get("/warehouses").header("x-organization-id", &home).await.expect(200);
    for malformed in ["", "acme", "wh_01h455vb4pex5vsknk084sn02q", &format!("{home},{other}")] {
        let refused = clerk.get("/warehouses").header("x-organization-id", malformed).await;
        refused.expect(400).code("validation_failed").pointer("X-Organization-Id");
    }
    let twice = clerk.get("/warehouses").header("x-organization-id", &home).header("x-organization-id", &home).await;
    twice.expect(400).pointer("X-Organization-Id");
    // Who is nobody learns nothing, and what needs nobody looks at nothing.
    app.with_token(None).get("/warehouses").header("x-organization-id", &other).await.expect(401);
    app.with_token(None).get("~/.well-known/jwks.json").header("x-organization-id", &other).await.expect(200);
}

async fn a_session_goes_to_other_books_and_the_window_that_shows_the_former_ones_writes_nothing(app: &TestServer) {
    let (home, other) = both(app);
    joined(app).await;
    let mut window = Window::open(app, "vic", OWN).await;
    let former = window.beside();
    assert_eq!(window.shows.as_deref(), Some(home.as_str()));
    let session = window.enter(&other).await;
    assert_eq!((&session["organizationId"], &session["csrfToken"]), (&json!(other), &json!(window.csrf)));
    assert_eq!(window.get("/auth/me").await.expect(200).json()["roles"], json!(["auditor"]));
    let before = app.heads().await;
    for (method, path) in [(Method::GET, "/accounting/journal-entries"), (Method::POST, "/accounting/journal-entries")]
    {
        let body = if method == Method::POST { app.sale("1.00").json() } else { Value::Null };
        let refused = former.ask(method, path, &body).await;
        refused.expect(409).code("organization_mismatch");
        let way = refused.resolution("switch-organization");
        assert_eq!((&way["method"], &way["body"]), (&json!("PUT"), &json!({"organizationId": home})));
    }
    assert_eq!(app.heads().await, before);
    // The way out works as it stands, from the very window that was refused; so does signing out.
    former.ask(Method::PUT, "/auth/session", &json!({"organizationId": home})).await.expect(200);
    former.get("/accounting/journal-entries").await.expect(200);
    window.get("/accounting/journal-entries").await.expect(409).code("organization_mismatch");
    window.ask(Method::DELETE, "/auth/session", &Value::Null).await.expect(204);
    former.get("/accounting/journal-entries").await.expect(401);
}

async fn a_session_goes_only_where_its_login_is_an_active_member(app: &TestServer) {
    let (home, other) = both(app);
    let vic = joined(app).await;
    add_user(app, "ada", &["clerk"]).await;
    let ada = Window::open(app, "ada", crate::users::PASSWORD).await;
    let to = |organization: &str| json!({"organizationId": organization});
    for organization in [other.as_str(), "org_01h455vb4pex5vsknk084sn02q", "nonsense"] {
        let refused = ada.ask(Method::PUT, "/auth/session", &to(organization)).await;
        refused.expect(400).code("organization_required");
        assert_eq!(refused.json()["context"]["organizations"].as_array().map(Vec::len), Some(1));
    }
    ada.ask(Method::PUT, "/auth/session", &json!({})).await.expect(400).pointer("/organizationId");
    let without_proof = app.with_token(None).put("/auth/session", &to(&home)).header("cookie", &ada.cookie).await;
    without_proof.expect(403).code("csrf_failed");
    let token = signed_in(app, "ada").await;
    token.put("/auth/session", &to(&home)).await.expect(403).code("forbidden").says("POST /api/v1/auth/token");
    app.with_token(None).put("/auth/session", &to(&home)).await.expect(401);
    // Nobody is led where they are no member, also by a way out.
    let lost = Window { shows: Some(other.clone()), ..ada.beside() };
    let refused = lost.get("/warehouses").await;
    assert_eq!(refused.expect(409).json()["resolutions"], json!([]));
    let window = Window::open(app, "vic", OWN).await;
    app.as_foreign("admin").put(&format!("/users/{vic}"), &json!({"isActive": false})).await.expect(204);
    window.ask(Method::PUT, "/auth/session", &to(&other)).await.expect(400).code("organization_required");
    window.get("/warehouses").await.expect(200);
}

async fn a_session_that_was_led_where_its_member_was_shut_out_before_counts_and_later_ends_with_it(app: &TestServer) {
    let (_, other) = both(app);
    let vic = joined(app).await;
    let admin = app.as_foreign("admin");
    let mut window = Window::open(app, "vic", OWN).await;
    let active = async |is_active: bool| {
        admin.put(&format!("/users/{vic}"), &json!({"isActive": is_active})).await.expect(204);
    };
    active(false).await;
    active(true).await;
    window.enter(&other).await;
    window.get("/warehouses").await.expect(200);
    active(false).await;
    window.get("/warehouses").await.expect(401).code("token_revoked");
    active(true).await;
    window.get("/warehouses").await.expect(401).code("token_revoked");
}

async fn a_stream_ends_when_its_session_goes_to_other_books(app: &TestServer) {
    let (home, other) = both(app);
    joined(app).await;
    let mut window = Window::open(app, "vic", OWN).await;
    window.enter(&other).await;
    let follow = |window: &Window<'_>| app.with_token(None).follow("").header("cookie", &window.cookie);
    let mut stream = follow(&window).stream().await;
    assert!(stream.next().await.is_some());
    window.enter(&home).await;
    app.as_foreign("admin").warehouse("LON").await;
    let rest = stream.rest().await;
    assert!(rest.contains(": ended: organization_mismatch"), "{rest}");
    assert!(!rest.contains("warehouse.created"), "{rest}");
}

async fn sign_ins_are_seen_and_ended_by_whose_they_are_alone(app: &TestServer) {
    let (home, _) = both(app);
    add_user(app, "ada", &["clerk"]).await;
    add_user(app, "eve", &["admin"]).await;
    let window = Window::open(app, "ada", crate::users::PASSWORD).await;
    let issued = sign_in(app, "ada").await;
    let token = app.with_token(issued["access_token"].as_str().map(str::to_owned));
    let listed = window.get("/auth/sessions").await.expect(200).data();
    let told: Vec<_> = listed.iter().map(|one| (one["kind"].as_str().unwrap(), one["isCurrent"] == true)).collect();
    assert_eq!(told, [("token", false), ("console", true)]);
    for one in &listed {
        assert_eq!(one["organizationId"], json!(home));
        assert!(
            one["createdAt"].as_str() <= one["lastUsedAt"].as_str()
                && one["lastUsedAt"].as_str() < one["expiresAt"].as_str()
        );
    }
    let by_token = token.get("/auth/sessions").await.expect(200).data();
    assert_eq!([&by_token[0]["isCurrent"], &by_token[1]["isCurrent"]], [&json!(true), &json!(false)]);
    let first = token.get("/auth/sessions?limit=1").await;
    let next = format!("/auth/sessions?limit=1&cursor={}", first.field("nextCursor"));
    assert_eq!(token.get(&next).await.expect(200).data(), [by_token[1].clone()]);
    // Another person sees none of them, and ends none, whatever their role.
    let eve = signed_in(app, "eve").await;
    assert_eq!(eve.get("/auth/sessions").await.data().len(), 1);
    let path = |one: &Value| format!("/auth/sessions/{}", one["id"].as_str().unwrap());
    for id in [path(&listed[0]), path(&listed[1]), "/auth/sessions/nonsense".to_owned()] {
        eve.delete(&id).await.expect(404).code("not_found");
    }
    assert_eq!(app.as_role("admin").get("/auth/sessions").await.expect(200).data(), Vec::<Value>::new());
    window.ask(Method::DELETE, &path(&listed[0]), &Value::Null).await.expect(204);
    token.get("/warehouses").await.expect(401).code("token_revoked");
    let again = json!({"grant_type": "refresh_token", "refresh_token": issued["refresh_token"]});
    app.with_token(None).post("/auth/token", &again).await.expect(401).code("token_revoked");
    window.ask(Method::DELETE, &path(&listed[0]), &Value::Null).await.expect(404);
    let ended = window.ask(Method::DELETE, &path(&listed[1]), &Value::Null).await;
    assert!(ended.expect(204).header("set-cookie").contains("Max-Age=0"));
    window.get("/warehouses").await.expect(401);
}

async fn a_sign_in_to_other_books_is_in_their_security_log(app: &TestServer) {
    let (home, other) = both(app);
    let vic = joined(app).await;
    let signed_in = async |admin: Caller| {
        let events = admin.get("/audit/security-events?kind=user.signedIn&limit=200").await.expect(200).data();
        events.iter().filter(|event| event["principalId"] == json!(vic)).count()
    };
    let there = signed_in(app.as_foreign("admin")).await;
    let here = signed_in(app.as_role("admin")).await;
    let mut window = Window::open(app, "vic", OWN).await;
    window.enter(&other).await;
    window.enter(&other).await;
    assert_eq!(signed_in(app.as_foreign("admin")).await, there + 1);
    window.enter(&home).await;
    assert_eq!(signed_in(app.as_role("admin")).await, here + 2);
    own(app, "vic", Some(&other)).await.get("/auth/me").await.expect(200);
}
