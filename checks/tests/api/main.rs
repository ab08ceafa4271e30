//! The API as clients see it, on both databases.

mod attacks;
mod batches;
mod checks_in_order;
mod concurrency;
mod conditions;
mod contract;
mod first_use;
mod hostile;
mod idempotency;
mod lists;
mod nodes;
mod numbers;
mod previews;
mod retries;
mod roles;
mod secrets;
mod stream;
mod strictness;
mod transport;
mod voiding;
mod warehouses;
