//! Strict input: unknown, doubled, too deep or too long parts are refused, fast and with their place.

use std::time::{Duration, Instant};

use checks::bytes::Connection;
use checks::{TestServer, on_both};
use serde_json::{Value, json};

use crate::roles::{foreign_ids, operations};

/// Far below a client's idea of slow, far above the time that a busy machine needs.
const FAST: Duration = Duration::from_secs(2);

on_both![
    a_field_that_never_changes_is_sent_back_as_it_is_or_refused,
    unknown_fields_are_refused_with_the_nearest_known_name,
    what_is_named_has_a_name_that_can_be_seen,
    what_the_server_decides_cannot_be_assigned,
    duplicate_keys_trailing_data_and_wrong_encodings_are_malformed,
    deep_and_wide_bodies_are_refused_fast,
    a_hundred_megabytes_are_refused_before_they_are_read,
];

async fn a_field_that_never_changes_is_sent_back_as_it_is_or_refused(app: &TestServer) {
    let admin = app.as_foreign("admin");
    let document = admin.get("~/openapi.json").await.json();
    let id_of = foreign_ids(app).await;
    let mut refused = Vec::new();
    for change in operations(&document).iter().filter(|one| one.method == reqwest::Method::PUT) {
        let schema = checks::document::resolved(&document, &change.schema);
        let stored = admin.get(&change.path(&id_of)).await;
        let kept = schema["properties"].as_object().into_iter().flatten().filter(|(_, field)| {
            let told = checks::document::resolved(&document, field);
            told["description"].as_str().is_some_and(|text| text.starts_with("Read-only: leave it out"))
        });
        for (name, _) in kept.filter(|_| stored.status == 200) {
            let stored = &stored.json()[name];
            let same = admin.put(&change.path(&id_of), &json!({ name: stored })).await;
            assert!(!same.text().contains("read_only"), "{} with its own {name}: {}", change.id, same.text());
            let other = match stored {
                Value::Bool(is) => json!(!is),
                Value::Number(_) => json!(77),
                _ => json!("something else"),
            };
            let answer = admin.put(&change.path(&id_of), &json!({ name: other })).await;
            assert_eq!(answer.status, 400, "{} with another {name}: {}", change.id, answer.text());
            answer.pointer(&format!("/{name}")).says("leave it out");
            refused.push(format!("{}.{name}", change.id));
        }
    }
    assert!(refused.len() >= 18, "fewer fields are kept than ever: {refused:?}");
    // A field does not do the work of a button: the refusal names the way.
    let draft = admin.get(&format!("/inventory/movements/{}", id_of("movements"))).await.json();
    admin
        .put(&format!("/inventory/movements/{}", id_of("movements")), &json!({"status": "posted"}))
        .await
        .expect(400)
        .pointer("/status");
    // A body of an earlier version is refused for that first.
    let stale = json!({"status": "posted", "version": draft["version"].as_i64().unwrap() + 7});
    admin.put(&format!("/inventory/movements/{}", id_of("movements")), &stale).await.expect(412);
}

async fn unknown_fields_are_refused_with_the_nearest_known_name(app: &TestServer) {
    let admin = app.as_role("admin");
    for (body, says) in [
        (json!({"code": "A", "name": "x", "adress": {}}), "address"),
        (json!({"code": "A", "name": "x", "Name": "x"}), "name"),
        (json!({"code": "A", "name": "x", "time_zone": "UTC"}), "timezone"),
    ] {
        let answer = admin.post("/warehouses", &body).await;
        answer.expect(400).code("validation_failed").says(says);
        assert_eq!(answer.json()["errors"][0]["code"], "unknown_field");
    }
    let entry = app.sale("1.00").with("lines", json!([{"accountCode": "1000", "debitt": "1.00"}]));
    admin.post("/accounting/journal-entries", &entry.json()).await.expect(400).pointer("/lines/0/debitt").says("debit");
    for query in ["?limits=5", "?sort=-code&sort=code", "?limit=5&limit=6", "?__proto__=1"] {
        admin.get(&format!("/warehouses{query}")).await.expect(400).code("validation_failed");
    }
    admin.get("/warehouses?limits=5").await.expect(400).says("limit");
}

async fn what_is_named_has_a_name_that_can_be_seen(app: &TestServer) {
    let admin = app.as_role("admin");
    let warehouse = admin.warehouse("MAIN").await;
    let locations = format!("/warehouses/{warehouse}/locations");
    for path in [
        "/warehouses",
        "/inventory/items",
        "/inventory/item-categories",
        "/inventory/reason-codes",
        "/accounting/accounts",
        "/accounting/journals",
        "/accounting/dimensions",
        "/accounting/approval-policies",
        &locations,
    ] {
        let answer = admin.post(path, &json!({"code": "B", "name": " \u{a0}"})).await;
        answer.expect(400).code("validation_failed").pointer("/name").says("blank");
    }
}

