//! Goods that move at random, the same each time: received, sold, moved, returned, found and scrapped, also on days
//! before others that moved already.

use std::collections::BTreeSet;

use checks::Caller;
use checks::simulate::random::Random;
use serde_json::{Value, json};

/// Movements that are tried of each item.
const TRIES: usize = 45;
/// Days of the year on which something moves: one movement of an item a day, so that their order is plain.
const DAYS: i64 = 360;
/// Unit costs are multiples of this many pence, so that any six pieces share whole pence, and six of those again.
const PENCE: i64 = 3_600;

/// How an item is valued and counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Valued {
    /// First in, first out: whole pieces at exact unit costs.
    Fifo,
    /// Moving average: parts of pieces at any cost.
    Average,
    /// Each lot for itself.
    Lot,
}

/// An item that moves.
pub struct Moving<'a> {
    user: &'a Caller,
    pub sku: String,
    valued: Valued,
    random: Random,
    days: BTreeSet<i64>,
    issues: Vec<Issued>,
    /// Movements that were posted.
    pub posted: usize,
}

/// An issue of which something may come back.
struct Issued {
    id: String,
    day: i64,
    left: i64,
    warehouse: &'static str,
}

/// Accounts, two warehouses.
pub async fn set_up(user: &Caller) {
    for (code, kind, subtype) in [
        ("2100", "liability", "goodsReceivedNotInvoiced"),
        ("5900", "expense", "costVariance"),
        ("5100", "expense", "other"),
    ] {
        let body = json!({"code": code, "name": format!("Account {code}"), "type": kind, "subtype": subtype});
        user.post("/accounting/accounts", &body).await.expect(201);
    }
    let account =
        async |code: &str| user.get(&format!("/accounting/accounts?code={code}")).await.data()[0]["id"].clone();
    let accounts = json!({"valuationAccountId": account("1200").await, "cogsAccountId": account("5000").await, "adjustmentAccountId": account("5100").await});
    user.put("/organization", &accounts).await.expect(204);
    for code in ["MAIN", "SHOP"] {
        user.post("/warehouses", &json!({"code": code, "name": code})).await.expect(201);
    }
}

impl<'a> Moving<'a> {
    /// A new item.
    pub async fn new(user: &'a Caller, valued: Valued, number: u64) -> Self {
        let (name, method) = match valued {
            Valued::Fifo => ("FIFO", "fifo"),
            Valued::Average => ("AVERAGE", "average"),
            Valued::Lot => ("LOT", "specific"),
        };
        let sku = format!("{name}-{number}");
        let body = json!({
            "sku": sku, "name": sku, "costingMethod": method, "tracking": if valued == Valued::Lot { "lot" } else { "none" },
            "quantityDecimals": if valued == Valued::Average { 2 } else { 0 },
        });
        let item = user.post("/inventory/items", &body).await.expect(201).id();
        if valued == Valued::Lot {
            for lot in 1..=TRIES {
                let body = json!({"itemId": item, "number": format!("L{lot}")});
                user.post("/inventory/lots", &body).await.expect(201);
            }
        }
        let random = Random::new(number * 7 + valued as u64);
        Self { user, sku, valued, random, days: BTreeSet::new(), issues: Vec::new(), posted: 0 }
    }

    /// Moves it at random.
    pub async fn move_about(&mut self) {
        for number in 0..TRIES {
            // Something must be there first; later receipts of any day come before what moved already.
            let is_first = number < 3;
            let day = self.free_day(0, if is_first { DAYS / 12 } else { DAYS });
            let Some(day) = day else { continue };
            match self.random.below(if is_first { 1 } else { 12 }) {
                0..=3 => self.receive(number, day).await,
                4..=6 => self.take_out("issue", day).await,
                7 => self.take_out("scrap", day).await,
                8 => self.adjust(day).await,
                9 | 10 => self.transfer(day).await,
                _ => self.return_some().await,
            }
        }
    }

    /// A day after `from` on which nothing of the item moved.
    fn free_day(&mut self, from: i64, to: i64) -> Option<i64> {
        let free: Vec<i64> = (from + 1..=to).filter(|day| !self.days.contains(day)).collect();
        self.random.pick(&free).copied()
    }

    /// A quantity in the item's smallest unit.
    fn quantity(&mut self, most: i64) -> i64 {
        let pieces = self.random.between(1, most);
        if self.valued == Valued::Average { pieces * 100 + self.random.between(0, 99) } else { pieces }
    }

