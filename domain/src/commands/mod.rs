//! Commands: every write there is, `<noun>/<verb>.rs`, under the same names as in the API.
//!
//! A file holds the command's fields and its `impl Decide`. Code that several commands share is a verb on a floor
//! below.

pub mod accounts;
pub mod approval_policies;
pub mod chart;
pub mod control_changes;
pub mod counts;
pub mod currencies;
pub mod dimension_values;
pub mod dimensions;
pub mod entry_templates;
pub mod exchange_rates;
pub mod fiscal_years;
pub mod frozen_pools;
pub mod item_categories;
pub mod items;
pub mod journal_entries;
pub mod journals;
pub mod locations;
pub mod lots;
pub mod matches;
pub mod memberships;
pub mod movements;
pub mod organization;
pub mod organizations;
pub mod parties;
pub mod periods;
pub mod reason_codes;
pub mod recurring_entries;
pub mod reservations;
pub mod revaluations;
pub mod roles;
pub mod serials;
pub mod service_accounts;
pub mod statement_mappings;
pub mod stock;
pub mod warehouses;
