//! Lists of records as files: the rows of the JSON, whole, with the list's own filters.

use std::collections::BTreeMap;
use std::io::Cursor;

use calamine::{Data, DataType, Reader, Xlsx};
use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;
use crate::counts::this_year;
use crate::listings::history;
use crate::movements::{movement, set_up};

/// Every list that is also a file, the column of its file that is known by, the field that is in it, and a filter that some
/// of its rows pass.
const LISTS: &[(&str, &str, &str, &str)] = &[
    ("/accounting/journal-entries", "Number", "number", "status=voided"),
    ("/accounting/accounts", "Code", "code", "kind=expense"),
    ("/accounting/parties", "Name", "name", "kind=supplier"),
    ("/accounting/journals", "Code", "code", "kind=sales"),
    ("/accounting/exchange-rates", "Rate", "rate", "fromCurrency=EUR"),
    ("/inventory/movements", "Number", "sequence", "kind=issue"),
    ("/inventory/counts", "Reference", "reference", "q=shop"),
    ("/inventory/items", "SKU", "sku", "tracking=lot"),
    ("/inventory/lots", "Number", "number", "status=hold"),
    ("/inventory/serials", "Number", "number", "q=S-2"),
    ("/inventory/reservations", "Reference", "reference", "reference=SO-1"),
    ("/inventory/item-categories", "Code", "code", "code=TOOLS"),
    ("/inventory/reason-codes", "Code", "code", "code=FOUND"),
    ("/warehouses", "Code", "code", "code=SHOP"),
    ("/warehouses/{main}/locations", "Code", "code", "kind=zone"),
    ("/users", "Name", "displayName", "q=clerk"),
];

on_both![
    a_list_as_a_file_has_the_rows_of_its_pages_and_the_filter_of_the_list,
    a_file_of_a_list_tells_what_ids_are_called_and_keeps_numbers_and_texts_as_they_are,
    a_file_has_no_pages_and_is_for_those_who_may_read_the_list,
];

/// Some of everything; the id of the first warehouse.
async fn something_of_everything(app: &TestServer) -> String {
    let admin = app.as_role("admin");
    history(app).await;
    set_up(&admin).await;
    this_year(&admin).await;
    let main = admin.get("/warehouses?code=MAIN").await.data()[0]["id"].as_str().unwrap().to_owned();
    admin.put(&format!("/warehouses/{main}"), &json!({"binsMode": "optional"})).await.expect(204);
    let locations = format!("/warehouses/{main}/locations");
    let zone = admin.post(&locations, &json!({"code": "A", "kind": "zone"})).await.expect(201).id();
    admin.post(&locations, &json!({"code": "A-01", "parentId": zone})).await.expect(201);
    for (path, body) in [
        ("/accounting/parties", json!({"name": "=1+1", "kinds": ["supplier"], "code": "S-1"})),
        ("/accounting/parties", json!({"name": "Orchard", "kinds": ["customer"], "paymentTermsDays": 30})),
        (
            "/accounting/exchange-rates",
            json!({"fromCurrency": "EUR", "toCurrency": "GBP", "rate": "0.8583", "rateType": "spot", "validFrom": "2010-01-01"}),
        ),
        (
            "/accounting/exchange-rates",
            json!({"fromCurrency": "USD", "toCurrency": "GBP", "rate": "0.123456789012", "rateType": "spot", "validFrom": "2010-01-02"}),
        ),
        ("/inventory/item-categories", json!({"code": "GOODS", "name": "Goods"})),
        ("/inventory/item-categories", json!({"code": "TOOLS", "name": "Tools"})),
        ("/inventory/reason-codes", json!({"code": "FOUND", "name": "Found"})),
        ("/inventory/reason-codes", json!({"code": "LOST", "name": "@Lost"})),
    ] {
        admin.post(path, &body).await.expect(201);
    }
    for line in [
        json!({"sku": "APPLE", "quantity": "9", "totalCost": "9.00"}),
        json!({"sku": "MILK", "quantity": "9", "totalCost": "9.00", "lot": {"number": "L-1"}}),
        json!({"sku": "MILK", "quantity": "9", "totalCost": "9.00", "lot": {"number": "L-2"}}),
        json!({"sku": "DRILL", "quantity": "1", "totalCost": "1234.50", "serial": {"number": "S-1"}}),
        json!({"sku": "DRILL", "quantity": "1", "totalCost": "9.00", "serial": {"number": "S-2"}}),
    ] {
        admin.post("/inventory/movements", &movement("receipt", "2010-01-05", line)).await.expect(201);
    }
    let issue = movement("issue", "2010-01-06", json!({"sku": "APPLE", "quantity": "2"}));
    admin.post("/inventory/movements", &issue).await.expect(201);
    let lot = admin.get("/inventory/lots?number=L-2").await.data()[0]["id"].as_str().unwrap().to_owned();
    admin.put(&format!("/inventory/lots/{lot}"), &json!({"status": "hold"})).await.expect(204);
    for (reference, quantity) in [("SO-1", "1.000000"), ("SO-2", "2")] {
        let body = json!({"sku": "APPLE", "quantity": quantity, "warehouseCode": "MAIN", "reference": reference});
        admin.post("/inventory/reservations", &body).await.expect(201);
    }
    for (warehouse, reference) in [("MAIN", "-main"), ("SHOP", "shop")] {
        let body = json!({"warehouseCode": warehouse, "reference": reference});
        admin.post("/inventory/counts", &body).await.expect(201);
    }
    main
}

