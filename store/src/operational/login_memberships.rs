//! The organizations that a login may enter. Its rights there stand in their own books.

use domain::named_enum;
use domain::value::CellValue;
use domain::value::id::{OrganizationId, PrincipalId};

use super::organizations_list::OrganizationStatus;
use super::record::{Record, record};
use crate::{Database, Fault, Snapshot};

named_enum! {
    /// How a login came into an organization.
    Origin {
        /// The organization made the login: it is the login's home.
        Created = "created",
        /// The login founded the organization or accepted an invitation, or the operator admitted it.
        Joined = "joined",
    }
}

record! {
    /// Where a login may enter.
    LoginMembership in "login_memberships" key 2 {
        principal_id: PrincipalId,
        organization_id: OrganizationId,
        origin: Origin,
    }
}

record! {
    /// An organization that a login may enter.
    EnterableOrganization {
        organization_id: OrganizationId,
        origin: Origin,
        status: OrganizationStatus,
        /// `None` until its books have begun.
        name: Option<String>,
    }
}

/// Lets a login into an organization; done twice it is done once, and the first origin stays.
pub async fn add(
    database: &Database,
    principal: PrincipalId,
    organization: OrganizationId,
    origin: Origin,
) -> Result<(), Fault> {
    let row = LoginMembership { principal_id: principal, organization_id: organization, origin };
    let (columns, values) = (LoginMembership::columns(), LoginMembership::values());
    let sql = format!("insert into login_memberships ({columns}) {values} on conflict do nothing");
    database.operational(&sql, &row.cells(), &[]).await.map(drop)
}

/// Keeps a login out of an organization; done twice it is done once.
pub async fn remove(database: &Database, principal: PrincipalId, organization: OrganizationId) -> Result<(), Fault> {
    let sql = "delete from login_memberships where principal_id = $1 and organization_id = $2";
    database.operational(sql, &[principal.to_cell(), organization.to_cell()], &[]).await.map(drop)
}

/// The organizations that a login may enter, in any status.
pub async fn organizations(
    snapshot: &mut Snapshot,
    principal: PrincipalId,
) -> Result<Vec<EnterableOrganization>, Fault> {
    let sql = "select m.organization_id, m.origin, l.status, o.name from login_memberships m \
         join organizations_list l on l.organization_id = m.organization_id \
         left join organizations o on o.organization_id = m.organization_id \
         where m.principal_id = $1 order by m.organization_id";
    EnterableOrganization::read_all(&snapshot.query(sql, &[principal.to_cell()], EnterableOrganization::KINDS).await?)
}
