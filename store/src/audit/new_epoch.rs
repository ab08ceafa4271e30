//! The new epoch of a database that was restored: sessions and secrets from before the restore no longer count.

use domain::value::Instant;

use crate::database::Database;
use crate::fault::Fault;
use crate::operational::{console_sessions, instance, invitations, refresh_families, signing_keys};

/// Rewinds the feeds, lets the jobs wait, ends every sign-in and open invitation and withdraws every signing key. Begun twice it only
/// rewinds the feeds once more.
pub async fn begin(database: &Database, at: Instant) -> Result<(), Fault> {
    instance::begin_epoch(database).await?;
    console_sessions::end_everyone(database).await?;
    refresh_families::revoke_everyone(database, at).await?;
    // Those that were withdrawn since would let somebody in; people who still count are invited once more.
    invitations::remove_open(database).await?;
    signing_keys::withdraw_all(database).await
}
