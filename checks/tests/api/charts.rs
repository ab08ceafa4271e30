//! Charts of accounts: the same on both databases, and as files on the command line.

use checks::folder::Folder;
use checks::program::{Place, Ran, run};
use checks::{TestServer, on_both};
use serde_json::{Value, json};

const CHART: &str = "/accounting/chart";

on_both![
    a_chart_goes_out_and_comes_into_another_organization_the_same,
    what_the_books_object_to_is_told_though_other_rows_of_a_chart_or_of_rates_cannot_be_read,
    what_accounts_give_their_lines_goes_out_and_comes_in_where_the_dimensions_are,
    the_same_key_brings_a_chart_in_once_and_answers_the_same,
];

async fn a_chart_goes_out_and_comes_into_another_organization_the_same(app: &TestServer) {
    let (here, there) = (app.as_role("accountant"), app.as_foreign("accountant"));
    here.post(CHART, &json!({"template": "fr-pcg"})).await.expect(200);
    let mut out = here.get(CHART).await.expect(200).json();
    let text = here.get(&format!("{CHART}?format=csv")).await;
    assert_eq!(text.expect(200).header("content-type"), "text/csv; charset=utf-8");
    assert!(
        text.text().contains("445660,TVA sur autres biens et services,asset,tax,4456,false,,,false,false,,,,true"),
        "{}",
        text.text()
    );
    // The other organization has accounts of its own, which stay.
    there.post(CHART, &out).await.expect(200);
    let listed = there.get(CHART).await.json();
    let known = |accounts: &Value| {
        accounts["accounts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["code"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert!(known(&out).iter().all(|code| known(&listed).contains(code)));
    assert_eq!(
        there.post(CHART, &out).await.expect(200).json()["unchanged"],
        out["accounts"].as_array().unwrap().len()
    );
    // One fault refuses all of it.
    let before = app.heads().await;
    out["accounts"][0]["name"] = json!("Renamed");
    out["accounts"][5]["parentCode"] = json!("nowhere");
    there.post(CHART, &out).await.expect(422).code("unknown_reference").pointer("/accounts/5/parentCode");
    assert_eq!(app.heads().await, before);
    app.as_role("clerk").post(CHART, &json!({"template": "ifrs"})).await.expect(403);
}

async fn what_the_books_object_to_is_told_though_other_rows_of_a_chart_or_of_rates_cannot_be_read(app: &TestServer) {
    let accountant = app.as_role("accountant");
    let before = app.heads().await;
    let chart = json!({"accounts": [
        {"code": "6", "name": "", "type": "expense", "isGroup": true},
        {"code": "61", "name": "Rent", "type": "expense", "parentCode": "6"},
        {"code": "7", "name": "Sales", "type": "revenue", "currency": "PTS"},
    ]});
    let answer = accountant.post(CHART, &chart).await;
    assert_eq!(answer.expect(400).code("validation_failed").pointers(), ["/accounts/0/name", "/accounts/2/currency"]);
    let rate = |to: &str, rate: &str| json!({"fromCurrency": "EUR", "toCurrency": to, "rate": rate, "validFrom": "2010-12-01"});
    let rates = json!({"rates": [rate("GBP", "0"), rate("GBP", "0.9"), rate("EUR", "1")]});
    let answer = accountant.post("/accounting/exchange-rates/import?dryRun=true", &rates).await;
    assert_eq!(answer.expect(400).code("validation_failed").pointers(), ["/rates/0/rate", "/rates/2/toCurrency"]);
    assert_eq!(app.heads().await, before);
}

async fn what_accounts_give_their_lines_goes_out_and_comes_in_where_the_dimensions_are(app: &TestServer) {
    let (here, there) = (app.as_role("accountant"), app.as_foreign("accountant"));
    let rent = |dimensions: Value| {
        json!({"accounts": [
            {"code": "61", "name": "Cleaning", "type": "expense"},
            {"code": "62", "name": "Rent", "type": "expense", "defaultDimensions": dimensions},
        ]})
    };
    let given = rent(json!({"dept": "D10"}));
    for user in [&here, &there] {
        let before = app.heads().await;
        for path in [CHART.to_owned(), format!("{CHART}?dryRun=true")] {
            let refused = user.post(&path, &given).await;
            refused.expect(422).code("unknown_reference").pointer("/accounts/1/defaultDimensions/dept");
        }
        assert_eq!(app.heads().await, before);
        let dept =
            user.post("/accounting/dimensions", &json!({"code": "dept", "name": "Department"})).await.expect(201).id();
        user.post(&format!("/accounting/dimensions/{dept}/values"), &json!({"code": "D10", "name": "Sales"}))
            .await
            .expect(201);
    }
    here.post(CHART, &given).await.expect(200);
    let out = here.get(CHART).await.expect(200).json();
    let of = |chart: &Value| {
        chart["accounts"].as_array().unwrap().iter().find(|one| one["code"] == "62").unwrap()["defaultDimensions"]
            .clone()
    };
    assert_eq!(of(&out), json!({"dept": "D10"}));
    let text = here.get(&format!("{CHART}?format=csv")).await.text();
    assert!(text.contains("\"{\"\"dept\"\":\"\"D10\"\"}\""), "{text}");
    there.post(CHART, &out).await.expect(200);
    assert_eq!(of(&there.get(CHART).await.json()), json!({"dept": "D10"}));
    there.post(CHART, &rent(json!({}))).await.expect(200);
    assert_eq!(of(&there.get(CHART).await.json()), json!({}));
}

async fn the_same_key_brings_a_chart_in_once_and_answers_the_same(app: &TestServer) {
    let user = app.as_role("accountant");
    let body = json!({"accounts": [
        {"code": "9", "name": "Retired", "type": "expense", "isGroup": true},
        {"code": "91", "name": "Old", "type": "expense", "parentCode": "9", "isActive": false},
    ]});
    let first = user.post(CHART, &body).key("chart-1").await;
    assert_eq!(first.expect(200).json(), json!({"created": 2, "updated": 0, "unchanged": 0}));
    let again = user.post(CHART, &body).key("chart-1").await;
    assert_eq!((again.expect(200).json(), again.header("idempotent-replayed")), (first.json(), "true"));
}

fn typed(folder: &Folder, arguments: &[&str], input: &str) -> Ran {
    run(Place { folder: folder.path(), database_url: None }, &[], arguments, input)
}

#[test]
fn a_chart_is_imported_and_exported_as_a_file_and_its_faults_are_told_by_line() {
    let (folder, files) = (Folder::new(), Folder::new());
    let init = ["init", "--organization", "Ada", "--username", "ada", "--password-file", "-"];
    typed(&folder, &init, "seven green umbrellas").done();
    let out = typed(&folder, &["import", "chart", "--template", "ifrs", "--dry-run"], "");
    assert!(out.done().out.contains("89 accounts would be created"), "{out:?}");
    typed(&folder, &["import", "chart", "--template", "ifrs"], "").done();

    std::fs::create_dir_all(files.path()).unwrap();
    let path = files.path().join("chart.csv");
    let path = path.to_str().unwrap();
    typed(&folder, &["export", "--format", "chart", "--out", path], "").done();
    let text = std::fs::read_to_string(path).unwrap();
    assert_eq!(text.lines().count(), 90);
    let out = typed(&folder, &["import", "chart", path], "");
    assert!(out.done().out.contains("0 accounts created, 0 changed, 89 unchanged"), "{out:?}");

    std::fs::write(path, text.replace("1000,Cash in hand,asset", "1000,Cash in hand,assets")).unwrap();
    typed(&folder, &["import", "chart", path], "").failed(1, "line 4: type is \"assets\"");
    std::fs::write(path, text.replace("1000,Cash in hand,asset,cash,10", "1000,Cash in hand,asset,cash,77")).unwrap();
    typed(&folder, &["import", "chart", path], "").failed(1, "line 4: there is no account with the code 77");
    std::fs::write(path, "code,name,type,defaultDimensions\n1,A,asset,\n2,B,asset,\"{\"\"dept\"\":\"\"D10\"\"}\"\n")
        .unwrap();
    typed(&folder, &["import", "chart", path, "--dry-run"], "").failed(1, "line 3: there is no dimension dept");
    typed(&folder, &["import", "chart"], "").failed(2, "required");
}
