//! `GET /accounting/journal-entries`

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::rows::{Entry, EntryStatus, EntryType};
use domain::value::cell::IsoDate;
use domain::value::dimension_code::DimensionCode;
use domain::value::id::{AccountId, EntryId, JournalId, PrincipalId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Date, Decimal, Instant, Sought};
use store::read::entries::{self, EntryFilter, EntryOrder};

use super::included;
use super::view::LineView;
use crate::app::App;
use crate::http::accounts::below::named;
use crate::http::called::{self, Names, Naming, Wanted};
use crate::http::caller::Caller;
use crate::http::dimensions::filter::{DimensionValues, resolve};
use crate::http::included::{Include, within};
use crate::http::input::{CodeText, ForeignKey, Name, NameOrEmpty, Search};
use crate::http::journals::wire::{JournalCode, filtered};
use crate::http::operations::Operation;
use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id, Named, RawObject};
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
        /// The journal by its code, instead of `journalId`.
        pub journal_code: Option<JournalCode>,
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
        /// Only entries of this source, the namespace of `externalId`.
        pub source: Option<NameOrEmpty<100>>,
        /// Only entries with this external id; it is unique only within a `source`.
        pub external_id: Option<ForeignKey<200>>,
        /// Only entries with this reference.
        pub reference: Option<Name<200>>,
        /// Only entries that were made or changed at this moment or later.
        pub changed_since: Option<Instant>,
        /// Text in number, description or reference.
        pub q: Option<Search>,
        /// `date` (default), `number`, `postedAt` or `updatedAt`, in descending order with a leading `-`. By `number` and
        /// `postedAt`, the list has posted entries alone.
        pub sort: Option<Sort>,
        /// `lines` adds its lines to each entry. A page then ends before the entry with which it would have more than
        /// 10,000 lines, unless that is its first.
        pub include: Option<Include>,
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// An entry in a list; with its lines if they are included.
    pub struct EntrySummary {
        pub id: Id<EntryId>,
        pub number: Option<String>,
        pub journal_id: Id<JournalId>,
        /// Null for callers who may not read journals.
        pub journal_code: Option<String>,
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
        /// Its lines, with `include=lines`; otherwise null.
        pub lines: Option<Vec<LineView>>,
        pub metadata: RawObject,
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
        pub posted_at: Option<At>,
        pub updated_at: At,
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
    let (order, descending) = match &query.sort {
        Some(sort) => order(sort)?,
        None => (EntryOrder::Date, false),
    };
    let after = match &query.cursor {
        Some(cursor) => Some(cursor.require(kinds(order))?.to_vec()),
        None => None,
    };
    let accounts = match &query.account_id {
        Some(id) => Some(named(&mut snapshot, caller.organization, id).await?),
        None => None,
    };
    let wanted = (query.dimension, query.with_descendants, query.without_dimension);
    let filter = EntryFilter {
        dimensions: resolve(&mut snapshot, caller.organization, wanted).await?,
        status: query.status,
        journal: filtered(&mut snapshot, caller.organization, query.journal_id, query.journal_code).await?,
        accounts,
        from: query.date_from,
        to: query.date_to,
        entry_type: query.entry_type,
        auto_reverse_until: query.auto_reverse_until,
        number: query.number.map(|text| text.0),
        source: query.source.map(|text| text.0),
        external_id: query.external_id.map(|text| text.0),
        reference: query.reference.map(|text| text.0),
        changed_since: query.changed_since,
        text: query.q.map(|text| text.0),
        order,
        descending,
        after,
    };
    let rows = entries::list(&mut snapshot, caller.organization, &filter, query.limit.0 + 1).await?;
    let includes = query.include == Some(Include::Lines);
    let limit = if includes { within_lines(&rows, query.limit.0) } else { query.limit.0 };
    let page = Page::of(rows, limit, |entry: &Entry| cells(order, entry));
    let mut lines =
        if includes { included::lines(&mut snapshot, caller.organization, &page.data).await? } else { None };
    let summed = page.data.into_iter().map(|entry| {
        let own = lines.as_mut().map(|lines| lines.remove(&entry.id).unwrap_or_default());
        EntrySummary { lines: own, ..summary(entry) }
    });
    let mut data: Vec<EntrySummary> = summed.collect();
    called::fill(&mut snapshot, &caller, &mut data).await?;
    Ok(Page { data, next: page.next }.respond(&uri))
}

/// What a `sort` means, and whether the largest comes first.
fn order(sort: &Sort) -> Result<(EntryOrder, bool), Problem> {
    let (field, descending) = sort.among(&["date", "number", "postedAt", "updatedAt"])?;
    let order = match field {
        "number" => EntryOrder::Number,
        "postedAt" => EntryOrder::Posted,
        "updatedAt" => EntryOrder::Changed,
        _ => EntryOrder::Date,
    };
    Ok((order, descending))
}

/// The kinds of the sort cells.
fn kinds(order: EntryOrder) -> &'static [CellKind] {
    match order {
        EntryOrder::Date => &[CellKind::Text, CellKind::Id],
        EntryOrder::Number => &[CellKind::Text],
        EntryOrder::Posted => &[CellKind::Int],
        EntryOrder::Changed => &[CellKind::Int, CellKind::Id],
    }
}

/// The sort cells of an entry.
fn cells(order: EntryOrder, entry: &Entry) -> Vec<Cell> {
    match order {
        EntryOrder::Date => vec![Cell::Text(IsoDate(entry.date).to_string()), entry.id.to_cell()],
        EntryOrder::Number => vec![entry.number.to_cell()],
        EntryOrder::Posted => vec![entry.sequence.to_cell()],
        EntryOrder::Changed => vec![entry.updated_at.to_cell(), entry.id.to_cell()],
    }
}

/// How many of these entries a page takes whose lines are shown.
fn within_lines(rows: &[Entry], limit: usize) -> usize {
    let counts: Vec<i64> = rows.iter().map(|entry| entry.line_count).collect();
    within(&counts, limit)
}

impl Naming for EntrySummary {
    fn ask(&self, wanted: &mut Wanted) {
        wanted.journals.insert(self.journal_id.0);
        self.lines.iter().flatten().for_each(|line| line.ask(wanted));
    }

    fn name(&mut self, names: &Names) {
        self.journal_code = names.journals.of(self.journal_id).code;
        self.lines.iter_mut().flatten().for_each(|line| line.name(names));
    }
}

fn summary(entry: Entry) -> EntrySummary {
    let amount = |units| DecimalText(Decimal::from_units(units, entry.currency.decimals()));
    EntrySummary {
        id: Id(entry.id),
        total_debit: amount(entry.total_debit),
        total_credit: amount(entry.total_credit),
        number: entry.number,
        journal_id: Id(entry.journal_id),
        journal_code: None,
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
        lines: None,
        metadata: RawObject(entry.metadata),
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
        posted_at: entry.posted_at.map(At),
        updated_at: At(entry.updated_at),
        version: entry.version,
    }
}
