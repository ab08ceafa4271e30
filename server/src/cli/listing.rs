//! `user list` and `organization list`: a table on a terminal, JSON elsewhere.

use std::io::IsTerminal as _;

use domain::rows::Organization;
use domain::value::{Cell, TypedId};
use serde_json::{Value, json};
use store::operational::organizations_list;

use super::client::{ApiClient, ClientError};
use super::failure::Failure;
use super::output::{Output, print};
use super::reach::{Reach, Who};
use super::report_table;
use crate::engine;

/// `user list`.
#[derive(Debug, clap::Args)]
pub struct UserListArgs {
    /// Id or name of the organization; needed if there are several [env: COUNTINGHOUSE_ORGANIZATION]
    #[arg(long, value_name = "ORGANIZATION")]
    pub organization: Option<String>,
    #[command(flatten)]
    pub who: Who,
}

/// `organization list`.
#[derive(Debug, clap::Args)]
pub struct OrganizationListArgs {
    #[command(flatten)]
    pub who: Who,
}

/// Lists the users of an organization.
///
/// # Errors
/// If they cannot be read.
pub async fn users(reach: Reach<'_>, args: &UserListArgs, output: Output) -> Result<(), Failure> {
    let connection = reach.connect(&args.who, args.organization.as_deref()).await?;
    let rows = rows(&connection.client, "/api/v1/users").await;
    connection.close().await?;
    show(&["username", "displayName", "kind", "roles", "isActive", "id"], rows?, output)
}

/// Lists the organizations of the data folder, or those that are open to whoever acts.
///
/// # Errors
/// If they cannot be read.
pub async fn organizations(reach: Reach<'_>, args: &OrganizationListArgs, output: Output) -> Result<(), Failure> {
    let acts_as_user = args.who.here.username.is_some() || super::variable("COUNTINGHOUSE_AS").is_some();
    if reach.is_elsewhere(&args.who)? || acts_as_user {
        let connection = reach.connect(&args.who, None).await?;
        let rows = rows(&connection.client, "/api/v1/organizations").await;
        connection.close().await?;
        return show(&["name", "roles", "id"], rows?, output);
    }
    let database = engine::open_reader(reach.config).await?;
    let mut snapshot = database.snapshot().await?;
    let mut rows = Vec::new();
    for listed in organizations_list::all(&mut snapshot).await? {
        let id = [Cell::Id(listed.organization_id.bytes())];
        let books = snapshot.rows::<Organization>("where organization_id = $1", &id).await?.into_iter().next();
        rows.push(json!({
            "id": listed.organization_id.to_string(),
            "name": books.as_ref().map(|row| row.name.clone()),
            "baseCurrency": books.as_ref().map(|row| row.base_currency.to_string()),
            "timezone": books.as_ref().map(|row| row.timezone.clone()),
        }));
    }
    drop(snapshot);
    database.close().await?;
    show(&["name", "baseCurrency", "timezone", "id"], rows, output)
}

/// All rows of a list.
///
/// # Errors
/// If a page cannot be read.
pub async fn rows(client: &ApiClient, path: &str) -> Result<Vec<Value>, ClientError> {
    let mut rows = Vec::new();
    let mut cursor = String::new();
    loop {
        let mut page = client.get(&format!("{path}?limit=200{cursor}")).await?;
        if let Some(data) = page["data"].as_array_mut() {
            rows.append(data);
        }
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return Ok(rows),
        }
    }
}

fn show(columns: &[&str], rows: Vec<Value>, output: Output) -> Result<(), Failure> {
    if output.as_json || !std::io::stdout().is_terminal() {
        return print(&json!({"data": rows}).to_string());
    }
    let undrawn = |error: &dyn std::fmt::Display| Failure::failed(format!("no table: {error}"));
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(columns).map_err(|error| undrawn(&error))?;
    for row in &rows {
        writer.write_record(columns.iter().map(|name| cell(&row[*name]))).map_err(|error| undrawn(&error))?;
    }
    let records = writer.into_inner().map_err(|error| undrawn(&error))?;
    print(&report_table::drawn(&records).map_err(|error| undrawn(&error))?)
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Bool(is) => (if *is { "yes" } else { "no" }).to_owned(),
        Value::Array(parts) => parts.iter().map(cell).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}
