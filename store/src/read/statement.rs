//! An account's statement: its days from balances, and the lines of each day within that day's range of sequences.

use domain::rows::{EntryStatus, EntryType};
use domain::value::id::{AccountId, EntryId, JournalId, OrganizationId, PartyId};
use domain::value::{Cell, CellKind, CellValue, Currency, Date, Rate};

use super::columns::{Columns, Sum, SumOrNone, selected};
use super::conditions::one_of;
use super::dimensions::DimensionFilter;
use super::known::{KnownEntries, was_voided};
use super::movements::{Movements, Need, Scope};
use crate::{Fault, Snapshot};

selected! {
    /// The figures of accounts on one day, in base currency. Several balances of one day may sum to more than 64 bits.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Day() {
        date: Date = "e.date",
        debit: i128 = Sum("l.base_debit"),
        credit: i128 = Sum("l.base_credit"),
        /// The same in the lines' own currency: of lines of several currencies it means nothing.
        own_debit: i128 = Sum("l.debit"),
        own_credit: i128 = Sum("l.credit"),
    }
}

/// The figures of accounts in one currency, debit positive: in base currency, and in their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InCurrency {
    pub account: AccountId,
    pub currency: Currency,
    pub base: Figures,
    pub own: Figures,
}

/// A balance before some days, and both sides of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Figures {
    /// Of accounts of profit and loss before the fiscal year.
    pub before: i128,
    /// From then until the first day.
    pub earlier: i128,
    pub debit: i128,
    pub credit: i128,
}

impl Figures {
    /// The balance before the first day.
    #[must_use]
    pub fn opening(&self) -> i128 {
        self.before + self.earlier
    }

    fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

selected! {
    /// One line of a statement with its entry.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct StatementLine(status) {
        date: Date = "e.date",
        sequence: i64 = "l.entry_sequence",
        line_number: i64 = "l.line_number",
        account: AccountId = "l.account_id",
        debit: i64 = "l.debit",
        credit: i64 = "l.credit",
        currency: Currency = "l.currency",
        base_debit: i64 = "l.base_debit",
        base_credit: i64 = "l.base_credit",
        exchange_rate: Option<Rate> = "l.exchange_rate",
        line_description: Option<String> = "l.description",
        party: Option<PartyId> = "l.party_id",
        /// `None` where it has none, or it was erased.
        party_name: Option<String> = "(select p.name from party_names as p where p.organization_id = $1 and p.party_id = l.party_id)",
        due: Option<Date> = "l.due_date",
        /// As the line has them: a canonical JSON object, empty for none.
        dimensions: String = "l.dimensions",
        entry: EntryId = "e.id",
        number: Option<String> = "e.number",
        document_date: Option<Date> = "e.document_date",
        journal: JournalId = "e.journal_id",
        status: EntryStatus = status,
        entry_type: EntryType = "e.entry_type",
        description: String = "e.description",
        reference: Option<String> = "e.reference",
    }
}

/// Every day on which the accounts have lines, in order, up to the last day asked for.
pub async fn days(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    accounts: &[AccountId],
    to: Date,
    filter: &DimensionFilter,
) -> Result<Vec<Day>, Fault> {
    if !filter.takes_all() {
        return days_of_lines(snapshot, organization, accounts, to, filter).await;
    }
    let mut columns = Columns::default();
    let (date, debit, credit) =
        (columns.add::<Date>("date"), columns.add::<i64>("base_debit"), columns.add::<i64>("base_credit"));
    let (own_debit, own_credit) = (columns.add::<i64>("debit"), columns.add::<i64>("credit"));
    let mut params = vec![Cell::Id(organization.0), to.to_cell()];
    let on_accounts = one_of("account_id", accounts, &mut params);
    let sql = format!(
        "select {} from balances where organization_id = $1 and {on_accounts} and date <= $2 order by date",
        columns.text()
    );
    let mut days: Vec<Day> = Vec::new();
    for row in &columns.rows(snapshot, &sql, &params).await? {
        let date = date.of(row)?;
        if days.last().is_none_or(|day| day.date != date) {
            days.push(Day { date, debit: 0, credit: 0, own_debit: 0, own_credit: 0 });
        }
        if let Some(day) = days.last_mut() {
            day.debit += i128::from(debit.of(row)?);
            day.credit += i128::from(credit.of(row)?);
            day.own_debit += i128::from(own_debit.of(row)?);
            day.own_credit += i128::from(own_credit.of(row)?);
        }
    }
    Ok(days)
}

