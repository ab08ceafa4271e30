//! Batches of entries: all or nothing, or each for itself, in one commit.

use checks::{TestServer, on_both};
use serde_json::{Value, json};

const PATH: &str = "/accounting/journal-entries/batch";

on_both![
    an_atomic_batch_with_one_wrong_item_writes_nothing_and_points_at_it,
    a_loose_batch_answers_for_each_item,
    a_malformed_item_of_a_loose_batch_is_that_items_result_and_the_others_are_carried_out,
    a_loose_batch_of_malformed_items_alone_writes_nothing_and_asks_for_the_permission_first,
    a_batch_has_one_to_a_thousand_items,
    a_clerk_may_batch_drafts_and_not_postings,
];

async fn an_atomic_batch_with_one_wrong_item_writes_nothing_and_points_at_it(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let before = app.heads().await;
    let unbalanced = app.sale("1.00").lines(&[("1000", "1.00", ""), ("4000", "", "2.00")]).json();
    let good = app.sale("1.00").json();
    let answer = accountant.post(PATH, &json!({"atomic": true, "items": [good, unbalanced, good]})).await;
    answer.expect(422).code("entry_unbalanced");
    for pointer in answer.pointers() {
        assert!(pointer.starts_with("/items/1"), "{pointer}");
    }
    let mistyped = json!({"atomic": true, "items": [good, {"date": "2010-12-01", "journalId": app.books.journal, "lines": [{"debit": "x"}]}]});
    accountant.post(PATH, &mistyped).await.expect(400).code("validation_failed").pointer("/items/1/lines/0/debit");
    let unknown = app.sale("1.00").lines(&[("1000", "1.00", ""), ("9999", "", "1.00")]).json();
    accountant
        .post(PATH, &json!({"atomic": true, "items": [unknown]}))
        .await
        .expect(422)
        .code("unknown_reference")
        .pointer("/items/0/lines/1/accountCode");
    assert_eq!(app.heads().await, before);
    let answer = accountant.post(PATH, &json!({"atomic": true, "items": [good, good]})).await;
    assert_eq!(answer.expect(200).json()["results"].as_array().unwrap().len(), 2);
}

async fn a_loose_batch_answers_for_each_item(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let good = app.sale("1.00").with("externalId", "a").json();
    let items = json!([good, good, app.sale("1.00").on("2031-01-01").json(), app.sale("9.00").draft().json()]);
    let body = json!({"items": items});
    let answer = accountant.post(PATH, &body).key("k").await;
    let results = answer.expect(200).json()["results"].clone();
    let told: Vec<(Value, Value)> =
        results.as_array().unwrap().iter().map(|result| (result["index"].clone(), result["status"].clone())).collect();
    assert_eq!(told, [(json!(0), json!(201)), (json!(1), json!(409)), (json!(2), json!(422)), (json!(3), json!(201))]);
    assert_eq!(
        (&results[1]["problem"]["code"], &results[2]["problem"]["code"]),
        (&json!("duplicate_external_id"), &json!("no_period"))
    );
    assert_eq!(accountant.entry(results[3]["id"].as_str().unwrap()).await["status"], "draft");
    let again = accountant.post(PATH, &body).key("k").await;
    assert_eq!(again.header("idempotent-replayed"), "true");
    let mut repeated = again.expect(200).json()["results"].clone();
    for (now, then) in repeated.as_array_mut().unwrap().iter_mut().zip(results.as_array().unwrap()) {
        if !now["problem"].is_null() {
            now["problem"]["requestId"] = then["problem"]["requestId"].clone();
        }
    }
    assert_eq!(repeated, results, "the same answer, refusals included");
    assert_eq!(accountant.get("/accounting/journal-entries").await.data().len(), 2);
}

