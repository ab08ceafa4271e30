//! The lines of the entries of a page, read together.

use std::collections::BTreeMap;

use domain::rows::{Entry, Line};
use domain::value::id::{EntryId, OrganizationId};
use store::Snapshot;
use store::read::{entries, matches};

use super::view::{LineView, draft_lines, line_view, settle};
use crate::http::problem::Problem;

/// The lines by entry, as the entry itself shows them, still without names.
pub async fn lines(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    rows: &[Entry],
) -> Result<Option<BTreeMap<EntryId, Vec<LineView>>>, Problem> {
    let sequences: Vec<i64> = rows.iter().filter_map(|entry| entry.sequence).collect();
    let mut stored: BTreeMap<i64, Vec<Line>> = BTreeMap::new();
    for line in entries::lines(snapshot, organization, &sequences).await? {
        stored.entry(line.entry_sequence).or_default().push(line);
    }
    let settled = matches::settled(snapshot, organization, &sequences).await?;
    let mut found = BTreeMap::new();
    for entry in rows {
        let lines = match entry.sequence {
            Some(sequence) => {
                let own = stored.remove(&sequence).unwrap_or_default();
                let mut views: Vec<LineView> = own.iter().map(|line| line_view(line, entry.currency)).collect();
                settle(&mut views, sequence, &settled);
                views
            }
            None => draft_lines(&entry.draft_lines, entry.currency, "entries", entry.id)?,
        };
        found.insert(entry.id, lines);
    }
    Ok(Some(found))
}
