//! The HTTP edge: how bytes become commands and answers become bytes.
//!
//! # How to add an operation
//!
//! Lots are a small noun to copy from: `lots/`, with `commands/lots/` of the core.
//!
//! 1. A folder per noun, a file per operation, named by its verb: `lots/create.rs`.
//! 2. `wire.rs` has the input, made with `input!`; for a noun with create and update, `fields!` makes both from one list, and
//!    the core's change from either. Field types say what they take (`CodeText<60>`, `Amount`, `Sought<ItemId>`, `Date`,
//!    `List<Line, 2, 10_000>`), and the OpenAPI schema is made from the same text. `command()` turns the input into the
//!    command. `view.rs` has the output: `view!` shows a row, `output!` is for the rest.
//! 3. The handler, with the two halves of its declaration before it: `OPERATION` says who may call it and what it refuses,
//!    `#[utoipa::path]` has method, full path, `operation_id`, `request_body`, parameters and the **successful** answers. Error
//!    answers, security, key and preview parameters come into the document from `OPERATION`. A write takes `Writing`, which has
//!    read the caller, the body and the headers:
//!    ```text
//!    pub(super) const OPERATION: Operation = Operation::of::<CreateLot>().rejects(rejections::NEW);
//!
//!    /// Create a lot
//!    #[utoipa::path(post, path = "/api/v1/inventory/lots", operation_id = "LotsController_create", …)]
//!    pub async fn create(writing: Writing) -> Result<Response, Problem> {
//!        let input: LotInput = writing.body().await?;                          // 401, 403, then 400 with all violations
//!        let done = writing.run(input.command()).await?;                       // 404, 412, 422, 409, and the commit
//!        let made: Lot = done.row().ok_or_else(|| Problem::internal(&"a lot without its row"))?;
//!        done.created("/inventory/lots", LotView::from(made))
//!    }
//!    ```
//!    The permission is that of the command; a handler names none. Where it depends on the body, a function of the command
//!    decides it (`NeedsByContent`). Rules that several operations share are groups (`operations/rejections.rs`).
//!    `Done` also answers `changed`, `answered`, `accepted` and `deleted`, each with preview, `Prefer`, entity tag and replay.
//!    An update (`lots/update.rs`) takes the id as a `PathId`, because the core answers a malformed id like an unknown
//!    one. It compares the id with the body's (`round_trip.rs`) and refuses changes to fields that never change (`kept.rs`).
//!    `writing.changed` answers with the thing as it reads then, where the client prefers that (`preferred.rs`).
//! 4. A read takes `State(app)`, `Caller` and `RawQuery` (`lots/list.rs`), and declares
//!    `Operation::read(Permission::ItemsRead)`: `caller.read(&app)` opens the snapshot for those who have that
//!    permission, `query.decode_in` refuses unknown parameters and ids without a row, `Conditions` or a function of
//!    `store::read` reads, `Page` answers. A report (`stock/expiry.rs`) declares `Operation::report(…)`, which adds the
//!    problems of documents; it takes its parameters from `report_input!` (`reports/parameters.rs`) and its rows from
//!    `report_output!` (`reports/row.rs`), which also makes their columns in documents; `answered!`
//!    (`reports/answer.rs`) fills a row from a stored one.
//! 5. The verb in the noun's `mod.rs`: `operations! { list, create }` makes the routes and the table of operations; a new noun
//!    is named in `router.rs`.
//! 6. `countinghouse openapi --out docs/reference/openapi.json` writes the document anew. A test compares it.
//!
//! Then the tests: `checks/tests/api/lots.rs`, and `checks/tests/parity.rs` for the values of new parameters. The whole way
//! of a noun, from its row on, is in `CONTRIBUTING.md`.
//!
//! Errors are `Problem`s; `?` turns a `Rejection` into one. The layers write their bodies, so a handler
//! never needs the base address or the request id.

pub mod accounts;
pub mod approval_policies;
pub mod audit;
pub mod auth;
pub mod batch;
pub mod body;
pub mod called;
pub mod caller;
pub mod chart;
pub mod conditional;
pub mod console;
pub mod context;
pub mod control_changes;
pub mod counts;
pub mod currencies;
pub mod dimension_values;
pub mod dimensions;
pub mod entered;
pub mod entry_templates;
pub mod events;
pub mod exchange_rates;
pub mod explorer;
pub mod fiscal_years;
pub mod formats;
pub mod frozen_pools;
pub mod idempotency;
mod import_body;
pub mod imports;
mod included;
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
pub mod lists;
pub mod locations;
pub mod lots;
pub mod matches;
pub mod me;
pub mod movements;
mod named;
pub mod names;
pub mod nearest_path;
pub mod openapi;
pub mod operations;
pub mod organization;
pub mod organizations;
pub mod output;
pub mod page;
pub mod papers;
pub mod parties;
pub mod path;
pub mod periods;
pub mod plaintext;
pub mod prefer;
mod preferred;
pub mod preview;
pub mod problem;
pub mod query;
pub mod reach;
pub mod reason_codes;
pub mod recurring_entries;
pub mod repeated;
pub mod reports;
pub mod reservations;
pub mod revaluations;
pub mod roles;
pub mod round_trip;
pub mod router;
pub mod scan;
pub mod schema;
pub mod search;
pub mod seat;
pub mod serials;
pub mod series;
pub mod service_accounts;
pub mod shares;
pub mod shown;
pub mod statement_mappings;
pub mod stock;
pub mod summary;
pub mod system;
pub mod tls;
pub mod transport;
pub mod units;
pub mod users;
pub mod verifications;
pub mod views;
pub mod warehouses;
mod watched_body;
pub mod work;
pub mod writing;

#[cfg(test)]
pub mod test_app;
#[cfg(test)]
mod tests;
