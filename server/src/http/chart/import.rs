//! `POST /accounting/chart`

use axum::response::Response;
use domain::Code;
use domain::commands::chart::import::ImportChart;
use domain::rows::Account;
use domain::value::rejection::Violation;

use super::wire::ChartInput;
use crate::http::import_body::Rows;
use crate::http::operations::{Operation, rejections};
use crate::http::problem::Problem;
use crate::http::writing::Writing;

crate::output! {
    /// The result of importing a chart.
    pub struct ChartResult {
        /// New accounts.
        pub created: i64,
        /// Existing accounts that were changed.
        pub updated: i64,
        /// Accounts that were already as in the chart.
        pub unchanged: i64,
    }
}

pub(super) const OPERATION: Operation =
    Operation::of::<ImportChart>().rejects(rejections::NEW).rejects(rejections::IN_TREE).rejects(&[
        Code::AccountNotUsable,
        Code::AccountInUse,
        Code::AccountFrozen,
        Code::CurrencyNotUsable,
        Code::ParentCycle,
        Code::ParentNotUsable,
    ]);

/// Import a chart of accounts
///
/// All or nothing: creates new accounts, changes those that differ, and leaves accounts that are not in the chart as
/// they are. Send it with `dryRun=true` to see the effect. After the first posting, an account keeps its type,
/// currency, control and group.
#[utoipa::path(post, path = "/api/v1/accounting/chart", operation_id = "ChartController_import", tag = "Chart of accounts",
    request_body = ChartInput, responses((status = 200, description = "The result of the import", body = ChartResult)))]
pub async fn import(writing: Writing) -> Result<Response, Problem> {
    // The group of an account may be one of those that cannot be read.
    let holds = |error: &Violation| !error.pointer.ends_with("/parentCode");
    let command = |input: ChartInput| input.command().ok().map(Into::into);
    let input = writing.import(Rows { list: "accounts", command, holds }).await?;
    let command = writing.caller.admit(&writing.app, input.command()).await?;
    let named = command.accounts.len();
    let done = writing.run(command).await?;
    let written: Vec<Account> = done.rows();
    let since = written.iter().filter(|account| account.created_at == account.updated_at).count();
    let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let result = ChartResult {
        created: count(since),
        updated: count(written.len() - since),
        unchanged: count(named.saturating_sub(written.len())),
    };
    done.answered(result)
}
