//! Private files and folders: the books, the keys in them, and all copies of them.
//!
//! A mode never depends on the umask of the user who starts the program. On systems without modes the files are
//! ordinary ones.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::path::Path;

#[cfg(unix)]
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};

/// The mode of files: only the owner reads and writes.
#[cfg(unix)]
const FILE: u32 = 0o600;
/// The mode of folders: only the owner enters.
#[cfg(unix)]
const FOLDER: u32 = 0o700;

/// Options that make a file with its mode; how it is opened is up to the caller.
#[must_use]
pub fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    options.mode(FILE);
    options
}

/// Makes a file that is not there yet.
///
/// # Errors
/// `AlreadyExists` if it is there; otherwise the system's error.
pub fn create_new(path: &Path) -> io::Result<File> {
    options().read(true).write(true).create_new(true).open(path)
}

/// Makes the file unless it is there. One that others may read, as an earlier version made it, is closed to them; where the
/// system does not let us, it stays as it is, and [`concerns`] says so.
pub fn ensure(path: &Path) -> io::Result<()> {
    match create_new(path) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            close_to_others(path);
            Ok(())
        }
        Err(error) => Err(error),
    }
}

/// Takes all rights of others from a file that is ours.
pub fn close_to_others(path: &Path) {
    #[cfg(unix)]
    if let Ok(found) = fs::metadata(path)
        && found.is_file()
        && found.mode() & 0o077 != 0
    {
        // A folder that is not ours stays as it is; `concerns` reports it at the start.
        let _ = fs::set_permissions(path, fs::Permissions::from_mode(FILE));
    }
}

/// Makes a folder and those above it, where they are missing.
pub fn create_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    builder.mode(FOLDER);
    builder.create(path)
}

/// Why a folder must not hold the books: everybody may put other files in their place.
#[must_use]
pub fn objection(folder: &Path) -> Option<String> {
    #[cfg(unix)]
    if let Ok(found) = fs::metadata(folder)
        && found.is_dir()
        && found.mode() & 0o002 != 0
    {
        return Some(format!(
            "everybody on this machine can write to the data folder {0}: set a folder of your own in \
             COUNTINGHOUSE_DATA, or run `chmod 700 {0}`",
            folder.display()
        ));
    }
    None
}

/// Why a private key must not be used: others may read it. The rule is that of PostgreSQL's own clients, by which a key of
/// root may be read by a group.
#[must_use]
pub fn key_objection(key: &Path) -> Option<String> {
    #[cfg(unix)]
    if let Ok(found) = fs::metadata(key) {
        let others = if found.uid() == 0 { 0o037 } else { 0o077 };
        if found.mode() & others != 0 {
            let (shown, mode) = (key.display(), found.mode() & 0o777);
            return Some(format!(
                "other users of this machine can read the key {shown} (mode {mode:03o}): run `chmod 600 {shown}`"
            ));
        }
    }
    None
}

/// That the folder belongs to somebody else, who may put other files in the place of ours.
#[cfg(unix)]
fn owner_concern(folder: &Path) -> Option<String> {
    let owner = fs::metadata(folder).ok()?.uid();
    // Linux shows there who runs the program; elsewhere nothing is said.
    let own = fs::metadata("/proc/self").ok()?.uid();
    let shown = folder.display();
    (owner != own).then(|| {
        format!("the data folder {shown} belongs to user {owner}, and this program runs as user {own}: run `chown {own} {shown}`")
    })
}

/// Recommended changes to a data folder and the files in it, one sentence each. A group that is let in on purpose, as
/// volumes of containers do it, is a concern and no objection.
#[must_use]
pub fn concerns(folder: &Path, files: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    #[cfg(unix)]
    {
        let shown = folder.display();
        if let Ok(metadata) = fs::metadata(folder)
            && metadata.mode() & 0o077 != 0
        {
            let mode = metadata.mode() & 0o777;
            found.push(format!(
                "other users of this machine can enter the data folder {shown} (mode {mode:03o}): run `chmod 700 {shown}`"
            ));
        }
        found.extend(owner_concern(folder));
        for name in files {
            let path = folder.join(name);
            if let Ok(metadata) = fs::metadata(&path)
                && metadata.mode() & 0o077 != 0
            {
                let (shown, mode) = (path.display(), metadata.mode() & 0o777);
                found.push(format!(
                    "other users of this machine can read {shown} (mode {mode:03o}), which contains keys: run `chmod \
                     600 {shown}`; if somebody may have read it, `countinghouse keys withdraw` replaces the keys"
                ));
            }
        }
    }
    found
}
