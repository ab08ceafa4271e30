//! Lists of entries as a screen needs them: several statuses, party, amount, maker, order by total, and what they come to.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;
use crate::names_beside_ids::narrowed;

const ENTRIES: &str = "/accounting/journal-entries";
const YEAR: &str = "dateFrom=2010-01-01&dateTo=2010-12-31";

on_both![
    entries_are_found_by_several_statuses_by_party_by_amount_and_by_who_made_them,
    entries_of_some_days_are_sorted_by_their_total,
    what_no_index_finds_needs_days_or_entries_that_wait,
    a_list_shows_the_first_accounts_of_each_entry_on_both_sides,
    totals_are_those_of_all_pages_month_by_month,
    earlier_entries_are_suggested_by_description_and_party_and_can_be_sent_again,
];

/// An entry of this amount in this month, of a party, as posted or as a draft; its id.
async fn sold(user: &Caller, app: &TestServer, month: u8, amount: &str, party: &str, status: &str) -> String {
    let lines = json!([
        {"accountCode": "1100", "debit": amount, "partyName": party},
        {"accountCode": "4000", "credit": amount},
    ]);
    let entry = app.sale(amount).on(&format!("2010-{month:02}-10")).with("lines", lines).with("status", status);
    user.post_entry(&entry).await
}

/// Six entries: January to March by the accountant, April by the admin, a draft in May by the clerk, and a void pair in June.
async fn history(app: &TestServer) -> Vec<String> {
    let (user, admin, clerk) = (app.as_role("accountant"), app.as_role("admin"), app.as_role("clerk"));
    let mut ids = Vec::new();
    for (by, month, amount, party, status) in [
        (&user, 1, "10.00", "Ann", "posted"),
        (&user, 2, "250.00", "Bob", "posted"),
        (&user, 3, "99.99", "Ann", "posted"),
        (&admin, 4, "100.00", "Ann", "posted"),
        (&clerk, 5, "100.01", "Bob", "draft"),
        (&user, 6, "7.00", "Cleo", "posted"),
    ] {
        ids.push(sold(by, app, month, amount, party, status).await);
    }
    user.void(&ids[5]).await.expect(204);
    ids
}

async fn totals(user: &Caller, query: &str) -> Vec<String> {
    let rows = user.get(&format!("{ENTRIES}?{query}")).await.expect(200).data();
    rows.iter().map(|row| row["totalDebit"].as_str().unwrap().to_owned()).collect()
}

async fn entries_are_found_by_several_statuses_by_party_by_amount_and_by_who_made_them(app: &TestServer) {
    history(app).await;
    let user = app.as_role("accountant");
    let parties = app.as_role("admin").get("/accounting/parties").await.data();
    let party = |name: &str| parties.iter().find(|row| row["name"] == name).unwrap()["id"].as_str().unwrap().to_owned();
    let (ann, bob) = (party("Ann"), party("Bob"));
    let maker = |role: &str| app.books.member(role).to_string();
    let receivables = &app.books.accounts["1100"];
    for (query, wanted) in [
        ("status=draft".to_owned(), &["100.01"][..]),
        ("status=draft,voided".to_owned(), &["100.01", "7.00"]),
        ("status=draft,pendingApproval&amountFrom=100".to_owned(), &["100.01"]),
        ("status=posted&dateFrom=2010-05-01".to_owned(), &["7.00"]),
        (format!("{YEAR}&partyId={ann}"), &["10.00", "99.99", "100.00"]),
        (format!("{YEAR}&partyId={bob}"), &["250.00"]),
        (format!("{YEAR}&partyId={ann}&accountId={receivables}"), &["10.00", "99.99", "100.00"]),
        (format!("{YEAR}&partyId={ann}&accountId={}", app.books.accounts["4000"]), &[]),
        (format!("{YEAR}&amountFrom=99.99&amountTo=100.00"), &["99.99", "100.00"]),
        (format!("{YEAR}&amountFrom=100.01"), &["250.00", "100.01"]),
        (format!("{YEAR}&amountTo=7"), &["7.00", "7.00"]),
        (format!("{YEAR}&amount=99.99"), &["99.99"]),
        (format!("{YEAR}&amount=7"), &["7.00", "7.00"]),
        ("status=draft&amount=100.01".to_owned(), &["100.01"]),
        (format!("{YEAR}&amount=1.005"), &[]),
        (format!("{YEAR}&createdBy={}", maker("admin")), &["100.00"]),
        (format!("status=draft&createdBy={}", maker("clerk")), &["100.01"]),
        (format!("{YEAR}&createdBy={}", maker("auditor")), &[]),
    ] {
        assert_eq!(totals(&user, &query).await, wanted, "{query}");
    }
    user.get(&format!("{ENTRIES}?status=draft,lost")).await.expect(400).pointer("status/1");
    user.get(&format!("{ENTRIES}?{YEAR}&amountFrom=1.005")).await.expect(400).pointer("amountFrom");
    user.get(&format!("{ENTRIES}?{YEAR}&amount=0")).await.expect(400).pointer("amount");
    user.get(&format!("{ENTRIES}?{YEAR}&createdBy=me")).await.expect(400).pointer("createdBy");
    user.get(&format!("{ENTRIES}?{YEAR}&partyId=pty_01h455vb4pex5vsknk084sn02q")).await.expect(400).pointer("partyId");
}

