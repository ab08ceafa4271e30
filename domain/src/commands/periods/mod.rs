//! Commands on periods.

pub mod close;
pub mod reopen;
pub mod soft_close;
#[cfg(test)]
mod tests;
