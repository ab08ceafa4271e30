//! Lists of matches, and the amounts that each took of lines.

use std::collections::BTreeMap;

use domain::rows::{Match, MatchItem, MatchSource, MatchStatus};
use domain::value::id::{AccountId, EntryId, MatchId, OrganizationId, PartyId};
use domain::value::{Cell, CellValue, Date, Instant};

use super::Conditions;
use super::columns::{Columns, Pair, selected};
use super::open_items::{COUNTS, counts_then};
use crate::{Fault, Snapshot, sql};

/// Which matches.
#[derive(Clone, Debug, Default)]
pub struct MatchFilter {
    pub accounts: Option<Vec<AccountId>>,
    /// Of one of these parties.
    pub parties: Option<Vec<PartyId>>,
    /// Of lines of this entry.
    pub entry: Option<EntryId>,
    pub status: Option<MatchStatus>,
    pub source: Option<MatchSource>,
    /// Id of the last row of the page before.
    pub after: Option<Cell>,
}

/// The settlement of a line on an account that keeps open items.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Settled {
    /// The amount that active matches took of it, in its currency.
    pub matched: i64,
    /// These matches, the oldest first.
    pub matches: Vec<MatchId>,
}

selected! {
    /// What a match took of one line.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Taken() {
        made: MatchId = "m.id",
        sequence: i64 = "i.entry_sequence",
        line_number: i64 = "i.line_number",
        entry: EntryId = "i.entry_id",
        number: Option<String> = "e.number",
        is_debit: bool = "cast(case when i.debit > 0 or i.base_debit > 0 then 1 else 0 end as bigint)",
    }
}

/// Entries whose matches are read at once.
const AT_ONCE: usize = 500;

/// A page of matches by id, which is the order of their making.
pub async fn list(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &MatchFilter,
    most: usize,
) -> Result<Vec<Match>, Fault> {
    let mut query = Conditions::new(organization);
    query.among("account_id", filter.accounts.as_deref());
    query.among("party_id", filter.parties.as_deref());
    query.equal("status", filter.status.map(|status| status.to_cell()));
    query.equal("source", filter.source.map(|source| source.to_cell()));
    query.when(
        "id in (select match_id from match_items where organization_id = $1 and entry_sequence = \
           (select sequence from entries where organization_id = $1 and entries.id = {}))",
        filter.entry.map(|id| id.to_cell()),
    );
    query.when("id > {}", filter.after.clone());
    query.page(snapshot, "id", most).await
}

/// The amounts that these matches took, by sequence and line.
pub async fn items(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    matches: &[MatchId],
) -> Result<BTreeMap<MatchId, Vec<MatchItem>>, Fault> {
    let mut found: BTreeMap<MatchId, Vec<MatchItem>> = BTreeMap::new();
    if matches.is_empty() {
        return Ok(found);
    }
    let mut params = vec![Cell::Id(organization.0)];
    params.extend(matches.iter().map(CellValue::to_cell));
    let rest = format!(
        "where organization_id = $1 and match_id in {} order by match_id, entry_sequence, line_number",
        sql::list(2, matches.len())
    );
    for item in snapshot.rows::<MatchItem>(&rest, &params).await? {
        found.entry(item.match_id).or_default().push(item);
    }
    Ok(found)
}

