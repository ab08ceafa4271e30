//! The chart of accounts and the statement of one account, as both databases must show them.

use checks::{Answer, Caller, TestServer, on_both};
use serde_json::{Value, json};

const ACCOUNTS: &str = "/accounting/accounts";

async fn create(caller: &Caller, body: Value) -> String {
    caller.post(ACCOUNTS, &body).await.expect(201).id()
}

fn texts(rows: &[Value], name: &str) -> Vec<String> {
    rows.iter().map(|row| row[name].as_str().unwrap_or_default().to_owned()).collect()
}

/// All rows of a list, page by page.
pub async fn all_pages(caller: &Caller, path: &str, limit: usize) -> Vec<Value> {
    let join = if path.contains('?') { '&' } else { '?' };
    let (mut rows, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = caller.get(&format!("{path}{join}limit={limit}{cursor}")).await;
        rows.extend(page.expect(200).data());
        let body = page.json();
        match body["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return rows,
        }
        assert!(rows.len() < 10_000, "the pages of {path} do not end");
    }
}

fn account(code: &str) -> Value {
    json!({"code": code, "name": format!("Account {code}"), "type": "asset"})
}

on_both![
    a_tree_is_built_moved_and_taken_down_from_its_leaves,
    codes_are_listed_in_the_order_of_their_bytes_over_all_pages,
    a_search_ignores_the_case_of_plain_letters_and_takes_all_else_as_it_is,
    texts_come_back_as_they_were_sent_and_control_characters_do_not_come_in,
    what_its_postings_mean_is_frozen_and_an_inactive_account_takes_no_new_ones,
    control_accounts_take_what_their_subledger_allows,
    a_statement_goes_from_opening_to_closing_whatever_the_page_and_the_order_of_posting,
    balances_beyond_64_bits_of_minor_units_are_right_and_a_day_beyond_them_is_refused,
];

async fn a_tree_is_built_moved_and_taken_down_from_its_leaves(app: &TestServer) {
    let user = app.as_role("accountant");
    let group = |code: &str| json!({"code": code, "name": code, "type": "asset", "isGroup": true});
    let top = create(&user, group("A")).await;
    let mut above = top.clone();
    for level in 2..8 {
        let mut body = group(&format!("A{level}"));
        body["parentId"] = json!(above);
        above = create(&user, body).await;
    }
    let leaf = create(&user, json!({"code": "A-leaf", "name": "leaf", "type": "asset", "parentId": above})).await;
    let path = format!("{ACCOUNTS}/{leaf}");
    user.post(ACCOUNTS, &json!({"code": "B", "name": "B", "type": "equity", "parentId": top}))
        .await
        .expect(422)
        .code("parent_not_usable")
        .pointer("/parentId");
    user.post(ACCOUNTS, &json!({"code": "B", "name": "B", "type": "asset", "parentId": leaf}))
        .await
        .expect(422)
        .code("parent_not_usable")
        .pointer("/parentId");
    user.post(ACCOUNTS, &json!({"code": "B", "name": "B", "type": "asset", "parentId": app.other.accounts["1000"]}))
        .await
        .expect(422)
        .code("unknown_reference")
        .pointer("/parentId");
    user.put(&format!("{ACCOUNTS}/{top}"), &json!({"parentId": above})).await.expect(422).code("parent_cycle");
    user.delete(&format!("{ACCOUNTS}/{top}")).await.expect(409).code("account_in_use");
    assert_eq!(texts(&user.get(&format!("{ACCOUNTS}?parentId={above}")).await.data(), "code"), ["A-leaf"]);
    user.put(&path, &json!({"parentId": null})).await.expect(204);
    assert_eq!(user.get(&format!("{ACCOUNTS}?parentId={above}")).await.data(), Vec::<Value>::new());
    user.delete(&path).await.expect(204).empty();
    user.get(&path).await.expect(404);
    create(&user, account("A-leaf")).await;
    user.delete(&format!("{ACCOUNTS}/{above}")).await.expect(204);
}

