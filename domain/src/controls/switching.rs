//! Switching the second person on: there must be two who can decide, else nothing could ever change again.

use crate::book::Book;
use crate::book::context::rights_of_roles;
use crate::book::stop::Stop;
use crate::rows::PrincipalKind;
use crate::value::counted;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// The number of people who can decide on a proposal by one of them.
const PERSONS: usize = 2;

/// Two active persons who act in all warehouses may approve changes of controls.
pub(crate) fn require_two(book: &Book) -> Result<(), Stop> {
    let mut found = 0;
    for member in book.memberships()? {
        let is_free = member.is_active
            && member.warehouse_ids.is_none()
            && matches!(member.kind, PrincipalKind::User | PrincipalKind::Foreign);
        if is_free && rights_of_roles(book, &member.roles)?.has(Permission::ControlChangesApprove) {
            found += 1;
        }
    }
    if found >= PERSONS {
        return Ok(());
    }
    let permission = Permission::ControlChangesApprove.name();
    let message = format!(
        "only {} {permission}, and {PERSONS} are needed: make somebody else a controller or an administrator first",
        counted(
            found,
            "active member with access to all warehouses has",
            "active members with access to all warehouses have"
        )
    );
    Err(Rejection::new(Code::SecondPersonNeeded, message)
        .at("/controlChanges")
        .with("permission", permission)
        .with("members", i64::try_from(found).unwrap_or(i64::MAX))
        .offer("users", "See the members, to make one a controller", "GET", "/users")
        .into())
}
