//! Updates a party by merge: absent leaves, null clears, contact and metadata merge by key.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::findings::Findings;
use crate::book::stop::Stop;
use crate::book::{Book, Key, version};
use crate::ledger::currencies;
use crate::ledger::entries::rules::require_metadata_fits;
use crate::ledger::parties::{
    kind_names, merged, require_contact_fits, require_free_code, require_free_name, require_party, require_terms,
};
use crate::rows::{Party, PartyKind, PartyName, Reply};
use crate::value::id::PartyId;
use crate::value::permission::Permission;
use crate::value::{CurrencyRef, Json, Patch, Sought, text};

/// Changes the fields of a party that are sent. A party whose personal text was erased is called by its id.
#[derive(Clone, Debug, Default)]
pub struct UpdateParty {
    pub party: Sought<PartyId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
    pub code: Patch<String>,
    pub name: Option<String>,
    /// Empty takes `other`.
    pub kinds: Option<Vec<PartyKind>>,
    pub currency: Patch<CurrencyRef>,
    /// Days until an invoice is due, 0 to 3,650.
    pub payment_terms_days: Patch<i64>,
    pub is_active: Option<bool>,
    pub external_id: Patch<String>,
    /// An object, merged by key.
    pub contact: Patch<Json>,
    /// An object, merged by key.
    pub metadata: Patch<Json>,
}

impl Decide for UpdateParty {
    const PERMISSION: Permission = Permission::PartiesManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        if let Some(id) = self.party.id() {
            keys.extend([Key::Party(id), Key::PartyName(id)]);
        }
        keys.extend(self.name.as_deref().map(|name| Key::PartyByName(text::folded(name))));
        keys.extend(self.code.value().cloned().map(Key::PartyByCode));
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let before = require_party(book, &self.party)?;
        version::require_version(self.if_match.as_deref(), before.version)?;
        let stored = book.party_name(before.id)?.cloned();
        let unnamed = || PartyName::new(before.id, before.id.to_string(), "{}".to_owned());
        let names_before = stored.clone().unwrap_or_else(unnamed);
        let (mut after, names_after) = self.applied(&before, &names_before);

        let mut findings = Findings::default();
        let currency = currencies::patched(book, &self.currency, before.currency);
        after.currency = findings.note(currency)?.unwrap_or(before.currency);
        findings.note(require_terms(after.payment_terms_days))?;
        findings.note(require_contact_fits(&names_after.contact))?;
        findings.note(require_metadata_fits(&after.metadata))?;
        findings.verdict()?;
        if let Some(into) = before.merged_into_id.filter(|_| after.is_active) {
            return Err(merged(into).at("/isActive").into());
        }
        if after == before && names_after == names_before {
            return Ok(Reply::new(before.id, before.version, Default::default()));
        }

        if names_after.name != names_before.name {
            require_free_name(book, &names_after.name, Some(before.id))?;
            if stored.is_some() {
                book.party_by_name(&names_before.name)?;
                book.party_ids_by_name.set(names_before.name_key.clone(), None);
            }
            book.party_ids_by_name.set(names_after.name_key.clone(), Some(before.id));
        }
        if after.code != before.code {
            require_free_code(book, after.code.as_deref())?;
            if let Some(old) = &before.code {
                book.party_by_code(old)?;
                book.party_codes.set(old.clone(), None);
            }
            if let Some(new) = &after.code {
                book.party_codes.set(new.clone(), Some(before.id));
            }
        }
        if names_after != names_before {
            book.party_names.put(names_after);
        }
        // The version moves with the personal text too: the fact states that it changed, not its value.
        Ok(book.update(ctx, FactKind::PartyUpdated, after))
    }
}

