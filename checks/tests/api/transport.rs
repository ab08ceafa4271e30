//! The transport: request ids, limits, slow clients, pages, compression of answers that are no resource.

use std::time::Duration;

use checks::bytes::{Connection, exchange};
use checks::server::{Options, run_with};
use checks::{Database, TestServer, on_both};
use reqwest::Method;
use serde_json::json;
use server::http::layers::RatePolicy;
use server::http::problem::ProblemCode;
use server::http::transport::Limits;

on_both![
    a_request_id_is_accepted_or_made_and_stands_in_every_answer,
    paths_methods_and_lengths_that_are_not_served_are_problems,
    pages_and_documents_are_served_to_everybody,
    every_problem_has_a_page_that_says_what_to_do,
    a_page_cannot_be_made_to_hold_what_a_user_wrote,
    http2_is_spoken_on_the_same_port,
];

async fn a_request_id_is_accepted_or_made_and_stands_in_every_answer(app: &TestServer) {
    let admin = app.as_role("admin");
    let answer = admin.get("/warehouses/wh_x").header("x-request-id", "order-4711").await;
    assert_eq!((answer.header("x-request-id"), answer.field("requestId").as_str()), ("order-4711", "order-4711"));
    let (one, other) = (admin.get("/warehouses").await, admin.get("/warehouses").await);
    assert!(one.header("x-request-id").len() >= 16 && one.header("x-request-id") != other.header("x-request-id"));
    for bad in ["", "a b", &"x".repeat(300)] {
        let answer = admin.get("/warehouses").header("x-request-id", bad).await;
        assert!(
            answer.header("x-request-id").len() >= 16 && answer.header("x-request-id") != bad,
            "{bad:?} was taken over"
        );
    }
}

async fn paths_methods_and_lengths_that_are_not_served_are_problems(app: &TestServer) {
    let admin = app.as_role("admin");
    admin.get("/nothing").await.expect(404).code("route_not_found");
    admin.get("~/api/v2/warehouses").await.expect(404).code("route_not_found");
    let answer = admin.ask(Method::PATCH, "/warehouses").await;
    answer.expect(405).code("method_not_allowed");
    assert!(
        answer.header("allow").contains("GET") && answer.header("allow").contains("POST"),
        "{}",
        answer.header("allow")
    );
    admin.get(&format!("/warehouses?q={}", "x".repeat(9000))).await.expect(414).code("uri_too_long");
    let many = (0..150).map(|number| format!("x-{number}: 1\r\n")).collect::<String>();
    let answer = exchange(&app.url, format!("GET /healthz HTTP/1.1\r\nHost: x\r\n{many}\r\n").as_bytes()).await;
    assert_eq!(answer.status, 431);
    for broken in [
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n",
    ] {
        let answer = exchange(&app.url, broken.as_bytes()).await;
        assert_eq!(answer.status, 400, "{broken:?}");
    }
    admin.warehouse("LON").await;
}

async fn pages_and_documents_are_served_to_everybody(app: &TestServer) {
    let nobody = app.with_token(None);
    for path in ["~/", "~/docs/", "~/problems", "~/openapi.json", "~/healthz", "~/readyz", "~/metrics"] {
        let answer = nobody.get(path).await;
        answer.expect(200);
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{path}");
        assert_eq!(answer.header("access-control-allow-origin"), "", "{path}");
    }
    nobody.get("~/").await.says(&format!("{}/api/v1/auth/me", app.url));
    let document = nobody.get("~/openapi.json").header("accept-encoding", "gzip").await;
    assert_eq!(document.header("content-encoding"), "gzip");
    nobody.get("~/openapi.json").header("if-none-match", &document.etag()).await.expect(304).empty();
}

