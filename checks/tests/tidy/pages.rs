//! The names on the pages: files, headings, codes, events, fields, permissions and settings exist under these names.

use std::collections::BTreeSet;

use checks::pages::{Page, page, pages, prose, spans};
use checks::sources::{root, rust_files};
use domain::Code;
use domain::book::fact::FactKind;
use domain::stock::goods::warnings::WarningCode;
use domain::value::permission::Permission;
use serde_json::Value;
use server::config::settings::{ISSUER_KEYS, SETTINGS};
use server::http::problem::{ProblemCode, ServerCode};
use store::operational::security_events::SecurityEventKind;

use super::assert_none;

/// The address of a heading: small letters, digits and hyphens in the place of blanks.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|one| one.is_alphanumeric() || " -_".contains(*one));
    kept.collect::<String>().trim().to_lowercase().replace(' ', "-")
}

fn anchors(page: &Page) -> Vec<String> {
    let prose = prose(&page.text);
    prose.lines().filter(|line| line.starts_with('#')).map(|line| anchor(line.trim_start_matches('#'))).collect()
}

/// Where a page leads, without addresses of other hosts.
fn links(text: &str) -> Vec<String> {
    let text = prose(text).replace('\n', " ");
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://")).map(str::to_owned).collect()
}

#[test]
fn every_link_between_pages_leads_to_a_file_and_a_heading_that_exist() {
    let (mut met, mut wrong) = (0, Vec::new());
    for from in pages() {
        for link in links(&from.text) {
            met += 1;
            let (path, heading) = link.split_once('#').map_or((link.as_str(), None), |(path, name)| (path, Some(name)));
            let folder = from.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let target = if path.is_empty() { from.path.clone() } else { format!("{folder}/{path}") };
            let Ok(file) = root().join(target.trim_start_matches('/')).canonicalize() else {
                wrong.push(format!("{}: {link} is no file", from.path));
                continue;
            };
            let shown = file.strip_prefix(root().canonicalize().unwrap()).unwrap().to_string_lossy().into_owned();
            if heading.is_some_and(|name| !anchors(&page(&shown)).iter().any(|known| known == name)) {
                wrong.push(format!("{}: {link} names no heading", from.path));
            }
        }
    }
    assert!(met > 100, "only {met} links were found");
    assert_none(&wrong, "a link leads somewhere");
}

#[test]
fn every_page_that_the_source_names_exists() {
    let mut wrong = Vec::new();
    let mut tables = vec![page("checks/standards.csv"), page("checks/attacks.csv")];
    let sources = rust_files(&["domain", "pages", "store", "server", "checks", "bench"]);
    tables.extend(sources.into_iter().map(|file| Page { path: file.path, text: file.text }));
    for file in tables {
        for (at, _) in file.text.match_indices("docs/") {
            let is_path = |one: char| one.is_ascii_alphanumeric() || "-_/.".contains(one);
            let path = file.text[at..].split(|one| !is_path(one)).next().unwrap_or_default().trim_end_matches('.');
            if path.ends_with(".md") && !root().join(path).exists() {
                wrong.push(format!("{} names {path}", file.path));
            }
        }
    }
    assert_none(&wrong, "who is sent to a page finds it");
}

/// Names of other programs that are written as codes are.
const OF_OTHERS: &[&str] = &[
    // PostgreSQL and its tools.
    "pg_restore",
    "max_wal_size",
    "shared_buffers",
    "synchronous_commit",
    "synchronous_standby_names",
    "channel_binding",
    "tokio_postgres",
    "data_checksums",
    // Claims of tokens and fields of RFC 6749.
    "client_credentials",
    "refresh_token",
    "grant_type",
    "client_id",
    "client_secret",
    "at_hash",
    "c_hash",
    "s_hash",
    "token_use",
    // Columns of facts.
    "request_id",
    "previous_hash",
    // Tables that a damaged one is named by.
    "signing_keys",
    "clock_acceptances",
];

/// Metrics and log targets begin so.
const OURS: &str = "countinghouse_";

fn is_snake(word: &str) -> bool {
    word.contains('_') && word.bytes().all(|one| one.is_ascii_lowercase() || one.is_ascii_digit() || one == b'_')
}

