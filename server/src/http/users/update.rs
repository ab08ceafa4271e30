//! `PUT /users/{id}`: roles, state, name and password of a user, by merge.

use axum::extract::Path;
use axum::http::HeaderName;
use axum::response::Response;
use domain::Code;
use domain::commands::memberships::set::SetMembership;
use domain::rows::{ControlChange, Membership};
use domain::value::Sought;
use domain::value::id::PrincipalId;
use serde_json::Value;
use store::operational::login_memberships::{self, EnterableOrganization, Origin};
use store::operational::logins::{self, Login};

use super::view::UserView;
use super::wire::{self, UserPatch};
use super::{cover, get, shut_out};
use crate::auth::password;
use crate::http::auth::problems::weak_at;
use crate::http::operations::Operation;
use crate::http::path::PathId;
use crate::http::problem::{Problem, ProblemCode};
use crate::http::writing::{Done, Writing, set};
use crate::identity::users::{self, ChosenBy};

/// How often a change is tried again that another one overtook.
const TRIES: usize = 3;

pub(super) const OPERATION: Operation = Operation::of::<SetMembership>()
    .alone()
    .rejects(&[Code::UnknownReference, Code::LastAdmin, Code::GrantExceedsRights])
    .conditional()
    .preferable();

/// Update a user
///
/// A merge: absent fields stay. A new password ends every sign-in, and the user must change it at the next one; you
/// change your own with `POST /auth/password`. Setting a password needs all the rights of the user, and a login that
/// this organization made and that belongs to no other. `isActive: false` ends all sign-ins and tokens in this
/// organization for good, even if the user becomes active again. Service accounts that lose their active owner keep
/// working: `Ownerless-Service-Accounts` says how many, and `GET /service-accounts?ownerActive=false` which.
#[utoipa::path(put, path = "/api/v1/users/{id}", operation_id = "UsersController_update", tag = "Users",
    request_body = UserPatch, params(("id" = String, Path, description = "The user")),
    responses((status = 204, description = "Updated or unchanged"), (status = 200, description = "Updated, with `Prefer: return=representation`", body = UserView)))]
pub async fn update(Path(PathId(id)): Path<PathId<PrincipalId>>, writing: Writing) -> Result<Response, Problem> {
    let input: UserPatch = writing.body().await?;
    let mut snapshot = writing.caller.read(&writing.app).await?;
    let stored = get::view(&mut snapshot, writing.caller.organization, &id).await?;
    writing.require_kept(UserPatch::KEPT, &stored)?;
    require_same_duty(&input, &stored)?;
    drop(snapshot);
    let new_password = input.password.clone().set().map(|password| password.0);
    let login = match &new_password {
        Some(password) => Some(login_to_reset(&writing, &id, password).await?),
        None => None,
    };
    let done = change(&writing, &id, input).await?;
    if let (Some(login), Some(password), false) = (login, new_password, writing.is_dry_run()) {
        let (app, auth) = (&writing.app, &writing.app.auth);
        let chosen_by = ChosenBy::Another { by: Some(writing.caller.actor.principal) };
        users::set_password(&app.database, &auth.passwords, &auth.standings, &login, password, chosen_by).await?;
    }
    let view =
        writing.preferred(&done, async |snapshot| get::view(snapshot, writing.caller.organization, &id).await).await?;
    let left = accounts_left(&done);
    let mut response = done.changed(view)?;
    if left > 0 {
        // They go on: somebody else must answer for them, or end them.
        set(response.headers_mut(), HeaderName::from_static("ownerless-service-accounts"), &left.to_string());
    }
    Ok(response)
}

/// How many service accounts lost their active owner by the change.
fn accounts_left(done: &Done) -> usize {
    let change = done.row::<ControlChange>().and_then(|change| change.after_state);
    let after: Option<Value> = change.and_then(|state| serde_json::from_str(&state).ok());
    after.and_then(|after| after["ownerlessServiceAccounts"].as_array().map(Vec::len)).unwrap_or(0)
}

