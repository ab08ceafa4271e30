//! `POST /accounting/imports/read`: what a file of other books says.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::rows::Account;
use domain::value::Cell;
use domain::value::permission::Permission;

use super::wire::{ImportFileInput, ImportFileView};
use crate::app::App;
use crate::http::body::{BATCH_BODY_BYTES, JsonBody};
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::organization;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::import::ledger_files::{self, Books};

pub(super) const OPERATION: Operation = Operation::action(Permission::JournalEntriesDraft).body_bytes(BATCH_BODY_BYTES);

/// Read a file of other books
///
/// Reads entries, opening balances, open items or parties from a CSV file or a spreadsheet, as Xero, QuickBooks, Odoo or you wrote
/// it, and answers with the requests that bring them in, and with every fault by line and column. Writes nothing: send the requests
/// as they are, first with `dryRun=true` if you like. An entry that came in before is refused by its `externalId`, so the same
/// file, or a longer one, can be read and sent again.
#[utoipa::path(post, path = "/api/v1/accounting/imports/read", operation_id = "ImportsController_read", tag = "Imports",
    request_body = ImportFileInput, responses((status = 200, description = "What the file says", body = ImportFileView)))]
pub async fn read(
    State(app): State<App>,
    caller: Caller,
    query: RawQuery,
    body: JsonBody,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let NoQuery {} = query.decode()?;
    let input: ImportFileInput = body.decode()?;
    let file = input.reading()?;
    let base = organization::find(&mut snapshot, caller.organization).await?.base_currency;
    let chart: Vec<Account> =
        snapshot.rows("where organization_id = $1 order by code", &[Cell::Id(caller.organization.0)]).await?;
    drop(snapshot);
    let work = move || {
        let books = Books { chart: &chart, base };
        ledger_files::read(file.kind, &file.bytes, &file.mapping, books, &file.options)
    };
    let reading = tokio::task::spawn_blocking(work).await.map_err(|error| Problem::internal(&error))?;
    Ok(axum::Json(ImportFileView::from(reading)).into_response())
}
