//! `POST /auth/setup`: the first user of a fresh instance, by the code of the log.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::value::Currency;
use domain::value::id::{OrganizationId, PrincipalId};

use super::NOT_STORED;
use super::address::ClientAddress;
use super::new_password::NewPassword;
use super::sign_in;
use crate::app::App;
use crate::cli::living;
use crate::commit;
use crate::http::body::JsonBody;
use crate::http::input::{Name, Text};
use crate::http::operations::{Access, Kind, Operation};
use crate::http::organizations::beginnings::{ChartTemplate, FirstWarehouseInput, YearStart, beginnings};
use crate::http::organizations::demo;
use crate::http::output::Id;
use crate::http::problem::{Problem, ServerCode};
use crate::http::query::{NoQuery, RawQuery};
use crate::http::warehouses::wire::Zone;
use crate::identity::organizations::Founding;
use crate::identity::setup::FirstUser;
use crate::identity::{IdentityError, setup as first};

/// The account under which wrong codes are counted.
pub(super) const THROTTLED: &str = "setup code";

crate::input! {
    /// The first organization and its administrator.
    pub struct SetupRequest {
        /// The code in the service's log.
        pub code: Text<1, 40> = "7GQK-2M9X-VT4B",
        pub username: Text<1, 60> = "admin",
        /// The display name of the user; the username if absent.
        pub display_name: Option<Name<120>> = "Ada Lovelace",
        /// At least 10 characters; length counts, not kinds of characters.
        pub password: NewPassword = "seven green umbrellas",
        pub organization_name: Name<120> = "Lovelace & Co",
        /// The currency of the books; it never changes.
        pub base_currency: Currency = "GBP",
        /// The IANA time zone that decides what day it is.
        pub timezone: Zone = "Europe/London",
        /// The chart template that the books begin with, as `GET /accounting/chart-templates` lists them: its accounts, its
        /// journals, the default accounts of stock and books, and a fiscal year.
        pub chart: Option<ChartTemplate> = "ifrs",
        /// The fiscal year that the books begin with: a year such as `2026`, or its first day; twelve months. With `chart`,
        /// the present calendar year if absent.
        pub fiscal_year: Option<YearStart> = "2026",
        /// The warehouse that the books begin with.
        pub warehouse: Option<FirstWarehouseInput>,
        /// Whether the demo organization is made beside it, as by `POST /organizations`.
        pub demo: Option<bool>,
    }
}

crate::output! {
    /// The result of the set-up.
    pub struct SetupAnswer {
        pub organization_id: Id<OrganizationId>,
        pub principal_id: Id<PrincipalId>,
        pub username: String,
        /// The demo organization, if it was asked for.
        pub demo_organization_id: Option<Id<OrganizationId>>,
    }
}

pub(super) const OPERATION: Operation = Operation::new(Kind::Action, Access::Public)
    .rejects(&[Code::Forbidden])
    .faults(&[ServerCode::InvalidCredentials, ServerCode::StorageFull, ServerCode::OutcomeUnknown]);

/// Set up a fresh instance
///
/// Works once, while nobody can sign in yet. The books can begin with a chart, a fiscal year and a warehouse, as those of
/// a further organization.
#[utoipa::path(post, path = "/api/v1/auth/setup", operation_id = "AuthController_setup", tag = "Authentication",
    request_body = SetupRequest, responses((status = 201, description = "Set up; sign in now", body = SetupAnswer)))]
pub async fn setup(
    State(app): State<App>,
    address: ClientAddress,
    query: RawQuery,
    body: JsonBody,
) -> Result<Response, Problem> {
    let NoQuery {} = query.decode()?;
    let request: SetupRequest = body.decode()?;
    let (snapshot, attempt) = sign_in::begin(&app, THROTTLED, address.0).await?;
    drop(snapshot);
    let username = request.username.0.to_ascii_lowercase();
    let display_name = request.display_name.map_or_else(|| username.clone(), |name| name.0);
    let user = FirstUser {
        username: request.username.0,
        display_name: display_name.clone(),
        password: request.password.0,
        organization_name: request.organization_name.0,
        base_currency: request.base_currency,
        timezone: request.timezone.0,
        beginnings: beginnings(request.chart, request.fiscal_year, request.warehouse),
    };
    let made = first::redeem(&app.database, &app.committer, &app.auth.passwords, &request.code, user).await;
    if let Err(IdentityError::WrongCode) = &made {
        attempt.failed(&app.database, commit::now()).await?;
    }
    let made = made?;
    let mut answer = SetupAnswer {
        organization_id: Id(made.organization),
        principal_id: Id(made.principal),
        username,
        demo_organization_id: None,
    };
    if request.demo == Some(true) {
        match demo::begin(&app, Founding::default(), made.principal, &display_name, "setup").await {
            Ok(()) => answer.demo_organization_id = Some(Id(living::ORGANIZATION)),
            // The set-up is done: the demo can be asked for later.
            Err(problem) => tracing::warn!(problem = ?problem, "the demo organization was not begun"),
        }
    }
    Ok((StatusCode::CREATED, NOT_STORED, Json(answer)).into_response())
}
