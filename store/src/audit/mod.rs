//! Audit: the books against their own log, the books made anew from it, and copies that can be trusted.
//!
//! In reading order: a [`reading`] is one long look at the database; [`scratch`] holds the rows that a replay of the
//! log gives; [`readable`] asks whether each stored cell can be read; [`compare`] sets them against the stored ones;
//! [`rules`] must hold between stored rows independently of the log, [`stock`] has the rules for goods and their cost;
//! [`verify`] does all of it, [`gently`] alongside a running service; [`rebuild`] writes the replayed rows, [`copy`]
//! makes and restores backups, each with its [`manifest`], and [`new_epoch`] voids everything handed out before a
//! restore. A [`log_file`] is one organization's log on its way to another instance: [`take_out`] writes it,
//! [`take_in`] makes an organization of it.

mod compare;
pub mod copy;
pub mod gently;
mod invariant;
pub mod log_file;
pub mod manifest;
pub mod new_epoch;
mod numbering;
mod readable;
mod reading;
pub mod rebuild;
mod rules;
mod scratch;
pub mod stock;
pub mod take_in;
pub mod take_out;
pub mod verify;

pub use invariant::Invariant;
