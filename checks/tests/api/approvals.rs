//! Approval: who asks for it, which documents wait, who decides, and who never may.

use checks::caller::Ask;
use checks::{Answer, Caller, TestServer, on_both};
use reqwest::Method;
use serde_json::{Value, json};

use crate::accounts::all_pages;
use crate::users::{add_user, signed_in};

const ENTRIES: &str = "/accounting/journal-entries";
const POLICIES: &str = "/accounting/approval-policies";

async fn policy(app: &TestServer, min_amount: &str) -> String {
    let body = json!({"name": format!("from {min_amount} on"), "minAmount": min_amount});
    app.as_role("controller").post(POLICIES, &body).await.expect(201).id()
}

fn step(caller: &Caller, id: &str, verb: &str) -> Ask {
    caller.ask(Method::POST, &format!("{ENTRIES}/{id}/{verb}"))
}

fn reject(caller: &Caller, id: &str) -> Ask {
    caller.post(&format!("{ENTRIES}/{id}/reject"), &json!({"reason": " no receipt "}))
}

/// A draft of the caller's that waits.
async fn submitted(app: &TestServer, caller: &Caller, amount: &str) -> String {
    let id = caller.post_entry(&app.sale(amount).draft()).await;
    step(caller, &id, "submit").await.expect(204).empty();
    id
}

/// A service account with this role, which the caller answers for.
async fn service_account(app: &TestServer, owner: &str, role: &str) -> (Value, Caller) {
    let body = json!({"name": "Robot", "roles": [role], "ownerId": app.books.member(owner).to_string()});
    let made = app.as_role("admin").post("/service-accounts", &body).await.expect(201).json();
    let grant = json!({"grant_type": "client_credentials", "client_id": made["clientId"], "client_secret": made["clientSecret"]});
    let token = app.with_token(None).post("/auth/token", &grant).await.expect(200).json();
    let robot = app.with_token(token["access_token"].as_str().map(str::to_owned));
    (made, robot)
}

async fn duties(app: &TestServer, duties: Value) {
    app.as_role("admin").put("/organization", &json!({"separationOfDuties": duties})).await.expect(204);
}

on_both![
    a_policy_is_made_read_listed_changed_and_deleted,
    a_policy_that_cannot_be_is_refused_with_its_place,
    what_a_policy_asks_for_is_posted_by_approval_only_and_the_refusal_leads_there,
    without_a_policy_nothing_changes_and_whoever_wants_may_ask_for_approval,
    an_incomplete_draft_is_not_submitted_and_the_refusal_is_that_of_posting,
    an_edit_ends_the_submission_and_only_the_version_that_was_looked_at_is_approved,
    a_rejected_entry_is_a_draft_that_says_why_and_can_be_submitted_again,
    its_preparer_withdraws_it_and_others_let_it_be_rejected,
    what_waits_is_neither_posted_deleted_nor_voided_and_blocks_the_close,
    a_period_that_closed_meanwhile_or_an_account_that_was_retired_stops_the_approval,
    a_service_account_never_approves_and_nobody_what_his_own_one_prepared,
    with_the_setting_no_preparer_approves,
    with_the_setting_who_posted_an_entry_does_not_void_it,
    of_many_approvals_at_once_one_wins_and_a_rejection_and_an_approval_do_not_both,
    approval_repeats_by_its_key_and_its_preview_writes_nothing,
];

