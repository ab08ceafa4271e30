//! The rules for a custom role, new or changed.

use crate::book::Book;
use crate::book::stop::Stop;
use crate::rows::Role;
use crate::value::Sought;
use crate::value::id::RoleId;
use crate::value::permission::{BuiltInRole, Permission, PermissionSet};
use crate::value::rejection::{Code, Fault, Rejection};

/// The set of the names that are known; the others become faults.
pub(crate) fn permissions_named(names: &[String]) -> (PermissionSet, Vec<Fault>) {
    let mut set = PermissionSet::NONE;
    let mut faults = Vec::new();
    for (index, name) in names.iter().enumerate() {
        match Permission::parse(name) {
            Some(permission) => set = set.union(PermissionSet::of(&[permission])),
            None => {
                let message = format!("there is no permission {name}: see the list of permissions");
                faults.push(Fault::new(format!("/permissions/{index}"), Code::UnknownReference, message));
            }
        }
    }
    (set, faults)
}

/// No other role has this name, in capitals or not.
pub(crate) fn require_free_name(book: &Book, name: &str, except: Option<RoleId>) -> Result<(), Stop> {
    if BuiltInRole::ALL.iter().any(|role| role.name().eq_ignore_ascii_case(name)) {
        let message = format!("{name} is a built-in role: choose another name");
        return Err(Rejection::new(Code::CodeTaken, message).at("/name").into());
    }
    let same = |role: &&Role| Some(role.id) != except && role.name.eq_ignore_ascii_case(name);
    if let Some(other) = book.roles()?.find(same) {
        let message = format!("there is already a role named {}: choose another name", other.name);
        return Err(Rejection::new(Code::CodeTaken, message).at("/name").with("id", other.id.to_string()).into());
    }
    Ok(())
}

/// Nobody grants a right that they lack: new rights are covered by the actor's own.
pub(crate) fn require_own(own: PermissionSet, had: PermissionSet, gives: PermissionSet) -> Result<(), Stop> {
    let allowed = own.union(had);
    if allowed.covers(gives) {
        return Ok(());
    }
    let lacking: Vec<&str> = gives.iter().filter(|right| !allowed.has(*right)).map(Permission::name).collect();
    let message =
        format!("you cannot grant permissions that you do not have: {}; ask an administrator", lacking.join(", "));
    Err(Rejection::new(Code::GrantExceedsRights, message).with("permissions", lacking).into())
}

/// The custom role; a built-in one says that it is, anything else is `not_found`.
pub(crate) fn require_role(book: &Book, sought: &Sought<RoleId>) -> Result<Role, Stop> {
    if let Sought::Nothing(text) = sought
        && let Some(role) = BuiltInRole::parse(text)
    {
        let names: Vec<&str> = role.permissions().iter().map(Permission::name).collect();
        let message = format!("{} is a built-in role and cannot change: create a custom role instead", role.name());
        return Err(Rejection::new(Code::RoleBuiltIn, message)
            .offer("create", "Create a custom role", "POST", "/roles")
            .body(vec![("name", format!("Own {}", role.name()).into()), ("permissions", names.into())])
            .into());
    }
    let id = sought.require()?;
    Ok(book.role(id)?.ok_or_else(Rejection::not_found)?.clone())
}
