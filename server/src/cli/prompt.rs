//! Questions on a terminal, and passwords from a file, standard input or without echo.

use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use super::failure::Failure;
use crate::auth::password;

/// The given value, else the answer to a question, else the default, as `read` understands it. On a terminal an invalid
/// answer is asked for again.
///
/// # Errors
/// If nobody can be asked and there is no default, or the given value is invalid.
pub fn ask<T>(
    given: Option<String>,
    option: &str,
    question: &str,
    default: Option<&str>,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<T, Failure> {
    if let Some(given) = given {
        return read(&given).map_err(Failure::usage);
    }
    if !std::io::stdin().is_terminal() {
        let default = default
            .ok_or_else(|| Failure::usage(format!("{option} is missing, and there is no terminal to ask on")))?;
        return read(default).map_err(Failure::usage);
    }
    loop {
        match default {
            Some(default) => eprint!("{question} [{default}]: "),
            None => eprint!("{question}: "),
        }
        let answer = line()?;
        match read(if answer.is_empty() { default.unwrap_or_default() } else { &answer }) {
            Ok(read) => return Ok(read),
            Err(why) => eprintln!("  {why}"),
        }
    }
}

/// A password that does: the first line of the file (`-`: standard input), else asked for twice without echo, until
/// both are the same.
///
/// # Errors
/// Where there is none, or the file's does not do.
pub fn password(file: Option<&Path>, check: impl Fn(&str) -> Result<(), String>) -> Result<String, Failure> {
    let Some(path) = file else { return ask_password(check) };
    let text = if path == Path::new("-") {
        line()?
    } else {
        std::fs::read_to_string(path)
            .map_err(|error| Failure::usage(format!("cannot read {}: {error}", path.display())))?
    };
    match text.lines().next() {
        Some(password) if !password.is_empty() => {
            check(password).map_err(Failure::usage)?;
            Ok(password.to_owned())
        }
        _ => Err(Failure::usage(format!("{} has no password on its first line", path.display()))),
    }
}

/// The password of a sign-in, asked for once without echo.
///
/// # Errors
/// If there is no terminal to ask on.
pub fn present_password() -> Result<String, Failure> {
    if !std::io::stdin().is_terminal() {
        return Err(Failure::usage("--password-file is missing, and there is no terminal to ask on"));
    }
    hidden("Password: ")
}

fn ask_password(check: impl Fn(&str) -> Result<(), String>) -> Result<String, Failure> {
    if !std::io::stdin().is_terminal() {
        return Err(Failure::usage("--password-file is missing, and there is no terminal to ask on"));
    }
    loop {
        let first = hidden("Password: ")?;
        if let Err(why) = check(&first) {
            eprintln!("  {why}");
        } else if first == hidden("Repeat the password: ")? {
            return Ok(first);
        } else {
            eprintln!("  the two passwords differ");
        }
    }
}

/// Whether a password does for this user, in the words of the service.
///
/// # Errors
/// Why not.
pub fn strong(password: &str, username: &str) -> Result<(), String> {
    password::require_strong(password, username).map_err(|weak| format!("the password {weak}"))
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
    let read = std::io::stdin()
        .lock()
        .read_line(&mut text)
        .map_err(|error| Failure::failed(format!("cannot read the answer: {error}")))?;
    if read == 0 {
        return Err(Failure::usage("the input ended before the answer"));
    }
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}
