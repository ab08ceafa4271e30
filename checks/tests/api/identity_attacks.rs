//! Attacks on sign-ins and on the borders of requests: the effect of a reset, the length of a sign-in, and that reading
//! writes nothing.

use std::time::Duration;

use checks::bytes::{Connection, exchange};
use checks::folder::Folder;
use checks::program::{Place, Program};
use checks::server::runtime;
use checks::{TestServer, on_both};
use reqwest::Method;
use serde_json::{Value, json};

use crate::roles::foreign_ids;
use crate::users::{PASSWORD, add_user, sign_in};

const DAY_US: i64 = 86_400_000_000;

async fn refresh(app: &TestServer, token: &Value) -> checks::Answer {
    let body = json!({"grant_type": "refresh_token", "refresh_token": token});
    app.with_token(None).post("/auth/token", &body).await
}

/// As if every family of refresh tokens were so many days older.
async fn age(app: &TestServer, days: i64) {
    let us = days * DAY_US;
    let sql = format!(
        "update refresh_families set created_at = created_at - {us}, expires_at = expires_at - {us}, \
         last_used_at = last_used_at - {us}"
    );
    app.database.operational(&sql, &[], &[]).await.unwrap();
}

on_both![
    a_reset_ends_every_session_token_and_refresh_of_the_user_and_of_nobody_else,
    a_sign_in_that_is_refreshed_again_and_again_ends_after_ninety_days_and_an_unused_one_after_fourteen,
    no_read_writes_a_fact,
    where_a_request_ends_is_not_to_be_argued_about,
];

async fn a_reset_ends_every_session_token_and_refresh_of_the_user_and_of_nobody_else(app: &TestServer) {
    let path = format!("/users/{}", add_user(app, "ada", &["clerk"]).await);
    add_user(app, "bob", &["clerk"]).await;
    let nobody = app.with_token(None);
    let mut kept = Vec::new();
    for username in ["ada", "bob"] {
        let tokens = [sign_in(app, username).await, sign_in(app, username).await];
        let login = json!({"username": username, "password": PASSWORD});
        let session = nobody.post("/auth/session", &login).header("origin", &app.url).await;
        let cookie = session.expect(200).header("set-cookie").split(';').next().unwrap().to_owned();
        kept.push((tokens, cookie));
    }
    app.as_role("admin").put(&path, &json!({"password": "eight red umbrellas"})).await.expect(204);
    for ((tokens, cookie), status) in kept.iter().zip([401, 200]) {
        for token in tokens {
            let caller = app.with_token(token["access_token"].as_str().map(str::to_owned));
            caller.get("/warehouses").await.expect(status);
            caller.get("/auth/me").await.expect(status);
            refresh(app, &token["refresh_token"]).await.expect(status);
        }
        nobody.get("/auth/me").header("cookie", cookie).await.expect(status);
    }
}

async fn a_sign_in_that_is_refreshed_again_and_again_ends_after_ninety_days_and_an_unused_one_after_fourteen(
    app: &TestServer,
) {
    add_user(app, "ada", &["clerk"]).await;
    let mut token = sign_in(app, "ada").await["refresh_token"].clone();
    for _ in 0..6 {
        age(app, 13).await;
        token = refresh(app, &token).await.expect(200).json()["refresh_token"].clone();
    }
    // 78 days, and 11 more: the tokens of the last refresh end at 90 days, not 14 later.
    age(app, 11).await;
    token = refresh(app, &token).await.expect(200).json()["refresh_token"].clone();
    age(app, 2).await;
    refresh(app, &token).await.expect(401);
    let unused = sign_in(app, "ada").await["refresh_token"].clone();
    age(app, 15).await;
    refresh(app, &unused).await.expect(401);
}

async fn no_read_writes_a_fact(app: &TestServer) {
    let ids = foreign_ids(app).await;
    let document = app.with_token(None).get("~/openapi.json").await.expect(200).json();
    let before = app.heads().await;
    let mut answered = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        if item["get"].is_null() || path.ends_with("/stream") {
            continue;
        }
        let Some(path) = path.strip_prefix("/api/v1") else { continue };
        let mut noun = "";
        let filled = path.split('/').map(|part| {
            if part.starts_with('{') {
                return ids(noun);
            }
            noun = part;
            part.to_owned()
        });
        let path = filled.collect::<Vec<_>>().join("/");
        let whole = "dateFrom=2010-12-01&dateTo=2010-12-31";
        for query in ["", "?asOf=2010-12-31", "?dryRun=true", &format!("?{whole}")] {
            for method in [Method::GET, Method::HEAD] {
                let answer = app.as_foreign("admin").ask(method, &format!("{path}{query}")).await;
                answered += usize::from(answer.status == 200);
            }
        }
    }
    assert!(answered > 100, "only {answered} reads were answered");
    assert_eq!(app.heads().await, before, "a read wrote something");
}

