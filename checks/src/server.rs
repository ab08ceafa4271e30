//! A service of its own for one test: in this process, on a port of its own, on a fresh database.

use std::sync::Arc;
use std::time::Duration;

use domain::access::PermissionSet;
use domain::command::Command;
use domain::reply::Reply;
use domain::settings::Head;
use domain::value::id::{OrganizationId, PrincipalId};
use server::app::{App, Auth};
use server::auth::client_address::TrustedProxies;
use server::auth::key_ring::KeyRing;
use server::auth::keys::{SigningKey, StoredKey};
use server::auth::password::Passwords;
use server::auth::throttle::Throttle;
use server::auth::token::{self, Grant};
use server::auth::verifier::Verifier;
use server::commit::{self, Committer};
use server::http::layers::{Edge, RateLimiter, RatePolicy};
use server::http::system::Hooks;
use server::http::{router, transport};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::books::{self, Books};
use crate::folder::Folder;
use crate::postgres::{self, FreshDatabase};
use crate::{Caller, entry};

/// Which database a test runs on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Database {
    /// The embedded one, in a temporary folder.
    Sqlite,
    /// A fresh one on the test cluster.
    Postgres,
}

/// Where a service keeps its data.
enum Place {
    Folder(Folder),
    Fresh(FreshDatabase),
}

/// What the service runs with.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// How much one principal may ask.
    pub rate: RatePolicy,
    /// Bounds of a connection.
    pub limits: transport::Limits,
}

/// A running service with the books of two organizations.
pub struct TestServer {
    /// Where it listens, without a slash at the end.
    pub url: String,
    /// The organization that the callers act in.
    pub books: Books,
    /// Another organization, for ids that must not be seen.
    pub other: Books,
    /// Its database, to look behind the answers.
    pub database: store::Database,
    committer: Committer,
    place: Place,
    key: StoredKey,
    options: Options,
    http: reqwest::Client,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<std::io::Result<()>>,
}

/// Issuer and audience of the tokens.
pub const INSTANCE: &str = "instance-under-test";

/// Starts a service, runs a test's steps on it and stops it. Without a test cluster the PostgreSQL half says so and passes.
pub fn run(database: Database, steps: impl AsyncFnOnce(&TestServer)) {
    run_with(database, Options::default(), steps);
}

/// As [`run`], with other limits.
pub fn run_with(database: Database, options: Options, steps: impl AsyncFnOnce(&TestServer)) {
    if database == Database::Postgres && postgres::cluster().is_none() {
        println!("skipped: TEST_DATABASE_URL names no PostgreSQL");
        return;
    }
    runtime().block_on(async {
        let server = TestServer::start_with(database, options).await;
        steps(&server).await;
        server.stop().await;
    });
}

/// A runtime as the service has it.
#[must_use]
pub fn runtime() -> tokio::runtime::Runtime {
    let built = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    built.unwrap_or_else(|fault| panic!("no runtime: {fault}"))
}

impl TestServer {
    /// Starts a service with the usual limits.
    pub async fn start(database: Database) -> Self {
        Self::start_with(database, Options::default()).await
    }

    /// Starts a service.
    pub async fn start_with(database: Database, options: Options) -> Self {
        let place = match database {
            Database::Sqlite => Place::Folder(Folder::new()),
            Database::Postgres => {
                let cluster = postgres::cluster().unwrap_or_else(|| panic!("TEST_DATABASE_URL names no PostgreSQL"));
                Place::Fresh(FreshDatabase::create(&cluster).await)
            }
        };
        let key = StoredKey::generate(domain::value::Instant(0)).unwrap_or_else(|fault| panic!("{fault}"));
        let opened = open(&place).await;
        let committer = Committer::start(opened.clone(), end_process).unwrap_or_else(|fault| panic!("{fault}"));
        let books = Books::create(&committer, OrganizationId([0x11; 16]), "Acme").await;
        let other = Books::create(&committer, OrganizationId([0x22; 16]), "Globex").await;
        Self::serve(place, opened, committer, key, options, books, other).await
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one value")]
    async fn serve(
        place: Place, database: store::Database, committer: Committer, key: StoredKey, options: Options, books: Books, other: Books,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap_or_else(|fault| panic!("{fault}"));
        let address = listener.local_addr().unwrap_or_else(|fault| panic!("{fault}"));
        let url = format!("http://{address}");
        let service = service(&database, &committer, &key, options, &url);
        let (stop, stopped) = oneshot::channel();
        let shutdown = async move {
            let _ = stopped.await;
        };
        let serving = tokio::spawn(transport::serve(listener, service, options.limits, shutdown));
        let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(60)).build();
        let http = http.unwrap_or_else(|fault| panic!("no client: {fault}"));
        Self { url, books, other, database, committer, place, key, options, http, stop, serving }
    }

    /// The member of the organization who has this one role.
    #[must_use]
    pub fn as_role(&self, role: &str) -> Caller {
        self.with_token(Some(self.token(&self.books, role)))
    }

    /// The member of the other organization who has this one role.
    #[must_use]
    pub fn as_foreign(&self, role: &str) -> Caller {
        self.with_token(Some(self.token(&self.other, role)))
    }

    /// A caller with any token, or none.
    #[must_use]
    pub fn with_token(&self, token: Option<String>) -> Caller {
        Caller::new(self.http.clone(), &self.url, token)
    }

