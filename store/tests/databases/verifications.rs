//! What is kept of proofs of stock and of verifications.

use domain::value::Instant;
use domain::value::id::VerificationId;
use store::Database;
use store::operational::stock_proofs::{self, LatestProof};
use store::operational::verifications::{self, Verification, VerificationState};

use crate::books::{ORGANIZATION, OTHER};
use crate::place::on_both;

on_both! {
    the_latest_proof_is_kept = super::the_latest_proof_is_kept;
    one_verification_runs_and_the_last_ones_are_kept = super::one_verification_runs_and_the_last_ones_are_kept;
}

async fn the_latest_proof_is_kept(database: &Database) {
    let get =
        async |organization| stock_proofs::get(&mut database.snapshot().await.unwrap(), organization).await.unwrap();
    assert_eq!(get(ORGANIZATION).await, None);
    let proof = |at: i64, holds: bool| LatestProof {
        organization_id: ORGANIZATION,
        at: Instant(at),
        seq: at,
        holds,
        failure_count: i64::from(!holds),
    };
    for (told, kept) in
        [(proof(2, true), proof(2, true)), (proof(1, false), proof(2, true)), (proof(3, false), proof(3, false))]
    {
        stock_proofs::keep(database, &told).await.unwrap();
        assert_eq!(get(ORGANIZATION).await, Some(kept));
    }
    assert_eq!(get(OTHER).await, None);
}

fn verification(id: u8, state: VerificationState) -> Verification {
    Verification {
        organization_id: ORGANIZATION,
        id: VerificationId([id; 16]),
        state,
        checked: 0,
        total: 0,
        holds: None,
        failure_count: 0,
        failures: "[]".to_owned(),
        started_by: None,
        started_at: Instant(i64::from(id)),
        heard_at: Instant(i64::from(id)),
        ended_at: None,
    }
}

async fn one_verification_runs_and_the_last_ones_are_kept(database: &Database) {
    let running = async |organization| {
        let found = verifications::running(&mut database.snapshot().await.unwrap(), organization).await.unwrap();
        found.map(|one| one.id)
    };
    let latest = async || verifications::latest(&mut database.snapshot().await.unwrap(), ORGANIZATION).await.unwrap();
    assert_eq!(latest().await, None);
    let first = verification(1, VerificationState::Running);
    assert!(verifications::add(database, &first).await.unwrap());
    assert!(!verifications::add(database, &verification(2, VerificationState::Running)).await.unwrap());
    let elsewhere = Verification { organization_id: OTHER, ..verification(2, VerificationState::Running) };
    assert!(verifications::add(database, &elsewhere).await.unwrap());
    assert_eq!((running(ORGANIZATION).await, running(OTHER).await), (Some(first.id), Some(elsewhere.id)));
    for id in 3..=40 {
        assert!(verifications::add(database, &verification(id, VerificationState::Done)).await.unwrap());
    }
    verifications::forget_old(database, ORGANIZATION).await.unwrap();
    let is_there = async |id: u8| {
        let mut snapshot = database.snapshot().await.unwrap();
        verifications::get(&mut snapshot, ORGANIZATION, VerificationId([id; 16])).await.unwrap().is_some()
    };
    assert_eq!(latest().await.map(|one| one.id), Some(VerificationId([40; 16])));
    assert!(is_there(1).await && is_there(21).await && !is_there(20).await && !is_there(3).await);
    verifications::give_up(database, ORGANIZATION, Instant(1)).await.unwrap();
    assert_eq!(running(ORGANIZATION).await, Some(first.id), "it was heard of then");
    let heard = Verification { checked: 5, heard_at: Instant(7), ..first.clone() };
    assert!(verifications::tell(database, &heard).await.unwrap());
    verifications::give_up(database, ORGANIZATION, Instant(8)).await.unwrap();
    assert_eq!((running(ORGANIZATION).await, running(OTHER).await), (None, Some(elsewhere.id)));
    assert!(!verifications::tell(database, &heard).await.unwrap());
    let mut snapshot = database.snapshot().await.unwrap();
    let over = verifications::get(&mut snapshot, ORGANIZATION, first.id).await.unwrap().unwrap();
    assert_eq!((over.state, over.checked, over.ended_at), (VerificationState::Interrupted, 5, Some(Instant(7))));
}
