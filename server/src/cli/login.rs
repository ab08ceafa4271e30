//! `login`: a profile for a service that may run elsewhere.

use std::path::PathBuf;

use serde_json::json;

use super::client::ApiClient;
use super::failure::Failure;
use super::output::Output;
use super::profiles::{self, Profile};
use super::{prompt, session, variable};

/// `login`.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "It keeps what gets new tokens, not the password. On a terminal, it asks for the password.\n\nExamples:\n  \
    countinghouse login --url https://books.example.com --username ada\n  countinghouse login --profile shop --url \
    https://books.example.com \\\n    --client-id svc_01j… --client-secret-file /run/secrets/shop\n  countinghouse \
    report trial-balance --as-of 2026-11-30 --profile shop"
)]
pub struct LoginArgs {
    /// Address of the service; that of the profile if it exists [env: COUNTINGHOUSE_URL]
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
    /// Name of the profile [env: COUNTINGHOUSE_PROFILE] [default: default]
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// Who signs in
    #[arg(long, value_name = "NAME", conflicts_with = "client_id")]
    pub username: Option<String>,
    /// File with the password on its first line; `-` is standard input
    #[arg(long, value_name = "FILE")]
    pub password_file: Option<PathBuf>,
    /// A service account instead of somebody's own sign-in
    #[arg(long, value_name = "ID", requires = "client_secret_file")]
    pub client_id: Option<String>,
    /// File with its secret on the first line; it stays where it is and is read for each new token
    #[arg(long, value_name = "FILE", requires = "client_id")]
    pub client_secret_file: Option<PathBuf>,
    /// Id of the organization; needed if the user belongs to several
    #[arg(long, value_name = "ID")]
    pub organization: Option<String>,
}

/// Signs in and keeps the profile.
///
/// # Errors
/// If something is missing, or the service refuses the sign-in.
pub async fn run(args: LoginArgs, output: Output) -> Result<(), Failure> {
    let name =
        args.profile.clone().or_else(|| variable("COUNTINGHOUSE_PROFILE")).unwrap_or_else(|| "default".to_owned());
    let before = profiles::get(&name).ok();
    let profile = wanted(args, before)?;
    let password = match &profile.1 {
        _ if profile.0.client_id.is_some() => None,
        Some(file) => Some(prompt::password(Some(file), |_| Ok(()))?),
        None => Some(prompt::present_password()?),
    };
    let (kept, answer) = session::begin(profile.0, password).await?;
    let me = ApiClient::new(&kept.url, kept.access_token.as_deref().unwrap_or_default()).get("/api/v1/auth/me").await;
    let me = me.unwrap_or_default();
    let shown = me["username"].as_str().or(me["name"].as_str()).unwrap_or("the service account").to_owned();
    let url = kept.url.clone();
    let organization = kept.organization.clone();
    let _alone = profiles::hold()?;
    profiles::put(&name, kept)?;
    let mut text = format!("{shown} is signed in to {url}: profile {name} in {}", profiles::place()?.display());
    if answer["mustChangePassword"].as_bool() == Some(true) {
        text.push_str("\nthe password must be changed before anything else: POST /auth/change-password");
    }
    text.push_str(&format!("\n\nnext:\n  export COUNTINGHOUSE_PROFILE={name}\n  countinghouse api GET /auth/me"));
    output.say(&text, &json!({"profile": name, "url": url, "user": shown, "organizationId": organization}))
}

/// The profile to sign in to, of the options and of what was there; and the file of its password.
fn wanted(args: LoginArgs, before: Option<Profile>) -> Result<(Profile, Option<PathBuf>), Failure> {
    let before = before.unwrap_or_default();
    let known = Some(before.url).filter(|url| !url.is_empty());
    let url = args.url.or_else(|| variable("COUNTINGHOUSE_URL")).or(known);
    let url = super::connect::address(&url.ok_or_else(|| Failure::usage("--url is missing: the service's address"))?)?;
    // An absolute path, because later commands run elsewhere.
    let absolute = |file: PathBuf| {
        std::path::absolute(&file).map_err(|error| Failure::usage(format!("{}: {error}", file.display())))
    };
    let client_secret_file = args.client_secret_file.map(absolute).transpose()?;
    let (client_id, client_secret_file) = match (args.client_id, &args.username) {
        (None, None) => (before.client_id, before.client_secret_file),
        (id, _) => (id, client_secret_file),
    };
    let username = args.username.or(before.username).filter(|_| client_id.is_none());
    if client_id.is_none() && username.is_none() {
        return Err(Failure::usage(
            "say who signs in: --username NAME, or --client-id ID with --client-secret-file FILE",
        ));
    }
    let organization = args.organization;
    Ok((
        Profile { url, organization, username, client_id, client_secret_file, ..Profile::default() },
        args.password_file,
    ))
}
