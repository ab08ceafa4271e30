//! The `countinghouse` program.

use std::sync::Arc;

use server::app::{App, Auth};
use server::auth::client_address::TrustedProxies;
use server::auth::key_ring::KeyRing;
use server::auth::keys::StoredKey;
use server::auth::password::Passwords;
use server::auth::throttle::Throttle;
use server::auth::token::{self, Grant};
use server::auth::verifier::Verifier;
use server::commit::{self, Request};
use server::engine::Engine;
use server::http::layers::{Edge, RateLimiter};
use server::http::router;
use server::http::system::Hooks;
use server::http::transport;

use domain::batch::Work;
use domain::settings::create_organization::CreateOrganization;
use domain::value::Currency;
use domain::value::id::{OrganizationId, PrincipalId};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let engine = Engine::open_folder(std::path::Path::new("data"))?;
    let (organization, admin) = (OrganizationId([7; 16]), PrincipalId([1; 16]));
    let command = CreateOrganization {
        name: "Demo".to_owned(),
        base_currency: Currency::parse("GBP").ok_or("currency")?,
        timezone: "Europe/London".to_owned(),
        admin,
    };
    let work = Work::One(Box::new(command.into()));
    let made = engine.committer.submit(Request::of_system(organization, admin, "init", work)).await?;
    println!("{made:?}");
    let now = commit::now();
    let key = StoredKey::generate(now)?;
    let ring = KeyRing::read(&[key])?;
    let grant = Grant { principal: admin, organization: Some(organization), scope: None, session: None, lifetime_s: 86_400 };
    let signing = ring.signing(now).ok_or("no key")?;
    println!("{}", token::mint("dev", signing, &grant, [3; 16], now)?.token);
    let app = App {
        database: engine.database,
        committer: engine.committer,
        auth: Arc::new(Auth {
            verifier: Verifier::new("dev".to_owned(), ring, Vec::new()),
            passwords: Passwords::new()?,
            throttle: Throttle::default(),
            proxies: TrustedProxies::parse(&[] as &[&str])?,
            allows_password_grant: true,
            standings: Default::default(),
        }),
        rate: Arc::new(RateLimiter::new(Default::default())),
        base_url: "http://127.0.0.1:8080".into(),
    };
    let hooks = Hooks {
        ready: Arc::new(|| Box::pin(async { Ok(serde_json::json!({})) })),
        metrics: Arc::new(String::new),
        may_read_metrics: Arc::new(|_| Box::pin(async { Ok(()) })),
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:8080").await?;
    let service = router::service(app, hooks, &Edge::new("http://127.0.0.1:8080"));
    transport::serve(listener, service, transport::Limits::default(), std::future::pending()).await?;
    Ok(())
}
