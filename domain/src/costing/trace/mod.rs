//! Where a cost came from and where a value went: the movements of a pool done again, with every layer kept as the parts
//! that it is made of.
//!
//! - `parts` is a layer as parts, and the share of each that a movement takes.
//! - `ledger` is one pool from its beginning: the goods that each movement took, and their sources.
//! - Goods that go from pool to pool and stay where they are take their parts with them: taking them there takes from
//!   the receipts themselves, layer by layer, and a change of scope is no step of the trace.
//! - `tree` follows the parts from pool to pool, and makes rows of it.
//!
//! **Nothing is invented.** Goods of one layer are all alike: a part of the goods has that part of the price, of later
//! costs and of revaluations. With separate layers (FIFO, specific), the parts of a cost are the receipts themselves.
//! At average and at standard, goods of several receipts are mixed: goods are then taken of all of them in proportion,
//! by quantity and by value, the last unit by the largest remainder, and the row says so.
//!
//! **All sums hold to the minor unit.** The amount of a cost's part is the change of the posted value when it is taken,
//! so that the parts add up to the cost; the amount of a use is its change of the remaining value, so that the uses add
//! up to the value. Both are the same, but for one minor unit where values of several layers were rounded together.

mod ledger;
mod parts;
mod scaled;
mod tree;

pub use ledger::Contradiction;
pub use tree::{Attribution, Direction, Extent, Missing, Role, Trace, TraceRow};