    /// A token of the member with this role.
    #[must_use]
    pub fn token(&self, books: &Books, role: &str) -> String {
        self.mint(books.member(role), Some(books.organization), None)
    }

    /// Any token of ours.
    #[must_use]
    pub fn mint(&self, principal: PrincipalId, organization: Option<OrganizationId>, scope: Option<PermissionSet>) -> String {
        let grant = Grant { principal, organization, scope, session: None, lifetime_s: 900 };
        let minted = token::mint(INSTANCE, &self.signing_key(), &grant, [7; 16], commit::now());
        minted.unwrap_or_else(|fault| panic!("{fault}")).token
    }

    /// The key that signs the tokens.
    #[must_use]
    pub fn signing_key(&self) -> SigningKey {
        SigningKey::read(&self.key).unwrap_or_else(|fault| panic!("{fault}"))
    }

    /// A posted sale of this amount, to change and to send.
    #[must_use]
    pub fn sale(&self, amount: &str) -> entry::NewEntry {
        crate::entry(&self.books.journal, amount)
    }

    /// Carries out what no route offers, with the service's own rights.
    pub async fn submit(&self, command: impl Into<Command>) -> Reply {
        let admin = self.books.member("admin");
        let mut replies = books::submit(&self.committer, self.books.organization, admin, vec![command.into()]).await;
        replies.pop().unwrap_or_else(|| panic!("one command has one reply"))
    }

    /// The end of an organization's log: two equal heads mean that nothing was written in between.
    pub async fn head(&self, books: &Books) -> Option<Head> {
        let mut snapshot = self.database.snapshot().await.unwrap_or_else(|fault| panic!("{fault}"));
        snapshot.head(books.organization).await.unwrap_or_else(|fault| panic!("{fault}"))
    }

    /// Both organizations' heads.
    pub async fn heads(&self) -> (Option<Head>, Option<Head>) {
        (self.head(&self.books).await, self.head(&self.other).await)
    }

    /// Changes a row behind the service's back, to set up what no command of today makes, and starts the service again.
    pub async fn tamper(self, statements: &[String]) -> Self {
        for sql in statements {
            self.database.operational(sql, &[], &[]).await.unwrap_or_else(|fault| panic!("{sql}: {fault}"));
        }
        self.restart().await
    }

    /// Stops and starts the service on the same data.
    pub async fn restart(self) -> Self {
        let Self { books, other, database, committer, place, key, options, stop, serving, http, .. } = self;
        drop(http);
        end(database, committer, stop, serving).await;
        let opened = open(&place).await;
        let committer = Committer::start(opened.clone(), end_process).unwrap_or_else(|fault| panic!("{fault}"));
        Self::serve(place, opened, committer, key, options, books, other).await
    }

    /// Stops the service and removes its data.
    pub async fn stop(self) {
        let Self { database, committer, place, stop, serving, http, .. } = self;
        drop(http);
        end(database, committer, stop, serving).await;
        drop(place);
    }
}

async fn end(database: store::Database, committer: Committer, stop: oneshot::Sender<()>, serving: JoinHandle<std::io::Result<()>>) {
    let _ = stop.send(());
    match serving.await {
        Ok(served) => served.unwrap_or_else(|fault| panic!("the listener failed: {fault}")),
        Err(fault) => panic!("the service ended badly: {fault}"),
    }
    drop(committer);
    database.close().await.unwrap_or_else(|fault| panic!("{fault}"));
}

async fn open(place: &Place) -> store::Database {
    let opened = match place {
        Place::Folder(folder) => {
            let options = store::sqlite::Options::default();
            store::Database::open_sqlite(&folder.path().join(server::engine::DATABASE_FILE), &options)
        }
        Place::Fresh(fresh) => store::Database::open_postgres(fresh.config(), &store::postgres::Options::default()).await,
    };
    opened.unwrap_or_else(|fault| panic!("the database does not open: {fault}"))
}

fn service(database: &store::Database, committer: &Committer, key: &StoredKey, options: Options, url: &str) -> axum::Router {
    let ring = KeyRing::read(std::slice::from_ref(key)).unwrap_or_else(|fault| panic!("{fault}"));
    let app = App {
        database: database.clone(),
        committer: committer.clone(),
        auth: Arc::new(Auth {
            verifier: Verifier::new(INSTANCE.to_owned(), ring, Vec::new()),
            passwords: Passwords::new().unwrap_or_else(|fault| panic!("{fault}")),
            throttle: Throttle::default(),
            proxies: TrustedProxies::parse(&[] as &[&str]).unwrap_or_else(|fault| panic!("{fault}")),
            allows_password_grant: true,
            standings: Default::default(),
        }),
        rate: Arc::new(RateLimiter::new(options.rate)),
        base_url: url.into(),
    };
    let hooks = Hooks {
        ready: Arc::new(|| Box::pin(async { Ok(serde_json::json!({})) })),
        metrics: Arc::new(String::new),
        may_read_metrics: Arc::new(|_| Box::pin(async { Ok(()) })),
    };
    router::service(app, hooks, &Edge::new(url))
}

/// A failed disk ends the service's process; here it ends the test run.
fn end_process(why: &str) {
    eprintln!("the disk failed: {why}");
    std::process::abort();
}
