//! `GET /accounting/journal-entries`

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::{Entry, EntryStatus, EntryType};
use domain::value::cell::IsoDate;
use domain::value::id::{EntryId, JournalId, PrincipalId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, CellValue, Decimal};
use store::Snapshot;
use store::read::entries::{self, EntryFilter, EntryOrder};

use super::accounts::{self, EntryAccount, Touched};
use super::filter::{EntryQuery, require_days};
use super::included;
use super::view::LineView;
use crate::app::App;
use crate::http::called::{self, Names, Naming, Wanted};
use crate::http::caller::Caller;
use crate::http::formats::ListFormat;
use crate::http::included::{Include, within};
use crate::http::lists::{self, Asked, Listed};
use crate::http::operations::Operation;
use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id, Named, RawObject};
use crate::http::page::{Page, Sort};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

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
        /// The first accounts of its lines, three at most: one that is debited, one that is credited, and the next.
        pub accounts: Vec<EntryAccount>,
        /// The number of all its accounts.
        pub account_count: i64,
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
        /// The names of people are null after they were erased.
        pub submitted_by_name: Option<String>,
        /// The reason for the last rejection, if any.
        pub rejection_reason: Option<String>,
        pub posted_at: Option<At>,
        pub posted_by: Option<Id<PrincipalId>>,
        pub posted_by_name: Option<String>,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub created_by_name: Option<String>,
        pub updated_at: At,
        pub version: i64,
    }

    /// A page of entries.
    pub struct EntryPage {
        pub data: Vec<EntrySummary>,
        pub next_cursor: Option<String>,
    }
}

crate::list_columns! {
    EntrySummary {
        number: Option<String> => "Number",
        date: Day => "Date",
        journal_id: Id<JournalId> => "Journal" (code of journals),
        journal_id: Id<JournalId> => "Journal name" (name of journals),
        status: Named<EntryStatus> => "Status",
        entry_type: Named<EntryType> => "Type",
        description: String => "Description",
        reference: Option<String> => "Reference",
        total_debit: DecimalText => "Total" (amount),
        base_currency: CurrencyCode => "Currency",
        line_count: i64 => "Lines",
        source: String => "Source",
        external_id: Option<String> => "External id",
        reason: Option<String> => "Reason",
        void_reason: Option<String> => "Void reason",
        created_by_name: Option<String> => "Created by",
        created_at: At => "Created at",
        posted_by_name: Option<String> => "Posted by",
        posted_at: Option<At> => "Posted at",
        id: Id<EntryId> => "Id",
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::JournalEntriesRead);

/// List journal entries
#[utoipa::path(get, path = "/api/v1/accounting/journal-entries", operation_id = "JournalEntriesController_list",
    tag = "Journal entries", params(EntryQuery),
    responses((status = 200, description = "A page", body = EntryPage)))]
pub async fn list(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: EntryQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let asked = Asked { app: &app, caller: &caller, headers: &headers, uri: &uri };
    lists::answer(asked, snapshot, query).await
}

impl Listed for EntryQuery {
    type Row = EntrySummary;
    const TITLE: &'static str = "Journal entries";
    crate::paging!();

    async fn page(mut self, _: &App, caller: &Caller, snapshot: &mut Snapshot) -> Result<Page<EntrySummary>, Problem> {
        let (order, descending) = match &self.sort {
            Some(sort) => order(sort)?,
            None => (EntryOrder::Date, false),
        };
        let after = match &self.cursor {
            Some(cursor) => Some(cursor.require(kinds(order))?.to_vec()),
            None => None,
        };
        let filter = self.filter(snapshot, caller.organization).await?;
        let filter = EntryFilter { order, descending, after, ..filter };
        if order == EntryOrder::Total {
            require_days(&filter, "sort=total")?;
        }
        let rows = entries::list(snapshot, caller.organization, &filter, self.limit.0 + 1).await?;
        // A file has a row per entry.
        let is_of_file = self.format.is_some_and(|format| format != ListFormat::Json);
        let includes = self.include == Some(Include::Lines) && !is_of_file;
        let limit = if includes { within_lines(&rows, self.limit.0) } else { self.limit.0 };
        let page = Page::of(rows, limit, |entry: &Entry| cells(order, entry));
        let mut lines = if includes { included::lines(snapshot, caller.organization, &page.data).await? } else { None };
        let sequences: Vec<i64> = page.data.iter().filter_map(|entry| entry.sequence).collect();
        let mut posted = accounts::of_posted(snapshot, caller.organization, &sequences).await?;
        let summed = page.data.into_iter().map(|entry| {
            let touched = match entry.sequence {
                Some(sequence) => posted.remove(&sequence).unwrap_or_default(),
                None => accounts::of_draft(&entry)?,
            };
            let lines = lines.as_mut().map(|lines| lines.remove(&entry.id).unwrap_or_default());
            Ok(EntrySummary { lines, ..summary(entry, &touched) })
        });
        let mut data: Vec<EntrySummary> = summed.collect::<Result<_, Problem>>()?;
        called::fill(snapshot, caller, &mut data).await?;
        Ok(Page { data, next: page.next })
    }
}

/// What a `sort` means, and whether the largest comes first.
fn order(sort: &Sort) -> Result<(EntryOrder, bool), Problem> {
    let (field, descending) = sort.among(&["date", "number", "postedAt", "updatedAt", "total"])?;
    let order = match field {
        "number" => EntryOrder::Number,
        "postedAt" => EntryOrder::Posted,
        "updatedAt" => EntryOrder::Changed,
        "total" => EntryOrder::Total,
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
        EntryOrder::Changed | EntryOrder::Total => &[CellKind::Int, CellKind::Id],
    }
}

/// The sort cells of an entry.
fn cells(order: EntryOrder, entry: &Entry) -> Vec<Cell> {
    match order {
        EntryOrder::Date => vec![Cell::Text(IsoDate(entry.date).to_string()), entry.id.to_cell()],
        EntryOrder::Number => vec![entry.number.to_cell()],
        EntryOrder::Posted => vec![entry.sequence.to_cell()],
        EntryOrder::Changed => vec![entry.updated_at.to_cell(), entry.id.to_cell()],
        EntryOrder::Total => vec![entry.total_debit.to_cell(), entry.id.to_cell()],
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
        let people = [self.submitted_by, self.posted_by, Some(self.created_by)];
        wanted.people.extend(people.into_iter().flatten().map(|id| id.0));
        self.accounts.iter().for_each(|account| account.ask(wanted));
        self.lines.iter().flatten().for_each(|line| line.ask(wanted));
    }

    fn name(&mut self, names: &Names) {
        self.journal_code = names.journals.of(self.journal_id).code;
        self.submitted_by_name = names.people.maybe(self.submitted_by).name;
        self.posted_by_name = names.people.maybe(self.posted_by).name;
        self.created_by_name = names.people.of(self.created_by).name;
        self.accounts.iter_mut().for_each(|account| account.name(names));
        self.lines.iter_mut().flatten().for_each(|line| line.name(names));
    }
}

fn summary(entry: Entry, touched: &Touched) -> EntrySummary {
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
        accounts: touched.shown(),
        account_count: touched.count(),
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
        submitted_by_name: None,
        rejection_reason: entry.rejection_reason,
        posted_at: entry.posted_at.map(At),
        posted_by: entry.posted_by.map(Id),
        posted_by_name: None,
        created_at: At(entry.created_at),
        created_by: Id(entry.created_by),
        created_by_name: None,
        updated_at: At(entry.updated_at),
        version: entry.version,
    }
}
