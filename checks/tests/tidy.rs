//! Rules about the source that a program can check: walls between crates, lengths, names, and that every refusal is
//! tested.

use std::collections::{BTreeMap, BTreeSet};

use checks::sources::{Source, root, rust_files};
use domain::Code;

#[path = "tidy/arguments.rs"]
mod arguments;
#[path = "tidy/coverage.rs"]
mod coverage;
#[path = "tidy/figures.rs"]
mod figures;
#[path = "tidy/floors.rs"]
mod floors;
#[path = "tidy/pages.rs"]
mod pages;
#[path = "tidy/suites.rs"]
mod suites;
#[path = "tidy/typed.rs"]
mod typed;

const CRATES: &[&str] = &["domain/src", "pages/src", "store/src", "server/src", "bench/src"];
const EVERYTHING: &[&str] = &["domain", "pages", "store", "server", "checks", "bench"];

/// Lines of the product where one of these words stands, with file and line.
fn places(files: &[Source], words: &[&str], excused: impl Fn(&Source, &str) -> bool) -> Vec<String> {
    let mut found = Vec::new();
    for file in files {
        for (number, line) in file.product_lines() {
            if words.iter().any(|word| line.contains(word)) && !excused(file, line) {
                found.push(format!("{}:{number}: {}", file.path, line.trim()));
            }
        }
    }
    found
}

fn assert_none(found: &[String], rule: &str) {
    assert!(found.is_empty(), "{rule}:\n  {}", found.join("\n  "));
}

#[test]
fn the_core_is_pure() {
    let words = [
        "async fn",
        ".await",
        "std::fs",
        "std::net",
        "std::env",
        "std::thread",
        "std::process",
        "SystemTime",
        "Timestamp::now",
        "Zoned::now",
        "Instant::now",
        "HashMap",
        "HashSet",
        "serde",
        "f32",
        "f64",
        "println!",
        "eprintln!",
        "tokio",
        "rand::",
    ];
    assert_none(
        &places(&rust_files(&["domain/src"]), &words, |_, _| false),
        "the core has no I/O, async, clock, chance, hash maps, serde or floats",
    );
    let manifest = std::fs::read_to_string(root().join("domain/Cargo.toml")).unwrap();
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
    let names: BTreeSet<&str> = dependencies
        .lines()
        .filter_map(|line| line.split(['=', '.', ' ']).next())
        .filter(|name| !name.is_empty())
        .collect();
    let reviewed = BTreeSet::from(["jiff", "sha2", "thiserror", "unicode-normalization"]);
    assert!(names.is_subset(&reviewed), "a new dependency of the core is reviewed first: {names:?}");
}

#[test]
fn only_the_store_has_sql_and_only_few_places_of_it_write() {
    let statements =
        ["\"select ", "\"insert ", "\"update ", "\"delete from", "insert into ", "delete from ", " set version = "];
    assert_none(
        &places(&rust_files(&["domain/src", "server/src"]), &statements, |_, _| false),
        "the server never runs SQL text: it asks a function of store::read",
    );
    let writes = ["insert into ", "delete from ", "\"update ", "on conflict"];
    let may_write = |file: &Source, _: &str| {
        [
            "store/src/operational/",
            "store/src/sqlite/save",
            "store/src/postgres/save",
            "store/src/statement",
            "store/src/migrate",
            // A replay fills a scratch database of its own; rebuild and restore write its rows.
            "store/src/audit/scratch",
            "store/src/audit/rebuild",
            "store/src/audit/copy",
        ]
        .iter()
        .any(|place| file.path.starts_with(place))
    };
    assert_none(
        &places(&rust_files(&["store/src"]), &writes, may_write),
        "rows are written by save, operational tables and migrations alone",
    );
}