async fn records(caller: &Caller, path: &str) -> Vec<BTreeMap<String, String>> {
    let answer = caller.get(path).await;
    assert_eq!(answer.expect(200).header("content-type"), "text/csv; charset=utf-8", "{path}");
    let mut reader = csv::Reader::from_reader(answer.bytes.as_slice());
    reader.deserialize().map(Result::unwrap).collect()
}

/// What a field of JSON is in a file.
fn plain(value: &Value) -> String {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    match value {
        Value::Null => String::new(),
        _ if text.starts_with(['=', '@', '+', '-']) => format!("'{text}"),
        _ => text,
    }
}

async fn a_list_as_a_file_has_the_rows_of_its_pages_and_the_filter_of_the_list(app: &TestServer) {
    let main = something_of_everything(app).await;
    let admin = app.as_role("admin");
    for (path, column, field, filter) in LISTS {
        let path = path.replace("{main}", &main);
        let all = all_pages(&admin, &path, 200).await;
        let some = all_pages(&admin, &format!("{path}?{filter}"), 1).await;
        assert!(all.len() > some.len() && !some.is_empty(), "{path}?{filter}: {} of {}", some.len(), all.len());
        for (query, rows) in [("?".to_owned(), all), (format!("?{filter}&"), some)] {
            let csv = records(&admin, &format!("{path}{query}format=csv")).await;
            let told: Vec<(&str, &str)> =
                csv.iter().map(|record| (record["Id"].as_str(), record[*column].as_str())).collect();
            let texts: Vec<(String, String)> =
                rows.iter().map(|row| (plain(&row["id"]), plain(&row[*field]))).collect();
            let wanted: Vec<(&str, &str)> = texts.iter().map(|(id, key)| (id.as_str(), key.as_str())).collect();
            assert_eq!(told, wanted, "{path}{query}");

            let answer = admin.get(&format!("{path}{query}format=xlsx")).await;
            let name = path.rsplit('/').next().unwrap();
            let disposition = format!("attachment; filename=\"{name}.xlsx\"");
            assert_eq!(answer.expect(200).header("content-disposition"), disposition);
            let mut book: Xlsx<Cursor<Vec<u8>>> = Xlsx::new(Cursor::new(answer.bytes.clone())).unwrap();
            let sheet = book.worksheet_range_at(0).unwrap().unwrap();
            let ids: Vec<String> = rows.iter().map(|row| plain(&row["id"])).collect();
            let shown: Vec<String> = sheet.rows().filter_map(|row| row.last()?.as_string()).collect();
            assert_eq!(shown[shown.len() - ids.len()..], ids, "{path}{query}");
            assert_eq!(shown[shown.len() - ids.len() - 1], "Id");
        }
    }
}

