//! The router: every noun's routes, the documents, and the layers around them.

use utoipa_axum::router::OpenApiRouter;

use super::layers::{self, Edge, Layered};
use super::operations::Operation;
use super::system::Hooks;
use super::{
    accounts, approval_policies, audit, auth, chart, control_changes, counts, currencies, dimension_values, dimensions,
    events, exchange_rates, fiscal_years, frozen_pools, inventory_proof, invitations, item_categories, items,
    journal_entries, journals, landing, locations, lots, matches, movements, openapi, organization, organizations,
    parties, periods, plaintext, problem, reason_codes, recurring_entries, reports, reservations, revaluations, roles,
    scan, serials, service_accounts, statement_mappings, stock, system, units, users, warehouses,
};
use crate::app::App;

/// The table of operations: every route, who may call it, and its refusals.
#[must_use]
pub fn operations() -> Vec<Operation> {
    [
        accounts::OPERATIONS,
        approval_policies::OPERATIONS,
        audit::OPERATIONS,
        auth::OPERATIONS,
        chart::OPERATIONS,
        control_changes::OPERATIONS,
        currencies::OPERATIONS,
        statement_mappings::OPERATIONS,
        dimensions::OPERATIONS,
        dimension_values::OPERATIONS,
        events::OPERATIONS,
        exchange_rates::OPERATIONS,
        fiscal_years::OPERATIONS,
        journal_entries::OPERATIONS,
        journals::OPERATIONS,
        matches::OPERATIONS,
        organization::OPERATIONS,
        organizations::OPERATIONS,
        parties::OPERATIONS,
        periods::OPERATIONS,
        plaintext::OPERATIONS,
        recurring_entries::OPERATIONS,
        reports::OPERATIONS,
        revaluations::OPERATIONS,
        roles::OPERATIONS,
        service_accounts::OPERATIONS,
        users::OPERATIONS,
        invitations::OPERATIONS,
        warehouses::OPERATIONS,
        item_categories::OPERATIONS,
        items::OPERATIONS,
        units::OPERATIONS,
        scan::OPERATIONS,
        locations::OPERATIONS,
        lots::OPERATIONS,
        movements::OPERATIONS,
        reservations::OPERATIONS,
        counts::OPERATIONS,
        inventory_proof::OPERATIONS,
        frozen_pools::OPERATIONS,
        stock::OPERATIONS,
        serials::OPERATIONS,
        reason_codes::OPERATIONS,
    ]
    .concat()
}

/// All routes of the API.
#[must_use]
pub fn api() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(accounts::routes())
        .merge(approval_policies::routes())
        .merge(audit::routes())
        .merge(auth::routes())
        .merge(chart::routes())
        .merge(control_changes::routes())
        .merge(currencies::routes())
        .merge(statement_mappings::routes())
        .merge(dimensions::routes())
        .merge(dimension_values::routes())
        .merge(events::routes())
        .merge(exchange_rates::routes())
        .merge(fiscal_years::routes())
        .merge(journal_entries::routes())
        .merge(journals::routes())
        .merge(matches::routes())
        .merge(organization::routes())
        .merge(organizations::routes())
        .merge(parties::routes())
        .merge(periods::routes())
        .merge(plaintext::routes())
        .merge(recurring_entries::routes())
        .merge(reports::routes())
        .merge(revaluations::routes())
        .merge(roles::routes())
        .merge(service_accounts::routes())
        .merge(users::routes())
        .merge(invitations::routes())
        .merge(warehouses::routes())
        .merge(item_categories::routes())
        .merge(items::routes())
        .merge(units::routes())
        .merge(scan::routes())
        .merge(locations::routes())
        .merge(lots::routes())
        .merge(movements::routes())
        .merge(reservations::routes())
        .merge(counts::routes())
        .merge(inventory_proof::routes())
        .merge(frozen_pools::routes())
        .merge(stock::routes())
        .merge(serials::routes())
        .merge(reason_codes::routes())
}

/// The OpenAPI document as it is served below `base_url`.
#[must_use]
pub fn document(base_url: &str) -> serde_json::Value {
    openapi::document(&api().into_openapi(), &operations(), base_url)
}

/// The whole service.
pub fn service(app: App, hooks: Hooks, edge: &Edge) -> Layered {
    let document = document(&edge.base_url);
    let (api, _) = api().split_for_parts();
    let router = api
        .with_state(app)
        .merge(landing::routes(&edge.base_url))
        .merge(problem::routes())
        .merge(openapi::routes(&document))
        .merge(system::routes(hooks));
    layers::apply(router, edge)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_route_is_in_the_table_of_operations_and_every_row_is_routed() {
        let found = super::super::operations::differences(&api().into_openapi(), &operations());
        assert!(found.is_empty(), "{found:#?}");
    }
}
