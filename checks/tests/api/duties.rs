//! Duties: each way by which an entry is posted or taken back, and whether one person alone may go it.

use checks::{Caller, TestServer, on_both};
use reqwest::Method;
use serde_json::{Value, json};

const ENTRIES: &str = "/accounting/journal-entries";
const RECURRING: &str = "/accounting/recurring-entries";

async fn ask_for_everything(app: &TestServer) {
    let body = json!({"name": "Everything", "minAmount": "0"});
    app.as_role("controller").post("/accounting/approval-policies", &body).await.expect(201);
}

async fn duties(app: &TestServer, duties: Value) {
    app.as_role("admin").put("/organization", &json!({"separationOfDuties": duties})).await.expect(204);
}

async fn step(caller: &Caller, id: &str, verb: &str) -> checks::Answer {
    caller.ask(Method::POST, &format!("{ENTRIES}/{id}/{verb}")).await
}

fn reversal(status: &str) -> Value {
    json!({"date": "2010-12-20", "reason": "not ours", "status": status})
}

/// A template of two days in 2010, whose entries are `outcome`.
async fn template(app: &TestServer, author: &Caller, outcome: &str) -> String {
    let body = json!({
        "name": format!("Rent {outcome}"), "rule": "FREQ=MONTHLY;COUNT=2", "startDate": "2010-11-05",
        "journalId": app.books.journal, "outcome": outcome,
        "lines": [{"accountCode": "5000", "debit": "10.00"}, {"accountCode": "1000", "credit": "10.00"}],
    });
    author.post(RECURRING, &body).await.expect(201).id()
}

async fn run(caller: &Caller, template: &str, date: &str) -> checks::Answer {
    caller.post(&format!("{RECURRING}/{template}/run"), &json!({"date": date})).await
}

on_both![
    every_way_to_post_an_entry_asks_the_approval_policies,
    a_reversal_that_needs_approval_is_drafted_submitted_and_approved,
    a_write_off_that_needs_approval_is_drafted_approved_and_then_matched,
    who_posted_an_entry_takes_it_back_by_no_way,
    who_wrote_a_template_does_not_approve_its_drafts,
];

async fn every_way_to_post_an_entry_asks_the_approval_policies(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let posted = accountant.post_entry(&app.sale("500.00")).await;
    let other = accountant.post_entry(&app.sale("7.00")).await;
    let late = accountant.post_entry(&app.sale("9.00").on("2010-01-10")).await;
    let draft = accountant.post_entry(&app.sale("8.00").draft()).await;
    let scheduled = accountant.post_entry(&app.sale("3.00").on("2010-12-01").with("autoReverseOn", "2010-12-02")).await;
    let invoice = accountant.receivable(&app.books.journal, "17850", "2010-12-01", "5.00").await;
    let payment = accountant.receivable(&app.books.journal, "17850", "2010-12-01", "-4.90").await;
    let settings = json!({"writeOffTolerance": "1.00", "voidInClosedPeriod": "reverseInFirstOpenPeriod"});
    app.as_role("admin").put("/organization", &settings).await.expect(204);
    app.as_role("admin")
        .ask(Method::POST, &format!("/accounting/periods/{}/close", app.books.periods[0]))
        .await
        .expect(204);
    ask_for_everything(app).await;
    // Not before: the job that runs templates by itself would post it without asking.
    let monthly = template(app, &accountant, "posted").await;
    let lines = json!([{"entryId": invoice, "lineNumber": 1}, {"entryId": payment, "lineNumber": 1}]);
    for (way, path, body) in [
        ("create", ENTRIES.to_owned(), app.sale("1.00").json()),
        ("post", format!("{ENTRIES}/{draft}/post"), json!({})),
        ("reverse", format!("{ENTRIES}/{posted}/reverse"), reversal("posted")),
        (
            "reverse without a status",
            format!("{ENTRIES}/{posted}/reverse"),
            json!({"date": "2010-12-20", "reason": "x"}),
        ),
        ("void in a closed period", format!("{ENTRIES}/{late}/void"), json!({"reason": "wrong"})),
        (
            "correct",
            format!("{ENTRIES}/{other}/correct"),
            json!({"reason": "typo", "replacement": app.sale("6.00").json()}),
        ),
        ("write off", "/accounting/matches".to_owned(), json!({"lines": lines, "writeOff": {"accountCode": "5000"}})),
        ("run a template", format!("{RECURRING}/{monthly}/run"), json!({"date": "2010-11-05"})),
    ] {
        let refused = accountant.post(&path, &body).await;
        assert_eq!(refused.status, 409, "{way}: {}", refused.text());
        refused.code("approval_required");
        if way == "correct" {
            // A correction is posted at once: what can wait for an approval is a reversal, as a draft.
            assert_eq!(refused.resolution("reverse")["body"]["status"], "draft");
        }
        if way == "write off" {
            // A match posts its write-off at once: the same entry can wait as a draft.
            assert_eq!(refused.resolution("draft-write-off")["body"]["lines"][1]["debit"], "0.10");
        }
    }
    // Entries posted with the entry that asked for them, and those that only take back, need no approval.
    accountant.post("/accounting/auto-reversals/run", &json!({"asOf": "2010-12-31"})).await.expect(200);
    assert!(accountant.entry(&scheduled).await["reversedByEntryId"].is_string());
    accountant.void(&posted).await.expect(204);
}

