//! PostgreSQL: a shard of the service on a database of its own, on the server of `TEST_DATABASE_URL`.

use std::sync::atomic::{AtomicU32, Ordering};

use domain::value::id::OrganizationId;
use server::commit::heads::Heads;
use server::commit::postgres::Shard;
use store::{Database, postgres};

use super::{Addressed, Manner, Tables, Told};

static NEXT: AtomicU32 = AtomicU32::new(0);

/// A database that is dropped by `remove`.
pub struct PostgresEngine {
    runtime: tokio::runtime::Runtime,
    url: String,
    name: String,
    database: Database,
    shard: Shard,
}

impl PostgresEngine {
    /// Makes an empty database; `None` without a server to try on.
    ///
    /// # Panics
    /// Where the server refuses it.
    #[must_use]
    pub fn make() -> Option<Self> {
        let url = std::env::var("TEST_DATABASE_URL").ok()?;
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.unwrap_or_else(|error| panic!("{error}"));
        let name = format!("countinghouse_simulate_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        runtime.block_on(on_server(&url, &format!("create database {name} encoding 'UTF8' template template0")));
        let database = runtime.block_on(open(&url, &name));
        let shard = Shard::new(database.clone(), Heads::default(), 0);
        Some(Self { runtime, url, name, database, shard })
    }

    /// The address of its database.
    #[must_use]
    pub fn url(&self) -> String {
        crate::postgres::in_cluster(&self.url, &self.name)
    }

    /// One commit per organization.
    pub fn commit(&mut self, requests: &[Addressed], manner: Manner) -> Vec<Told> {
        if manner.restarts {
            self.shard.forget();
            let database = self.database.clone();
            self.runtime.block_on(async move { database.close().await }).unwrap_or_else(|fault| panic!("{fault}"));
            self.database = self.runtime.block_on(open(&self.url, &self.name));
            self.shard = Shard::new(self.database.clone(), Heads::default(), manner.hint_rounds);
        }
        if manner.forgets {
            self.shard.forget();
        }
        self.shard.hint_rounds = manner.hint_rounds;
        let (parts, answered) = super::parts(requests);
        let shard = &mut self.shard;
        self.runtime.block_on(async move {
            for part in parts {
                shard.serve(part).await;
            }
        });
        super::answers(requests, answered)
    }

    /// Takes the statistics of tables, as a service does while it commits.
    ///
    /// # Panics
    /// Where the database fails.
    pub fn take_statistics(&self) {
        let taken = self.runtime.block_on(self.database.take_statistics());
        taken.unwrap_or_else(|fault| panic!("{fault}"));
    }

    /// All rows of an organization.
    ///
    /// # Panics
    /// Where they cannot be read.
    pub fn tables(&mut self, organization: OrganizationId) -> Tables {
        let database = self.database.clone();
        let rows = self.runtime.block_on(async move {
            let mut snapshot = database.snapshot().await?;
            snapshot.load(organization, &super::queries()).await
        });
        super::tables(rows.unwrap_or_else(|fault| panic!("{fault}")))
    }

    /// Drops the database.
    ///
    /// # Panics
    /// Where the server refuses it.
    pub fn remove(mut self) {
        self.shard.forget();
        let database = self.database.clone();
        self.runtime.block_on(async move { database.close().await }).unwrap_or_else(|fault| panic!("{fault}"));
        self.runtime.block_on(on_server(&self.url, &format!("drop database {} with (force)", self.name)));
    }
}

async fn open(url: &str, name: &str) -> Database {
    let mut address = postgres::parse(url).unwrap_or_else(|fault| panic!("{fault}"));
    address.config.dbname(name);
    let options = postgres::Options { readers: 2, committers: 2, ..Default::default() };
    Database::open_postgres(&address, &options).await.unwrap_or_else(|fault| panic!("{fault}"))
}

async fn on_server(url: &str, statement: &str) {
    let address = postgres::parse(url).unwrap_or_else(|fault| panic!("{fault}"));
    let (client, connection) = address.connect().await.unwrap_or_else(|fault| panic!("{fault}"));
    client.batch_execute(statement).await.unwrap_or_else(|error| panic!("{statement}: {error}"));
    drop(client);
    // The connection ends with its client.
    let _ = connection.await;
}
