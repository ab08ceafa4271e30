//! Writing a log: the header, the frames one after the other, the trailer.

use std::io::Write;

use domain::rows::{FactRow, Row, RowWrite, codec, payload};
use domain::value::Cell;
use sha2::{Digest, Sha256};

use super::{END, FACT, Header, NAME};

/// A log that is being written. Without [`Self::finish`] it is a cut one, which nobody imports.
pub struct LogWriter<W> {
    out: W,
    digest: Sha256,
    facts: i64,
    names: i64,
}

impl<W: Write> LogWriter<W> {
    /// Begins with the header.
    pub fn begin(out: W, header: &Header) -> std::io::Result<Self> {
        let mut writer = Self { out, digest: Sha256::new(), facts: 0, names: 0 };
        writer.put(format!("{}\n", header.to_json()).as_bytes())?;
        Ok(writer)
    }

    /// Writes the next fact.
    pub fn fact(&mut self, fact: &FactRow) -> std::io::Result<()> {
        self.facts += 1;
        self.frame(FACT, &codec::encode_cells(&fact.cells()))
    }

    /// Writes a row of names and contacts.
    pub fn name(&mut self, row: RowWrite) -> std::io::Result<()> {
        self.names += 1;
        self.frame(NAME, &payload::encode_writes(&[row]))
    }

    /// Writes the trailer.
    pub fn finish(mut self) -> std::io::Result<()> {
        let digest = self.digest.clone().finalize().to_vec();
        let cells = [Cell::Int(self.facts), Cell::Int(self.names), Cell::Bytes(digest)];
        self.frame(END, &codec::encode_cells(&cells))?;
        self.out.flush()
    }

    fn frame(&mut self, letter: u8, body: &[u8]) -> std::io::Result<()> {
        let length = u32::try_from(body.len()).map_err(std::io::Error::other)?;
        self.put(&[letter])?;
        self.put(&length.to_be_bytes())?;
        self.put(body)
    }

    fn put(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.digest.update(bytes);
        self.out.write_all(bytes)
    }
}
