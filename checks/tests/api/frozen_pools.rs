//! Frozen goods: goods that a proof finds broken stand still until they are right, for every caller, and all others
//! move.

use std::time::Duration;

use checks::folder::Folder;
use checks::postgres::{self, FreshDatabase};
use checks::program::{Place, Program, run};
use checks::server::runtime;
use checks::{Caller, TestServer, on_both};
use serde_json::{Value, json};

use crate::inventory_proof::{goods, sql};
use crate::movements::{movement, set_up};

const FROZEN: &str = "/inventory/frozen-pools";
const MOVEMENTS: &str = "/inventory/movements";

/// The value of a metric now, in whole units.
async fn gauge(caller: &Caller, name: &str) -> i64 {
    value_of(&caller.get("~/metrics").await.expect(200).text(), name)
}

/// The value of one metric among others, in whole units.
fn value_of(metrics: &str, name: &str) -> i64 {
    let begin = format!("countinghouse_{name} ");
    let value =
        metrics.lines().find_map(|line| line.strip_prefix(&begin)).unwrap_or_else(|| panic!("{name}: {metrics}"));
    let (whole, _) = value.split_once('.').unwrap_or((value, ""));
    whole.parse().unwrap_or_else(|fault| panic!("{value}: {fault}"))
}

fn issue(sku: &str, warehouse: &str) -> Value {
    let mut issue = movement("issue", "2010-01-20", json!({"sku": sku, "quantity": "1"}));
    issue["warehouseCode"] = json!(warehouse);
    issue
}

on_both![
    goods_with_which_something_is_wrong_are_frozen_by_the_sweep_and_released_once_they_are_right,
    goods_are_frozen_by_hand_where_somebody_may_and_for_those_whom_they_concern,
];

