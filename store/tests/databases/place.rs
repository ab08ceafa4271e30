//! Places for tests: an empty database each, gone with its test.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use store::Database;

/// A folder that is removed with its value.
pub struct Folder(PathBuf);

static NEXT: AtomicU32 = AtomicU32::new(0);

impl Folder {
    pub fn new() -> Self {
        let name = format!("countinghouse-store-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    pub fn file(&self) -> PathBuf {
        self.0.join("books.sqlite")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A small database that does not wait for the disk: tests of durability ask for their own.
pub fn sqlite(folder: &Folder) -> Database {
    let options = store::sqlite::Options { is_synchronous: false, cache_kib: 4_096, ..Default::default() };
    Database::open_sqlite(&folder.file(), &options).unwrap()
}
