//! A service account as it is answered.

use domain::rows::Membership;
use domain::value::id::{OrganizationId, PrincipalId, encode};
use domain::value::{Instant, TypedId};
use store::Snapshot;
use store::operational::security_events::SecurityEventKind;
use store::operational::service_account_secrets::{self, ServiceAccountSecret};

use crate::app::App;
use crate::auth::opaque_token::SecretHash;
use crate::auth::{client_secret, fresh};
use crate::commit;
use crate::http::caller::Caller;
use crate::http::output::{At, Id};
use crate::http::problem::Problem;
use crate::identity::security::{self, Happened};
use crate::identity::{IdentityError, memberships};

crate::output! {
    /// A secret; its value was shown once.
    pub struct SecretView {
        pub client_id: String,
        /// Whether it works no more: it was revoked, or its time is over.
        pub is_revoked: bool,
        pub created_at: At,
        /// The hour of its last use.
        pub last_used_at: Option<At>,
        /// Until when it works, if another took its place and it was given time; null is until it is revoked.
        pub expires_at: Option<At>,
    }

    /// A service account.
    pub struct ServiceAccountView {
        pub id: Id<PrincipalId>,
        pub name: Option<String>,
        pub is_active: bool,
        /// Names of built-in roles and ids of custom ones.
        pub roles: Vec<String>,
        /// The warehouses assigned to it, including all below; null is all.
        pub warehouse_ids: Option<Vec<String>>,
        /// The person responsible for it, who can never approve what it prepared.
        pub owner_id: Option<Id<PrincipalId>>,
        /// Whether that person is an active member; also false if nobody is responsible for it. The account keeps
        /// working either way.
        pub owner_active: bool,
        /// Everyone who created it, was ever responsible for it or took a secret of it: none of them can approve what
        /// it prepares.
        pub held_by: Vec<Id<PrincipalId>>,
        /// The client id of the newest secret that works.
        pub client_id: Option<String>,
        /// Shown once, in the answer that made it; null afterwards.
        pub client_secret: Option<String>,
        /// Until when the last of the earlier secrets works; null if none works, or one works until it is revoked.
        pub previous_expires_at: Option<At>,
        /// Every secret, oldest first.
        pub secrets: Vec<SecretView>,
        pub version: i64,
        pub created_at: At,
        pub updated_at: At,
    }
}

/// A secret that was just made.
pub struct FreshSecret {
    /// Its text.
    pub text: String,
}

impl FreshSecret {
    /// Makes one for a service account of the caller's organization and stores its hash.
    pub async fn make(app: &App, caller: &Caller, principal: PrincipalId) -> Result<Self, Problem> {
        let client_id = client_id(fresh::random().map_err(IdentityError::from)?);
        let made = Self::make_as(app, caller, principal, client_id).await?;
        made.ok_or_else(|| Problem::internal(&"a random client id was taken"))
    }

    /// As [`Self::make`], with this client id; none if the id has a secret, which somebody else was shown.
    pub async fn make_as(
        app: &App,
        caller: &Caller,
        principal: PrincipalId,
        client_id: String,
    ) -> Result<Option<Self>, Problem> {
        let text = client_secret::write(fresh::random().map_err(IdentityError::from)?);
        let row = ServiceAccountSecret {
            client_id,
            principal_id: principal,
            organization_id: caller.organization,
            secret_sha256: SecretHash::of(&text).0,
            is_revoked: false,
            created_at: commit::now(),
            last_used_at: None,
            expires_at: None,
        };
        if service_account_secrets::add(&app.database, &row).await? {
            note(app, caller, SecurityEventKind::ServiceAccountSecretCreated, principal, &row.client_id).await;
            return Ok(Some(Self { text }));
        }
        Ok(None)
    }
}

/// A client id of these bytes.
#[must_use]
pub fn client_id(bytes: [u8; 16]) -> String {
    format!("client_{}", encode(bytes))
}

/// Records the caller's act on a secret.
pub async fn note(app: &App, caller: &Caller, kind: SecurityEventKind, principal: PrincipalId, client_id: &str) {
    let happened = Happened::to(kind, principal).by(Some(caller.actor.principal)).with(client_id);
    security::note(&app.database, Some(caller.organization), &happened).await;
}

/// The secrets of a service account, the oldest first.
pub async fn secrets(
    snapshot: &mut Snapshot,
    organization: OrganizationId,
    principal: PrincipalId,
) -> Result<Vec<ServiceAccountSecret>, Problem> {
    let mut found = service_account_secrets::of_principal(snapshot, organization, principal).await?;
    found.sort_by(|one, other| (one.created_at, &one.client_id).cmp(&(other.created_at, &other.client_id)));
    Ok(found)
}

impl ServiceAccountView {
    /// The view of a membership and its secrets.
    #[must_use]
    pub fn of(
        membership: &Membership,
        name: Option<String>,
        owner_active: bool,
        secrets: Vec<ServiceAccountSecret>,
    ) -> Self {
        let now = commit::now();
        let newest = secrets.iter().rposition(|secret| secret.works(now));
        let earlier = secrets.iter().take(newest.unwrap_or(0)).filter(|secret| secret.works(now));
        let ends: Option<Vec<_>> = earlier.map(|secret| secret.expires_at).collect();
        Self {
            id: Id(membership.principal_id),
            name,
            is_active: membership.is_active,
            roles: memberships::roles(membership),
            warehouse_ids: memberships::warehouses(membership),
            owner_id: membership.owner_id.map(Id),
            owner_active,
            held_by: membership.held_by.split_whitespace().filter_map(PrincipalId::parse).map(Id).collect(),
            client_id: newest.and_then(|at| secrets.get(at)).map(|secret| secret.client_id.clone()),
            client_secret: None,
            previous_expires_at: ends.and_then(|ends| ends.into_iter().max()).map(At),
            secrets: secrets.into_iter().map(|secret| SecretView::of(secret, now)).collect(),
            version: membership.version,
            created_at: At(membership.created_at),
            updated_at: At(membership.updated_at),
        }
    }
}

impl SecretView {
    fn of(secret: ServiceAccountSecret, now: Instant) -> Self {
        Self {
            is_revoked: !secret.works(now),
            client_id: secret.client_id,
            created_at: At(secret.created_at),
            last_used_at: secret.last_used_at.map(At),
            expires_at: secret.expires_at.map(At),
        }
    }
}
