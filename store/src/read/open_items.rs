//! Open items as of a day: lines less the amounts of matches that count on that day.

use domain::rows::EntryType;
use domain::value::id::{AccountId, EntryId, OrganizationId, PartyId};
use domain::value::{Cell, CellKind, CellValue, Currency, Date, Instant, Rate};

use super::columns::{Narrow, Sum, selected};
use super::conditions::one_of;
use super::dimensions::DimensionFilter;
use super::known::KnownEntries;
use super::movements::{Movements, Need, Scope};
use crate::{Fault, Snapshot, sql};

/// Which open items.
#[derive(Clone, Debug)]
pub struct OpenItemFilter {
    /// On these accounts; none has no items.
    pub accounts: Vec<AccountId>,
    /// Lines and matches of later days do not count.
    pub as_of: Date,
    /// Of one of these parties.
    pub parties: Option<Vec<PartyId>>,
    pub currency: Option<Currency>,
    /// Only entries, matches and undone matches known at this earlier point: the entries then, and its instant.
    pub known: Option<(KnownEntries, Instant)>,
}

selected! {
    /// A line of which something is open.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct OpenItem() {
        entry: EntryId = "e.id",
        sequence: i64 = "l.entry_sequence",
        line_number: i64 = "l.line_number",
        number: Option<String> = "e.number",
        date: Date = "e.date",
        /// The entry's date where the line has no due date.
        due: Date = DUE,
        account: AccountId = "l.account_id",
        /// The one that is meant, where the line's was merged into another one.
        party: Option<PartyId> = PARTY,
        /// `None` where it has none, or it was erased.
        party_name: Option<String> = PARTY_NAME,
        entry_type: EntryType = "e.entry_type",
        description: String = "coalesce(l.description, e.description)",
        reference: Option<String> = "e.reference",
        currency: Currency = "l.currency",
        exchange_rate: Option<Rate> = "l.exchange_rate",
        document_date: Option<Date> = "e.document_date",
        /// Debits less credits, of the whole line and of its open part.
        amount: i64 = "l.debit - l.credit",
        base_amount: i64 = "l.base_debit - l.base_credit",
        open: i64 = OPEN,
        base_open: i64 = BASE_OPEN,
    }
}

selected! {
    /// The open amounts of one party in one currency and bucket.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Aged() {
        party: Option<PartyId> = "o.party_id",
        /// `None` where it has none, or it was erased.
        party_name: Option<String> = "p.name",
        currency: Currency = "o.currency",
        /// 0 for items not due yet.
        bucket: usize = Narrow("cast(o.bucket as bigint)"),
        /// Debits less credits.
        open: i128 = Sum("o.amount"),
        base_open: i128 = Sum("o.base"),
    }
}

selected! {
    /// A balance in one currency.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct BalanceOf() {
        currency: Currency = "currency",
        /// Debits less credits.
        amount: i128 = Sum("debit - credit"),
        base: i128 = Sum("base_debit - base_credit"),
    }
}

/// `from … where …` of the open lines: `l` the line, `e` its entry, `t` its matched amounts. `$1` is the organization.
pub(crate) fn open_lines(organization: OrganizationId, filter: &OpenItemFilter) -> (String, Vec<Cell>) {
    let mut params = vec![Cell::Id(organization.0), filter.as_of.to_cell()];
    params.extend(filter.accounts.iter().map(CellValue::to_cell));
    let accounts = sql::list(3, filter.accounts.len());
    let (entries, counts) = match filter.known {
        Some((entries, at)) => {
            params.extend([Cell::Int(entries.then), at.to_cell()]);
            let (then, at) = (params.len() - 1, params.len());
            // The sign keeps SQLite from going through all lines up to there for those of parties.
            let sign = if filter.parties.is_some() { "+" } else { "" };
            (format!(" and {sign}l.entry_sequence <= ${then}"), counts_then("m", "$2", &format!("${at}")))
        }
        None => (String::new(), COUNTS.to_owned()),
    };
    let of = DimensionFilter { parties: filter.parties.clone(), ..DimensionFilter::default() };
    let (from, day, of_lines) = of.lines_of_entries(&mut params);
    // What was matched of the lines of parties is found line by line, that of all lines match by match.
    let matched = match &filter.parties {
        Some(parties) => format!(
            "lines as q cross join match_items as k cross join match_items as i cross join matches as m \
             where q.organization_id = $1 and {} \
             and k.organization_id = $1 and k.entry_sequence = q.entry_sequence and k.line_number = q.line_number \
             and i.organization_id = $1 and i.match_id = k.match_id \
             and i.entry_sequence = k.entry_sequence and i.line_number = k.line_number \
             and m.organization_id = $1 and m.id = i.match_id",
            one_of("q.party_id", parties, &mut params)
        ),
        None => "matches as m join match_items as i on i.organization_id = $1 and i.match_id = m.id \
                 where m.organization_id = $1"
            .to_owned(),
    };
    let mut text = format!(
        "from {from} \
         left join (\
           select i.entry_sequence, i.line_number, cast(sum(i.debit - i.credit) as bigint) as matched, \
             cast(sum(i.base_debit - i.base_credit) as bigint) as base_matched \
           from {matched} and m.account_id in {accounts} and m.date <= $2 and {counts} \
           group by i.entry_sequence, i.line_number\
         ) as t on t.entry_sequence = l.entry_sequence and t.line_number = l.line_number \
         where {of_lines} and {day} <= $2 and l.organization_id = $1 and l.account_id in {accounts}{entries} \
           and (l.debit - l.credit <> coalesce(t.matched, 0) or l.base_debit - l.base_credit <> coalesce(t.base_matched, 0))"
    );
    if let Some(currency) = filter.currency {
        params.push(currency.to_cell());
        text.push_str(&format!(" and l.currency = ${}", params.len()));
    }
    (text, params)
}

