//! Invitations: an organization offers a place, and a login takes it by its own act. Until then nothing of the login changes.
//!
//! An invitation is for a username and opens with a code that only its maker saw. Nobody looks whether a login has that
//! name, so that inviting tells nothing; and a login that somebody makes under that name later lacks the code. The roles
//! are the inviter's to give twice: when the invitation is made, and when it is accepted.

use domain::batch::Work;
use domain::book::context::Actor;
use domain::commands::memberships::set::SetMembership;
use domain::rows::replies::Item;
use domain::rows::{Membership, PrincipalKind, Reply};
use domain::value::id::{OrganizationId, PrincipalId, WarehouseId};
use domain::value::rejection::{Code, Rejection};
use domain::value::{Instant, Patch, Sought, limits};
use store::Database;
use store::operational::invitations::{self, Invitation, InvitationStatus};
use store::operational::login_memberships::{self, Origin};
use store::operational::logins::{self, Login};

use super::error::IdentityError;
use super::standing::{self, Bearer, Standings};
use super::{cutoffs, fresh_id, memberships, users};
use crate::auth::opaque_token::SecretHash;
use crate::auth::{fresh, invitation_code};
use crate::commit::{self, Committer, Request, Submitted};

/// How long an invitation that is over stays in the list, in microseconds: 30 days.
const KEPT_US: i64 = 30 * DAY_US;
/// A day in microseconds.
const DAY_US: i64 = 86_400 * 1_000_000;

/// The offer, and its author.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The organization to join.
    pub organization: OrganizationId,
    /// Who invites: a member with stored rights.
    pub inviter: Actor,
    /// The invited person.
    pub username: String,
    /// Names of built-in roles, and ids or names of custom ones.
    pub roles: Vec<String>,
    /// Absent and null are all of them.
    pub warehouses: Patch<Vec<Sought<WarehouseId>>>,
    /// For how many days it is open.
    pub days: i64,
}

/// Makes an invitation, and returns it with its code.
///
/// # Errors
/// Where the inviter lacks a right that it gives, a role or warehouse is unknown, or there are too many.
pub async fn invite(
    database: &Database,
    committer: &Committer,
    offer: Offer,
    request_id: &str,
) -> Result<(Invitation, String), IdentityError> {
    let username = users::require_username(&offer.username)?;
    let command = SetMembership {
        principal: Sought::Id(fresh_id::new()),
        kind: PrincipalKind::User,
        roles: offer.roles,
        is_active: true,
        owner: None,
        warehouses: offer.warehouses,
        name: None,
        if_match: Some(vec![0]),
    };
    let request = request(offer.organization, offer.inviter.clone(), request_id, command);
    let reply = only(committer.preview(request).await?.submitted)?;
    let place: Option<Membership> = reply.writes.as_ref().and_then(|writes| writes.rows().pop());
    let place = place.ok_or(IdentityError::Undecided)?;
    let now = commit::now();
    invitations::remove_expired(database, offer.organization, Instant(now.0.saturating_sub(KEPT_US))).await?;
    let stored = invitations::of_organization(&mut database.snapshot().await?, offer.organization).await?;
    if stored.len() >= limits::INVITATIONS {
        let message = format!(
            "there are {} invitations, which is the limit: withdraw those that are no longer needed",
            stored.len()
        );
        return Err(IdentityError::Rejected(Box::new(Rejection::new(Code::LimitReached, message))));
    }
    let code = invitation_code::write(fresh::random()?);
    let invitation = Invitation {
        id: fresh_id::new(),
        organization_id: offer.organization,
        code_sha256: SecretHash::of(&code).0,
        username,
        roles: place.roles,
        warehouse_ids: place.warehouse_ids,
        status: InvitationStatus::Open,
        invited_by: offer.inviter.principal,
        invited_by_kind: offer.inviter.kind,
        answered_by: None,
        created_at: now,
        expires_at: Instant(now.0.saturating_add(offer.days.saturating_mul(DAY_US))),
        answered_at: None,
    };
    invitations::add(database, &invitation).await?;
    Ok((invitation, code))
}

/// The open invitation that this code opens for this login; `None` for a wrong code, one of somebody else, and one that is
/// over alike.
pub async fn find(database: &Database, login: &Login, code: &str) -> Result<Option<Invitation>, IdentityError> {
    let found = invitations::by_code(&mut database.snapshot().await?, SecretHash::of(code).0).await?;
    let now = commit::now();
    Ok(found.filter(|found| {
        let is_open = match found.status {
            InvitationStatus::Open => found.expires_at > now,
            InvitationStatus::Accepting => found.answered_by == Some(login.principal_id),
            InvitationStatus::Accepted | InvitationStatus::Declined => false,
        };
        is_open && found.username == login.username
    }))
}