#[test]
fn crates_know_only_those_below_them() {
    let foreign = |folder: &str, words: &[&str]| places(&rust_files(&[folder]), words, |_, _| false);
    assert_none(&foreign("domain/src", &["store::", "server::", "axum", "rusqlite"]), "the core knows nobody");
    assert_none(&foreign("store/src", &["server::", "axum", "hyper::", "StatusCode"]), "the store knows no HTTP");
    assert_none(
        &foreign("server/src", &["rusqlite", "tokio_postgres", "deadpool"]),
        "the server knows no database driver",
    );
    assert_none(
        &foreign("server/src/auth", &["crate::http", "crate::commit"]),
        "the authentication library knows neither HTTP handlers nor commits",
    );
}

#[test]
fn routes_are_made_of_declared_operations_alone() {
    let declares = |file: &Source, _: &str| file.path.starts_with("server/src/http/operations");
    assert_none(
        &places(&rust_files(&["server/src"]), &["routes!(", "OpenApiRouter"], declares),
        "a noun lists its operations: a route of its own would have no declaration and no permission",
    );
}

#[test]
fn files_say_what_they_are_for_and_are_short() {
    let mut wrong = Vec::new();
    for file in rust_files(EVERYTHING) {
        if !file.text.starts_with("//! ") {
            wrong.push(format!("{} does not begin with a sentence that says what it is for", file.path));
        }
        let lines = file.text.lines().count();
        let is_test = file.product_lines().is_empty();
        if lines > 600 && !is_test {
            wrong.push(format!("{} has {lines} lines: split it", file.path));
        } else if lines > 400 && !is_test {
            println!("{} has {lines} lines: it could be two", file.path);
        }
    }
    assert_none(&wrong, "one idea per file");
}

#[test]
fn codes_and_names_on_the_wire_have_their_rules() {
    let is_named = |name: &str| {
        matches!(name, "code" | "sku" | "number" | "name" | "codes" | "q" | "title" | "reference" | "source" | "tags")
            || ["_code", "_number", "_name"].iter().any(|end| name.ends_with(end))
    };
    let is_foreign = |name: &str| name.ends_with("external_id") || name.ends_with("external_ids");
    // The codes of the first setup and of an invitation are secrets that are typed once.
    let excused = ["server/src/http/auth/setup.rs", "server/src/http/auth/invitations.rs"];
    let mut wrong = Vec::new();
    for file in rust_files(&["server/src/http"]) {
        if file.path.contains("tests") || file.path.ends_with("query.rs") || file.path.contains("/input/") {
            continue;
        }
        for line in file.text.lines() {
            let field = line.trim().strip_prefix("pub ").and_then(|field| field.split_once(": "));
            let Some((name, kind)) = field else { continue };
            let is_plain = kind.split(['<', '>']).any(|part| part == "Text");
            if is_named(name) && is_plain && !(name == "code" && excused.contains(&file.path.as_str())) {
                wrong.push(format!("{}: {name} is any text: make it a CodeText, a Name or a Search", file.path));
            }
            // Of inputs, not of outputs.
            let is_input = ["Text", "CodeText", "Name", "Search"]
                .iter()
                .any(|one| kind.split(['<', '>']).any(|part| part == *one));
            if is_foreign(name) && is_input {
                wrong.push(format!("{}: {name} is a key of another program: make it a ForeignKey", file.path));
            }
        }
    }
    assert_none(&wrong, "one rule for codes, one for names and one for the keys of others");
}

#[test]
fn no_two_types_of_the_api_have_one_name() {
    // A schema is known by its name alone: of two types with one name, the document would show one for both.
    let mut places: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in rust_files(&["server/src/http"]) {
        let mut declares = false;
        for (_, line) in file.product_lines() {
            if line == "}" {
                declares = false;
            } else if ["input! {", "fields! {", "output! {", "view! {", "ToSchema"]
                .iter()
                .any(|word| line.contains(word))
            {
                declares = true;
            }
            let named = line.trim().strip_prefix("pub struct ").or_else(|| line.trim().strip_prefix("pub enum "));
            // A macro that declares types has a variable there.
            let Some(name) = named.filter(|name| declares && !name.starts_with('$')) else { continue };
            let name: String = name.chars().take_while(|one| one.is_alphanumeric()).collect();
            places.entry(name).or_default().insert(file.path.clone());
        }
    }
    assert!(places.len() > 200, "only {} types were found", places.len());
    let twice = places.iter().filter(|(_, files)| files.len() > 1);
    assert_none(
        &twice.map(|(name, files)| format!("{name}: {files:?}")).collect::<Vec<_>>(),
        "a type has a name of its own",
    );
}