async fn where_a_request_ends_is_not_to_be_argued_about(app: &TestServer) {
    let token = app.token(&app.books, "admin");
    let hidden = |code: &str| {
        let body = json!({"code": code, "name": "hidden"}).to_string();
        format!(
            "POST /api/v1/warehouses HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    };
    let head = |framing: &str| {
        format!("POST /api/v1/auth/revoke HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n{framing}\r\n\r\n")
    };
    for (number, framing) in [
        "Content-Length: 0\r\nContent-Length: 5",
        "Content-Length: 5\r\nContent-Length: 0",
        "Content-Length: 0, 5",
        "Content-Length: +0",
        "Content-Length: -1",
        "Content-Length: 0x0",
        "Content-Length : 0",
        "Content-Length: 0\r\n folded",
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: identity",
        "Transfer-Encoding : chunked",
        "Transfer-Encoding:\r\n chunked",
        "X-Folded: a\r\n b\r\nContent-Length: 0",
    ]
    .into_iter()
    .enumerate()
    {
        let mut connection = Connection::open(&app.url).await;
        connection.send(format!("{}{}", head(framing), hidden(&format!("HID{number}"))).as_bytes()).await;
        let answer = String::from_utf8_lossy(&connection.read(Duration::from_secs(2)).await).into_owned();
        assert!(
            answer.starts_with("HTTP/1.1 400") && answer.matches("HTTP/1.1 ").count() == 1,
            "{framing:?}: {answer}"
        );
    }
    // With both, the chunks count: the bytes beyond the length are in them, and not a request of their own.
    let inner = hidden("HIDDEN");
    for framing in
        ["Content-Length: 4\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 4"]
    {
        let mut connection = Connection::open(&app.url).await;
        connection.send(format!("{}{:x}\r\n{inner}\r\n0\r\n\r\n", head(framing), inner.len()).as_bytes()).await;
        let answer = String::from_utf8_lossy(&connection.read(Duration::from_secs(2)).await).into_owned();
        assert!(
            answer.starts_with("HTTP/1.1 400") && answer.matches("HTTP/1.1 ").count() == 1,
            "{framing:?}: {answer}"
        );
    }
    assert_eq!(
        app.as_role("admin").get("/warehouses").await.data(),
        Vec::<Value>::new(),
        "a hidden request was carried out"
    );
}

#[test]
fn nothing_that_a_stranger_sends_makes_a_line_of_the_log() {
    runtime().block_on(async {
        let folder = Folder::new();
        let every_line = [("COUNTINGHOUSE_LOG".to_owned(), "info".to_owned())];
        let program = Program::start_with(Place { folder: folder.path(), database_url: None }, &every_line).await;
        let forged = "{\"level\":\"ERROR\",\"forged\":true}";
        let encoded = "%0D%0A%7B%22level%22%3A%22ERROR%22%2C%22forged%22%3Atrue%7D";
        let body = json!({"grant_type": "password", "username": format!("ada\r\n{forged}\n"), "password": "x\n{}"}).to_string();
        let post = format!("Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}", body.len());
        for request in [
            format!("GET /api/v1/warehouses/{encoded} HTTP/1.1\r\nHost: x\r\n\r\n"),
            format!("GET /api/v1/{encoded}?q={encoded} HTTP/1.1\r\nHost: x\r\n\r\n"),
            format!("GET /problems/{encoded} HTTP/1.1\r\nHost: x{encoded}\r\nX-Request-Id: {forged}\r\nUser-Agent: {forged}\r\n\r\n"),
            format!("GET /api/v1/warehouses HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {encoded}\r\ntraceparent: {forged}\r\n\r\n"),
            format!("POST /api/v1/auth/token HTTP/1.1\r\nHost: x\r\n{post}"),
            format!("POST /api/v1/auth/session HTTP/1.1\r\nHost: x\r\nOrigin: http://{encoded}\r\n{post}"),
        ] {
            let answer = exchange(&program.url, request.as_bytes()).await;
            assert!((400..500).contains(&answer.status), "{request}: {}", answer.text());
        }
        let log = program.log();
        assert!(log.contains("/api/v1/warehouses"), "{log}");
        for line in log.lines() {
            // A request id may be any visible text; it stays within its quotes.
            let line: Value = serde_json::from_str(line).unwrap_or_else(|_| panic!("no line of the service's own: {line}"));
            assert!(line["forged"].is_null() && line["timestamp"].is_string(), "{line}");
        }
    });
}
