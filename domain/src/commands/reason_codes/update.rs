//! Updates a reason code by merge: absent leaves, null clears.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::rows::Reply;
use crate::stock::reason_codes::change::{ReasonCodeChange, check};
use crate::stock::reason_codes::rules::require_reason;
use crate::value::Sought;
use crate::value::id::ReasonCodeId;
use crate::value::permission::Permission;

/// Changes the fields that are sent.
#[derive(Clone, Debug)]
pub struct UpdateReasonCode {
    pub reason: Sought<ReasonCodeId>,
    /// Versions of which one must be the present one: `If-Match`, and the body's `version`.
    pub if_match: Option<Vec<i64>>,
    pub fields: ReasonCodeChange,
}

impl Decide for UpdateReasonCode {
    const PERMISSION: Permission = Permission::ItemsManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        self.fields.hint(keys);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = require_reason(book, &self.reason)?;
        require_version(self.if_match.as_deref(), before.version)?;
        let mut after = before.clone();
        let mut faults = Vec::new();
        self.fields.merge(&mut after, &mut faults);
        check(book, Some(&before), &after, faults)?;
        if after == before {
            return Ok(Reply::new(before.id, before.version, Default::default()));
        }
        Ok(book.update(ctx, FactKind::ReasonCodeUpdated, after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::accounts::delete::DeleteAccount;
    use crate::commands::reason_codes::create::tests::reason;
    use crate::rows::{ActiveState, ReasonCode};
    use crate::testing::{Stage, account_id};
    use crate::value::Patch;
    use crate::value::movement_kind::MovementKind;
    use crate::value::rejection::Code;

    #[test]
    fn a_reason_changes_by_merge_and_holds_its_account() {
        let mut stage = Stage::new();
        let id = stage.run(reason("broken")).expect("created").subject;
        let update = |fields| UpdateReasonCode { reason: Sought::of(&id), if_match: None, fields };
        let account = account_id(&stage, "5000");
        let change = ReasonCodeChange {
            account_id: Patch::Set(Sought::of(&account)),
            kinds: Patch::Set(vec![MovementKind::Scrap]),
            status: Some(ActiveState::Inactive),
            ..ReasonCodeChange::default()
        };
        assert_eq!(stage.run(update(change.clone())).expect("changed").version, 2);
        for same in [change, ReasonCodeChange::default()] {
            assert_eq!(stage.run(update(same)).expect("as it was").facts, None);
        }
        let delete = DeleteAccount { account: Sought::of(&account), if_match: None };
        assert_eq!(stage.run(delete.clone()).expect_err("named here").code, Code::AccountInUse);
        let cleared = ReasonCodeChange { account_id: Patch::Null, kinds: Patch::Null, ..ReasonCodeChange::default() };
        stage.run(update(cleared)).expect("cleared");
        assert_eq!(stage.rows::<ReasonCode>().remove(0).kinds, "");
        stage.run(delete).expect("free");
        let stale = UpdateReasonCode { if_match: Some(vec![1]), ..update(ReasonCodeChange::default()) };
        assert_eq!(stage.run(stale).expect_err("stale").code, Code::VersionMismatch);
        let lost = UpdateReasonCode { reason: Sought::of("rsn_x"), ..update(ReasonCodeChange::default()) };
        assert_eq!(stage.run(lost).expect_err("unknown").code, Code::NotFound);
    }
}
