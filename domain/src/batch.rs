//! The batch: decides requests in order on one book, each undone alone where it is refused.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::book::context::{Actor, Context, IdSource};
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::command::Command;
use crate::rows::Receipt;
use crate::rows::replies::{self, Item};
use crate::value::Instant;
use crate::value::rejection::{Code, Rejection};

/// One request as it reaches the engine.
#[derive(Clone, Debug)]
pub struct Envelope {
    /// The work that it asks for.
    pub work: Work,
    /// Who asks.
    pub actor: Actor,
    /// The request's id, for the log.
    pub request_id: String,
    /// The clock when it was taken up.
    pub clock: Instant,
    /// Randomness for ids.
    pub seed: u64,
    /// Where it has an idempotency key.
    pub receipt: Option<ReceiptKey>,
}

/// The commands of one request.
#[derive(Clone, Debug)]
pub enum Work {
    /// A request for one thing.
    One(Box<Command>),
    /// A batch request.
    Many {
        /// Whether all are refused where one is.
        atomic: bool,
        /// In order.
        commands: Vec<Command>,
    },
}

/// An idempotency key and the request sent with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReceiptKey {
    /// First 16 bytes of SHA-256 over principal and key.
    pub key_hash: [u8; 16],
    /// SHA-256 of method, path, sorted query and body.
    pub fingerprint: [u8; 32],
}

/// How a request ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Answered: one item per command.
    Done {
        /// In the order of the commands.
        items: Vec<Item>,
        /// Whether it was answered before and nothing was done now.
        replayed: bool,
    },
    /// Refused as a whole; nothing of it was written.
    Rejected(Box<Rejection>),
    /// A defect of the program; nothing of it was written.
    Broken(String),
}

/// Decides all envelopes in order, or names the keys that must be loaded first.
///
/// # Errors
/// The keys that were missed. Fill them and run again; loaded rows stay loaded.
pub fn run(book: &mut Book, envelopes: &[Envelope]) -> Result<Vec<Outcome>, Vec<Key>> {
    run_without(book, envelopes, &mut BTreeMap::new())
}

/// Runs all but the requests that proved broken before; those are answered with why.
fn run_without(
    book: &mut Book,
    envelopes: &[Envelope],
    broken: &mut BTreeMap<usize, String>,
) -> Result<Vec<Outcome>, Vec<Key>> {
    book.reset();
    let mut outcomes = Vec::with_capacity(envelopes.len());
    let mut missing = Vec::new();
    for (index, envelope) in envelopes.iter().enumerate() {
        if let Some(why) = broken.get(&index) {
            outcomes.push(Outcome::Broken(why.clone()));
            continue;
        }
        // After a miss the rest is run only to find out its other needs, so that one load serves all.
        match answer(book, envelope) {
            Ok(Outcome::Broken(why)) => {
                // Commands of the same request may have gone through before: begin again without it.
                broken.insert(index, why);
                return run_without(book, envelopes, broken);
            }
            Ok(outcome) => outcomes.push(outcome),
            Err(keys) => missing.extend(keys),
        }
    }
    if missing.is_empty() {
        return Ok(outcomes);
    }
    missing.sort();
    missing.dedup();
    book.reset();
    Err(missing)
}

/// The keys that the envelopes certainly need and the book does not hold.
#[must_use]
pub fn hints(book: &Book, envelopes: &[Envelope]) -> Vec<Key> {
    Hints::of(envelopes).missing(book)
}

/// Hints in rounds: the rows of one round let the next one see further.
#[derive(Debug)]
pub struct Hints<'a> {
    /// Those that may lack something.
    asking: Vec<&'a Envelope>,
}

impl<'a> Hints<'a> {
    /// Before the first round.
    #[must_use]
    pub fn of(envelopes: &'a [Envelope]) -> Self {
        Self { asking: envelopes.iter().collect() }
    }

