//! Passwords: Argon2id off the async threads, two at a time, with a short queue and the same time for everyone.

use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use thiserror::Error;
use tokio::sync::Semaphore;

use super::common_passwords::{is_common, own_characters};

/// Memory of one hash, in KiB: 19 MiB (OWASP's first choice).
pub const MEMORY_KIB: u32 = 19_456;
/// Passes of one hash.
pub const PASSES: u32 = 2;
/// Hashes computed at once.
pub const AT_ONCE: usize = 2;
/// Hashes that may wait; the next one is refused.
pub const QUEUE: usize = 32;
/// Fewest characters of a password.
pub const MIN_CHARACTERS: usize = 10;
/// Most characters of a password.
pub const MAX_CHARACTERS: usize = 200;
/// Fewest characters of a password outside of public names.
pub const MIN_OWN_CHARACTERS: usize = 5;

/// Why a password could not be hashed or checked.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum PasswordError {
    /// The queue is full: 503 with Retry-After.
    #[error("{QUEUE} password checks are already waiting; try again in a moment")]
    Overloaded,
    /// The stored text is no hash that this program makes.
    #[error("the stored password hash is damaged; set a new password for this user")]
    Damaged,
    /// The library or the system failed.
    #[error("could not hash a password: {0}")]
    Failed(String),
}

/// Why a new password is refused.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum WeakPassword {
    /// Too short.
    #[error("must have at least {MIN_CHARACTERS} characters")]
    TooShort,
    /// Too long.
    #[error("must have at most {MAX_CHARACTERS} characters")]
    TooLong,
    /// The name of the user or the product, and little else.
    #[error("is little more than the user name or `countinghouse`; choose several words")]
    IsUserName,
    /// Among the first that are tried, or a single character repeated.
    #[error("is among the first that an attacker tries; choose several words")]
    Common,
}

impl WeakPassword {
    /// The stable code of the violation.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::TooShort => "too_short",
            Self::TooLong => "too_long",
            Self::IsUserName => "password_is_user_name",
            Self::Common => "password_too_common",
        }
    }
}

/// Checks a new password. Length and guessability count, not kinds of characters (NIST SP 800-63B).
///
/// # Errors
/// The first rule that it breaks.
pub fn require_strong(password: &str, user_name: &str) -> Result<(), WeakPassword> {
    let length = password.chars().count();
    if length < MIN_CHARACTERS {
        return Err(WeakPassword::TooShort);
    }
    if length > MAX_CHARACTERS {
        return Err(WeakPassword::TooLong);
    }
    let lower = password.to_lowercase();
    if own_characters(&lower, &user_name.to_lowercase()) < MIN_OWN_CHARACTERS {
        return Err(WeakPassword::IsUserName);
    }
    let first = password.chars().next();
    if password.chars().all(|c| Some(c) == first) || is_common(&lower) {
        return Err(WeakPassword::Common);
    }
    Ok(())
}

/// Hashes and checks passwords. One of these per process.
#[derive(Clone, Debug)]
pub struct Passwords {
    running: Arc<Semaphore>,
    places: Arc<Semaphore>,
    nobody: Arc<str>,
}

impl Passwords {
    /// Sets up the queue, and the hash that stands in for users that do not exist (one hash: 20–50 ms).
    ///
    /// # Errors
    /// When hashing fails at all.
    pub fn new() -> Result<Self, PasswordError> {
        Ok(Self {
            running: Arc::new(Semaphore::new(AT_ONCE)),
            places: Arc::new(Semaphore::new(AT_ONCE + QUEUE)),
            nobody: hash_now("nobody's password")?.into(),
        })
    }

    /// The PHC string of a password, to be stored.
    ///
    /// # Errors
    /// Overloaded, or a failure of the library.
    pub async fn hash(&self, password: String) -> Result<String, PasswordError> {
        self.in_turn(move || hash_now(&password)).await
    }

