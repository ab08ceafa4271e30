//! `POST /users`: a new login, or one of another organization, with a place in this one.

use axum::response::Response;
use domain::Code;
use domain::access::set_membership::SetMembership;
use domain::access::{Membership, Permission, PrincipalKind};
use domain::value::Patch;
use domain::value::id::PrincipalId;
use store::operational::login_memberships;
use store::operational::logins::{self, Login};

use super::view::{Shown, UserView};
use super::wire::{self, UserInput};
use crate::auth::password;
use crate::http::auth::problems::{username_taken, weak_at};
use crate::http::idempotency;
use crate::http::problem::{Problem, ProblemCode};
use crate::http::writing::Writing;
use crate::identity::fresh_id;
use crate::identity::users::{self, Place};

/// Create a user
///
/// Makes a login with a password, or, without one, adds the login of that username, which belongs to another
/// organization already.
#[utoipa::path(post, path = "/api/v1/users", operation_id = "UsersController_create", tag = "Users",
    request_body = UserInput, responses((status = 201, description = "The user", body = UserView)))]
pub async fn create(writing: Writing) -> Result<Response, Problem> {
    let input: UserInput = writing.body(Permission::UsersManage).await?;
    let (app, caller) = (&writing.app, &writing.caller);
    // Whether a username is taken is only for those who may make one.
    let mut snapshot = caller.read(app, Permission::UsersManage).await?;
    let username = users::require_username(&input.username)?;
    if let Some(password) = &input.password {
        password::require_strong(password, &username).map_err(|weak| weak_at("/password", weak))?;
    }
    let stored = logins::by_username(&mut snapshot, &username).await?;
    drop(snapshot);
    let new: PrincipalId = match writing.key_hash() {
        Some(hash) => fresh_id::of_key(&caller.organization.0, hash),
        None => fresh_id::new(),
    };
    let display_name = match (&input.display_name, &stored) {
        (Some(name), _) => name.0.clone(),
        (None, Some(login)) => login.display_name.clone(),
        (None, None) => username.clone(),
    };
    let must_change = input.must_change_password.unwrap_or(false);
    let (principal, login) = match (stored, input.password) {
        (Some(login), None) => (login.principal_id, None),
        // Made by this very request, which came before.
        (Some(login), Some(_)) if login.principal_id == new => (new, None),
        (Some(_), Some(_)) => return Err(username_taken()),
        (None, Some(password)) => {
            let hash = if writing.is_dry_run() { String::new() } else { app.auth.passwords.hash(password.0).await? };
            (new, Some(users::login(new, username.clone(), display_name.clone(), hash, must_change)))
        }
        (None, None) => return Err(unknown_login(&username)),
    };
    let command = SetMembership {
        principal: principal.to_string(),
        kind: PrincipalKind::User,
        roles: wire::texts(input.roles),
        is_active: true,
        owner: None,
        warehouses: Patch::from(input.warehouse_ids.map(wire::ids)),
        name: Some(display_name.clone()),
        if_match: Some(vec![0]),
    };
    let done = writing.run(command).await.map_err(|problem| match &login {
        // A new login has the id that follows from the key.
        Some(_) => idempotency::reused(problem),
        None => member_already(problem, &username),
    })?;
    if !writing.is_dry_run() {
        enter(&writing, principal, login, &display_name).await?;
    }
    let membership: Membership = done.row().ok_or_else(|| Problem::internal(&"a user without a membership"))?;
    let shown = Shown { username: Some(username), display_name: Some(display_name), must_change };
    done.created("/users", UserView::of(&membership, shown))
}

/// Lets the login in. Where another request took the username meanwhile, the place is taken back.
async fn enter(
    writing: &Writing,
    principal: PrincipalId,
    login: Option<Login>,
    display_name: &str,
) -> Result<(), Problem> {
    let (app, organization) = (&writing.app, writing.caller.organization);
    if let Some(login) = login
        && !logins::add(&app.database, &login).await?
    {
        let place = Place::of_nobody(principal, display_name);
        users::place(&app.committer, organization, place, "username taken meanwhile").await?;
        return Err(username_taken());
    }
    login_memberships::add(&app.database, principal, organization).await?;
    Ok(())
}

fn unknown_login(username: &str) -> Problem {
    let detail = format!("no login has the username {username}: send a password to make one");
    Problem::new(Code::UnknownReference, detail).at("/username", Code::UnknownReference.name(), "names no login")
}

/// Only a user who is none yet is created.
fn member_already(problem: Problem, username: &str) -> Problem {
    if problem.code != ProblemCode::from(Code::VersionMismatch) {
        return problem;
    }
    let detail = format!("{username} is a user of this organization already, perhaps an inactive one: update it");
    Problem::new(Code::CodeTaken, detail).at("/username", Code::CodeTaken.name(), "is a user already")
}