/// Accepts an invitation: gives the login its place with the rights of the inviter. `false` if it is over meanwhile.
///
/// # Errors
/// `forbidden` if the inviter may not give this any more; `last_admin` if the invited person would lose rights that
/// nobody else has.
pub async fn accept(
    database: &Database,
    committer: &Committer,
    standings: &Standings,
    invitation: &Invitation,
    login: &Login,
    request_id: &str,
) -> Result<bool, IdentityError> {
    let (organization, principal) = (invitation.organization_id, login.principal_id);
    if !invitations::begin(database, invitation.id, principal, commit::now()).await? {
        return Ok(false);
    }
    let mut snapshot = database.snapshot().await?;
    let entered = login_memberships::organizations(&mut snapshot, principal).await?;
    let was_in = entered.iter().any(|one| one.organization_id == organization);
    drop(snapshot);
    // In this order: a concurrent reset of the password either sees that the login belongs elsewhere, too, or is seen
    // here.
    login_memberships::add(database, principal, organization, Origin::Joined).await?;
    if !logins::touch_own(database, principal, commit::now()).await? {
        give_back(database, invitation, principal, was_in).await?;
        let message = "somebody else chose your password in the meantime: change it, then accept";
        return Err(IdentityError::Rejected(Box::new(Rejection::new(Code::Forbidden, message))));
    }
    let mut snapshot = database.snapshot().await?;
    let now = commit::now();
    let inviter = invitation.invited_by;
    let bearer = Bearer {
        principal: inviter,
        organization: Some(organization),
        session: None,
        issued_at: now,
        entered_at: now,
        kid: None,
        token: None,
    };
    let inviter_counts = standing::read(&mut snapshot, &bearer, now).await?.is_some();
    let before = memberships::find(&mut snapshot, organization, principal).await?;
    drop(snapshot);
    if before.as_ref().is_some_and(|before| !before.is_active) {
        cutoffs::end_in(database, standings, organization, principal).await?;
    }
    let granted = if inviter_counts {
        let command = SetMembership {
            principal: Sought::Id(principal),
            kind: PrincipalKind::User,
            roles: invitation.roles.split_whitespace().map(str::to_owned).collect(),
            is_active: true,
            owner: None,
            warehouses: match &invitation.warehouse_ids {
                Some(ids) => Patch::Set(ids.split_whitespace().map(Sought::of).collect()),
                None => Patch::Null,
            },
            name: before.is_none().then(|| login.display_name.clone()),
            if_match: Some(vec![before.map_or(0, |before| before.version)]),
        };
        let inviter = Actor {
            principal: invitation.invited_by,
            kind: invitation.invited_by_kind,
            claimed_roles: None,
            scope: None,
        };
        only(committer.submit(request(organization, inviter, request_id, command)).await?).map(drop)
    } else {
        Err(no_longer())
    };
    if let Err(error) = granted {
        if let IdentityError::Rejected(rejection) = error {
            give_back(database, invitation, principal, was_in).await?;
            return Err(if rejection.code == Code::LastAdmin {
                IdentityError::Rejected(rejection)
            } else {
                no_longer()
            });
        }
        return Err(error);
    }
    invitations::finish(database, invitation.id, commit::now()).await?;
    Ok(true)
}

/// Takes back the beginning of an acceptance.
async fn give_back(
    database: &Database,
    invitation: &Invitation,
    principal: PrincipalId,
    was_in: bool,
) -> Result<(), IdentityError> {
    if !was_in {
        login_memberships::remove(database, principal, invitation.organization_id).await?;
    }
    invitations::reopen(database, invitation.id).await?;
    Ok(())
}

/// The inviter was shut out, or lacks a right that the invitation gives.
fn no_longer() -> IdentityError {
    let message = "the person who invited you can no longer grant these roles: ask the organization for another \
         invitation";
    IdentityError::Rejected(Box::new(Rejection::new(Code::Forbidden, message)))
}

fn request(organization: OrganizationId, actor: Actor, request_id: &str, command: SetMembership) -> Request {
    let work = Work::One(Box::new(command.into()));
    Request { actor, ..Request::of_system(organization, PrincipalId([0; 16]), request_id, work) }
}

/// The result of one command.
fn only(submitted: Submitted) -> Result<Reply, IdentityError> {
    match submitted {
        Submitted::Rejected(rejection) => Err(IdentityError::Rejected(rejection)),
        Submitted::Done { mut items, .. } => match items.pop() {
            Some(Item::Done(reply)) => Ok(reply),
            Some(Item::Rejected(rejection)) => Err(IdentityError::Rejected(rejection)),
            Some(Item::RejectedBefore(_)) | None => Err(IdentityError::Undecided),
        },
    }
}
