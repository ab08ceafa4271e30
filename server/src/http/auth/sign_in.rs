//! Signing in: the password, slowed down where it is guessed, and the one organization to act in.

use std::net::IpAddr;

use domain::Code;
use domain::book::context::Actor;
use domain::rows::PrincipalKind;
use domain::value::Sought;
use domain::value::id::{OrganizationId, PrincipalId};
use domain::value::rejection::Value;
use store::Snapshot;
use store::operational::logins::{self, Login, LoginStatus};
use store::operational::organizations_list::OrganizationStatus;
use store::operational::security_events::SecurityEventKind;
use store::operational::{invitations, login_memberships};

use crate::app::App;
use crate::auth::{password, throttle};
use crate::commit;
use crate::http::problem::{Problem, ServerCode};
use crate::identity::attempt::{Admission, Attempt, Wait};
use crate::identity::held;
use crate::identity::memberships::{self, Belonging};
use crate::identity::security::{self, Happened};

/// The login with this password. The answer and its time are the same for every fault.
pub async fn check_password(app: &App, username: &str, password: String, address: IpAddr) -> Result<Login, Problem> {
    let (mut snapshot, attempt) = begin(app, username, address).await?;
    let login = logins::by_username(&mut snapshot, username).await?;
    drop(snapshot);
    let stored = login.as_ref().map(|login| login.password_hash.clone());
    let fits = app.auth.passwords.verify(password.clone(), stored).await?;
    let waits = overtaken(app, &attempt).await?;
    let known = login.as_ref().map(|login| login.principal_id);
    let Some(login) = login.filter(|login| fits && login.status == LoginStatus::Active) else {
        attempt.failed(&app.database, commit::now()).await?;
        let failed = Happened::failed(SecurityEventKind::UserSignInFailed, known, address);
        match known {
            Some(known) => security::note_everywhere(&app.database, known, &failed).await,
            None => security::note(&app.database, None, &failed).await,
        }
        return Err(waits.unwrap_or_else(invalid_credentials));
    };
    if let Some(waits) = waits {
        return Err(waits);
    }
    attempt.succeeded(&app.database).await?;
    if password::is_outdated(&login.password_hash) {
        let hash = app.auth.passwords.hash(password).await?;
        logins::hash_anew(&app.database, login.principal_id, &login.password_hash, &hash, commit::now()).await?;
    }
    Ok(login)
}

/// Whether the login is unchanged since its password was checked. Call this once the new sign-in is stored: a password
/// that is changed or a login that is shut out after that ends the sign-in with all others, and one before is seen
/// here.
pub async fn is_unchanged(app: &App, login: &Login) -> Result<bool, Problem> {
    let now = logins::by_principal(&mut app.database.snapshot().await?, login.principal_id).await?;
    Ok(now.is_some_and(|now| now.status == LoginStatus::Active && now.not_before == login.not_before))
}

/// An attempt on this account from this address, with the snapshot that it was looked up in. 429 while it must wait
/// after failures, on whichever node, and where the address tries one account after the other.
pub async fn begin(app: &App, account: &str, address: IpAddr) -> Result<(Snapshot, Attempt), Problem> {
    let tried = app.auth.sign_ins.take(throttle::network(address).to_string().as_bytes());
    if !tried.allowed {
        return Err(tried.problem());
    }
    let mut snapshot = app.database.snapshot().await?;
    match Attempt::begin(&mut snapshot, account, address, commit::now()).await? {
        Admission::Now(attempt) => Ok((snapshot, attempt)),
        Admission::In(wait_s) => Err(too_many("for this account", wait_s)),
        Admission::OfNetworkIn(wait_s) => Err(too_many("from your network", wait_s)),
    }
}

/// 429 where an attempt that could begin may not be answered any more: others failed while it ran.
async fn overtaken(app: &App, attempt: &Attempt) -> Result<Option<Problem>, Problem> {
    let waits = attempt.wait(&mut app.database.snapshot().await?, commit::now()).await?;
    Ok(waits.map(|waits| match waits {
        Wait::OfAccount(wait_s) => too_many("for this account", wait_s),
        Wait::OfNetwork(wait_s) => too_many("from your network", wait_s),
    }))
}