async fn a_policy_is_made_read_listed_changed_and_deleted(app: &TestServer) {
    let controller = app.as_role("controller");
    let body = json!({"name": "Large sales", "journalId": app.books.journal, "minAmount": "1000.5"});
    let made = controller.post(POLICIES, &body).key("k").await;
    let view = made.expect(201).json();
    assert_eq!(
        (&view["minAmount"], &view["currency"], &view["isActive"]),
        (&json!("1000.50"), &json!("GBP"), &json!(true))
    );
    assert_eq!(controller.post(POLICIES, &body).key("k").await.expect(201).json(), view);
    controller.post(POLICIES, &body).await.expect(409).code("code_taken").pointer("/name");
    let path = format!("{POLICIES}/{}", made.id());
    assert_eq!(app.as_role("auditor").get(&path).await.expect(200).json(), view);
    app.as_role("accountant").post(POLICIES, &json!({"name": "x"})).await.expect(403);
    app.as_role("warehouseOperator").get(POLICIES).await.expect(403);
    app.as_foreign("admin").get(&path).await.expect(404);
    let all = controller.post(POLICIES, &json!({"name": "All"})).await.expect(201).json();
    assert_eq!((&all["minAmount"], &all["journalId"]), (&json!("0.00"), &Value::Null));
    let listed = controller.get(POLICIES).await.data();
    assert_eq!((listed.len(), &listed[0]["name"]), (2, &json!("All")));
    assert_eq!(all_pages(&controller, POLICIES, 1).await, listed);
    assert_eq!(controller.get(&format!("{POLICIES}?journalId={}&q=LARGE", app.books.journal)).await.data().len(), 1);
    controller.put(&path, &json!({"journalId": null, "minAmount": 20})).header("if-match", "\"1\"").await.expect(204);
    controller.put(&path, &json!({"isActive": false})).header("if-match", "\"1\"").await.expect(412);
    assert_eq!(
        controller.put(&path, &json!({"name": "Large sales"})).await.expect(204).etag(),
        "\"2\"",
        "the same changes nothing"
    );
    controller.put(&path, &json!({"name": "All"})).await.expect(409).code("code_taken");
    assert_eq!(controller.get(&format!("{POLICIES}?isActive=true")).await.data().len(), 2);
    controller.delete(&path).header("if-match", "\"2\"").await.expect(204);
    controller.get(&path).await.expect(404);
    let kinds: Vec<Value> = controller
        .get("/events?limit=200")
        .await
        .data()
        .into_iter()
        .rev()
        .take(4)
        .map(|event| event["type"].clone())
        .collect();
    assert_eq!(
        kinds,
        ["approvalPolicy.deleted", "approvalPolicy.updated", "approvalPolicy.created", "approvalPolicy.created"]
    );
}

async fn a_policy_that_cannot_be_is_refused_with_its_place(app: &TestServer) {
    let controller = app.as_role("controller");
    let before = app.heads().await;
    for (field, value, status, code) in [
        ("name", json!(""), 400, "validation_failed"),
        ("name", json!(null), 400, "validation_failed"),
        ("name", json!("x".repeat(121)), 400, "validation_failed"),
        ("minAmount", json!("-1"), 400, "validation_failed"),
        ("minAmount", json!("1e3"), 400, "validation_failed"),
        ("minAmount", json!("0.001"), 422, "amount_precision"),
        ("minAmount", json!("99999999999999999"), 400, "validation_failed"),
        ("journalId", json!("jnl_x"), 422, "unknown_reference"),
        ("journalId", json!(app.other.journal), 422, "unknown_reference"),
        ("isActive", json!("yes"), 400, "validation_failed"),
    ] {
        let mut body = json!({"name": "x"});
        body[field] = value;
        let answer = controller.post(POLICIES, &body).await;
        // The wire takes 15 digits, the books 17 minor units: whichever is met first says no.
        if field == "minAmount" && answer.status == 422 && status == 400 {
            answer.code("amount_out_of_range");
            continue;
        }
        answer.expect(status).code(code).pointer(&format!("/{field}"));
    }
    controller.post(POLICIES, &json!({"name": "x", "amount": "5"})).await.expect(400).says("minAmount");
    assert_eq!(app.heads().await, before);
}

