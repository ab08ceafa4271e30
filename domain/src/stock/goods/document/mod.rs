//! The document: from a caller's description of a movement to checked lines of a draft.
//!
//! - `new` is the caller's input, `resolve` finds the rows it names, `edited` accepts lines in the form that reads
//!   show.
//! - `rules` hold independently of stock; `held_goods` may not leave for use; `stated_costs` are the costs and accounts
//!   that a document may name, `dates` its day, `bins` and `default_places` its places, `assigned` who may act there.
//! - `sources` are the movements it refers to, `uses` keeps the rows it names, `hints` lists the rows it will need.
//! - `invoice_number` sees that a supplier's invoice is entered once.
//! - `approval` decides which movements wait for a second person; `pointers` makes refusals point at the fields that
//!   were sent.

pub(crate) mod approval;
pub mod assigned;
pub mod bins;
pub(crate) mod checking;
pub(crate) mod dates;
pub mod default_places;
pub mod edited;
pub mod found;
pub(crate) mod held_goods;
pub(crate) mod hints;
pub(crate) mod invoice_number;
pub mod new;
pub(crate) mod pointers;
pub(crate) mod resolve;
pub(crate) mod rules;
pub(crate) mod sources;
pub(crate) mod stated_costs;
pub(crate) mod uses;
