//! Secrets stay where they belong: not in logs, metrics, refusals, the command line's output, or the database.

use std::time::Duration;

use checks::folder::Folder;
use checks::postgres::{self, FreshDatabase};
use checks::program::{Place, Program, run};
use checks::server::runtime;
use checks::{Answer, Caller};
use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use reqwest::Method;
use serde_json::{Value, json};

const PASSWORD: &str = "seven green umbrellas";
const WRONG_PASSWORD: &str = "nine purple umbrellas";
const DATABASE_PASSWORD: &str = "db-5f2c8e1a9b";
const ISSUER_SECRET: &str = "issuer-7d41c09be2a84f0c9a5be17d44c2f0aa";
const KEY: &str = "idempotency-key-31b7e9d2";
/// How every password hash begins: no secret, but nobody's business either.
const HASH: &str = "$argon2id$";

/// The texts that must be found nowhere, each with its name.
struct Secrets(Vec<(&'static str, String)>);

impl Secrets {
    fn note(&mut self, name: &'static str, secret: &str) {
        assert!(secret.len() >= 16, "{name} is too short to be looked for: {secret:?}");
        self.0.push((name, secret.to_owned()));
    }

    /// Looks for all of them as they are and, as databases show bytes, in hexadecimal.
    fn are_not_in(&self, place: &str, bytes: &[u8]) {
        for (name, secret) in &self.0 {
            let hex: String = secret.bytes().map(|byte| format!("{byte:02x}")).collect();
            for form in [secret.as_bytes(), hex.as_bytes()] {
                assert!(!bytes.windows(form.len()).any(|found| found == form), "{place} holds the {name}");
            }
        }
    }
}

/// Uses every secret rightly and wrongly; answers the refusals.
async fn exercise(program: &Program, organization: &str, secrets: &mut Secrets) -> Vec<Answer> {
    let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(30)).build().unwrap();
    let with = |token: Option<String>| Caller::new(http.clone(), &program.url, token);
    let nobody = with(None);
    let token = |body: Value| nobody.post("/auth/token", &body);
    let password = |password: &str| json!({"grant_type": "password", "username": "ada", "password": password});
    let refresh = |token: &str| json!({"grant_type": "refresh_token", "refresh_token": token});
    let mut answers = Vec::new();

    let signed_in = token(password(PASSWORD)).await;
    let (access, first) = (signed_in.expect(200).field("access_token"), signed_in.field("refresh_token"));
    let second = token(refresh(&first)).await.expect(200).field("refresh_token");
    let third = token(refresh(&second)).await.expect(200).field("refresh_token");
    secrets.note("access token", &access);
    for refresh_token in [&first, &second, &third] {
        secrets.note("refresh token", refresh_token);
    }
    answers.push(token(password(WRONG_PASSWORD)).await);
    // A body that is broken behind the password, and a type that nobody asked for.
    let broken = format!("{}\"", password(PASSWORD));
    answers.push(nobody.ask(Method::POST, "/auth/token").text(&broken).await);
    answers.push(token(json!({"grant_type": "password", "username": "ada", "password": [PASSWORD]})).await);
    answers.push(token(refresh(&format!("{third}x"))).await);
    answers.push(nobody.get(&format!("/warehouses?access_token={access}")).await);
    answers.push(with(Some(format!("{access}x"))).get("/warehouses").await);

    let ada = with(Some(access.clone()));
    let body = json!({"code": "LON", "name": "London"});
    ada.post("/warehouses", &body).key(KEY).await.expect(201);
    answers.push(ada.post("/warehouses", &json!({"code": "YRK", "name": "York"})).key(KEY).await);
    answers.push(ada.post("/users", &json!({"username": "a b", "password": WRONG_PASSWORD, "roles": ["clerk"]})).await);
    let change = json!({"currentPassword": WRONG_PASSWORD, "newPassword": format!("{PASSWORD} and one")});
    answers.push(ada.post("/auth/password", &change).await);

    let account = ada.post("/service-accounts", &json!({"name": "Web shop", "roles": ["clerk"]})).await;
    let (client, secret) = (account.expect(201).field("clientId"), account.field("clientSecret"));
    secrets.note("client secret", &secret);
    let credentials =
        |secret: &str| json!({"grant_type": "client_credentials", "client_id": client, "client_secret": secret});
    secrets.note("access token of the client", &token(credentials(&secret)).await.expect(200).field("access_token"));
    answers.push(token(credentials(&format!("{secret}x"))).await);

    let session = nobody.post("/auth/session", &json!({"username": "ada", "password": PASSWORD})).await;
    let cookie = session.expect(200).header("set-cookie").split(';').next().unwrap_or_default().to_owned();
    let csrf = session.field("csrfToken");
    secrets.note("cookie", cookie.split_once('=').unwrap().1);
    secrets.note("CSRF token", &csrf);
    nobody.get("/auth/me").header("cookie", &cookie).await.expect(200);
    answers.push(nobody.post("/warehouses", &body).header("cookie", &cookie).header("x-csrf-token", &csrf).await);
    answers.push(nobody.get("/auth/me").header("cookie", &format!("{cookie}x")).await);

    let claims = json!({"iss": "https://login.example", "aud": "books", "sub": "u1", "org": organization, "exp": server::commit::now().0 / 1_000_000 + 600, "roles": ["bookkeeper"]});
    let sign = |secret: &str| {
        encode(&Header::new(Algorithm::HS256), &claims, &EncodingKey::from_secret(secret.as_bytes())).unwrap()
    };
    let foreign = sign(ISSUER_SECRET);
    secrets.note("foreign token", &foreign);
    with(Some(foreign)).get("/warehouses").await.expect(200);
    answers.push(with(Some(sign(&ISSUER_SECRET.to_uppercase()))).get("/warehouses").await);

    // Last, as it ends the sign-in: an old refresh token comes again.
    answers.push(token(refresh(&first)).await);
    for answer in &answers {
        assert!((400..500).contains(&answer.status), "{} was answered {}", answer.asked, answer.status);
    }
    answers
}

/// Every row of every table, as PostgreSQL writes it.
async fn dump(url: &str) -> Vec<u8> {
    let (client, driver) = postgres::connect(url).await.unwrap();
    let mut all = String::new();
    for table in client.query("select tablename::text from pg_tables where schemaname = 'public'", &[]).await.unwrap() {
        let table: String = table.get(0);
        let sql = format!("select coalesce(string_agg(t::text, ' '), '') from \"{table}\" t");
        all.push_str(&client.query_one(&sql, &[]).await.unwrap().get::<_, String>(0));
    }
    drop(client);
    let _ = driver.await;
    assert!(all.contains("London") && all.contains(HASH), "the dump is not of these books");
    all.into_bytes()
}

/// All bytes of the files of a folder whose names begin so.
fn files(folder: &Folder, begin: &str) -> Vec<u8> {
    let entries = std::fs::read_dir(folder.path()).unwrap().map(Result::unwrap);
    let own = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(begin));
    own.flat_map(|entry| std::fs::read(entry.path()).unwrap()).collect()
}

