//! The list of organizations: the only thing about them that lies outside their books.

use domain::named_enum;
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{CellValue, Instant};

use super::record::{Record, record};
use crate::{Database, Fault, Snapshot};

named_enum! {
    /// Whether an organization can be entered.
    OrganizationStatus {
        Active = "active",
        /// A log is being read in; nobody sees it yet.
        Importing = "importing",
        Disabled = "disabled",
    }
}

record! {
    /// An organization of this instance.
    ListedOrganization in "organizations_list" key 1 {
        organization_id: OrganizationId,
        status: OrganizationStatus,
        created_at: Instant,
        /// Who made it over the API; `None` for the set-up, the operator and an imported log.
        founded_by: Option<PrincipalId>,
    }
}

/// Adds an organization; `false` where it is listed already.
pub async fn add(database: &Database, row: &ListedOrganization) -> Result<bool, Fault> {
    let sql = format!(
        "insert into organizations_list ({}) {} on conflict (organization_id) do nothing returning organization_id",
        ListedOrganization::columns(),
        ListedOrganization::values()
    );
    let rows = database.operational(&sql, &row.cells(), &[OrganizationId::KIND]).await?;
    Ok(!rows.is_empty())
}

/// Moves an organization from one status to another; `false` where it is not in the first.
pub async fn set_status(
    database: &Database,
    organization: OrganizationId,
    from: OrganizationStatus,
    to: OrganizationStatus,
) -> Result<bool, Fault> {
    let sql = "update organizations_list set status = $3 where organization_id = $1 and status = $2 returning organization_id";
    let params = [organization.to_cell(), from.to_cell(), to.to_cell()];
    Ok(!database.operational(sql, &params, &[OrganizationId::KIND]).await?.is_empty())
}

/// Takes an organization that never became active off the list; `false` where there is none such.
pub async fn remove_importing(database: &Database, organization: OrganizationId) -> Result<bool, Fault> {
    let sql =
        "delete from organizations_list where organization_id = $1 and status = 'importing' returning organization_id";
    Ok(!database.operational(sql, &[organization.to_cell()], &[OrganizationId::KIND]).await?.is_empty())
}

/// All organizations, in order of their ids, which is that of their making.
pub async fn all(snapshot: &mut Snapshot) -> Result<Vec<ListedOrganization>, Fault> {
    let sql = format!("select {} from organizations_list order by organization_id", ListedOrganization::columns());
    ListedOrganization::read_all(&snapshot.query(&sql, &[], ListedOrganization::KINDS).await?)
}

/// One organization.
pub async fn get(snapshot: &mut Snapshot, organization: OrganizationId) -> Result<Option<ListedOrganization>, Fault> {
    let sql = format!("select {} from organizations_list where organization_id = $1", ListedOrganization::columns());
    ListedOrganization::read_one(&snapshot.query(&sql, &[organization.to_cell()], ListedOrganization::KINDS).await?)
}

/// How many organizations a principal made over the API.
pub async fn founded_by(snapshot: &mut Snapshot, principal: PrincipalId) -> Result<usize, Fault> {
    let sql = "select organization_id from organizations_list where founded_by = $1";
    Ok(snapshot.query(sql, &[principal.to_cell()], &[OrganizationId::KIND]).await?.len())
}
