//! The refusals of identity, as problems.

use domain::Code;

use crate::auth::password::{PasswordError, WeakPassword};
use crate::http::problem::{Problem, ServerCode};
use crate::identity::IdentityError;

impl From<IdentityError> for Problem {
    fn from(error: IdentityError) -> Self {
        let detail = error.to_string();
        match error {
            IdentityError::Store(fault) => fault.into(),
            IdentityError::Commit(fault) => fault.into(),
            IdentityError::Rejected(rejection) => (*rejection).into(),
            IdentityError::Password(error) => error.into(),
            IdentityError::Weak(weak) => weak_at("/password", weak),
            IdentityError::BadUsername => Self::violation("/username", "bad_username", detail),
            IdentityError::UsernameTaken(_) => username_taken(),
            IdentityError::AlreadySetUp => Self::new(Code::Forbidden, detail),
            IdentityError::WrongCode => Self::new(ServerCode::InvalidCredentials, detail),
            IdentityError::Key(_)
            | IdentityError::Issuer(_)
            | IdentityError::Network(_)
            | IdentityError::Undecided
            | IdentityError::Randomness(_) => Self::internal(&detail),
        }
    }
}

impl From<PasswordError> for Problem {
    fn from(error: PasswordError) -> Self {
        match error {
            PasswordError::Overloaded => Self::overloaded(1),
            PasswordError::Damaged => Self::damaged(&format!("password_hash of logins: {error}")),
            other => Self::internal(&other),
        }
    }
}

/// A password that is too easy to guess, in this field.
pub fn weak_at(pointer: &'static str, weak: WeakPassword) -> Problem {
    Problem::violation(pointer, weak.code(), weak.to_string())
}

/// 409 where another login has the username.
pub fn username_taken() -> Problem {
    // Names are unique in the instance, so it must be said that one is taken, and nothing else about whose it is.
    let message = "the username is taken: choose another one, or invite its owner with POST /invitations";
    Problem::new(Code::CodeTaken, message).at("/username", Code::CodeTaken.name(), "is taken")
}
