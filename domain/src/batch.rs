//! The batch: decides requests in order on one book, each undone alone where it is refused.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::book::context::{Actor, Context, IdSource, MadeId};
use crate::book::stop::Stop;
use crate::book::{Book, Key};
use crate::command::Command;
use crate::rows::Receipt;
use crate::rows::replies::{self, Item};
use crate::value::rejection::{Code, Rejection};
use crate::value::{Instant, limits};

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
    /// Requests of several kinds, in order: all are carried out, or none.
    Together(Vec<Step>),
}

/// One request of several that are carried out together.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it asks for.
    pub command: Command,
    /// The id that it gives to what it makes, because others refer to it.
    pub makes: Option<MadeId>,
}

impl Work {
    /// The commands, in order.
    #[must_use]
    pub fn commands(&self) -> Vec<&Command> {
        match self {
            Self::One(command) => vec![command],
            Self::Many { commands, .. } => commands.iter().collect(),
            Self::Together(steps) => steps.iter().map(|step| &step.command).collect(),
        }
    }

    /// The id that the command at this place gives to what it makes.
    fn makes(&self, index: usize) -> Option<MadeId> {
        match self {
            Self::One(_) | Self::Many { .. } => None,
            Self::Together(steps) => steps.get(index).and_then(|step| step.makes),
        }
    }

    /// Where the body of the command at this place stands in the request.
    fn pointer(&self, index: usize, inner: &str) -> String {
        match self {
            Self::Together(_) if !inner.is_empty() => format!("/items/{index}/body{inner}"),
            Self::One(_) | Self::Many { .. } | Self::Together(_) => format!("/items/{index}{inner}"),
        }
    }
}

/// An idempotency key and the request sent with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReceiptKey {
    /// First 16 bytes of SHA-256 over principal and key.
    pub key_hash: [u8; 16],
    /// SHA-256 of the request by its meaning: method, path, query and body.
    pub fingerprint: [u8; 32],
    /// Its method and path.
    pub request: String,
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
                Work::Together(steps) => steps.iter().for_each(|step| step.command.hint(book, &mut keys)),
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
    match admit(book, envelope) {
        Ok(None) => {}
        Ok(Some(replay)) => return Ok(replay),
        Err(Stop::Missing(key)) => return Err(vec![key]),
        Err(Stop::MissingAll(keys)) => return Err(keys),
        Err(Stop::Rejected(rejection) | Stop::Damaged(rejection)) => return Ok(Outcome::Rejected(rejection)),
    }
    let outcome = match &envelope.work {
        Work::One(command) => one(book, envelope, command)?,
        Work::Many { atomic: false, commands } => each_alone(book, envelope, commands)?,
        Work::Many { atomic: true, .. } | Work::Together(_) => all_or_nothing(book, envelope)?,
    };
    if let (Some(key), Outcome::Done { items, .. }) = (&envelope.receipt, &outcome) {
        let receipt = Receipt {
            key_hash: key.key_hash,
            fingerprint: key.fingerprint,
            request: key.request.clone(),
            at: later(book, envelope),
            reply: replies::encode_items(items),
        };
        book.receipts.put(receipt);
    }
    Ok(outcome)
}

/// The right to ask at all, then the receipt, in the order of checks.
fn admit(book: &Book, envelope: &Envelope) -> Result<Option<Outcome>, Stop> {
    for command in envelope.work.commands() {
        envelope.actor.require(book, command.permission())?;
    }
    let Some(key) = &envelope.receipt else { return Ok(None) };
    let Some(receipt) = book.receipt(key.key_hash)? else { return Ok(None) };
    // The key is a hash: the request's own id in the log leads to it.
    let items = replies::decode_items(&receipt.reply).map_err(|bad| Stop::unreadable("receipts", receipt.at, &bad))?;
    if receipt.fingerprint != key.fingerprint {
        return Err(reused(receipt, &items).into());
    }
    Ok(Some(Outcome::Done { items, replayed: true }))
}

