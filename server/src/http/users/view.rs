//! A user as it is answered.

use domain::rows::{Membership, PrincipalKind, PrincipalName};
use domain::value::id::{OrganizationId, PrincipalId, RoleId, WarehouseId};
use domain::value::{Cell, TypedId};
use store::Snapshot;
use store::operational::logins;

use crate::documents::table;
use crate::http::called::Wanted;
use crate::http::output::{At, Id, Named};
use crate::http::problem::Problem;
use crate::http::reports::row::Measures;
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

crate::list_columns! {
    UserView {
        username: Option<String> => "Username",
        display_name: Option<String> => "Name",
        kind: Named<PrincipalKind> => "Kind",
        roles: Vec<String> => "Roles" (by roles, with want_roles),
        warehouse_ids: Option<Vec<String>> => "Warehouses" (by warehouses, with want_warehouses),
        is_active: bool => "Active",
        created_at: At => "Created at",
        id: Id<PrincipalId> => "Id",
    }
}

fn want_roles(user: &UserView, wanted: &mut Wanted) {
    wanted.roles.extend(user.roles.iter().filter_map(|role| RoleId::parse(role)));
}

/// Built-in roles have names; custom ones have theirs for those who may read roles.
fn roles(user: &UserView, measures: &Measures) -> table::Cell {
    let called = |role: &String| {
        let name = RoleId::parse(role).and_then(|id| measures.names.roles.of(Id(id)).name);
        name.unwrap_or_else(|| role.clone())
    };
    table::Cell::Text(user.roles.iter().map(called).collect::<Vec<_>>().join(", "))
}

fn want_warehouses(user: &UserView, wanted: &mut Wanted) {
    let ids = user.warehouse_ids.iter().flatten();
    wanted.warehouses.extend(ids.filter_map(|id| WarehouseId::parse(id)));
}

fn warehouses(user: &UserView, measures: &Measures) -> table::Cell {
    let called = |id: &String| {
        let code = WarehouseId::parse(id).and_then(|id| measures.names.warehouses.of(Id(id)).code);
        code.unwrap_or_else(|| id.clone())
    };
    table::Cell::maybe(user.warehouse_ids.as_ref().map(|ids| ids.iter().map(called).collect::<Vec<_>>().join(", ")))
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
