//! Requests are answered, or refused: no parameter is ignored, and no cursor is taken by another list.

use std::collections::BTreeMap;

use checks::{TestServer, on_both};
use reqwest::Method;
use serde_json::{Value, json};

use crate::roles::operations;

/// An id that nothing has, which every path takes for one of its own.
fn nothing(noun: &str) -> String {
    format!("{noun}-that-is-not-there")
}

on_both![
    every_operation_refuses_a_parameter_that_it_does_not_know,
    a_cursor_is_taken_by_its_own_list_filters_and_sort_alone,
    a_filter_by_an_id_that_names_nothing_is_refused_and_not_answered_with_an_empty_list,
    a_group_account_answers_with_all_accounts_below_it,
];

async fn every_operation_refuses_a_parameter_that_it_does_not_know(app: &TestServer) {
    let admin = app.as_role("admin");
    let document = admin.get("~/openapi.json").await.json();
    let mut asked = 0;
    for operation in operations(&document)
        .iter()
        .filter(|operation| operation.path.starts_with("/api/v1/") && !operation.path.contains("/auth/"))
    {
        let path = operation.path(&nothing);
        // Questions about the past, and a slip of the finger.
        for parameter in ["asOf=1999-01-01", "knownAt=seq:1", "limti=1"] {
            let name = parameter.split('=').next().unwrap();
            if operation.parameters.iter().any(|known| known == name) {
                continue;
            }
            let ask = admin.ask(operation.method.clone(), &format!("{path}?{parameter}"));
            let answer = match (&operation.example, operation.method == Method::GET) {
                (_, true) => ask.await,
                (Some(example), false) => ask.text(&example.to_string()).await,
                (None, false) => ask.text("{}").await,
            };
            // Operations for some users alone, independent of their rights, are refused before they are read.
            if operation.permission.is_none() && answer.status == 403 {
                continue;
            }
            assert_eq!(answer.status, 400, "{} with {parameter}: {}", operation.id, answer.text());
            assert!(
                answer.text().contains(&format!("{name:?}")),
                "{} with {parameter}: {}",
                operation.id,
                answer.text()
            );
            asked += 1;
        }
    }
    assert!(asked > 400, "the document has fewer operations than ever: {asked}");
}

async fn a_cursor_is_taken_by_its_own_list_filters_and_sort_alone(app: &TestServer) {
    let admin = app.as_role("admin");
    for number in 0..3 {
        admin.post_entry(&app.sale("1.00").on(&format!("2010-06-0{}", 1 + number))).await;
        admin.warehouse(&format!("W{number}")).await;
        admin.post("/inventory/items", &json!({"sku": format!("S{number}"), "name": "x"})).await.expect(201);
    }
    let document = admin.get("~/openapi.json").await.json();
    let mut cursors: BTreeMap<String, String> = BTreeMap::new();
    let lists: Vec<_> = operations(&document)
        .into_iter()
        .filter(|one| one.method == Method::GET && !one.has_id() && one.parameters.iter().any(|name| name == "cursor"))
        .collect();
    let needs = |path: &str| match path {
        path if path.ends_with("/profit-and-loss") || path.ends_with("/cash-flow") => {
            "&dateFrom=2010-01-01&dateTo=2010-12-31"
        }
        path if path.ends_with("/general-ledger") || path.ends_with("/reports/journal") => {
            "&dateFrom=2010-01-01&dateTo=2010-12-31"
        }
        path if path.ends_with("/diff") => "&from=seq:0",
        _ => "",
    };
    for list in &lists {
        let answer = admin.get(&format!("~{}?limit=1{}", list.path, needs(&list.path))).await;
        if let Some(cursor) =
            (answer.status == 200).then(|| answer.json()["nextCursor"].as_str().map(str::to_owned)).flatten()
        {
            cursors.insert(list.path.clone(), cursor);
        }
    }
    assert!(cursors.len() >= 8, "too few lists have a second page: {:?}", cursors.keys());
    for list in &lists {
        for (from, cursor) in &cursors {
            let answer = admin.get(&format!("~{}?limit=2{}&cursor={cursor}", list.path, needs(&list.path))).await;
            if *from == list.path {
                answer.expect(200);
            } else {
                assert_eq!(answer.status, 400, "{} took a cursor of {from}: {}", list.path, answer.text());
            }
        }
    }
    let entries = "/accounting/journal-entries";
    let by_date = admin.get(&format!("{entries}?limit=1&sort=date")).await.field("nextCursor");
    admin.get(&format!("{entries}?cursor={by_date}&sort=date&limit=200")).await.expect(200);
    for other in ["sort=-date", "sort=date&status=posted", "sort=date&q=x", ""] {
        admin
            .get(&format!("{entries}?{other}&cursor={by_date}"))
            .await
            .expect(400)
            .pointer("cursor")
            .says("another list, filter or sort");
    }
}

