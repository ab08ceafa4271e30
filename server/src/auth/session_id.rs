//! The id of a sign-in: a family of refresh tokens, or a session of the console.

use std::fmt;

use domain::value::TypedId;
use domain::value::id::encode;

/// One sign-in. Access tokens name it in `sid`; ending it ends them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(pub [u8; 16]);

impl TypedId for SessionId {
    const PREFIX: &'static str = "ses";
    const NAME: &'static str = "SessionId";

    fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    fn bytes(self) -> [u8; 16] {
        self.0
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", Self::PREFIX, encode(self.0))
    }
}

impl fmt::Debug for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
