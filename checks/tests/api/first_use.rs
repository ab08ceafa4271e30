//! The first hour with the program: set up, users, passwords and tokens, typed as the guide says.

use std::time::{Duration, Instant};

use checks::Caller;
use checks::folder::Folder;
use checks::postgres::{self, FreshDatabase};
use checks::program::{Place, Program, Ran, run};
use checks::server::runtime;
use serde_json::{Value, json};

const PASSWORD: &str = "seven green umbrellas";
const INIT: [&str; 11] = [
    "init",
    "--organization",
    "Ada & Co",
    "--currency",
    "EUR",
    "--timezone",
    "Europe/Berlin",
    "--username",
    "ada",
    "--password-file",
    "-",
];

fn of(folder: &Folder) -> Place<'_> {
    Place { folder: folder.path(), database_url: None }
}

fn typed(folder: &Folder, arguments: &[&str], input: &str) -> Ran {
    run(of(folder), &[], arguments, input)
}

fn add(folder: &Folder, username: &str, role: &str, password: &str) -> Ran {
    typed(folder, &["user", "add", username, "--role", role, "--password-file", "-"], password)
}

fn client(program: &Program, token: Option<String>) -> Caller {
    let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(30)).build().unwrap();
    Caller::new(http, &program.url, token)
}

async fn sign_in(program: &Program, username: &str, password: &str) -> checks::Answer {
    let body = json!({"grant_type": "password", "username": username, "password": password});
    client(program, None).post("/auth/token", &body).await
}

/// The line of a log with the code of the set-up.
fn setup_code(log: &str) -> Option<Value> {
    log.lines().filter_map(|line| serde_json::from_str(line).ok()).find(|line: &Value| line["code"].is_string())
}

#[test]
fn init_makes_books_that_take_entries_and_goods_at_once_and_says_what_comes_next() {
    runtime().block_on(async {
        let folder = Folder::new();
        let begin = |more: &[&str]| typed(&folder, &[&INIT[..], more].concat(), PASSWORD);
        begin(&["--chart", "skr"]).failed(2, "choose one of ifrs, us-gaap, fr-pcg");
        begin(&["--chart", "ifrs", "--fiscal-year", "next"]).failed(2, "such as 2026");
        begin(&["--chart", "ifrs", "--warehouse", "Main hall"]).failed(2, "no code of a warehouse");
        let made = begin(&["--chart", "ifrs", "--fiscal-year", "2010-04-01", "--warehouse", "main"]);
        let told = &made.done().out;
        assert!(
            told.contains("with the chart ifrs with its journals and a fiscal year and the warehouse MAIN"),
            "{told}"
        );
        assert!(!told.contains("import chart"), "nothing is missing: {told}");
        let program = Program::start(of(&folder)).await;
        let ada = client(&program, Some(typed(&folder, &["token", "--user", "ada"], "").done().out.clone()));
        let year = ada.get("/accounting/fiscal-years").await.data()[0].clone();
        assert_eq!((&year["name"], &year["endDate"]), (&json!("2010/11"), &json!("2011-03-31")));
        let entry = json!({"date": "2010-12-01", "journalCode": "SJ", "status": "posted", "lines": [
            {"accountCode": "1000", "debit": "1.00"}, {"accountCode": "4000", "credit": "1.00"}]});
        assert_eq!(
            ada.post("/accounting/journal-entries", &entry).await.expect(201).json()["number"],
            "SJ-2010-000001"
        );
        assert_eq!(ada.get("/warehouses").await.data()[0]["code"], "MAIN");
        drop(program);

        let bare = Folder::new();
        let told = typed(&bare, &INIT, PASSWORD).done().out.clone();
        assert!(told.contains("countinghouse import chart --template ifrs"), "{told}");
    });
}

