//! Credit notes of suppliers for what they invoiced: of one line of a receipt, or spread over all of it.

use domain::rows::ReceivedLine;
use domain::stock::goods::document::new::{NewCharge, NewMovement, NewMovementLine};
use domain::value::movement_kind::SplitBy;
use domain::value::{Decimal, IdOrCode, Rate, Sought};

use super::entries::number_use;
use super::movement_kinds::{later, received_where};
use super::movements::decimal;
use crate::simulate::random::Random;
use crate::simulate::world::World;

/// A little of all that the first invoice of the opening is about.
pub fn of_first(new: &mut NewMovement) {
    (new.lines, new.warehouse) = (Vec::new(), None);
    new.party = Some(IdOrCode::Code("Supplier 1".to_owned()));
    new.amount = Some(decimal("0.05"));
}

/// Gives a credit note what it needs; now and then it credits more than was invoiced.
pub fn complete(random: &mut Random, world: &World, new: &mut NewMovement) {
    let open = received_where(world, |row| row.claimable_amount > 0);
    let Some((row, line)) = random.pick(&open) else { return };
    new.of_movement = Some(Sought::Id(row.movement_id));
    new.occurred_at = later(random);
    new.warehouse = None;
    new.party = Some(row.party_id.map_or_else(|| IdOrCode::Code("Supplier 1".to_owned()), IdOrCode::from));
    new.exchange_rate = row.exchange_rate.and_then(|_| random.maybe(70, |_| Rate::parse("0.9").ok())).flatten();
    let amount = Some(amount(random, row));
    if random.chance(60) {
        let of_line = Some(line.line_number);
        new.lines = vec![NewMovementLine { amount, of_line, ..NewMovementLine::default() }];
        new.split_by = random.maybe(30, |_| SplitBy::Hand);
    } else {
        new.amount = amount;
        new.split_by = random.maybe(50, |random| random.one(&[SplitBy::Value, SplitBy::Quantity]));
    }
    new.reference = random.maybe(60, |random| format!("C{}", random.below(60)));
    new.number_use = number_use(random);
    new.due_date = random.maybe(40, |_| jiff::civil::date(2010, 12, 31));
    if random.chance(30) {
        let (account, amount) = (IdOrCode::Code("6000".to_owned()), decimal("1.00"));
        new.charges = vec![NewCharge { account, amount, description: None }];
    }
}

/// A part of what was invoiced and not credited yet, all of it, or more.
fn amount(random: &mut Random, row: &ReceivedLine) -> Decimal {
    let units = match random.below(8) {
        0 => row.claimable_amount,
        1 => row.claimable_amount + 1,
        _ => random.between(1, row.claimable_amount.min(500)),
    };
    Decimal::from_units(units, row.currency.decimals())
}
