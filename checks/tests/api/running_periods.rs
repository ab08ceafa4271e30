//! The period of today: it closes when it is over, or by force, and what happens then is never posted on a day to come.

use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::accounts::all_pages;
use crate::movements::{movement, set_up};

const YEARS: &str = "/accounting/fiscal-years";
const PERIODS: &str = "/accounting/periods";
const MOVEMENTS: &str = "/inventory/movements";

on_both![the_period_of_today_closes_by_force_alone_and_nothing_is_posted_on_a_day_to_come];

/// Years up to the next one, and all periods before today's closed; today's period, and the one after it.
async fn run_up_to(admin: &Caller, today: &str) -> (Value, Value) {
    let this: i32 = today[..4].parse().unwrap();
    for year in 2011..=this + 1 {
        let frequency = if year < this { "quarterly" } else { "monthly" };
        let body =
            json!({"name": year.to_string(), "startDate": format!("{year}-01-01"), "periodFrequency": frequency});
        admin.post(YEARS, &body).await.expect(201);
    }
    let mut periods = all_pages(admin, &format!("{PERIODS}?type=standard"), 200).await;
    periods.sort_by_key(|period| period["startDate"].as_str().unwrap().to_owned());
    let now = periods.iter().position(|period| period["endDate"].as_str().unwrap() >= today).unwrap();
    for period in &periods[..now] {
        admin.post(&format!("{PERIODS}/{}/close", period["id"].as_str().unwrap()), &json!({})).await.expect(204);
    }
    (periods[now].clone(), periods[now + 1].clone())
}

/// A movement of now.
fn of_now(kind: &str, line: Value) -> Value {
    let mut body = movement(kind, "", line);
    body.as_object_mut().unwrap().remove("occurredAt");
    body
}

async fn the_period_of_today_closes_by_force_alone_and_nothing_is_posted_on_a_day_to_come(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let today = jiff::Timestamp::now().in_tz("Europe/London").unwrap().date().to_string();
    let (own, next) = run_up_to(&admin, &today).await;
    let path = |period: &Value| format!("{PERIODS}/{}", period["id"].as_str().unwrap());
    let receipt = of_now("receipt", json!({"sku": "APPLE", "quantity": "9", "totalCost": "9.00"}));
    let received = admin.post(MOVEMENTS, &receipt).await.expect(201).json();
    assert_eq!(received["postingDate"], json!(today));
    let sale = admin.post_entry(&app.sale("1.00").on(&today)).await;

    for period in [&own, &next] {
        let list = admin.get(&format!("{}/checklist", path(period))).await.expect(200).json();
        assert_eq!(list["ready"], false);
        let item = list["items"].as_array().unwrap().iter().find(|item| item["code"] == "periodOver").unwrap().clone();
        assert_eq!((&item["status"], &item["count"]), (&json!("blocking"), &json!(1)));
        assert!(item["whatToDo"].as_str().unwrap().contains(period["endDate"].as_str().unwrap()), "{item}");
        let refused = admin.post(&format!("{}/close", path(period)), &json!({"reason": "month end"})).await;
        assert_eq!(refused.expect(409).code("period_not_ready").json()["context"]["blocking"][0]["code"], "periodOver");
    }
    let close = format!("{}/close", path(&own));
    admin.post(&close, &json!({"force": true})).await.expect(400).code("validation_failed").pointer("/reason");
    let forced = json!({"force": true, "reason": "the shop is given up"});
    let skipped = admin.post(&format!("{}/close", path(&next)), &forced).await;
    let blocking = skipped.expect(409).code("period_not_ready").json()["context"]["blocking"].clone();
    assert_eq!(blocking.as_array().unwrap().iter().map(|item| &item["code"]).collect::<Vec<_>>(), ["earlierPeriods"]);
    admin.post(&close, &forced).await.expect(204);
    let history = admin.get(&path(&own)).await.expect(200).json()["history"].clone();
    assert_eq!((&history[0]["to"], &history[0]["reason"]), (&json!("closed"), &json!("the shop is given up")));

    // The next period is open, but it has not come: nobody posts there what happens today, neither a movement nor a void.
    let issue = of_now("issue", json!({"sku": "APPLE", "quantity": "1"}));
    let void = format!("{MOVEMENTS}/{}/void", received["id"].as_str().unwrap());
    admin.put("/organization", &json!({"voidInClosedPeriod": "reverseInFirstOpenPeriod"})).await.expect(204);
    let before = app.heads().await;
    let of_today = app.sale("1.00").on(&today).json();
    for ask in [
        admin.post(MOVEMENTS, &issue),
        admin.post(&void, &json!({"reason": "a test"})),
        admin.void(&sale),
        admin.post("/accounting/journal-entries", &of_today),
    ] {
        let refused = ask.await;
        refused.expect(409).code("period_closed").says(&format!("reopen period {}", own["name"].as_str().unwrap()));
        assert_eq!(refused.json()["context"]["firstOpenDate"], Value::Null);
        let reopen = refused.resolution("reopen-period");
        assert!(reopen["href"].as_str().unwrap().ends_with(&format!("{}/reopen", path(&own))), "{reopen}");
    }
    assert_eq!(app.heads().await, before);

    admin.post(&format!("{}/reopen", path(&own)), &json!({"reason": "it goes on"})).await.expect(204);
    let issued = admin.post(MOVEMENTS, &issue).await.expect(201).json();
    assert_eq!(issued["postingDate"], json!(today));
    // A movement of a closed day goes to the first open one, which has come.
    let late = movement("receipt", "2010-06-15", json!({"sku": "APPLE", "quantity": "1", "totalCost": "1.00"}));
    let late = admin.post(MOVEMENTS, &late).await.expect(201).json();
    assert_eq!(late["postingDate"], own["startDate"]);
}
