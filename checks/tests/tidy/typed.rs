//! The commands that the pages tell a reader to type: each is one that the program takes, each call an operation of the
//! API.

use checks::pages::{Page, code_blocks, pages, spans};
use checks::shell;
use clap::Parser as _;
use clap::error::ErrorKind;
use serde_json::Value;
use server::cli::args::Arguments;

use super::assert_none;

/// The root of the API, and its name on pages.
const ROOT: &str = "/api/v1";
const METHODS: [&str; 4] = ["GET", "POST", "PUT", "DELETE"];
/// Addresses of the service that the document of the API does not have.
const BESIDE: [&str; 5] = ["/docs", "/openapi.json", "/healthz", "/readyz", "/metrics"];

/// Each block of commands of a page, as simple commands of words.
fn commands(page: &Page) -> Vec<Vec<String>> {
    let blocks = code_blocks(&page.text).into_iter();
    let mut found = Vec::new();
    for block in blocks {
        match block.language {
            "sh" | "bash" => found.extend(shell::commands(&block.text)),
            "console" => {
                let typed: Vec<String> = console_lines(&block.text);
                found.extend(shell::commands(&typed.join("\n")));
            }
            _ => {}
        }
    }
    found
}

/// The text typed after a `$`, with its continuation lines.
fn console_lines(text: &str) -> Vec<String> {
    let mut typed = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        let line = match line.strip_prefix("$ ") {
            Some(line) => line,
            None if goes_on => line,
            None => continue,
        };
        goes_on = line.ends_with('\\');
        typed.push(line.to_owned());
    }
    typed
}

