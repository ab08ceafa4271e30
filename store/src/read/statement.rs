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
        /// As the line has them: a canonical JSON object, empty for none.
        dimensions: String = "l.dimensions",
        entry: EntryId = "e.id",
        number: Option<String> = "e.number",
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
    let mut params = vec![Cell::Id(organization.0), to.to_cell()];
    let on_accounts = one_of("account_id", accounts, &mut params);
    let sql = format!(
        "select {} from balances where organization_id = $1 and {on_accounts} and date <= $2 order by date",
        columns.text()
    );
    let mut days: Vec<Day> = Vec::new();
    for row in &columns.rows(snapshot, &sql, &params).await? {
        let (date, debit, credit) = (date.of(row)?, debit.of(row)?, credit.of(row)?);
        match days.last_mut().filter(|day| day.date == date) {
            Some(day) => {
                day.debit += i128::from(debit);
                day.credit += i128::from(credit);
            }
            None => days.push(Day { date, debit: debit.into(), credit: credit.into() }),
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
    let mut movements = Movements::new(snapshot, organization, &scope, Need::Base).await?;
    movements.only_accounts(accounts);
    movements.sum("debit", "1 = 1");
    movements.sum("credit", "1 = 1");
    let mut days = Vec::new();
    for (group, sums) in movements.by(snapshot, &[("date", CellKind::Text)]).await? {
        let date = Date::from_cell(group.first().unwrap_or(&Cell::Null))?;
        let [debit, credit] = *sums.as_slice() else {
            return Err(Fault::Corrupt(format!("{} sums in the place of two", sums.len())));
        };
        days.push(Day { date, debit, credit });
    }
    days.sort_by_key(|day| day.date);
    Ok(days)
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
    let dimensions = filter.condition("l.dimensions", &mut params);
    let selected = Day::selected();
    let sql = format!(
        "select {} from lines as l \
         join entries as e on e.organization_id = $1 and e.sequence = l.entry_sequence and e.date <= $2 \
         where l.organization_id = $1 and {on_accounts}{dimensions} group by e.date order by e.date",
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
    let on_accounts = one_of("account_id", accounts, &mut params);
    let dimensions = filter.condition("l.dimensions", &mut params);
    let selected = StatementLine::selected(&status("e", "$2"));
    // The lines of all these days are read once, in the order of each account's own index, and each looks up its entry: days
    // whose entries came in turns have lines in the same range. Days are compared as texts made on the way, as an index by
    // date would give the entries of all accounts.
    let of_days = |sequence: &str| {
        format!(
            "(select {sequence} from balances \
              where organization_id = $1 and {on_accounts} and date >= $3 and date <= $4)"
        )
    };
    let (low, high) = (of_days("min(first_seq)"), of_days("max(last_seq)"));
    let sql = format!(
        "select {} from lines as l join entries as e on e.organization_id = $1 and e.sequence = l.entry_sequence \
               and (e.date || '') >= $3 and (e.date || '') <= $4 \
               where l.organization_id = $1 and l.{on_accounts} \
               and l.entry_sequence >= {low} and l.entry_sequence <= {high} \
               and (e.date, l.entry_sequence, l.line_number) > ($5, $6, $7) and l.entry_sequence <= $2{dimensions} \
               order by e.date, l.entry_sequence, l.line_number limit $8",
        selected.text()
    );
    selected.all(snapshot, &sql, &params).await
}

/// The status of a posted entry as it was known then.
pub(super) fn status(entry: &str, then: &str) -> String {
    let voided = was_voided(entry, then);
    format!("case when {voided} then 'voided' when {entry}.status = 'voided' then 'posted' else {entry}.status end")
}

/// The sum of the accounts' lines of one day, up to and with a place of that day.
pub async fn sum_within_day(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    accounts: &[AccountId],
    up_to: (Date, i64, i64),
    filter: &DimensionFilter,
) -> Result<i128, Fault> {
    let (date, sequence, line_number) = up_to;
    let mut params = vec![Cell::Id(organization.0), Cell::Int(line_number), date.to_cell(), Cell::Int(sequence)];
    let on_accounts = one_of("account_id", accounts, &mut params);
    let dimensions = filter.condition("l.dimensions", &mut params);
    let mut columns = Columns::default();
    // An account may have no lines on a day.
    let net = columns.add(SumOrNone("l.base_debit - l.base_credit"));
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
    rows.first().map_or(Ok(0), |row| net.of(row))
}
