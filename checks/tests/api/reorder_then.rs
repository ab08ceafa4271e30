//! Availability and the items to order, as the books knew them at an earlier point of their log.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;
use crate::movement_kinds::more_accounts;
use crate::movements::{movement, set_up};

const LOW: &str = "/inventory/reorder-suggestions";
const AVAILABLE: &str = "/inventory/availability";

/// The answers at one point of the log.
struct Moment {
    seq: i64,
    at: String,
    answers: Vec<String>,
}

async fn ask(user: &Caller, question: &str) -> String {
    String::from_utf8_lossy(&user.get(question).await.expect(200).bytes).into_owned()
}

async fn remember(app: &TestServer, questions: &[String], moments: &mut Vec<Moment>) {
    let head = app.head(&app.books).await.unwrap();
    let user = app.as_role("admin");
    let mut answers = Vec::new();
    for question in questions {
        answers.push(ask(&user, question).await);
    }
    moments.push(Moment { seq: head.seq, at: head.at.to_string(), answers });
}

async fn id_of(user: &Caller, list: &str) -> String {
    user.get(list).await.expect(200).data()[0]["id"].as_str().unwrap().to_owned()
}

async fn moved(user: &Caller, kind: &str, line: Value, more: &[(&str, &str)]) -> String {
    let mut body = movement(kind, "2010-01-05", line);
    for (name, value) in more {
        body[name] = json!(value);
    }
    user.post("/inventory/movements", &body).await.expect(201).id()
}

async fn void(user: &Caller, movement: &str) {
    user.post(&format!("/inventory/movements/{movement}/void"), &json!({"reason": "mistaken"})).await.expect(204);
}

/// All that an answer depends on changes, a step at a time.
async fn history(app: &TestServer, questions: &[String]) -> Vec<Moment> {
    let admin = app.as_role("admin");
    let mut moments = Vec::new();
    let (apple, milk) =
        (id_of(&admin, "/inventory/items?sku=APPLE").await, id_of(&admin, "/inventory/items?sku=MILK").await);
    let (main, shop) = (id_of(&admin, "/warehouses?code=MAIN").await, id_of(&admin, "/warehouses?code=SHOP").await);
    let put = async |path: String, body: Value| {
        admin.put(&path, &body).await.expect(204);
    };
    let reserve = async |quantity: &str| {
        let body =
            json!({"sku": "APPLE", "quantity": quantity, "warehouseCode": "MAIN", "expiresAt": "2099-01-01T00:00:00Z"});
        admin.post("/inventory/reservations", &body).await.expect(201).id()
    };
    let apples = |quantity: &str| json!({"sku": "APPLE", "quantity": quantity, "totalCost": "10.00"});

    put(format!("/inventory/items/{apple}"), json!({"reorderPoint": "9", "maxQuantity": "20", "leadTimeDays": 3}))
        .await;
    remember(app, questions, &mut moments).await;
    moved(&admin, "receipt", apples("14"), &[("partyName", "Farm")]).await;
    remember(app, questions, &mut moments).await;
    let first = reserve("6").await;
    remember(app, questions, &mut moments).await;
    let line = json!({"sku": "APPLE", "quantity": "2", "reservationId": first});
    let issue = moved(&admin, "issue", line, &[]).await;
    remember(app, questions, &mut moments).await;
    let second = reserve("1").await;
    remember(app, questions, &mut moments).await;
    put(format!("/inventory/reservations/{first}"), json!({"quantity": "5"})).await;
    remember(app, questions, &mut moments).await;
    admin.post(&format!("/inventory/reservations/{second}/release"), &json!({"reason": "cancelled"})).await.expect(204);
    remember(app, questions, &mut moments).await;
    void(&admin, &issue).await;
    remember(app, questions, &mut moments).await;
    // All that is left of a reservation leaves: it holds nothing any more.
    let line = json!({"sku": "APPLE", "quantity": "5", "reservationId": first});
    let rest = moved(&admin, "issue", line, &[]).await;
    remember(app, questions, &mut moments).await;
    void(&admin, &rest).await;
    put(format!("/warehouses/{shop}"), json!({"resupplyFrom": [main]})).await;
    remember(app, questions, &mut moments).await;
    let late = moved(&admin, "receipt", apples("1"), &[("partyName", "Orchard")]).await;
    remember(app, questions, &mut moments).await;
    void(&admin, &late).await;
    remember(app, questions, &mut moments).await;

    put(format!("/inventory/items/{milk}"), json!({"reorderPoint": "6", "minQuantity": "8"})).await;
    let lot = admin.post("/inventory/lots", &json!({"itemId": milk, "number": "L-1"})).await.expect(201).id();
    let line = json!({"sku": "MILK", "quantity": "7", "lotNumber": "L-1", "totalCost": "6.00"});
    moved(&admin, "receipt", line, &[("partyName", "Dairy")]).await;
    remember(app, questions, &mut moments).await;
    put(format!("/inventory/lots/{lot}"), json!({"status": "quarantine"})).await;
    remember(app, questions, &mut moments).await;
    let moved_on = json!({"sku": "APPLE", "quantity": "4", "toWarehouseCode": "SHOP"});
    moved(&admin, "transfer", moved_on, &[]).await;
    remember(app, questions, &mut moments).await;
    // On their way, arrived in part, and nothing left where a part of them was.
    let pears = json!({"sku": "PEAR", "quantity": "3", "totalCost": "3.00"});
    moved(&admin, "receipt", pears, &[]).await;
    remember(app, questions, &mut moments).await;
    let way = json!({"sku": "PEAR", "quantity": "3"});
    let way = moved(&admin, "transfer", way, &[("toWarehouseCode", "SHOP"), ("mode", "twoStep")]).await;
    remember(app, questions, &mut moments).await;
    let part = json!({"occurredAt": "2010-01-06", "lines": [{"ofLine": 1, "quantity": "2"}]});
    admin.post(&format!("/inventory/movements/{way}/receive"), &part).await.expect(201);
    remember(app, questions, &mut moments).await;
    put(format!("/inventory/items/{apple}"), json!({"sku": "Z-APPLE", "name": "Apples", "reorderPoint": "12"})).await;
    put(format!("/warehouses/{main}"), json!({"code": "HALL", "name": "The hall"})).await;
    remember(app, questions, &mut moments).await;
    put(format!("/inventory/items/{milk}"), json!({"reorderPoint": null})).await;
    let pear = json!({"sku": "PLUM", "name": "Plums", "reorderPoint": "1"});
    admin.post("/inventory/items", &pear).await.expect(201);
    remember(app, questions, &mut moments).await;
    moments
}

