//! What is of a party that was merged is found by the one that stays: entries, goods, and what could be entered again.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;
use crate::movements::{movement, set_up};

const ENTRIES: &str = "/accounting/journal-entries";

on_both![
    goods_and_suggestions_of_a_merged_party_are_those_of_the_party_that_stays,
    entries_of_a_party_are_the_same_in_every_order_page_by_page,
];

/// Two suppliers that are the same: the one that stays, and the other.
async fn suppliers(admin: &Caller) -> [String; 2] {
    let mut ids = Vec::new();
    for name in ["Orchard", "Old Orchard"] {
        let body = json!({"name": name, "kinds": ["supplier"]});
        ids.push(admin.post("/accounting/parties", &body).await.expect(201).id());
    }
    [ids.remove(0), ids.remove(0)]
}

async fn merge(admin: &Caller, [stays, goes]: &[String; 2]) {
    let body = json!({"into": stays, "reason": "the same supplier"});
    admin.post(&format!("/accounting/parties/{goes}/merge"), &body).await.expect(204);
}

/// A supplier's bill.
async fn bill(app: &TestServer, admin: &Caller, (day, amount, party): (&str, &str, &str)) -> String {
    let lines = json!([
        {"accountCode": "5000", "debit": amount},
        {"accountCode": "2000", "credit": amount, "partyId": party},
    ]);
    admin.post_entry(&app.sale(amount).on(day).with("lines", lines).with("description", "Fruit")).await
}

async fn goods_and_suggestions_of_a_merged_party_are_those_of_the_party_that_stays(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let both = suppliers(&admin).await;
    for (reference, day, party) in
        [("new", "2010-01-05", Some(&both[0])), ("old", "2010-01-06", Some(&both[1])), ("none", "2010-01-07", None)]
    {
        let mut body = movement("receipt", day, json!({"sku": "APPLE", "quantity": "1", "totalCost": "2.00"}));
        body["reference"] = json!(reference);
        if let Some(party) = party {
            body["partyId"] = json!(party);
        }
        admin.post("/inventory/movements", &body).await.expect(201);
    }
    bill(app, &admin, ("2010-02-01", "5.00", &both[1])).await;
    merge(&admin, &both).await;
    let references = |rows: Vec<Value>| {
        let mut found: Vec<String> = rows.iter().map(|row| row["reference"].as_str().unwrap().to_owned()).collect();
        found.sort();
        found
    };
    for party in &both {
        let query = format!("partyId={party}");
        let rows = admin.get(&format!("/inventory/movements?{query}")).await.expect(200).data();
        let listed: Vec<&str> = rows.iter().map(|row| row["reference"].as_str().unwrap()).collect();
        assert_eq!(listed, ["old", "new"], "the newest first");
        let pages = all_pages(&admin, &format!("/inventory/movements?{query}"), 1).await;
        assert_eq!(pages, rows);
        let count = admin.get(&format!("/inventory/movements/totals?{query}")).await.expect(200).json();
        assert_eq!(count["count"], 2);
        for more in ["", "&asOf=2010-12-31"] {
            let path = format!("/inventory/reports/received-not-invoiced?{query}{more}");
            assert_eq!(references(admin.get(&path).await.expect(200).data()), ["new", "old"], "{path}");
        }
        let suggested = admin.get(&format!("{ENTRIES}/suggest?{query}")).await.expect(200).data();
        assert_eq!(suggested.len(), 1, "{suggested:?}");
        assert_eq!(suggested[0]["description"], "Fruit", "{suggested:?}");
    }
}

async fn entries_of_a_party_are_the_same_in_every_order_page_by_page(app: &TestServer) {
    let admin = app.as_role("admin");
    let both = suppliers(&admin).await;
    let other = json!({"name": "Mill", "kinds": ["supplier"]});
    let other = admin.post("/accounting/parties", &other).await.expect(201).id();
    let days = ["2010-03-01", "2010-01-01", "2010-02-01"];
    let mut expected = Vec::new();
    for number in 0..12_usize {
        let party = [&both[0], &other, &both[1]][number % 3];
        let amount = format!("{}.00", 1 + (number * 7) % 5);
        let id = bill(app, &admin, (days[(number * 5) % 3], &amount, party)).await;
        if *party != other {
            expected.push(id);
        }
    }
    merge(&admin, &both).await;
    expected.sort();
    let account = &app.books.accounts["2000"];
    for sort in ["date", "-date", "number", "-number", "postedAt", "-postedAt", "updatedAt", "-updatedAt", "total"] {
        for more in ["", "&dateFrom=2010-01-01&dateTo=2010-03-01", "&changedSince=2001-01-01T00:00:00Z", "&account"] {
            if sort == "total" && !more.contains("date") {
                continue;
            }
            let more = more.replace("&account", &format!("&accountId={account}"));
            let path = format!("{ENTRIES}?partyId={}&sort={sort}{more}", both[0]);
            let whole = admin.get(&format!("{path}&limit=200")).await.expect(200).data();
            assert_eq!(all_pages(&admin, &path, 3).await, whole, "{path}");
            // All entries in that order, but for those of others.
            let all = admin.get(&format!("{ENTRIES}?sort={sort}&limit=200{}", days_of(sort))).await.expect(200).data();
            let ids = |rows: &[Value]| -> Vec<String> {
                let ids = rows.iter().map(|row| row["id"].as_str().unwrap().to_owned());
                ids.filter(|id| expected.contains(id)).collect()
            };
            assert_eq!(ids(&whole).len(), whole.len(), "{path}");
            assert_eq!(ids(&whole), ids(&all), "{path}");
            assert_eq!(whole.len(), 8, "{path}");
        }
    }
    let path = format!("{ENTRIES}?partyId={}&dateFrom=2010-02-01&dateTo=2010-02-28", both[1]);
    let february = admin.get(&path).await.expect(200).data();
    assert!(february.iter().all(|row| row["date"] == "2010-02-01"), "{february:?}");
    let totals = admin.get(&format!("{ENTRIES}/totals?partyId={}", both[0])).await.expect(200).json();
    assert_eq!(totals["count"], 8, "{totals}");
}

fn days_of(sort: &str) -> &'static str {
    if sort == "total" { "&dateFrom=2010-01-01&dateTo=2010-03-01" } else { "" }
}
