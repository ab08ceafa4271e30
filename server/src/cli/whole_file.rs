//! Files that appear whole or not at all.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use super::failure::Failure;

/// Writes beside the file first. What is cut short must not look like a whole one.
///
/// # Errors
/// Where the writing fails, or the file cannot be put in place.
pub async fn write(
    path: &Path,
    fill: impl AsyncFnOnce(&mut BufWriter<File>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let unwritten = |error: std::io::Error| Failure::failed(format!("{} cannot be written: {error}", path.display()));
    let beside = path.with_extension("partial");
    let mut out = BufWriter::new(File::create(&beside).map_err(unwritten)?);
    let filled = match fill(&mut out).await {
        Ok(()) => out.into_inner().map(drop).map_err(|error| unwritten(error.into_error())),
        Err(failure) => Err(failure),
    };
    if let Err(failure) = filled {
        let _ = std::fs::remove_file(&beside);
        return Err(failure);
    }
    std::fs::rename(&beside, path).map_err(unwritten)
}
