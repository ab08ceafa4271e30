//! `serve`: the service in the foreground, until it is stopped.

use domain::value::id::PrincipalId;
use tokio::signal::unix::{SignalKind, signal};

use super::args::ServeArgs;
use super::demo::DemoReport;
use super::failure::Failure;
use super::output::print;
use super::reach::Acting;
use super::{connect, demo, demo_organization, living};
use crate::config::Config;
use crate::demo::alone;
use crate::identity::{self, setup};
use crate::import::progress;
use crate::jobs;
use crate::run::{self, Running};

/// How long the token lasts that the demo prints.
const DEMO_TOKEN_S: i64 = 86_400;

/// Runs the service.
pub async fn run(config: &Config, args: &ServeArgs) -> Result<(), Failure> {
    let mut stop = Stop::listen()?;
    if args.demo && !args.demo_insecure {
        require_loopback(&config.listen).await?;
    }
    // Who waits for it to be ready must not find it gone because its preparation failed.
    let why = if args.demo { "the demo data is being loaded" } else { "the service is starting" };
    let mut running = run::start_held(config, why).await?;
    let prepared = tokio::select! {
        prepared = prepare(&running, config, args) => prepared,
        () = stop.wanted() => {
            return Ok(running.stop().await?);
        }
    };
    if let Err(failure) = prepared {
        running.stop().await?;
        return Err(failure);
    }
    running.release();
    tokio::select! {
        () = stop.wanted() => {}
        () = running.ended() => {}
    }
    tracing::info!("stopping: running requests are finished first");
    // A second signal means that the operator does not want to wait.
    tokio::select! {
        ended = running.stop() => Ok(ended?),
        () = stop.wanted() => Err(Failure::failed("stopped at once: running requests were cut off; answered ones are \
             durable")),
    }
}

/// The work before the service counts as ready.
async fn prepare(running: &Running, config: &Config, args: &ServeArgs) -> Result<(), Failure> {
    if jobs::is_paused(&running.app.database).await? {
        tracing::warn!(
            "this database was restored and waits for `countinghouse resume`: until then, no recurring entries, \
             scheduled reversals or expiries of reservations run, only administrators can sign in, and no secret of a \
             service account works"
        );
    }
    if args.demo {
        return prepare_demo(running).await;
    }
    if !running.address.ip().to_canonical().is_loopback() {
        require_own_passwords(running, &config.listen).await?;
    }
    if let Some(code) = setup::announce(&running.app.database).await? {
        tracing::warn!(
            %code,
            "nobody can sign in yet: open {url}/ in a browser and enter this code, or send it with POST \
             {url}/api/v1/auth/setup, or stop the service and run `countinghouse init`",
            url = running.base_url
        );
    }
    Ok(())
}

async fn prepare_demo(running: &Running) -> Result<(), Failure> {
    let app = &running.app;
    let admin = alone(&app.database, load_demo(running)).await??;
    let organization = demo_organization::ORGANIZATION;
    let minted = identity::mint(&app.auth, admin, Some(organization), DEMO_TOKEN_S)?;
    let url = &running.base_url;
    print(&format!(
        "\nCountinghouse is ready\n\n  address   {url}\n  docs      {url}/docs\n  users     admin, accountant, clerk, \
         auditor, operator\n  password  {}\n\nA token for admin, valid for 24 hours:\n\n{}\n",
        demo_organization::PASSWORD,
        minted.token
    ))
}

/// Makes both organizations as far as they are not there; returns their administrator.
async fn load_demo(running: &Running) -> Result<PrincipalId, Failure> {
    let app = &running.app;
    let admin = demo_organization::ensure(app).await?;
    let organization = demo_organization::ORGANIZATION;
    let named = organization.to_string();
    let acting = Acting { organization: Some(&named), ..Acting::default() };
    let (client, _) = connect::client(&app.database, &app.auth, &running.local_url, acting).await?;
    let not_loaded = |error| Failure::failed(format!("the demo was not loaded: {error}"));
    let import = demo::fill(&client, progress::of_a_server().as_mut()).await.map_err(not_loaded)?;
    if import.is_news() {
        print(&DemoReport::read(&client, import).await.map_err(not_loaded)?.to_string())?;
    }
    living::load(app, &running.local_url, progress::of_a_server().as_mut()).await?;
    Ok(admin)
}

/// Everybody knows the passwords of the demo: it is for this machine.
async fn require_loopback(listen: &str) -> Result<(), Failure> {
    let unknown = |error: std::io::Error| {
        Failure::usage(format!("cannot find {listen}: {error}; choose another address with COUNTINGHOUSE_LISTEN"))
    };
    let mut addresses = tokio::net::lookup_host(listen).await.map_err(unknown)?;
    if addresses.all(|address| address.ip().to_canonical().is_loopback()) {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "other machines can reach {listen}, and everybody knows the passwords of the demo: listen on 127.0.0.1, or add \
         --demo-insecure"
    )))
}

/// The users of the demo may be loaded without its server: everybody else who can reach them knows their password.
async fn require_own_passwords(running: &Running, listen: &str) -> Result<(), Failure> {
    let open = demo_organization::open_users(&running.app).await?;
    if open.is_empty() {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "other machines can reach {listen}, and everybody knows the password of the demo's users {}: set new ones with \
         `countinghouse user password NAME`, listen on 127.0.0.1, or serve with --demo --demo-insecure",
        open.join(", ")
    )))
}

/// The signals that end the service.
struct Stop {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

impl Stop {
    fn listen() -> Result<Self, Failure> {
        let of = |kind| signal(kind).map_err(|error| Failure::failed(format!("cannot listen for signals: {error}")));
        Ok(Self { terminate: of(SignalKind::terminate())?, interrupt: of(SignalKind::interrupt())? })
    }

    async fn wanted(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
