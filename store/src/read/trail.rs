//! The audit trail: the links of the log without their payloads, filtered, a stretch of the log at a time.

use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{Cell, CellKind, CellValue, Instant};

use super::Conditions;
use crate::{Fault, Snapshot};

/// One link of the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrailLink {
    pub seq: i64,
    pub at: Instant,
    pub actor: PrincipalId,
    pub request_id: String,
    pub kind: String,
    pub subject: String,
    pub part: i64,
    pub parts: i64,
    pub previous_hash: Vec<u8>,
    pub hash: Vec<u8>,
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
///
/// # Errors
/// Where the database fails.
pub async fn links(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &TrailFilter,
    (after, until): (i64, i64),
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
    let sql = format!(
        "select seq, at, actor, request_id, kind, subject, part, parts, previous_hash, hash from facts {} \
         order by seq limit {most}",
        query.text
    );
    use CellKind::{Bytes, Id, Int, Text};
    let kinds = [Int, Int, Id, Text, Text, Text, Int, Int, Bytes, Bytes];
    let rows = snapshot.query(&sql, &query.params, &kinds).await?;
    rows.iter().map(|cells| link(cells)).collect()
}

/// The last of the first `until` links that was written before this instant; 0 where there is none. Time only moves
/// forward along the log.
///
/// # Errors
/// Where the database fails, or the log has a gap.
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

fn link(cells: &[Cell]) -> Result<TrailLink, Fault> {
    fn at<T: CellValue>(cells: &[Cell], place: usize) -> Result<T, Fault> {
        Ok(T::from_cell(cells.get(place).unwrap_or(&Cell::Null))?)
    }
    Ok(TrailLink {
        seq: at(cells, 0)?,
        at: at(cells, 1)?,
        actor: at(cells, 2)?,
        request_id: at(cells, 3)?,
        kind: at(cells, 4)?,
        subject: at(cells, 5)?,
        part: at(cells, 6)?,
        parts: at(cells, 7)?,
        previous_hash: at(cells, 8)?,
        hash: at(cells, 9)?,
    })
}