#[test]
fn every_code_of_a_page_is_in_the_table_and_stands_beside_its_status() {
    let codes = || Code::ALL.iter().map(|code| code.name()).chain(ServerCode::ALL.iter().map(|code| code.name()));
    let known: BTreeSet<&str> = codes()
        .chain(OF_OTHERS.iter().copied())
        .chain(ISSUER_KEYS.iter().copied())
        .chain(WarningCode::ALL.iter().map(|code| code.name()))
        .chain(SETTINGS.iter().flat_map(|setting| setting.key.rsplit('.')))
        .collect();
    let sources = rust_files(&["server/src", "store/src"]);
    let is_metric = |word: &str| word.starts_with(OURS) && sources.iter().any(|file| file.text.contains(word));
    let (mut met, mut wrong) = (0, Vec::new());
    for page in pages().into_iter().filter(|page| page.path != "CONTRIBUTING.md") {
        for span in spans(&page.text) {
            let word = span.rsplit(' ').next().unwrap_or_default();
            if is_snake(word) && !known.contains(word) && !is_metric(word) {
                wrong.push(format!("{}: {word} is no code", page.path));
            }
        }
        let prose = prose(&page.text).replace('`', " ");
        let words: Vec<&str> = prose.split_whitespace().collect();
        for pair in words.windows(2) {
            let code = pair[1].trim_end_matches([',', ')', ':', '.', ';']);
            let Some(code) = ProblemCode::parse(code).filter(|_| is_snake(code)) else { continue };
            let Ok(status) = pair[0].trim_start_matches('(').parse::<u16>() else { continue };
            met += 1;
            if status != code.row().status.as_u16() {
                wrong.push(format!("{}: {} is answered with {}", page.path, code.name(), code.row().status.as_u16()));
            }
        }
    }
    assert!(met > 10, "only {met} codes stand beside a status");
    assert_none(&wrong, "a code is stable, and so is its status");
}

/// Every name and text of the API's document: fields, values, parameters, headers.
fn names_of_the_api() -> BTreeSet<String> {
    fn collect(value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(members) => {
                for (name, value) in members {
                    found.insert(name.clone());
                    collect(value, found);
                }
            }
            Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
            Value::String(text) => {
                found.insert(text.clone());
            }
            _ => {}
        }
    }
    let document: Value = serde_json::from_str(&page("docs/reference/openapi.json").text).unwrap();
    let mut found = BTreeSet::new();
    collect(&document, &mut found);
    found
}

/// Names in the manner of fields that are in no document of the API: of the reading program, of PostgreSQL, of other tools,
/// and the details of `/readyz`, which a test of its own looks at.
const NO_FIELDS: &[&str] = &["subjectAltName", "costCenter", "uncheckedOrganizations", "cSj", "previousPeriod"];

fn is_camel(word: &str) -> bool {
    word.starts_with(|one: char| one.is_ascii_lowercase())
        && word.contains(|one: char| one.is_ascii_uppercase())
        && word.bytes().all(|one| one.is_ascii_alphanumeric())
}

#[test]
fn every_field_of_a_page_is_in_the_document_of_the_api() {
    let mut known = names_of_the_api();
    let events = FactKind::ALL.iter().map(|kind| kind.name());
    let events = events.chain(SecurityEventKind::ALL.iter().map(|kind| kind.name()));
    let permissions = Permission::ALL.iter().map(|permission| permission.name());
    known.extend(events.chain(permissions).flat_map(|name| name.split(['.', ':'])).map(str::to_owned));
    // Roles, and members of data and of the context of problems that the document leaves open.
    let elsewhere = rust_files(&["domain/src", "server/src/http", "server/src/run"]);
    let is_elsewhere = |word: &str| elsewhere.iter().any(|file| file.text.contains(&format!("\"{word}\"")));
    let (mut met, mut wrong) = (0, Vec::new());
    for page in pages().into_iter().filter(|page| page.path != "CONTRIBUTING.md") {
        for span in spans(&page.text) {
            for word in span.split(|one: char| !one.is_alphanumeric()).filter(|word| is_camel(word)) {
                met += 1;
                if !known.contains(word) && !NO_FIELDS.contains(&word) && !is_elsewhere(word) {
                    wrong.push(format!("{}: `{span}`: nothing is called {word}", page.path));
                }
            }
        }
    }
    assert!(met > 300, "only {met} names were found");
    assert_none(&wrong, "a page names what is there");
}

/// Words with a point that are neither events nor settings: invariants, which have a test of their own, and places in answers.
const WITH_POINT: &[&str] = &[
    "log.",
    "rows.",
    "entries.",
    "numbers.",
    "lines.",
    "balances.",
    "voids.",
    "matches.",
    "years.",
    "stock.",
    "storage.",
    "readable.",
    "details.",
    "context.",
    "totals.",
    "signature.",
    "assets.",
    "expenses.",
    "income.",
];

