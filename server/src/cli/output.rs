//! A command's messages: text for people, or one JSON document for scripts.

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
    ///
    /// # Errors
    /// As [`print`].
    pub fn say(self, text: &str, json: &Value) -> Result<(), Failure> {
        if self.as_json { print(&json.to_string()) } else { print(text) }
    }

    /// Tells why the command failed.
    #[must_use]
    pub fn fail(self, failure: &Failure) -> ExitCode {
        let code = failure.exit as u8;
        if self.as_json {
            let mut told = json!({"error": failure.text, "exitCode": code, "code": failure.code()});
            if let Some(problem) = &failure.problem {
                told["problem"] = (**problem).clone();
            }
            eprintln!("{told}");
        } else {
            eprintln!("error: {}", failure.text);
        }
        ExitCode::from(code)
    }
}

/// Prints a line.
///
/// # Errors
/// Where standard output takes no more, as on a full disk.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = StandardOutput;
    writeln!(out, "{text}").and_then(|()| out.flush()).map_err(|error| unprinted(&error))
}

/// The failure for a failed write to standard output.
#[must_use]
pub fn unprinted(error: &std::io::Error) -> Failure {
    Failure::failed(format!("standard output cannot be written: {error}"))
}

/// Standard output, whose reader may leave early: that is no failure (`countinghouse openapi | head`). Every writer
/// ends with a flush, because a failure at the end of the process is not reported.
pub struct StandardOutput;

impl std::io::Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        unless_nobody_reads(std::io::stdout().write(bytes), bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        unless_nobody_reads(std::io::stdout().flush(), ())
    }
}

fn unless_nobody_reads<T>(result: std::io::Result<T>, read: T) -> std::io::Result<T> {
    match result {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(read),
        other => other,
    }
}
