//! The store's promises, tried on both databases: SQLite always, PostgreSQL if `TEST_DATABASE_URL` names a server on
//! which databases may be made.

mod audit;
mod books;
mod gently;
mod history;
mod moving;
mod operational;
mod own_settings;
mod place;
mod postgres_only;
mod rate;
mod round_trip;
mod schema;
mod sqlite_only;
mod verifications;
