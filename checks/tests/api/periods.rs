//! Fiscal years and periods: the postings that each status allows, the obstacles to closing, and how a period opens
//! again.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;

const YEARS: &str = "/accounting/fiscal-years";
const PERIODS: &str = "/accounting/periods";
const ENTRIES: &str = "/accounting/journal-entries";

fn path(app: &TestServer, month: usize) -> String {
    format!("{PERIODS}/{}", app.books.periods[month - 1])
}

async fn close(caller: &Caller, path: &str) {
    caller.post(&format!("{path}/close"), &json!({"reason": "month end"})).await.expect(204).empty();
}

fn blockers(checklist: &Value) -> Vec<(String, i64)> {
    let items = checklist["items"].as_array().unwrap().iter().filter(|item| item["status"] == "blocking");
    items.map(|item| (item["code"].as_str().unwrap().to_owned(), item["count"].as_i64().unwrap_or_default())).collect()
}

on_both![
    a_year_makes_periods_that_touch_and_do_not_overlap,
    each_status_lets_in_whom_it_should,
    the_checklist_names_all_that_blocks_and_closing_refuses_the_same,
    periods_open_again_from_the_last_and_with_their_version,
    a_year_takes_any_number_of_adjustment_periods_each_with_its_own_status,
    the_adjustment_period_takes_only_what_names_it,
    stock_work_that_is_not_posted_stands_in_the_way_of_closing_its_month,
];

async fn a_year_makes_periods_that_touch_and_do_not_overlap(app: &TestServer) {
    let user = app.as_role("controller");
    let made = user.post(YEARS, &json!({"name": "2011", "startDate": "2011-01-01", "periodFrequency": "quarterly", "adjustmentPeriod": true})).await.expect(201).json();
    let days: Vec<(&str, &str)> = made["periods"]
        .as_array()
        .unwrap()
        .iter()
        .map(|period| (period["startDate"].as_str().unwrap(), period["endDate"].as_str().unwrap()))
        .collect();
    assert_eq!(
        days,
        [
            ("2011-01-01", "2011-03-31"),
            ("2011-04-01", "2011-06-30"),
            ("2011-07-01", "2011-09-30"),
            ("2011-10-01", "2011-12-31"),
            ("2011-12-31", "2011-12-31")
        ]
    );
    // A gap, a year that is too long, one that ends before it begins: each refusal states the valid range.
    let gap = user.post(YEARS, &json!({"name": "gap", "startDate": "2012-01-15", "endDate": "2013-01-31"})).await;
    gap.expect(409).code("fiscal_year_gap").pointer("/startDate").says("2012-01-01");
    assert_eq!(gap.json()["context"]["nextStartDate"], "2012-01-01");
    for (start, end) in [("2012-01-01", "2013-07-01"), ("2012-01-01", "2011-12-31")] {
        user.post(YEARS, &json!({"name": "long", "startDate": start, "endDate": end}))
            .await
            .expect(422)
            .code("fiscal_year_dates")
            .pointer("/endDate");
    }
    // A year of eighteen months over a leap day.
    let odd = user
        .post(YEARS, &json!({"name": "odd", "startDate": "2012-01-01", "endDate": "2013-06-30"}))
        .await
        .expect(201)
        .json();
    let periods = odd["periods"].as_array().unwrap();
    assert_eq!(
        (periods.len(), &periods[1]["endDate"], &periods[17]["endDate"]),
        (18, &json!("2012-02-29"), &json!("2013-06-30"))
    );
    for (start, end) in [("2010-06-01", "2011-05-31"), ("2011-12-31", "2012-12-30"), ("2009-06-01", "2010-01-01")] {
        user.post(YEARS, &json!({"name": "over", "startDate": start, "endDate": end}))
            .await
            .expect(409)
            .code("period_overlap");
    }
    let listed: Vec<Value> = all_pages(&user, YEARS, 1).await;
    assert_eq!(listed, user.get(YEARS).await.data());
    assert_eq!((&listed[0]["name"], &listed[1]["name"]), (&json!("2010"), &json!("2011")));
    assert_eq!(user.get(&format!("{YEARS}/{}", made["id"].as_str().unwrap())).await.json(), made);
    let all = user.get(&format!("{PERIODS}?limit=200")).await.data();
    assert_eq!(all_pages(&user, PERIODS, 5).await, all);
    assert_eq!(
        user.get(&format!("{PERIODS}?date=2010-12-31")).await.data().len(),
        2,
        "December and the adjustment period"
    );
    assert_eq!(
        user.get(&format!("{PERIODS}?type=adjustment&fiscalYearId={}", app.books.year)).await.data()[0]["id"],
        app.books.adjustment.as_str()
    );
    app.as_role("accountant").post(YEARS, &json!({"name": "2020", "startDate": "2020-01-01"})).await.expect(403);
}