/// With a new password, the flag for changing it must be set; without one, it is only shown and cannot be set.
fn require_same_duty(input: &UserPatch, stored: &UserView) -> Result<(), Problem> {
    let sent = input.must_change_password.clone().set();
    if input.password.clone().set().is_some() {
        return wire::require_change(sent);
    }
    if sent.is_none_or(|sent| sent == stored.must_change_password) {
        return Ok(());
    }
    let message = "cannot be changed without a new password: leave it out, or send the current value";
    Err(Problem::violation("/mustChangePassword", "read_only", message))
}

/// Changes the membership; tried again where somebody else changed it meanwhile and no version was asked for.
async fn change(writing: &Writing, id: &Sought<PrincipalId>, input: UserPatch) -> Result<Done, Problem> {
    let mut tries = 1;
    loop {
        let mut snapshot = writing.caller.read(&writing.app).await?;
        let before = get::find(&mut snapshot, writing.caller.organization, id).await?;
        drop(snapshot);
        let is_active = input.is_active.clone().set();
        if !before.is_active && is_active == Some(true) {
            shut_out::end_issued(writing, before.principal_id).await?;
        }
        let outcome = writing.run(command(&before, input.clone(), writing.if_match.clone())).await;
        match outcome {
            Err(problem) if is_overtaken(&problem) && writing.if_match.is_none() && tries < TRIES => tries += 1,
            Ok(done) if is_active == Some(false) => {
                shut_out::end_issued(writing, before.principal_id).await?;
                return Ok(done);
            }
            outcome => return outcome,
        }
    }
}

fn command(before: &Membership, input: UserPatch, if_match: Option<Vec<i64>>) -> SetMembership {
    let held = || before.roles.split_whitespace().map(str::to_owned).collect();
    SetMembership {
        principal: Sought::Id(before.principal_id),
        kind: before.kind,
        roles: input.roles.set().map_or_else(held, wire::texts),
        is_active: input.is_active.set().unwrap_or(before.is_active),
        owner: None,
        warehouses: input.warehouse_ids.map(wire::ids),
        name: input.display_name.set().map(|name| name.0),
        if_match: Some(if_match.unwrap_or_else(|| vec![before.version])),
    }
}

fn is_overtaken(problem: &Problem) -> bool {
    problem.code == ProblemCode::from(Code::VersionMismatch)
}

/// The login whose password the caller may set.
async fn login_to_reset(writing: &Writing, id: &Sought<PrincipalId>, new_password: &str) -> Result<Login, Problem> {
    let (caller, app) = (&writing.caller, &writing.app);
    let mut snapshot = caller.read(app).await?;
    let membership = get::find(&mut snapshot, caller.organization, id).await?;
    if membership.principal_id == caller.actor.principal {
        // Who found an open session would keep the login by it.
        let message = "to change your own password, you must give the present one: POST /api/v1/auth/password";
        return Err(Problem::violation("/password", "own_password", message));
    }
    cover::require(caller, &mut snapshot, &membership).await?;
    let login = logins::by_principal(&mut snapshot, membership.principal_id).await?;
    let login = login.ok_or_else(|| {
        Problem::violation(
            "/password",
            "no_password",
            "this user signs in with another issuer and has no password \
             here",
        )
    })?;
    password::require_strong(new_password, &login.username).map_err(|weak| weak_at("/password", weak))?;
    // The person who sets a password can sign in wherever the login can: so only if that is here alone.
    let entered = login_memberships::organizations(&mut snapshot, membership.principal_id).await?;
    let is_ours =
        |one: &EnterableOrganization| one.organization_id == caller.organization && one.origin == Origin::Created;
    if !entered.is_empty() && entered.iter().all(is_ours) {
        return Ok(login);
    }
    let detail = "this login also belongs to other organizations: only its owner can change the password, or the \
                  operator of this service with `countinghouse user password NAME`";
    Err(Problem::new(Code::Forbidden, detail))
}