impl UpdateParty {
    fn applied(&self, before: &Party, names: &PartyName) -> (Party, PartyName) {
        let (mut party, mut names) = (before.clone(), names.clone());
        self.code.clone().apply(&mut party.code);
        if let Some(kinds) = &self.kinds {
            party.kinds = kind_names(kinds);
        }
        self.payment_terms_days.clone().apply(&mut party.payment_terms_days);
        party.is_active = self.is_active.unwrap_or(party.is_active);
        self.external_id.clone().apply(&mut party.external_id);
        party.metadata = self.metadata.merged_into(&party.metadata, "{}");
        if let Some(name) = &self.name {
            names = PartyName::new(names.party_id, name.clone(), names.contact);
        }
        names.contact = self.contact.merged_into(&names.contact, "{}");
        (party, names)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::parties::create::tests::party;
    use crate::rows::FactRow;
    use crate::testing::Stage;
    use crate::value::rejection::Code;

    fn update(party: &str) -> UpdateParty {
        UpdateParty { party: Sought::of(party), ..UpdateParty::default() }
    }

    #[test]
    fn a_new_name_frees_the_old_one_and_leaves_a_fact_without_it() {
        let mut stage = Stage::new();
        let ann = stage.run(party("Ann", Some("A1"))).expect("created").subject;
        let facts = stage.rows::<FactRow>().len();
        let renamed = UpdateParty {
            name: Some("Anna".to_owned()),
            contact: Patch::Set(Json::parse(r#"{"phone":"1"}"#).expect("json")),
            ..update(&ann)
        };
        assert_eq!(stage.run(renamed.clone()).expect("renamed").version, 2);
        assert_eq!(stage.rows::<PartyName>()[0].contact, r#"{"email":"ann@example.com","phone":"1"}"#);
        assert_eq!(stage.rows::<FactRow>().len(), facts + 1);
        for same in [renamed, update(&ann)] {
            assert_eq!(stage.run(same).expect("no change").facts, None);
        }
        let respelt = UpdateParty { name: Some("ANNA".to_owned()), ..update(&ann) };
        stage.run(respelt).expect("its own name in another spelling");
        assert_eq!(stage.rows::<PartyName>()[0].name, "ANNA");
        stage.run(party("anna", None)).expect_err("is that name");
        stage.run(party("Ann", None)).expect("the old name is free");
        let back = UpdateParty { name: Some("Ann".to_owned()), ..update(&ann) };
        let rejection = stage.run(back).expect_err("taken");
        assert_eq!((rejection.code, rejection.errors[0].pointer.as_str()), (Code::CodeTaken, "/name"));
    }

    #[test]
    fn fields_merge_and_null_clears() {
        let mut stage = Stage::new();
        let ann = stage.run(party("Ann", Some("A1"))).expect("created").subject;
        let change = UpdateParty {
            code: Patch::Null,
            payment_terms_days: Patch::Null,
            kinds: Some(vec![]),
            is_active: Some(false),
            ..update(&ann)
        };
        stage.run(change).expect("updated");
        let stored = stage.rows::<Party>()[0].clone();
        assert_eq!(
            (stored.code, stored.payment_terms_days, stored.kinds.as_str(), stored.is_active),
            (None, None, "other", false)
        );
        stage.run(party("Bob", Some("A1"))).expect("the code is free");
    }

    #[test]
    fn unknown_parties_old_versions_taken_codes_and_long_terms_are_refused() {
        let mut stage = Stage::new();
        let ann = stage.run(party("Ann", None)).expect("created").subject;
        stage.run(party("Bob", Some("B1"))).expect("created");
        for (command, code) in [
            (update("pty_x"), Code::NotFound),
            (UpdateParty { if_match: Some(vec![2]), ..update(&ann) }, Code::VersionMismatch),
            (UpdateParty { code: Patch::Set("B1".to_owned()), ..update(&ann) }, Code::CodeTaken),
            (UpdateParty { payment_terms_days: Patch::Set(4000), ..update(&ann) }, Code::LimitReached),
        ] {
            assert_eq!(stage.run(command).expect_err("refused").code, code);
        }
    }
}