async fn each_status_lets_in_whom_it_should(app: &TestServer) {
    let (controller, accountant) = (app.as_role("controller"), app.as_role("accountant"));
    let sale = app.sale("1.00").on("2010-01-15").json();
    let january = path(app, 1);
    let both = async |of_accountant: u16, of_controller: u16| {
        accountant.post(ENTRIES, &sale).await.expect(of_accountant);
        controller.post(ENTRIES, &sale).await.expect(of_controller);
    };
    both(201, 201).await;
    accountant.post(&format!("{january}/soft-close"), &json!({})).await.expect(403);
    controller.ask(reqwest::Method::POST, &format!("{january}/soft-close")).await.expect(204);
    accountant.post(ENTRIES, &sale).await.expect(409).code("period_soft_closed");
    both(409, 201).await;
    controller.post(&format!("{january}/soft-close"), &json!({})).await.expect(409).code("period_state");
    close(&app.as_role("admin"), &january).await;
    both(409, 409).await;
    assert_eq!(
        controller.post(ENTRIES, &sale).await.code("period_closed").json()["context"]["firstOpenDate"],
        "2010-02-01"
    );
    // A draft may lie in a closed period; it cannot be posted there, and moves to the open one.
    let draft = accountant.post_entry(&app.sale("2.00").on("2010-01-15").draft()).await;
    accountant.ask(reqwest::Method::POST, &format!("{ENTRIES}/{draft}/post")).await.expect(409).code("period_closed");
    accountant.put(&format!("{ENTRIES}/{draft}"), &json!({"date": "2010-02-01"})).await.expect(204);
    accountant.ask(reqwest::Method::POST, &format!("{ENTRIES}/{draft}/post")).await.expect(204);
    let admin = app.as_role("admin");
    admin.post(&format!("{january}/reopen"), &json!({})).await.expect(400).pointer("/reason");
    admin.post(&format!("{january}/reopen"), &json!({"reason": "  "})).await.expect(400).pointer("/reason");
    admin.post(&format!("{january}/reopen"), &json!({"reason": "a late invoice"})).await.expect(204);
    both(201, 201).await;
    let history = admin.get(&january).await.json()["history"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| (change["from"].clone(), change["to"].clone(), change["reason"].clone()))
        .collect::<Vec<_>>();
    assert_eq!(
        history,
        [
            (json!("open"), json!("softClosed"), Value::Null),
            (json!("softClosed"), json!("closed"), json!("month end")),
            (json!("closed"), json!("open"), json!("a late invoice")),
        ]
    );
}

