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
