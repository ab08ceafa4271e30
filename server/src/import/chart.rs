//! A chart of accounts and journals for a trader in goods: small, and with all that the service's rules look for.

use domain::ledger::{AccountSubtype, AccountType, ControlFor, JournalType};
use serde_json::{Value, json};

use AccountType::{Asset, Equity, Expense, Liability, Revenue};

/// One account of the chart.
#[derive(Clone, Copy, Debug)]
pub struct AccountPlan {
    /// Its code; groups have shorter ones, so that they stand before what they hold.
    pub code: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub account_type: AccountType,
    /// The code of the group above; empty at the top.
    pub parent: &'static str,
    /// What it is for; `None` for a group.
    pub subtype: Option<AccountSubtype>,
    /// The subledger that it controls.
    pub control: Option<ControlFor>,
}

impl AccountPlan {
    /// The request that creates it below this group.
    #[must_use]
    pub fn request(&self, parent_id: Option<&str>) -> Value {
        json!({
            "code": self.code,
            "name": self.name,
            "type": self.account_type.name(),
            "subtype": self.subtype.map(AccountSubtype::name),
            "parentId": parent_id,
            "isGroup": self.subtype.is_none(),
            "controlFor": self.control.map(ControlFor::name),
        })
    }

    const fn controls(mut self, control: ControlFor) -> Self {
        self.control = Some(control);
        self
    }
}

const fn group(code: &'static str, name: &'static str, account_type: AccountType, parent: &'static str) -> AccountPlan {
    AccountPlan { code, name, account_type, parent, subtype: None, control: None }
}

const fn account(
    code: &'static str,
    name: &'static str,
    account_type: AccountType,
    parent: &'static str,
    subtype: AccountSubtype,
) -> AccountPlan {
    AccountPlan { code, name, account_type, parent, subtype: Some(subtype), control: None }
}

/// All accounts, each group before what it holds.
pub const ACCOUNTS: &[AccountPlan] = &[
    group("1", "Assets", Asset, ""),
    group("10", "Cash and cash equivalents", Asset, "1"),
    account("1000", "Cash in hand", Asset, "10", AccountSubtype::Cash),
    account("1010", "Bank current account", Asset, "10", AccountSubtype::Bank).controls(ControlFor::Bank),
    account("1020", "Card payments in transit", Asset, "10", AccountSubtype::Other),
    group("11", "Trade and other receivables", Asset, "1"),
    account("1100", "Trade receivables", Asset, "11", AccountSubtype::Receivable).controls(ControlFor::Receivable),
    account("1150", "Recoverable VAT", Asset, "11", AccountSubtype::Tax),
    account("1190", "Prepayments", Asset, "11", AccountSubtype::Other),
    group("12", "Inventories", Asset, "1"),
    account("1200", "Goods for resale", Asset, "12", AccountSubtype::Inventory).controls(ControlFor::Stock),
    account("1210", "Goods in transit", Asset, "12", AccountSubtype::Inventory).controls(ControlFor::Stock),
    group("15", "Property and equipment", Asset, "1"),
    account("1500", "Equipment at cost", Asset, "15", AccountSubtype::FixedAsset),
    account("1590", "Equipment, accumulated depreciation", Asset, "15", AccountSubtype::FixedAsset),
    account("1900", "Suspense", Asset, "1", AccountSubtype::Suspense),
    group("2", "Liabilities", Liability, ""),
    group("20", "Trade and other payables", Liability, "2"),
    account("2000", "Trade payables", Liability, "20", AccountSubtype::Payable).controls(ControlFor::Payable),
    account("2010", "Goods received, not invoiced", Liability, "20", AccountSubtype::Other),
    account("2020", "Accrued expenses", Liability, "20", AccountSubtype::Other),
    group("22", "Taxes", Liability, "2"),
    account("2200", "VAT payable", Liability, "22", AccountSubtype::Tax),
    account("2210", "Income tax payable", Liability, "22", AccountSubtype::Tax),
    account("2500", "Bank loans", Liability, "2", AccountSubtype::Other),
    group("3", "Equity", Equity, ""),
    account("3000", "Share capital", Equity, "3", AccountSubtype::Other),
    account("3100", "Retained earnings", Equity, "3", AccountSubtype::RetainedEarnings),
    account("3900", "Opening balances", Equity, "3", AccountSubtype::OpeningBalance),
    group("4", "Revenue", Revenue, ""),
    account("4000", "Sales of goods", Revenue, "4", AccountSubtype::Revenue),
    account("4100", "Sales returns", Revenue, "4", AccountSubtype::Revenue),
    account("4900", "Other income", Revenue, "4", AccountSubtype::Revenue),
    group("5", "Cost of sales", Expense, ""),
    account("5000", "Cost of goods sold", Expense, "5", AccountSubtype::Cogs),
    account("5100", "Inventory adjustments", Expense, "5", AccountSubtype::Expense),
    account("5200", "Scrapped goods", Expense, "5", AccountSubtype::Expense),
    account("5300", "Purchase price differences", Expense, "5", AccountSubtype::Expense),
    group("6", "Operating expenses", Expense, ""),
    account("6000", "Wages and salaries", Expense, "6", AccountSubtype::Expense),
    account("6100", "Rent", Expense, "6", AccountSubtype::Expense),
    account("6200", "Postage and packing", Expense, "6", AccountSubtype::Expense),
    account("6300", "Card and marketplace fees", Expense, "6", AccountSubtype::Expense),
    account("6400", "Bank charges", Expense, "6", AccountSubtype::Expense),
    account("6500", "Depreciation", Expense, "6", AccountSubtype::Expense),
    group("7", "Finance and taxes", Expense, ""),
    account("7000", "Exchange gains and losses", Expense, "7", AccountSubtype::FxGainLoss),
    account("7100", "Rounding differences", Expense, "7", AccountSubtype::Rounding),
    account("7200", "Interest expense", Expense, "7", AccountSubtype::Expense),
    account("7900", "Income tax expense", Expense, "7", AccountSubtype::Tax),
];

/// All journals: code, name, type.
pub const JOURNALS: &[(&str, &str, JournalType)] = &[
    ("GJ", "General journal", JournalType::General),
    ("SJ", "Sales", JournalType::Sales),
    ("CN", "Credit notes", JournalType::Sales),
    ("PJ", "Purchases", JournalType::Purchase),
    ("BANK", "Bank", JournalType::Bank),
    ("CASH", "Cash", JournalType::Cash),
    ("STK", "Stock", JournalType::Stock),
    ("OPEN", "Opening balances", JournalType::Opening),
    ("CLOSE", "Closing of years", JournalType::Closing),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_account_stands_below_an_earlier_group_of_its_type() {
        for (index, plan) in ACCOUNTS.iter().enumerate() {
            assert!(!ACCOUNTS[..index].iter().any(|other| other.code == plan.code), "{} twice", plan.code);
            if plan.parent.is_empty() {
                continue;
            }
            let parent = ACCOUNTS[..index].iter().find(|other| other.code == plan.parent);
            let fits =
                parent.is_some_and(|parent| parent.subtype.is_none() && parent.account_type == plan.account_type);
            assert!(fits, "{} below {}", plan.code, plan.parent);
        }
    }
}
