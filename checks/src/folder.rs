//! Temporary folders that go with their owner.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A folder that is removed when it is dropped.
#[derive(Debug)]
pub struct Folder(PathBuf);

/// A number that no other call in this process gets.
#[must_use]
pub fn next_number() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Default for Folder {
    fn default() -> Self {
        Self::new()
    }
}

impl Folder {
    /// A new, empty folder.
    #[must_use]
    pub fn new() -> Self {
        let path = std::env::temp_dir().join(format!("countinghouse-check-{}-{}", std::process::id(), next_number()));
        store::private::create_folder(&path).unwrap_or_else(|fault| panic!("cannot make {}: {fault}", path.display()));
        Self(path)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // A folder left behind is in the system's temporary folder.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
