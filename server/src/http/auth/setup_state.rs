//! `GET /auth/setup`: whether the service waits for its first user, and what their books can begin with.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};

use super::NOT_STORED;
use crate::app::App;
use crate::charts;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::identity::setup;

crate::output! {
    /// A chart of accounts that books can begin with.
    pub struct SetupChartView {
        pub id: String,
        pub name: String,
        pub description: String,
        /// ISO 3166 code of its country.
        pub country: Option<String>,
    }

    /// Whether the service waits for its set-up.
    pub struct SetupState {
        /// Whether nobody can sign in yet: `POST /auth/setup` makes the first user and their books.
        pub is_needed: bool,
        /// The charts that the books can begin with; empty once the service is set up.
        pub charts: Vec<SetupChartView>,
    }
}

pub(super) const OPERATION: Operation = Operation::new(Kind::Read, Access::Public);

/// Get whether the service waits for its set-up
///
/// For the console, which shows the set-up in the place of the sign-in while nobody can sign in yet.
#[utoipa::path(get, path = "/api/v1/auth/setup", operation_id = "AuthController_setupState", tag = "Authentication",
    responses((status = 200, description = "Whether it waits", body = SetupState)))]
pub async fn setup_state(State(app): State<App>, query: RawQuery) -> Result<Response, Problem> {
    let NoQuery {} = query.decode()?;
    let is_needed = setup::is_needed(&app.database).await?;
    let offered = if is_needed { charts::TEMPLATES } else { &[] };
    let charts = offered.iter().map(|template| SetupChartView {
        id: template.id.to_owned(),
        name: template.name.to_owned(),
        description: template.description.to_owned(),
        country: template.country.map(str::to_owned),
    });
    Ok((NOT_STORED, Json(SetupState { is_needed, charts: charts.collect() })).into_response())
}
