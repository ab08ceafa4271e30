//! Merges a party into another one that is the same: from then on both are that one.
//!
//! What was posted keeps the party that it named. Lines and documents that come later are of the other party, whichever of the
//! two they name, and reads of the other party find the items of both. It cannot be undone: what was posted and
//! settled since then rests on it. Parties that were merged into this one are merged into the other one, too, so that no
//! party is more than one step away from the one that is meant.

use crate::book::context::Context;
use crate::book::decide::Decide;
use crate::book::fact::FactKind;
use crate::book::revised::Revised;
use crate::book::stop::Stop;
use crate::book::version::require_version;
use crate::book::{Book, Key};
use crate::ledger::parties::{merged, require_party};
use crate::rows::{Party, Reply};
use crate::value::Sought;
use crate::value::id::PartyId;
use crate::value::permission::Permission;
use crate::value::rejection::{Code, Rejection, Value};

/// Makes a party the same as another one.
#[derive(Clone, Debug)]
pub struct MergeParty {
    pub party: Sought<PartyId>,
    /// The party that stays.
    pub into: Sought<PartyId>,
    pub reason: String,
    /// Versions of which one must be the present one (`If-Match`).
    pub if_match: Option<Vec<i64>>,
}

impl Decide for MergeParty {
    const PERMISSION: Permission = Permission::PartiesManage;

    fn hint(&self, _book: &Book, keys: &mut Vec<Key>) {
        if let Some(id) = self.party.id() {
            keys.extend([Key::Party(id), Key::PartiesMergedInto(id)]);
        }
        keys.extend(self.into.id().map(Key::Party));
    }

    fn reason(&self) -> Option<&str> {
        Some(&self.reason)
    }

    fn decide(&self, book: &mut Book, ctx: &Context) -> Result<Reply, Stop> {
        let party = require_party(book, &self.party)?;
        require_version(self.if_match.as_deref(), party.version)?;
        if let Some(into) = party.merged_into_id {
            return Err(merged(into).into());
        }
        let into = self.require_target(book, party.id)?;
        let before: Vec<Party> = book.parties_merged_into(party.id)?.cloned().collect();
        for mut other in before {
            other.merged_into_id = Some(into.id);
            other.revise(ctx);
            book.parties.put(other);
        }
        if !into.is_used {
            book.parties.put(Party { is_used: true, ..into.clone() });
        }
        let merged_into_id = Some(into.id);
        let after = Party { merged_into_id, merge_reason: Some(self.reason.clone()), is_active: false, ..party };
        Ok(book.update(ctx, FactKind::PartyMerged, after))
    }
}

