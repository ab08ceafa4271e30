//! Changes of controls: changes of policies and duties by one person are reported, and those that take two are made by
//! two.

use checks::caller::Ask;
use checks::folder::Folder;
use checks::program::{Place, Program, run};
use checks::server::runtime;
use checks::{Answer, Caller, TestServer, on_both};
use reqwest::Method;
use serde_json::{Value, json};

use crate::accounts::all_pages;
use crate::users::{PASSWORD, add_user, signed_in};

const POLICIES: &str = "/accounting/approval-policies";
const ENTRIES: &str = "/accounting/journal-entries";
const CHANGES: &str = "/control-changes";
const REPORT: &str = "/accounting/reports/control-changes";

/// A policy that asks for the approval of all entries; its path.
async fn policy(app: &TestServer) -> String {
    let id =
        app.as_role("controller").post(POLICIES, &json!({"name": "All", "minAmount": "10.00"})).await.expect(201).id();
    format!("{POLICIES}/{id}")
}

async fn want_two(app: &TestServer) {
    app.as_role("admin").put("/organization", &json!({"controlChanges": "secondPerson"})).await.expect(204);
}

fn step(caller: &Caller, change: &str, verb: &str) -> Ask {
    caller.ask(Method::POST, &format!("{CHANGES}/{change}/{verb}"))
}

async fn off(caller: &Caller, path: &str) -> Answer {
    caller.put(path, &json!({"isActive": false})).await
}

/// The rows of the report that opened a gap.
async fn gaps(app: &TestServer) -> Vec<Value> {
    let rows = app.as_role("auditor").get(REPORT).await.data();
    rows.into_iter().filter(|row| row["openedGap"] == true).collect()
}

/// Who somebody of the books is.
fn named(app: &TestServer, role: &str) -> Value {
    json!(app.books.member(role).to_string())
}

on_both![
    a_controller_who_switches_a_policy_off_posts_and_switches_it_on_is_told_in_the_report,
    where_it_takes_two_the_same_sequence_ends_at_a_proposal_until_another_person_approves_it,
    policies_are_created_and_deleted_and_duties_changed_by_two,
    what_cannot_be_is_refused_before_it_is_proposed,
    it_takes_two_who_can_decide_before_changes_take_two,
    no_one_person_is_two_by_a_service_account_or_a_user_made_up,
    of_many_who_approve_at_the_same_time_one_does_and_what_changed_meanwhile_is_refused,
    what_somebody_proposed_who_may_not_do_so_any_more_is_not_made,
    proposals_are_listed_rejected_and_withdrawn_and_are_nobody_elses,
    every_change_of_duties_roles_and_places_is_in_the_report,
    goods_that_moved_while_their_policy_was_off_are_told,
];

async fn a_controller_who_switches_a_policy_off_posts_and_switches_it_on_is_told_in_the_report(app: &TestServer) {
    let (controller, accountant) = (app.as_role("controller"), app.as_role("accountant"));
    let path = policy(app).await;
    controller.post(ENTRIES, &app.sale("5000.00").json()).await.expect(409).code("approval_required");
    off(&controller, &path).await.expect(204);
    assert_eq!((gaps(app).await.len(), &gaps(app).await[0]["inForceAgainAt"]), (1, &Value::Null));
    controller.post_entry(&app.sale("5000.00")).await;
    accountant.post_entry(&app.sale("9.99")).await;
    let approved = accountant.post_entry(&app.sale("70.00").draft()).await;
    accountant.ask(Method::POST, &format!("{ENTRIES}/{approved}/submit")).await.expect(204);
    app.as_role("admin").ask(Method::POST, &format!("{ENTRIES}/{approved}/approve")).await.expect(204);
    controller.put(&path, &json!({"isActive": true})).await.expect(204);
    controller.post(ENTRIES, &app.sale("5000.00").json()).await.expect(409).code("approval_required");
    accountant.post_entry(&app.sale("9.98")).await;

    let found = gaps(app).await;
    let [gap] = &found[..] else { panic!("{found:?}") };
    assert_eq!(
        (&gap["madeBy"], &gap["secondPerson"], &gap["subjectId"]),
        (&named(app, "controller"), &Value::Null, &json!(path.rsplit('/').next()))
    );
    assert_eq!(
        (&gap["before"]["isActive"], &gap["after"]["isActive"], &gap["before"]["minAmount"]),
        (&json!(true), &json!(false), &json!("10.00"))
    );
    assert_eq!(
        (&gap["entriesPosted"], &gap["entriesConcerned"], &gap["movementsPosted"]),
        (&json!(3), &json!(1), &Value::Null)
    );
    let rows = app.as_role("auditor").get(REPORT).await.data();
    let back = rows.last().unwrap();
    assert_eq!((&gap["inForceAgainAt"], &back["loosens"]), (&back["madeAt"], &json!(false)));
    assert_eq!(all_pages(&app.as_role("auditor"), REPORT, 1).await, rows);
    let sheet = app.as_role("auditor").get(&format!("{REPORT}?format=csv")).await.expect(200).text();
    assert!(
        sheet.lines().any(|line| line.contains("approvalPolicy,update")
            && line.contains(gap["inForceAgainAt"].as_str().unwrap())
            && line.ends_with(",3,1,,")),
        "{sheet}"
    );
    assert_eq!(app.as_role("auditor").get(&format!("{REPORT}?dateTo=2010-12-31")).await.data(), Vec::<Value>::new());
    app.as_role("auditor")
        .get(&format!("{REPORT}?dateFrom=2011-01-01&dateTo=2010-12-31"))
        .await
        .expect(400)
        .pointer("dateFrom");
    app.as_role("clerk").get(REPORT).await.expect(403);
}