async fn codes_are_listed_in_the_order_of_their_bytes_over_all_pages(app: &TestServer) {
    let user = app.as_role("accountant");
    let mut codes: Vec<String> =
        ["a", "A", "B", "b", "Z", "é", "É", "Ä", "10", "9", "_", "-", "~", "日本", "😀", "ß", "٣", "a b", "a-b", "ab"]
            .map(str::to_owned)
            .to_vec();
    for code in &codes {
        create(&user, account(code)).await;
    }
    codes.extend(app.books.accounts.keys().map(|code| (*code).to_owned()));
    codes.sort();
    for limit in [1, 3, 7, 200] {
        assert_eq!(texts(&all_pages(&user, ACCOUNTS, limit).await, "code"), codes, "limit {limit}");
    }
    // A code that differs in one letter's case or accent is another one; an equal code is taken.
    user.post(ACCOUNTS, &account("é")).await.expect(409).code("code_taken");
    assert_eq!(texts(&user.get(&format!("{ACCOUNTS}?code=%C3%A9")).await.data(), "code"), ["é"]);
    assert_eq!(texts(&user.get(&format!("{ACCOUNTS}?code=a")).await.data(), "code"), ["a"]);
}

async fn a_search_ignores_the_case_of_plain_letters_and_takes_all_else_as_it_is(app: &TestServer) {
    let user = app.as_role("accountant");
    for (code, name) in [
        ("s1", "Ärger UND Freude"),
        ("s2", "100% _sure_"),
        ("s3", "back\\slash 'quoted' \"twice\""),
        ("s4", "日本語"),
        ("s5", "İstanbul ß"),
    ] {
        create(&user, json!({"code": code, "name": name, "type": "asset"})).await;
    }
    for (q, found) in [
        ("%C3%84rger", vec!["s1"]),
        ("und", vec!["s1"]),
        ("UND", vec!["s1"]),
        ("%C3%A4rger", vec![]),
        ("100%25", vec!["s2"]),
        ("%25%20_", vec!["s2"]),
        ("_sure_", vec!["s2"]),
        ("!", vec![]),
        ("back%5Cslash", vec!["s3"]),
        ("%27QUOTED%27", vec!["s3"]),
        ("%22twice", vec!["s3"]),
        ("%E6%9C%AC", vec!["s4"]),
        ("%C4%B0STANBUL", vec!["s5"]),
        ("%C3%9F", vec!["s5"]),
        ("ss", vec![]),
        ("S1", vec!["s1"]),
    ] {
        assert_eq!(texts(&user.get(&format!("{ACCOUNTS}?q={q}")).await.expect(200).data(), "code"), found, "{q}");
    }
}

