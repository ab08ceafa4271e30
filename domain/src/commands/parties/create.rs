//! Creates a customer, supplier or other party.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::findings::Findings;
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::ledger::currencies;
use crate::ledger::entries::rules::require_metadata_fits;
use crate::ledger::parties::{kind_names, require_contact_fits, require_free_code, require_free_name, require_terms};
use crate::rows::{Party, PartyKind, PartyName, Reply};
use crate::value::id::PartyId;
use crate::value::permission::Permission;
use crate::value::{CurrencyRef, text};

/// A new party. Name and contact are kept erasable, outside of the log.
#[derive(Clone, Debug)]
pub struct CreateParty {
    pub code: Option<String>,
    pub name: String,
    /// Empty takes `other`.
    pub kinds: Vec<PartyKind>,
    pub currency: Option<CurrencyRef>,
    /// Days until an invoice is due, 0 to 3,650.
    pub payment_terms_days: Option<i64>,
    pub external_id: Option<String>,
    /// A JSON object in canonical text.
    pub contact: String,
    /// A JSON object in canonical text.
    pub metadata: String,
}

impl Decide for CreateParty {
    const PERMISSION: Permission = Permission::PartiesManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        keys.push(Key::PartyByName(text::folded(&self.name)));
        keys.extend(self.code.clone().map(Key::PartyByCode));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        book.organization()?;
        let mut findings = Findings::default();
        let currency = match self.currency {
            Some(named) => findings.note(currencies::require(book, named, "/currency"))?,
            None => None,
        };
        findings.note(require_terms(self.payment_terms_days))?;
        findings.note(require_contact_fits(&self.contact))?;
        findings.note(require_metadata_fits(&self.metadata))?;
        findings.verdict()?;
        require_free_name(book, &self.name, None)?;
        require_free_code(book, self.code.as_deref())?;
        let id: PartyId = ctx.ids.next();
        let named = PartyName::new(id, self.name.clone(), self.contact.clone());
        book.party_ids_by_name.set(named.name_key.clone(), Some(id));
        if let Some(code) = &self.code {
            book.party_codes.set(code.clone(), Some(id));
        }
        book.party_names.put(named);
        book.parties.put(Party {
            id,
            code: self.code.clone(),
            kinds: kind_names(&self.kinds),
            currency,
            payment_terms_days: self.payment_terms_days,
            is_active: true,
            external_id: self.external_id.clone(),
            metadata: self.metadata.clone(),
            is_used: false,
            merged_into_id: None,
            merge_reason: None,
            version: 1,
            created_at: ctx.at,
            created_by: ctx.actor.principal,
            updated_at: ctx.at,
            updated_by: ctx.actor.principal,
        });
        let recorded = book.record(ctx, FactKind::PartyCreated, id);
        Ok(Reply::new(id, 1, recorded))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::rows::FactRow;
    use crate::testing::Stage;
    use crate::value::rejection::Code;

    pub(crate) fn party(name: &str, code: Option<&str>) -> CreateParty {
        CreateParty {
            code: code.map(str::to_owned),
            name: name.to_owned(),
            kinds: vec![PartyKind::Supplier, PartyKind::Customer, PartyKind::Supplier],
            currency: None,
            payment_terms_days: Some(30),
            external_id: None,
            contact: r#"{"email":"ann@example.com"}"#.to_owned(),
            metadata: "{}".to_owned(),
        }
    }

    #[test]
    fn a_party_is_created_and_its_personal_text_stays_out_of_the_log() {
        let mut stage = Stage::new();
        stage.run(party("Ann", Some("A1"))).expect("created");
        assert_eq!(stage.rows::<Party>()[0].kinds, "customer supplier");
        assert_eq!(stage.rows::<PartyName>()[0].name, "Ann");
        let logged = stage.rows::<FactRow>().iter().any(|fact| fact.payload.windows(3).any(|bytes| bytes == b"Ann"));
        assert!(!logged, "the name is in a fact");
    }

    #[test]
    fn names_and_codes_are_unique_and_terms_bounded() {
        let mut stage = Stage::new();
        stage.run(party("Ann", Some("A1"))).expect("created");
        for (new, code, pointer) in [
            (party("Ann", None), Code::CodeTaken, "/name"),
            (party("ANN", None), Code::CodeTaken, "/name"),
            (party("Bob", Some("A1")), Code::CodeTaken, "/code"),
            (
                CreateParty { payment_terms_days: Some(3651), ..party("Bob", None) },
                Code::LimitReached,
                "/paymentTermsDays",
            ),
            (
                CreateParty { payment_terms_days: Some(-1), ..party("Bob", None) },
                Code::LimitReached,
                "/paymentTermsDays",
            ),
        ] {
            let rejection = stage.run(new).expect_err("refused");
            assert_eq!((rejection.code, rejection.errors[0].pointer.as_str()), (code, pointer));
        }
    }
}
