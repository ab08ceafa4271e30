//! `GET /inventory/units`

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::value::permission::Permission;
use domain::value::units::NAMED;

use crate::app::App;
use crate::http::caller::Caller;
use crate::http::operations::Operation;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};

crate::output! {
    /// A unit of measure.
    pub struct UnitView {
        /// Its code in UN/CEFACT Recommendation 20.
        pub code: String,
        pub name: String,
    }

    /// Units by code.
    pub struct UnitsView {
        pub data: Vec<UnitView>,
    }
}

pub(super) const OPERATION: Operation = Operation::read(Permission::ItemsRead);

/// List the common units of trade
///
/// An item can have any unit of UN/CEFACT Recommendation 20; this list has those with a name here.
#[utoipa::path(get, path = "/api/v1/inventory/units", operation_id = "UnitsController_list", tag = "Items",
    responses((status = 200, description = "Units by code", body = UnitsView)))]
pub async fn list(State(app): State<App>, caller: Caller, query: RawQuery) -> Result<Response, Problem> {
    caller.read(&app).await?;
    let NoQuery {} = query.decode()?;
    let units = NAMED.iter().map(|(code, name)| UnitView { code: (*code).to_owned(), name: (*name).to_owned() });
    Ok(axum::Json(UnitsView { data: units.collect() }).into_response())
}
