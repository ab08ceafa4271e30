//! Places for tests: an empty database each, gone with its test.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use store::{Database, postgres};

/// A folder that is removed with its value.
pub struct Folder(PathBuf);

static NEXT: AtomicU32 = AtomicU32::new(0);

impl Folder {
    pub fn new() -> Self {
        let name = format!("countinghouse-store-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn file(&self) -> PathBuf {
        self.0.join("books.sqlite")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A small database that does not wait for the disk: tests of durability ask for their own.
pub fn sqlite(folder: &Folder) -> Database {
    let options = store::sqlite::Options { is_synchronous: false, memory_kib: 32_768, ..Default::default() };
    Database::open_sqlite(&folder.file(), &options).unwrap()
}

/// A database of its own on the server of `TEST_DATABASE_URL`.
pub struct Server {
    pub database: Database,
    pub address: postgres::Address,
    name: String,
}

impl Server {
    /// `None` without a server to try on.
    pub async fn make_database() -> Option<Self> {
        let Ok(url) = std::env::var("TEST_DATABASE_URL") else {
            println!("skipped: TEST_DATABASE_URL is not set");
            return None;
        };
        let name = format!("countinghouse_store_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        on_server(&url, &format!("create database {name} encoding 'UTF8' template template0")).await;
        let mut address = postgres::parse(&url).unwrap();
        address.config.dbname(&name);
        let database = Database::open_postgres(&address, &options()).await.unwrap();
        Some(Self { database, address, name })
    }

    pub async fn remove(self) {
        self.database.close().await.unwrap();
        let url = std::env::var("TEST_DATABASE_URL").unwrap();
        on_server(&url, &format!("drop database {} with (force)", self.name)).await;
    }
}

/// Few connections: many tests share one server.
pub fn options() -> postgres::Options {
    postgres::Options { readers: 3, committers: 4, lock_timeout_ms: 2_000, ..Default::default() }
}

async fn on_server(url: &str, statement: &str) {
    let (client, connection) = postgres::parse(url).unwrap().connect().await.unwrap();
    client.batch_execute(statement).await.unwrap();
    drop(client);
    connection.await.unwrap();
}

/// Runs a test on every database there is.
macro_rules! on_both {
    ($($name:ident = $body:path;)*) => {
        mod on_sqlite {
            $(#[tokio::test]
            async fn $name() {
                let folder = crate::place::Folder::new();
                let database = crate::place::sqlite(&folder);
                $body(&database).await;
                database.close().await.unwrap();
            })*
        }

        mod on_postgres {
            $(#[tokio::test]
            async fn $name() {
                let Some(place) = crate::place::Server::make_database().await else { return };
                $body(&place.database).await;
                place.remove().await;
            })*
        }
    };
}
pub(crate) use on_both;
