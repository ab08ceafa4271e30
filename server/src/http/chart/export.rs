//! `GET /accounting/chart`

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use domain::commands::chart::import::ChartAccount;
use domain::rows::Account;
use domain::value::Cell;
use domain::value::id::{AccountId, OrganizationId};
use domain::value::permission::Permission;
use store::Snapshot;

use super::wire::ChartAccountView;
use crate::app::App;
use crate::charts::file;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

domain::named_enum! {
    /// In which form a chart is exported.
    ChartFormat {
        Json = "json",
        Csv = "csv",
    }
}

crate::wire_enum! {
    ChartFormat = "ChartFormat",
}

crate::input! {
    /// In which form.
    pub struct ChartQuery {
        /// `json` (the default) or `csv`, one account per line.
        pub format: Option<ChartFormat>,
    }
}

crate::output! {
    /// A whole chart of accounts, in the form that `POST` accepts.
    pub struct ChartView {
        pub accounts: Vec<ChartAccountView>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::AccountsRead);

/// Export the chart of accounts
///
/// All accounts by code, including retired ones. You can import the result again, here or in another organization.
#[utoipa::path(get, path = "/api/v1/accounting/chart", operation_id = "ChartController_export", tag = "Chart of accounts",
    params(ChartQuery), responses((status = 200, description = "The chart", content((ChartView = "application/json"), (String = "text/csv")))))]
pub async fn export(State(app): State<App>, caller: Caller, query: RawQuery) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: ChartQuery = query.decode()?;
    let accounts = chart(&mut snapshot, caller.organization).await?;
    if query.format == Some(ChartFormat::Csv) {
        let text = file::write(accounts.iter()).map_err(|error| Problem::internal(&error))?;
        let headers = [
            (CONTENT_TYPE, "text/csv; charset=utf-8"),
            (CONTENT_DISPOSITION, "attachment; filename=\"chart-of-accounts.csv\""),
        ];
        return Ok((headers, text).into_response());
    }
    Ok(axum::Json(ChartView { accounts: accounts.into_iter().map(ChartAccountView::from).collect() }).into_response())
}

/// The whole chart by code.
async fn chart(snapshot: &mut Snapshot, organization: OrganizationId) -> Result<Vec<ChartAccount>, Problem> {
    let accounts: Vec<Account> =
        snapshot.rows("where organization_id = $1 order by code", &[Cell::Id(organization.0)]).await?;
    let codes: BTreeMap<AccountId, String> =
        accounts.iter().map(|account| (account.id, account.code.clone())).collect();
    let chart = accounts.into_iter().map(|account| ChartAccount {
        parent_code: account.parent_id.and_then(|id| codes.get(&id).cloned()),
        code: account.code,
        name: account.name,
        account_type: account.account_type,
        subtype: account.subtype,
        is_group: account.is_group,
        currency: account.currency.map(Into::into),
        control_for: account.control_for,
        revalue: Some(account.revalue),
        is_reconcilable: Some(account.is_reconcilable),
        required_dimensions: account.required_dimensions.split_whitespace().map(str::to_owned).collect(),
        default_dimensions: account.default_dimensions,
        description: account.description,
        is_active: account.is_active,
    });
    Ok(chart.collect())
}
