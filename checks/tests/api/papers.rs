//! Papers: a voucher, the papers of movements and the sheet of a count, as pages to print with the figures of their JSON.

use checks::{Answer, Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::counts::{found, step, stocked, this_year};
use crate::movements::{movement, set_up};
use crate::names_beside_ids::narrowed;

const ENTRIES: &str = "/accounting/journal-entries";
const MOVEMENTS: &str = "/inventory/movements";

on_both![
    a_voucher_says_what_the_entry_says_and_where_it_is_in_the_log,
    a_voucher_tells_who_did_what_and_what_it_takes_back,
    a_note_of_a_receipt_has_costs_for_those_alone_who_may_see_them,
    what_leaves_the_house_has_no_costs_on_it_whoever_prints_it,
    a_pick_list_goes_from_bin_to_bin_with_a_box_to_tick,
    a_sheet_to_count_on_tells_nothing_until_the_count_is_posted,
    names_in_any_script_and_length_are_text_and_nothing_else,
];

/// The page, once its type, name and policy are those of printed reports.
async fn page(caller: &Caller, path: &str, name: &str) -> String {
    let report = "/accounting/reports/trial-balance?asOf=2010-12-31&format=print";
    let answer: Answer = caller.get(path).await;
    assert_eq!(answer.expect(200).header("content-type"), "text/html; charset=utf-8", "{path}");
    let disposition = answer.header("content-disposition");
    assert!(disposition.starts_with(&format!("inline; filename=\"{name}")), "{path}: {disposition}");
    let policy = answer.header("content-security-policy");
    assert!(policy.starts_with("default-src 'none'; style-src 'sha256-"), "{path}: {policy}");
    let printed = caller.get(report).await;
    if printed.status == 200 {
        assert_eq!(printed.header("content-security-policy"), policy, "one style");
    }
    answer.text()
}

/// The cells of the rows of a page.
fn rows(page: &str) -> Vec<Vec<String>> {
    let body = page.split("<tbody>").nth(1).unwrap().split("</tbody>").next().unwrap();
    let cells = |row: &str| {
        let cells = row.split("<td ").skip(1).map(|cell| {
            let text = cell.split_once('>').unwrap().1.split_once("</td>").unwrap().0;
            text.to_owned()
        });
        cells.collect()
    };
    body.split("<tr ").skip(1).map(cells).collect()
}

/// What stands beside this name above the rows.
fn fact<'a>(page: &'a str, name: &str) -> &'a str {
    let after = page.split_once(&format!("<dt>{name}</dt><dd>")).unwrap_or_else(|| panic!("no {name} in {page}")).1;
    after.split_once("</dd>").unwrap().0
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

async fn a_voucher_says_what_the_entry_says_and_where_it_is_in_the_log(app: &TestServer) {
    let user = app.as_role("accountant");
    let line = json!({"accountCode": "1000", "debit": "1000.00", "currency": "EUR", "exchangeRate": "1.5", "description": "Cash"});
    let back = json!({"accountCode": "4000", "credit": "1500.00", "currency": "GBP"});
    let mut body = app.sale("1.00").with("reference", "R-1").json();
    body["lines"] = json!([line, back]);
    let id = user.post(ENTRIES, &body).await.expect(201).id();
    let entry = user.entry(&id).await;
    let page = page(&user, &format!("{ENTRIES}/{id}?format=print"), "voucher-").await;
    let number = text(&entry["number"]);
    assert!(
        page.contains(&format!("<h1>Voucher {number}</h1>")) && page.contains("Amounts in GBP, as of event "),
        "{page}"
    );
    for (name, said) in [
        ("Number", number),
        ("Journal", text(&entry["journalCode"])),
        ("Date", text(&entry["date"])),
        ("Status", "posted"),
        ("Text", text(&entry["description"])),
        ("Reference", "R-1"),
        ("Hash of the entry", text(&entry["hash"])),
    ] {
        assert_eq!(fact(&page, name), said, "{name}");
    }
    let found = rows(&page);
    assert_eq!(found.len(), 3, "two lines and their sum");
    let first = &entry["lines"][0];
    assert_eq!(found[0][1..4], [text(&first["accountCode"]), text(&first["accountName"]), "Cash"]);
    assert_eq!(found[0][6..], ["1,500.00", "", "1000.00 EUR", text(&first["exchangeRate"])]);
    assert_eq!(found[1][6..], ["", "1,500.00", "", ""]);
    assert_eq!(found[2][6..8], ["1,500.00", "1,500.00"]);
    assert!(page.contains("<p>Approved by</p>"), "somewhere to sign");
    // Its place in the log is the one that the audit trail has.
    let trail = app.as_role("auditor").get("/accounting/reports/audit-trail?limit=200").await.expect(200).data();
    let event = trail.iter().find(|event| event["subject"] == entry["id"]).expect("its event");
    assert_eq!(fact(&page, "Event of the log"), event["seq"].to_string());
    assert_eq!(fact(&page, "Hash of the event"), text(&event["hash"]));
    // JSON is what nobody chose, as ever.
    assert_eq!(user.get(&format!("{ENTRIES}/{id}?format=json")).await.json(), entry);
    user.get(&format!("{ENTRIES}/{id}?format=pdf")).await.expect(400).pointer("format");
    app.as_role("warehouseOperator").get(&format!("{ENTRIES}/{id}?format=print")).await.expect(403);
}

