//! Tests for a server only: locks between connections, lost connections, nodes that start at once.

use std::time::Duration;

use domain::book::Query;
use domain::rows::{Head, NumberSeries, Row};
use domain::value::Cell;
use store::{Database, Fault};

use crate::books::{self, Commit, ORGANIZATION, OTHER};
use crate::place::{Server, options};

#[tokio::test]
async fn the_second_waits_for_the_head_and_loads_what_the_first_wrote() {
    let Some(place) = Server::make_database().await else { return };
    books::foundation().on(&place.database, ORGANIZATION).await.unwrap();
    books::foundation().on(&place.database, OTHER).await.unwrap();
    let mut first = place.database.postgres_committer().await.unwrap();
    first.begin(ORGANIZATION, &[]).await.unwrap();

    let database = place.database.clone();
    let second = tokio::spawn(async move {
        let mut second = database.postgres_committer().await.unwrap();
        let head = second.begin(ORGANIZATION, &[]).await.unwrap().0.unwrap();
        let series = second.load(ORGANIZATION, &[Query::all::<NumberSeries>()]).await.unwrap();
        second.rollback().await;
        (Head::from_cells(&head).unwrap().seq, NumberSeries::from_cells(&series[0][0]).unwrap().last)
    });
    // Another organization is not held up.
    Commit::default().update(&[books::head(5)]).on(&place.database, OTHER).await.unwrap();
    assert!(!second.is_finished());
    let changes = Commit::default().update(&[books::head(1)]).update(&[books::series(1)]).changes();
    first.save_and_commit(ORGANIZATION, &changes).await.unwrap();
    assert_eq!(second.await.unwrap(), (1, 1));
    place.remove().await;
}

#[tokio::test]
async fn a_lock_that_is_not_given_in_time_is_busy_and_the_connection_goes_on() {
    let Some(place) = Server::make_database().await else { return };
    books::foundation().on(&place.database, ORGANIZATION).await.unwrap();
    let impatient = store::postgres::Options { lock_timeout_ms: 50, ..options() };
    let other_node = Database::open_postgres(&place.address, &impatient).await.unwrap();
    let mut holder = place.database.postgres_committer().await.unwrap();
    holder.begin(ORGANIZATION, &[]).await.unwrap();
    let mut waiting = other_node.postgres_committer().await.unwrap();
    let outcome = waiting.begin(ORGANIZATION, &[]).await;
    assert!(matches!(outcome, Err(Fault::Busy(_))), "{outcome:?}");
    waiting.rollback().await;
    assert!(!waiting.is_lost());
    // Dropped inside its transaction: the server undoes it and lets go.
    drop(holder);
    let mut tries = 0;
    while let Err(fault) = waiting.begin(ORGANIZATION, &[]).await {
        waiting.rollback().await;
        tries += 1;
        assert!(tries < 20, "{fault}");
    }
    waiting.rollback().await;
    drop(waiting);
    other_node.close().await.unwrap();
    place.remove().await;
}

#[tokio::test]
async fn a_refused_row_leaves_nothing_although_commit_was_sent_behind_it() {
    let Some(place) = Server::make_database().await else { return };
    books::foundation().on(&place.database, ORGANIZATION).await.unwrap();
    let mut committer = place.database.postgres_committer().await.unwrap();
    committer.begin(ORGANIZATION, &[]).await.unwrap();
    let bad = Commit::default().update(&[books::head(9)]).insert(&[books::account(12, "1000")]).changes();
    let outcome = committer.save_and_commit(ORGANIZATION, &bad).await;
    assert!(matches!(outcome, Err(Fault::Constraint(_))), "{outcome:?}");
    // The same connection serves the next commit.
    assert_eq!(committer.begin(ORGANIZATION, &[]).await.unwrap().0.unwrap()[0], Cell::Int(0));
    let good = Commit::default().update(&[books::head(1)]).changes();
    committer.save(ORGANIZATION, &good).await.unwrap();
    committer.commit().await.unwrap();
    assert_eq!(place.database.snapshot().await.unwrap().seq(ORGANIZATION).await.unwrap(), 1);
    drop(committer);
    place.remove().await;
}

