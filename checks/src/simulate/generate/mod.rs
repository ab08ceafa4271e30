//! The generator: requests that are mostly right and often wrong, in every way that the rules know.

mod access;
mod actors;
mod approvals;
mod chart;
mod consigned;
mod controls;
mod counts;
mod credits;
mod currencies;
mod dimensions;
mod entries;
mod faults;
mod frozen_pools;
mod goods;
mod mappings;
mod matching;
mod movement_kinds;
mod movements;
mod opening;
mod periods;
mod places;
mod recurring;
mod reservations;
mod settings;
mod shelves;
mod stock;
mod templates;
mod undoing;
mod warehouses;

use domain::batch::{Envelope, ReceiptKey, Step, Work};
use domain::book::context::{Actor, MadeId};
use domain::command::Command;
use domain::value::id::{EntryId, MovementId, ReservationId};
use domain::value::{Instant, Patch, Sought, TypedId};

use super::random::Random;
use super::world::World;

pub use opening::opening;

/// The next request of an organization.
pub fn request(random: &mut Random, world: &mut World) -> Envelope {
    if random.chance(4)
        && let Some(again) = repeated(random, world)
    {
        return again;
    }
    let mut actor = actors::any(random, world);
    let work = if random.chance(6) {
        let length = 1 + random.below(6);
        let commands = (0..length).map(|_| batchable(random, world)).collect();
        if random.chance(30) { together(random, commands) } else { Work::Many { atomic: random.chance(50), commands } }
    } else {
        let (right_actor, command) = command(random, world);
        actor = right_actor.unwrap_or(actor);
        Work::One(Box::new(command))
    };
    let receipt = random.maybe(25, key);
    seal(random, world, actor, work, receipt)
}

/// Several operations in one, of which some say before which id they make.
fn together(random: &mut Random, commands: Vec<Command>) -> Work {
    let steps = commands.into_iter().map(|command| {
        let prefix = match &command {
            Command::CreateEntry(_) => Some(EntryId::PREFIX),
            Command::CreateMovement(_) => Some(MovementId::PREFIX),
            Command::CreateReservation(_) => Some(ReservationId::PREFIX),
            _ => None,
        };
        let mut id = || u128::from(random.any()) << 64 | u128::from(random.any());
        let makes = prefix.map(|prefix| MadeId { prefix, bytes: id().to_be_bytes() });
        Step { command, makes }
    });
    Work::Together(steps.collect())
}

/// A request with its clock and seed, which nothing but the generator gives.
pub fn seal(random: &mut Random, world: &mut World, actor: Actor, work: Work, receipt: Option<ReceiptKey>) -> Envelope {
    // Sometimes the clock stands still or goes back: instants of facts must rise all the same.
    world.clock += match random.below(10) {
        0 => 0,
        1 => -5_000,
        _ => random.between(1, 2_000_000),
    };
    Envelope {
        work,
        actor,
        request_id: format!("req_{:016x}", random.any()),
        clock: Instant(world.clock),
        seed: random.any(),
        receipt,
    }
}

/// One command, with the actor that it needs where that is not the usual one.
fn command(random: &mut Random, world: &mut World) -> (Option<Actor>, Command) {
    match random.weighed(&[52, 14, 8, 6, 3, 6, 12, 5, 1, 1, 9, 5, 5, 10, 9, 2, 12, 9, 8, 26, 12, 2, 4, 6, 2]) {
        0 => (None, entries::create(random, world)),
        1 => (None, entries::change(random, world)),
        2 => (None, entries::void(random, world)),
        3 => (None, chart::account(random, world)),
        4 => (None, chart::party_or_journal(random, world)),
        5 => (None, periods::any(random, world)),
        6 => (None, warehouses::any(random, world)),
        7 => access::any(random, world),
        8 => settings::any(random, world),
        9 => (None, approvals::policy(random, world)),
        10 => approvals::decision(random, world),
        11 => (None, recurring::any(random, world)),
        12 => (None, dimensions::any(random, world)),
        13 => (None, currencies::any(random, world)),
        14 => (None, undoing::any(random, world)),
        15 => (None, mappings::any(random, world)),
        16 => (None, stock::any(random, world)),
        17 => (None, matching::any(random, world)),
        18 => (None, reservations::any(random, world)),
        19 => (None, movements::any(random, world)),
        20 => (None, counts::any(random, world)),
        21 => (None, frozen_pools::any(random, world)),
        22 => approvals::movement_decision(random, world),
        23 => (None, templates::any(random, world)),
        _ => controls::any(random, world),
    }
}