    /// Whether the password is the stored one. Without a stored hash (no such user, no password) the same
    /// work is done for the same time, and the answer is no.
    ///
    /// # Errors
    /// Overloaded, or a stored hash that cannot be read.
    pub async fn verify(&self, password: String, stored: Option<String>) -> Result<bool, PasswordError> {
        let exists = stored.is_some();
        let phc = stored.unwrap_or_else(|| self.nobody.to_string());
        let matches = self.in_turn(move || verify_now(&password, &phc)).await?;
        Ok(matches && exists)
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, PasswordError> + Send + 'static,
    ) -> Result<T, PasswordError> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| PasswordError::Overloaded)?;
        let turn = Arc::clone(&self.running).acquire_owned().await.map_err(|_| PasswordError::Overloaded)?;
        // The permits move into the work, so that a caller who hangs up frees no place before it is done.
        let done = tokio::task::spawn_blocking(move || {
            let result = work();
            drop((turn, place));
            result
        });
        done.await.map_err(|error| PasswordError::Failed(error.to_string()))?
    }
}

/// Whether a stored hash was made with other parameters and should be made anew at the next sign-in.
#[must_use]
pub fn is_outdated(stored: &str) -> bool {
    let ours = format!("$argon2id$v=19$m={MEMORY_KIB},t={PASSES},p=1$");
    !stored.starts_with(&ours)
}

/// Hashes on this thread: for the command line, which has no queue.
///
/// # Errors
/// When there is no randomness or memory.
pub fn hash_now(password: &str) -> Result<String, PasswordError> {
    let failed = |error: &dyn std::fmt::Display| PasswordError::Failed(error.to_string());
    let params = Params::new(MEMORY_KIB, PASSES, 1, None).map_err(|error| failed(&error))?;
    let hasher = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    Ok(hasher.hash_password(password.as_bytes()).map_err(|error| failed(&error))?.to_string())
}

fn verify_now(password: &str, phc: &str) -> Result<bool, PasswordError> {
    let parsed = PasswordHash::new(phc).map_err(|_| PasswordError::Damaged)?;
    match Argon2::default().verify_password(password.as_bytes(), &parsed) {
        Ok(()) => Ok(true),
        Err(argon2::password_hash::Error::PasswordInvalid) => Ok(false),
        Err(_) => Err(PasswordError::Damaged),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn length_and_guessability_count_and_nothing_else() {
        for (password, expected) in [
            ("short", Err(WeakPassword::TooShort)),
            ("ninechars", Err(WeakPassword::TooShort)),
            ("ten  chars", Ok(())),
            ("öäüßöäüßöä", Ok(())),
            ("correct horse battery staple", Ok(())),
            ("Password123", Err(WeakPassword::Common)),
            ("aaaaaaaaaaaa", Err(WeakPassword::Common)),
            ("BasketBall", Err(WeakPassword::Common)),
            ("Bookkeeper.Ann", Err(WeakPassword::IsUserName)),
            ("Bookkeeper2026", Err(WeakPassword::IsUserName)),
            ("CountingHouse!!", Err(WeakPassword::IsUserName)),
            ("the bookkeeper and I", Ok(())),
            (&"long ".repeat(40), Ok(())),
            (&"long ".repeat(41), Err(WeakPassword::TooLong)),
        ] {
            assert_eq!(require_strong(password, "bookkeeper.ann"), expected, "{password}");
        }
    }

    #[tokio::test]
    async fn a_password_verifies_against_its_own_hash_and_nobody_has_none() {
        let passwords = Passwords::new().unwrap();
        let stored = passwords.hash("correct horse".to_owned()).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(!is_outdated(&stored));
        assert!(is_outdated(&stored.replace("t=2", "t=1")));
        for (password, hash, expected) in [
            ("correct horse", Some(stored.clone()), Ok(true)),
            ("wrong horse", Some(stored.clone()), Ok(false)),
            ("nobody's password", None, Ok(false)),
            ("correct horse", Some("plain text".to_owned()), Err(PasswordError::Damaged)),
            ("", Some(stored), Ok(false)),
        ] {
            assert_eq!(passwords.verify(password.to_owned(), hash).await, expected, "{password}");
        }
    }

    #[tokio::test]
    async fn the_queue_has_an_end() {
        let passwords = Passwords::new().unwrap();
        let busy = Arc::clone(&passwords.places).acquire_many_owned(34).await.unwrap();
        assert_eq!(passwords.verify("x".to_owned(), None).await, Err(PasswordError::Overloaded));
        drop(busy);
        assert_eq!(passwords.verify("x".to_owned(), None).await, Ok(false));
    }
}
