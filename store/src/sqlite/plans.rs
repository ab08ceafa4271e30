//! How the reads of screens find their rows on SQLite.

use domain::value::id::OrganizationId;

use super::tests::{opened, steps};

#[test]
fn the_history_of_a_record_is_read_newest_first_without_going_through_the_log() {
    let own = OrganizationId([1; 16]);
    let found = steps(&opened(), "facts", &crate::read::trail::history(own, "je_1").text);
    let by_subject = "SEARCH facts USING INDEX facts_by_subject (organization_id=? AND subject=?)";
    assert_eq!(found, [by_subject]);
}

#[test]
fn what_waits_is_found_without_going_through_what_was_posted() {
    use crate::read::waiting::{open_counts, unposted};
    let (connection, own) = (opened(), OrganizationId([1; 16]));
    let status = domain::value::Cell::Text("draft".to_owned());
    for (table, place) in [("entries", "sequence"), ("movements", "seq")] {
        let of = Some(domain::value::id::PrincipalId([2; 16]));
        for of in [None, of] {
            let query = unposted(own, place, &status, of);
            let found = steps(&connection, table, &format!("{} order by updated_at desc, id limit 500", query.text));
            assert!(found[0].ends_with(&format!("(organization_id=? AND {place}=?)")), "{found:?}");
        }
    }
    let found = steps(&connection, "counts", &format!("{} order by id limit 500", open_counts(own).text));
    assert!(found[0].ends_with("(organization_id=? AND id=?)"), "{found:?}");
    assert!(found.iter().any(|step| step.contains("COVERING INDEX counts_open (organization_id=?)")), "{found:?}");
}

#[test]
fn every_question_of_a_search_is_answered_by_an_index_or_by_the_newest_rows() {
    use crate::read::search::{
        among_beginning, among_newest, beginning, foreign_key, next_source, with_amount, with_party,
    };
    use domain::rows::{Entry, PartyName, Row, StockMovement};
    let (connection, own) = (opened(), OrganizationId([1; 16]));
    for (table, column) in [
        ("accounts", "code"),
        ("parties", "code"),
        ("party_names", "name_key"),
        ("items", "sku_key"),
        ("item_gtins", "gtin"),
        ("warehouses", "code"),
        ("locations", "code"),
        ("entries", "number"),
        ("entries", "reference"),
        ("counts", "reference"),
        ("lots", "number"),
        ("serials", "number"),
    ] {
        let query = beginning(own, column, "a");
        let found = steps(&connection, table, &format!("{} order by {column} limit 8", query.text));
        let searched = format!("(organization_id=? AND {column}>? AND {column}<?)");
        assert!(found.len() == 1 && found[0].ends_with(&searched), "{found:?}");
    }
    for column in ["reference", "external_id"] {
        let query = among_beginning::<StockMovement>(own, column, "a", 8);
        let found = steps(&connection, "movements", &format!("{} order by id desc limit 8", query.text));
        let all = found.join("\n");
        assert!(all.contains("SEARCH movements USING PRIMARY KEY (organization_id=? AND id=?)"), "{all}");
        assert!(all.contains(&format!("(organization_id=? AND {column}>? AND {column}<?)")), "{all}");
    }
    let found = steps(&connection, "entries", &format!("{} limit 8", foreign_key(own, "shop", "a").text));
    assert!(found[0].contains("entries_by_external_id (organization_id=? AND source=? AND external_id>?"), "{found:?}");
    let found = steps(&connection, "entries", &next_source(own, Some(domain::value::Cell::Null)).text);
    assert!(found[0].contains("entries_by_external_id (organization_id=? AND source>?)"), "{found:?}");
    let first = Some(domain::value::Cell::Id([1; 16]));
    for (table, id, query) in [
        (Entry::TABLE.name, "id", among_newest::<Entry>(own, first.clone(), &["description"], "a")),
        (StockMovement::TABLE.name, "id", among_newest::<StockMovement>(own, first.clone(), &["description"], "a")),
        (PartyName::TABLE.name, "party_id", among_newest::<PartyName>(own, first.clone(), &["name_key"], "a")),
    ] {
        let found = steps(&connection, table, &format!("{} order by {id} desc limit 8", query.text));
        assert!(found.len() == 1 && found[0].ends_with(&format!("(organization_id=? AND {id}>?)")), "{found:?}");
    }
    // Of the newest entries, the lines of each by their key.
    let amount = domain::value::Decimal { unscaled: 100, scale: 2 };
    let base = domain::value::Currency::parse("GBP");
    let amount = base.and_then(|base| crate::read::exact_amount::ExactAmount::of(amount, base));
    let party = domain::value::id::PartyId([3; 16]);
    let by_amount = amount.map(|amount| with_amount(own, first.clone(), &amount));
    for query in by_amount.into_iter().chain([with_party(own, first, &[party])]) {
        let found = steps(&connection, "entries", &format!("{} order by id desc limit 8", query.text));
        assert!(found[0].ends_with("(organization_id=? AND id>?)"), "{found:?}");
        let of_entry = |step: &String| step.contains("SEARCH l") && step.ends_with("entry_sequence=?)");
        assert!(found.iter().any(of_entry), "{found:?}");
    }
}

