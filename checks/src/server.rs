//! A service of its own for one test: in this process, on a port of its own, on a fresh database.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use domain::batch::Work;
use domain::command::Command;
use domain::rows::{Head, Reply};
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::permission::PermissionSet;
use domain::value::{Instant, TypedId};
use server::app::Auth;
use server::auth::key_ring::KeyRing;
use server::auth::token::{self, Grant};
use server::commit::{self, Request, Submitted};
use server::config::Config;
use server::engine::Engine;
use server::http::layers::RatePolicy;
use server::http::transport;
use server::identity::organizations::Founding;
use server::identity::{self, AuthSettings};
use server::run::{self, Running};
use store::operational::organizations_list::{self, ListedOrganization, OrganizationStatus};

use crate::books::{self, Books};
use crate::folder::Folder;
use crate::postgres::{self, FreshDatabase};
use crate::ways::Ways;
use crate::{Caller, entry};

/// Which database a test runs on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Database {
    /// The embedded one, in a temporary folder.
    Sqlite,
    /// A fresh one on the test cluster.
    Postgres,
}

/// Where a service keeps its data; both go when they are dropped.
struct Place {
    folder: Folder,
    fresh: Option<FreshDatabase>,
}

/// The service's options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// How much one principal may ask.
    pub rate: RatePolicy,
    /// Bounds of a connection.
    pub limits: transport::Limits,
    /// Who may make organizations over the API.
    pub founding: Founding,
    /// Whether the service does what falls due by itself. Most tests do it by hand: a round that began late would take it
    /// away from under them.
    pub runs_jobs: bool,
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
    running: Running,
    place: Place,
    options: Options,
    http: reqwest::Client,
    /// The ways out of refusals that its callers take.
    pub ways: Ways,
}

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
        server.ways.follow();
        steps(&server).await;
        server.ways.require_success();
        server.verify().await;
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
        let fresh = match database {
            Database::Sqlite => None,
            Database::Postgres => {
                let cluster = postgres::cluster().unwrap_or_else(|| panic!("TEST_DATABASE_URL names no PostgreSQL"));
                Some(FreshDatabase::create(&cluster).await)
            }
        };
        let place = Place { folder: Folder::new(), fresh };
        let running = start(&place, options).await;
        let books = Books::create(&running.app.committer, OrganizationId([0x11; 16]), "Acme").await;
        let other = Books::create(&running.app.committer, OrganizationId([0x22; 16]), "Globex").await;
        for books in [&books, &other] {
            list(&running.app.database, books).await;
        }
        Self::over(running, place, options, books, other)
    }

    fn over(running: Running, place: Place, options: Options, books: Books, other: Books) -> Self {
        // A connection each: the service closes one whose body it did not read, and a pool would learn that too late.
        let http =
            reqwest::Client::builder().no_proxy().pool_max_idle_per_host(0).timeout(Duration::from_secs(60)).build();
        let http = http.unwrap_or_else(|fault| panic!("no client: {fault}"));
        let (url, database) = (running.base_url.clone(), running.app.database.clone());
        let ways = Ways::default();
        Self { url, books, other, database, running, place, options, http, ways }
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
        Caller::new(self.http.clone(), &self.url, token).with_ways(self.ways.clone())
    }

    /// A token of the member with this role.
    #[must_use]
    pub fn token(&self, books: &Books, role: &str) -> String {
        self.mint(books.member(role), Some(books.organization), None)
    }

    /// Any token of ours.
    #[must_use]
    pub fn mint(
        &self,
        principal: PrincipalId,
        organization: Option<OrganizationId>,
        scope: Option<PermissionSet>,
    ) -> String {
        let grant = Grant { principal, organization, scope, session: None, lifetime_s: 900 };
        let (ring, now) = self.keys();
        let key = ring.signing(now).unwrap_or_else(|| panic!("no key signs"));
        let minted = token::mint(self.instance(), key, &grant, [7; 16], now);
        minted.unwrap_or_else(|fault| panic!("{fault}")).token
    }

    /// Issuer and audience of the service's tokens.
    #[must_use]
    pub fn instance(&self) -> &str {
        self.auth().verifier.instance()
    }

    /// The keys of the service's tokens, and the time that it is.
    #[must_use]
    pub fn keys(&self) -> (std::sync::Arc<KeyRing>, Instant) {
        (self.auth().verifier.ring(), commit::now())
    }

    fn auth(&self) -> &Auth {
        &self.running.app.auth
    }

    /// A posted sale of this amount, to change and to send.
    #[must_use]
    pub fn sale(&self, amount: &str) -> entry::NewEntry {
        crate::entry(&self.books.journal, amount)
    }

    /// Carries out a command that no route offers, with the service's own rights.
    pub async fn submit(&self, command: impl Into<Command>) -> Reply {
        let admin = self.books.member("admin");
        let mut replies =
            books::submit(&self.running.app.committer, self.books.organization, admin, vec![command.into()]).await;
        replies.pop().unwrap_or_else(|| panic!("one command has one reply"))
    }

    /// The outcome of a command with the service's own rights, as a job sends it: the code of a refusal.
    pub async fn submit_as_job(&self, command: impl Into<Command>) -> Result<(), domain::Code> {
        let admin = self.books.member("admin");
        let work = Work::One(Box::new(command.into()));
        let request = Request::of_system(self.books.organization, admin, "job", work);
        match self.running.app.committer.submit(request).await {
            Ok(Submitted::Done { .. }) => Ok(()),
            Ok(Submitted::Rejected(rejection)) => Err(rejection.code),
            Err(fault) => panic!("{fault}"),
        }
    }

    /// Marks the reservations whose time is over, as the job does; returns how many were marked by this call.
    pub async fn expire_reservations(&self) -> usize {
        let (database, committer) = (&self.running.app.database, &self.running.app.committer);
        let round = server::jobs::expire_reservations::expire_due(database, committer, commit::now()).await;
        round.unwrap_or_else(|fault| panic!("{fault}"))
    }

    /// Proves all stock and freezes broken goods, as the job does; returns the number frozen by this call.
    pub async fn sweep_stock(&self) -> usize {
        let (database, committer) = (&self.running.app.database, &self.running.app.committer);
        let swept = server::jobs::sweep_stock::sweep(database, committer).await;
        swept.unwrap_or_else(|fault| panic!("{fault}")).frozen
    }

    /// Proves all stock like `sweep_stock`; returns the metrics of this sweep alone. Those of the process cover all
    /// services in it.
    pub async fn metrics_of_a_sweep(&self) -> String {
        let (database, committer) = (self.running.app.database.clone(), self.running.app.committer.clone());
        let runtime = tokio::runtime::Handle::current();
        let swept = tokio::task::spawn_blocking(move || {
            let recorder = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
            let sweep = || runtime.block_on(server::jobs::sweep_stock::sweep(&database, &committer));
            metrics::with_local_recorder(&recorder, sweep).unwrap_or_else(|fault| panic!("{fault}"));
            recorder.handle().render()
        });
        swept.await.unwrap_or_else(|fault| panic!("{fault}"))
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

    /// Changes a row behind the service's back, to set up a state that no present command makes, and starts the service
    /// again.
    pub async fn tamper(self, statements: &[String]) -> Self {
        for sql in statements {
            self.database.operational(sql, &[], &[]).await.unwrap_or_else(|fault| panic!("{sql}: {fault}"));
        }
        self.restart().await
    }

    /// The log's chain, the rows against the log, and the rules between rows: all must hold after every test.
    pub async fn verify(&self) {
        verify(&self.database).await;
    }

    /// Stops and starts the service on the same data.
    pub async fn restart(self) -> Self {
        let Self { books, other, database, running, place, options, http, .. } = self;
        // Idle connections would be waited for.
        drop((http, database));
        running.stop().await.unwrap_or_else(|fault| panic!("{fault}"));
        let running = start(&place, options).await;
        Self::over(running, place, options, books, other)
    }

    /// Stops the service and removes its data.
    pub async fn stop(self) {
        let Self { database, running, place, http, .. } = self;
        drop((http, database));
        running.stop().await.unwrap_or_else(|fault| panic!("{fault}"));
        drop(place);
    }
}

