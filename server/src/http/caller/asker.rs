//! Who asked, for the words of a refusal: what they may do, and who may do what they may not.

use std::sync::{Arc, OnceLock};

use domain::book::context::Actor;
use domain::rows::Role;
use domain::value::Cell;
use domain::value::id::OrganizationId;
use domain::value::permission::{BuiltInRole, Permission, PermissionSet};

use super::{Login, rights_of};
use crate::app::App;
use crate::http::problem::Problem;
use crate::identity::memberships;

/// Where the authentication writes who asks, for the layer that writes refusals; an extension of every request.
#[derive(Clone, Default)]
pub struct Asker(Arc<OnceLock<Known>>);

struct Known {
    app: App,
    actor: Actor,
    organization: Option<OrganizationId>,
}

impl Asker {
    /// Says who asks; the first word counts.
    pub(super) fn set(&self, app: &App, login: &Login) {
        let known = Known { app: app.clone(), actor: login.actor.clone(), organization: login.organization };
        // One principal per request.
        let _ = self.0.set(known);
    }

    /// What they may do; `None` where nobody is known.
    pub async fn rights(&self) -> Option<PermissionSet> {
        let known = self.0.get()?;
        told(known.rights().await)
    }

    /// The names of the organization's roles that have a permission, for members; `None` for others.
    pub async fn holders(&self, permission: Permission) -> Option<Vec<String>> {
        let known = self.0.get()?;
        told(known.holders(permission).await).flatten()
    }
}

impl Known {
    async fn rights(&self) -> Result<PermissionSet, Problem> {
        let Some(organization) = self.organization else { return Ok(PermissionSet::NONE) };
        rights_of(&self.actor, &mut self.app.database.snapshot().await?, organization).await
    }

    async fn holders(&self, permission: Permission) -> Result<Option<Vec<String>>, Problem> {
        let Some(organization) = self.organization else { return Ok(None) };
        let mut snapshot = self.app.database.snapshot().await?;
        if memberships::active(&mut snapshot, organization, self.actor.principal).await?.is_none() {
            return Ok(None);
        }
        let custom: Vec<Role> =
            snapshot.rows("where organization_id = $1 order by name", &[Cell::Id(organization.0)]).await?;
        let built_in = BuiltInRole::ALL.iter().map(|role| (role.name().to_owned(), role.permissions()));
        let custom = custom.into_iter().map(|role| {
            let known: Vec<Permission> = role.permissions.split_whitespace().filter_map(Permission::parse).collect();
            (role.name, PermissionSet::of(&known))
        });
        let holders = built_in.chain(custom).filter(|(_, rights)| rights.effective().has(permission));
        Ok(Some(holders.map(|(name, _)| name).collect()))
    }
}

/// A refusal is answered also where the database no longer says what its caller may do.
fn told<T>(read: Result<T, Problem>) -> Option<T> {
    read.inspect_err(|problem| tracing::warn!(detail = problem.detail, "the rights of a refused caller are not known"))
        .ok()
}
