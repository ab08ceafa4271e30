//! The caller: who sends the request, for which organization, and what they may read.

mod admission;
mod asker;
mod asking;
mod everywhere;
mod named_organization;

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use domain::book::context::Actor;
use domain::rows::PrincipalKind;
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::permission::{Permission, PermissionSet};
use domain::value::{Instant, TypedId};
use sha2::{Digest, Sha256};
use store::operational::console_sessions;

use super::layers::PrincipalLabel;
use super::operations::Operation;
use super::problem::{Problem, ServerCode};
use super::seat::Seat;
use crate::app::App;
use crate::auth::claims::LEEWAY_S;
use crate::auth::foreign::ForeignClaims;
use crate::auth::opaque_token::SecretHash;
use crate::auth::session_id::SessionId;
use crate::auth::token::OwnClaims;
use crate::auth::token_error::TokenError;
use crate::auth::verifier::Verified;
use crate::auth::{bearer, session};
use crate::commit;
use crate::identity::standing::{self, Bearer, Standing};
use crate::identity::{held, keys};

pub use self::admission::NeedsByContent;
pub use self::asker::Asker;
pub use self::asking::{asked, consulted, rights_of, rights_of_roles, tried};

/// An authenticated caller in one organization.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Who acts.
    pub actor: Actor,
    /// The organization.
    pub organization: OrganizationId,
    /// When their proof ends.
    pub expires_at: Instant,
    /// The bearer that a read looks up in its snapshot; `None` if this request has done so, or nothing is stored.
    bearer: Option<Bearer>,
    /// What the operation that was called needs.
    needs: Option<Permission>,
}

impl FromRequestParts<App> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        if let Some(seat) = parts.extensions.get::<Arc<Seat>>() {
            // Proven with the batch; what the item needs is its own operation's.
            return Ok(Self { needs: needs(parts), ..seat.caller.clone() });
        }
        let (login, bearer) = Login::counted(parts, app, Look::Remembered).await?;
        Self::of(parts, login, bearer)
    }
}

/// The permission that the operation needs which was called.
fn needs(parts: &Parts) -> Option<Permission> {
    parts.extensions.get::<&Operation>().and_then(|operation| operation.permission())
}

impl Caller {
    /// Proves the caller again, for an answer that lasts: a proof revoked since no longer counts.
    ///
    /// # Errors
    /// As for a new request.
    pub async fn prove(parts: &Parts, app: &App) -> Result<Self, Problem> {
        let (login, bearer) = Login::proven(parts, app, Look::Now).await?;
        Self::of(parts, login, bearer)
    }

    fn of(parts: &Parts, login: Login, bearer: Option<Bearer>) -> Result<Self, Problem> {
        if login.must_change {
            return Err(must_change());
        }
        let organization = login.organization.ok_or_else(|| {
            Problem::new(
                domain::value::rejection::Code::Forbidden,
                "the token has no organization: get one from POST /api/v1/auth/token with organizationId",
            )
        })?;
        Ok(Self { actor: login.actor, organization, expires_at: login.expires_at, bearer, needs: needs(parts) })
    }
}

/// An authenticated caller, whose token may name no organization.
#[derive(Clone, Debug)]
pub struct Login {
    /// Who acts.
    pub actor: Actor,
    /// The organization, if the token names one.
    pub organization: Option<OrganizationId>,
    /// Whether the password must be changed before anything else.
    pub must_change: bool,
    /// The proof of identity.
    pub proof: Proof,
    /// SHA-256 of the signed token, by which it is revoked; `None` for a session.
    pub token: Option<[u8; 32]>,
    /// When the proof ends; a token's leeway is in it.
    pub expires_at: Instant,
}

/// The proof of the caller's identity.
#[derive(Clone, PartialEq, Eq)]
pub enum Proof {
    /// One of our tokens, with the sign-in behind it.
    Token(Option<SessionId>),
    /// A token of a trusted issuer.
    Foreign,
    /// The console's cookie: its value.
    Cookie(String),
}

