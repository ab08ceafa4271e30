//! The router: every noun's routes, the documents, and the layers around them.

use std::sync::Arc;

use super::batch::{self, Targets};
use super::layers::{self, Edge, Layered};
use super::openapi::Form;
use super::operations::Operations;
use super::system::Hooks;
use super::{
    accounts, approval_policies, audit, auth, chart, console, control_changes, counts, currencies, dimension_values,
    dimensions, entry_templates, events, exchange_rates, explorer, fiscal_years, frozen_pools, imports,
    inventory_proof, invitations, item_categories, items, journal_entries, journals, landing, locations, lots, matches,
    me, movements, openapi, organization, organizations, parties, periods, plaintext, problem, reason_codes,
    recurring_entries, reports, reservations, revaluations, roles, scan, search, serials, service_accounts,
    statement_mappings, stock, summary, system, units, users, verifications, views, warehouses, work,
};
use crate::app::App;

/// The table of operations: every route, who may call it, and its refusals.
#[must_use]
pub fn operations() -> Operations {
    nouns().and(batch::operations())
}

/// The operations of all nouns: a batch is made of those.
fn nouns() -> Operations {
    let nouns = [
        accounts::operations(),
        approval_policies::operations(),
        audit::operations(),
        verifications::operations(),
        auth::operations(),
        chart::operations(),
        control_changes::operations(),
        currencies::operations(),
        statement_mappings::operations(),
        dimensions::operations(),
        dimension_values::operations(),
        events::operations(),
        exchange_rates::operations(),
        fiscal_years::operations(),
        imports::operations(),
        journal_entries::operations(),
        entry_templates::operations(),
        journals::operations(),
        matches::operations(),
        organization::operations(),
        organizations::operations(),
        parties::operations(),
        periods::operations(),
        plaintext::operations(),
        recurring_entries::operations(),
        reports::operations(),
        revaluations::operations(),
        roles::operations(),
        service_accounts::operations(),
        users::operations(),
        me::operations(),
        search::operations(),
        summary::operations(),
        views::operations(),
        invitations::operations(),
        warehouses::operations(),
        item_categories::operations(),
        items::operations(),
        units::operations(),
        scan::operations(),
        locations::operations(),
        lots::operations(),
        movements::operations(),
        reservations::operations(),
        counts::operations(),
        inventory_proof::operations(),
        frozen_pools::operations(),
        stock::operations(),
        work::operations(),
        serials::operations(),
        reason_codes::operations(),
    ];
    nouns.into_iter().fold(Operations::default(), Operations::and)
}

/// The OpenAPI document as it is served below `base_url`.
#[must_use]
pub fn document(base_url: &str) -> serde_json::Value {
    let (_, api, table) = operations().split();
    openapi::document(&api, &table, base_url, Form::Open)
}

/// The document for our own tests: it says all that an answer may have.
#[must_use]
pub fn closed_document() -> serde_json::Value {
    let (_, api, table) = operations().split();
    openapi::document(&api, &table, "", Form::Closed)
}

/// The whole service.
pub fn service(app: App, hooks: Hooks, edge: &Edge) -> Layered {
    let nouns = nouns();
    let batch = batch::operations();
    let table = nouns.table.iter().chain(&batch.table);
    let targets = Targets::new(nouns.router().with_state(app.clone()), table);
    let (router, api, table) = nouns.and(batch.sharing(targets)).split();
    let base_url = edge.base_url.clone();
    // Both the document and the pages about problems are made when somebody first asks for them.
    let declared = Arc::new((api, table));
    let told = Arc::clone(&declared);
    let document = move |base_url: &str| openapi::document(&declared.0, &declared.1, base_url, Form::Open);
    let uses = move || problem::Uses::of(&openapi::document(&told.0, &told.1, "", Form::Open), &told.1);
    let router = router
        .with_state(app)
        .merge(landing::routes(&edge.base_url, !edge.console.is_empty()))
        .merge(console::routes(&edge.base_url, edge.console))
        .merge(explorer::routes())
        .merge(problem::routes(uses))
        .merge(openapi::routes(move || document(&base_url)))
        .merge(system::routes(hooks));
    layers::apply(router, edge)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_operation_id_is_one_operation() {
        let table = operations().table;
        let ids: BTreeSet<&str> = table.iter().map(|row| row.id.as_str()).collect();
        assert!(ids.len() == table.len() && !ids.contains(""), "{} ids of {} operations", ids.len(), table.len());
    }
}
