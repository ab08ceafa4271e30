//! `GET /accounting/journal-entries/totals`: what a list of entries comes to.

use axum::Json;
use axum::extract::State;
use domain::value::Decimal;
use domain::value::permission::Permission;
use store::read::entries;

use super::filter::EntryTotalsQuery;
use crate::app::App;
use crate::http::accounts::statement::base_currency;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::output::{CurrencyCode, DecimalText};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::output! {
    /// The entries of a month.
    pub struct EntryMonth {
        /// `2010-12`
        pub month: String,
        pub count: i64,
        pub total_debit: DecimalText,
    }

    /// What entries come to. Both halves of a void pair count, as in the list.
    pub struct EntryTotals {
        pub count: i64,
        pub total_debit: DecimalText,
        /// Of the totals: the base currency.
        pub currency: CurrencyCode,
        /// The months that have entries, by accounting date.
        pub by_month: Vec<EntryMonth>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::JournalEntriesRead);

/// Sum up journal entries
///
/// How many entries a list with the same filters has, and their debits, in all and by month.
#[utoipa::path(get, path = "/api/v1/accounting/journal-entries/totals", operation_id = "JournalEntriesController_totals",
    tag = "Journal entries", params(EntryTotalsQuery),
    responses((status = 200, description = "The totals", body = EntryTotals)))]
pub async fn totals(State(app): State<App>, caller: Caller, query: RawQuery) -> Result<Json<EntryTotals>, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let organization = caller.organization;
    let mut query: EntryTotalsQuery = query.decode_in(&mut snapshot, organization).await?;
    let filter = query.filter(&mut snapshot, organization).await?;
    let months = entries::totals(&mut snapshot, organization, &filter).await?;
    let base = base_currency(&mut snapshot, organization).await?;
    let amount = |unscaled| DecimalText(Decimal { unscaled, scale: base.decimals() });
    Ok(Json(EntryTotals {
        count: months.iter().map(|month| month.count).sum(),
        total_debit: amount(months.iter().map(|month| month.debit).sum()),
        currency: CurrencyCode(base),
        by_month: months
            .into_iter()
            .map(|month| EntryMonth { month: month.month, count: month.count, total_debit: amount(month.debit) })
            .collect(),
    }))
}
