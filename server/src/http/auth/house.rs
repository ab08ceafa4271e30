//! A whole service in a temporary folder, for tests of its operations.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use domain::value::{CellKind, Currency, Instant};
use serde_json::{Value, json};
use store::operational::login_throttles;
use tower::ServiceExt;

use crate::app::{App, Service};
use crate::auth::issuers::{IssuerConfig, Secret};
use crate::auth::throttle;
use crate::commit;
use crate::engine::Engine;
use crate::http::layers::{Edge, Layered, RateLimiter};
use crate::http::router;
use crate::http::system::Hooks;
use crate::identity::organizations::{Founders, Founding};
use crate::identity::setup::{FirstUser, Made};
use crate::identity::{self, AuthSettings, open_auth};

/// Where its clients are.
const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
/// Where it is served.
pub const BASE: &str = "http://127.0.0.1:8080";
/// Everybody's password.
pub const PASSWORD: &str = "seven green umbrellas";
/// The secret that the trusted issuer shares.
pub const SECRET: &str = "0123456789abcdef0123456789abcdef";

/// A service with one organization and its administrator `ada`.
pub struct House {
    pub app: App,
    router: Layered,
    pub made: Made,
    folder: std::path::PathBuf,
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

impl House {
    pub async fn new() -> Self {
        let folder = std::env::temp_dir().join(format!("countinghouse-{}", uuid::Uuid::now_v7()));
        let engine = Engine::open_folder(&folder).unwrap();
        let first = FirstUser {
            username: "Ada".to_owned(),
            display_name: "Ada Lovelace".to_owned(),
            password: PASSWORD.to_owned(),
            organization_name: "Lovelace & Co".to_owned(),
            base_currency: Currency::parse("GBP").unwrap(),
            timezone: "Europe/London".to_owned(),
            beginnings: Default::default(),
        };
        let passwords = crate::auth::password::Passwords::new().unwrap();
        let made = identity::create_first_user(&engine.database, &engine.committer, &passwords, first).await.unwrap();
        let settings = AuthSettings {
            issuers: vec![issuer(&made.organization.to_string())],
            founding: Founding { founders: Founders::Administrators, per_user: 10 },
            ..AuthSettings::default()
        };
        Self::over(engine, settings, made, folder).await
    }

    pub async fn over(engine: Engine, settings: AuthSettings, made: Made, folder: std::path::PathBuf) -> Self {
        let auth = open_auth(&engine.database, &settings).await.unwrap();
        let app = App::new(Service {
            database: engine.database,
            committer: engine.committer,
            documents: crate::documents::Spool::new(folder.clone()),
            auth: Arc::new(auth),
            demo: Default::default(),
            rate: Arc::new(RateLimiter::new(Default::default())),
            base_url: BASE.into(),
        });
        let hooks = Hooks {
            ready: Arc::new(|| Box::pin(async { Ok(json!({})) })),
            metrics: Arc::new(String::new),
            may_read_metrics: Arc::new(|_| Box::pin(async { Ok(()) })),
        };
        let router = router::service(app.clone(), hooks, &Edge::new(BASE));
        Self { app, router, made, folder }
    }

    /// The same folder in another process's place: nothing but the database is left.
    pub async fn restarted(&self) -> Self {
        self.restarted_with(AuthSettings::default()).await
    }

    /// As [`Self::restarted`], with other settings.
    pub async fn restarted_with(&self, settings: AuthSettings) -> Self {
        let engine = Engine { database: self.app.database.clone(), committer: self.app.committer.clone() };
        Self::over(engine, settings, self.made, self.folder.clone()).await
    }

    /// Accounts whose failures are counted.
    pub async fn throttled(&self) -> usize {
        let sql = "select subject from login_throttles";
        self.app.database.snapshot().await.unwrap().query(sql, &[], &[CellKind::Text]).await.unwrap().len()
    }

