//! Puts the files of the web console into the program: what `scripts/console` has built in `console/dist`, or nothing.
//!
//! While that builds, it holds a lock, and this waits: both run side by side without one knowing the other.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::{env, io};

fn main() -> io::Result<()> {
    let console = Path::new("../console");
    if let Ok(lock) = File::open(console.join(".lock")) {
        lock.lock_shared()?;
    }
    let built = console.join("dist");
    println!("cargo::rerun-if-changed={}", built.display());
    let mut list = String::from("&[\n");
    if built.is_dir() {
        let built = built.canonicalize()?;
        let mut files = Vec::new();
        find(&built, &mut files)?;
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_none_or(|end| end != "br")) {
            add(&mut list, &built, file).map_err(io::Error::other)?;
        }
    }
    list.push_str("]\n");
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(out.join("console.rs"), list)
}

/// All files below the folder.
fn find(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { find(&path, files)? } else { files.push(path) }
    }
    Ok(())
}

/// The file as an expression of Rust, with its compressed form where it has one.
fn add(list: &mut String, built: &Path, file: &Path) -> Result<(), std::fmt::Error> {
    let Ok(name) = file.strip_prefix(built) else { return Ok(()) };
    let mut packed = file.as_os_str().to_owned();
    packed.push(".br");
    let packed = Path::new(&packed);
    let brotli = if packed.is_file() { format!("Some(include_bytes!({packed:?}))") } else { "None".to_owned() };
    writeln!(list, "    File {{ path: {name:?}, bytes: include_bytes!({file:?}), brotli: {brotli} }},")
}