async fn where_it_takes_two_the_same_sequence_ends_at_a_proposal_until_another_person_approves_it(app: &TestServer) {
    let (controller, admin) = (app.as_role("controller"), app.as_role("admin"));
    let path = policy(app).await;
    want_two(app).await;
    let proposed = controller.put(&path, &json!({"isActive": false})).key("k").await;
    let view = proposed.expect(202).json();
    assert_eq!(proposed.header("location"), format!("{}/api/v1{CHANGES}/{}", app.url, proposed.id()));
    assert_eq!(
        (&view["status"], &view["proposedBy"], &view["decidedBy"], &view["loosens"]),
        (&json!("proposed"), &named(app, "controller"), &Value::Null, &json!(true))
    );
    assert_eq!((&view["before"]["isActive"], &view["after"]["isActive"]), (&json!(true), &json!(false)));
    let again = controller.put(&path, &json!({"isActive": false})).key("k").await;
    assert_eq!((again.expect(202).json(), again.header("idempotent-replayed")), (view.clone(), "true"));
    controller.post(ENTRIES, &app.sale("5000.00").json()).await.expect(409).code("approval_required");
    assert_eq!(controller.get(&path).await.json()["isActive"], true);
    let change = proposed.id();
    let refused = step(&controller, &change, "approve").await;
    assert_eq!(refused.expect(409).code("separation_of_duties").json()["context"]["rule"], "proposerNotApprover");
    assert_eq!(refused.resolution("withdraw")["method"], "POST");
    step(&app.as_role("accountant"), &change, "approve").await.expect(403);
    step(&admin, &change, "approve").header("if-match", "\"2\"").await.expect(412);
    let approved =
        step(&admin, &change, "approve").header("if-match", "\"1\"").header("prefer", "return=representation").await;
    let made = approved.expect(200).json();
    assert_eq!(
        (&made["status"], &made["decidedBy"], &made["madeAt"]),
        (&json!("made"), &named(app, "admin"), &made["decidedAt"])
    );
    assert_eq!(controller.get(&format!("{CHANGES}/{change}")).await.expect(200).json(), made);
    controller.post_entry(&app.sale("5000.00")).await;
    step(&admin, &change, "approve").await.expect(409).code("control_change_not_open");
    let events = admin.get("/events?limit=200").await.data();
    let told = events.iter().find(|event| event["type"] == "controlChange.approved").unwrap();
    assert_eq!((&told["actor"], &told["data"]["approvalPolicyIds"][0]), (&named(app, "admin"), &view["subjectId"]));
    let both = &told["data"]["controlChanges"][0];
    assert_eq!((&both["proposedBy"], &both["decidedBy"]), (&named(app, "controller"), &named(app, "admin")));
    let found = gaps(app).await;
    assert_eq!(
        (&found[0]["madeBy"], &found[0]["secondPerson"], &found[0]["entriesConcerned"]),
        (&named(app, "controller"), &named(app, "admin"), &json!(1))
    );
}

