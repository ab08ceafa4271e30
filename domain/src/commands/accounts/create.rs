//! Creates an account of the chart.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::accounts::rules::{
    account_code_taken, normal_balance, reconcilable_by_default, require_control_fits, require_parent,
    require_reconcilable_fits,
};
use crate::ledger::currencies;
use crate::ledger::dimensions::lines;
use crate::rows::{Account, AccountSubtype, AccountType, ControlFor, Reply};
use crate::value::id::AccountId;
use crate::value::permission::Permission;
use crate::value::{CurrencyRef, Sought};

/// A new account.
#[derive(Clone, Debug)]
pub struct CreateAccount {
    pub code: String,
    pub name: String,
    pub account_type: AccountType,
    pub subtype: Option<AccountSubtype>,
    /// The group above.
    pub parent_id: Option<Sought<AccountId>>,
    pub is_group: bool,
    pub currency: Option<CurrencyRef>,
    pub control_for: Option<ControlFor>,
    /// `None` takes the default: yes for cash, bank, receivable and payable.
    pub revalue: Option<bool>,
    /// `None` takes the default: yes for control accounts of receivables or payables.
    pub is_reconcilable: Option<bool>,
    /// Codes of dimensions that every line needs.
    pub required_dimensions: Vec<String>,
    /// Values that lines have where neither they nor their entry name one: canonical JSON, empty for none.
    pub default_dimensions: String,
    pub description: Option<String>,
    pub external_id: Option<String>,
    /// A JSON object in canonical text.
    pub metadata: String,
}

impl Decide for CreateAccount {
    const PERMISSION: Permission = Permission::AccountsManage;

    fn hint(&self, book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::AccountByCode(self.code.clone()));
        keys.extend((!self.required_dimensions.is_empty()).then_some(Key::Dimensions));
        lines::hint(book, &self.default_dimensions, keys);
        keys.extend(self.parent_id.as_ref().and_then(Sought::id).map(Key::Account));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let id = self.write(book, ctx)?;
        let recorded = book.record(ctx, FactKind::AccountCreated, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

impl CreateAccount {
    /// Writes the account; the fact is the caller's.
    pub(crate) fn write(&self, book: &mut Book, ctx: &Context) -> Result<AccountId, Stop> {
        book.organization()?;
        let parent_id = match &self.parent_id {
            Some(text) => Some(require_parent(book, text, self.account_type)?),
            None => None,
        };
        let currency = match self.currency {
            Some(named) => Some(currencies::require(book, named, "/currency")?),
            None => None,
        };
        require_control_fits(self.control_for, self.account_type, self.is_group)?;
        let is_reconcilable = self.is_reconcilable.unwrap_or_else(|| reconcilable_by_default(self.control_for));
        require_reconcilable_fits(is_reconcilable, self.account_type, self.is_group)?;
        lines::require_requirable(book, &self.required_dimensions, "")?;
        lines::require_givable(book, &self.default_dimensions)?;
        if let Some(other) = book.account_by_code(&self.code)? {
            return Err(account_code_taken(&self.code, other).into());
        }
        let id: AccountId = ctx.ids.next();
        let mut dimensions = self.required_dimensions.clone();
        dimensions.sort();
        dimensions.dedup();
        book.account_codes.set(self.code.clone(), Some(id));
        book.accounts.put(Account {
            id,
            code: self.code.clone(),
            name: self.name.clone(),
            account_type: self.account_type,
            subtype: self.subtype,
            normal_balance: normal_balance(self.account_type),
            parent_id,
            is_group: self.is_group,
            currency,
            is_active: true,
            control_for: self.control_for,
            revalue: self.revalue.unwrap_or_else(|| revalued_by_default(self.subtype, self.control_for)),
            is_reconcilable,
            required_dimensions: dimensions.join(" "),
            default_dimensions: self.default_dimensions.clone(),
            description: self.description.clone(),
            external_id: self.external_id.clone(),
            metadata: self.metadata.clone(),
            has_postings: false,
            version: 1,
            created_at: ctx.at,
            created_by: ctx.actor.principal,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
        });
        Ok(id)
    }
}

/// Monetary items are revalued at closing rates (IAS 21.23); stock, fixed assets, equity and results are not.
fn revalued_by_default(subtype: Option<AccountSubtype>, control_for: Option<ControlFor>) -> bool {
    matches!(
        subtype,
        Some(AccountSubtype::Cash | AccountSubtype::Bank | AccountSubtype::Receivable | AccountSubtype::Payable)
    ) || matches!(control_for, Some(ControlFor::Receivable | ControlFor::Payable | ControlFor::Bank))
}
