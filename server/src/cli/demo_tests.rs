//! The demo's books against the whole service.

use super::*;
use crate::import::progress::Silent;
use crate::import::tests::Service;

#[tokio::test(flavor = "multi_thread")]
async fn the_demo_ties_and_a_second_load_changes_nothing() {
    let service = Service::start("demo").await;
    let first = load(&service.client, &mut Silent).await.unwrap();
    assert_eq!((first.import.tally.taken, first.import.worthless.len()), (467, 45));
    assert_eq!(first.trial_balance.net_revenue() + i128::from(first.voided_minor), 18_065_925);
    let (debit, credit) = first.trial_balance.totals();
    assert_eq!(debit, credit);
    assert!(first.to_string().contains("net revenue before the void: 180,659.25 GBP"), "{first}");

    let again = load(&service.client, &mut Silent).await.unwrap();
    assert_eq!((again.import.tally.taken, again.import.tally.already_there), (0, 467));
    assert_eq!(again.trial_balance, first.trial_balance);
    assert_eq!(service.entries().await.len(), 468);
    service.stop().await;
}