async fn steps(url: Option<String>) {
    let folder = Folder::new();
    let place = Place { folder: folder.path(), database_url: url.as_deref() };
    let init = ["--json", "init", "--organization", "Ada", "--username", "ada", "--password-file", "-"];
    let made = run(place, &[], &init, PASSWORD);
    let organization =
        serde_json::from_str::<Value>(&made.done().out).unwrap()["organizationId"].as_str().unwrap().to_owned();
    let file = folder.path().join("countinghouse.toml");
    let issuer = format!(
        "[[auth.issuers]]\nissuer = \"https://login.example\"\naudience = \"books\"\nalgorithm = \"HS256\"\nhs256_secret = \"{ISSUER_SECRET}\"\n\
         organizations = [\"{organization}\"]\nroles_claim = \"roles\"\nroles = {{ bookkeeper = \"clerk\" }}\n"
    );
    std::fs::write(&file, issuer).unwrap();
    let file = file.display().to_string();
    let variables =
        [("COUNTINGHOUSE_CONFIG", file.as_str()), ("COUNTINGHOUSE_LOG", "debug"), ("COUNTINGHOUSE_LOG_FORMAT", "json")];
    let environment = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));

    let mut secrets = Secrets(Vec::new());
    for (name, secret) in [
        ("password", PASSWORD),
        ("wrong password", WRONG_PASSWORD),
        ("issuer's secret", ISSUER_SECRET),
        ("idempotency key", KEY),
    ] {
        secrets.note(name, secret);
    }
    secrets.0.push(("database's password", DATABASE_PASSWORD.to_owned()));
    let mut program = Program::start_with(place, &environment).await;
    for answer in exercise(&program, &organization, &mut secrets).await {
        secrets.are_not_in(
            &format!("the answer to {}", answer.asked.split(' ').take(2).collect::<Vec<_>>().join(" ")),
            &answer.bytes,
        );
        secrets.are_not_in("a refusal's header", format!("{:?}", answer.headers).as_bytes());
    }
    let metrics = reqwest::Client::builder()
        .no_proxy()
        .build()
        .unwrap()
        .get(format!("{}/metrics", program.url))
        .send()
        .await
        .unwrap();
    secrets.are_not_in("/metrics", &metrics.bytes().await.unwrap());
    let user = ["--json", "user", "add", "eve", "--role", "clerk", "--password-file", "-"];
    for (arguments, input) in [
        (&user[..], WRONG_PASSWORD),
        (&["config", "check"], ""),
        (&["--json", "config", "check"], ""),
        (&["--json", "verify"], ""),
    ] {
        let ran = run(place, &variables, arguments, input);
        let said = format!("{}{}", ran.done().out, ran.err);
        secrets.are_not_in(&format!("what {arguments:?} says"), said.as_bytes());
        assert!(!said.contains(HASH), "{said}");
    }
    match &url {
        Some(url) => secrets.are_not_in("the database", &dump(url).await),
        None => secrets.are_not_in("the database while the service runs", &files(&folder, "countinghouse.db")),
    }
    program.terminate().await;
    if url.is_none() {
        let bytes = files(&folder, "countinghouse.db");
        assert!(bytes.windows(6).any(|found| found == b"London"), "these are not the files of the books");
        secrets.are_not_in("the database", &bytes);
    }
    let log = program.log();
    assert!(log.lines().count() > 20, "the log tells little: {log}");
    secrets.0.push(("hash of a password", HASH.to_owned()));
    secrets.are_not_in("the log", log.as_bytes());
}

