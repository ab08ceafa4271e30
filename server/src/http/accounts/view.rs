//! An account as it is answered.

use std::collections::BTreeMap;

use domain::rows::{Account, AccountSubtype, AccountType, ControlFor, Side};
use domain::value::id::{AccountId, PrincipalId};

use crate::http::journal_entries::view::texts;
use crate::http::output::{At, CurrencyCode, Id, Named, RawObject};

crate::output! {
    /// An account of the chart.
    pub struct AccountView {
        pub id: Id<AccountId>,
        pub code: String,
        pub name: String,
        pub r#type: Named<AccountType>,
        pub subtype: Option<Named<AccountSubtype>>,
        /// The side that increases its balance.
        pub normal_balance: Named<Side>,
        pub parent_id: Option<Id<AccountId>>,
        pub is_group: bool,
        /// Null accepts any currency.
        pub currency: Option<CurrencyCode>,
        pub is_active: bool,
        pub control_for: Option<Named<ControlFor>>,
        pub revalue: bool,
        /// Whether its lines are open items, to be matched with one another.
        pub is_reconcilable: bool,
        pub required_dimensions: Vec<String>,
        /// Default values for lines, by dimension code, if neither the line nor its entry gives one.
        pub default_dimensions: BTreeMap<String, String>,
        pub description: Option<String>,
        pub external_id: Option<String>,
        pub metadata: RawObject,
        /// Whether a line was ever posted; if so, type, currency, control and group are frozen.
        pub has_postings: bool,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

impl From<Account> for AccountView {
    fn from(account: Account) -> Self {
        Self {
            id: Id(account.id),
            code: account.code,
            name: account.name,
            r#type: Named(account.account_type),
            subtype: account.subtype.map(Named),
            normal_balance: Named(account.normal_balance),
            parent_id: account.parent_id.map(Id),
            is_group: account.is_group,
            currency: account.currency.map(CurrencyCode),
            is_active: account.is_active,
            control_for: account.control_for.map(Named),
            revalue: account.revalue,
            is_reconcilable: account.is_reconcilable,
            default_dimensions: texts(&account.default_dimensions),
            required_dimensions: account.required_dimensions.split_whitespace().map(str::to_owned).collect(),
            description: account.description,
            external_id: account.external_id,
            metadata: RawObject(account.metadata),
            has_postings: account.has_postings,
            version: account.version,
            created_at: At(account.created_at),
            created_by: Id(account.created_by),
            updated_at: At(account.updated_at),
            updated_by: Id(account.updated_by),
        }
    }
}
