//! Dimensions: values in trees, on lines by line, entry and account, and as exact filters of reads.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;

const DIMENSIONS: &str = "/accounting/dimensions";
const ENTRIES: &str = "/accounting/journal-entries";
const REPORT: &str = "/accounting/reports/trial-balance";

async fn value(user: &Caller, dimension: &str, code: &str, parent: Option<&str>) -> String {
    let body = json!({"code": code, "name": format!("Value {code}"), "parentId": parent});
    user.post(&format!("{DIMENSIONS}/{dimension}/values"), &body).await.expect(201).id()
}

/// `dept` with D1 (D10 and D11 below it) and D20, and `site` with N and S; answers the ids of both.
async fn departments(app: &TestServer) -> (String, String) {
    let user = app.as_role("accountant");
    let dept = user.post(DIMENSIONS, &json!({"code": "dept", "name": "Department"})).await.expect(201).id();
    let top = value(&user, &dept, "D1", None).await;
    for (code, parent) in [("D10", Some(top.as_str())), ("D11", Some(&top)), ("D20", None)] {
        value(&user, &dept, code, parent).await;
    }
    let site = user.post(DIMENSIONS, &json!({"code": "site", "name": "Site"})).await.expect(201).id();
    for code in ["N", "S \"ü\""] {
        value(&user, &site, code, None).await;
    }
    (dept, site)
}

/// A sale whose cash line has the first dimensions and whose revenue line has the second.
fn sale(app: &TestServer, amount: &str, (cash, revenue): (Value, Value)) -> Value {
    let mut body = app.sale(amount).json();
    body["lines"][0]["dimensions"] = cash;
    body["lines"][1]["dimensions"] = revenue;
    body
}

async fn report(app: &TestServer, query: &str) -> Value {
    app.as_role("auditor").get(&format!("{REPORT}?asOf=2010-12-31{query}")).await.expect(200).json()
}

/// Closing of an account, debit positive, in minor units.
fn closing(report: &Value, code: &str) -> i128 {
    let minor = |value: &Value| value.as_str().unwrap().replace('.', "").parse::<i128>().unwrap();
    let row = report["data"].as_array().unwrap().iter().find(|row| row["code"] == code);
    row.map_or(0, |row| minor(&row["closingDebit"]) - minor(&row["closingCredit"]))
}

on_both![
    a_filter_takes_exactly_the_lines_with_a_value_or_one_below_it,
    a_trial_balance_by_lines_is_that_of_the_balances_with_voids_and_closings,
    a_filter_by_what_is_not_there_is_refused_and_never_answered_with_zeros,
    lines_get_what_they_lack_from_the_entry_and_then_from_the_account,
    unknown_and_unusable_values_are_refused_with_their_pointers_and_nothing_is_written,
    what_posted_lines_have_stays_and_the_rest_goes,
];