async fn a_voucher_tells_who_did_what_and_what_it_takes_back(app: &TestServer) {
    let (user, controller) = (app.as_role("accountant"), app.as_role("controller"));
    let draft = user.post(ENTRIES, &app.sale("139.12").draft().json()).await.expect(201).id();
    let path = format!("{ENTRIES}/{draft}");
    let shown = page(&user, &format!("{path}?format=print"), "voucher-").await;
    assert!(shown.contains("<h1>Voucher (draft)</h1>") && fact(&shown, "Status") == "draft", "{shown}");
    assert!(fact(&shown, "Drafted").contains(" by ") && !shown.contains("Event of the log"));
    user.post(&format!("{path}/submit"), &json!({})).await.expect(204);
    controller.post(&format!("{path}/approve"), &json!({})).await.expect(204);
    let shown = page(&user, &format!("{path}?format=print"), "voucher-").await;
    for name in ["Drafted", "Submitted", "Approved", "Posted"] {
        assert!(fact(&shown, name).contains("Europe/London by "), "{name}: {shown}");
    }
    user.void(&draft).await.expect(204);
    let entry = user.entry(&draft).await;
    let mirror = user.entry(text(&entry["voidedByEntryId"])).await;
    let shown = page(&user, &format!("{path}?format=print"), "voucher-").await;
    assert_eq!((fact(&shown, "Status"), fact(&shown, "Voided by")), ("voided", text(&mirror["number"])));
    let path = format!("{ENTRIES}/{}?format=print", text(&mirror["id"]));
    assert_eq!(fact(&page(&user, &path, "voucher-").await, "Voids"), text(&entry["number"]));
}

async fn a_note_of_a_receipt_has_costs_for_those_alone_who_may_see_them(app: &TestServer) {
    let (admin, operator) = (app.as_role("admin"), app.as_role("warehouseOperator"));
    set_up(&admin).await;
    let mut body = movement(
        "receipt",
        "2010-01-05",
        json!({"sku": "MILK", "quantity": "9", "totalCost": "1234.50", "lot": {"number": "L-1"}}),
    );
    body["partyName"] = json!("Dairy");
    let draft = body.as_object().unwrap().clone();
    let id = admin.post(MOVEMENTS, &body).await.expect(201).id();
    let path = format!("{MOVEMENTS}/{id}?format=print");
    let shown = page(&admin, &path, "movement-").await;
    let json = admin.get(&format!("{MOVEMENTS}/{id}")).await.json();
    assert!(shown.contains(&format!("<h1>Goods received {}</h1>", json["sequence"])), "{shown}");
    assert_eq!((fact(&shown, "Party"), fact(&shown, "Posting date")), ("Dairy", text(&json["postingDate"])));
    let row = &rows(&shown)[0];
    assert_eq!(row[1..4], ["MILK", "MILK", "MAIN"]);
    assert_eq!((row[6].as_str(), row[8].as_str()), ("L-1", "9"));
    assert_eq!(row[11..], ["1,234.50", "1,234.50"]);
    let hidden = page(&operator, &path, "movement-").await;
    assert!(!hidden.contains("1,234.50") && !hidden.contains("1234.50") && !hidden.contains("Cost"), "{hidden}");
    assert_eq!(rows(&hidden)[0].len(), 11);
    // A draft says which lot it will make.
    let mut draft = Value::Object(draft);
    draft["status"] = json!("draft");
    draft["lines"][0]["lot"]["number"] = json!("L-2");
    let id = operator.post(MOVEMENTS, &draft).await.expect(201).id();
    let shown = page(&operator, &format!("{MOVEMENTS}/{id}?format=print"), "movement-").await;
    assert_eq!((fact(&shown, "Status"), rows(&shown)[0][6].as_str()), ("draft", "L-2"));
    for paper in ["deliveryNote", "pickList"] {
        let wrong = admin.get(&format!("{MOVEMENTS}/{id}?format=print&paper={paper}")).await;
        wrong.expect(400).pointer("paper");
    }
}

