//! An account's statement: its days from balances, and the lines of each day within that day's range of sequences.

use domain::ledger::{EntryStatus, EntryType};
use domain::value::id::{AccountId, EntryId, JournalId, OrganizationId, PartyId};
use domain::value::{Cell, CellKind, CellValue, Currency, Date, Rate};

use super::dimensions::DimensionFilter;
use super::known::was_voided;
use super::parts;
use crate::{Fault, Snapshot};

/// What an account has on one day, in base currency. Several balances of one day may come to more than 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Day {
    pub date: Date,
    pub debit: i128,
    pub credit: i128,
}

/// One line of a statement with its entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatementLine {
    pub date: Date,
    pub sequence: i64,
    pub line_number: i64,
    pub debit: i64,
    pub credit: i64,
    pub currency: Currency,
    pub base_debit: i64,
    pub base_credit: i64,
    pub exchange_rate: Option<Rate>,
    pub line_description: Option<String>,
    pub party: Option<PartyId>,
    /// As the line has them: a canonical JSON object, empty for none.
    pub dimensions: String,
    pub entry: EntryId,
    pub number: Option<String>,
    pub journal: JournalId,
    pub status: EntryStatus,
    pub entry_type: EntryType,
    pub description: String,
    pub reference: Option<String>,
}

/// Every day on which the account has lines, in order, up to the last day asked for.
///
/// # Errors
/// Where the database fails.
pub async fn days(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    account: AccountId,
    to: Date,
    filter: &DimensionFilter,
) -> Result<Vec<Day>, Fault> {
    if !filter.takes_all() {
        return days_of_lines(snapshot, organization, account, to, filter).await;
    }
    let sql = "select date, base_debit, base_credit from balances \
               where organization_id = $1 and account_id = $2 and date <= $3 order by date";
    let params = [Cell::Id(organization.0), account.to_cell(), to.to_cell()];
    let rows = snapshot.query(sql, &params, &[CellKind::Text, CellKind::Int, CellKind::Int]).await?;
    let mut days: Vec<Day> = Vec::new();
    for cells in &rows {
        let [date, debit, credit] = cells.as_slice() else {
            return Err(Fault::Corrupt("a day of balances has another shape".to_owned()));
        };
        let (date, debit, credit) = (Date::from_cell(date)?, i64::from_cell(debit)?, i64::from_cell(credit)?);
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

/// The same from the lines: balances know no dimensions.
async fn days_of_lines(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    account: AccountId,
    to: Date,
    filter: &DimensionFilter,
) -> Result<Vec<Day>, Fault> {
    let mut params = vec![Cell::Id(organization.0), account.to_cell(), to.to_cell()];
    let dimensions = filter.condition("l.dimensions", &mut params);
    let sums = ["l.base_debit", "l.base_credit"].map(parts::sum);
    let sql = format!(
        "select e.date, {} from lines as l \
         join entries as e on e.organization_id = $1 and e.sequence = l.entry_sequence and e.date <= $3 \
         where l.organization_id = $1 and l.account_id = $2{dimensions} group by e.date order by e.date",
        sums.join(", ")
    );
    let kinds = [CellKind::Text, CellKind::Int, CellKind::Int, CellKind::Int, CellKind::Int];
    let rows = snapshot.query(&sql, &params, &kinds).await?;
    rows.iter()
        .map(|cells| {
            let date = Date::from_cell(cells.first().unwrap_or(&Cell::Null))?;
            Ok(Day { date, debit: parts::whole(cells, 1)?, credit: parts::whole(cells, 3)? })
        })
        .collect()
}

/// The first lines of these days, in order, behind a place (date, sequence, line number), of entries up to `until` in the
/// organization's series; later ones, and what they voided, are not known yet.
///
/// # Errors
/// Where the database fails.
pub async fn lines(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    account: AccountId,
    (first, last): (Date, Date),
    after: (Date, i64, i64),
    (filter, until, most): (&DimensionFilter, i64, usize),
) -> Result<Vec<StatementLine>, Fault> {
    let mut params = vec![
        Cell::Id(organization.0),
        account.to_cell(),
        first.to_cell(),
        last.to_cell(),
        after.0.to_cell(),
        Cell::Int(after.1),
        Cell::Int(after.2),
        Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)),
        Cell::Int(until),
    ];
    let dimensions = filter.condition("l.dimensions", &mut params);
    let status = status("e", "$9");
    // The lines of all these days are read once, in the order of the account's own index, and each looks up its entry: days
    // whose entries came in turns have lines in the same range. Days are compared as texts made on the way, as an index by
    // date would give the entries of all accounts.
    let of_days = |sequence: &str| {
        format!(
            "(select {sequence} from balances \
              where organization_id = $1 and account_id = $2 and date >= $3 and date <= $4)"
        )
    };
    let (low, high) = (of_days("min(first_seq)"), of_days("max(last_seq)"));
    let sql = format!(
        "select e.date, l.entry_sequence, l.line_number, l.debit, l.credit, l.currency, l.base_debit, \
               l.base_credit, l.description, l.party_id, e.id, e.number, e.journal_id, {status}, e.entry_type, \
               e.description, e.reference, l.dimensions, l.exchange_rate \
               from lines as l join entries as e on e.organization_id = $1 and e.sequence = l.entry_sequence \
               and (e.date || '') >= $3 and (e.date || '') <= $4 \
               where l.organization_id = $1 and l.account_id = $2 \
               and l.entry_sequence >= {low} and l.entry_sequence <= {high} \
               and (e.date, l.entry_sequence, l.line_number) > ($5, $6, $7) and l.entry_sequence <= $9{dimensions} \
               order by e.date, l.entry_sequence, l.line_number limit $8"
    );
    use CellKind::{Id, Int, Text};
    let kinds = [Text, Int, Int, Int, Int, Text, Int, Int, Text, Id, Id, Text, Id, Text, Text, Text, Text, Text, Text];
    let rows = snapshot.query(&sql, &params, &kinds).await?;
    rows.iter().map(|cells| line(cells)).collect()
}

