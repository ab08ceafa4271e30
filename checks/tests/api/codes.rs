//! Codes and names: one spelling of each, whichever way they come in.

use checks::{TestServer, on_both};
use serde_json::{Value, json};

/// Codes that look like `1000`, each with its reported fault.
const LOOK_LIKE_1000: [(&str, &str); 8] = [
    (" 1000", "edge_blank"),
    ("1000 ", "edge_blank"),
    ("\u{a0}1000", "edge_blank"),
    ("10\u{200b}00", "invisible_character"),
    ("\u{feff}1000", "invisible_character"),
    ("10\u{ad}00", "invisible_character"),
    ("1000\u{202c}", "invisible_character"),
    ("１０００", "look_alike_character"),
];

/// Texts that are no key of another program, each with its fault and the key that was meant.
const NO_KEYS: [(&str, &str, &str); 8] = [
    (" 1000", "edge_blank", "1000"),
    ("1000\u{a0}", "edge_blank", "1000"),
    ("10\u{200b}00", "invisible_character", "1000"),
    ("\u{feff}1000", "invisible_character", "1000"),
    ("\u{202e}1000", "invisible_character", "1000"),
    ("10\t00", "control_character", "1000"),
    ("10\u{a0}00", "look_alike_character", "10 00"),
    ("Zoe\u{308}", "not_composed", "Zo\u{eb}"),
];

on_both![
    codes_that_only_look_like_another_one_are_refused_wherever_one_is_made,
    a_code_is_composed_and_found_however_it_is_written,
    a_name_turns_no_direction_and_is_kept_without_blanks_at_its_edges,
    a_chart_from_a_file_has_the_same_rule_for_codes_as_any_other_way_in,
    the_key_of_another_program_is_kept_byte_for_byte_or_refused,
    references_sources_and_tags_are_names,
];

async fn codes_that_only_look_like_another_one_are_refused_wherever_one_is_made(app: &TestServer) {
    let user = app.as_role("admin");
    let item =
        user.post("/inventory/items", &json!({"sku": "LOT", "name": "n", "tracking": "lot"})).await.expect(201).id();
    let drill = user
        .post("/inventory/items", &json!({"sku": "SERIAL", "name": "n", "tracking": "serial"}))
        .await
        .expect(201)
        .id();
    let warehouse = user.post("/warehouses", &json!({"code": "LON", "name": "London"})).await.expect(201).id();
    let dimension =
        user.post("/accounting/dimensions", &json!({"code": "team", "name": "Team"})).await.expect(201).id();
    let before = app.heads().await;
    for (path, member, body) in [
        ("/accounting/accounts".to_owned(), "code", json!({"name": "n", "type": "asset"})),
        ("/accounting/journals".to_owned(), "code", json!({"name": "n", "type": "general"})),
        ("/accounting/dimensions".to_owned(), "code", json!({"name": "n"})),
        (format!("/accounting/dimensions/{dimension}/values"), "code", json!({"name": "n"})),
        ("/accounting/parties".to_owned(), "code", json!({"name": "n"})),
        ("/warehouses".to_owned(), "code", json!({"name": "n"})),
        (format!("/warehouses/{warehouse}/locations"), "code", json!({})),
        ("/inventory/items".to_owned(), "sku", json!({"name": "n"})),
        ("/inventory/item-categories".to_owned(), "code", json!({"name": "n"})),
        ("/inventory/reason-codes".to_owned(), "code", json!({"name": "n", "kinds": ["adjustment"]})),
        ("/inventory/lots".to_owned(), "number", json!({"itemId": item})),
        ("/inventory/serials".to_owned(), "number", json!({"itemId": drill})),
        ("/roles".to_owned(), "name", json!({"permissions": []})),
    ] {
        for (code, fault) in LOOK_LIKE_1000 {
            let mut body = body.clone();
            body[member] = json!(code);
            let answer = user.post(&path, &body).await;
            let pointer = format!("/{member}");
            answer.expect(400).code("validation_failed").pointer(&pointer);
            // Codes of ASCII alone also have a rule of their own.
            let told = answer.json()["errors"].as_array().cloned().unwrap_or_default();
            let told: Vec<&Value> =
                told.iter().filter(|error| error["pointer"] == pointer.as_str()).map(|error| &error["code"]).collect();
            assert!(told.contains(&&json!(fault)) || path.ends_with("dimensions"), "{path} {code:?}: {told:?}");
        }
    }
    assert_eq!(app.heads().await, before);
    let answer = user.post("/accounting/accounts", &json!({"code": "１０００", "name": "n", "type": "asset"})).await;
    answer.expect(400).says("must be written with plain characters");
}

async fn a_code_is_composed_and_found_however_it_is_written(app: &TestServer) {
    let user = app.as_role("admin");
    user.post("/accounting/accounts", &json!({"code": "Zoe\u{308}", "name": " Zoe\u{308}\u{a0}", "type": "asset"}))
        .await
        .expect(201);
    user.post("/accounting/accounts", &json!({"code": "Zo\u{eb}", "name": "n", "type": "asset"}))
        .await
        .expect(409)
        .code("code_taken");
    for query in ["code=Zoe%CC%88", "code=Zo%C3%AB", "q=Zoe%CC%88", "q=%20Zo%C3%AB%20"] {
        let found = user.get(&format!("/accounting/accounts?{query}")).await.expect(200).data();
        assert_eq!(found.len(), 1, "{query}");
        assert_eq!((&found[0]["code"], &found[0]["name"]), (&json!("Zo\u{eb}"), &json!("Zo\u{eb}")), "{query}");
    }
    // A search for a text that no code can be is refused instead of answered with nothing.
    for query in ["code=Zo%E2%80%8Bx", "code=%EF%BC%91", "code=1%20"] {
        user.get(&format!("/accounting/accounts?{query}")).await.expect(400).pointer("code");
    }
}

