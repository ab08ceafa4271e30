//! Statement mappings that come and go, some of which contradict themselves.

use domain::command::Command;
use domain::commands::statement_mappings::create::CreateStatementMapping;
use domain::commands::statement_mappings::delete::DeleteStatementMapping;
use domain::commands::statement_mappings::update::UpdateStatementMapping;
use domain::rows::{AccountSubtype, AccountType, Activity, MappedSection, MappingKind, Side};

use super::{id, if_match};
use crate::simulate::random::Random;
use crate::simulate::world::World;

/// Creates, updates or deletes a mapping.
pub fn any(random: &mut Random, world: &mut World) -> Command {
    match random.weighed(&[50, 30, 20]) {
        0 => {
            let kind = kind(random);
            let sections = sections(random, world, kind);
            CreateStatementMapping { name: name(random, world), kind, sections }.into()
        }
        1 => UpdateStatementMapping {
            mapping: id(random, &world.mappings, &world.foreign),
            if_match: if_match(random),
            name: random.maybe(40, |random| name(random, world)),
            kind: random.maybe(15, kind),
            sections: random.maybe(50, |random| {
                let kind = kind(random);
                sections(random, world, kind)
            }),
        }
        .into(),
        _ => {
            DeleteStatementMapping { mapping: id(random, &world.mappings, &world.foreign), if_match: if_match(random) }
                .into()
        }
    }
}

fn name(random: &mut Random, world: &mut World) -> String {
    if random.chance(15) { format!("mapping {}", random.below(10)) } else { format!("mapping {}", world.number()) }
}

fn kind(random: &mut Random) -> MappingKind {
    match random.weighed(&[60, 20, 20]) {
        0 => MappingKind::BalanceSheet,
        1 => MappingKind::ProfitAndLoss,
        _ => MappingKind::CashFlow,
    }
}

/// A few sections; their claims collide now and then.
fn sections(random: &mut Random, world: &World, kind: MappingKind) -> Vec<MappedSection> {
    let number = random.between(1, 4);
    (0..number)
        .map(|place| {
            let code = |random: &mut Random| world.accounts.get(random.below(20)).map(|known| known.code.clone());
            let first = format!("{}", 1000 * (place + 1) + random.between(0, 5) * 100);
            let parent = (place > 0 && random.chance(30)).then(|| "section 0".to_owned());
            let has_activity = (kind == MappingKind::CashFlow && parent.is_none()) != random.chance(3);
            let activity = match random.below(3) {
                0 => Activity::Financing,
                1 => Activity::Investing,
                _ => Activity::Operating,
            };
            MappedSection {
                key: if random.chance(4) { "section 0".to_owned() } else { format!("section {place}") },
                title: format!("Section {place}"),
                side: if random.chance(50) { Side::Debit } else { Side::Credit },
                parent,
                codes: random.maybe(40, code).flatten().into_iter().collect(),
                ranges: random.maybe(30, |_| (first.clone(), format!("{first}9"))).into_iter().collect(),
                subtypes: random.maybe(10, |_| AccountSubtype::Bank).into_iter().collect(),
                types: random.maybe(10, |_| AccountType::Asset).into_iter().collect(),
                has_results: random.chance(8),
                activity: has_activity.then_some(activity),
            }
        })
        .collect()
}
