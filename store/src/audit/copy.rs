//! Copies of a SQLite database: made while its writer runs, restored into an empty folder.

use std::fs::{self, File};
use std::io::{BufReader, Read, Write};
use std::path::Path;

use domain::rows::{Head, Row};
use domain::value::id::OrganizationId;
use domain::value::{Cell, CellKind, CellValue, Instant};
use sha2::{Digest, Sha256};

use super::manifest::{Manifest, hex};
use super::new_epoch;
use super::reading::{Reading, kinds};
use crate::database::Database;
use crate::fault::Fault;
use crate::private;
use crate::sqlite::{Options, backup};

/// Copies the database at `from` to `to` and writes the manifest next to it; neither may exist.
///
/// The copy gets its name last: a backup that was interrupted leaves nothing that looks like one.
///
/// # Errors
/// Where `to` exists or cannot be written, or the copy is not sound.
pub async fn make(from: &Path, to: &Path, at: Instant, mut progress: impl FnMut(u64, u64)) -> Result<Manifest, Fault> {
    let beside = Manifest::path_of(to);
    for path in [to, &beside] {
        if path.exists() {
            return Err(Fault::BadFile(format!("{} exists already: give a new file", path.display())));
        }
    }
    let part = with_suffix(to, ".part");
    remove_if_there(&part)?;
    backup::backup(from, &part, &mut progress)?;
    let manifest = describe(&part, at).await?;
    sync(&part)?;
    let text = format!("{:#}\n", manifest.to_json());
    let mut file = private::create_new(&beside).map_err(|error| failed(&beside, &error))?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(|error| failed(&beside, &error))?;
    fs::rename(&part, to).map_err(|error| failed(to, &error))?;
    Ok(manifest)
}

/// Puts a copy in place as `file` in `folder`, which must be absent or empty.
///
/// It is a new life of the instance: the event feed begins a new epoch, nobody is signed in any more,
/// and webhooks and jobs wait for a confirmation. Only then the database gets its name.
///
/// # Errors
/// If the folder is not empty, the copy differs from its manifest, or it is not sound.
pub async fn restore(copy: &Path, folder: &Path, file: &str, at: Instant) -> Result<Manifest, Fault> {
    let manifest = Manifest::read(&Manifest::path_of(copy))?;
    private::create_folder(folder).map_err(|error| failed(folder, &error))?;
    if let Some(objection) = private::objection(folder) {
        return Err(Fault::BadFile(objection));
    }
    let mut inside = fs::read_dir(folder).map_err(|error| failed(folder, &error))?;
    if inside.next().is_some() {
        return Err(Fault::BadFile(format!(
            "{} is not empty: restore into an absent or empty folder",
            folder.display()
        )));
    }
    let part = folder.join("restoring.part");
    let restored = checked(copy, &part, &manifest, at).await;
    let renewed = match restored {
        Ok(()) => renew(&part, at).await,
        Err(fault) => Err(fault),
    };
    if let Err(fault) = renewed {
        // A copy that cannot be trusted does not stay.
        let _ = remove_if_there(&part);
        let _ = fs::remove_file(folder.join(crate::sqlite::lock::NAME));
        return Err(fault);
    }
    sync(&part)?;
    let place = folder.join(file);
    fs::rename(&part, &place).map_err(|error| failed(&place, &error))?;
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(|error| failed(folder, &error))?;
    Ok(manifest)
}

/// Copies and compares with the manifest: size, hash, and the heads that are in it.
async fn checked(copy: &Path, part: &Path, manifest: &Manifest, at: Instant) -> Result<(), Fault> {
    // A copy of the file alone: it may have been made readable on its way here.
    let mut source = File::open(copy).map_err(|error| failed(copy, &error))?;
    let mut target = private::create_new(part).map_err(|error| failed(part, &error))?;
    std::io::copy(&mut source, &mut target).map_err(|error| failed(part, &error))?;
    let (size, sha256) = digest(part)?;
    if size != manifest.size || sha256 != manifest.sha256 {
        return Err(Fault::Corrupt(format!(
            "{} has {size} bytes with SHA-256 {sha256}, its manifest says {} with {}",
            copy.display(),
            manifest.size,
            manifest.sha256
        )));
    }
    let found = describe(part, at).await?;
    if found.heads != manifest.heads {
        return Err(Fault::Corrupt(format!("the heads of {} differ from its manifest", copy.display())));
    }
    Ok(())
}

async fn renew(part: &Path, at: Instant) -> Result<(), Fault> {
    let database = Database::open_sqlite(part, &Options::default())?;
    new_epoch::begin(&database, at).await?;
    database.close().await
}

/// The contents of a file, after a check of its soundness.
async fn describe(file: &Path, at: Instant) -> Result<Manifest, Fault> {
    let (size, sha256) = digest(file)?;
    let options = Options { readers: 1, ..Options::default() };
    let database = Database::open_sqlite_reader(file, &options)?;
    let mut reading = Reading::begin(&database).await?;
    if let Some(wrong) = reading.integrity()?.unwrap_or_default().first() {
        return Err(Fault::Corrupt(format!("{} is not sound: {wrong}", file.display())));
    }
    let mut wanted = vec![CellKind::Id];
    wanted.extend(kinds(Head::table()));
    let sql = "select organization_id, seq, at, hash, entry_sequence from heads order by organization_id";
    let rows = reading.query(sql, &[], &wanted).await?;
    let head = |row: &Vec<Cell>| {
        let organization = OrganizationId::from_cell(row.first().unwrap_or(&Cell::Null))?;
        Ok((organization, Head::from_cells(row.get(1..).unwrap_or_default())?))
    };
    let heads = rows.iter().map(head).collect::<Result<_, Fault>>()?;
    drop(reading);
    database.close().await?;
    Ok(Manifest { made_at: at, size, sha256, heads })
}

fn digest(path: &Path) -> Result<(u64, String), Fault> {
    let mut file = BufReader::new(File::open(path).map_err(|error| failed(path, &error))?);
    let mut digest = Sha256::new();
    let mut size = 0;
    let mut buffer = vec![0; 1 << 16];
    loop {
        let read = file.read(&mut buffer).map_err(|error| failed(path, &error))?;
        if read == 0 {
            return Ok((size, hex(&digest.finalize())));
        }
        digest.update(&buffer[..read]);
        size += read as u64;
    }
}

fn sync(path: &Path) -> Result<(), Fault> {
    File::open(path).and_then(|file| file.sync_all()).map_err(|error| failed(path, &error))
}

fn remove_if_there(path: &Path) -> Result<(), Fault> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(failed(path, &error)),
        _ => Ok(()),
    }
}

fn with_suffix(path: &Path, suffix: &str) -> std::path::PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(suffix);
    path.with_file_name(name)
}

fn failed(path: &Path, error: &std::io::Error) -> Fault {
    if error.kind() == std::io::ErrorKind::StorageFull {
        return Fault::StorageFull(path.display().to_string());
    }
    Fault::BadFile(format!("{}: {error}", path.display()))
}
