//! Updates an approval policy by merge. Documents that wait for approval already go on waiting.

use crate::approvals::{check_subject, journal_named, min_amount_units, require_free_name, require_policy};
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::revised::Revised;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::controls::intended::intended;
use crate::controls::proposing::Consent;
use crate::rows::Reply;
use crate::value::id::{ApprovalPolicyId, JournalId};
use crate::value::movement_kind::MovementKind;
use crate::value::permission::Permission;
use crate::value::rejection::Rejection;
use crate::value::{Decimal, IdOrCode, Patch, Sought};

/// Changes the fields of a policy that are sent.
#[derive(Clone, Debug, Default)]
pub struct UpdateApprovalPolicy {
    pub policy: Sought<ApprovalPolicyId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    pub name: Option<String>,
    /// A journal; null is every journal.
    pub journal: Patch<IdOrCode<JournalId>>,
    /// Null is every kind.
    pub movement_kind: Patch<MovementKind>,
    /// In base currency.
    pub min_amount: Option<Decimal>,
    pub is_active: Option<bool>,
}

impl Decide for UpdateApprovalPolicy {
    const PERMISSION: Permission = Permission::ApprovalPoliciesManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::ApprovalPolicies, Key::Journals]);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        self.carry_out(book, ctx, Consent::Own)
    }
}

impl UpdateApprovalPolicy {
    /// Changes the policy, or proposes it.
    pub(crate) fn carry_out(&self, book: &mut Book, ctx: &Context, consent: Consent<'_>) -> Result<Reply, Stop> {
        let before = require_policy(book, &self.policy)?;
        require_version(self.if_match.as_deref(), before.version)?;
        let base = book.organization()?.base_currency;
        let mut after = before.clone();
        let mut faults = Vec::new();
        after.name = self.name.clone().unwrap_or(after.name);
        match &self.journal {
            Patch::Absent => {}
            Patch::Null => after.journal_id = None,
            Patch::Set(named) => after.journal_id = journal_named(book, named, &mut faults)?,
        }
        match &self.movement_kind {
            Patch::Absent => {}
            Patch::Null => after.movement_kind = None,
            Patch::Set(kind) => after.movement_kind = Some(*kind),
        }
        if let Some(written) = self.min_amount {
            after.min_amount = min_amount_units(written, base, &mut faults);
        }
        after.is_active = self.is_active.unwrap_or(after.is_active);
        check_subject(&after, &mut faults);
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }
        if after == before {
            return Ok(Reply::new(before.id, before.version, Default::default()));
        }
        require_free_name(book, &after.name, Some(after.id))?;
        after.revise(ctx);
        let change = intended(book, Some(&before), Some(&after))?;
        if let Some(proposed) = consent.ask(book, ctx, &change)? {
            return Ok(proposed);
        }
        let version = after.version;
        book.approval_policies.put(after);
        Ok(consent.record(book, ctx, &change, FactKind::ApprovalPolicyUpdated, version))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::approval_policies::create::tests::policy;
    use crate::rows::ApprovalPolicy;
    use crate::testing::Stage;
    use crate::value::rejection::Code;

    fn update(policy: &str) -> UpdateApprovalPolicy {
        UpdateApprovalPolicy { policy: Sought::of(policy), ..UpdateApprovalPolicy::default() }
    }

    #[test]
    fn only_the_fields_that_are_sent_change_and_the_same_again_changes_nothing() {
        let mut stage = Stage::new();
        let id = stage.run(policy("all", "10")).expect("made").subject;
        let change = UpdateApprovalPolicy {
            journal: Patch::Set(IdOrCode::Id(Sought::of(&stage.journal))),
            min_amount: Some(Decimal::parse("20.00").expect("decimal")),
            ..update(&id)
        };
        assert_eq!(stage.run(change.clone()).expect("updated").version, 2);
        let stored = stage.rows::<ApprovalPolicy>().remove(0);
        assert_eq!((stored.name.as_str(), stored.min_amount, stored.is_active), ("all", 2_000, true));
        for same in [change, update(&id)] {
            assert_eq!(stage.run(same).expect("no change").facts, None);
        }
        let cleared = UpdateApprovalPolicy { journal: Patch::Null, is_active: Some(false), ..update(&id) };
        stage.run(cleared).expect("updated");
        let stored = stage.rows::<ApprovalPolicy>().remove(0);
        assert_eq!((stored.journal_id, stored.is_active, stored.version), (None, false, 3));
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let mut stage = Stage::new();
        stage.run(policy("all", "10")).expect("made");
        let id = stage.run(policy("sales", "10")).expect("made").subject;
        for (command, code) in [
            (update("pol_x"), Code::NotFound),
            (UpdateApprovalPolicy { if_match: Some(vec![7]), ..update(&id) }, Code::VersionMismatch),
            (
                UpdateApprovalPolicy { journal: Patch::Set(IdOrCode::Id(Sought::of("x"))), ..update(&id) },
                Code::UnknownReference,
            ),
            (
                UpdateApprovalPolicy { journal: Patch::Set(IdOrCode::Code("XX".to_owned())), ..update(&id) },
                Code::UnknownReference,
            ),
            (UpdateApprovalPolicy { min_amount: Decimal::parse("0.001").ok(), ..update(&id) }, Code::AmountPrecision),
            (UpdateApprovalPolicy { name: Some("all".to_owned()), ..update(&id) }, Code::CodeTaken),
        ] {
            assert_eq!(stage.run(command).expect_err("refused").code, code);
        }
    }
}
