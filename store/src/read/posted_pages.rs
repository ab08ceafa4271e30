//! Posted entries with their lines in the order in which they were posted: the rows of exports and journals.

use std::collections::{BTreeMap, BTreeSet};

use domain::rows::{Entry, EntryType, Line, PartyName};
use domain::value::id::{EntryId, OrganizationId, PartyId};
use domain::value::{Cell, CellValue, Currency, Date};

use super::columns::Columns;
use crate::{Fault, Snapshot, sql};

/// Entries that are read at once.
const ENTRIES: usize = 100;
/// Lines after which a page is full; one entry may have more by itself.
const LINES: i64 = 10_000;

/// Which entries, and where the page begins.
#[derive(Clone, Debug)]
pub struct PostedRange {
    /// The place in the organization's series after which the page begins.
    pub after: i64,
    /// The last place of the series that counts.
    pub until: i64,
    /// The first accounting date.
    pub from: Option<Date>,
    /// The last accounting date.
    pub to: Option<Date>,
}

/// A page of posted entries.
#[derive(Clone, Debug, Default)]
pub struct PostedPage {
    /// In order of their sequence.
    pub entries: Vec<(Entry, Vec<Line>)>,
    /// Names of their parties, where they were not erased.
    pub parties: BTreeMap<PartyId, String>,
    /// Numbers of the entries that they are linked with, of those that count.
    pub numbers: BTreeMap<EntryId, String>,
    /// Those among them that void a closing entry.
    pub closings: BTreeSet<EntryId>,
}

/// Currencies that were ever posted, and the first accounting date of a posted line.
pub async fn extent(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
) -> Result<(BTreeSet<Currency>, Option<Date>), Fault> {
    let own = [Cell::Id(organization.0)];
    let mut columns = Columns::default();
    let (currency, date) = (columns.add("currency"), columns.add::<Option<Date>>("min(date)"));
    let sql = format!("select {} from balances where organization_id = $1 group by currency", columns.text());
    let (mut currencies, mut first) = (BTreeSet::new(), None);
    for row in &columns.rows(snapshot, &sql, &own).await? {
        currencies.insert(currency.of(row)?);
        first = [first, date.of(row)?].into_iter().flatten().min();
    }
    Ok((currencies, first))
}

/// The next page; empty at the end.
pub async fn page(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    range: &PostedRange,
) -> Result<PostedPage, Fault> {
    let mut params = vec![Cell::Id(organization.0), range.after.to_cell(), range.until.to_cell()];
    let mut rest = "where organization_id = $1 and sequence > $2 and sequence <= $3".to_owned();
    for (bound, day) in [("date >=", range.from), ("date <=", range.to)] {
        if let Some(day) = day {
            params.push(day.to_cell());
            rest.push_str(&format!(" and {bound} ${}", params.len()));
        }
    }
    rest.push_str(&format!(" order by sequence limit {ENTRIES}"));
    let mut entries: Vec<Entry> = snapshot.rows(&rest, &params).await?;
    let mut lines_so_far = 0;
    let fits = entries.iter().take_while(|entry| {
        let is_first = lines_so_far == 0;
        lines_so_far += entry.line_count.max(1);
        is_first || lines_so_far <= LINES
    });
    let fits = fits.count();
    entries.truncate(fits);
    let mut lines = lines_of(snapshot, organization, &entries).await?;
    let parties = parties_of(snapshot, organization, lines.values().flatten()).await?;
    let numbers = numbers_of(snapshot, organization, &entries, range.until).await?;
    let closings = voided_closings(snapshot, organization, &entries).await?;
    let entries = entries
        .into_iter()
        .map(|entry| {
            let own = entry.sequence.and_then(|sequence| lines.remove(&sequence)).unwrap_or_default();
            (entry, own)
        })
        .collect();
    Ok(PostedPage { entries, parties, numbers, closings })
}

