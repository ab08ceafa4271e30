//! Tests that need more than one crate, and the harness that they share.
//!
//! Read in this order: `server` (a service of its own for one test), `caller` (a client's requests), `answer` (its
//! expectations), `books` (the contents of a fresh organization), `entry` (entries with telling defaults), `kinds` (a
//! movement of each kind), `event_stream` (server-sent events), `bytes` (requests that no client library would send),
//! `program` (the real binary), `tls_cluster` and `pooler` (other servers behind `DATABASE_URL`), `journal` (the
//! answers that clients got).

pub mod answer;
pub mod books;
pub mod bytes;
pub mod caller;
pub mod certificates;
pub mod disk;
pub mod document;
pub mod entry;
pub mod event_stream;
pub mod folder;
pub mod journal;
pub mod kinds;
pub mod line;
pub mod pages;
pub mod pooler;
pub mod ports;
pub mod postgres;
pub mod program;
pub mod server;
pub mod shell;
pub mod simulate;
pub mod sources;
pub mod tls_cluster;
pub mod ways;
pub mod year;

pub use answer::Answer;
pub use caller::Caller;
pub use entry::entry;
pub use server::{Database, TestServer, run};

/// As the program allocates: tests run the service in their own process.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Runs each of these functions as a test on both databases. Each is an `async fn name(app: &TestServer)`, where `app` is a
/// [`TestServer`] of its own; one that no list names is an unused function, which the build warns of.
///
/// `on_both![goods_are_received, goods_are_shipped];`
#[macro_export]
macro_rules! on_both {
    ($($name:ident),+ $(,)?) => {
        $crate::on_both! { with $crate::server::Options::default(); $($name),+ }
    };
    (with $options:expr; $($name:ident),+ $(,)?) => {$(
        mod $name {
            use super::*;

            #[test]
            fn on_sqlite() {
                $crate::server::run_with($crate::Database::Sqlite, $options, async |app| super::$name(app).await);
            }

            #[test]
            fn on_postgres() {
                $crate::server::run_with($crate::Database::Postgres, $options, async |app| super::$name(app).await);
            }
        }
    )+};
}
