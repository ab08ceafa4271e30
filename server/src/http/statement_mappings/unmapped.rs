//! `GET /accounting/statement-mappings/{id}/unmapped`

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::ledger::reports::mapping::mapped;
use domain::rows::Account;
use domain::value::Cell;
use domain::value::id::StatementMappingId;
use domain::value::permission::Permission;

use super::get;
use super::view::UnmappedAccount;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

crate::output! {
    /// Accounts in no section of a mapping.
    pub struct UnmappedAccounts {
        /// All of them, by code.
        pub data: Vec<UnmappedAccount>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::AccountsRead);

/// List the accounts that are in no section
///
/// Accounts of the statement in the present chart, including retired ones. In the report they are in a section of their
/// own, `unmapped`.
#[utoipa::path(get, path = "/api/v1/accounting/statement-mappings/{id}/unmapped", operation_id = "StatementMappingsController_unmapped",
    tag = "Statement mappings", params(("id" = String, Path, description = "The mapping")),
    responses((status = 200, description = "The accounts", body = UnmappedAccounts)))]
pub async fn unmapped(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<StatementMappingId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    query.decode::<NoQuery>()?;
    let mapping = get::find(&mut snapshot, caller.organization, &id).await?;
    let rest = "where organization_id = $1 order by code";
    let chart: Vec<Account> = snapshot.rows(rest, &[Cell::Id(caller.organization.0)]).await?;
    let found = mapped(&mapping, &chart);
    let data = found.unmapped.iter().filter_map(|place| chart.get(*place)).map(UnmappedAccount::of).collect();
    Ok(axum::Json(UnmappedAccounts { data }).into_response())
}