/// The settled amounts of the lines of entries, by sequence and line. Lines of accounts that keep no open items are not
/// in it.
pub async fn settled(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    sequences: &[i64],
) -> Result<BTreeMap<(i64, i64), Settled>, Fault> {
    let mut found: BTreeMap<(i64, i64), Settled> = BTreeMap::new();
    if sequences.is_empty() {
        return Ok(found);
    }
    let mut params = vec![Cell::Id(organization.0)];
    params.extend(sequences.iter().map(CellValue::to_cell));
    // A line has a row per match that ever took of it, and one without a match where none did.
    let mut columns = Columns::default();
    let line = columns.add(Pair("l.entry_sequence", "l.line_number"));
    let matched = columns.add("coalesce(t.matched, 0)");
    let made = columns.add::<Option<MatchId>>("m.id");
    let sql = format!(
        "select {} from lines as l \
         join accounts as a on a.organization_id = $1 and a.id = l.account_id and a.is_reconcilable = 1 \
         left join matched_lines as t on t.organization_id = $1 and t.entry_sequence = l.entry_sequence \
           and t.line_number = l.line_number \
         left join match_items as i on i.organization_id = $1 and i.entry_sequence = l.entry_sequence \
           and i.line_number = l.line_number \
         left join matches as m on m.organization_id = $1 and m.id = i.match_id and m.status = 'active' \
         where l.organization_id = $1 and l.entry_sequence in {}",
        columns.text(),
        sql::list(2, sequences.len())
    );
    for row in columns.rows(snapshot, &sql, &params).await? {
        let settled = found.entry(line.of(&row)?).or_default();
        settled.matched = matched.of(&row)?;
        settled.matches.extend(made.of(&row)?);
    }
    found.values_mut().for_each(|settled| settled.matches.sort());
    Ok(found)
}

/// As [`settled`], as it was known at an instant: by the matches that were made by then and not undone yet. Lines of which
/// nothing was taken are not in it.
pub async fn settled_then(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    sequences: &[i64],
    at: Instant,
) -> Result<BTreeMap<(i64, i64), Settled>, Fault> {
    let mut found: BTreeMap<(i64, i64), Settled> = BTreeMap::new();
    if sequences.is_empty() {
        return Ok(found);
    }
    let mut params = vec![Cell::Id(organization.0), at.to_cell()];
    params.extend(sequences.iter().map(CellValue::to_cell));
    let mut columns = Columns::default();
    let line = columns.add(Pair("i.entry_sequence", "i.line_number"));
    let matched = columns.add::<i64>("i.debit + i.credit");
    let made = columns.add::<MatchId>("m.id");
    let sql = format!(
        "select {} from match_items as i \
         join matches as m on m.organization_id = $1 and m.id = i.match_id \
           and m.created_at <= $2 and (m.undone_at is null or m.undone_at > $2) \
         where i.organization_id = $1 and i.entry_sequence in {}",
        columns.text(),
        sql::list(3, sequences.len())
    );
    for row in columns.rows(snapshot, &sql, &params).await? {
        let settled = found.entry(line.of(&row)?).or_default();
        settled.matched += matched.of(&row)?;
        settled.matches.push(made.of(&row)?);
    }
    found.values_mut().for_each(|settled| settled.matches.sort());
    Ok(found)
}

/// All that was taken by the matches of these entries that count on a day, also as it was known at an instant; by match, the
/// oldest first.
pub async fn taken(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    sequences: &[i64],
    day: Date,
    known: Option<Instant>,
) -> Result<Vec<Taken>, Fault> {
    let mut found = Vec::new();
    for some in sequences.chunks(AT_ONCE) {
        let mut params = vec![Cell::Id(organization.0), day.to_cell()];
        let counts = match known {
            Some(at) => {
                params.push(at.to_cell());
                counts_then("m", "$2", "$3")
            }
            None => COUNTS.to_owned(),
        };
        let first = params.len() + 1;
        params.extend(some.iter().map(CellValue::to_cell));
        let selected = Taken::selected();
        let sql = format!(
            "select {} from match_items as i \
             join matches as m on m.organization_id = $1 and m.id = i.match_id and m.date <= $2 and {counts} \
             join entries as e on e.organization_id = $1 and e.sequence = i.entry_sequence \
             where i.organization_id = $1 and i.match_id in (\
               select match_id from match_items where organization_id = $1 and entry_sequence in {}) \
             order by m.id, i.entry_sequence, i.line_number",
            selected.text(),
            sql::list(first, some.len())
        );
        found.extend(selected.all(snapshot, &sql, &params).await?);
    }
    Ok(found)
}