/// The key belongs to another request: which one that was, when, and what it made or changed.
fn reused(receipt: &Receipt, items: &[Item]) -> Rejection {
    let subjects = items.iter().filter_map(|item| match item {
        Item::Done(reply) => Some(reply.subject.clone()),
        Item::Rejected(_) | Item::RejectedBefore(_) => None,
    });
    let subjects: Vec<String> = subjects.take(limits::LISTED).collect();
    let (method, path) = receipt.request.split_once(' ').unwrap_or(("", &receipt.request));
    let message = format!(
        "this Idempotency-Key was used before, for another request ({} at {}): send a new request with a new key, or the \
         first request as it was",
        receipt.request, receipt.at
    );
    Rejection::new(Code::IdempotencyKeyReused, message)
        .with("method", method.to_owned())
        .with("path", path.to_owned())
        .with("firstSeenAt", receipt.at)
        .with("id", subjects.first().cloned())
        .with("ids", subjects)
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

fn all_or_nothing(book: &mut Book, envelope: &Envelope) -> Result<Outcome, Vec<Key>> {
    let commands = envelope.work.commands();
    book.savepoint();
    let mut items = Vec::with_capacity(commands.len());
    let mut missing = Vec::new();
    for (index, command) in commands.into_iter().enumerate() {
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
                    error.pointer = envelope.work.pointer(index, &error.pointer);
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
        Ok(Ok(reply)) if ctx.ids.is_owing(&reply.subject) => Decided::Broken(format!(
            "{} made {} under another id than the one that was given",
            command.name(),
            reply.subject
        )),
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
    let ids = IdSource::new(at, seed).giving(envelope.work.makes(index));
    Context { at, clock: envelope.clock, actor, request_id, ids }
}

/// The clock, but always later than the last fact.
fn later(book: &Book, envelope: &Envelope) -> Instant {
    Instant(envelope.clock.0.max(book.head().at.0.saturating_add(1)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::journal_entries::void::VoidEntry;
    use crate::commands::organization::update::UpdateOrganization;
    use crate::rows::EntryType;
    use crate::testing::{ADMIN, Stage};
    use crate::value::id::{EntryId, PartyId};
    use crate::value::rejection::Value;
    use crate::value::{Sought, TypedId};

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

    fn admin() -> Actor {
        Actor { principal: ADMIN, kind: crate::rows::PrincipalKind::User, claimed_roles: None, scope: None }
    }

    #[test]
    fn what_a_step_makes_has_the_id_that_was_chosen_for_it() {
        let mut stage = Stage::new();
        let made = MadeId { prefix: EntryId::PREFIX, bytes: [7; 16] };
        let sale = Step { command: stage.sale("1.00", true).into(), makes: Some(made) };
        let void = VoidEntry { entry: Sought::of(&made.text()), reason: "cancelled".to_owned(), if_match: None };
        let work = Work::Together(vec![sale, Step { command: void.into(), makes: None }]);
        let envelope = stage.envelope(admin(), work);
        let outcomes = stage.model.commit(&[envelope], true).expect("decided");
        let Outcome::Done { items, .. } = &outcomes[0] else { panic!("{outcomes:?}") };
        assert!(matches!(&items[0], Item::Done(reply) if reply.subject == made.text()), "{items:?}");
    }

    #[test]
    fn an_id_of_another_type_than_what_is_made_is_a_defect_and_writes_nothing() {
        let mut stage = Stage::new();
        let made = MadeId { prefix: PartyId::PREFIX, bytes: [7; 16] };
        let work = Work::Together(vec![Step { command: stage.sale("1.00", true).into(), makes: Some(made) }]);
        let envelope = stage.envelope(admin(), work);
        let outcomes = stage.model.commit(&[envelope], true).expect("decided");
        assert!(matches!(&outcomes[0], Outcome::Broken(_)), "{outcomes:?}");
    }

    #[test]
    fn a_refused_step_refuses_all_and_its_pointers_lead_into_its_body() {
        let mut stage = Stage::new();
        let (good, mut bad) = (stage.sale("1.00", true), stage.sale("1.00", true));
        bad.lines[0].debit = crate::value::Decimal::parse("2.00").ok();
        let steps = [good, bad].map(|command| Step { command: command.into(), makes: None });
        let envelope = stage.envelope(admin(), Work::Together(steps.into()));
        let outcomes = stage.model.commit(&[envelope], true).expect("decided");
        let Outcome::Rejected(rejection) = &outcomes[0] else { panic!("{outcomes:?}") };
        assert!(rejection.errors.iter().all(|error| error.pointer.starts_with("/items/1")), "{:?}", rejection.errors);
    }

    #[test]
    fn a_key_of_another_request_is_refused_with_what_that_one_was_and_made() {
        let mut stage = Stage::new();
        let key = |fingerprint: u8| ReceiptKey {
            key_hash: [1; 16],
            fingerprint: [fingerprint; 32],
            request: "POST /api/v1/accounting/journal-entries".to_owned(),
        };
        let mut answers = Vec::new();
        for fingerprint in [1, 2] {
            let sale = stage.sale("1.00", true);
            let mut envelope = stage.envelope(admin(), Work::One(Box::new(sale.into())));
            envelope.receipt = Some(key(fingerprint));
            answers.extend(stage.model.commit(&[envelope], true).expect("decided"));
        }
        let (Outcome::Done { items, .. }, Outcome::Rejected(rejection)) = (&answers[0], &answers[1]) else {
            panic!("{answers:?}")
        };
        let Item::Done(first) = &items[0] else { panic!("{items:?}") };
        let told = |name| rejection.context.iter().find(|(key, _)| *key == name).map(|(_, value)| value.clone());
        assert_eq!(told("id"), Some(Value::from(first.subject.clone())));
        assert_eq!(told("method"), Some(Value::from("POST")));
        assert!(told("firstSeenAt").is_some() && rejection.detail.contains("POST /api/v1/accounting/journal-entries"));
    }
}
