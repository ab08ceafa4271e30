//! A fresh PostgreSQL database per test, on the cluster that `TEST_DATABASE_URL` names.

use std::path::PathBuf;

use store::Fault;
use tokio::sync::OnceCell;
use tokio::task::JoinHandle;
use tokio_postgres::Client;

use crate::folder::next_number;

/// A database that is dropped with its owner.
#[derive(Debug)]
pub struct FreshDatabase {
    cluster: String,
    name: String,
}

/// The test cluster's address, where there is one.
#[must_use]
pub fn cluster() -> Option<String> {
    std::env::var("TEST_DATABASE_URL").ok().filter(|url| !url.is_empty())
}

/// The address of a database on the cluster with this address.
#[must_use]
pub fn in_cluster(cluster: &str, name: &str) -> String {
    let (base, query) = match cluster.split_once('?') {
        Some((base, query)) => (base, format!("?{query}")),
        None => (cluster, String::new()),
    };
    let place = base.rfind('/').unwrap_or(base.len());
    format!("{}/{name}{query}", &base[..place])
}

/// A connection of its own, made as the program makes them, with the task that drives it.
pub async fn connect(url: &str) -> Result<(Client, JoinHandle<()>), Fault> {
    store::postgres::parse(url)?.connect().await
}

/// As most clusters are: with a locale that knows more letters than plain ones.
const EMPTY: &str = "template template0 encoding 'UTF8' lc_collate 'C.UTF-8' lc_ctype 'C.UTF-8'";

/// A database of this process with the schema alone, which others are copies of.
static WITH_SCHEMA: OnceCell<String> = OnceCell::const_new();

impl FreshDatabase {
    /// Makes a database on the cluster as a first start leaves it: with the schema and nothing in it.
    pub async fn create(cluster: &str) -> Self {
        let template = WITH_SCHEMA.get_or_init(|| with_schema(cluster)).await;
        Self::made(cluster, &format!("template {template}")).await
    }

    /// Makes an empty database on the cluster.
    pub async fn empty(cluster: &str) -> Self {
        Self::made(cluster, EMPTY).await
    }

    async fn made(cluster: &str, how: &str) -> Self {
        let name = format!("check_{}_{}", std::process::id(), next_number());
        statement(cluster, &format!("create database {name} {how}")).await;
        Self { cluster: cluster.to_owned(), name }
    }

    /// Copies a database that nobody has open, file by file: the server has read nothing of the copy yet.
    pub async fn copy_of(original: &Self) -> Self {
        Self::made(&original.cluster, &format!("template {} strategy file_copy", original.name)).await
    }

    /// The file of a table, if the server names its folder. Asks another database, so that the table stays unread.
    pub async fn file_of(&self, original: &Self, table: &str) -> Option<PathBuf> {
        let (there, _) = connected(&original.url()).await;
        let path = there.query_one("select pg_relation_filenode($1::text::regclass)::text", &[&table]).await.ok()?;
        let folder = there.query_one("select current_setting('data_directory')", &[]).await.ok()?;
        let number =
            there.query_one("select oid::text from pg_database where datname = $1", &[&self.name]).await.ok()?;
        let (file, folder, number): (String, String, String) = (path.get(0), folder.get(0), number.get(0));
        Some(PathBuf::from(folder).join("base").join(number).join(file))
    }

    /// Its address.
    #[must_use]
    pub fn url(&self) -> String {
        in_cluster(&self.cluster, &self.name)
    }
}

impl Drop for FreshDatabase {
    fn drop(&mut self) {
        let (cluster, name) = (self.cluster.clone(), self.name.clone());
        // The owner's runtime may be ending: this one is the drop's own.
        let dropping = std::thread::spawn(move || {
            let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
            runtime.block_on(async move {
                if let Ok((client, driver)) = connect(&cluster).await {
                    // A database that stays behind goes with the test cluster.
                    let _ = client.batch_execute(&format!("drop database if exists {name} with (force)")).await;
                    drop(client);
                    let _ = driver.await;
                }
            });
        });
        let _ = dropping.join();
    }
}

async fn with_schema(cluster: &str) -> String {
    let name = format!("check_{}_schema", std::process::id());
    statement(cluster, &format!("create database {name} {EMPTY}")).await;
    let (mut client, driver) = connect(&in_cluster(cluster, &name))
        .await
        .unwrap_or_else(|fault| panic!("the database of the schema does not answer: {fault}"));
    store::migrate::postgres(&mut client).await.unwrap_or_else(|fault| panic!("{fault}"));
    drop(client);
    let _ = driver.await;
    name
}

async fn connected(url: &str) -> (Client, JoinHandle<()>) {
    connect(url).await.unwrap_or_else(|fault| panic!("the test cluster does not answer: {fault}"))
}

/// Runs statements on a database with this address.
pub async fn statement(cluster: &str, sql: &str) {
    let (client, driver) = connected(cluster).await;
    client.batch_execute(sql).await.unwrap_or_else(|fault| panic!("{sql}: {fault}"));
    drop(client);
    let _ = driver.await;
}
