//! The security log: sign-ins, secrets, passwords and denied writes, which are in no fact. Rows are only ever added;
//! repeats within a minute are counted in one row.

use domain::named_enum;
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{Cell, CellKind, CellValue, Instant};

use super::record::{Record, record};
use crate::{Database, Fault, Snapshot, sql};

/// The place of events that only the operator reads: names that nobody has, the instance's own keys.
pub const OF_THE_OPERATOR: OrganizationId = OrganizationId([0; 16]);

named_enum! {
    /// The kind of event.
    SecurityEventKind {
        UserSignedIn = "user.signedIn",
        UserSignInFailed = "user.signInFailed",
        /// A refresh token came again that had been used: somebody may have a copy. The sign-in was ended.
        UserRefreshTokenReused = "user.refreshTokenReused",
        /// By the user.
        UserPasswordChanged = "user.passwordChanged",
        /// By an administrator or the operator.
        UserPasswordReset = "user.passwordReset",
        UserDisabled = "user.disabled",
        UserEnabled = "user.enabled",
        ServiceAccountSignedIn = "serviceAccount.signedIn",
        ServiceAccountSignInFailed = "serviceAccount.signInFailed",
        ServiceAccountSecretCreated = "serviceAccount.secretCreated",
        ServiceAccountSecretRevoked = "serviceAccount.secretRevoked",
        /// An organization offers a place to a username. That it was taken is an event of the log.
        InvitationCreated = "invitation.created",
        InvitationDeclined = "invitation.declined",
        InvitationWithdrawn = "invitation.withdrawn",
        /// Work held since a restore goes on.
        ServiceResumed = "service.resumed",
        WriteDenied = "write.denied",
    }
}

record! {
    /// One event, or those of a minute that are alike.
    SecurityEvent in "security_events" key 2 {
        organization_id: OrganizationId,
        /// In the order of time; those of one minute that are alike have the same.
        id: [u8; 16],
        kind: SecurityEventKind,
        /// When it happened first.
        at: Instant,
        /// When it happened last.
        last_at: Instant,
        count: i64,
        /// The principal concerned; `None` for a name that nobody may have, and for the operator's acts on the service.
        principal_id: Option<PrincipalId>,
        /// Who did it, where somebody else; `None` is the principal itself or the operator.
        actor_id: Option<PrincipalId>,
        /// From where it came last.
        address: Option<String>,
        /// The details: a client id, the permission that a write lacked, or the username that was invited.
        subject: Option<String>,
    }
}

/// Events that one statement writes.
const TOGETHER: usize = 100;

/// Writes events down, up to 100 in one write: how long it takes tells nobody how many they are. One that is there is counted
/// once more.
pub async fn add(database: &Database, events: &[SecurityEvent]) -> Result<(), Fault> {
    for events in events.chunks(TOGETHER) {
        let width = SecurityEvent::NAMES.len();
        let rows: Vec<String> = (0..events.len()).map(|row| sql::list(1 + row * width, width)).collect();
        let sql = format!(
            "insert into security_events ({}) values {} on conflict (organization_id, id) do update set \
               count = security_events.count + excluded.count, last_at = excluded.last_at, address = excluded.address",
            SecurityEvent::columns(),
            rows.join(", ")
        );
        let cells: Vec<Cell> = events.iter().flat_map(|event| event.cells()).collect();
        database.operational(&sql, &cells, &[]).await?;
    }
    Ok(())
}

/// Which events are listed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// Of this kind.
    pub kind: Option<SecurityEventKind>,
    /// About this principal.
    pub principal: Option<PrincipalId>,
    /// Older than the one with this id.
    pub before: Option<[u8; 16]>,
}

/// Events of an organization, the newest first, at most this many.
pub async fn newest(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    wanted: Wanted,
    most: i64,
) -> Result<Vec<SecurityEvent>, Fault> {
    let mut params = vec![organization.to_cell(), most.to_cell()];
    let mut conditions = String::new();
    let filters = [
        ("kind =", wanted.kind.map(|kind| kind.to_cell())),
        ("principal_id =", wanted.principal.map(|principal| principal.to_cell())),
        ("id <", wanted.before.map(|id| id.to_cell())),
    ];
    for (condition, cell) in filters {
        if let Some(cell) = cell {
            params.push(cell);
            conditions.push_str(&format!(" and {condition} ${}", params.len()));
        }
    }
    let sql = format!(
        "select {} from security_events where organization_id = $1{conditions} order by id desc limit $2",
        SecurityEvent::columns()
    );
    SecurityEvent::read_all(&snapshot.query(&sql, &params, SecurityEvent::KINDS).await?)
}

/// Forgets failures and denials before one moment and everything else before another, and all but the newest of those
/// that strangers can cause; returns the number of rows.
pub async fn purge(
    database: &Database,
    failures_before: Instant,
    before: Instant,
    of_strangers: i64,
) -> Result<usize, Fault> {
    let sql = "delete from security_events where at < $2 or (at < $1 and \
         (kind = 'user.signInFailed' or kind = 'serviceAccount.signInFailed' or kind = 'write.denied')) returning id";
    let params = [failures_before.to_cell(), before.to_cell()];
    let old = database.operational(sql, &params, &[CellKind::Id]).await?.len();
    let sql = "delete from security_events where organization_id = $1 and id <= \
         (select id from security_events where organization_id = $1 order by id desc limit 1 offset $2) returning id";
    let params = [OF_THE_OPERATOR.to_cell(), of_strangers.to_cell()];
    Ok(old + database.operational(sql, &params, &[CellKind::Id]).await?.len())
}
