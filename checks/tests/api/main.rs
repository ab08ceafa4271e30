//! The API as clients see it, on both databases.

mod accounts;
mod attacks;
mod authentication;
mod batches;
mod checks_in_order;
mod concurrency;
mod conditions;
mod contract;
mod drafts;
mod events;
mod idempotency;
mod journals;
mod lists;
mod numbers;
mod organizations;
mod parties;
mod periods;
mod previews;
mod roles;
mod service_accounts;
mod strictness;
mod transport;
mod trial_balance;
mod users;
mod voiding;
mod warehouses;
