//! `GET /accounting/journal-entries`

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::rows::{Entry, EntryStatus, EntryType};
use domain::value::cell::IsoDate;
use domain::value::dimension_code::DimensionCode;
use domain::value::id::{AccountId, EntryId, JournalId, PrincipalId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Date, Decimal, Sought};
use store::read::entries::{self, EntryFilter};

use crate::app::App;
use crate::http::accounts::below::named;
use crate::http::caller::Caller;
use crate::http::dimensions::filter::{DimensionValues, resolve};
use crate::http::input::{CodeText, ForeignKey, Search};
use crate::http::operations::Operation;
use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id, Named};
use crate::http::page::{Cursor, Page, PageLimit, Sort};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Which entries.
    pub struct EntryQuery {
        /// Only entries in this status.
        pub status: Option<EntryStatus>,
        /// Only entries of this journal.
        pub journal_id: Option<Sought<JournalId>>,
        /// Only posted entries with a line on this account or, for a group, on any account below it.
        pub account_id: Option<Sought<AccountId>>,
        /// Only posted entries with a line with this value of a dimension, or a value below it:
        /// `dimension[costCenter]=D10`. One line must have all given values and be on `accountId`, if given.
        pub dimension: Option<DimensionValues>,
        /// Whether a value includes all values below it; true if absent.
        pub with_descendants: Option<bool>,
        /// Only posted entries with a line without a value of this dimension.
        pub without_dimension: Option<DimensionCode>,
        /// From this accounting date on.
        pub date_from: Option<Date>,
        /// Up to this accounting date.
        pub date_to: Option<Date>,
        /// Only entries of this type.
        pub entry_type: Option<EntryType>,
        /// Only posted entries whose scheduled reversal is due by this day and not posted yet.
        pub auto_reverse_until: Option<Date>,
        /// Only the entry with this number.
        pub number: Option<CodeText<60>>,
        /// Only the entry with this external id.
        pub external_id: Option<ForeignKey<200>>,
        /// Text in number, description or reference.
        pub q: Option<Search>,
        /// `date` (default) or `-date`.
        pub sort: Option<Sort>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// An entry in a list, without its lines.
    pub struct EntrySummary {
        pub id: Id<EntryId>,
        pub number: Option<String>,
        pub journal_id: Id<JournalId>,
        pub date: Day,
        pub status: Named<EntryStatus>,
        pub entry_type: Named<EntryType>,
        pub description: String,
        pub reference: Option<String>,
        pub source: String,
        pub external_id: Option<String>,
        /// The currency of lines that give none.
        pub currency: CurrencyCode,
        /// Of the totals.
        pub base_currency: CurrencyCode,
        pub total_debit: DecimalText,
        pub total_credit: DecimalText,
        pub line_count: i64,
        pub reverses_entry_id: Option<Id<EntryId>>,
        pub reversed_by_entry_id: Option<Id<EntryId>>,
        pub corrects_entry_id: Option<Id<EntryId>>,
        pub corrected_by_entry_id: Option<Id<EntryId>>,
        /// Why a reversal or a correction was posted.
        pub reason: Option<String>,
        pub prior_period_adjustment: bool,
        pub auto_reverse_on: Option<Day>,
        pub voids_entry_id: Option<Id<EntryId>>,
        pub voided_by_entry_id: Option<Id<EntryId>>,
        pub void_reason: Option<String>,
        /// The time of the submission that is waiting for approval, or was approved.
        pub submitted_at: Option<At>,
        pub submitted_by: Option<Id<PrincipalId>>,
        /// The reason for the last rejection, if any.
        pub rejection_reason: Option<String>,
        pub version: i64,
    }

    /// A page of entries.
    pub struct EntryPage {
        pub data: Vec<EntrySummary>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::JournalEntriesRead);

/// List journal entries
#[utoipa::path(get, path = "/api/v1/accounting/journal-entries", operation_id = "JournalEntriesController_list",
    tag = "Journal entries", params(EntryQuery),
    responses((status = 200, description = "A page", body = EntryPage)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: EntryQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let descending = match &query.sort {
        Some(sort) => sort.among(&["date"])?.1,
        None => false,
    };
    let after = match &query.cursor {
        Some(cursor) => Some(cursor.require(&[CellKind::Text, CellKind::Id])?.to_vec()),
        None => None,
    };
    // A malformed id names nothing, and so does its filter.
    let impossible = query.journal_id.as_ref().is_some_and(|id| id.id().is_none());
    let accounts = match &query.account_id {
        Some(id) => Some(named(&mut snapshot, caller.organization, id).await?),
        None => None,
    };
    let wanted = (query.dimension, query.with_descendants, query.without_dimension);
    let filter = EntryFilter {
        dimensions: resolve(&mut snapshot, caller.organization, wanted).await?,
        status: query.status,
        journal: query.journal_id.and_then(|id| id.id()),
        accounts,
        from: query.date_from,
        to: query.date_to,
        entry_type: query.entry_type,
        auto_reverse_until: query.auto_reverse_until,
        number: query.number.map(|text| text.0),
        external_id: query.external_id.map(|text| text.0),
        text: query.q.map(|text| text.0),
        descending,
        after,
    };
    let rows = if impossible {
        Vec::new()
    } else {
        entries::list(&mut snapshot, caller.organization, &filter, query.limit.0 + 1).await?
    };
    let page = Page::of(rows, query.limit.0, |entry: &Entry| {
        vec![Cell::Text(IsoDate(entry.date).to_string()), entry.id.to_cell()]
    });
    Ok(page.map(summary).respond(&uri))
}

fn summary(entry: Entry) -> EntrySummary {
    let amount = |units| DecimalText(Decimal::from_units(units, entry.currency.decimals()));
    EntrySummary {
        id: Id(entry.id),
        total_debit: amount(entry.total_debit),
        total_credit: amount(entry.total_credit),
        number: entry.number,
        journal_id: Id(entry.journal_id),
        date: Day(entry.date),
        status: Named(entry.status),
        entry_type: Named(entry.entry_type),
        description: entry.description,
        reference: entry.reference,
        source: entry.source,
        external_id: entry.external_id,
        currency: CurrencyCode(entry.transaction_currency),
        base_currency: CurrencyCode(entry.currency),
        line_count: entry.line_count,
        reverses_entry_id: entry.reverses_entry_id.map(Id),
        reversed_by_entry_id: entry.reversed_by_entry_id.map(Id),
        corrects_entry_id: entry.corrects_entry_id.map(Id),
        corrected_by_entry_id: entry.corrected_by_entry_id.map(Id),
        reason: entry.reason,
        prior_period_adjustment: entry.prior_period_adjustment,
        auto_reverse_on: entry.auto_reverse_on.map(Day),
        voids_entry_id: entry.voids_entry_id.map(Id),
        voided_by_entry_id: entry.voided_by_entry_id.map(Id),
        void_reason: entry.void_reason,
        submitted_at: entry.submitted_at.map(At),
        submitted_by: entry.submitted_by.map(Id),
        rejection_reason: entry.rejection_reason,
        version: entry.version,
    }
}
