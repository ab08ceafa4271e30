//! The audit trail: the links of the log without their payloads, filtered, a stretch of the log at a time.

use domain::rows::TableDef;
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{Cell, CellKind, CellValue, Instant};

use super::Conditions;
use super::columns::selected;
use crate::{Fault, Snapshot};

selected! {
    /// One link of the log.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct TrailLink() {
        seq: i64 = "seq",
        at: Instant = "at",
        actor: PrincipalId = "actor",
        request_id: String = "request_id",
        kind: String = "kind",
        subject: String = "subject",
        part: i64 = "part",
        parts: i64 = "parts",
        previous_hash: Vec<u8> = "previous_hash",
        hash: Vec<u8> = "hash",
    }
}

/// Links that are looked at for one instant: those of one commit's command, with all parts of a large payload.
const AT_ONE_INSTANT: usize = 256;

/// Which links.
#[derive(Clone, Debug, Default)]
pub struct TrailFilter {
    /// Whether the newest come first.
    pub descending: bool,
    pub actor: Option<PrincipalId>,
    /// `journalEntry.voided`, or `journalEntry` for all of that noun.
    pub kind: Option<String>,
    pub subject: Option<String>,
}

/// The links behind `after` up to `until` that the filter takes, in its order.
pub async fn links(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &TrailFilter,
    after: i64,
    until: i64,
    most: usize,
) -> Result<Vec<TrailLink>, Fault> {
    let mut query = filtered(organization, filter, after, until);
    let most = query.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
    let selected = TrailLink::selected();
    let order = if filter.descending { "seq desc" } else { "seq" };
    let sql = format!("select {} from facts {} order by {order} limit {most}", selected.text(), query.text);
    selected.all(snapshot, &sql, &query.params).await
}

/// The last parts of the events behind `after` up to `until` that the filter takes, the newest first.
pub async fn newest(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &TrailFilter,
    after: i64,
    until: i64,
    most: usize,
) -> Result<Vec<TrailLink>, Fault> {
    let query = newest_first(filtered(organization, filter, after, until), most);
    let selected = TrailLink::selected();
    let sql = format!("select {} from facts {}", selected.text(), query.text);
    selected.all(snapshot, &sql, &query.params).await
}

/// What the history of a record is read by, from `where` on.
#[cfg(test)]
pub(crate) fn history(organization: OrganizationId, subject: &str) -> Conditions {
    let filter = TrailFilter { subject: Some(subject.to_owned()), ..TrailFilter::default() };
    newest_first(filtered(organization, &filter, 0, i64::MAX), 50)
}

fn newest_first(mut query: Conditions, most: usize) -> Conditions {
    let most = query.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
    query.text.push_str(&format!(" and part = parts order by seq desc limit {most}"));
    query
}

/// The last parts of the events at exactly this instant, among the first `until` links.
pub async fn at(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    instant: Instant,
    until: i64,
) -> Result<Vec<TrailLink>, Fault> {
    let before = last_before(snapshot, organization, instant, until).await?;
    let mut found = links(snapshot, organization, &TrailFilter::default(), before, until, AT_ONE_INSTANT).await?;
    found.retain(|link| link.at == instant && link.part == link.parts);
    Ok(found)
}

/// The instants that stand in these columns of a row with this id, as far as there are any.
pub async fn instants(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    table: &TableDef,
    id: [u8; 16],
    columns: &[&str],
) -> Result<Vec<i64>, Fault> {
    let (name, key) = (table.name, table.columns[0].name);
    let sql = format!("select {} from {name} where organization_id = $1 and {key} = $2", columns.join(", "));
    let params = [Cell::Id(organization.0), Cell::Id(id)];
    let rows = snapshot.query(&sql, &params, &vec![CellKind::Int; columns.len()]).await?;
    let instant = |cell: Cell| match cell {
        Cell::Int(at) => Some(at),
        Cell::Null | Cell::Text(_) | Cell::Bytes(_) | Cell::Id(_) => None,
    };
    Ok(rows.into_iter().flatten().filter_map(instant).collect())
}

/// The payload of all parts of the event whose last part this is.
pub async fn payload(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    link: &TrailLink,
) -> Result<Vec<u8>, Fault> {
    let parts = super::events::after(snapshot, organization, link.seq - link.parts, link.parts).await?;
    Ok(parts.into_iter().flat_map(|part| part.payload).collect())
}

fn filtered(organization: OrganizationId, filter: &TrailFilter, after: i64, until: i64) -> Conditions {
    let mut query = Conditions::new(organization);
    // A record has few events: SQLite would rather go through the stretch than through those.
    let seq = if filter.subject.is_some() { "+seq" } else { "seq" };
    query.when(&format!("{seq} > {{}}"), Some(Cell::Int(after)));
    query.when(&format!("{seq} <= {{}}"), Some(Cell::Int(until)));
    query.equal("actor", filter.actor.map(|actor| actor.to_cell()));
    if let Some(kind) = &filter.kind {
        let exact = query.bind(Cell::Text(kind.clone()));
        let noun = query.bind(Cell::Text(format!("{kind}.")));
        query.text.push_str(&format!(" and (kind = {exact} or substr(kind, 1, length({noun})) = {noun})"));
    }
    query.equal("subject", filter.subject.clone().map(Cell::Text));
    query
}

/// The last of the first `until` links that was written before this instant; 0 where there is none. Time only moves
/// forward along the log.
pub async fn last_before(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    instant: Instant,
    until: i64,
) -> Result<i64, Fault> {
    let (mut before, mut not) = (0, until + 1);
    while not - before > 1 {
        let middle = before + (not - before) / 2;
        let sql = "select at from facts where organization_id = $1 and seq = $2";
        let params = [Cell::Id(organization.0), Cell::Int(middle)];
        let rows = snapshot.query(sql, &params, &[CellKind::Int]).await?;
        let Some(Cell::Int(at)) = rows.first().and_then(|row| row.first()) else {
            return Err(Fault::Corrupt(format!("the log has a gap at {middle}")));
        };
        if *at < instant.0 {
            before = middle;
        } else {
            not = middle;
        }
    }
    Ok(before)
}