#[test]
fn init_makes_the_first_user_and_user_add_the_next_ones_with_and_without_a_server() {
    runtime().block_on(async {
        let folder = Folder::new();
        typed(&folder, &["token", "--user", "ada"], "").failed(1, "start with `countinghouse init`");
        typed(&folder, &["verify"], "").failed(1, "start with `countinghouse init`");
        typed(&folder, &["init"], "").failed(2, "--organization is missing");
        typed(&folder, &INIT, "short\n").failed(2, "at least 10 characters");
        let made = typed(&folder, &INIT, PASSWORD);
        assert!(made.done().out.contains("countinghouse token --user ada"), "{made:?}");
        typed(&folder, &INIT, PASSWORD).failed(1, "countinghouse user add");

        // Without a server.
        assert!(add(&folder, "eve", "clerk", PASSWORD).done().out.contains("the user eve was added"));
        add(&folder, "eve", "clerk", PASSWORD).failed(1, "the username is taken");
        add(&folder, "bob", "boss", PASSWORD).failed(2, "there is no role boss");
        let weak = add(&folder, "bob", "clerk", "short");
        assert_eq!(weak.failed(2, "at least 10 characters").err.lines().count(), 1, "said once: {weak:?}");
        typed(&folder, &["token", "--user", "nobody"], "").failed(1, "there are ada, eve");

        // Next to a running one.
        let program = Program::start(of(&folder)).await;
        typed(&folder, &INIT, PASSWORD).failed(3, "already writes to");
        let bob =
            typed(&folder, &["--json", "user", "add", "bob", "--role", "accountant", "--password-file", "-"], PASSWORD);
        let bob: Value = serde_json::from_str(&bob.done().out).unwrap();
        assert_eq!(bob["username"], "bob");
        for (username, role) in [("ada", "admin"), ("eve", "clerk"), ("bob", "accountant")] {
            let token = typed(&folder, &["token", "--user", username], "").done().out.clone();
            let me = client(&program, Some(token)).get("/auth/me").await.expect(200).json();
            assert_eq!((&me["username"], &me["roles"]), (&json!(username), &json!([role])));
            sign_in(&program, username, PASSWORD).await.expect(200);
        }
    });
}

#[test]
fn who_has_the_machine_gets_back_in_sets_a_password_and_makes_organizations() {
    runtime().block_on(async {
        let folder = Folder::new();
        typed(&folder, &INIT, PASSWORD).done();
        // The only administrator is bound to no warehouse at all, or their login is disabled: nobody inside can undo it.
        for harm in ["update memberships set warehouse_ids = ''", "update logins set status = 'disabled'"] {
            let engine = server::engine::Engine::open(&checks::server::config(folder.path(), None)).await.unwrap();
            engine.database.operational(harm, &[], &[]).await.unwrap();
            engine.database.close().await.unwrap();
            add(&folder, "eve", "clerk", PASSWORD).failed(2, "has no administrator here");
            typed(&folder, &["user", "add", "ada", "--role", "admin"], "").done();
            let program = Program::start(of(&folder)).await;
            let token = sign_in(&program, "ada", PASSWORD).await.expect(200).field("access_token");
            let me = client(&program, Some(token)).get("/auth/me").await.expect(200).json();
            assert_eq!((&me["roles"], &me["warehouseIds"]), (&json!(["admin"]), &Value::Null), "{harm}");
        }
        typed(&folder, &["user", "password", "ada", "--password-file", "-"], "eight red umbrellas").done();
        let found =
            ["organization", "add", "Engines", "--currency", "EUR", "--timezone", "Europe/Paris", "--administrator"];
        typed(&folder, &[&found[..], &["nobody"]].concat(), "").failed(1, "there is no user nobody");
        typed(&folder, &[&found[..], &["ada"]].concat(), "").done();
        let program = Program::start(of(&folder)).await;
        sign_in(&program, "ada", PASSWORD).await.expect(401);
        let told = sign_in(&program, "ada", "eight red umbrellas").await.expect(200).field("access_token");
        let ada = client(&program, Some(told));
        let me = ada.get("/auth/me").await.expect(200).json();
        assert_eq!((&me["mustChangePassword"], me["memberships"].as_array().unwrap().len()), (&json!(true), 2));
    });
}

