//! Users: a login to the instance, and a place in the organization's own books.

use domain::batch::Work;
use domain::commands::memberships::set::SetMembership;
use domain::rows::replies::Item;
use domain::rows::{Membership, PrincipalKind};
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::rejection::{Code, Rejection};
use domain::value::{Instant, Patch, Sought};
use store::Database;
use store::operational::login_memberships::Origin;
use store::operational::logins::{self, Login, LoginStatus};
use store::operational::security_events::SecurityEventKind;
use store::operational::{console_sessions, login_memberships, preferences, refresh_families, saved_views};

use super::cutoffs;
use super::error::IdentityError;
use super::fresh_id;
use super::memberships;
use super::security::{self, Happened};
use super::standing::Standings;
use crate::auth::password::{self, Passwords};
use crate::commit::{self, Committer, Request, Submitted};

/// Longest username.
pub const USERNAME_CHARACTERS: usize = 60;

/// A user to be.
#[derive(Clone)]
pub struct NewUser {
    /// Compared in lower case, unique in the instance.
    pub username: String,
    /// How the user is shown.
    pub display_name: String,
    /// The first password.
    pub password: String,
    /// Whether it must be changed before anything else.
    pub must_change: bool,
    /// Whose books the user enters.
    pub organization: OrganizationId,
    /// Names of built-in roles, and ids or names of custom ones.
    pub roles: Vec<String>,
}

/// Adds a user, as the operator of the service.
pub async fn add_user(
    database: &Database,
    committer: &Committer,
    passwords: &Passwords,
    new: NewUser,
) -> Result<PrincipalId, IdentityError> {
    let username = require_username(&new.username)?;
    password::require_strong(&new.password, &username)?;
    if logins::by_username(&mut database.snapshot().await?, &username).await?.is_some() {
        return Err(IdentityError::UsernameTaken(username));
    }
    let principal: PrincipalId = fresh_id::new();
    let password_hash = passwords.hash(new.password).await?;
    place(committer, new.organization, Place::of_user(principal, &new.display_name, new.roles), "user add").await?;
    login_memberships::add(database, principal, new.organization, Origin::Created).await?;
    let login = login(principal, username, new.display_name, password_hash, new.must_change);
    if logins::add(database, &login).await? { Ok(principal) } else { Err(IdentityError::UsernameTaken(login.username)) }
}

/// Lets a user of the instance into another organization, as the operator of the service: in all warehouses, regardless
/// of an earlier membership.
pub async fn admit(
    database: &Database,
    committer: &Committer,
    login: &Login,
    organization: OrganizationId,
    roles: Vec<String>,
) -> Result<(), IdentityError> {
    let principal = login.principal_id;
    let held = memberships::find(&mut database.snapshot().await?, organization, principal).await?;
    if held.is_some_and(|held| !held.is_active) {
        cutoffs::end_in(database, &Standings::default(), organization, principal).await?;
    }
    place(committer, organization, Place::of_user(principal, &login.display_name, roles), "user add").await?;
    login_memberships::add(database, principal, organization, Origin::Joined).await?;
    if login.status == LoginStatus::Disabled {
        logins::set_status(database, principal, LoginStatus::Active, commit::now()).await?;
    }
    Ok(())
}

/// A login that may sign in from now on, with a password that somebody else chose.
#[must_use]
pub fn login(
    principal_id: PrincipalId,
    username: String,
    display_name: String,
    password_hash: String,
    must_change: bool,
) -> Login {
    let at = commit::now();
    let status = LoginStatus::Active;
    Login {
        principal_id,
        username,
        display_name,
        password_hash,
        status,
        must_change,
        has_own_password: false,
        not_before: Instant(0),
        created_at: at,
        updated_at: at,
    }
}

/// The username as it is stored.
pub fn require_username(text: &str) -> Result<String, IdentityError> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"._-+@".contains(&byte);
    if (1..=USERNAME_CHARACTERS).contains(&text.len()) && text.bytes().all(allowed) {
        return Ok(text.to_ascii_lowercase());
    }
    Err(IdentityError::BadUsername)
}

