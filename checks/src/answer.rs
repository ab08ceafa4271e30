//! The service's answer, with expectations whose failures show the actual answer.

use std::io::Write;

use serde_json::Value;

/// An answer that was read to its end.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The request, for messages.
    pub asked: String,
    /// The status.
    pub status: u16,
    /// The header fields.
    pub headers: reqwest::header::HeaderMap,
    /// The body.
    pub bytes: Vec<u8>,
}

/// Writes a problem as a line of the file that `COUNTINGHOUSE_PROBLEMS` names, from which `scripts/problems` takes the examples of
/// the pages about codes.
fn record(problem: &Value) {
    let Some(path) = std::env::var_os("COUNTINGHOUSE_PROBLEMS") else { return };
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    let written = file.and_then(|mut file| file.write_all(format!("{problem}\n").as_bytes()));
    written.unwrap_or_else(|fault| panic!("COUNTINGHOUSE_PROBLEMS: {fault}"));
}

impl Answer {
    /// Goes on where the status is this one.
    #[track_caller]
    pub fn expect(&self, status: u16) -> &Self {
        assert_eq!(self.status, status, "{} was answered {}", self.asked, self.text());
        self
    }

    /// Goes on where it is a problem with this code, in the one shape that problems have.
    #[track_caller]
    pub fn code(&self, code: &str) -> &Self {
        let problem = self.json();
        assert_eq!(problem["code"], code, "{} was answered {}", self.asked, self.text());
        assert_eq!(self.header("content-type"), "application/problem+json", "{}", self.asked);
        assert_eq!(problem["status"], self.status, "{}", self.asked);
        assert_eq!(problem["requestId"].as_str(), Some(self.header("x-request-id")), "{}", self.asked);
        let kind = problem["type"].as_str().unwrap_or_default();
        assert!(kind.ends_with(&format!("/problems/{code}")), "{} has the type {kind}", self.asked);
        let detail = problem["detail"].as_str().unwrap_or_default();
        assert!(!detail.is_empty() && !detail.ends_with('.'), "{}: {detail:?}", self.asked);
        record(&problem);
        self
    }

    /// Goes on where one of the problem's errors points there.
    #[track_caller]
    pub fn pointer(&self, pointer: &str) -> &Self {
        assert!(
            self.pointers().iter().any(|one| one == pointer),
            "{} has no error at {pointer}: {}",
            self.asked,
            self.text()
        );
        self
    }

    /// Goes on where the problem's detail or one of its messages has these words.
    #[track_caller]
    pub fn says(&self, words: &str) -> &Self {
        assert!(self.text().contains(words), "{} does not say {words:?}: {}", self.asked, self.text());
        self
    }

    /// Where the problem's errors point.
    #[must_use]
    pub fn pointers(&self) -> Vec<String> {
        let errors = self.json()["errors"].as_array().cloned().unwrap_or_default();
        errors.iter().filter_map(|error| error["pointer"].as_str().map(str::to_owned)).collect()
    }

    /// The resolution with this relation.
    #[track_caller]
    #[must_use]
    pub fn resolution(&self, rel: &str) -> Value {
        let ways = self.json()["resolutions"].as_array().cloned().unwrap_or_default();
        let found = ways.into_iter().find(|way| way["rel"] == rel);
        found.unwrap_or_else(|| panic!("{} offers no {rel:?}: {}", self.asked, self.text()))
    }

    /// Goes on where there is no body at all.
    #[track_caller]
    pub fn empty(&self) -> &Self {
        assert!(self.bytes.is_empty(), "{} has a body: {}", self.asked, self.text());
        self
    }

    /// A header field; empty where there is none.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The `ETag`.
    #[track_caller]
    #[must_use]
    pub fn etag(&self) -> String {
        let tag = self.header("etag");
        assert!(tag.starts_with('"') && tag.ends_with('"'), "{} has the ETag {tag:?}", self.asked);
        tag.to_owned()
    }

    /// The body as JSON; null where it is none.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or(Value::Null)
    }

    /// A text member of the body.
    #[track_caller]
    #[must_use]
    pub fn field(&self, name: &str) -> String {
        let body = self.json();
        let text = body[name].as_str();
        text.unwrap_or_else(|| panic!("{} has no text {name:?}: {}", self.asked, self.text())).to_owned()
    }

    /// The id in the body.
    #[track_caller]
    #[must_use]
    pub fn id(&self) -> String {
        self.field("id")
    }

    /// The rows of a list.
    #[track_caller]
    #[must_use]
    pub fn data(&self) -> Vec<Value> {
        let body = self.json();
        let rows = body["data"].as_array();
        rows.unwrap_or_else(|| panic!("{} is no list: {}", self.asked, self.text())).clone()
    }

    /// The body as text.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{} {}", self.status, String::from_utf8_lossy(&self.bytes))
    }
}
