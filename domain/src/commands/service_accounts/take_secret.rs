//! Notes that somebody takes a secret of a service account, before it is shown to them.

use crate::access::duties::note_holders;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::revised::Revised;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::rows::{PrincipalKind, Reply};
use crate::value::Sought;
use crate::value::id::PrincipalId;
use crate::value::permission::Permission;
use crate::value::rejection::Rejection;

/// A person who takes a secret may act as the account from then on: they cannot approve anything that it prepares.
#[derive(Clone, Debug)]
pub struct TakeSecret {
    /// The service account.
    pub account: Sought<PrincipalId>,
}

impl Decide for TakeSecret {
    const PERMISSION: Permission = Permission::ServiceAccountsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend(self.account.id().map(Key::Membership));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let id = self.account.require()?;
        let before = book.membership(id)?.filter(|found| found.kind == PrincipalKind::ServiceAccount);
        let mut account = before.ok_or_else(Rejection::not_found)?.clone();
        note_holders(book, ctx, &mut account)?;
        if book.membership(id)? == Some(&account) {
            return Ok(Reply::new(id, account.version, Default::default()));
        }
        account.revise(ctx);
        let version = account.version;
        book.memberships.put(account);
        let recorded = book.record(ctx, FactKind::MembershipChanged, id);
        Ok(Reply::new(id, version, recorded))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::duties;
    use crate::book::context::Actor;
    use crate::commands::memberships::set::SetMembership;
    use crate::rows::Membership;
    use crate::testing::{ADMIN, Stage};
    use crate::value::Patch;
    use crate::value::rejection::Code;

    const ANN: PrincipalId = PrincipalId([2; 16]);

    const BOB: PrincipalId = PrincipalId([3; 16]);

    const SHOP: PrincipalId = PrincipalId([4; 16]);

    const TILL: PrincipalId = PrincipalId([5; 16]);

    fn member(principal: PrincipalId, kind: PrincipalKind, owner: Option<PrincipalId>) -> SetMembership {
        SetMembership {
            principal: Sought::Id(principal),
            kind,
            roles: vec!["admin".to_owned()],
            is_active: true,
            owner: owner.map(Sought::Id),
            warehouses: Patch::Absent,
            name: None,
            if_match: None,
        }
    }

    fn take(account: PrincipalId) -> TakeSecret {
        TakeSecret { account: Sought::Id(account) }
    }

    #[test]
    fn who_made_it_answered_for_it_or_took_a_secret_stays_noted() {
        let mut stage = Stage::new();
        for person in [ANN, BOB] {
            stage.run(member(person, PrincipalKind::User, None)).expect("member");
        }
        let acting = |principal, kind| Actor { principal, kind, claimed_roles: None, scope: None };
        let held = |stage: &Stage, account: PrincipalId| {
            let found = stage.rows::<Membership>().into_iter().find(|row| row.principal_id == account);
            duties::listed(&found.expect("account").held_by).collect::<Vec<_>>()
        };
        stage.run(member(SHOP, PrincipalKind::ServiceAccount, Some(ANN))).expect("made");
        assert_eq!(held(&stage, SHOP), [ADMIN, ANN]);
        let bob = acting(BOB, PrincipalKind::User);
        assert_eq!(stage.run_as(bob.clone(), take(SHOP)).expect("taken").version, 2);
        assert_eq!(stage.run_as(bob, take(SHOP)).expect("again").facts, None);
        assert_eq!(held(&stage, SHOP), [ADMIN, ANN, BOB]);
        // The people who may act through an account are those who may hold its secret.
        let by_shop = acting(SHOP, PrincipalKind::ServiceAccount);
        stage.run_as(by_shop, member(TILL, PrincipalKind::ServiceAccount, None)).expect("made");
        assert_eq!(held(&stage, TILL), [ADMIN, ANN, BOB]);
        for nobody in [ANN, PrincipalId([9; 16])] {
            assert_eq!(stage.run(take(nobody)).expect_err("no account").code, Code::NotFound);
        }
    }
}