async fn policies_are_created_and_deleted_and_duties_changed_by_two(app: &TestServer) {
    let (controller, admin) = (app.as_role("controller"), app.as_role("admin"));
    want_two(app).await;
    let created = controller.post(POLICIES, &json!({"name": "Large", "journalId": app.books.journal})).await;
    let id = created.expect(202).json()["subjectId"].clone();
    assert_eq!(controller.get(POLICIES).await.data(), Vec::<Value>::new());
    step(&admin, &created.id(), "approve").await.expect(204);
    let path = format!("{POLICIES}/{}", id.as_str().unwrap());
    let made = controller.get(&path).await.expect(200).json();
    assert_eq!((&made["createdBy"], &made["journalId"]), (&named(app, "controller"), &json!(app.books.journal)));
    let deleted = admin.delete(&path).await.expect(202).id();
    step(&controller, &deleted, "approve").await.expect(204);
    controller.get(&path).await.expect(404);
    let duties = json!({"separationOfDuties": {"voiderNotPoster": true}});
    let change = admin.put("/organization", &duties).await.expect(202).id();
    assert_eq!(admin.get("/organization").await.json()["separationOfDuties"]["voiderNotPoster"], false);
    step(&controller, &change, "approve").await.expect(204);
    assert_eq!(admin.get("/organization").await.json()["separationOfDuties"]["voiderNotPoster"], true);
    admin.put("/organization", &json!({"name": "Acme"})).await.expect(204);
    let alone = admin.put("/organization", &json!({"controlChanges": "alone"})).await.expect(202).id();
    assert_eq!(admin.get("/organization").await.json()["controlChanges"], "secondPerson");
    step(&controller, &alone, "approve").await.expect(204);
    controller.post(POLICIES, &json!({"name": "Alone"})).await.expect(201);
}

async fn what_cannot_be_is_refused_before_it_is_proposed(app: &TestServer) {
    let (controller, admin) = (app.as_role("controller"), app.as_role("admin"));
    let path = policy(app).await;
    want_two(app).await;
    let before = app.heads().await;
    controller.put(&path, &json!({"minAmount": "0.001"})).await.expect(422).code("amount_precision");
    controller.put(&path, &json!({"isActive": false})).header("if-match", "\"7\"").await.expect(412);
    controller.post(POLICIES, &json!({"name": "All"})).await.expect(409).code("code_taken");
    app.as_role("accountant").put(&path, &json!({"isActive": false})).await.expect(403);
    let mixed = json!({"name": "Analytical Engines", "separationOfDuties": {"voiderNotPoster": true}});
    admin.put("/organization", &mixed).await.expect(422).code("fields_conflict").pointer("/separationOfDuties");
    let preview = controller.put(&format!("{path}?dryRun=true"), &json!({"isActive": false})).await;
    assert_eq!(preview.expect(200).json()["wouldReturn"]["status"], "proposed");
    assert_eq!(app.heads().await, before);
    assert_eq!(controller.put(&path, &json!({"isActive": true})).await.expect(204).etag(), "\"1\"", "nothing changes");
    for wrong in [json!(null), json!("two"), json!(true)] {
        admin.put("/organization", &json!({"controlChanges": wrong})).await.expect(400).pointer("/controlChanges");
    }
}

async fn it_takes_two_who_can_decide_before_changes_take_two(app: &TestServer) {
    let admin = app.as_role("admin");
    let controller = format!("/users/{}", app.books.member("controller"));
    admin.put(&controller, &json!({"isActive": false})).await.expect(204);
    let refused = admin.put("/organization", &json!({"controlChanges": "secondPerson"})).await;
    refused.expect(409).code("second_person_needed").pointer("/controlChanges");
    assert_eq!(refused.json()["context"]["members"], 1);
    admin.put(&controller, &json!({"isActive": true})).await.expect(204);
    want_two(app).await;
}

