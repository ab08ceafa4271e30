//! The lock file: one process writes, and a second one learns which.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::Path;

use crate::{Fault, private};

/// Name of the lock file next to the database.
pub const NAME: &str = "countinghouse.lock";

/// The right to write, held until it is dropped or the process ends.
#[derive(Debug)]
pub struct WriterLock {
    // The lock belongs to the open file.
    _file: File,
}

impl WriterLock {
    /// Takes the lock of the folder in which the database lies.
    ///
    /// # Errors
    /// `Busy` with the holder's process id; `Other` where the file cannot be made.
    pub fn take(folder: &Path) -> Result<Self, Fault> {
        let path = folder.join(NAME);
        let unusable =
            |error: std::io::Error| Fault::Other(format!("the lock file {} cannot be used: {error}", path.display()));
        private::ensure(&path).map_err(unusable)?;
        let mut file = OpenOptions::new().read(true).write(true).open(&path).map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                // The message has as much as could be read.
                let _ = file.read_to_string(&mut holder);
                return Err(Fault::Busy(format!(
                    "process {} already writes to {}: stop it or use another folder",
                    holder.trim(),
                    folder.display()
                )));
            }
            Err(TryLockError::Error(error)) => return Err(unusable(error)),
        }
        file.set_len(0).and_then(|()| file.rewind()).map_err(unusable)?;
        writeln!(file, "{}", std::process::id()).map_err(unusable)?;
        Ok(Self { _file: file })
    }

    /// The process that holds the lock of a folder, if one does.
    #[must_use]
    pub fn holder(folder: &Path) -> Option<u32> {
        let mut file = OpenOptions::new().read(true).open(folder.join(NAME)).ok()?;
        match file.try_lock_shared() {
            Err(TryLockError::WouldBlock) => {
                let mut text = String::new();
                file.read_to_string(&mut text).ok()?;
                text.trim().parse().ok()
            }
            _ => None,
        }
    }
}
