//! The worked examples of the page on the cost of goods: each is done over HTTP, and gives the figures of the page.

use checks::{Caller, TestServer, on_both};
use domain::rows::{Pool, PoolLayer};
use domain::value::CellValue;
use serde_json::{Value, json};

use crate::counts::this_year;
use crate::movement_kinds::more_accounts;
use crate::movements::{movement, set_up};

const AT: &str = "/inventory/movements";

/// The page as it is read: without its line breaks.
fn page() -> String {
    include_str!("../../../docs/explanation/what-goods-cost.md").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The page has this sentence, in which the figures are those of the service.
#[track_caller]
fn assert_says(sentence: &str) {
    assert!(page().contains(sentence), "the page on what goods cost does not say what the service does: {sentence}");
}

fn minor(text: &str) -> i64 {
    text.replace('.', "").parse().unwrap_or_else(|_| panic!("{text:?} is no amount"))
}

fn amount(minor: i64) -> String {
    format!("{}.{:02}", minor / 100, minor % 100)
}

/// A company, and its client.
struct Shop<'a> {
    app: &'a TestServer,
    admin: Caller,
}

/// The goods of a pool in order: quantity and minor units × 10⁶.
type Layers = Vec<(i64, i128)>;

impl Shop<'_> {
    async fn item(&self, sku: &str, method: &str, tracking: &str) {
        let item = json!({"sku": sku, "name": sku, "costingMethod": method, "tracking": tracking});
        self.admin.post("/inventory/items", &item).await.expect(201);
    }

    async fn record(&self, body: Value) -> Value {
        self.admin.post(AT, &body).await.expect(201).json()
    }

    async fn receive(&self, day: &str, sku: &str, quantity: &str, cost: &str) -> Value {
        self.record(movement("receipt", day, json!({"sku": sku, "quantity": quantity, "totalCost": cost}))).await
    }

    async fn issue(&self, day: &str, sku: &str, quantity: &str) -> Value {
        self.record(movement("issue", day, json!({"sku": sku, "quantity": quantity}))).await
    }

    /// The present cost of a movement's first line.
    async fn cost(&self, made: &Value) -> String {
        let shown = self.admin.get(&format!("{AT}/{}", made["id"].as_str().unwrap())).await.expect(200).json();
        shown["lines"][0]["cost"].as_str().unwrap().to_owned()
    }

    /// Debits of an entry, credits below 0, by the codes of accounts.
    async fn posted(&self, entry: &Value) -> Vec<(String, i64)> {
        let accounts = self.admin.get("/accounting/accounts?limit=200").await.expect(200).data();
        let code = |id: &Value| accounts.iter().find(|one| one["id"] == *id).unwrap()["code"].as_str().unwrap();
        let path = format!("/accounting/journal-entries/{}", entry.as_str().unwrap());
        let entry = self.admin.get(&path).await.expect(200).json();
        let side = |line: &Value, name: &str| minor(line[name].as_str().unwrap());
        let lines = entry["lines"].as_array().unwrap().iter();
        let posted =
            lines.map(|line| (code(&line["accountId"]).to_owned(), side(line, "debit") - side(line, "credit")));
        posted.collect()
    }

    /// Quantity and worth of an item in all warehouses, at the end of a day where one is said.
    async fn worth(&self, sku: &str, day: &str) -> (String, String) {
        let query = format!("/inventory/reports/valuation?sku={sku}&nonZero=false{day}");
        let row = self.admin.get(&query).await.expect(200).data().remove(0);
        (row["quantity"].as_str().unwrap().to_owned(), row["value"].as_str().unwrap().to_owned())
    }

    /// The layers of each pool of an item with goods, and the value of each pool in the books.
    async fn pools(&self, sku: &str) -> Vec<(i64, Layers)> {
        let item = self.admin.get(&format!("/inventory/items?sku={sku}")).await.expect(200).data().remove(0);
        let mut snapshot = self.app.database.snapshot().await.unwrap();
        let own = self.app.books.organization.to_cell();
        let all = "where organization_id = $1";
        let mut pools: Vec<Pool> = snapshot.rows(all, std::slice::from_ref(&own)).await.unwrap();
        pools.retain(|pool| json!(pool.item_id.to_string()) == item["id"] && pool.quantity != 0);
        let mut found = Vec::new();
        for pool in pools {
            let rest = "where organization_id = $1 and pool_id = $2 order by place";
            let layers: Vec<PoolLayer> = snapshot.rows(rest, &[own.clone(), pool.id.to_cell()]).await.unwrap();
            let x = |layer: &PoolLayer| i128::from(layer.x_whole) * 1_000_000 + i128::from(layer.x_millionths);
            found.push((pool.value, layers.iter().map(|layer| (layer.quantity, x(layer))).collect()));
        }
        found.sort();
        found
    }
}