#[test]
fn every_event_and_setting_of_a_page_is_one() {
    let events = FactKind::ALL.iter().map(|kind| kind.name());
    let security = SecurityEventKind::ALL.iter().map(|kind| kind.name());
    let known: BTreeSet<&str> = events.chain(security).chain(SETTINGS.iter().map(|setting| setting.key)).collect();
    let is_dotted = |word: &str| {
        let is_name = |part: &str| !part.is_empty() && part.bytes().all(|one| one.is_ascii_alphabetic() || one == b'_');
        let is_small = word.starts_with(|one: char| one.is_ascii_lowercase());
        is_small && word.split_once('.').is_some_and(|(one, other)| is_name(one) && is_name(other))
    };
    let files = [
        "md",
        "json",
        "csv",
        "db",
        "rs",
        "toml",
        "key",
        "crt",
        "pem",
        "conf",
        "log",
        "journal",
        "beancount",
        "ledger",
        "html",
        "xlsx",
        "sig",
        "txt",
        "der",
        "sql",
        "dump",
        "py",
        "ts",
    ];
    let (mut met, mut wrong) = (0, Vec::new());
    for page in pages() {
        for span in spans(&page.text).iter().filter(|span| is_dotted(span)) {
            let is_place = WITH_POINT.iter().any(|place| span.starts_with(place));
            let is_file = span.rsplit('.').next().is_some_and(|end| files.contains(&end));
            if is_place || is_file {
                continue;
            }
            met += 1;
            if !known.contains(span.as_str()) {
                wrong.push(format!("{}: {span} is neither an event nor a setting", page.path));
            }
        }
    }
    assert!(met > 25, "only {met} names were found");
    assert_none(&wrong, "a page names what is there");
}

#[test]
fn every_permission_of_a_page_is_one() {
    let known: BTreeSet<&str> = Permission::ALL.iter().map(|permission| permission.name()).collect();
    let is_pair = |word: &str| {
        let is_name = |part: &str| part.len() > 2 && part.bytes().all(|one| one.is_ascii_alphabetic());
        word.split_once(':').is_some_and(|(noun, verb)| is_name(noun) && is_name(verb))
    };
    let (mut met, mut wrong) = (0, Vec::new());
    for page in pages() {
        for span in spans(&page.text).iter().filter(|span| is_pair(span)) {
            met += 1;
            if !known.contains(span.as_str()) {
                wrong.push(format!("{}: {span} is no permission", page.path));
            }
        }
    }
    assert!(met > 20, "only {met} permissions were found");
    assert_none(&wrong, "a page names what is there");
}

#[test]
fn the_page_of_settings_has_no_setting_that_the_program_lacks() {
    let text = page("docs/reference/configuration.md").text;
    let mut wrong = Vec::new();
    for row in text.lines().filter(|line| line.starts_with("| `") && line.matches(" | ").count() == 3) {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(|cell| cell.trim().trim_matches('`')).collect();
        let told = SETTINGS.iter().find(|setting| setting.key == cells[0]);
        if told.is_none_or(|setting| setting.variable != cells[1]) {
            wrong.push(format!("{} with the variable {}", cells[0], cells[1]));
        }
    }
    assert_none(&wrong, "no program reads this");
    assert_eq!(text.matches("| `COUNTINGHOUSE_").count() + text.matches("| `DATABASE_URL`").count(), SETTINGS.len());
}

#[test]
fn pages_and_help_have_every_column_of_a_file() {
    let help = page("server/src/cli/import.rs").text;
    for (path, columns) in [
        ("docs/how-to/bring-in-a-chart-of-accounts.md", server::charts::file::COLUMNS.to_vec()),
        ("docs/how-to/describe-what-is-in-stock.md", server::import::items::COLUMNS.names.to_vec()),
    ] {
        let text = page(path).text;
        let is_named =
            |text: &str, name: &str| text.split(|one: char| !one.is_ascii_alphanumeric()).any(|word| word == name);
        let missing: Vec<&&str> =
            columns.iter().filter(|name| !is_named(&text, name) || !is_named(&help, name)).collect();
        assert!(missing.is_empty(), "{path} or the help does not name {missing:?}");
    }
}

#[test]
fn every_way_in_which_a_command_ends_is_in_the_help() {
    let source = page("server/src/cli/failure.rs").text;
    let codes = source.split("pub enum Exit {").nth(1).unwrap().split('}').next().unwrap();
    let help = page("server/src/cli/args.rs").text;
    let told = help.split("Exit codes:").nth(1).unwrap().split("\n\n").next().unwrap().to_owned();
    let numbers: Vec<&str> = codes.split(" = ").skip(1).filter_map(|rest| rest.split(',').next()).collect();
    assert!(numbers.len() >= 4, "{numbers:?}");
    let listed: Vec<&str> = told.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!((listed[0], &listed[1..]), ("0", numbers.as_slice()));
}
