//! The feed and the end of the log: gapless for everyone, with data for those who may read it.

use checks::{TestServer, on_both};
use serde_json::{Value, json};

async fn all_events(app: &TestServer, role: &str, limit: usize) -> Vec<Value> {
    let user = app.as_role(role);
    let (mut events, mut after) = (Vec::new(), String::new());
    loop {
        let page = user.get(&format!("/events?limit={limit}{after}")).await.expect(200).json();
        let data = page["data"].as_array().unwrap();
        if data.is_empty() {
            return events;
        }
        events.extend(data.iter().cloned());
        after = format!("&after={}", page["nextCursor"].as_str().unwrap());
    }
}

on_both![
    every_commit_is_in_the_feed_once_and_in_order,
    one_large_event_comes_in_consecutive_parts,
    an_event_says_which_role_and_which_rights_were_given,
    who_may_not_read_a_subject_sees_only_that_something_happened,
    a_long_poll_is_woken_by_the_next_commit_of_its_own_organization,
    a_cursor_of_another_life_of_the_feed_or_none_at_all_is_refused,
    a_cursor_of_the_feed_of_another_organization_is_refused_and_not_taken_for_a_place_in_ones_own,
];

async fn every_commit_is_in_the_feed_once_and_in_order(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let first = accountant.post_entry(&app.sale("1.00")).await;
    let items = vec![app.sale("2.00").json(); 30];
    accountant.post("/accounting/journal-entries/batch", &json!({"atomic": true, "items": items})).await.expect(200);
    accountant.void(&first).await.expect(204);
    accountant.post("/accounting/journal-entries", &app.sale("1.00").on("2031-01-01").json()).await.expect(422);
    let events = all_events(app, "auditor", 200).await;
    for limit in [1, 7] {
        assert_eq!(all_events(app, "auditor", limit).await, events, "by {limit}");
    }
    let seqs: Vec<i64> = events.iter().map(|event| event["seq"].as_i64().unwrap()).collect();
    assert_eq!(seqs, (1..=i64::try_from(events.len()).unwrap()).collect::<Vec<_>>());
    let instants: Vec<&str> = events.iter().map(|event| event["at"].as_str().unwrap()).collect();
    assert!(instants.windows(2).all(|two| two[0] < two[1]), "time only moves forward");
    let last = events.last().unwrap();
    assert_eq!((&last["type"], &last["subject"]), (&json!("journalEntry.voided"), &json!(first)));
    let mirror = accountant.entry(&first).await["voidedByEntryId"].clone();
    let ids = last["data"]["journalEntryIds"].as_array().unwrap();
    assert!(ids.contains(&json!(first)) && ids.contains(&mirror), "{last}");
    let head = app.as_role("auditor").get("/audit/head").await.expect(200).json();
    assert_eq!(
        (&head["seq"], &head["at"], &head["hash"], &head["entrySequence"]),
        (&last["seq"], &last["at"], &last["hash"], &json!(32))
    );
    app.as_role("clerk").get("/audit/head").await.expect(403);
}

async fn one_large_event_comes_in_consecutive_parts(app: &TestServer) {
    let accountant = app.as_role("accountant");
    // A repeated value takes no room.
    let debit = |number: usize| json!({"accountCode": "1000", "debit": "0.01", "description": format!("{number}{}", "x".repeat(200))});
    let lines = [(0..500).map(debit).collect(), vec![json!({"accountCode": "4000", "credit": "5.00"})]].concat();
    let id = accountant
        .post("/accounting/journal-entries", &app.sale("1").with("lines", lines).json())
        .await
        .expect(201)
        .id();
    let events = all_events(app, "auditor", 1).await;
    let parts: Vec<&Value> = events.iter().filter(|event| event["subject"] == json!(id)).collect();
    assert!(parts.len() > 1, "it fits into one");
    for (place, part) in parts.iter().enumerate() {
        assert_eq!((&part["part"], &part["parts"]), (&json!(place + 1), &json!(parts.len())));
        assert_eq!(part["data"].is_null(), place + 1 < parts.len(), "the data come with the last part");
    }
}

async fn an_event_says_which_role_and_which_rights_were_given(app: &TestServer) {
    let admin = app.as_role("admin");
    let role =
        admin.post("/roles", &json!({"name": "Checker", "permissions": ["warehouses:read"]})).await.expect(201).id();
    let clerk = app.books.member("clerk").to_string();
    admin.put(&format!("/users/{clerk}"), &json!({"roles": ["clerk", role]})).await.expect(204);
    let events = all_events(app, "admin", 50).await;
    let [.., made, given] = &events[..] else { panic!("{events:?}") };
    assert_eq!(made["data"]["roles"], json!([{"id": role, "name": "Checker", "permissions": ["warehouses:read"]}]));
    assert_eq!(given["data"]["memberships"][0]["principalId"], json!(clerk));
    assert_eq!(given["data"]["memberships"][0]["roles"], json!(["clerk", role]));
    assert!(all_events(app, "warehouseOperator", 50).await.last().unwrap()["data"].is_null());
}

