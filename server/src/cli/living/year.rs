//! The made-up year day by day: what is sold, bought, paid and moved. It reads no books: the same days make the same
//! documents wherever they are made.

use std::collections::BTreeMap;

use domain::value::Date;
use jiff::ToSpan as _;
use jiff::civil::Weekday;
use serde_json::{Value, json};

use super::buying::Delivery;
use super::catalogue::{DEPOT, GOODS, SHOP};
use super::dice::Dice;
use super::money::{SOURCE, amount, entry, line};
use super::shelves::{Part, Shelf};

/// What one day asks of the service, in order: items of `POST /batch`.
#[derive(Clone, PartialEq, Debug)]
pub struct Deed {
    /// By which later ones refer to what this one makes, and the external id of that.
    pub name: Option<String>,
    /// Where it is posted.
    pub path: &'static str,
    /// What.
    pub body: Value,
    /// For a match: the supplier's invoice whose payable line it settles, besides those that it names.
    pub settles: Option<String>,
}

/// What falls due on a later day.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Due {
    /// A customer pays: the invoice, the customer, and hundredths of its currency.
    Money { invoice: String, customer: usize, gross: i64 },
    /// Goods come.
    Goods(Delivery),
    /// Their invoice comes.
    Bill(Delivery),
    /// It is paid: its name, whom, and hundredths of its currency.
    Payment { bill: String, supplier: usize, gross: i64 },
    /// The carrier is paid: its name and pence.
    Carrier { bill: String, gross: i64 },
}

/// The state of trade at the end of a day.
#[derive(Clone, Debug)]
pub struct Year {
    /// The last day that was made.
    pub(super) today: Date,
    pub(super) depot: Vec<Shelf>,
    pub(super) shop: Vec<Shelf>,
    pub(super) on_order: Vec<i64>,
    pub(super) invoices: u32,
    pub(super) orders: u32,
    pub(super) due: BTreeMap<Date, Vec<Due>>,
    /// The last day on which each lot can be used.
    pub(super) expires: BTreeMap<String, Date>,
    /// What fell on a Sunday.
    of_sunday: Vec<Deed>,
    /// Tax on sales and on purchases since the last return, and what that one has to pay.
    pub(super) tax: (i64, i64),
    pub(super) tax_return: (i64, i64),
    /// Takings that are not at the bank yet: by card, and in the till.
    pub(super) cards: i64,
    pub(super) till: i64,
    /// The newest sale of which something may come back.
    pub(super) returnable: Option<Returnable>,
}

/// A sold part: its movement, customer, item, lot, pieces, and pence that one cost the customer.
#[derive(Clone, Debug)]
pub(super) struct Returnable {
    pub sale: u32,
    pub customer: usize,
    pub good: usize,
    pub part: Part,
    pub price: i64,
}

impl Year {
    /// The company as it begins on a day: its opening balances and goods.
    #[must_use]
    pub fn begin(start: Date) -> (Self, Vec<Deed>) {
        let mut year = Self {
            today: start.yesterday().unwrap_or(start),
            depot: vec![Shelf::default(); GOODS.len()],
            shop: vec![Shelf::default(); GOODS.len()],
            on_order: vec![0; GOODS.len()],
            invoices: 1_000,
            orders: 400,
            due: BTreeMap::new(),
            expires: BTreeMap::new(),
            of_sunday: Vec::new(),
            tax: (0, 0),
            tax_return: (0, 0),
            cards: 0,
            till: 0,
            returnable: None,
        };
        let deeds = year.open(start);
        (year, deeds)
    }