async fn what_a_policy_asks_for_is_posted_by_approval_only_and_the_refusal_leads_there(app: &TestServer) {
    let (clerk, accountant, controller) = (app.as_role("clerk"), app.as_role("accountant"), app.as_role("controller"));
    let id = policy(app, "100.00").await;
    accountant.post_entry(&app.sale("99.99")).await;
    let refused = accountant.post(ENTRIES, &app.sale("100.00").json()).await;
    let context = refused.expect(409).code("approval_required").says("from 100.00 on").json()["context"].clone();
    assert_eq!((&context["policyId"], &context["minAmount"]), (&json!(id), &json!("100.00")));
    let way = refused.resolution("submit");
    assert_eq!((&way["method"], &way["body"]), (&json!("POST"), &app.sale("100.00").draft().json()));
    let items =
        json!({"items": [app.sale("100.00").json(), app.sale("1.00").json(), app.sale("100.00").draft().json()]});
    let results = accountant.post(&format!("{ENTRIES}/batch"), &items).await.expect(200).json()["results"].clone();
    assert_eq!(
        (&results[0]["status"], &results[0]["problem"]["code"], &results[1]["status"], &results[2]["status"]),
        (&json!(409), &json!("approval_required"), &json!(201), &json!(201))
    );
    let atomic = json!({"atomic": true, "items": items["items"]});
    accountant.post(&format!("{ENTRIES}/batch"), &atomic).await.expect(409).code("approval_required");

    let draft = clerk.post_entry(&app.sale("250.00").draft()).await;
    let refused = step(&accountant, &draft, "post").await;
    let way = refused.expect(409).code("approval_required").resolution("submit");
    assert_eq!(way["href"], format!("{}/api/v1{ENTRIES}/{draft}/submit", app.url));
    let submitted = step(&clerk, &draft, "submit").header("prefer", "return=representation").await;
    let view = submitted.expect(200).json();
    assert_eq!(
        (&view["status"], &view["submittedBy"], &view["number"]),
        (&json!("pendingApproval"), &json!(app.books.member("clerk").to_string()), &Value::Null)
    );
    let waiting = controller.get(&format!("{ENTRIES}?status=pendingApproval")).await.data();
    assert_eq!(
        (waiting.len(), &waiting[0]["id"], &waiting[0]["submittedAt"]),
        (1, &json!(draft), &view["submittedAt"])
    );
    assert_eq!(
        controller.get("/accounting/reports/trial-balance?asOf=2010-12-31").await.json()["totals"]["closingDebit"],
        "100.99",
        "it has no effect yet"
    );
    step(&accountant, &draft, "approve").await.expect(403).code("forbidden");
    step(&controller, &draft, "approve").header("if-match", &submitted.etag()).await.expect(204).empty();
    let entry = clerk.entry(&draft).await;
    assert_eq!(
        (&entry["status"], &entry["number"], &entry["version"]),
        (&json!("posted"), &json!("GJ-2010-000003"), &json!(3))
    );
    let approver = json!(app.books.member("controller").to_string());
    assert_eq!(
        (&entry["approvedBy"], &entry["postedBy"], &entry["approvedAt"]),
        (&approver, &approver, &entry["postedAt"])
    );
    assert_eq!(entry["preparedBy"], json!([app.books.member("clerk").to_string()]));
    let events = controller.get("/events?limit=200").await.data();
    let (submission, posting) = (&events[events.len() - 2], &events[events.len() - 1]);
    assert_eq!(
        (&submission["type"], &posting["type"]),
        (&json!("journalEntry.submitted"), &json!("journalEntry.posted"))
    );
    assert_eq!(posting["data"]["journalEntries"][0]["approvedBy"], approver);
    assert_eq!(posting["data"]["journalEntries"][0]["lines"].as_array().map(Vec::len), Some(2));
}

async fn without_a_policy_nothing_changes_and_whoever_wants_may_ask_for_approval(app: &TestServer) {
    let accountant = app.as_role("accountant");
    accountant.post_entry(&app.sale("1000000.00")).await;
    let id = submitted(app, &accountant, "5.00").await;
    let of_another_journal = json!({"name": "Sales journal", "journalId": app.books.sales});
    app.as_role("controller").post(POLICIES, &of_another_journal).await.expect(201);
    accountant.post_entry(&app.sale("1000000.00")).await;
    step(&app.as_role("controller"), &id, "approve").await.expect(204);
}