async fn a_write_off_that_needs_approval_is_drafted_approved_and_then_matched(app: &TestServer) {
    let (accountant, controller) = (app.as_role("accountant"), app.as_role("controller"));
    let invoice = accountant.receivable(&app.books.journal, "17850", "2010-12-01", "5.00").await;
    let payment = accountant.receivable(&app.books.journal, "17850", "2010-12-01", "-4.90").await;
    app.as_role("admin").put("/organization", &json!({"writeOffTolerance": "1.00"})).await.expect(204);
    ask_for_everything(app).await;
    let line = |entry: &str| json!({"entryId": entry, "lineNumber": 1});
    let lines = json!([line(&invoice), line(&payment)]);
    let with_write_off = json!({"lines": lines, "writeOff": {"accountCode": "5000", "description": "Bank's charge"}});
    let refused = accountant.post("/accounting/matches", &with_write_off).await;
    let way = refused.expect(409).code("approval_required").resolution("draft-write-off");
    assert_eq!(way["body"]["description"], "Bank's charge");
    let draft = accountant.post(ENTRIES, &way["body"]).await.expect(201).id();
    step(&accountant, &draft, "submit").await.expect(204);
    step(&controller, &draft, "approve").await.expect(204);
    let lines = json!([line(&invoice), line(&payment), line(&draft)]);
    accountant.post("/accounting/matches", &json!({"lines": lines})).await.expect(201);
    let open = accountant.get("/accounting/open-items?accountCode=1100").await.expect(200).json();
    assert_eq!(open["data"], json!([]), "nothing is left open");
}

async fn a_reversal_that_needs_approval_is_drafted_submitted_and_approved(app: &TestServer) {
    let (clerk, accountant, controller) = (app.as_role("clerk"), app.as_role("accountant"), app.as_role("controller"));
    let posted = accountant.post_entry(&app.sale("500.00")).await;
    ask_for_everything(app).await;
    let refused = accountant.post(&format!("{ENTRIES}/{posted}/reverse"), &reversal("posted")).await;
    let way = refused.expect(409).code("approval_required").resolution("submit");
    assert_eq!(
        (&way["href"], &way["body"]),
        (&json!(format!("{}/api/v1{ENTRIES}/{posted}/reverse", app.url)), &reversal("draft"))
    );
    clerk.post(&format!("{ENTRIES}/{posted}/reverse"), &reversal("posted")).await.expect(403);
    let draft = clerk.post(&format!("{ENTRIES}/{posted}/reverse"), &reversal("draft")).await.expect(201).json();
    assert_eq!(
        (&draft["status"], &draft["entryType"], &draft["reversesEntryId"]),
        (&json!("draft"), &json!("reversal"), &json!(posted))
    );
    let sides = |entry: &Value| -> Vec<(Value, Value)> {
        entry["lines"].as_array().unwrap().iter().map(|line| (line["debit"].clone(), line["credit"].clone())).collect()
    };
    let swapped: Vec<_> =
        sides(&accountant.entry(&posted).await).into_iter().map(|(debit, credit)| (credit, debit)).collect();
    assert_eq!(sides(&draft), swapped);
    let id = draft["id"].as_str().unwrap().to_owned();
    let second = clerk.post(&format!("{ENTRIES}/{posted}/reverse"), &reversal("draft")).await.expect(201).id();
    assert_eq!(accountant.entry(&posted).await["reversedByEntryId"], Value::Null, "a draft has no effect");
    clerk
        .put(&format!("{ENTRIES}/{id}"), &json!({"date": "2010-12-21"}))
        .await
        .expect(409)
        .code("entry_system_generated");
    step(&accountant, &id, "post").await.expect(409).code("approval_required").says("submit a draft");
    step(&clerk, &id, "submit").await.expect(204);
    step(&controller, &id, "approve").await.expect(204);
    let reversed = accountant.entry(&id).await;
    assert_eq!(
        (&reversed["status"], &reversed["approvedBy"]),
        (&json!("posted"), &json!(app.books.member("controller").to_string()))
    );
    assert_eq!(sides(&reversed), swapped);
    assert_eq!(accountant.entry(&posted).await["reversedByEntryId"], json!(id));
    step(&clerk, &second, "submit").await.expect(409).code("entry_already_reversed");
    clerk.delete(&format!("{ENTRIES}/{second}")).await.expect(204);
    controller.void(&id).await.expect(204);
    assert_eq!(accountant.entry(&posted).await["reversedByEntryId"], Value::Null);
}