/// A place in an organization, given by the service itself.
pub struct Place {
    principal: PrincipalId,
    name: String,
    roles: Vec<String>,
    is_active: bool,
}

impl Place {
    /// An active user's place.
    #[must_use]
    pub fn of_user(principal: PrincipalId, name: &str, roles: Vec<String>) -> Self {
        Self { principal, name: name.to_owned(), roles, is_active: true }
    }

    /// The place of a user who is to have none: it undoes a half-made one.
    #[must_use]
    pub fn of_nobody(principal: PrincipalId, name: &str) -> Self {
        Self { principal, name: name.to_owned(), roles: Vec::new(), is_active: false }
    }
}

/// Gives a user a place in an organization, with every right of the service.
///
/// # Errors
/// The rejection, or why it was not decided.
pub async fn place(
    committer: &Committer,
    organization: OrganizationId,
    place: Place,
    request_id: &str,
) -> Result<(), IdentityError> {
    let principal = place.principal;
    let command = SetMembership {
        principal: Sought::Id(principal),
        kind: PrincipalKind::User,
        roles: place.roles,
        is_active: place.is_active,
        owner: None,
        warehouses: Patch::Null,
        name: Some(place.name),
        if_match: None,
    };
    decide(committer, organization, principal, request_id, command).await
}

/// Carries out a command with every right of the service.
async fn decide(
    committer: &Committer,
    organization: OrganizationId,
    principal: PrincipalId,
    request_id: &str,
    command: SetMembership,
) -> Result<(), IdentityError> {
    let work = Work::One(Box::new(command.into()));
    match committer.submit(Request::of_system(organization, principal, request_id, work)).await? {
        Submitted::Rejected(rejection) => Err(IdentityError::Rejected(rejection)),
        Submitted::Done { mut items, .. } => match items.pop() {
            Some(Item::Rejected(rejection)) => Err(IdentityError::Rejected(rejection)),
            _ => Ok(()),
        },
    }
}

/// Takes a user out of an organization by their own act: nobody there brings them back without an invitation. `false`
/// where they are not in it.
///
/// # Errors
/// `last_admin`, or why it was not decided.
pub async fn leave(
    database: &Database,
    committer: &Committer,
    principal: PrincipalId,
    organization: OrganizationId,
    request_id: &str,
) -> Result<bool, IdentityError> {
    let mut snapshot = database.snapshot().await?;
    let entered = login_memberships::organizations(&mut snapshot, principal).await?;
    if !entered.iter().any(|one| one.organization_id == organization) {
        return Ok(false);
    }
    let held = memberships::active(&mut snapshot, organization, principal).await?;
    drop(snapshot);
    if let Some(held) = held {
        decide(committer, organization, principal, request_id, inactive(&held)).await?;
    }
    login_memberships::remove(database, principal, organization).await?;
    preferences::forget(database, organization, principal).await?;
    saved_views::forget(database, organization, principal).await?;
    Ok(true)
}

/// The outcome for the memberships of a login that was shut out.
#[derive(Debug, Default)]
pub struct ShutOut {
    /// Organizations in which it is inactive now.
    pub inactive: Vec<OrganizationId>,
    /// Those in which it stays active, as nobody else administers them.
    pub last_administrator: Vec<OrganizationId>,
}

/// Disables a login, as the operator of the service. The login goes first: if the rest breaks off, nobody signs in.
///
/// # Errors
/// Why it was not decided; ask again then.
pub async fn shut_out(
    database: &Database,
    committer: &Committer,
    standings: &Standings,
    login: &Login,
    request_id: &str,
) -> Result<ShutOut, IdentityError> {
    let principal = login.principal_id;
    logins::set_status(database, principal, LoginStatus::Disabled, commit::now()).await?;
    end_sign_ins(database, standings, principal).await?;
    let disabled = Happened::to(SecurityEventKind::UserDisabled, principal);
    security::note_everywhere(database, principal, &disabled).await;
    let mut outcome = ShutOut::default();
    for row in login_memberships::organizations(&mut database.snapshot().await?, principal).await? {
        let organization = row.organization_id;
        let held = memberships::active(&mut database.snapshot().await?, organization, principal).await?;
        let Some(held) = held else { continue };
        match decide(committer, organization, principal, request_id, inactive(&held)).await {
            Ok(()) => outcome.inactive.push(organization),
            Err(IdentityError::Rejected(rejection)) if rejection.code == Code::LastAdmin => {
                outcome.last_administrator.push(organization);
            }
            Err(error) => return Err(error),
        }
    }
    Ok(outcome)
}

