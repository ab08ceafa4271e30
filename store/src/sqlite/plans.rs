//! How the reads of screens find their rows on SQLite.

use domain::value::id::OrganizationId;

use super::tests::{opened, steps};

#[test]
fn the_history_of_a_record_is_read_newest_first_without_going_through_the_log() {
    let own = OrganizationId([1; 16]);
    let found = steps(&opened(), "facts", &crate::read::trail::history(own, "je_1").text);
    let by_subject = "SEARCH facts USING INDEX facts_by_subject (organization_id=? AND subject=? AND seq>? AND seq<?)";
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
    assert_eq!(found, ["SEARCH counts USING INDEX counts_open (organization_id=?)"]);
}
