//! Search: codes and numbers first, then amounts and words, as far as the reader may read what is found.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::movements::{movement, set_up};

on_both![
    a_whole_code_or_number_comes_first_then_its_beginning_then_words,
    entries_are_found_by_number_reference_foreign_key_words_and_amount,
    goods_are_found_by_sku_label_lot_and_place_and_movements_and_counts_by_reference,
    entries_are_found_by_the_amount_of_a_line_and_by_the_name_of_its_party,
    nobody_finds_what_they_may_not_read,
    kinds_and_limit_narrow_the_results_and_signs_of_patterns_are_letters,
];

async fn search(caller: &Caller, query: &str) -> Vec<Value> {
    caller.get(&format!("/search?q={query}")).await.expect(200).data()
}

/// `kind title` of each result.
fn titles(hits: &[Value]) -> Vec<String> {
    hits.iter().map(|hit| format!("{} {}", hit["kind"].as_str().unwrap(), hit["title"].as_str().unwrap())).collect()
}

async fn account(admin: &Caller, code: &str, name: &str) {
    let body = json!({"code": code, "name": name, "type": "expense"});
    admin.post("/accounting/accounts", &body).await.expect(201);
}

async fn a_whole_code_or_number_comes_first_then_its_beginning_then_words(app: &TestServer) {
    let admin = app.as_role("admin");
    for (code, name) in [("60", "Rent"), ("601", "Heating"), ("7000", "Parking 60"), ("7001", "Current rent")] {
        account(&admin, code, name).await;
    }
    let hits = search(&admin, "60").await;
    assert_eq!(titles(&hits), ["account Rent", "account Heating", "account Parking 60"]);
    assert_eq!(hits[0]["matched"], json!({"field": "code", "text": "60"}));
    assert_eq!((&hits[0]["subtitle"], &hits[0]["status"]), (&json!("60"), &json!("active")));
    assert_eq!(hits[2]["matched"], json!({"field": "name", "text": "Parking 60"}));
    assert_eq!(titles(&search(&admin, "RENT").await), ["account Rent", "account Current rent"]);
    for name in ["Orchard Ltd", "The Orchard"] {
        admin.post("/accounting/parties", &json!({"name": name, "kinds": ["supplier"]})).await.expect(201);
    }
    // Who receives goods finds parties by name, and may read nothing else of them.
    let operator = app.as_role("warehouseOperator");
    let found = search(&operator, "orchard&kinds=party").await;
    assert_eq!(found, search(&admin, "orchard&kinds=party").await);
    operator.get(&format!("/accounting/parties/{}", found[0]["id"].as_str().unwrap())).await.expect(403);
    operator.get("/accounting/parties").await.expect(403);
    let hits = search(&admin, "orchard").await;
    assert_eq!(titles(&hits), ["party Orchard Ltd", "party The Orchard"]);
    assert_eq!(admin.get("/search?q=orchard").await.json()["isLimited"], false);
}

async fn entries_are_found_by_number_reference_foreign_key_words_and_amount(app: &TestServer) {
    let user = app.as_role("accountant");
    let sale = app.sale("1234.50").with("description", "Apples for May").with("reference", "INV-9");
    let sale = sale.with("source", "shop").with("externalId", "order-17");
    let entry = user.post_entry(&sale).await;
    let other = user.post_entry(&app.sale("5.00").draft().with("description", "Pears for May")).await;
    let number = user.entry(&entry).await["number"].as_str().unwrap().to_owned();
    let lower = number.to_lowercase();
    for (query, field, wanted) in [
        (number.as_str(), "number", &entry),
        (lower.as_str(), "number", &entry),
        (&number[..8], "number", &entry),
        ("INV-", "reference", &entry),
        ("order-1", "externalId", &entry),
        ("1234.50", "totalDebit", &entry),
        ("1234.5", "totalDebit", &entry),
        ("apples", "description", &entry),
        ("pears", "description", &other),
    ] {
        let hits = search(&user, query).await;
        let [hit] = hits.as_slice() else { panic!("{query}: {hits:#?}") };
        assert_eq!((&hit["id"], &hit["matched"]["field"]), (&json!(wanted), &json!(field)), "{query}");
    }
    let hit = search(&user, "INV-9").await.remove(0);
    for (field, wanted) in [
        ("kind", json!("journalEntry")),
        ("title", json!("Apples for May")),
        ("subtitle", json!(number)),
        ("status", json!("posted")),
        ("amount", json!("1234.50")),
        ("currency", json!("GBP")),
    ] {
        assert_eq!(hit[field], wanted, "{field}");
    }
    assert_eq!(search(&user, "may").await.len(), 2);
    assert_eq!(search(&user, "nothing%20like%20it").await, Vec::<Value>::new());
}

