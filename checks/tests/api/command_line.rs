//! The command line as a client: any request, services elsewhere, who acts, the feed, and how failures are told.

use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use checks::folder::Folder;
use checks::program::{Place, Program, Ran, command, run};
use checks::server::runtime;
use serde_json::Value;

fn typed_with(folder: &Folder, variables: &[(&str, &str)], arguments: &[&str]) -> Ran {
    run(Place { folder: folder.path(), database_url: None }, variables, arguments, "")
}

fn typed(folder: &Folder, arguments: &[&str]) -> Ran {
    typed_with(folder, &[], arguments)
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|fault| panic!("{fault}: {text}"))
}

/// Books of Ada, and Eve who may only read; the file of both passwords.
fn books() -> (Folder, String) {
    let folder = Folder::new();
    let file = folder.path().join("password");
    std::fs::write(&file, "a long enough secret 771126\n").unwrap();
    let file = file.to_str().unwrap().to_owned();
    let ada = ["init", "--organization", "Books", "--currency", "EUR", "--timezone", "UTC", "--username", "ada"];
    typed(&folder, &[&ada[..], &["--password-file", &file]].concat()).done();
    typed(&folder, &["user", "add", "eve", "--role", "auditor", "--password-file", &file]).done();
    (folder, file)
}

const JOURNAL: &str = r#"{"code": "X1", "name": "Others", "type": "general"}"#;

#[test]
fn api_sends_any_request_and_ends_as_its_answer_does() {
    let (folder, _) = books();
    let me = json(&typed(&folder, &["api", "get", "/auth/me"]).done().out);
    assert_eq!(me["username"], "ada");
    assert_eq!(json(&typed(&folder, &["api", "GET", "/api/v1/auth/me"]).done().out)["username"], "ada");
    let made = typed(&folder, &["api", "POST", "accounting/journals", "-d", JOURNAL, "--verbose", "--include"]);
    assert!(made.done().out.contains("201 Created") && made.err.contains("Idempotency-Key: "), "{made:?}");
    let listed = typed(&folder, &["api", "GET", "/accounting/journals", "--query", "code=X1"]);
    assert_eq!(json(&listed.done().out)["data"][0]["name"], "Others");
    let wrong = typed(&folder, &["api", "POST", "/accounting/journals", "--body", "{}"]);
    wrong.failed(2, "(400 validation_failed)").failed(2, "/code: ").failed(2, "/name: ");
    assert_eq!(wrong.out, "");
    typed(&folder, &["api", "GET", "/accounting/journals/jnl_x"]).failed(1, "404");
    let told = typed(&folder, &["--json", "api", "POST", "/accounting/journals", "-d", "{}"]);
    let told = json(&told.failed(2, "").err);
    assert_eq!((&told["code"], &told["exitCode"]), (&"validation_failed".into(), &2.into()));
    assert_eq!(told["problem"]["errors"][0]["code"], "required");
    typed(&folder, &["api", "GET", "/auth/me", "--data", "{}"]).failed(2, "give the body with --body");
    typed(&folder, &["api", "GET", "http://elsewhere/api/v1/auth/me"]).failed(2, "is not below");
}

