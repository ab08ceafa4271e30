//! Customers and suppliers: found by name, code and kind, in the order of their creation.

use checks::{TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;

const PARTIES: &str = "/accounting/parties";

fn names(rows: &[Value]) -> Vec<String> {
    rows.iter().map(|row| row["name"].as_str().unwrap_or_default().to_owned()).collect()
}

on_both![
    a_party_is_made_found_changed_and_retired,
    an_entry_makes_the_party_that_it_names_once,
    filters_and_pages_agree,
];

async fn a_party_is_made_found_changed_and_retired(app: &TestServer) {
    let clerk = app.as_role("clerk");
    let body = json!({"name": "Müller & Söhne", "code": "C1", "kinds": ["supplier", "customer"], "currency": "EUR", "paymentTermsDays": 30, "contact": {"city": "Wien", "tel": {"a": "1", "b": "2"}}});
    let made = clerk.post(PARTIES, &body).key("p1").await;
    let id = made.expect(201).id();
    assert_eq!(
        clerk.post(PARTIES, &body).key("p1").await.expect(201).json(),
        made.json(),
        "a replay has the personal text too"
    );
    let path = format!("{PARTIES}/{id}");
    assert_eq!(clerk.get(&path).await.json(), made.json());
    clerk
        .put(&path, &json!({"name": "Müller", "contact": {"tel": {"a": null}}, "paymentTermsDays": null}))
        .header("if-match", "\"1\"")
        .await
        .expect(204);
    let now = clerk.get(&path).await;
    assert_eq!(
        (&now.json()["name"], &now.json()["contact"], &now.json()["paymentTermsDays"], now.etag()),
        (&json!("Müller"), &json!({"city": "Wien", "tel": {"b": "2"}}), &Value::Null, "\"2\"".to_owned())
    );
    clerk.put(&path, &json!({"name": "x"})).header("if-match", "\"1\"").await.expect(412).code("version_mismatch");
    clerk.put(&path, &json!({"isActive": false})).await.expect(204);
    assert_eq!(names(&clerk.get(&format!("{PARTIES}?isActive=false")).await.data()), ["Müller"]);
    app.as_role("auditor").put(&path, &json!({"name": "x"})).await.expect(403);
    app.as_foreign("admin").get(&path).await.expect(404);
}

async fn an_entry_makes_the_party_that_it_names_once(app: &TestServer) {
    let user = app.as_role("accountant");
    let sale = |name: &str| {
        app.sale("1.00").with("lines", json!([{"accountCode": "1100", "debit": "1.00", "partyName": name}, {"accountCode": "4000", "credit": "1.00"}])).json()
    };
    for name in ["17850", "ÅNGSTRÖM", "Ångström", "17850", "A\u{30a}ngstro\u{308}m"] {
        user.post("/accounting/journal-entries", &sale(name)).await.expect(201);
    }
    // Names are the same where their characters are: an accent may be spelled in two ways, and case tells them apart.
    assert_eq!(names(&all_pages(&user, PARTIES, 2).await), ["17850", "ÅNGSTRÖM", "Ångström"]);
    user.post(PARTIES, &json!({"name": "17850"})).await.expect(409).code("code_taken");
    // One that is refused leaves no party behind.
    let mut unbalanced = sale("nobody");
    unbalanced["lines"][1]["credit"] = json!("2.00");
    user.post("/accounting/journal-entries", &unbalanced).await.expect(422);
    assert_eq!(user.get(&format!("{PARTIES}?name=nobody")).await.data(), Vec::<Value>::new());
}

async fn filters_and_pages_agree(app: &TestServer) {
    let user = app.as_role("accountant");
    for number in 0..23 {
        let kinds =
            [json!(["customer"]), json!(["supplier"]), json!([]), json!(["customer", "other"])][number % 4].clone();
        let mut body = json!({"name": format!("Party {number:02}"), "kinds": kinds});
        if number % 3 == 0 {
            body["code"] = json!(format!("p{number}"));
        }
        user.post(PARTIES, &body).await.expect(201);
    }
    for query in [
        "",
        "?kind=customer",
        "?kind=supplier",
        "?kind=other",
        "?q=party",
        "?q=P1",
        "?q=%31",
        "?code=p3",
        "?isActive=true",
        "?kind=customer&q=1&isActive=true",
    ] {
        let whole = user
            .get(&format!("{PARTIES}{query}{}limit=200", if query.is_empty() { "?" } else { "&" }))
            .await
            .expect(200)
            .data();
        for limit in [1, 4, 10] {
            assert_eq!(all_pages(&user, &format!("{PARTIES}{query}"), limit).await, whole, "{query} by {limit}");
        }
        assert!(!whole.is_empty(), "{query}");
    }
    assert_eq!(user.get(&format!("{PARTIES}?kind=customer&limit=200")).await.data().len(), 11);
    user.get(&format!("{PARTIES}?kind=friend")).await.expect(400).says("customer");
}