/// The status of a posted entry as it was known then.
pub(super) fn status(entry: &str, then: &str) -> String {
    let voided = was_voided(entry, then);
    format!("case when {voided} then 'voided' when {entry}.status = 'voided' then 'posted' else {entry}.status end")
}

/// What the account's lines of one day come to, up to and with a place of that day.
///
/// # Errors
/// Where the database fails.
pub async fn sum_within_day(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    account: AccountId,
    (date, sequence, line_number): (Date, i64, i64),
    filter: &DimensionFilter,
) -> Result<i128, Fault> {
    let mut params =
        vec![Cell::Id(organization.0), account.to_cell(), date.to_cell(), Cell::Int(sequence), Cell::Int(line_number)];
    let dimensions = filter.condition("l.dimensions", &mut params);
    // In two parts, as the sum may leave 64 bits on the way.
    let sql = format!(
        "select cast(coalesce(sum((l.base_debit - l.base_credit) / 1000000000), 0) as bigint), \
               cast(coalesce(sum((l.base_debit - l.base_credit) % 1000000000), 0) as bigint) from lines as l \
               join entries as e on e.organization_id = $1 and e.sequence = l.entry_sequence and e.date = $3 \
               where l.organization_id = $1 and l.account_id = $2 \
               and l.entry_sequence >= (select coalesce(min(first_seq), 0) from balances \
                                        where organization_id = $1 and account_id = $2 and date = $3) \
               and (l.entry_sequence, l.line_number) <= ($4, $5){dimensions}"
    );
    let rows = snapshot.query(&sql, &params, &[CellKind::Int, CellKind::Int]).await?;
    match rows.first().map(Vec::as_slice) {
        Some([high, low]) => Ok(i128::from(i64::from_cell(high)?) * 1_000_000_000 + i128::from(i64::from_cell(low)?)),
        _ => Err(Fault::Corrupt("a sum of lines has another shape".to_owned())),
    }
}

fn line(cells: &[Cell]) -> Result<StatementLine, Fault> {
    fn at<T: CellValue>(cells: &[Cell], place: usize) -> Result<T, Fault> {
        Ok(T::from_cell(cells.get(place).unwrap_or(&Cell::Null))?)
    }
    Ok(StatementLine {
        date: at(cells, 0)?,
        sequence: at(cells, 1)?,
        line_number: at(cells, 2)?,
        debit: at(cells, 3)?,
        credit: at(cells, 4)?,
        currency: at(cells, 5)?,
        base_debit: at(cells, 6)?,
        base_credit: at(cells, 7)?,
        line_description: at(cells, 8)?,
        party: at(cells, 9)?,
        entry: at(cells, 10)?,
        number: at(cells, 11)?,
        journal: at(cells, 12)?,
        status: at(cells, 13)?,
        entry_type: at(cells, 14)?,
        description: at(cells, 15)?,
        reference: at(cells, 16)?,
        dimensions: at(cells, 17)?,
        exchange_rate: at(cells, 18)?,
    })
}
