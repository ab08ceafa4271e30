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
    a_name_is_the_same_whatever_its_case_and_blanks,
    merged_parties_are_one_from_then_on_and_what_was_posted_stays,
    a_merge_that_cannot_be_is_refused_with_a_way_out,
    only_a_party_that_nothing_ever_named_is_deleted,
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
    // The first spelling stays. An accent may be spelled in two ways, and case does not tell parties apart.
    assert_eq!(names(&all_pages(&user, PARTIES, 2).await), ["17850", "ÅNGSTRÖM"]);
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

/// An invoice of account 1100, or a payment where its debit is "0", with the party as these fields name it.
async fn item(app: &TestServer, party: Value, date: &str, debit: &str, credit: &str) -> Value {
    let mut line = json!({"accountCode": "1100", "debit": debit, "credit": credit});
    line.as_object_mut().unwrap().extend(party.as_object().unwrap().clone());
    let lines = json!([line, {"accountCode": "4000", "debit": credit, "credit": debit}]);
    let body = app.sale("1.00").with("date", json!(date)).with("lines", lines).json();
    let made = app.as_role("accountant").post("/accounting/journal-entries", &body).await;
    made.expect(201).json().clone()
}

async fn a_name_is_the_same_whatever_its_case_and_blanks(app: &TestServer) {
    let user = app.as_role("accountant");
    for name in ["Acme Inc", "acme inc", "ACME  Inc", " Acme\u{a0}Inc ", "Acme Inc."] {
        let made = item(app, json!({"partyName": name}), "2010-12-01", "1.00", "0").await;
        let shown = if name.ends_with('.') { "Acme Inc." } else { "Acme Inc" };
        assert_eq!(made["lines"][0]["partyName"], shown, "{name}: the first spelling stays");
    }
    assert_eq!(names(&all_pages(&user, PARTIES, 5).await), ["Acme Inc", "Acme Inc."]);
    let taken = user.post(PARTIES, &json!({"name": "ACME INC"})).await;
    taken.expect(409).code("code_taken");
    assert_eq!(taken.json()["resolutions"][0]["rel"], "existing");
    let first = user.get(&format!("{PARTIES}?name=acme%20%20INC")).await.data();
    assert_eq!(names(&first), ["Acme Inc"]);
    assert!(taken.json()["resolutions"][0]["href"].as_str().unwrap().ends_with(first[0]["id"].as_str().unwrap()));
    for q in ["acme", "ACME%20%20inc", "Inc", "ME%20IN"] {
        assert_eq!(names(&user.get(&format!("{PARTIES}?q={q}")).await.data()), ["Acme Inc", "Acme Inc."], "{q}");
    }
    user.post(PARTIES, &json!({"name": "Müller & Söhne"})).await.expect(201);
    for q in ["M%C3%9CLLER%20%20%26", "s%C3%B6hne"] {
        assert_eq!(names(&user.get(&format!("{PARTIES}?q={q}")).await.data()), ["Müller & Söhne"], "{q}");
        let found = user.get(&format!("/search?q={q}&kinds=party")).await.expect(200).json().clone();
        assert_eq!(found["data"][0]["title"], "Müller & Söhne", "{q}: {found}");
    }
    // Another spelling of its own name is no other party.
    let path = format!("{PARTIES}/{}", first[0]["id"].as_str().unwrap());
    user.put(&path, &json!({"name": "ACME Inc"})).await.expect(204);
    assert_eq!(user.get(&path).await.json()["name"], "ACME Inc");
    user.put(&path, &json!({"name": "acme INC."})).await.expect(409).code("code_taken");
}