async fn a_name_turns_no_direction_and_is_kept_without_blanks_at_its_edges(app: &TestServer) {
    let user = app.as_role("admin");
    for (path, body) in [
        ("/accounting/accounts", json!({"code": "A", "type": "asset"})),
        ("/accounting/parties", json!({})),
        ("/warehouses", json!({"code": "LON"})),
        ("/inventory/items", json!({"sku": "A"})),
    ] {
        let with = |name: &str| {
            let mut body = body.clone();
            body["name"] = json!(name);
            body
        };
        for name in ["pay \u{202e}0001", "a\u{2066}b", "\u{200b}", "a\u{2028}b", "tab\t"] {
            user.post(path, &with(name)).await.expect(400).code("validation_failed").pointer("/name");
        }
        let made = user.post(path, &with("\u{feff} A name\u{a0}")).await.expect(201).json();
        assert_eq!(made["name"], "A name", "{path}");
    }
}

async fn a_chart_from_a_file_has_the_same_rule_for_codes_as_any_other_way_in(app: &TestServer) {
    let user = app.as_role("admin");
    for (code, fault) in LOOK_LIKE_1000 {
        let chart = json!({"accounts": [{"code": code, "name": "Bank", "type": "asset"}]});
        let answer = user.post("/accounting/chart", &chart).await;
        answer.expect(400).pointer("/accounts/0/code");
        assert!(answer.text().contains(fault), "{code:?}: {}", answer.text());
    }
}

async fn the_key_of_another_program_is_kept_byte_for_byte_or_refused(app: &TestServer) {
    let user = app.as_role("admin");
    let before = app.heads().await;
    for path in [
        "/accounting/accounts",
        "/accounting/parties",
        "/accounting/journal-entries",
        "/inventory/movements",
        "/inventory/reservations",
    ] {
        for (key, fault, meant) in NO_KEYS {
            let answer = user.post(path, &json!({"externalId": key})).await;
            answer.expect(400).code("validation_failed");
            let told = answer.json()["errors"].as_array().cloned().unwrap_or_default();
            let own = told
                .iter()
                .find(|error| error["pointer"] == "/externalId")
                .unwrap_or_else(|| panic!("{path} {key:?}: {told:?}"));
            assert_eq!(own["code"], fault, "{path} {key:?}");
            assert!(own["message"].as_str().unwrap().contains(&format!("{meant:?}")), "{path} {key:?}: {own}");
        }
    }
    assert_eq!(app.heads().await, before);
    for (index, key) in ["№ 5", "１２", "12", "Zo\u{eb}", "a b"].into_iter().enumerate() {
        let body = json!({"code": format!("K{index}"), "name": "n", "type": "asset", "externalId": key});
        assert_eq!(user.post("/accounting/accounts", &body).await.expect(201).json()["externalId"], key);
    }
    // A text that cannot be a key is not searched for.
    for list in ["/accounting/journal-entries", "/inventory/movements", "/inventory/reservations"] {
        user.get(&format!("{list}?externalId=Zoe%CC%88")).await.expect(400).pointer("externalId");
        user.get(&format!("{list}?externalId=Zo%C3%AB")).await.expect(200);
    }
}

async fn references_sources_and_tags_are_names(app: &TestServer) {
    let user = app.as_role("admin");
    let before = app.heads().await;
    for (path, member) in [
        ("/accounting/journal-entries", "reference"),
        ("/accounting/journal-entries", "source"),
        ("/accounting/recurring-entries", "reference"),
        ("/accounting/exchange-rates", "source"),
        ("/inventory/movements", "reference"),
        ("/inventory/movements", "source"),
        ("/inventory/reservations", "reference"),
        ("/inventory/reservations", "source"),
        ("/inventory/counts", "reference"),
        ("/warehouses", "tags"),
    ] {
        for (text, fault) in [
            ("pay \u{202e}0001", "direction_character"),
            ("a\u{2066}b", "direction_character"),
            ("\u{200b}", "too_short"),
            ("a\u{2028}b", "control_character"),
            ("tab\t", "control_character"),
        ] {
            let (pointer, value) = if member == "tags" {
                ("/tags/0".to_owned(), json!([text]))
            } else {
                (format!("/{member}"), json!(text))
            };
            let answer = user.post(path, &json!({member: value})).await;
            answer.expect(400).code("validation_failed");
            let told = answer.json()["errors"].as_array().cloned().unwrap_or_default();
            assert!(
                told.iter().any(|error| error["pointer"] == pointer.as_str() && error["code"] == fault),
                "{path} {text:?}: {told:?}"
            );
        }
    }
    assert_eq!(app.heads().await, before);
    let made = user
        .post("/warehouses", &json!({"code": "LON", "name": "London", "tags": [" Zoe\u{308}\u{a0}"]}))
        .await
        .expect(201)
        .json();
    assert_eq!(made["tags"], json!(["Zo\u{eb}"]));
    let count = user
        .post("/inventory/counts", &json!({"warehouseCode": "LON", "reference": "\u{feff}Zoe\u{308} "}))
        .await
        .expect(201)
        .json();
    assert_eq!(count["reference"], "Zo\u{eb}");
}