async fn lines_of(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    entries: &[Entry],
) -> Result<BTreeMap<i64, Vec<Line>>, Fault> {
    let mut params = vec![Cell::Id(organization.0)];
    params.extend(entries.iter().filter_map(|entry| entry.sequence).map(|sequence| sequence.to_cell()));
    let mut found: BTreeMap<i64, Vec<Line>> = BTreeMap::new();
    if params.len() == 1 {
        return Ok(found);
    }
    let which = sql::list(2, params.len() - 1);
    let rest = format!("where organization_id = $1 and entry_sequence in {which} order by entry_sequence, line_number");
    for line in snapshot.rows::<Line>(&rest, &params).await? {
        found.entry(line.entry_sequence).or_default().push(line);
    }
    Ok(found)
}

async fn parties_of<'l>(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    lines: impl Iterator<Item = &'l Line>,
) -> Result<BTreeMap<PartyId, String>, Fault> {
    let wanted: BTreeSet<PartyId> = lines.filter_map(|line| line.party_id).collect();
    let wanted: Vec<Cell> = wanted.into_iter().map(|id| Cell::Id(id.0)).collect();
    let mut names = BTreeMap::new();
    // A statement takes a bounded number of parameters.
    for some in wanted.chunks(500) {
        let mut params = vec![Cell::Id(organization.0)];
        params.extend_from_slice(some);
        let rest = format!("where organization_id = $1 and party_id in {}", sql::list(2, some.len()));
        let rows: Vec<PartyName> = snapshot.rows(&rest, &params).await?;
        names.extend(rows.into_iter().map(|row| (row.party_id, row.name)));
    }
    Ok(names)
}

/// The entries that void a closing entry.
async fn voided_closings(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    entries: &[Entry],
) -> Result<BTreeSet<EntryId>, Fault> {
    let voids: BTreeMap<EntryId, EntryId> =
        entries.iter().filter_map(|entry| Some((entry.voids_entry_id?, entry.id))).collect();
    if voids.is_empty() {
        return Ok(BTreeSet::new());
    }
    let mut params = vec![Cell::Id(organization.0), EntryType::Closing.to_cell()];
    params.extend(voids.keys().map(|id| Cell::Id(id.0)));
    let which = sql::list(3, voids.len());
    let mut columns = Columns::default();
    let id = columns.add::<EntryId>("id");
    let sql = format!(
        "select {} from entries where organization_id = $1 and entry_type = $2 and id in {which}",
        columns.text()
    );
    let mut found = BTreeSet::new();
    for row in &columns.rows(snapshot, &sql, &params).await? {
        found.extend(voids.get(&id.of(row)?).copied());
    }
    Ok(found)
}

async fn numbers_of(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    entries: &[Entry],
    until: i64,
) -> Result<BTreeMap<EntryId, String>, Fault> {
    let links = |entry: &Entry| {
        [
            entry.voids_entry_id,
            entry.voided_by_entry_id,
            entry.reverses_entry_id,
            entry.reversed_by_entry_id,
            entry.corrects_entry_id,
            entry.corrected_by_entry_id,
        ]
    };
    let wanted: BTreeSet<EntryId> = entries.iter().flat_map(links).flatten().collect();
    let mut params = vec![Cell::Id(organization.0), until.to_cell()];
    params.extend(wanted.iter().map(|id| Cell::Id(id.0)));
    if wanted.is_empty() {
        return Ok(BTreeMap::new());
    }
    let which = sql::list(3, wanted.len());
    let mut columns = Columns::default();
    let (id, number) = (columns.add("id"), columns.add::<Option<String>>("number"));
    let sql = format!(
        "select {} from entries where organization_id = $1 and sequence <= $2 and id in {which}",
        columns.text()
    );
    let mut numbers = BTreeMap::new();
    for row in &columns.rows(snapshot, &sql, &params).await? {
        if let Some(number) = number.of(row)? {
            numbers.insert(id.of(row)?, number);
        }
    }
    Ok(numbers)
}
