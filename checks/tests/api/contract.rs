//! The two given operations, for clients that were written against nothing but the contract's page.

use checks::bytes::exchange;
use checks::{TestServer, on_both};
use serde_json::json;

on_both![
    both_operations_work_with_the_bare_minimum,
    a_client_with_other_habits_is_still_right,
    a_token_in_the_wrong_place_gets_a_401_that_says_what_is_wrong,
    the_document_names_both_operations_as_given,
];

async fn both_operations_work_with_the_bare_minimum(app: &TestServer) {
    let admin = app.as_role("admin");
    let entry = admin.post_entry(&app.sale("1.00")).await;
    let warehouse = admin.warehouse("LON").await;
    let answer = admin.post(&format!("/accounting/journal-entries/{entry}/void"), &json!({"reason": "x"})).await;
    answer.expect(204).empty();
    let answer = admin.put(&format!("/warehouses/{warehouse}"), &json!({})).await;
    answer.expect(204).empty();
    assert_eq!(answer.header("content-type"), "");
}

async fn a_client_with_other_habits_is_still_right(app: &TestServer) {
    let token = app.token(&app.books, "admin");
    let admin = app.as_role("admin");
    let warehouse = admin.warehouse("LON").await;
    for (scheme, content_type, accept, body) in [
        ("Bearer", "application/json; charset=utf-8", "*/*", "{}\n"),
        ("bearer", "application/json;charset=UTF-8", "text/html, application/json;q=0.9", "{}\r\n"),
        ("BEARER", "Application/JSON", "application/xml", " {} "),
        ("BeArEr ", "application/json ; charset=\"utf-8\"", "application/json", "\t{\n}\n\n"),
    ] {
        let entry = admin.post_entry(&app.sale("1.00")).await;
        let send = |method: &str, path: String, body: String| {
            format!(
                "{method} {path} HTTP/1.1\r\nhOsT: x\r\naUtHoRiZaTiOn: {scheme} {token}\r\nCONTENT-TYPE: {content_type}\r\n\
                 accept: {accept}\r\nAccept: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            )
        };
        let reason = body.replacen('{', "{\"reason\": \"x\"", 1);
        let answer = exchange(
            &app.url,
            send("POST", format!("/api/v1/accounting/journal-entries/{entry}/void"), reason).as_bytes(),
        )
        .await;
        answer.expect(204).empty();
        let answer =
            exchange(&app.url, send("PUT", format!("/api/v1/warehouses/{warehouse}"), body.to_owned()).as_bytes())
                .await;
        answer.expect(204).empty();
    }
}

async fn a_token_in_the_wrong_place_gets_a_401_that_says_what_is_wrong(app: &TestServer) {
    let token = app.token(&app.books, "admin");
    let warehouse = app.as_role("admin").warehouse("LON").await;
    let before = app.heads().await;
    let path = format!("/api/v1/warehouses/{warehouse}");
    for (headers, query, says) in [
        (String::new(), String::new(), "the access token is missing"),
        (format!("Authorization: Bearer Bearer {token}\r\n"), String::new(), "is given twice"),
        (
            format!("Authorization: Bearer {token}\r\nAuthorization: Bearer {token}\r\n"),
            String::new(),
            "2 Authorization headers",
        ),
        (String::new(), format!("?access_token={token}"), "query"),
        (format!("Authorization: Bearer {token}\r\n"), format!("?access_token={token}"), "query"),
        (format!("Authorization: {token}\r\n"), String::new(), "without its scheme"),
        ("Authorization: Basic YWRtaW46YWRtaW4=\r\n".to_owned(), String::new(), "Basic"),
        ("Authorization: Bearer\r\n".to_owned(), String::new(), "has no token"),
        (format!("Authorization: Bearer \"{token}\"\r\n"), String::new(), "quotes"),
        (format!("Authorization: Bearer {}\r\n", &token[..token.len() - 10]), String::new(), ""),
    ] {
        let request = format!(
            "PUT {path}{query} HTTP/1.1\r\nHost: x\r\n{headers}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}"
        );
        let answer = exchange(&app.url, request.as_bytes()).await;
        answer.expect(401).says(says);
        assert!(answer.header("www-authenticate").starts_with("Bearer "), "{:?}", answer.headers);
        assert!(!answer.text().contains(&token[token.len() - 20..]), "the answer repeats the token");
    }
    assert_eq!(app.heads().await, before);
}

async fn the_document_names_both_operations_as_given(app: &TestServer) {
    let document = app.with_token(None).get("~/openapi.json").await.expect(200).json();
    let paths = &document["paths"];
    assert_eq!(paths["/api/v1/warehouses/{id}"]["put"]["operationId"], "WarehousesController_update");
    assert_eq!(
        paths["/api/v1/accounting/journal-entries/{id}/void"]["post"]["operationId"],
        "JournalEntriesController_void"
    );
    for operation in
        [&paths["/api/v1/warehouses/{id}"]["put"], &paths["/api/v1/accounting/journal-entries/{id}/void"]["post"]]
    {
        assert!(operation["security"].is_null(), "the document's own holds");
        assert!(operation["responses"]["204"]["content"].is_null(), "the answer is empty");
    }
    assert_eq!(document["security"][0], json!({"bearer": []}));
    let scheme = &document["components"]["securitySchemes"]["bearer"];
    assert_eq!(
        (&scheme["type"], &scheme["scheme"], &scheme["bearerFormat"]),
        (&json!("http"), &json!("bearer"), &json!("JWT"))
    );
}
