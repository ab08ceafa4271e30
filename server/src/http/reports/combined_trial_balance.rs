//! `GET /accounting/reports/combined-trial-balance`

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::Code;
use domain::ledger::reports::combined::{Combined, CombinedRow, Member, OwnRow, combine, one_currency};
use domain::ledger::reports::trial_balance::{AlsoListed, Columns, trial_balance};
use domain::rows::{AccountType, Organization};
use domain::value::cell::IsoDate;
use domain::value::id::{AccountId, OrganizationId};
use domain::value::permission::Permission;
use domain::value::{Currency, Date, Decimal, Sought, limits};
use store::Snapshot;
use store::read::dimensions::DimensionFilter;
use store::read::movements::Scope;
use store::read::trial_balance::TrialBalanceQuery;

use super::books::{Books, KnownAt, year_start};
use super::combined_trial_balance_sheet as sheet;
use super::trial_balance::{ClosingEntries, result_name};
use super::trial_balance_figures::{Earlier, Figures};
use crate::app::App;
use crate::http::caller::Login;
use crate::http::formats;
use crate::http::input::List;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::output::{CurrencyCode, Day, DecimalText, Id, Named};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

const ORGANIZATIONS: &str = "organizations";
/// Codes that a note names; it tells how many there are.
const NOTED: usize = 20;

domain::named_enum! {
    /// What a reader of combined books must know.
    CombinedNoteCode {
        Types = "types_differ",
        Names = "names_differ",
        FiscalYears = "fiscal_years_differ",
        Days = "days_differ",
    }
}

crate::wire_enum! {
    CombinedNoteCode = "CombinedNoteCode",
}

crate::report_input! {
    /// Which combined trial balance.
    pub struct CombinedTrialBalanceParameters {
        /// Their ids, separated by commas, in the order of the columns.
        pub organizations: List<Sought<OrganizationId>, 1, { limits::COMBINED_ORGANIZATIONS }>,
        /// The last day; today if absent, and where that is not one day, the earliest.
        pub as_of: Option<Date>,
        /// Whether the closing entry of the year counts. `exclude` if absent.
        pub closing: Option<ClosingEntries>,
        ..known_at_with_master_data,
        ..format_of_table,
    }
}

crate::output! {
    /// An organization, and the sums of its column.
    pub struct CombinedOrganization {
        pub id: Id<OrganizationId>,
        pub name: String,
        /// The first day of its fiscal year, from which its profit and loss is.
        pub date_from: Day,
        pub debit: DecimalText,
        pub credit: DecimalText,
        /// The last event of its log that this includes.
        pub seq: i64,
    }

    /// The balance of one organization; without a name, it has nothing there.
    pub struct CombinedColumn {
        pub account_id: Option<Id<AccountId>>,
        pub name: Option<String>,
        pub debit: DecimalText,
        pub credit: DecimalText,
    }

    /// Accounts of one code and type, or without a code, results of years that are not closed. Its sums are those of its
    /// columns, one for each organization.
    pub struct CombinedTrialBalanceRow {
        pub code: Option<String>,
        /// As the first organization with such an account calls it.
        pub name: String,
        pub r#type: Named<AccountType>,
        pub columns: Vec<CombinedColumn>,
        pub debit: DecimalText,
        pub credit: DecimalText,
    }

    /// The sums of all columns.
    pub struct CombinedTotals {
        pub debit: DecimalText,
        pub credit: DecimalText,
    }

    /// Something that a reader must know.
    pub struct CombinedNote {
        pub code: Named<CombinedNoteCode>,
        pub message: String,
        /// Codes of the accounts that it is about.
        pub accounts: Vec<String>,
    }

    /// Trial balances side by side.
    pub struct CombinedTrialBalanceView {
        pub as_of: Day,
        /// The base currency of all.
        pub currency: CurrencyCode,
        pub organizations: Vec<CombinedOrganization>,
        /// By code, then by type; behind them, the results of years that are not closed.
        pub data: Vec<CombinedTrialBalanceRow>,
        pub totals: CombinedTotals,
        pub notes: Vec<CombinedNote>,
    }
}

pub(super) const OPERATION: Operation = Operation::new(Kind::Read, Access::Login)
    .anywhere()
    .rejects(&[Code::Forbidden, Code::BaseCurrenciesDiffer])
    .faults(formats::FAULTS);