    /// The keys that the envelopes certainly need and the book does not hold. An envelope that lacks nothing sees no
    /// further in later rounds and is not asked again.
    #[must_use]
    pub fn missing(&mut self, book: &Book) -> Vec<Key> {
        let (mut missing, mut keys) = (Vec::new(), Vec::new());
        self.asking.retain(|envelope| {
            keys.extend([Key::Organization, Key::Membership(envelope.actor.principal)]);
            keys.extend(envelope.receipt.as_ref().map(|receipt| Key::Receipt(receipt.key_hash)));
            match &envelope.work {
                Work::One(command) => command.hint(book, &mut keys),
                Work::Many { commands, .. } => commands.iter().for_each(|command| command.hint(book, &mut keys)),
            }
            let before = missing.len();
            missing.extend(keys.drain(..).filter(|key| !book.holds(key)));
            missing.len() > before
        });
        missing.sort();
        missing.dedup();
        missing
    }
}

fn answer(book: &mut Book, envelope: &Envelope) -> Result<Outcome, Vec<Key>> {
    let commands = match &envelope.work {
        Work::One(command) => std::slice::from_ref(&**command),
        Work::Many { commands, .. } => commands,
    };
    match admit(book, envelope, commands) {
        Ok(None) => {}
        Ok(Some(replay)) => return Ok(replay),
        Err(Stop::Missing(key)) => return Err(vec![key]),
        Err(Stop::MissingAll(keys)) => return Err(keys),
        Err(Stop::Rejected(rejection) | Stop::Damaged(rejection)) => return Ok(Outcome::Rejected(rejection)),
    }
    let outcome = match &envelope.work {
        Work::One(command) => one(book, envelope, command)?,
        Work::Many { atomic: true, commands } => all_or_nothing(book, envelope, commands)?,
        Work::Many { atomic: false, commands } => each_alone(book, envelope, commands)?,
    };
    if let (Some(key), Outcome::Done { items, .. }) = (&envelope.receipt, &outcome) {
        let receipt = Receipt {
            key_hash: key.key_hash,
            fingerprint: key.fingerprint,
            at: later(book, envelope),
            reply: replies::encode_items(items),
        };
        book.receipts.put(receipt);
    }
    Ok(outcome)
}

/// The right to ask at all, then the receipt, in the order of checks.
fn admit(book: &Book, envelope: &Envelope, commands: &[Command]) -> Result<Option<Outcome>, Stop> {
    for command in commands {
        envelope.actor.require(book, command.permission())?;
    }
    let Some(key) = &envelope.receipt else { return Ok(None) };
    let Some(receipt) = book.receipt(key.key_hash)? else { return Ok(None) };
    if receipt.fingerprint != key.fingerprint {
        return Err(Rejection::new(
            Code::IdempotencyKeyReused,
            "this Idempotency-Key was used for another request: send a new request with a new key",
        )
        .into());
    }
    // The key is a hash: the request's own id in the log leads to it.
    let items = replies::decode_items(&receipt.reply).map_err(|bad| Stop::unreadable("receipts", receipt.at, &bad))?;
    Ok(Some(Outcome::Done { items, replayed: true }))
}

fn one(book: &mut Book, envelope: &Envelope, command: &Command) -> Result<Outcome, Vec<Key>> {
    book.savepoint();
    match decide(book, envelope, 0, command) {
        Decided::Reply(item) => Ok(Outcome::Done { items: vec![item], replayed: false }),
        Decided::Missing(keys) => {
            book.rollback();
            Err(keys)
        }
        Decided::Rejected(rejection) => {
            book.rollback();
            Ok(Outcome::Rejected(rejection))
        }
        Decided::Broken(why) => {
            book.rollback();
            Ok(Outcome::Broken(why))
        }
    }
}

fn each_alone(book: &mut Book, envelope: &Envelope, commands: &[Command]) -> Result<Outcome, Vec<Key>> {
    let mut items = Vec::with_capacity(commands.len());
    let mut missing = Vec::new();
    for (index, command) in commands.iter().enumerate() {
        book.savepoint();
        let decided = decide(book, envelope, index, command);
        if !matches!(decided, Decided::Reply(_)) {
            book.rollback();
        }
        match decided {
            Decided::Reply(item) => items.push(item),
            Decided::Missing(keys) => missing.extend(keys),
            Decided::Rejected(rejection) => items.push(Item::Rejected(rejection)),
            Decided::Broken(why) => return Ok(Outcome::Broken(why)),
        }
    }
    if missing.is_empty() { Ok(Outcome::Done { items, replayed: false }) } else { Err(missing) }
}