on_both![
    what_should_be_ordered_by_what_was_known_is_told_as_it_was_then_to_the_byte,
    who_acts_in_one_warehouse_is_told_what_was_known_of_it_alone,
];

async fn what_should_be_ordered_by_what_was_known_is_told_as_it_was_then_to_the_byte(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    more_accounts(&admin).await;
    let shop = id_of(&admin, "/warehouses?code=SHOP").await;
    let questions: Vec<String> = [
        "?limit=200",
        &format!("?warehouseId={shop}"),
        "?format=csv",
        &format!("?warehouseId={shop}&format=csv"),
        "?format=xlsx",
    ]
    .map(|query| format!("{LOW}{query}"))
    .into_iter()
    .chain(
        [
            "?limit=200",
            "?nonZero=false",
            &format!("?warehouseId={shop}"),
            "?sku=milk&nonZero=false",
            "?format=csv",
            "?format=xlsx",
        ]
        .map(|query| format!("{AVAILABLE}{query}")),
    )
    .collect();
    let moments = history(app, &questions).await;
    for Moment { seq, at, answers } in &moments {
        for (question, answer) in questions.iter().zip(answers) {
            for known in [format!("seq:{seq}"), at.clone()] {
                let found = ask(&admin, &format!("{question}&knownAt={known}")).await;
                assert_eq!(&found, answer, "{question} at {known}");
            }
        }
    }
    assert!(moments.windows(2).all(|pair| pair[0].answers != pair[1].answers), "each step is seen");
    let last = moments.last().unwrap().seq;
    for list in [LOW, AVAILABLE] {
        let path = format!("{list}?knownAt=seq:{last}");
        let all = admin.get(&path).await.expect(200).data();
        assert!(all.len() > 1, "{all:?}");
        assert_eq!(all_pages(&admin, &path, 1).await, all);
        admin.get(&format!("{list}?knownAt=seq:{}", last + 1)).await.expect(400).pointer("knownAt");
    }
}

async fn who_acts_in_one_warehouse_is_told_what_was_known_of_it_alone(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let apple = id_of(&admin, "/inventory/items?sku=APPLE").await;
    admin.put(&format!("/inventory/items/{apple}"), &json!({"reorderPoint": "9"})).await.expect(204);
    moved(&admin, "receipt", json!({"sku": "APPLE", "quantity": "5", "totalCost": "5.00"}), &[("partyName", "Farm")])
        .await;
    let line = json!({"sku": "APPLE", "quantity": "2", "toWarehouseCode": "SHOP"});
    moved(&admin, "transfer", line, &[]).await;
    let shop = id_of(&admin, "/warehouses?code=SHOP").await;
    admin
        .put(&format!("/warehouses/{shop}"), &json!({"resupplyFrom": [id_of(&admin, "/warehouses?code=MAIN").await]}))
        .await
        .expect(204);
    admin.put(&format!("/users/{}", app.books.member("auditor")), &json!({"warehouseIds": [shop]})).await.expect(204);
    let bound = app.as_role("auditor");
    let seq = app.head(&app.books).await.unwrap().seq;
    let questions = [format!("{LOW}?limit=200"), format!("{LOW}?warehouseId={shop}"), format!("{AVAILABLE}?limit=200")];
    let mut before = Vec::new();
    for question in &questions {
        let rows = bound.get(question).await.expect(200).data();
        let row = &rows[0];
        assert_eq!((&row["onHand"], rows.len()), (&json!("2"), 1));
        if question.starts_with(LOW) {
            assert_eq!([&row["supplierId"], &row["resupplyFrom"]], [&json!(null), &json!([])]);
        }
        before.push(rows);
    }
    moved(
        &admin,
        "receipt",
        json!({"sku": "APPLE", "quantity": "5", "totalCost": "5.00"}),
        &[("warehouseCode", "SHOP")],
    )
    .await;
    for (question, rows) in questions.iter().zip(before) {
        let known = bound.get(&format!("{question}&knownAt=seq:{seq}")).await.expect(200).data();
        assert_eq!(known, rows, "{question}");
    }
}