async fn an_incomplete_draft_is_not_submitted_and_the_refusal_is_that_of_posting(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let id =
        accountant.post_entry(&app.sale("1.00").draft().lines(&[("1000", "5.00", ""), ("4000", "", "4.99")])).await;
    let before = app.heads().await;
    let (submit, post) = (step(&accountant, &id, "submit").await, step(&accountant, &id, "post").await);
    submit.expect(422).code("entry_unbalanced").pointer("/lines");
    assert_eq!(
        (&submit.json()["detail"], &submit.json()["context"]),
        (&post.json()["detail"], &post.json()["context"])
    );
    assert_eq!(app.heads().await, before);
    accountant.put(&format!("{ENTRIES}/{id}"), &json!({"lines": []})).await.expect(204);
    step(&accountant, &id, "submit").await.expect(422).code("entry_incomplete");
    step(&accountant, "je_x", "submit").await.expect(404);
    step(&accountant, &id, "submit").header("if-match", "\"1\"").await.expect(412);
    accountant.post(&format!("{ENTRIES}/{id}/submit"), &json!({"force": true})).await.expect(400);
    app.as_role("auditor").ask(Method::POST, &format!("{ENTRIES}/{id}/submit")).await.expect(403);
}

async fn an_edit_ends_the_submission_and_only_the_version_that_was_looked_at_is_approved(app: &TestServer) {
    let (clerk, controller) = (app.as_role("clerk"), app.as_role("controller"));
    let id = submitted(app, &clerk, "5.00").await;
    let path = format!("{ENTRIES}/{id}");
    let seen = controller.get(&path).await.etag();
    assert_eq!(
        clerk.put(&path, &json!({"description": "Invoice 536365"})).await.expect(204).etag(),
        seen,
        "an edit of nothing"
    );
    clerk.put(&path, &json!({"lines": [{"accountCode": "1000", "debit": "5000.00"}, {"accountCode": "4000", "credit": "5000.00"}]})).await.expect(204);
    let now = clerk.entry(&id).await;
    assert_eq!(
        (&now["status"], &now["submittedAt"], &now["submittedBy"]),
        (&json!("draft"), &Value::Null, &Value::Null)
    );
    assert_eq!(
        step(&controller, &id, "approve").await.expect(409).code("entry_not_pending").resolution("submit")["method"],
        "POST"
    );
    step(&clerk, &id, "submit").await.expect(204);
    step(&controller, &id, "approve").header("if-match", &seen).await.expect(412).code("version_mismatch");
    assert_eq!(controller.entry(&id).await["status"], "pendingApproval");
    step(&controller, &id, "approve").header("if-match", "\"4\"").await.expect(204);
    step(&controller, &id, "approve").await.expect(409).code("entry_not_pending");
}

async fn a_rejected_entry_is_a_draft_that_says_why_and_can_be_submitted_again(app: &TestServer) {
    let (clerk, controller) = (app.as_role("clerk"), app.as_role("controller"));
    let id = submitted(app, &clerk, "5.00").await;
    for reason in [json!(null), json!(5), json!("  "), json!("x".repeat(501)), json!("a\u{0}b")] {
        controller
            .post(&format!("{ENTRIES}/{id}/reject"), &json!({"reason": reason}))
            .await
            .expect(400)
            .code("validation_failed")
            .pointer("/reason");
    }
    controller.post(&format!("{ENTRIES}/{id}/reject"), &json!({})).await.expect(400).pointer("/reason");
    reject(&app.as_role("accountant"), &id).await.expect(403);
    reject(&controller, &id).header("if-match", "\"2\"").key("k").await.expect(204);
    assert_eq!(
        reject(&controller, &id).header("if-match", "\"2\"").key("k").await.expect(204).header("idempotent-replayed"),
        "true"
    );
    reject(&controller, &id).await.expect(409).code("entry_not_pending");
    let entry = clerk.entry(&id).await;
    assert_eq!(
        (&entry["status"], &entry["rejectionReason"], &entry["rejectedBy"]),
        (&json!("draft"), &json!("no receipt"), &json!(app.books.member("controller").to_string()))
    );
    assert_eq!(entry["rejectedAt"], entry["updatedAt"]);
    let events = controller.get("/events?limit=200").await.data();
    let last = events.last().unwrap();
    assert_eq!(
        (&last["type"], &last["data"]["journalEntries"][0]["rejectionReason"]),
        (&json!("journalEntry.rejected"), &json!("no receipt"))
    );
    step(&clerk, &id, "submit").await.expect(204);
    step(&controller, &id, "approve").await.expect(204);
}

