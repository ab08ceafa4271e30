//! A party as it is answered, with its personal text where that was not erased.

use domain::rows::{Party, PartyKind, PartyName};
use domain::value::id::{PartyId, PrincipalId};

use crate::http::output::{At, CurrencyCode, Id, Named, RawObject};

crate::view! {
    /// A customer, supplier or other party.
    pub struct PartyView from (party: Party, name: Option<String>, contact: String) {
        pub id: Id<PartyId>,
        pub code: Option<String>,
        /// Null if the personal data was erased.
        pub name: Option<String> => name,
        pub kinds: Vec<Named<PartyKind>>,
        pub currency: Option<CurrencyCode>,
        pub payment_terms_days: Option<i64>,
        pub is_active: bool,
        pub external_id: Option<String>,
        pub contact: RawObject => RawObject(contact),
        pub metadata: RawObject,
        /// The party that it is the same as, once it was merged: its lines, name and id lead there.
        pub merged_into_id: Option<Id<PartyId>>,
        pub merge_reason: Option<String>,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

crate::list_columns! {
    PartyView {
        code: Option<String> => "Code",
        name: Option<String> => "Name",
        kinds: Vec<Named<PartyKind>> => "Kinds",
        currency: Option<CurrencyCode> => "Currency",
        payment_terms_days: Option<i64> => "Payment terms in days",
        is_active: bool => "Active",
        external_id: Option<String> => "External id",
        merged_into_id: Option<Id<PartyId>> => "Merged into",
        id: Id<PartyId> => "Id",
    }
}

impl PartyView {
    /// The view of a party with its name and contact.
    #[must_use]
    pub fn of(party: Party, personal: Option<PartyName>) -> Self {
        match personal {
            Some(personal) => Self::shown(party, Some(personal.name), personal.contact),
            None => Self::shown(party, None, "{}".to_owned()),
        }
    }
}
