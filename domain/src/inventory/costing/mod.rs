//! What goods cost, exactly: pools, the movements that change them, and replay when the past changes.
//!
//! Pure and in types of its own: no rows, no SQL, no clock. Whoever calls it keeps what it answers.
//!
//! - `amount` is the arithmetic: posted value, what a part of a layer takes, spreading by largest remainder.
//! - `place` is the order of all movements, `movement` what a movement does, `pool` what a pool holds.
//! - `apply` does one movement to one pool and says what it posts (`effect`); `goods`, `value` and `change` are its parts.
//! - `replay` inserts and takes away movements anywhere in the past, across pools, and answers the differences. It
//!   reads what was through the trait `History`.
//!
//! **No unit cost is stored and nothing is rounded twice.** A pool's posted value is `floor(Σx / 10^6 + 1/2)` of its
//! extended values, and each movement posts the difference that it makes to it. So an empty pool is worth nothing, what
//! was posted always sums to what is there, and there is no tolerance and no rounding account.

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
pub use refusal::Refusal;
pub use replay::{Change, Halt, Outcome, Rules, ValueEntry, replay};
