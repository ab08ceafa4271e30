//! The organization's settings.

use domain::book::context::Actor;
use domain::command::Command;
use domain::commands::organization::update::UpdateOrganization;
use domain::rows::{LaterCostsTo, ReceiptsWithoutCost, VoidInClosedPeriod};
use domain::stock::default_accounts::DefaultAccount;
use domain::value::Decimal;

use super::{actors, id, if_match, object, opening, oversized, patch};
use crate::simulate::random::Random;
use crate::simulate::world::World;

/// Updates the settings, or creates rows that exist.
pub fn any(random: &mut Random, world: &mut World) -> (Option<Actor>, Command) {
    if random.chance(15) {
        return (Some(actors::system()), opening::organization().into());
    }
    let stock = account_of(world, "1200");
    let expense = account_of(world, "5000");
    let all: Vec<String> = world.accounts.iter().map(|account| account.id.clone()).collect();
    let account = |random: &mut Random, sound: &[String]| {
        let known = if random.chance(75) { sound } else { &all };
        id(random, known, &world.foreign)
    };
    let command = UpdateOrganization {
        if_match: if_match(random),
        name: random.maybe(30, |random| format!("Simulated {}", random.below(20))),
        timezone: random.maybe(10, |_| "Europe/Berlin".to_owned()),
        negative_stock: random.maybe(10, |random| random.chance(50)),
        // One person at first: `controls` switches it on and off.
        control_changes: None,
        void_in_closed_period: random.maybe(40, |random| random.one(VoidInClosedPeriod::ALL)),
        receipts_without_cost: random.maybe(40, |random| random.one(ReceiptsWithoutCost::ALL)),
        later_costs_to: random.maybe(40, |random| random.one(LaterCostsTo::ALL)),
        counts_hold: random.maybe(20, |random| random.chance(50)),
        write_off_tolerance: random.maybe(60, |random| Decimal::from_units(random.one(&[0, 500, 100_000]), 2)),
        approver_not_preparer: random.maybe(20, |random| random.chance(50)),
        voider_not_poster: random.maybe(20, |random| random.chance(15)),
        // Goods need them, so that they seldom change.
        valuation_account_id: patch(random, 2, |random| account(random, &stock)),
        cogs_account_id: patch(random, 2, |random| account(random, &expense)),
        adjustment_account_id: patch(random, 2, |random| account(random, &expense)),
        in_transit_account_id: patch(random, 2, |random| account(random, &stock)),
        scrap_account_id: patch(random, 2, |random| account(random, &expense)),
        fx_gain_loss_account_id: patch(random, 25, |random| account(random, &expense)),
        realised_gain_account_id: patch(random, 12, |random| account(random, &expense)),
        realised_loss_account_id: patch(random, 12, |random| account(random, &expense)),
        unrealised_gain_account_id: patch(random, 12, |random| account(random, &expense)),
        unrealised_loss_account_id: patch(random, 12, |random| account(random, &expense)),
        rounding_account_id: patch(random, 25, |random| account(random, &expense)),
        accounts_by_code: if random.chance(10) {
            vec![(random.one(DefaultAccount::ALL), code_of(random, world))]
        } else {
            Vec::new()
        },
        rate_max_age_days: random.maybe(10, |random| random.one(&[366, 366, 366, 200, 400])),
        metadata: patch(random, 15, |random| if random.chance(20) { oversized() } else { object(random) }),
    };
    (None, command.into())
}

fn code_of(random: &mut Random, world: &World) -> String {
    let codes: Vec<String> = world.accounts.iter().map(|account| account.code.clone()).collect();
    random.pick(&codes).cloned().unwrap_or_default()
}

fn account_of(world: &World, code: &str) -> Vec<String> {
    let found = world.accounts.iter().filter(|account| account.code == code);
    found.map(|account| account.id.clone()).collect()
}
