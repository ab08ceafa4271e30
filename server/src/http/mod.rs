//! The HTTP edge: how bytes become commands and answers become bytes.
//!
//! # How to add an operation
//!
//! 1. A folder per noun, a file per operation, named by its verb: `warehouses/update.rs`.
//! 2. Wire types with `input!` and `output!`. Field types say what they take (`Text<1, 80>`, `Amount`,
//!    `Ref<AccountId>`, `Option<Date>`, `List<Line, 2, 10_000>`; merges use `Patch<T>` and `Change<T>`);
//!    the OpenAPI schema is made from the same text.
//! 3. The handler, with `#[utoipa::path]`: method, full path, `operation_id`, `request_body`, parameters and the
//!    **successful** answers only. The order of its lines is the order of checks:
//!    ```text
//!    async fn update(State(app), caller: Caller, id: PathId<WarehouseId>, query: RawQuery, body: JsonBody)
//!        -> Result<Response, Problem>
//!    {
//!        caller.require(Permission::WarehousesUpdate)?;   // 401 and framing were answered by the extractors
//!        let query: NoQuery = query.decode()?;            // 400
//!        let wire: UpdateWarehouse = body.decode()?;      // 400, all violations at once
//!        let id = id.id()?;                               // 404
//!        …                                                // commit, 403 of the resource, 412, 422, 409
//!    }
//!    ```
//! 4. A row in the noun's table: `Operation::write("Warehouses_update", "PUT", "/api/v1/warehouses/{id}",
//!    Access::Needs(Permission::WarehousesUpdate)).rejects(&[Code::CodeTaken])`. Its error answers, security, key
//!    and preview parameters come into the document from there. `operations::differences` finds a row without
//!    a route and a route without a row.
//! 5. `router.routes(routes!(update))`, and never a route without the macro.
//!
//! `tests.rs` has a whole small noun, the widgets, to copy from.
//!
//! Errors are `Problem`s; `?` turns a `Rejection` into one. The layers write their bodies, so a handler
//! never needs the base address or the request id.

pub mod accounts;
pub mod approval_policies;
pub mod audit;
pub mod auth;
pub mod body;
pub mod caller;
pub mod chart;
pub mod conditional;
pub mod context;
pub mod control_changes;
pub mod counts;
pub mod currencies;
pub mod dimension_values;
pub mod dimensions;
pub mod events;
pub mod exchange_rates;
pub mod fiscal_years;
pub mod formats;
pub mod frozen_pools;
pub mod idempotency;
mod import_body;
pub mod input;
pub mod inventory_proof;
pub mod invitations;
pub mod item_categories;
pub mod items;
pub mod journal_entries;
pub mod journals;
pub mod json;
mod kept;
pub mod landing;
pub mod layers;
pub mod locations;
pub mod lots;
pub mod matches;
pub mod movements;
mod named;
pub mod names;
pub mod openapi;
pub mod operations;
pub mod organization;
pub mod organizations;
pub mod output;
pub mod page;
pub mod parties;
pub mod path;
pub mod periods;
pub mod plaintext;
pub mod prefer;
pub mod preview;
pub mod problem;
pub mod query;
pub mod reach;
pub mod reason_codes;
pub mod recurring_entries;
pub mod reports;
pub mod reservations;
pub mod revaluations;
pub mod roles;
pub mod round_trip;
pub mod router;
pub mod scan;
pub mod schema;
pub mod serials;
pub mod service_accounts;
pub mod shares;
pub mod statement_mappings;
pub mod stock;
pub mod system;
pub mod tls;
pub mod transport;
pub mod units;
pub mod users;
pub mod warehouses;
mod watched_body;
pub mod writing;

#[cfg(test)]
pub mod test_app;
#[cfg(test)]
mod tests;