impl std::fmt::Debug for Proof {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Token(_) => "Token",
            Self::Foreign => "Foreign",
            Self::Cookie(_) => "Cookie",
        })
    }
}

impl FromRequestParts<App> for Login {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        Ok(Self::counted(parts, app, Look::Now).await?.0)
    }
}

/// Where the standing of a token's bearer is looked up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// In the database.
    Now,
    /// Where it is remembered; a read looks again.
    Remembered,
}

impl Login {
    /// The caller, counted against their rate, and the bearer that a read has to look up again.
    async fn counted(parts: &Parts, app: &App, look: Look) -> Result<(Self, Option<Bearer>), Problem> {
        let (login, bearer) = Self::proven(parts, app, look).await?;
        if let Some(label) = parts.extensions.get::<PrincipalLabel>() {
            label.set(login.actor.principal.to_string());
        }
        if let Some(asker) = parts.extensions.get::<Asker>() {
            asker.set(app, &login);
        }
        app.rate.check(parts, &login.actor.principal.bytes())?;
        named_organization::require(parts, app, &login).await?;
        Ok((login, bearer))
    }

    /// The caller, and the bearer that a read has to look up again; counts nothing.
    async fn proven(parts: &Parts, app: &App, look: Look) -> Result<(Self, Option<Bearer>), Problem> {
        // A bearer token wins, even a wrong one: the cookie must not lend it its rights.
        let token = bearer::find(&parts.headers, parts.uri.query()).map_err(|error| unauthenticated(&error))?;
        match (token, session::find_cookie(&parts.headers, session::cookie_name(&app.base_url))) {
            (Some(token), _) => match verified(app, token).await? {
                Ok(Verified::Own(claims)) => Self::of_own(app, claims, look).await,
                Ok(Verified::Foreign(claims)) => Self::of_foreign(app, claims, look).await,
                Err(error) => Err(unauthenticated(&error)),
            },
            (None, Some(cookie)) => Ok((Self::of_cookie(parts, app, cookie).await?, None)),
            (None, None) => Err(unauthenticated(&TokenError::Missing)),
        }
    }

    async fn of_own(app: &App, claims: OwnClaims, look: Look) -> Result<(Self, Option<Bearer>), Problem> {
        let OwnClaims { principal, organization, session, issued_at, kid, mark, .. } = claims;
        let (entered_at, kid, token) = (issued_at, Some(kid), Some(mark));
        let bearer = Bearer { principal, organization, session, issued_at, entered_at, kid, token };
        let standing = look.up(app, &bearer).await?;
        let (proof, expires_at) = (Proof::Token(session), end_of(claims.expires_at_s));
        Ok((Self::of_standing(&bearer, standing, claims.scope, proof, expires_at), look.again(bearer)))
    }

    /// A session is looked up with every request, together with its principal.
    async fn of_cookie(parts: &Parts, app: &App, cookie: &str) -> Result<Self, Problem> {
        let ended = || Problem::new(ServerCode::TokenRevoked, "the session has ended: sign in again");
        let (hash, now) = (SecretHash::of(cookie).0, commit::now());
        let mut snapshot = app.database.snapshot().await?;
        let row = console_sessions::get(&mut snapshot, hash, now, app.auth.sessions.idle_before(now)).await?;
        let row = row.ok_or_else(ended)?;
        let origins = session::origins(&app.base_url).unwrap_or_default();
        session::require_same_site(&parts.method, &parts.headers, cookie, &origins)
            .map_err(|fault| Problem::new(ServerCode::CsrfFailed, fault.to_string()))?;
        let bearer = Bearer {
            principal: row.principal_id,
            organization: row.organization_id,
            session: None,
            issued_at: row.created_at,
            entered_at: row.entered_at,
            kid: None,
            token: None,
        };
        let standing = standing::read(&mut snapshot, &bearer, now).await?.ok_or_else(ended)?;
        drop(snapshot);
        let noted_before = Instant(now.0.saturating_sub(session::USE_RESOLUTION_US));
        if row.last_used_at <= noted_before
            && let Err(fault) = console_sessions::touch(&app.database, hash, now, noted_before).await
        {
            // A full disk ends no session and stops no read.
            tracing::warn!(%fault, "the use of a session could not be noted");
        }
        Ok(Self::of_standing(&bearer, standing, None, Proof::Cookie(cookie.to_owned()), row.expires_at))
    }