async fn no_one_person_is_two_by_a_service_account_or_a_user_made_up(app: &TestServer) {
    let admin = app.as_role("admin");
    add_user(app, "grace", &["controller"]).await;
    let path = policy(app).await;
    let body = json!({"name": "Robot", "roles": ["controller"], "ownerId": app.books.member("controller").to_string()});
    let made = admin.post("/service-accounts", &body).await.expect(201).json();
    let grant = json!({"grant_type": "client_credentials", "client_id": made["clientId"], "client_secret": made["clientSecret"]});
    let token = app.with_token(None).post("/auth/token", &grant).await.expect(200).field("access_token");
    let robot = app.with_token(Some(token));
    want_two(app).await;
    let by_robot = off(&robot, &path).await.expect(202).id();
    for (who, status, code) in [
        (&robot, 403, "person_required"),
        (&app.as_role("controller"), 409, "separation_of_duties"),
        (&admin, 409, "separation_of_duties"),
    ] {
        step(who, &by_robot, "approve").await.expect(status).code(code);
    }
    let puppet = add_user(app, "puppet", &["controller"]).await;
    let by_admin = admin.put(&path, &json!({"minAmount": "99.00"})).await.expect(202).id();
    let refused = step(&signed_in(app, "puppet").await, &by_admin, "approve").await;
    assert_eq!(refused.expect(409).code("separation_of_duties").json()["context"]["rule"], "rightsGiven");
    let by_puppet = off(&signed_in(app, "puppet").await, &path).await.expect(202).id();
    step(&admin, &by_puppet, "approve").await.expect(409).code("separation_of_duties");
    let given: Vec<Value> = admin.get(&format!("{CHANGES}?subject={puppet}&loosens=true")).await.data();
    assert_eq!((given.len(), &given[0]["after"]["roles"]), (1, &json!(["controller"])));
    step(&signed_in(app, "grace").await, &by_robot, "approve").await.expect(204);
    assert_eq!(admin.get(&path).await.json()["isActive"], false);
}

async fn of_many_who_approve_at_the_same_time_one_does_and_what_changed_meanwhile_is_refused(app: &TestServer) {
    let (controller, admin) = (app.as_role("controller"), app.as_role("admin"));
    let path = policy(app).await;
    want_two(app).await;
    let change = off(&controller, &path).await.expect(202).id();
    let other = controller.put(&path, &json!({"minAmount": "99.00"})).await.expect(202).id();
    let mut asked = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let ask = step(&admin, &change, "approve");
        asked.spawn(async move { ask.await.status });
    }
    let answers = asked.join_all().await;
    assert_eq!(answers.iter().filter(|status| **status == 204).count(), 1, "{answers:?}");
    assert_eq!(answers.iter().filter(|status| **status == 409).count(), 7, "{answers:?}");
    let refused = step(&admin, &other, "approve").await;
    refused.expect(409).code("control_change_outdated").says("has changed since the proposal");
    assert_eq!(refused.resolution("reject")["method"], "POST");
    let events = admin.get("/events?limit=200").await.data();
    assert_eq!(events.iter().filter(|event| event["type"] == "controlChange.approved").count(), 1);
}

async fn what_somebody_proposed_who_may_not_do_so_any_more_is_not_made(app: &TestServer) {
    let (controller, admin) = (app.as_role("controller"), app.as_role("admin"));
    add_user(app, "grace", &["controller"]).await;
    let path = policy(app).await;
    want_two(app).await;
    let change = off(&controller, &path).await.expect(202).id();
    admin
        .put(&format!("/users/{}", app.books.member("controller")), &json!({"roles": ["accountant"]}))
        .await
        .expect(204);
    let refused = step(&signed_in(app, "grace").await, &change, "approve").await;
    refused.expect(409).code("control_change_outdated").says("approvalPolicies:manage");
    assert_eq!(admin.get(&path).await.json()["isActive"], true);
}

