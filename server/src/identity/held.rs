//! After a restore, users and secrets are those of the backup: who was shut out since could come back with them. Until the
//! operator has looked at them and resumes, administrators alone sign in.

use domain::value::permission::BuiltInRole;
use store::operational::instance;
use store::{Fault, Snapshot};

use super::memberships::Belonging;

/// Why somebody is kept waiting, and who ends it.
pub const WHY: &str = "this service was restored from a backup, and until its operator runs `countinghouse resume`, \
                       only administrators can sign in";

/// Whether users and secrets are held.
pub async fn is_held(snapshot: &mut Snapshot) -> Result<bool, Fault> {
    Ok(instance::get(snapshot).await?.is_some_and(|row| row.is_paused))
}

/// Whether somebody acts as an administrator where they want to act: they may see held work.
#[must_use]
pub fn administers(place: Option<&Belonging>) -> bool {
    place.is_some_and(|place| place.roles.iter().any(|role| role == BuiltInRole::Admin.name()))
}
