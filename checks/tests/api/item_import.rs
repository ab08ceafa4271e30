//! Items that come in many at once: over the API, from CSV files and from spreadsheets.

use checks::folder::Folder;
use checks::program::{Place, Ran, run};
use checks::{TestServer, on_both};
use rust_xlsxwriter::Workbook;
use serde_json::json;

const ITEMS: &str = "/inventory/items";
const IMPORT: &str = "/inventory/items/import";

on_both![
    many_items_come_in_at_once_and_again_when_that_is_asked_for,
    one_unsound_item_keeps_all_out_and_every_fault_is_told,
];

async fn many_items_come_in_at_once_and_again_when_that_is_asked_for(app: &TestServer) {
    let user = app.as_role("warehouseManager");
    user.post(ITEMS, &json!({"sku": "a-1", "name": "Apples", "reorderPoint": "5"})).await.expect(201);
    let items =
        json!([{"sku": "A-1", "name": "Apples"}, {"sku": "B-1", "name": "Bananas", "gtins": [{"gtin": "96385074"}]}]);
    let (new_alone, file) = (json!({"items": items}), json!({"items": items, "onExisting": "update"}));
    let before = app.heads().await;
    let refused = user.post(IMPORT, &new_alone).await;
    refused.expect(409).code("code_taken").pointer("/items/0/sku").says("onExisting update");
    let would = user.post(&format!("{IMPORT}?dryRun=true"), &file).await.expect(200).json()["wouldReturn"].clone();
    assert_eq!(would, json!({"created": 1, "updated": 1, "unchanged": 0}));
    assert_eq!(app.heads().await, before, "a dry run and a refusal write nothing");

    let first = user.post(IMPORT, &file).key("items-1").await.expect(200).json();
    assert_eq!(first, would);
    assert_eq!(
        user.post(IMPORT, &file).key("items-1").await.expect(200).json(),
        first,
        "the repeated key is answered alike"
    );
    assert_eq!(user.post(IMPORT, &file).await.expect(200).json(), json!({"created": 0, "updated": 0, "unchanged": 2}));
    let apples = user.get(&format!("{ITEMS}?sku=a-1")).await.data().remove(0);
    assert_eq!(
        (&apples["sku"], &apples["reorderPoint"], &apples["version"]),
        (&json!("A-1"), &json!("5"), &json!(2)),
        "what is not named stays"
    );
    let bananas = user.get(&format!("{ITEMS}?gtin=96385074")).await.data().remove(0);
    assert_eq!(bananas["sku"], json!("B-1"));

    let events = app.as_role("admin").get("/events?limit=200").await.data();
    let told = events.iter().find(|event| event["type"] == "item.imported").expect("an event");
    let mut ids = told["data"]["itemIds"].as_array().unwrap().clone();
    let mut expected = vec![apples["id"].clone(), bananas["id"].clone()];
    ids.sort_by_key(ToString::to_string);
    expected.sort_by_key(ToString::to_string);
    assert_eq!(ids, expected);
}

async fn one_unsound_item_keeps_all_out_and_every_fault_is_told(app: &TestServer) {
    let user = app.as_role("warehouseManager");
    user.post(ITEMS, &json!({"sku": "A-1", "name": "Apples", "gtins": [{"gtin": "96385074"}]})).await.expect(201);
    let before = app.heads().await;
    let wrong = json!({"items": [
        {"sku": "C-1", "name": "Cherries"}, {"sku": "D-1", "name": "Dates", "categoryCode": "NONE"},
        {"sku": "c-1", "name": "Cherries"}, {"sku": "E-1", "name": "Eggs", "gtins": [{"gtin": "96385074"}]},
        {"sku": "F-1", "name": "Figs", "reorderPoint": "0.5"},
    ]});
    let answer = user.post(IMPORT, &wrong).await;
    assert_eq!(
        answer.expect(422).pointers(),
        ["/items/1/categoryCode", "/items/2/sku", "/items/3/gtins/0", "/items/4/reorderPoint"]
    );
    let malformed = json!({"items": [{"sku": "G-1"}, {"sku": "H-1", "name": "Herbs", "unitCode": "KG", "tracking": "box"}], "onExisting": "skip"});
    let answer = user.post(IMPORT, &malformed).await;
    let mut pointers = answer.expect(400).pointers();
    pointers.sort();
    assert_eq!(pointers, ["/items/0/name", "/items/1/tracking", "/items/1/unitCode", "/onExisting"]);
    // The books' objections to the others are reported as well, at their own places.
    let both = json!({"items": [
        {"sku": "I-1"}, {"sku": "a-1", "name": "Apples", "reorderPoint": "0.5"}, {"sku": "J-1", "name": "Jam", "tracking": "box"},
        {"sku": "K-1", "name": "Kale", "categoryCode": "NONE"},
    ]});
    for path in [IMPORT.to_owned(), format!("{IMPORT}?dryRun=true")] {
        let answer = user.post(&path, &both).await;
        let told =
            ["/items/0/name", "/items/2/tracking", "/items/1/sku", "/items/1/reorderPoint", "/items/3/categoryCode"];
        assert_eq!(answer.expect(400).code("validation_failed").pointers(), told);
    }
    user.post(IMPORT, &json!({"items": []})).await.expect(400).pointer("/items");
    let many: Vec<_> = (0..1_001).map(|number| json!({"sku": format!("s{number}"), "name": "x"})).collect();
    user.post(IMPORT, &json!({"items": many})).await.expect(400).pointer("/items");
    app.as_role("warehouseOperator").post(IMPORT, &json!({"items": [{"sku": "x", "name": "x"}]})).await.expect(403);
    assert_eq!(app.heads().await, before);
}