async fn texts_come_back_as_they_were_sent_and_control_characters_do_not_come_in(app: &TestServer) {
    let user = app.as_role("accountant");
    for (number, text) in [
        "e\u{301} is not é",
        "\u{202e}right to left",
        "👩‍👩‍👧‍👦",
        "trailing\u{a0}",
        "\u{feff}mark",
        "\u{fffd}\u{fffe}",
        "'; drop table accounts; --",
        "\\u0041 \\n",
        "$1 ?1 :name @x",
        "\u{10ffff}",
    ]
    .into_iter()
    .enumerate()
    {
        let metadata = json!({"text": text, text: [text, {"deep": text}], "null": null, "number": 1.5, "big": 12_345_678_901_234_567_890_u64});
        let body = json!({"code": format!("t{number}"), "name": "a name", "type": "asset", "description": format!("{text}\n\tsecond line"), "metadata": metadata});
        let made = user.post(ACCOUNTS, &body).await;
        let id = made.expect(201).id();
        let stored = user.get(&format!("{ACCOUNTS}/{id}")).await.json();
        assert_eq!(
            (&stored["name"], &stored["description"], &stored["metadata"]),
            (&body["name"], &body["description"], &body["metadata"])
        );
        assert_eq!(stored, made.json());
    }
    let longest = "😀".repeat(200);
    create(&user, json!({"code": "long", "name": longest, "type": "asset"})).await;
    user.post(ACCOUNTS, &json!({"code": "longer", "name": format!("{longest}x"), "type": "asset"}))
        .await
        .expect(400)
        .pointer("/name");
    let before = app.heads().await;
    for control in ["\u{0}", "a\u{0}b", "\u{1}", "\u{7f}", "\u{85}", "line\nbreak", "tab\t"] {
        user.post(ACCOUNTS, &json!({"code": "c", "name": control, "type": "asset"}))
            .await
            .expect(400)
            .code("validation_failed")
            .pointer("/name");
        user.post(ACCOUNTS, &json!({"code": control, "name": "c", "type": "asset"})).await.expect(400).pointer("/code");
        user.post(ACCOUNTS, &json!({"code": "c", "name": "c", "type": "asset", "externalId": control}))
            .await
            .expect(400)
            .pointer("/externalId");
    }
    for query in ["q=%00", "code=a%00", "q=a%0ab"] {
        user.get(&format!("{ACCOUNTS}?{query}")).await.expect(400).code("validation_failed");
    }
    user.post(ACCOUNTS, &json!({"code": "c", "name": "c", "type": "asset", "description": "\u{0}"}))
        .await
        .expect(400)
        .pointer("/description");
    assert_eq!(app.heads().await, before);
    // JSON of one's own is kept as JSON, where a zero is an escape and no byte.
    let zero = create(&user, json!({"code": "z", "name": "z", "type": "asset", "metadata": {"a\u{0}": "\u{0}"}})).await;
    assert_eq!(user.get(&format!("{ACCOUNTS}/{zero}")).await.json()["metadata"], json!({"a\u{0}": "\u{0}"}));
}

async fn what_its_postings_mean_is_frozen_and_an_inactive_account_takes_no_new_ones(app: &TestServer) {
    let user = app.as_role("accountant");
    let entry = user.post_entry(&app.sale("5.00")).await;
    let path = format!("{ACCOUNTS}/{}", app.books.accounts["1000"]);
    for change in [
        json!({"type": "expense"}),
        json!({"currency": "EUR"}),
        json!({"controlFor": "bank"}),
        json!({"isGroup": true}),
    ] {
        user.put(&path, &change).await.expect(409).code("account_frozen");
    }
    user.delete(&path).await.expect(409).code("account_in_use");
    user.put(&path, &json!({"code": "1001", "isActive": false, "name": "Old cash"})).await.expect(204);
    assert_eq!(texts(&user.get(&format!("{ACCOUNTS}?isActive=false")).await.data(), "code"), ["1001"]);
    let sale = app.sale("5.00").lines(&[("1001", "5.00", ""), ("4000", "", "5.00")]);
    user.post("/accounting/journal-entries", &sale.json())
        .await
        .expect(422)
        .code("account_not_usable")
        .pointer("/lines/0/accountCode");
    user.post("/accounting/journal-entries", &app.sale("5.00").json()).await.expect(422).code("unknown_reference");
    user.void(&entry).await.expect(204);
    // The void left postings behind, so that the account stays.
    user.delete(&path).await.expect(409).code("account_in_use");
}