async fn a_filter_takes_exactly_the_lines_with_a_value_or_one_below_it(app: &TestServer) {
    departments(app).await;
    let user = app.as_role("accountant");
    let mut posted = Vec::new();
    for (amount, cash, revenue) in [
        ("1.00", json!({"dept": "D1"}), json!({})),
        ("2.00", json!({"dept": "D10"}), json!({"dept": "D20"})),
        ("4.00", json!({"dept": "D11", "site": "N"}), json!({"site": "N"})),
        ("8.00", json!({"dept": "D20", "site": "S \"ü\""}), json!({"dept": "D10", "site": "N"})),
        ("16.00", json!({}), json!({})),
    ] {
        posted.push(user.post(ENTRIES, &sale(app, amount, (cash, revenue))).await.expect(201).id());
    }
    user.void(&posted[1]).await.expect(204);
    let cash = &app.books.accounts["1000"];
    let narrow = "withDescendants=false&dimension[dept]=D1";
    for (query, on_cash, lines, on_revenue, entries) in [
        ("dimension[dept]=D1", 500, 4, -800, 5),
        (narrow, 100, 1, 0, 1),
        ("dimension[dept]=D10", 0, 2, -800, 3),
        ("dimension=dept:D10", 0, 2, -800, 3),
        ("dimension%5Bdept%5D=D20", 800, 1, 0, 3),
        ("dimension=dept%3AD20", 800, 1, 0, 3),
        ("dimension[site]=S%20%22%C3%BC%22", 800, 1, 0, 1),
        ("dimension[dept]=D1&dimension[site]=N", 400, 1, -800, 2),
        ("dimension[dept]=D20&dimension[site]=N", 0, 0, 0, 0),
        ("withoutDimension=dept", 1600, 1, -2100, 3),
        ("withoutDimension=site&dimension[dept]=D1", 100, 3, 0, 3),
        ("", 2900, 6, -2900, 6),
    ] {
        let told = report(app, &format!("&{query}")).await;
        assert_eq!((closing(&told, "1000"), closing(&told, "4000")), (on_cash, on_revenue), "{query}");
        let statement = user.get(&format!("/accounting/accounts/{cash}/statement?{query}")).await.expect(200).json();
        let text = format!("{}.{:02}", on_cash / 100, on_cash % 100);
        assert_eq!(
            (statement["data"].as_array().unwrap().len(), &statement["closingBalance"]),
            (lines, &json!(text)),
            "{query}"
        );
        // Page by page the running balance goes on where it was.
        let pages = all_pages(&user, &format!("/accounting/accounts/{cash}/statement?{query}"), 1).await;
        assert_eq!(pages, *statement["data"].as_array().unwrap(), "{query}");
        let found = user.get(&format!("{ENTRIES}?{query}")).await.data();
        assert_eq!(found.len(), entries, "{query}");
        let on_account = user.get(&format!("{ENTRIES}?accountId={cash}&{query}")).await.data();
        assert_eq!(on_account.len(), lines, "{query}");
    }
    let first = user.get(&format!("/accounting/accounts/{cash}/statement?dimension[site]=N")).await.json();
    assert_eq!(first["data"][0]["dimensions"], json!({"dept": "D11", "site": "N"}));
    assert_eq!(first["data"][0]["balance"], "4.00");
}

async fn a_trial_balance_by_lines_is_that_of_the_balances_with_voids_and_closings(app: &TestServer) {
    let (dept, _) = departments(app).await;
    let user = app.as_role("accountant");
    value(&user, &dept, "ALL", None).await;
    let all = user.get(&format!("{DIMENSIONS}/{dept}/values?code=ALL")).await.data()[0]["id"].clone();
    for code in ["D1", "D20"] {
        let id = user.get(&format!("{DIMENSIONS}/{dept}/values?code={code}")).await.data()[0]["id"]
            .as_str()
            .unwrap()
            .to_owned();
        user.put(&format!("{DIMENSIONS}/{dept}/values/{id}"), &json!({"parentId": all})).await.expect(204);
    }
    let mut ids = Vec::new();
    for (number, day) in ["2010-01-05", "2010-06-15", "2010-12-01", "2010-12-31"].iter().cycle().take(12).enumerate() {
        let code = ["D1", "D10", "D11", "D20"][number % 3 + number % 2];
        let mut body = sale(app, &format!("{number}.{}", 50 + number), (json!({}), json!({})));
        let kind = ["standard", "opening", "adjusting"][number % 3];
        body["date"] = json!(if kind == "opening" { "2010-01-01" } else { day });
        body["dimensions"] = json!({"dept": code});
        body["entryType"] = json!(kind);
        let answer = user.post(ENTRIES, &body).await;
        ids.push(answer.expect(201).id());
    }
    for id in ids.iter().step_by(4) {
        user.void(id).await.expect(204);
    }
    for query in [
        "asOf=2010-12-31",
        "dateFrom=2010-06-01&dateTo=2010-12-15",
        "dateFrom=2010-06-15&dateTo=2010-06-15&includeVoided=true",
        "asOf=2010-12-31&includeVoided=true&closing=include",
    ] {
        let of_balances = app.as_role("auditor").get(&format!("{REPORT}?{query}")).await.expect(200).json();
        let of_lines =
            app.as_role("auditor").get(&format!("{REPORT}?{query}&dimension[dept]=ALL")).await.expect(200).json();
        assert!(!of_balances["data"].as_array().unwrap().is_empty(), "{query}");
        assert_eq!(of_lines, of_balances, "{query}");
    }
}

