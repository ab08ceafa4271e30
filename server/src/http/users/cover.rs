//! Nobody takes over somebody who may do more: a new password or secret needs the rights that it opens.

use domain::Code;
use domain::access::{Membership, Permission};
use domain::rejection::Value;
use store::Snapshot;

use crate::http::caller::{Caller, rights_of_roles};
use crate::http::problem::Problem;

/// The caller has every right of this membership, active or not.
pub async fn require(caller: &Caller, snapshot: &mut Snapshot, membership: &Membership) -> Result<(), Problem> {
    let own = caller.rights(snapshot).await?;
    let theirs = rights_of_roles(&membership.roles, snapshot, caller.organization).await?;
    if own.covers(theirs) {
        return Ok(());
    }
    let lacking: Vec<&str> = theirs.iter().filter(|right| !own.has(*right)).map(Permission::name).collect();
    let detail = format!("this opens rights that you lack: {}; ask an administrator", lacking.join(", "));
    let list = lacking.into_iter().map(Value::from).collect();
    Err(Problem::new(Code::GrantExceedsRights, detail).with("permissions", Value::List(list)))
}
