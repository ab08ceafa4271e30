//! Whom a command acts as: a user by name or an administrator, in an organization by id or name.

use domain::access::{BuiltInRole, Membership};
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::{Cell, TypedId};
use store::Snapshot;
use store::operational::login_memberships::{self, EnterableOrganization};
use store::operational::logins::{self, Login, LoginStatus};
use store::operational::organizations_list::{self, OrganizationStatus};

use super::failure::Failure;

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
                true => "there are none yet: begin with `countinghouse init`".to_owned(),
                false => format!("there are {}", known.join(", ")),
            };
            Err(Failure::failed(format!("there is no user {name}; {advice}")))
        }
    }
}

/// The organization that is meant, of those that a user may enter.
///
/// # Errors
/// Where it is none of them, or several could be meant.
pub async fn organization_of(
    snapshot: &mut Snapshot,
    principal: PrincipalId,
    wanted: Option<&str>,
) -> Result<OrganizationId, Failure> {
    let mut enterable = login_memberships::organizations(snapshot, principal).await?;
    enterable.retain(|organization| organization.status == OrganizationStatus::Active);
    choose(enterable, wanted)
}

/// The organization that is meant, of all.
///
/// # Errors
/// As [`organization_of`].
pub async fn organization(snapshot: &mut Snapshot, wanted: Option<&str>) -> Result<OrganizationId, Failure> {
    let mut active = Vec::new();
    for listed in organizations_list::all(snapshot).await? {
        if listed.status == OrganizationStatus::Active {
            let (organization_id, status) = (listed.organization_id, listed.status);
            let id = [Cell::Id(organization_id.bytes())];
            let books = snapshot.rows::<domain::settings::Organization>("where organization_id = $1", &id).await?;
            active.push(EnterableOrganization {
                organization_id,
                status,
                name: books.into_iter().next().map(|row| row.name),
            });
        }
    }
    choose(active, wanted)
}

/// An active administrator of an organization who can sign in.
///
/// # Errors
/// Where there is none.
pub async fn administrator(snapshot: &mut Snapshot, organization: OrganizationId) -> Result<PrincipalId, Failure> {
    let memberships = snapshot
        .rows::<Membership>("where organization_id = $1 order by principal_id", &[Cell::Id(organization.bytes())])
        .await?;
    let is_admin =
        |row: &&Membership| row.is_active && row.roles.split_whitespace().any(|role| role == BuiltInRole::Admin.name());
    for membership in memberships.iter().filter(is_admin) {
        let login = logins::by_principal(snapshot, membership.principal_id).await?;
        if login.is_some_and(|login| login.status == LoginStatus::Active && !login.must_change) {
            return Ok(membership.principal_id);
        }
    }
    Err(Failure::failed(format!("the organization {organization} has no active administrator")))
}

fn choose(mut from: Vec<EnterableOrganization>, wanted: Option<&str>) -> Result<OrganizationId, Failure> {
    let known: Vec<String> = from
        .iter()
        .map(|organization| {
            format!("{} ({})", organization.organization_id, organization.name.as_deref().unwrap_or("no name yet"))
        })
        .collect();
    if let Some(wanted) = wanted {
        from.retain(|organization| {
            OrganizationId::parse(wanted) == Some(organization.organization_id)
                || organization.name.as_deref() == Some(wanted)
        });
    }
    match (from.as_slice(), wanted) {
        ([one], _) => Ok(one.organization_id),
        ([], None) => Err(Failure::failed("there is no organization to enter: begin with `countinghouse init`")),
        ([], Some(wanted)) => Err(Failure::failed(format!(
            "there is no organization {wanted:?} to enter; there are {}",
            known.join(", ")
        ))),
        _ => Err(Failure::usage(format!("say which organization is meant with --organization: {}", known.join(", ")))),
    }
}