    fn of_standing(
        bearer: &Bearer,
        standing: Standing,
        scope: Option<PermissionSet>,
        proof: Proof,
        expires_at: Instant,
    ) -> Self {
        let actor = Actor { principal: bearer.principal, kind: standing.kind, claimed_roles: None, scope };
        let (organization, must_change, token) = (bearer.organization, standing.must_change, bearer.token);
        Self { actor, organization, must_change, proof, token, expires_at }
    }

    async fn of_foreign(app: &App, claims: ForeignClaims, look: Look) -> Result<(Self, Option<Bearer>), Problem> {
        let issued_at = Instant(claims.issued_at_s.saturating_mul(1_000_000));
        let bearer = Bearer {
            principal: foreign_principal(&claims.principal_key()),
            organization: claims.organization,
            session: None,
            issued_at,
            entered_at: issued_at,
            kid: None,
            token: Some(claims.mark),
        };
        // Its issuer's word is current; the stored state of the subject is the backup's.
        if look.up(app, &bearer).await?.is_held {
            return Err(Problem::new(ServerCode::TokenRevoked, held::WHY));
        }
        let actor = Actor {
            principal: bearer.principal,
            kind: PrincipalKind::Foreign,
            claimed_roles: Some(claims.roles),
            scope: claims.scope,
        };
        let login = Self {
            actor,
            organization: claims.organization,
            must_change: false,
            proof: Proof::Foreign,
            token: bearer.token,
            expires_at: end_of(claims.expires_at_s),
        };
        Ok((login, look.again(bearer)))
    }
}

impl Look {
    /// How a bearer stands.
    async fn up(self, app: &App, bearer: &Bearer) -> Result<Standing, Problem> {
        let standing = match self {
            Self::Now => standing::read(&mut app.database.snapshot().await?, bearer, commit::now()).await?,
            Self::Remembered => app.auth.standings.of(&app.database, bearer, commit::now()).await?,
        };
        standing.ok_or_else(revoked)
    }

    /// The bearer that a read looks up again.
    fn again(self, bearer: Bearer) -> Option<Bearer> {
        (self == Self::Remembered).then_some(bearer)
    }
}

/// Until when a token is taken, whose `exp` this is.
pub fn end_of(expires_at_s: i64) -> Instant {
    Instant(expires_at_s.saturating_add(LEEWAY_S).saturating_mul(1_000_000))
}

/// Verifies a token; where its key may be one of ours that another process just made, reads our keys again first.
async fn verified(app: &App, token: &str) -> Result<Result<Verified, TokenError>, Problem> {
    match app.auth.verifier.verify_or_refetch(token, commit::now()).await {
        Err(TokenError::UnknownKey { .. }) if keys::read_again(&app.database, &app.auth).await? => {
            Ok(app.auth.verifier.verify(token, commit::now()))
        }
        outcome => Ok(outcome),
    }
}

fn revoked() -> Problem {
    Problem::new(
        ServerCode::TokenRevoked,
        "the sign-in behind this token has ended, or its account was disabled: sign in again",
    )
}

fn must_change() -> Problem {
    let detail = "change your password first: POST /api/v1/auth/password";
    Problem::new(domain::value::rejection::Code::Forbidden, detail)
}

/// The stable principal of a foreign issuer's subject.
fn foreign_principal(key: &str) -> PrincipalId {
    let digest: [u8; 32] = Sha256::digest(key.as_bytes()).into();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    PrincipalId(bytes)
}

/// The 401 of a token error, with its challenge (RFC 6750).
pub fn unauthenticated(error: &TokenError) -> Problem {
    let code = match error.code() {
        "token_expired" => ServerCode::TokenExpired,
        "unauthenticated" => ServerCode::Unauthenticated,
        _ => ServerCode::TokenInvalid,
    };
    Problem::new(code, error.to_string())
}
