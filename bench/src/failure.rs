//! Why a measurement could not be made.

use thiserror::Error;

#[derive(Debug, Error)]
pub enum Failure {
    #[error("file system: {0}")]
    Disk(#[from] std::io::Error),
    #[error("sqlite: {0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error("postgresql: {0:?}")]
    Postgres(#[from] tokio_postgres::Error),
    #[error("the system gives no randomness: {0}")]
    Randomness(#[from] getrandom::Error),
    #[error("a task of the client ended early: {0}")]
    Task(#[from] tokio::task::JoinError),
    #[error("cannot use {what}: {why}")]
    Unusable { what: String, why: String },
    #[error("{method} {path} answered {status}: {body}")]
    Refused { method: &'static str, path: String, status: u16, body: String },
}

impl Failure {
    pub fn unusable(what: impl Into<String>, why: impl Into<String>) -> Self {
        Self::Unusable { what: what.into(), why: why.into() }
    }
}
