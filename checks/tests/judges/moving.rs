//! Goods that move at random, the same each time: received, sold, moved, returned, found and scrapped, also on days
//! before others that moved already; and now and then one of these is voided.

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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Valued {
    /// First in, first out: whole pieces at exact unit costs.
    Fifo,
    /// Moving average: parts of pieces at any cost.
    Average,
    /// Each lot for itself.
    Lot,
    /// Each piece for itself.
    Piece,
}

/// An item that moves.
pub struct Moving<'a> {
    user: &'a Caller,
    pub sku: String,
    valued: Valued,
    random: Random,
    days: BTreeSet<i64>,
    /// Lots or pieces that came.
    came: Vec<usize>,
    issues: Vec<Issued>,
    /// Movements that may be voided, each with the issue and how much of it came back by it.
    movements: Vec<(String, Option<(String, i64)>)>,
    /// Movements that were posted.
    pub posted: usize,
    /// Those of them that were voided.
    pub voided: usize,
}

/// An issue of which something may come back.
struct Issued {
    id: String,
    day: i64,
    left: i64,
    warehouse: &'static str,
    /// Which lot or piece it was.
    named: Value,
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
            Valued::Piece => ("PIECE", "specific"),
        };
        let tracking = match valued {
            Valued::Fifo | Valued::Average => "none",
            Valued::Lot => "lot",
            Valued::Piece => "serial",
        };
        let sku = format!("{name}-{number}");
        let body = json!({
            "sku": sku, "name": sku, "costingMethod": method, "tracking": tracking,
            "quantityDecimals": if valued == Valued::Average { 2 } else { 0 },
        });
        let item = user.post("/inventory/items", &body).await.expect(201).id();
        let nouns = [(Valued::Lot, "lots"), (Valued::Piece, "serials")];
        for (_, noun) in nouns.into_iter().filter(|(one, _)| *one == valued) {
            for number in 1..=TRIES {
                let body = json!({"itemId": item, "number": format!("L{number}")});
                user.post(&format!("/inventory/{noun}"), &body).await.expect(201);
            }
        }
        let random = Random::new(number * 7 + valued as u64);
        let (days, came, issues, movements) = (BTreeSet::new(), Vec::new(), Vec::new(), Vec::new());
        Self { user, sku, valued, random, days, came, issues, movements, posted: 0, voided: 0 }
    }

    /// Moves it at random.
    pub async fn move_about(&mut self) {
        for number in 0..TRIES {
            // Something must be there first; later receipts of any day come before earlier movements.
            let is_first = number < 3;
            let day = self.free_day(0, if is_first { DAYS / 12 } else { DAYS });
            let Some(day) = day else { continue };
            match self.random.below(if is_first { 1 } else { 13 }) {
                0..=3 => self.receive(number, day).await,
                4..=6 => self.take_out("issue", day).await,
                7 => self.take_out("scrap", day).await,
                8 => self.adjust(day).await,
                9 | 10 => self.transfer(day).await,
                11 => self.return_some().await,
                _ => self.void_one().await,
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
        match self.valued {
            Valued::Average => pieces * 100 + self.random.between(0, 99),
            Valued::Fifo | Valued::Lot => pieces,
            Valued::Piece => 1,
        }
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

    /// The cost of a quantity from outside.
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
        let mut more = self.named(number + 1);
        more["totalCost"] = json!(cost);
        let line = self.line(quantity, more);
        let warehouse = if self.is_apart() { "MAIN" } else { self.warehouse() };
        if self.post("receipt", day, warehouse, json!({}), line).await.is_some() {
            self.came.push(number + 1);
        }
    }

    async fn take_out(&mut self, kind: &str, day: i64) {
        let (quantity, warehouse) = (self.quantity(6), self.warehouse());
        let named = self.some();
        let line = self.line(quantity, named.clone());
        let posted = self.post(kind, day, warehouse, json!({}), line).await;
        // A return of a lot would be a second lot to a strict booking.
        if let Some(id) = posted.filter(|_| kind == "issue" && self.valued != Valued::Lot) {
            self.issues.push(Issued { id, day, left: quantity, warehouse, named });
        }
    }

    fn is_apart(&self) -> bool {
        matches!(self.valued, Valued::Lot | Valued::Piece)
    }

    /// The lot or piece of a line.
    fn named(&self, number: usize) -> Value {
        match self.valued {
            Valued::Lot => json!({"lotNumber": format!("L{number}")}),
            Valued::Piece => json!({"serialNumber": format!("L{number}")}),
            Valued::Fifo | Valued::Average => json!({}),
        }
    }

    /// One lot or piece of those that came.
    fn some(&mut self) -> Value {
        let number = self.random.pick(&self.came).copied().unwrap_or(1);
        self.named(number)
    }

    async fn adjust(&mut self, day: i64) {
        let quantity = self.quantity(6);
        let warehouse = self.warehouse();
        let (quantity, more) = match (self.valued, self.random.below(2)) {
            (Valued::Lot | Valued::Piece, _) | (_, 0) => (-quantity, self.some()),
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
        let mut more = self.some();
        more["toWarehouseCode"] = json!(to);
        let line = self.line(quantity, more);
        self.post("transfer", day, warehouse, json!({}), line).await;
    }

    /// A part of an issue comes back, or the rest of it.
    async fn return_some(&mut self) {
        let open: Vec<&Issued> = self.issues.iter().filter(|one| one.left > 0).collect();
        let Some(Issued { id, day, left, warehouse, named }) = self.random.pick(&open) else { return };
        let (of, since, left, warehouse, named) = (id.clone(), *day, *left, *warehouse, named.clone());
        let Some(day) = self.free_day(since, DAYS) else { return };
        let some = self.random.between(1, left);
        let line = self.line(some, named);
        if self.post("return", day, warehouse, json!({"ofMovementId": of}), line).await.is_some() {
            self.came_back(&of, some);
            if let Some((_, came_back)) = self.movements.last_mut() {
                *came_back = Some((of, some));
            }
        }
    }

    fn came_back(&mut self, issue: &str, quantity: i64) {
        if let Some(issued) = self.issues.iter_mut().find(|issued| issued.id == issue) {
            issued.left -= quantity;
        }
    }

    /// One of all documents is voided, if later ones can do without it. It is as if it had never existed.
    async fn void_one(&mut self) {
        let chosen = self.random.below(self.movements.len());
        let Some((id, came_back)) = self.movements.get(chosen).cloned() else { return };
        let reason = json!({"reason": "entered twice"});
        let answer = self.user.post(&format!("/inventory/movements/{id}/void"), &reason).await;
        if answer.status != 204 {
            let code = answer.json()["code"].as_str().unwrap().to_owned();
            let is_needed =
                ["would_go_negative_at", "movement_has_dependents", "serial_in_stock"].contains(&code.as_str());
            assert!(is_needed, "{code} where {id} is voided");
            return;
        }
        self.voided += 1;
        self.movements.remove(chosen);
        self.issues.retain(|issued| issued.id != id);
        if let Some((issue, quantity)) = came_back {
            self.came_back(&issue, -quantity);
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
            let is_lacking = ["insufficient_stock", "would_go_negative_at", "takes_too_much", "serial_in_stock"]
                .contains(&code.as_str());
            assert!(is_lacking, "{code}: {body}");
            return None;
        }
        self.days.insert(day);
        self.posted += 1;
        self.movements.push((answer.id(), None));
        Some(answer.id())
    }
}