async fn what_the_server_decides_cannot_be_assigned(app: &TestServer) {
    let admin = app.as_role("admin");
    let before = app.heads().await;
    for field in [
        "id",
        "number",
        "sequence",
        "hash",
        "totalDebit",
        "voidsEntryId",
        "voidedByEntryId",
        "postedAt",
        "postedBy",
        "version",
        "ownerType",
        "organizationId",
        "createdBy",
    ] {
        admin
            .post("/accounting/journal-entries", &app.sale("1.00").with(field, "x").json())
            .await
            .expect(400)
            .code("validation_failed")
            .pointer(&format!("/{field}"));
    }
    for kind in ["void", "closing", "reversal", "fxRevaluation", "fxRealised", "stock"] {
        admin
            .post("/accounting/journal-entries", &app.sale("1.00").with("entryType", kind).json())
            .await
            .expect(400)
            .pointer("/entryType");
    }
    for status in ["voided", "pendingApproval", "POSTED"] {
        admin
            .post("/accounting/journal-entries", &app.sale("1.00").with("status", status).json())
            .await
            .expect(400)
            .pointer("/status");
    }
    for field in ["id", "version", "createdAt", "organizationId", "effectiveValuationAccountId"] {
        admin
            .post("/warehouses", &json!({"code": "A", "name": "x", field: "x"}))
            .await
            .expect(400)
            .code("validation_failed")
            .pointer(&format!("/{field}"));
    }
    assert_eq!(app.heads().await, before);
}

async fn duplicate_keys_trailing_data_and_wrong_encodings_are_malformed(app: &TestServer) {
    let admin = app.as_role("admin");
    for body in [
        r#"{"code":"A","code":"A","name":"x"}"#,
        r#"{"code":"A","name":"x","metadata":{"a":1,"a":1}}"#,
        r#"{"code":"A","c\u006fde":"B","name":"x"}"#,
        r#"{"code":"A","name":"x"}x"#,
        r#"{"code":"A","name":"x"}{"code":"B","name":"x"}"#,
        r#"{"code":"A","name":"\ud800"}"#,
        "{\"code\":\"A\",\"name\":\"a\nb\"}",
        r#"{"code":"A","name":"\x41"}"#,
    ] {
        admin.ask(reqwest::Method::POST, "/warehouses").text(body).await.expect(400).code("malformed_json");
    }
    let latin = b"{\"code\":\"A\",\"name\":\"caf\xe9\"}".to_vec();
    admin
        .ask(reqwest::Method::POST, "/warehouses")
        .raw("application/json", latin)
        .await
        .expect(400)
        .code("malformed_json");
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/xml",
        "",
        "application/jsonp",
        "application/json; charset=latin1",
        "application/json; charset=utf-16",
    ] {
        admin
            .ask(reqwest::Method::POST, "/warehouses")
            .raw(kind, "{\"code\":\"A\",\"name\":\"x\"}")
            .await
            .expect(415)
            .code("unsupported_media_type");
    }
    admin
        .ask(reqwest::Method::POST, "/warehouses")
        .raw("application/json", "{\"code\":\"A\",\"name\":\"x\"}")
        .header("content-encoding", "gzip")
        .await
        .expect(415)
        .code("unsupported_media_type");
    assert_eq!(admin.get("/warehouses").await.data().len(), 0);
}

async fn deep_and_wide_bodies_are_refused_fast(app: &TestServer) {
    let admin = app.as_role("admin");
    let deep = |depth: usize| {
        format!("{{\"code\":\"A\",\"name\":\"x\",\"metadata\":{}1{}}}", "{\"a\":".repeat(depth), "}".repeat(depth))
    };
    for body in [
        deep(33),
        deep(100_000),
        "[".repeat(100_000),
        "{\"a\":".repeat(100_000),
        format!("{{\"name\":{}", "[[".repeat(50_000)),
    ] {
        let begun = Instant::now();
        admin.ask(reqwest::Method::POST, "/warehouses").text(&body).await.expect(400);
        assert!(begun.elapsed() < FAST, "{:?}", begun.elapsed());
    }
    admin.ask(reqwest::Method::POST, "/warehouses").text(&deep(20)).await.expect(201);
    let wide = format!("{{{}}}", (0..60_000).map(|number| format!("\"k{number}\":1")).collect::<Vec<_>>().join(","));
    let begun = Instant::now();
    let answer = admin.ask(reqwest::Method::POST, "/warehouses").text(&wide).await;
    answer.expect(400).code("validation_failed");
    assert!(
        begun.elapsed() < FAST && answer.bytes.len() < 100_000,
        "{:?}, {} bytes",
        begun.elapsed(),
        answer.bytes.len()
    );
}

async fn a_hundred_megabytes_are_refused_before_they_are_read(app: &TestServer) {
    let token = app.token(&app.books, "admin");
    for (path, announced) in
        [("/warehouses", true), ("/warehouses", false), ("/accounting/journal-entries/batch", true)]
    {
        let mut connection = Connection::open(&app.url).await;
        let framing = if announced { "Content-Length: 104857600" } else { "Transfer-Encoding: chunked" };
        let head = format!(
            "POST /api/v1{path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n{framing}\r\n\r\n"
        );
        connection.send(head.as_bytes()).await;
        if !announced {
            let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
            // The limit is 16 chunks; the peer may close before all are taken.
            for _ in 0..18 {
                if !connection.send(chunk.as_bytes()).await {
                    break;
                }
            }
        }
        let (answer, took) = connection.answer(Duration::from_secs(10)).await;
        answer.expect(413).code("payload_too_large");
        assert!(took < FAST, "{took:?}");
    }
    app.as_role("admin").warehouse("LON").await;
}
