//! Updates a custom role. Who holds it has the new permissions from the next request on.

use crate::access::reach::require_everywhere;
use crate::access::role_rules::{permissions_named, require_free_name, require_own, require_role};
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::revised::Revised;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::controls::intended::intended_role;
use crate::controls::{proposing, state};
use crate::rows::Reply;
use crate::value::id::RoleId;
use crate::value::permission::{Permission, PermissionSet};
use crate::value::rejection::Rejection;
use crate::value::{Patch, Sought};

/// Changes the fields of a role that are sent.
#[derive(Clone, Debug, Default)]
pub struct UpdateRole {
    pub role: Sought<RoleId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    pub name: Option<String>,
    pub description: Patch<String>,
    /// All permissions anew; none may be added that the caller lacks.
    pub permissions: Option<Vec<String>>,
}

impl Decide for UpdateRole {
    const PERMISSION: Permission = Permission::RolesManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::Roles);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = require_role(book, &self.role)?;
        let mut after = before.clone();
        let mut faults = Vec::new();
        if let Some(names) = &self.permissions {
            let (permissions, unknown) = permissions_named(names);
            require_own(ctx.rights(book)?, known(&before.permissions), permissions)?;
            // Taking from a role takes from all who hold it, wherever they act.
            if known(&before.permissions) != permissions {
                require_everywhere(book, ctx, "the permissions of a role")?;
            }
            after.permissions = permissions.names();
            faults = unknown;
        }
        require_version(self.if_match.as_deref(), before.version)?;
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }
        self.description.clone().apply(&mut after.description);
        if let Some(name) = self.name.as_ref().filter(|name| **name != before.name) {
            require_free_name(book, name, Some(before.id))?;
            after.name.clone_from(name);
        }
        if after == before {
            return Ok(Reply::new(before.id, before.version, Default::default()));
        }
        after.revise(ctx);
        let (id, version) = (after.id, after.version);
        if state::of_role(&before) != state::of_role(&after) {
            proposing::note(book, ctx, &intended_role(Some(&before), Some(&after)));
        }
        book.roles.put(after);
        let recorded = book.record(ctx, FactKind::RoleUpdated, id);
        Ok(Reply::new(id, version, recorded))
    }
}

/// The stored permissions that this program knows; others grant nothing.
fn known(names: &str) -> PermissionSet {
    PermissionSet::of(&names.split_whitespace().filter_map(Permission::parse).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::context::Actor;
    use crate::commands::memberships::set::SetMembership;
    use crate::commands::roles::create::tests::{limited, role};
    use crate::rows::PrincipalKind;
    use crate::testing::Stage;
    use crate::value::id::PrincipalId;
    use crate::value::rejection::Code;

    fn update(role: &str) -> UpdateRole {
        UpdateRole { role: Sought::of(role), ..UpdateRole::default() }
    }

    fn with(id: &str, permissions: &[&str]) -> UpdateRole {
        UpdateRole { permissions: Some(permissions.iter().map(|&name| name.to_owned()).collect()), ..update(id) }
    }

    #[test]
    fn fields_change_and_what_changes_nothing_writes_nothing() {
        let mut stage = Stage::new();
        let id = stage.run(role("closer", &["periods:close"])).expect("created").subject;
        let change = UpdateRole {
            name: Some("Closer".to_owned()),
            description: Patch::Set("closes".to_owned()),
            ..with(&id, &["accounts:read", "periods:close"])
        };
        assert_eq!(stage.run(change.clone()).expect("updated").version, 2);
        for same in [change, update(&id)] {
            assert_eq!(stage.run(same).expect("no change").facts, None);
        }
    }

    #[test]
    fn what_the_caller_lacks_may_stay_or_go_but_not_come() {
        let mut stage = Stage::new();
        let id = stage.run(role("closer", &["periods:close"])).expect("created").subject;
        stage.run_as(limited(), with(&id, &["periods:close", "accounts:read"])).expect("adds his own");
        let beyond = stage.run_as(limited(), with(&id, &["periods:close", "users:manage"])).expect_err("beyond").code;
        assert_eq!(beyond, Code::GrantExceedsRights);
        stage.run_as(limited(), with(&id, &[])).expect("takes away");
    }

    #[test]
    fn who_acts_in_some_warehouses_neither_widens_nor_narrows_what_others_hold() {
        let mut stage = Stage::new();
        let id = stage.run(role("keeper", &["items:read", "movements:read"])).expect("created").subject;
        let bound = PrincipalId([2; 16]);
        let member = SetMembership {
            principal: Sought::Id(bound),
            kind: PrincipalKind::User,
            roles: vec!["admin".to_owned()],
            is_active: true,
            owner: None,
            warehouses: Patch::Set(Vec::new()),
            name: None,
            if_match: None,
        };
        stage.run(member).expect("an administrator of no warehouse");
        let actor = Actor { principal: bound, kind: PrincipalKind::User, claimed_roles: None, scope: None };
        for permissions in [&[][..], &["items:read"], &["items:read", "movements:read", "counts:read"]] {
            let refused = stage.run_as(actor.clone(), with(&id, permissions)).expect_err("refused").code;
            assert_eq!(refused, Code::WarehouseNotAssigned, "{permissions:?}");
        }
        stage.run_as(actor, with(&id, &["movements:read", "items:read"])).expect("the same in another order");
    }

    #[test]
    fn built_in_unknown_and_stale_roles_and_taken_names_are_refused() {
        let mut stage = Stage::new();
        let id = stage.run(role("closer", &[])).expect("created").subject;
        stage.run(role("opener", &[])).expect("created");
        for (command, code) in [
            (update("admin"), Code::RoleBuiltIn),
            (update("role_x"), Code::NotFound),
            (UpdateRole { if_match: Some(vec![2]), ..update(&id) }, Code::VersionMismatch),
            (UpdateRole { name: Some("opener".to_owned()), ..update(&id) }, Code::CodeTaken),
            (UpdateRole { name: Some("clerk".to_owned()), ..update(&id) }, Code::CodeTaken),
            (with(&id, &["x"]), Code::UnknownReference),
        ] {
            assert_eq!(stage.run(command).expect_err("refused").code, code);
        }
    }
}