async fn who_posted_an_entry_takes_it_back_by_no_way(app: &TestServer) {
    let (clerk, accountant, controller) = (app.as_role("clerk"), app.as_role("accountant"), app.as_role("controller"));
    let posted = accountant.post_entry(&app.sale("5.00")).await;
    let late = accountant.post_entry(&app.sale("9.00").on("2010-01-10")).await;
    let monthly = template(app, &accountant, "posted").await;
    controller.put(&format!("{RECURRING}/{monthly}"), &json!({"name": "Rent of the shop"})).await.expect(204);
    let rent = run(&controller, &monthly, "2010-11-05").await.expect(201).id();
    app.as_role("admin")
        .put("/organization", &json!({"voidInClosedPeriod": "reverseInFirstOpenPeriod"}))
        .await
        .expect(204);
    app.as_role("admin")
        .ask(Method::POST, &format!("/accounting/periods/{}/close", app.books.periods[0]))
        .await
        .expect(204);
    duties(app, json!({"voiderNotPoster": true})).await;
    let draft = clerk.post(&format!("{ENTRIES}/{posted}/reverse"), &reversal("draft")).await.expect(201).id();
    for (way, path, body) in [
        ("void", format!("{ENTRIES}/{posted}/void"), json!({"reason": "x"})),
        ("void in a closed period", format!("{ENTRIES}/{late}/void"), json!({"reason": "x"})),
        ("reverse", format!("{ENTRIES}/{posted}/reverse"), reversal("posted")),
        ("reverse by a draft", format!("{ENTRIES}/{draft}/post"), json!({})),
        (
            "correct",
            format!("{ENTRIES}/{posted}/correct"),
            json!({"reason": "typo", "replacement": app.sale("6.00").json()}),
        ),
        ("void an entry of their template", format!("{ENTRIES}/{rent}/void"), json!({"reason": "x"})),
    ] {
        let refused = accountant.post(&path, &body).await;
        assert_eq!(refused.status, 409, "{way}: {}", refused.text());
        refused.code("separation_of_duties");
    }
    controller.void(&rent).await.expect(409).code("separation_of_duties");
    app.as_role("admin").void(&rent).await.expect(204);
    step(&controller, &draft, "post").await.expect(204);
    assert_eq!(accountant.entry(&posted).await["reversedByEntryId"], json!(draft));
}

async fn who_wrote_a_template_does_not_approve_its_drafts(app: &TestServer) {
    let (admin, controller, accountant) = (app.as_role("admin"), app.as_role("controller"), app.as_role("accountant"));
    let monthly = template(app, &controller, "draft").await;
    admin.put(&format!("{RECURRING}/{monthly}"), &json!({"description": "Rent of the shop"})).await.expect(204);
    duties(app, json!({"approverNotPreparer": true})).await;
    let draft = run(&accountant, &monthly, "2010-11-05").await.expect(201).id();
    let prepared = accountant.entry(&draft).await["preparedBy"].clone();
    let member = |role: &str| app.books.member(role).to_string();
    assert_eq!(prepared, json!([member("controller"), member("admin"), member("accountant")]));
    step(&accountant, &draft, "submit").await.expect(204);
    for author in [&controller, &admin] {
        let refused = step(author, &draft, "approve").await;
        assert_eq!(refused.expect(409).code("separation_of_duties").json()["context"]["rule"], "approverNotPreparer");
    }
    duties(app, json!({"approverNotPreparer": false})).await;
    step(&controller, &draft, "approve").await.expect(204);
}
