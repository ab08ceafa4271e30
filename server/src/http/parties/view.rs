//! A party as it is answered, with its personal text where that was not erased.

use domain::rows::{Party, PartyKind, PartyName};
use domain::value::id::{PartyId, PrincipalId};

use crate::http::output::{At, CurrencyCode, Id, Named, RawObject};

crate::output! {
    /// A customer, supplier or other party.
    pub struct PartyView {
        pub id: Id<PartyId>,
        pub code: Option<String>,
        /// Null if the personal data was erased.
        pub name: Option<String>,
        pub kinds: Vec<Named<PartyKind>>,
        pub currency: Option<CurrencyCode>,
        pub payment_terms_days: Option<i64>,
        pub is_active: bool,
        pub external_id: Option<String>,
        pub contact: RawObject,
        pub metadata: RawObject,
        pub version: i64,
        pub created_at: At,
        pub created_by: Id<PrincipalId>,
        pub updated_at: At,
        pub updated_by: Id<PrincipalId>,
    }
}

impl PartyView {
    /// The view of a party with its name and contact.
    #[must_use]
    pub fn of(party: Party, personal: Option<PartyName>) -> Self {
        let (name, contact) = match personal {
            Some(personal) => (Some(personal.name), personal.contact),
            None => (None, "{}".to_owned()),
        };
        Self {
            id: Id(party.id),
            code: party.code,
            name,
            kinds: party.kinds.split_whitespace().filter_map(PartyKind::parse).map(Named).collect(),
            currency: party.currency.map(CurrencyCode),
            payment_terms_days: party.payment_terms_days,
            is_active: party.is_active,
            external_id: party.external_id,
            contact: RawObject(contact),
            metadata: RawObject(party.metadata),
            version: party.version,
            created_at: At(party.created_at),
            created_by: Id(party.created_by),
            updated_at: At(party.updated_at),
            updated_by: Id(party.updated_by),
        }
    }
}
