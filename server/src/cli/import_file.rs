//! A file that is imported: its bytes, and its faults by line, whether they were found here or by the books.

use std::fmt::Display;
use std::io::Read as _;
use std::path::Path;

use super::client::ClientError;
use super::failure::Failure;

/// The largest file that is read at once.
const FILE_BYTES: u64 = 64 * 1024 * 1024;
/// Faults that are told of one file.
const TOLD: usize = 100;

/// What is in the file.
///
/// # Errors
/// Where it cannot be read, or is too large.
pub fn bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let shown = path.display();
    let cannot = |error: std::io::Error| Failure::failed(format!("cannot read {shown}: {error}"));
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(cannot)?;
    let length = file.take(FILE_BYTES + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if length as u64 > FILE_BYTES {
        return Err(Failure::failed(format!("{shown} is larger than {} MiB: split it", FILE_BYTES / 1024 / 1024)));
    }
    Ok(bytes)
}

/// Tells what is wrong in the file.
pub fn unsound<F: Display>(path: &Path, faults: &[F]) -> Failure {
    let told: Vec<String> = faults.iter().take(TOLD).map(ToString::to_string).collect();
    let file = path.display();
    Failure::failed(format!("{}\n{file} has {} errors, nothing was imported", told.join("\n"), faults.len()))
}

/// Tells what the books refuse, by line where they point at a place of the list in the request.
pub fn refused(error: &ClientError, list: &str, line_of: impl Fn(usize) -> Option<u64>) -> Failure {
    let ClientError::Problem { problem, text, .. } = error else { return Failure::failed(error.to_string()) };
    let line = |pointer: &str| -> Option<u64> {
        let place = pointer.strip_prefix('/')?.strip_prefix(list)?.strip_prefix('/')?.split('/').next()?;
        line_of(place.parse().ok()?)
    };
    let faults = problem["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
    let told: Vec<String> = faults
        .iter()
        .filter_map(|fault| {
            let line = line(fault["pointer"].as_str()?)?;
            Some(format!("line {line}: {}", fault["message"].as_str()?))
        })
        .collect();
    if told.is_empty() {
        Failure::failed(text.clone())
    } else {
        Failure::failed(format!("{}\nnothing was imported", told.join("\n")))
    }
}