    /// So many failed sign-ins of an account from this machine, just now.
    pub async fn fail(&self, account: &str, times: usize) {
        for _ in 0..times {
            let subject = throttle::subject(account, HERE);
            login_throttles::note_failure(&self.app.database, &subject, commit::now(), Instant(0)).await.unwrap();
        }
    }

    /// How many console sessions fit a condition.
    pub async fn sessions(&self, condition: &str) -> usize {
        let sql = format!("select principal_id from console_sessions where {condition}");
        self.app.database.snapshot().await.unwrap().query(&sql, &[], &[CellKind::Id]).await.unwrap().len()
    }

    /// Moves the times of all console sessions.
    pub async fn age_sessions(&self, change: &str) {
        let sql = format!("update console_sessions set {change}");
        self.app.database.operational(&sql, &[], &[]).await.unwrap();
    }

    /// As if everybody had chosen their password themselves.
    pub async fn let_keep(&self) {
        self.app.database.operational("update logins set must_change = 0", &[], &[]).await.unwrap();
        self.app.auth.standings.forget();
    }

    /// As if the failures were this many seconds older.
    pub async fn age_failures(&self, seconds: i64) {
        let sql = format!("update login_throttles set last_failure_at = last_failure_at - {seconds}000000");
        self.app.database.operational(&sql, &[], &[]).await.unwrap();
    }

    /// Forgets them.
    pub async fn forgive(&self, account: &str) {
        login_throttles::clear(&self.app.database, &throttle::subject(account, HERE)).await.unwrap();
    }

    pub async fn call(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &str,
    ) -> (u16, HeaderMap, Value) {
        let json = !headers.iter().any(|(name, _)| *name == "content-type");
        let mut request = Request::builder().method(method).uri(path);
        if json {
            request = request.header("content-type", "application/json");
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = self.router.clone().oneshot(request.body(Body::from(body.to_owned())).unwrap()).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = http_body_util::BodyExt::collect(body).await.unwrap().to_bytes();
        (parts.status.as_u16(), parts.headers, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    pub async fn token(&self, body: Value) -> (u16, Value) {
        let (status, _, body) = self.call("POST", "/api/v1/auth/token", &[], &body.to_string()).await;
        (status, body)
    }

    pub async fn signed_in(&self) -> Value {
        let (status, body) =
            self.token(json!({"grant_type": "password", "username": "ada", "password": PASSWORD})).await;
        assert_eq!(status, 200, "{body}");
        body
    }

    pub async fn get(&self, path: &str, token: &str) -> (u16, Value) {
        let bearer = format!("Bearer {token}");
        let (status, _, body) = self.call("GET", path, &[(AUTHORIZATION.as_str(), &bearer)], "").await;
        (status, body)
    }

    pub async fn send(&self, method: &str, path: &str, token: &str, body: Value) -> (u16, Value) {
        let bearer = format!("Bearer {token}");
        let (status, _, body) = self.call(method, path, &[(AUTHORIZATION.as_str(), &bearer)], &body.to_string()).await;
        (status, body)
    }
}

/// A trusted issuer whose clerks are called bookkeepers.
pub fn issuer(organization: &str) -> IssuerConfig {
    IssuerConfig {
        issuer: "https://login.example".to_owned(),
        audience: "books".to_owned(),
        algorithm: crate::auth::keys::SignatureAlgorithm::HS256,
        jwks_file: None,
        jwks_url: None,
        hs256_secret: Some(Secret(SECRET.to_owned())),
        organizations: vec![organization.to_owned()],
        organization_claim: "org".to_owned(),
        subject_claim: "sub".to_owned(),
        roles_claim: Some("roles".to_owned()),
        roles: [("bookkeeper".to_owned(), "clerk".to_owned())].into(),
        scopes: Default::default(),
        longest_life_s: 86_400,
        typ: Default::default(),
    }
}

/// The text that a value is.
pub fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}
