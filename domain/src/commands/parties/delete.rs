//! Deletes a party that nothing ever named.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::ledger::parties::require_party;
use crate::rows::{Party, Reply};
use crate::value::Sought;
use crate::value::id::PartyId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection, Value};

/// Deletes a party that no line, draft or document ever named. Its name is free again.
#[derive(Clone, Debug)]
pub struct DeleteParty {
    pub party: Sought<PartyId>,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for DeleteParty {
    const PERMISSION: Permission = Permission::PartiesManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        if let Some(id) = self.party.id() {
            keys.extend([Key::Party(id), Key::PartyName(id)]);
        }
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let party = require_party(book, &self.party)?;
        require_version(self.if_match.as_deref(), party.version)?;
        if party.is_used {
            return Err(in_use(&party).into());
        }
        if let Some(named) = book.party_name(party.id)?.cloned() {
            book.party_by_name(&named.name)?;
            book.party_ids_by_name.set(named.name_key, None);
            book.party_names.set((party.id,), None);
        }
        if let Some(code) = &party.code {
            book.party_by_code(code)?;
            book.party_codes.set(code.clone(), None);
        }
        book.parties.set((party.id,), None);
        let recorded = book.record(ctx, FactKind::PartyDeleted, party.id);
        Ok(Reply::new(party.id, party.version, recorded))
    }
}

fn in_use(party: &Party) -> Rejection {
    let message = "lines or documents have named the party: merge it into another one, or deactivate it";
    let path = format!("/accounting/parties/{}", party.id);
    let others = "/accounting/parties?isActive=true";
    let rejection =
        Rejection::new(Code::PartyInUse, message).offer("parties", "List the parties to merge it into", "GET", others);
    if party.is_active {
        rejection.offer("deactivate", "Deactivate it", "PUT", path).body(vec![("isActive", Value::Bool(false))])
    } else {
        rejection
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::parties::create::tests::party;
    use crate::rows::PartyName;
    use crate::testing::{Stage, party_line};

    #[test]
    fn only_a_party_that_nothing_ever_named_goes_and_leaves_its_name_and_code_free() {
        let mut stage = Stage::new();
        let id = stage.run(party("Ann", Some("A1"))).expect("created").subject;
        let delete = |if_match| DeleteParty { party: Sought::of(&id), if_match };
        assert_eq!(stage.run(delete(Some(vec![2]))).expect_err("stale").code, Code::VersionMismatch);
        stage.run(delete(Some(vec![1]))).expect("deleted");
        assert_eq!(stage.run(delete(None)).expect_err("gone").code, Code::NotFound);
        assert_eq!(stage.rows::<PartyName>(), []);
        let id = stage.run(party("ann", Some("A1"))).expect("free").subject;
        let mut sale = stage.sale("5.00", true);
        sale.lines[0] = party_line("1100", "5.00", "0", "ANN");
        stage.run(sale).expect("posted");
        let rejection = stage.run(DeleteParty { party: Sought::of(&id), if_match: None }).expect_err("used");
        let ways: Vec<&str> = rejection.resolutions.iter().map(|way| way.rel).collect();
        assert_eq!((rejection.code, ways), (Code::PartyInUse, vec!["parties", "deactivate"]));
    }
}
