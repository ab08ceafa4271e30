//! `user add`: a user with a password and roles, also beside a running server.

use serde_json::{Value, json};

use super::args::UserAddArgs;
use super::connect;
use super::failure::Failure;
use super::output::Output;
use super::prompt;
use crate::config::Config;

/// Adds a user through the API.
///
/// # Errors
/// Where username, password or a role does not do.
pub async fn add(config: &Config, args: UserAddArgs, output: Output) -> Result<(), Failure> {
    let password = prompt::password(args.password_file.as_deref(), |text| prompt::strong(text, &args.username))?;
    let connection = connect::connect(config, args.organization.as_deref()).await?;
    let body = json!({
        "username": args.username,
        "displayName": args.display_name.unwrap_or_else(|| args.username.clone()),
        "password": password,
        "roles": args.roles,
    });
    let answer = connection.client.post("/api/v1/users", &body, None).await;
    connection.close().await?;
    let user: Value = answer?;
    let text = format!("the user {0} was added\n\nnext:\n  countinghouse token --user {0}", args.username);
    output.say(&text, &user);
    Ok(())
}