fn all_or_nothing(book: &mut Book, envelope: &Envelope, commands: &[Command]) -> Result<Outcome, Vec<Key>> {
    book.savepoint();
    let mut items = Vec::with_capacity(commands.len());
    let mut missing = Vec::new();
    for (index, command) in commands.iter().enumerate() {
        match decide(book, envelope, index, command) {
            Decided::Reply(item) => items.push(item),
            Decided::Missing(keys) => missing.extend(keys),
            Decided::Rejected(mut rejection) if missing.is_empty() => {
                book.rollback();
                rejection.detail = format!("item {index}: {}", rejection.detail);
                if rejection.errors.is_empty() {
                    *rejection = rejection.at("");
                }
                for error in &mut rejection.errors {
                    error.pointer = format!("/items/{index}{}", error.pointer);
                }
                return Ok(Outcome::Rejected(rejection));
            }
            // An envelope before a miss left its changes half done: later ones only report their other needs.
            Decided::Rejected(_) => {}
            Decided::Broken(_) if !missing.is_empty() => {}
            Decided::Broken(why) => {
                book.rollback();
                return Ok(Outcome::Broken(why));
            }
        }
    }
    if missing.is_empty() {
        return Ok(Outcome::Done { items, replayed: false });
    }
    book.rollback();
    Err(missing)
}

enum Decided {
    Reply(Item),
    Missing(Vec<Key>),
    Rejected(Box<Rejection>),
    Broken(String),
}

/// Decides one command; a panic in it is its own defect and hurts nobody else.
fn decide(book: &mut Book, envelope: &Envelope, index: usize, command: &Command) -> Decided {
    let ctx = context(book, envelope, index);
    let decided = catch_unwind(AssertUnwindSafe(|| command.decide(book, &ctx)));
    match decided {
        Ok(Ok(_)) if book.has_unrecorded() => {
            Decided::Broken(format!("{} wrote rows that no fact holds", command.name()))
        }
        Ok(Ok(reply)) => Decided::Reply(Item::Done(reply)),
        Ok(Err(Stop::Missing(key))) => Decided::Missing(vec![key]),
        Ok(Err(Stop::MissingAll(keys))) => Decided::Missing(keys),
        Ok(Err(Stop::Rejected(rejection) | Stop::Damaged(rejection))) => Decided::Rejected(rejection),
        Err(_) => Decided::Broken(format!("{} panicked", command.name())),
    }
}

fn context(book: &Book, envelope: &Envelope, index: usize) -> Context {
    let at = later(book, envelope);
    let seed = envelope.seed.wrapping_add((index as u64).wrapping_mul(0x5851_f42d_4c95_7f2d));
    let (actor, request_id) = (envelope.actor.clone(), envelope.request_id.clone());
    Context { at, clock: envelope.clock, actor, request_id, ids: IdSource::new(at, seed) }
}

/// The clock, but always later than the last fact.
fn later(book: &Book, envelope: &Envelope) -> Instant {
    Instant(envelope.clock.0.max(book.head().at.0.saturating_add(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::organization::update::UpdateOrganization;
    use crate::rows::EntryType;
    use crate::testing::{ADMIN, Stage};

    #[test]
    fn a_command_that_changes_nothing_is_sound_behind_one_that_must_be_decided_again() {
        let mut stage = Stage::new();
        // The balance of adjustments is not hinted at: it is missed after the number was taken.
        let mut adjusting = stage.sale("1.00", true);
        adjusting.entry_type = EntryType::Adjusting;
        let nothing = UpdateOrganization::default();
        let work = Work::Many { atomic: true, commands: vec![adjusting.into(), nothing.into()] };
        let admin =
            Actor { principal: ADMIN, kind: crate::rows::PrincipalKind::User, claimed_roles: None, scope: None };
        let envelope = stage.envelope(admin, work);
        let outcomes = stage.model.commit(&[envelope], true).expect("decided");
        assert!(matches!(&outcomes[0], Outcome::Done { items, .. } if items.len() == 2), "{:?}", outcomes[0]);
    }
}