async fn the_checklist_names_all_that_blocks_and_closing_refuses_the_same(app: &TestServer) {
    let admin = app.as_role("admin");
    let drafts = [
        admin.post_entry(&app.sale("1.00").on("2010-03-01").draft()).await,
        admin.post_entry(&app.sale("1.00").on("2010-03-31").draft()).await,
    ];
    admin.post_entry(&app.sale("1.00").on("2010-04-01").draft()).await;
    let march = path(app, 3);
    let list = admin.get(&format!("{march}/checklist")).await.expect(200).json();
    assert_eq!(
        (&list["ready"], blockers(&list)),
        (&json!(false), vec![("drafts".to_owned(), 2), ("earlierPeriods".to_owned(), 2)])
    );
    let refused = admin.post(&format!("{march}/close"), &json!({})).await;
    refused.expect(409).code("period_not_ready");
    let blocking: Vec<(Value, Value)> = refused.json()["context"]["blocking"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| (item["code"].clone(), item["count"].clone()))
        .collect();
    assert_eq!(blocking, [(json!("drafts"), json!(2)), (json!("earlierPeriods"), json!(2))], "the same list");
    let shown = list["items"].as_array().unwrap().iter().find(|item| item["code"] == "drafts").unwrap();
    assert_eq!((&shown["href"], &shown["method"]), (&refused.resolution("drafts")["href"], &json!("GET")));
    let way = refused.resolution("drafts")["href"].as_str().unwrap().to_owned();
    let found = admin.get(way.trim_start_matches(&format!("{}/api/v1", app.url))).await.data();
    assert_eq!(found.len(), 2, "the way out lists what blocks: {way}");
    close(&admin, &path(app, 1)).await;
    close(&admin, &path(app, 2)).await;
    admin.ask(reqwest::Method::POST, &format!("{ENTRIES}/{}/post", drafts[0])).await.expect(204);
    admin.delete(&format!("{ENTRIES}/{}", drafts[1])).await.expect(204);
    assert_eq!(admin.get(&format!("{march}/checklist")).await.json()["ready"], true);
    close(&admin, &march).await;
    admin.post(&format!("{march}/close"), &json!({})).await.expect(409).code("period_state");
}

async fn periods_open_again_from_the_last_and_with_their_version(app: &TestServer) {
    let admin = app.as_role("admin");
    for month in 1..=3 {
        close(&admin, &path(app, month)).await;
    }
    let reason = json!({"reason": "late"});
    admin.post(&format!("{}/reopen", path(app, 2)), &reason).await.expect(409).code("period_state");
    let march = format!("{}/reopen", path(app, 3));
    admin.post(&march, &reason).header("if-match", "\"1\"").await.expect(412);
    let tag = admin.get(&path(app, 3)).await.etag();
    admin.post(&march, &reason).header("if-match", &tag).key("once").await.expect(204);
    assert_eq!(
        admin
            .post(&march, &reason)
            .header("if-match", &tag)
            .key("once")
            .await
            .expect(204)
            .header("idempotent-replayed"),
        "true"
    );
    admin.post(&march, &reason).await.expect(409).code("period_state");
    admin.post(&format!("{}/reopen", path(app, 2)), &reason).await.expect(204);
    // A caller who may soft-close may not reopen a closed period.
    app.as_role("accountant").post(&format!("{}/reopen", path(app, 1)), &reason).await.expect(403);
}

async fn a_year_takes_any_number_of_adjustment_periods_each_with_its_own_status(app: &TestServer) {
    let admin = app.as_role("admin");
    let year = format!("{YEARS}/{}", app.books.year);
    app.as_role("accountant").post(&format!("{year}/periods"), &json!({})).await.expect(403);
    let second =
        app.as_role("controller").ask(reqwest::Method::POST, &format!("{year}/periods")).await.expect(201).json();
    assert_eq!(
        (&second["number"], &second["type"], &second["startDate"], &second["endDate"]),
        (&json!(14), &json!("adjustment"), &json!("2010-12-31"), &json!("2010-12-31"))
    );
    let audit = admin.post(&format!("{year}/periods"), &json!({"name": "audit"})).key("audit").await.expect(201).id();
    assert_eq!(
        admin.post(&format!("{year}/periods"), &json!({"name": "audit"})).key("audit").await.expect(201).id(),
        audit,
        "a retry"
    );
    admin
        .post(&format!("{year}/periods"), &json!({"name": "audit"}))
        .await
        .expect(409)
        .code("code_taken")
        .pointer("/name");
    admin.post(&format!("{year}/periods"), &json!({"name": ""})).await.expect(400).pointer("/name");
    admin.post(&format!("{YEARS}/fy_x/periods"), &json!({})).await.expect(404);
    let listed: Vec<Value> = admin
        .get(&format!("{PERIODS}?type=adjustment&date=2010-12-31"))
        .await
        .data()
        .iter()
        .map(|period| period["number"].clone())
        .collect();
    assert_eq!(listed, [json!(13), json!(14), json!(15)]);
    assert_eq!(admin.get(&year).await.json()["periods"].as_array().unwrap().len(), 15);
    // Each is reached by its name alone, and closes by itself, behind the ones before it.
    let named = admin
        .post(ENTRIES, &app.sale("2.00").on("2010-12-31").with("periodId", audit.as_str()).json())
        .await
        .expect(201)
        .json();
    assert_eq!(named["periodId"], audit.as_str());
    for month in 1..=12 {
        close(&admin, &path(app, month)).await;
    }
    let late = app.sale("3.00").on("2010-12-31").with("periodId", audit.as_str()).json();
    admin.post(ENTRIES, &late).await.expect(201);
    admin
        .post(&format!("{PERIODS}/{audit}/close"), &json!({}))
        .await
        .expect(409)
        .code("period_not_ready")
        .says("2 earlier periods");
    for id in [app.books.adjustment.as_str(), second["id"].as_str().unwrap(), &audit] {
        close(&admin, &format!("{PERIODS}/{id}")).await;
    }
    assert_eq!(
        admin.post(ENTRIES, &late).await.expect(409).code("period_closed").json()["context"]["firstOpenDate"],
        Value::Null
    );
}

