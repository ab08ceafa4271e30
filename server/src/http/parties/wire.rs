//! The input of a party.

use domain::commands::parties::create::CreateParty;
use domain::commands::parties::update::UpdateParty;
use domain::rows::PartyKind;
use domain::value::id::PartyId;
use domain::value::{CurrencyRef, Json, Patch, Sought};

use crate::http::input::{Change, CodeText, ForeignKey, JsonObject, List, Name, Whole};
use crate::http::round_trip::{BodyId, BodyVersion};

crate::input! {
    /// A new customer, supplier or other party; only `name` is required.
    pub struct PartyInput {
        /// Unique in the organization; entries can refer to the party by it.
        pub name: Name<200> = "17850",
        /// Your own code, unique.
        pub code: Option<CodeText<32>>,
        /// `other` if absent.
        pub kinds: Option<List<PartyKind, 0, 3>>,
        pub currency: Option<CurrencyRef>,
        /// Days until an invoice is due.
        pub payment_terms_days: Option<Whole<0, 3650>> = 30,
        pub external_id: Option<ForeignKey<200>>,
        /// Address, telephone and the like; kept outside the log, so that it can be erased.
        pub contact: Option<JsonObject>,
        /// Your own data, at most 16 KB.
        pub metadata: Option<JsonObject>,
    }

    /// A change of a party: absent fields stay, null clears, contact and metadata merge by key.
    pub struct PartyPatch ignoring ["createdAt", "createdBy", "updatedAt", "updatedBy"] {
        /// Must be the id in the path.
        pub id: Option<BodyId>,
        /// Acts as `If-Match`.
        pub version: Option<BodyVersion>,
        pub name: Change<Name<200>> = "17850 Ltd",
        pub code: Patch<CodeText<32>>,
        pub kinds: Change<List<PartyKind, 0, 3>>,
        pub currency: Patch<CurrencyRef>,
        pub payment_terms_days: Patch<Whole<0, 3650>>,
        pub is_active: Change<bool>,
        pub external_id: Patch<ForeignKey<200>>,
        pub contact: Patch<JsonObject>,
        pub metadata: Patch<JsonObject>,
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
        // The wire made the text itself, so that it always parses.
        let json = |object: JsonObject| Json::parse(&object.0).unwrap_or(Json::Null);
        UpdateParty {
            party,
            if_match,
            code: self.code.map(|code| code.0),
            name: self.name.set().map(|name| name.0),
            kinds: self.kinds.set().map(|kinds| kinds.0),
            currency: self.currency,
            payment_terms_days: self.payment_terms_days.map(|days| days.0),
            is_active: self.is_active.set(),
            external_id: self.external_id.map(|text| text.0),
            contact: self.contact.map(json),
            metadata: self.metadata.map(json),
        }
    }
}
