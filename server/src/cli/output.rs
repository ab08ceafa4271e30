//! What a command says: text for people, or one JSON document for scripts.

use std::io::Write as _;
use std::process::ExitCode;

use serde_json::{Value, json};

use super::failure::Failure;

/// How a command answers.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    /// Whether as JSON.
    pub as_json: bool,
}

impl Output {
    /// Says one thing, in the form that was asked for.
    pub fn say(self, text: &str, json: &Value) {
        if self.as_json { print(&json.to_string()) } else { print(text) }
    }

    /// Tells why the command failed.
    #[must_use]
    pub fn fail(self, failure: &Failure) -> ExitCode {
        let code = failure.exit as u8;
        if self.as_json {
            eprintln!("{}", json!({"error": failure.text, "exitCode": code}));
        } else {
            eprintln!("error: {}", failure.text);
        }
        ExitCode::from(code)
    }
}

/// Prints a line. Whoever reads may leave early, which is no failure (`countinghouse openapi | head`).
pub fn print(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}
