//! Purchases of the made-up year: goods come some days after their order, then the supplier's invoice, freight, and payment.

use domain::value::Date;
use jiff::ToSpan as _;
use serde_json::{Value, json};

use super::catalogue::{DEPOT, GOODS, OTHERS, SUPPLIERS};
use super::dice::Dice;
use super::money::{amount, entry, euro_rate, goods, line, owed, percent};
use super::year::{Deed, Due, Year};

/// Tax on purchases in the country, in percent.
const TAX: i64 = 20;
/// Orders are in boxes of this many.
const BOX: i64 = 12;
/// Freight from the continent, in percent of the goods.
const FREIGHT: i64 = 4;

/// An order on its way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Delivery {
    pub number: u32,
    /// Its place among the suppliers.
    pub supplier: usize,
    /// Items and pieces.
    pub rows: Vec<(usize, i64)>,
}

impl Delivery {
    /// What the goods cost, in hundredths of the supplier's currency.
    fn worth(&self) -> i64 {
        self.rows.iter().map(|(index, pieces)| GOODS[*index].cost * pieces).sum()
    }

    /// The receipt of its goods on a day.
    #[must_use]
    pub fn receipt(&self, day: Date) -> Value {
        let rows = self.rows.iter().map(|(index, pieces)| {
            let good = GOODS[*index];
            let mut row = json!({
                "sku": good.sku, "quantity": pieces.to_string(), "totalCost": amount(good.cost * pieces),
                "locationCode": good.bin,
            });
            if let Some((number, expires)) = self.lot(*index, day) {
                row["lot"] = json!({"number": number, "expiresOn": expires.to_string()});
            }
            row
        });
        let supplier = SUPPLIERS[self.supplier];
        let name = format!("rec-{}", self.number);
        let mut body = goods("receipt", day, DEPOT, &name, rows.collect(), Some(supplier.name));
        body["currency"] = json!(supplier.currency);
        body["description"] = json!(format!("Delivery of order {}", self.number));
        body
    }

    /// The lot of an item in it, and its last day; `None` for goods without lots.
    fn lot(&self, index: usize, day: Date) -> Option<(String, Date)> {
        let good = GOODS[index];
        Some((format!("{}-{}", good.sku, self.number), day.checked_add(good.keeps?.days()).ok()?))
    }
}

impl Year {
    /// Whether an item is bought in euros.
    pub(super) fn is_foreign(index: usize) -> bool {
        SUPPLIERS[GOODS[index].supplier].currency != "GBP"
    }

    /// Orders what runs low.
    pub(super) fn order(&mut self, day: Date) {
        for (supplier, seller) in SUPPLIERS.iter().enumerate() {
            let mut rows = Vec::new();
            for (index, good) in GOODS.iter().enumerate().filter(|(_, good)| good.supplier == supplier) {
                let there = self.depot[index].pieces() + self.on_order[index];
                if there < good.most / 2 {
                    let pieces = (good.most - there + BOX - 1) / BOX * BOX;
                    self.on_order[index] += pieces;
                    rows.push((index, pieces));
                }
            }
            if !rows.is_empty() {
                self.orders += 1;
                let delivery = Delivery { number: self.orders, supplier, rows };
                self.later(day, i64::try_from(seller.pace).unwrap_or(0), Due::Goods(delivery));
            }
        }
    }

    /// What was put on a day happens.
    pub(super) fn fall_due(&mut self, due: Due, day: Date, dice: &mut Dice) -> Vec<Deed> {
        match due {
            Due::Money { invoice, customer, gross } => self.receive_money(&invoice, customer, gross, day),
            Due::Goods(delivery) => self.receive_goods(delivery, day, dice),
            Due::Bill(delivery) => self.billed(&delivery, day, dice),
            Due::Payment { bill, supplier, gross } => paid(&bill, supplier, gross, day),
            Due::Carrier { bill, gross } => carrier_paid(&bill, gross, day),
        }
    }

    fn receive_goods(&mut self, delivery: Delivery, day: Date, dice: &mut Dice) -> Vec<Deed> {
        for (index, pieces) in &delivery.rows {
            self.on_order[*index] -= pieces;
            let lot = delivery.lot(*index, day);
            self.depot[*index].put((lot.as_ref().map(|(number, _)| number.clone()), *pieces));
            self.expires.extend(lot);
        }
        let receipt = delivery.receipt(day);
        self.later(day, dice.between(3, 7), Due::Bill(delivery));
        vec![Deed::movement(receipt)]
    }

