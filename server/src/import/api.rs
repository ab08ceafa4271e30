//! The API as the import calls it: patient where the service asks to wait, and lists read to their ends.

use std::time::Duration;

use serde_json::Value;

use crate::cli::client::{ApiClient, ClientError};

/// How often a call is made before its failure counts.
const TRIES: u32 = 6;

/// The whole API.
#[derive(Clone, Copy)]
pub struct WholeApi<'a>(pub &'a ApiClient);

/// The accounting part of the API.
#[derive(Clone, Copy)]
pub struct Accounting<'a>(pub &'a ApiClient);

impl WholeApi<'_> {
    /// Reads `/api/v1` + path.
    pub async fn get(self, path: &str) -> Result<Value, ClientError> {
        let path = format!("/api/v1{path}");
        let mut tries = 0;
        loop {
            match self.0.get(&path).await {
                Err(error) if wait(&error, true, &mut tries).await => {}
                done => return done,
            }
        }
    }

    /// Posts to `/api/v1` + path; a key makes it safe to send again where the answer got lost.
    pub async fn post(self, path: &str, body: &Value, key: Option<&str>) -> Result<Value, ClientError> {
        let path = format!("/api/v1{path}");
        let mut tries = 0;
        loop {
            match self.0.post(&path, body, key).await {
                Err(error) if wait(&error, key.is_some(), &mut tries).await => {}
                done => return done,
            }
        }
    }

    /// Changes `/api/v1` + path.
    pub async fn put(self, path: &str, body: &Value) -> Result<Value, ClientError> {
        let path = format!("/api/v1{path}");
        let mut tries = 0;
        loop {
            match self.0.put(&path, body).await {
                Err(error) if wait(&error, true, &mut tries).await => {}
                done => return done,
            }
        }
    }

    /// All rows of a list; the path has a query already.
    pub async fn list(self, path: &str) -> Result<Vec<Value>, ClientError> {
        let mut rows = Vec::new();
        let mut cursor = String::new();
        loop {
            let mut page = self.get(&format!("{path}&limit=200{cursor}")).await?;
            if let Some(data) = page["data"].as_array_mut() {
                rows.append(data);
            }
            match page["nextCursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => return Ok(rows),
            }
        }
    }
}

impl Accounting<'_> {
    /// Reads `/api/v1/accounting` + path.
    pub async fn get(self, path: &str) -> Result<Value, ClientError> {
        WholeApi(self.0).get(&below(path)).await
    }

    /// Posts to `/api/v1/accounting` + path; a key makes it safe to send again where the answer got lost.
    pub async fn post(self, path: &str, body: &Value, key: Option<&str>) -> Result<Value, ClientError> {
        WholeApi(self.0).post(&below(path), body, key).await
    }

    /// Changes `/api/v1/accounting` + path.
    pub async fn put(self, path: &str, body: &Value) -> Result<Value, ClientError> {
        WholeApi(self.0).put(&below(path), body).await
    }

    /// All rows of a list; the path has a query already.
    pub async fn list(self, path: &str) -> Result<Vec<Value>, ClientError> {
        WholeApi(self.0).list(&below(path)).await
    }
}

fn below(path: &str) -> String {
    format!("/accounting{path}")
}

/// A text field of an answer; empty where there is none.
#[must_use]
pub fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

/// Waits where the service was only busy or not reachable; says whether to try again.
async fn wait(error: &ClientError, may_repeat: bool, tries: &mut u32) -> bool {
    let passes = match error.status() {
        Some(status) => matches!(status, 429 | 503),
        None => may_repeat,
    };
    *tries += 1;
    if !passes || *tries >= TRIES {
        return false;
    }
    tokio::time::sleep(Duration::from_millis(100 * u64::from(*tries) * u64::from(*tries))).await;
    true
}