/// Lets a disabled login in again, as the operator of the service; its memberships stay as they are.
pub async fn let_in(database: &Database, login: &Login) -> Result<(), IdentityError> {
    let principal = login.principal_id;
    logins::set_status(database, principal, LoginStatus::Active, commit::now()).await?;
    let enabled = Happened::to(SecurityEventKind::UserEnabled, principal);
    security::note_everywhere(database, principal, &enabled).await;
    Ok(())
}

/// The command that makes a membership inactive and leaves all else of it as it is.
fn inactive(held: &Membership) -> SetMembership {
    SetMembership {
        principal: Sought::Id(held.principal_id),
        kind: held.kind,
        roles: memberships::roles(held),
        is_active: false,
        owner: None,
        warehouses: Patch::Absent,
        name: None,
        if_match: Some(vec![held.version]),
    }
}

/// Who chose a new password.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChosenBy {
    /// The person who signs in with it.
    Owner,
    /// An administrator or the operator. Its owner must change it at the next sign-in.
    Another {
        /// The administrator; `None` is the operator.
        by: Option<PrincipalId>,
    },
}

/// Sets a new password and ends every sign-in that the old one began.
pub async fn set_password(
    database: &Database,
    passwords: &Passwords,
    standings: &Standings,
    login: &Login,
    new_password: String,
    chosen_by: ChosenBy,
) -> Result<(), IdentityError> {
    password::require_strong(&new_password, &login.username)?;
    let hash = passwords.hash(new_password).await?;
    let (must_change, is_own, by, kind) = match chosen_by {
        ChosenBy::Owner => (false, true, None, SecurityEventKind::UserPasswordChanged),
        ChosenBy::Another { by } => (true, false, by, SecurityEventKind::UserPasswordReset),
    };
    let now = commit::now();
    let is_set = match chosen_by {
        // Between the look at where the login belongs and now its owner may have joined another organization.
        ChosenBy::Another { by: Some(_), .. } => {
            logins::reset_password(database, login, &hash, must_change, now).await?
        }
        _ => logins::set_password(database, login.principal_id, &hash, must_change, is_own, now).await?,
    };
    if !is_set {
        let message = "the login has changed in the meantime, so the password was not changed: send the request again";
        return Err(IdentityError::Rejected(Box::new(Rejection::new(Code::VersionMismatch, message))));
    }
    end_sign_ins(database, standings, login.principal_id).await?;
    security::note_everywhere(database, login.principal_id, &Happened::to(kind, login.principal_id).by(by)).await;
    Ok(())
}

/// Ends every sign-in of a principal.
pub async fn end_sign_ins(
    database: &Database,
    standings: &Standings,
    principal: PrincipalId,
) -> Result<(), IdentityError> {
    refresh_families::revoke_all(database, principal, commit::now()).await?;
    console_sessions::end_all(database, principal).await?;
    standings.forget();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_username_is_stored_in_lower_case_and_has_no_blanks() {
        for (text, stored) in [
            ("Ada", Some("ada")),
            ("a.b-c_d+e@f", Some("a.b-c_d+e@f")),
            ("", None),
            ("a b", None),
            ("é", None),
            ("a/b", None),
        ] {
            assert_eq!(require_username(text).ok().as_deref(), stored, "{text}");
        }
        assert!(require_username(&"a".repeat(61)).is_err());
    }
}
