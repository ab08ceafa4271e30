//! Canonical bytes: the one explicit encoding of cells, for facts, hashes and receipts.
//!
//! Integers are zigzag LEB128, lengths LEB128, ids 16 bytes. The encoding never changes; a new one
//! gets a new format number and the old one is read for ever.

use crate::value::{BadCell, Cell};

const NULL: u8 = 0;

const INT: u8 = 1;

const TEXT: u8 = 2;

const BYTES: u8 = 3;

const ID: u8 = 4;

/// Room for a cell, on average rather too much than too little.
const CELL_BYTES: usize = 14;

/// Writes a length or count.
pub fn put_length(out: &mut Vec<u8>, length: u64) {
    let mut rest = length;
    while rest >= 0x80 {
        // The mask leaves seven bits.
        out.push((rest & 0x7f) as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

/// Writes one cell.
pub fn put_cell(out: &mut Vec<u8>, cell: &Cell) {
    match cell {
        Cell::Null => out.push(NULL),
        Cell::Int(number) => {
            out.push(INT);
            put_length(out, ((number << 1) ^ (number >> 63)) as u64);
        }
        Cell::Text(text) => {
            out.push(TEXT);
            put_length(out, text.len() as u64);
            out.extend_from_slice(text.as_bytes());
        }
        Cell::Bytes(bytes) => {
            out.push(BYTES);
            put_length(out, bytes.len() as u64);
            out.extend_from_slice(bytes);
        }
        Cell::Id(bytes) => {
            out.push(ID);
            out.extend_from_slice(bytes);
        }
    }
}

/// A cell list with its length.
#[must_use]
pub fn encode_cells(cells: &[Cell]) -> Vec<u8> {
    let mut out = Vec::with_capacity(1 + cells.len() * CELL_BYTES);
    put_cells(&mut out, cells);
    out
}

/// Writes a cell list with its length.
pub fn put_cells(out: &mut Vec<u8>, cells: &[Cell]) {
    put_length(out, cells.len() as u64);
    for cell in cells {
        put_cell(out, cell);
    }
}

/// Reads a list that `encode_cells` wrote.
pub fn decode_cells(bytes: &[u8]) -> Result<Vec<Cell>, BadCell> {
    let mut reader = Reader::new(bytes);
    let cells = reader.cells()?;
    reader.end()?;
    Ok(cells)
}

/// Reads canonical bytes from front to back.
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// A reader of these bytes.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(crate) fn bad(&self, wanted: &'static str) -> BadCell {
        BadCell { wanted, found: format!("damaged bytes with {} left", self.rest.len()) }
    }

    /// The unread rest.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    pub(crate) fn byte(&mut self) -> Result<u8, BadCell> {
        let (first, rest) = self.rest.split_first().ok_or_else(|| self.bad("a byte"))?;
        self.rest = rest;
        Ok(*first)
    }

    fn take(&mut self, length: u64) -> Result<&'a [u8], BadCell> {
        let length = usize::try_from(length).map_err(|_| self.bad("a length"))?;
        if length > self.rest.len() {
            return Err(self.bad("as many bytes as announced"));
        }
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        Ok(taken)
    }

    /// A length or count.
    pub fn length(&mut self) -> Result<u64, BadCell> {
        let mut value: u64 = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(self.bad("a length of at most 64 bits"))
    }

    pub(crate) fn cell(&mut self) -> Result<Cell, BadCell> {
        Ok(match self.byte()? {
            NULL => Cell::Null,
            INT => {
                let zigzag = self.length()?;
                Cell::Int((zigzag >> 1) as i64 ^ -((zigzag & 1) as i64))
            }
            TEXT => {
                let length = self.length()?;
                let bytes = self.take(length)?.to_vec();
                Cell::Text(String::from_utf8(bytes).map_err(|_| self.bad("UTF-8 text"))?)
            }
            BYTES => {
                let length = self.length()?;
                Cell::Bytes(self.take(length)?.to_vec())
            }
            ID => Cell::Id(self.take(16)?.try_into().map_err(|_| self.bad("16 bytes"))?),
            _ => return Err(self.bad("a cell tag")),
        })
    }

    /// A list of cells.
    pub fn cells(&mut self) -> Result<Vec<Cell>, BadCell> {
        let count = self.length()?;
        let mut cells = Vec::new();
        for _ in 0..count {
            cells.push(self.cell()?);
        }
        Ok(cells)
    }

    /// Nothing may be left.
    ///
    /// # Errors
    /// Where bytes are left.
    pub fn end(&self) -> Result<(), BadCell> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.bad("the end")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_read_back_as_they_were_and_damage_is_found() {
        let cells = vec![
            Cell::Null,
            Cell::Int(i64::MIN),
            Cell::Int(i64::MAX),
            Cell::Int(-1),
            Cell::Text("Grüße".to_owned()),
            Cell::Bytes(vec![0, 255]),
            Cell::Id([7; 16]),
        ];
        let bytes = encode_cells(&cells);
        assert_eq!(decode_cells(&bytes), Ok(cells));
        for end in 0..bytes.len() {
            assert!(decode_cells(&bytes[..end]).is_err(), "cut at {end}");
        }
    }

    #[test]
    fn the_bytes_of_format_1_never_change() {
        let bytes = encode_cells(&[
            Cell::Int(-3),
            Cell::Text("ab".to_owned()),
            Cell::Null,
            Cell::Id([1; 16]),
            Cell::Bytes(vec![9]),
        ]);
        let mut golden = vec![5, 1, 5, 2, 2, b'a', b'b', 0, 4];
        golden.extend([1; 16]);
        golden.extend([3, 1, 9]);
        assert_eq!(bytes, golden);
    }
}
