//! Where a cost came from and where a value went: the movements of a pool done again, with every layer kept as the parts
//! that it is made of.
//!
//! - `parts` is a layer as parts, and what a movement takes of each of them.
//! - `ledger` is one pool from its beginning: what each movement took, and of what.
//! - Goods that go from pool to pool and stay where they are take their parts with them: who takes them there takes them of the
//!   receipts themselves, layer by layer, and a change of scope is no station of theirs.
//! - `tree` follows the parts from pool to pool, and makes rows of it.
//!
//! **Nothing is invented.** Goods of one layer are all alike: who takes a part of it takes that part of the price, of later
//! costs and of revaluations. Where layers are told apart (FIFO, specific), the parts of a cost are the receipts themselves.
//! At average and at standard goods of several receipts are one: then what is taken is taken of all of them in proportion,
//! by quantity and by value, the last unit by the largest remainder, and the row says so.
//!
//! **All sums hold to the minor unit.** A part of a cost is by how much taking it changes the posted value, so that the
//! parts come to the cost; a use of a value is by how much it changes what is left of that value, so that the uses come
//! to the value. Both are the same, but for one minor unit where values of several layers were rounded together.

mod ledger;
mod parts;
mod scaled;
mod tree;

pub use ledger::Contradiction;
pub use tree::{Attribution, Direction, Extent, Missing, Role, Trace, TraceRow};
