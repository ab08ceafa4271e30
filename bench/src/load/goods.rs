//! Finds or makes goods that the load moves, through the API alone: a warehouse, items, and something of each in stock.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, Ordering};

use serde_json::{Value, json};

use super::books::{call, list};
use super::connection::Connection;
use crate::failure::Failure;
use crate::random::Random;

/// The warehouse that the load moves goods in.
const WAREHOUSE: &str = "LOAD";
/// The prefix of its items' names.
const SKU: &str = "LOAD-";
/// The time of every movement: at one instant, the order of writing counts, so that nothing comes before anything.
const MOMENT: &str = "2010-12-30T12:00:00Z";
/// Items of one request, and lines of one receipt.
const AT_ONCE: usize = 1_000;
/// A receipt of so many pieces comes to nine issues of three on average.
const RECEIVED: i64 = 27;
/// Below this number of pieces an item is received and not issued, so that its goods never run out, whatever is on its
/// way, and the receipts on the shelf do not grow: for many items, and for a few that all connections ask for.
const LEAST: [i64; 2] = [108, 1_000];
/// The limit of few.
const FEW_ITEMS: u64 = 64;

/// Accounts that stock needs, by their codes in the demo's chart, where the organization names none.
const ACCOUNTS: [(&str, &str); 3] =
    [("valuationAccountId", "1200"), ("cogsAccountId", "5000"), ("adjustmentAccountId", "5100")];

/// The parts of a movement.
pub struct Goods {
    /// Pieces of each item that there are, as far as this load knows.
    stock: Vec<AtomicI64>,
    least: i64,
}

impl Goods {
    /// This many items, each with stock; existing ones stay.
    pub async fn prepare(connection: &mut Connection, items: u64) -> Result<Self, Failure> {
        prepare_place(connection).await?;
        let least = if items < FEW_ITEMS { LEAST[1] } else { LEAST[0] };
        let numbers: Vec<u64> = (1..=items).collect();
        for numbers in numbers.chunks(AT_ONCE) {
            let items: Vec<Value> =
                numbers.iter().map(|number| json!({"sku": sku(*number), "name": format!("Load {number}")})).collect();
            let body = json!({"items": items, "onExisting": "update"});
            call(connection, "POST", "/inventory/items/import", Some(&body)).await?;
            let lines: Vec<Value> = numbers
                .iter()
                .map(|number| json!({"sku": sku(*number), "quantity": least.to_string(), "totalCost": "500.00"}))
                .collect();
            let first = numbers.first().copied().unwrap_or_default();
            let receipt = json!({
                "kind": "receipt", "occurredAt": "2010-12-01", "warehouseCode": WAREHOUSE, "source": "load",
                "externalId": format!("load-{first}-{}-{least}", numbers.len()), "lines": lines,
            });
            match call(connection, "POST", "/inventory/movements", Some(&receipt)).await {
                Err(Failure::Refused { body, .. }) if body.contains("duplicate_external_id") => {}
                done => drop(done?),
            }
        }
        Ok(Self { stock: in_stock(connection, items).await?.into_iter().map(AtomicI64::new).collect(), least })
    }

    /// Appends a movement of one line as JSON: nine issues to a receipt, of any item.
    pub fn write_movement(&self, random: &mut Random, body: &mut String) {
        let place = random.below(self.stock.len() as u64);
        let Some(stock) = usize::try_from(place).ok().and_then(|place| self.stock.get(place)) else { return };
        let number = 1 + place;
        // Writing to a string cannot fail.
        let _ = if stock.load(Ordering::Relaxed) < self.least {
            stock.fetch_add(RECEIVED, Ordering::Relaxed);
            let pence = RECEIVED.unsigned_abs() * (100 + random.below(900));
            write!(
                body,
                r#"{{"kind":"receipt","occurredAt":"{MOMENT}","warehouseCode":"{WAREHOUSE}","lines":[{{"sku":"{}","quantity":"{RECEIVED}","totalCost":"{}.{:02}"}}]}}"#,
                sku(number),
                pence / 100,
                pence % 100,
            )
        } else {
            let pieces = 1 + random.below(5);
            stock.fetch_sub(i64::try_from(pieces).unwrap_or_default(), Ordering::Relaxed);
            write!(
                body,
                r#"{{"kind":"issue","occurredAt":"{MOMENT}","warehouseCode":"{WAREHOUSE}","lines":[{{"sku":"{}","quantity":"{pieces}"}}]}}"#,
                sku(number),
            )
        };
    }