/// Why the program would not take these words; those of prose may leave out required ones.
fn refused(words: &[String], is_prose: bool) -> Option<String> {
    let asked = std::iter::once("countinghouse").chain(words.iter().map(String::as_str));
    let error = Arguments::try_parse_from(asked).err()?;
    let is_help = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    let is_short = matches!(
        error.kind(),
        ErrorKind::MissingRequiredArgument
            | ErrorKind::MissingSubcommand
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    let is_told = is_help || (is_prose && is_short);
    (!is_told).then(|| error.to_string().lines().next().unwrap_or_default().to_owned())
}

/// The arguments after the program's name in a command, if it is in it.
fn arguments(command: &[String]) -> Option<Vec<String>> {
    let at = command.iter().position(|word| word == "countinghouse" || word.ends_with("debug/countinghouse"))?;
    Some(command[at + 1..].to_vec()).filter(|words| !words.is_empty())
}

#[test]
fn every_command_of_a_page_is_one_that_the_program_takes() {
    let (mut met, mut wrong) = (0, Vec::new());
    for page in pages() {
        let typed = commands(&page).into_iter().map(|command| (command, false));
        let told = spans(&page.text).into_iter().flat_map(|span| shell::commands(&span)).map(|command| (command, true));
        for (command, is_prose) in typed.chain(told) {
            // `pgrep countinghouse` and the like are about it, and do not run it.
            if command.first().is_some_and(|first| first == "pgrep") {
                continue;
            }
            let Some(words) = arguments(&command) else { continue };
            met += 1;
            if let Some(why) = refused(&words, is_prose) {
                wrong.push(format!("{}: countinghouse {}: {why}", page.path, words.join(" ")));
            }
        }
    }
    assert!(met > 60, "only {met} commands were found");
    assert_none(&wrong, "what a page tells to type works");
}

#[test]
fn every_command_of_the_help_is_one_that_the_program_takes() {
    let (mut met, mut wrong) = (0, Vec::new());
    let mut open = vec![<Arguments as clap::CommandFactory>::command()];
    while let Some(command) = open.pop() {
        open.extend(command.get_subcommands().cloned());
        let told = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let examples = told.lines().map(str::trim).filter(|line| line.contains("countinghouse "));
        for line in examples.filter(|line| !line.contains('`')) {
            // The result that a line shows after its command stands far to the right.
            let line = line.split("   ").next().unwrap_or(line);
            for words in shell::commands(line).iter().filter_map(|command| arguments(command)) {
                met += 1;
                if let Some(why) = refused(&words, false) {
                    wrong.push(format!("help {}: {line}: {why}", command.get_name()));
                }
            }
        }
    }
    assert!(met > 15, "only {met} commands were found");
    assert_none(&wrong, "what the help tells to type works");
}

/// A call that a page shows.
struct Call {
    method: String,
    path: String,
    query: Vec<String>,
}

/// Operations of the API by their paths.
struct Operations(Value);

impl Operations {
    fn read() -> Self {
        let text = std::fs::read_to_string(checks::sources::root().join("docs/reference/openapi.json")).unwrap();
        Self(serde_json::from_str(&text).unwrap())
    }

    /// Why there is no such call.
    fn refuse(&self, call: &Call) -> Option<String> {
        let asked: Vec<&str> = call.path.split('/').collect();
        let is_any = |part: &str| part.contains(['{', '$', '…']);
        let paths = self.0["paths"].as_object().unwrap().iter().filter(|(path, _)| {
            let parts: Vec<&str> = path.split('/').collect();
            parts.len() == asked.len()
                && parts.iter().zip(&asked).all(|(part, asked)| part == asked || is_any(part) || is_any(asked))
        });
        // A variable of a page may stand for any of several paths: one that takes the call is enough.
        let (mut is_path, mut refused) = (false, None);
        for (_, operations) in paths {
            is_path = true;
            let Some(operation) = operations.get(call.method.to_lowercase()) else { continue };
            let names: Vec<&str> = operation["parameters"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|parameter| checks::document::resolved(&self.0, parameter)["name"].as_str())
                .collect();
            let is_known = |name: &String| {
                let name = name.split('[').next().unwrap_or(name);
                names.iter().any(|known| known.split('[').next() == Some(name))
            };
            let unknown = call.query.iter().find(|name| !is_known(name))?;
            refused = refused.or(Some(format!("it has no parameter {unknown}")));
        }
        if refused.is_some() {
            return refused;
        }
        Some(if is_path { "this path has no such method".to_owned() } else { "there is no such path".to_owned() })
    }
}

/// Where variables of a page lead, as `API` to `/api/v1`.
fn variables(page: &Page) -> Vec<(String, String)> {
    let mut known = vec![("API".to_owned(), ROOT.to_owned())];
    for command in commands(page) {
        let Some((name, value)) = command.first().and_then(|word| word.split_once('=')) else { continue };
        let value = value.replace("http://127.0.0.1:8080", "").replace("$API", ROOT);
        if value.starts_with('/') && value.contains(ROOT) {
            known.retain(|(other, _)| other != name);
            known.push((name.to_owned(), value));
        }
    }
    known
}

/// The address of a word, if it is one of the service's.
fn address(word: &str, variables: &[(String, String)]) -> Option<String> {
    if let Some(path) = word.strip_prefix("http://127.0.0.1:8080") {
        return Some(path.to_owned());
    }
    variables.iter().find_map(|(name, at)| {
        let rest = word.strip_prefix(&format!("${name}"))?;
        rest.starts_with(['/', '?']).then(|| format!("{at}{rest}")).or_else(|| rest.is_empty().then(|| at.clone()))
    })
}

/// The call that a command makes.
fn call(command: &[String], variables: &[(String, String)]) -> Option<Call> {
    let address = command.iter().find_map(|word| address(word, variables))?;
    // An assignment gives an address a name and asks nothing.
    let is_asked = command.iter().any(|word| ["curl", "call", "made", "as"].contains(&word.as_str()));
    let (path, query) = address.split_once('?').unwrap_or((&address, ""));
    let given = command.iter().position(|word| word == "-X").and_then(|at| command.get(at + 1));
    let has_body = command.iter().any(|word| word == "-d");
    let method = given.map_or(if has_body { "POST" } else { "GET" }, String::as_str);
    let names = query.split('&').filter_map(|one| one.split_once('=')).map(|(name, _)| name.to_owned()).collect();
    is_asked.then(|| Call { method: method.to_owned(), path: path.to_owned(), query: names })
}

/// A call as prose names it: `POST /auth/revoke`.
fn told(span: &str) -> Option<Call> {
    let words: Vec<&str> = span.split_whitespace().collect();
    let [method, address, ..] = words.as_slice() else { return None };
    if !METHODS.contains(method) || !address.starts_with('/') {
        return None;
    }
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let path = if path.starts_with(ROOT) { path.to_owned() } else { format!("{ROOT}{path}") };
    let names = query.split('&').filter_map(|one| one.split_once('=')).map(|(name, _)| name.to_owned()).collect();
    Some(Call { method: (*method).to_owned(), path, query: names })
}

#[test]
fn every_call_of_a_page_is_an_operation_of_the_api() {
    let operations = Operations::read();
    let (mut met, mut wrong) = (0, Vec::new());
    for page in pages() {
        let variables = variables(&page);
        let typed = commands(&page).into_iter().filter_map(|command| call(&command, &variables));
        let told = spans(&page.text).into_iter().filter_map(|span| told(&span));
        for call in typed.chain(told) {
            if BESIDE.iter().any(|path| call.path.starts_with(path)) {
                continue;
            }
            met += 1;
            if let Some(why) = operations.refuse(&call) {
                wrong.push(format!("{}: {} {}: {why}", page.path, call.method, call.path));
            }
        }
    }
    assert!(met > 150, "only {met} calls were found");
    assert_none(&wrong, "what a page tells to call is there");
}
