//! Creates an approval policy: from now on, the documents that it covers are posted by approval only.

use crate::approvals::{check_subject, journal_named, min_amount_units, require_free_name};
use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::controls::intended::intended;
use crate::controls::proposing::Consent;
use crate::rows::{ApprovalPolicy, ApprovalSubject, Reply};
use crate::value::id::JournalId;
use crate::value::movement_kind::MovementKind;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Decimal, IdOrCode, limits};

/// A new approval policy.
#[derive(Clone, Debug)]
pub struct CreateApprovalPolicy {
    /// Unique per organization.
    pub name: String,
    pub applies_to: ApprovalSubject,
    /// A journal; `None` is every journal.
    pub journal: Option<IdOrCode<JournalId>>,
    /// `None` is every kind.
    pub movement_kind: Option<MovementKind>,
    /// The least total debit that it asks for, in base currency; 0 is every entry, or every movement.
    pub min_amount: Decimal,
    pub is_active: bool,
}

impl Decide for CreateApprovalPolicy {
    const PERMISSION: Permission = Permission::ApprovalPoliciesManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.extend([Key::ApprovalPolicies, Key::Journals]);
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        self.carry_out(book, ctx, Consent::Own)
    }
}

impl CreateApprovalPolicy {
    /// Creates the policy, or proposes it.
    pub(crate) fn carry_out(&self, book: &mut Book, ctx: &Context, consent: Consent<'_>) -> Result<Reply, Stop> {
        let base = book.organization()?.base_currency;
        let mut faults = Vec::new();
        let journal_id = match &self.journal {
            Some(named) => journal_named(book, named, &mut faults)?,
            None => None,
        };
        let min_amount = min_amount_units(self.min_amount, base, &mut faults);
        let policy = ApprovalPolicy {
            id: consent.new_id(ctx),
            name: self.name.clone(),
            applies_to: self.applies_to,
            journal_id,
            movement_kind: self.movement_kind,
            min_amount,
            is_active: self.is_active,
            version: 1,
            created_at: ctx.at,
            created_by: ctx.actor.principal,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
        };
        check_subject(&policy, &mut faults);
        if let Some(rejection) = Rejection::of_errors(faults) {
            return Err(rejection.into());
        }
        if book.approval_policies()?.count() >= limits::APPROVAL_POLICIES {
            let message = format!("an organization has at most {} approval policies", limits::APPROVAL_POLICIES);
            return Err(Rejection::new(Code::LimitReached, message).into());
        }
        require_free_name(book, &self.name, None)?;
        let change = intended(book, None, Some(&policy))?;
        if let Some(proposed) = consent.ask(book, ctx, &change)? {
            return Ok(proposed);
        }
        book.approval_policies.put(policy);
        Ok(consent.record(book, ctx, &change, FactKind::ApprovalPolicyCreated, 1))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::testing::Stage;
    use crate::value::Sought;

    /// A policy over all journals from this amount on.
    pub(crate) fn policy(name: &str, min_amount: &str) -> CreateApprovalPolicy {
        let min_amount = Decimal::parse(min_amount).expect("decimal");
        CreateApprovalPolicy {
            name: name.to_owned(),
            applies_to: ApprovalSubject::JournalEntries,
            journal: None,
            movement_kind: None,
            min_amount,
            is_active: true,
        }
    }

    #[test]
    fn a_policy_is_made_once_under_its_name() {
        let mut stage = Stage::new();
        let journal = Some(stage.journal.clone());
        let made = stage
            .run(CreateApprovalPolicy {
                journal: journal.map(|id| IdOrCode::Id(Sought::of(&id))),
                ..policy("large sales", "1000.50")
            })
            .expect("made");
        let stored = stage.rows::<ApprovalPolicy>().remove(0);
        assert_eq!((stored.id.to_string(), made.version), (made.subject, 1));
        assert_eq!((stored.name.as_str(), stored.min_amount, stored.is_active), ("large sales", 100_050, true));
        assert_eq!(stored.journal_id.map(|id| id.to_string()), Some(stage.journal.clone()));
        let rejection = stage.run(policy("large sales", "0")).expect_err("taken");
        assert_eq!((rejection.code, rejection.errors[0].pointer.as_str()), (Code::CodeTaken, "/name"));
    }

    #[test]
    fn all_faults_come_in_one_answer() {
        let mut stage = Stage::new();
        for (journal, pointer) in
            [(IdOrCode::Id(Sought::of("jnl_x")), "/journalId"), (IdOrCode::Code("XX".to_owned()), "/journalCode")]
        {
            let wrong = CreateApprovalPolicy { journal: Some(journal), ..policy("all", "1.001") };
            let rejection = stage.run(wrong).expect_err("refused");
            let faults: Vec<_> = rejection.errors.iter().map(|error| (error.pointer.as_str(), error.code)).collect();
            assert_eq!(faults, [(pointer, "unknown_reference"), ("/minAmount", "amount_precision")]);
        }
        let beyond = stage.run(policy("all", "99999999999999999999")).expect_err("beyond");
        assert_eq!(beyond.code, Code::AmountOutOfRange);
    }

    #[test]
    fn a_policy_names_only_what_it_is_about() {
        let mut stage = Stage::new();
        let journal = Some(stage.journal.clone());
        let of_movements = CreateApprovalPolicy { applies_to: ApprovalSubject::Movements, ..policy("goods", "0") };
        let kind = Some(MovementKind::Scrap);
        for (command, pointer) in [
            (
                CreateApprovalPolicy {
                    journal: journal.map(|id| IdOrCode::Id(Sought::of(&id))),
                    ..of_movements.clone()
                },
                "/journalId",
            ),
            (CreateApprovalPolicy { movement_kind: kind, ..policy("entries", "0") }, "/movementKind"),
        ] {
            let rejection = stage.run(command).expect_err("refused");
            assert_eq!((rejection.code, rejection.errors[0].pointer.as_str()), (Code::FieldsConflict, pointer));
        }
        stage.run(CreateApprovalPolicy { movement_kind: kind, ..of_movements }).expect("made");
        stage.run(stage.sale("1", true)).expect("it is not about entries");
    }

    #[test]
    fn there_are_only_so_many() {
        let mut stage = Stage::new();
        for number in 0..limits::APPROVAL_POLICIES {
            stage.run(policy(&format!("policy {number}"), "9999999")).expect("made");
        }
        assert_eq!(stage.run(policy("one more", "0")).expect_err("full").code, Code::LimitReached);
    }
}