    /// The supplier's invoice, now and then a little higher than the order; from the continent, freight comes along.
    fn billed(&mut self, delivery: &Delivery, day: Date, dice: &mut Dice) -> Vec<Deed> {
        let (number, seller) = (delivery.number, SUPPLIERS[delivery.supplier]);
        let is_foreign = seller.currency != "GBP";
        let due = day.checked_add(seller.terms.days()).unwrap_or(day);
        let dearer = if dice.chance(15) { 3 } else { 0 };
        let (mut rows, mut net) = (Vec::new(), 0);
        for (index, pieces) in &delivery.rows {
            let charged = percent(GOODS[*index].cost * pieces, 100 + dearer);
            net += charged;
            rows.push(json!({"sku": GOODS[*index].sku, "amount": amount(charged)}));
        }
        let tax = if is_foreign { 0 } else { percent(net, TAX) };
        self.tax.1 += tax;
        let name = format!("bill-{number}");
        let mut bill = goods("supplierInvoice", day, DEPOT, &name, rows, Some(seller.name));
        of_receipt(&mut bill, number);
        bill["dueDate"] = json!(due.to_string());
        bill["currency"] = json!(seller.currency);
        if tax > 0 {
            bill["charges"] = json!([{"accountCode": "1150", "amount": amount(tax), "description": "VAT"}]);
        }
        self.later(due, 0, Due::Payment { bill: name, supplier: delivery.supplier, gross: net + tax });
        let mut deeds = vec![Deed::movement(bill)];
        if is_foreign {
            deeds.extend(self.freight(delivery, day));
        }
        deeds
    }

    fn freight(&mut self, delivery: &Delivery, day: Date) -> Vec<Deed> {
        let number = delivery.number;
        let freight = percent(delivery.worth() * euro_rate(day) / 10_000, FREIGHT);
        let mut landed = goods("landedCost", day, DEPOT, &format!("freight-{number}"), Vec::new(), None);
        of_receipt(&mut landed, number);
        landed["amount"] = json!(amount(freight));
        landed["splitBy"] = json!("value");
        let (name, gross, haulier) = (format!("haul-{number}"), freight + percent(freight, TAX), OTHERS[0].1);
        self.tax.1 += gross - freight;
        let due = day.checked_add(14.days()).unwrap_or(day);
        let lines = vec![owed("2000", -gross, haulier, due), line("2015", freight), line("1150", gross - freight)];
        let billed = entry("PJ", day, &name, &format!("Freight of order {number}"), "GBP", lines);
        self.later(due, 0, Due::Carrier { bill: name, gross });
        vec![Deed::movement(landed), Deed::entry(billed)]
    }
}

/// What a document says of a receipt it says of its goods, wherever they lie.
fn of_receipt(document: &mut Value, number: u32) {
    document["ofMovementId"] = json!(format!("$rec-{number}"));
    if let Some(fields) = document.as_object_mut() {
        fields.retain(|name, value| name != "warehouseCode" && value.as_array().is_none_or(|rows| !rows.is_empty()));
    }
}

fn paid(bill: &str, supplier: usize, gross: i64, day: Date) -> Vec<Deed> {
    let seller = SUPPLIERS[supplier];
    let bank = if seller.currency == "GBP" { "1010" } else { "1015" };
    let name = bill.replace("bill-", "paid-");
    let lines = vec![owed("2000", gross, seller.name, day), line(bank, -gross)];
    let entered = entry("BANK", day, &name, &format!("Payment to {}", seller.name), seller.currency, lines);
    let matched = Deed::settled(day, json!([{"entryId": format!("${name}"), "lineNumber": 1}]));
    vec![Deed::entry(entered), Deed { settles: Some(bill.to_owned()), ..matched }]
}

fn carrier_paid(bill: &str, gross: i64, day: Date) -> Vec<Deed> {
    let name = bill.replace("haul-", "hauled-");
    let lines = vec![owed("2000", gross, OTHERS[0].1, day), line("1010", -gross)];
    let entered = entry("BANK", day, &name, &format!("Payment to {}", OTHERS[0].1), "GBP", lines);
    let lines =
        json!([{"entryId": format!("${bill}"), "lineNumber": 1}, {"entryId": format!("${name}"), "lineNumber": 1}]);
    vec![Deed::entry(entered), Deed::settled(day, lines)]
}