const OPEN: &str = "(l.debit - l.credit - coalesce(t.matched, 0))";
const BASE_OPEN: &str = "(l.base_debit - l.base_credit - coalesce(t.base_matched, 0))";
const DUE: &str = "coalesce(l.due_date, e.date)";
const PARTY: &str = "coalesce((select a.merged_into_id from parties as a where a.organization_id = $1 and a.id = l.party_id), l.party_id)";
const PARTY_NAME: &str = "(select n.name from parties as a join party_names as n \
    on n.organization_id = $1 and n.party_id = coalesce(a.merged_into_id, a.id) \
    where a.organization_id = $1 and a.id = l.party_id)";

/// The condition on a match `m` that counts on the day `$2`.
pub(super) const COUNTS: &str = "(m.undone_on is null or m.undone_on > $2)";

/// The condition on a match that, as it was known at an instant, counts on a day: it was made by then, and whatever was
/// undone later was not undone yet. Both are places of parameters.
#[must_use]
pub(super) fn counts_then(made: &str, day: &str, at: &str) -> String {
    format!(
        "{made}.created_at <= {at} and ({made}.undone_on is null or {made}.undone_on > {day} or {made}.undone_at > {at})"
    )
}

/// A page of open items by due date, sequence and line, after a place.
pub async fn list(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &OpenItemFilter,
    after: Option<&[Cell]>,
    most: usize,
) -> Result<Vec<OpenItem>, Fault> {
    if filter.accounts.is_empty() {
        return Ok(Vec::new());
    }
    let (mut rest, mut params) = open_lines(organization, filter);
    if let Some([due, sequence, line]) = after {
        params.extend([due.clone(), sequence.clone(), line.clone()]);
        let last = params.len();
        rest.push_str(&format!(
            " and ({DUE}, l.entry_sequence, l.line_number) > (${}, ${}, ${last})",
            last - 2,
            last - 1
        ));
    }
    params.push(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
    let selected = OpenItem::selected();
    let sql = format!(
        "select {} {rest} order by {DUE}, l.entry_sequence, l.line_number limit ${}",
        selected.text(),
        params.len()
    );
    selected.all(snapshot, &sql, &params).await
}

/// Open amounts by party, currency and bucket. An item is in the first bucket whose day its due date is not before, and
/// in the last one where it is before all of these days, which come latest first.
pub async fn aged(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &OpenItemFilter,
    days: &[Date],
) -> Result<Vec<Aged>, Fault> {
    if filter.accounts.is_empty() {
        return Ok(Vec::new());
    }
    let (rest, mut params) = open_lines(organization, filter);
    let mut bucket = "case".to_owned();
    for (number, day) in days.iter().enumerate() {
        params.push(day.to_cell());
        bucket.push_str(&format!(" when {DUE} >= ${} then {number}", params.len()));
    }
    bucket.push_str(&format!(" else {} end", days.len()));
    let selected = Aged::selected();
    let sql = format!(
        "select {} from (select {PARTY} as party_id, l.currency, {bucket} as bucket, {OPEN} as amount, {BASE_OPEN} as base {rest}) as o \
         left join party_names as p on p.organization_id = $1 and p.party_id = o.party_id \
         group by o.party_id, p.name, o.currency, o.bucket",
        selected.text()
    );
    let mut found = selected.all(snapshot, &sql, &params).await?;
    // The databases sort nulls differently.
    found.sort_by(|one, other| {
        let key = |aged: &Aged| (aged.party.is_none(), aged.party_name.clone(), aged.party, aged.currency, aged.bucket);
        key(one).cmp(&key(other))
    });
    Ok(found)
}

/// The balances of the accounts in each currency at the end of a day.
pub async fn balances(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &OpenItemFilter,
) -> Result<Vec<BalanceOf>, Fault> {
    if filter.accounts.is_empty() {
        return Ok(Vec::new());
    }
    if let Some((known, _)) = filter.known {
        return balances_then(snapshot, organization, filter, known).await;
    }
    let mut params = vec![Cell::Id(organization.0), filter.as_of.to_cell()];
    params.extend(filter.accounts.iter().map(CellValue::to_cell));
    let selected = BalanceOf::selected();
    let sql = format!(
        "select {} from balances \
         where organization_id = $1 and date <= $2 and account_id in {} group by currency order by currency",
        selected.text(),
        sql::list(3, filter.accounts.len())
    );
    selected.all(snapshot, &sql, &params).await
}

/// The same as they were known when the series of entries was shorter. Currencies of later lines alone are left out.
async fn balances_then(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &OpenItemFilter,
    known: KnownEntries,
) -> Result<Vec<BalanceOf>, Fault> {
    let dimensions = DimensionFilter::default();
    let scope = Scope { to: filter.as_of, dimensions, currency: None, known: Some(known) };
    let mut movements = Movements::new(snapshot, organization, &scope, Need::OwnCurrency).await?;
    movements.only_accounts(&filter.accounts);
    movements.sum("own_debit - own_credit", "1 = 1");
    movements.sum("debit - credit", "1 = 1");
    let mut found = Vec::new();
    for (group, sums) in movements.by(snapshot, &[("currency", CellKind::Text)]).await? {
        let currency = Currency::from_cell(group.first().unwrap_or(&Cell::Null))?;
        let [amount, base] = *sums.as_slice() else {
            return Err(Fault::Corrupt(format!("{} sums in the place of two", sums.len())));
        };
        if amount != 0 || base != 0 {
            found.push(BalanceOf { currency, amount, base });
        }
    }
    found.sort_by_key(|row| row.currency);
    Ok(found)
}