/// The arms of each `match` of a text, with the line where it begins.
fn matches_of(text: &str) -> Vec<(usize, Vec<String>)> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("match ") {
        let mut depth = 0;
        let (mut arm, mut arms, mut is_pattern) = (String::new(), Vec::new(), true);
        for (place, letter) in text[at..].char_indices() {
            match letter {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                ';' if depth == 0 => break,
                _ => {}
            }
            if letter == '}' && depth == 0 {
                break;
            }
            let is_arrow = depth == 1 && text[at + place..].starts_with("=>");
            if is_arrow && is_pattern {
                arms.push(std::mem::take(&mut arm).trim_start_matches(['{', '}', ',']).trim().to_owned());
                is_pattern = false;
            } else if depth == 1 && !is_pattern && matches!(letter, ',' | '}') {
                is_pattern = true;
                arm.clear();
            } else if is_pattern && depth >= 1 {
                arm.push(letter);
            }
        }
        found.push((text[..at].lines().count().max(1), arms));
    }
    found
}

#[test]
fn what_depends_on_the_kind_of_a_movement_names_every_kind() {
    let mut wrong = Vec::new();
    for file in rust_files(&["domain/src", "server/src"]) {
        let lines: Vec<&str> =
            file.product_lines().into_iter().map(|(_, line)| line.split(" //").next().unwrap_or(line)).collect();
        let text = lines.join("\n");
        for (line, arms) in matches_of(&text) {
            let is_of_kinds = arms.iter().any(|arm| arm.contains("MovementKind::"));
            if is_of_kinds && arms.iter().any(|arm| arm == "_") {
                wrong.push(format!("{}, the match at product line {line}: {arms:?}", file.path));
            }
        }
    }
    assert_none(&wrong, "a new kind of movement must not be forgotten: name all kinds, or ask its row of rules");
}

#[test]
fn no_read_takes_a_value_by_its_place_in_the_row() {
    let by_place = ["at(cells", "at(&cells", "at(row,", " cells.get(", " cells[", "(cells[", "&cells[", "row.get("];
    // The columns themselves, and the two halves of a sum.
    let declared = |file: &Source| ["/columns.rs", "/parts.rs"].iter().any(|name| file.path.ends_with(name));
    let files: Vec<Source> = rust_files(&["store/src/read"]).into_iter().filter(|file| !declared(file)).collect();
    assert_none(
        &places(&files, &by_place, |_, _| false),
        "a read declares each column once, in `Columns` or `selected!`",
    );
}

#[test]
fn nothing_is_named_after_nothing() {
    let empty_names = ["utils", "util", "helpers", "helper", "common", "manager", "service", "misc"];
    let named = rust_files(EVERYTHING).into_iter().map(|file| file.path);
    let found: Vec<String> =
        named.filter(|path| path.split('/').any(|part| empty_names.contains(&part.trim_end_matches(".rs")))).collect();
    assert_none(&found, "a thing without a name of the field is not understood yet");
}