async fn merged_parties_are_one_from_then_on_and_what_was_posted_stays(app: &TestServer) {
    let user = app.as_role("accountant");
    let acme = user.post(PARTIES, &json!({"name": "Acme Inc", "kinds": ["customer"]})).await.expect(201).id();
    let old = user.post(PARTIES, &json!({"name": "Acme Inc.", "kinds": ["customer"]})).await.expect(201).id();
    let other = user.post(PARTIES, &json!({"name": "Zebra", "kinds": ["customer"]})).await.expect(201).id();
    let invoice = item(app, json!({"partyId": old}), "2010-10-01", "300.00", "0").await;
    item(app, json!({"partyId": acme}), "2010-10-05", "50.00", "0").await;
    item(app, json!({"partyId": other}), "2010-10-06", "7.00", "0").await;
    let merge = format!("{PARTIES}/{old}/merge");
    let why = json!({"into": acme, "reason": "the same company"});
    app.as_role("auditor").post(&merge, &why).await.expect(403);
    app.as_foreign("admin").post(&merge, &why).await.expect(404);
    user.post(&merge, &why).header("if-match", "\"9\"").await.expect(412).code("version_mismatch");
    let merged = user.post(&merge, &why).header("prefer", "return=representation").await;
    let merged = merged.expect(200).json();
    assert_eq!(
        (&merged["mergedIntoId"], &merged["mergeReason"], &merged["isActive"]),
        (&json!(acme), &json!("the same company"), &json!(false))
    );

    // What was posted stays; what comes later is of the party that stays, by the name and by the id.
    let path = format!("/accounting/journal-entries/{}", invoice["id"].as_str().unwrap());
    assert_eq!(user.get(&path).await.json()["lines"][0]["partyId"], json!(old));
    let by_name = item(app, json!({"partyName": "ACME INC."}), "2010-11-01", "0", "200.00").await;
    let by_id = item(app, json!({"partyId": old}), "2010-11-02", "0", "20.00").await;
    for made in [&by_name, &by_id] {
        let line = &made["lines"][0];
        assert_eq!((&line["partyId"], &line["partyName"]), (&json!(acme), &json!("Acme Inc")));
    }
    let shown = user.get(&format!("{PARTIES}/{old}")).await.json();
    assert_eq!((&shown["name"], &shown["mergedIntoId"]), (&json!("Acme Inc."), &json!(acme)));

    // 300 + 50 - 200 - 20 = 130, whichever of the two is asked for.
    for party in [&acme, &old] {
        let open = user.get(&format!("/accounting/open-items?controlFor=receivable&partyId={party}")).await.data();
        assert_eq!(open.len(), 4, "{party}");
        assert!(open.iter().all(|row| row["partyId"] == json!(acme) && row["partyName"] == "Acme Inc"), "{open:?}");
        let aged = format!("/accounting/reports/aged-open-items?controlFor=receivable&asOf=2010-12-01&partyId={party}");
        let aged = user.get(&aged).await.expect(200).json().clone();
        assert_eq!(aged["data"].as_array().unwrap().len(), 1, "{aged}");
        assert_eq!((&aged["data"][0]["partyId"], &aged["totals"]["total"]), (&json!(acme), &json!("130.00")), "{aged}");
    }
    let all = user.get("/accounting/reports/aged-open-items?controlFor=receivable&asOf=2010-12-01").await;
    assert_eq!(all.expect(200).json()["data"].as_array().unwrap().len(), 2, "Acme and Zebra");
    let entries = format!("/accounting/journal-entries?dateFrom=2010-01-01&partyId={acme}");
    assert_eq!(user.get(&entries).await.data().len(), 4);

    // One party per match: the two are one.
    let line = |made: &Value| json!({"entryId": made["id"], "lineNumber": 1});
    let lines = json!({"lines": [line(&invoice), line(&by_name), line(&by_id)]});
    let made = user.post("/accounting/matches", &lines).await.expect(201).json().clone();
    assert_eq!((&made["partyId"], &made["amount"]), (&json!(acme), &json!("220.00")));
    for party in [&acme, &old] {
        assert_eq!(user.get(&format!("/accounting/matches?partyId={party}")).await.data().len(), 1);
    }
    // A party that was merged into the old one's target leads on when that one is merged itself.
    let last = user.post(PARTIES, &json!({"name": "Acme Holding"})).await.expect(201).id();
    user.post(&format!("{PARTIES}/{acme}/merge"), &json!({"into": last, "reason": "renamed"})).await.expect(204);
    assert_eq!(user.get(&format!("{PARTIES}/{old}")).await.json()["mergedIntoId"], json!(last));
    let open = user.get(&format!("/accounting/open-items?controlFor=receivable&partyId={last}")).await.data();
    assert_eq!(open.len(), 2, "80 of the invoice, and 50");
}

