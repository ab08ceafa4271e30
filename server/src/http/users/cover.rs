//! Nobody takes over somebody who may do more: a new password or secret needs the rights that it opens.

use domain::Code;
use domain::rows::Membership;
use domain::value::permission::Permission;
use domain::value::rejection::Value;
use store::Snapshot;

use crate::http::caller::{Caller, rights_of_roles};
use crate::http::problem::Problem;
use crate::http::reach::reach_of;

/// The caller has every right of this membership, active or not, and acts wherever it reaches.
pub async fn require(caller: &Caller, snapshot: &mut Snapshot, membership: &Membership) -> Result<(), Problem> {
    let own = caller.rights(snapshot).await?;
    let theirs = rights_of_roles(&membership.roles, snapshot, caller.organization).await?;
    if own.covers(theirs) {
        let within = caller.reach(snapshot).await?;
        if within.covers(&reach_of(membership, snapshot, caller.organization).await?) {
            return Ok(());
        }
        let detail = "this gives access to warehouses that you do not have; ask an administrator";
        return Err(Problem::new(Code::GrantExceedsRights, detail));
    }
    let lacking: Vec<&str> = theirs.iter().filter(|right| !own.has(*right)).map(Permission::name).collect();
    let detail = format!("this gives rights that you do not have: {}; ask an administrator", lacking.join(", "));
    let list = lacking.into_iter().map(Value::from).collect();
    Err(Problem::new(Code::GrantExceedsRights, detail).with("permissions", Value::List(list)))
}
