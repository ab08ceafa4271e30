//! The file in the data folder that says where its server listens.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use store::private;
use store::sqlite::lock::WriterLock;

/// Its name.
pub const NAME: &str = "server.json";

/// The file of a running server, removed with it.
#[derive(Debug)]
pub struct ServerFile {
    path: PathBuf,
}

impl ServerFile {
    /// Writes the file; without one the server runs all the same, only harder to find.
    #[must_use]
    pub fn write(folder: &Path, address: &str) -> Option<Self> {
        let path = folder.join(NAME);
        let text = json!({"pid": std::process::id(), "address": address}).to_string();
        let written = private::options()
            .write(true)
            .create(true)
            .truncate(true)
            .open(&path)
            .and_then(|mut file| file.write_all(text.as_bytes()));
        match written {
            Ok(()) => Some(Self { path }),
            Err(error) => {
                tracing::warn!(%error, path = %path.display(), "cannot record where the server listens");
                None
            }
        }
    }

    /// Where the server that holds this folder listens. A file that a killed server left behind names another
    /// process than the holder of the lock, and does not count.
    #[must_use]
    pub fn address(folder: &Path) -> Option<String> {
        let holder = WriterLock::holder(folder)?;
        let text = std::fs::read_to_string(folder.join(NAME)).ok()?;
        let file: Value = serde_json::from_str(&text).ok()?;
        let is_holder = file["pid"].as_u64() == Some(u64::from(holder));
        file["address"].as_str().filter(|_| is_holder).map(str::to_owned)
    }
}

impl Drop for ServerFile {
    fn drop(&mut self) {
        // A file that stays behind is recognized by its process.
        let _ = std::fs::remove_file(&self.path);
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn it_is_its_owners_alone_and_goes_with_the_server() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(NAME);
        let file = ServerFile::write(folder.path(), "127.0.0.1:8080").unwrap();
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        drop(file);
        assert!(!path.exists());
    }
}