/// The same as it was known when the series of entries was shorter. Days of later lines alone may be there, with 0.
pub async fn days_then(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    accounts: &[AccountId],
    to: Date,
    filter: &DimensionFilter,
    known: KnownEntries,
) -> Result<Vec<Day>, Fault> {
    let scope = Scope { to, dimensions: filter.clone(), currency: None, known: Some(known) };
    let mut movements = Movements::new(snapshot, organization, &scope, Need::OwnCurrency).await?;
    movements.only_accounts(accounts);
    for amount in ["debit", "credit", "own_debit", "own_credit"] {
        movements.sum(amount, "1 = 1");
    }
    let mut days = Vec::new();
    for (group, sums) in movements.by(snapshot, &[("date", CellKind::Text)]).await? {
        let date = Date::from_cell(group.first().unwrap_or(&Cell::Null))?;
        let [debit, credit, own_debit, own_credit] = *sums.as_slice() else {
            return Err(Fault::Corrupt(format!("{} sums in the place of four", sums.len())));
        };
        days.push(Day { date, debit, credit, own_debit, own_credit });
    }
    days.sort_by_key(|day| day.date);
    Ok(days)
}

/// The first and the last of some days, and the first day of the fiscal year that holds the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    pub year_start: Date,
    pub from: Date,
    pub to: Date,
}

/// The figures of accounts by account and currency, also as they were known earlier; without those that are all 0.
pub async fn in_currencies(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    accounts: Option<&[AccountId]>,
    span: Span,
    filter: &DimensionFilter,
    known: Option<KnownEntries>,
) -> Result<Vec<InCurrency>, Fault> {
    let scope = Scope { to: span.to, dimensions: filter.clone(), currency: None, known };
    let mut movements = Movements::new(snapshot, organization, &scope, Need::OwnCurrency).await?;
    let (begin, first) = (movements.bind(span.year_start.to_cell()), movements.bind(span.from.to_cell()));
    for own in ["", "own_"] {
        let net = format!("{own}debit - {own}credit");
        movements.sum(&net, &format!("date < {begin}"));
        movements.sum(&net, &format!("date >= {begin} and date < {first}"));
        movements.sum(&format!("{own}debit"), &format!("date >= {first}"));
        movements.sum(&format!("{own}credit"), &format!("date >= {first}"));
    }
    if let Some(accounts) = accounts {
        movements.only_accounts(accounts);
    }
    let mut found = Vec::new();
    let groups = [("account_id", CellKind::Id), ("currency", CellKind::Text)];
    for (group, sums) in movements.by(snapshot, &groups).await? {
        let account = AccountId::from_cell(group.first().unwrap_or(&Cell::Null))?;
        let currency = Currency::from_cell(group.get(1).unwrap_or(&Cell::Null))?;
        let (Some(base), Some(own)) = (figures(&sums, 0), figures(&sums, 4)) else {
            return Err(Fault::Corrupt(format!("{} sums in the place of eight", sums.len())));
        };
        if !base.is_nothing() || !own.is_nothing() {
            found.push(InCurrency { account, currency, base, own });
        }
    }
    found.sort_by_key(|one| (one.account, one.currency));
    Ok(found)
}

fn figures(sums: &[i128], first: usize) -> Option<Figures> {
    let [before, earlier, debit, credit] = *sums.get(first..first + 4)? else { return None };
    Some(Figures { before, earlier, debit, credit })
}

/// The same from the lines: balances know no dimensions.
async fn days_of_lines(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    accounts: &[AccountId],
    to: Date,
    filter: &DimensionFilter,
) -> Result<Vec<Day>, Fault> {
    let mut params = vec![Cell::Id(organization.0), to.to_cell()];
    let on_accounts = one_of("l.account_id", accounts, &mut params);
    let (from, day, of_lines) = filter.lines_of_entries(&mut params);
    let dimensions = filter.condition("l.dimensions", &mut params);
    let selected = Day::selected();
    let sql = format!(
        "select {} from {from} where {of_lines} and {day} <= $2 \
         and l.organization_id = $1 and {on_accounts}{dimensions} group by e.date order by e.date",
        selected.text()
    );
    selected.all(snapshot, &sql, &params).await
}

/// Lines of which a statement is: those of some accounts and dimensions, known up to an entry of the organization's series.
#[derive(Clone, Copy)]
pub struct Stated<'a> {
    pub accounts: &'a [AccountId],
    pub filter: &'a DimensionFilter,
    pub until: i64,
}

