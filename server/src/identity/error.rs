//! The failures of identity, and their reasons.

use domain::value::rejection::Rejection;
use store::Fault;

use crate::auth::client_address::BadNetwork;
use crate::auth::fresh::NoRandomness;
use crate::auth::issuers::IssuerConfigError;
use crate::auth::keys::KeyError;
use crate::auth::password::{PasswordError, WeakPassword};
use crate::commit::CommitFault;

/// Why something about users, keys or organizations could not be done.
#[derive(Debug, thiserror::Error)]
pub enum IdentityError {
    /// The database.
    #[error(transparent)]
    Store(#[from] Fault),
    /// A command was not decided.
    #[error(transparent)]
    Commit(#[from] CommitFault),
    /// A command was refused.
    #[error("{}", .0.detail)]
    Rejected(Box<Rejection>),
    /// A command came to nothing: a fault of the program.
    #[error("one command without one item")]
    Undecided,
    /// A signing key.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// A trusted issuer's configuration.
    #[error(transparent)]
    Issuer(#[from] IssuerConfigError),
    /// A trusted proxy's network.
    #[error(transparent)]
    Network(#[from] BadNetwork),
    /// Hashing.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// No randomness.
    #[error(transparent)]
    Randomness(#[from] NoRandomness),
    /// A new password is too easy to guess.
    #[error("the password {0}")]
    Weak(WeakPassword),
    /// Not a username.
    #[error("a username must have 1 to 60 letters, digits, dots, hyphens, underscores, plus and at signs")]
    BadUsername,
    /// Another login has the username.
    #[error("the username {0:?} is taken: choose another one")]
    UsernameTaken(String),
    /// The first user exists.
    #[error("this instance is already set up: sign in, or ask an administrator to add you")]
    AlreadySetUp,
    /// The setup code is not the one of the log.
    #[error("the setup code is wrong or has been used: take the newest one from the service's log")]
    WrongCode,
}

impl From<WeakPassword> for IdentityError {
    fn from(weak: WeakPassword) -> Self {
        Self::Weak(weak)
    }
}
