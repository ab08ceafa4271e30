//! Posts documents in chunks: existing ones are left alone, and refusals are reported.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::api::{Accounting, text};
use super::digest;
use super::mapping::{JournalIds, Mapping, SOURCE};
use super::progress::Progress;
use super::retail::Document;
use crate::cli::client::ClientError;

/// Entries in one request, and so in one commit.
const CHUNK: usize = 100;

/// A document that the books refuse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The document's number.
    pub number: String,
    /// The line of its first row.
    pub line: u64,
    /// The code of the problem.
    pub code: String,
    /// The fault.
    pub message: String,
}

/// How the documents fared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Accepted documents; in a preview, the expected number.
    pub taken: usize,
    /// In the books already, voided ones included.
    pub already_there: usize,
    /// Refused.
    pub refused: Vec<Refusal>,
}

/// Numbers of documents of these days that the books have, in any status: a voided one is not posted a second time.
pub async fn already_there(
    api: Accounting<'_>,
    documents: &[&Document],
    journals: &JournalIds,
) -> Result<BTreeSet<String>, ClientError> {
    let mut numbers = BTreeSet::new();
    let days = documents.iter().map(|document| document.date);
    let (Some(first), Some(last)) = (days.clone().min(), days.max()) else { return Ok(numbers) };
    for journal in BTreeSet::from([&journals.sales, &journals.credit]) {
        let path = format!("/journal-entries?journalId={journal}&dateFrom={first}&dateTo={last}");
        let rows = api.list(&path).await?;
        let own = rows.iter().filter(|row| text(row, "source") == SOURCE);
        numbers.extend(own.filter_map(|row| row["externalId"].as_str().map(str::to_owned)));
    }
    Ok(numbers)
}

/// Whether a pass over the documents writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pass {
    /// Only asks for the expected result.
    Check,
    /// Posts them.
    Post,
}

/// Sends the documents in chunks. The key of a chunk follows from the file and the chunk's content, so that a chunk
/// whose answer got lost is not posted twice.
///
/// # Errors
/// A problem of a whole chunk, or no answer.
pub async fn send(
    api: Accounting<'_>,
    documents: &[&Document],
    file_hash: &[u8],
    mapping: &Mapping,
    journals: &JournalIds,
    pass: Pass,
    progress: &mut dyn Progress,
) -> Result<Tally, ClientError> {
    let (what, path) = match pass {
        Pass::Check => ("documents checked", "/journal-entries/batch?dryRun=true"),
        Pass::Post => ("documents posted", "/journal-entries/batch"),
    };
    let mut tally = Tally::default();
    let mut done = 0;
    if documents.is_empty() {
        return Ok(tally);
    }
    progress.at(what, 0, documents.len());
    for chunk in documents.chunks(CHUNK) {
        let items: Vec<Value> = chunk.iter().map(|document| mapping.entry(document, journals)).collect();
        let body = json!({"atomic": false, "items": items});
        let answer = api.post(path, &body, Some(&key(file_hash, &body))).await?;
        let results = if pass == Pass::Check { &answer["wouldReturn"]["results"] } else { &answer["results"] };
        for (index, document) in chunk.iter().enumerate() {
            tally.add(document, &results[index]);
        }
        done += chunk.len();
        progress.at(what, done, documents.len());
    }
    Ok(tally)
}

/// The key of a request: it follows from the file and from the request's content.
pub(in crate::import) fn key(file_hash: &[u8], body: &Value) -> String {
    let chunk = Sha256::new().chain_update(file_hash).chain_update(body.to_string());
    format!("{SOURCE}-{}", digest::short(chunk))
}

impl Tally {
    fn add(&mut self, document: &Document, result: &Value) {
        let problem = &result["problem"];
        match text(problem, "code") {
            "" if result["status"] == 201 => self.taken += 1,
            "duplicate_external_id" => self.already_there += 1,
            code => self.refused.push(Refusal {
                number: document.number.clone(),
                line: document.line,
                code: code.to_owned(),
                message: match text(problem, "detail") {
                    "" => "the service gave no result for it".to_owned(),
                    detail => detail.to_owned(),
                },
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_a_chunk_follows_from_the_file_and_the_chunk() {
        let body = json!({"items": [1, 2]});
        assert_eq!(key(b"file", &body), key(b"file", &body.clone()));
        assert_ne!(key(b"file", &body), key(b"other", &body));
        assert_ne!(key(b"file", &body), key(b"file", &json!({"items": [1]})));
    }
}
