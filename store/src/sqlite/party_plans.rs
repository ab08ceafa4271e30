//! How what is of a party is found on SQLite: by the lines that have it, and never by all lines of its accounts.

use domain::value::Cell;
use domain::value::id::{AccountId, OrganizationId, PartyId};

use super::tests::{opened, steps};
use crate::read::dimensions::DimensionFilter;
use crate::read::entries::{self, EntryFilter, EntryOrder, Way};
use crate::read::movements::{self, Scope};
use crate::read::open_items::{OpenItemFilter, open_lines};
use crate::read::statement;

const OWN: OrganizationId = OrganizationId([1; 16]);
const BY_PARTY: &str = "USING COVERING INDEX lines_by_party (organization_id=? AND party_id=?";
const BY_KEY: &str = "SEARCH l USING PRIMARY KEY (organization_id=? AND entry_sequence=? AND line_number=?)";

/// One party, and one with another that was merged into it.
fn parties() -> [Vec<PartyId>; 2] {
    [vec![PartyId([3; 16])], [[3; 16], [4; 16]].map(PartyId).to_vec()]
}

fn accounts() -> [Vec<AccountId>; 2] {
    [vec![AccountId([5; 16])], [[5; 16], [6; 16]].map(AccountId).to_vec()]
}

fn of(parties: Vec<PartyId>) -> DimensionFilter {
    DimensionFilter { parties: Some(parties), ..DimensionFilter::default() }
}

/// The lines of the party come first, then each line and each entry by its key.
fn require(found: &[String], plan: &str) {
    let searched: Vec<&String> = found.iter().filter(|step| step.contains("SEARCH") || step.contains("SCAN")).collect();
    let is_by_key = |step: &&&String| {
        let keys = ["entry_sequence=?", "sequence=?)", "id=?)", "match_id=?", BY_PARTY, "USING AUTOMATIC"];
        keys.iter().any(|key| step.contains(key))
    };
    let others: Vec<&&String> = searched.iter().filter(|step| !is_by_key(step)).collect();
    assert!(others.is_empty(), "{plan}: {found:#?}");
    assert!(found.iter().any(|step| step.contains(BY_PARTY)), "{plan}: {found:#?}");
}

#[test]
fn the_statement_of_a_party_is_read_from_its_own_lines() {
    let connection = opened();
    for (parties, accounts) in parties().into_iter().zip(accounts()) {
        let mut params = vec![Cell::Null; 8];
        let lines = statement::of_days(&accounts, &of(parties.clone()), &mut params);
        let found = steps(&connection, &lines, "");
        assert!(found.iter().any(|step| step == BY_KEY), "{found:#?}");
        let scope = Scope { to: jiff::civil::Date::MAX, dimensions: of(parties), currency: None, known: None };
        let figures = format!("{} as m where account_id = $99", movements::lines_of(&scope));
        let found = steps(&connection, &figures, "");
        require(&found, "figures");
        assert!(found.iter().any(|step| step == BY_KEY), "{found:#?}");
    }
}

#[test]
fn open_items_of_a_party_and_what_was_matched_of_them_are_read_from_its_own_lines() {
    let connection = opened();
    for (parties, accounts) in parties().into_iter().zip(accounts()) {
        let as_of = jiff::civil::Date::MAX;
        let filter = OpenItemFilter { accounts, as_of, parties: Some(parties), currency: None, known: None };
        let (text, _) = open_lines(OWN, &filter);
        let found = steps(&connection, text.trim_start_matches("from "), "");
        require(&found, "open items");
        for key in [
            BY_KEY,
            "SEARCH k USING COVERING INDEX match_items_by_line (organization_id=? AND entry_sequence=? AND line_number=?)",
            "SEARCH m USING PRIMARY KEY (organization_id=? AND id=?)",
        ] {
            assert!(found.iter().any(|step| step == key), "{key}: {found:#?}");
        }
    }
}

#[test]
fn entries_of_a_party_with_few_lines_are_found_by_them_in_every_order() {
    let connection = opened();
    let day = Some(jiff::civil::date(2010, 1, 1));
    let last = Some(vec![Cell::Null, Cell::Null]);
    for parties in parties() {
        for order in [EntryOrder::Date, EntryOrder::Number, EntryOrder::Posted, EntryOrder::Changed, EntryOrder::Total]
        {
            let own = EntryFilter { parties: Some(parties.clone()), order, descending: true, ..EntryFilter::default() };
            let after = if matches!(order, EntryOrder::Number | EntryOrder::Posted) {
                vec![Cell::Null]
            } else {
                last.clone().unwrap_or_default()
            };
            let changed_since = Some(domain::value::Instant(0));
            for filter in [
                own.clone(),
                EntryFilter { after: Some(after), ..own.clone() },
                EntryFilter { from: day, to: day, changed_since, ..own.clone() },
                EntryFilter { accounts: Some(accounts()[0].clone()), ..own },
            ] {
                let query = entries::query(OWN, &filter, Way::Lines, 50);
                let found = steps(&connection, "entries", &query.text);
                assert!(found[0].contains("(organization_id=? AND sequence=?)"), "{order:?}: {found:#?}");
                assert!(found.iter().any(|step| step.contains(BY_PARTY)), "{order:?}: {found:#?}");
            }
        }
    }
}
