//! Creates a custom role: a named set of permissions.

use crate::access::role_rules::{permissions_named, require_free_name, require_own};
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::controls::intended::intended_role;
use crate::controls::proposing;
use crate::rows::{Reply, Role};
use crate::value::id::RoleId;
use crate::value::limits;
use crate::value::permission::{Permission, PermissionSet};
use crate::value::rejection::{Code, Rejection};

/// A new role.
#[derive(Clone, Debug)]
pub struct CreateRole {
    /// Unique, and no built-in role's name.
    pub name: String,
    pub description: Option<String>,
    /// Names of permissions (`accounts:read`), none beyond the creator's own.
    pub permissions: Vec<String>,
}

impl Decide for CreateRole {
    const PERMISSION: Permission = Permission::RolesManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::Roles);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        book.organization()?;
        let (permissions, faults) = permissions_named(&self.permissions);
        require_own(ctx.rights(book)?, PermissionSet::NONE, permissions)?;
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }
        if book.roles()?.count() >= limits::ROLES {
            let message = format!("an organization has at most {} custom roles", limits::ROLES);
            return Err(Rejection::new(Code::LimitReached, message).into());
        }
        require_free_name(book, &self.name, None)?;
        let id: RoleId = ctx.ids.next();
        let role = Role {
            id,
            name: self.name.clone(),
            description: self.description.clone(),
            permissions: permissions.names(),
            version: 1,
            created_at: ctx.at,
            created_by: ctx.actor.principal,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
        };
        proposing::note(book, ctx, &intended_role(None, Some(&role)));
        book.roles.put(role);
        let recorded = book.record(ctx, FactKind::RoleCreated, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::book::context::Actor;
    use crate::rows::PrincipalKind;
    use crate::testing::{ADMIN, Stage};

    pub(crate) fn role(name: &str, permissions: &[&str]) -> CreateRole {
        CreateRole {
            name: name.to_owned(),
            description: None,
            permissions: permissions.iter().map(|&name| name.to_owned()).collect(),
        }
    }

    /// A token that manages roles and reads accounts, and nothing else.
    pub(crate) fn limited() -> Actor {
        let scope = Some(PermissionSet::of(&[Permission::RolesManage, Permission::AccountsRead]));
        Actor { principal: ADMIN, kind: PrincipalKind::User, claimed_roles: None, scope }
    }

    #[test]
    fn a_role_holds_each_permission_once_in_their_order() {
        let mut stage = Stage::new();
        stage.run(role("closer", &["periods:close", "accounts:read", "periods:close"])).expect("created");
        assert_eq!(stage.rows::<Role>()[0].permissions, "accounts:read periods:close");
    }

    #[test]
    fn names_are_unique_and_not_built_in_and_permissions_known_and_ones_own() {
        let mut stage = Stage::new();
        stage.run(role("closer", &[])).expect("created");
        for (new, code, pointer) in [
            (role("Closer", &[]), Code::CodeTaken, "/name"),
            (role("ADMIN", &[]), Code::CodeTaken, "/name"),
            (role("other", &["accounts:read", "all:things"]), Code::UnknownReference, "/permissions/1"),
        ] {
            let rejection = stage.run(new).expect_err("refused");
            assert_eq!((rejection.code, rejection.errors[0].pointer.as_str()), (code, pointer));
        }
        let beyond = stage.run_as(limited(), role("x", &["periods:close"])).expect_err("beyond").code;
        assert_eq!(beyond, Code::GrantExceedsRights);
        stage.run_as(limited(), role("y", &["accounts:read"])).expect("within");
    }
}
