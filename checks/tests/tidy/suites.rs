//! `make test` runs every suite: one that nobody runs grows stale unseen.

use checks::sources::root;

#[test]
fn every_suite_of_tests_is_run_by_make_test() {
    let read = |name: &str| std::fs::read_to_string(root().join(name)).unwrap();
    let scripts = read("scripts/test") + &read("scripts/suites");
    assert!(scripts.contains("for suite in checks/tests/*;"), "those of `checks` are all listed by their folder");
    let (mut seen, mut left_out) = (0, Vec::new());
    for part in ["domain", "pages", "store", "server", "bench"] {
        let Ok(folder) = std::fs::read_dir(root().join(part).join("tests")) else { continue };
        for entry in folder {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            if path.is_dir() && !path.join("main.rs").exists() {
                continue;
            }
            seen += 1;
            if !scripts.contains(&format!("--test {name}")) {
                left_out.push(format!("{part}/tests/{name}"));
            }
        }
    }
    assert!(seen >= 2, "only {seen} suites were found");
    super::assert_none(&left_out, "no step of scripts/test runs");
}
