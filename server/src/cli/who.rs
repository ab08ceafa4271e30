//! The actor of a command: a user by name or an administrator, in an organization by id or name.

use domain::rows::Membership;
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{Cell, TypedId};
use store::Snapshot;
use store::operational::login_memberships;
use store::operational::logins::{self, Login, LoginStatus};
use store::operational::organizations_list::{self, OrganizationStatus};

use super::failure::Failure;
use super::living;

/// The active user with this name.
///
/// # Errors
/// Where there is none.
pub async fn user(snapshot: &mut Snapshot, name: &str) -> Result<Login, Failure> {
    match logins::by_username(snapshot, name).await? {
        Some(login) if login.status == LoginStatus::Active => Ok(login),
        Some(_) => Err(Failure::failed(format!("the user {name} is disabled"))),
        None => {
            let known: Vec<String> =
                logins::page(snapshot, "", 20).await?.into_iter().map(|login| login.username).collect();
            let advice = match known.is_empty() {
                true => "there are none yet: start with `countinghouse init`".to_owned(),
                false => format!("there are {}", known.join(", ")),
            };
            Err(Failure::failed(format!("there is no user {name}; {advice}")))
        }
    }
}

/// The organization that is meant, of those that a user may enter.
pub async fn organization_of(
    snapshot: &mut Snapshot,
    principal: PrincipalId,
    wanted: Option<&str>,
) -> Result<OrganizationId, Failure> {
    let enterable = login_memberships::organizations(snapshot, principal).await?;
    let active = enterable.into_iter().filter(|organization| organization.status == OrganizationStatus::Active);
    choose(active.map(|organization| (organization.organization_id, organization.name)).collect(), wanted)
}

/// The organization that is meant, of all.
///
/// # Errors
/// As [`organization_of`].
pub async fn organization(snapshot: &mut Snapshot, wanted: Option<&str>) -> Result<OrganizationId, Failure> {
    let mut active = Vec::new();
    for listed in organizations_list::all(snapshot).await? {
        if listed.status == OrganizationStatus::Active {
            let id = [Cell::Id(listed.organization_id.bytes())];
            let books = snapshot.rows::<domain::rows::Organization>("where organization_id = $1", &id).await?;
            active.push((listed.organization_id, books.into_iter().next().map(|row| row.name)));
        }
    }
    choose(active, wanted)
}

/// An active administrator of an organization who can sign in and acts in all warehouses.
///
/// # Errors
/// Where there is none.
pub async fn administrator(snapshot: &mut Snapshot, organization: OrganizationId) -> Result<PrincipalId, Failure> {
    let memberships = snapshot
        .rows::<Membership>("where organization_id = $1 order by principal_id", &[Cell::Id(organization.bytes())])
        .await?;
    for membership in memberships.iter().filter(|row| row.administers()) {
        let login = logins::by_principal(snapshot, membership.principal_id).await?;
        if login.is_some_and(|login| login.status == LoginStatus::Active && !login.must_change) {
            return Ok(membership.principal_id);
        }
    }
    Err(Failure::failed(format!("the organization {organization} has no active administrator")))
}

/// An organization and its name, where its books have begun.
type Named = (OrganizationId, Option<String>);

/// The organization that is meant. The made-up one of the demo must be named: it never stands in the way of the other.
fn choose(mut from: Vec<Named>, wanted: Option<&str>) -> Result<OrganizationId, Failure> {
    if wanted.is_none() && from.len() > 1 {
        from.retain(|(id, _)| *id != living::ORGANIZATION);
    }
    let known: Vec<String> =
        from.iter().map(|(id, name)| format!("{id} ({})", name.as_deref().unwrap_or("no name yet"))).collect();
    if let Some(wanted) = wanted {
        from.retain(|(id, name)| OrganizationId::parse(wanted) == Some(*id) || name.as_deref() == Some(wanted));
    }
    match (from.as_slice(), wanted) {
        ([(one, _)], _) => Ok(*one),
        ([], None) => Err(Failure::failed("there is no organization yet: start with `countinghouse init`")),
        ([], Some(wanted)) => {
            Err(Failure::failed(format!("there is no organization {wanted:?}; there are {}", known.join(", "))))
        }
        _ => Err(Failure::usage(format!("choose an organization with --organization: {}", known.join(", ")))),
    }
}
