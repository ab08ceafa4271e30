//! `GET /accounting/reports/diff`: the changes of the books' knowledge between two points of their log.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::Uri;
use axum::response::{IntoResponse, Response};
use domain::rows::{Account, Entry, EntryType};
use domain::value::id::{AccountId, EntryId, JournalId, OrganizationId, PrincipalId};
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, Currency, Date, Decimal};
use store::Snapshot;
use store::read::changes::{self, Between, Effect};
use store::read::known;

use super::books::{Books, KnownAt, resolve};
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::output::{At, CurrencyCode, Day, DecimalText, Id, Named};
use crate::http::page::{Cursor, PageLimit, linked};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::input! {
    /// Between which points.
    pub struct DiffParameters {
        /// The earlier point: an instant, or an event of the log such as `seq:1200`; the beginning if absent.
        pub from: Option<KnownAt>,
        /// The later point; now if absent.
        pub to: Option<KnownAt>,
        /// Only entries dated on this day or later.
        pub date_from: Option<Date>,
        /// Only entries dated up to this day: those that change a report as of it.
        pub date_to: Option<Date>,
        /// Entries of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

domain::named_enum! {
    /// The event of an entry.
    EntryChange {
        Posted = "posted",
        /// It takes back another entry as if that had never been.
        Voided = "voided",
        /// It ends the effect of another entry on a later day.
        Reversed = "reversed",
        /// It replaces another entry, or is its difference.
        Corrected = "corrected",
    }
}

crate::wire_enum! {
    EntryChange = "EntryChange",
}

crate::output! {
    /// The amount posted on an account, in base currency.
    pub struct DiffEffect {
        pub account_id: Id<AccountId>,
        pub code: String,
        pub name: String,
        pub debit: DecimalText,
        pub credit: DecimalText,
    }

    /// An entry known at the later point and not at the earlier one.
    pub struct DiffRow {
        pub change: Named<EntryChange>,
        pub entry_id: Id<EntryId>,
        pub number: Option<String>,
        pub sequence: Option<i64>,
        pub journal_id: Id<JournalId>,
        /// The day on which the figures change.
        pub date: Day,
        pub entry_type: Named<EntryType>,
        pub description: String,
        /// The entry that it voids, reverses or corrects.
        pub of_entry_id: Option<Id<EntryId>>,
        /// The reason, if it takes an entry back.
        pub reason: Option<String>,
        pub posted_at: Option<At>,
        pub posted_by: Option<Id<PrincipalId>>,
        /// Whether it reverses or corrects an entry of a closed period.
        pub prior_period_adjustment: bool,
        /// By account.
        pub effects: Vec<DiffEffect>,
    }

    /// Changes in what the books know.
    pub struct DiffView {
        /// The event of the earlier point; 0 for the beginning.
        pub from_seq: i64,
        /// The event of the later point.
        pub to_seq: i64,
        pub currency: CurrencyCode,
        /// The sums of all entries in between, on all pages, by account code.
        pub totals: Vec<DiffEffect>,
        /// The entries in between, in the order in which they were posted.
        pub data: Vec<DiffRow>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::ReportsRead);

/// Compare what the books knew at two points
///
/// The entries that a report with `knownAt` at the later point includes and one at the earlier point did not, with who
/// posted them, when and why, and the accounts that they change. Account names are those of the later point.
#[utoipa::path(get, path = "/api/v1/accounting/reports/diff", operation_id = "ReportsController_diff",
    tag = "Reports", params(DiffParameters),
    responses((status = 200, description = "The entries in between", body = DiffView)))]
pub async fn diff(State(app): State<App>, caller: Caller, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: DiffParameters = query.decode()?;
    if query.date_from.zip(query.date_to).is_some_and(|(from, to)| from > to) {
        return Err(Problem::violation("dateFrom", "out_of_range", "must not be later than dateTo"));
    }
    let behind = match &query.cursor {
        Some(cursor) => match cursor.require(&[CellKind::Int])? {
            [Cell::Int(sequence)] => *sequence,
            _ => 0,
        },
        None => 0,
    };
    let organization = caller.organization;
    let earlier = match query.from {
        Some(from) => Some(resolve(&mut snapshot, organization, from, "from").await?),
        None => None,
    };
    let head = snapshot.seq(organization).await?;
    let later = match query.to {
        Some(to) => resolve(&mut snapshot, organization, to, "to").await?,
        None => known::at_seq(&mut snapshot, organization, head).await?.ok_or_else(|| Problem::lost("facts", head))?,
    };
    let from_seq = earlier.map_or(0, |known| known.seq);
    if from_seq > later.seq {
        let message = format!("is event {from_seq}, which is later than `to`, event {}: swap them", later.seq);
        return Err(Problem::violation("from", "out_of_range", message));
    }
    let books = Books::open(&mut snapshot, organization, query.to).await?;
    let base = books.settings(&mut snapshot).await?.base_currency;
    let chart: Vec<Account> = books.rows(&mut snapshot).await?;
    let chart = chart.into_iter().map(|account| (account.id, account)).collect();
    let after = earlier.map_or(0, |known| known.entries.then);
    let between = Between { after, until: later.entries.then, from: query.date_from, to: query.date_to };
    let totals = changes::totals(&mut snapshot, organization, between).await?;
    let mut entries = changes::entries(&mut snapshot, organization, between, behind, query.limit.0 + 1).await?;
    let more = entries.len() > query.limit.0;
    entries.truncate(query.limit.0);
    let sequence = |entry: Option<&Entry>| entry.and_then(|entry| entry.sequence).unwrap_or_default();
    let (first, last) = (sequence(entries.first()), sequence(entries.last()));
    let page = Between { after: first - 1, until: last, ..between };
    let mut effects: BTreeMap<i64, Vec<Effect>> = BTreeMap::new();
    for effect in changes::effects(&mut snapshot, organization, page).await? {
        effects.entry(effect.sequence).or_default().push(effect);
    }
    let reasons = void_reasons(&mut snapshot, organization, &entries).await?;
    drop(snapshot);

    let shown = Shown { chart, base };
    let next_cursor = more.then(|| Cursor(vec![Cell::Int(last)]).text(&uri));
    let rows = entries.into_iter().map(|entry| {
        let own = effects.remove(&sequence(Some(&entry))).unwrap_or_default();
        let voided = entry.voids_entry_id.and_then(|id| reasons.get(&id).cloned()).flatten();
        shown.row(entry, &own, voided)
    });
    let view = DiffView {
        from_seq,
        to_seq: later.seq,
        currency: CurrencyCode(base),
        data: rows.collect(),
        totals: shown.effects(&totals),
        next_cursor: next_cursor.clone(),
    };
    Ok(linked(axum::Json(view).into_response(), next_cursor.as_deref(), &uri))
}

/// Why entries were voided, by the voided entry: the reason stands there and not on the mirror.
async fn void_reasons(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    mirrors: &[Entry],
) -> Result<BTreeMap<EntryId, Option<String>>, Problem> {
    let voided: Vec<Cell> =
        mirrors.iter().filter_map(|mirror| mirror.voids_entry_id).map(|id| Cell::Id(id.0)).collect();
    if voided.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rest = format!("where organization_id = $1 and id in {}", store::sql::list(2, voided.len()));
    let mut params = vec![Cell::Id(organization.0)];
    params.extend(voided);
    let found: Vec<Entry> = snapshot.rows(&rest, &params).await?;
    Ok(found.into_iter().map(|entry| (entry.id, entry.void_reason)).collect())
}

/// The descriptive data of rows.
struct Shown {
    chart: BTreeMap<AccountId, Account>,
    base: Currency,
}

impl Shown {
    fn row(&self, entry: Entry, effects: &[Effect], void_reason: Option<String>) -> DiffRow {
        let change = match (entry.voids_entry_id, entry.reverses_entry_id, entry.corrects_entry_id) {
            (Some(_), ..) => EntryChange::Voided,
            (None, Some(_), _) => EntryChange::Reversed,
            (None, None, Some(_)) => EntryChange::Corrected,
            (None, None, None) => EntryChange::Posted,
        };
        DiffRow {
            change: Named(change),
            entry_id: Id(entry.id),
            number: entry.number,
            sequence: entry.sequence,
            journal_id: Id(entry.journal_id),
            date: Day(entry.date),
            entry_type: Named(entry.entry_type),
            description: entry.description,
            of_entry_id: entry.voids_entry_id.or(entry.reverses_entry_id).or(entry.corrects_entry_id).map(Id),
            reason: void_reason.or(entry.reason),
            posted_at: entry.posted_at.map(At),
            posted_by: entry.posted_by.map(Id),
            prior_period_adjustment: entry.prior_period_adjustment,
            effects: self.effects(effects),
        }
    }

    fn effects(&self, effects: &[Effect]) -> Vec<DiffEffect> {
        let amount = |units| DecimalText(Decimal { unscaled: units, scale: self.base.decimals() });
        let known = effects.iter().filter_map(|effect| Some((self.chart.get(&effect.account)?, effect)));
        let mut shown: Vec<DiffEffect> = known
            .map(|(account, effect)| DiffEffect {
                account_id: Id(account.id),
                code: account.code.clone(),
                name: account.name.clone(),
                debit: amount(effect.debit),
                credit: amount(effect.credit),
            })
            .collect();
        shown.sort_by(|one, other| one.code.cmp(&other.code));
        shown
    }
}
