//! Profiles: the services that somebody signed in to, in a file of their own folder that nobody else may read.

use std::collections::BTreeMap;
use std::fs::{DirBuilder, File};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::failure::Failure;
use super::variable;

/// The file's name in the folder.
const FILE: &str = "profiles.toml";

/// A service, and how to get tokens of it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Profile {
    /// The service's address.
    pub url: String,
    /// The id of the organization to act in; the service's choice if absent.
    pub organization: Option<String>,
    /// Who signed in.
    pub username: Option<String>,
    /// Good for one more access token.
    pub refresh_token: Option<String>,
    /// A service account, instead of somebody who signed in.
    pub client_id: Option<String>,
    /// Where its secret is. It is read anew each time and never copied.
    pub client_secret_file: Option<PathBuf>,
    /// The last access token.
    pub access_token: Option<String>,
    /// When that expires, in seconds since 1970.
    pub expires_at: Option<i64>,
}

#[derive(Default, Serialize, Deserialize)]
struct Profiles {
    #[serde(default)]
    profiles: BTreeMap<String, Profile>,
}

/// The profile with this name.
///
/// # Errors
/// If there is none, or the file cannot be read or is open to others.
pub fn get(name: &str) -> Result<Profile, Failure> {
    let mut known = read()?.profiles;
    match known.remove(name) {
        Some(profile) => Ok(profile),
        None if known.is_empty() => {
            Err(Failure::usage(format!("there is no profile {name}: sign in with `countinghouse login`")))
        }
        None => {
            let names: Vec<String> = known.into_keys().collect();
            Err(Failure::usage(format!("there is no profile {name}; there are {}", names.join(", "))))
        }
    }
}

/// Keeps a profile under this name, in place of the one that it had.
///
/// # Errors
/// If the file cannot be written.
pub fn put(name: &str, profile: Profile) -> Result<(), Failure> {
    let folder = folder()?;
    let unwritten = |error: io::Error| {
        Failure::failed(format!("the profile cannot be kept in {}: {error}", folder.join(FILE).display()))
    };
    DirBuilder::new().recursive(true).mode(0o700).create(&folder).map_err(unwritten)?;
    let mut all = read()?;
    all.profiles.insert(name.to_owned(), profile);
    let text = toml::to_string(&all).map_err(|error| Failure::failed(error.to_string()))?;
    // A temporary file is its owner's alone, and so is what takes its name.
    let mut file = tempfile::Builder::new().prefix(".profiles-").tempfile_in(&folder).map_err(unwritten)?;
    file.write_all(text.as_bytes()).map_err(unwritten)?;
    file.as_file().sync_all().map_err(unwritten)?;
    file.persist(folder.join(FILE)).map_err(|error| unwritten(error.error))?;
    Ok(())
}

/// Keeps other commands from getting new tokens until it is dropped: each refresh token is good for one of them.
///
/// # Errors
/// If the folder cannot be used.
pub fn hold() -> Result<File, Failure> {
    let folder = folder()?;
    let unheld = |error: io::Error| Failure::failed(format!("{} cannot be used: {error}", folder.display()));
    DirBuilder::new().recursive(true).mode(0o700).create(&folder).map_err(unheld)?;
    let lock = File::create(folder.join(".profiles.lock")).map_err(unheld)?;
    lock.lock().map_err(unheld)?;
    Ok(lock)
}

/// Where the file is, for messages.
///
/// # Errors
/// If there is no home folder.
pub fn place() -> Result<PathBuf, Failure> {
    Ok(folder()?.join(FILE))
}

fn read() -> Result<Profiles, Failure> {
    let path = place()?;
    let unread = |error: io::Error| Failure::failed(format!("cannot read {}: {error}", path.display()));
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Profiles::default()),
        Err(error) => return Err(unread(error)),
    };
    let mode = std::fs::metadata(&path).map_err(unread)?.permissions().mode();
    if mode & 0o077 != 0 {
        return Err(Failure::usage(format!(
            "{0} holds secrets and is open to other users: run `chmod 600 {0}`",
            path.display()
        )));
    }
    toml::from_str(&text).map_err(|error| {
        // Its own words would show the line, and with it a secret.
        let line = error.span().map_or(0, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        Failure::usage(format!("{} cannot be understood in line {line}: sign in anew, or delete it", path.display()))
    })
}

fn folder() -> Result<PathBuf, Failure> {
    let base = match (variable("XDG_CONFIG_HOME"), variable("HOME")) {
        (Some(folder), _) => PathBuf::from(folder),
        (None, Some(home)) => PathBuf::from(home).join(".config"),
        (None, None) => {
            return Err(Failure::usage("there is no place for profiles: set HOME or XDG_CONFIG_HOME"));
        }
    };
    Ok(base.join("countinghouse"))
}
