//! The input of an account.

use domain::commands::accounts::create::CreateAccount;
use domain::commands::accounts::update::UpdateAccount;
use domain::rows::{AccountSubtype, AccountType, ControlFor};
use domain::value::id::AccountId;
use domain::value::limits::DIMENSIONS_PER_LINE;
use domain::value::{CurrencyRef, Sought};

use crate::http::input::{CodeText, ForeignKey, IntoCore, JsonObject, List, LongText, Name, StringMap, StringMapPatch};
use crate::http::journal_entries::wire::canonical;

crate::fields! {
    /// A new account; `code`, `name` and `kind` are required.
    pub struct AccountInput;

    /// A change of an account: absent fields stay, null clears, metadata merges by key.
    pub struct AccountPatch repeating [id, version]
        ignoring ["normalBalance", "hasPostings", "createdAt", "createdBy", "updatedAt", "updatedBy"];

    onto UpdateAccount {
        /// Unique in the organization; sorts as text.
        pub code: Required<CodeText<32>> = "1100",
        pub name: Required<Name<200>> = "Trade receivables" => "Receivables",
        /// Deprecated: use `kind`. One of the two is required.
        #[patch = "Deprecated: use `kind`, which is frozen after the first posting, as are `currency`, `controlFor` and `isGroup`."]
        pub account_type as "type": Required<AccountType> = "asset",
        pub subtype: Clearable<AccountSubtype> = "receivable",
        /// The parent group, of the same type.
        pub parent_id: Clearable<Sought<AccountId>>,
        /// A group contains accounts and accepts no postings.
        pub is_group: Optional<bool>,
        /// The only currency that it accepts; any if absent.
        pub currency: Clearable<CurrencyRef>,
        /// An inactive account accepts no new postings except voids.
        pub is_active: Later<bool>,
        /// The subledger that it controls.
        pub control_for: Clearable<ControlFor> = "receivable",
        /// Whether its foreign balance is revalued; true by default for cash, bank, receivable and payable.
        pub revalue: Optional<bool>,
        /// Whether its lines are open items, to be matched; true by default for `controlFor` receivable and payable.
        #[patch = "Whether its lines are open items. It can be switched off only if the lines have no active match."]
        pub is_reconcilable: Optional<bool>,
        /// Codes of the dimensions that every line must have.
        pub required_dimensions: Optional<List<CodeText<60>, 0, 20>>,
        /// Default values for lines, by dimension code, if neither the line nor its entry gives one.
        #[patch = "Merged by dimension code; null clears all."]
        pub default_dimensions: Merged<StringMap<DIMENSIONS_PER_LINE>, StringMapPatch<DIMENSIONS_PER_LINE>>,
        pub description: Clearable<LongText<0, 2000>>,
        pub external_id: Clearable<ForeignKey<200>>,
        /// Your own data, at most 16 KB.
        pub metadata: Clearable<JsonObject>,
    }
}

impl AccountInput {
    /// The command.
    pub fn command(self) -> CreateAccount {
        CreateAccount {
            code: self.code.0,
            name: self.name.0,
            account_type: self.account_type,
            subtype: self.subtype,
            parent_id: self.parent_id,
            is_group: self.is_group.unwrap_or(false),
            currency: self.currency,
            control_for: self.control_for,
            revalue: self.revalue,
            is_reconcilable: self.is_reconcilable,
            required_dimensions: self.required_dimensions.map(List::into_core).unwrap_or_default(),
            default_dimensions: canonical(self.default_dimensions),
            description: self.description.map(|text| text.0),
            external_id: self.external_id.map(|text| text.0),
            metadata: self.metadata.map_or_else(|| "{}".to_owned(), |object| object.0),
        }
    }
}

impl AccountPatch {
    /// The command for this account.
    pub fn command(self, account: Sought<AccountId>, if_match: Option<Vec<i64>>) -> UpdateAccount {
        self.onto(UpdateAccount { account, if_match, ..UpdateAccount::default() })
    }
}
