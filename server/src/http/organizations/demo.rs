//! The demo organization by one call: begun at once, and loaded in the background.

use axum::Json;
use axum::http::StatusCode;
use axum::http::header::LOCATION;
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::value::id::PrincipalId;
use store::Snapshot;
use store::operational::{login_memberships, organizations_list};

use super::create::NewOrganizationView;
use crate::app::App;
use crate::cli::living;
use crate::demo::{self, DemoStatus};
use crate::http::context::RequestContext;
use crate::http::output::{Id, Named};
use crate::http::problem::Problem;
use crate::http::writing::set;
use crate::identity::organizations::{self, Founding};

crate::wire_enum! {
    DemoStatus = "DemoStatus",
}

crate::output! {
    /// How far the demo organization is.
    pub struct DemoView {
        pub status: Named<DemoStatus>,
        /// Days in its books, and days that there will be, as this node knows them.
        pub done: i64,
        pub total: i64,
        /// Why it is not whole: ask for it again to go on.
        pub error: Option<String>,
    }
}

/// Answers with the demo organization, which is made and loaded if it is not there.
pub async fn answer(
    app: &App,
    context: &RequestContext,
    principal: PrincipalId,
    display_name: &str,
) -> Result<Response, Problem> {
    let mut snapshot = app.database.snapshot().await?;
    let is_there = organizations_list::get(&mut snapshot, living::ORGANIZATION).await?.is_some();
    let entered = login_memberships::organizations(&mut snapshot, principal).await?;
    if is_there && !entered.iter().any(|one| one.organization_id == living::ORGANIZATION) {
        let detail = "the demo organization is there already: ask its administrator for an invitation";
        return Err(Problem::new(Code::CodeTaken, detail));
    }
    if !is_there {
        app.auth.founding.require(&mut snapshot, principal).await?;
    }
    drop(snapshot);
    begin(app, app.auth.founding, principal, display_name, &context.request_id).await?;
    let (id, name, roles) = (Id(living::ORGANIZATION), living::NAME.to_owned(), vec!["admin".to_owned()]);
    let view = NewOrganizationView { id, name, roles, books: None };
    let mut response = (StatusCode::ACCEPTED, Json(view)).into_response();
    set(response.headers_mut(), LOCATION, &context.href(&format!("/organizations/{}", living::ORGANIZATION)));
    Ok(response)
}

/// Begins it, and has it loaded; one that is there is gone on with.
pub async fn begin(
    app: &App,
    founding: Founding,
    principal: PrincipalId,
    display_name: &str,
    request_id: &str,
) -> Result<(), Problem> {
    let new = living::founded_by(principal, display_name).ok_or_else(|| Problem::internal(&"no demo organization"))?;
    organizations::create(&app.database, &app.committer, founding, &new, request_id, Some(living::receipt())).await?;
    app.demo.ask();
    Ok(())
}

/// How far it is, where somebody asked for it.
pub async fn look(app: &App, snapshot: &mut Snapshot) -> Result<Option<DemoView>, Problem> {
    if demo::founder(snapshot).await?.is_none() {
        return Ok(None);
    }
    let (status, now) = demo::status(snapshot, &app.demo).await?;
    let days = |days: usize| i64::try_from(days).unwrap_or(i64::MAX);
    let error = now.error.filter(|_| status == DemoStatus::Failed);
    Ok(Some(DemoView { status: Named(status), done: days(now.done), total: days(now.total), error }))
}