/// A command that may share a request with others. Rows of one request are written in the order of their
/// tables and keys, so that one that changes master data several times could trip over a unique code
/// on its way; no operation takes such requests.
fn batchable(random: &mut Random, world: &mut World) -> Command {
    loop {
        let (_, command) = command(random, world);
        let is_entry = matches!(
            command,
            Command::DeleteEntry(_)
                | Command::PostEntry(_)
                | Command::VoidEntry(_)
                | Command::SubmitEntry(_)
                | Command::WithdrawEntry(_)
                | Command::ApproveEntry(_)
                | Command::RejectEntry(_)
        );
        let is_undoing =
            matches!(command, Command::ReverseEntry(_) | Command::AutoReverseEntry(_) | Command::CorrectEntry(_));
        let is_matching = matches!(command, Command::MatchLines(_) | Command::UnmatchLines(_));
        let is_movement =
            matches!(command, Command::PostMovement(_) | Command::VoidMovement(_) | Command::DeleteMovement(_));
        let is_decision = matches!(
            command,
            Command::SubmitMovement(_)
                | Command::WithdrawMovement(_)
                | Command::ApproveMovement(_)
                | Command::RejectMovement(_)
        );
        let is_reservation = matches!(
            command,
            Command::UpdateReservation(_) | Command::ReleaseReservation(_) | Command::ExpireReservation(_)
        );
        if is_entry
            || is_undoing
            || is_matching
            || is_movement
            || is_decision
            || is_reservation
            || command.name().starts_with("Create")
        {
            return command;
        }
    }
}

/// A request that was sent before: the same, or another one under its key.
fn repeated(random: &mut Random, world: &mut World) -> Option<Envelope> {
    let mut again = random.pick(&world.kept)?.clone();
    if random.chance(25) {
        again.receipt = again.receipt.map(|key| ReceiptKey { fingerprint: [random.below(256) as u8; 32], ..key });
    }
    world.clock += 1;
    again.clock = Instant(world.clock);
    again.seed = random.any();
    Some(again)
}

fn key(random: &mut Random) -> ReceiptKey {
    let (first, second) = (random.any().to_be_bytes(), random.any().to_be_bytes());
    let mut key_hash = [0; 16];
    key_hash[..8].copy_from_slice(&first);
    key_hash[8..].copy_from_slice(&second);
    let mut fingerprint = [0; 32];
    fingerprint[..16].copy_from_slice(&key_hash);
    ReceiptKey { key_hash, fingerprint, request: "POST /".to_owned() }
}

/// Versions for `If-Match`: mostly none, sometimes right, sometimes not.
fn if_match(random: &mut Random) -> Option<Vec<i64>> {
    random.maybe(8, |random| vec![random.between(1, 3), random.between(1, 4)])
}

/// One of these ids, or now and then one that is malformed, unknown, of another kind, or another organization's.
fn id<I: TypedId>(random: &mut Random, known: &[String], foreign: &[String]) -> Sought<I> {
    Sought::of(&id_text(random, known, foreign))
}

/// The same as a text.
fn id_text(random: &mut Random, known: &[String], foreign: &[String]) -> String {
    if !known.is_empty() && !random.chance(3) {
        return random.one(known);
    }
    match random.below(4) {
        0 => String::new(),
        1 => "je_01h455vb4pex5vsknk084sn02q".to_owned(),
        2 => "acc_01h455vb4pex5vsknk084sn02q".to_owned(),
        _ => random.pick(foreign).cloned().unwrap_or_else(|| "x".to_owned()),
    }
}

/// A field of a merge: mostly left alone, sometimes cleared, sometimes set.
fn patch<T>(random: &mut Random, percent: usize, value: impl FnOnce(&mut Random) -> T) -> Patch<T> {
    if !random.chance(percent) {
        return Patch::Absent;
    }
    if random.chance(25) { Patch::Null } else { Patch::Set(value(random)) }
}

/// A small JSON object.
fn object(random: &mut Random) -> domain::value::Json {
    let text = random.one(&[r#"{"a":1}"#, r#"{"a":null,"b":"ü"}"#, r#"{"b":{"c":[1,2]}}"#, "{}"]);
    domain::value::Json::parse(text).unwrap_or_else(|_| domain::value::Json::Object([].into()))
}

/// A JSON object beyond the limit of metadata.
fn oversized() -> domain::value::Json {
    let long = "x".repeat(domain::value::limits::METADATA_BYTES);
    domain::value::Json::parse(&format!(r#"{{"long":"{long}"}}"#)).unwrap_or(domain::value::Json::Null)
}
