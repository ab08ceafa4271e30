//! Payloads: the rows that a command wrote, as the bytes of its fact.
//!
//! The rows of one command repeat the same values: its day, its account, its pool. A cell that stands in the payload
//! already is replaced by its position there. The log is the largest table of all: this halves what goods add to it.

use crate::rows::codec::{self, put_length};
use crate::rows::{Reader, TableDef};
use crate::value::{BadCell, Cell};

/// The format of payloads.
pub const PAYLOAD_FORMAT: u8 = 1;

/// The tag of a cell that was there before. The slot in which it stands follows.
const AGAIN: u8 = 5;

/// From this many bytes on, a cell is worth a slot: telling the slot takes two.
const WORTH_A_SLOT: usize = 4;

/// As many as a byte can tell.
const SLOTS: usize = 256;

/// Where a cell stands: the later one of two with the same slot takes it.
fn slot(encoded: &[u8]) -> u8 {
    // FNV-1a, with its upper bytes folded into the lowest.
    let hash = encoded.iter().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
    let [a, b, c, d] = hash.to_le_bytes();
    a ^ b ^ c ^ d
}

/// Writes a payload, a row write at a time.
#[derive(Clone, Debug)]
pub struct PayloadWriter {
    count: u64,
    /// The bytes after the count.
    rows: Vec<u8>,
    /// From where to where in `rows` the cell of a slot stands.
    slots: Box<[(usize, usize); SLOTS]>,
}

impl Default for PayloadWriter {
    fn default() -> Self {
        Self { count: 0, rows: Vec::new(), slots: Box::new([(0, 0); SLOTS]) }
    }
}

impl PayloadWriter {
    /// One more row.
    pub fn push(&mut self, write: &RowWrite) {
        self.count += 1;
        put_length(&mut self.rows, u64::from(write.table.number));
        put_length(&mut self.rows, u64::from(write.table.version));
        self.rows.push(u8::from(write.deleted));
        put_length(&mut self.rows, write.cells.len() as u64);
        for cell in &write.cells {
            self.cell(cell);
        }
    }

    fn cell(&mut self, cell: &Cell) {
        let from = self.rows.len();
        codec::put_cell(&mut self.rows, cell);
        let encoded = &self.rows[from..];
        if encoded.len() < WORTH_A_SLOT {
            return;
        }
        let slot = slot(encoded);
        let stands = &mut self.slots[usize::from(slot)];
        if self.rows[stands.0..stands.1] == *encoded {
            self.rows.truncate(from);
            self.rows.extend([AGAIN, slot]);
        } else {
            *stands = (from, self.rows.len());
        }
    }

    /// How many bytes there are by now.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is no row.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The payload.
    #[must_use]
    pub fn finish(self) -> Vec<u8> {
        let mut payload = Vec::with_capacity(12 + self.rows.len());
        payload.push(PAYLOAD_FORMAT);
        put_length(&mut payload, self.count);
        payload.extend_from_slice(&self.rows);
        payload
    }
}

/// The payload of a fact: the rows that a command wrote.
#[must_use]
pub fn encode_writes(writes: &[RowWrite]) -> Vec<u8> {
    let mut payload = PayloadWriter::default();
    writes.iter().for_each(|write| payload.push(write));
    payload.finish()
}

/// A row write read from a payload: the table by number, in the version in which it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredWrite {
    /// `TableDef::number`
    pub table: u16,
    /// `TableDef::version` at the time.
    pub version: u16,
    /// Whether the row was deleted; then `cells` is its key.
    pub deleted: bool,
    /// The cells in column order of that version.
    pub cells: Vec<Cell>,
}

/// Reads a payload that `encode_writes` wrote.
pub fn decode_writes(bytes: &[u8]) -> Result<Vec<StoredWrite>, BadCell> {
    let mut writes = Vec::new();
    each_write(bytes, |write| writes.push(write))?;
    Ok(writes)
}

