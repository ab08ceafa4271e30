//! What stands in the way of posting a count, as counts show it once the counting is over.

use domain::book::context::Actor;
use domain::rows::{Count, CountStatus, PrincipalKind};
use domain::stock::counts::blockers::{self, Blocker};
use domain::value::permission::Permission;
use store::Snapshot;

use crate::commit;
use crate::http::caller::{Caller, tried};
use crate::http::problem::Problem;

crate::output! {
    /// A reason for which the count would not be posted now.
    pub struct CountBlockerView {
        /// The line that would be refused; null is the count as a whole.
        pub line_number: Option<i64>,
        /// The code that posting would answer.
        pub code: String,
        /// What is wrong, and what to do.
        pub detail: String,
    }

    /// What would refuse the posting of a count, if the reader posted it now; for readers who may not post, if somebody
    /// with all permissions did.
    pub struct CountBlockersView {
        /// False if there may be more: they are too many, or what is wrong hides the rest.
        pub is_complete: bool,
        /// The count as a whole first, then by line.
        pub data: Vec<CountBlockerView>,
    }
}

/// What stands in the way of a count; `None` where the counting goes on, or all is over.
pub async fn of_count(
    snapshot: &mut Snapshot,
    caller: &Caller,
    count: &Count,
) -> Result<Option<CountBlockersView>, Problem> {
    if !matches!(count.status, CountStatus::Submitted | CountStatus::Approved) {
        return Ok(None);
    }
    let posts = caller.rights(snapshot).await?.has(Permission::CountsApprove);
    let actor =
        if posts { caller.actor.clone() } else { Actor { kind: PrincipalKind::System, ..caller.actor.clone() } };
    let (now, id) = (commit::now(), count.id);
    let found = tried(snapshot, caller.organization, |book| blockers::of_count(book, &actor, now, id)).await?;
    let view =
        |one: Blocker| CountBlockerView { line_number: one.line_number, code: one.code.to_owned(), detail: one.detail };
    let data = found.found.into_iter().map(view).collect();
    Ok(Some(CountBlockersView { is_complete: found.is_complete, data }))
}