async fn its_preparer_withdraws_it_and_others_let_it_be_rejected(app: &TestServer) {
    let (clerk, accountant) = (app.as_role("clerk"), app.as_role("accountant"));
    let id = submitted(app, &clerk, "5.00").await;
    assert_eq!(step(&accountant, &id, "withdraw").await.expect(403).resolution("reject")["method"], "POST");
    step(&clerk, &id, "withdraw").header("if-match", "\"1\"").await.expect(412);
    step(&clerk, &id, "withdraw").await.expect(204).empty();
    step(&clerk, &id, "withdraw").await.expect(409).code("entry_not_pending");
    assert_eq!(clerk.entry(&id).await["status"], "draft");
    let events = app.as_role("auditor").get("/events?limit=200").await.data();
    assert_eq!(events.last().unwrap()["type"], "journalEntry.withdrawn");
    clerk.delete(&format!("{ENTRIES}/{id}")).await.expect(204);
}

async fn what_waits_is_neither_posted_deleted_nor_voided_and_blocks_the_close(app: &TestServer) {
    let admin = app.as_role("admin");
    let id = admin.post_entry(&app.sale("5.00").draft().on("2010-01-15")).await;
    step(&admin, &id, "submit").await.expect(204);
    let withdraw = format!("{}/api/v1{ENTRIES}/{id}/withdraw", app.url);
    let before = app.heads().await;
    for (answer, code) in [
        (step(&admin, &id, "post").await, "entry_not_draft"),
        (step(&admin, &id, "submit").await, "entry_not_draft"),
        (admin.delete(&format!("{ENTRIES}/{id}")).await, "entry_not_draft"),
        (admin.void(&id).await, "entry_not_posted"),
    ] {
        assert_eq!(answer.expect(409).code(code).resolution("withdraw")["href"], withdraw);
    }
    let january = format!("/accounting/periods/{}", app.books.periods[0]);
    admin.ask(Method::POST, &format!("{january}/close")).await.expect(409).code("period_not_ready");
    assert_eq!(admin.get(&format!("{january}/checklist")).await.json()["ready"], false);
    assert_eq!(app.heads().await, before);
    step(&admin, &id, "approve").await.expect(204);
    admin.ask(Method::POST, &format!("{january}/close")).await.expect(204);
}

async fn a_period_that_closed_meanwhile_or_an_account_that_was_retired_stops_the_approval(app: &TestServer) {
    let (clerk, controller, admin) = (app.as_role("clerk"), app.as_role("controller"), app.as_role("admin"));
    let id = clerk.post_entry(&app.sale("5.00").draft().on("2010-01-15")).await;
    let january = format!("/accounting/periods/{}", app.books.periods[0]);
    admin.ask(Method::POST, &format!("{january}/soft-close")).await.expect(204);
    step(&clerk, &id, "submit").await.expect(409).code("period_soft_closed");
    step(&controller, &id, "submit").await.expect(204);
    controller
        .put(&format!("/accounting/accounts/{}", app.books.accounts["4000"]), &json!({"isActive": false}))
        .await
        .expect(204);
    step(&controller, &id, "approve").await.expect(422).code("account_not_usable");
    controller
        .put(&format!("/accounting/accounts/{}", app.books.accounts["4000"]), &json!({"isActive": true}))
        .await
        .expect(204);
    step(&controller, &id, "approve").await.expect(204);
}

