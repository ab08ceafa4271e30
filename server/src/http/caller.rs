//! The caller: who sends the request, for which organization, and what he may read.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use domain::access::{Permission, PermissionSet, PrincipalKind};
use domain::book::{Book, Key};
use domain::context::Actor;
use domain::stop::Stop;
use domain::value::TypedId;
use domain::value::id::{OrganizationId, PrincipalId};
use sha2::{Digest, Sha256};
use store::Snapshot;

use super::layers::PrincipalLabel;
use super::problem::{Problem, ServerCode};
use crate::app::App;
use crate::auth::bearer;
use crate::auth::token_error::TokenError;
use crate::auth::verifier::Verified;
use crate::commit;

/// An authenticated caller in one organization.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Who acts.
    pub actor: Actor,
    /// For whom.
    pub organization: OrganizationId,
}

impl FromRequestParts<App> for Caller {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Login { actor, organization } = Login::from_request_parts(parts, app).await?;
        let organization = organization.ok_or_else(|| {
            Problem::new(
                domain::Code::Forbidden,
                "the token names no organization: ask POST /api/v1/auth/token for one with organizationId",
            )
        })?;
        Ok(Self { actor, organization })
    }
}

/// An authenticated caller, whose token may name no organization.
#[derive(Clone, Debug)]
pub struct Login {
    /// Who acts.
    pub actor: Actor,
    /// For whom, where the token says so.
    pub organization: Option<OrganizationId>,
}

impl FromRequestParts<App> for Login {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let found = bearer::find(&parts.headers, parts.uri.query()).map_err(|error| unauthenticated(&error))?;
        let token = found.ok_or_else(|| unauthenticated(&TokenError::Missing))?;
        let verified = app.auth.verifier.verify_or_refetch(token, commit::now()).await;
        let login = Self::of(verified.map_err(|error| unauthenticated(&error))?);
        if let Some(label) = parts.extensions.get::<PrincipalLabel>() {
            label.set(login.actor.principal.to_string());
        }
        app.rate.check(parts, &login.actor.principal.bytes())?;
        Ok(login)
    }
}

impl Login {
    fn of(verified: Verified) -> Self {
        match verified {
            Verified::Own(claims) => Self {
                actor: Actor {
                    principal: claims.principal,
                    kind: PrincipalKind::User,
                    claimed_roles: None,
                    scope: claims.scope,
                },
                organization: claims.organization,
            },
            Verified::Foreign(claims) => Self {
                actor: Actor {
                    principal: foreign_principal(&claims.principal_key()),
                    kind: PrincipalKind::Foreign,
                    claimed_roles: Some(claims.roles),
                    scope: claims.scope,
                },
                organization: claims.organization,
            },
        }
    }
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

impl Caller {
    /// A snapshot for a read, once the caller's right was found in that same snapshot.
    ///
    /// # Errors
    /// 403 where he lacks it.
    pub async fn read(&self, app: &App, permission: Permission) -> Result<Snapshot, Problem> {
        let mut snapshot = app.database.snapshot().await?;
        if self.rights(&mut snapshot).await?.has(permission) {
            return Ok(snapshot);
        }
        Err(Problem::forbidden(permission))
    }

    /// What a decoded body says, where there is nothing to complain; else 403 goes before 400.
    ///
    /// # Errors
    /// 403 where he lacks the permission, else the complaint.
    pub async fn admit<T>(&self, app: &App, permission: Permission, read: Result<T, Problem>) -> Result<T, Problem> {
        match read {
            Ok(value) => Ok(value),
            Err(complaint) => self.read(app, permission).await.and(Err(complaint)),
        }
    }

    /// What the caller may do, as the snapshot has it.
    ///
    /// # Errors
    /// Where the snapshot fails.
    pub async fn rights(&self, snapshot: &mut Snapshot) -> Result<PermissionSet, Problem> {
        let mut book = Book::new(self.organization, None);
        loop {
            match self.actor.rights(&book) {
                Ok(rights) => return Ok(rights),
                Err(Stop::Missing(key)) => fill(snapshot, &mut book, &key).await?,
                Err(Stop::Rejected(rejection)) => return Err((*rejection).into()),
            }
        }
    }
}

async fn fill(snapshot: &mut Snapshot, book: &mut Book, key: &Key) -> Result<(), Problem> {
    let rows = snapshot.load(book.id, &[key.query()]).await?.pop().unwrap_or_default();
    book.fill(key, &rows).map_err(|bad| Problem::internal(&bad))
}