async fn the_adjustment_period_takes_only_what_names_it(app: &TestServer) {
    let admin = app.as_role("admin");
    let plain = admin.post(ENTRIES, &app.sale("1.00").on("2010-12-31").json()).await.expect(201).json();
    assert_eq!(plain["periodId"], app.books.periods[11].as_str());
    let named = admin
        .post(ENTRIES, &app.sale("2.00").on("2010-12-31").with("periodId", app.books.adjustment.as_str()).json())
        .await
        .expect(201)
        .json();
    assert_eq!(named["periodId"], app.books.adjustment.as_str());
    let wrong = admin
        .post(ENTRIES, &app.sale("2.00").on("2010-12-30").with("periodId", app.books.adjustment.as_str()).json())
        .await;
    assert_eq!(wrong.status, 422, "{}", wrong.text());
    let both = admin.get("/accounting/reports/trial-balance?asOf=2010-12-31").await.json();
    assert_eq!(both["totals"]["closingDebit"], "3.00");
}

async fn stock_work_that_is_not_posted_stands_in_the_way_of_closing_its_month(app: &TestServer) {
    let admin = app.as_role("admin");
    crate::movements::set_up(&admin).await;
    let january = format!("/accounting/periods/{}", app.books.periods[0]);
    let apple = json!({"sku": "APPLE", "quantity": "1", "totalCost": "1.00"});
    let mut draft = crate::movements::movement("receipt", "2010-01-15", apple);
    draft["status"] = json!("draft");
    let drafts = [
        admin.post("/inventory/movements", &draft).await.expect(201).id(),
        admin.post("/inventory/movements", &draft).await.expect(201).id(),
    ];
    admin.post(&format!("/inventory/movements/{}/submit", drafts[1]), &json!({})).await;
    let list = admin.get(&format!("{january}/checklist")).await.expect(200).json();
    let found = blockers(&list);
    let stock: i64 = found.iter().filter(|(code, _)| code.starts_with("stock")).map(|(_, count)| count).sum();
    assert_eq!(stock, 2, "{list}");
    let refused = admin.post(&format!("{january}/close"), &json!({"reason": "month end"})).await;
    let way_out = refused.expect(409).code("period_not_ready").resolution("stockDrafts");
    assert!(way_out["href"].as_str().unwrap().ends_with("/inventory/movements?status=draft"), "{way_out}");
    for id in &drafts {
        admin.post(&format!("/inventory/movements/{id}/withdraw"), &json!({})).await;
        admin.delete(&format!("/inventory/movements/{id}")).await.expect(204);
    }
    // A count is of the day on which it was begun.
    let count = admin.post("/inventory/counts", &json!({"warehouseCode": "MAIN"})).await;
    count.expect(201);
    admin.post(&format!("{january}/close"), &json!({"reason": "month end"})).await.expect(204);
}