async fn goods_with_which_something_is_wrong_are_frozen_by_the_sweep_and_released_once_they_are_right(
    app: &TestServer,
) {
    let admin = app.as_role("admin");
    goods(&admin).await;
    assert_eq!(app.sweep_stock().await, 0, "nothing is wrong yet");
    let count = admin.get("/inventory/movements?limit=200").await.data().len();
    // Behind the service's back: four apples in MAIN are worth a penny more than their layers.
    sql(app, "update pools set value = value + 1 where quantity = 4").await;
    assert_eq!(app.sweep_stock().await, 1);
    assert_eq!(app.sweep_stock().await, 0, "what is frozen stays as it is");
    let swept = app.metrics_of_a_sweep().await;
    assert_eq!((value_of(&swept, "stock_sweep_faults"), value_of(&swept, "frozen_pools")), (1, 1), "{swept}");

    let listed = admin.get(&format!("{FROZEN}?status=frozen")).await.data();
    let frozen = &listed[0];
    assert_eq!((listed.len(), &frozen["sku"], &frozen["invariant"]), (1, &json!("APPLE"), &json!("stock.pools")));
    assert!(frozen["reason"].as_str().unwrap().contains("its value in the books is"), "{frozen}");
    let path = format!("{FROZEN}/{}", frozen["id"].as_str().unwrap());
    assert_eq!(admin.get(&path).await.expect(200).json(), *frozen);
    assert_eq!(
        app.as_role("warehouseOperator").get(&path).await.expect(200).json()["reason"],
        Value::Null,
        "it tells costs"
    );

    let refused = admin.post(MOVEMENTS, &issue("APPLE", "MAIN")).await;
    let context =
        refused.expect(409).code("pool_frozen").says("the invariant stock.pools is broken").json()["context"].clone();
    assert_eq!((&context["frozenPoolId"], &context["itemId"]), (&frozen["id"], &frozen["itemId"]));
    assert!(refused.resolution("frozen-pool")["href"].as_str().unwrap().ends_with(&path));
    let batch = json!({"items": [issue("APPLE", "MAIN"), issue("PEAR", "MAIN"), issue("APPLE", "SHOP")]});
    let results = admin.post(&format!("{MOVEMENTS}/batch"), &batch).await.expect(200).json()["results"].clone();
    let statuses: Vec<&Value> = results.as_array().unwrap().iter().map(|one| &one["status"]).collect();
    assert_eq!(statuses, [&json!(409), &json!(201), &json!(201)], "all else goes on");
    let receipt = admin.get(&format!("{MOVEMENTS}?kind=receipt&limit=200")).await.data();
    let apples = receipt.iter().find(|one| one["occurredAt"].as_str().unwrap().starts_with("2010-01-10")).unwrap();
    let void = format!("{MOVEMENTS}/{}/void", apples["id"].as_str().unwrap());
    admin.post(&void, &json!({"reason": "never came"})).await.expect(409).code("pool_frozen");
    assert_eq!(admin.get("/inventory/movements?limit=200").await.data().len(), count + 2);
    admin.post_entry(&app.sale("1.00")).await;

    // The service stays in service, and says so.
    assert_eq!(admin.get("~/readyz").await.expect(200).json()["details"]["frozenPools"], 1);
    let metrics = String::from_utf8(admin.get("~/metrics").await.expect(200).bytes.to_vec()).unwrap();
    for name in [
        "countinghouse_frozen_pools",
        "countinghouse_stock_sweep_faults",
        "countinghouse_stock_sweep_timestamp_seconds",
    ] {
        assert!(metrics.contains(&format!("\n{name} ")), "{name}");
    }
    // Other services of this process sweep, too: only that one has swept by now is the same for all.
    let now = server::commit::now().0 / 1_000_000;
    let swept = gauge(&admin, "stock_sweep_timestamp_seconds").await;
    assert!((now - 600..=now).contains(&swept), "{swept} at {now}");

    let release = format!("{path}/release");
    let reason = json!({"reason": "looks fine to me"});
    app.as_role("warehouseManager").post(&release, &reason).await.expect(403);
    app.as_foreign("admin").post(&release, &reason).await.expect(404);
    admin.post(&release, &json!({})).await.expect(400).pointer("/reason");
    let broken = admin.post(&release, &reason).await;
    assert_eq!(broken.expect(409).code("invariant_broken").json()["context"]["invariants"], json!(["stock.pools"]));
    sql(app, "update pools set value = value - 1 where quantity = 4").await;
    let swept = app.metrics_of_a_sweep().await;
    let told = (value_of(&swept, "stock_sweep_faults"), value_of(&swept, "frozen_pools"));
    assert_eq!(told, (0, 1), "nothing is wrong any more, and what is frozen waits for its release: {swept}");
    admin.post(&release, &reason).header("if-match", "\"7\"").await.expect(412);
    app.as_role("accountant").post(&release, &reason).key("once").await.expect(204).empty();
    app.as_role("accountant").post(&release, &reason).key("once").await.expect(204).empty();
    admin.post(&release, &reason).await.expect(409).code("pool_not_frozen");
    admin.post(MOVEMENTS, &issue("APPLE", "MAIN")).await.expect(201);
    assert_eq!(admin.get("~/readyz").await.expect(200).json()["details"]["frozenPools"], 0);
    let view = admin.get(&path).await.expect(200).json();
    assert_eq!((&view["status"], &view["releaseReason"]), (&json!("released"), &reason["reason"]));

    let mut events = admin.get("/events?limit=200").await.data();
    events.retain(|event| event["type"].as_str().unwrap().starts_with("pool."));
    let types: Vec<&str> = events.iter().map(|event| event["type"].as_str().unwrap()).collect();
    assert_eq!(types, ["pool.frozen", "pool.released"]);
    assert!(events.iter().all(|event| event["data"] == json!({"frozenPoolIds": [frozen["id"]]})), "{events:?}");
}