    fn open(&mut self, start: Date) -> Vec<Deed> {
        let mut dice = Dice::of("opening");
        let (mut lines, mut worth) = (Vec::new(), 0);
        for (index, good) in GOODS.iter().enumerate() {
            let lot = good.keeps.map(|_| format!("{}-OPEN", good.sku));
            let expires = good.keeps.and_then(|days| start.checked_add((days * 2 / 3).days()).ok());
            for (place, pieces) in [(DEPOT, good.most * dice.between(60, 95) / 100), (SHOP, good.most / 12)] {
                // Goods from the continent were bought at about this rate.
                let cost = pieces * if Self::is_foreign(index) { good.cost * 86 / 100 } else { good.cost };
                let mut row = json!({"sku": good.sku, "quantity": pieces.to_string(), "totalCost": amount(cost), "warehouseCode": place});
                if place == DEPOT {
                    row["locationCode"] = json!(good.bin);
                }
                if let (Some(lot), Some(expires)) = (&lot, expires) {
                    row["lot"] = json!({"number": lot, "expiresOn": expires.to_string()});
                    self.expires.insert(lot.clone(), expires);
                }
                lines.push(row);
                worth += cost;
                let shelf = if place == DEPOT { &mut self.depot[index] } else { &mut self.shop[index] };
                shelf.put((lot.clone(), pieces));
            }
        }
        let goods = json!({
            "kind": "opening", "occurredAt": start.to_string(), "warehouseCode": DEPOT, "description": "Opening stock",
            "source": SOURCE, "externalId": "opening-goods", "lines": lines,
        });
        let balances = vec![
            line("1010", 3_200_000),
            line("1500", 1_860_000),
            line("1590", -744_000),
            line("2500", -2_000_000),
            line("3000", -1_500_000),
            line("3900", -816_000),
        ];
        let balances = entry("OPEN", start, "opening-balances", "Opening balances", "GBP", balances);
        // What is left of the opening belongs to the owners.
        let owners = vec![line("3900", 816_000 + worth), line("3100", -816_000 - worth)];
        let owners = entry("GJ", start, "opening-equity", "Opening balances to retained earnings", "GBP", owners);
        let mut deeds: Vec<Deed> = vec![Deed::movement(goods), Deed::opening(balances), Deed::opening(owners)];
        deeds.extend(Self::euros(start, 900_000));
        deeds
    }

    /// The documents of all days up to this one, day by day; days must come in order.
    pub fn until(&mut self, end: Date) -> Vec<(Date, Vec<Deed>)> {
        let mut days = Vec::new();
        while let Some(day) = self.today.tomorrow().ok().filter(|day| *day <= end) {
            // On Sundays nobody is there: what falls on one is entered on Monday.
            if day.weekday() == Weekday::Sunday {
                let fixed = self.fixed(day, &mut Dice::of(&day.to_string()));
                self.of_sunday.extend(fixed);
            } else {
                let deeds = self.day(day);
                days.push((day, deeds));
            }
            self.today = day;
        }
        days
    }

    fn day(&mut self, day: Date) -> Vec<Deed> {
        let mut dice = Dice::of(&day.to_string());
        let mut deeds = std::mem::take(&mut self.of_sunday);
        deeds.extend(self.throw_away(day));
        let open = self.due.split_off(&day.tomorrow().unwrap_or(day));
        for due in std::mem::replace(&mut self.due, open).into_values().flatten() {
            deeds.extend(self.fall_due(due, day, &mut dice));
        }
        if day.weekday() == Weekday::Monday {
            deeds.extend(self.top_up_shop(day));
            deeds.extend(self.bank_takings(day));
        }
        if day.weekday() != Weekday::Saturday {
            deeds.extend(self.sell(day, &mut dice));
        }
        deeds.extend(self.takings(day, &mut dice));
        if matches!(day.weekday(), Weekday::Tuesday | Weekday::Friday) {
            self.order(day);
        }
        deeds.extend(self.fixed(day, &mut dice));
        deeds
    }

    /// Deliveries that have not come yet, by the day on which they are expected.
    #[must_use]
    pub fn expected(&self) -> Vec<(Date, Delivery)> {
        let open = self.due.iter().flat_map(|(day, dues)| dues.iter().map(move |due| (*day, due)));
        let goods = open.filter_map(|(day, due)| match due {
            Due::Goods(delivery) => Some((day, delivery.clone())),
            Due::Money { .. } | Due::Bill(_) | Due::Payment { .. } | Due::Carrier { .. } => None,
        });
        goods.collect()
    }

    /// Puts something on a later day.
    pub(super) fn later(&mut self, day: Date, days: i64, due: Due) {
        self.due.entry(day.checked_add(days.days()).unwrap_or(day)).or_default().push(due);
    }
}

impl Deed {
    /// An entry that is posted.
    #[must_use]
    pub fn entry(body: Value) -> Self {
        Self::at("/accounting/journal-entries", body)
    }

    /// The same for an opening balance.
    fn opening(mut body: Value) -> Self {
        body["entryType"] = json!("opening");
        Self::entry(body)
    }

    /// A movement of goods that is posted.
    #[must_use]
    pub fn movement(body: Value) -> Self {
        Self::at("/inventory/movements", body)
    }

    /// A match of lines.
    #[must_use]
    pub fn settled(day: Date, lines: Value) -> Self {
        Self { name: None, ..Self::at("/accounting/matches", json!({"date": day.to_string(), "lines": lines})) }
    }

    fn at(path: &'static str, body: Value) -> Self {
        Self { name: body["externalId"].as_str().map(str::to_owned), path, body, settles: None }
    }
}

/// The external id of the takings of a day; every day on which the company works has some.
#[must_use]
pub fn takings_of(day: Date) -> String {
    format!("takings-{day}")
}