/// Puts an organization into the instance's list, so that logins find it.
async fn list(database: &store::Database, books: &Books) {
    let status = OrganizationStatus::Active;
    let (created_at, founded_by) = (commit::now(), None);
    let row = ListedOrganization { organization_id: books.organization, status, created_at, founded_by };
    organizations_list::add(database, &row).await.unwrap_or_else(|fault| panic!("{fault}"));
}

async fn start(place: &Place, options: Options) -> Running {
    let url = place.fresh.as_ref().map(FreshDatabase::url);
    let mut config = config(place.folder.path(), url.as_deref());
    (config.rate, config.limits, config.founding) = (options.rate, options.limits, options.founding);
    config.runs_jobs = options.runs_jobs;
    run::start(&config).await.unwrap_or_else(|fault| panic!("the service does not start: {fault}"))
}

/// The configuration of a service on this folder or database, on a port of its own.
#[must_use]
pub fn config(folder: &Path, database_url: Option<&str>) -> Config {
    // A build for tests on a busy machine reads slowly.
    let mut flags = vec![
        ("data", folder.display().to_string()),
        ("listen", "127.0.0.1:0".to_owned()),
        ("database.read_timeout_s", "60".to_owned()),
    ];
    flags.extend(database_url.map(|url| ("database_url", url.to_owned())));
    Config::of("", &|_| None, &flags).unwrap_or_else(|fault| panic!("{fault}"))
}

