//! Scanning: `POST /inventory/scan` says what a label means here.

mod actions;
mod meaning;
mod view;
mod wire;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::access::Permission;
use domain::inventory::gs1::{self, Today};
use store::read::availability::Moment;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use self::actions::Asking;
use self::view::ScanView;
use self::wire::ScanInput;
use super::operations::{Access, Operation};
use crate::app::App;
use crate::commit;
use crate::http::body::JsonBody;
use crate::http::caller::Caller;
use crate::http::organization;
use crate::http::problem::Problem;
use crate::http::query::{NoQuery, RawQuery};
use crate::today;

/// The noun's row in the table of operations.
pub const OPERATIONS: &[Operation] =
    &[Operation::action("ScanController_scan", "POST", "/api/v1/inventory/scan", Access::Needs(Permission::ItemsRead))];

/// The noun's routes.
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(scan))
}

/// Read a scanned label
///
/// Takes what a scanner sends: GS1 element strings (GS1-128, GS1 DataMatrix, GS1 QR Code, GS1 DataBar), with or without
/// symbology identifier, FNC1 as the group separator (`\u001d`), or in brackets as people write them; GS1 Digital Links; and
/// bare EAN, UPC and ITF-14 numbers. Every application identifier of GS1 is read, checked and shown with its title.
/// Answers what is on the label, what it names here, and what may be done with it next: calls that would be taken as they stand, by
/// who asks. A label that was misread is refused as a whole. Writes nothing.
#[utoipa::path(post, path = "/api/v1/inventory/scan", operation_id = "ScanController_scan", tag = "Scanning",
    request_body = ScanInput, responses((status = 200, description = "What the label means", body = ScanView)))]
pub async fn scan(
    State(app): State<App>,
    caller: Caller,
    query: RawQuery,
    body: JsonBody,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app, Permission::ItemsRead).await?;
    let NoQuery {} = query.decode()?;
    let input: ScanInput = body.decode()?;
    let timezone = organization::find(&mut snapshot, caller.organization).await?.timezone;
    let now = commit::now();
    let now = Moment { at: now, day: today::on(now, &timezone) };
    let year = Today(now.day.year());
    let others = gs1::other_readings(&input.data.0, year);
    let label = gs1::read(&input.data.0, year).map_err(|misread| {
        let mut told = misread.to_string();
        if !others.is_empty() {
            told.push_str(&format!("; if its printer left a separator out, send {}", others.join(" or ")));
        }
        Problem::violation("/data", misread.code(), told)
    })?;
    let meaning = meaning::of(&mut snapshot, caller.organization, &label).await?;
    let asking = Asking {
        organization: caller.organization,
        rights: caller.rights(&mut snapshot).await?,
        reach: caller.reach(&mut snapshot).await?,
        now,
        base_url: &app.base_url,
    };
    let actions = actions::of(&mut snapshot, &asking, &label, &meaning).await?;
    Ok(axum::Json(ScanView::of(label, meaning, others, actions)).into_response())
}
