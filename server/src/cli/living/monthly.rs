//! What comes back every month of the made-up year: rent, wages, taxes, depreciation, the loan, breakage.

use domain::value::Date;
use serde_json::{Value, json};

use super::catalogue::{DEPOT, GOODS, SHOP};
use super::dice::Dice;
use super::money::{entry, goods, line};
use super::selling::out_of_bin;
use super::year::{Deed, Year};

impl Year {
    /// What the day of the month brings.
    pub(super) fn fixed(&mut self, day: Date, dice: &mut Dice) -> Vec<Deed> {
        let month = day.month();
        let mut deeds = match day.day() {
            1 => {
                if [1, 4, 7, 10].contains(&month) {
                    self.tax_return = std::mem::take(&mut self.tax);
                }
                vec![bank(day, "rent", "Rent of depot and shop", vec![line("6100", 115_000), line("1010", -115_000)])]
            }
            5 => {
                let power = dice.between(16_500, 26_000);
                vec![bank(day, "power", "Power and water", vec![line("6110", power), line("1010", -power)])]
            }
            7 => self.pay_tax(day),
            10 | 24 => self.break_one(day, dice),
            12 => self.come_back(day),
            15 if [2, 5, 8, 11].contains(&month) => Self::euros(day, 300_000),
            18 => {
                let lines = vec![line("2220", 98_000), line("1010", -98_000)];
                vec![bank(day, "payroll-tax", "Taxes on wages", lines)]
            }
            20 => {
                let (adverts, software) = (dice.between(14_000, 38_000), 9_600);
                let lines = vec![line("6310", adverts), line("6430", software), line("1010", -adverts - software)];
                vec![bank(day, "running", "Advertising and software", lines)]
            }
            25 => {
                let lines =
                    vec![line("6000", 372_000), line("6010", 41_000), line("2220", -98_000), line("1010", -315_000)];
                vec![bank(day, "wages", "Wages", lines)]
            }
            _ => Vec::new(),
        };
        if day == day.last_of_month() {
            let wear = vec![line("6500", 31_000), line("1590", -31_000)];
            deeds.push(Deed::entry(entry("GJ", day, &format!("wear-{day}"), "Depreciation of the month", "GBP", wear)));
            let loan = vec![line("2500", 40_000), line("7200", 9_200), line("1010", -49_200)];
            deeds.push(bank(day, "loan", "Loan: repayment and interest", loan));
        }
        deeds
    }

    /// The tax of the last quarter is paid, or comes back.
    fn pay_tax(&mut self, day: Date) -> Vec<Deed> {
        let (sales, purchases) = std::mem::take(&mut self.tax_return);
        if (sales, purchases) == (0, 0) {
            return Vec::new();
        }
        let lines = vec![line("2200", sales), line("1150", -purchases), line("1010", purchases - sales)];
        vec![bank(day, "vat", "VAT of the last quarter", lines)]
    }

    /// Lots that can be used no longer leave depot and shop.
    pub(super) fn throw_away(&mut self, day: Date) -> Vec<Deed> {
        let (mut depot, mut shop) = (Vec::new(), Vec::new());
        for (index, good) in GOODS.iter().enumerate().filter(|(_, good)| good.keeps.is_some()) {
            let is_over = |lot: &str| self.expires.get(lot).is_some_and(|last| *last < day);
            depot.extend(self.depot[index].clear(is_over).iter().map(|part| out_of_bin(index, part)));
            let of_shop = self.shop[index].clear(is_over).into_iter();
            shop.extend(
                of_shop.map(|(lot, pieces)| json!({"sku": good.sku, "quantity": pieces.to_string(), "lotNumber": lot})),
            );
        }
        let mut deeds = Vec::new();
        for (place, rows) in [(DEPOT, depot), (SHOP, shop)] {
            if !rows.is_empty() {
                let mut over = goods("scrap", day, place, &format!("expired-{place}-{day}"), rows, None);
                over["description"] = json!("Expired");
                deeds.push(Deed::movement(over));
            }
        }
        deeds
    }

    /// A piece breaks in the depot.
    fn break_one(&mut self, day: Date, dice: &mut Dice) -> Vec<Deed> {
        let index = dice.weighed(GOODS.iter().map(|good| good.often));
        let rows: Vec<Value> = self.depot[index].take(1).iter().map(|part| out_of_bin(index, part)).collect();
        if rows.is_empty() {
            return Vec::new();
        }
        let mut broken = goods("scrap", day, DEPOT, &format!("broken-{day}"), rows, None);
        broken["description"] = json!("Broken on the shelf");
        vec![Deed::movement(broken)]
    }
}

fn bank(day: Date, what: &str, description: &str, lines: Vec<Value>) -> Deed {
    Deed::entry(entry("BANK", day, &format!("{what}-{day}"), description, "GBP", lines))
}
