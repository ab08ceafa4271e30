//! What a caller is admitted to: the permission is the one that the operation declares, and handlers cannot name another.

use domain::value::permission::{Permission, PermissionSet};
use store::Snapshot;

use super::{Caller, must_change, revoked, rights_of};
use crate::app::App;
use crate::commit;
use crate::http::problem::Problem;
use crate::identity::standing;

/// A body that decides by its content which permission it needs.
pub trait NeedsByContent {
    /// The permission.
    fn needed(&self) -> Permission;
}

impl Caller {
    /// A snapshot for a read, once the caller's standing and the permission of the operation were found in that same
    /// snapshot.
    ///
    /// # Errors
    /// 401 if the caller counts no more, 403 without the permission.
    pub async fn read(&self, app: &App) -> Result<Snapshot, Problem> {
        let needed = self.needs.ok_or_else(|| Problem::internal(&"a read that declares no permission"))?;
        self.read_with(app, needed).await
    }

    async fn read_with(&self, app: &App, permission: Permission) -> Result<Snapshot, Problem> {
        let mut snapshot = self.standing(app).await?;
        if self.rights(&mut snapshot).await?.has(permission) {
            return Ok(snapshot);
        }
        Err(Problem::forbidden(permission))
    }

    /// A snapshot in which the caller still counts.
    async fn standing(&self, app: &App) -> Result<Snapshot, Problem> {
        let mut snapshot = app.database.snapshot().await?;
        if let Some(bearer) = &self.bearer {
            let standing = standing::read(&mut snapshot, bearer, commit::now()).await?.ok_or_else(revoked)?;
            if standing.must_change {
                return Err(must_change());
            }
        }
        Ok(snapshot)
    }

    /// A snapshot for what every member may do for themselves, whatever their rights.
    ///
    /// # Errors
    /// 401 if the caller counts no more, 403 if they have no rights at all.
    pub async fn enter(&self, app: &App) -> Result<Snapshot, Problem> {
        let mut snapshot = self.standing(app).await?;
        match self.rights(&mut snapshot).await? {
            PermissionSet::NONE => {
                let detail = "you have no rights in this organization: ask an administrator for a role";
                Err(Problem::new(domain::Code::Forbidden, detail))
            }
            _ => Ok(snapshot),
        }
    }

    /// What a decoded body says, where there is nothing to complain; else 403 goes before 400.
    ///
    /// # Errors
    /// 403 without the permission of the operation, else the complaint.
    pub async fn admit<T>(&self, app: &App, read: Result<T, Problem>) -> Result<T, Problem> {
        match read {
            Ok(value) => Ok(value),
            // Everybody may call an operation that needs nothing by itself.
            Err(complaint) if self.needs.is_none() => Err(complaint),
            Err(complaint) => self.read(app).await.and(Err(complaint)),
        }
    }

    /// The caller has the permission of the operation, where it needs one by itself. What is decided asks again.
    ///
    /// # Errors
    /// 403 without it.
    pub async fn require_operation(&self, app: &App) -> Result<(), Problem> {
        match self.needs {
            Some(_) => self.read(app).await.map(|_| ()),
            None => Ok(()),
        }
    }

    /// What such a body means, where there is nothing to complain; else 403 goes before 400.
    ///
    /// # Errors
    /// 403 without the permission that its content needs, else the complaint.
    pub async fn admit_by_content<I: NeedsByContent, T>(
        &self,
        app: &App,
        input: I,
        read: impl FnOnce(I) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        let needed = input.needed();
        match read(input) {
            Ok(value) => Ok(value),
            Err(complaint) => self.read_with(app, needed).await.and(Err(complaint)),
        }
    }

    /// What the caller may do now.
    pub async fn rights_now(&self, app: &App) -> Result<PermissionSet, Problem> {
        self.rights(&mut app.database.snapshot().await?).await
    }

    /// What the caller may do, as the snapshot has it.
    pub async fn rights(&self, snapshot: &mut Snapshot) -> Result<PermissionSet, Problem> {
        rights_of(&self.actor, snapshot, self.organization).await
    }
}