async fn a_file_of_a_list_tells_what_ids_are_called_and_keeps_numbers_and_texts_as_they_are(app: &TestServer) {
    something_of_everything(app).await;
    let admin = app.as_role("admin");
    let csv = records(&admin, "/inventory/lots?number=L-2&format=csv").await;
    let shown = |name: &str| csv[0][name].as_str();
    assert_eq!((shown("SKU"), shown("Item"), shown("Status")), ("MILK", "MILK", "hold"));

    let csv =
        records(&admin, "/accounting/journal-entries?sort=total&dateFrom=2010-01-01&include=lines&format=csv").await;
    let rows = all_pages(&admin, "/accounting/journal-entries?sort=total&dateFrom=2010-01-01", 200).await;
    assert!(!rows.is_empty() && csv.len() == rows.len());
    for (record, row) in csv.iter().zip(&rows) {
        let (total, journal) = (row["totalDebit"].as_str().unwrap(), row["journalCode"].as_str().unwrap());
        assert_eq!((record["Total"].as_str(), record["Currency"].as_str()), (total, "GBP"));
        assert_eq!((record["Journal"].as_str(), record["Date"].as_str()), (journal, row["date"].as_str().unwrap()));
    }
    let csv = records(&admin, "/accounting/exchange-rates?fromCurrency=USD&format=csv").await;
    assert_eq!(csv[0]["Rate"], "0.123456789012");
    let csv = records(&admin, "/inventory/reservations?reference=SO-1&format=csv").await;
    let row = &admin.get("/inventory/reservations?reference=SO-1").await.data()[0];
    assert_eq!((csv[0]["Quantity"].as_str(), csv[0]["SKU"].as_str()), (row["quantity"].as_str().unwrap(), "APPLE"));
    let csv = records(&admin, "/inventory/movements?kind=receipt&format=csv").await;
    assert!(csv.iter().any(|record| record["Value"] == "1234.50" && record["Currency"] == "GBP"), "{csv:?}");

    let answer = admin.get("/inventory/movements?kind=receipt&format=xlsx").await;
    let mut book: Xlsx<Cursor<Vec<u8>>> = Xlsx::new(Cursor::new(answer.expect(200).bytes.clone())).unwrap();
    let sheet = book.worksheet_range_at(0).unwrap().unwrap();
    assert!(sheet.rows().flatten().any(|cell| *cell == Data::Float(1234.5)), "a value is a number");
    let operator = app.as_role("warehouseOperator");
    let csv = records(&operator, "/inventory/movements?kind=receipt&format=csv").await;
    assert!(csv.len() == 5 && csv.iter().all(|record| record["Value"].is_empty()), "{csv:?}");
}

async fn a_file_has_no_pages_and_is_for_those_who_may_read_the_list(app: &TestServer) {
    history(app).await;
    let user = app.as_role("auditor");
    let entries = "/accounting/journal-entries";
    let next = user.get(&format!("{entries}?limit=1")).await.json()["nextCursor"].as_str().unwrap().to_owned();
    user.get(&format!("{entries}?format=csv&cursor={next}")).await.expect(400).pointer("cursor");
    user.get(&format!("{entries}?format=print")).await.expect(400).pointer("format");
    let by_accept = user.get(entries).header("accept", "text/csv").await;
    let by_format = user.get(&format!("{entries}?format=csv")).await;
    assert_eq!(by_accept.expect(200).bytes, by_format.expect(200).bytes);
    let browser = user.get(entries).header("accept", "text/html,application/xml;q=0.9,*/*;q=0.8").await;
    assert_eq!(browser.expect(200).header("content-type"), "application/json");
    app.as_role("warehouseOperator").get(&format!("{entries}?format=csv")).await.expect(403);
}