#[test]
fn the_product_does_not_panic_on_purpose() {
    let words = [".unwrap()", ".expect(\"", "panic!(", "unreachable!(", "todo!(", "unimplemented!(", "unsafe "];
    let files: Vec<Source> = rust_files(CRATES)
        .into_iter()
        .filter(|file| !file.path.contains("/test") && !file.path.starts_with("bench/"))
        .collect();
    // The core's own stage for tests, and the asserts that a broken program is caught by.
    let excused = |file: &Source, line: &str| {
        let is_stage = file.path == "domain/src/testing.rs" || file.path.contains("properties");
        // SQLite is handed functions that it calls through pointers, there and nowhere else.
        let is_shim = file.path == "pages/src/shim.rs" && line.contains("unsafe ");
        is_stage || is_shim || line.contains("// panics:")
    };
    assert_none(&places(&files, &words, excused), "no unwrap, expect or panic outside tests");
}

#[test]
fn no_test_is_ignored_and_none_sleeps_for_luck() {
    // The words are put together here, so that this file does not find itself.
    let ignored = format!("#[{}", "ignore");
    let found: Vec<String> =
        rust_files(EVERYTHING).into_iter().filter(|file| file.text.contains(&ignored)).map(|file| file.path).collect();
    assert_none(&found, "no test is ignored");
}

/// The product's lines without those that declare an operation: a code is not produced where it is declared.
fn undeclared(file: &Source) -> impl Iterator<Item = &str> {
    let mut declares = false;
    file.product_lines().into_iter().map(|(_, line)| line).filter(move |line| {
        declares |= line.contains("const OPERATION: ");
        let is_declaration = declares;
        declares &= !line.ends_with(';');
        !is_declaration
    })
}

/// Codes whose features come later, with the feature.
const LATER: &[(Code, &str)] = &[];

#[test]
fn every_rejection_is_produced_somewhere_and_met_by_a_test() {
    let files = rust_files(EVERYTHING);
    let lists = |path: &str| {
        let is_table = ["domain/src/value/rejection.rs", "server/src/http/problem/table.rs"].contains(&path);
        is_table || path.starts_with("checks/") || path.starts_with("server/src/http/operations")
    };
    let mut wrong = Vec::new();
    for code in Code::ALL {
        let (variant, quoted) = (format!("Code::{code:?}"), format!("\"{}\"", code.name()));
        let names = |text: &str| {
            text.match_indices(&variant)
                .any(|(at, _)| !text[at + variant.len()..].starts_with(|next: char| next.is_alphanumeric()))
        };
        let produced = files.iter().any(|file| !lists(&file.path) && undeclared(file).any(&names));
        let met = files.iter().any(|file| {
            file.path != "checks/tests/tidy.rs" && (names(file.test_text()) || file.test_text().contains(&quoted))
        });
        let later = LATER.iter().find(|(one, _)| one == code);
        match (produced, met, later) {
            (true, true, None) | (false, _, Some(_)) => {}
            (true, _, Some((_, what))) => wrong
                .push(format!("{} is produced by now: take it from the list of what comes with {what}", code.name())),
            (false, _, None) => wrong.push(format!("{} is produced nowhere", code.name())),
            (true, false, None) => wrong.push(format!("{} is met by no test", code.name())),
        }
    }
    assert_none(&wrong, "a refusal that no test meets is a guess");
}

/// The answers to a case of a published standard.
const ANSWERS: [&str; 4] = ["proved", "built", "missing", "not ours"];

