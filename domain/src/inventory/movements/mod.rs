//! Movements of goods: documents whose lines change what is in stock, each with its journal entry in the same commit.
//!
//! - `new` is what a caller says, `draft` what is kept of it until it is posted, `resolve` leads from one to the other,
//!   `rules` are what must hold of a document whatever is in stock, `costs_said` which costs and accounts it may name.
//! - `posting` is the one door: it asks `dates` for the day, `plan` for what each line does to which pool, costing for
//!   what that comes to, and then writes stock (`levels`), costs (`keep`) and books (`books`) together.
//! - `hints` names what a movement will need, so that a batch of them is loaded at once.
//! - `history` answers costing's questions from the book, `refusals` says its "no" in the words of documents.
//! - `sources` are the movements that a document is about; `transit` receives and closes transfers in two steps,
//!   `reclassify` values a warehouse on another account, `change_scope` together with others or apart (`scopes`);
//!   `valuations` is how an item was valued when, `apart` since when each lot or piece has its own cost, and `earlier` has a pool
//!   begin before changes that it came to be after.
//! - `undo` takes a movement back, `unsettle` what it changed beside goods and costs; `proving` proves pools from
//!   their rows, `tracing` traces costs from them, `ageing` tells how old goods are.
//! - `brought` are lots and pieces that lines bring by their number, and makes those that are new.
//! - `approval` is which movements wait for a second person; `submit`, `withdraw`, `approve` and `reject` are its steps.
//! - `usage` keeps what movements name.
//! - `accounts` is which account takes the other side, `assigned` who may act where.

mod accounts;
mod ageing;
mod apart;
mod approval;
pub mod approve;
mod as_sent;
mod assigned;
mod bins;
mod books;
pub mod brought;
pub mod change_scope;
mod costs_said;
pub mod create;
mod dates;
mod default_places;
pub mod delete;
mod draft;
mod earlier;
pub mod edited;
mod emptied;
mod hints;
mod history;
mod in_between;
pub mod in_transit;
mod keep;
mod levels;
pub mod new;
mod plan;
pub mod post;
mod posting;
mod proving;
pub mod reclassify;
mod refusals;
pub mod reject;
mod replayed;
mod resolve;
mod rows;
mod rules;
mod scopes;
mod sources;
pub mod stored;
pub mod submit;
#[cfg(test)]
pub(crate) mod tests;
mod tracing;
pub mod transit;
mod undo;
mod unsettle;
pub mod update;
pub(crate) mod usage;
mod valuations;
pub mod void;
pub mod withdraw;

pub use ageing::{AgedPool, ages_now, ages_then};
pub use assigned::is_seen;
pub use bins::{may_be_brought_to, may_be_issued_from, may_be_received_at};
pub(crate) use dates::day_of;
pub use dates::end_of_day;
pub use default_places::default_bins;
pub use draft::{Charge, DraftLine, decode_charges, decode_drafts};
pub use in_transit::InTransit;
pub(crate) use levels::require_all;
pub(in crate::inventory) use levels::{LevelKey, Turnover, leaving_line};
pub use proving::{Prover, unsound};
pub(crate) use refusals::quantity as quantity_text;
pub(crate) use replayed::Replayed;
pub(in crate::inventory) use resolve::goods;
pub use rows::{
    ConsignedLine, LegKind, MovementLine, MovementStatus, Pool, PoolCheckpoint, PoolDay, PoolLayer, PoolMovement,
    PoolTie, ReceivedLine, StockDay, StockLevel, StockMovement, TransitLine, ValueEntry,
};
pub(crate) use scopes::are_scopes;
pub use scopes::{changes_of_scope, scope_where};
pub use tracing::{Tracer, Untraceable};
pub(crate) use valuations::are_valuations;
pub(in crate::inventory) use {
    bins::{Passing, check_bin},
    hints::hint_line,
    plan::pool_name,
    posting::post as post_checked,
    resolve::{Resolving, header_warehouse, named as pointer_to, reason_named, warehouse_pointer},
    rows::blank as blank_movement,
    rules::{check_tracking, unusable_reason},
};
