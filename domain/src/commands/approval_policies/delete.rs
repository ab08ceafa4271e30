//! Deletes an approval policy. Documents that wait for approval go on waiting: they are approved, rejected or
//! withdrawn.

use crate::approvals::require_policy;
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::controls::intended::intended;
use crate::controls::proposing::Consent;
use crate::rows::Reply;
use crate::value::Sought;
use crate::value::id::ApprovalPolicyId;
use crate::value::permission::Permission;

/// Deletes a policy.
#[derive(Clone, Debug)]
pub struct DeleteApprovalPolicy {
    pub policy: Sought<ApprovalPolicyId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for DeleteApprovalPolicy {
    const PERMISSION: Permission = Permission::ApprovalPoliciesManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::ApprovalPolicies);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        self.carry_out(book, ctx, Consent::Own)
    }
}

impl DeleteApprovalPolicy {
    /// Deletes the policy, or proposes it.
    pub(crate) fn carry_out(&self, book: &mut Book, ctx: &Context, consent: Consent<'_>) -> Result<Reply, Stop> {
        let policy = require_policy(book, &self.policy)?;
        require_version(self.if_match.as_deref(), policy.version)?;
        let change = intended(book, Some(&policy), None)?;
        if let Some(proposed) = consent.ask(book, ctx, &change)? {
            return Ok(proposed);
        }
        book.approval_policies.set((policy.id,), None);
        Ok(consent.record(book, ctx, &change, FactKind::ApprovalPolicyDeleted, policy.version))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::approval_policies::create::tests::policy;
    use crate::testing::Stage;
    use crate::value::rejection::Code;

    #[test]
    fn without_its_policy_an_entry_is_posted_as_before() {
        let mut stage = Stage::new();
        let id = stage.run(policy("all", "0")).expect("made").subject;
        assert_eq!(stage.run(stage.sale("1", true)).expect_err("policy").code, Code::ApprovalRequired);
        let delete = |if_match| DeleteApprovalPolicy { policy: Sought::of(&id), if_match };
        assert_eq!(stage.run(delete(Some(vec![2]))).expect_err("stale").code, Code::VersionMismatch);
        stage.run(delete(Some(vec![1]))).expect("deleted");
        stage.run(stage.sale("1", true)).expect("posted");
        assert_eq!(stage.run(delete(None)).expect_err("gone").code, Code::NotFound);
    }
}
