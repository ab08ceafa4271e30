//! The reports made of figures: pure arithmetic on balances, one file per report.
//!
//! Figures are debit less credit in minor units, one for each column of a report. A statement shows them positive on the
//! side of its section.

pub mod balance_sheet;
pub mod cash_flow;
pub mod changes_in_equity;
pub mod combined;
pub mod comparison;
pub mod late_entries;
pub mod mapping;
pub mod number_gaps;
pub mod profit_and_loss;
pub mod statement;
pub mod trial_balance;

use std::collections::BTreeMap;

use crate::value::id::AccountId;

/// Debit less credit of each account, by column.
pub type Figures = BTreeMap<AccountId, Vec<i128>>;

/// Adds figures column by column.
pub(super) fn add(sums: &mut [i128], figures: &[i128]) {
    for (sum, figure) in sums.iter_mut().zip(figures) {
        *sum += figure;
    }
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use crate::rows::{Account, AccountSubtype, AccountType, Side};
    use crate::value::Instant;
    use crate::value::id::PrincipalId;

    /// An account; its number is its id, and where it has a parent, that one's.
    pub(crate) fn account(
        number: u8,
        code: &str,
        account_type: AccountType,
        subtype: Option<AccountSubtype>,
    ) -> Account {
        Account {
            id: AccountId([number; 16]),
            code: code.to_owned(),
            name: format!("Account {code}"),
            account_type,
            subtype,
            normal_balance: if matches!(account_type, AccountType::Asset | AccountType::Expense) {
                Side::Debit
            } else {
                Side::Credit
            },
            parent_id: None,
            is_group: false,
            currency: None,
            is_active: true,
            control_for: None,
            revalue: false,
            is_reconcilable: false,
            required_dimensions: String::new(),
            default_dimensions: String::new(),
            description: None,
            external_id: None,
            metadata: "{}".to_owned(),
            has_postings: false,
            version: 1,
            created_at: Instant(0),
            created_by: PrincipalId([1; 16]),
            updated_at: Instant(0),
            updated_by: PrincipalId([1; 16]),
        }
    }

    /// Figures by the numbers of accounts.
    pub(crate) fn figures<const N: usize>(rows: &[(u8, [i128; N])]) -> Figures {
        rows.iter().map(|(number, figures)| (AccountId([*number; 16]), figures.to_vec())).collect()
    }
}
