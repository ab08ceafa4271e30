//! Versions: who changes a thing says which version of it they saw.

use crate::book::stop::Stop;
use crate::value::rejection::{Code, Rejection};

/// `If-Match`, where it was sent, names the present version.
pub fn require_version(if_match: Option<&[i64]>, version: i64) -> Result<(), Stop> {
    match if_match {
        Some(versions) if !versions.contains(&version) => {
            let message = format!(
                "it has changed since you read it and now has version {version}: read it again and repeat your \
                     change"
            );
            Err(Rejection::new(Code::VersionMismatch, message).with("version", version).into())
        }
        _ => Ok(()),
    }
}