async fn every_problem_has_a_page_that_says_what_to_do(app: &TestServer) {
    let nobody = app.with_token(None);
    for code in ProblemCode::all() {
        let path = format!("~/problems/{}", code.name());
        let page = nobody.get(&path).header("accept", "text/html").await;
        page.expect(200).says(code.name());
        assert!(page.header("content-type").starts_with("text/html"));
        assert!(!page.header("content-security-policy").is_empty());
        let data = nobody.get(&path).header("accept", "application/json").await.expect(200).json();
        assert_eq!(data["status"], code.row().status.as_u16(), "{}", code.name());
    }
    nobody.get("~/problems/nonsense").await.expect(404);
    let page = nobody.get("~/problems/%3Cscript%3Ealert(1)%3C%2Fscript%3E").header("accept", "text/html").await;
    assert!(!page.text().contains("<script>alert"), "{}", page.text());
}

async fn a_page_cannot_be_made_to_hold_what_a_user_wrote(app: &TestServer) {
    let admin = app.as_role("admin");
    let script = "<script>alert(1)</script>";
    let made = admin.post("/warehouses", &json!({"code": "LON", "name": script, "metadata": {script: script}})).await;
    made.expect(201);
    assert_eq!(made.header("content-type"), "application/json");
    assert_eq!((made.header("x-content-type-options"), made.json()["name"].as_str()), ("nosniff", Some(script)));
}

async fn http2_is_spoken_on_the_same_port(app: &TestServer) {
    let mut connection = Connection::open(&app.url).await;
    connection.send(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00").await;
    let frame = connection.read(Duration::from_millis(300)).await;
    assert_eq!(frame.get(3), Some(&4), "the first frame is SETTINGS: {frame:?}");
}

/// Time-outs short enough to be met in a test.
fn impatient() -> Options {
    let (header, other) = (Duration::from_millis(300), Duration::from_millis(300));
    Options {
        limits: Limits { header_timeout: header, body_timeout: other, write_timeout: other, ..Limits::default() },
        ..Options::default()
    }
}

#[test]
fn a_client_that_is_slow_with_header_or_body_is_let_go_and_others_are_served() {
    run_with(Database::Sqlite, impatient(), async |app| {
        let token = app.token(&app.books, "admin");
        let mut slow_header = Connection::open(&app.url).await;
        slow_header.send(b"GET /api/v1/warehouses HTTP/1.1\r\nHost:").await;
        let mut slow_body = Connection::open(&app.url).await;
        let head = format!(
            "POST /api/v1/warehouses HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{\"code\""
        );
        slow_body.send(head.as_bytes()).await;
        app.as_role("admin").warehouse("LON").await;
        let (answer, _) = slow_body.answer(Duration::from_secs(10)).await;
        answer.expect(408).code("request_timeout");
        let text = String::from_utf8_lossy(&slow_header.read(Duration::from_secs(10)).await).into_owned();
        assert!(text.is_empty() || text.starts_with("HTTP/1.1 408"), "{text}");
        assert_eq!(app.as_role("admin").get("/warehouses").await.data().len(), 1);
    });
}

#[test]
fn who_asks_too_often_is_told_when_to_come_again_and_others_are_served() {
    let rate = RatePolicy { burst: 3, per_second: 1, principals: 100 };
    run_with(Database::Sqlite, Options { rate, ..Options::default() }, async |app| {
        let admin = app.as_role("admin");
        let first = admin.get("/warehouses").await;
        first.expect(200);
        assert!(
            first.header("ratelimit").contains("r=2") && first.header("ratelimit-policy").contains("q=3"),
            "{:?}",
            first.headers
        );
        let mut answers = Vec::new();
        for _ in 0..5 {
            answers.push(admin.get("/warehouses").await);
        }
        let refused = answers.iter().find(|answer| answer.status == 429).expect("one too many");
        refused.code("too_many_requests");
        assert!(refused.header("retry-after").parse::<u64>().unwrap() >= 1);
        app.as_role("clerk").get("/warehouses").await.expect(200);
    });
}