#[test]
fn a_fresh_server_is_set_up_with_the_code_in_its_log_and_a_password_is_changed_by_its_user() {
    runtime().block_on(async {
        let folder = Folder::new();
        let program = Program::start(of(&folder)).await;
        let told: Value = program.logged(setup_code).await;
        assert!(told["message"].as_str().unwrap().contains(&format!("POST {}/api/v1/auth/setup", program.url)), "{told}");
        typed(&folder, &INIT, PASSWORD).failed(3, "/api/v1/auth/setup");
        let nobody = client(&program, None);
        let setup = |code: &str| {
            let body = json!({"code": code, "username": "ada", "password": PASSWORD, "organizationName": "Ada & Co", "baseCurrency": "EUR", "timezone": "Europe/Berlin"});
            nobody.post("/auth/setup", &body)
        };
        setup("AAAA-AAAA-AAAA").await.expect(401).code("invalid_credentials");
        setup(told["code"].as_str().unwrap()).await.expect(201);
        setup(told["code"].as_str().unwrap()).await.expect(403);

        let token = sign_in(&program, "ada", PASSWORD).await.expect(200).field("access_token");
        let ada = client(&program, Some(token));
        ada.post("/auth/password", &json!({"currentPassword": PASSWORD, "newPassword": "eight red umbrellas"})).await.expect(204);
        ada.get("/auth/me").await.expect(401).code("token_revoked");
        sign_in(&program, "ada", PASSWORD).await.expect(401);
        sign_in(&program, "ada", "eight red umbrellas").await.expect(200);
    });
}

#[test]
fn the_set_up_makes_the_demo_beside_the_first_organization_for_its_administrator() {
    runtime().block_on(async {
        let cluster = postgres::cluster();
        for on_postgres in [false, true] {
            let fresh = match (&cluster, on_postgres) {
                (Some(cluster), true) => Some(FreshDatabase::empty(cluster).await),
                (None, true) => continue,
                (_, false) => None,
            };
            let (folder, url) = (Folder::new(), fresh.as_ref().map(FreshDatabase::url));
            let program = Program::start(Place { folder: folder.path(), database_url: url.as_deref() }).await;
            let told: Value = program.logged(setup_code).await;
            let body = json!({"code": told["code"], "username": "ada", "password": PASSWORD, "organizationName": "Ada & Co", "baseCurrency": "EUR", "timezone": "Europe/Berlin", "chart": "ifrs", "demo": true});
            let done = client(&program, None).post("/auth/setup", &body).await.expect(201).json();
            let demo = done["demoOrganizationId"].as_str().unwrap();
            let token = sign_in(&program, "ada", PASSWORD).await.expect(200).field("access_token");
            let ada = client(&program, Some(token));
            let me = ada.get("/auth/me").await.expect(200).json();
            assert_eq!(me["organizationId"], done["organizationId"], "the demo is beside it: {me}");
            let path = format!("/organizations/{demo}");
            let shown = loop {
                let shown = ada.get(&path).await.expect(200).json();
                match shown["demo"]["status"].as_str() {
                    Some("loading") => tokio::time::sleep(Duration::from_millis(200)).await,
                    _ => break shown,
                }
            };
            assert_eq!((&shown["demo"]["status"], &shown["demo"]["error"]), (&json!("loaded"), &Value::Null), "{shown}");
            let own = ada.get("/accounting/journal-entries").await.expect(200).data();
            assert_eq!(own, Vec::<Value>::new(), "the first books are their own");
            let there = json!({"grant_type": "password", "username": "ada", "password": PASSWORD, "organizationId": demo});
            let there = client(&program, None).post("/auth/token", &there).await.expect(200).field("access_token");
            let there = client(&program, Some(there));
            assert_eq!(there.get("/inventory/proof").await.expect(200).json()["proof"]["holds"], true);
        }
    });
}

#[test]
fn a_restored_service_waits_until_the_command_resumes_it_and_nothing_is_overwritten() {
    runtime().block_on(async {
        let (folder, restored, beside) = (Folder::new(), Folder::new(), Folder::new());
        typed(&folder, &INIT, PASSWORD).done();
        add(&folder, "eve", "clerk", PASSWORD).done();
        let copies = beside.path().join("copies");
        let copies = copies.to_str().unwrap();
        typed(&folder, &["backup", copies], "").done();
        typed(&folder, &["backup", copies], "").failed(1, "exists");
        typed(&folder, &["restore", copies], "").failed(1, "is not empty");
        let elsewhere = Place { folder: folder.path(), database_url: Some("postgres://nobody@127.0.0.1:1/none") };
        for command in ["backup", "restore"] {
            run(elsewhere, &[], &[command, copies], "").failed(2, "pg_dump");
        }
        let done = typed(&restored, &["restore", copies], "");
        assert!(done.done().out.contains("until `countinghouse resume`"), "{done:?}");
        typed(&restored, &["verify"], "").done();
        for (is_paused, status) in [(true, 403), (false, 200)] {
            let mut program = Program::start(of(&restored)).await;
            let ready = client(&program, None).get("~/readyz").await.expect(200).json();
            assert_eq!(ready["details"]["jobsPaused"], json!(is_paused));
            sign_in(&program, "ada", PASSWORD).await.expect(200);
            sign_in(&program, "eve", PASSWORD).await.expect(status);
            typed(&restored, &["resume"], "").failed(3, "already writes to");
            program.terminate().await;
            typed(&restored, &["resume"], "").done();
        }
        // The one who acts everywhere leaves a trace, once: for himself, and for the organization that waited.
        for log in [&["security-log"][..], &["security-log", "--organization", "Ada & Co"]] {
            let done = typed(&restored, log, "");
            assert_eq!(done.done().out.matches("service.resumed countinghouse resume").count(), 1, "{log:?} {done:?}");
        }
    });
}

