//! The running service: everything that a handler may reach.

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::AtomicI64;

use store::Database;

use crate::auth::client_address::TrustedProxies;
use crate::auth::password::Passwords;
use crate::auth::session::SessionLimits;
use crate::auth::verifier::Verifier;
use crate::commit::Committer;
use crate::demo::Demo;
use crate::documents::Spool;
use crate::http::layers::RateLimiter;
use crate::identity::organizations::Founding;
use crate::identity::security::Repeats;
use crate::identity::standing::Standings;

/// The running service; a copy is one pointer, as every request takes several.
#[derive(Clone)]
pub struct App(Arc<Service>);

/// The parts of the service.
pub struct Service {
    /// Reads.
    pub database: Database,
    /// Writes.
    pub committer: Committer,
    /// Who is who.
    pub auth: Arc<Auth>,
    /// Where documents are made before they are sent.
    pub documents: Spool,
    /// The demo organization that somebody asked for.
    pub demo: Demo,
    /// How fast one principal may ask.
    pub rate: Arc<RateLimiter>,
    /// The service's address without a slash at the end.
    pub base_url: Arc<str>,
}

impl App {
    /// Shares the service among its handlers.
    #[must_use]
    pub fn new(service: Service) -> Self {
        Self(Arc::new(service))
    }
}

impl Deref for App {
    type Target = Service;

    fn deref(&self) -> &Service {
        &self.0
    }
}

/// The state of authentication between requests.
pub struct Auth {
    /// Checks access tokens.
    pub verifier: Verifier,
    /// When our own keys were last read for a token whose key was not known, in microseconds since 1970.
    pub keys_read_at_us: AtomicI64,
    /// Hashes and compares passwords.
    pub passwords: Passwords,
    /// How fast one network may try to sign in: each failure is a write, which must not crowd out the books'.
    pub sign_ins: RateLimiter,
    /// How long sessions of the console last.
    pub sessions: SessionLimits,
    /// Whose `X-Forwarded-For` is believed.
    pub proxies: TrustedProxies,
    /// Whether the token endpoint takes passwords.
    pub allows_password_grant: bool,
    /// Who may make organizations.
    pub founding: Founding,
    /// How often writes were denied.
    pub denials: Repeats,
    /// Who still counts.
    pub standings: Standings,
}