async fn what_leaves_the_house_has_no_costs_on_it_whoever_prints_it(app: &TestServer) {
    let (admin, operator) = (app.as_role("admin"), app.as_role("warehouseOperator"));
    stocked(&admin).await;
    let shop = json!({"name": "Corner shop", "contact": {"address": {"city": "York", "street": "1 Shambles"}, "phone": "555"}});
    admin.post("/accounting/parties", &shop).await.expect(201);
    let mut body = movement("issue", "2010-01-06", json!({"sku": "PEAR", "quantity": "3", "description": "2.00 each"}));
    body["partyName"] = json!("Corner shop");
    body["reference"] = json!("SO-1");
    body["description"] = json!("sold for 99.00");
    let made = admin.post(MOVEMENTS, &body).await.expect(201).json();
    assert_eq!(made["lines"][0]["cost"], "6.00");
    let path = format!("{MOVEMENTS}/{}?format=print", text(&made["id"]));
    for (caller, address) in [(&admin, true), (&operator, false)] {
        let shown = page(caller, &path, "delivery-note-").await;
        assert!(!shown.contains("6.00") && !shown.contains("99.00") && !shown.contains("2.00"), "{shown}");
        assert_eq!(
            (fact(&shown, "To"), fact(&shown, "Reference"), fact(&shown, "From")),
            ("Corner shop", "SO-1", "MAIN")
        );
        assert_eq!(rows(&shown)[0][1..6], ["PEAR", "PEAR", "", "", "3"]);
        // Addresses are for those who may read parties.
        assert_eq!(shown.contains("York, 1 Shambles"), address, "{shown}");
        assert!(shown.contains("<p>Received by</p>") && !shown.contains("555"));
    }
    let note = page(&admin, &format!("{path}&paper=note"), "movement-").await;
    assert!(note.contains("6.00"), "{note}");
    // A transfer may go with a delivery note, and scrap goes to nobody.
    let line = json!({"sku": "PEAR", "quantity": "1", "toWarehouseCode": "SHOP"});
    let moved = admin.post(MOVEMENTS, &movement("transfer", "2010-01-07", line)).await.expect(201).id();
    let shown =
        page(&operator, &format!("{MOVEMENTS}/{moved}?format=print&paper=deliveryNote"), "delivery-note-").await;
    assert_eq!((fact(&shown, "To warehouse"), rows(&shown)[0][5].as_str()), ("SHOP", "1"));
    let lost = admin.post(MOVEMENTS, &movement("scrap", "2010-01-07", json!({"sku": "PEAR", "quantity": "1"}))).await;
    let path = format!("{MOVEMENTS}/{}?format=print", lost.expect(201).id());
    page(&admin, &path, "movement-").await;
    admin.get(&format!("{path}&paper=deliveryNote")).await.expect(400).pointer("paper");
}

async fn a_pick_list_goes_from_bin_to_bin_with_a_box_to_tick(app: &TestServer) {
    let (admin, operator) = (app.as_role("admin"), app.as_role("warehouseOperator"));
    set_up(&admin).await;
    let warehouse = admin.get("/warehouses?code=MAIN").await.data()[0]["id"].as_str().unwrap().to_owned();
    admin.put(&format!("/warehouses/{warehouse}"), &json!({"binsMode": "optional"})).await.expect(204);
    for (bin, sku) in [("B-02", "APPLE"), ("A-01", "PEAR"), ("B-01", "APPLE")] {
        admin.post(&format!("/warehouses/{warehouse}/locations"), &json!({"code": bin})).await.expect(201);
        let line = json!({"sku": sku, "quantity": "30", "totalCost": "30.00", "locationCode": bin});
        admin.post(MOVEMENTS, &movement("receipt", "2010-01-05", line)).await.expect(201);
    }
    let lines = json!([
        {"sku": "APPLE", "quantity": "1", "unitCode": "XCS", "locationCode": "B-02"},
        {"sku": "PEAR", "quantity": "4", "locationCode": "A-01"},
        {"sku": "APPLE", "quantity": "2", "locationCode": "B-01"},
    ]);
    let draft = json!({"kind": "issue", "status": "draft", "warehouseCode": "MAIN", "lines": lines});
    let id = operator.post(MOVEMENTS, &draft).await.expect(201).id();
    let shown = page(&operator, &format!("{MOVEMENTS}/{id}?format=print"), "pick-list-").await;
    let walk: Vec<Vec<String>> = rows(&shown)
        .into_iter()
        .map(|row| vec![row[2].clone(), row[3].clone(), row[7].clone(), row[9].clone()])
        .collect();
    assert_eq!(
        walk,
        [["A-01", "PEAR", "4", "4 C62"], ["B-01", "APPLE", "2", "2 C62"], ["B-02", "APPLE", "12", "1 XCS"]]
    );
    assert!(rows(&shown).iter().all(|row| row[0] == "\u{2610}"));
    let line = json!({"sku": "PEAR", "quantity": "4", "locationCode": "A-01", "toWarehouseCode": "SHOP"});
    let moved = admin.post(MOVEMENTS, &movement("transfer", "2010-01-06", line)).await.expect(201).id();
    let shown = page(&admin, &format!("{MOVEMENTS}/{moved}?format=print"), "pick-list-").await;
    assert_eq!((rows(&shown)[0][7].as_str(), rows(&shown)[0][10].as_str()), ("4", "SHOP"));
    assert!(!shown.contains("4.00"), "{shown}");
}

