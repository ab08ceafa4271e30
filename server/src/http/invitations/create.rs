//! `POST /invitations`: the one answer that shows the code.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, HeaderValue, LOCATION};
use axum::response::{IntoResponse, Response};
use domain::Code;
use domain::value::permission::Permission;
use domain::value::{Patch, limits};
use store::operational::security_events::SecurityEventKind;

use super::view::InvitationView;
use crate::app::App;
use crate::commit;
use crate::http::body::JsonBody;
use crate::http::caller::Caller;
use crate::http::context::RequestContext;
use crate::http::input::{Text, Whole};
use crate::http::operations::Operation;
use crate::http::problem::{Problem, ServerCode};
use crate::http::query::{NoQuery, RawQuery};
use crate::http::users::wire::{Roles, Warehouses, ids, texts};
use crate::http::writing::set;
use crate::identity::invitations::{self, Offer};
use crate::identity::memberships;
use crate::identity::security::{self, Happened};

/// For how many days an invitation is open where nobody says.
const DAYS: i64 = 7;

crate::input! {
    /// An invitation to this organization.
    pub struct InvitationInput {
        /// The username with which the invited person signs in to this service.
        pub username: Text<1, 60> = "grace",
        /// Names of built-in roles, and ids or names of custom ones.
        pub roles: Roles = ["accountant"],
        /// The warehouses assigned to them, including all below; all if absent or null, none if empty.
        pub warehouse_ids: Option<Warehouses>,
        /// The number of days for which it is open; 7 if absent.
        pub days: Option<Whole<1, { limits::INVITATION_DAYS }>>,
    }
}

pub(super) const OPERATION: Operation = Operation::action(Permission::UsersManage)
    .rejects(&[Code::UnknownReference, Code::LimitReached, Code::GrantExceedsRights])
    .faults(&[ServerCode::StorageFull]);

/// Invite a user of this service
///
/// The answer has a code that is shown only once: give it to the person yourself. They sign in as before and accept it
/// with `POST /auth/invitations/accept`; until then their login does not change. An unknown username gets the same
/// answer.
#[utoipa::path(post, path = "/api/v1/invitations", operation_id = "InvitationsController_create", tag = "Invitations",
    request_body = InvitationInput, responses((status = 201, description = "The invitation with its code", body = InvitationView)))]
pub async fn create(
    State(app): State<App>,
    caller: Caller,
    context: RequestContext,
    query: RawQuery,
    body: JsonBody,
) -> Result<Response, Problem> {
    let mut snapshot = caller.read(&app).await?;
    let NoQuery {} = query.decode()?;
    let input: InvitationInput = body.decode()?;
    let (organization, inviter) = (caller.organization, caller.actor.clone());
    if memberships::active(&mut snapshot, organization, inviter.principal).await?.is_none() {
        let detail = "only a member of this organization can invite, because their rights are checked again on \
             acceptance";
        return Err(Problem::new(Code::Forbidden, detail));
    }
    drop(snapshot);
    let offer = Offer {
        organization,
        inviter,
        username: input.username.0,
        roles: texts(input.roles),
        warehouses: Patch::from(input.warehouse_ids.map(ids)),
        days: input.days.map_or(DAYS, |days| days.0),
    };
    let (invitation, code) = invitations::invite(&app.database, &app.committer, offer, &context.request_id).await?;
    let made = Happened::named(SecurityEventKind::InvitationCreated, &invitation.username);
    security::note(&app.database, Some(organization), &made.by(Some(invitation.invited_by))).await;
    let place = context.href(&format!("/invitations/{}", invitation.id));
    let view = InvitationView { code: Some(code), ..InvitationView::of(invitation, commit::now()) };
    let no_store = [(CACHE_CONTROL, HeaderValue::from_static("no-store"))];
    let mut response = (StatusCode::CREATED, no_store, Json(view)).into_response();
    set(response.headers_mut(), LOCATION, &place);
    Ok(response)
}