fn typed(folder: &Folder, arguments: &[&str], input: &str) -> Ran {
    run(Place { folder: folder.path(), database_url: None }, &[], arguments, input)
}

#[test]
fn items_come_in_from_csv_and_spreadsheets_and_their_faults_are_told_by_line() {
    let (folder, files) = (Folder::new(), Folder::new());
    let init = ["init", "--organization", "Ada", "--username", "ada", "--password-file", "-"];
    typed(&folder, &init, "seven green umbrellas").done();
    std::fs::create_dir_all(files.path()).unwrap();
    let file = |name: &str| files.path().join(name).to_str().unwrap().to_owned();

    let path = file("items.csv");
    let typed_with = |more: &[&str]| typed(&folder, &[&["import", "items", path.as_str()], more].concat(), "");
    std::fs::write(&path, "sku,name,units,gtins\nA,Apples,XCS=12,96385074 16291041500210:XCS\nB,Bananas,,\n").unwrap();
    let out = typed_with(&["--dry-run"]);
    assert!(out.done().out.contains("2 items would be created, 0 changed, 0 unchanged"), "{out:?}");
    let out = typed_with(&[]);
    assert!(out.done().out.contains("2 items created, 0 changed, 0 unchanged"), "{out:?}");
    typed_with(&[]).failed(1, "line 2: there is already an item with the SKU A");
    std::fs::write(&path, "sku,name,units,gtins\na,Apples,,\nB,Plantains,,\nC,Cherries,,\n").unwrap();
    let out = typed_with(&["--on-existing", "update", "--json"]);
    assert_eq!(out.done().out.trim(), r#"{"created":1,"unchanged":0,"updated":2}"#);
    std::fs::write(&path, "sku,name,unitCode,categoryCode\nD,Dates,KG,\nE,Eggs,C62\n").unwrap();
    let out = typed_with(&[]);
    out.failed(1, "line 2: unitCode is \"KG\"");
    out.failed(1, "line 3:");
    std::fs::write(&path, "sku,name,categoryCode\nD,Dates,\nE,Eggs,none\n").unwrap();
    typed_with(&[]).failed(1, "line 3: there is no item category with the code none");
    typed_with(&["--on-existing", "skip"]).failed(2, "refuse, update");
    // In one round: unreadable rows, rows that the service cannot take, and the books' objections.
    let long = "x".repeat(201);
    std::fs::write(
        &path,
        format!("sku,name,unitCode,categoryCode\nD,Dates,KG,\nE,{long},,\nF,Figs,,none\na,Apples,,\nD,Dates,,\n"),
    )
    .unwrap();
    for more in [&["--dry-run"][..], &[]] {
        let out = typed_with(more);
        for told in [
            "line 2: unitCode is",
            "line 3: ",
            "line 4: there is no item category",
            "line 5: there is already an item with the SKU a",
            "line 6: the SKU D is given twice",
            "has 5 errors, nothing was imported",
        ] {
            out.failed(1, told);
        }
    }

    let path = file("items.xlsx");
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write_row(0, 0, ["sku", "name", "fallbackCost", "gtins"]).unwrap();
    sheet.write_row(1, 0, ["F", "Figs", "", "6291041500213"]).unwrap();
    sheet.write_number(1, 2, 0.1).unwrap();
    sheet.write_row(3, 0, ["G", "Grapes"]).unwrap();
    book.save(&path).unwrap();
    let out = typed(&folder, &["import", "items", &path], "");
    assert!(out.done().out.contains("2 items created"), "{out:?}");
    typed(&folder, &["import", "items", &path], "").failed(1, "line 4: there is already an item with the SKU G");
    std::fs::write(&path, b"PK\x03\x04 is no spreadsheet").unwrap();
    typed(&folder, &["import", "items", &path], "").failed(1, "the spreadsheet cannot be read");
    typed(&folder, &["import", "items", &file("nowhere.csv")], "").failed(1, "cannot read");
}

#[test]
fn a_file_of_more_items_than_one_request_takes_comes_in_as_well() {
    let (folder, files) = (Folder::new(), Folder::new());
    let init = ["init", "--organization", "Ada", "--username", "ada", "--password-file", "-"];
    typed(&folder, &init, "seven green umbrellas").done();
    std::fs::create_dir_all(files.path()).unwrap();
    let path = files.path().join("items.csv");
    let path = path.to_str().unwrap();
    let mut text = "sku,name\n".to_owned();
    for number in 0..1_500 {
        text.push_str(&format!("s{number},Item {number}\n"));
    }
    std::fs::write(path, format!("{text}s7,Twice\n")).unwrap();
    typed(&folder, &["import", "items", path], "").failed(1, "line 1502: the SKU s7 is given twice, first on line 9");
    std::fs::write(path, &text).unwrap();
    let out = typed(&folder, &["import", "items", path], "");
    assert!(out.done().out.contains("1500 items created, 0 changed, 0 unchanged"), "{out:?}");
    let out = typed(&folder, &["import", "items", path, "--on-existing", "update"], "");
    assert!(out.done().out.contains("0 items created, 0 changed, 1500 unchanged"), "{out:?}");
    typed(&folder, &["verify"], "").done();
}