#[test]
fn entries_of_some_days_are_found_by_amount_and_the_lines_of_each_by_their_key() {
    use crate::read::entries::{EntryFilter, Way, query};
    let (connection, own) = (opened(), OrganizationId([1; 16]));
    let amount = domain::value::Decimal { unscaled: 100, scale: 2 };
    let base = domain::value::Currency::parse("GBP");
    let amount = base.and_then(|base| crate::read::exact_amount::ExactAmount::of(amount, base));
    let from = Some(jiff::civil::date(2010, 1, 1));
    let filter = EntryFilter { amount, from, ..EntryFilter::default() };
    let found = steps(&connection, "entries", &query(own, &filter, Way::Order, 50).text);
    assert!(found[0].contains("entries_by_date (organization_id=? AND date>?)"), "{found:?}");
    let of_entry =
        |step: &String| step.contains("SEARCH l") && step.contains("(organization_id=? AND entry_sequence=?)");
    assert!(found.iter().any(of_entry), "{found:?}");
}

#[test]
fn the_parties_that_are_the_same_are_found_by_indexes() {
    let connection = opened();
    let found = steps(&connection, &format!("({}) as alike", crate::read::parties::alike_sql()), "");
    let searched: Vec<&String> = found.iter().filter(|step| step.contains("SEARCH")).collect();
    assert!(
        searched.iter().all(|step| {
            step.contains("PRIMARY KEY (organization_id=? AND id=?)")
                || step.contains("parties_by_target (organization_id=? AND merged_into_id=?)")
        }),
        "{found:?}"
    );
    assert!(!found.iter().any(|step| step.contains("SCAN p")), "{found:?}");
}

#[test]
fn what_a_first_page_counts_is_found_by_indexes() {
    use crate::read::Conditions;
    use crate::read::summary::expiring;
    let (connection, own) = (opened(), OrganizationId([1; 16]));
    let everywhere = domain::book::reach::Reach::Everywhere;
    let ids = [[2; 16], [3; 16]].map(domain::value::id::WarehouseId);
    let places = domain::book::reach::Reach::Within(ids.into_iter().collect());
    for (table, column, rest) in
        [("transit_lines", "to_warehouse_id", "is_open = 1"), ("reservations", "warehouse_id", "status = 'active'")]
    {
        let mut query = Conditions::new(own);
        query.within(column, &places);
        // As rows are counted: nothing of them is read.
        let counted = format!("(select 1 from {table} {} and {rest} limit 1000) as counted", query.text);
        let found = steps(&connection, &counted, "");
        let last = rest.split(' ').next().unwrap_or_default();
        let searched = format!("(organization_id=? AND {column}=? AND {last}=?)");
        assert!(found.iter().any(|step| step.ends_with(&searched)), "{found:?}");
    }
    let lots = expiring(own, domain::value::limits::LAST_DAY, 0, &everywhere);
    let found = steps(&connection, &format!("(select 1 from lots {} limit 1000) as counted", lots.text), "");
    assert!(
        found.iter().any(|step| step.contains("lots_by_expiry (organization_id=? AND expires_on>? AND expires_on<?)")),
        "{found:?}"
    );
    assert!(
        // "SEARCH l EXISTS USING …": one level is enough.
        found.iter().any(|step| {
            step.starts_with("SEARCH l ") && step.ends_with("USING PRIMARY KEY (organization_id=? AND item_id=?)")
        }),
        "{found:?}"
    );
}