async fn control_accounts_take_what_their_subledger_allows(app: &TestServer) {
    let user = app.as_role("accountant");
    let post = async |lines: Value| {
        user.post("/accounting/journal-entries", &app.sale("1.00").with("lines", lines).json()).await
    };
    post(json!([{"accountCode": "1200", "debit": "1.00"}, {"accountCode": "4000", "credit": "1.00"}]))
        .await
        .expect(409)
        .code("control_account");
    post(json!([{"accountCode": "1100", "debit": "1.00"}, {"accountCode": "4000", "credit": "1.00"}]))
        .await
        .expect(422)
        .code("party_required")
        .pointer("/lines/0/partyId");
    post(json!([{"accountCode": "1100", "debit": "1.00", "partyName": "17850"}, {"accountCode": "4000", "credit": "1.00"}])).await.expect(201);
    for (control, kind) in
        [("receivable", "liability"), ("payable", "asset"), ("stock", "revenue"), ("bank", "expense")]
    {
        let body = json!({"code": control, "name": control, "type": kind, "controlFor": control});
        let answer = user.post(ACCOUNTS, &body).await;
        assert_eq!(answer.status / 100, 4, "{}", answer.text());
        assert!(answer.pointers().contains(&"/controlFor".to_owned()), "{}", answer.text());
    }
}

async fn a_statement_goes_from_opening_to_closing_whatever_the_page_and_the_order_of_posting(app: &TestServer) {
    let user = app.as_role("accountant");
    let mut ids = Vec::new();
    // Posted out of order, several on one day, some of them voided, one of them in three lines.
    for (day, amount) in [
        ("2010-06-15", "10.00"),
        ("2010-03-01", "1.00"),
        ("2010-06-15", "2.50"),
        ("2010-12-31", "100.00"),
        ("2010-01-01", "0.01"),
        ("2010-06-15", "4.00"),
    ] {
        ids.push(user.post_entry(&app.sale(amount).on(day)).await);
    }
    user.void(&ids[2]).await.expect(204);
    let split =
        app.sale("0").on("2010-06-15").lines(&[("1000", "", "3.00"), ("1000", "1.00", ""), ("4000", "2.00", "")]);
    user.post_entry(&split).await;
    user.post_entry(&app.sale("7.00").on("2010-06-15").draft()).await;
    let path = format!("{ACCOUNTS}/{}/statement", app.books.accounts["1000"]);
    let whole = user.get(&path).await.expect(200).json();
    let rows = whole["data"].as_array().unwrap();
    let told: Vec<(&str, &str)> =
        rows.iter().map(|row| (row["date"].as_str().unwrap(), row["balance"].as_str().unwrap())).collect();
    assert_eq!(
        told,
        [
            ("2010-01-01", "0.01"),
            ("2010-03-01", "1.01"),
            ("2010-06-15", "11.01"),
            ("2010-06-15", "13.51"),
            ("2010-06-15", "17.51"),
            ("2010-06-15", "15.01"),
            ("2010-06-15", "12.01"),
            ("2010-06-15", "13.01"),
            ("2010-12-31", "113.01"),
        ]
    );
    assert_eq!(
        (&whole["openingBalance"], &whole["closingBalance"], &whole["totalDebit"], &whole["totalCredit"]),
        (&json!("0.00"), &json!("113.01"), &json!("118.51"), &json!("5.50"))
    );
    for limit in [1, 2, 3, 5] {
        assert_eq!(&all_pages(&user, &path, limit).await, rows, "limit {limit}");
    }
    for (query, opening, closing, count) in [
        ("dateFrom=2010-06-15&dateTo=2010-06-15", "1.01", "13.01", 6),
        ("dateFrom=2010-06-16", "13.01", "113.01", 1),
        ("dateTo=2010-02-28", "0.00", "0.01", 1),
        ("dateFrom=2010-07-01&dateTo=2010-07-31", "13.01", "13.01", 0),
        ("dateFrom=0001-01-01&dateTo=9999-12-31", "0.00", "113.01", 9),
        ("dateTo=2009-12-31", "0.00", "0.00", 0),
    ] {
        let part = user.get(&format!("{path}?{query}")).await.expect(200).json();
        assert_eq!(
            (&part["openingBalance"], &part["closingBalance"], part["data"].as_array().unwrap().len()),
            (&json!(opening), &json!(closing), count),
            "{query}"
        );
        assert_eq!(
            all_pages(&user, &format!("{path}?{query}"), 2).await,
            part["data"].as_array().unwrap().clone(),
            "{query}"
        );
    }
    user.get(&format!("{path}?dateFrom=2010-02-01&dateTo=2010-01-01")).await.expect(400).pointer("dateFrom");
    user.get(&format!("{ACCOUNTS}/{}/statement", app.other.accounts["1000"])).await.expect(404);
    app.as_role("warehouseOperator").get(&path).await.expect(403);
}

