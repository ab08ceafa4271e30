//! The first start: a code in the log, and the first organization with its first user.

use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{Currency, Instant};
use sha2::{Digest, Sha256};
use store::Database;
use store::operational::login_memberships::Origin;
use store::operational::logins::Login;
use store::operational::{logins, setup_codes};

use super::beginnings::Beginnings;
use super::error::IdentityError;
use super::fresh_id;
use super::organizations::{self, Founding, NewOrganization};
use super::users;
use crate::auth::fresh;
use crate::auth::password::{self, Passwords};
use crate::auth::setup_code::SetupCode;
use crate::commit::{self, Committer};

/// How long a setup code works, in microseconds: a day; a restart prints a new one.
const CODE_LIFETIME_US: i64 = 86_400 * 1_000_000;

/// The first user and the organization that they administer.
#[derive(Clone)]
pub struct FirstUser {
    /// To sign in with.
    pub username: String,
    /// How the user is shown.
    pub display_name: String,
    /// The password.
    pub password: String,
    /// Shown on reports.
    pub organization_name: String,
    /// The currency of the books, for good.
    pub base_currency: Currency,
    /// IANA time zone; checked by the caller.
    pub timezone: String,
    /// What the books begin with.
    pub beginnings: Beginnings,
}

/// The rows that a set-up made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Made {
    /// The first organization.
    pub organization: OrganizationId,
    /// Its administrator.
    pub principal: PrincipalId,
}

/// Whether the instance waits for its first user.
pub async fn is_needed(database: &Database) -> Result<bool, IdentityError> {
    Ok(!logins::any(&mut database.snapshot().await?).await?)
}

/// A new setup code for the log, where the instance waits for its first user; the older ones still work for
/// their day, since each server of a database prints its own.
pub async fn announce(database: &Database) -> Result<Option<SetupCode>, IdentityError> {
    if !is_needed(database).await? {
        return Ok(None);
    }
    let code = SetupCode::from_random(fresh::random()?);
    let now = commit::now();
    setup_codes::add(database, hash(&code.to_string()), now, Instant(now.0.saturating_add(CODE_LIFETIME_US))).await?;
    Ok(Some(code))
}

/// Sets the instance up by the code of the log.
///
/// # Errors
/// Where it is set up already, the code does not fit, or something of the first user does not do.
pub async fn redeem(
    database: &Database,
    committer: &Committer,
    passwords: &Passwords,
    code: &str,
    first: FirstUser,
) -> Result<Made, IdentityError> {
    if !is_needed(database).await? {
        return Err(IdentityError::AlreadySetUp);
    }
    // Before the code is used up.
    password::require_strong(&first.password, &users::require_username(&first.username)?)?;
    if !setup_codes::redeem(database, hash(code), commit::now()).await? {
        return Err(IdentityError::WrongCode);
    }
    let made = create_first_user(database, committer, passwords, first).await?;
    setup_codes::clear(database).await?;
    Ok(made)
}

/// Creates the first organization and its administrator. The login comes last: until then the instance still
/// waits for its set-up.
///
/// # Errors
/// Where there is a user already, or a step fails.
pub async fn create_first_user(
    database: &Database,
    committer: &Committer,
    passwords: &Passwords,
    first: FirstUser,
) -> Result<Made, IdentityError> {
    if !is_needed(database).await? {
        return Err(IdentityError::AlreadySetUp);
    }
    let username = users::require_username(&first.username)?;
    password::require_strong(&first.password, &username)?;
    let password_hash = passwords.hash(first.password).await?;
    let made = Made { organization: fresh_id::new(), principal: fresh_id::new() };
    let organization = NewOrganization {
        id: made.organization,
        name: first.organization_name,
        base_currency: first.base_currency,
        timezone: first.timezone,
        admin: made.principal,
        admin_name: first.display_name.clone(),
        origin: Origin::Created,
        founded_by: None,
        beginnings: first.beginnings,
    };
    organizations::create(database, committer, Founding::default(), &organization, "setup", None).await?;
    let login = users::login(made.principal, username, first.display_name, password_hash, false);
    let login = Login { has_own_password: true, ..login };
    if logins::add(database, &login).await? { Ok(made) } else { Err(IdentityError::UsernameTaken(login.username)) }
}

/// The hash of a code as somebody types it: in any case, with or without dashes, O for 0 and I or L for 1.
fn hash(typed: &str) -> [u8; 32] {
    let meant: String = typed
        .chars()
        .filter(|character| !matches!(character, '-' | ' '))
        .map(|character| match character.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        })
        .collect();
    Sha256::digest(meant.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_known_however_it_is_typed() {
        let code = SetupCode::from_random([1, 2, 3, 4, 5, 6, 7, 8]);
        let shown = code.to_string();
        assert_eq!(hash(&shown), hash(&shown.to_lowercase().replace('-', " ")));
        assert_eq!(hash(&shown), hash(&shown.replace('0', "o").replace('1', "l")));
        assert_ne!(hash(&shown), hash(&shown[1..]));
    }
}
