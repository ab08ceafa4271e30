//! A file that is imported: its bytes, and its faults by line, whether they were found here or by the books.

use std::collections::BTreeSet;
use std::io::Read as _;
use std::path::Path;

use domain::value::counted;
use encoding_rs::Encoding;
use serde_json::Value;

use super::client::ClientError;
use super::failure::Failure;
use crate::csv_file::Fault;
use crate::csv_text;

/// The largest file that is read at once.
const FILE_BYTES: u64 = 64 * 1024 * 1024;
/// Faults of one file that are listed.
const TOLD: usize = 100;

/// A file of values.
#[derive(Clone, Debug, clap::Args)]
pub struct InEncoding {
    /// The encoding of a CSV file that is not UTF-8, such as windows-1252
    #[arg(long, value_name = "NAME", value_parser = csv_text::encoding)]
    pub encoding: Option<&'static Encoding>,
}

/// The contents of the file, in UTF-8 where another encoding is named.
pub fn bytes(path: &Path, stated: &InEncoding) -> Result<Vec<u8>, Failure> {
    let shown = path.display();
    let cannot = |error: std::io::Error| Failure::failed(format!("cannot read {shown}: {error}"));
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(cannot)?;
    let length = file.take(FILE_BYTES + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if length as u64 > FILE_BYTES {
        return Err(Failure::failed(format!("{shown} is larger than {} MiB: split it", FILE_BYTES / 1024 / 1024)));
    }
    match stated.encoding {
        Some(encoding) => csv_text::in_encoding(bytes, encoding).map_err(|fault| unsound(path, vec![fault])),
        None => Ok(bytes),
    }
}

/// Reports the faults of the file, line by line.
pub fn unsound(path: &Path, mut faults: Vec<Fault>) -> Failure {
    faults.sort_by_key(|fault| fault.line);
    let told: Vec<String> = faults.iter().take(TOLD).map(ToString::to_string).collect();
    let file = path.display();
    let errors = counted(faults.len(), "error", "errors");
    Failure::failed(format!("{}\n{file} has {errors}, nothing was imported", told.join("\n")))
}

/// A failure to reach the books, together with the faults found in the file before.
pub fn unasked(path: &Path, faults: &[Fault], failure: Failure) -> Failure {
    if faults.is_empty() {
        return failure;
    }
    let told = unsound(path, faults.to_vec()).text;
    Failure::new(failure.exit, format!("{told}\nthe rest could not be checked: {}", failure.text))
}

/// Lets the books check rows, and writes nothing: returns their answer, or every fault with its line. Rows that the
/// service cannot read hide the books' objections to the others, so those are checked again, without the rows that
/// `without` removes together with these lines.
pub async fn check<R>(
    mut rows: Vec<(u64, R)>,
    list: &str,
    ask: impl AsyncFn(&[(u64, R)]) -> Result<Value, ClientError>,
    without: impl Fn(&mut Vec<(u64, R)>, &BTreeSet<u64>),
) -> Result<Result<Value, Vec<Fault>>, Failure> {
    let mut faults = Vec::new();
    while !rows.is_empty() {
        let error = match ask(&rows).await {
            Ok(answer) if faults.is_empty() => return Ok(Ok(answer)),
            Ok(_) => break,
            Err(error) => error,
        };
        let found = by_line(&error, list, |place| rows.get(place).map(|(line, _)| *line));
        if found.is_empty() {
            return Err(Failure::failed(error.to_string()));
        }
        let lines: BTreeSet<u64> = found.iter().map(|fault| fault.line).collect();
        faults.extend(found);
        if error.status() != Some(400) || faults.len() >= TOLD {
            break;
        }
        without(&mut rows, &lines);
    }
    Ok(Err(faults))
}

/// Lets the books check all parts of a file whose rows are independent, and writes nothing: returns their answer to
/// each.
///
/// # Errors
/// With every fault and its line: those found in the file before, and the books' refusals of the rest.
pub async fn check_parts<'a, R: Clone + 'a>(
    path: &Path,
    mut faults: Vec<Fault>,
    parts: impl Iterator<Item = &'a [(u64, R)]>,
    list: &str,
    ask: impl AsyncFn(&[(u64, R)]) -> Result<Value, ClientError>,
) -> Result<Vec<Value>, Failure> {
    let mut answers = Vec::new();
    for part in parts {
        let checked = check(part.to_vec(), list, &ask, alone).await;
        match checked.map_err(|failure| unasked(path, &faults, failure))? {
            Ok(answer) => answers.push(answer),
            Err(found) => faults.extend(found),
        }
    }
    if faults.is_empty() { Ok(answers) } else { Err(unsound(path, faults)) }
}

/// Removes the rows of these lines, for files in which no row needs another.
pub fn alone<R>(rows: &mut Vec<(u64, R)>, lines: &BTreeSet<u64>) {
    rows.retain(|(line, _)| !lines.contains(line));
}

/// Reports the books' refusals, by line if they point at a place of the list in the request.
pub fn refused(error: &ClientError, list: &str, line_of: impl Fn(usize) -> Option<u64>) -> Failure {
    let told: Vec<String> = by_line(error, list, line_of).iter().map(ToString::to_string).collect();
    if told.is_empty() {
        Failure::failed(error.to_string())
    } else {
        Failure::failed(format!("{}\nnothing was imported", told.join("\n")))
    }
}

/// The books' refusals at places of the list in the request, each with its line.
fn by_line(error: &ClientError, list: &str, line_of: impl Fn(usize) -> Option<u64>) -> Vec<Fault> {
    let ClientError::Problem { problem, .. } = error else { return Vec::new() };
    let line = |pointer: &str| -> Option<u64> {
        let place = pointer.strip_prefix('/')?.strip_prefix(list)?.strip_prefix('/')?.split('/').next()?;
        line_of(place.parse().ok()?)
    };
    let faults = problem["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
    let fault = |fault: &Value| {
        Some(Fault { line: line(fault["pointer"].as_str()?)?, message: fault["message"].as_str()?.to_owned() })
    };
    faults.iter().filter_map(fault).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use serde_json::json;

    use super::*;

    #[tokio::test]
    async fn rows_that_the_service_cannot_take_hide_nothing_of_the_others() {
        let problem = |status: u16, pointers: &[&str]| {
            let errors: Vec<Value> = pointers.iter().map(|at| json!({"pointer": at, "message": "no"})).collect();
            let problem = Box::new(json!({"errors": errors}));
            ClientError::Problem { status, code: String::new(), text: "refused".to_owned(), problem }
        };
        let answers =
            Mutex::new(vec![problem(422, &["/items/0/unitCode"]), problem(400, &["/items/1/name", "/items/1/sku"])]);
        let asked = Mutex::new(Vec::new());
        let ask = async |rows: &[(u64, ())]| {
            asked.lock().unwrap().push(rows.len());
            answers.lock().unwrap().pop().map_or(Ok(json!({})), Err)
        };
        let rows = || vec![(2, ()), (3, ()), (5, ())];
        let faults = check(rows(), "items", ask, alone).await.expect("asked").expect_err("faults");
        assert_eq!(faults.iter().map(|fault| fault.line).collect::<Vec<_>>(), [3, 3, 2]);
        assert_eq!(*asked.lock().unwrap(), [3, 2]);
        assert_eq!(check(rows(), "items", ask, alone).await.expect("asked"), Ok(json!({})));
        answers.lock().unwrap().push(problem(403, &[]));
        assert_eq!(check(rows(), "items", ask, alone).await.expect_err("refused").text, "refused");
    }
}
