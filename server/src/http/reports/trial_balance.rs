//! `GET /accounting/reports/trial-balance`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::access::Permission;
use domain::ledger::dimensions::DimensionCode;
use domain::ledger::trial_balance::{Columns, trial_balance as report};
use domain::ledger::{Account, AccountType, FiscalYear};
use domain::settings::Organization;
use domain::value::id::{AccountId, OrganizationId};
use domain::value::{Cell, CellValue, Date, Decimal};
use store::Snapshot;
use store::read::trial_balance::{self as balances, TrialBalanceQuery};

use crate::app::App;
use crate::http::caller::Caller;
use crate::http::dimensions::filter::{DimensionValues, resolve};
use crate::http::output::{CurrencyCode, Day, DecimalText, Id, Named};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::{commit, today};

domain::named_enum! {
    /// What becomes of year-end closing entries in the movement.
    ClosingEntries {
        Exclude = "exclude",
        Include = "include",
    }
}

crate::wire_enum! {
    ClosingEntries = "ClosingEntries",
}

crate::input! {
    /// Which trial balance.
    pub struct TrialBalanceParameters {
        /// The last day; the opening is before the first day of its fiscal year. Today where nothing is given.
        pub as_of: Option<Date>,
        /// The first day of the movement; with `dateTo`, instead of `asOf`.
        pub date_from: Option<Date>,
        /// The last day of the movement.
        pub date_to: Option<Date>,
        /// Whether accounts without balance and movement are listed.
        pub include_zero: Option<bool>,
        /// Whether the movement has both halves of void pairs; balances are the same either way.
        pub include_voided: Option<bool>,
        /// `exclude` where absent.
        pub closing: Option<ClosingEntries>,
        /// Only lines that have this value of a dimension, or one below it: `dimension[costCenter]=D10`. It is summed from
        /// the lines, and its two sides need not be equal.
        pub dimension: Option<DimensionValues>,
        /// Whether a value stands for all below it, too; yes where absent.
        pub with_descendants: Option<bool>,
        /// Only lines that have no value of this dimension.
        pub without_dimension: Option<DimensionCode>,
    }
}

crate::output! {
    /// An account with its opening, movement and closing, in base currency. A group holds its descendants' sums.
    pub struct TrialBalanceRow {
        pub account_id: Id<AccountId>,
        pub code: String,
        pub name: String,
        pub r#type: Named<AccountType>,
        pub is_group: bool,
        pub opening_debit: DecimalText,
        pub opening_credit: DecimalText,
        pub debit: DecimalText,
        pub credit: DecimalText,
        pub closing_debit: DecimalText,
        pub closing_credit: DecimalText,
    }

    /// The sums over accounts that take postings.
    pub struct TrialBalanceTotals {
        pub opening_debit: DecimalText,
        pub opening_credit: DecimalText,
        pub debit: DecimalText,
        pub credit: DecimalText,
        pub closing_debit: DecimalText,
        pub closing_credit: DecimalText,
        /// Debit less credit of profit and loss of earlier years that no year-end closing moved into equity;
        /// by as much debits and credits of opening and closing differ.
        pub unclosed_result: DecimalText,
    }

    /// A trial balance.
    pub struct TrialBalanceView {
        pub as_of: Day,
        /// The first day of the movement.
        pub date_from: Day,
        pub currency: CurrencyCode,
        /// By code.
        pub data: Vec<TrialBalanceRow>,
        pub totals: TrialBalanceTotals,
        /// As of which event of the log this holds.
        pub seq: i64,
    }
}

/// Get the trial balance
///
/// Opening, movement and closing of every account. With `asOf` the opening is before the first day of its fiscal
/// year, where profit and loss accounts begin at 0. Entries of type `opening` count as opening, whatever day of the
/// year they are dated on. The closing entry of a year is left out of its movement unless `closing=include` asks for it.
#[utoipa::path(get, path = "/api/v1/accounting/reports/trial-balance", operation_id = "ReportsController_trialBalance",
    tag = "Reports", params(TrialBalanceParameters),
    responses((status = 200, description = "The trial balance", body = TrialBalanceView)))]