    fn line(&self, quantity: i64, more: Value) -> Value {
        let text = match self.valued {
            Valued::Average => format!("{}.{:02}", quantity / 100, quantity % 100),
            _ => quantity.to_string(),
        };
        let mut line = json!({"sku": self.sku, "quantity": text});
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        line
    }

    fn warehouse(&mut self) -> &'static str {
        if self.random.chance(33) { "SHOP" } else { "MAIN" }
    }

    /// What a quantity costs that comes from outside.
    fn cost(&mut self, quantity: i64) -> String {
        let pence = match self.valued {
            Valued::Average => self.random.between(1, 100_000),
            _ => quantity * PENCE * self.random.between(1, 5),
        };
        format!("{}.{:02}", pence / 100, pence % 100)
    }

    async fn receive(&mut self, number: usize, day: i64) {
        let quantity = self.quantity(24);
        let cost = self.cost(quantity);
        let mut more = json!({"totalCost": cost});
        if self.valued == Valued::Lot {
            more["lotNumber"] = json!(format!("L{}", number + 1));
        }
        let line = self.line(quantity, more);
        let warehouse = if self.valued == Valued::Lot { "MAIN" } else { self.warehouse() };
        self.post("receipt", day, warehouse, json!({}), line).await;
    }

    async fn take_out(&mut self, kind: &str, day: i64) {
        let (quantity, warehouse) = (self.quantity(6), self.warehouse());
        let more = self.lot();
        let line = self.line(quantity, more);
        let posted = self.post(kind, day, warehouse, json!({}), line.clone()).await;
        if let Some(id) = posted.filter(|_| kind == "issue" && self.valued != Valued::Lot) {
            self.issues.push(Issued { id, day, left: quantity, warehouse });
        }
    }

    /// One lot of those that may have come.
    fn lot(&mut self) -> Value {
        match self.valued {
            Valued::Lot => json!({"lotNumber": format!("L{}", self.random.between(1, 20))}),
            _ => json!({}),
        }
    }

    async fn adjust(&mut self, day: i64) {
        let quantity = self.quantity(6);
        let warehouse = self.warehouse();
        let (quantity, more) = match (self.valued, self.random.below(2)) {
            (Valued::Lot, _) | (_, 0) => (-quantity, self.lot()),
            _ => (quantity, json!({"totalCost": self.cost(quantity)})),
        };
        let mut line = self.line(quantity.abs(), more);
        if quantity < 0 {
            line["quantity"] = json!(format!("-{}", line["quantity"].as_str().unwrap()));
        }
        self.post("adjustment", day, warehouse, json!({}), line).await;
    }

    /// Lots stay: two halves of one would have two days, which a strict booking takes for two lots.
    async fn transfer(&mut self, day: i64) {
        if self.valued == Valued::Lot {
            return self.take_out("issue", day).await;
        }
        let (quantity, warehouse) = (self.quantity(6), self.warehouse());
        let to = if warehouse == "MAIN" { "SHOP" } else { "MAIN" };
        let line = self.line(quantity, json!({"toWarehouseCode": to}));
        self.post("transfer", day, warehouse, json!({}), line).await;
    }

    /// A part of an issue comes back, or the rest of it.
    async fn return_some(&mut self) {
        let chosen = self.random.below(self.issues.len());
        let Some(issued) = self.issues.get(chosen) else { return };
        let (of, since, left, warehouse) = (issued.id.clone(), issued.day, issued.left, issued.warehouse);
        let Some(day) = self.free_day(since, DAYS) else { return };
        let some = self.random.between(1, left);
        let line = self.line(some, json!({}));
        if self.post("return", day, warehouse, json!({"ofMovementId": of}), line).await.is_some() {
            self.issues[chosen].left -= some;
            self.issues.retain(|issued| issued.left > 0);
        }
    }

    /// Posts a movement; where goods would lack there or later, nothing happened. Answers its id.
    async fn post(&mut self, kind: &str, day: i64, warehouse: &str, header: Value, line: Value) -> Option<String> {
        let date = jiff::civil::date(2010, 1, 1).checked_add(jiff::Span::new().days(day)).unwrap();
        let mut body =
            json!({"kind": kind, "occurredAt": date.to_string(), "warehouseCode": warehouse, "lines": [line]});
        body.as_object_mut().unwrap().extend(header.as_object().unwrap().clone());
        let answer = self.user.post("/inventory/movements", &body).await;
        if answer.status != 201 {
            let code = answer.json()["code"].as_str().unwrap().to_owned();
            assert!(matches!(code.as_str(), "would_go_negative_at" | "takes_too_much"), "{code}: {body}");
            return None;
        }
        self.days.insert(day);
        self.posted += 1;
        Some(answer.id())
    }
}