/// The first lines of these days, in order, after a place (date, sequence, line number), of entries up to `until` in
/// the organization's series; later ones, and their voids, are not known yet.
pub async fn lines(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    stated: Stated<'_>,
    first: Date,
    last: Date,
    after: (Date, i64, i64),
    most: usize,
) -> Result<Vec<StatementLine>, Fault> {
    let Stated { accounts, filter, until } = stated;
    let mut params = vec![
        Cell::Id(organization.0),
        Cell::Int(until),
        first.to_cell(),
        last.to_cell(),
        after.0.to_cell(),
        Cell::Int(after.1),
        Cell::Int(after.2),
        Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)),
    ];
    let selected = StatementLine::selected(&status("e", "$2"));
    let sql = format!("select {} from {}", selected.text(), of_days(accounts, filter, &mut params));
    selected.all(snapshot, &sql, &params).await
}

/// From what the lines of some days are read, behind the first eight parameters.
pub(crate) fn of_days(accounts: &[AccountId], filter: &DimensionFilter, params: &mut Vec<Cell>) -> String {
    let on_accounts = one_of("account_id", accounts, params);
    let dimensions = filter.condition("l.dimensions", params);
    let (from, _, of_lines) = filter.lines_of_entries(params);
    // The lines of all these days are read once, in the order of each account's own index, and each looks up its entry: days
    // whose entries came in turns have lines in the same range. Days are compared as texts made on the way, as an index by
    // date would give the entries of all accounts.
    let in_range = |sequence: &str| {
        format!(
            "(select {sequence} from balances \
              where organization_id = $1 and {on_accounts} and date >= $3 and date <= $4)"
        )
    };
    let range = match filter.parties {
        // The sign keeps SQLite from going through all lines up to there.
        Some(_) => "and +l.entry_sequence <= $2 ".to_owned(),
        None => {
            let (low, high) = (in_range("min(first_seq)"), in_range("max(last_seq)"));
            format!("and l.entry_sequence >= {low} and l.entry_sequence <= {high} and l.entry_sequence <= $2 ")
        }
    };
    format!(
        "{from} where {of_lines} and (e.date || '') >= $3 and (e.date || '') <= $4 \
         and l.organization_id = $1 and l.{on_accounts} {range}\
         and (e.date, l.entry_sequence, l.line_number) > ($5, $6, $7){dimensions} \
         order by e.date, l.entry_sequence, l.line_number limit $8"
    )
}

/// The status of a posted entry as it was known then.
pub(super) fn status(entry: &str, then: &str) -> String {
    let voided = was_voided(entry, then);
    format!("case when {voided} then 'voided' when {entry}.status = 'voided' then 'posted' else {entry}.status end")
}

/// The sum of the accounts' lines of one day, up to and with a place of that day: in base currency, and in their own.
pub async fn sum_within_day(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    accounts: &[AccountId],
    up_to: (Date, i64, i64),
    filter: &DimensionFilter,
) -> Result<(i128, i128), Fault> {
    let (date, sequence, line_number) = up_to;
    let mut params = vec![Cell::Id(organization.0), Cell::Int(line_number), date.to_cell(), Cell::Int(sequence)];
    let on_accounts = one_of("account_id", accounts, &mut params);
    let dimensions = filter.condition("l.dimensions", &mut params);
    let mut columns = Columns::default();
    // An account may have no lines on a day.
    let net = columns.add(SumOrNone("l.base_debit - l.base_credit"));
    let own = columns.add(SumOrNone("l.debit - l.credit"));
    let sql = format!(
        "select {} from lines as l \
               join entries as e on e.organization_id = $1 and e.sequence = l.entry_sequence and e.date = $3 \
               where l.organization_id = $1 and l.{on_accounts} \
               and l.entry_sequence >= (select coalesce(min(first_seq), 0) from balances \
                                        where organization_id = $1 and {on_accounts} and date = $3) \
               and (l.entry_sequence, l.line_number) <= ($4, $2){dimensions}",
        columns.text()
    );
    let rows = columns.rows(snapshot, &sql, &params).await?;
    rows.first().map_or(Ok((0, 0)), |row| Ok((net.of(row)?, own.of(row)?)))
}

/// Whether a line of the entries up to this place in the series is in another currency than this one.
pub async fn has_other_currency(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    base: Currency,
    until: i64,
) -> Result<bool, Fault> {
    let sql = "select currency from balances where organization_id = $1 and currency <> $2 and first_seq <= $3 limit 1";
    let params = [Cell::Id(organization.0), base.to_cell(), Cell::Int(until)];
    let found = snapshot.query(sql, &params, &[CellKind::Text]).await?;
    Ok(!found.is_empty())
}
