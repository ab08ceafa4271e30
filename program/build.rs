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
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    let mut list = String::from("&[\n");
    if built.is_dir() {
        let built = built.canonicalize()?;
        let mut files = Vec::new();
        find(&built, &mut files)?;
        files.sort();
        for file in files.iter().filter(|file| file.extension().is_none_or(|end| end != "br")) {
            add(&mut list, &built, file, &out)?;
        }
    }
    list.push_str("]\n");
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

/// The file as an expression of Rust, with its compressed form where it has one. Both are copied, so that what is compiled is
/// what was found, whatever is built anew meanwhile.
fn add(list: &mut String, built: &Path, file: &Path, out: &Path) -> io::Result<()> {
    let Ok(name) = file.strip_prefix(built) else { return Ok(()) };
    let mut packed = file.as_os_str().to_owned();
    packed.push(".br");
    let packed = Path::new(&packed);
    let brotli =
        if packed.is_file() { format!("Some(include_bytes!({:?}))", kept(packed, out)?) } else { "None".to_owned() };
    let plain = kept(file, out)?;
    writeln!(list, "    File {{ path: {name:?}, bytes: include_bytes!({plain:?}), brotli: {brotli} }},")
        .map_err(io::Error::other)
}

/// A copy of the file beside what is compiled; its name has a hash of it already, but for the page's.
fn kept(file: &Path, out: &Path) -> io::Result<PathBuf> {
    let copy = out.join(file.file_name().unwrap_or_default());
    fs::copy(file, &copy)?;
    Ok(copy)
}