/// A row of the page's table.
struct Row {
    day: String,
    quantity: String,
    /// The cost of incoming goods.
    cost: Option<String>,
    layers: Layers,
    value: String,
    /// The debits and credits.
    posts: Vec<(&'static str, i64)>,
}

fn rows() -> Vec<Row> {
    let text = include_str!("../../../docs/explanation/what-goods-cost.md");
    let table = text.lines().skip_while(|line| !line.starts_with("| Day |")).skip(2);
    table.take_while(|line| line.starts_with('|')).map(row).collect()
}

fn row(line: &str) -> Row {
    let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
    let [day, movement, layers, value, posts] = cells.as_slice() else { panic!("{line}") };
    let number = |text: &str| text.replace(',', "").parse().unwrap_or_else(|_| panic!("{text:?} in {line}"));
    let (day, month) = day.split_once(' ').unwrap();
    assert_eq!(month, "January", "{line}");
    let words: Vec<&str> = movement.split(' ').collect();
    let (quantity, cost) = match words.as_slice() {
        ["receipt", "of", quantity, "for", cost] => (*quantity, Some((*cost).to_owned())),
        ["issue", "of", quantity] => (*quantity, None),
        _ => panic!("{line}"),
    };
    let layer = |text: &str| {
        let (quantity, x) = text.split_once(": ").unwrap_or_else(|| panic!("{line}"));
        (i64::try_from(number(quantity)).unwrap(), number(x))
    };
    let account = |text: &str| {
        let (name, amount) = text.rsplit_once(' ').unwrap();
        let code = match name {
            "stock" => "1200",
            "goods received" => "2150",
            "cost of goods" => "5000",
            name => panic!("which account is {name:?}?"),
        };
        (code, minor(amount))
    };
    Row {
        day: format!("2010-01-{:0>2}", day),
        quantity: quantity.to_owned(),
        cost,
        layers: layers.split("; ").filter(|text| !text.is_empty()).map(layer).collect(),
        value: (*value).to_owned(),
        posts: posts.split(", ").map(account).collect(),
    }
}

async fn the_table(shop: &Shop<'_>) {
    shop.item("CUP", "fifo", "none").await;
    let mut costs = Vec::new();
    let rows = rows();
    assert!(rows.len() >= 5, "the page has {} rows", rows.len());
    for row in rows {
        let made = match &row.cost {
            Some(cost) => shop.receive(&row.day, "CUP", &row.quantity, cost).await,
            None => shop.issue(&row.day, "CUP", &row.quantity).await,
        };
        if row.cost.is_none() {
            costs.push(minor(&shop.cost(&made).await));
        }
        let [(debited, debit), (credited, credit)] = row.posts.as_slice() else { panic!("{:?}", row.posts) };
        let mut posted = shop.posted(&made["entryId"]).await;
        posted.sort_by_key(|(_, amount)| -amount);
        assert_eq!(posted, [((*debited).to_owned(), *debit), ((*credited).to_owned(), -credit)], "{}", row.day);
        assert_eq!(shop.worth("CUP", "").await.1, row.value, "{}", row.day);
        let layers = shop.pools("CUP").await.into_iter().flat_map(|(_, layers)| layers).collect::<Layers>();
        assert_eq!(layers, row.layers, "{}", row.day);
        // The rule of the page: the whole of the extended value and a half.
        let x: i128 = layers.iter().map(|(_, x)| x).sum();
        assert_eq!((x + 500_000).div_euclid(1_000_000), i128::from(minor(&row.value)), "{}", row.day);
    }
    let (one, two) = (costs[0], costs[1]);
    assert_says(&format!("The three cups cost {} + {} = {},", amount(one), amount(two), amount(one + two)));
}

async fn a_warehouse_that_leaves_the_others(shop: &Shop<'_>) {
    shop.item("PLATE", "fifo", "none").await;
    for code in ["ONE", "TWO"] {
        let house = json!({"code": code, "name": code, "costingScope": "organization"});
        shop.admin.post("/warehouses", &house).await.expect(201);
    }
    for (day, code, quantity, cost) in [("2010-01-02", "ONE", "3", "10.00"), ("2010-01-03", "TWO", "2", "20.00")] {
        let line = json!({"sku": "PLATE", "quantity": quantity, "totalCost": cost});
        let mut receipt = movement("receipt", day, line);
        receipt["warehouseCode"] = json!(code);
        shop.record(receipt).await;
    }
    assert_eq!(shop.pools("PLATE").await.len(), 1, "they share one pool");
    let one = shop.admin.get("/warehouses?code=ONE").await.data().remove(0)["id"].as_str().unwrap().to_owned();
    let path = format!("/warehouses/{one}/costing-scope");
    shop.admin.post(&path, &json!({"costingScope": "warehouse"})).await.expect(204);
    let pools = shop.pools("PLATE").await;
    let [(stays, _), (taken, layers)] = pools.as_slice() else { panic!("{pools:?}") };
    let [(first, _), (second, _)] = layers.as_slice() else { panic!("{layers:?}") };
    assert_says(&format!(
        "With 3 for 10.00 and 2 for 20.00 in one pool, a warehouse in which 3 of the 5 lie takes {first} of the first and \
         {second} of the second: {}; {} stay.",
        amount(*taken),
        amount(*stays)
    ));
}

async fn lots_that_get_costs_of_their_own(shop: &Shop<'_>) {
    shop.item("CREAM", "fifo", "lot").await;
    let of_lot = |lot: &str, quantity: &str| json!({"sku": "CREAM", "quantity": quantity, "lotNumber": lot});
    let item = shop.admin.get("/inventory/items?sku=CREAM").await.data().remove(0)["id"].clone();
    for lot in ["L-1", "L-2"] {
        shop.admin.post("/inventory/lots", &json!({"itemId": item, "number": lot})).await.expect(201);
    }
    let mut received = Vec::new();
    for (day, lot, quantity, cost) in [("2010-01-02", "L-1", "3", "10.00"), ("2010-01-03", "L-2", "2", "20.00")] {
        let mut line = of_lot(lot, quantity);
        line["totalCost"] = json!(cost);
        received.push(shop.record(movement("receipt", day, line)).await);
    }
    shop.record(movement("issue", "2010-01-04", of_lot("L-1", "1"))).await;
    let change = json!({"kind": "costingChange", "occurredAt": "2010-01-05", "lines": [{"sku": "CREAM", "costingMethod": "specific"}]});
    let change = shop.record(change).await;
    let pools = shop.pools("CREAM").await;
    let [(_, of_one), (_, of_other)] = pools.as_slice() else { panic!("{pools:?}") };
    for layers in [of_one, of_other] {
        assert_eq!(layers.iter().map(|(quantity, _)| *quantity).collect::<Vec<_>>(), [1, 1], "one of each");
    }
    assert_says(&format!(
        "With 2 left of 3 for 10.00 and 2 for 20.00, two lots of 2 take one of each: {} and {}.",
        change["lines"][0]["cost"].as_str().unwrap(),
        change["lines"][1]["cost"].as_str().unwrap()
    ));
    let freight =
        json!({"kind": "landedCost", "occurredAt": "2010-01-06", "amount": "3.00", "ofMovementId": received[0]["id"]});
    let freight = shop.record(freight).await;
    let posted = shop.posted(&freight["entryId"]).await;
    let on = |code: &str| amount(posted.iter().filter(|(one, _)| one == code).map(|(_, amount)| amount).sum());
    // A line for each pool that the goods came to, of which the first one has the amount. None are left where they first were.
    let costs: Vec<&str> =
        freight["lines"].as_array().unwrap().iter().filter_map(|line| line["cost"].as_str()).collect();
    assert!(costs.len() == 3 && costs[1] == "0.00" && costs[0] == costs[2], "{costs:?}");
    assert_says(&format!(
        "Of the receipt of 3 for 10.00 above, one was issued and each of two lots took one: of {} for freight each lot keeps {}, \
         and {} is variance.",
        freight["lines"][0]["amount"].as_str().unwrap(),
        costs[0],
        on("5900")
    ));
}

async fn a_cost_that_follows_its_goods(shop: &Shop<'_>) {
    shop.item("TRAY", "average", "none").await;
    let first = shop.receive("2010-01-02", "TRAY", "5", "50.00").await;
    shop.receive("2010-01-03", "TRAY", "95", "950.00").await;
    let sold = shop.issue("2010-01-04", "TRAY", "95").await;
    let freight =
        json!({"kind": "landedCost", "occurredAt": "2010-01-06", "amount": "100.00", "ofMovementId": first["id"]});
    let freight = shop.record(freight).await;
    let posted = shop.posted(&freight["entryId"]).await;
    let on = |code: &str| amount(posted.iter().filter(|(one, _)| one == code).map(|(_, amount)| amount).sum());
    assert_says(&format!(
        "of 100.00 for its freight {} go to stock and {} to variance, and the 5 pieces are worth {}.",
        on("1200"),
        on("5900"),
        shop.worth("TRAY", "").await.1
    ));
    // What had been moved before, as is told later, takes its part along: the freight gets a line for it.
    let mut moved = movement("transfer", "2010-01-05", json!({"sku": "TRAY", "quantity": "5"}));
    moved["toWarehouseCode"] = json!("SHOP");
    let moved = shop.record(moved).await;
    assert_eq!(shop.worth("TRAY", "").await.1, "55.00");
    let path = format!("{AT}/{}", freight["id"].as_str().unwrap());
    let told = shop.admin.get(&path).await.expect(200).json();
    let costs: Vec<&Value> = told["lines"].as_array().unwrap().iter().map(|line| &line["cost"]).collect();
    assert_eq!(costs, ["0.00", "5.00"]);
    for made in [&freight, &moved, &sold] {
        let path = format!("{AT}/{}/void", made["id"].as_str().unwrap());
        shop.admin.post(&path, &json!({"reason": "an example"})).await.expect(204);
    }
    assert_eq!(shop.worth("TRAY", "").await.1, "1000.00");
}

async fn a_receipt_that_comes_to_light(shop: &Shop<'_>) {
    shop.item("BOWL", "average", "none").await;
    shop.receive("2010-01-05", "BOWL", "10", "20.00").await;
    let issue = shop.issue("2010-01-06", "BOWL", "5").await;
    let before = shop.cost(&issue).await;
    let late = shop.receive("2010-01-03", "BOWL", "10", "100.00").await;
    let (quantity, value) = shop.worth("BOWL", "&asOf=2010-01-05").await;
    let late = shop.admin.get(&format!("{AT}/{}", late["id"].as_str().unwrap())).await.expect(200).json();
    let entries = late["journalEntryIds"].as_array().unwrap();
    let adjusted = entries.iter().find(|entry| **entry != late["entryId"]).unwrap();
    let entry = shop.admin.get(&format!("/accounting/journal-entries/{}", adjusted.as_str().unwrap())).await.json();
    assert_eq!(entry["date"], "2010-01-06");
    let costed = shop.posted(adjusted).await.into_iter().find(|(code, _)| code == "5000").unwrap().1;
    let after = shop.cost(&issue).await;
    assert_says(&format!(
        "With the average, 10 for 20.00 on 5 January and an issue of 5 on the 6th: it costs {before}. On the 7th, a receipt \
         of 10 for 100.00 of the 3rd is recorded: then {quantity} had cost {value} when the issue was made, it costs \
         {after}, and {} are posted on 6 January. Voiding that receipt takes them back.",
        amount(costed)
    ));
    let void = format!("{AT}/{}/void", late["id"].as_str().unwrap());
    shop.admin.post(&void, &json!({"reason": "it never came"})).await.expect(204);
    assert_eq!(shop.cost(&issue).await, before);
}

async fn movements_that_are_costed_now(shop: &Shop<'_>) {
    shop.item("DISH", "average", "none").await;
    let prospectively = |mut body: Value| {
        body["costing"] = json!("prospective");
        body
    };
    shop.receive("2010-01-05", "DISH", "10", "20.00").await;
    let issue = shop.issue("2010-01-06", "DISH", "5").await;
    let before = shop.cost(&issue).await;
    let line = json!({"sku": "DISH", "quantity": "10", "totalCost": "100.00"});
    let came = shop.record(prospectively(movement("receipt", "2010-01-03", line))).await;
    let after = shop.cost(&issue).await;
    let (quantity, value) = shop.worth("DISH", "").await;
    assert_eq!(quantity, "15");
    let line = json!({"sku": "DISH", "quantity": "6"});
    let went = shop.record(prospectively(movement("issue", "2010-01-04", line))).await;
    // The page's 1 December is the day of recording.
    let day = |made: &Value| made["postingDate"].as_str().unwrap().to_owned();
    assert!(day(&came).as_str() > "2010-01-06" && day(&went) >= day(&came), "{came} {went}");
    let cost = shop.cost(&went).await;
    assert_says(&format!(
        "With the average, 10 for 20.00 on 5 January and an issue of 5 on the 6th for {before}; a receipt of 10 for 100.00 \
         of the 3rd is recorded on 1 December, prospectively. The issue stays at {after}. An issue of 6 of the 4th, \
         recorded so after it, takes six of fifteen that are worth {value}: {cost}, on 1 December."
    ));
}

async fn an_invoice_at_another_price(shop: &Shop<'_>) {
    shop.item("VASE", "fifo", "none").await;
    let mut receipt = movement("receipt", "2010-01-02", json!({"sku": "VASE", "quantity": "4", "totalCost": "10.00"}));
    receipt["partyName"] = json!("Potter");
    let receipt = shop.record(receipt).await;
    let issue = shop.issue("2010-01-03", "VASE", "1").await;
    let invoice = shop
        .record(json!({
            "kind": "supplierInvoice", "occurredAt": "2010-01-04", "partyName": "Potter", "ofMovementId": receipt["id"],
            "lines": [{"sku": "VASE", "quantity": "2", "amount": "9.00"}],
        }))
        .await;
    let posted = shop.posted(&invoice["entryId"]).await;
    let on = |code: &str| posted.iter().find(|(one, _)| one == code).map_or(0, |(_, amount)| *amount);
    let (received, stock, variance) = (on("2150"), on("1200"), on("5900"));
    let (quantity, value) = shop.worth("VASE", "").await;
    assert_says(&format!(
        "An example: 4 pieces come for 10.00, one is issued ({}), and the invoice says 2 of the 4 cost 9.00 instead of {}. \
         Three quarters of the receipt are there: {} of the {} go to stock, {} to variance. Stock is then worth {value} \
         for {quantity}.",
        shop.cost(&issue).await,
        amount(received),
        amount(stock),
        amount(stock + variance),
        amount(variance)
    ));
}

on_both![each_worked_example_of_what_goods_cost_comes_to_the_cent,];

async fn each_worked_example_of_what_goods_cost_comes_to_the_cent(app: &TestServer) {
    let admin = app.as_role("admin");
    this_year(&admin).await;
    set_up(&admin).await;
    more_accounts(&admin).await;
    let shop = Shop { app, admin };
    the_table(&shop).await;
    a_warehouse_that_leaves_the_others(&shop).await;
    lots_that_get_costs_of_their_own(&shop).await;
    a_cost_that_follows_its_goods(&shop).await;
    a_receipt_that_comes_to_light(&shop).await;
    movements_that_are_costed_now(&shop).await;
    an_invoice_at_another_price(&shop).await;
}