async fn entries_are_found_by_the_amount_of_a_line_and_by_the_name_of_its_party(app: &TestServer) {
    let user = app.as_role("accountant");
    let rate = json!({"fromCurrency": "JPY", "toCurrency": "GBP", "rate": "0.01", "validFrom": "2010-12-01"});
    user.post("/accounting/exchange-rates", &rate).await.expect(201);
    let lines = [("1000", "1234.56", ""), ("1000", "65.44", ""), ("4000", "", "1300.00")];
    let sale = user.post_entry(&app.sale("1.00").lines(&lines).with("description", "Two sums")).await;
    let lines = json!([
        {"accountCode": "1100", "partyName": "Orchard Ltd", "debit": "9876"}, {"accountCode": "1000", "credit": "9876"}
    ]);
    let body = json!({
        "date": "2010-12-02", "journalId": app.books.journal, "status": "posted", "currency": "JPY", "lines": lines,
    });
    let invoice = user.post("/accounting/journal-entries", &body).await.expect(201).id();
    for (query, field, wanted) in [
        ("1234.56", "lines", &sale),
        ("1,234.56", "lines", &sale),
        ("65.44", "lines", &sale),
        ("1,300", "totalDebit", &sale),
        ("9,876", "lines", &invoice),
        ("98.76", "totalDebit", &invoice),
        ("orchard", "partyName", &invoice),
    ] {
        let hits = search(&user, &format!("{query}&kinds=journalEntry")).await;
        let [hit] = hits.as_slice() else { panic!("{query}: {hits:#?}") };
        assert_eq!((&hit["id"], &hit["matched"]["field"]), (&json!(wanted), &json!(field)), "{query}");
    }
    let by_amount = async |amount: &str| {
        let path = format!("/accounting/journal-entries?dateFrom=2010-01-01&amount={amount}");
        let rows = user.get(&path).await.expect(200).data();
        rows.iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(by_amount("65.44").await, std::slice::from_ref(&sale));
    assert_eq!(by_amount("1300").await, std::slice::from_ref(&sale));
    assert_eq!(by_amount("9876").await, std::slice::from_ref(&invoice), "in its own currency");
    assert_eq!(by_amount("98.76").await, std::slice::from_ref(&invoice), "in base currency");
    assert_eq!(by_amount("0.988").await, Vec::<String>::new());
}

async fn goods_are_found_by_sku_label_lot_and_place_and_movements_and_counts_by_reference(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let item = json!({"sku": "Crate-1", "name": "Wooden crate", "gtins": [{"gtin": "6291041500213"}]});
    admin.post("/inventory/items", &item).await.expect(201);
    for (sku, noun, number) in [("MILK", "lots", "L-2010"), ("DRILL", "serials", "SN-77")] {
        let item = admin.get(&format!("/inventory/items?sku={sku}")).await.data()[0]["id"].clone();
        admin.post(&format!("/inventory/{noun}"), &json!({"itemId": item, "number": number})).await.expect(201);
    }
    let main = admin.get("/warehouses?code=MAIN").await.data()[0]["id"].as_str().unwrap().to_owned();
    admin.post(&format!("/warehouses/{main}/locations"), &json!({"code": "R-01"})).await.expect(201);
    let mut receipt = movement("receipt", "2010-01-10", json!({"sku": "APPLE", "quantity": "1", "totalCost": "5.00"}));
    receipt["reference"] = json!("DN-5");
    receipt["externalId"] = json!("asn-8");
    admin.post("/inventory/movements", &receipt).await.expect(201);
    let count = json!({"warehouseCode": "MAIN", "reference": "CNT-1", "description": "Yearly"});
    admin.post("/inventory/counts", &count).await.expect(201);
    for (query, kind, field) in [
        ("crate-", "item", "sku"),
        ("wooden", "item", "name"),
        ("6291041500213", "item", "gtin"),
        ("L-20", "lot", "number"),
        ("SN-77", "serial", "number"),
        ("r-0", "location", "code"),
        ("shop", "warehouse", "code"),
        ("DN-&kinds=movement", "movement", "reference"),
        ("asn-8&kinds=movement", "movement", "externalId"),
        // The entry of a movement has its reference.
        ("DN-5", "journalEntry", "reference"),
        ("CNT", "count", "reference"),
        ("yearly", "count", "description"),
    ] {
        let hits = search(&admin, query).await;
        let hit = hits.first().unwrap_or_else(|| panic!("{query} is not found"));
        assert_eq!((&hit["kind"], &hit["matched"]["field"]), (&json!(kind), &json!(field)), "{query}: {hits:#?}");
    }
    assert_eq!(search(&admin, "L-2010").await[0]["subtitle"], "MILK");
    assert_eq!(search(&admin, "R-01").await[0]["subtitle"], "MAIN R-01");

    // Who acts in some warehouses alone finds the movements and counts of those.
    let operator = app.as_role("warehouseOperator");
    assert_eq!((search(&operator, "DN-5").await.len(), search(&operator, "CNT-1").await.len()), (1, 1));
    let shop = admin.get("/warehouses?code=SHOP").await.data()[0]["id"].clone();
    let member = app.books.member("warehouseOperator");
    admin.put(&format!("/users/{member}"), &json!({"warehouseIds": [shop]})).await.expect(204);
    assert_eq!((search(&operator, "DN-5").await.len(), search(&operator, "CNT-1").await.len()), (0, 0));
}

async fn nobody_finds_what_they_may_not_read(app: &TestServer) {
    let admin = app.as_role("admin");
    app.as_role("accountant").post_entry(&app.sale("77.00").with("description", "Secret sale")).await;
    admin.post("/inventory/items", &json!({"sku": "S-1", "name": "Secret goods"})).await.expect(201);
    assert_eq!(titles(&search(&admin, "secret").await), ["item Secret goods", "journalEntry Secret sale"]);
    let operator = app.as_role("warehouseOperator");
    assert_eq!(titles(&search(&operator, "secret").await), ["item Secret goods"]);
    assert_eq!(search(&operator, "77.00").await, Vec::<Value>::new());
    let foreign = app.as_foreign("admin");
    assert_eq!(search(&foreign, "secret").await, Vec::<Value>::new());
}

async fn kinds_and_limit_narrow_the_results_and_signs_of_patterns_are_letters(app: &TestServer) {
    let admin = app.as_role("admin");
    for number in 0..12 {
        account(&admin, &format!("8{number:02}"), "Petty_cash 100%").await;
    }
    assert_eq!(search(&admin, "petty_cash").await.len(), 8);
    assert_eq!(search(&admin, "petty_cash&limit=12").await.len(), 12);
    assert_eq!(search(&admin, "100%25&limit=50").await.len(), 12);
    assert_eq!(search(&admin, "pettyXcash").await, Vec::<Value>::new());
    assert_eq!(search(&admin, "petty&kinds=item,party").await, Vec::<Value>::new());
    assert_eq!(search(&admin, "80&kinds=account&limit=1").await.len(), 1);
    admin.get("/search").await.expect(400).pointer("q");
    admin.get("/search?q=a&kinds=accounts").await.expect(400).pointer("kinds/0");
    admin.get("/search?q=a&limit=51").await.expect(400).pointer("limit");
}