async fn verify(database: &store::Database) {
    let report = store::audit::verify::verify(database, None).await.unwrap_or_else(|fault| panic!("verify: {fault}"));
    assert!(report.holds(), "the books do not verify: {report:#?}");
}

/// Verifies a database that no server uses.
pub async fn verify_at(folder: &Path, database_url: Option<&str>) {
    let engine = Engine::open(&config(folder, database_url)).await.unwrap_or_else(|fault| panic!("{fault}"));
    verify(&engine.database).await;
    engine.database.close().await.unwrap_or_else(|fault| panic!("{fault}"));
}

/// Books that stand in a folder or database for another process, with tokens that it will take.
#[derive(Clone)]
pub struct Prepared {
    /// A journal of the first organization.
    pub journal: String,
    /// A token of its accountant.
    pub accountant: String,
    /// A token of its administrator, who has a login, too.
    pub admin: String,
    /// Who that is.
    pub admin_id: String,
    /// A journal of the other organization.
    pub foreign_journal: String,
    /// A token of its accountant.
    pub foreign_accountant: String,
    auth: Arc<Auth>,
}

impl Prepared {
    /// A token of anybody in any organization, made without the service.
    #[must_use]
    pub fn token_of(&self, principal: &str, organization: &str) -> String {
        let principal = PrincipalId::parse(principal).unwrap_or_else(|| panic!("{principal}"));
        let organization = OrganizationId::parse(organization).unwrap_or_else(|| panic!("{organization}"));
        let minted = identity::mint(&self.auth, principal, Some(organization), token::LONGEST_LIFETIME_S);
        minted.unwrap_or_else(|fault| panic!("{fault}")).token
    }
}

/// Makes books in a folder or database, and closes it.
pub async fn prepare(folder: &Path, database_url: Option<&str>) -> Prepared {
    let config = config(folder, database_url);
    let engine = Engine::open(&config).await.unwrap_or_else(|fault| panic!("{fault}"));
    let books = Books::create(&engine.committer, OrganizationId([0x11; 16]), "Acme").await;
    let other = Books::create(&engine.committer, OrganizationId([0x22; 16]), "Globex").await;
    for books in [&books, &other] {
        list(&engine.database, books).await;
    }
    let auth =
        identity::open_auth(&engine.database, &AuthSettings::default()).await.unwrap_or_else(|fault| panic!("{fault}"));
    let admin = identity::users::NewUser {
        username: "owner".to_owned(),
        display_name: "The owner".to_owned(),
        password: "correct horse battery".to_owned(),
        must_change: false,
        organization: books.organization,
        roles: vec!["admin".to_owned()],
    };
    let admin = identity::add_user(&engine.database, &engine.committer, &auth.passwords, admin).await;
    let admin = admin.unwrap_or_else(|fault| panic!("{fault}"));
    // As if the password were the owner's own choice: who makes organizations has one.
    let chosen = engine.database.operational("update logins set has_own_password = 1", &[], &[]).await;
    chosen.unwrap_or_else(|fault| panic!("{fault}"));
    let token = |books: &Books, principal: PrincipalId| {
        let minted = identity::mint(&auth, principal, Some(books.organization), token::LONGEST_LIFETIME_S);
        minted.unwrap_or_else(|fault| panic!("{fault}")).token
    };
    let prepared = Prepared {
        accountant: token(&books, books.member("accountant")),
        admin: token(&books, admin),
        admin_id: admin.to_string(),
        foreign_accountant: token(&other, other.member("accountant")),
        journal: books.journal,
        foreign_journal: other.journal,
        auth: Arc::new(auth),
    };
    engine.database.close().await.unwrap_or_else(|fault| panic!("{fault}"));
    prepared
}
