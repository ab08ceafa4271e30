//! Finds or makes the accounts and the journal that the load posts to, through the API alone.

use std::fmt::Write;

use jiff::civil::Date;
use jiff::{Span, ToSpan};
use serde_json::{Value, json};

use super::connection::Connection;
use crate::failure::Failure;
use crate::random::Random;

const ACCOUNTS: usize = 500;
const CODE_PREFIX: &str = "LOAD-";

/// The parts of an entry.
pub struct Books {
    journal: String,
    accounts: Vec<String>,
    dates: Vec<String>,
    /// The last event of the log when the load began.
    pub last_seq: i64,
}

impl Books {
    /// Uses the first general journal, and [`ACCOUNTS`] accounts, made when they are not there yet.
    pub async fn prepare(connection: &mut Connection, first: Date, days: u16) -> Result<Self, Failure> {
        let journals = list(connection, "/accounting/journals").await?;
        let journal =
            journals.iter().find(|journal| journal["type"] == "general").or(journals.first()).ok_or_else(|| {
                Failure::unusable("this organization", "it has no journal; start the server with --demo")
            })?;
        let mut accounts: Vec<String> = list(connection, "/accounting/accounts")
            .await?
            .iter()
            .filter(|account| account["code"].as_str().is_some_and(|code| code.starts_with(CODE_PREFIX)))
            .map(text_of_id)
            .collect();
        for number in accounts.len() + 1..=ACCOUNTS {
            let code = format!("{CODE_PREFIX}{number:03}");
            let account = json!({"code": code, "name": format!("Load {number}"), "type": "asset"});
            let created = call(connection, "POST", "/accounting/accounts", Some(&account)).await?;
            accounts.push(text_of_id(&created));
        }
        let dates = (0..i64::from(days.max(1)))
            .map(|day: i64| -> Result<String, Failure> {
                let after: Span = day.days();
                let date = first.checked_add(after);
                Ok(date.map_err(|error| Failure::unusable("--date-spread", error.to_string()))?.to_string())
            })
            .collect::<Result<_, _>>()?;
        let head = call(connection, "GET", "/audit/head", None).await?;
        let last_seq = head["seq"].as_i64().unwrap_or_default();
        Ok(Self { journal: text_of_id(journal), accounts, dates, last_seq })
    }

    /// The first day that entries may have.
    pub fn first_date(&self) -> &str {
        self.dates.first().map_or("", String::as_str)
    }

    /// The last day that entries may have.
    pub fn last_date(&self) -> &str {
        self.dates.last().map_or("", String::as_str)
    }

    /// Appends a balanced two-line entry as JSON; no serializer, the server wants the cores.
    pub fn write_entry(&self, random: &mut Random, body: &mut String) {
        let (debit, credit) = random.two_below(self.accounts.len() as u64);
        let date = &self.dates[random.below(self.dates.len() as u64) as usize];
        let amount = 1 + random.below(1_000_000);
        // Writing to a string cannot fail.
        let _ = write!(
            body,
            r#"{{"date":"{date}","journalId":"{}","status":"posted","description":"Load {amount}","lines":[{{"accountId":"{}","debit":"{}.{:02}"}},{{"accountId":"{}","credit":"{}.{:02}"}}]}}"#,
            self.journal,
            self.accounts[debit as usize],
            amount / 100,
            amount % 100,
            self.accounts[credit as usize],
            amount / 100,
            amount % 100,
        );
    }

    /// Appends a batch of `items` entries, each decided for itself.
    pub fn write_batch(&self, random: &mut Random, items: usize, body: &mut String) {
        body.push_str(r#"{"atomic":false,"items":["#);
        for item in 0..items {
            if item > 0 {
                body.push(',');
            }
            self.write_entry(random, body);
        }
        body.push_str("]}");
    }

    /// Posts `count` entries and returns their ids.
    pub async fn post_entries(
        &self,
        connection: &mut Connection,
        random: &mut Random,
        count: usize,
    ) -> Result<Vec<String>, Failure> {
        let head = connection.target().head("POST", "/accounting/journal-entries/batch");
        let mut ids = Vec::with_capacity(count);
        let mut body = String::new();
        while ids.len() < count {
            body.clear();
            self.write_batch(random, (count - ids.len()).min(1_000), &mut body);
            let answer = connection.send(&head, Some(random.key()), body.as_bytes()).await?;
            let parsed: Value = serde_json::from_slice(answer.body).unwrap_or(Value::Null);
            let before = ids.len();
            let results = parsed["results"].as_array().map_or(&[][..], Vec::as_slice);
            ids.extend(results.iter().filter_map(|result| result["id"].as_str()).map(str::to_owned));
            if ids.len() == before {
                return Err(Failure::Refused {
                    method: "POST",
                    path: "/accounting/journal-entries/batch".to_owned(),
                    status: answer.status,
                    body: answer.text().chars().take(1_000).collect(),
                });
            }
        }
        Ok(ids)
    }
}

/// All rows of a list.
pub(super) async fn list(connection: &mut Connection, path: &str) -> Result<Vec<Value>, Failure> {
    let mut all = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = call(connection, "GET", &format!("{path}?limit=200{cursor}"), None).await?;
        if let Some(rows) = page["data"].as_array() {
            all.extend_from_slice(rows);
        }
        match page["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={}", percent_encode(next)),
            None => return Ok(all),
        }
    }
}

/// A call of the API whose answer is JSON, or empty.
pub(super) async fn call(
    connection: &mut Connection,
    method: &'static str,
    path: &str,
    body: Option<&Value>,
) -> Result<Value, Failure> {
    let head = connection.target().head(method, path);
    let body = body.map_or_else(String::new, Value::to_string);
    let answer = connection.send(&head, None, body.as_bytes()).await?;
    match serde_json::from_slice(answer.body) {
        _ if answer.is_success() && answer.body.is_empty() => Ok(Value::Null),
        Ok(parsed) if answer.is_success() => Ok(parsed),
        _ => Err(Failure::Refused { method, path: path.to_owned(), status: answer.status, body: answer.text() }),
    }
}

fn text_of_id(resource: &Value) -> String {
    resource["id"].as_str().unwrap_or_default().to_owned()
}

fn percent_encode(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
        encoded
    })
}
