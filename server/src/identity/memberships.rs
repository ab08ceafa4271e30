//! Where a principal belongs: the active organizations whose books know it as an active member.

use domain::rows::Membership;
use domain::value::Cell;
use domain::value::id::{OrganizationId, PrincipalId};
use store::operational::login_memberships::{self, Origin};
use store::operational::organizations_list::OrganizationStatus;
use store::{Fault, Snapshot};

/// A place of a principal in one organization.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Belonging {
    /// The organization.
    pub organization: OrganizationId,
    /// Its name.
    pub name: String,
    /// Names of built-in roles and ids of custom ones.
    pub roles: Vec<String>,
    /// Whether this organization made the login: who signs in and names no organization acts in it.
    pub is_home: bool,
}

/// Where a login may act now, in the order in which the organizations were made.
pub async fn of_login(snapshot: &mut Snapshot, principal: PrincipalId) -> Result<Vec<Belonging>, Fault> {
    let mut found = Vec::new();
    for row in login_memberships::organizations(snapshot, principal).await? {
        if row.status != OrganizationStatus::Active {
            continue;
        }
        if let Some(membership) = active(snapshot, row.organization_id, principal).await? {
            let (name, is_home) = (row.name.unwrap_or_default(), row.origin == Origin::Created);
            found.push(Belonging { organization: row.organization_id, name, roles: roles(&membership), is_home });
        }
    }
    Ok(found)
}

/// The membership of a principal, where it grants anything.
pub async fn active(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    principal: PrincipalId,
) -> Result<Option<Membership>, Fault> {
    Ok(find(snapshot, organization, principal).await?.filter(|membership| membership.is_active))
}

/// The membership of a principal.
pub async fn find(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    principal: PrincipalId,
) -> Result<Option<Membership>, Fault> {
    let rest = "where organization_id = $1 and principal_id = $2";
    let mut rows: Vec<Membership> = snapshot.rows(rest, &[Cell::Id(organization.0), Cell::Id(principal.0)]).await?;
    Ok(rows.pop())
}

/// The warehouses that a membership names, one by one; `None` for all.
#[must_use]
pub fn warehouses(membership: &Membership) -> Option<Vec<String>> {
    membership.warehouse_ids.as_ref().map(|ids| ids.split_whitespace().map(str::to_owned).collect())
}

/// The roles of a membership, one by one.
#[must_use]
pub fn roles(membership: &Membership) -> Vec<String> {
    membership.roles.split_whitespace().map(str::to_owned).collect()
}
