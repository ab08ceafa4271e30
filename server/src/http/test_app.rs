//! The whole service in a test's own folder, spoken to as a user with a role.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use axum::body::Body;
use axum::http::{HeaderMap, Request as HttpRequest, StatusCode};
use axum::response::Response;
use domain::batch::Work;
use domain::command::Command;
use domain::commands::memberships::set::SetMembership;
use domain::commands::organizations::create::CreateOrganization;
use domain::rows::PrincipalKind;
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::permission::BuiltInRole;
use domain::value::{Currency, Sought};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use super::layers::{Edge, Layered, RateLimiter};
use super::router;
use super::system::Hooks;
use crate::app::{App, Auth, Service};
use crate::auth::client_address::TrustedProxies;
use crate::auth::key_ring::KeyRing;
use crate::auth::keys::StoredKey;
use crate::auth::password::Passwords;
use crate::auth::token::{self, Grant};
use crate::auth::verifier::Verifier;
use crate::commit::{self, Request, Submitted};
use crate::documents::Spool;
use crate::engine::Engine;
use crate::identity::keys as stored_keys;

const INSTANCE: &str = "test";
static FOLDERS: AtomicU32 = AtomicU32::new(0);

/// A service with one organization in its own folder, which goes with it.
pub struct TestApp {
    pub app: App,
    pub organization: OrganizationId,
    router: Layered,
    ring: KeyRing,
    folder: PathBuf,
}

/// An answer, read to its end.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Value,
}

/// Someone with a role and a token.
pub struct User<'a> {
    test: &'a TestApp,
    token: String,
}

