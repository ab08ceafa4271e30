//! Deletes a custom role that nobody holds.

use crate::access::role_rules::require_role;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::controls::intended::intended_role;
use crate::controls::proposing;
use crate::rows::Reply;
use crate::value::Sought;
use crate::value::counted;
use crate::value::id::RoleId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};

/// Deletes an unassigned role.
#[derive(Clone, Debug)]
pub struct DeleteRole {
    pub role: Sought<RoleId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for DeleteRole {
    const PERMISSION: Permission = Permission::RolesManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::Roles, Key::Memberships]);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let role = require_role(book, &self.role)?;
        require_version(self.if_match.as_deref(), role.version)?;
        let id = role.id.to_string();
        let holders: Vec<String> = book
            .memberships()?
            .filter(|membership| membership.roles.split_whitespace().any(|held| held == id))
            .map(|membership| membership.principal_id.to_string())
            .collect();
        if !holders.is_empty() {
            let members = counted(holders.len(), "member, active or not, has", "members, active or not, have");
            let message = format!("{members} the role {}: take it from them first", role.name);
            return Err(Rejection::new(Code::RoleInUse, message)
                .with("count", i64::try_from(holders.len()).unwrap_or(i64::MAX))
                .with("principals", holders.into_iter().take(20).collect::<Vec<_>>())
                .into());
        }
        proposing::note(book, ctx, &intended_role(Some(&role), None));
        book.roles.set((role.id,), None);
        let recorded = book.record(ctx, FactKind::RoleDeleted, role.id);
        Ok(Reply::new(role.id, role.version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::memberships::set::SetMembership;
    use crate::commands::roles::create::tests::role;
    use crate::rows::{PrincipalKind, Role};
    use crate::testing::Stage;
    use crate::value::Patch;
    use crate::value::id::PrincipalId;

    fn delete(role: &str) -> DeleteRole {
        DeleteRole { role: Sought::of(role), if_match: None }
    }

    #[test]
    fn a_role_goes_once_nobody_holds_it() {
        let mut stage = Stage::new();
        let id = stage.run(role("closer", &["periods:close"])).expect("created").subject;
        let mut holder = SetMembership {
            principal: Sought::Id(PrincipalId([2; 16])),
            kind: PrincipalKind::User,
            roles: vec![id.clone()],
            is_active: false,
            owner: None,
            warehouses: Patch::Absent,
            name: None,
            if_match: None,
        };
        stage.run(holder.clone()).expect("assigned");
        assert_eq!(stage.run(delete(&id)).expect_err("held").code, Code::RoleInUse);
        holder.roles = vec!["clerk".to_owned()];
        stage.run(holder).expect("taken away");
        let stale = DeleteRole { if_match: Some(vec![2]), ..delete(&id) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        stage.run(delete(&id)).expect("deleted");
        assert!(stage.rows::<Role>().is_empty());
        assert_eq!(stage.run(delete(&id)).expect_err("gone").code, Code::NotFound);
        assert_eq!(stage.run(delete("auditor")).expect_err("built in").code, Code::RoleBuiltIn);
    }
}