async fn proposals_are_listed_rejected_and_withdrawn_and_are_nobody_elses(app: &TestServer) {
    let (controller, admin) = (app.as_role("controller"), app.as_role("admin"));
    let path = policy(app).await;
    want_two(app).await;
    let [one, two, three] =
        [off(&controller, &path).await, off(&controller, &path).await, off(&controller, &path).await]
            .map(|answer| answer.expect(202).id());
    let waiting = format!("{CHANGES}?status=proposed");
    let told = admin.get(&waiting).await.data();
    assert_eq!(told.len(), 3);
    let people = admin.get("/users").await.expect(200).data();
    let name = |id: &Value| people.iter().find(|user| user["id"] == *id).unwrap()["displayName"].clone();
    assert_eq!(
        (&told[0]["subjectName"], &told[0]["proposedByName"], &told[0]["decidedByName"]),
        (&told[0]["after"]["name"], &name(&told[0]["proposedBy"]), &Value::Null)
    );
    assert!(told[0]["subjectName"].is_string(), "{}", told[0]);
    let of_members = admin.get(&format!("{CHANGES}?subjectType=membership")).await.data();
    for row in &of_members {
        assert_eq!(row["subjectName"], name(&row["subjectId"]));
    }
    assert_eq!(admin.get(&format!("{waiting}&subjectType=organization")).await.data().len(), 0);
    assert_eq!(admin.get(&format!("{waiting}&proposedBy={}", app.books.member("admin"))).await.data().len(), 0);
    assert_eq!(all_pages(&admin, CHANGES, 2).await, admin.get(&format!("{CHANGES}?limit=200")).await.data());
    for (method, path) in
        [(Method::GET, String::new()), (Method::POST, "/approve".to_owned()), (Method::POST, "/withdraw".to_owned())]
    {
        app.as_foreign("admin").ask(method, &format!("{CHANGES}/{one}{path}")).await.expect(404);
    }
    app.as_foreign("admin").post(&format!("{CHANGES}/{one}/reject"), &json!({"reason": "x"})).await.expect(404);
    app.as_role("clerk").get(CHANGES).await.expect(403);
    let reject =
        |change: &str, reason: &str| admin.post(&format!("{CHANGES}/{change}/reject"), &json!({"reason": reason}));
    reject(&one, "  ").await.expect(400).pointer("/reason");
    reject(&one, " not now ").key("k").await.expect(204);
    assert_eq!(reject(&one, " not now ").key("k").await.expect(204).header("idempotent-replayed"), "true");
    let view = controller.get(&format!("{CHANGES}/{one}")).await.json();
    assert_eq!(
        (&view["status"], &view["reason"], &view["decidedBy"]),
        (&json!("rejected"), &json!("not now"), &named(app, "admin"))
    );
    assert_eq!(view["decidedByName"], name(&view["decidedBy"]));
    assert_eq!(step(&admin, &two, "withdraw").await.expect(403).resolution("reject")["method"], "POST");
    step(&controller, &two, "withdraw").await.expect(204);
    for over in [&one, &two] {
        step(&admin, over, "approve").await.expect(409).code("control_change_not_open");
    }
    let sql = "update control_changes set expires_at = proposed_at + 1 where status = 'proposed'";
    app.database.operational(sql, &[], &[]).await.unwrap();
    assert_eq!(admin.get(&format!("{CHANGES}/{three}")).await.json()["status"], "expired");
    assert_eq!(admin.get(&format!("{CHANGES}?status=expired")).await.data().len(), 1);
    assert_eq!(admin.get(&waiting).await.data(), Vec::<Value>::new());
    step(&admin, &three, "approve").await.expect(409).code("control_change_not_open").says("propose it again");
    app.database
        .operational(
            "update control_changes set expires_at = proposed_at + 2592000000000 where status = 'proposed'",
            &[],
            &[],
        )
        .await
        .unwrap();
}

