//! Sales of the made-up year: to the trade on account, in the shop for cash and cards; payments, and goods that come back.

use domain::value::Date;
use jiff::ToSpan as _;
use serde_json::{Value, json};

use super::catalogue::{CUSTOMERS, DEPOT, GOODS, SHOP};
use super::dice::Dice;
use super::money::{amount, entry, euro_rate, goods, line, owed, percent};
use super::shelves::Part;
use super::year::{Deed, Due, Returnable, Year, takings_of};

/// Percent of the usual trade in each month.
const SEASON: [i64; 12] = [70, 75, 90, 95, 100, 90, 85, 90, 110, 130, 160, 170];
/// Tax on sales in the country, in percent; exports have none.
const TAX: i64 = 20;
/// Pieces of each item that the shop has again each Monday, where the depot has them.
const SHOP_PIECES: i64 = 36;

impl Year {
    /// Sales on account.
    pub(super) fn sell(&mut self, day: Date, dice: &mut Dice) -> Vec<Deed> {
        let season = SEASON.get(usize::from(day.month().unsigned_abs()) - 1).copied().unwrap_or(100);
        let chance = u64::try_from(season * 45 / 100).unwrap_or(0);
        let sales = (0..3).filter(|_| dice.chance(chance)).count();
        (0..sales).flat_map(|_| self.sale(day, dice)).collect()
    }

    fn sale(&mut self, day: Date, dice: &mut Dice) -> Vec<Deed> {
        let customer = dice.weighed(CUSTOMERS.iter().map(|one| one.pace));
        let buyer = CUSTOMERS[customer];
        let is_export = buyer.currency != "GBP";
        let (mut lines, mut net, mut last) = (Vec::new(), 0, None);
        for _ in 0..dice.between(2, 5) {
            let index = dice.weighed(GOODS.iter().map(|good| good.often));
            let good = GOODS[index];
            let wanted = dice.between(1, 6) * if good.price > 500 { 4 } else { 24 };
            // In euros, a sixth more than in pounds.
            let price = if is_export { percent(good.price, 117) } else { good.price };
            for part in self.depot[index].take(wanted) {
                net += price * part.1;
                lines.push(out_of_bin(index, &part));
                last = Some((index, part, price));
            }
        }
        let Some((good, part, price)) = last else { return Vec::new() };
        self.invoices += 1;
        let (number, name) = (self.invoices, format!("inv-{}", self.invoices));
        let tax = if is_export { 0 } else { percent(net, TAX) };
        self.tax.0 += tax;
        let due = day.checked_add(buyer.terms.days()).unwrap_or(day);
        let sold = vec![owed("1100", net + tax, buyer.name, due), line("4000", -net), line("2200", -tax)];
        let sold = entry("SJ", day, &name, &format!("Invoice {number}"), buyer.currency, sold);
        let gone = goods("issue", day, DEPOT, &format!("out-{number}"), lines, Some(buyer.name));
        // What comes back is told apart from the rest of the sale by its item alone.
        if !is_export && lines_of(&gone, good) == 1 {
            self.returnable = Some(Returnable { sale: number, customer, good, part, price });
        }
        // Most pay about when they must; one in twenty does not.
        if !dice.chance(5) {
            let late = if dice.chance(25) { dice.between(5, 24) } else { dice.between(-4, 3) };
            let paid = Due::Money { invoice: name, customer, gross: net + tax };
            self.later(day, buyer.terms + late, paid);
        }
        vec![Deed::entry(sold), Deed::movement(gone)]
    }

    /// A customer's payment, matched with the invoice.
    pub(super) fn receive_money(&mut self, invoice: &str, customer: usize, gross: i64, day: Date) -> Vec<Deed> {
        let payer = CUSTOMERS[customer];
        let bank = if payer.currency == "GBP" { "1010" } else { "1015" };
        let name = invoice.replace("inv-", "pay-");
        let lines = vec![owed("1100", -gross, payer.name, day), line(bank, gross)];
        let paid = entry("BANK", day, &name, &format!("Payment of {}", payer.name), payer.currency, lines);
        let matched = json!([{"entryId": format!("${invoice}"), "lineNumber": 1}, {"entryId": format!("${name}"), "lineNumber": 1}]);
        vec![Deed::entry(paid), Deed::settled(day, matched)]
    }