impl MergeParty {
    /// The party that stays: another one, active, and not merged itself.
    fn require_target(&self, book: &Book, own: PartyId) -> Result<Party, Stop> {
        let Some(into) = self.into.find(|id| book.party(id))?.cloned() else {
            let message = format!("there is no party with the id {}", self.into);
            return Err(Rejection::new(Code::UnknownReference, message).at("/into").into());
        };
        let refused = |message: String| Rejection::new(Code::PartyNotUsable, message).at("/into");
        if into.id == own {
            let message = "a party cannot be merged into itself: name the party that stays".to_owned();
            return Err(refused(message).offer("parties", "List the parties", "GET", "/accounting/parties").into());
        }
        if let Some(stays) = into.merged_into_id.filter(|stays| *stays != own) {
            let message = format!("that party was merged into {stays} itself: merge into that one");
            let path = format!("/accounting/parties/{own}/merge");
            return Err(refused(message)
                .with("mergedIntoId", stays.to_string())
                .offer("merge-into-that", "Merge into the party that stays", "POST", path)
                .body(vec![("into", Value::Text(stays.to_string())), ("reason", Value::Text(self.reason.clone()))])
                .into());
        }
        if into.merged_into_id.is_some() {
            let message = "that party was merged into this one already: nothing is left to merge".to_owned();
            return Err(refused(message).with("mergedIntoId", own.to_string()).into());
        }
        if !into.is_active {
            let message = "that party is inactive: reactivate it, or choose another one".to_owned();
            return Err(refused(message)
                .offer("activate", "Reactivate it", "PUT", format!("/accounting/parties/{}", into.id))
                .body(vec![("isActive", Value::Bool(true))])
                .into());
        }
        Ok(into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::matches::create::MatchLines;
    use crate::commands::parties::create::tests::party;
    use crate::commands::parties::delete::DeleteParty;
    use crate::commands::parties::update::UpdateParty;
    use crate::ledger::matching::selection::NewMatchLine;
    use crate::rows::{Line, Match};
    use crate::testing::{Stage, party_line};
    use crate::value::IdOrCode;

    fn merge(party: &str, into: &str) -> MergeParty {
        MergeParty {
            party: Sought::of(party),
            into: Sought::of(into),
            reason: "the same company".to_owned(),
            if_match: None,
        }
    }

    fn made(stage: &mut Stage, name: &str) -> String {
        stage.run(party(name, None)).expect("created").subject
    }

    fn stored(stage: &Stage, id: &str) -> Party {
        stage.rows::<Party>().into_iter().find(|party| party.id.to_string() == id).expect("party")
    }

    /// An invoice, or a payment where it is less than 0, of a party by name.
    fn item(stage: &mut Stage, name: &str, debit: &str, credit: &str) -> String {
        let mut entry = stage.entry(crate::testing::day(), &[("1100", debit, credit), ("1000", credit, debit)], true);
        entry.lines[0] = party_line("1100", debit, credit, name);
        stage.run(entry).expect("posted").subject
    }

    #[test]
    fn what_was_posted_stays_and_what_comes_later_is_of_the_party_that_stays() {
        let mut stage = Stage::new();
        let (acme, other) = (made(&mut stage, "Acme Inc"), made(&mut stage, "Acme Inc."));
        let invoice = item(&mut stage, "ACME inc.", "300", "0");
        stage.run(merge(&other, &acme)).expect("merged");
        let after = stored(&stage, &other);
        assert_eq!(after.merged_into_id.map(|id| id.to_string()), Some(acme.clone()));
        assert_eq!((after.is_active, after.version), (false, 2));
        assert_eq!(after.merge_reason.as_deref(), Some("the same company"));

        // By its name and by its id.
        let payment = item(&mut stage, "acme  inc.", "0", "200");
        let mut by_id = stage.entry(crate::testing::day(), &[("1100", "0", "100"), ("1000", "100", "0")], true);
        by_id.lines[0].party = Some(IdOrCode::Id(Sought::of(&other)));
        let last = stage.run(by_id).expect("posted").subject;
        let parties: Vec<String> =
            stage.rows::<Line>().iter().filter_map(|line| line.party_id).map(|id| id.to_string()).collect();
        assert_eq!(parties, [other.clone(), acme.clone(), acme.clone()]);

        let lines =
            [invoice, payment, last].map(|id| NewMatchLine { entry: Sought::of(&id), line_number: 1, amount: None });
        stage.run(MatchLines { lines: lines.into(), ..MatchLines::default() }).expect("one party");
        assert_eq!(stage.rows::<Match>()[0].party_id.map(|id| id.to_string()), Some(acme.clone()));
        let delete = DeleteParty { party: Sought::of(&acme), if_match: None };
        assert_eq!(stage.run(delete).expect_err("used").code, Code::PartyInUse);
    }

    #[test]
    fn a_party_is_never_more_than_one_step_from_the_one_that_is_meant() {
        let mut stage = Stage::new();
        let [one, two, three] = ["One", "Two", "Three"].map(|name| made(&mut stage, name));
        stage.run(merge(&one, &two)).expect("merged");
        stage.run(merge(&two, &three)).expect("merged");
        for id in [&one, &two] {
            let into = stored(&stage, id).merged_into_id.map(|id| id.to_string());
            assert_eq!(into.as_ref(), Some(&three), "{id}");
        }
    }

    #[test]
    fn only_a_party_that_stands_can_be_merged_into_and_the_refusals_lead_out() {
        let mut stage = Stage::new();
        let [one, two, gone, idle] = ["One", "Two", "Gone", "Idle"].map(|name| made(&mut stage, name));
        stage.run(merge(&gone, &two)).expect("merged");
        let idle_now = UpdateParty { party: Sought::of(&idle), is_active: Some(false), ..UpdateParty::default() };
        stage.run(idle_now).expect("deactivated");
        for (command, code, way) in [
            (merge("pty_x", &two), Code::NotFound, None),
            (merge(&one, "pty_x"), Code::UnknownReference, None),
            (merge(&one, &one), Code::PartyNotUsable, Some("parties")),
            (merge(&one, &gone), Code::PartyNotUsable, Some("merge-into-that")),
            (merge(&two, &gone), Code::PartyNotUsable, None),
            (merge(&one, &idle), Code::PartyNotUsable, Some("activate")),
            (merge(&gone, &one), Code::PartyMerged, Some("merged-into")),
            (MergeParty { if_match: Some(vec![7]), ..merge(&one, &two) }, Code::VersionMismatch, None),
        ] {
            let said = format!("{command:?}");
            let rejection = stage.run(command).expect_err("refused");
            assert_eq!((rejection.code, rejection.resolutions.first().map(|way| way.rel)), (code, way), "{said}");
        }
        let back = UpdateParty { party: Sought::of(&gone), is_active: Some(true), ..UpdateParty::default() };
        assert_eq!(stage.run(back).expect_err("merged").code, Code::PartyMerged);
    }
}
