//! An account as it is answered.

use std::collections::BTreeMap;

use domain::rows::{Account, AccountSubtype, AccountType, ControlFor, Side};
use domain::value::id::{AccountId, PrincipalId};

use crate::http::journal_entries::view::texts;
use crate::http::output::{At, CurrencyCode, Id, Named, RawObject};

crate::view! {
    /// An account of the chart.
    pub struct AccountView from (account: Account) {
        pub id: Id<AccountId>,
        pub code: String,
        pub name: String,
        pub kind: Named<AccountType> => Named(account.account_type),
        /// Deprecated: use `kind`.
        pub r#type: Named<AccountType> => Named(account.account_type),
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
        pub required_dimensions: Vec<String> =>
            account.required_dimensions.split_whitespace().map(str::to_owned).collect(),
        /// Default values for lines, by dimension code, if neither the line nor its entry gives one.
        pub default_dimensions: BTreeMap<String, String> => texts(&account.default_dimensions),
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

crate::list_columns! {
    AccountView {
        code: String => "Code",
        name: String => "Name",
        kind: Named<AccountType> => "Kind",
        subtype: Option<Named<AccountSubtype>> => "Subtype",
        normal_balance: Named<Side> => "Normal balance",
        parent_id: Option<Id<AccountId>> => "Parent" (code of accounts),
        is_group: bool => "Group",
        currency: Option<CurrencyCode> => "Currency",
        control_for: Option<Named<ControlFor>> => "Control for",
        revalue: bool => "Revalued",
        is_reconcilable: bool => "Open items",
        is_active: bool => "Active",
        description: Option<String> => "Description",
        external_id: Option<String> => "External id",
        id: Id<AccountId> => "Id",
    }
}
