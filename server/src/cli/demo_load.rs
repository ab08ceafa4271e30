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
use crate::import::ImportError;
use crate::import::progress::{Console, Progress, Silent};
use crate::run;

/// Loads missing rows, and shows the result.
pub async fn run(config: &Config, output: Output) -> Result<(), Failure> {
    let connection = connection(config).await?;
    let mut progress: Box<dyn Progress> = if output.as_json { Box::new(Silent) } else { Box::new(Console::new()) };
    let loaded = load(&connection, progress.as_mut(), output.as_json).await;
    let living = match (&connection.server, &loaded) {
        (Some(server), Ok(_)) => living::load(&server.app, &server.base_url, progress.as_mut()).await,
        // A server that runs has loaded its own.
        (None, _) | (_, Err(_)) => Ok(()),
    };
    connection.close().await?;
    let report = loaded.map_err(|error| Failure::failed(format!("the demo was not loaded: {error}")))?;
    living?;
    output.say(&report.to_string(), &as_json(&report))?;
    Ok(())
}

/// People at a screen see the best items, a program gets all.
async fn load(
    connection: &Connection,
    progress: &mut dyn Progress,
    with_all_items: bool,
) -> Result<DemoReport, ImportError> {
    let report = demo::load(&connection.client, progress).await?;
    if with_all_items { report.with_all_items(&connection.client).await } else { Ok(report) }
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
        demo_organization::ensure(&server.app).await?;
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
