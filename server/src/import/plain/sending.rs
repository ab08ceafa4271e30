//! Sends entries in chunks, and repeats voids and reversals, each in its place.

use std::collections::{BTreeMap, VecDeque};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::entries::{Ready, Reversed, days};
use super::{PlainError, SOURCE};
use crate::cli::client::ClientError;
use crate::import::api::{Accounting, text};
use crate::import::digest;
use crate::import::posting::Refusal;
use crate::import::progress::Progress;
use crate::plaintext::read::PlainJournal;

/// Entries in one request, and so in one commit.
const CHUNK: usize = 100;

/// Entries that the books have: id and status by their identity.
pub type There = BTreeMap<String, (String, String)>;

/// The expected result of posting.
#[derive(Debug, Default)]
pub struct Checked {
    /// Entries that they would take.
    pub taken: usize,
    /// Entries that they would refuse.
    pub refused: Vec<Refusal>,
}

/// The entries of these days that an earlier import posted, in any status.
pub async fn already_there(
    api: Accounting<'_>,
    journal: &PlainJournal,
    entries: &[Ready],
) -> Result<There, ClientError> {
    let Some((first, last)) = days(journal) else { return Ok(There::new()) };
    let rows = api.list(&format!("/journal-entries?dateFrom={first}&dateTo={last}")).await?;
    let own = rows.iter().filter(|row| text(row, "source") == SOURCE && text(row, "entryType") != "void");
    let found = |row: &Value| (text(row, "id").to_owned(), text(row, "status").to_owned());
    let mut there: There = own.map(|row| (text(row, "externalId").to_owned(), found(row))).collect();
    // A reversal has no id of its own: it is known by its place among those of its original.
    let mut reversals: Vec<&Value> = rows.iter().filter(|row| row["reversesEntryId"].is_string()).collect();
    reversals.sort_by_key(|row| row["sequence"].as_i64());
    let mut of: BTreeMap<&str, VecDeque<&Value>> = BTreeMap::new();
    for row in reversals {
        of.entry(text(row, "reversesEntryId")).or_default().push_back(row);
    }
    for entry in entries {
        let original = entry.reverses.as_ref().and_then(|reversed| there.get(&reversed.external_id));
        let row = original.and_then(|(id, _)| of.get_mut(id.as_str())).and_then(VecDeque::pop_front);
        if let Some(row) = row {
            there.entry(entry.external_id.clone()).or_insert_with(|| found(row));
        }
    }
    Ok(there)
}

/// Asks for the expected result of posting the new entries.
///
/// # Errors
/// A problem of a whole chunk, or no answer.
pub async fn check(
    api: Accounting<'_>,
    entries: &[Ready],
    there: &There,
    file: &[u8],
    progress: &mut dyn Progress,
) -> Result<Checked, ClientError> {
    let new: Vec<&Ready> = entries.iter().filter(|entry| !there.contains_key(&entry.external_id)).collect();
    let mut checked = Checked::default();
    let mut done = 0;
    for chunk in new.chunks(CHUNK) {
        let answer = send(api, "/journal-entries/batch?dryRun=true", chunk, file).await?;
        for (index, entry) in chunk.iter().enumerate() {
            match refusal(entry, &answer["wouldReturn"]["results"][index]) {
                None => checked.taken += 1,
                Some(refusal) => checked.refused.push(refusal),
            }
        }
        done += chunk.len();
        progress.at("entries checked", done, new.len());
    }
    Ok(checked)
}

