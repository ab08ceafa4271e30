//! `GET /accounting/open-items`

use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use domain::rows::{Account, ControlFor, EntryType, Side};
use domain::value::cell::IsoDate;
use domain::value::id::{AccountId, EntryId, PartyId};
use domain::value::limits::LAST_DAY;
use domain::value::permission::Permission;
use domain::value::{Cell, CellKind, Currency, CurrencyRef, Date, Decimal, Sought};
use store::read::open_items::{self, OpenItem, OpenItemFilter};

use super::accounts;
use super::list::of_party;
use super::open_items_sheet;
use crate::app::App;
use crate::http::called::{self, Names, Naming, Wanted};
use crate::http::caller::Caller;
use crate::http::currencies::get::of_parameter;
use crate::http::formats;
use crate::http::input::CodeText;
use crate::http::operations::Operation;
use crate::http::output::{CurrencyCode, Day, DecimalText, Id, Named};
use crate::http::page::Page;
use crate::http::problem::Problem;
use crate::http::query::RawQuery;
use crate::http::reports::frame::{self, Frame};

crate::report_input! {
    /// Which open items: of one account, or of all that control receivables or payables.
    pub struct OpenItemQuery {
        /// The account by its id.
        pub account_id: Option<Sought<AccountId>>,
        /// The account by its code.
        pub account_code: Option<CodeText<32>>,
        /// All accounts that control `receivable`, or `payable`.
        pub control_for: Option<ControlFor>,
        /// Only lines or matches of this party.
        pub party_id: Option<Sought<PartyId>>,
        /// As of the end of this day: later lines and later matches do not count.
        pub as_of: Option<Date>,
        /// Only lines in this currency.
        pub currency: Option<CurrencyRef>,
        ..known_at_with_master_data,
        ..page,
    }
}

crate::output! {
    /// A line with an open amount. Amounts are positive; `side` says which side they are on.
    pub struct OpenItemView {
        pub entry_id: Id<EntryId>,
        pub line_number: i64,
        pub number: Option<String>,
        pub entry_type: Named<EntryType>,
        pub account_id: Id<AccountId>,
        /// Null for callers who may not read accounts, like `accountName`.
        pub account_code: Option<String>,
        pub account_name: Option<String>,
        pub party_id: Option<Id<PartyId>>,
        pub party_code: Option<String>,
        pub party_name: Option<String>,
        pub date: Day,
        /// The entry's date if the line has no due date.
        pub due_date: Day,
        pub description: String,
        pub reference: Option<String>,
        pub side: Named<Side>,
        pub currency: CurrencyCode,
        pub amount: DecimalText,
        pub open_amount: DecimalText,
        /// In base currency. A line that only adjusts the base amount has no amount in its own currency.
        pub base_amount: DecimalText,
        pub open_base_amount: DecimalText,
    }

    /// A page of open items.
    pub struct OpenItemPage {
        pub data: Vec<OpenItemView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::JournalEntriesRead);

/// List open items by due date
///
/// Every line that is not fully matched: together they make up the account's balance.
#[utoipa::path(get, path = "/api/v1/accounting/open-items", operation_id = "OpenItemsController_list",
    tag = "Open items", params(OpenItemQuery),
    responses((status = 200, description = "A page, or the whole report as a document", content(
        (OpenItemPage = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn open_items(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
    uri: Uri,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: OpenItemQuery = query.decode_in(&mut snapshot, caller.organization).await?;
    let document = frame::document(query.format, &headers, query.cursor.as_ref())?;
    let organization = caller.organization;
    let after = match &query.cursor {
        Some(cursor) => Some(cursor.require(&[CellKind::Text, CellKind::Int, CellKind::Int])?),
        None => None,
    };
    let named = (query.account_id, query.account_code, query.control_for);
    let frame = Frame::open(&mut snapshot, organization, query.known_at, None).await?;
    let found = accounts::resolve(&frame.books.chart(&mut snapshot).await?, named)?;
    let currency = match query.currency {
        Some(code) => Some(of_parameter(&mut snapshot, organization, "currency", code).await?),
        None => None,
    };
    let filter = OpenItemFilter {
        accounts: found.iter().map(|account| account.id).collect(),
        as_of: query.as_of.unwrap_or(LAST_DAY).min(LAST_DAY),
        parties: of_party(&mut snapshot, organization, query.party_id).await?,
        currency,
        known: frame.books.entries_at(),
    };
    if let Some(format) = document {
        return open_items_sheet::document(&app, snapshot, format, &frame, &found, &filter).await;
    }
    let rows = open_items::list(&mut snapshot, organization, &filter, after, query.limit.0 + 1).await?;
    let base = frame.settings.base_currency;
    let page = Page::of(rows, query.limit.0, |item: &OpenItem| {
        vec![Cell::Text(IsoDate(item.due).to_string()), Cell::Int(item.sequence), Cell::Int(item.line_number)]
    });
    let mut page = page.map(|item| view(item, base));
    called::fill(&mut snapshot, &caller, &mut page.data).await?;
    if query.known_at.is_some() {
        page.data.iter_mut().for_each(|item| item.called_then(&found));
    }
    Ok(formats::varying(page.respond(&uri)))
}

impl Naming for OpenItemView {
    fn ask(&self, wanted: &mut Wanted) {
        wanted.accounts.insert(self.account_id.0);
        wanted.parties.extend(self.party_id.map(|id| id.0));
    }

    fn name(&mut self, names: &Names) {
        let account = names.accounts.of(self.account_id);
        (self.account_code, self.account_name) = (account.code, account.name);
        let party = names.parties.maybe(self.party_id);
        (self.party_code, self.party_name) = (party.code, party.name);
    }
}

impl OpenItemView {
    /// Takes the code and the name that the account had then, where the caller may read them.
    fn called_then(&mut self, accounts: &[Account]) {
        let account = accounts.iter().find(|account| account.id == self.account_id.0);
        if let Some(account) = account.filter(|_| self.account_code.is_some()) {
            (self.account_code, self.account_name) = (Some(account.code.clone()), Some(account.name.clone()));
        }
    }
}

fn view(item: OpenItem, base: Currency) -> OpenItemView {
    // One of the amounts is not 0, and both are on one side.
    let is_debit = item.amount > 0 || item.base_amount > 0;
    let own = |units: i64| DecimalText(Decimal::from_units(units.saturating_abs(), item.currency.decimals()));
    let in_base = |units: i64| DecimalText(Decimal::from_units(units.saturating_abs(), base.decimals()));
    OpenItemView {
        amount: own(item.amount),
        open_amount: own(item.open),
        base_amount: in_base(item.base_amount),
        open_base_amount: in_base(item.base_open),
        entry_id: Id(item.entry),
        line_number: item.line_number,
        number: item.number,
        entry_type: Named(item.entry_type),
        account_id: Id(item.account),
        account_code: None,
        account_name: None,
        party_id: item.party.map(Id),
        party_code: None,
        party_name: None,
        date: Day(item.date),
        due_date: Day(item.due),
        description: item.description,
        reference: item.reference,
        side: Named(if is_debit { Side::Debit } else { Side::Credit }),
        currency: CurrencyCode(item.currency),
    }
}
