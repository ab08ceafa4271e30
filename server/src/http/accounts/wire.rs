//! The input of an account.

use domain::commands::accounts::create::CreateAccount;
use domain::commands::accounts::update::UpdateAccount;
use domain::rows::{AccountSubtype, AccountType, ControlFor};
use domain::value::id::AccountId;
use domain::value::limits::DIMENSIONS_PER_LINE;
use domain::value::{CurrencyRef, Json, Patch, Sought};

use crate::http::input::{Change, CodeText, ForeignKey, JsonObject, List, LongText, Name, StringMap, StringMapPatch};
use crate::http::journal_entries::wire::canonical;
use crate::http::round_trip::{BodyId, BodyVersion};

crate::input! {
    /// A new account; `code`, `name` and `type` are required.
    pub struct AccountInput {
        /// Unique in the organization; sorts as text.
        pub code: CodeText<32> = "1100",
        pub name: Name<200> = "Trade receivables",
        pub r#type: AccountType = "asset",
        pub subtype: Option<AccountSubtype> = "receivable",
        /// The parent group, of the same type.
        pub parent_id: Option<Sought<AccountId>>,
        /// A group contains accounts and accepts no postings.
        pub is_group: Option<bool>,
        /// The only currency that it accepts; any if absent.
        pub currency: Option<CurrencyRef>,
        /// The subledger that it controls.
        pub control_for: Option<ControlFor> = "receivable",
        /// Whether its foreign balance is revalued; true by default for cash, bank, receivable and payable.
        pub revalue: Option<bool>,
        /// Whether its lines are open items, to be matched; true by default for `controlFor` receivable and payable.
        pub is_reconcilable: Option<bool>,
        /// Codes of the dimensions that every line must have.
        pub required_dimensions: Option<List<CodeText<60>, 0, 20>>,
        /// Default values for lines, by dimension code, if neither the line nor its entry gives one.
        pub default_dimensions: Option<StringMap<DIMENSIONS_PER_LINE>>,
        pub description: Option<LongText<0, 2000>>,
        pub external_id: Option<ForeignKey<200>>,
        /// Your own data, at most 16 KB.
        pub metadata: Option<JsonObject>,
    }

    /// A change of an account: absent fields stay, null clears, metadata merges by key.
    pub struct AccountPatch ignoring [
        "normalBalance", "hasPostings", "createdAt", "createdBy", "updatedAt", "updatedBy",
    ] {
        /// Must be the id in the path.
        pub id: Option<BodyId>,
        /// Acts as `If-Match`.
        pub version: Option<BodyVersion>,
        pub code: Change<CodeText<32>>,
        pub name: Change<Name<200>> = "Receivables",
        /// Frozen after the first posting, as are `currency`, `controlFor` and `isGroup`.
        pub r#type: Change<AccountType>,
        pub subtype: Patch<AccountSubtype>,
        pub parent_id: Patch<Sought<AccountId>>,
        pub is_group: Change<bool>,
        pub currency: Patch<CurrencyRef>,
        /// An inactive account accepts no new postings except voids.
        pub is_active: Change<bool>,
        pub control_for: Patch<ControlFor>,
        pub revalue: Change<bool>,
        /// Whether its lines are open items. It can be switched off only if the lines have no active match.
        pub is_reconcilable: Change<bool>,
        pub required_dimensions: Change<List<CodeText<60>, 0, 20>>,
        /// Merged by dimension code; null clears all.
        pub default_dimensions: Patch<StringMapPatch<DIMENSIONS_PER_LINE>>,
        pub description: Patch<LongText<0, 2000>>,
        pub external_id: Patch<ForeignKey<200>>,
        pub metadata: Patch<JsonObject>,
    }
}

impl AccountInput {
    /// The command.
    pub fn command(self) -> CreateAccount {
        CreateAccount {
            code: self.code.0,
            name: self.name.0,
            account_type: self.r#type,
            subtype: self.subtype,
            parent: self.parent_id,
            is_group: self.is_group.unwrap_or(false),
            currency: self.currency,
            control_for: self.control_for,
            revalue: self.revalue,
            is_reconcilable: self.is_reconcilable,
            required_dimensions: self.required_dimensions.map(codes).unwrap_or_default(),
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
        UpdateAccount {
            account,
            if_match,
            code: self.code.set().map(|code| code.0),
            name: self.name.set().map(|name| name.0),
            account_type: self.r#type.set(),
            subtype: self.subtype,
            parent: self.parent_id,
            is_group: self.is_group.set(),
            currency: self.currency,
            is_active: self.is_active.set(),
            control_for: self.control_for,
            revalue: self.revalue.set(),
            is_reconcilable: self.is_reconcilable.set(),
            required_dimensions: self.required_dimensions.set().map(codes),
            default_dimensions: self.default_dimensions.map(StringMapPatch::json),
            description: self.description.map(|text| text.0),
            external_id: self.external_id.map(|text| text.0),
            metadata: self.metadata.map(|object| Json::parse(&object.0).unwrap_or(Json::Null)),
        }
    }
}

fn codes(list: List<CodeText<60>, 0, 20>) -> Vec<String> {
    list.0.into_iter().map(|code| code.0).collect()
}
