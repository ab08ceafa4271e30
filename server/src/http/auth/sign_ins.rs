//! `GET /auth/sessions`: what the caller is signed in by.

use axum::extract::State;
use axum::http::Uri;
use axum::response::Response;
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellKind, Instant};
use store::operational::sign_ins::{self as stored, Running, SignInKind};

use crate::app::App;
use crate::auth::session;
use crate::auth::session_id::SessionId;
use crate::commit;
use crate::http::caller::{Login, Proof};
use crate::http::operations::{Access, Kind, Operation};
use crate::http::output::{At, Id, Named};
use crate::http::page::{Cursor, Page, PageLimit};
use crate::http::problem::Problem;
use crate::http::query::RawQuery;

crate::wire_enum! {
    SignInKind = "SignInKind",
}

crate::input! {
    /// Which sign-ins.
    pub struct SignInQuery {
        /// Rows of the page.
        pub limit: PageLimit,
        /// The cursor of the page.
        pub cursor: Option<Cursor>,
    }
}

crate::output! {
    /// A sign-in that has not ended.
    pub struct SignInView {
        pub id: Id<SessionId>,
        /// `console` is a cookie, `token` a refresh token with its access tokens.
        pub kind: Named<SignInKind>,
        /// The organization that it acts for.
        pub organization_id: Option<Id<OrganizationId>>,
        /// Whether this request came with it.
        pub is_current: bool,
        pub created_at: At,
        /// To the minute for a cookie.
        pub last_used_at: At,
        /// The latest time at which it ends unless it is used again; an unused cookie ends earlier.
        pub expires_at: At,
    }

    /// A page of sign-ins.
    pub struct SignInPage {
        pub data: Vec<SignInView>,
        pub next_cursor: Option<String>,
    }
}

pub(super) const OPERATION: Operation = Operation::new(Kind::Read, Access::Login);

/// List my sign-ins, newest first
///
/// What the caller is signed in by, in all organizations. Tokens that no password stands behind, as those of service
/// accounts, are not among them.
#[utoipa::path(get, path = "/api/v1/auth/sessions", operation_id = "AuthController_sessions", tag = "Authentication",
    params(SignInQuery), responses((status = 200, description = "A page", body = SignInPage)))]
pub async fn sign_ins(State(app): State<App>, login: Login, query: RawQuery, uri: Uri) -> Result<Response, Problem> {
    let query: SignInQuery = query.decode()?;
    let before = match &query.cursor {
        Some(cursor) => match cursor.require(&[CellKind::Int, CellKind::Id])? {
            [Cell::Int(at), Cell::Id(id)] => Some((Instant(*at), *id)),
            _ => None,
        },
        None => None,
    };
    let now = commit::now();
    let running = Running { at: now, idle_before: app.auth.sessions.idle_before(now) };
    let mut snapshot = app.database.snapshot().await?;
    let principal = login.actor.principal;
    let rows = stored::of_principal(&mut snapshot, principal, running, before, query.limit.0 + 1).await?;
    let current = current(&login);
    let rows = rows.into_iter().map(|row| SignInView {
        id: Id(SessionId(row.id)),
        kind: Named(row.kind),
        organization_id: row.organization_id.map(Id),
        is_current: current == Some(SessionId(row.id)),
        created_at: At(row.created_at),
        last_used_at: At(row.last_used_at),
        expires_at: At(row.expires_at),
    });
    let place = |last: &SignInView| vec![Cell::Int(last.created_at.0.0), Cell::Id(last.id.0.0)];
    Ok(Page::of(rows.collect(), query.limit.0, place).respond(&uri))
}

/// The sign-in behind the request.
pub fn current(login: &Login) -> Option<SessionId> {
    match &login.proof {
        Proof::Cookie(value) => session::read(value).map(|(session, _)| session),
        Proof::Token(session) => *session,
        Proof::Foreign => None,
    }
}
