//! Lists of parties with their personal text.

use std::collections::BTreeMap;

use domain::rows::{Party, PartyKind, PartyName};
use domain::value::id::{OrganizationId, PartyId};
use domain::value::{Cell, CellKind, CellValue, text};

use super::Conditions;
use crate::{Fault, Snapshot, sql};

/// Which parties.
#[derive(Clone, Debug, Default)]
pub struct PartyFilter {
    /// Of this kind, perhaps among others.
    pub kind: Option<PartyKind>,
    /// Exactly this code.
    pub code: Option<String>,
    /// This name, whatever its case and blanks.
    pub name: Option<String>,
    /// Active or not.
    pub is_active: Option<bool>,
    /// Part of code or name.
    pub text: Option<String>,
    /// Id of the last row of the page before.
    pub after: Option<Cell>,
}

/// A page of parties by id, which is the order of their creation.
pub async fn list(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    filter: &PartyFilter,
    most: usize,
) -> Result<Vec<(Party, Option<PartyName>)>, Fault> {
    let mut query = Conditions::new(organization);
    // The stored kinds are names separated by blanks.
    let kind = filter.kind.map(|kind| Cell::Text(format!("% {} %", kind.name())));
    query.when("(' ' || kinds || ' ') like {}", kind);
    query.equal("code", filter.code.as_ref().map(CellValue::to_cell));
    query.equal("is_active", filter.is_active.map(|active| active.to_cell()));
    query.when(
        "id in (select party_id from party_names where organization_id = $1 and name_key = {})",
        filter.name.as_deref().map(|name| Cell::Text(text::folded(name))),
    );
    if let Some(text) = &filter.text {
        let code = query.contained(&["code"], text);
        let key = "(select name_key from party_names \
                    where party_names.organization_id = $1 and party_names.party_id = parties.id)";
        let name = query.contained(&[key], &text::folded(text));
        query.text.push_str(&format!(" and ({code} or {name})"));
    }
    query.when("id > {}", filter.after.clone());
    let parties: Vec<Party> = query.page(snapshot, "id", most).await?;
    let mut names = names(snapshot, organization, parties.iter().map(|party| party.id)).await?;
    Ok(parties
        .into_iter()
        .map(|party| {
            let name = names.remove(&party.id);
            (party, name)
        })
        .collect())
}

/// The party that is meant by this one, and all that were merged into it: what is of one of them is of that party.
pub async fn alike(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    party: PartyId,
) -> Result<Vec<PartyId>, Fault> {
    let found = snapshot.query(&alike_sql(), &[Cell::Id(organization.0), party.to_cell()], &[CellKind::Id]).await?;
    let mut alike = Vec::with_capacity(found.len().max(1));
    for row in found {
        alike.push(PartyId::from_cell(row.first().unwrap_or(&Cell::Null)).map_err(Fault::from)?);
    }
    if alike.is_empty() {
        alike.push(party);
    }
    Ok(alike)
}

/// The ids of the party that is meant by `$2` and of those that were merged into it.
pub(crate) fn alike_sql() -> String {
    let meant =
        "(select coalesce(o.merged_into_id, o.id) from parties as o where o.organization_id = $1 and o.id = $2)";
    format!(
        "select id from (select p.id from parties as p where p.organization_id = $1 and p.id = {meant} \
         union all \
         select p.id from parties as p where p.organization_id = $1 and p.merged_into_id = {meant}) as alike \
         order by id"
    )
}

/// The personal text of these parties, where it was not erased.
async fn names(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    ids: impl Iterator<Item = PartyId>,
) -> Result<BTreeMap<PartyId, PartyName>, Fault> {
    let mut params = vec![Cell::Id(organization.0)];
    params.extend(ids.map(|id| Cell::Id(id.0)));
    if params.len() == 1 {
        return Ok(BTreeMap::new());
    }
    let rest = format!("where organization_id = $1 and party_id in {}", sql::list(2, params.len() - 1));
    let rows: Vec<PartyName> = snapshot.rows(&rest, &params).await?;
    Ok(rows.into_iter().map(|row| (row.party_id, row)).collect())
}
