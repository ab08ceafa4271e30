//! The page of security coverage counts what its tables have.

use checks::pages::page;
use checks::sources::root;

use super::assert_none;

const PAGE: &str = "docs/reference/security-coverage.md";
const ANSWERS: [&str; 4] = ["proved", "built", "missing", "not ours"];

/// A row of the standards: which, its item, its level, its answer.
fn rows() -> Vec<[String; 4]> {
    let mut table = csv::Reader::from_path(root().join("checks/standards.csv")).unwrap();
    table.records().map(|row| row.unwrap()).map(|row| [0, 1, 2, 4].map(|at| row[at].to_owned())).collect()
}

/// How many rows have each answer, and how many there are.
fn counts<'r>(rows: impl Iterator<Item = &'r [String; 4]>) -> String {
    let answers: Vec<&str> = rows.map(|row| row[3].as_str()).collect();
    let of = |answer: &str| answers.iter().filter(|one| **one == answer).count().to_string();
    let mut told: Vec<String> = ANSWERS.iter().map(|answer| of(answer)).collect();
    told.push(answers.len().to_string());
    told.join(" | ")
}

#[test]
fn the_page_of_coverage_counts_what_the_tables_have() {
    let (text, rows) = (page(PAGE).text, rows());
    let mut wrong = Vec::new();
    let cases = csv::Reader::from_path(root().join("checks/attacks.csv")).unwrap().records().count();
    if !text.contains(&format!("`checks/attacks.csv` has {cases} cases")) {
        wrong.push(format!("there are {cases} cases of attacks"));
    }
    let mut met = 0;
    for line in text.lines().filter(|line| line.matches(" | ").count() == 5) {
        let (name, told) = line.trim_start_matches("| ").split_once(" | ").unwrap();
        let told = told.trim_end_matches(" |");
        let first = name.split(' ').next().unwrap().trim_matches('*');
        let is_of = |row: &[String; 4]| match first {
            "Level" => row[0].contains("ASVS") && Some(row[2].as_str()) == name.split(' ').nth(1),
            "All" => row[0].contains("ASVS") == told.ends_with("345"),
            _ if first.starts_with("API") => row[1].split(' ').next() == Some(first),
            _ => row[1].starts_with(&format!("{first}.")),
        };
        if !told.starts_with(|one: char| one.is_ascii_digit()) {
            continue;
        }
        met += 1;
        let counted = counts(rows.iter().filter(|row| is_of(row)));
        if counted != told {
            wrong.push(format!("{name}: {counted}, and not {told}"));
        }
    }
    assert!(met > 30, "only {met} rows were found");
    let missing = text.split("## What is missing").nth(1).unwrap();
    for row in missing.lines().filter(|line| line.starts_with("| V") || line.starts_with("| API")) {
        let item = row.trim_start_matches("| ").split(" | ").next().unwrap();
        if !rows.iter().any(|row| row[1] == item && row[3] == "missing") {
            wrong.push(format!("{item} is not missing"));
        }
    }
    assert_none(&wrong, "the page counts what is there");
}
