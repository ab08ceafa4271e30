//! New organizations: listed, begun in their own books, entered, and only then active.
//!
//! Each step may be done twice, so that a job that broke off is finished by asking again.

use domain::batch::{ReceiptKey, Work};
use domain::settings::create_organization::CreateOrganization;
use domain::value::Currency;
use domain::value::id::{OrganizationId, PrincipalId};
use store::Database;
use store::operational::login_memberships;
use store::operational::organizations_list::{self, ListedOrganization, OrganizationStatus};

use super::error::IdentityError;
use super::users::{self, Place};
use crate::commit::{self, Committer, Request, Submitted};

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
}

impl NewOrganization {
    /// The request that begins its books.
    #[must_use]
    pub fn request(&self, request_id: &str, receipt: Option<ReceiptKey>) -> Request {
        let command = CreateOrganization {
            name: self.name.clone(),
            base_currency: self.base_currency,
            timezone: self.timezone.clone(),
            admin: self.admin,
        };
        let work = Work::One(Box::new(command.into()));
        Request { receipt, ..Request::of_system(self.id, self.admin, request_id, work) }
    }
}

/// Creates an organization, or finishes its creation. Answers what its first command came to.
///
/// # Errors
/// Where a step fails; ask again with the same id.
pub async fn create(
    database: &Database,
    committer: &Committer,
    new: &NewOrganization,
    request_id: &str,
    receipt: Option<ReceiptKey>,
) -> Result<Submitted, IdentityError> {
    let row = ListedOrganization {
        organization_id: new.id,
        status: OrganizationStatus::Importing,
        created_at: commit::now(),
    };
    organizations_list::add(database, &row).await?;
    let submitted = committer.submit(new.request(request_id, receipt)).await?;
    if let Submitted::Rejected(rejection) = submitted {
        return Err(IdentityError::Rejected(rejection));
    }
    // Once it is open its members decide who administers it, whatever is asked for again.
    let listed = organizations_list::get(&mut database.snapshot().await?, new.id).await?;
    if listed.is_none_or(|listed| listed.status != OrganizationStatus::Importing) {
        return Ok(submitted);
    }
    let place = Place::of_user(new.admin, &new.admin_name, vec!["admin".to_owned()]);
    users::place(committer, new.id, place, request_id).await?;
    login_memberships::add(database, new.admin, new.id).await?;
    organizations_list::set_status(database, new.id, OrganizationStatus::Importing, OrganizationStatus::Active).await?;
    Ok(submitted)
}
