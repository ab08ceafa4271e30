//! Statement mappings: how a balance sheet, a profit and loss or a cash flow is laid out.

use crate::named_enum;
use crate::rows;
use crate::rows::{AccountSubtype, AccountType, Sections};
use crate::value::Instant;
use crate::value::id::{PrincipalId, StatementMappingId};

/// The key of the section of accounts that no section names.
pub const UNMAPPED: &str = "unmapped";

named_enum! {
    /// Which statement a mapping is of.
    MappingKind {
        /// Assets, liabilities and equity.
        BalanceSheet = "balanceSheet",
        /// Revenue and expenses.
        ProfitAndLoss = "profitAndLoss",
        /// The causes of cash movements other than the result: assets except cash itself, liabilities and equity.
        CashFlow = "cashFlow",
    }
}

named_enum! {
    /// The activity in a section of a cash flow.
    Activity {
        /// The business itself, beginning with the result.
        Operating = "operating",
        /// Long-term purchases, and loans given.
        Investing = "investing",
        /// Payments from and to owners and lenders.
        Financing = "financing",
    }
}

impl MappingKind {
    /// Whether accounts of this type are in the statement.
    #[must_use]
    pub fn takes(self, account_type: AccountType) -> bool {
        let of_result = matches!(account_type, AccountType::Revenue | AccountType::Expense);
        of_result == (self == Self::ProfitAndLoss)
    }

    /// Whether accounts of this subtype are in the statement: cash is explained by a cash flow, not part of it.
    #[must_use]
    pub fn takes_subtype(self, subtype: AccountSubtype) -> bool {
        self != Self::CashFlow || !matches!(subtype, AccountSubtype::Cash | AccountSubtype::Bank)
    }

    /// Whether the statement shows results, which no account holds: of years, or the one of its days.
    #[must_use]
    pub fn has_results(self) -> bool {
        self != Self::ProfitAndLoss
    }

    /// The title of the statement.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::BalanceSheet => "balance sheet",
            Self::ProfitAndLoss => "profit and loss",
            Self::CashFlow => "cash flow",
        }
    }
}

rows! {
    /// How a statement is laid out.
    StatementMapping in "statement_mappings" (75 v 1, Books) key { id: StatementMappingId } {
        /// Unique per organization.
        name: String,
        kind: MappingKind,
        sections: Sections,
        version: i64,
        created_at: Instant,
        created_by: PrincipalId,
        updated_at: Instant,
        updated_by: PrincipalId,
    }
}
