//! New organizations: listed, begun in their own books, entered, and only then active.
//!
//! Each step may be done twice, so that a job that broke off is finished by asking again.

use domain::batch::{ReceiptKey, Work};
use domain::commands::organizations::create::CreateOrganization;
use domain::named_enum;
use domain::value::Currency;
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::permission::BuiltInRole;
use domain::value::rejection::{Code, Rejection};
use store::operational::login_memberships::{self, Origin};
use store::operational::organizations_list::{self, ListedOrganization, OrganizationStatus};
use store::{Database, Snapshot};

use super::beginnings::Beginnings;
use super::error::IdentityError;
use super::memberships;
use super::users::{self, Place};
use crate::commit::{self, Committer, Request, Submitted};

named_enum! {
    /// Who may make further organizations over the API. The operator always may, with the command line.
    Founders {
        Nobody = "nobody",
        /// Administrators of an organization of this instance.
        Administrators = "administrators",
        /// Everybody who signs in with a password.
        Users = "users",
    }
}

/// Who may make organizations over the API, and how many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Founding {
    /// Who may.
    pub founders: Founders,
    /// How many each of them may make.
    pub per_user: usize,
}

impl Default for Founding {
    fn default() -> Self {
        Self { founders: Founders::Nobody, per_user: 10 }
    }
}

impl Founding {
    /// Requires that a principal may make one more.
    ///
    /// # Errors
    /// `forbidden`, with the operator's options; `limit_reached`; or where the snapshot fails.
    pub async fn require(self, snapshot: &mut Snapshot, principal: PrincipalId) -> Result<(), IdentityError> {
        let may = match self.founders {
            Founders::Nobody => false,
            Founders::Administrators => {
                let belongings = memberships::of_login(snapshot, principal).await?;
                belongings.iter().any(|one| one.roles.iter().any(|role| role == BuiltInRole::Admin.name()))
            }
            Founders::Users => true,
        };
        if !may {
            let message = "you cannot create organizations on this service: ask its operator to create one with \
                           `countinghouse organization add`, or to allow you with the setting \
                           auth.organization_founders";
            return Err(IdentityError::Rejected(Box::new(Rejection::new(Code::Forbidden, message))));
        }
        let made = organizations_list::founded_by(snapshot, principal).await?;
        if made < self.per_user { Ok(()) } else { Err(Self::too_many(made)) }
    }

    /// Requires that a founder has no more than allowed, now that the new one is listed: of several that were asked for at
    /// once each finds the others. Takes the new one off the list where there are too many.
    ///
    /// # Errors
    /// `limit_reached`, or where the database fails.
    async fn require_listed(self, database: &Database, new: &NewOrganization) -> Result<(), IdentityError> {
        let Some(founder) = new.founded_by else { return Ok(()) };
        let listed = organizations_list::founded_by(&mut database.snapshot().await?, founder).await?;
        if listed <= self.per_user {
            return Ok(());
        }
        organizations_list::remove_importing(database, new.id).await?;
        Err(Self::too_many(listed - 1))
    }

    fn too_many(made: usize) -> IdentityError {
        let message = format!(
            "you have created {made} organizations, which is the limit: ask its operator to create more with \
             `countinghouse organization add`, or to raise the setting auth.organizations_per_user"
        );
        IdentityError::Rejected(Box::new(Rejection::new(Code::LimitReached, message)))
    }
}

/// An organization to be.
#[derive(Clone, Debug)]
pub struct NewOrganization {
    /// Its id; the same one again is the same organization.
    pub id: OrganizationId,
    /// Shown on reports.
    pub name: String,
    /// The currency of the books, for good.
    pub base_currency: Currency,
    /// IANA time zone; checked by the caller.
    pub timezone: String,
    /// Who administers it.
    pub admin: PrincipalId,
    /// How the administrator is shown.
    pub admin_name: String,
    /// How the administrator comes into it.
    pub origin: Origin,
    /// The administrator, where they make it over the API.
    pub founded_by: Option<PrincipalId>,
    /// What its books begin with.
    pub beginnings: Beginnings,
}

impl NewOrganization {
    /// The request that begins its books: all of it, or nothing.
    #[must_use]
    pub fn request(&self, request_id: &str, receipt: Option<ReceiptKey>) -> Request {
        let command = CreateOrganization {
            name: self.name.clone(),
            base_currency: self.base_currency,
            timezone: self.timezone.clone(),
            admin: self.admin,
        };
        let more = self.beginnings.commands(&self.timezone);
        let work = if more.is_empty() {
            Work::One(Box::new(command.into()))
        } else {
            let commands =
                std::iter::once(command.into()).chain(more.into_iter().map(|(_, command)| command)).collect();
            Work::Many { atomic: true, commands }
        };
        Request { receipt, ..Request::of_system(self.id, self.admin, request_id, work) }
    }
}

/// Creates an organization, or finishes its creation. Returns the result of its first command.
pub async fn create(
    database: &Database,
    committer: &Committer,
    founding: Founding,
    new: &NewOrganization,
    request_id: &str,
    receipt: Option<ReceiptKey>,
) -> Result<Submitted, IdentityError> {
    let row = ListedOrganization {
        organization_id: new.id,
        status: OrganizationStatus::Importing,
        created_at: commit::now(),
        founded_by: new.founded_by,
    };
    let is_new = organizations_list::add(database, &row).await?;
    if is_new {
        founding.require_listed(database, new).await?;
    }
    let submitted = committer.submit(new.request(request_id, receipt)).await?;
    if let Submitted::Rejected(rejection) = submitted {
        if is_new {
            organizations_list::remove_importing(database, new.id).await?;
        }
        let told = new.beginnings.told(&new.timezone, *rejection);
        return Err(IdentityError::Rejected(Box::new(told)));
    }
    // Once it is open, its members decide who administers it, whatever a repeated request says.
    let listed = organizations_list::get(&mut database.snapshot().await?, new.id).await?;
    if listed.is_none_or(|listed| listed.status != OrganizationStatus::Importing) {
        return Ok(submitted);
    }
    let place = Place::of_user(new.admin, &new.admin_name, vec!["admin".to_owned()]);
    users::place(committer, new.id, place, request_id).await?;
    login_memberships::add(database, new.admin, new.id, new.origin).await?;
    organizations_list::set_status(database, new.id, OrganizationStatus::Importing, OrganizationStatus::Active).await?;
    Ok(submitted)
}
