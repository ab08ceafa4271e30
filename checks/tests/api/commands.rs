//! The output of commands, for people and for scripts, and their exit codes.

use std::time::Duration;

use checks::Caller;
use checks::folder::Folder;
use checks::program::{Place, Program, Ran, run};
use checks::server::runtime;
use serde_json::{Value, json};

const PASSWORD: &str = "seven green umbrellas";
const INIT: &[&str] = &[
    "init",
    "--organization",
    "Ada",
    "--currency",
    "EUR",
    "--timezone",
    "UTC",
    "--username",
    "ada",
    "--password-file",
    "-",
];

fn typed(folder: &Folder, arguments: &[&str]) -> Ran {
    run(Place { folder: folder.path(), database_url: None }, &[], arguments, PASSWORD)
}

/// The one document that a command prints for scripts.
fn printed(folder: &Folder, arguments: &[&str]) -> Value {
    let ran = typed(folder, &[&["--json"], arguments].concat());
    serde_json::from_str(&ran.done().out).unwrap_or_else(|fault| panic!("{arguments:?}: {fault}: {ran:?}"))
}

#[test]
fn each_command_prints_one_document_for_scripts_and_a_sentence_for_people() {
    let (folder, beside) = (Folder::new(), Folder::new());
    let made = printed(&folder, INIT);
    let backup = beside.path().join("copy.db");
    let backup = backup.to_str().unwrap();
    let restored = beside.path().join("restored");
    for (arguments, words, fields) in [
        (&["token", "--user", "ada"][..], "", &["accessToken", "expiresIn", "organizationId"][..]),
        (&["keys", "rotate"], "begins to sign in 10 minutes", &["kid"]),
        (&["keys", "list"], "signs since", &[]),
        (&["security-log"], "no events", &[]),
        (&["verify"], "ok: all invariants hold in 1 organization", &["ok", "storage", "organizations"]),
        (&["rebuild"], "rebuilt org_", &["rebuilt", "verification"]),
        (&["migrate"], "", &[]),
        (&["resume"], "ok: jobs run again", &["jobsPaused"]),
        (
            &["user", "disable", "ada"],
            "is signed out, cannot sign in",
            &["username", "inactiveIn", "lastAdministratorOf"],
        ),
        (&["user", "enable", "ada"], "can sign in again", &["username"]),
        (&["config", "check"], "listen = ", &["settings", "issuers", "warnings"]),
    ] {
        let told = typed(&folder, arguments);
        assert!(told.done().out.contains(words), "{arguments:?}: {told:?}");
        let document = printed(&folder, arguments);
        for field in fields {
            assert!(!document[field].is_null(), "{arguments:?}: no {field} in {document}");
        }
    }
    assert_eq!(printed(&folder, &["verify"])["ok"], true);
    let copied = printed(&folder, &["backup", backup]);
    assert_eq!((&copied["file"], copied["manifest"].is_object()), (&json!(backup), true), "{copied}");
    let put_back = printed(&folder, &["restore", backup, "--data", restored.to_str().unwrap()]);
    assert_eq!((&put_back["data"], put_back["manifest"].is_object()), (&json!(restored.to_str().unwrap()), true));
    let verified = typed(&folder, &["verify", "--data", restored.to_str().unwrap()]);
    assert!(verified.done().out.contains(made["organizationId"].as_str().unwrap()), "{verified:?}");
    // A token lasts for as many hours as it says.
    assert_eq!(printed(&folder, &["token", "--user", "ada", "--hours", "2"])["expiresIn"], 7_200);
}

#[test]
fn a_command_ends_with_the_code_that_the_help_gives() {
    let folder = Folder::new();
    typed(&folder, INIT).done();
    for (arguments, code, words) in [
        (&["keys", "withdraw", "nothing"][..], 1, "there is no key nothing"),
        (&["accept-clock", "--reason", "it was wrong"], 1, "there is nothing to accept"),
        (&["accept-clock", "--reason", " "], 2, "1 to 1,000 characters"),
        (&["verify", "--organization", "x"], 2, "is not the id of an organization"),
        (&["export", "--format", "chart", "--with-names"], 2, "--with-names can only be used with --format log"),
        (
            &["export", "--format", "chart", "--date-from", "2010-01-01"],
            2,
            "--date-from and --date-to can only be used \
             with",
        ),
        (&["report", "trial-balance", "--as-of", "yesterday"], 2, ""),
        (&["import", "chart", "nothing.csv"], 1, "nothing.csv"),
        (&["import", "log", "x.log", "--organization", "Ada"], 2, "contains the id of its organization"),
        (&["token", "--user", "ada", "--hours", "25"], 2, ""),
        (&["nonsense"], 2, ""),
    ] {
        typed(&folder, arguments).failed(code, words);
    }
    for (arguments, words) in
        [(&["completions", "bash"][..], "complete"), (&["openapi"], "\"openapi\""), (&["--version"], "countinghouse")]
    {
        assert!(typed(&folder, arguments).done().out.contains(words), "{arguments:?}");
    }
    let wrong = typed(&folder, &["--json", "keys", "withdraw", "nothing"]);
    let told: Value = serde_json::from_str(&wrong.failed(1, "").err).unwrap();
    assert_eq!(told["exitCode"], 1, "{told}");
}

#[test]
fn the_operator_reads_who_failed_to_sign_in_beside_a_running_server() {
    runtime().block_on(async {
        let folder = Folder::new();
        typed(&folder, INIT).done();
        let program = Program::start(Place { folder: folder.path(), database_url: None }).await;
        let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(30)).build().unwrap();
        let nobody = Caller::new(http, &program.url, None);
        for username in ["stranger", "ada"] {
            let body = json!({"grant_type": "password", "username": username, "password": "wrong"});
            nobody.post("/auth/token", &body).await.expect(401);
        }
        // Of a name that nobody has, and of one of an organization.
        for (arguments, of_somebody) in
            [(&["security-log"][..], false), (&["security-log", "--organization", "Ada"], true)]
        {
            let events = printed(&folder, arguments);
            let kinds: Vec<&Value> = events.as_array().unwrap().iter().map(|event| &event["kind"]).collect();
            assert_eq!(kinds, [&json!("user.signInFailed")], "{events}");
            assert_eq!(
                (events[0]["principalId"].is_string(), &events[0]["address"]),
                (of_somebody, &json!("127.0.0.1"))
            );
            assert!(typed(&folder, arguments).done().out.contains("user.signInFailed"));
        }
        // Commands that write to the embedded database wait until the server is stopped.
        for arguments in [
            &["keys", "rotate"][..],
            &["user", "disable", "ada"],
            &["user", "enable", "ada"],
            &["user", "password", "ada", "--password-file", "-"],
            &["organization", "add", "Other", "--currency", "EUR", "--timezone", "UTC", "--administrator", "ada"],
            &["accept-clock", "--reason", "it was wrong"],
            &["rebuild"],
            &["resume"],
        ] {
            typed(&folder, arguments).failed(3, "");
        }
        // Commands that read, and those that go through the server, do not.
        for arguments in
            [&["keys", "list"][..], &["verify"], &["token", "--user", "ada"], &["export", "--format", "chart"]]
        {
            typed(&folder, arguments).done();
        }
    });
}
