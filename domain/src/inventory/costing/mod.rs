//! What goods cost, exactly: pools, the movements that change them, and replay when the past changes.
//!
//! Pure and in types of its own: no rows, no SQL, no clock. Whoever calls it keeps what it answers.
//!
//! - `amount` is the arithmetic: posted value, what a part of a layer takes, spreading by largest remainder.
//! - `place` is the order of all movements, `movement` what a movement does, `pool` what a pool holds.
//! - `apply` does one movement to one pool and says what it posts (`effect`); `goods`, `value` and `change` are its parts.
//! - `replay` inserts and takes away movements anywhere in the past, across pools, and answers the differences. It
//!   reads what was through the trait `History`.
//! - `proof` costs everything from the beginning and compares it with what was posted, as of any day.
//!
//! **No unit cost is stored and nothing is rounded twice.** A pool's posted value is `floor(Σx / 10^6 + 1/2)` of its
//! extended values, and each movement posts the difference that it makes to it. So an empty pool is worth nothing, what
//! was posted always sums to what is there, and there is no tolerance and no rounding account.
//!
//! # To use it
//! 1. Make each line of a document one `Movement` per pool that it touches: a transfer between pools is an `Out` and an
//!    `In` from it at the same line, an assembly its components on lower lines than its outputs. A second half in the
//!    same pool is none. The place has the instant (`occurredAt`; prospectively `costedAt`) and the document's `seq`.
//! 2. Call `replay` with what comes and what goes. A document at the end of its pools costs its own movements only; one
//!    in the past costs what comes after it. Voiding is taking away; receiving again is taking away and inserting.
//! 3. Keep the outcome in one commit: of new movements their effects, as value entries on their posting date, each leg on
//!    the account that the document's kind gives it; of all others the adjustments, each on the account that the leg of
//!    that movement was first posted to, as one adjusting entry per date, owned by the cause; heads and checkpoints as
//!    they are. Mark what was taken away, and keep the ties of new movements (`Movement::depends_on`).
//! 4. Answer the questions of `History` from what was kept, or stop where it is not loaded.
//!
//! # How it is to be kept
//! Extended values are kept as whole minor units and millionths (0 to 999,999), each 64 bits. A place is four columns.
//!
//! | Table | Class | Key | What |
//! |---|---|---|---|
//! | 100 `movements` | books | id | document: kind, status, number, dates, `seq`, party, reason, entry, links |
//! | 101 `movement_lines` | books | movement, line | item, warehouse, location, lot, serial, quantity, unit, cost, source |
//! | 102 `pool_movements` | books | pool, place | a `Movement`: kind, quantity, amount, fallback, source, voided |
//! | 103 `pool_ties` | books | source's place, place | tie, quantity, pool: answers `dependents` by one range |
//! | 104 `value_entries` | books | place, entry, leg | pool, date, account, amount: insert only, sums are `booked` |
//! | 105 `pools` | books | id | item, scope, tracked (unique together); method, account, standard at first: `origin` |
//! | 106 `pool_heads` | derived | pool | place, since checkpoint, the state without its layers |
//! | 107 `pool_layers` | derived | pool, deficit?, place | quantity and value |
//! | 108 `pool_checkpoints` | derived | pool, place | the state in canonical bytes |
//! | 109 `stock_days` | derived | item, warehouse, location, lot, serial, day | turnover of quantity |
//! | 110 `standard_costs` | books | item, from | cost per unit, effective-dated |
//!
//! A replay of the log makes 106 to 109 anew by doing 102 in the order of places.

pub mod amount;
mod apply;
mod change;
pub mod effect;
mod goods;
pub mod history;
pub mod layers;
pub mod movement;
pub mod place;
pub mod pool;
pub mod proof;
pub mod refusal;
pub mod replay;
#[cfg(test)]
mod tests;
mod value;

pub use amount::{Ratio, StandardCost};
pub use effect::{Effect, Fed, Leg, Legs};
pub use history::{Booked, Checkpoint, Dependent, Head, History, Recorded, Tie};
pub use layers::{Layer, Layers};
pub use movement::{Assembly, Beyond, Cost, Kind, Movement, Quantity, Source};
pub use place::{Phase, Place};
pub use pool::{Method, PoolKey, PoolState, Scope};
pub use proof::{Broken, Late, PoolProof, Proof};
pub use refusal::Refusal;
pub use replay::{Change, Halt, Outcome, Rules, ValueEntry, replay};
