//! `user add`: a user with a password and roles, also while a server runs.

use domain::value::id::OrganizationId;
use domain::value::permission::BuiltInRole;
use serde_json::{Value, json};
use store::operational::logins;

use super::args::{UserAddArgs, UserPasswordArgs};
use super::failure::Failure;
use super::output::Output;
use super::prompt;
use super::reach::{Reach, organization_variable};
use super::who;
use crate::auth::password::Passwords;
use crate::config::Config;
use crate::engine::{self, Engine};
use crate::identity::standing::Standings;
use crate::identity::users::{self, ChosenBy, NewUser};
use crate::identity::{self, AuthSettings, IdentityError};

/// Adds a user through the API; by the operator's own right, an administrator of an organization that has none who can act
/// everywhere: one whose log was taken in, or whose administrators shut themselves out.
///
/// # Errors
/// Where username, password or a role does not do.
pub async fn add(reach: Reach<'_>, mut args: UserAddArgs, output: Output) -> Result<(), Failure> {
    let config = reach.config;
    args.organization = args.organization.or_else(organization_variable);
    if let Some(organization) = orphaned(config, args.organization.as_deref()).await? {
        return first_administrator(config, args, organization, output).await;
    }
    let password = prompt::password(args.password_file.as_deref(), |text| prompt::strong(text, &args.username))?;
    let connection = reach.connect_here(&args.acting, args.organization.as_deref()).await?;
    let body = json!({
        "username": args.username,
        "displayName": args.display_name.unwrap_or_else(|| args.username.clone()),
        "password": password,
        "roles": args.roles,
    });
    let answer = connection.client.post("/api/v1/users", &body, None).await;
    connection.close().await?;
    let user: Value = answer?;
    let text = format!("the user {} was added: they sign in with this password and then choose another", args.username);
    output.say(&text, &user)?;
    Ok(())
}

/// Sets the password of a user of any organization, by the operator's own right.
///
/// # Errors
/// Where there is no such user, the password does not do, or a server holds the data folder.
pub async fn set_password(config: &Config, args: UserPasswordArgs, output: Output) -> Result<(), Failure> {
    let engine = Engine::open(config).await?;
    let done = replace_password(&engine, &args).await;
    engine.database.close().await?;
    done?;
    let text = format!("{0} signs in with the new password and then chooses another", args.username);
    output.say(&text, &json!({"username": args.username}))?;
    Ok(())
}

async fn replace_password(engine: &Engine, args: &UserPasswordArgs) -> Result<(), Failure> {
    let login = who::user(&mut engine.database.snapshot().await?, &args.username).await?;
    let password = prompt::password(args.password_file.as_deref(), |text| prompt::strong(text, &args.username))?;
    let passwords = Passwords::new().map_err(IdentityError::from)?;
    let (database, chosen_by) = (&engine.database, ChosenBy::Another { by: None });
    users::set_password(database, &passwords, &Standings::default(), &login, password, chosen_by).await?;
    Ok(())
}

/// The organization that is meant, where nobody who may sign in here administers it.
async fn orphaned(config: &Config, wanted: Option<&str>) -> Result<Option<OrganizationId>, Failure> {
    // Where there is nothing yet, connecting says so.
    let Ok(database) = engine::open_reader(config).await else { return Ok(None) };
    let mut snapshot = database.snapshot().await?;
    let found = match who::organization(&mut snapshot, wanted).await {
        Ok(organization) if who::administrator(&mut snapshot, organization).await.is_err() => Some(organization),
        _ => None,
    };
    drop(snapshot);
    database.close().await?;
    Ok(found)
}

/// Lets somebody into an organization that nobody here administers: a new user, or one who is known by that name.
async fn first_administrator(
    config: &Config,
    args: UserAddArgs,
    organization: OrganizationId,
    output: Output,
) -> Result<(), Failure> {
    if !args.roles.iter().any(|role| role == BuiltInRole::Admin.name()) {
        return Err(Failure::usage(format!(
            "{organization} has no administrator here: start with `countinghouse user add NAME --role admin \
             --organization {organization}`"
        )));
    }
    let engine = Engine::open(config).await?;
    let done = enter(config, &engine, &args, organization).await;
    engine.database.close().await?;
    done?;
    let text = format!(
        "the user {0} administers {organization}\n\nnext:\n  countinghouse token --user {0} --organization {organization}",
        args.username
    );
    output.say(&text, &json!({"username": args.username, "organizationId": organization.to_string()}))?;
    Ok(())
}

async fn enter(
    config: &Config,
    engine: &Engine,
    args: &UserAddArgs,
    organization: OrganizationId,
) -> Result<(), Failure> {
    let known = logins::by_username(&mut engine.database.snapshot().await?, &args.username.to_lowercase()).await?;
    if let Some(login) = known {
        users::admit(&engine.database, &engine.committer, &login, organization, args.roles.clone()).await?;
        return Ok(());
    }
    let password = prompt::password(args.password_file.as_deref(), |text| prompt::strong(text, &args.username))?;
    let settings = AuthSettings { allows_password_grant: config.allows_password_grant, ..AuthSettings::default() };
    let auth = identity::open_auth(&engine.database, &settings).await?;
    let new = NewUser {
        username: args.username.clone(),
        display_name: args.display_name.clone().unwrap_or_else(|| args.username.clone()),
        password,
        must_change: false,
        organization,
        roles: args.roles.clone(),
    };
    users::add_user(&engine.database, &engine.committer, &auth.passwords, new).await?;
    Ok(())
}