pub async fn trial_balance(State(app): State<App>, caller: Caller, query: RawQuery) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app, Permission::ReportsRead).await?;
    let query: TrialBalanceParameters = query.decode()?;
    query.require_one_way()?;
    let own = [Cell::Id(caller.organization.0)];
    let settings: Vec<Organization> = snapshot.rows("where organization_id = $1", &own).await?;
    let settings = settings.into_iter().next().ok_or_else(Problem::not_found)?;
    let to = query.as_of.or(query.date_to).unwrap_or_else(|| today::on(commit::now(), &settings.timezone));
    if query.date_from.is_some_and(|from| from > to) {
        return Err(Problem::violation(
            "dateFrom",
            "out_of_range",
            "must not be later than the last day, today where dateTo is absent",
        ));
    }
    let wanted = (query.dimension, query.with_descendants, query.without_dimension);
    let dimensions = resolve(&mut snapshot, caller.organization, wanted).await?;
    let year_start = year_start(&mut snapshot, caller.organization, query.date_from.unwrap_or(to)).await?;
    let dates = TrialBalanceQuery {
        year_start,
        from: query.date_from.unwrap_or(year_start),
        to,
        include_voided: query.include_voided.unwrap_or(false),
        include_closing: query.closing == Some(ClosingEntries::Include),
        dimensions,
    };
    let seq = snapshot.seq(caller.organization).await?;
    let chart: Vec<Account> = snapshot.rows("where organization_id = $1 order by code", &own).await?;
    let turnovers = balances::turnovers(&mut snapshot, caller.organization, &dates).await?;
    drop(snapshot);
    let report = report(&chart, &turnovers, query.include_zero.unwrap_or(false));

    let decimals = settings.base_currency.decimals();
    let amount = |units| DecimalText(Decimal { unscaled: units, scale: decimals });
    let data = report.rows.iter().map(|(place, columns)| row(&chart[*place], *columns, amount)).collect();
    let totals = report.totals;
    let view = TrialBalanceView {
        as_of: Day(to),
        date_from: Day(dates.from),
        currency: CurrencyCode(settings.base_currency),
        data,
        totals: TrialBalanceTotals {
            opening_debit: amount(totals.opening_debit),
            opening_credit: amount(totals.opening_credit),
            debit: amount(totals.debit),
            credit: amount(totals.credit),
            closing_debit: amount(totals.closing_debit),
            closing_credit: amount(totals.closing_credit),
            unclosed_result: amount(report.unclosed_result),
        },
        seq,
    };
    Ok(axum::Json(view).into_response())
}

impl TrialBalanceParameters {
    /// Either `asOf` or the two dates of a movement.
    fn require_one_way(&self) -> Result<(), Problem> {
        if self.as_of.is_some() && (self.date_from.is_some() || self.date_to.is_some()) {
            return Err(Problem::violation("asOf", "ambiguous", "give asOf, or dateFrom and dateTo, not both"));
        }
        Ok(())
    }
}

fn row(account: &Account, columns: Columns, amount: impl Fn(i128) -> DecimalText) -> TrialBalanceRow {
    TrialBalanceRow {
        account_id: Id(account.id),
        code: account.code.clone(),
        name: account.name.clone(),
        r#type: Named(account.account_type),
        is_group: account.is_group,
        opening_debit: amount(columns.opening_debit),
        opening_credit: amount(columns.opening_credit),
        debit: amount(columns.debit),
        credit: amount(columns.credit),
        closing_debit: amount(columns.closing_debit),
        closing_credit: amount(columns.closing_credit),
    }
}

/// The first day of the fiscal year that holds a day; behind the last year, that of the last one. Before all
/// years everything is movement.
async fn year_start(snapshot: &mut Snapshot, organization: OrganizationId, day: Date) -> Result<Date, Problem> {
    let rest = "where organization_id = $1 and start_date <= $2 order by start_date desc limit 1";
    let years: Vec<FiscalYear> = snapshot.rows(rest, &[Cell::Id(organization.0), day.to_cell()]).await?;
    Ok(years.first().map_or(jiff::civil::date(1, 1, 1), |year| year.start_date))
}