async fn a_malformed_item_of_a_loose_batch_is_that_items_result_and_the_others_are_carried_out(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let good = app.sale("1.00").json();
    let mut mistyped = good.clone();
    mistyped["lines"][0]["debit"] = json!("ten");
    mistyped["lins"] = json!([]);
    let mut ambiguous = good.clone();
    ambiguous["lines"][1]["accountId"] = json!("acc_01h455vb4pex5vsknk084sn02q");
    let body = json!({"items": [good, mistyped, 7, ambiguous, app.sale("2.00").on("2031-01-01").json(), good]});
    let answer = accountant.post(PATH, &body).key("malformed").await.expect(200).json();
    let results = answer["results"].as_array().unwrap();
    let told: Vec<_> = results.iter().map(|one| one["status"].as_i64().unwrap()).collect();
    assert_eq!(told, [201, 400, 400, 400, 422, 201], "{answer}");
    let pointers = |index: usize| -> Vec<&str> {
        let errors = results[index]["problem"]["errors"].as_array().unwrap();
        errors.iter().map(|error| error["pointer"].as_str().unwrap()).collect()
    };
    assert_eq!(pointers(1), ["/items/1/lins", "/items/1/lines/0/debit"]);
    assert_eq!((pointers(2), pointers(3)), (vec!["/items/2"], vec!["/items/3/lines/1/accountCode"]));
    assert_eq!(results[1]["problem"]["code"], "validation_failed");
    let detail = results[1]["problem"]["detail"].as_str().unwrap();
    assert!(detail.starts_with("/items/1/lins: ") && detail.ends_with("(and 1 more: see errors)"), "{detail}");
    assert_eq!(accountant.get("/accounting/journal-entries").await.data().len(), 2);
    // The same request with its key answers the same, and posts nothing more.
    let again = accountant.post(PATH, &body).key("malformed").await;
    assert_eq!(again.header("idempotent-replayed"), "true");
    let again = again.expect(200).json();
    assert_eq!((&again["results"][0], &again["results"][5]), (&results[0], &results[5]));
    assert_eq!(accountant.get("/accounting/journal-entries").await.data().len(), 2);
    let preview = accountant.post(&format!("{PATH}?dryRun=true"), &body).await.expect(200).json();
    let previewed = preview["wouldReturn"]["results"].as_array().unwrap();
    assert_eq!(previewed.iter().map(|one| one["status"].as_i64().unwrap()).collect::<Vec<_>>(), told, "{preview}");
    // All or nothing: all malformed items are told, and none is carried out.
    let atomic = json!({"atomic": true, "items": body["items"]});
    let refused = accountant.post(PATH, &atomic).await;
    refused.expect(400).code("validation_failed");
    assert_eq!(refused.pointers(), ["/items/1/lins", "/items/1/lines/0/debit", "/items/2"]);
    assert_eq!(accountant.get("/accounting/journal-entries").await.data().len(), 2);
}

async fn a_loose_batch_of_malformed_items_alone_writes_nothing_and_asks_for_the_permission_first(app: &TestServer) {
    let before = app.heads().await;
    for path in [PATH, "/inventory/movements/batch", "/inventory/reservations/batch"] {
        let body = json!({"items": [{"nonsense": 1}, 5]});
        let answer = app.as_role("admin").post(path, &body).key(path).await.expect(200).json();
        let told: Vec<_> = answer["results"].as_array().unwrap().iter().map(|one| one["status"].clone()).collect();
        assert_eq!(told, [json!(400), json!(400)], "{path} {answer}");
        app.as_role("auditor").post(path, &body).await.expect(403).code("forbidden");
        app.as_role("admin").post(path, &json!({"items": [{}], "nonsense": 1})).await.expect(400).pointer("/nonsense");
        app.as_role("admin").post(path, &json!([{}])).await.expect(400).code("validation_failed");
    }
    assert_eq!(app.heads().await, before);
}

async fn a_batch_has_one_to_a_thousand_items(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let good = app.sale("1.00").json();
    accountant.post(PATH, &json!({"items": []})).await.expect(400).pointer("/items");
    accountant.post(PATH, &json!({"items": vec![good.clone(); 1001]})).await.expect(400).pointer("/items");
    accountant.post(PATH, &json!({})).await.expect(400).pointer("/items");
    let answer = accountant.post(PATH, &json!({"atomic": true, "items": vec![good; 1000]})).await;
    let body = answer.expect(200).json();
    let last = body["results"][999]["id"].as_str().unwrap();
    assert_eq!(accountant.entry(last).await["number"], "GJ-2010-001000");
}

async fn a_clerk_may_batch_drafts_and_not_postings(app: &TestServer) {
    let clerk = app.as_role("clerk");
    let (draft, posted) = (app.sale("1.00").draft().json(), app.sale("1.00").json());
    let results = clerk.post(PATH, &json!({"items": [draft, draft]})).await.expect(200).json()["results"].clone();
    assert_eq!((&results[0]["status"], &results[1]["status"]), (&json!(201), &json!(201)));
    let before = app.heads().await;
    // A missing permission is found before anything is decided, so that no item is.
    for atomic in [true, false] {
        clerk.post(PATH, &json!({"atomic": atomic, "items": [draft, posted]})).await.expect(403).code("forbidden");
    }
    app.as_role("auditor").post(PATH, &json!({"items": [draft]})).await.expect(403).code("forbidden");
    assert_eq!(app.heads().await, before);
}
