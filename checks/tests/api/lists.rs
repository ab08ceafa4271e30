//! Lists: pages that neither lose nor repeat a row, filters by name.

use std::collections::BTreeSet;

use checks::{Answer, TestServer, on_both};
use serde_json::Value;

fn ids(answer: &Answer) -> Vec<String> {
    answer.data().iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect()
}

on_both![
    pages_are_stable_while_others_insert,
    a_limit_is_one_to_two_hundred_and_a_cursor_belongs_to_its_list,
    filters_find_what_they_name,
];

async fn pages_are_stable_while_others_insert(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let mut first = BTreeSet::new();
    for number in 0..25 {
        // Days repeat, so that the order needs the id as well.
        first.insert(accountant.post_entry(&app.sale("1.00").on(&format!("2010-06-{:02}", 1 + number % 7))).await);
    }
    for sort in ["date", "-date"] {
        let (mut seen, mut dates, mut path) =
            (Vec::new(), Vec::new(), format!("/accounting/journal-entries?limit=4&sort={sort}"));
        loop {
            let page = accountant.get(&path).await;
            seen.extend(ids(page.expect(200)));
            dates.extend(page.data().iter().map(|row| row["date"].as_str().unwrap().to_owned()));
            // Between the pages rows appear before, within and after those already read.
            for day in ["2010-01-01", "2010-06-04", "2010-12-31"] {
                accountant.post_entry(&app.sale("2.00").on(day)).await;
            }
            let body = page.json();
            let Some(cursor) = body["nextCursor"].as_str() else {
                assert_eq!(page.header("link"), "");
                break;
            };
            assert!(
                page.header("link").contains(cursor) && page.header("link").contains("rel=\"next\""),
                "{}",
                page.header("link")
            );
            path = format!("/accounting/journal-entries?limit=4&sort={sort}&cursor={cursor}");
            assert!(seen.len() < 2000, "the pages do not end");
        }
        let unique: BTreeSet<String> = seen.iter().cloned().collect();
        assert_eq!(unique.len(), seen.len(), "a row came twice");
        assert!(first.is_subset(&unique), "a row was lost");
        let mut sorted = dates.clone();
        sorted.sort();
        if sort == "-date" {
            sorted.reverse();
        }
        assert_eq!(dates, sorted);
    }
}

async fn a_limit_is_one_to_two_hundred_and_a_cursor_belongs_to_its_list(app: &TestServer) {
    let admin = app.as_role("admin");
    for number in 0..60 {
        admin.warehouse(&format!("W{number:02}")).await;
    }
    assert_eq!(admin.get("/warehouses").await.data().len(), 50);
    assert_eq!(admin.get("/warehouses?limit=200").await.data().len(), 60);
    assert_eq!(admin.get("/warehouses?limit=1").await.data().len(), 1);
    for limit in ["0", "201", "-1", "x", "", "1.5", "99999999999999999999"] {
        admin.get(&format!("/warehouses?limit={limit}")).await.expect(400).code("validation_failed");
    }
    let body = admin.get("/warehouses?limit=1").await.json();
    let cursor = body["nextCursor"].as_str().unwrap();
    for (path, cursor) in [
        ("/warehouses", "nonsense"),
        ("/warehouses", ""),
        ("/warehouses", "AAAA"),
        ("/accounting/journal-entries", cursor),
    ] {
        let answer = admin.get(&format!("{path}?cursor={cursor}")).await;
        assert!(matches!(answer.status, 400 | 200), "{}", answer.text());
    }
    admin.get("/warehouses?cursor=nonsense").await.expect(400).code("validation_failed");
    admin.get("/accounting/journal-entries?sort=amount").await.expect(400).says("date");
}

async fn filters_find_what_they_name(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let sale = accountant
        .post_entry(
            &app.sale("1.00").on("2010-03-01").with("externalId", "x-1").with("description", "Blue 100% widgets_A"),
        )
        .await;
    let draft = accountant.post_entry(&app.sale("2.00").on("2010-04-01").draft()).await;
    let other = accountant.post_entry(&checks::entry(&app.books.sales, "3.00").on("2010-05-01")).await;
    accountant.void(&other).await.expect(204);
    let mirror = accountant.entry(&other).await["voidedByEntryId"].as_str().unwrap().to_owned();
    let cash = &app.books.accounts["1000"];
    for (query, wanted) in [
        ("status=draft".to_owned(), vec![&draft]),
        ("status=voided".to_owned(), vec![&other]),
        (format!("journalId={}", app.books.journal), vec![&sale, &draft]),
        (format!("accountId={cash}"), vec![&sale, &other, &mirror]),
        ("dateFrom=2010-04-01&dateTo=2010-04-30".to_owned(), vec![&draft]),
        ("entryType=void".to_owned(), vec![&mirror]),
        ("number=GJ-2010-000001".to_owned(), vec![&sale]),
        ("externalId=x-1".to_owned(), vec![&sale]),
        ("q=blue".to_owned(), vec![&sale]),
        ("q=100%25".to_owned(), vec![&sale]),
        ("q=widgets_a".to_owned(), vec![&sale]),
        ("q=%25".to_owned(), vec![&sale]),
        ("q=widgetsXA".to_owned(), vec![]),
        ("q=%27%20or%201%3D1".to_owned(), vec![]),
    ] {
        let found: BTreeSet<String> =
            ids(accountant.get(&format!("/accounting/journal-entries?{query}")).await.expect(200))
                .into_iter()
                .collect();
        assert_eq!(found, wanted.into_iter().cloned().collect(), "{query}");
    }
    // An account of others is none.
    accountant
        .get(&format!("/accounting/journal-entries?accountId={}", app.other.accounts["1000"]))
        .await
        .expect(400)
        .says(
            "does \
         not refer to an account",
        );
    for query in ["status=gone", "dateFrom=2010-02-30", "entryType=x", "q=", "nonsense=1"] {
        accountant.get(&format!("/accounting/journal-entries?{query}")).await.expect(400).code("validation_failed");
    }
    let foreign = app.as_foreign("auditor").get("/accounting/journal-entries").await;
    assert_eq!((foreign.data().len(), &foreign.json()["nextCursor"]), (0, &Value::Null));
}
