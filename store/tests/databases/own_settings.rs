//! What members arrange for themselves: preferences and views of screens.

use domain::value::Instant;
use domain::value::id::{PrincipalId, ViewId};
use store::operational::preferences::{self, Preferences};
use store::operational::saved_views::{self, SavedView, Seen};
use store::{Database, Fault};

use crate::books::{ORGANIZATION, OTHER};
use crate::place::on_both;

on_both! {
    preferences_take_the_place_of_the_version_before = super::preferences_take_the_place_of_the_version_before;
    a_member_sees_own_views_and_those_that_others_share = super::a_member_sees_own_views_and_those_that_others_share;
}

const ANNA: PrincipalId = PrincipalId([21; 16]);
const BEN: PrincipalId = PrincipalId([22; 16]);

fn of_anna(content: &str, version: i64) -> Preferences {
    Preferences {
        organization_id: ORGANIZATION,
        principal_id: ANNA,
        content: content.to_owned(),
        version,
        updated_at: Instant(version),
    }
}

async fn preferences_take_the_place_of_the_version_before(database: &Database) {
    let get = async || preferences::get(&mut database.snapshot().await.unwrap(), ORGANIZATION, ANNA).await.unwrap();
    assert_eq!(get().await, None);
    assert!(preferences::set(database, &of_anna("{}", 1)).await.unwrap());
    assert!(!preferences::set(database, &of_anna("lost", 1)).await.unwrap());
    assert!(preferences::set(database, &of_anna("{\"a\":1}", 2)).await.unwrap());
    assert!(!preferences::set(database, &of_anna("lost", 4)).await.unwrap());
    assert_eq!(get().await, Some(of_anna("{\"a\":1}", 2)));
    preferences::forget(database, OTHER, ANNA).await.unwrap();
    assert!(get().await.is_some());
    preferences::forget(database, ORGANIZATION, ANNA).await.unwrap();
    assert_eq!(get().await, None);
}

fn view(id: u8, owner_id: PrincipalId, name: &str, is_shared: bool) -> SavedView {
    SavedView {
        organization_id: ORGANIZATION,
        id: ViewId([id; 16]),
        owner_id,
        name: name.to_owned(),
        screen: if id > 3 { "items" } else { "journal" }.to_owned(),
        query: String::new(),
        columns: None,
        is_shared,
        version: 1,
        created_at: Instant(0),
        updated_at: Instant(0),
    }
}

async fn a_member_sees_own_views_and_those_that_others_share(database: &Database) {
    let all = [view(1, ANNA, "B", false), view(2, BEN, "A", true), view(3, BEN, "C", false), view(4, ANNA, "B", true)];
    for one in &all {
        assert!(saved_views::add(database, one).await.unwrap());
    }
    assert!(!saved_views::add(database, &view(5, ANNA, "B", false)).await.unwrap(), "items have a B");
    let seen = async |principal, screen: Option<&str>, after: Option<(&str, u8)>| {
        let after = after.map(|(name, id)| (name.to_owned(), ViewId([id; 16])));
        let wanted = Seen { organization: ORGANIZATION, principal, screen: screen.map(str::to_owned), after };
        let found = saved_views::seen(&mut database.snapshot().await.unwrap(), &wanted, 10).await.unwrap();
        found.into_iter().map(|view| view.id.0[0]).collect::<Vec<_>>()
    };
    assert_eq!(seen(ANNA, None, None).await, [2, 1, 4]);
    assert_eq!(seen(ANNA, None, Some(("B", 1))).await, [4]);
    assert_eq!(seen(ANNA, Some("journal"), None).await, [2, 1]);
    assert_eq!(seen(BEN, None, None).await, [2, 4, 3]);
    let changed = SavedView { name: "D".to_owned(), version: 2, ..all[0].clone() };
    assert!(saved_views::change(database, &changed).await.unwrap());
    assert!(!saved_views::change(database, &changed).await.unwrap(), "it is of that version by now");
    let taken = SavedView { screen: "items".to_owned(), name: "B".to_owned(), version: 3, ..changed.clone() };
    assert!(matches!(saved_views::change(database, &taken).await, Err(Fault::Constraint(_))));
    let mut snapshot = database.snapshot().await.unwrap();
    assert_eq!(saved_views::get(&mut snapshot, ORGANIZATION, changed.id).await.unwrap(), Some(changed.clone()));
    assert_eq!(saved_views::get(&mut snapshot, OTHER, changed.id).await.unwrap(), None);
    assert_eq!(saved_views::of_owner(&mut snapshot, ORGANIZATION, ANNA).await.unwrap().len(), 2);
    drop(snapshot);
    assert!(!saved_views::remove(database, OTHER, changed.id).await.unwrap());
    saved_views::forget(database, ORGANIZATION, ANNA).await.unwrap();
    assert_eq!(seen(ANNA, None, None).await, [2, 4], "what others see stays");
    assert!(saved_views::remove(database, ORGANIZATION, ViewId([4; 16])).await.unwrap());
    assert!(!saved_views::remove(database, ORGANIZATION, ViewId([4; 16])).await.unwrap());
}
