//! Recurring entries: templates, their days, runs by hand and by the job.

use domain::command::Command;
use domain::commands::recurring_entries::create::CreateRecurringEntry;
use domain::commands::recurring_entries::delete::DeleteRecurringEntry;
use domain::commands::recurring_entries::note_failed_run::NoteFailedRun;
use domain::commands::recurring_entries::run::RunOccurrence;
use domain::commands::recurring_entries::skip::SkipOccurrence;
use domain::commands::recurring_entries::update::UpdateRecurringEntry;
use domain::ledger::recurring::Schedule;
use domain::rows::{EntryType, Occurrence, RecurringAmounts, RecurringOutcome};
use domain::value::id::RecurringEntryId;
use domain::value::{Date, Sought};

use super::{currencies, entries, id, if_match, object, patch};
use crate::simulate::random::Random;
use crate::simulate::world::World;

/// Recurring entries that are kept at most.
const RECURRING: usize = 40;

/// Creates, changes, runs, skips or deletes.
pub fn any(random: &mut Random, world: &mut World) -> Command {
    let recurring = id(random, &world.recurring, &world.foreign);
    let full = world.recurring.len() >= RECURRING;
    match random.weighed(&[if full { 0 } else { 20 }, 15, 8, 40, 10, 7]) {
        0 => create(random, world).into(),
        1 => update(random, world, recurring).into(),
        2 => DeleteRecurringEntry { recurring, if_match: if_match(random) }.into(),
        3 => {
            let (recurring, date) = day(random, world);
            RunOccurrence { recurring, date, is_scheduled: random.chance(70) }.into()
        }
        4 => {
            let (recurring, date) = day(random, world);
            SkipOccurrence { recurring, date }.into()
        }
        _ => {
            let (recurring, date) = day(random, world);
            NoteFailedRun { recurring, date, problem: "period_closed: closed".to_owned() }.into()
        }
    }
}

fn create(random: &mut Random, world: &mut World) -> CreateRecurringEntry {
    CreateRecurringEntry {
        name: format!("Recurring {}", world.number()),
        schedule: schedule(random),
        outcome: random.one(RecurringOutcome::ALL),
        amounts: if random.chance(20) { RecurringAmounts::Total } else { RecurringAmounts::Each },
        journal: random.maybe(95, |random| entries::journal(random, world)),
        entry_type: random.one(&[EntryType::Standard, EntryType::Adjusting]),
        description: "Rent {year}-{month}-{day}".to_owned(),
        reference: random.maybe(20, |_| "R{month}".to_owned()),
        currency: random.maybe(9, currencies::code),
        exchange_rate: random.maybe(3, currencies::rate),
        dimensions: String::new(),
        lines: entries::lines(random, world),
        metadata: "{}".to_owned(),
    }
}

fn update(random: &mut Random, world: &mut World, recurring: Sought<RecurringEntryId>) -> UpdateRecurringEntry {
    UpdateRecurringEntry {
        recurring,
        if_match: if_match(random),
        name: random.maybe(30, |random| format!("Renamed {}", random.below(50))),
        schedule: random.maybe(30, schedule),
        outcome: random.maybe(15, |random| random.one(RecurringOutcome::ALL)),
        amounts: random.maybe(5, |random| random.one(RecurringAmounts::ALL)),
        is_active: random.maybe(20, |random| random.chance(50)),
        journal: random.maybe(10, |random| entries::journal(random, world)),
        entry_type: random.maybe(10, |_| EntryType::Adjusting),
        description: random.maybe(20, |_| "Changed {year}".to_owned()),
        reference: patch(random, 10, |_| "R".to_owned()),
        currency: random.maybe(6, currencies::code),
        exchange_rate: patch(random, 6, currencies::rate),
        dimensions: patch(random, 5, |random| {
            let text = random.one(&[r#"{"country":"FR"}"#, r#"{"planet":"Mars"}"#, r#"{"country":null}"#, "{}"]);
            domain::value::Json::parse(text).unwrap_or_else(|_| domain::value::Json::Object([].into()))
        }),
        lines: random.maybe(20, |random| entries::lines(random, world)),
        metadata: patch(random, 10, object),
    }
}

/// Days in order; at times none, or one twice.
fn schedule(random: &mut Random) -> Schedule {
    let mut dates: Vec<Date> = (0..random.below(6)).map(|_| entries::date(random)).collect();
    dates.sort();
    if random.chance(95) {
        dates.dedup();
    }
    let start_date = dates.first().copied().unwrap_or(jiff::civil::date(2010, 1, 1));
    Schedule { rule: "FREQ=DAILY;COUNT=5".to_owned(), start_date, dates }
}

/// Mostly a day that exists, in any state.
fn day(random: &mut Random, world: &World) -> (Sought<RecurringEntryId>, Date) {
    match random.pick(&world.rows::<Occurrence>()) {
        Some(found) if random.chance(90) => (Sought::Id(found.recurring_entry_id), found.date),
        _ => (id(random, &world.recurring, &world.foreign), entries::date(random)),
    }
}