/// Get the combined trial balance of several organizations
///
/// The closing balances of organizations with one base currency side by side, accounts united by code and type. Balances between
/// them are not eliminated. For a person who signed in and has `reports:read` in each. `knownAt` takes an instant alone.
#[utoipa::path(get, path = "/api/v1/accounting/reports/combined-trial-balance",
    operation_id = "ReportsController_combinedTrialBalance", tag = "Reports", params(CombinedTrialBalanceParameters),
    responses((status = 200, description = "The trial balances", content(
        (CombinedTrialBalanceView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn combined_trial_balance(
    State(app): State<App>,
    login: Login,
    headers: HeaderMap,
    query: RawQuery,
) -> Result<Response, Problem> {
    let query: CombinedTrialBalanceParameters = query.decode()?;
    if let Some(KnownAt::Seq(_)) = query.known_at {
        let message = "each organization has a log of its own: give an instant";
        return Err(Problem::violation("knownAt", "not_with_several", message));
    }
    let mut snapshot = app.database.snapshot().await?;
    let named = &query.organizations.0;
    let admitted = login.admitted_to(&mut snapshot, ORGANIZATIONS, named, Permission::ReportsRead).await?;
    let mut members = Vec::with_capacity(admitted.len());
    for one in admitted {
        let id = one.organization;
        let opened = Books::open(&mut snapshot, id, query.known_at).await;
        let books = opened.map_err(|problem| problem.with("organizationId", id.to_string()))?;
        members.push(Opened { id, settings: books.settings(&mut snapshot).await?, books });
    }
    let told: Vec<Member> = members.iter().map(Opened::member).collect();
    // There is at least one.
    let base = one_currency(&told)?.ok_or_else(|| Problem::internal(&"a combination of nothing"))?;
    let days: Vec<Date> = members.iter().map(|one| one.books.today(&one.settings)).collect();
    let today = days.iter().min().copied();
    let to = query.as_of.or(today).ok_or_else(|| Problem::internal(&"a combination of nothing"))?;
    let has_earlier_day = query.as_of.is_none() && days.iter().any(|day| *day != to);
    let include_closing = query.closing == Some(ClosingEntries::Include);
    let mut read = Vec::with_capacity(members.len());
    for one in &members {
        read.push(OwnBooks::read(&mut snapshot, one, to, include_closing).await?);
    }
    drop(snapshot);

    let rows: Vec<&[OwnRow]> = read.iter().map(|own| own.rows.as_slice()).collect();
    let combined = combine(&rows);
    let amount = |units| DecimalText(Decimal { unscaled: units, scale: base.decimals() });
    let organizations = members.iter().zip(&read).zip(&combined.columns).map(|((one, own), sums)| {
        let (debit, credit) = (amount(sums.debit), amount(sums.credit));
        let (name, date_from) = (one.settings.name.clone(), Day(own.year_start));
        CombinedOrganization { id: Id(one.id), name, date_from, debit, credit, seq: one.books.seq }
    });
    let view = CombinedTrialBalanceView {
        as_of: Day(to),
        currency: CurrencyCode(base),
        organizations: organizations.collect(),
        data: combined.rows.iter().map(|united| row(united, &read, base)).collect(),
        totals: CombinedTotals { debit: amount(combined.total.debit), credit: amount(combined.total.credit) },
        notes: notes(&combined, &read, has_earlier_day.then_some(to)),
    };
    match formats::wanted(query.format, &headers) {
        Some(format) => formats::document(&app, format, sheet::table(&view)).await,
        None => Ok(formats::json(view)),
    }
}

/// Books at the point that is asked for.
struct Opened {
    id: OrganizationId,
    settings: Organization,
    books: Books,
}

impl Opened {
    fn member(&self) -> Member {
        Member { id: self.id, name: self.settings.name.clone(), base: self.settings.base_currency }
    }
}

/// The trial balance of one organization.
struct OwnBooks {
    year_start: Date,
    /// Accounts that take postings and have a balance, then results.
    rows: Vec<OwnRow>,
    /// The account of each row; `None` of a result.
    accounts: Vec<Option<AccountId>>,
}

impl OwnBooks {
    /// As its own report of the year up to that day has it.
    async fn read(snapshot: &mut Snapshot, opened: &Opened, to: Date, include_closing: bool) -> Result<Self, Problem> {
        let Opened { id, books, .. } = opened;
        let years = books.years(snapshot).await?;
        let year_start = year_start(&years, to);
        let asked = TrialBalanceQuery {
            year_start,
            from: year_start,
            first_day: years.first().map(|year| year.start_date),
            scope: Scope { to, dimensions: DimensionFilter::default(), currency: None, known: books.entries() },
            include_voided: false,
            include_closing,
        };
        let chart = books.chart(snapshot).await?;
        let figures = Figures::read(snapshot, *id, &asked, false).await?;
        let earlier = Earlier::read(snapshot, *id, &asked, &chart, &years, &figures.turnovers).await?;
        let report = trial_balance(&chart, &figures.turnovers, &earlier.results(None), AlsoListed::None);
        let mut own = Self { year_start, rows: Vec::new(), accounts: Vec::new() };
        for (place, columns) in &report.rows {
            if let Some(account) = chart.get(*place).filter(|account| !account.is_group) {
                let (code, name) = (Some(account.code.clone()), account.name.clone());
                own.add(Some(account.id), code, name, account.account_type, *columns);
            }
        }
        for (place, columns) in &report.results {
            if let Some(year) = earlier.years.get(*place) {
                own.add(None, None, result_name(year), AccountType::Equity, *columns);
            }
        }
        Ok(own)
    }

    fn add(
        &mut self,
        account: Option<AccountId>,
        code: Option<String>,
        name: String,
        account_type: AccountType,
        columns: Columns,
    ) {
        let (debit, credit) = (columns.closing_debit, columns.closing_credit);
        if (debit, credit) != (0, 0) {
            self.rows.push(OwnRow { code, name, account_type, debit, credit });
            self.accounts.push(account);
        }
    }
}

fn row(united: &CombinedRow, read: &[OwnBooks], base: Currency) -> CombinedTrialBalanceRow {
    let amount = |units| DecimalText(Decimal { unscaled: units, scale: base.decimals() });
    let columns = united.places.iter().zip(read).map(|(place, own)| {
        let found = place.and_then(|place| own.rows.get(place));
        CombinedColumn {
            account_id: place.and_then(|place| own.accounts.get(place).copied().flatten()).map(Id),
            name: found.map(|row| row.name.clone()),
            debit: amount(found.map_or(0, |row| row.debit)),
            credit: amount(found.map_or(0, |row| row.credit)),
        }
    });
    CombinedTrialBalanceRow {
        code: united.code.clone(),
        name: united.name.clone(),
        r#type: Named(united.account_type),
        columns: columns.collect(),
        debit: amount(united.debit),
        credit: amount(united.credit),
    }
}

fn notes(combined: &Combined, read: &[OwnBooks], earliest_day: Option<Date>) -> Vec<CombinedNote> {
    let mut notes = Vec::new();
    let mut note = |code, message: String, accounts: &[String]| {
        notes.push(CombinedNote { code: Named(code), message, accounts: accounts.to_vec() });
    };
    if let Some(day) = earliest_day {
        let message =
            format!("it is not the same day everywhere: balances are of {}, the earliest today", IsoDate(day));
        note(CombinedNoteCode::Days, message, &[]);
    }
    let starts = |own: &OwnBooks| own.year_start;
    if read.iter().map(starts).any(|start| read.first().map(starts) != Some(start)) {
        let message = "fiscal years begin on different days: profit and loss of each organization is from the first day of \
                       its own year on";
        note(CombinedNoteCode::FiscalYears, message.to_owned(), &[]);
    }
    let mut of_accounts = |code, what: &str, accounts: &[String]| {
        if !accounts.is_empty() {
            note(code, format!("{what}: {}", listed(accounts)), accounts);
        }
    };
    let types = "accounts with the same code have different types, and stand in rows of their own";
    of_accounts(CombinedNoteCode::Types, types, &combined.types_differ);
    let names = "accounts in one row have different names, and may be different things";
    of_accounts(CombinedNoteCode::Names, names, &combined.names_differ);
    notes
}

fn listed(codes: &[String]) -> String {
    let more = codes.len().saturating_sub(NOTED);
    let mut text = codes.iter().take(NOTED).cloned().collect::<Vec<_>>().join(", ");
    if more > 0 {
        text.push_str(&format!(" and {more} more"));
    }
    text
}
