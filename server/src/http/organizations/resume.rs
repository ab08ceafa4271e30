//! `POST /resume`: work held since a restore goes on.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::rows::PrincipalKind;
use domain::value::id::PrincipalId;
use domain::value::permission::BuiltInRole;
use store::Snapshot;
use store::operational::instance;
use store::operational::organizations_list::{self, OrganizationStatus};
use store::operational::security_events::SecurityEventKind;

use crate::app::App;
use crate::http::caller::Login;
use crate::http::operations::{Access, Kind, Operation};
use crate::http::problem::{Problem, ServerCode};
use crate::http::query::{NoQuery, RawQuery};
use crate::identity::memberships;
use crate::identity::security::{self, Happened};

pub(super) const OPERATION: Operation =
    Operation::new(Kind::Action, Access::Login).rejects(&[Code::Forbidden]).faults(&[ServerCode::StorageFull]);

/// Resume after a restore
///
/// Ends the hold after the restore of a backup: jobs run again, and users and secrets work as they are now. It applies
/// to all organizations of the service: if there are organizations that the caller does not administer, the operator
/// must run `countinghouse resume`. Without a hold, nothing happens.
#[utoipa::path(post, path = "/api/v1/resume", operation_id = "OrganizationsController_resume", tag = "Organizations",
    responses((status = 204, description = "The hold has ended")))]
pub async fn resume(State(app): State<App>, login: Login, query: RawQuery) -> Result<Response, Problem> {
    let principal = login.actor.principal;
    let mut snapshot = app.database.snapshot().await?;
    let is_whole = login.actor.kind == PrincipalKind::User && login.actor.scope.is_none() && !login.must_change;
    if !is_whole || !administers_all(&mut snapshot, principal).await? {
        let detail = "the hold applies to all organizations, so only a user who administers every one of them can \
                      resume the service: ask its operator to run `countinghouse resume`";
        return Err(Problem::new(Code::Forbidden, detail));
    }
    let NoQuery {} = query.decode()?;
    let was_held = instance::get(&mut snapshot).await?.is_some_and(|row| row.is_paused);
    drop(snapshot);
    if was_held {
        instance::set_paused(&app.database, false).await?;
        app.auth.standings.forget();
        let resumed = Happened::to(SecurityEventKind::ServiceResumed, principal);
        security::note_everywhere(&app.database, principal, &resumed).await;
    }
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Whether somebody administers each organization of the service, and all its warehouses.
async fn administers_all(snapshot: &mut Snapshot, principal: PrincipalId) -> Result<bool, Problem> {
    for organization in organizations_list::all(snapshot).await? {
        if organization.status != OrganizationStatus::Active {
            continue;
        }
        let membership = memberships::active(snapshot, organization.organization_id, principal).await?;
        let administers = membership.is_some_and(|membership| {
            membership.warehouse_ids.is_none()
                && membership.roles.split_whitespace().any(|role| role == BuiltInRole::Admin.name())
        });
        if !administers {
            return Ok(false);
        }
    }
    Ok(true)
}