async fn a_filter_by_what_is_not_there_is_refused_and_never_answered_with_zeros(app: &TestServer) {
    departments(app).await;
    let user = app.as_role("accountant");
    let cash = &app.books.accounts["1000"];
    for path in [REPORT.to_owned(), ENTRIES.to_owned(), format!("/accounting/accounts/{cash}/statement")] {
        for (query, pointer) in [
            ("dimension[planet]=Mars", "dimension[planet]"),
            ("dimension[dept]=D99", "dimension[dept]"),
            ("withoutDimension=planet", "withoutDimension"),
            ("withoutDimension=no%20code", "withoutDimension"),
            ("dimension[dept]=d10", "dimension[dept]"),
            ("dimension[dept]=", "dimension[dept]"),
            ("dimension=D10", "dimension"),
            ("dimension[dept]=D10&dimension[dept]=D20", "dimension[dept]"),
            ("dimensions[dept]=D10", "dimensions"),
        ] {
            user.get(&format!("{path}?{query}")).await.expect(400).code("validation_failed").pointer(pointer);
        }
    }
}

async fn lines_get_what_they_lack_from_the_entry_and_then_from_the_account(app: &TestServer) {
    departments(app).await;
    let user = app.as_role("accountant");
    let revenue = format!("/accounting/accounts/{}", app.books.accounts["4000"]);
    user.put(&revenue, &json!({"requiredDimensions": ["dept"]})).await.expect(204);
    let refused = user.post(ENTRIES, &app.sale("1.00").json()).await;
    refused.expect(422).code("dimension_required").pointer("/lines/1/dimensions/dept");
    assert!(refused.resolution("dimensions")["href"].as_str().unwrap().ends_with("/accounting/dimensions"));
    user.put(&revenue, &json!({"defaultDimensions": {"dept": "D20", "site": "N"}})).await.expect(204);
    let account = user.get(&revenue).await;
    assert_eq!(
        (&account.json()["requiredDimensions"], &account.json()["defaultDimensions"]),
        (&json!(["dept"]), &json!({"dept": "D20", "site": "N"}))
    );
    // A body that was read may be sent back whole.
    user.put(&revenue, &account.json()).await.expect(204);
    let mut body = sale(app, "1.00", (json!({}), json!({"dept": "D11"})));
    body["dimensions"] = json!({"dept": "D10"});
    let posted = user.post(ENTRIES, &body).await.expect(201).json();
    assert_eq!(posted["lines"][0]["dimensions"], json!({"dept": "D10"}));
    assert_eq!(posted["lines"][1]["dimensions"], json!({"dept": "D11", "site": "N"}));
    user.put(&revenue, &json!({"defaultDimensions": {"site": null}})).await.expect(204);
    assert_eq!(user.get(&revenue).await.json()["defaultDimensions"], json!({"dept": "D20"}));
    user.put(&revenue, &json!({"defaultDimensions": null})).await.expect(204);
    assert_eq!(user.get(&revenue).await.json()["defaultDimensions"], json!({}));
}

