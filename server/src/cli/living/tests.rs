//! The made-up year against the whole service.

use domain::value::Currency;
use jiff::civil::date;

use serde_json::json;

use super::*;
use crate::cli::reach::Acting;
use crate::cli::{connect, demo_organization};
use crate::config::Config;
use crate::identity::organizations::Founders;
use crate::identity::setup::{FirstUser, create_first_user};
use crate::import::progress::Silent;
use crate::import::text;
use crate::run::{self, Running};

#[test]
fn the_same_days_make_the_same_documents_and_later_days_change_none_of_them() {
    let start = date(2025, 12, 1);
    let (mut whole, opening) = Year::begin(start);
    let all = whole.until(date(2026, 11, 28));
    let (mut part, again) = Year::begin(start);
    let first = part.until(date(2026, 6, 30));
    let second = part.until(date(2026, 11, 28));
    assert_eq!(opening, again);
    assert_eq!(all, [first, second].concat());
    let deeds: Vec<_> = all.iter().flat_map(|(_, deeds)| deeds).collect();
    let named = |start: &str| {
        deeds.iter().filter(|deed| deed.name.as_ref().is_some_and(|name| name.starts_with(start))).count()
    };
    assert!(named("inv-") > 200 && named("rec-") > 40 && named("takings-") > 300);
    assert!(!whole.expected().is_empty(), "something is on its way");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_made_up_year_is_right_in_stock_and_books_and_a_second_load_changes_nothing() {
    let folder = std::env::temp_dir().join(format!("countinghouse-living-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let running = run::start(&Config::in_folder(&folder).unwrap()).await.unwrap();
    demo_organization::ensure(&running.app).await.unwrap();
    load(&running.app, &running.base_url, &mut Silent).await.unwrap();
    let people = People::of(&running.app, &running.base_url).await.unwrap();
    let (admin, accountant) = (WholeApi(&people.admin), WholeApi(&people.accountant));

    let proof = admin.get("/inventory/proof").await.unwrap();
    assert_eq!(proof["proof"]["holds"], true, "{proof}");
    let today = today::on(commit::now(), organization::TIMEZONE);
    let balances = admin.get(&format!("/accounting/reports/trial-balance?asOf={today}")).await.unwrap();
    assert_eq!(balances["totals"]["debit"], balances["totals"]["credit"], "{balances}");
    let waiting = accountant.list("/accounting/journal-entries?status=pendingApproval").await.unwrap();
    assert_eq!(waiting.len(), 5);
    let approved = format!("/accounting/journal-entries/{}/approve", text(&waiting[0], "id"));
    accountant.post(&approved, &json!({}), None).await.unwrap();
    for (path, least) in [
        ("/accounting/journal-entries?status=draft", 3),
        ("/inventory/movements?status=pendingApproval", 1),
        ("/inventory/movements?status=draft&kind=receipt", 1),
        ("/inventory/counts?status=submitted", 1),
        ("/inventory/counts?isOpen=true", 2),
        ("/inventory/reservations?status=active", 3),
        ("/inventory/reorder-suggestions?", 1),
        ("/inventory/reports/expiry?withinDays=60", 1),
        ("/inventory/reports/goods-in-transit?", 1),
        ("/accounting/open-items?controlFor=receivable", 10),
    ] {
        let found = admin.list(path).await.unwrap();
        assert!(found.len() >= least, "{path}: {found:?}");
    }
    let periods = admin.list("/accounting/periods?").await.unwrap();
    let closed = periods.iter().filter(|period| text(period, "status") == "closed").count();
    let last = today.first_of_month().yesterday().unwrap().to_string();
    let last = periods.iter().find(|period| text(period, "endDate") == last).unwrap();
    assert_eq!((closed, text(last, "status")), (10, "open"));
    let checklist = admin.get(&format!("/accounting/periods/{}/checklist", text(last, "id"))).await.unwrap();
    let blocking = checklist["items"].as_array().unwrap().iter().filter(|item| item["count"] != json!(0));
    assert!(blocking.count() >= 2, "{checklist}");

    let before = admin.get("/audit/head").await.unwrap();
    load(&running.app, &running.base_url, &mut Silent).await.unwrap();
    assert_eq!(admin.get("/audit/head").await.unwrap(), before);
    running.stop().await.unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_demo_that_somebody_asked_for_goes_on_after_a_stop_in_the_middle_and_is_there_once() {
    let folder = std::env::temp_dir().join(format!("countinghouse-asked-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let mut config = Config::in_folder(&folder).unwrap();
    config.founding.founders = Founders::Administrators;
    let running = run::start(&config).await.unwrap();
    let first = FirstUser {
        username: "grace".to_owned(),
        display_name: "Grace".to_owned(),
        password: "seven green umbrellas".to_owned(),
        organization_name: "Own".to_owned(),
        base_currency: Currency::parse("EUR").unwrap(),
        timezone: "Europe/Paris".to_owned(),
        beginnings: Default::default(),
    };
    let app = &running.app;
    create_first_user(&app.database, &app.committer, &app.auth.passwords, first).await.unwrap();
    let client = async |running: &Running| {
        let acting = Acting { username: Some("grace"), organization: Some("Own") };
        connect::client(&running.app.database, &running.app.auth, &running.local_url, acting).await.unwrap().0
    };
    let grace = client(&running).await;
    let asked = grace.post("/api/v1/organizations", &json!({"demo": true}), None).await.unwrap();
    assert_eq!((text(&asked, "id"), text(&asked, "name")), (ORGANIZATION.to_string().as_str(), NAME));
    let path = format!("/api/v1/organizations/{ORGANIZATION}");
    while running.app.demo.now().done == 0 {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let shown = grace.get(&path).await.unwrap();
    assert_eq!(shown["demo"]["status"], "loading", "{shown}");
    running.stop().await.unwrap();

    let running = run::start(&config).await.unwrap();
    let grace = client(&running).await;
    loop {
        let shown = grace.get(&path).await.unwrap();
        assert_ne!(shown["demo"]["status"], "failed", "{shown}");
        if shown["demo"]["status"] == "loaded" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let people = People::made_up(&running.app, &running.local_url).await.unwrap();
    let admin = WholeApi(&people.admin);
    let proof = admin.get("/inventory/proof").await.unwrap();
    assert_eq!(proof["proof"]["holds"], true, "{proof}");
    assert_eq!(
        WholeApi(&people.accountant).list("/accounting/journal-entries?status=pendingApproval").await.unwrap().len(),
        5
    );
    assert_eq!(admin.list("/inventory/counts?isOpen=true").await.unwrap().len(), 2);
    // Asked for again, it is the same one, and nothing is made.
    let before = admin.get("/audit/head").await.unwrap();
    let again = grace.post("/api/v1/organizations", &json!({"demo": true}), None).await.unwrap();
    assert_eq!(again["id"], asked["id"]);
    load_asked(&running.app, &running.local_url, &mut Silent).await.unwrap();
    assert_eq!(admin.get("/audit/head").await.unwrap(), before);
    running.stop().await.unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}
