//! The newest entries that somebody could want to enter again.

use domain::value::Cell;
use domain::value::id::{OrganizationId, PartyId};

use super::columns::selected;
use super::conditions::one_of;
use crate::{Fault, Snapshot};

/// Entries that are looked at: the newest of the series.
pub const NEWEST: i64 = 3_000;
/// Entries with more lines are no pattern for others, and are not looked at.
pub const LINES: i64 = 100;

selected! {
    /// An entry that could be entered again.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct LikeEntry() {
        sequence: i64 = "e.sequence",
        description: String = "e.description",
    }
}

/// Those of the newest entries that were entered as they are and not voided, the newest first; with a line of one of these
/// parties.
pub async fn newest(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    parties: Option<&[PartyId]>,
) -> Result<Vec<LikeEntry>, Fault> {
    let last = snapshot.head(organization).await?.map_or(0, |head| head.entry_sequence);
    let mut params = vec![Cell::Id(organization.0), Cell::Int(last - NEWEST), Cell::Int(LINES)];
    let of_party = parties.map(|parties| {
        let of_line = one_of("l.party_id", parties, &mut params);
        format!(
            " and exists (select 1 from lines as l \
               where l.organization_id = $1 and l.entry_sequence = e.sequence and {of_line})"
        )
    });
    let selected = LikeEntry::selected();
    let sql = format!(
        "select {} from entries as e where e.organization_id = $1 and e.sequence > $2 and e.status = 'posted' \
         and e.entry_type = 'standard' and e.line_count <= $3{} order by e.sequence desc",
        selected.text(),
        of_party.unwrap_or_default()
    );
    selected.all(snapshot, &sql, &params).await
}