async fn every_change_of_duties_roles_and_places_is_in_the_report(app: &TestServer) {
    let (admin, accountant) = (app.as_role("admin"), app.as_role("accountant"));
    let duties = |on: bool| json!({"separationOfDuties": {"approverNotPreparer": on, "voiderNotPoster": on}});
    admin.put("/organization", &duties(true)).await.expect(204);
    let role =
        admin.post("/roles", &json!({"name": "closer", "permissions": ["periods:close"]})).await.expect(201).id();
    let path = format!("/roles/{role}");
    admin.put(&path, &json!({"permissions": []})).await.expect(204);
    admin.put(&path, &json!({"description": "no right"})).await.expect(204);
    admin.delete(&path).await.expect(204);
    admin.put(&format!("/users/{}", app.books.member("clerk")), &json!({"roles": ["accountant"]})).await.expect(204);
    admin.put(&format!("/users/{}", app.books.member("clerk")), &json!({"displayName": "Somebody"})).await.expect(204);
    admin.put("/organization", &duties(false)).await.expect(204);
    let posted = accountant.post_entry(&app.sale("7.00")).await;
    accountant.void(&posted).await.expect(204);
    let drafted = admin.post_entry(&app.sale("8.00").draft()).await;
    for verb in ["submit", "approve"] {
        admin.ask(Method::POST, &format!("{ENTRIES}/{drafted}/{verb}")).await.expect(204);
    }
    let rows = app.as_role("auditor").get(REPORT).await.data();
    let told: Vec<(&str, &str, bool)> = rows
        .iter()
        .rev()
        .take(6)
        .rev()
        .map(|row| {
            (row["subjectType"].as_str().unwrap(), row["action"].as_str().unwrap(), row["loosens"].as_bool().unwrap())
        })
        .collect();
    assert_eq!(
        told,
        [
            ("organization", "update", false),
            ("role", "create", true),
            ("role", "update", false),
            ("role", "delete", false),
            ("membership", "update", true),
            ("organization", "update", true)
        ]
    );
    let last = rows.last().unwrap();
    assert_eq!(
        (&last["before"]["separationOfDuties"]["voiderNotPoster"], &last["inForceAgainAt"]),
        (&json!(true), &Value::Null)
    );
    assert_eq!(
        (&last["entriesPosted"], &last["entriesConcerned"]),
        (&json!(3), &json!(2)),
        "one voided by its poster, one approved by its preparer"
    );
    let events = admin.get("/events?limit=200").await.data();
    let changed = events
        .iter()
        .rev()
        .find(|event| event["type"] == "membership.changed" && !event["data"]["controlChanges"].is_null())
        .unwrap();
    assert_eq!(changed["data"]["controlChanges"][0]["before"]["roles"], json!(["clerk"]));
}

async fn goods_that_moved_while_their_policy_was_off_are_told(app: &TestServer) {
    let controller = app.as_role("controller");
    let body = json!({"name": "Goods", "appliesTo": "movements", "minAmount": "0", "movementKind": "receipt"});
    let id = controller.post(POLICIES, &body).await.expect(201).id();
    controller.delete(&format!("{POLICIES}/{id}")).await.expect(204);
    let found = gaps(app).await;
    assert_eq!(
        (&found[0]["movementsPosted"], &found[0]["movementsConcerned"], &found[0]["entriesPosted"]),
        (&json!(0), &json!(0), &Value::Null)
    );
    let again = json!({"name": "All goods", "appliesTo": "movements", "minAmount": "0"});
    controller.post(POLICIES, &again).await.expect(201);
    assert!(gaps(app).await[0]["inForceAgainAt"].is_string(), "another one that asks for as much");
}

#[test]
fn the_operator_lets_one_person_change_controls_again_and_the_log_says_so() {
    runtime().block_on(async {
        let folder = Folder::new();
        let place = Place { folder: folder.path(), database_url: None };
        let init = ["init", "--organization", "Acme", "--username", "ada", "--password-file", "-"];
        run(place, &[], &init, PASSWORD).done();
        run(place, &[], &["user", "add", "eve", "--role", "admin", "--password-file", "-"], PASSWORD).done();
        let token = run(place, &[], &["token", "--user", "ada"], "").done().out.clone();
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let mut program = Program::start(place).await;
        let ada = Caller::new(http.clone(), &program.url, Some(token.trim().to_owned()));
        ada.put("/organization", &json!({"controlChanges": "secondPerson"})).await.expect(204);
        ada.put("/organization", &json!({"controlChanges": "alone"})).await.expect(202);
        program.terminate().await;
        let lift = ["organization", "control-changes", "--alone", "Acme"];
        run(place, &[], &["organization", "control-changes", "Acme"], "").failed(2, "--alone");
        run(place, &[], &["organization", "control-changes", "--alone", "Nobody"], "")
            .failed(1, "there is no organization");
        assert!(run(place, &[], &lift, "").done().out.contains("its log shows"));
        assert!(run(place, &[], &lift, "").done().out.contains("nothing was done"));
        let program = Program::start(place).await;
        let ada = Caller::new(http, &program.url, Some(token.trim().to_owned()));
        assert_eq!(ada.get("/organization").await.expect(200).json()["controlChanges"], "alone");
        let events = ada.get("/events?limit=200").await.data();
        assert!(events.iter().any(|event| event["type"] == "organization.secondPersonLifted"));
        ada.post(POLICIES, &json!({"name": "Alone"})).await.expect(201);
    });
}