/// Posts new entries and repeats voids, each in its place. Returns the number of posted entries.
///
/// # Errors
/// `Refused` if the books changed their mind since they were asked; else a problem, or no answer.
pub async fn post(
    api: Accounting<'_>,
    entries: &[Ready],
    mut there: There,
    file: &[u8],
    progress: &mut dyn Progress,
) -> Result<usize, PlainError> {
    let mut voids: BTreeMap<usize, Vec<&Ready>> = BTreeMap::new();
    for entry in entries {
        if let Some((place, _)) = &entry.voided_at {
            voids.entry(*place).or_default().push(entry);
        }
    }
    let mut posted = 0;
    let mut waiting: Vec<&Ready> = Vec::new();
    for (place, entry) in entries.iter().enumerate() {
        if let Some(due) = voids.remove(&place) {
            posted += flush(api, &mut waiting, &mut there, file).await?;
            void(api, &due, &there).await?;
        }
        match &entry.reverses {
            _ if there.contains_key(&entry.external_id) => {}
            None => waiting.push(entry),
            Some(reversed) => {
                posted += flush(api, &mut waiting, &mut there, file).await?;
                reverse(api, entry, reversed, &mut there).await?;
                posted += 1;
            }
        }
        if waiting.len() == CHUNK {
            posted += flush(api, &mut waiting, &mut there, file).await?;
        }
        progress.at("entries posted", place + 1, entries.len());
    }
    posted += flush(api, &mut waiting, &mut there, file).await?;
    for due in voids.into_values() {
        void(api, &due, &there).await?;
    }
    Ok(posted)
}

async fn flush(
    api: Accounting<'_>,
    waiting: &mut Vec<&Ready>,
    there: &mut There,
    file: &[u8],
) -> Result<usize, PlainError> {
    let chunk = std::mem::take(waiting);
    if chunk.is_empty() {
        return Ok(0);
    }
    let answer = send(api, "/journal-entries/batch", &chunk, file).await?;
    let mut refused = Vec::new();
    for (index, entry) in chunk.iter().enumerate() {
        let result = &answer["results"][index];
        match refusal(entry, result) {
            Some(refusal) => refused.push(refusal),
            None => {
                let id = text(result, "id").to_owned();
                there.insert(entry.external_id.clone(), (id, "posted".to_owned()));
            }
        }
    }
    if refused.is_empty() { Ok(chunk.len()) } else { Err(PlainError::Refused(refused)) }
}

async fn reverse(api: Accounting<'_>, entry: &Ready, reversed: &Reversed, there: &mut There) -> Result<(), PlainError> {
    let id = there.get(&reversed.external_id).map(|(id, _)| id.clone()).unwrap_or_default();
    let hex = digest::short(Sha256::new().chain_update(&id).chain_update(&entry.external_id));
    let path = format!("/journal-entries/{id}/reverse");
    match api.post(&path, &reversed.body, Some(&format!("{SOURCE}-reverse-{hex}"))).await {
        Ok(made) => {
            there.insert(entry.external_id.clone(), (text(&made, "id").to_owned(), "posted".to_owned()));
            Ok(())
        }
        Err(ClientError::Problem { code, text, .. }) => {
            let (number, line) = (entry.number.clone(), entry.line);
            Err(PlainError::Refused(vec![Refusal { number, line, code, message: text }]))
        }
        Err(error) => Err(error.into()),
    }
}

async fn void(api: Accounting<'_>, due: &[&Ready], there: &There) -> Result<(), ClientError> {
    for entry in due {
        let Some((id, status)) = there.get(&entry.external_id) else { continue };
        let reason = entry.voided_at.as_ref().map(|(_, reason)| reason.as_str()).unwrap_or_default();
        if status != "voided" {
            let key = format!("{SOURCE}-void-{id}");
            api.post(&format!("/journal-entries/{id}/void"), &json!({"reason": reason}), Some(&key)).await?;
        }
    }
    Ok(())
}

/// The key of a chunk follows from the file and the chunk's content: one whose answer got lost is not posted twice.
async fn send(api: Accounting<'_>, path: &str, chunk: &[&Ready], file: &[u8]) -> Result<Value, ClientError> {
    let items: Vec<&Value> = chunk.iter().map(|entry| &entry.body).collect();
    let body = json!({"atomic": false, "items": items});
    let hex = digest::short(Sha256::new().chain_update(Sha256::digest(file)).chain_update(body.to_string()));
    api.post(path, &body, Some(&format!("{SOURCE}-{hex}"))).await
}

fn refusal(entry: &Ready, result: &Value) -> Option<Refusal> {
    if result["status"] == 201 {
        return None;
    }
    let problem = &result["problem"];
    let message = match text(problem, "detail") {
        "" => "the service gave no result for it",
        detail => detail,
    };
    Some(Refusal {
        number: entry.number.clone(),
        line: entry.line,
        code: text(problem, "code").to_owned(),
        message: message.to_owned(),
    })
}
