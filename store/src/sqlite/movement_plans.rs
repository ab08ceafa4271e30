//! The plans of lists of movements on SQLite.

use domain::book::reach::Reach;
use domain::rows::MovementStatus;
use domain::value::id::{ItemId, OrganizationId, PartyId, PrincipalId, WarehouseId};
use domain::value::movement_kind::MovementKind;

use super::tests::{opened, steps};
use crate::read::movement_goods;
use crate::read::movement_lists::{self, MovementFilter, MovementOrder};
use crate::read::movement_totals;
use crate::sql::Dialect;

const OWN: OrganizationId = OrganizationId([1; 16]);

#[test]
fn movements_are_listed_by_an_index_of_their_kind_party_maker_or_day_and_never_sorted() {
    let connection = opened();
    let day = Some(jiff::civil::date(2010, 1, 1));
    let newest = MovementFilter { descending: true, ..MovementFilter::default() };
    let by_id = "SEARCH movements USING PRIMARY KEY (organization_id=?)";
    let by_day = MovementFilter { order: MovementOrder::PostingDate, ..newest.clone() };
    let warehouse = Some(WarehouseId([1; 16]));
    for (filter, wanted) in [
        (newest.clone(), by_id),
        (MovementFilter { from: day, to: day, ..newest.clone() }, by_id),
        (MovementFilter { warehouse, ..newest.clone() }, by_id),
        (
            MovementFilter { kinds: Some(vec![MovementKind::Issue]), ..newest.clone() },
            "SEARCH movements USING INDEX movements_by_kind (organization_id=? AND kind>? AND kind<?)",
        ),
        (
            MovementFilter { parties: Some(vec![PartyId([1; 16])]), ..newest.clone() },
            "SEARCH movements USING INDEX movements_by_party (organization_id=? AND party_id>? AND party_id<?)",
        ),
        (
            MovementFilter { created_by: Some(PrincipalId([1; 16])), ..newest.clone() },
            "SEARCH movements USING INDEX movements_by_maker (organization_id=? AND created_by>? AND created_by<?)",
        ),
        (
            MovementFilter { from: day, to: day, ..by_day.clone() },
            "SEARCH movements USING INDEX movements_by_posting_date (organization_id=? AND posting_date>? AND posting_date<?)",
        ),
        (by_day, "SEARCH movements USING INDEX movements_by_posting_date (organization_id=? AND posting_date>?)"),
        (
            MovementFilter { order: MovementOrder::Posted, ..newest.clone() },
            "SEARCH movements USING INDEX sqlite_autoindex_movements_2 (organization_id=? AND seq>?)",
        ),
    ] {
        let query = movement_lists::query(OWN, &filter, 50);
        let found = steps(&connection, "movements", &query.text);
        assert_eq!(found[0], wanted, "{}", query.text);
        assert!(!found.iter().any(|step| step.contains("ORDER BY")), "{found:?}");
        let by_line =
            found.iter().any(|step| step.contains("SEARCH y USING PRIMARY KEY (organization_id=? AND movement_seq=?)"));
        assert_eq!(by_line, filter.warehouse.is_some(), "{found:?}");
    }
    let merged = MovementFilter { parties: Some([[1; 16], [2; 16]].map(PartyId).to_vec()), ..newest.clone() };
    let found = steps(&connection, "movements", &movement_lists::query(OWN, &merged, 50).text);
    assert_eq!(found[0], "SEARCH movements USING PRIMARY KEY (organization_id=? AND id=?)", "{found:?}");
    assert!(
        found.iter().any(|step| step.contains("COVERING INDEX movements_by_party (organization_id=? AND party_id=?)"))
    );
    assert!(!found.iter().any(|step| step.contains("ORDER BY")), "{found:?}");
    let second_page = MovementFilter {
        kinds: Some(vec![MovementKind::Issue]),
        after: Some(vec![domain::value::Cell::Null]),
        ..newest.clone()
    };
    let found = steps(&connection, "movements", &movement_lists::query(OWN, &second_page, 50).text);
    assert!(found[0].contains("movements_by_kind (organization_id=? AND kind>? AND (kind,id)<(?,?))"), "{found:?}");
    // What waits is found among what was posted, also by an item, which is in its bytes.
    for item in [None, Some(ItemId([1; 16]))] {
        let waiting = MovementFilter { statuses: Some(vec![MovementStatus::Draft]), item, ..newest.clone() };
        let found = steps(&connection, "movements", &movement_lists::query(OWN, &waiting, 50).text);
        assert!(found[0].contains("(organization_id=? AND seq=?)"), "{found:?}");
        assert!(!found.iter().any(|step| step.contains("movement_lines")), "{found:?}");
    }
}

#[test]
fn months_of_movements_are_counted_from_an_index_alone() {
    let connection = opened();
    let filter = MovementFilter { order: MovementOrder::PostingDate, ..MovementFilter::default() };
    let query = movement_totals::posted(OWN, &filter, &Reach::Everywhere);
    let sql = format!(
        "explain query plan select substr(posting_date, 1, 7), count(*) from movements {} group by 1",
        query.text
    );
    let mut plan = connection.prepare(&Dialect::Sqlite.text(&sql)).expect("prepared");
    let values = vec![rusqlite::types::Null; plan.parameter_count()];
    let steps = plan.query_map(rusqlite::params_from_iter(values), |row| row.get::<_, String>(3)).expect("asked");
    let steps: Vec<String> = steps.map(|step| step.expect("a step")).collect();
    assert!(steps[0].contains("USING COVERING INDEX movements_by_posting_date"), "{steps:?}");
}

#[test]
fn what_the_movements_of_a_page_are_about_is_read_from_their_own_lines() {
    let connection = opened();
    let of = movement_goods::of(50).replacen("movement_lines as x", "", 1);
    let found = steps(&connection, "movement_lines as x", &format!("{of} group by +x.movement_seq"));
    assert_eq!(found[0], "SEARCH x USING PRIMARY KEY (organization_id=? AND movement_seq=?)", "{found:?}");
}
