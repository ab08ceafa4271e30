//! Files that appear whole or not at all.
//!
//! The contents may hold names and amounts, so a new file is its owner's alone; an existing one keeps its mode and its
//! owner. A link is followed. A device or a pipe is written to as it is and never replaced.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use super::failure::Failure;

/// Links that are followed before they are taken for a circle, as the system does.
const MOST_LINKS: usize = 40;

/// Fills a file: next to its place first, so that a cut-off one does not look whole.
///
/// # Errors
/// If the writing fails, or the file cannot be put in place; then its place is as it was.
pub async fn write(
    path: &Path,
    fill: impl AsyncFnOnce(&mut BufWriter<File>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let unwritten = |error: io::Error| Failure::failed(format!("{} cannot be written: {error}", path.display()));
    let place = match target(path).map_err(unwritten)? {
        Target::Place(place) => place,
        Target::Descriptor(number) => {
            let out = descriptor(number).map_err(unwritten)?;
            return filled(out, fill).await.map_err(|why| why.of(path)).map(drop);
        }
    };
    let there = match fs::metadata(&place) {
        Ok(found) => Some(found),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(unwritten(error)),
    };
    if there.as_ref().is_some_and(|found| !found.is_file()) {
        let out = OpenOptions::new().write(true).open(&place).map_err(unwritten)?;
        return filled(out, fill).await.map_err(|why| why.of(path)).map(drop);
    }
    if there.is_some() {
        // A person who may not write to the file must not replace it either.
        OpenOptions::new().write(true).open(&place).map_err(unwritten)?;
    }
    let folder = place.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Made exclusively, with mode 0600 and a name of its own; gone where anything fails.
    let (file, beside) = tempfile::Builder::new()
        .prefix(".countinghouse-")
        .suffix(".partial")
        .tempfile_in(folder)
        .map_err(unwritten)?
        .into_parts();
    if let Some(there) = &there {
        keep_access(&file, there).map_err(unwritten)?;
    }
    let file = filled(file, fill).await.map_err(|why| why.of(path))?;
    file.sync_all().map_err(unwritten)?;
    beside.persist(&place).map_err(|error| unwritten(error.error))?;
    // The name is as durable as the contents.
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(unwritten)
}

/// Why a file was not filled: the source failed, or the file.
enum Unfilled {
    Source(Failure),
    File(io::Error),
}

impl Unfilled {
    fn of(self, path: &Path) -> Failure {
        match self {
            Self::Source(failure) => failure,
            Self::File(error) => Failure::failed(format!("{} cannot be written: {error}", path.display())),
        }
    }
}

async fn filled(
    file: File,
    fill: impl AsyncFnOnce(&mut BufWriter<File>) -> Result<(), Failure>,
) -> Result<File, Unfilled> {
    let mut out = BufWriter::new(file);
    fill(&mut out).await.map_err(Unfilled::Source)?;
    out.flush().map_err(Unfilled::File)?;
    out.into_inner().map_err(|error| Unfilled::File(error.into_error()))
}

/// Where a path leads.
enum Target {
    /// The end of its links, which need not exist.
    Place(PathBuf),
    /// A file that is open already, such as `/dev/stdout`.
    Descriptor(i32),
}

fn target(path: &Path) -> io::Result<Target> {
    let mut place = path.to_owned();
    for _ in 0..MOST_LINKS {
        if let Some(number) = open_already(&place) {
            return Ok(Target::Descriptor(number));
        }
        match fs::symlink_metadata(&place) {
            Ok(found) if found.file_type().is_symlink() => {
                let next = fs::read_link(&place)?;
                place = place.parent().map_or(next.clone(), |folder| folder.join(&next));
            }
            _ => return Ok(Target::Place(place)),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// The descriptor of this process that a path names. Its link leads to the name of a file that must be neither replaced nor
/// opened anew: others write there, too, each behind the other.
fn open_already(path: &Path) -> Option<i32> {
    let number = path.file_name()?.to_str()?.parse().ok()?;
    let own = fs::canonicalize("/proc/self/fd").ok()?;
    (fs::canonicalize(path.parent()?).ok()? == own).then_some(number)
}

#[cfg(unix)]
fn descriptor(number: i32) -> io::Result<File> {
    use std::os::fd::AsFd as _;
    let owned = match number {
        1 => io::stdout().as_fd().try_clone_to_owned(),
        2 => io::stderr().as_fd().try_clone_to_owned(),
        // If it is a file, after its contents.
        other => return OpenOptions::new().append(true).open(format!("/proc/self/fd/{other}")),
    };
    owned.map(File::from)
}

#[cfg(not(unix))]
fn descriptor(_: i32) -> io::Result<File> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}

/// Gives a file the owner and the mode of the one that it will replace.
#[cfg(unix)]
fn keep_access(file: &File, there: &fs::Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let own = file.metadata()?;
    if (own.uid(), own.gid()) != (there.uid(), there.gid()) {
        // Only the administrator of the machine gives files away; for others the file becomes their own.
        let _ = fchown(file, Some(there.uid()), Some(there.gid()));
    }
    file.set_permissions(there.permissions())
}

#[cfg(not(unix))]
fn keep_access(_: &File, _: &fs::Metadata) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::io::Read as _;
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    fn run(path: &Path, text: &str) -> Result<(), Failure> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(write(path, async |out| {
            out.write_all(text.as_bytes()).map_err(|error| Failure::failed(error.to_string()))
        }))
    }

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_new_file_is_its_owners_alone_and_one_that_is_there_keeps_its_mode() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("books.journal");
        run(&file, "one").unwrap();
        assert_eq!((fs::read_to_string(&file).unwrap().as_str(), mode(&file)), ("one", 0o600));
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        run(&file, "two").unwrap();
        assert_eq!((fs::read_to_string(&file).unwrap().as_str(), mode(&file)), ("two", 0o640));
        assert_eq!(names(folder.path()), ["books.journal"]);
    }

    #[test]
    fn a_link_is_followed_and_the_file_of_somebody_else_beside_it_stays() {
        let folder = tempfile::tempdir().unwrap();
        let (real, link) = (folder.path().join("real"), folder.path().join("books.journal"));
        // Names that a temporary file of the link or of its target might be given.
        let others = ["books.partial", "books.journal.partial", "real.partial"].map(|name| folder.path().join(name));
        others.iter().for_each(|other| fs::write(other, "not ours").unwrap());
        symlink("real", &link).unwrap();
        run(&link, "one").unwrap();
        run(&link, "two").unwrap();
        assert_eq!(fs::read_to_string(&real).unwrap(), "two");
        assert!(fs::symlink_metadata(&link).unwrap().file_type().is_symlink());
        for other in &others {
            assert_eq!(fs::read_to_string(other).unwrap(), "not ours", "{}", other.display());
        }
        symlink("circle", folder.path().join("circle")).unwrap();
        assert!(run(&folder.path().join("circle"), "x").unwrap_err().text.contains("too many symbolic links"));
    }

    #[test]
    fn a_pipe_and_a_device_are_written_to_and_never_replaced() {
        use std::os::unix::fs::FileTypeExt as _;
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let reading = std::thread::spawn({
            let pipe = pipe.clone();
            move || {
                let mut text = String::new();
                File::open(pipe).unwrap().read_to_string(&mut text).unwrap();
                text
            }
        });
        run(&pipe, "through").unwrap();
        assert_eq!(reading.join().unwrap(), "through");
        assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
        let full = Path::new("/dev/full");
        if full.exists() {
            assert!(run(full, "x").unwrap_err().text.contains("/dev/full cannot be written"));
            assert!(fs::metadata(full).unwrap().file_type().is_char_device());
        }
    }

    #[test]
    fn what_is_cut_short_leaves_the_file_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("books.journal");
        run(&file, "one").unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let failed = runtime.block_on(write(&file, async |out| {
            out.write_all(b"half").map_err(|error| Failure::failed(error.to_string()))?;
            Err(Failure::failed("the service went away"))
        }));
        assert_eq!(failed.unwrap_err().text, "the service went away");
        assert_eq!(fs::read_to_string(&file).unwrap(), "one");
        assert_eq!(names(folder.path()), ["books.journal"]);
    }
}