async fn entries_of_some_days_are_sorted_by_their_total(app: &TestServer) {
    history(app).await;
    let user = app.as_role("accountant");
    let ascending = ["7.00", "7.00", "10.00", "99.99", "100.00", "100.01", "250.00"];
    let path = format!("{YEAR}&sort=total");
    assert_eq!(totals(&user, &path).await, ascending);
    let mut backwards = totals(&user, &format!("{YEAR}&sort=-total")).await;
    backwards.reverse();
    assert_eq!(backwards, ascending);
    for sort in ["total", "-total"] {
        let path = format!("{ENTRIES}?{YEAR}&sort={sort}");
        assert_eq!(all_pages(&user, &path, 2).await, user.get(&path).await.data(), "{sort}");
    }
}

async fn what_no_index_finds_needs_days_or_entries_that_wait(app: &TestServer) {
    history(app).await;
    let user = app.as_role("accountant");
    let party = app.as_role("admin").get("/accounting/parties").await.data()[0]["id"].as_str().unwrap().to_owned();
    let maker = app.books.member("admin").to_string();
    for query in [
        "amountFrom=1".to_owned(),
        "amountTo=1".to_owned(),
        "amount=1".to_owned(),
        format!("createdBy={maker}"),
        "amountTo=1&dateTo=2010-12-31".to_owned(),
        "amountTo=1&status=draft,posted".to_owned(),
    ] {
        for path in [ENTRIES.to_owned(), format!("{ENTRIES}/totals")] {
            user.get(&format!("{path}?{query}")).await.expect(400).pointer("dateFrom").says("status=draft");
            user.get(&format!("{path}?{query}&dateFrom=2010-01-01")).await.expect(200);
        }
    }
    // The lines of a party have an index.
    for path in [ENTRIES.to_owned(), format!("{ENTRIES}/totals")] {
        user.get(&format!("{path}?partyId={party}")).await.expect(200);
    }
    user.get(&format!("{ENTRIES}?sort=-total&partyId={party}")).await.expect(400).pointer("dateFrom");
    user.get(&format!("{ENTRIES}?sort=-total")).await.expect(400).pointer("dateFrom");
    user.get(&format!("{ENTRIES}?sort=-total&status=draft")).await.expect(200);
}

async fn a_list_shows_the_first_accounts_of_each_entry_on_both_sides(app: &TestServer) {
    let (user, admin) = (app.as_role("accountant"), app.as_role("admin"));
    let lines = [("4000", "", "60.00"), ("1000", "10.00", ""), ("3000", "", "40.00"), ("1300", "90.00", "")];
    let entry = app.sale("1.00").lines(&lines);
    let posted = user.post_entry(&entry).await;
    let drafted = user.post_entry(&entry.draft()).await;
    let plain = user.post_entry(&app.sale("5.00")).await;
    let shown = |row: &Value| -> Vec<(String, String)> {
        let accounts = row["accounts"].as_array().unwrap().iter();
        accounts
            .map(|one| (one["code"].as_str().unwrap().to_owned(), one["side"].as_str().unwrap().to_owned()))
            .collect()
    };
    let told = |accounts: &[(&str, &str)]| -> Vec<(String, String)> {
        accounts.iter().map(|(code, side)| ((*code).to_owned(), (*side).to_owned())).collect()
    };
    let listed = admin.get(ENTRIES).await.data();
    let row = |id: &str| listed.iter().find(|row| row["id"] == id).unwrap();
    for id in [&posted, &drafted] {
        assert_eq!(shown(row(id)), told(&[("1000", "debit"), ("4000", "credit"), ("3000", "credit")]));
        assert_eq!((&row(id)["accountCount"], &row(id)["lineCount"]), (&json!(4), &json!(4)));
    }
    assert_eq!(shown(row(&plain)), told(&[("1000", "debit"), ("4000", "credit")]));
    let account = &row(&plain)["accounts"][0];
    assert_eq!((&account["name"], &account["accountId"]), (&json!("Cash"), &json!(app.books.accounts["1000"])));
    let reader = narrowed(app, "journalEntries:read costs:read").await;
    let seen = reader.get(ENTRIES).await.data();
    assert!(seen.iter().all(|row| row["accounts"][0]["code"].is_null() && row["accounts"][0]["accountId"].is_string()));
}

