//! Lists of parties with their personal text.

use std::collections::BTreeMap;

use domain::rows::{Party, PartyKind, PartyName};
use domain::value::id::{OrganizationId, PartyId};
use domain::value::{Cell, CellValue};

use super::Conditions;
use crate::{Fault, Snapshot, sql};

/// Which parties.
#[derive(Clone, Debug, Default)]
pub struct PartyFilter {
    /// Of this kind, perhaps among others.
    pub kind: Option<PartyKind>,
    /// Exactly this code.
    pub code: Option<String>,
    /// Exactly this name.
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
        "id in (select party_id from party_names where organization_id = $1 and name = {})",
        filter.name.as_ref().map(CellValue::to_cell),
    );
    let name =
        "(select name from party_names where party_names.organization_id = $1 and party_names.party_id = parties.id)";
    query.contains(&["code", name], filter.text.as_deref());
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