#[test]
fn a_postgresql_that_was_restored_begins_a_new_epoch_by_the_same_command() {
    let Some(cluster) = checks::postgres::cluster() else { return };
    runtime().block_on(async {
        let (folder, database) = (Folder::new(), FreshDatabase::create(&cluster).await);
        let url = database.url();
        let place = Place { folder: folder.path(), database_url: Some(&url) };
        run(place, &[], &INIT, PASSWORD).done();
        let token = run(place, &[], &["token", "--user", "ada"], "").done().out.clone();
        let before = Program::start(place).await;
        let ada = client(&before, Some(token.clone()));
        let cursor = ada.get("/events?limit=200").await.expect(200).field("nextCursor");
        run(place, &[], &["restore"], "").failed(3, "stop");
        drop(before);

        let done = run(place, &[], &["restore"], "");
        assert!(done.done().out.contains("a new epoch has begun"), "{done:?}");
        let after = Program::start(place).await;
        client(&after, Some(token)).get("/auth/me").await.expect(401);
        let told = sign_in(&after, "ada", PASSWORD).await.expect(200).field("access_token");
        let ada = client(&after, Some(told));
        ada.get(&format!("/events?after={cursor}")).await.expect(409).code("feed_rewound");
        assert_eq!(ada.get("~/readyz").await.expect(200).json()["details"]["jobsPaused"], json!(true));
    });
}

#[test]
fn a_log_that_lies_ahead_of_the_clock_goes_on_by_the_command_and_says_why() {
    runtime().block_on(async {
        let folder = Folder::new();
        typed(&folder, &INIT, PASSWORD).done();
        let accept = ["accept-clock", "--reason", "the clock was 40 years ahead on 1 May"];
        typed(&folder, &accept, "").failed(1, "there is nothing to accept");
        let engine = server::engine::Engine::open(&checks::server::config(folder.path(), None)).await.unwrap();
        let ahead = server::commit::now().0 + 40 * 365 * 86_400_000_000;
        engine.database.operational(&format!("update heads set at = {ahead}"), &[], &[]).await.unwrap();
        engine.database.close().await.unwrap();

        let token = typed(&folder, &["token", "--user", "ada"], "").done().out.clone();
        let warehouse = json!({"code": "LON", "name": "London"});
        let mut program = Program::spawn(of(&folder), &[]);
        let ada = client(&program, Some(token.clone()));
        let begun = Instant::now();
        // It answers as soon as it listens.
        let refused = loop {
            match ada.post("/warehouses", &warehouse).try_send().await {
                Some(answer) if answer.text().contains("accept-clock") => break answer,
                _ => assert!(begun.elapsed() < Duration::from_secs(60), "{}", program.log()),
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        refused.expect(503).code("unavailable");
        typed(&folder, &accept, "").failed(3, "already writes to");
        program.terminate().await;

        typed(&folder, &["accept-clock"], "").failed(2, "--reason");
        typed(&folder, &["accept-clock", "--reason", " "], "").failed(2, "--reason must say");
        assert!(typed(&folder, &accept, "").done().out.contains("continue from their end"));
        let program = Program::start(of(&folder)).await;
        client(&program, Some(token)).post("/warehouses", &warehouse).await.expect(201);
    });
}

#[test]
fn the_demo_is_not_served_to_other_machines_unless_somebody_says_so() {
    let folder = Folder::new();
    typed(&folder, &["serve", "--demo", "--listen", "0.0.0.0:0"], "").failed(2, "--demo-insecure");
}