impl TestApp {
    /// An organization in pounds, and nothing else.
    pub async fn new() -> Self {
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("countinghouse-test-{}-{number}", std::process::id()));
        let engine = Engine::open_folder(&folder).unwrap();
        let keys = [StoredKey::generate(commit::now()).unwrap()];
        let ring = KeyRing::read(&keys).unwrap();
        stored_keys::add(&engine.database, &keys[0]).await.unwrap();
        let app = App::new(Service {
            database: engine.database,
            committer: engine.committer,
            documents: Spool::new(folder.clone()),
            auth: Arc::new(Auth {
                verifier: Verifier::new(INSTANCE.to_owned(), KeyRing::read(&keys).unwrap(), Vec::new()),
                keys_read_at_us: Default::default(),
                passwords: Passwords::new().unwrap(),
                sign_ins: RateLimiter::new(Default::default()),
                sessions: Default::default(),
                proxies: TrustedProxies::parse(&[] as &[&str]).unwrap(),
                allows_password_grant: true,
                founding: Default::default(),
                denials: Default::default(),
                standings: Default::default(),
            }),
            demo: Default::default(),
            rate: Arc::new(RateLimiter::new(Default::default())),
            base_url: "http://test".into(),
        });
        let hooks = Hooks {
            ready: Arc::new(|| Box::pin(async { Ok(json!({})) })),
            metrics: Arc::new(String::new),
            may_read_metrics: Arc::new(|_| Box::pin(async { Ok(()) })),
        };
        let router = router::service(app.clone(), hooks, &Edge::new("http://test"));
        let test = Self { app, organization: OrganizationId([7; 16]), router, ring, folder };
        let base_currency = Currency::parse("GBP").unwrap();
        let (name, timezone) = ("Test".to_owned(), "Europe/London".to_owned());
        test.run(CreateOrganization { name, base_currency, timezone, admin: principal(BuiltInRole::Admin) }).await;
        for role in BuiltInRole::ALL.iter().filter(|role| **role != BuiltInRole::Admin) {
            test.run(SetMembership {
                principal: Sought::Id(principal(*role)),
                kind: PrincipalKind::User,
                roles: vec![role.name().to_owned()],
                is_active: true,
                owner: None,
                warehouses: domain::value::Patch::Absent,
                name: None,
                if_match: None,
            })
            .await;
        }
        test
    }

    /// With the fiscal year 2010, a sales journal and the accounts 1000 cash, 1100 receivables and 4000 revenue.
    pub async fn with_books() -> (Self, Books) {
        let test = Self::new().await;
        let admin = test.login(BuiltInRole::Admin);
        let made = |answer: Answer| answer.created();
        let year = json!({"name": "2010", "startDate": "2010-01-01", "endDate": "2010-12-31"});
        let year = made(admin.post("/accounting/fiscal-years", &year).await);
        let journal =
            made(admin.post("/accounting/journals", &json!({"code": "SJ", "name": "Sales", "type": "sales"})).await);
        let mut accounts = Vec::new();
        for (code, kind, control) in
            [("1000", "asset", None), ("1100", "asset", Some("receivable")), ("4000", "revenue", None)]
        {
            let account = json!({"code": code, "name": code, "type": kind, "controlFor": control});
            accounts.push(made(admin.post("/accounting/accounts", &account).await));
        }
        drop(admin);
        (test, Books { year, journal, accounts })
    }

    /// Somebody with this role.
    pub fn login(&self, role: BuiltInRole) -> User<'_> {
        let now = commit::now();
        let grant = Grant {
            principal: principal(role),
            organization: Some(self.organization),
            scope: None,
            session: None,
            lifetime_s: 900,
        };
        let token = token::mint(INSTANCE, self.ring.signing(now).unwrap(), &grant, [3; 16], now).unwrap().token;
        User { test: self, token }
    }

    async fn run(&self, command: impl Into<Command>) {
        let work = Work::One(Box::new(command.into()));
        let request = Request::of_system(self.organization, principal(BuiltInRole::Admin), "test", work);
        let done = self.app.committer.submit(request).await.unwrap();
        assert!(matches!(done, Submitted::Done { .. }), "{done:?}");
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The rows that `with_books` created, as they were answered.
pub struct Books {
    pub year: Value,
    pub journal: Value,
    pub accounts: Vec<Value>,
}

impl Books {
    /// The body of an entry of two lines on codes; the amount debits the first and credits the second.
    pub fn entry(&self, date: &str, status: &str, amount: &str, debit: &str, credit: &str) -> Value {
        let line = |code: &str, side: &str| {
            let mut line = json!({"accountCode": code, side: amount});
            if code == "1100" {
                line["partyName"] = json!("17850");
            }
            line
        };
        json!({
            "date": date, "journalId": self.journal["id"], "status": status,
            "lines": [line(debit, "debit"), line(credit, "credit")],
        })
    }

    /// The id of the account with this code.
    pub fn account(&self, code: &str) -> &str {
        let found = self.accounts.iter().find(|account| account["code"] == code);
        found.and_then(|account| account["id"].as_str()).unwrap()
    }
}

impl User<'_> {
    pub async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, None, &[]).await
    }

    /// The answer as it comes, with a body that nobody reads yet.
    pub async fn unread(&self, path: &str) -> Response {
        let request =
            HttpRequest::get(format!("/api/v1{path}")).header("authorization", format!("Bearer {}", self.token));
        self.test.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, Some(body), &[]).await
    }

    pub async fn put(&self, path: &str, body: &Value) -> Answer {
        self.send("PUT", path, Some(body), &[]).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path, None, &[]).await
    }

    /// Any request below `/api/v1`.
    pub async fn send(&self, method: &str, path: &str, body: Option<&Value>, headers: &[(&str, &str)]) -> Answer {
        let mut request = HttpRequest::builder()
            .method(method)
            .uri(format!("/api/v1{path}"))
            .header("authorization", format!("Bearer {}", self.token));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let body = match body {
            Some(body) => {
                request = request.header("content-type", "application/json");
                Body::from(body.to_string())
            }
            None => Body::empty(),
        };
        let response = self.test.router.clone().oneshot(request.body(body).unwrap()).await.unwrap();
        let (status, headers) = (response.status(), response.headers().clone());
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        let body = if bytes.is_empty() { Value::Null } else { serde_json::from_slice(&bytes).unwrap() };
        Answer { status, headers, body }
    }
}

impl Answer {
    /// The resource of a 201.
    pub fn created(self) -> Value {
        assert_eq!(self.status, StatusCode::CREATED, "{}", self.body);
        self.body
    }

    /// The body of a 200.
    pub fn ok(self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.body);
        self.body
    }

    /// Nothing, as a 204 has it.
    pub fn done(self) {
        assert_eq!((self.status, self.body), (StatusCode::NO_CONTENT, Value::Null));
    }

    /// The code of a problem with this status.
    pub fn refused(self, status: u16) -> String {
        assert_eq!(self.status.as_u16(), status, "{}", self.body);
        self.body["code"].as_str().unwrap_or_default().to_owned()
    }
}

fn principal(role: BuiltInRole) -> PrincipalId {
    let place = BuiltInRole::ALL.iter().position(|known| *known == role).unwrap_or_default();
    PrincipalId([u8::try_from(place + 1).unwrap_or(1); 16])
}
