//! Entry templates that come and go; their lines are those of entries, with and without amounts.

use domain::command::Command;
use domain::commands::entry_templates::create::CreateEntryTemplate;
use domain::commands::entry_templates::delete::DeleteEntryTemplate;
use domain::commands::entry_templates::update::UpdateEntryTemplate;
use domain::ledger::entries::draft::NewLine;
use domain::value::{Patch, Sought};

use super::{entries, id, if_match};
use crate::simulate::random::Random;
use crate::simulate::world::World;

/// Creates, updates or deletes a template.
pub fn any(random: &mut Random, world: &mut World) -> Command {
    match random.weighed(&[50, 30, 20]) {
        0 => CreateEntryTemplate {
            name: name(random, world),
            description: "Rent".to_owned(),
            journal: random.maybe(40, |random| id(random, &world.journals, &world.foreign)),
            lines: lines(random, world),
        }
        .into(),
        1 => UpdateEntryTemplate {
            template: id(random, &world.templates, &world.foreign),
            if_match: if_match(random),
            name: random.maybe(40, |random| name(random, world)),
            description: random.maybe(20, |_| "Lease".to_owned()),
            journal: match random.below(4) {
                0 => Patch::Null,
                1 => Patch::Set(id(random, &world.journals, &world.foreign)),
                _ => Patch::Absent,
            },
            lines: random.maybe(50, |random| lines(random, world)),
        }
        .into(),
        _ => {
            let template: Sought<_> = id(random, &world.templates, &world.foreign);
            DeleteEntryTemplate { template, if_match: if_match(random) }.into()
        }
    }
}

fn name(random: &mut Random, world: &mut World) -> String {
    if random.chance(15) { format!("template {}", random.below(10)) } else { format!("template {}", world.number()) }
}

/// Lines of an entry, some of which leave their amounts open.
fn lines(random: &mut Random, world: &mut World) -> Vec<NewLine> {
    let mut lines = entries::lines(random, world);
    for line in &mut lines {
        line.due_date = None;
        if random.chance(40) {
            (line.debit, line.credit, line.base_debit, line.base_credit) = (None, None, None, None);
        }
    }
    lines
}
