//! `demo --load-only`: the demo organization with its users and data, without a server that stays.

use serde_json::json;
use store::sqlite::lock::WriterLock;

use super::connect::{self, Connection};
use super::demo::{self, DemoReport};
use super::demo_organization;
use super::demo_told;
use super::failure::Failure;
use super::living;
use super::output::Output;
use super::reach::Acting;
use crate::config::Config;
use crate::demo::alone;
use crate::import::progress::{Console, Progress, Silent};
use crate::run::{self, Running};

/// Loads missing rows, and shows the result.
pub async fn run(config: &Config, output: Output) -> Result<(), Failure> {
    let connection = connection(config).await?;
    let mut progress: Box<dyn Progress> = if output.as_json { Box::new(Silent) } else { Box::new(Console::new()) };
    let loaded = match &connection.server {
        Some(server) => alone(&server.app.database, both(&connection, server, progress.as_mut(), output.as_json)).await,
        // A server that runs has loaded the other.
        None => Ok(load(&connection, progress.as_mut(), output.as_json).await),
    };
    connection.close().await?;
    let report = loaded??;
    output.say(&report.to_string(), &as_json(&report))?;
    Ok(())
}

async fn both(
    connection: &Connection,
    server: &Running,
    progress: &mut dyn Progress,
    with_all_items: bool,
) -> Result<DemoReport, Failure> {
    let report = load(connection, progress, with_all_items).await?;
    living::load(&server.app, &server.base_url, progress).await?;
    Ok(report)
}

/// People at a screen see the best items, a program gets all.
async fn load(
    connection: &Connection,
    progress: &mut dyn Progress,
    with_all_items: bool,
) -> Result<DemoReport, Failure> {
    let not_loaded = |error| Failure::failed(format!("the demo was not loaded: {error}"));
    let report = demo::load(&connection.client, progress).await.map_err(not_loaded)?;
    if !with_all_items {
        return Ok(report);
    }
    report.with_all_items(&connection.client).await.map_err(not_loaded)
}

/// A server that runs has its own demo organization, or none; else both are made here.
async fn connection(config: &Config) -> Result<Connection, Failure> {
    let organization = demo_organization::ORGANIZATION.to_string();
    let acting = Acting { organization: Some(&organization), ..Acting::default() };
    if config.database_url.is_none() && WriterLock::holder(&config.data).is_some() {
        return connect::connect(config, acting).await;
    }
    let server = run::start(&config.for_the_moment()).await?;
    let prepared = async {
        alone(&server.app.database, demo_organization::ensure(&server.app)).await??;
        connect::client(&server.app.database, &server.app.auth, &server.base_url, acting).await
    };
    match prepared.await {
        Ok((client, organization)) => Ok(Connection { client, organization, server: Some(server) }),
        Err(failure) => {
            server.stop().await?;
            Err(failure)
        }
    }
}

fn as_json(report: &DemoReport) -> serde_json::Value {
    let mut all = demo_told::as_json(report);
    all["organizationId"] = json!(demo_organization::ORGANIZATION.to_string());
    all["import"] = report.import.to_json();
    all
}
