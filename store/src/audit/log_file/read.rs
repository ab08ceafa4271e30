//! Reading a log: strictly, from front to back, with the place of each fault.

use std::io::{BufRead, Read};

use domain::rows::{FactRow, Row, StoredWrite, codec, payload};
use domain::value::{BadCell, Cell};
use sha2::{Digest, Sha256};

use super::{BODY_BYTES, END, FACT, HEADER_BYTES, Header, NAME};
use crate::fault::Fault;

/// The next part of a log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Frame {
    /// A fact, as it is stored.
    Fact(Box<FactRow>),
    /// A row of names and contacts.
    Name(StoredWrite),
}

/// A log that is being read.
pub struct LogReader<R> {
    input: R,
    header: Header,
    digest: Sha256,
    /// Bytes that were read.
    offset: u64,
    facts: i64,
    names: i64,
    is_over: bool,
}

impl<R: BufRead> LogReader<R> {
    /// Reads the header.
    pub fn begin(mut input: R) -> Result<Self, Fault> {
        let mut line = Vec::new();
        input.by_ref().take(HEADER_BYTES).read_until(b'\n', &mut line).map_err(unreadable)?;
        let header =
            Header::parse(&line).map_err(|why| Fault::BadFile(format!("the file cannot be imported: {why}")))?;
        let digest = Sha256::new().chain_update(&line);
        Ok(Self { input, header, digest, offset: line.len() as u64, facts: 0, names: 0, is_over: false })
    }

    /// The file's header.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The next fact or name; `None` behind the trailer, which then agreed with all that came before.
    ///
    /// # Errors
    /// `Corrupt` with the place where the file is damaged or ends too early.
    pub fn next_frame(&mut self) -> Result<Option<Frame>, Fault> {
        if self.is_over {
            return Ok(None);
        }
        let summed = self.digest.clone();
        let mut begin = [0; 5];
        self.fill(&mut begin)?;
        let [letter, length @ ..] = begin;
        let length = u32::from_be_bytes(length);
        if length > BODY_BYTES || !matches!(letter, FACT | NAME | END) {
            return Err(self.damaged("there is no frame where one should begin"));
        }
        let mut body = vec![0; length as usize];
        self.fill(&mut body)?;
        let frame = match letter {
            FACT if self.names == 0 => self.fact(&body)?,
            NAME if self.header.has_names => self.name(&body)?,
            END => return self.end(&body, &summed.finalize()),
            _ => return Err(self.damaged("a frame is out of order")),
        };
        Ok(Some(frame))
    }

    fn fact(&mut self, body: &[u8]) -> Result<Frame, Fault> {
        self.facts += 1;
        let fact = codec::decode_cells(body).and_then(|cells| FactRow::from_cells(&cells));
        fact.map(|fact| Frame::Fact(Box::new(fact))).map_err(|bad| self.unread(&bad))
    }

    fn name(&mut self, body: &[u8]) -> Result<Frame, Fault> {
        self.names += 1;
        let writes = payload::decode_writes(body).map_err(|bad| self.unread(&bad))?;
        match <[StoredWrite; 1]>::try_from(writes) {
            Ok([write]) => Ok(Frame::Name(write)),
            Err(_) => Err(self.damaged("a frame of names must have one row")),
        }
    }

    fn end(&mut self, body: &[u8], summed: &[u8]) -> Result<Option<Frame>, Fault> {
        let cells = codec::decode_cells(body).map_err(|bad| self.unread(&bad))?;
        let [Cell::Int(facts), Cell::Int(names), Cell::Bytes(sum)] = cells.as_slice() else {
            return Err(self.damaged("the trailer cannot be read"));
        };
        if (*facts, *names) != (self.facts, self.names) || self.facts != self.header.facts {
            return Err(self.damaged("the counts of facts and names in the trailer are wrong"));
        }
        if sum != summed {
            return Err(self.damaged("its bytes do not match the sum in its trailer"));
        }
        if self.input.read(&mut [0]).map_err(unreadable)? > 0 {
            return Err(self.damaged("there is data after its trailer"));
        }
        self.is_over = true;
        Ok(None)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Fault> {
        self.input.read_exact(bytes).map_err(|error| {
            let ends = error.kind() == std::io::ErrorKind::UnexpectedEof;
            if ends { self.damaged("it ends before its trailer") } else { unreadable(error) }
        })?;
        self.offset += bytes.len() as u64;
        self.digest.update(&*bytes);
        Ok(())
    }

    fn unread(&self, bad: &BadCell) -> Fault {
        self.damaged(&format!("a frame cannot be read: {bad}"))
    }

    /// The fault of a changed file, at the place that was read last.
    #[must_use]
    pub fn damaged(&self, why: &str) -> Fault {
        Fault::BadFile(format!(
            "the log file is damaged before byte {}, at fact {}, nothing of it was imported: {why}",
            self.offset, self.facts
        ))
    }
}

#[expect(clippy::needless_pass_by_value, reason = "map_err hands it over")]
fn unreadable(error: std::io::Error) -> Fault {
    Fault::BadFile(format!("the log file cannot be read: {error}"))
}
