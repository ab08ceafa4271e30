//! Closing: periods and fiscal years, the checklists before they close, and the entry that closes a year.

pub mod checklist;
pub(crate) mod closing_entry;
#[cfg(test)]
mod closing_properties;
pub(crate) mod fiscal_years;
pub mod new_year;
pub(crate) mod period_status;
pub(crate) mod periods;
mod stock_checklist;
