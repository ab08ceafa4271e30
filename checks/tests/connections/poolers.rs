//! PgBouncer before PostgreSQL: one that keeps sessions serves, one that does not is refused at the start.

use checks::folder::Folder;
use checks::pooler::Pooler;
use checks::postgres::{self, FreshDatabase};
use checks::program::{Place, Program, run};
use checks::server::runtime;
use checks::{Caller, entry, server};

/// The cluster, a database on it and a pooler before it; `None` where one of them is not there.
async fn pooled(settings: &str) -> Option<(FreshDatabase, String, Pooler)> {
    let Some(cluster) = postgres::cluster() else {
        println!("skipped: TEST_DATABASE_URL names no PostgreSQL");
        return None;
    };
    let pooler = Pooler::start(&cluster, settings).await?;
    let fresh = FreshDatabase::create(&cluster).await;
    let name = fresh.url().rsplit('/').next().map(str::to_owned).unwrap();
    let url = pooler.url(&name);
    Some((fresh, url, pooler))
}

fn assert_refused(url: &str) {
    let folder = Folder::new();
    let place = Place { folder: folder.path(), database_url: Some(url) };
    for command in ["serve", "verify", "migrate"] {
        run(place, &[("COUNTINGHOUSE_LISTEN", "127.0.0.1:0")], &[command], "")
            .failed(1, "set pool_mode = session in PgBouncer");
    }
}

#[test]
fn a_pooler_that_lends_connections_for_a_transaction_or_a_statement_is_refused() {
    runtime().block_on(async {
        for mode in ["transaction", "statement"] {
            let Some((_fresh, url, _pooler)) = pooled(&format!("pool_mode = {mode}")).await else { return };
            assert_refused(&url);
        }
        // Few connections to the server, waiting to be lent in turn.
        let turns = "pool_mode = transaction\nserver_round_robin = 1\ndefault_pool_size = ";
        for size in 1..=3 {
            let Some((_fresh, url, _pooler)) = pooled(&format!("{turns}{size}")).await else { return };
            let mut held = Vec::new();
            for _ in 0..size {
                let (client, driver) = postgres::connect(&url).await.unwrap();
                client.batch_execute("begin").await.unwrap();
                held.push((client, driver));
            }
            for (client, _) in &held {
                client.batch_execute("commit").await.unwrap();
            }
            assert_refused(&url);
        }
    });
}

#[test]
fn a_pooler_that_keeps_sessions_serves() {
    runtime().block_on(async {
        let Some((fresh, url, pooler)) = pooled("pool_mode = session\ndefault_pool_size = 40").await else { return };
        let folder = Folder::new();
        let prepared = server::prepare(folder.path(), Some(&url)).await;
        let program = Program::start(Place { folder: folder.path(), database_url: Some(&url) }).await;
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let accountant = Caller::new(http, &program.url, Some(prepared.accountant.clone()));
        for _ in 0..5 {
            accountant.post_entry(&entry(&prepared.journal, "10.00")).await;
        }
        drop(program);
        drop(pooler);
        server::verify_at(folder.path(), Some(&fresh.url())).await;
    });
}
