//! The manifest of a backup: the contents of the copy, for the person who restores it.

use std::path::{Path, PathBuf};

use domain::rows::Head;
use domain::value::id::OrganizationId;
use domain::value::{Instant, TypedId};
use serde_json::{Value, json};

use crate::fault::Fault;

/// The manifest's own format.
const FORMAT: i64 = 1;

/// The contents of a copy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Manifest {
    /// When it was made.
    pub made_at: Instant,
    /// Bytes of the copy.
    pub size: u64,
    /// SHA-256 of the copy, as hexadecimal digits.
    pub sha256: String,
    /// The end of each organization's log: compare it with a head that was kept elsewhere.
    pub heads: Vec<(OrganizationId, Head)>,
}

impl Manifest {
    /// Where the manifest of a copy lies: next to it.
    #[must_use]
    pub fn path_of(copy: &Path) -> PathBuf {
        let mut name = copy.file_name().unwrap_or_default().to_owned();
        name.push(".manifest.json");
        copy.with_file_name(name)
    }

    /// As JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let heads: Vec<Value> = self
            .heads
            .iter()
            .map(|(organization, head)| {
                json!({
                    "organizationId": organization.to_string(),
                    "seq": head.seq,
                    "at": head.at.to_string(),
                    "hash": hex(&head.hash),
                    "entrySequence": head.entry_sequence,
                })
            })
            .collect();
        json!({
            "format": FORMAT,
            "madeAt": self.made_at.to_string(),
            "madeAtMicros": self.made_at.0,
            "size": self.size,
            "sha256": self.sha256,
            "organizations": heads,
        })
    }

    /// Reads a manifest.
    pub fn read(path: &Path) -> Result<Self, Fault> {
        let unreadable = |why: String| Fault::BadFile(format!("the manifest {} cannot be read: {why}", path.display()));
        let text = std::fs::read(path).map_err(|error| unreadable(error.to_string()))?;
        let found: Value = serde_json::from_slice(&text).map_err(|error| unreadable(error.to_string()))?;
        Self::of_json(&found).ok_or_else(|| unreadable("it is damaged or newer than this program".to_owned()))
    }

    fn of_json(found: &Value) -> Option<Self> {
        if found["format"].as_i64()? != FORMAT {
            return None;
        }
        let head = |one: &Value| {
            let head = Head {
                seq: one["seq"].as_i64()?,
                at: instant(one["at"].as_str()?)?,
                hash: unhex(one["hash"].as_str()?)?,
                entry_sequence: one["entrySequence"].as_i64()?,
            };
            Some((OrganizationId::parse(one["organizationId"].as_str()?)?, head))
        };
        Some(Self {
            made_at: Instant(found["madeAtMicros"].as_i64()?),
            size: found["size"].as_u64()?,
            sha256: found["sha256"].as_str()?.to_owned(),
            heads: found["organizations"].as_array()?.iter().map(head).collect::<Option<_>>()?,
        })
    }
}

/// Bytes as hexadecimal digits.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The 32 bytes that these digits stand for.
#[must_use]
pub fn unhex(text: &str) -> Option<[u8; 32]> {
    let digits: Option<Vec<u8>> =
        (0..text.len()).step_by(2).map(|at| u8::from_str_radix(text.get(at..at + 2)?, 16).ok()).collect();
    digits?.try_into().ok()
}

fn instant(text: &str) -> Option<Instant> {
    text.parse::<jiff::Timestamp>().ok().map(|at| Instant(at.as_microsecond()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_is_read_as_it_was_written() {
        let head = Head { seq: 7, at: Instant(1_291_161_600_000_001), hash: [0xa1; 32], entry_sequence: 3 };
        let manifest = Manifest {
            made_at: Instant(5),
            size: 9,
            sha256: "ab".to_owned(),
            heads: vec![(OrganizationId([9; 16]), head)],
        };
        assert_eq!(Manifest::of_json(&manifest.to_json()), Some(manifest.clone()));
        let mut newer = manifest.to_json();
        newer["format"] = json!(2);
        assert_eq!(Manifest::of_json(&newer), None);
    }
}
