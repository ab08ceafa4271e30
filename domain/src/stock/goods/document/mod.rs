//! The document: from what a caller says of a movement to checked lines of a draft.
//!
//! - `new` is what a caller says, `resolve` finds what it names, `edited` takes lines back that a read has shown.
//! - `rules` must hold whatever is in stock; `stated_costs` are the costs and accounts that a document may name, `dates` its
//!   day, `bins` and `default_places` its places, `assigned` who may act there.
//! - `sources` are the movements that it is about, `uses` keeps what it names, `hints` names what it will need.
//! - `approval` is which movements wait for a second person; `pointers` has refusals name the fields that were sent.

pub(crate) mod approval;
pub mod assigned;
pub mod bins;
pub(crate) mod checking;
pub(crate) mod dates;
pub mod default_places;
pub mod edited;
pub mod found;
pub(crate) mod hints;
pub mod new;
pub(crate) mod pointers;
pub(crate) mod resolve;
pub(crate) mod rules;
pub(crate) mod sources;
mod stated_costs;
pub(crate) mod uses;
