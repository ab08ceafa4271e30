//! The log of one organization as a file, which moves it from one instance to another, on either database.
//!
//! | part | bytes |
//! |---|---|
//! | header | one line of JSON, see [`Header`] |
//! | frames | a letter, the length of the body as four bytes, most significant first, the body |
//! | trailer | the last frame |
//!
//! Bodies are canonical bytes (`domain::rows::codec`): `F` holds the cells of one fact as they are stored, its payload
//! untouched; `N` one row of names and contacts as a row write, if they were requested; `E`, the trailer, the numbers
//! of both and SHA-256 over every byte before it. Facts prove themselves by their chain, names only by that sum. A new
//! format gets a new version, and files of the old ones are read for ever.

mod read;
mod write;

pub use read::{Frame, LogReader};
pub use write::LogWriter;

use std::convert::Infallible;

use domain::replay::{Broken, Sink};
use domain::rows::{Balance, Head, RowWrite};
use domain::value::id::OrganizationId;
use domain::value::{Instant, TypedId};
use serde_json::{Value, json};

use super::manifest::{hex, unhex};

/// The name of the format in the header.
pub const FORMAT: &str = "countinghouse.log";
/// The version that is written.
pub const VERSION: i64 = 1;
/// Longest header in bytes.
const HEADER_BYTES: u64 = 4_096;
/// Longest body: a payload of 64 KiB and its columns, or a contact.
const BODY_BYTES: u32 = 1 << 20;

const FACT: u8 = b'F';
const NAME: u8 = b'N';
const END: u8 = b'E';

/// The first line of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// Whose log it is.
    pub organization: OrganizationId,
    /// How many facts there are: the seq of the last one.
    pub facts: i64,
    /// The hash of the last one.
    pub hash: [u8; 32],
    /// When that one was written.
    pub at: Instant,
    /// Whether names and contacts follow, which are in no fact.
    pub has_names: bool,
}

impl Header {
    /// The header of a log that ends here.
    #[must_use]
    pub fn of(organization: OrganizationId, head: &Head, has_names: bool) -> Self {
        Self { organization, facts: head.seq, hash: head.hash, at: head.at, has_names }
    }

    /// As JSON, for people and scripts.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "format": FORMAT,
            "version": VERSION,
            "organizationId": self.organization.to_string(),
            "facts": self.facts,
            "headHash": hex(&self.hash),
            "at": self.at.to_string(),
            "atMicros": self.at.0,
            "names": self.has_names,
        })
    }

    /// Reads a header, or says why it is none.
    fn parse(line: &[u8]) -> Result<Self, String> {
        // A line that is no JSON has no format either.
        let json: Value = serde_json::from_slice(line).unwrap_or(Value::Null);
        if json["format"] != FORMAT {
            return Err("it is not a log: the first line of a log has the format countinghouse.log".to_owned());
        }
        if json["version"] != VERSION {
            return Err(format!("it has version {} of the format, and this program reads {VERSION}", json["version"]));
        }
        let header = || {
            Some(Self {
                organization: OrganizationId::parse(json["organizationId"].as_str()?)?,
                facts: json["facts"].as_i64().filter(|facts| *facts > 0)?,
                hash: unhex(json["headHash"].as_str()?)?,
                at: Instant(json["atMicros"].as_i64()?),
                has_names: json["names"].as_bool()?,
            })
        };
        header().ok_or_else(|| "its first line is damaged".to_owned())
    }
}

/// Takes a replay whose rows nobody needs: only faults of the log count, and the first one ends it.
#[derive(Debug, Default)]
pub struct Inspection {
    /// The fault, in words that name the fact.
    pub damage: Option<String>,
}

impl Sink for Inspection {
    type Error = Infallible;

    fn write(&mut self, _: &RowWrite) -> Result<(), Infallible> {
        Ok(())
    }

    fn add(&mut self, _: &Balance) -> Result<(), Infallible> {
        Ok(())
    }

    fn broken(&mut self, seq: i64, broken: Broken) -> Result<(), Infallible> {
        self.damage.get_or_insert_with(|| format!("fact {seq} {broken}"));
        Ok(())
    }
}
