//! The cost of loading and saving: `RATE_BATCHES=500 cargo test -p countinghouse-store rate -- --nocapture`.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use domain::book::{Changes, Query};
use domain::rows::{Account, Balance, Head, Receipt};
use domain::value::id::AccountId;
use store::Fault;
use store::sqlite::{Options, Writer};

use crate::books::{self, Commit, ORGANIZATION};
use crate::place::{Folder, Server};

const BATCH: i64 = 128;
const ACCOUNTS: i64 = 200;

fn batches() -> i64 {
    std::env::var("RATE_BATCHES").ok().and_then(|text| text.parse().ok()).unwrap_or(3)
}

fn account(number: i64) -> AccountId {
    AccountId(u128::try_from(number + 1).unwrap().to_be_bytes())
}

fn foundation() -> Changes {
    let accounts: Vec<Account> = (0..ACCOUNTS)
        .map(|number| Account { id: account(number), ..books::account(0, &format!("{number:04}")) })
        .collect();
    let balances: Vec<Balance> = (0..ACCOUNTS).map(|number| books::balance(account(number), 1, 0, 0, 1)).collect();
    books::foundation().insert(&accounts).insert(&balances).changes()
}

/// The core's queries and changes for 128 posts of two lines.
fn batch(number: i64) -> (Vec<Query>, Changes) {
    let mut commit = Commit::default();
    let mut queries = vec![Query::all::<Head>()];
    let mut touched = BTreeSet::new();
    let last = (number + 1) * BATCH;
    for sequence in number * BATCH + 1..=last {
        let (from, to) = (sequence * 7 % ACCOUNTS, (sequence * 13 + 1) % ACCOUNTS);
        touched.extend([from, to]);
        commit = commit
            .insert(&[books::entry(sequence)])
            .insert(&[books::line(sequence, 1, account(from), 5, 0), books::line(sequence, 2, account(to), 0, 5)])
            .insert(&[books::fact(sequence, 700)])
            .insert(&[books::receipt(sequence.unsigned_abs())]);
        queries.push(Query::row::<Receipt>(&(books::receipt(sequence.unsigned_abs()).key_hash,)));
    }
    let balances: Vec<Balance> =
        touched.iter().map(|number| books::balance(account(*number), 1, last, last, last)).collect();
    queries.extend(touched.iter().map(|number| Query::row::<Account>(&(account(*number),))));
    queries.extend(balances.iter().map(|row| Query::row::<Balance>(&domain::rows::Row::key(row))));
    (queries, commit.update(&balances).update(&[books::series(last)]).update(&[books::head(last)]).changes())
}

fn report(what: &str, loading: Duration, spent: Duration) {
    let posts = f64::from(u32::try_from(batches() * BATCH).unwrap());
    println!("{what}: {:.0} posts/s, of which loading {loading:?} of {spent:?}", posts / spent.as_secs_f64());
}

#[test]
fn the_rate_on_sqlite_is_printed() {
    let folder = Folder::new();
    let mut writer = Writer::open(&folder.file(), &Options::default()).unwrap();
    writer.begin().unwrap();
    writer.save(ORGANIZATION, &foundation()).unwrap();
    writer.commit().unwrap();
    let (mut loading, mut spent) = (Duration::ZERO, Duration::ZERO);
    for number in 0..batches() {
        let (queries, changes) = batch(number);
        let began = Instant::now();
        writer.begin().unwrap();
        writer.load(ORGANIZATION, &queries).unwrap();
        loading += began.elapsed();
        writer.save(ORGANIZATION, &changes).unwrap();
        writer.commit().unwrap();
        spent += began.elapsed();
    }
    report("sqlite", loading, spent);
}

#[tokio::test]
async fn the_rate_on_postgres_is_printed() -> Result<(), Fault> {
    let Some(place) = Server::make_database().await else { return Ok(()) };
    let mut committer = place.database.postgres_committer().await?;
    committer.begin(ORGANIZATION, &[]).await?;
    committer.save_and_commit(ORGANIZATION, &foundation()).await?;
    let (mut loading, mut spent) = (Duration::ZERO, Duration::ZERO);
    for number in 0..batches() {
        let (queries, changes) = batch(number);
        let began = Instant::now();
        committer.begin(ORGANIZATION, &[]).await?;
        committer.load(ORGANIZATION, &queries).await?;
        loading += began.elapsed();
        committer.save_and_commit(ORGANIZATION, &changes).await?;
        spent += began.elapsed();
    }
    report("postgres", loading, spent);
    drop(committer);
    place.remove().await;
    Ok(())
}