    /// Appends a batch of `items` movements, each decided for itself.
    pub fn write_batch(&self, random: &mut Random, items: usize, body: &mut String) {
        body.push_str(r#"{"atomic":false,"items":["#);
        for item in 0..items {
            if item > 0 {
                body.push(',');
            }
            self.write_movement(random, body);
        }
        body.push_str("]}");
    }
}

/// Days over which the issues of a history are spread: a change before them adjusts the books of each.
const DAYS: usize = 28;

/// An item with a history of its own: a receipt, and so many issues of one piece on the days after it, in their order.
pub async fn prepare_history(connection: &mut Connection, sku: &str, movements: usize) -> Result<(), Failure> {
    prepare_place(connection).await?;
    call(connection, "POST", "/inventory/items", Some(&json!({"sku": sku, "name": sku}))).await?;
    receive(connection, &[sku.to_owned()], ("2010-12-02", movements, 2)).await?;
    issue(connection, sku, 0..movements, movements).await
}

/// Issues of one piece with these numbers of so many, on the days after the first receipt, in their order; beyond them on the last
/// day.
pub async fn issue(
    connection: &mut Connection,
    sku: &str,
    numbers: std::ops::Range<usize>,
    movements: usize,
) -> Result<(), Failure> {
    let issue = |number: usize| {
        let day = (number * DAYS / movements).min(DAYS - 1);
        let moment = format!("2010-12-{:02}T12:00:00Z", 3 + day);
        let lines = [json!({"sku": sku, "quantity": "1"})];
        json!({"kind": "issue", "occurredAt": moment, "warehouseCode": WAREHOUSE, "lines": lines})
    };
    let mut sent = numbers.start;
    while sent < numbers.end {
        let some = (numbers.end - sent).min(AT_ONCE);
        let items: Vec<Value> = (sent..sent + some).map(issue).collect();
        let body = json!({"atomic": true, "items": items});
        call(connection, "POST", "/inventory/movements/batch", Some(&body)).await?;
        sent += some;
    }
    Ok(())
}

/// Receives so many pieces of each of these on a day, each at so many pounds.
pub async fn receive(
    connection: &mut Connection,
    skus: &[String],
    (day, pieces, pounds): (&str, usize, usize),
) -> Result<(), Failure> {
    receive_costed(connection, skus, (day, pieces, pounds), "inOrder").await
}

/// The same, in the order of costs where `costing` says.
pub async fn receive_costed(
    connection: &mut Connection,
    skus: &[String],
    (day, pieces, pounds): (&str, usize, usize),
    costing: &str,
) -> Result<(), Failure> {
    let line =
        |sku: &String| json!({"sku": sku, "quantity": pieces.to_string(), "totalCost": (pieces * pounds).to_string()});
    let lines: Vec<Value> = skus.iter().map(line).collect();
    let body = json!({
        "kind": "receipt", "occurredAt": day, "costing": costing, "warehouseCode": WAREHOUSE, "lines": lines,
    });
    call(connection, "POST", "/inventory/movements", Some(&body)).await.map(drop)
}

/// The stock of each item, so that a load on loaded books goes on from it.
async fn in_stock(connection: &mut Connection, items: u64) -> Result<Vec<i64>, Failure> {
    let mut found = vec![0; usize::try_from(items).unwrap_or_default()];
    for row in list(connection, "/inventory/stock").await? {
        let number = row["sku"].as_str().and_then(|sku| sku.strip_prefix(SKU)?.parse::<usize>().ok());
        let quantity = row["quantity"].as_str().and_then(|text| text.parse::<i64>().ok());
        if let (Some(number), Some(quantity)) = (number, quantity)
            && let Some(stock) = number.checked_sub(1).and_then(|place| found.get_mut(place))
        {
            *stock += quantity;
        }
    }
    Ok(found)
}

async fn prepare_place(connection: &mut Connection) -> Result<(), Failure> {
    let organization = call(connection, "GET", "/organization", None).await?;
    let accounts = list(connection, "/accounting/accounts").await?;
    for (field, code) in ACCOUNTS.into_iter().filter(|(field, _)| organization[*field].is_null()) {
        let account = accounts.iter().find(|account| account["code"] == code).ok_or_else(|| {
            Failure::unusable("this organization", format!("it has no account {code}; start the server with --demo"))
        })?;
        call(connection, "PUT", "/organization", Some(&json!({ field: account["id"] }))).await?;
    }
    let warehouses = list(connection, "/warehouses").await?;
    if !warehouses.iter().any(|warehouse| warehouse["code"] == WAREHOUSE) {
        let body = json!({"code": WAREHOUSE, "name": "Load"});
        call(connection, "POST", "/warehouses", Some(&body)).await?;
    }
    Ok(())
}

fn sku(number: u64) -> String {
    format!("{SKU}{number:06}")
}