async fn unknown_and_unusable_values_are_refused_with_their_pointers_and_nothing_is_written(app: &TestServer) {
    let (dept, _) = departments(app).await;
    let user = app.as_role("accountant");
    let values = format!("{DIMENSIONS}/{dept}/values");
    let of = async |code: &str| {
        user.get(&format!("{values}?code={code}")).await.data()[0]["id"].as_str().unwrap().to_owned()
    };
    user.put(&format!("{values}/{}", of("D10").await), &json!({"activeTo": "2010-11-30"})).await.expect(204);
    user.put(&format!("{values}/{}", of("D11").await), &json!({"isActive": false})).await.expect(204);
    user.put(&format!("{values}/{}", of("D1").await), &json!({"isGroup": true})).await.expect(204);
    let before = app.heads().await;
    for (dimensions, code) in [
        (json!({"dept": "D10"}), "dimension_not_usable"),
        (json!({"dept": "D11"}), "dimension_not_usable"),
        (json!({"dept": "D1"}), "dimension_not_usable"),
        (json!({"dept": "D99"}), "unknown_reference"),
    ] {
        user.post(ENTRIES, &sale(app, "1.00", (dimensions, json!({}))))
            .await
            .expect(422)
            .code(code)
            .pointer("/lines/0/dimensions/dept");
    }
    let mut two = sale(app, "1.00", (json!({"planet": "Mars"}), json!({})));
    two["dimensions"] = json!({"dept": "D99"});
    let refused = user.post(ENTRIES, &two).await;
    refused.expect(422).says("dept, site");
    assert_eq!(refused.pointers(), ["/dimensions/dept", "/lines/0/dimensions/planet"]);
    let cash = format!("/accounting/accounts/{}", app.books.accounts["1000"]);
    user.put(&cash, &json!({"requiredDimensions": ["dept", "planet"]}))
        .await
        .expect(422)
        .code("unknown_reference")
        .pointer("/requiredDimensions/1");
    user.put(&cash, &json!({"defaultDimensions": {"dept": "D99"}}))
        .await
        .expect(422)
        .code("unknown_reference")
        .pointer("/defaultDimensions/dept");
    user.post(DIMENSIONS, &json!({"code": "1st", "name": "x"})).await.expect(400).pointer("/code");
    user.post(&values, &json!({"code": "X", "name": "x", "parentId": "dv_x"}))
        .await
        .expect(422)
        .code("unknown_reference")
        .pointer("/parentId");
    user.put(&format!("{values}/{}", of("D1").await), &json!({"parentId": of("D10").await}))
        .await
        .expect(422)
        .code("parent_cycle")
        .pointer("/parentId");
    user.put(&format!("{values}/{}", of("D1").await), &json!({"activeFrom": "2010-02-01", "activeTo": "2010-01-31"}))
        .await
        .expect(422)
        .code("dimension_not_usable")
        .pointer("/activeTo");
    assert_eq!(app.heads().await, before, "something was written");
    // On a day on which it was active, and in a draft, it may be.
    let mut earlier = sale(app, "1.00", (json!({"dept": "D10"}), json!({})));
    earlier["date"] = json!("2010-11-30");
    user.post(ENTRIES, &earlier).await.expect(201);
    let mut draft = sale(app, "1.00", (json!({"dept": "D11"}), json!({})));
    draft["status"] = json!("draft");
    user.post(ENTRIES, &draft).await.expect(201);
}

async fn what_posted_lines_have_stays_and_the_rest_goes(app: &TestServer) {
    let (dept, site) = departments(app).await;
    let user = app.as_role("accountant");
    user.post(ENTRIES, &sale(app, "1.00", (json!({"dept": "D10"}), json!({})))).await.expect(201);
    let values = format!("{DIMENSIONS}/{dept}/values");
    let of = async |code: &str| {
        user.get(&format!("{values}?code={code}")).await.data()[0]["id"].as_str().unwrap().to_owned()
    };
    let used = format!("{values}/{}", of("D10").await);
    user.delete(&used).await.expect(409).code("dimension_in_use");
    user.put(&used, &json!({"code": "X"})).await.expect(409).code("dimension_in_use").pointer("/code");
    user.put(&format!("{DIMENSIONS}/{dept}"), &json!({"code": "team"}))
        .await
        .expect(409)
        .code("dimension_in_use")
        .pointer("/code");
    user.delete(&format!("{values}/{}", of("D1").await)).await.expect(409).says("are below it");
    user.delete(&format!("{values}/{}", of("D20").await)).await.expect(204);
    user.put(&format!("{DIMENSIONS}/{site}"), &json!({"code": "place"})).await.expect(204);
    user.delete(&format!("{DIMENSIONS}/{site}")).await.expect(409).code("dimension_in_use");
    // A dry run says the same and leaves nothing.
    let body = json!({"code": "D30", "name": "x"});
    user.post(&format!("{values}?dryRun=true"), &body).await.expect(200);
    user.post(&values, &body).await.expect(201);
}
