//! Questions on a terminal, and passwords from a file, standard input or without echo.

use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use super::failure::Failure;

/// The given value, else the answer to a question, else the default.
///
/// # Errors
/// Where nobody can be asked and there is no default.
pub fn ask(given: Option<String>, option: &str, question: &str, default: Option<&str>) -> Result<String, Failure> {
    if let Some(given) = given {
        return Ok(given);
    }
    if !std::io::stdin().is_terminal() {
        return default
            .map(str::to_owned)
            .ok_or_else(|| Failure::usage(format!("{option} is missing, and there is no terminal to ask on")));
    }
    match default {
        Some(default) => eprint!("{question} [{default}]: "),
        None => eprint!("{question}: "),
    }
    let answer = line()?;
    match (answer.is_empty(), default) {
        (false, _) => Ok(answer),
        (true, Some(default)) => Ok(default.to_owned()),
        (true, None) => Err(Failure::usage(format!("{option} is missing"))),
    }
}

/// A password: the first line of the file (`-`: standard input), else asked for twice without echo.
///
/// # Errors
/// Where there is none, or the two differ.
pub fn password(file: Option<&Path>) -> Result<String, Failure> {
    let Some(path) = file else { return ask_password() };
    let text = if path == Path::new("-") {
        line()?
    } else {
        std::fs::read_to_string(path)
            .map_err(|error| Failure::usage(format!("cannot read {}: {error}", path.display())))?
    };
    match text.lines().next() {
        Some(password) if !password.is_empty() => Ok(password.to_owned()),
        _ => Err(Failure::usage(format!("{} has no password in its first line", path.display()))),
    }
}

fn ask_password() -> Result<String, Failure> {
    if !std::io::stdin().is_terminal() {
        return Err(Failure::usage("--password-file is missing, and there is no terminal to ask on"));
    }
    let first = hidden("Password: ")?;
    if first == hidden("Password, once more: ")? { Ok(first) } else { Err(Failure::usage("the two passwords differ")) }
}

fn hidden(question: &str) -> Result<String, Failure> {
    eprint!("{question}");
    let echo = |mode: &str| {
        Command::new("stty").arg(mode).stdin(Stdio::inherit()).status().is_ok_and(|status| status.success())
    };
    // Without `stty` the password is seen as it is typed, which beats not being able to type it.
    let is_hidden = echo("-echo");
    let answer = line();
    if is_hidden {
        echo("echo");
        eprintln!();
    }
    answer
}

fn line() -> Result<String, Failure> {
    let _ = std::io::stderr().flush();
    let mut text = String::new();
    std::io::stdin()
        .lock()
        .read_line(&mut text)
        .map_err(|error| Failure::failed(format!("cannot read the answer: {error}")))?;
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}