#[test]
fn the_user_who_is_named_acts_with_their_rights_and_events_tell_who_typed() {
    let (folder, _) = books();
    let refused = ["api", "POST", "/accounting/journals", "-d", JOURNAL, "--as", "eve"];
    typed(&folder, &refused).failed(1, "403 forbidden");
    let variable = [("COUNTINGHOUSE_AS", "eve")];
    let me = typed_with(&folder, &variable, &["api", "GET", "/auth/me"]);
    assert_eq!(json(&me.done().out)["username"], "eve");
    typed(&folder, &["report", "trial-balance", "--as", "nobody"]).failed(1, "there is no user nobody");
    typed(&folder, &["api", "POST", "/accounting/journals", "-d", JOURNAL]).done();
    let events = json(&typed(&folder, &["api", "GET", "/events", "-q", "limit=200"]).done().out);
    let last = events["data"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(last["type"], "journal.created");
    assert!(last["requestId"].as_str().unwrap().starts_with("cli:"), "{last}");
}

#[test]
fn a_profile_works_without_the_data_folder_and_renews_its_token_by_itself() {
    runtime().block_on(async {
        let ((folder, password), home, empty) = (books(), Folder::new(), Folder::new());
        let program = Program::start(Place { folder: folder.path(), database_url: None }).await;
        let config = home.path().to_str().unwrap();
        let there = [("XDG_CONFIG_HOME", config), ("COUNTINGHOUSE_PROFILE", "shop")];
        let typed = |arguments: &[&str]| typed_with(&empty, &there, arguments);
        typed(&["login", "--url", &program.url, "--username", "eve", "--password-file", "/nope"]).failed(2, "/nope");
        typed(&["api", "GET", "/auth/me"]).failed(2, "there is no profile shop: sign in");
        typed(&["login", "--url", &program.url, "--username", "ada", "--password-file", &password]).done();
        let file = home.path().join("countinghouse/profiles.toml");
        let mode = || {
            use std::os::unix::fs::PermissionsExt as _;
            std::fs::metadata(&file).unwrap().permissions().mode() & 0o777
        };
        assert_eq!(mode(), 0o600);
        let users = json(&typed(&["user", "list"]).done().out);
        assert_eq!(users["data"].as_array().unwrap().len(), 2);
        let kept = std::fs::read_to_string(&file).unwrap();
        assert!(!kept.contains("a long enough secret"), "{kept}");
        let aged: Vec<String> = kept
            .lines()
            .map(|line| if line.starts_with("expires_at") { "expires_at = 5".to_owned() } else { line.to_owned() })
            .collect();
        std::fs::write(&file, aged.join("\n")).unwrap();
        let listed = json(&typed(&["organization", "list"]).done().out);
        assert_eq!(listed["data"][0]["name"], "Books");
        assert_ne!(std::fs::read_to_string(&file).unwrap(), kept, "a new token was kept");
        assert_eq!(mode(), 0o600);
        typed(&["report", "trial-balance", "--as-of", "2026-01-31", "--format", "csv"]).done();
        typed(&["report", "trial-balance", "--organization", "Other"]).failed(2, "is not one of your organizations");
        typed(&["api", "GET", "/auth/me", "--as", "ada", "--url", &program.url])
            .failed(2, "--as is for the data folder");
        let variables = [("COUNTINGHOUSE_URL", program.url.as_str()), ("COUNTINGHOUSE_TOKEN", "")];
        typed_with(&empty, &variables, &["user", "list"]).failed(2, "COUNTINGHOUSE_TOKEN");
        let token = typed_with(&folder, &[], &["token", "--user", "eve"]).done().out.clone();
        let variables = [("COUNTINGHOUSE_URL", program.url.as_str()), ("COUNTINGHOUSE_TOKEN", token.as_str())];
        let me = typed_with(&empty, &variables, &["api", "GET", "/auth/me"]);
        assert_eq!(json(&me.done().out)["username"], "eve");
        assert!(!empty.path().exists() || std::fs::read_dir(empty.path()).unwrap().next().is_none());
    });
}

#[test]
fn the_feed_is_followed_from_a_place_by_types_and_a_reader_may_leave() {
    runtime().block_on(async {
        let (folder, _) = books();
        let place = Place { folder: folder.path(), database_url: None };
        let _program = Program::start(place).await;
        typed(&folder, &["api", "POST", "/accounting/journals", "-d", JOURNAL]).done();
        let arguments = ["--json", "events", "tail", "--from-start", "--types", "journal"];
        let mut tail = command(place).args(arguments).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(tail.stdout.take().unwrap()).lines();
        let first = json(&lines.next().unwrap().unwrap());
        assert_eq!(first["type"], "journal.created");
        let another = JOURNAL.replace("X1", "X2");
        typed(&folder, &["api", "POST", "/accounting/journals", "-d", &another]).done();
        let second = json(&lines.next().unwrap().unwrap());
        assert!(second["seq"].as_i64() > first["seq"].as_i64(), "{second}");
        // Nobody reads any more: the next event ends it.
        drop(lines);
        typed(&folder, &["api", "POST", "/accounting/journals", "-d", &JOURNAL.replace("X1", "X3")]).done();
        assert!(tail.wait().unwrap().success());
    });
}

#[test]
fn with_json_every_failure_is_one_document_on_standard_error() {
    let folder = Folder::new();
    for (arguments, code, exit) in [
        (vec!["--json", "reprt"], "usage", 2),
        (vec!["report", "trial-balance", "--json", "--wrong"], "usage", 2),
        (vec!["--json", "import", "retail", "/nope.csv"], "failed", 1),
        (vec!["--json", "token", "--user", "ada"], "failed", 1),
    ] {
        let ran = typed(&folder, &arguments);
        let told = json(&ran.err);
        assert_eq!((ran.out.as_str(), ran.code, &told["exitCode"]), ("", exit, &exit.into()), "{ran:?}");
        assert_eq!(told["code"], code);
    }
}

#[test]
fn lost_output_is_a_failure_and_words_do_not_blame_the_database() {
    let (folder, _) = books();
    let place = Place { folder: folder.path(), database_url: None };
    for arguments in [vec!["openapi"], vec!["token", "--user", "ada"], vec!["--help"], vec!["completions", "bash"]] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let ran = command(place).args(&arguments).stdout(full).stderr(Stdio::piped()).output().unwrap();
        let told = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(1), "{arguments:?}: {told}");
        assert!(told.contains("standard output cannot be written"), "{arguments:?}: {told}");
    }
    let copies = Folder::new();
    let into = copies.path().join("copy.db");
    let into = into.to_str().unwrap();
    typed(&folder, &["backup", into]).done();
    let again = typed(&folder, &["backup", into]);
    again.failed(1, "exists already");
    let absent = typed(&folder, &["restore", "/nope", "--data", "/nope-either"]);
    absent.failed(1, "/nope");
    assert!(!again.err.contains("database failed") && !absent.err.contains("database failed"), "{again:?} {absent:?}");
}
