//! An approval policy as it is answered.

use domain::rows::{ApprovalPolicy, ApprovalSubject};
use domain::value::id::{ApprovalPolicyId, JournalId, PrincipalId};
use domain::value::movement_kind::MovementKind;
use domain::value::{Currency, Decimal};

use crate::http::called::{Names, Naming, Wanted};
use crate::http::output::{At, CurrencyCode, DecimalText, Id, Named};

crate::view! {
    /// A rule that entries, or movements of goods, need approval above an amount.
    pub struct ApprovalPolicyView from (policy: ApprovalPolicy, base: Currency) {
        pub id: Id<ApprovalPolicyId>,
        pub name: String,
        pub applies_to: Named<ApprovalSubject>,
        /// Null is every journal.
        pub journal_id: Option<Id<JournalId>>,
        /// Null for callers who may not read journals.
        pub journal_code: Option<String> => None,
        /// Null is every kind of movement.
        pub movement_kind: Option<Named<MovementKind>>,
        /// The lowest total debit that needs approval; 0 is every entry, or every movement.
        pub min_amount: DecimalText => DecimalText(Decimal::from_units(policy.min_amount, base.decimals())),
        /// The base currency, in which the amount is given.
        pub currency: CurrencyCode => CurrencyCode(base),
        pub is_active: bool,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

impl ApprovalPolicyView {
    /// The view of a policy of books in this currency.
    #[must_use]
    pub fn of(policy: ApprovalPolicy, base: Currency) -> Self {
        Self::shown(policy, base)
    }
}

impl Naming for ApprovalPolicyView {
    fn ask(&self, wanted: &mut Wanted) {
        wanted.journals.extend(self.journal_id.map(|id| id.0));
    }

    fn name(&mut self, names: &Names) {
        self.journal_code = names.journals.maybe(self.journal_id).code;
    }
}
