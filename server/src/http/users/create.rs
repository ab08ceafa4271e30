//! `POST /users`: a new login with a place in this organization.

use axum::response::Response;
use domain::Code;
use domain::commands::memberships::set::SetMembership;
use domain::rows::{Membership, PrincipalKind};
use domain::value::id::PrincipalId;
use domain::value::{Patch, Sought};
use store::operational::login_memberships::{self, Origin};
use store::operational::logins::{self, Login};

use super::view::{Shown, UserView};
use super::wire::{self, UserInput};
use crate::auth::password;
use crate::http::auth::problems::{username_taken, weak_at};
use crate::http::idempotency;
use crate::http::operations::Operation;
use crate::http::problem::{Problem, ProblemCode};
use crate::http::writing::Writing;
use crate::identity::fresh_id;
use crate::identity::users::{self, Place};

pub(super) const OPERATION: Operation = Operation::of::<SetMembership>().alone().rejects(&[
    Code::CodeTaken,
    Code::UnknownReference,
    Code::GrantExceedsRights,
]);

/// Create a user
///
/// Creates a login with a password, which its owner must change at the first sign-in, and its membership in this
/// organization. The owner of an existing login joins by an invitation (`POST /invitations`), which they accept
/// themselves.
#[utoipa::path(post, path = "/api/v1/users", operation_id = "UsersController_create", tag = "Users",
    request_body = UserInput, responses((status = 201, description = "The user", body = UserView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: UserInput = writing.body().await?;
    let (app, caller) = (&writing.app, &writing.caller);
    // Whether a username is taken is only for those who may make one.
    let mut snapshot = caller.read(app).await?;
    let username = users::require_username(&input.username)?;
    password::require_strong(&input.password, &username).map_err(|weak| weak_at("/password", weak))?;
    wire::require_change(input.must_change_password)?;
    let stored = logins::by_username(&mut snapshot, &username).await?;
    drop(snapshot);
    let new: PrincipalId = match writing.key_hash() {
        Some(hash) => fresh_id::of_key(&caller.organization.0, hash),
        None => fresh_id::new(),
    };
    let display_name = input.display_name.map_or_else(|| username.clone(), |name| name.0);
    let was_made_before = stored.is_some();
    let must_change = stored.as_ref().is_none_or(|login| login.must_change);
    let login = match stored {
        // Made by this very request, which came before.
        Some(login) if login.principal_id == new => None,
        Some(_) => return Err(username_taken()),
        None if writing.is_dry_run() => None,
        None => {
            let hash = app.auth.passwords.hash(input.password.0).await?;
            Some(users::login(new, username.clone(), display_name.clone(), hash, true))
        }
    };
    let command = SetMembership {
        principal: Sought::Id(new),
        kind: PrincipalKind::User,
        roles: wire::texts(input.roles),
        is_active: true,
        owner: None,
        warehouses: Patch::from(input.warehouse_ids.map(wire::ids)),
        name: Some(display_name.clone()),
        if_match: Some(vec![0]),
    };
    // The id follows from the key: a place that is there already is this user's own, or another request's.
    let done = writing.run(command).await.map_err(|problem| match was_made_before {
        true if problem.code == ProblemCode::from(Code::VersionMismatch) => username_taken(),
        true => problem,
        false => idempotency::reused(problem),
    })?;
    if !writing.is_dry_run() {
        enter(&writing, new, login, &display_name).await?;
    }
    let membership: Membership = done.row().ok_or_else(|| Problem::internal(&"a user without a membership"))?;
    let shown = Shown { username: Some(username), display_name: Some(display_name), must_change };
    done.created("/users", UserView::of(&membership, shown))
}

/// Lets a new login in. Where another request took the username meanwhile, the place is taken back.
async fn enter(
    writing: &Writing,
    principal: PrincipalId,
    login: Option<Login>,
    display_name: &str,
) -> Result<(), Problem> {
    let (app, organization) = (&writing.app, writing.caller.organization);
    // A login that this request made before has its place, unless it left: nobody but it goes back.
    let Some(login) = login else { return Ok(()) };
    login_memberships::add(&app.database, principal, organization, Origin::Created).await?;
    if !logins::add(&app.database, &login).await? {
        login_memberships::remove(&app.database, principal, organization).await?;
        let place = Place::of_nobody(principal, display_name);
        users::place(&app.committer, organization, place, "username taken meanwhile").await?;
        return Err(username_taken());
    }
    Ok(())
}