#[tokio::test]
async fn a_connection_that_ends_at_commit_leaves_the_outcome_unknown() {
    let Some(place) = Server::make_database().await else { return };
    books::foundation().on(&place.database, ORGANIZATION).await.unwrap();
    let mut committer = place.database.postgres_committer().await.unwrap();
    committer.begin(ORGANIZATION, &[]).await.unwrap();
    let end = "select count(*) from (select pg_terminate_backend(pid) from pg_stat_activity \
         where datname = current_database() and state = 'idle in transaction') as ended";
    place.database.operational(end, &[], &[domain::value::CellKind::Int]).await.unwrap();
    let changes = Commit::default().update(&[books::head(1)]).changes();
    let outcome = committer.save_and_commit(ORGANIZATION, &changes).await;
    assert!(outcome.as_ref().is_err_and(Fault::leaves_outcome_unknown), "{outcome:?}");
    assert!(committer.is_lost());
    drop(committer);
    // The next connection waits for the old transaction's end, and then knows.
    let mut next = place.database.postgres_committer().await.unwrap();
    assert_eq!(next.begin(ORGANIZATION, &[]).await.unwrap().0.unwrap()[0], Cell::Int(0));
    next.rollback().await;
    drop(next);
    place.remove().await;
}

#[tokio::test]
async fn two_nodes_that_start_at_once_find_one_schema() {
    let Some(place) = Server::make_database().await else { return };
    let reset = "drop schema public cascade; create schema public";
    let (client, connection) = place.address.connect().await.unwrap();
    client.batch_execute(reset).await.unwrap();
    let (one, two, patience) = (options(), options(), Duration::from_secs(20));
    let both = async {
        tokio::join!(Database::open_postgres(&place.address, &one), Database::open_postgres(&place.address, &two))
    };
    let (one, two) = tokio::time::timeout(patience, both).await.unwrap();
    books::foundation().on(&one.unwrap(), ORGANIZATION).await.unwrap();
    assert_eq!(two.unwrap().snapshot().await.unwrap().seq(ORGANIZATION).await.unwrap(), 0);
    drop(client);
    connection.await.unwrap();
    place.remove().await;
}

#[tokio::test]
async fn statistics_of_a_table_are_taken_when_it_has_doubled_and_not_before() {
    let Some(place) = Server::make_database().await else { return };
    books::foundation().on(&place.database, ORGANIZATION).await.unwrap();
    // The server takes statistics of its own once a minute: then there would be none to take here.
    let by_itself = "alter table facts set (autovacuum_enabled = false)";
    place.database.operational(by_itself, &[], &[]).await.unwrap();
    let grow = async |from: i64, to: i64| {
        let facts: Vec<_> = (from..to).map(|seq| books::fact(seq, 10)).collect();
        Commit::default().update(&[books::head(to)]).insert(&facts).on(&place.database, ORGANIZATION).await.unwrap();
    };
    // The server counts the rows of a connection about once a second, and what came within that second when the connection
    // has been idle for ten.
    let taken = async |wanted: usize| {
        for _ in 0..if wanted == 0 { 50 } else { 300 } {
            let tables = place.database.take_statistics().await.unwrap();
            if tables > 0 {
                return tables;
            }
            tokio::time::sleep(Duration::from_millis(if wanted == 0 { 30 } else { 100 })).await;
        }
        0
    };
    grow(1, 400).await;
    assert_eq!(taken(0).await, 0, "a small table needs none");
    grow(400, 700).await;
    assert_eq!(taken(1).await, 1);
    assert_eq!(place.database.take_statistics().await.unwrap(), 0, "they are taken once");
    grow(700, 1_300).await;
    assert_eq!(taken(0).await, 0, "it has not doubled");
    grow(1_300, 1_500).await;
    assert_eq!(taken(1).await, 1);
    place.remove().await;
}
