//! Makes a change of controls, or proposes it where the organization wants a second person.

use crate::access::duties;
use crate::book::Book;
use crate::book::context::Context;
use crate::book::fact::FactKind;
use crate::book::stop::Stop;
use crate::rows::{
    ControlAction, ControlChange, ControlChangeStatus, ControlChanges, ControlSubject, PrincipalKind, Recorded, Reply,
};
use crate::value::permission::BuiltInRole;
use crate::value::rejection::{Code, Rejection};
use crate::value::{Instant, Json, TypedId, limits};

/// A day in microseconds.
const DAY_US: i64 = 86_400_000_000;

/// A change that is about to be written.
pub(crate) struct Intended {
    pub subject: ControlSubject,
    /// Wire id of the subject.
    pub id: String,
    pub before: Option<Json>,
    pub after: Option<Json>,
    /// Whether it allows something that needed another person, or a right, before.
    pub loosens: bool,
}

/// By whose will a change is made.
#[derive(Clone, Copy)]
pub(crate) enum Consent<'a> {
    /// By the person who asks for it.
    Own,
    /// Also by a second person, who approves it; with the wire id of the changed row. The approval records it.
    Second(&'a str),
}

impl Consent<'_> {
    /// The id of the created row: a proposal named it already.
    pub(crate) fn new_id<T: TypedId>(self, ctx: &Context) -> T {
        match self {
            Self::Own => ctx.ids.next(),
            Self::Second(named) => T::parse(named).unwrap_or_else(|| ctx.ids.next()),
        }
    }

    /// Proposes the change where it takes two and one has spoken; `None` lets it be made.
    ///
    /// # Errors
    /// Where too much waits already.
    pub(crate) fn ask(self, book: &mut Book, ctx: &Context, intended: &Intended) -> Result<Option<Reply>, Stop> {
        let wants_two = book.organization()?.control_changes == ControlChanges::SecondPerson;
        match self {
            // The operator of the service is the way back.
            Self::Own if wants_two && ctx.actor.kind != PrincipalKind::System => propose(book, ctx, intended).map(Some),
            Self::Own | Self::Second(_) => Ok(None),
        }
    }

    /// Records the change, whose rows are written, together with its author if they made it alone. For a change by two,
    /// the approval records it.
    pub(crate) fn record(
        self,
        book: &mut Book,
        ctx: &Context,
        intended: &Intended,
        kind: FactKind,
        version: i64,
    ) -> Reply {
        let recorded = match self {
            Self::Own => {
                note(book, ctx, intended);
                book.record(ctx, kind, &intended.id)
            }
            // The approval is the fact, and has these rows.
            Self::Second(_) => Recorded::default(),
        };
        Reply::new(&intended.id, version, recorded)
    }
}

/// Keeps a change that one person makes with the command that is about to be recorded.
pub(crate) fn note(book: &mut Book, ctx: &Context, intended: &Intended) {
    let made = ControlChange { status: ControlChangeStatus::Made, made_at: Some(ctx.at), ..row(ctx, intended) };
    book.control_changes.put(made);
}

fn propose(book: &mut Book, ctx: &Context, intended: &Intended) -> Result<Reply, Stop> {
    let (over, open): (Vec<ControlChange>, Vec<ControlChange>) = book
        .open_control_changes()?
        .cloned()
        .partition(|change| change.status_at(ctx.at) == ControlChangeStatus::Expired);
    if open.len() >= limits::OPEN_CONTROL_CHANGES {
        let message = format!(
            "{} changes of controls are waiting for a second person, which is the limit: have them decided first",
            open.len()
        );
        return Err(Rejection::new(Code::LimitReached, message)
            .offer("list", "List the waiting changes", "GET", "/control-changes?status=proposed")
            .into());
    }
    let mut proposed = ControlChange {
        expires_at: Some(Instant(ctx.at.0.saturating_add(limits::CONTROL_CHANGE_DAYS * DAY_US))),
        ..row(ctx, intended)
    };
    for person in duties::persons_behind(book, ctx.actor.principal)? {
        if person != ctx.actor.principal {
            duties::add(&mut proposed.key_owners, person);
        }
    }
    // Proposals that nobody decided in time make room.
    for change in over {
        let version = change.version + 1;
        book.control_changes.put(ControlChange { status: ControlChangeStatus::Expired, version, ..change });
    }
    let id = proposed.id;
    book.control_changes.put(proposed);
    let recorded = book.record(ctx, FactKind::ControlChangeProposed, id);
    Ok(Reply::new(id, 1, recorded))
}

fn row(ctx: &Context, intended: &Intended) -> ControlChange {
    let action = match (&intended.before, &intended.after) {
        (None, _) => ControlAction::Create,
        (Some(_), Some(_)) => ControlAction::Update,
        (Some(_), None) => ControlAction::Delete,
    };
    let claimed = ctx.actor.claimed_roles.as_ref();
    ControlChange {
        id: ctx.ids.next(),
        subject_type: intended.subject,
        subject_id: intended.id.clone(),
        action,
        before_state: intended.before.as_ref().map(Json::to_string),
        after_state: intended.after.as_ref().map(Json::to_string),
        loosens: intended.loosens,
        status: ControlChangeStatus::Proposed,
        proposed_at: ctx.at,
        proposed_by: ctx.actor.principal,
        proposer_kind: ctx.actor.kind,
        proposer_roles: claimed.map(|roles| roles.iter().copied().map(BuiltInRole::name).collect::<Vec<_>>().join(" ")),
        key_owners: String::new(),
        expires_at: None,
        decided_at: None,
        decided_by: None,
        reason: None,
        made_at: None,
        version: 1,
    }
}
