//! The audit trail: the links of the log without their payloads, filtered, a stretch of the log at a time.

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

/// Which links.
#[derive(Clone, Debug, Default)]
pub struct TrailFilter {
    pub actor: Option<PrincipalId>,
    /// `journalEntry.voided`, or `journalEntry` for all of that noun.
    pub kind: Option<String>,
    pub subject: Option<String>,
}

/// The links behind `after` up to `until` that the filter takes.
pub async fn links(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &TrailFilter,
    after: i64,
    until: i64,
    most: usize,
) -> Result<Vec<TrailLink>, Fault> {
    let mut query = Conditions::new(organization);
    query.when("seq > {}", Some(Cell::Int(after)));
    query.when("seq <= {}", Some(Cell::Int(until)));
    query.equal("actor", filter.actor.map(|actor| actor.to_cell()));
    if let Some(kind) = &filter.kind {
        let exact = query.bind(Cell::Text(kind.clone()));
        let noun = query.bind(Cell::Text(format!("{kind}.")));
        query.text.push_str(&format!(" and (kind = {exact} or substr(kind, 1, length({noun})) = {noun})"));
    }
    query.equal("subject", filter.subject.clone().map(Cell::Text));
    let most = query.bind(Cell::Int(i64::try_from(most).unwrap_or(i64::MAX)));
    let selected = TrailLink::selected();
    let sql = format!("select {} from facts {} order by seq limit {most}", selected.text(), query.text);
    selected.all(snapshot, &sql, &query.params).await
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