async fn totals_are_those_of_all_pages_month_by_month(app: &TestServer) {
    history(app).await;
    let user = app.as_role("accountant");
    let path = format!("{ENTRIES}/totals");
    let all = user.get(&path).await.expect(200).json();
    assert_eq!((&all["count"], &all["totalDebit"], &all["currency"]), (&json!(7), &json!("574.00"), &json!("GBP")));
    let month = |month: &str, count: i64, total: &str| json!({"month": month, "count": count, "totalDebit": total});
    let months = [
        month("2010-01", 1, "10.00"),
        month("2010-02", 1, "250.00"),
        month("2010-03", 1, "99.99"),
        month("2010-04", 1, "100.00"),
        month("2010-05", 1, "100.01"),
        month("2010-06", 2, "14.00"),
    ];
    assert_eq!(all["byMonth"], json!(months));
    let minor = |amount: &Value| amount.as_str().unwrap().replace('.', "").parse::<i128>().unwrap();
    for query in [
        "status=posted".to_owned(),
        "status=draft,voided".to_owned(),
        "q=536365".to_owned(),
        format!("{YEAR}&amountFrom=99.99"),
        format!("dateTo=2010-03-31&accountId={}", app.books.accounts["4000"]),
        "entryType=void".to_owned(),
        "reference=none".to_owned(),
    ] {
        let told = user.get(&format!("{path}?{query}")).await.expect(200).json();
        let rows = all_pages(&user, &format!("{ENTRIES}?{query}"), 3).await;
        assert_eq!(told["count"], rows.len(), "{query}");
        assert_eq!(minor(&told["totalDebit"]), rows.iter().map(|row| minor(&row["totalDebit"])).sum(), "{query}");
    }
    assert_eq!(user.get(&format!("{path}?reference=none")).await.json()["byMonth"], json!([]));
    user.get(&format!("{path}?sort=date")).await.expect(400).pointer("sort");
    app.as_role("warehouseOperator").get(&path).await.expect(403).code("forbidden");
}

async fn earlier_entries_are_suggested_by_description_and_party_and_can_be_sent_again(app: &TestServer) {
    let user = app.as_role("accountant");
    let party = |name: &str| {
        json!([
            {"accountCode": "1100", "debit": "9.00", "partyName": name, "description": "by the week"},
            {"accountCode": "4000", "credit": "9.00"},
        ])
    };
    for (description, month, lines) in [
        ("Rent January", 1, party("Ann")),
        ("Rent February", 2, party("Ann")),
        ("Rent February", 3, party("Ann")),
        ("Cleaning", 4, party("Bob")),
        ("Rent of the van", 5, party("Bob")),
        ("Rent of a boat", 6, party("Bob")),
    ] {
        let entry = app.sale("1.00").on(&format!("2010-{month:02}-10")).with("description", description);
        user.post_entry(&entry.with("lines", lines)).await;
    }
    let voided = user.post_entry(&app.sale("1.00").with("description", "Rent that was none")).await;
    user.void(&voided).await.expect(204);
    user.post_entry(&app.sale("1.00").with("description", "Rent to come").draft()).await;
    let suggest = async |query: &str| user.get(&format!("{ENTRIES}/suggest?{query}")).await.expect(200).data();
    let told = async |query: &str| -> Vec<String> {
        suggest(query).await.iter().map(|one| one["description"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(told("description=rent%20february").await, ["Rent February", "Rent of a boat", "Rent of the van"]);
    assert_eq!(told("description=cle").await, ["Cleaning"]);
    assert!(told("description=wages").await.is_empty());
    let parties = app.as_role("admin").get("/accounting/parties").await.data();
    let ann = parties.iter().find(|row| row["name"] == "Ann").unwrap()["id"].as_str().unwrap();
    assert_eq!(told(&format!("partyId={ann}")).await, ["Rent February", "Rent January"]);
    assert_eq!(told(&format!("partyId={ann}&description=january")).await, ["Rent January"]);
    let first = suggest("description=rent%20february").await.remove(0);
    assert_eq!((&first["date"], &first["lines"][0]["partyName"]), (&json!("2010-03-10"), &json!("Ann")));
    let mut body = first["repeat"].clone();
    (body["date"], body["status"]) = (json!("2010-07-10"), json!("posted"));
    let again = user.post(ENTRIES, &body).await.expect(201).id();
    let (again, original) = (user.entry(&again).await, user.entry(first["entryId"].as_str().unwrap()).await);
    for field in ["description", "journalId", "totalDebit", "currency"] {
        assert_eq!(again[field], original[field], "{field}");
    }
    assert_eq!(again["lines"][0], original["lines"][0]);
    user.get(&format!("{ENTRIES}/suggest")).await.expect(400).pointer("description");
    app.as_role("warehouseOperator").get(&format!("{ENTRIES}/suggest?description=a")).await.expect(403);
}
