//! The token of a profile: kept while it lasts, and renewed by itself.

use std::path::Path;

use serde_json::{Value, json};
use tokio::sync::Mutex;

use super::client::{ApiClient, ClientError};
use super::failure::Failure;
use super::profiles::{self, Profile};
use super::prompt;
use crate::commit;

/// A token is renewed so long before it expires, in seconds.
const MARGIN_S: i64 = 60;

/// Who uses a profile in one command.
pub struct Session {
    name: String,
    /// The organization to act in, where it is another than the profile's.
    elsewhere: Option<String>,
    held: Mutex<Profile>,
}

impl Session {
    /// Uses the profile with this name.
    #[must_use]
    pub fn of(name: &str, profile: Profile) -> Self {
        Self { name: name.to_owned(), elsewhere: None, held: Mutex::new(profile) }
    }

    /// Acts in this organization instead, without a change of the profile.
    pub async fn enter(&mut self, organization: &str) {
        self.elsewhere = Some(organization.to_owned());
        let mut held = self.held.lock().await;
        (held.access_token, held.expires_at) = (None, None);
    }

    /// A token that lasts for the next request.
    ///
    /// # Errors
    /// If the service gives no new one.
    pub async fn token(&self) -> Result<String, ClientError> {
        let mut held = self.held.lock().await;
        if let Some(token) = lasting(&held) {
            return Ok(token);
        }
        let _alone = profiles::hold().map_err(unrenewed)?;
        // Another command may have renewed it meanwhile.
        let mut stored = profiles::get(&self.name).map_err(unrenewed)?;
        if self.elsewhere.is_none()
            && let Some(token) = lasting(&stored)
        {
            *held = stored;
            return Ok(token);
        }
        let organization = self.elsewhere.as_ref().or(stored.organization.as_ref());
        let answer = ask(&stored, organization.map(String::as_str)).await.map_err(|error| self.advised(error))?;
        let mut renewed = stored.clone();
        take(&mut renewed, &answer)?;
        if self.elsewhere.is_some() {
            // The profile keeps its own organization, and the token of that.
            stored.refresh_token.clone_from(&renewed.refresh_token);
        } else {
            stored.clone_from(&renewed);
        }
        profiles::put(&self.name, stored).map_err(unrenewed)?;
        *held = renewed;
        lasting(&held).ok_or_else(|| ClientError::Transport("the service gave a token that has expired".to_owned()))
    }

    fn advised(&self, error: ClientError) -> ClientError {
        match error {
            ClientError::Problem { status, code, text, problem } => {
                let text = format!("{text}\nsign in again: `countinghouse login --profile {}`", self.name);
                ClientError::Problem { status, code, text, problem }
            }
            other => other,
        }
    }
}

/// Signs in to a profile for the first time, with a password where it has no service account.
///
/// # Errors
/// If the service refuses it.
pub async fn begin(mut profile: Profile, password: Option<String>) -> Result<(Profile, Value), Failure> {
    let answer = match (&profile.username, password) {
        (Some(username), Some(password)) => {
            let mut body = json!({"grant_type": "password", "username": username, "password": password});
            in_organization(&mut body, profile.organization.as_deref());
            post(&profile.url, &body).await?
        }
        _ => ask(&profile, profile.organization.as_deref()).await?,
    };
    take(&mut profile, &answer)?;
    profile.organization = answer["organizationId"].as_str().map(str::to_owned);
    Ok((profile, answer))
}

async fn ask(profile: &Profile, organization: Option<&str>) -> Result<Value, ClientError> {
    let mut body = match (&profile.client_id, &profile.client_secret_file, &profile.refresh_token) {
        (Some(id), Some(file), _) => {
            let secret = secret(file)?;
            json!({"grant_type": "client_credentials", "client_id": id, "client_secret": secret})
        }
        (_, _, Some(token)) => json!({"grant_type": "refresh_token", "refresh_token": token}),
        _ => return Err(ClientError::Transport("the profile has nothing to get a token with".to_owned())),
    };
    in_organization(&mut body, organization);
    post(&profile.url, &body).await
}

async fn post(url: &str, body: &Value) -> Result<Value, ClientError> {
    ApiClient::new(url, "").post_openly("/api/v1/auth/token", body).await
}

fn secret(file: &Path) -> Result<String, ClientError> {
    prompt::password(Some(file), |_| Ok(())).map_err(unrenewed)
}

fn in_organization(body: &mut Value, organization: Option<&str>) {
    if let Some(organization) = organization {
        body["organizationId"] = json!(organization);
    }
}

fn take(profile: &mut Profile, answer: &Value) -> Result<(), ClientError> {
    let token = answer["access_token"].as_str();
    let token = token.ok_or_else(|| ClientError::Transport(format!("{} is no Countinghouse", profile.url)))?;
    profile.access_token = Some(token.to_owned());
    profile.expires_at = Some(now_s() + answer["expires_in"].as_i64().unwrap_or_default());
    if let Some(next) = answer["refresh_token"].as_str() {
        profile.refresh_token = Some(next.to_owned());
    }
    Ok(())
}

fn lasting(profile: &Profile) -> Option<String> {
    let lasts = profile.expires_at.is_some_and(|at| at > now_s() + MARGIN_S);
    profile.access_token.clone().filter(|_| lasts)
}

fn now_s() -> i64 {
    commit::now().0 / 1_000_000
}

fn unrenewed(failure: Failure) -> ClientError {
    ClientError::Transport(failure.text)
}