#[test]
fn no_secret_leaves_its_place_on_sqlite() {
    runtime().block_on(steps(None));
}

#[test]
fn no_secret_leaves_its_place_on_postgres() {
    runtime().block_on(async {
        let Some(cluster) = postgres::cluster() else {
            println!("skipped: TEST_DATABASE_URL names no PostgreSQL");
            return;
        };
        let fresh = FreshDatabase::create(&cluster).await;
        // The test cluster asks nobody for a password, so that this one may be sent.
        let url = fresh.url();
        let (user, rest) = url.split_once('@').unwrap();
        steps(Some(format!("{user}:{DATABASE_PASSWORD}@{rest}"))).await;
    });
}

#[test]
fn a_database_that_does_not_answer_is_named_without_its_password() {
    let folder = Folder::new();
    for url in [
        format!("postgres://ada:{DATABASE_PASSWORD}@127.0.0.1:1/books"),
        format!("postgres://127.0.0.1:1/books?user=ada&password={DATABASE_PASSWORD}"),
        format!("host=127.0.0.1 port=1 user=ada password={DATABASE_PASSWORD}"),
        format!("postgres://ada:{DATABASE_PASSWORD}@127.0.0.1:port/books"),
    ] {
        let place = Place { folder: folder.path(), database_url: Some(&url) };
        for arguments in [&["serve"][..], &["--json", "verify"]] {
            let ran =
                run(place, &[("COUNTINGHOUSE_LISTEN", "127.0.0.1:0"), ("COUNTINGHOUSE_LOG", "debug")], arguments, "");
            assert!(ran.code != 0 && !format!("{}{}", ran.out, ran.err).contains(DATABASE_PASSWORD), "{ran:?}");
        }
    }
}
