//! The exact cost of goods: pools, the movements that change them, and replay when the past changes.
//!
//! Pure and in types of its own: no rows, no SQL, no clock. The caller stores the results.
//!
//! - `amount` is the arithmetic: posted value, the share of a part of a layer, spreading by largest remainder.
//! - `place` is the order of all movements, `movement` the effect of a movement, `pool` the contents of a pool.
//! - `apply` applies one movement to one pool and returns its postings (`effect`); `goods`, `scope`, `value` and
//!   `change` are its parts, and `allowance` what goods are written down by.
//! - `whereabouts` is where the goods of a receipt are, which costs that come later follow.
//! - `replay` inserts and takes away movements anywhere in the past, across pools, and returns the differences. It
//!   reads the past through the trait `History`.
//! - `proof` costs everything from the beginning and compares it with the postings, as of any day.
//! - `ageing` finds the age of goods, and `origins` when they first came.
//! - `trace` shows where a cost came from and where a value went, to the minor unit.
//!
//! **No unit cost is stored and nothing is rounded twice.** A pool's posted value is `floor(Σx / 10^6 + 1/2)` of its
//! extended values, and each movement posts the difference that it makes to it. So an empty pool is worth nothing, the
//! postings always add up to the value on hand, and there is no tolerance and no rounding account.
//!
//! # To use it
//! 1. Make each line of a document one `Movement` per pool that it touches: a transfer between pools is an `Out` and an
//!    `In` from it at the same line, an assembly its components on lower lines than its outputs. A second half in the
//!    same pool is none. The place has the instant (`occurredAt`; prospectively `costedAt`) and the document's `seq`.
//! 2. Call `replay` with the movements to insert and to remove. A document at the end of its pools costs its own
//!    movements only; one in the past also costs the later ones. Voiding is taking away; receiving again is taking away
//!    and inserting.
//! 3. Keep the outcome in one commit: of new movements their effects, as value entries on their posting date, each leg
//!    on the account that the document's kind gives it; of all others the adjustments, each on the account that the leg
//!    of that movement was first posted to, as one adjusting entry per date, owned by the cause; heads and checkpoints
//!    as they are. Mark removed movements, and keep the ties of new ones (`Movement::depends_on`).
//! 4. Answer the questions of `History` from the stored rows, or stop where they are not loaded.
//!
//! # Prospective costing
//! A late document stands where it occurred, and all later movements are costed anew. If that is too much, or not
//! wanted, it stands where it was recorded: its cost is that of the day on which it is posted, and nothing else
//! changes. Goods moved when they moved, all the same: `replay` asks of every pool with such movements that goods were
//! there when they left, in the order in which they moved (`replay/physical.rs`).
//!
//! # How it is kept
//! By `stock/goods/posting`: the rows are documented where they are declared (`rows/pools.rs`), `history.rs` answers
//! the questions of `History` from them, `cost_rows.rs` and `books.rs` write the results of a replay. Extended values
//! are kept as whole minor units and millionths (0 to 999,999), a place as bytes whose order is the order of places.

pub mod ageing;
mod allowance;
pub(crate) mod amount;
mod apply;
mod change;
mod effect;
mod goods;
mod history;
mod layers;
mod movement;
pub mod origins;
mod place;
mod pool;
mod proof;
mod refusal;
pub(crate) mod replay;
mod scope;
#[cfg(test)]
pub(crate) mod tests;
pub mod trace;
mod value;
mod whereabouts;

pub use amount::{Ratio, StandardCost};
pub use effect::{Effect, Fed, Leg, Legs};
pub use history::{Booked, Checkpoint, Dependent, Head, History, LaterCost, Moved, Recorded, Tie};
pub use layers::{Layer, Layers};
pub use movement::{Assembly, Beyond, Cost, Kind, Movement, Quantity, Source, Split};
pub use place::{Phase, Place};
pub use pool::{Method, PoolKey, PoolState, Scope};
pub use proof::{Broken, Late, PoolProof, Proof};
pub use refusal::Refusal;
pub use replay::{Change, Halt, Outcome, Rules, ValueEntry, replay};
