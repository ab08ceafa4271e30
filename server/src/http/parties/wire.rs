//! The input of a party.

use domain::commands::parties::create::CreateParty;
use domain::commands::parties::update::UpdateParty;
use domain::rows::PartyKind;
use domain::value::id::PartyId;
use domain::value::{CurrencyRef, Sought};

use crate::http::input::{CodeText, ForeignKey, JsonObject, List, Name, Reason, Whole};

crate::fields! {
    /// A new customer, supplier or other party; only `name` is required.
    pub struct PartyInput;

    /// A change of a party: absent fields stay, null clears, contact and metadata merge by key.
    pub struct PartyPatch repeating [id, version]
        ignoring ["mergedIntoId", "mergeReason", "createdAt", "createdBy", "updatedAt", "updatedBy"];

    onto UpdateParty {
        /// Unique in the organization, whatever its case and blanks; entries can refer to the party by it.
        pub name: Required<Name<200>> = "17850" => "17850 Ltd",
        /// Your own code, unique.
        pub code: Clearable<CodeText<32>>,
        /// `other` if absent.
        pub kinds: Optional<List<PartyKind, 0, 3>>,
        pub currency: Clearable<CurrencyRef>,
        /// Days until an invoice is due.
        pub payment_terms_days: Clearable<Whole<0, 3650>> = 30,
        pub is_active: Later<bool>,
        pub external_id: Clearable<ForeignKey<200>>,
        /// Address, telephone and the like; kept outside the log, so that it can be erased.
        pub contact: Clearable<JsonObject>,
        /// Your own data, at most 16 KB.
        pub metadata: Clearable<JsonObject>,
    }
}

crate::input! {
    /// Which party this one is the same as.
    pub struct MergeInput {
        /// The party that stays: active, and not merged itself.
        pub into: Sought<PartyId>,
        /// Why, 1 to 500 characters.
        pub reason: Reason = "the same customer, spelt twice",
    }
}

impl PartyInput {
    /// The command.
    pub fn command(self) -> CreateParty {
        let object = |object: Option<JsonObject>| object.map_or_else(|| "{}".to_owned(), |object| object.0);
        CreateParty {
            code: self.code.map(|code| code.0),
            name: self.name.0,
            kinds: self.kinds.map(|kinds| kinds.0).unwrap_or_default(),
            currency: self.currency,
            payment_terms_days: self.payment_terms_days.map(|days| days.0),
            external_id: self.external_id.map(|text| text.0),
            contact: object(self.contact),
            metadata: object(self.metadata),
        }
    }
}

impl PartyPatch {
    /// The command for this party.
    pub fn command(self, party: Sought<PartyId>, if_match: Option<Vec<i64>>) -> UpdateParty {
        self.onto(UpdateParty { party, if_match, ..UpdateParty::default() })
    }
}