#[test]
fn every_case_of_the_published_standards_is_answered_and_what_is_proved_names_its_cases() {
    let attacks = std::fs::read_to_string(root().join("checks/attacks.csv")).unwrap();
    let ids: BTreeSet<&str> = attacks.lines().filter_map(|line| line.split(',').next()).collect();
    let page = std::fs::read_to_string(root().join("docs/reference/security-coverage.md")).unwrap();
    let mut table = csv::Reader::from_path(root().join("checks/standards.csv")).unwrap();
    assert_eq!(table.headers().unwrap(), ["standard", "item", "level", "subject", "answer", "cases", "why"].as_slice());
    let (mut items, mut of_asvs, mut wrong) = (BTreeSet::new(), 0, Vec::new());
    for row in table.records() {
        let row = row.unwrap();
        let (standard, item, answer, cases, why) = (&row[0], &row[1], &row[4], &row[5], &row[6]);
        of_asvs += usize::from(standard.contains("ASVS"));
        if !items.insert((standard.to_owned(), item.to_owned())) {
            wrong.push(format!("{standard} {item} is there twice"));
        }
        if !ANSWERS.contains(&answer)
            || (answer == "proved") == cases.is_empty()
            || (cases.is_empty() && why.is_empty())
        {
            wrong.push(format!("{standard} {item} is answered {answer:?} with {cases:?} and {why:?}"));
        }
        wrong.extend(cases.split_whitespace().filter(|id| !ids.contains(id)).map(|id| format!("{item} names {id}")));
        if answer == "missing" && !page.contains(item) {
            wrong.push(format!("{standard} {item} is missing and not on the page"));
        }
    }
    assert_eq!(of_asvs, 345, "ASVS 5.0.0 has 345 requirements");
    assert_none(&wrong, "a case is answered, and what is missing is told");
}

/// A name of an invariant in quotes, as `log.chain`.
fn invariant_names(line: &str) -> impl Iterator<Item = &str> {
    let kinds = ["log", "entries", "numbers", "lines", "balances", "voids", "matches", "years", "stock", "storage"];
    line.split('"').skip(1).step_by(2).filter(move |text| {
        let is_word = |word: &str| !word.is_empty() && word.chars().all(|one| one.is_ascii_lowercase() || one == '_');
        text.split_once('.').is_some_and(|(kind, rest)| kinds.contains(&kind) && is_word(rest))
    })
}

#[test]
fn the_page_about_the_log_names_every_invariant_that_verify_checks() {
    let page = std::fs::read_to_string(root().join("docs/explanation/the-log.md")).unwrap();
    let (mut met, mut wrong) = (0, Vec::new());
    for file in rust_files(&["store/src/audit"]) {
        for (_, line) in file.product_lines() {
            for name in invariant_names(line) {
                met += 1;
                if !page.contains(&format!("`{name}`")) {
                    wrong.push(format!("{name} of {} is not in docs/explanation/the-log.md", file.path));
                }
            }
        }
    }
    assert!(met >= 30, "only {met} names were found");
    assert_none(&wrong, "the page promises what is checked");
}

/// The groups that the table of attacks must cover.
const ATTACK_GROUPS: &[&str] = &[
    "tokens", "login", "rights", "fields", "business", "numbers", "parsers", "protocol", "browser", "ssrf", "secrets",
];

#[test]
fn every_attack_has_an_id_of_its_own_and_a_test_that_exists() {
    let mut table = csv::Reader::from_path(root().join("checks/attacks.csv")).unwrap();
    assert_eq!(table.headers().unwrap(), ["id", "group", "sentence", "test"].as_slice());
    let (mut ids, mut groups, mut wrong) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for row in table.records() {
        let row = row.unwrap();
        let (id, group, sentence, test) = (&row[0], &row[1], &row[2], &row[3]);
        if !ids.insert(id.to_owned()) {
            wrong.push(format!("{id} is there twice"));
        }
        if !ATTACK_GROUPS.contains(&group) || sentence.is_empty() {
            wrong.push(format!("{id} has the group {group:?} and the sentence {sentence:?}"));
        }
        groups.insert(group.to_owned());
        let exists = test.split_once("::").is_some_and(|(path, name)| {
            let text = std::fs::read_to_string(root().join(path)).unwrap_or_default();
            text.contains(&format!("fn {name}("))
        });
        if !exists {
            wrong.push(format!("{id} names a test that is not there: {test:?}"));
        }
    }
    wrong.extend(
        ATTACK_GROUPS
            .iter()
            .filter(|group| !groups.contains(**group))
            .map(|group| format!("no attack is of the group {group}")),
    );
    assert_none(&wrong, "an attack without a test is a guess");
}