async fn balances_beyond_64_bits_of_minor_units_are_right_and_a_day_beyond_them_is_refused(app: &TestServer) {
    let user = app.as_role("accountant");
    let many = |account: &str, side: &str| vec![json!({"accountCode": account, side: "10000000000000.00"}); 4_000];
    let lines = [many("1000", "debit"), many("4000", "credit")].concat();
    let huge = |day: &str| app.sale("1").on(day).with("lines", lines.clone()).json();
    for day in ["2010-01-01", "2010-01-01", "2010-01-02", "2010-03-01"] {
        user.post("/accounting/journal-entries", &huge(day)).await.expect(201);
    }
    // 1.2 × 10^19 on one day leaves the range; nothing of it is kept.
    let before = app.heads().await;
    let answer: Answer = user.post("/accounting/journal-entries", &huge("2010-01-01")).await;
    answer.expect(422).code("amount_out_of_range");
    assert_eq!(app.heads().await, before);
    let total = "160000000000000000.00";
    let path = format!("{ACCOUNTS}/{}/statement?limit=200", app.books.accounts["1000"]);
    let page = user.get(&path).await.expect(200).json();
    assert_eq!((&page["closingBalance"], &page["totalDebit"]), (&json!(total), &json!(total)));
    let late = user.get(&format!("{path}&dateFrom=2010-03-01")).await.expect(200).json();
    assert_eq!((&late["openingBalance"], &late["closingBalance"]), (&json!("120000000000000000.00"), &json!(total)));
    assert_eq!(late["data"][199]["balance"], "122000000000000000.00");
    let next = user
        .get(&format!("{path}&dateFrom=2010-03-01&cursor={}", late["nextCursor"].as_str().unwrap()))
        .await
        .expect(200)
        .json();
    assert_eq!(next["data"][0]["balance"], "122010000000000000.00", "the page begins where the one before ended");
    let report = user.get("/accounting/reports/trial-balance?asOf=2010-12-31").await.expect(200).json();
    assert_eq!(
        (&report["totals"]["closingDebit"], &report["totals"]["closingCredit"], &report["data"][0]["debit"]),
        (&json!(total), &json!(total), &json!(total))
    );
    // The adjustment period has a balance of its own for the same day: both together leave 64 bits, too.
    for period in [&app.books.periods[11], &app.books.adjustment] {
        for _ in 0..2 {
            let mut body = huge("2010-12-31");
            body["periodId"] = json!(period);
            user.post("/accounting/journal-entries", &body).await.expect(201);
        }
    }
    let december = user.get(&format!("{path}&dateFrom=2010-12-31")).await.expect(200).json();
    assert_eq!(
        (&december["openingBalance"], &december["closingBalance"], &december["totalDebit"]),
        (&json!(total), &json!("320000000000000000.00"), &json!(total))
    );
    let next = user
        .get(&format!("{path}&dateFrom=2010-12-31&cursor={}", december["nextCursor"].as_str().unwrap()))
        .await
        .expect(200)
        .json();
    assert_eq!(next["data"][0]["balance"], "162010000000000000.00");
    let march =
        user.get("/accounting/reports/trial-balance?dateFrom=2010-03-01&dateTo=2010-03-31").await.expect(200).json();
    assert_eq!(march["totals"]["openingDebit"], "120000000000000000.00");
}
