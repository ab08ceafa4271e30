//! Invitations: an organization's offer to a login, which joins by its own act alone. Only the hashes of their codes
//! are kept.

use domain::named_enum;
use domain::rows::PrincipalKind;
use domain::value::id::{InvitationId, OrganizationId, PrincipalId};
use domain::value::{CellKind, CellValue, Instant};

use super::record::{Record, record};
use crate::{Database, Fault, Snapshot};

named_enum! {
    /// How an invitation stands. One that is open past its time has expired.
    InvitationStatus {
        Open = "open",
        /// A login accepts it at this moment, or the service ended while one did: that login alone may go on.
        Accepting = "accepting",
        Accepted = "accepted",
        Declined = "declined",
    }
}

record! {
    /// An invitation.
    Invitation in "invitations" key 1 {
        id: InvitationId,
        organization_id: OrganizationId,
        code_sha256: [u8; 32],
        /// The invited person's name, in lower case, whether or not a login has it.
        username: String,
        /// Names of built-in roles and ids of custom ones, separated by blanks.
        roles: String,
        /// Wire ids of warehouses, separated by blanks; `None` is all of them.
        warehouse_ids: Option<String>,
        status: InvitationStatus,
        /// Whose right it is to give these roles, when it is made and when it is accepted.
        invited_by: PrincipalId,
        invited_by_kind: PrincipalKind,
        /// The login that accepts, accepted or declined it.
        answered_by: Option<PrincipalId>,
        created_at: Instant,
        expires_at: Instant,
        answered_at: Option<Instant>,
    }
}

/// Stores an invitation.
pub async fn add(database: &Database, invitation: &Invitation) -> Result<(), Fault> {
    let sql = format!("insert into invitations ({}) {}", Invitation::columns(), Invitation::values());
    database.operational(&sql, &invitation.cells(), &[]).await.map(drop)
}

/// Removes the invitations of an organization that expired before this instant.
pub async fn remove_expired(database: &Database, organization: OrganizationId, before: Instant) -> Result<(), Fault> {
    let sql = "delete from invitations where organization_id = $1 and expires_at < $2 and status <> 'accepting'";
    database.operational(sql, &[organization.to_cell(), before.to_cell()], &[]).await.map(drop)
}

/// Removes those that nobody has answered, of every organization.
pub async fn remove_open(database: &Database) -> Result<(), Fault> {
    database.operational("delete from invitations where status in ('open', 'accepting')", &[], &[]).await.map(drop)
}

/// Takes an invitation back, whatever its status, unless a login accepts it at this moment; `false` where there is
/// none.
pub async fn remove(
    database: &Database,
    organization: OrganizationId,
    id: InvitationId,
) -> Result<Option<Invitation>, Fault> {
    let sql = format!(
        "delete from invitations where organization_id = $1 and id = $2 and status <> 'accepting' returning {}",
        Invitation::columns()
    );
    let params = [organization.to_cell(), id.to_cell()];
    Invitation::read_one(&database.operational(&sql, &params, Invitation::KINDS).await?)
}

/// One invitation of an organization.
pub async fn get(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    id: InvitationId,
) -> Result<Option<Invitation>, Fault> {
    let sql = format!("select {} from invitations where organization_id = $1 and id = $2", Invitation::columns());
    Invitation::read_one(&snapshot.query(&sql, &[organization.to_cell(), id.to_cell()], Invitation::KINDS).await?)
}

/// The invitations of an organization, in the order in which they were made.
pub async fn of_organization(snapshot: &mut Snapshot, organization: OrganizationId) -> Result<Vec<Invitation>, Fault> {
    let sql = format!("select {} from invitations where organization_id = $1 order by id", Invitation::columns());
    Invitation::read_all(&snapshot.query(&sql, &[organization.to_cell()], Invitation::KINDS).await?)
}

/// The invitation with this code.
pub async fn by_code(snapshot: &mut Snapshot, code_sha256: [u8; 32]) -> Result<Option<Invitation>, Fault> {
    let sql = format!("select {} from invitations where code_sha256 = $1", Invitation::columns());
    Invitation::read_one(&snapshot.query(&sql, &[code_sha256.to_cell()], Invitation::KINDS).await?)
}

/// Whether an open invitation waits for this username.
pub async fn waits_for(snapshot: &mut Snapshot, username: &str, now: Instant) -> Result<bool, Fault> {
    let sql = "select id from invitations where username = $1 and status in ('open', 'accepting') \
         and expires_at > $2 limit 1";
    let params = [username.to_owned().to_cell(), now.to_cell()];
    Ok(!snapshot.query(sql, &params, &[CellKind::Id]).await?.is_empty())
}

/// Begins to accept an invitation: from now on nobody else accepts it and nobody takes it back. `false` where it is
/// not open any more; the same login may begin again.
pub async fn begin(database: &Database, id: InvitationId, by: PrincipalId, now: Instant) -> Result<bool, Fault> {
    let sql = "update invitations set status = 'accepting', answered_by = $2 where id = $1 \
         and ((status = 'open' and expires_at > $3) or (status = 'accepting' and answered_by = $2)) returning id";
    let params = [id.to_cell(), by.to_cell(), now.to_cell()];
    Ok(!database.operational(sql, &params, &[InvitationId::KIND]).await?.is_empty())
}

/// Opens an invitation again whose acceptance was refused.
pub async fn reopen(database: &Database, id: InvitationId) -> Result<(), Fault> {
    let sql = "update invitations set status = 'open', answered_by = null where id = $1 and status = 'accepting'";
    database.operational(sql, &[id.to_cell()], &[]).await.map(drop)
}

/// Ends the acceptance of an invitation: its code works no more.
pub async fn finish(database: &Database, id: InvitationId, now: Instant) -> Result<(), Fault> {
    let sql = "update invitations set status = 'accepted', answered_at = $2 where id = $1 and status = 'accepting'";
    database.operational(sql, &[id.to_cell(), now.to_cell()], &[]).await.map(drop)
}

/// Declines an open invitation; `false` where it is not open any more.
pub async fn decline(database: &Database, id: InvitationId, by: PrincipalId, now: Instant) -> Result<bool, Fault> {
    let sql = "update invitations set status = 'declined', answered_by = $2, answered_at = $3 \
         where id = $1 and status = 'open' and expires_at > $3 returning id";
    let params = [id.to_cell(), by.to_cell(), now.to_cell()];
    Ok(!database.operational(sql, &params, &[InvitationId::KIND]).await?.is_empty())
}
