//! A look at the pages of a file while others write to it.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::time::Duration;

use crate::sum;

/// How often a page that has no sum is looked at: it may be one that is being written.
const LOOKS: u32 = 5;
/// Time between two looks.
const REST: Duration = Duration::from_millis(20);
/// SQLite never uses the page with this byte, on which it locks.
const LOCK_BYTE: u64 = 0x4000_0000;

/// A file whose pages have sums.
#[derive(Debug)]
pub struct Scan {
    file: File,
    page: Vec<u8>,
}

impl Scan {
    /// Opens a file; `None` where its pages have no sums.
    pub fn open(path: &Path) -> io::Result<Option<Self>> {
        let mut file = File::open(path)?;
        let mut head = [0; 100];
        match file.read_exact(&mut head) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            Err(error) => return Err(error),
        }
        let size = match u16::from_be_bytes([head[16], head[17]]) {
            1 => 65_536,
            size => usize::from(size),
        };
        let has_sums = sum::is_declared(&head) && sum::page_number(size, 0).is_some();
        Ok(has_sums.then(|| Self { file, page: vec![0; size] }))
    }

    /// Pages that the file has now.
    pub fn pages(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len().div_ceil(self.page.len() as u64))
    }

    /// Whether a page has its sum. One that cannot be read has not; one behind the end of the file is none.
    pub fn is_sound(&mut self, number: u64) -> bool {
        for look in 0..LOOKS {
            if look > 0 {
                std::thread::sleep(REST);
            }
            if self.looks_sound(number) {
                return true;
            }
        }
        false
    }

    fn looks_sound(&mut self, number: u64) -> bool {
        let size = self.page.len() as u64;
        let Some(offset) = number.checked_sub(1).map(|before| before * size) else { return true };
        if (offset..offset + size).contains(&LOCK_BYTE) {
            return true;
        }
        let read = self.file.seek(SeekFrom::Start(offset)).and_then(|_| self.file.read_exact(&mut self.page));
        match read {
            Ok(()) => sum::holds(&self.page, number),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                self.file.metadata().is_ok_and(|found| found.len() <= offset)
            }
            Err(_) => false,
        }
    }
}