async fn a_merge_that_cannot_be_is_refused_with_a_way_out(app: &TestServer) {
    let user = app.as_role("accountant");
    let mut ids = Vec::new();
    for name in ["One", "Two", "Gone", "Idle"] {
        ids.push(user.post(PARTIES, &json!({"name": name})).await.expect(201).id());
    }
    let [one, two, gone, idle] = [&ids[0], &ids[1], &ids[2], &ids[3]];
    let merge = async |party: &str, into: &str| {
        user.post(&format!("{PARTIES}/{party}/merge"), &json!({"into": into, "reason": "the same"})).await
    };
    merge(gone, two).await.expect(204);
    user.put(&format!("{PARTIES}/{idle}"), &json!({"isActive": false})).await.expect(204);
    for (party, into, status, code, way) in [
        (one, one, 422, "party_not_usable", "parties"),
        (one, gone, 422, "party_not_usable", "merge-into-that"),
        (one, idle, 422, "party_not_usable", "activate"),
        (gone, one, 409, "party_merged", "merged-into"),
    ] {
        let refused = merge(party, into).await;
        refused.expect(status).code(code);
        assert_eq!(refused.json()["resolutions"][0]["rel"], way);
    }
    merge(one, "pty_01h455vb4pex5vsknk084sn02q").await.expect(422).code("unknown_reference");
    user.put(&format!("{PARTIES}/{gone}"), &json!({"isActive": true})).await.expect(409).code("party_merged");
    user.post(&format!("{PARTIES}/{one}/merge"), &json!({"into": two})).await.expect(400).says("reason");
}

async fn only_a_party_that_nothing_ever_named_is_deleted(app: &TestServer) {
    let user = app.as_role("accountant");
    let id = user.post(PARTIES, &json!({"name": "Mistake", "code": "M"})).await.expect(201).id();
    let path = format!("{PARTIES}/{id}");
    app.as_role("auditor").delete(&path).await.expect(403);
    user.delete(&path).header("if-match", "\"7\"").await.expect(412);
    user.delete(&path).await.expect(204);
    user.get(&path).await.expect(404);
    let id = user.post(PARTIES, &json!({"name": "MISTAKE", "code": "M"})).await.expect(201).id();
    // A draft is enough, even once it is gone.
    let lines = json!([{"accountCode": "1100", "debit": "1.00", "partyId": id}]);
    let body = app.sale("1.00").with("status", json!("draft")).with("lines", lines).json();
    let draft = user.post("/accounting/journal-entries", &body).await.expect(201).id();
    user.delete(&format!("/accounting/journal-entries/{draft}")).await.expect(204);
    let refused = user.delete(&format!("{PARTIES}/{id}")).await;
    let refused = refused.expect(409).code("party_in_use").json();
    let ways: Vec<&str> =
        refused["resolutions"].as_array().unwrap().iter().map(|way| way["rel"].as_str().unwrap()).collect();
    assert_eq!(ways, ["parties", "deactivate"]);
    let target = user.post(PARTIES, &json!({"name": "Right"})).await.expect(201).id();
    let old = user.post(PARTIES, &json!({"name": "Wrong"})).await.expect(201).id();
    user.post(&format!("{PARTIES}/{old}/merge"), &json!({"into": target, "reason": "a slip"})).await.expect(204);
    user.delete(&format!("{PARTIES}/{target}")).await.expect(409).code("party_in_use");
}
