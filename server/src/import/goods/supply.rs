//! The stock that must have been there: the opening of the main warehouse, and the goods that the web warehouse got
//! each morning.

use std::collections::BTreeMap;

use domain::value::Date;

use super::moves::{Move, Site};
use super::row::ONE;

/// The stock of each item in each warehouse, in millionths.
pub type Levels = BTreeMap<(Site, String), i128>;

/// Goods by item, in millionths, above 0.
pub type Quantities = BTreeMap<String, i128>;

/// Goods come in dozens.
const DOZEN: i128 = 12 * ONE;

/// The stock that lets all movements be accepted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Supply {
    /// The opening of the main warehouse.
    pub opening: Quantities,
    /// The transfers to the web warehouse in the morning of each day.
    pub transfers: BTreeMap<Date, Quantities>,
}

impl Supply {
    /// The stock that movements, in order, need in addition to the present one.
    ///
    /// The web warehouse gets in the morning the quantity that it will lack during the day, in whole dozens. The main
    /// one begins with a quarter more than it will lack at its lowest, in whole dozens.
    #[must_use]
    pub fn of(moves: &[&Move<'_>], on_hand: Levels) -> Self {
        let mut levels = on_hand;
        let mut lowest: Quantities = Quantities::new();
        let mut supply = Self::default();
        for day in moves.chunk_by(|one, other| one.document.date == other.document.date) {
            let needed = needed_by_web(day, &levels);
            for (sku, quantity) in &needed {
                change(&mut levels, &mut lowest, Site::Main, sku, -quantity);
                change(&mut levels, &mut lowest, Site::Web, sku, *quantity);
            }
            for one in day {
                for line in &one.lines {
                    change(&mut levels, &mut lowest, one.site, &line.row.sku, line.change_millionths);
                }
            }
            if let (Some(first), false) = (day.first(), needed.is_empty()) {
                supply.transfers.insert(first.document.date, needed);
            }
        }
        supply.opening = lowest.into_iter().map(|(sku, lacks)| (sku, dozens((lacks * 5 + 3) / 4))).collect();
        supply
    }
}

/// Changes a level, and remembers how much the main warehouse would lack at its lowest.
fn change(levels: &mut Levels, lowest: &mut Quantities, site: Site, sku: &str, by: i128) {
    let level = levels.entry((site, sku.to_owned())).or_default();
    *level += by;
    if site == Site::Main && *level < 0 {
        let lacks = lowest.entry(sku.to_owned()).or_default();
        *lacks = (*lacks).max(-*level);
    }
}

/// The quantity that the web warehouse would lack at its lowest on a day.
fn needed_by_web(day: &[&Move<'_>], levels: &Levels) -> Quantities {
    let mut own: Levels = Levels::new();
    let mut lacks: Quantities = Quantities::new();
    for one in day.iter().filter(|one| one.site == Site::Web) {
        for line in &one.lines {
            let key = (Site::Web, line.row.sku.clone());
            let level = own.entry(key.clone()).or_insert_with(|| levels.get(&key).copied().unwrap_or(0));
            *level += line.change_millionths;
            if *level < 0 {
                let most = lacks.entry(line.row.sku.clone()).or_default();
                *most = (*most).max(-*level);
            }
        }
    }
    lacks.into_iter().map(|(sku, lacks)| (sku, dozens(lacks))).collect()
}

fn dozens(quantity: i128) -> i128 {
    (quantity + DOZEN - 1) / DOZEN * DOZEN
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::goods::moves;
    use crate::import::goods::row::readable;
    use crate::import::retail::{self, Document};

    fn supply(rows: &[&str], on_hand: &[(Site, &str, i128)]) -> (Vec<String>, Vec<String>) {
        let text = format!("{}\n{}\n", retail::COLUMNS.join(","), rows.join("\n"));
        let file = retail::read(text.as_bytes());
        let documents: Vec<&Document> = file.documents.iter().collect();
        let moves = moves::of(&documents);
        let on_hand = on_hand.iter().map(|(site, sku, pieces)| ((*site, (*sku).to_owned()), pieces * ONE)).collect();
        let supply = Supply::of(&moves.iter().collect::<Vec<_>>(), on_hand);
        let told = |quantities: &Quantities| -> Vec<String> {
            quantities.iter().map(|(sku, quantity)| format!("{sku} {}", readable(*quantity))).collect()
        };
        let transfers = supply
            .transfers
            .iter()
            .flat_map(|(day, quantities)| told(quantities).into_iter().map(move |line| format!("{day} {line}")));
        (told(&supply.opening), transfers.collect())
    }

    #[test]
    fn the_opening_is_a_quarter_more_than_what_is_lacking_at_the_lowest_in_dozens() {
        let rows = [
            "1,A,MUG,20,1/12/2010,5,7,UK",
            "C2,A,MUG,-15,2/12/2010,5,9,UK",
            "3,A,MUG,6,3/12/2010,5,7,UK",
            "3,J,JUG,10,3/12/2010,5,7,UK",
            "4,C,CUP,19,3/12/2010,0,,UK",
        ];
        assert_eq!(supply(&rows, &[]), (vec!["A 36".to_owned(), "J 24".to_owned()], vec![]));
        assert_eq!(supply(&rows, &[(Site::Main, "A", 19), (Site::Main, "J", 10)]).0, ["A 12"]);
    }

    #[test]
    fn the_web_warehouse_gets_each_morning_what_the_day_takes() {
        let rows = [
            "1,A,MUG,5,1/12/2010,5,,UK",
            "2,A,MUG,10,1/12/2010,5,,UK",
            "3,A,MUG,5,2/12/2010,5,,UK",
            "4,A,MUG,8,3/12/2010,5,,UK",
        ];
        let (opening, transfers) = supply(&rows, &[]);
        assert_eq!(
            (opening, transfers),
            (vec!["A 48".to_owned()], vec!["2010-12-01 A 24".to_owned(), "2010-12-03 A 12".to_owned()])
        );
        assert_eq!(supply(&rows, &[(Site::Web, "A", 28)]), (vec![], vec![]));
    }
}
