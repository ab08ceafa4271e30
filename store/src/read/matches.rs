//! Lists of matches, and what each took of lines.

use std::collections::BTreeMap;

use domain::ledger::matching::{Match, MatchItem, MatchSource, MatchStatus};
use domain::value::id::{AccountId, EntryId, MatchId, OrganizationId, PartyId};
use domain::value::{Cell, CellValue};

use super::Conditions;
use crate::sql;
use crate::{Fault, Snapshot};

/// Which matches.
#[derive(Clone, Debug, Default)]
pub struct MatchFilter {
    pub account: Option<AccountId>,
    pub party: Option<PartyId>,
    /// Of lines of this entry.
    pub entry: Option<EntryId>,
    pub status: Option<MatchStatus>,
    pub source: Option<MatchSource>,
    /// Id of the last row of the page before.
    pub after: Option<Cell>,
}

/// A page of matches by id, which is the order of their making.
///
/// # Errors
/// Where the database fails.
pub async fn list(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &MatchFilter,
    most: usize,
) -> Result<Vec<Match>, Fault> {
    let mut query = Conditions::new(organization);
    query.equal("account_id", filter.account.map(|id| id.to_cell()));
    query.equal("party_id", filter.party.map(|id| id.to_cell()));
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

/// What these matches took, by sequence and line.
///
/// # Errors
/// Where the database fails.
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