fn too_many(failed: &str, wait_s: i64) -> Problem {
    let detail = format!("too many failed attempts {failed}: try again in {wait_s} s");
    Problem::new(ServerCode::TooManyRequests, detail).retry_after(u64::try_from(wait_s).unwrap_or(1))
}

/// Name and password, or client id and secret, do not fit: never which of them.
pub fn invalid_credentials() -> Problem {
    Problem::new(ServerCode::InvalidCredentials, "the credentials are wrong: check them and try again")
}

/// The organization that a login is to act in: the one it asks for, else its home or its only one, else none where it
/// has none. Joining another organization changes nothing for callers who do not ask.
pub async fn choose_organization(
    app: &App,
    login: &Login,
    wanted: Option<&Sought<OrganizationId>>,
) -> Result<Option<OrganizationId>, Problem> {
    let belongings = belongings(app, login).await?;
    let chosen = choose(&belongings, wanted)?;
    if !held::administers(chosen) && held::is_held(&mut app.database.snapshot().await?).await? {
        return Err(Problem::new(Code::Forbidden, held::WHY));
    }
    Ok(chosen.map(|place| place.organization))
}

fn choose<'b>(
    belongings: &'b [Belonging],
    wanted: Option<&Sought<OrganizationId>>,
) -> Result<Option<&'b Belonging>, Problem> {
    match (wanted, belongings) {
        (None, []) => Ok(None),
        (None, [only]) => Ok(Some(only)),
        (None, several) => match several.iter().find(|one| one.is_home) {
            Some(home) => Ok(Some(home)),
            None => Err(organization_required("you belong to several organizations: send organizationId", belongings)),
        },
        (Some(wanted), _) => {
            let wanted = wanted.id();
            let found = belongings.iter().find(|one| Some(one.organization) == wanted);
            found.map(Some).ok_or_else(|| {
                organization_required(
                    "you are not an active member of this organization: send the id of one of yours",
                    belongings,
                )
            })
        }
    }
}

/// Where a login may act. One without an organization may look for one: it left the others, or was never in any. Who was
/// made inactive in all of theirs may not, unless another one invites them.
pub async fn belongings(app: &App, login: &Login) -> Result<Vec<Belonging>, Problem> {
    let mut snapshot = app.database.snapshot().await?;
    let found = memberships::of_login(&mut snapshot, login.principal_id).await?;
    if !found.is_empty() {
        return Ok(found);
    }
    let entered = login_memberships::organizations(&mut snapshot, login.principal_id).await?;
    let is_shut_out = entered.iter().any(|one| one.status == OrganizationStatus::Active);
    if !is_shut_out || invitations::waits_for(&mut snapshot, &login.username, commit::now()).await? {
        return Ok(found);
    }
    let detail = "your membership is inactive in all your organizations: ask an administrator of one of them";
    Err(Problem::new(Code::Forbidden, detail))
}

/// Writes down that a user signed in.
pub async fn note(app: &App, login: &Login, organization: Option<OrganizationId>, address: IpAddr) {
    let signed_in = Happened::to(SecurityEventKind::UserSignedIn, login.principal_id).from(address);
    security::note(&app.database, organization, &signed_in).await;
}

fn organization_required(detail: &str, belongings: &[Belonging]) -> Problem {
    let list: Vec<Value> = belongings
        .iter()
        .map(|one| Value::Object(vec![("id", one.organization.to_string().into()), ("name", one.name.clone().into())]))
        .collect();
    Problem::new(ServerCode::OrganizationRequired, detail).with("organizations", Value::List(list))
}

/// A user as the core sees them.
pub fn user(principal: PrincipalId) -> Actor {
    Actor { principal, kind: PrincipalKind::User, claimed_roles: None, scope: None }
}