async fn a_filter_by_an_id_that_names_nothing_is_refused_and_not_answered_with_an_empty_list(app: &TestServer) {
    let admin = app.as_role("admin");
    let (item, warehouse) = (
        admin.post("/inventory/items", &json!({"sku": "S1", "name": "x"})).await.expect(201).id(),
        admin.warehouse("W1").await,
    );
    let document = admin.get("~/openapi.json").await.json();
    let mut asked = 0;
    for list in operations(&document)
        .iter()
        .filter(|one| one.method == Method::GET && !one.has_id() && one.path.starts_with("/api/v1/"))
    {
        let ids = list
            .parameters
            .iter()
            .filter(|name| name.ends_with("Id") && *name != "externalId" && *name != "organizationId");
        for name in ids {
            let others = match list.path.as_str() {
                path if path.ends_with("/general-ledger")
                    || path.ends_with("/reports/journal")
                    || path.ends_with("/turns") =>
                {
                    "&dateFrom=2010-01-01&dateTo=2010-12-31".to_owned()
                }
                path if path.ends_with("/movement-ledger") && *name != "itemId" => format!("&itemId={item}"),
                path if path.ends_with("/availability") || path.ends_with("/pick-suggestions") => {
                    let mut others = String::from(if path.ends_with("/pick-suggestions") { "&quantity=1" } else { "" });
                    if *name != "itemId" {
                        others += &format!("&itemId={item}");
                    }
                    if *name != "warehouseId" {
                        others += &format!("&warehouseId={warehouse}");
                    }
                    others
                }
                _ => String::new(),
            };
            for id in ["nonsense", "itm_01h455vb4pex5vsknk084sn02q", "wh_01h455vb4pex5vsknk084sn02q"] {
                let answer = admin.get(&format!("~{}?{name}={id}{others}", list.path)).await;
                assert!([400, 422].contains(&answer.status), "{} with {name}={id}: {}", list.id, answer.text());
                answer.pointer(name);
                asked += 1;
            }
        }
    }
    assert!(asked >= 150, "the document has fewer filters than ever: {asked}");
}

async fn a_group_account_answers_with_all_accounts_below_it(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let admin = app.as_role("admin");
    let account = async |code: &str, parent: Option<&str>, group: bool| {
        let body = json!({"code": code, "name": code, "type": "asset", "isGroup": group, "parentId": parent, "isReconcilable": !group});
        admin.post("/accounting/accounts", &body).await.expect(201).field("id")
    };
    let top = account("8", None, true).await;
    let middle = account("80", Some(&top), true).await;
    let (one, other) = (account("8001", Some(&middle), false).await, account("81", Some(&top), false).await);
    let lonely = account("89", Some(&top), true).await;
    for (number, (debit, credit)) in [("8001", "1000"), ("81", "1000"), ("8001", "81")].into_iter().enumerate() {
        let lines = json!([{"accountCode": debit, "debit": "10.00"}, {"accountCode": credit, "credit": "10.00"}]);
        accountant.post_entry(&app.sale("1.00").on(&format!("2010-06-0{}", 1 + number)).with("lines", lines)).await;
    }
    let statement = accountant.get(&format!("/accounting/accounts/{top}/statement")).await.expect(200).json();
    let lines: Vec<(Value, Value)> = statement["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| (line["accountId"].clone(), line["balance"].clone()))
        .collect();
    let wanted = [(&one, "10.00"), (&other, "20.00"), (&one, "30.00"), (&other, "20.00")];
    assert_eq!(lines, wanted.map(|(id, balance)| (json!(id), json!(balance))).to_vec());
    assert_eq!((&statement["closingBalance"], &statement["totalDebit"]), (&json!("20.00"), &json!("30.00")));
    // Page by page, and from a day on, it is the same; and the trial balance has it so.
    let mut paged = Vec::new();
    let mut cursor = String::new();
    loop {
        let page =
            accountant.get(&format!("/accounting/accounts/{top}/statement?limit=1{cursor}")).await.expect(200).json();
        paged.extend(page["data"].as_array().unwrap().clone());
        let Some(next) = page["nextCursor"].as_str() else { break };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(json!(paged), statement["data"]);
    let later = accountant.get(&format!("/accounting/accounts/{top}/statement?dateFrom=2010-06-02")).await.json();
    assert_eq!((&later["openingBalance"], &later["closingBalance"]), (&json!("10.00"), &json!("20.00")));
    let trial = accountant.get("/accounting/reports/trial-balance?asOf=2010-12-31").await.json();
    let row = trial["data"].as_array().unwrap().iter().find(|row| row["code"] == "8").unwrap().clone();
    assert_eq!(row["closingDebit"], "20.00");

    let ledger = accountant
        .get(&format!("/accounting/reports/general-ledger?accountId={top}&dateFrom=2010-01-01&dateTo=2010-12-31"))
        .await
        .expect(200)
        .json();
    let codes: Vec<&Value> = ledger["data"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["row"] == "closing")
        .map(|row| &row["code"])
        .collect();
    assert_eq!(codes, [&json!("8001"), &json!("81")]);
    assert_eq!(accountant.get(&format!("/accounting/journal-entries?accountId={top}")).await.data().len(), 3);
    assert_eq!(accountant.get(&format!("/accounting/journal-entries?accountId={middle}")).await.data().len(), 2);
    assert_eq!(accountant.get(&format!("/accounting/open-items?accountId={top}")).await.data().len(), 4);
    accountant.get(&format!("/accounting/reports/aged-open-items?accountId={top}")).await.expect(200);
    // An account without open items, or an id without a row, is no empty success.
    accountant.get(&format!("/accounting/open-items?accountId={lonely}")).await.expect(400).says("no account below 89");
    for path in
        ["journal-entries?", "matches?", "open-items?", "reports/general-ledger?dateFrom=2010-01-01&dateTo=2010-12-31&"]
    {
        for id in ["acc_01h455vb4pex5vsknk084sn02q", "nonsense"] {
            accountant.get(&format!("/accounting/{path}accountId={id}")).await.expect(400).says(
                "does not refer to \
                 an account",
            );
        }
    }
}
