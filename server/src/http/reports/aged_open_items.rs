//! `GET /accounting/reports/aged-open-items`

use std::collections::BTreeMap;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use domain::rows::{ControlFor, Side};
use domain::value::id::{AccountId, PartyId};
use domain::value::permission::Permission;
use domain::value::{Currency, Date, Decimal, Sought};
use jiff::ToSpan;
use store::read::open_items::{self, Aged, OpenItemFilter};

use super::aged_open_items_sheet;
use super::frame::Frame;
use super::row::{Measures, called};
use crate::app::App;
use crate::documents::table::Cell as Shown;
use crate::http::caller::Caller;
use crate::http::formats;
use crate::http::input::{CodeText, Text};
use crate::http::matches::accounts;
use crate::http::matches::list::of_party;
use crate::http::operations::Operation;
use crate::http::output::{CurrencyCode, Day, DecimalText, Id};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

/// Days overdue at which a bucket ends, where none are asked for.
const BUCKETS: &[i64] = &[30, 60, 90];
/// Bounds that may be asked for.
const MOST_BOUNDS: usize = 12;
/// Most days of a bound.
const MOST_DAYS: i64 = 36_500;

crate::report_input! {
    /// Which open items: of one account, or of all that control receivables or payables.
    pub struct AgedOpenItemsParameters {
        /// The account by its id.
        pub account_id: Option<Sought<AccountId>>,
        /// The account by its code.
        pub account_code: Option<CodeText<32>>,
        /// All accounts that control `receivable`, or `payable`.
        pub control_for: Option<ControlFor>,
        /// Only lines or matches of this party.
        pub party_id: Option<Sought<PartyId>>,
        /// As of the end of this day, from which ages are counted; today if absent.
        pub as_of: Option<Date>,
        /// Days overdue at which a bucket ends, ascending: `30,60,90` if absent.
        pub buckets: Option<Text<1, 100>>,
        ..known_at_with_master_data,
        ..format_of_table,
    }
}

crate::report_output! {
    /// The open amounts of one party in one currency, positive on the accounts' normal side.
    pub struct AgedRow {
        /// Null for lines without a party.
        pub party_id: Option<Id<PartyId>>,
        pub party_name: Option<String> => "Party" (by party),
        pub currency: CurrencyCode => "Currency",
        /// By bucket, in that currency.
        pub amounts: Vec<DecimalText>,
        pub total: DecimalText => "Open in currency" (number),
        /// By bucket, in base currency.
        pub base_amounts: Vec<DecimalText>,
        pub base_total: DecimalText,
    }

    /// The sums in one currency, next to the accounts' balances.
    pub struct AgedTotals {
        pub currency: CurrencyCode,
        /// By bucket.
        pub amounts: Vec<DecimalText>,
        pub total: DecimalText,
        /// The balance of the accounts, from the books and not from the items. Null with `partyId`: balances are kept
        /// by account, and a match can settle lines of several parties.
        pub balance: Option<DecimalText>,
        /// Total less balance: 0, unless the books are damaged; `countinghouse verify` then says where. Null with
        /// `partyId`.
        pub difference: Option<DecimalText>,
    }

    /// Open items by age.
    pub struct AgedOpenItemsView {
        pub as_of: Day,
        pub account_ids: Vec<Id<AccountId>>,
        /// `current` for amounts not yet due, then days overdue: `1-30`, `31-60`, `61-90`, `91+`.
        pub buckets: Vec<String>,
        /// By party name and currency; lines without a party come last.
        pub data: Vec<AgedRow>,
        /// Totals of all rows, in base currency.
        pub totals: AgedTotals,
        /// Totals of the rows of each currency, in that currency.
        pub currencies: Vec<AgedTotals>,
        /// The last event of the log that this includes.
        pub seq: i64,
    }
}

pub(super) const OPERATION: Operation = Operation::report(Permission::ReportsRead);

/// The name of the party, or its id if the name was erased.
fn party(row: &AgedRow, _: &Measures) -> Shown {
    called(row.party_name.as_ref(), row.party_id)
}

