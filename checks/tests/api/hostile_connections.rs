//! Hostile connections: bodies without end, floods and slow clients cost neither memory nor the others' answers.

use std::time::Duration;

use checks::bytes::{Connection, exchange};
use checks::folder::Folder;
use checks::program::{Place, Program};
use checks::server::{Options, prepare, run_with, runtime};
use checks::{Caller, Database};
use serde_json::json;
use server::http::transport::Limits;

/// How much more memory a process may come to need while it is flooded.
const GROWTH_KIB: u64 = 20 * 1024;
const HUNDRED_MIB: usize = 100 * 1024 * 1024;
const PIECE: usize = 64 * 1024;
const PATIENCE: Duration = Duration::from_secs(30);

/// The head of a request that writes, up to the field with the length of its body.
fn head(token: &str, framing: &str) -> String {
    format!(
        "POST /api/v1/accounting/journal-entries HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\
         Content-Type: application/json\r\n{framing}\r\n\r\n"
    )
}

fn of_length(token: &str, length: usize) -> String {
    head(token, &format!("Content-Length: {length}"))
}

fn chunked(token: &str) -> String {
    head(token, "Transfer-Encoding: chunked")
}

/// A piece of a chunked body.
fn chunk(bytes: usize) -> Vec<u8> {
    let mut piece = format!("{bytes:x}\r\n").into_bytes();
    piece.resize(piece.len() + bytes, b' ');
    piece.extend_from_slice(b"\r\n");
    piece
}

#[test]
fn a_body_of_a_hundred_megabytes_is_refused_and_none_of_it_is_kept() {
    runtime().block_on(async {
        let folder = Folder::new();
        let books = prepare(folder.path(), None).await;
        let program = Program::start(Place { folder: folder.path(), database_url: None }).await;
        let http = reqwest::Client::builder().no_proxy().timeout(PATIENCE).build().unwrap();
        let accountant = Caller::new(http, &program.url, Some(books.accountant.clone()));
        // Everything that a first request and a full ordinary body need is loaded before the measurement.
        let full = format!("{{\"description\": \"{}\"}}", "x".repeat(1024 * 1024 - 100));
        accountant.ask(reqwest::Method::POST, "/accounting/journal-entries").text(&full).await.expect(400);
        accountant.post("/accounting/journal-entries", &checks::entry(&books.journal, "1.00").json()).await.expect(201);
        let before = program.peak_memory_kib();

        // Announced, or coming in pieces of which nobody knows the last.
        for (head, piece) in
            [(of_length(&books.accountant, HUNDRED_MIB), vec![b' '; PIECE]), (chunked(&books.accountant), chunk(PIECE))]
        {
            let mut connection = Connection::open(&program.url).await;
            assert!(connection.send(head.as_bytes()).await);
            connection.flood(piece, HUNDRED_MIB / PIECE).await.expect(413).code("payload_too_large");
        }
        for deep in ["[".repeat(100_000), "{\"a\":".repeat(100_000)] {
            let request = format!("{}{deep}", of_length(&books.accountant, deep.len()));
            exchange(&program.url, request.as_bytes()).await.expect(400).code("malformed_json");
        }

        let grown = program.peak_memory_kib().saturating_sub(before);
        assert!(grown < GROWTH_KIB, "the process came to need {grown} KiB more");
        let entries = accountant.get("/accounting/journal-entries").await.expect(200).data();
        assert_eq!(entries.len(), 1);
    });
}

/// Time-outs short enough to be met in a test.
fn impatient() -> Limits {
    let short = Duration::from_millis(400);
    Limits {
        header_timeout: short,
        body_timeout: short,
        body_total_timeout: short * 3,
        write_timeout: short,
        ..Limits::default()
    }
}

#[test]
fn a_header_or_a_body_that_trickles_is_cut_and_a_body_that_stops_is_too() {
    run_with(Database::Sqlite, Options { limits: impatient(), ..Options::default() }, async |app| {
        let token = app.token(&app.books, "accountant");
        // A piece every 50 ms: never silent for long, and never done.
        let trickle = async |begin: String, piece: Vec<u8>| {
            let mut connection = Connection::open(&app.url).await;
            connection.send(begin.as_bytes()).await;
            let mut heard = Vec::new();
            while heard.is_empty() && connection.send(&piece).await {
                heard = connection.read(Duration::from_millis(50)).await;
            }
            String::from_utf8_lossy(&heard).into_owned()
        };
        let header = trickle("GET /healthz HTTP/1.1\r\nHost: x\r\n".to_owned(), b"x".to_vec()).await;
        assert!(header.is_empty() || header.starts_with("HTTP/1.1 408"), "{header}");
        let body = trickle(chunked(&token), chunk(1)).await;
        assert!(body.starts_with("HTTP/1.1 408"), "{body}");
        let body = trickle(of_length(&token, 1_000_000), b" ".to_vec()).await;
        assert!(body.starts_with("HTTP/1.1 408"), "{body}");

        let mut stopped = Connection::open(&app.url).await;
        stopped.send(chunked(&token).as_bytes()).await;
        stopped.send(&chunk(10)).await;
        stopped.answer(PATIENCE).await.0.expect(408).code("request_timeout");
        app.as_role("accountant").post("/accounting/journal-entries", &app.sale("1.00").json()).await.expect(201);
    });
}

#[test]
fn two_hundred_slow_clients_at_once_do_not_keep_others_from_being_served() {
    run_with(Database::Sqlite, Options::default(), async |app| {
        let token = app.token(&app.books, "accountant");
        let mut slow = Vec::new();
        for number in 0..200 {
            let mut connection = Connection::open(&app.url).await;
            let begin = match number % 3 {
                0 => "GET /api/v1/warehouses HTTP/1.1\r\nHost:".to_owned(),
                1 => format!("{}{{\"date\"", of_length(&token, 100)),
                _ => chunked(&token),
            };
            connection.send(begin.as_bytes()).await;
            slow.push(connection);
        }
        let accountant = app.as_role("accountant");
        for _ in 0..20 {
            let id = accountant.post_entry(&app.sale("1.00")).await;
            accountant.void(&id).await.expect(204);
        }
        assert_eq!(accountant.get("/accounting/journal-entries?limit=200").await.data().len(), 40);
        drop(slow);
    });
}

#[test]
fn who_comes_while_every_connection_is_taken_is_served_when_one_ends() {
    let limits = Limits { connections: 4, ..Limits::default() };
    run_with(Database::Sqlite, Options { limits, ..Options::default() }, async |app| {
        const ALIVE: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
        let mut taken = Vec::new();
        for _ in 0..4 {
            let mut connection = Connection::open(&app.url).await;
            connection.send(ALIVE).await;
            connection.answer(PATIENCE).await.0.expect(200);
            taken.push(connection);
        }
        let mut late = Vec::new();
        for _ in 0..20 {
            let mut connection = Connection::open(&app.url).await;
            connection.send(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").await;
            late.push(connection);
        }
        let early = late[0].read(Duration::from_millis(200)).await;
        assert!(early.is_empty(), "a fifth connection was served: {}", String::from_utf8_lossy(&early));
        drop(taken.pop());
        for mut connection in late {
            connection.answer(PATIENCE).await.0.expect(200);
        }
        drop(taken);
        app.as_role("admin").post("/warehouses", &json!({"code": "LON", "name": "London"})).await.expect(201);
    });
}
