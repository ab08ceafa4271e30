//! Tests that need more than one crate, and the harness that they share.
//!
//! Read in this order: `server` (a service of its own for one test), `caller` (what a client sends), `answer`
//! (what it may expect), `books` (what stands in a fresh organization), `entry` (entries with telling defaults),
//! `kinds` (a movement of each kind), `event_stream` (server-sent events), `bytes` (requests that no client library
//! would send), `program` (the real binary), `tls_cluster` and `pooler` (what else may stand behind `DATABASE_URL`),
//! `journal` (what clients were told).

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
pub mod postgres;
pub mod program;
pub mod server;
pub mod shell;
pub mod simulate;
pub mod sources;
pub mod tls_cluster;
pub mod year;

pub use answer::Answer;
pub use caller::Caller;
pub use entry::entry;
pub use server::{Database, TestServer, run};

/// As the program allocates: tests run the service in their own process.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// One test on both databases: `on_both! { async fn name(app) { … } }`, where `app` is a [`TestServer`].
#[macro_export]
macro_rules! on_both {
    ($($(#[$note:meta])* async fn $name:ident($app:ident) $body:block)*) => {
        $crate::on_both! { with $crate::server::Options::default(); $($(#[$note])* async fn $name($app) $body)* }
    };
    (with $options:expr; $($(#[$note:meta])* async fn $name:ident($app:ident) $body:block)*) => {$(
        $(#[$note])*
        mod $name {
            use super::*;

            async fn steps($app: &$crate::TestServer) $body

            #[test]
            fn on_sqlite() {
                $crate::server::run_with($crate::Database::Sqlite, $options, async |app| steps(app).await);
            }

            #[test]
            fn on_postgres() {
                $crate::server::run_with($crate::Database::Postgres, $options, async |app| steps(app).await);
            }
        }
    )*};
}
