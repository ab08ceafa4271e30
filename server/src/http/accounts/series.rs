//! `GET /accounting/accounts/{id}/series`: the balance of an account over time.

use axum::Json;
use axum::extract::{Path, State};
use domain::rows::Side;
use domain::value::Date;
use domain::value::id::AccountId;
use domain::value::permission::Permission;
use store::read::dimensions::DimensionFilter;
use store::read::statement;

use super::below::accounts_of;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::output::{CurrencyCode, Day, DecimalText, Id};
use crate::http::path::PathId;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::frame::Frame;
use crate::http::series::{self, SeriesStep};

crate::report_input! {
    /// Which days, and how far apart.
    pub struct AccountSeriesQuery {
        /// The first day; that of the last day's fiscal year if absent.
        pub date_from: Option<Date>,
        /// The last day; today if absent.
        pub date_to: Option<Date>,
        /// `day`, `week` (to its Sunday) or `month`, the default.
        pub step: Option<SeriesStep>,
        ..known_at_with_master_data,
    }
}

crate::output! {
    /// A balance at the end of a day.
    pub struct BalancePoint {
        pub date: Day,
        pub balance: DecimalText,
    }

    /// The balance of an account over time.
    pub struct AccountSeries {
        pub account_id: Id<AccountId>,
        /// The base currency.
        pub currency: CurrencyCode,
        /// The last event of the log that it includes.
        pub seq: i64,
        pub points: Vec<BalancePoint>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::ReportsRead);

/// Get an account's balance over time
///
/// At the end of each step and on the last day, on the normal side of the account; of a group, the sum of all accounts
/// below it. At most 400 points.
#[utoipa::path(get, path = "/api/v1/accounting/accounts/{id}/series", operation_id = "AccountsController_series",
    tag = "Accounts", params(("id" = String, Path, description = "The account"), AccountSeriesQuery),
    responses((status = 200, description = "The series", body = AccountSeries)))]
pub async fn series(
    State(app): State<App>,
    Path(PathId(id)): Path<PathId<AccountId>>,
    caller: Caller,
    query: RawQuery,
) -> Result<Json<AccountSeries>, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: AccountSeriesQuery = query.decode()?;
    let organization = caller.organization;
    let frame = Frame::open(&mut snapshot, organization, query.known_at, None).await?;
    let chart = frame.books.chart(&mut snapshot).await?;
    let id = id.require()?;
    let account = chart.iter().find(|account| account.id == id).ok_or_else(Problem::not_found)?;
    let (from, to) = frame.days(&mut snapshot, query.date_from, query.date_to).await?;
    let ends = query.step.unwrap_or(SeriesStep::Month).ends(from, to)?;
    let (accounts, all) = (accounts_of(&chart, id), DimensionFilter::default());
    let days = match frame.books.entries() {
        Some(known) => statement::days_then(&mut snapshot, organization, &accounts, to, &all, known).await?,
        None => statement::days(&mut snapshot, organization, &accounts, to, &all).await?,
    };
    let changes: Vec<(Date, i128)> = days.iter().map(|day| (day.date, day.debit - day.credit)).collect();
    let side = |net: i128| if account.normal_balance == Side::Debit { net } else { -net };
    let points = series::sums(&changes, &ends).into_iter().zip(&ends);
    Ok(Json(AccountSeries {
        account_id: Id(id),
        currency: CurrencyCode(frame.settings.base_currency),
        seq: frame.seq,
        points: points.map(|(net, end)| BalancePoint { date: Day(*end), balance: frame.amount(side(net)) }).collect(),
    }))
}
