//! Logins: the people who can sign in to the instance, each a principal.

use domain::named_enum;
use domain::value::id::PrincipalId;
use domain::value::{CellValue, Instant};

use super::record::{Record, record};
use crate::{Database, Fault, Snapshot};

named_enum! {
    /// Whether a login may sign in.
    LoginStatus {
        Active = "active",
        Disabled = "disabled",
    }
}

record! {
    /// A login.
    Login in "logins" key 1 {
        principal_id: PrincipalId,
        /// In lower case, unique in the instance.
        username: String,
        display_name: String,
        /// In the PHC format; never leaves the server.
        password_hash: String,
        status: LoginStatus,
        /// Whether the password must be changed at the next sign-in.
        must_change: bool,
        /// Whether its owner chose the password; an administrator or the operator set any other, and may know it.
        has_own_password: bool,
        /// Everything issued until then has ended.
        not_before: Instant,
        created_at: Instant,
        updated_at: Instant,
    }
}

/// Adds a login; `false` where the username or the principal is taken.
pub async fn add(database: &Database, login: &Login) -> Result<bool, Fault> {
    let sql = format!(
        "insert into logins ({}) {} on conflict do nothing returning principal_id",
        Login::columns(),
        Login::values()
    );
    Ok(!database.operational(&sql, &login.cells(), &[PrincipalId::KIND]).await?.is_empty())
}

/// The login with this username, compared in lower case.
pub async fn by_username(snapshot: &mut Snapshot, username: &str) -> Result<Option<Login>, Fault> {
    let sql = format!("select {} from logins where username = $1", Login::columns());
    // Names are ASCII: the sign for Kelvin is no k.
    let params = [username.to_ascii_lowercase().to_cell()];
    Login::read_one(&snapshot.query(&sql, &params, Login::KINDS).await?)
}

/// The login of this principal.
pub async fn by_principal(snapshot: &mut Snapshot, principal: PrincipalId) -> Result<Option<Login>, Fault> {
    let sql = format!("select {} from logins where principal_id = $1", Login::columns());
    Login::read_one(&snapshot.query(&sql, &[principal.to_cell()], Login::KINDS).await?)
}

/// Logins by username, after this one, at most `most`.
pub async fn page(snapshot: &mut Snapshot, after: &str, most: i64) -> Result<Vec<Login>, Fault> {
    let sql = format!("select {} from logins where username > $1 order by username limit $2", Login::columns());
    let params = [after.to_owned().to_cell(), most.to_cell()];
    Login::read_all(&snapshot.query(&sql, &params, Login::KINDS).await?)
}

/// Whether anybody can sign in at all; before that the instance waits for its set-up.
pub async fn any(snapshot: &mut Snapshot) -> Result<bool, Fault> {
    let found = snapshot.query("select principal_id from logins limit 1", &[], &[PrincipalId::KIND]).await?;
    Ok(!found.is_empty())
}

/// Sets a new password, notes whether its owner chose it, and ends everything issued to the login until then; `false`
/// if there is no such login.
pub async fn set_password(
    database: &Database,
    principal: PrincipalId,
    password_hash: &str,
    must_change: bool,
    has_own_password: bool,
    at: Instant,
) -> Result<bool, Fault> {
    let sql = "update logins set password_hash = $2, must_change = $3, has_own_password = $4, not_before = $5, \
           updated_at = $5 \
         where principal_id = $1 returning principal_id";
    let hash = password_hash.to_owned();
    let params = [principal.to_cell(), hash.to_cell(), must_change.to_cell(), has_own_password.to_cell(), at.to_cell()];
    Ok(!database.operational(sql, &params, &[PrincipalId::KIND]).await?.is_empty())
}

/// Sets a password that somebody else chose, where the login is as it was seen: `false` where it changed meanwhile.
pub async fn reset_password(
    database: &Database,
    seen: &Login,
    password_hash: &str,
    must_change: bool,
    at: Instant,
) -> Result<bool, Fault> {
    let sql = "update logins set password_hash = $3, must_change = $4, has_own_password = $5, not_before = $6, \
           updated_at = $6 \
         where principal_id = $1 and updated_at = $2 returning principal_id";
    let params = [
        seen.principal_id.to_cell(),
        seen.updated_at.to_cell(),
        password_hash.to_owned().to_cell(),
        must_change.to_cell(),
        false.to_cell(),
        at.to_cell(),
    ];
    Ok(!database.operational(sql, &params, &[PrincipalId::KIND]).await?.is_empty())
}

/// Marks a login as changed, if its owner chose the password: a reset that saw the old state fails. `false` if somebody
/// else chose it.
pub async fn touch_own(database: &Database, principal: PrincipalId, at: Instant) -> Result<bool, Fault> {
    let sql = "update logins set updated_at = $2 where principal_id = $1 and has_own_password = $3 \
         returning principal_id";
    let params = [principal.to_cell(), at.to_cell(), true.to_cell()];
    Ok(!database.operational(sql, &params, &[PrincipalId::KIND]).await?.is_empty())
}

/// Keeps the same password under a newer hash; `false` where it was changed meanwhile.
pub async fn hash_anew(
    database: &Database,
    principal: PrincipalId,
    old_hash: &str,
    new_hash: &str,
    at: Instant,
) -> Result<bool, Fault> {
    let sql = "update logins set password_hash = $3, updated_at = $4 \
         where principal_id = $1 and password_hash = $2 returning principal_id";
    let params = [principal.to_cell(), old_hash.to_owned().to_cell(), new_hash.to_owned().to_cell(), at.to_cell()];
    Ok(!database.operational(sql, &params, &[PrincipalId::KIND]).await?.is_empty())
}

/// Lets a login in or keeps it out, and ends everything issued to it until then; `false` if there is no such login.
pub async fn set_status(
    database: &Database,
    principal: PrincipalId,
    status: LoginStatus,
    at: Instant,
) -> Result<bool, Fault> {
    let sql = "update logins set status = $2, not_before = $3, updated_at = $3 where principal_id = $1 \
         returning principal_id";
    let params = [principal.to_cell(), status.to_cell(), at.to_cell()];
    Ok(!database.operational(sql, &params, &[PrincipalId::KIND]).await?.is_empty())
}

/// Shows another name; `false` where there is no such login.
pub async fn set_display_name(
    database: &Database,
    principal: PrincipalId,
    name: &str,
    at: Instant,
) -> Result<bool, Fault> {
    let sql = "update logins set display_name = $2, updated_at = $3 where principal_id = $1 returning principal_id";
    let params = [principal.to_cell(), name.to_owned().to_cell(), at.to_cell()];
    Ok(!database.operational(sql, &params, &[PrincipalId::KIND]).await?.is_empty())
}
