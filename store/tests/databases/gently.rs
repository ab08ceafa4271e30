//! A verification alongside a running service: it rests for its work, and ends when nobody waits.

use domain::value::id::OrganizationId;
use store::audit::Invariant;
use store::audit::gently::{self, Ending};
use store::{Database, Fault};

use crate::history::History;
use crate::place::on_both;

const ONE: OrganizationId = OrganizationId([1; 16]);

on_both! {
    it_rests_for_what_it_works = super::it_rests_for_what_it_works;
    it_ends_when_nobody_waits = super::it_ends_when_nobody_waits;
}

async fn it_rests_for_what_it_works(database: &Database) {
    History::new(ONE).write(database).await;
    let ending = Ending::default();
    let verified = gently::books(database, ONE, ending.watch()).await.unwrap();
    assert!(verified.invariants.iter().all(Invariant::holds), "{verified:?}");
    let (worked, rested) = ending.told();
    assert!(!worked.is_zero() && !rested.is_zero(), "{rested:?} for {worked:?}");
    // Four times as long. SQLite's rests are short ones: none makes up for a moment in which the machine did something else.
    let is_made_up_for = rested > worked * 2;
    assert!(is_made_up_for || database.sqlite_writer().is_some(), "{rested:?} for {worked:?}");
}

async fn it_ends_when_nobody_waits(database: &Database) {
    History::new(ONE).write(database).await;
    let ending = Ending::default();
    let pace = ending.watch();
    drop(ending);
    let ended = gently::books(database, ONE, pace).await;
    assert!(matches!(ended, Err(Fault::TooSlow(_))), "{ended:?}");
}