async fn who_may_not_read_a_subject_sees_only_that_something_happened(app: &TestServer) {
    app.as_role("accountant").post_entry(&app.sale("1.00")).await;
    let (theirs, ours) = (all_events(app, "warehouseOperator", 50).await, all_events(app, "admin", 50).await);
    assert_eq!(theirs.len(), ours.len());
    let hidden = theirs.iter().filter(|event| event["data"].is_null()).count();
    assert!(hidden > 0 && ours.iter().all(|event| !event["data"].is_null()));
    for (one, other) in theirs.iter().zip(&ours) {
        assert_eq!((&one["seq"], &one["hash"]), (&other["seq"], &other["hash"]));
    }
    assert!(
        all_events(app, "admin", 50).await.iter().all(|event| !event.to_string().contains(&app.other.accounts["1000"]))
    );
}

async fn a_long_poll_is_woken_by_the_next_commit_of_its_own_organization(app: &TestServer) {
    let auditor = app.as_role("auditor");
    let after = auditor.get("/events?limit=200").await.json()["nextCursor"].as_str().unwrap().to_owned();
    let waiting = tokio::spawn(auditor.get(&format!("/events?after={after}&wait=30")).into_future());
    // Another organization's commit does not end it.
    app.as_foreign("accountant").post_entry(&checks::entry(&app.other.journal, "1.00")).await;
    let id = app.as_role("accountant").post_entry(&app.sale("1.00")).await;
    let page = waiting.await.unwrap().expect(200).json();
    assert_eq!((&page["data"][0]["subject"], page["data"].as_array().unwrap().len()), (&json!(id), 1));
    let end = page["nextCursor"].as_str().unwrap();
    let empty = auditor.get(&format!("/events?after={end}&wait=1")).await.expect(200).json();
    assert_eq!((&empty["data"], &empty["nextCursor"]), (&json!([]), &json!(end)));
}

async fn a_cursor_of_another_life_of_the_feed_or_none_at_all_is_refused(app: &TestServer) {
    let auditor = app.as_role("auditor");
    let first = auditor.get("/events?limit=1").await.expect(200).field("nextCursor");
    let mark = first.rsplit(':').next().unwrap();
    let end = i64::MAX;
    for (after, status, code) in [
        (format!("2:1:{mark}"), 409, "feed_rewound"),
        (format!("1:99999:{mark}"), 409, "feed_rewound"),
        (format!("1:{end}:{mark}"), 409, "feed_rewound"),
        (format!("1:-1:{mark}"), 400, "validation_failed"),
        (format!("1:9223372036854775808:{mark}"), 400, "validation_failed"),
        ("1:0".to_owned(), 400, "validation_failed"),
        ("1:0:".to_owned(), 400, "validation_failed"),
        (format!("1:0:{}0", &mark[1..]), 400, "validation_failed"),
        ("1".to_owned(), 400, "validation_failed"),
        (":".to_owned(), 400, "validation_failed"),
        ("%00".to_owned(), 400, "validation_failed"),
    ] {
        auditor.get(&format!("/events?after={after}")).await.expect(status).code(code);
    }
    for wait in ["31", "-1", "x", "1.5"] {
        auditor.get(&format!("/events?wait={wait}")).await.expect(400).code("validation_failed");
    }
    assert_eq!(auditor.get(&format!("/events?after=1:0:{mark}&limit=1")).await.expect(200).data()[0]["seq"], 1);
    // The problem says where to begin again.
    let rewound = auditor.get(&format!("/events?after=2:1:{mark}")).await.json();
    let again = rewound["context"]["cursor"].as_str().unwrap().to_owned();
    assert_eq!(auditor.get(&format!("/events?after={again}&limit=1")).await.expect(200).data()[0]["seq"], 1);
}

async fn a_cursor_of_the_feed_of_another_organization_is_refused_and_not_taken_for_a_place_in_ones_own(
    app: &TestServer,
) {
    let (own, other) = (app.as_role("auditor"), app.as_foreign("auditor"));
    let theirs = other.get("/events?limit=2").await.expect(200).field("nextCursor");
    for query in ["", "&wait=1", "&limit=1"] {
        own.get(&format!("/events?after={theirs}{query}"))
            .await
            .expect(400)
            .code("validation_failed")
            .pointer("after")
            .says("another organization");
    }
    other.get(&format!("/events?after={theirs}")).await.expect(200);
}
