//! `GET /accounting/reports/party-statement`: the ledger of one customer or supplier, to keep and to send.

mod sheet;
mod view;

use std::collections::{BTreeMap, BTreeSet};

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::rows::{Account, ControlFor, Party, PartyName};
use domain::value::id::{AccountId, OrganizationId, PartyId};
use domain::value::permission::Permission;
use domain::value::{Currency, CurrencyRef, Date, Sought};
use store::Snapshot;
use store::read::by_id;
use store::read::dimensions::DimensionFilter;
use store::read::matches::{self, Taken};
use store::read::open_items::{self, OpenItem, OpenItemFilter};
use store::read::parties;
use store::read::statement::{self, Figures, Span, Stated, StatementLine};

use self::view::{PartyStatementView, Told};
use super::frame::{Frame, LAST_DAY};
use super::general_ledger::EARLIEST;
use crate::app::App;
use crate::http::caller::Caller;
use crate::http::currencies::get::of_parameter;
use crate::http::formats;
use crate::http::matches::accounts::no_control;
use crate::http::matches::list::known;
use crate::http::operations::Operation;
use crate::http::problem::{Problem, ServerCode};
use crate::http::query::RawQuery;

/// Lines, and open items, of one statement.
const MOST_LINES: usize = 10_000;

crate::report_input! {
    /// Of whom, and which days.
    pub struct PartyStatementQuery {
        /// The customer or supplier.
        pub party_id: Sought<PartyId>,
        ..days,
        /// Only accounts that control `receivable`, or `payable`; both if absent.
        pub control_for: Option<ControlFor>,
        /// Only lines in this currency.
        pub currency: Option<CurrencyRef>,
        ..known_at_with_master_data,
        ..format_of_table,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::ReportsRead);

/// Get the statement of a party
///
/// The party's lines on accounts that control receivables and payables: per currency the opening balance, each line with
/// the balance after it, the closing balance, and what is open at the end of the last day, by age. As a document it can
/// be sent to the party. At most 10,000 lines.
#[utoipa::path(get, path = "/api/v1/accounting/reports/party-statement",
    operation_id = "ReportsController_partyStatement", tag = "Reports", params(PartyStatementQuery),
    responses((status = 200, description = "The statement", content(
        (PartyStatementView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn party_statement(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: PartyStatementQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let document = formats::wanted(query.format, &headers);
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, None).await?;
    let (from, to) = frame.days(&mut snapshot, query.date_from, query.date_to).await?;
    let currency = match query.currency {
        Some(code) => Some(of_parameter(&mut snapshot, caller.organization, "currency", code).await?),
        None => None,
    };
    let accounts = controls(frame.books.chart(&mut snapshot).await?, query.control_for)?;
    let party = meant(&mut snapshot, caller.organization, known(query.party_id)).await?;
    let alike = parties::alike(&mut snapshot, caller.organization, party).await?;
    let asked = Asked { party, alike, control: query.control_for, accounts, from, to, currency };
    let told = read(&mut snapshot, &frame, &asked).await?;
    let shows_contact = caller.rights(&mut snapshot).await?.has(Permission::PartiesRead);
    let called = called(&mut snapshot, &frame, party, shows_contact).await?;
    drop(snapshot);
    let view = PartyStatementView::of(&frame, &asked, called, told);
    match document {
        Some(format) => formats::document(&app, format, sheet::table(&frame, format, &view)).await,
        None => Ok(formats::json(view)),
    }
}

/// What is asked for.
pub struct Asked {
    party: PartyId,
    /// It, and all that were merged into it.
    alike: Vec<PartyId>,
    control: Option<ControlFor>,
    /// The accounts that control it, by code.
    accounts: Vec<Account>,
    from: Date,
    to: Date,
    currency: Option<Currency>,
}

/// Whom the statement is about.
#[derive(Default)]
pub struct Called {
    code: Option<String>,
    name: Option<String>,
    address: Option<String>,
}

/// The party that is meant: of one that was merged, the other one.
async fn meant(snapshot: &mut Snapshot, organization: OrganizationId, party: PartyId) -> Result<PartyId, Problem> {
    let rows: Vec<Party> = by_id::rows(snapshot, organization, std::iter::once(party)).await?;
    Ok(rows.first().and_then(|row| row.merged_into_id).unwrap_or(party))
}

/// The accounts that control receivables or payables.
///
/// # Errors
/// 400 for a control of something else.
fn controls(mut chart: Vec<Account>, wanted: Option<ControlFor>) -> Result<Vec<Account>, Problem> {
    let owed = [ControlFor::Receivable, ControlFor::Payable];
    if wanted.is_some_and(|control| !owed.contains(&control)) {
        return Err(no_control());
    }
    chart.retain(|account| {
        account.control_for.is_some_and(|control| wanted.map_or(owed.contains(&control), |only| only == control))
    });
    Ok(chart)
}

/// Everything of the party, as the frame knows it.
async fn read(snapshot: &mut Snapshot, frame: &Frame, asked: &Asked) -> Result<Told, Problem> {
    let (organization, to) = (frame.organization, asked.to.min(LAST_DAY));
    let ids: Vec<AccountId> = asked.accounts.iter().map(|account| account.id).collect();
    let mut told = Told::default();
    if ids.is_empty() {
        return Ok(told);
    }
    let filter = DimensionFilter { parties: Some(asked.alike.clone()), ..DimensionFilter::default() };
    let from = asked.from.max(EARLIEST);
    let span = Span { year_start: EARLIEST, from, to };
    let known = frame.books.entries();
    let wanted = |currency: Currency| asked.currency.is_none_or(|only| only == currency);
    for one in statement::in_currencies(snapshot, organization, Some(&ids), span, &filter, known).await? {
        if wanted(one.currency) {
            let sums = told.figures.entry(one.currency).or_default();
            add(&mut sums.base, &one.base);
            add(&mut sums.own, &one.own);
        }
    }
    let stated = Stated { accounts: &ids, filter: &filter, until: frame.until };
    let most = MOST_LINES + 1;
    let lines = statement::lines(snapshot, organization, stated, from, to, (EARLIEST, 0, 0), most).await?;
    require_room(lines.len())?;
    told.lines = lines.into_iter().filter(|line| wanted(line.currency)).collect();
    let reconcilable = asked.accounts.iter().filter(|account| account.is_reconcilable).map(|account| account.id);
    let filter = OpenItemFilter {
        accounts: reconcilable.collect(),
        as_of: to,
        parties: Some(asked.alike.clone()),
        currency: asked.currency,
        known: frame.books.entries_at(),
    };
    told.open = open_items::list(snapshot, organization, &filter, None, most).await?;
    require_room(told.open.len())?;
    let sequences: BTreeSet<i64> = told.lines.iter().map(|line: &StatementLine| line.sequence).collect();
    let sequences: Vec<i64> = sequences.into_iter().collect();
    let known = frame.books.entries_at().map(|(_, at)| at);
    told.matched = matched(matches::taken(snapshot, organization, &sequences, to, known).await?);
    Ok(told)
}

/// A party has at most so many lines on one statement.
fn require_room(lines: usize) -> Result<(), Problem> {
    if lines <= MOST_LINES {
        return Ok(());
    }
    let detail =
        format!("the party has more than {MOST_LINES} lines in these days: ask for fewer days, or one currency");
    Err(Problem::new(ServerCode::ReportTooLong, detail).with("maxRows", i64::try_from(MOST_LINES).unwrap_or(i64::MAX)))
}

fn add(sums: &mut Figures, one: &Figures) {
    sums.before += one.before;
    sums.earlier += one.earlier;
    sums.debit += one.debit;
    sums.credit += one.credit;
}

/// For each line the entries on the other side of its matches.
fn matched(taken: Vec<Taken>) -> BTreeMap<(i64, i64), Vec<Taken>> {
    let mut found: BTreeMap<(i64, i64), Vec<Taken>> = BTreeMap::new();
    for group in taken.chunk_by(|one, other| one.made == other.made) {
        for line in group {
            let others = found.entry((line.sequence, line.line_number)).or_default();
            for other in group.iter().filter(|other| other.is_debit != line.is_debit) {
                if others.iter().all(|known| known.entry != other.entry) {
                    others.push(other.clone());
                }
            }
        }
    }
    found
}

/// The name of the party and, for those who may read it, its address.
async fn called(
    snapshot: &mut Snapshot,
    frame: &Frame,
    party: PartyId,
    shows_contact: bool,
) -> Result<Called, Problem> {
    let rows: Vec<Party> = by_id::rows(snapshot, frame.organization, std::iter::once(party)).await?;
    let names: Vec<PartyName> =
        by_id::rows_by(snapshot, frame.organization, "party_id", std::iter::once(party)).await?;
    let code = rows.into_iter().next().and_then(|row| row.code);
    let Some(personal) = names.into_iter().next() else { return Ok(Called { code, ..Called::default() }) };
    let address = if shows_contact { address(&personal.contact) } else { None };
    Ok(Called { code, name: Some(personal.name), address })
}

/// The address in a party's contact: a text, or the texts of a list or an object, a line each.
fn address(contact: &str) -> Option<String> {
    let contact: serde_json::Value = serde_json::from_str(contact).ok()?;
    let texts: Vec<&str> = match contact.get("address")? {
        serde_json::Value::String(text) => vec![text],
        serde_json::Value::Array(lines) => lines.iter().filter_map(serde_json::Value::as_str).collect(),
        serde_json::Value::Object(parts) => parts.values().filter_map(serde_json::Value::as_str).collect(),
        _ => Vec::new(),
    };
    let text = texts.join("\n");
    (!text.trim().is_empty()).then_some(text)
}

/// The open item of a line, where something is open of it.
fn open_of(open: &[OpenItem]) -> BTreeMap<(i64, i64), &OpenItem> {
    open.iter().map(|item| ((item.sequence, item.line_number), item)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_text_or_lines_or_parts_of_one() {
        assert_eq!(address(r#"{"address": "1 High Street"}"#).as_deref(), Some("1 High Street"));
        assert_eq!(address(r#"{"address": ["1 High Street", "Leeds"]}"#).as_deref(), Some("1 High Street\nLeeds"));
        assert_eq!(address(r#"{"address": {"city": "Leeds", "no": 1}}"#).as_deref(), Some("Leeds"));
        for none in [r#"{"address": " "}"#, r#"{"address": 1}"#, "{}", ""] {
            assert_eq!(address(none), None, "{none}");
        }
    }
}