async fn goods_are_frozen_by_hand_where_somebody_may_and_for_those_whom_they_concern(app: &TestServer) {
    let admin = app.as_role("admin");
    set_up(&admin).await;
    let main = admin.get("/warehouses?code=MAIN").await.data()[0]["id"].clone();
    let items = admin.get("/inventory/items?limit=200").await.data();
    let apple = items.iter().find(|item| item["sku"] == "APPLE").unwrap()["id"].clone();
    let leak = json!({"itemId": apple, "warehouseId": main, "reason": " a leak "});
    app.as_role("warehouseManager").post(FROZEN, &leak).await.expect(403);
    for (field, value, status, code) in [
        ("itemId", json!("item_x"), 422, "unknown_reference"),
        ("warehouseId", json!("wh_x"), 422, "unknown_reference"),
        ("itemId", Value::Null, 422, "fields_conflict"),
        ("reason", json!(" "), 400, "validation_failed"),
        ("invariant", json!("stock.pools"), 400, "validation_failed"),
    ] {
        let mut body = leak.clone();
        body[field] = value;
        admin.post(FROZEN, &body).await.expect(status).code(code);
    }
    assert_eq!(admin.get(FROZEN).await.data().len(), 0);
    let made = admin.post(FROZEN, &leak).key("k").await.expect(201).json();
    assert_eq!((&made["reason"], &made["invariant"], &made["sku"]), (&json!("a leak"), &Value::Null, &json!("APPLE")));
    assert_eq!(admin.post(FROZEN, &leak).key("k").await.expect(201).json(), made);
    assert_eq!(admin.post(FROZEN, &leak).await.expect(201).json()["id"], made["id"], "it is frozen already");
    let receipt = movement("receipt", "2010-01-10", json!({"sku": "APPLE", "quantity": "1", "totalCost": "1.00"}));
    admin.post(MOVEMENTS, &receipt).await.expect(409).code("pool_frozen").says("somebody froze them");
    let preview = admin.post(&format!("{MOVEMENTS}?dryRun=true"), &receipt).await;
    preview.expect(409).code("pool_frozen");
    // All goods, and all stays so when the log is read anew: `verify` after this test compares it.
    let all = admin.post(FROZEN, &json!({"reason": "stock-taking"})).await.expect(201).json();
    assert_eq!((&all["itemId"], &all["warehouseId"]), (&Value::Null, &Value::Null));
    let pears = movement("receipt", "2010-01-10", json!({"sku": "PEAR", "quantity": "1", "totalCost": "1.00"}));
    admin.post(MOVEMENTS, &pears).await.expect(409).code("pool_frozen");
    let listed = admin.get(&format!("{FROZEN}?limit=1")).await.data();
    assert_eq!((listed.len(), &listed[0]["id"]), (1, &all["id"]));
    assert_eq!(admin.get(&format!("{FROZEN}?itemId={}", apple.as_str().unwrap())).await.data(), [made]);
}

/// In a process of its own: metrics are of all services of a process.
async fn the_gauge_follows(url: Option<String>) {
    const PASSWORD: &str = "seven green umbrellas";
    let folder = Folder::new();
    let place = Place { folder: folder.path(), database_url: url.as_deref() };
    let init = ["--json", "init", "--organization", "Ada", "--username", "ada", "--password-file", "-"];
    run(place, &[], &init, PASSWORD).done();
    let mut program = Program::start(place).await;
    let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(30)).build().unwrap();
    let sign_in = json!({"grant_type": "password", "username": "ada", "password": PASSWORD});
    let token = Caller::new(http.clone(), &program.url, None).post("/auth/token", &sign_in).await;
    let ada = Caller::new(http, &program.url, Some(token.expect(200).field("access_token")));
    let frozen = async || {
        let ready = ada.get("~/readyz").await.expect(200).json()["details"]["frozenPools"].clone();
        (ready, gauge(&ada, "frozen_pools").await)
    };
    assert_eq!(frozen().await, (json!(0), 0));
    let reason = json!({"reason": "stock-taking"});
    let made = ada.post(FROZEN, &reason).await.expect(201).id();
    assert_eq!(frozen().await, (json!(1), 1));
    ada.post(&format!("{FROZEN}/{made}/release"), &reason).await.expect(204);
    assert_eq!(frozen().await, (json!(0), 0));
    program.terminate().await;
}

#[test]
fn a_metric_tells_how_many_pools_are_frozen_on_sqlite() {
    runtime().block_on(the_gauge_follows(None));
}

#[test]
fn a_metric_tells_how_many_pools_are_frozen_on_postgres() {
    runtime().block_on(async {
        let Some(cluster) = postgres::cluster() else {
            println!("skipped: TEST_DATABASE_URL names no PostgreSQL");
            return;
        };
        let fresh = FreshDatabase::create(&cluster).await;
        the_gauge_follows(Some(fresh.url())).await;
    });
}