    /// What the shop took on a day.
    pub(super) fn takings(&mut self, day: Date, dice: &mut Dice) -> Vec<Deed> {
        let (mut lines, mut gross) = (Vec::new(), 0);
        for _ in 0..dice.between(6, 10) {
            let index = dice.weighed(GOODS.iter().map(|good| good.often));
            let wanted = dice.between(1, 5);
            for (lot, pieces) in self.shop[index].take(wanted) {
                gross += percent(GOODS[index].price, 160) * pieces;
                let mut row = json!({"sku": GOODS[index].sku, "quantity": pieces.to_string()});
                if let Some(lot) = lot {
                    row["lotNumber"] = json!(lot);
                }
                lines.push(row);
            }
        }
        let tax = gross - gross * 100 / (100 + TAX);
        let card = percent(gross, 80);
        self.tax.0 += tax;
        (self.cards, self.till) = (self.cards + card, self.till + gross - card);
        let took = vec![line("1020", card), line("1000", gross - card), line("4000", tax - gross), line("2200", -tax)];
        let took = entry("CASH", day, &takings_of(day), "Takings of the shop", "GBP", took);
        let gone = goods("issue", day, SHOP, &format!("shop-{day}"), lines, None);
        vec![Deed::entry(took), Deed::movement(gone)]
    }

    /// Takings come to the bank: those by card less what the card company keeps.
    pub(super) fn bank_takings(&mut self, day: Date) -> Vec<Deed> {
        let (cards, till) = (std::mem::take(&mut self.cards), std::mem::take(&mut self.till));
        if cards + till == 0 {
            return Vec::new();
        }
        let fee = cards * 14 / 1_000;
        let lines =
            vec![line("1010", cards + till - fee), line("6300", fee), line("1020", -cards), line("1000", -till)];
        vec![Deed::entry(entry("BANK", day, &format!("banked-{day}"), "Takings of the week, banked", "GBP", lines))]
    }

    /// The shop gets goods from the depot.
    pub(super) fn top_up_shop(&mut self, day: Date) -> Vec<Deed> {
        let mut lines = Vec::new();
        for index in 0..GOODS.len() {
            let lacking = SHOP_PIECES - self.shop[index].pieces();
            // The depot keeps some for the trade.
            let spare = self.depot[index].pieces() / 4;
            if lacking < SHOP_PIECES / 3 {
                continue;
            }
            for part in self.depot[index].take(lacking.min(spare)) {
                lines.push(out_of_bin(index, &part));
                self.shop[index].put(part);
            }
        }
        if lines.is_empty() {
            return Vec::new();
        }
        let mut moved = goods("transfer", day, DEPOT, &format!("top-up-{day}"), lines, None);
        moved["toWarehouseCode"] = json!(SHOP);
        vec![Deed::movement(moved)]
    }

    /// A customer sends a part of the newest sale back, and is credited with it.
    pub(super) fn come_back(&mut self, day: Date) -> Vec<Deed> {
        let Some(Returnable { sale, customer, good, part: (lot, pieces), price }) = self.returnable.take() else {
            return Vec::new();
        };
        if lot.as_ref().and_then(|lot| self.expires.get(lot)).is_some_and(|last| *last <= day) {
            return Vec::new();
        }
        let (buyer, pieces) = (CUSTOMERS[customer], (pieces / 4).max(1));
        let (net, name) = (price * pieces, format!("credit-{sale}"));
        let tax = percent(net, TAX);
        self.tax.0 -= tax;
        let lines = vec![line("4100", net), line("2200", tax), owed("1100", -net - tax, buyer.name, day)];
        let credited = entry("SJ", day, &name, &format!("Credit note for invoice {sale}"), "GBP", lines);
        let row = out_of_bin(good, &(lot.clone(), pieces));
        let mut back = goods("return", day, DEPOT, &format!("back-{sale}"), vec![row], Some(buyer.name));
        back["ofMovementId"] = json!(format!("$out-{sale}"));
        self.depot[good].put((lot, pieces));
        vec![Deed::entry(credited), Deed::movement(back)]
    }

    /// Pounds are changed into this many euro cents.
    pub(super) fn euros(day: Date, cents: i64) -> Vec<Deed> {
        let pence = (cents * euro_rate(day) + 5_000) / 10_000;
        let mut lines = vec![line("1015", cents), line("1010", -pence)];
        lines[0]["currency"] = json!("EUR");
        lines[0]["baseDebit"] = json!(amount(pence));
        vec![Deed::entry(entry("BANK", day, &format!("euros-{day}"), "Pounds changed into euros", "GBP", lines))]
    }
}

/// A line of goods that leave their bin in the depot, or come back to it.
pub(super) fn out_of_bin(good: usize, (lot, pieces): &Part) -> Value {
    let mut row = json!({"sku": GOODS[good].sku, "quantity": pieces.to_string(), "locationCode": GOODS[good].bin});
    if let Some(lot) = lot {
        row["lotNumber"] = json!(lot);
    }
    row
}

/// How many lines of a movement have this item.
fn lines_of(movement: &Value, good: usize) -> usize {
    movement["lines"].as_array().map_or(0, |lines| lines.iter().filter(|line| line["sku"] == GOODS[good].sku).count())
}
