//! A user as it is answered.

use domain::rows::{Membership, PrincipalKind, PrincipalName};
use domain::value::Cell;
use domain::value::id::{OrganizationId, PrincipalId};
use store::Snapshot;
use store::operational::logins;

use crate::http::output::{At, Id, Named};
use crate::http::problem::Problem;
use crate::identity::memberships;

crate::output! {
    /// A user's membership in the organization.
    pub struct UserView {
        pub id: Id<PrincipalId>,
        /// `user`, or `foreign` for a subject of a trusted issuer.
        pub kind: Named<PrincipalKind>,
        /// Null for foreign subjects.
        pub username: Option<String>,
        pub display_name: Option<String>,
        /// Whether the user is active in this organization.
        pub is_active: bool,
        /// Names of built-in roles and ids of custom ones.
        pub roles: Vec<String>,
        /// The warehouses assigned to the user, including all below; null is all.
        pub warehouse_ids: Option<Vec<String>>,
        pub must_change_password: bool,
        pub version: i64,
        pub created_at: At,
        pub updated_at: At,
    }
}

/// Data for a user's view that is not in the membership.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    pub username: Option<String>,
    pub display_name: Option<String>,
    pub must_change: bool,
}

impl Shown {
    /// Reads it.
    pub async fn read(
        snapshot: &mut Snapshot,
        organization: OrganizationId,
        principal: PrincipalId,
    ) -> Result<Self, Problem> {
        let login = logins::by_principal(snapshot, principal).await?;
        let display_name = name(snapshot, organization, principal).await?;
        Ok(Self {
            display_name: display_name.or_else(|| login.as_ref().map(|login| login.display_name.clone())),
            must_change: login.as_ref().is_some_and(|login| login.must_change),
            username: login.map(|login| login.username),
        })
    }
}

/// How a principal is shown in an organization.
pub async fn name(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    principal: PrincipalId,
) -> Result<Option<String>, Problem> {
    let params = [Cell::Id(organization.0), Cell::Id(principal.0)];
    let found: Vec<PrincipalName> = snapshot.rows("where organization_id = $1 and principal_id = $2", &params).await?;
    Ok(found.into_iter().next().map(|row| row.name))
}

impl UserView {
    /// The view of a membership.
    #[must_use]
    pub fn of(membership: &Membership, shown: Shown) -> Self {
        Self {
            id: Id(membership.principal_id),
            kind: Named(membership.kind),
            username: shown.username,
            display_name: shown.display_name,
            is_active: membership.is_active,
            roles: memberships::roles(membership),
            warehouse_ids: memberships::warehouses(membership),
            must_change_password: shown.must_change,
            version: membership.version,
            created_at: At(membership.created_at),
            updated_at: At(membership.updated_at),
        }
    }
}
