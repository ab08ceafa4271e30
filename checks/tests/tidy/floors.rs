//! The floors of the core, from the ground up: a floor imports only those below it.

use checks::sources::rust_files;

use super::assert_none;

/// Folders and files of `domain/src`, each with the names it must not know above it.
const FLOORS: &[&str] = &[
    "value",
    "costing",
    "rows",
    "book",
    "access",
    "approvals",
    "controls",
    "ledger",
    "stock",
    "waiting",
    "commands",
    "command",
    "batch",
    "model",
    "replay",
];

#[test]
fn a_floor_of_the_core_imports_only_those_below() {
    let rank = |name: &str| FLOORS.iter().position(|floor| *floor == name);
    let (mut seen, mut wrong) = (0, Vec::new());
    for file in rust_files(&["domain/src"]) {
        let name = file.path.trim_start_matches("domain/src/").split('/').next().unwrap_or_default();
        let Some(here) = rank(name.trim_end_matches(".rs")) else {
            assert!(["lib.rs", "testing.rs"].contains(&name), "{name} has no floor yet: say where it stands");
            continue;
        };
        for (number, line) in file.product_lines() {
            for named in line.split("crate::").skip(1) {
                let name = named.split(|one: char| !one.is_alphanumeric() && one != '_').next().unwrap_or_default();
                let Some(there) = rank(name) else { continue };
                seen += 1;
                if there > here {
                    wrong.push(format!("{}:{number}: {}", file.path, line.trim()));
                }
            }
            if line.contains("super::super::") {
                wrong.push(format!("{}:{number}: name it from the root: {}", file.path, line.trim()));
            }
        }
    }
    assert!(seen > 2_000, "only {seen} imports were found");
    assert_none(&wrong, "what two floors need moves to the lower one");
}

/// Commands that carry out others, which a caller lists or a proposal keeps. They name their types and lend nothing.
const MADE_OF_OTHERS: &[&str] = &[
    "chart/import.rs",
    "control_changes/approve.rs",
    "control_changes/intent.rs",
    "exchange_rates/import.rs",
    "stock/set.rs",
];

#[test]
fn a_command_imports_nothing_from_another() {
    let (mut seen, mut wrong) = (0, Vec::new());
    for file in rust_files(&["domain/src/commands"]) {
        seen += 1;
        if MADE_OF_OTHERS.iter().any(|name| file.path.ends_with(name)) {
            continue;
        }
        let lines = file.product_lines().into_iter().filter(|(_, line)| line.contains("commands::"));
        wrong.extend(lines.map(|(number, line)| format!("{}:{number}: {}", file.path, line.trim())));
    }
    assert!(seen > 140, "only {seen} files were found");
    assert_none(&wrong, "what several commands need is a verb on a floor below");
}

#[test]
fn a_command_has_a_file_of_its_own() {
    let (mut seen, mut wrong) = (0, Vec::new());
    for file in rust_files(&["domain/src/commands"]) {
        let lines = file.product_lines();
        let commands = lines.iter().filter(|(_, line)| line.starts_with("impl Decide for ")).count();
        seen += commands;
        if commands > 1 {
            wrong.push(format!("{} has {commands}", file.path));
        }
    }
    assert!(seen > 100, "only {seen} commands were found");
    assert_none(&wrong, "one file per command, named as its operation in the API");
}
