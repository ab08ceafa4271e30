//! Opens the state of authentication: the instance's name, its keys, its trusted issuers.

use domain::value::id::encode;
use store::operational::{instance, signing_keys};
use store::{Database, Fault};

use super::error::IdentityError;
use super::keys;
use super::organizations::Founding;
use super::standing::Standings;
use crate::app::Auth;
use crate::auth::client_address::TrustedProxies;
use crate::auth::fresh;
use crate::auth::issuers::{self, IssuerConfig};
use crate::auth::password::Passwords;
use crate::auth::session::SessionLimits;
use crate::auth::verifier::Verifier;
use crate::commit;
use crate::http::layers::{RateLimiter, RatePolicy};

/// Version of the encoding of facts that a new instance begins with.
const FACT_FORMAT: i64 = 1;

/// The configuration of authentication.
#[derive(Clone, Debug)]
pub struct AuthSettings {
    /// Whether the token endpoint takes passwords.
    pub allows_password_grant: bool,
    /// Who may make organizations over the API.
    pub founding: Founding,
    /// How fast one network may try to sign in, for any accounts.
    pub sign_ins: RatePolicy,
    /// How long sessions of the console last.
    pub sessions: SessionLimits,
    /// Networks whose `X-Forwarded-For` is believed.
    pub trusted_proxies: Vec<String>,
    /// Foreign issuers whose tokens are accepted.
    pub issuers: Vec<IssuerConfig>,
}

impl Default for AuthSettings {
    fn default() -> Self {
        Self {
            allows_password_grant: true,
            founding: Founding::default(),
            sign_ins: RatePolicy { burst: 1_000, per_second: 50, principals: 100_000 },
            sessions: SessionLimits::default(),
            trusted_proxies: Vec::new(),
            issuers: Vec::new(),
        }
    }
}

/// Reads or makes the instance and its signing keys, and checks the settings.
///
/// Run [`keys::keep_fresh`] alongside a server. On a database that is open for reading only this works once the
/// instance was made.
///
/// # Errors
/// The fault in the settings, the stored keys or the database.
pub async fn open_auth(database: &Database, settings: &AuthSettings) -> Result<Auth, IdentityError> {
    let instance = instance_name(database).await?;
    let issuers = issuers::trust(settings.issuers.clone(), &instance)?;
    let ring = keys::load_or_create(database, commit::now()).await?;
    Ok(Auth {
        verifier: Verifier::new(instance, ring, issuers),
        keys_read_at_us: Default::default(),
        passwords: Passwords::new()?,
        sign_ins: RateLimiter::new(settings.sign_ins),
        sessions: settings.sessions,
        proxies: TrustedProxies::parse(&settings.trusted_proxies)?,
        allows_password_grant: settings.allows_password_grant,
        founding: settings.founding,
        denials: Default::default(),
        standings: Standings::default(),
    })
}

/// The name of this instance: issuer and audience of its tokens.
async fn instance_name(database: &Database) -> Result<String, IdentityError> {
    let mut snapshot = database.snapshot().await?;
    let row = instance::get(&mut snapshot).await?;
    let has_keys = row.is_none() && !signing_keys::all(&mut snapshot).await?.is_empty();
    drop(snapshot);
    let row = match row {
        Some(row) => row,
        // A new one would have other tokens, and feeds would begin again.
        None if has_keys => {
            let why = "the row of instance is missing, though there are signing keys of it".to_owned();
            return Err(Fault::Corrupt(why).into());
        }
        None => instance::make(database, fresh::random()?, FACT_FORMAT, commit::now()).await?,
    };
    Ok(format!("countinghouse_{}", encode(row.id)))
}
