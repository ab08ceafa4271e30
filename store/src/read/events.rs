//! The events of an organization: its facts after a sequence number.

use domain::rows::FactRow;
use domain::value::Cell;
use domain::value::id::OrganizationId;

use super::Conditions;
use super::columns::{Columns, Pair};
use crate::{Fault, Snapshot};

/// The facts after `seq`, at most `most` of them, in order.
pub async fn after(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    seq: i64,
    most: i64,
) -> Result<Vec<FactRow>, Fault> {
    snapshot
        .rows(
            "where organization_id = $1 and seq > $2 order by seq limit $3",
            &[Cell::Id(organization.0), Cell::Int(seq), Cell::Int(most)],
        )
        .await
}

/// Some facts of a stretch of the log.
#[derive(Clone, Copy, Debug)]
pub struct Stretch<'w> {
    /// Only of these kinds; all if empty.
    pub kinds: &'w [&'static str],
    /// Only about this subject.
    pub subject: Option<&'w str>,
    /// Behind this one.
    pub after: i64,
    /// Up to this one.
    pub until: i64,
}

/// The facts of a stretch that are of these kinds and about this subject, at most `most` of them, in order.
pub async fn some(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    stretch: &Stretch<'_>,
    most: i64,
) -> Result<Vec<FactRow>, Fault> {
    let mut query = Conditions::new(organization);
    query.when("seq > {}", Some(Cell::Int(stretch.after)));
    query.when("seq <= {}", Some(Cell::Int(stretch.until)));
    if !stretch.kinds.is_empty() {
        let kinds: Vec<String> = stretch.kinds.iter().map(|kind| query.bind(Cell::Text((*kind).to_owned()))).collect();
        query.text.push_str(&format!(" and kind in ({})", kinds.join(", ")));
    }
    query.equal("subject", stretch.subject.map(|subject| Cell::Text(subject.to_owned())));
    let most = query.bind(Cell::Int(most));
    query.text.push_str(&format!(" order by seq limit {most}"));
    snapshot.rows(&query.text, &query.params).await
}

/// How far the logs of these organizations have come.
pub async fn heads(
    snapshot: &mut Snapshot,
    organizations: &[OrganizationId],
) -> Result<Vec<(OrganizationId, i64)>, Fault> {
    let mut found = Vec::with_capacity(organizations.len());
    // Neither database takes lists of any length.
    for some in organizations.chunks(500) {
        let mut columns = Columns::default();
        let head = columns.add(Pair("organization_id", "seq"));
        let sql = format!(
            "select {} from heads where organization_id in {}",
            columns.text(),
            crate::sql::list(1, some.len())
        );
        let params: Vec<Cell> = some.iter().map(|organization| Cell::Id(organization.0)).collect();
        for row in columns.rows(snapshot, &sql, &params).await? {
            found.push(head.of(&row)?);
        }
    }
    Ok(found)
}