async fn a_service_account_never_approves_and_nobody_what_his_own_one_prepared(app: &TestServer) {
    let (controller, admin) = (app.as_role("controller"), app.as_role("admin"));
    let (made, robot) = service_account(app, "controller", "admin").await;
    assert_eq!(made["ownerId"], app.books.member("controller").to_string());
    let id = submitted(app, &robot, "5.00").await;
    step(&robot, &id, "approve").await.expect(403).code("person_required");
    let refused = step(&controller, &id, "approve").await;
    assert_eq!(refused.expect(409).code("separation_of_duties").json()["context"]["rule"], "ownServiceAccount");
    // Handing the account over does not help: it was theirs when it prepared the entry.
    let path = format!("/service-accounts/{}", made["id"].as_str().unwrap());
    admin.put(&path, &json!({"ownerId": app.books.member("admin").to_string()})).await.expect(204);
    for who in [&controller, &admin] {
        step(who, &id, "approve").await.expect(409).code("separation_of_duties");
    }
    // Neither does handing it over once more, nor a secret of it: who answered for it once has it for good.
    admin.put(&path, &json!({"ownerId": app.books.member("clerk").to_string()})).await.expect(204);
    let principal = add_user(app, "third", &["admin"]).await;
    add_user(app, "fourth", &["controller"]).await;
    let third = signed_in(app, "third").await;
    let rotated = third.post(&format!("{path}/rotate-secret"), &json!({})).await.expect(200).json();
    let of = |role: &str| app.books.member(role).to_string();
    assert_eq!(rotated["heldBy"], json!([of("admin"), of("controller"), of("clerk"), principal]));
    for who in [&admin, &controller, &third] {
        let refused = step(who, &id, "approve").await;
        assert_eq!(refused.expect(409).json()["context"]["rule"], "ownServiceAccount", "{}", refused.text());
    }
    step(&signed_in(app, "fourth").await, &id, "approve").await.expect(204);
    for owner in [json!("prn_x"), made["id"].clone(), json!(app.other.member("admin").to_string())] {
        admin.put(&path, &json!({"ownerId": owner})).await.expect(422).code("unknown_reference").pointer("/ownerId");
    }
    admin.put(&path, &json!({"ownerId": null})).await.expect(400).pointer("/ownerId");
    let default = admin.post("/service-accounts", &json!({"name": "Mine", "roles": []})).await.expect(201).json();
    assert_eq!(default["ownerId"], app.books.member("admin").to_string(), "who makes it answers for it");
}

async fn with_the_setting_no_preparer_approves(app: &TestServer) {
    let (controller, admin) = (app.as_role("controller"), app.as_role("admin"));
    let own = submitted(app, &controller, "1.00").await;
    step(&controller, &own, "approve").await.expect(204);
    duties(app, json!({"approverNotPreparer": true})).await;
    let settings = admin.get("/organization").await.json();
    assert_eq!(settings["separationOfDuties"], json!({"approverNotPreparer": true, "voiderNotPoster": false}));
    let id = submitted(app, &app.as_role("clerk"), "2.00").await;
    controller.put(&format!("{ENTRIES}/{id}"), &json!({"description": "corrected"})).await.expect(204);
    step(&app.as_role("clerk"), &id, "submit").await.expect(204);
    let refused = step(&controller, &id, "approve").await;
    assert_eq!(refused.expect(409).code("separation_of_duties").json()["context"]["rule"], "approverNotPreparer");
    step(&admin, &id, "approve").await.expect(204);
    for wrong in [
        json!(null),
        json!(true),
        json!({"approverNotPreparer": null}),
        json!({"approverNotPreparer": 1}),
        json!({"approverIsNotPreparer": true}),
    ] {
        admin.put("/organization", &json!({"separationOfDuties": wrong})).await.expect(400).code("validation_failed");
    }
}