async fn a_sheet_to_count_on_tells_nothing_until_the_count_is_posted(app: &TestServer) {
    let (admin, manager) = (app.as_role("admin"), app.as_role("warehouseManager"));
    this_year(&admin).await;
    stocked(&admin).await;
    let opened = manager
        .post("/inventory/counts", &json!({"warehouseCode": "MAIN", "reference": "C-7"}))
        .await
        .expect(201)
        .json();
    let count = format!("/inventory/counts/{}", text(&opened["id"]));
    let path = format!("{count}?format=print");
    let shown = page(&manager, &path, "count-sheet-").await;
    assert!(shown.contains("<h1>Count sheet C-7</h1>") && shown.contains("class=\"written\""), "{shown}");
    let sheet = rows(&shown);
    assert_eq!((sheet.len(), sheet[0][1].as_str(), sheet[1][1].as_str()), (12, "APPLE", "PEAR"));
    assert_eq!(sheet[0][6..], ["", ""], "to be written");
    assert!(!shown.contains("Expected"));
    found(&manager, &count, json!([{"sku": "APPLE", "quantity": "8"}, {"sku": "PEAR", "quantity": "6"}])).await;
    step(&manager, &count, "submit", json!({})).await;
    assert!(!page(&manager, &path, "count-sheet-").await.contains("Expected"), "not yet");
    step(&admin, &count, "approve", json!({})).await;
    admin.post(&format!("{count}/post"), &json!({})).await.expect(204);
    let shown = page(&manager, &path, "count-sheet-").await;
    let lines = manager.get(&format!("{count}/lines")).await.data();
    let found = rows(&shown);
    assert_eq!(found.len(), 2);
    for (row, line) in found.iter().zip(&lines) {
        assert_eq!(row[6..9], [text(&line["expected"]), text(&line["counted"]), text(&line["difference"])]);
    }
}

async fn names_in_any_script_and_length_are_text_and_nothing_else(app: &TestServer) {
    let admin = app.as_role("admin");
    let evil = ["<script>alert(1)</script>", "شركة النور للتجارة", &"W".repeat(180), "\" onload='x' &"];
    for name in evil {
        let entry = app.sale("1.00").with("description", name).with("reference", name);
        let id = admin.post_entry(&entry).await;
        let shown = page(&admin, &format!("{ENTRIES}/{id}?format=print"), "voucher-").await;
        assert!(!shown.contains("<script>") && !shown.contains("onload='x'"), "{shown}");
        let plain = name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let plain = plain.replace('"', "&quot;").replace('\'', "&#39;");
        assert_eq!((fact(&shown, "Text"), fact(&shown, "Reference")), (plain.as_str(), plain.as_str()));
        // Each text takes its own direction, and a long one breaks.
        assert!(shown.contains("unicode-bidi: plaintext; overflow-wrap: anywhere"), "{shown}");
    }
    // Who may not read accounts gets none of their names.
    let id = admin.post_entry(&app.sale("1.00")).await;
    let narrow = narrowed(app, "journalEntries:read costs:read").await;
    let shown = page(&narrow, &format!("{ENTRIES}/{id}?format=print"), "voucher-").await;
    assert_eq!(rows(&shown)[0][1..3], ["", ""]);
}