/// Reads a payload that `encode_writes` wrote, a row write at a time.
///
/// # Errors
/// As [`decode_writes`].
pub fn each_write(bytes: &[u8], mut take: impl FnMut(StoredWrite)) -> Result<(), BadCell> {
    let mut reader = Reader::new(bytes);
    if reader.byte()? != PAYLOAD_FORMAT {
        return Err(reader.bad("payload format 1"));
    }
    let mut slots: [&[u8]; SLOTS] = [&[]; SLOTS];
    let count = reader.length()?;
    for _ in 0..count {
        let table = u16::try_from(reader.length()?).map_err(|_| reader.bad("a table number"))?;
        let version = u16::try_from(reader.length()?).map_err(|_| reader.bad("a row version"))?;
        let deleted = reader.byte()? == 1;
        let mut cells = Vec::new();
        for _ in 0..reader.length()? {
            cells.push(cell(&mut reader, &mut slots)?);
        }
        take(StoredWrite { table, version, deleted, cells });
    }
    reader.end()
}

fn cell<'a>(reader: &mut Reader<'a>, slots: &mut [&'a [u8]; SLOTS]) -> Result<Cell, BadCell> {
    if reader.rest().first() == Some(&AGAIN) {
        reader.byte()?;
        let slot = reader.byte()?;
        return Reader::new(slots[usize::from(slot)]).cell().map_err(|_| reader.bad("a cell in that slot"));
    }
    let from = reader.rest();
    let cell = reader.cell()?;
    let encoded = &from[..from.len() - reader.rest().len()];
    if encoded.len() >= WORTH_A_SLOT {
        slots[usize::from(slot(encoded))] = encoded;
    }
    Ok(cell)
}

/// One row that a command wrote, for a fact.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RowWrite {
    /// The table.
    pub table: &'static TableDef,
    /// The row's cells, or its key's cells where it was deleted.
    pub cells: Vec<Cell>,
    /// Whether it was deleted.
    pub deleted: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::{Head, Row};

    fn write(cells: &[Cell]) -> RowWrite {
        RowWrite { table: Head::table(), cells: cells.to_vec(), deleted: false }
    }

    #[test]
    fn the_bytes_of_format_1_never_change() {
        let (day, id) = (Cell::Text("2010-12-01".to_owned()), Cell::Id([7; 16]));
        let payload = encode_writes(&[write(&[day.clone(), Cell::Int(5), id.clone()]), write(&[id, day, Cell::Null])]);
        let (number, version) = (Head::table().number as u8, Head::table().version as u8);
        let mut golden = vec![1, 2, number, version, 0, 3, 2, 10];
        golden.extend(b"2010-12-01");
        golden.extend([1, 10, 4]);
        golden.extend([7; 16]);
        golden.extend([number, version, 0, 3, 5, 107, 5, 121, 0]);
        assert_eq!(payload, golden);
    }

    #[test]
    fn rows_read_back_as_they_were_however_many_cells_share_a_slot() {
        let row =
            |at: i64| write(&[Cell::Int(at % 7 - 3), Cell::Text(format!("text {}", at % 900)), Cell::Int(at << 40)]);
        let writes: Vec<RowWrite> = (0..3_000).map(row).collect();
        let payload = encode_writes(&writes);
        let read = decode_writes(&payload).expect("it was just written");
        assert!(read.iter().map(|write| &write.cells).eq(writes.iter().map(|write| &write.cells)));
    }

    #[test]
    fn a_cell_that_is_there_again_takes_two_bytes() {
        let cells = [Cell::Id([9; 16]), Cell::Text("a description".to_owned()), Cell::Int(i64::MAX)];
        let [once, twice] = [1, 2].map(|rows| encode_writes(&vec![write(&cells); rows]).len());
        assert_eq!(twice - once, 4 + 2 * cells.len());
    }

    #[test]
    fn a_payload_that_is_cut_or_names_an_empty_slot_is_damaged() {
        let payload = encode_writes(&[write(&[Cell::Id([9; 16])]), write(&[Cell::Id([9; 16])])]);
        for end in 0..payload.len() {
            assert!(decode_writes(&payload[..end]).is_err(), "cut at {end}");
        }
        let mut other = payload.clone();
        if let Some(slot) = other.last_mut() {
            *slot = slot.wrapping_add(1);
        }
        assert!(decode_writes(&payload).is_ok() && decode_writes(&other).is_err());
    }
}