async fn with_the_setting_who_posted_an_entry_does_not_void_it(app: &TestServer) {
    let (accountant, controller) = (app.as_role("accountant"), app.as_role("controller"));
    let before = accountant.post_entry(&app.sale("1.00")).await;
    duties(app, json!({"voiderNotPoster": true})).await;
    let refused = accountant.void(&before).await;
    assert_eq!(
        refused.expect(409).code("separation_of_duties").json()["context"]["postedBy"],
        app.books.member("accountant").to_string()
    );
    controller.void(&before).await.expect(204);
    let (_, robot) = service_account(app, "accountant", "accountant").await;
    let id = robot.post_entry(&app.sale("2.00")).await;
    for who in [&robot, &accountant] {
        who.void(&id).await.expect(409).code("separation_of_duties");
    }
    controller.void(&id).await.expect(204);
    controller.void(&id).await.expect(409).code("entry_already_voided");
    let approved = submitted(app, &accountant, "3.00").await;
    step(&controller, &approved, "approve").await.expect(204);
    controller.void(&approved).await.expect(409).code("separation_of_duties");
    accountant.void(&approved).await.expect(204);
}

async fn of_many_approvals_at_once_one_wins_and_a_rejection_and_an_approval_do_not_both(app: &TestServer) {
    let controller = app.as_role("controller");
    let id = submitted(app, &app.as_role("clerk"), "5.00").await;
    let mut running = Vec::new();
    for number in 0..30 {
        let ask = if number % 3 == 0 { reject(&controller, &id) } else { step(&controller, &id, "approve") };
        running.push(tokio::spawn(async move { ask.await }));
    }
    let mut answers: Vec<Answer> = Vec::new();
    for one in running {
        answers.push(one.await.unwrap());
    }
    let done = answers.iter().filter(|answer| answer.status == 204).count();
    for answer in answers.iter().filter(|answer| answer.status != 204) {
        answer.expect(409).code("entry_not_pending");
    }
    assert_eq!((done, answers.len()), (1, 30));
}

async fn approval_repeats_by_its_key_and_its_preview_writes_nothing(app: &TestServer) {
    let (clerk, controller) = (app.as_role("clerk"), app.as_role("controller"));
    let id = clerk.post_entry(&app.sale("5.00").draft()).await;
    let before = app.heads().await;
    let preview = clerk.post(&format!("{ENTRIES}/{id}/submit?dryRun=true"), &json!({})).await.expect(200).json();
    assert_eq!(preview["entries"][0]["status"], "pendingApproval");
    assert_eq!(app.heads().await, before);
    step(&clerk, &id, "submit").key("s").await.expect(204);
    assert_eq!(step(&clerk, &id, "submit").key("s").await.expect(204).header("idempotent-replayed"), "true");
    let before = app.heads().await;
    let preview = controller.post(&format!("{ENTRIES}/{id}/approve?dryRun=true"), &json!({})).await.expect(200).json();
    assert_eq!(
        (&preview["entries"][0]["status"], preview["balances"].as_array().map(Vec::len)),
        (&json!("posted"), Some(2))
    );
    assert_eq!(app.heads().await, before);
    step(&controller, &id, "approve").key("a").await.expect(204);
    let again = step(&controller, &id, "approve").key("a").await;
    assert_eq!((again.expect(204).header("idempotent-replayed"), again.etag()), ("true", "\"3\"".to_owned()));
    for verb in ["approve", "withdraw"] {
        step(&controller, "je_01h455vb4pex5vsknk084sn02q", verb).await.expect(404).code("not_found");
    }
    let foreign = app.as_foreign("clerk").post_entry(&checks::entry(&app.other.journal, "5.00").draft()).await;
    step(&controller, &foreign, "approve").await.expect(404);
}