/// Get the open items by age
///
/// By due date (the entry's date if a line has none), party and currency. Payments that are not matched yet reduce the
/// open amounts, in the bucket of their own date. Lines and matches after `asOf` do not count. Unless the report is for
/// one party, its totals are checked against the balances of the accounts.
#[utoipa::path(get, path = "/api/v1/accounting/reports/aged-open-items", operation_id = "ReportsController_agedOpenItems",
    tag = "Reports", params(AgedOpenItemsParameters),
    responses((status = 200, description = "Open items by age", content(
        (AgedOpenItemsView = "application/json"), (String = "text/csv"), (String = "text/html"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
pub async fn aged_open_items(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    query: RawQuery,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let query: AgedOpenItemsParameters = query.decode_in(&mut snapshot, caller.organization).await?;
    let bounds = bounds(query.buckets.as_deref())?;
    let document = formats::wanted(query.format, &headers);
    let frame = Frame::open(&mut snapshot, caller.organization, query.known_at, None).await?;
    let settings = &frame.settings;
    let named = (query.account_id, query.account_code, query.control_for);
    let found = accounts::resolve(&frame.books.chart(&mut snapshot).await?, named)?;
    let as_of = query.as_of.unwrap_or_else(|| frame.books.today(settings));
    let filter = OpenItemFilter {
        accounts: found.iter().map(|account| account.id).collect(),
        as_of,
        parties: of_party(&mut snapshot, caller.organization, query.party_id).await?,
        currency: None,
        known: frame.books.entries_at(),
    };
    let aged = open_items::aged(&mut snapshot, caller.organization, &filter, &first_days(as_of, &bounds)).await?;
    let balances = match filter.parties {
        None => Some(open_items::balances(&mut snapshot, caller.organization, &filter).await?),
        Some(_) => None,
    };
    drop(snapshot);

    let base = settings.base_currency;
    // All accounts of one answer have one normal side.
    let is_debit = found.first().is_none_or(|account| account.normal_balance == Side::Debit);
    let sign = if is_debit { 1 } else { -1 };
    let count = bounds.len() + 2;
    let mut of_base = Buckets::new(count);
    let mut by_currency: BTreeMap<Currency, Buckets> = BTreeMap::new();
    for row in &aged {
        of_base.add(row.bucket, sign * row.base_open);
        by_currency.entry(row.currency).or_insert_with(|| Buckets::new(count)).add(row.bucket, sign * row.open);
    }
    let base_balance = balances.as_ref().map(|rows| sign * rows.iter().map(|row| row.base).sum::<i128>());
    let mut own_balances: BTreeMap<Currency, i128> = BTreeMap::new();
    for row in balances.iter().flatten() {
        own_balances.insert(row.currency, sign * row.amount);
        // Settled amounts, without a balance, have no row.
        if row.amount != 0 {
            by_currency.entry(row.currency).or_insert_with(|| Buckets::new(count));
        }
    }
    let own_balance = |currency| balances.as_ref().map(|_| own_balances.get(&currency).copied().unwrap_or(0));
    let currencies = by_currency.into_iter().map(|(currency, buckets)| buckets.totals(currency, own_balance(currency)));
    let view = AgedOpenItemsView {
        as_of: Day(as_of),
        account_ids: found.iter().map(|account| Id(account.id)).collect(),
        buckets: labels(&bounds),
        currencies: currencies.collect(),
        totals: of_base.totals(base, base_balance),
        data: rows(&aged, sign, count, base),
        seq: frame.seq,
    };
    match document {
        Some(format) => formats::document(&app, format, aged_open_items_sheet::table(&frame, &view)).await,
        None => Ok(formats::json(view)),
    }
}

/// Sums by bucket in minor units.
#[derive(Clone)]
struct Buckets(Vec<i128>);

impl Buckets {
    fn new(count: usize) -> Self {
        Self(vec![0; count])
    }

    fn add(&mut self, bucket: usize, amount: i128) {
        if let Some(sum) = self.0.get_mut(bucket) {
            *sum += amount;
        }
    }

    fn total(&self) -> i128 {
        self.0.iter().sum()
    }

    fn texts(&self, currency: Currency) -> Vec<DecimalText> {
        self.0.iter().map(|units| text(*units, currency)).collect()
    }

    fn totals(self, currency: Currency, balance: Option<i128>) -> AgedTotals {
        AgedTotals {
            currency: CurrencyCode(currency),
            amounts: self.texts(currency),
            total: text(self.total(), currency),
            balance: balance.map(|balance| text(balance, currency)),
            difference: balance.map(|balance| text(self.total() - balance, currency)),
        }
    }
}

fn text(units: i128, currency: Currency) -> DecimalText {
    DecimalText(Decimal { unscaled: units, scale: currency.decimals() })
}

/// One row per party and currency; the groups come in that order.
fn rows(aged: &[Aged], sign: i128, count: usize, base: Currency) -> Vec<AgedRow> {
    let same = |one: &Aged, other: &Aged| (one.party, one.currency) == (other.party, other.currency);
    let row = |group: &[Aged]| {
        let first = group.first()?;
        let (mut own, mut in_base) = (Buckets::new(count), Buckets::new(count));
        for part in group {
            own.add(part.bucket, sign * part.open);
            in_base.add(part.bucket, sign * part.base_open);
        }
        Some(AgedRow {
            party_id: first.party.map(Id),
            party_name: first.party_name.clone(),
            currency: CurrencyCode(first.currency),
            amounts: own.texts(first.currency),
            total: text(own.total(), first.currency),
            base_amounts: in_base.texts(base),
            base_total: text(in_base.total(), base),
        })
    };
    aged.chunk_by(same).filter_map(row).collect()
}

/// The days at which buckets end.
///
/// # Errors
/// 400 where they are not ascending, or too many.
pub fn bounds(wanted: Option<&str>) -> Result<Vec<i64>, Problem> {
    let Some(wanted) = wanted else { return Ok(BUCKETS.to_vec()) };
    let read: Option<Vec<i64>> = wanted
        .split(',')
        .map(|word| word.bytes().all(|byte| byte.is_ascii_digit()).then(|| word.parse().ok()).flatten())
        .collect();
    let fits = |bounds: &Vec<i64>| {
        bounds.len() <= MOST_BOUNDS
            && bounds.iter().all(|days| (1..=MOST_DAYS).contains(days))
            && bounds.windows(2).all(|pair| pair[0] < pair[1])
    };
    read.filter(fits).ok_or_else(|| {
        let message = format!(
            "must be 1 to {MOST_BOUNDS} ascending numbers of days from 1 to {MOST_DAYS}, separated by commas, such as \
             30,60,90"
        );
        Problem::violation("buckets", "malformed", message)
    })
}

/// The first due date of each bucket but the last: that of items due today, then by the bounds.
pub fn first_days(as_of: Date, bounds: &[i64]) -> Vec<Date> {
    let back = |days: &i64| as_of.checked_sub((*days).days()).unwrap_or(jiff::civil::date(1, 1, 1));
    std::iter::once(as_of).chain(bounds.iter().map(back)).collect()
}

/// The names of the buckets.
pub fn labels(bounds: &[i64]) -> Vec<String> {
    let mut labels = vec!["current".to_owned()];
    let mut first = 1;
    for last in bounds {
        labels.push(format!("{first}-{last}"));
        first = last + 1;
    }
    labels.push(format!("{first}+"));
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_are_ascending_days_and_each_begins_where_the_one_before_ends() {
        assert_eq!(bounds(None).unwrap(), [30, 60, 90]);
        assert_eq!(labels(&[30, 60]), ["current", "1-30", "31-60", "61+"]);
        let days = first_days(jiff::civil::date(2010, 12, 31), &[30, 60]);
        assert_eq!(days, [(12, 31), (12, 1), (11, 1)].map(|(month, day)| jiff::civil::date(2010, month, day)));
        for wrong in ["", "0", "30,30", "60,30", "30,", "x", "-1", "1.5", "36501", "1,2,3,4,5,6,7,8,9,10,11,12,13"] {
            assert_eq!(bounds(Some(wrong)).unwrap_err().status(), 400, "{wrong}");
        }
    }
}
